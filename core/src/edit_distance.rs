//! The edit distance of words, for names with typing mistakes.

/// The maximum length of a word, in bytes: a column of the matrix is one number.
const LIMIT: usize = u64::BITS as usize;

/// The edit distance (letters changed, added, removed or swapped with the next); `None` if above `allowed`, or if a word
/// is longer than [`LIMIT`]. Columns of the matrix are bits (Hyyrö, "A bit-vector algorithm for computing Levenshtein and
/// Damerau edit distances", 2003).
pub(crate) fn edit_distance(one: &str, other: &str, allowed: usize) -> Option<u8> {
    let longest = one.len().max(other.len());
    if one.len().abs_diff(other.len()) > allowed || longest > LIMIT {
        return None;
    }
    // Where each byte is in the first word.
    let mut places = [0_u64; 1 << u8::BITS];
    for (at, byte) in one.bytes().enumerate() {
        places[usize::from(byte)] |= 1 << at;
    }
    let last = 1_u64 << one.len().saturating_sub(1);
    let mut distance = one.len();
    // The cells of a column that are one more, or one less, than the cell above; and those equal to the one diagonally
    // above.
    let (mut more, mut less, mut same) = (u64::MAX, 0, 0_u64);
    let mut before = 0;
    for byte in other.bytes() {
        let here = places[usize::from(byte)];
        let swapped = ((!same & here) << 1) & before;
        same = (((here & more).wrapping_add(more)) ^ more) | here | less | swapped;
        let (up, down) = (less | !(same | more), same & more);
        distance = distance + usize::from(up & last != 0) - usize::from(down & last != 0);
        let (up, down) = (up << 1 | 1, down << 1);
        (more, less) = (down | !(same | up), up & same);
        before = here;
    }
    u8::try_from(distance).ok().filter(|_| distance <= allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_added_left_out_changed_and_swapped_count_one_each() {
        for (one, other, expected) in [
            ("loggerid", "loggerid", Some(0)),
            ("logerid", "loggerid", Some(1)),
            ("loggreid", "loggerid", Some(1)),
            ("loggerxd", "loggerid", Some(1)),
            ("lgogreid", "loggerid", Some(2)),
            ("abcd", "efgh", None),
            ("abcd", "abcdefgh", None),
        ] {
            assert_eq!(edit_distance(one, other, 2), expected, "{one} {other}");
        }
    }

    #[test]
    fn long_names_are_compared_by_no_distance() {
        let long = "x".repeat(LIMIT + 1);
        assert_eq!(edit_distance(&long, &long, 2), None);
    }
}
