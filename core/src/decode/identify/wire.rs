//! The answer that scripts get: candidates in order, each with its evidence.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Candidate, Elsewhere, Identified, Reason};
use crate::decode::read::Reading;
use crate::decode::wire::{KIND, WireInput, input};
use crate::point::Point;

/// What identifying answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Identified")]
pub struct IdentifyAnswer {
    /// That what was read is bytes, and not a layout.
    #[schemars(with = "crate::wire::words::KindOfBytes")]
    pub kind: &'static str,
    /// What was read.
    pub input: WireInput,
    /// Which layouts the bytes fit, in words.
    pub summary: String,
    /// Whether anything in the bytes tells the candidates apart.
    pub tells_apart: bool,
    /// Points that share one layout, the likeliest first; at most 50.
    pub candidates: Vec<WireFit>,
    /// How many layouts were considered.
    pub considered: usize,
    /// That the bytes fit clearly better in another reading of the text, or in another region; missing where they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<WireElsewhere>,
}

/// Where the bytes fit clearly better than where they were looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Elsewhere")]
pub struct WireElsewhere {
    /// What fits here, and what fits there.
    pub message: String,
    /// As which dialect they are to be read; null for the one in which they were.
    #[schemars(with = "Option<crate::wire::words::Dialect>")]
    pub dialect: Option<&'static str>,
    /// In which region, from 0.
    pub region: usize,
    /// How many bytes behind the beginning of the region the structure begins; 0 but where what fits begins later.
    #[schemars(with = "crate::wire::words::Hex")]
    pub at: String,
    /// The member that the bytes begin with there, as `from` takes it: what is before it is missing. Null where they begin with
    /// the structure itself.
    pub from: Option<String>,
    /// The address of the region's first byte, or null.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub base: Option<String>,
    /// What fits best there.
    pub best: WireFit,
}

/// Points that share one layout, and how it fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Fit")]
pub struct WireFit {
    /// Its place, from 1; candidates of one score share it.
    pub rank: usize,
    /// The structure.
    pub structure: String,
    /// The architecture.
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// The releases and builds that share the layout.
    #[schemars(with = "Vec<crate::wire::words::Version>")]
    pub versions: Vec<String>,
    /// Those of them at which a nested type is not stated, so that it is taken to be as it is at the others; missing where
    /// there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<crate::wire::words::Version>>")]
    pub not_stated: Vec<String>,
    /// How large the structure is there.
    pub size: u32,
    /// Whether it fits.
    #[schemars(with = "crate::wire::words::Verdict")]
    pub verdict: &'static str,
    /// All evidence, in tenths of a bit.
    pub score: i32,
    /// The evidence, the weightiest first.
    pub reasons: Vec<WireReason>,
}

/// One piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FitReason")]
pub struct WireReason {
    /// What was seen.
    #[schemars(with = "crate::wire::words::FitRule")]
    pub rule: &'static str,
    /// What it counts, in tenths of a bit: above 0 for the candidate, below 0 against it.
    pub weight: i32,
    /// In which structure, from 0.
    pub instance: u32,
    /// Where, from the start of the structure.
    pub offset: u32,
    /// The way to the value; null where it is about the structure.
    pub path: Option<String>,
    /// In one sentence.
    pub message: String,
}

/// What somebody who decodes as one version should be told of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub struct WireAdvice {
    /// That other versions fit better, and why.
    pub message: String,
    /// Those that fit best.
    pub better: WireFit,
}

/// The answer for what was read and identified, and where the bytes fit clearly better.
pub fn to_wire(
    identified: &Identified,
    elsewhere: Option<&Elsewhere>,
    reading: &Reading,
) -> IdentifyAnswer {
    IdentifyAnswer {
        kind: KIND,
        input: input(identified.base, reading),
        summary: elsewhere.map_or_else(|| identified.summary(), Elsewhere::summary),
        tells_apart: identified.tells(),
        candidates: identified.shown().iter().map(fit).collect(),
        considered: identified.candidates.len(),
        elsewhere: elsewhere.map(|it| it.to_wire(identified, reading.dialect)),
    }
}

pub(super) fn fit(candidate: &Candidate) -> WireFit {
    let versions = |points: &[Point]| points.iter().map(|it| it.version.to_string()).collect();
    WireFit {
        rank: candidate.rank,
        structure: candidate.structure.to_string(),
        arch: candidate.arch.to_string(),
        versions: versions(&candidate.points),
        not_stated: versions(&candidate.unstated),
        size: candidate.size.get(),
        verdict: candidate.verdict.as_str(),
        score: candidate.score,
        reasons: candidate.reasons.iter().map(reason).collect(),
    }
}

fn reason(reason: &Reason) -> WireReason {
    WireReason {
        rule: reason.rule.as_str(),
        weight: reason.weight,
        instance: reason.instance,
        offset: reason.offset.get(),
        path: reason.path.clone(),
        message: reason.message.clone(),
    }
}
