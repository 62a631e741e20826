//! A file that was judged, for scripts. Offsets, sizes and bit numbers are integers.

use serde::Serialize;

use super::finding::Finding;
use super::judge::{Group, Held, Judged};
use crate::decode::listing::wire::{self, WireComparison};

/// A file that was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireJudged {
    /// `c`, `isf`, `dt` or `dx`.
    pub kind: &'static str,
    /// Whether it agrees with Strata and with itself, and all of it that is known here was judged.
    pub agrees: bool,
    /// Definitions that were judged at the same points.
    pub groups: Vec<WireGroup>,
    /// The names of definitions of which nothing is known here.
    pub unknown: Vec<String>,
    /// What is to be said of the file as a whole.
    pub findings: Vec<WireFinding>,
    /// How many findings are left out.
    pub unsaid: usize,
}

/// Definitions that were judged at the same points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireGroup {
    /// `asked`, `stated`, `release` (of the build that the file states), `found` or `nearest`.
    pub how: &'static str,
    /// The points, as `6.1/x64`.
    pub points: Vec<String>,
    /// The definitions.
    pub definitions: Vec<WireHeld>,
}

/// A definition that was judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireHeld {
    /// What Strata calls it.
    pub name: String,
    /// `structure` or `type`.
    pub of: &'static str,
    /// Where its definition begins.
    pub line: usize,
    /// Who says what Strata knows of it there, or null.
    pub source: Option<String>,
    /// Whether both agree about it; null where it is not known there.
    pub agrees: Option<bool>,
    /// How much differs.
    pub differing: usize,
    /// Where it agrees, if it does not here.
    pub fits: Vec<String>,
    /// Member by member, or null.
    pub comparison: Option<WireComparison>,
    /// What is to be said of it.
    pub findings: Vec<WireFinding>,
}

/// Something that is to be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WireFinding {
    /// What sort of thing it is.
    pub code: &'static str,
    /// Whether something cannot be right; otherwise a part was not judged.
    pub disagrees: bool,
    /// Its line, or null.
    pub line: Option<usize>,
    /// In one sentence.
    pub message: String,
    /// To how many members that follow the same applies.
    pub following: usize,
    /// Who says otherwise; what else helps.
    pub help: Vec<String>,
}

/// The same for scripts.
#[must_use]
pub fn to_wire(judged: &Judged) -> WireJudged {
    WireJudged {
        kind: judged.kind.as_str(),
        agrees: judged.agrees(),
        groups: judged.groups.iter().map(group).collect(),
        unknown: judged.unknown.clone(),
        findings: judged.findings.iter().map(finding).collect(),
        unsaid: judged.unsaid,
    }
}

fn group(group: &Group) -> WireGroup {
    WireGroup {
        how: group.how.as_str(),
        points: group.points.iter().map(ToString::to_string).collect(),
        definitions: group.held.iter().map(held).collect(),
    }
}

fn held(held: &Held) -> WireHeld {
    WireHeld {
        name: held.name.clone(),
        of: if held.is_structure {
            "structure"
        } else {
            "type"
        },
        line: held.line,
        source: held.source.clone(),
        agrees: held.agrees,
        differing: held.differing,
        fits: held.fits.iter().map(ToString::to_string).collect(),
        comparison: held.comparison.as_ref().map(wire::compared),
        findings: held.findings.iter().map(finding).collect(),
    }
}

fn finding(finding: &Finding) -> WireFinding {
    WireFinding {
        code: finding.code.as_str(),
        disagrees: finding.code.is_disagreement(),
        line: finding.line,
        message: finding.message.clone(),
        following: finding.following,
        help: finding.help.clone(),
    }
}
