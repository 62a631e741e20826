//! The ranked candidates with their evidence, as the JSON of the API.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Candidate, Elsewhere, Identified, Reason};
use crate::decode::read::Reading;
use crate::decode::wire::{KIND, WireInput, input};
use crate::point::Point;

/// The layouts that fit bytes, ranked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Identified")]
pub struct IdentifyAnswer {
    /// `bytes`: the input is bytes, not a layout.
    #[schemars(with = "crate::wire::words::KindOfBytes")]
    pub kind: &'static str,
    /// The input as it was read.
    pub input: WireInput,
    /// Which layouts the bytes fit, in words.
    pub summary: String,
    /// Whether the bytes distinguish the candidates.
    pub tells_apart: bool,
    /// The candidates by score, those that do not fit after the others; at most 50. Points that share a layout are one candidate.
    pub candidates: Vec<WireFit>,
    /// The number of layouts that were considered.
    pub considered: usize,
    /// A place where the bytes fit clearly better: another reading of the text, another region, or another offset.
    /// Omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<WireElsewhere>,
}

/// A place where the bytes fit clearly better than at the requested one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Elsewhere")]
pub struct WireElsewhere {
    /// What fits at the requested place, and what fits at this one.
    pub message: String,
    /// The dialect to read the text as; null for the one that was used.
    #[schemars(with = "Option<crate::wire::words::Dialect>")]
    pub dialect: Option<&'static str>,
    /// The index of the region, from 0.
    pub region: usize,
    /// The distance in bytes from the start of the region to the start of the structure; 0 unless the structure begins
    /// later.
    #[schemars(with = "crate::wire::words::Hex")]
    pub at: String,
    /// The member at which the bytes begin, as the parameter `from` takes it: the part of the structure before it is
    /// missing. Null if the bytes begin with the structure itself.
    pub from: Option<String>,
    /// The address of the region's first byte; null if unknown.
    #[schemars(with = "Option<crate::wire::words::Hex>")]
    pub base: Option<String>,
    /// The best candidate at this place.
    pub best: WireFit,
}

/// Points that share a layout, and how well it fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Fit")]
pub struct WireFit {
    /// The rank, from 1; candidates with the same score share it.
    pub rank: usize,
    pub structure: String,
    #[schemars(with = "crate::wire::words::Arch")]
    pub arch: String,
    /// The releases and builds that share the layout.
    #[schemars(with = "Vec<crate::wire::words::Version>")]
    pub versions: Vec<String>,
    /// Those of `versions` at which a nested type is not stated, and is assumed to be the same as at the others. Omitted
    /// if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<crate::wire::words::Version>>")]
    pub not_stated: Vec<String>,
    /// The size of the structure in bytes.
    pub size: u32,
    #[schemars(with = "crate::wire::words::Verdict")]
    pub verdict: &'static str,
    /// The sum of all evidence, in tenths of a bit.
    pub score: i32,
    /// The evidence, the strongest first.
    pub reasons: Vec<WireReason>,
}

/// A piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "FitReason")]
pub struct WireReason {
    /// The kind of evidence.
    #[schemars(with = "crate::wire::words::FitRule")]
    pub rule: &'static str,
    /// The weight in tenths of a bit: positive for the candidate, negative against it.
    pub weight: i32,
    /// The index of the first structure in the input with this evidence, from 0.
    pub instance: u32,
    /// In bytes from the start of the structure.
    pub offset: u32,
    /// The path of the value; null if the evidence concerns the whole structure.
    pub path: Option<String>,
    /// The evidence in one sentence.
    pub message: String,
}

/// Other versions that fit better than the requested one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Advice")]
pub struct WireAdvice {
    /// Which versions fit better, and why.
    pub message: String,
    /// The best candidate.
    pub better: WireFit,
}

/// Converts an identified input, with the place where the bytes fit clearly better, if any.
pub fn to_wire(
    identified: &Identified,
    elsewhere: Option<&Elsewhere>,
    reading: &Reading,
) -> IdentifyAnswer {
    IdentifyAnswer {
        kind: KIND,
        input: input(identified.base, reading),
        summary: elsewhere.map_or_else(|| identified.summary(), Elsewhere::summary),
        tells_apart: identified.distinguishes(),
        candidates: identified.first_candidates().iter().map(fit).collect(),
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
