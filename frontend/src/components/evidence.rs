//! How far values between known images can be trusted.

use strata_core::offsets::Evidence;

use super::figures;

/// What leaving out each image in turn showed.
pub fn tried(evidence: &Evidence) -> String {
    let [questions, wrong, carried, errs] = [
        evidence.bracketed.questions,
        evidence.bracketed.wrong,
        evidence.carried.questions,
        evidence.carried.wrong,
    ]
    .map(|count| figures::thousands(count as usize));
    format!(
        "Tried on every image here, each left out in turn: {questions} questions, {wrong} wrong answers; to carry the image before \
         would err {errs} times in {carried}."
    )
}
