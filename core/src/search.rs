//! Finds anything by what people type: structures, members, types, remarks, releases, builds; a member by its offset, a
//! structure by its size; what was misspelt, too.
//!
//! [`Query`] is what was meant, [`Index`] what there is to be found, made once of a [`Dataset`]. The index is plain text
//! that is looked through from end to end, which takes a few milliseconds for a hundred thousand members: a clever tree
//! would cost more bytes in the browser than it saved time.

mod entries;
mod grade;
mod placed;
mod query;
mod sized;
pub mod wire;

#[cfg(test)]
mod tests;

pub use query::Query;

use crate::dataset::Dataset;
use crate::name::{RowId, TypeName};
use crate::order;
use crate::places::Run;
use crate::point::Point;
use crate::release::Version;
use crate::units::ByteOffset;
use entries::Entry;
use grade::Grade;
use placed::Placed;

/// How many bytes of a query are looked at.
pub const TEXT_LIMIT: usize = 200;
/// How many words of a query count.
pub const WORDS_LIMIT: usize = 8;
/// How many hits are given at the most.
pub const HITS_LIMIT: usize = 100;

/// What can be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A structure.
    Structure(TypeName),
    /// A member or a bit field.
    Member {
        /// Of which structure.
        structure: TypeName,
        /// Its row.
        row: RowId,
    },
    /// Bytes of a structure that belong to no member.
    Gap {
        /// Of which structure.
        structure: TypeName,
    },
    /// A nested type.
    Type(TypeName),
    /// A release or a build.
    Version(Version),
}

/// Why something was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// By its name.
    Name,
    /// By its type.
    Type,
    /// By what is said of it.
    Remark,
    /// Its name is much like what was typed.
    Near,
    /// By its offset.
    Offset,
    /// By its size.
    Size,
}

/// Something found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// What.
    pub subject: Subject,
    /// What to call it: a name, a declaration.
    pub title: String,
    /// What else to say of it, in a line.
    pub detail: String,
    /// Why.
    pub why: Why,
    /// Where a member is: those runs of points that were asked for.
    pub runs: Vec<Run>,
    /// A point at which to look at it.
    pub point: Option<Point>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The best hits, the best first; as many as were asked for.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
    /// The offset that was asked for.
    pub offset: Option<ByteOffset>,
}

/// What there is to be found.
#[derive(Clone, Debug)]
pub struct Index {
    entries: Vec<Entry>,
}

impl Index {
    /// The index of everything in the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        Self {
            entries: entries::all(dataset),
        }
    }

    /// How many things can be found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing can be found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The best `limit` hits for a query, at most [`HITS_LIMIT`].
    #[must_use]
    pub fn search(&self, dataset: &Dataset, query: &Query, limit: usize) -> Found {
        self.search_behind(dataset, query, 0, limit)
    }

    /// The `limit` hits for a query that stand behind the best `behind` of them, at most [`HITS_LIMIT`].
    #[must_use]
    pub fn search_behind(
        &self,
        dataset: &Dataset,
        query: &Query,
        behind: usize,
        limit: usize,
    ) -> Found {
        if query.is_empty() {
            return Found::default();
        }
        let mut found = self.graded(query, grade::grade);
        if found.is_empty() && !query.words.is_empty() {
            found = self.graded(query, grade::near);
        }
        order::sort_by_key(&mut found, |(grade, place)| (*grade, *place));
        let mut first = sized::gaps(dataset, query);
        first.extend(sized::sizes(dataset, query));
        let entries = found.iter().filter_map(|(grade, place)| {
            let entry = self.entries.get(*place)?;
            Some(Candidate::Entry(entry, grade.why()))
        });
        let placed = placed::members(dataset, query).into_iter();
        let mut candidates: Vec<Candidate<'_>> = first.into_iter().map(Candidate::Hit).collect();
        candidates.extend(entries);
        candidates.extend(placed.map(Candidate::Placed));
        page(dataset, query, candidates, behind, limit.min(HITS_LIMIT))
    }

    fn graded(
        &self,
        query: &Query,
        grade: fn(&Entry, &Query, Option<&str>) -> Option<Grade>,
    ) -> Vec<(Grade, usize)> {
        let phrase = (query.words.len() > 1).then(|| query.words.join(" "));
        let grade = |entry| grade(entry, query, phrase.as_deref());
        let entries = self.entries.iter().enumerate();
        let graded = entries.filter_map(|(place, entry)| Some((grade(entry)?, place)));
        graded.collect()
    }
}

/// The members that cover an offset, at every point or only at some, in every type, the audited ones first: what a `lookup` answers.
/// `limit` of them, behind the first `behind`.
#[must_use]
pub fn covering(
    index: &Index,
    dataset: &Dataset,
    query: &Query,
    behind: usize,
    limit: usize,
) -> Found {
    let covers = |entry: &&Entry| entry.covers(query);
    let mut entries: Vec<&Entry> = index.entries.iter().filter(covers).collect();
    order::sort_by_key(&mut entries, |entry| entry.past(query));
    let entries = entries.into_iter();
    let mut candidates: Vec<Candidate<'_>> = entries
        .map(|entry| Candidate::Entry(entry, Why::Offset))
        .collect();
    let placed = placed::members(dataset, query).into_iter();
    candidates.extend(placed.map(Candidate::Placed));
    page(dataset, query, candidates, behind, limit)
}

/// What may be shown: only what is, is made a hit.
enum Candidate<'a> {
    Hit(Hit),
    Entry(&'a Entry, Why),
    Placed(Placed<'a>),
}

/// The `limit` hits behind the first `behind`.
fn page(
    dataset: &Dataset,
    query: &Query,
    candidates: Vec<Candidate<'_>>,
    behind: usize,
    limit: usize,
) -> Found {
    let total = candidates.len();
    let shown = candidates.into_iter().skip(behind).take(limit);
    let hit = |candidate| match candidate {
        Candidate::Hit(hit) => hit,
        Candidate::Entry(entry, why) => entry.hit(query, why),
        Candidate::Placed(placed) => placed.hit(dataset.catalogue(), query),
    };
    Found {
        hits: shown.map(hit).collect(),
        total,
        offset: query.offset,
    }
}

/// A text as it is compared: lower case, without underscores.
fn normal(text: &str) -> String {
    let letters = text.chars().filter(|c| *c != '_');
    letters.map(|c| c.to_ascii_lowercase()).collect()
}
