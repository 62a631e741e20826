//! Finds the points that a listing agrees with, among all structures of a scope. Points with equal comparisons form one
//! candidate; those that agree come first.

use std::fmt;

use super::compare::{Comparison, Entry, compare};
use crate::dataset::{Dataset, Structure};
use crate::decode::identify::{CandidateScope, REASONS_LIMIT, in_words};
use crate::decode::listing::Listing;
use crate::name::TypeName;
use crate::point::Point;
use crate::units::ByteSize;

/// A listing compared with every layout of a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentifiedLayouts {
    /// Points with equal comparisons: those that agree first, then by the number of differences.
    pub candidates: Vec<Candidate>,
}

/// Points with equal comparisons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The rank, from 1; equally good candidates share it.
    pub rank: usize,
    /// The points in release order with builds last; at least one.
    pub points: Vec<Point>,
    pub size: ByteSize,
    /// The comparison at the first point.
    pub comparison: Comparison,
    /// The sort key: agreement as a whole first, then the fewest differences, then the fewest members that the listing
    /// leaves out.
    distance: (bool, usize, usize),
}

/// Compares a listing with every layout of a scope. Without a structure in the scope, only with those of the structure
/// that the listing names; if it names no known one, with those of all audited structures. Ends early if the result is
/// not wanted any more.
pub fn identify(
    listing: &Listing,
    dataset: &Dataset,
    scope: CandidateScope<'_>,
) -> IdentifiedLayouts {
    let named = listing.name.as_ref().map(TypeName::as_str);
    let named = || dataset.structure(named?);
    let considered: Vec<&Structure> = match scope.structure.or_else(named) {
        Some(one) => vec![one],
        None => dataset.audited().collect(),
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    for structure in considered {
        let first = candidates.len();
        let layouts = structure.every_layout();
        for layout in layouts
            .iter()
            .filter(|layout| scope.arch.is_none_or(|arch| arch == layout.arch()))
            .take_while(|_| !scope.cancellation.0())
        {
            let comparison = compare(listing, layout, dataset.catalogue());
            let candidate = Candidate::new(comparison, layout.size);
            let own = candidates.get_mut(first..).unwrap_or_default();
            match own.iter_mut().find(|other| other.is_alike(&candidate)) {
                Some(other) => other.points.push(layout.point),
                None => candidates.push(candidate),
            }
        }
    }
    candidates.sort_by_key(|candidate| candidate.distance);
    let distances: Vec<_> = candidates.iter().map(|it| it.distance).collect();
    for (candidate, own) in candidates.iter_mut().zip(&distances) {
        candidate.rank = 1 + distances.partition_point(|other| other < own);
    }
    IdentifiedLayouts { candidates }
}

impl Candidate {
    fn new(comparison: Comparison, size: ByteSize) -> Self {
        let (agrees, left_out) = (comparison.agrees(), comparison.left_out());
        Self {
            rank: 0,
            points: vec![comparison.point],
            size,
            distance: (!agrees, comparison.count(), left_out),
            comparison,
        }
    }

    fn is_alike(&self, other: &Self) -> bool {
        let key = |one: &Self| (one.comparison.point.arch, one.size, one.distance);
        key(self) == key(other) && self.differences().eq(other.differences())
    }

    /// Iterates over the first differing members, at most [`REASONS_LIMIT`].
    pub fn differences(&self) -> impl Iterator<Item = &Entry> {
        self.comparison.differing().take(REASONS_LIMIT)
    }

    /// Formats the points: `6.2 to 1511`; builds if there is no release among them.
    pub fn points_in_words(&self) -> String {
        in_words(&self.points, Some(self.comparison.point.arch))
    }
}

impl fmt::Display for Candidate {
    /// Formats a candidate: `ETW_REALTIME_CONSUMER 6.2 to 1511 on x64`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison {
            structure, point, ..
        } = &self.comparison;
        write!(
            f,
            "{structure} {} on {}",
            self.points_in_words(),
            point.arch
        )
    }
}

impl IdentifiedLayouts {
    pub fn agrees(&self) -> bool {
        self.best().next().is_some()
    }

    /// Iterates over the candidates that the listing agrees with, only complete matches if there are any.
    pub fn best(&self) -> impl Iterator<Item = &Candidate> {
        let candidates = self.candidates.iter();
        let agreeing = candidates.filter(|it| it.comparison.agrees());
        let left_out = |it: &Candidate| it.comparison.left_out();
        let whole = agreeing.clone().any(|it| left_out(it) == 0);
        agreeing.filter(move |it| !whole || left_out(it) == 0)
    }

    /// Formats the points that the listing matches, or the differences to the nearest, as one sentence.
    pub fn summary(&self) -> String {
        let agreeing: Vec<String> = self.best().map(ToString::to_string).collect();
        let Some(first) = self.candidates.first() else {
            return "There is no layout to compare this listing with.".to_owned();
        };
        if agreeing.is_empty() {
            return format!(
                "This listing agrees with no known version. The nearest is {first}: {}.",
                first.comparison.verdict()
            );
        }
        let part = match first.comparison.left_out() {
            0 => "",
            _ => ", in the members that it shows",
        };
        format!(
            "This listing agrees with {}{part}.",
            agreeing.join(" and with ")
        )
    }
}

/// Formats points: `6.0, 6.2 to 1511 on x64`; builds if there is no release among them.
pub fn points_in_words(points: &[Point]) -> String {
    in_words(points, None)
}
