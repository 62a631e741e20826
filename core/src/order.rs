//! Sorting, compiled once. The standard library's sort is some four kilobytes of WASM for each type that is sorted, and there
//! are twenty of them; here it sorts places, and what is sorted is then moved there.

use std::cmp::Ordering;

/// Puts items into the order of their keys; those of the same key stay in the order in which they stand.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Puts items into that order; those that are equal stay in the order in which they stand.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = {
        let items = &*items;
        let at = |one: usize, other: usize| match (items.get(one), items.get(other)) {
            (Some(one), Some(other)) => compare(one, other),
            _ => Ordering::Equal,
        };
        places(items.len(), &at)
    };
    arrange(order, &mut |one, other| items.swap(one, other));
}

/// The places of so many items, in their order; none where they stand in it already.
fn places(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    if (1..len).all(|at| compare(at - 1, at) != Ordering::Greater) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

/// Swaps until every place holds the item that `order` has for it, cycle by cycle.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(slot) = order.get_mut(at) {
            let from = std::mem::replace(slot, at);
            if from == start || from == at {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_the_order_of_the_standard_library(items: Vec<(u8, u16)>) {
            let (mut ours, mut theirs) = (items.clone(), items);
            sort_by_key(&mut ours, |item| item.0 / 8);
            theirs.sort_by_key(|item| item.0 / 8);
            prop_assert_eq!(ours, theirs);
        }
    }
}
