//! Ranks the candidates by their evidence, with verdicts and reasons.

use std::cmp::Reverse;

use super::classes::Class;
use super::judge::{Evidence, EvidenceItem};
use super::{
    ANSWER_LIMIT, CLEAR_MARGIN, Candidate, DENSE, DENSE_MARGIN, DOUBT, REASONS_LIMIT, REFUTED,
    Reason, SUSPECT,
};
use crate::decode::memory::Byte;
use crate::decode::shape::{Field, Shape};
use crate::decode::value::ItemName;
use crate::units::{ByteOffset, ByteSize};
use crate::words::words;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        /// More evidence than expected by chance, and nothing strong against it.
        Fits = "fits",
        /// Nothing strong against it, and no more evidence than expected by chance.
        NotRuledOut = "not-ruled-out",
        /// Evidence against it, but not conclusive.
        FitsBadly = "fits-badly",
        DoesNotFit = "does-not-fit",
    }
}

impl Verdict {
    /// Whether no strong evidence contradicts it.
    pub const fn is_possible(self) -> bool {
        matches!(self, Self::Fits | Self::NotRuledOut)
    }
}

/// How much evidence the bytes can give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KnownBytes {
    #[default]
    None,
    /// Every known byte is zero, which fits anything.
    OnlyZeros,
    Values,
}

/// Converts the classes to candidates, the likeliest first. `explain` judges a class again, with its reasons: kept for
/// all classes, these would take hundreds of megabytes.
pub(super) fn rank<'a>(
    mut judged: Vec<(&'a Class, Evidence)>,
    needed: i32,
    explain: impl Fn(&'a Class) -> Option<Evidence>,
) -> Vec<Candidate> {
    let best = judged.iter().map(|(_, evidence)| evidence.content).max();
    let best = best.unwrap_or(0);
    let is_refuted = |evidence: &Evidence| verdict(evidence, best, needed) == Verdict::DoesNotFit;
    // Those that are refuted come last. Ties: the least evidence against it first, then in the order of the data.
    judged.sort_by_key(|(_, evidence)| {
        (
            is_refuted(evidence),
            Reverse(score(evidence)),
            evidence.against,
        )
    });
    let mut structures = judged.iter().map(|(class, _)| &class.layout.structure);
    let first = structures.next();
    let alone = structures.all(|other| Some(other) == first);
    let mut candidates: Vec<Candidate> = Vec::with_capacity(judged.len());
    for (place, (class, evidence)) in judged.into_iter().enumerate() {
        let score = score(&evidence);
        let verdict = verdict(&evidence, best, needed);
        let is_refuted = |verdict: Verdict| verdict == Verdict::DoesNotFit;
        let tie = candidates
            .last()
            .filter(|last| last.score == score && is_refuted(last.verdict) == is_refuted(verdict));
        candidates.push(Candidate {
            rank: tie.map_or(place + 1, |last| last.rank),
            structure: class.layout.structure.clone(),
            arch: class.arch,
            points: class.points.clone(),
            unstated: class.unstated.clone(),
            size: ByteSize::new(class.size),
            structures: evidence.structures,
            verdict,
            score,
            content: evidence.content,
            each: evidence.each,
            judged: evidence.judged,
            against: evidence.against,
            // For one structure, the caller may request any point; for many, distant candidates are never shown.
            reasons: match alone || place < ANSWER_LIMIT {
                true => explain(class).map_or_else(Vec::new, |it| reasons(class, it)),
                false => Vec::new(),
            },
        });
    }
    candidates
}

fn score(evidence: &Evidence) -> i32 {
    evidence.content.saturating_add(evidence.extent)
}

/// Returns the evidence that a fit requires: more than the best of `considered` layouts has by chance, and a margin if
/// hardly a byte is zero.
pub(super) fn needed(considered: usize, dense: bool) -> i32 {
    const BIT: i32 = 10;
    let bits = i32::try_from(considered.max(1).ilog2());
    let chance = BIT.saturating_mul(bits.unwrap_or(i32::MAX));
    let margin = if dense { DENSE_MARGIN } else { 0 };
    chance.saturating_add(margin)
}

/// Whether hardly a byte is zero, as in random bytes, text and code: numbers and addresses have zeros.
pub(super) fn dense(bytes: &[Byte]) -> bool {
    let known = bytes.iter().filter(|byte| matches!(byte, Byte::Known(_)));
    let zeros = bytes.iter().filter(|byte| **byte == Byte::Known(0));
    zeros.count().saturating_mul(DENSE) < known.count()
}

fn verdict(evidence: &Evidence, best: i32, needed: i32) -> Verdict {
    let behind = best.saturating_sub(evidence.content);
    match evidence.against {
        ..DOUBT if evidence.each > needed => Verdict::Fits,
        ..DOUBT => Verdict::NotRuledOut,
        REFUTED.. => Verdict::DoesNotFit,
        SUSPECT.. if behind >= CLEAR_MARGIN => Verdict::DoesNotFit,
        _ => Verdict::FitsBadly,
    }
}

fn reasons(class: &Class, evidence: Evidence) -> Vec<Reason> {
    let judged = evidence.judged;
    let mut marks = evidence.items;
    marks.sort_by_key(|mark| (Reverse(mark.weight.abs()), mark.instance, mark.offset));
    let mut left = [REASONS_LIMIT, REASONS_LIMIT];
    marks.retain(|mark| {
        if mark.rule.of_size() {
            return true;
        }
        let [pro, contra] = &mut left;
        let side = if mark.weight > 0 { pro } else { contra };
        let kept = *side > 0;
        *side = side.saturating_sub(1);
        kept
    });
    let reasons = marks.iter().map(|mark| reason(class, mark, judged));
    reasons.collect()
}

/// Formats a piece of evidence: the path to the value, and one sentence. Of several structures that were judged, it
/// says how many have it.
fn reason(class: &Class, mark: &EvidenceItem, judged: u32) -> Reason {
    let field = mark.field.and_then(|field| class.fields.get(field));
    let way = |head: fn(&ItemName) -> String| {
        field.map(|field| path(head(&field.name), field, mark.offset) + mark.suffix)
    };
    let path = way(ItemName::to_string);
    let (before, behind) = mark.rule.words();
    let value = mark.value;
    let message = match way(ItemName::title) {
        Some(path) => format!("`{path}` {before}{value:x}{behind}"),
        None => format!("{before}{value:x}{behind}"),
    };
    let message = match judged > 1 && !mark.rule.of_size() {
        true => format!("{message} (in {} of {judged})", mark.instances),
        false => message,
    };
    Reason {
        rule: mark.rule,
        weight: mark.weight,
        instance: mark.instance,
        offset: ByteOffset::new(mark.offset),
        path,
        message,
    }
}

/// Returns the path to an offset in a member, beginning with the member's name: `EtwpGuidHashTable[3].ListHead[0]`.
fn path(mut path: String, field: &Field, offset: u32) -> String {
    let mut left = offset.saturating_sub(field.offset);
    let mut shape = &field.shape;
    loop {
        shape = match shape {
            Shape::Array {
                element, stride, ..
            } => {
                let stride = (*stride).max(1);
                path.push_str(&format!("[{}]", left / stride));
                left %= stride;
                element
            }
            Shape::Struct { fields, .. } => {
                let inside = |field: &&Field| (field.offset..field.end()).contains(&left);
                let mut sure = fields.iter().filter(|field| !field.shared);
                let Some(field) = sure.find(inside) else {
                    return path;
                };
                path.push_str(&format!(".{}", field.name));
                left = left.saturating_sub(field.offset);
                &field.shape
            }
            _ => return path,
        };
    }
}
