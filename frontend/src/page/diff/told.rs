//! What a step from one comparison to another changed, member by member, so that the page can show what became of it.

use std::collections::BTreeMap;

use super::{DiffPage, Entry};
use crate::navigation::{ChangeKind, Changed};

/// The key of each member of which the later comparison says something new, and what became of it. Another
/// structure's comparison is new as a whole.
#[must_use]
pub fn told(before: &DiffPage, after: &DiffPage) -> Changed {
    let before: BTreeMap<&str, &Entry> = entries(before).collect();
    let class = |(key, entry): (&str, &Entry)| {
        let class = match before.get(key) {
            None => ChangeKind::New,
            Some(was) if *was != entry => ChangeKind::Changed,
            Some(_) => return None,
        };
        Some((key.to_owned(), class))
    };
    entries(after).filter_map(class).collect()
}

/// Every member of which something is said; not those to which nothing happened.
fn entries(page: &DiffPage) -> impl Iterator<Item = (&str, &Entry)> {
    let shifted = page.shifts.iter().flat_map(|shift| &shift.entries);
    let groups = [&page.removed, &page.added, &page.changed, &page.width];
    let all = groups.into_iter().flatten().chain(shifted);
    all.map(|entry| (entry.key.as_str(), entry))
}
