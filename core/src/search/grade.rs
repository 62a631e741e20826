//! Grades how well an entry matches the words of a query.

use crate::edit_distance::edit_distance;

use super::entries::Entry;
use super::{Query, Subject, Why};

/// The maximum length of words that are compared for misspellings.
const COMPARED_LIMIT: usize = 40;
/// Hexadecimal words of at least this many digits are hashes.
const HASH_FROM: usize = 16;
/// The minimum length of words that are compared for misspellings.
const MISSPELT_FROM: usize = 4;

/// The grade of a match; lower is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Grade {
    fit: Fit,
    /// The entry's own rank.
    weight: u8,
    /// Excess length of the name over the query, or distance of the offset from the start of the member.
    rest: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Whole,
    /// The word is the whole name of the entry's type.
    WholeType,
    /// The word is the name of a type except for its last letter.
    Nearly,
    Start,
    Part,
    Type,
    Remark,
    /// With this many typing mistakes; whether in a word of a name, not in a whole name.
    Near(u8, bool),
    Place,
}

impl Grade {
    pub(super) const fn why(self) -> Why {
        match self.fit {
            Fit::Whole | Fit::Nearly | Fit::Start | Fit::Part => Why::Name,
            Fit::WholeType | Fit::Type => Why::Type,
            Fit::Remark => Why::Remark,
            Fit::Near(..) => Why::Near,
            Fit::Place => Why::Offset,
        }
    }
}

/// The grade of an entry that contains every word of the query and matches its offset; otherwise `None`.
/// `phrases` join several words.
pub(super) fn grade(entry: &Entry<'_>, query: &Query, phrases: &[String]) -> Option<Grade> {
    graded(entry, query, phrases, fit)
}

/// Like [`grade`], for misspelt words.
pub(super) fn near(entry: &Entry<'_>, query: &Query, phrases: &[String]) -> Option<Grade> {
    graded(entry, query, phrases, |entry, word| {
        fit(entry, word).or_else(|| misspelt(entry, word))
    })
}

fn graded(
    entry: &Entry<'_>,
    query: &Query,
    phrases: &[String],
    fits: impl Fn(&Entry<'_>, &str) -> Option<Fit>,
) -> Option<Grade> {
    let placed = query.offset.is_some() || query.size.is_some();
    if placed && !entry.covers(query) {
        return None;
    }
    // Entries have no sizes of structures.
    if !placed && (entry.beyond(query) || query.at_least.is_some()) {
        return None;
    }
    // Structures of a least size are found by their layouts.
    if !placed && query.at_least.is_some() {
        return None;
    }
    let whole = phrases.iter().filter_map(|phrase| fit(entry, phrase));
    if let Some(fit) = whole.min().filter(|fit| *fit <= Fit::Start) {
        return Some(entry.graded(fit, 0));
    }
    let mut own: Option<Fit> = None;
    let mut typed = 0;
    for word in &query.words {
        match fits(entry, word) {
            // A word that only matches the structure's name is accepted, but does not select a member.
            None if entry.within.contains(word.as_str()) => {}
            None => return None,
            Some(fit) => {
                own = own.max(Some(fit));
                typed += word.len();
            }
        }
    }
    let rest = u32::try_from(entry.names.len().saturating_sub(typed));
    match own {
        Some(fit) => Some(entry.graded(fit, rest.unwrap_or(u32::MAX))),
        None if placed => Some(Grade {
            fit: Fit::Place,
            weight: 0,
            rest: entry.past(query),
        }),
        None if query.words.is_empty() && query.changed_in.is_some() => {
            Some(entry.graded(Fit::Whole, 0))
        }
        None if entry.is_asked_for(query) => Some(entry.graded(Fit::Whole, 0)),
        None => None,
    }
}

impl Entry<'_> {
    const fn graded(&self, fit: Fit, rest: u32) -> Grade {
        Grade {
            fit,
            weight: self.weight(),
            rest,
        }
    }
}

fn fit(entry: &Entry<'_>, word: &str) -> Option<Fit> {
    match named(entry, word) {
        Some(Fit::Whole) => Some(Fit::Whole),
        _ if entry.types.split('\n').any(|ty| ty == word) => Some(Fit::WholeType),
        Some(fit) => Some(fit),
        None if entry.types.contains(word) => Some(Fit::Type),
        None => entry.remarks.contains(word).then_some(Fit::Remark),
    }
}

fn named(entry: &Entry<'_>, word: &str) -> Option<Fit> {
    let at = entry.names.find(word)?;
    let (before, found) = entry.names.split_at_checked(at)?;
    let behind = found.get(word.len()..).unwrap_or_default();
    let starts = before.is_empty() || before.ends_with('\n');
    let ends = behind.is_empty() || behind.starts_with('\n');
    let is_type = matches!(entry.subject(), Subject::Structure(_) | Subject::Type(_));
    let one_more = || behind.split('\n').next().is_some_and(|end| end.len() == 1);
    Some(match (starts, ends) {
        (true, true) => Fit::Whole,
        (true, false) if is_type && word.len() >= MISSPELT_FROM && one_more() => Fit::Nearly,
        (true, false) => Fit::Start,
        (false, _) if entry.parts.split('\n').any(|part| part.starts_with(word)) => Fit::Start,
        (false, _) => Fit::Part,
    })
}

/// The number of typing mistakes allowed in a word; none in a hash or GUID.
pub(super) fn mistakes(word: &str) -> usize {
    let is_hash = word.len() >= HASH_FROM && word.bytes().all(|b| b.is_ascii_hexdigit());
    match word.len() {
        _ if is_hash => 0,
        MISSPELT_FROM..=COMPARED_LIMIT => word.len() / 3,
        _ => 0,
    }
}

/// Whether a name is a word with typing mistakes.
pub(super) fn is_misspelt(word: &str, name: &str) -> bool {
    edit_distance(word, name, mistakes(word)).is_some()
}

fn misspelt(entry: &Entry<'_>, word: &str) -> Option<Fit> {
    let allowed = mistakes(word);
    if allowed == 0 {
        return None;
    }
    let near = |names: &str| {
        let names = names.split('\n');
        names
            .filter_map(|name| edit_distance(word, name, allowed))
            .min()
    };
    // Of as many mistakes, those in a whole name come first.
    let whole = near(entry.names).map(|mistakes| Fit::Near(mistakes, false));
    let part = || near(entry.parts).map(|mistakes| Fit::Near(mistakes, true));
    match whole {
        Some(Fit::Near(..=1, _)) => whole,
        _ => whole.into_iter().chain(part()).min(),
    }
}
