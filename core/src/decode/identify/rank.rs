//! Evidence → candidates in order, each with its verdict and its reasons.

use std::cmp::Reverse;

use super::classes::Class;
use super::judge::Evidence;
use super::{ANSWER_LIMIT, CLEARLY, Candidate, DOUBT, REASONS_LIMIT, REFUTED, SUSPECT, words};
use crate::units::ByteSize;

/// Whether a layout fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing of weight speaks against it.
    Fits,
    /// Something does, but not enough to be sure.
    FitsBadly,
    /// These bytes are not this.
    DoesNotFit,
}

impl Verdict {
    /// All of them, the best first.
    pub const ALL: [Self; 3] = [Self::Fits, Self::FitsBadly, Self::DoesNotFit];

    /// `fits`, `fits-badly` or `does-not-fit`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::FitsBadly => "fits-badly",
            Self::DoesNotFit => "does-not-fit",
        }
    }
}

/// What there is to judge by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Found {
    /// No byte is known.
    #[default]
    NothingKnown,
    /// Every byte that is known is zero, which anything can be.
    OnlyZeros,
    /// Something else.
    Values,
}

/// The classes as candidates, the likeliest first.
pub(super) fn rank(mut judged: Vec<(&Class, Evidence)>) -> Vec<Candidate> {
    let best = judged.iter().map(|(_, evidence)| evidence.content).max();
    let best = best.unwrap_or(0);
    // Where scores are alike, what is less suspicious stands first, then what stands first in the data.
    judged.sort_by_key(|(_, evidence)| (Reverse(score(evidence)), evidence.against));
    let mut structures = judged.iter().map(|(class, _)| &class.layout.structure);
    let first = structures.next();
    let alone = structures.all(|other| Some(other) == first);
    let mut candidates: Vec<Candidate> = Vec::with_capacity(judged.len());
    for (place, (class, evidence)) in judged.into_iter().enumerate() {
        let score = score(&evidence);
        let tie = candidates.last().filter(|last| last.score == score);
        candidates.push(Candidate {
            rank: tie.map_or(place + 1, |last| last.rank),
            structure: class.layout.structure.clone(),
            arch: class.arch,
            points: class.points.clone(),
            unstated: class.unstated.clone(),
            size: ByteSize::new(class.size),
            verdict: verdict(&evidence, best),
            score,
            content: evidence.content,
            against: evidence.against,
            // Of one structure, any point may be asked about; of many, what is far behind is told to nobody.
            reasons: match alone || place < ANSWER_LIMIT {
                true => reasons(class, evidence),
                false => Vec::new(),
            },
        });
    }
    candidates
}

fn score(evidence: &Evidence) -> i32 {
    evidence.content.saturating_add(evidence.extent)
}

fn verdict(evidence: &Evidence, best: i32) -> Verdict {
    let behind = best.saturating_sub(evidence.content);
    match evidence.against {
        ..DOUBT => Verdict::Fits,
        REFUTED.. => Verdict::DoesNotFit,
        SUSPECT.. if behind >= CLEARLY => Verdict::DoesNotFit,
        _ => Verdict::FitsBadly,
    }
}

fn reasons(class: &Class, evidence: Evidence) -> Vec<super::Reason> {
    let mut marks = evidence.marks;
    marks.sort_by_key(|mark| (Reverse(mark.weight.abs()), mark.instance, mark.offset));
    let mut left = [REASONS_LIMIT, REASONS_LIMIT];
    marks.retain(|mark| {
        if mark.sign.of_size() {
            return true;
        }
        let [pro, contra] = &mut left;
        let side = if mark.weight > 0 { pro } else { contra };
        let kept = *side > 0;
        *side = side.saturating_sub(1);
        kept
    });
    marks
        .iter()
        .map(|mark| words::reason(class, mark))
        .collect()
}
