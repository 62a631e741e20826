//! The ranked candidates with their evidence, as the JSON of the API.

use super::{Candidate, Elsewhere, Identified, Reason, Verdict};
use crate::arch::Arch;
use crate::decode::read::{Dialect, Reading};
use crate::decode::wire::{DecodeInputDto, KIND};
use crate::name::MemberPath;
use crate::point::Point;
use crate::release::Version;
use crate::wire::answers::answers;
use crate::wire::words::Hex;

answers! {
    /// The layouts that fit bytes, ranked.
    #[schemars(rename = "Identified")]
    pub struct IdentifyAnswer(identified: &Identified, elsewhere: Option<&Elsewhere>, reading: &Reading) {
        /// `bytes`: the input is bytes, not a layout.
        pub kind: &'static str as "crate::wire::words::KindOfBytes" = KIND,
        /// The input as it was read.
        pub input: DecodeInputDto = DecodeInputDto::new(identified.base, reading),
        /// Which layouts the bytes fit, in words.
        pub summary: String = elsewhere.map_or_else(|| identified.summary(), Elsewhere::summary),
        /// Whether the bytes distinguish the candidates.
        pub tells_apart: bool = identified.distinguishes(),
        /// The candidates by score, those that do not fit after the others; at most 50. Points that share a layout are one candidate.
        pub candidates: Vec<FitDto> = identified.first_candidates().iter().map(FitDto::new).collect(),
        /// The number of layouts that were considered.
        pub considered: usize = identified.candidates.len(),
        /// A place where the bytes fit clearly better: another reading of the text, another region, or another offset.
        /// Omitted if there is none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub elsewhere: Option<ElsewhereDto> =
            elsewhere.map(|it| ElsewhereDto::new(it, identified, reading.dialect)),
    }

    /// A place where the bytes fit clearly better than at the requested one.
    #[schemars(rename = "Elsewhere")]
    pub struct ElsewhereDto(elsewhere: &Elsewhere, here: &Identified, read_as: Dialect) {
        /// What fits at the requested place, and what fits at this one.
        pub message: String = elsewhere.message(here, read_as),
        /// The dialect to read the text as; null for the one that was used.
        pub dialect: Option<Dialect> = elsewhere.dialect,
        /// The index of the region, from 0.
        pub region: usize = elsewhere.region,
        /// The distance in bytes from the start of the region to the start of the structure; 0 unless the structure begins
        /// later.
        pub at: Hex = Hex(elsewhere.at),
        /// The member at which the bytes begin, as the parameter `from` takes it: the part of the structure before it is
        /// missing. Null if the bytes begin with the structure itself.
        pub from: Option<String> = elsewhere.from.as_ref().map(MemberPath::to_string),
        /// The address of the region's first byte; null if unknown.
        pub base: Option<Hex> = elsewhere.base.map(Hex),
        /// The best candidate at this place.
        pub best: FitDto = FitDto::new(&elsewhere.best),
    }

    /// Points that share a layout, and how well it fits.
    #[schemars(rename = "Fit")]
    pub struct FitDto(candidate: &Candidate) with {
        let versions = |points: &[Point]| points.iter().map(|point| point.version).collect();
    } {
        /// The rank, from 1; candidates with the same score share it.
        pub rank: usize = candidate.rank,
        pub structure: String = candidate.structure.to_string(),
        pub arch: Arch = candidate.arch,
        /// The releases and builds that share the layout.
        pub versions: Vec<Version> = versions(&candidate.points),
        /// Those of `versions` at which a nested type is not stated, and is assumed to be the same as at the others. Omitted
        /// if there are none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub not_stated: Vec<Version> as "Option<Vec<Version>>" = versions(&candidate.unstated),
        /// The size of the structure in bytes.
        pub size: u32 = candidate.size.get(),
        pub verdict: Verdict = candidate.verdict,
        /// The sum of all evidence, in tenths of a bit.
        pub score: i32 = candidate.score,
        /// The evidence, the strongest first.
        pub reasons: Vec<FitReasonDto> = candidate.reasons.iter().map(FitReasonDto::new).collect(),
    }

    /// A piece of evidence.
    #[schemars(rename = "FitReason")]
    pub struct FitReasonDto(reason: &Reason) {
        /// The kind of evidence.
        pub rule: &'static str as "crate::wire::words::FitRule" = reason.rule.as_str(),
        /// The weight in tenths of a bit: positive for the candidate, negative against it.
        pub weight: i32 = reason.weight,
        /// The index of the first structure in the input with this evidence, from 0.
        pub instance: u32 = reason.instance,
        /// In bytes from the start of the structure.
        pub offset: u32 = reason.offset.get(),
        /// The path of the value; null if the evidence concerns the whole structure.
        pub path: Option<String> = reason.path.clone(),
        /// The evidence in one sentence.
        pub message: String = reason.message.clone(),
    }

    /// Other versions that fit better than the requested one.
    #[schemars(rename = "Advice")]
    pub struct AdviceDto(message: String, better: &Candidate) {
        /// Which versions fit better, and why.
        pub message: String = message,
        /// The best candidate.
        pub better: FitDto = FitDto::new(better),
    }
}
