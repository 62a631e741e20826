//! The longest increasing subsequence: the members that keep their order from one layout to the other.

/// The indices of the longest increasing subsequence of `steps` (rank in the other order, whether the offset
/// stayed). Among equally long ones, one with the most unchanged offsets.
pub(super) fn longest_increasing(steps: &[(usize, bool)]) -> Vec<usize> {
    let width = steps.iter().map(|step| step.0 + 1).max().unwrap_or(0);
    let mut best = Prefixes::new(width);
    let mut before: Vec<Option<usize>> = Vec::with_capacity(steps.len());
    for (place, &(rank, stayed)) in steps.iter().enumerate() {
        let (length, last) = best
            .up_to(rank)
            .map_or(((0, 0), None), |(length, last)| (length, Some(last)));
        before.push(last);
        best.raise(
            rank,
            ((length.0 + 1, length.1 + usize::from(stayed)), place),
        );
    }
    let mut next = best.up_to(width).map(|(_, last)| last);
    let mut chosen = Vec::new();
    while let Some(place) = next {
        chosen.push(place);
        next = before[place];
    }
    chosen.reverse();
    chosen
}

/// ((length of a sequence, unchanged offsets in it), index of its last element).
type Best = ((usize, usize), usize);

/// The best sequence that ends before each rank: a Fenwick tree of maxima.
struct Prefixes(Vec<Option<Best>>);

impl Prefixes {
    fn new(width: usize) -> Self {
        Self(vec![None; width + 1])
    }

    /// The best sequence that ends at a rank below `rank`.
    fn up_to(&self, rank: usize) -> Option<Best> {
        let mut best = None;
        let mut node = rank;
        while node > 0 {
            best = best.max(self.0[node]);
            node &= node - 1;
        }
        best
    }

    fn raise(&mut self, rank: usize, candidate: Best) {
        let mut node = rank + 1;
        while node < self.0.len() {
            self.0[node] = self.0[node].max(Some(candidate));
            node += node & node.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_its_order() {
        let plain = |ranks: &[usize]| {
            let steps: Vec<_> = ranks.iter().map(|rank| (*rank, false)).collect();
            longest_increasing(&steps)
        };
        assert_eq!(plain(&[]), [0; 0]);
        assert_eq!(plain(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(plain(&[3, 0, 1, 2]), [1, 2, 3]);
        assert_eq!(plain(&[5, 0, 9, 1, 2]), [1, 3, 4]);
        assert_eq!(longest_increasing(&[(1, false), (0, true)]), [1]);
        assert_eq!(longest_increasing(&[(1, true), (0, false)]), [0]);
    }
}
