//! Writes judged claims as a table for spreadsheets: one line per claim and point, then one per refused line.

use std::fmt::Write as _;

use super::wire::ValidityAnswer;
use super::{JudgedClaim, Judgement, KernelRun};
use crate::point::Point;
use crate::render::counted;
use crate::units::ByteOffset;

/// Returns CSV (RFC 4180) with one line for each claim and point; kernels known only from a list follow as ranges of
/// versions. Refused lines come last: the line, `refused`, and the reason.
pub fn to_csv(answer: &ValidityAnswer) -> String {
    let mut text =
        "line,structure,member,claimed,version,arch,verdict,offset,bit,type,note\r\n".to_owned();
    for item in &answer.items {
        // Names, versions and types contain neither quotes nor commas.
        let JudgedClaim {
            line,
            structure,
            member,
            ..
        } = item;
        let claim = format!("{line},{structure},{member},{}", hex(item.offset));
        for judgement in &item.points {
            for point in &judgement.points {
                row(&mut text, &claim, judgement, point);
            }
        }
        for listed in &item.listed {
            listed_row(&mut text, &claim, listed);
        }
    }
    let mut refuse = |line: &str, why: &str| {
        let _ = write!(text, "{line},,,,,,refused,,,,{}\r\n", quoted(why));
    };
    for refused in &answer.refused {
        refuse(&refused.line.to_string(), &refused.why);
    }
    if let more @ 1.. = answer.not_judged {
        let why = format!("{more} more claims were not judged: split the table");
        refuse("", &why);
    }
    text
}

fn row(text: &mut String, claim: &str, judgement: &Judgement, point: &Point) {
    let Point { version, arch } = point;
    let offset = judgement.offset.map(hex).unwrap_or_default();
    let bit = judgement.bit.map(|bit| bit.to_string()).unwrap_or_default();
    let ty = judgement.r#type.as_deref().unwrap_or_default();
    let note = judgement.note.as_deref().map(quoted).unwrap_or_default();
    let verdict = judgement.verdict;
    let _ = write!(
        text,
        "{claim},{version},{arch},{verdict},{offset},{bit},{ty},{note}\r\n"
    );
}

/// Writes the kernels of a list as a range: `10.0.22621.4..10.0.26100.1,x64`.
fn listed_row(text: &mut String, claim: &str, listed: &KernelRun) {
    let (arch, verdict, offset) = (listed.arch, listed.verdict, hex(listed.offset));
    let range = match listed.first == listed.last {
        true => listed.first.to_string(),
        false => format!("{}..{}", listed.first, listed.last),
    };
    let kernels = counted(listed.kernels, "kernel");
    let note = quoted(&format!("{kernels} of {}", listed.source));
    let _ = write!(
        text,
        "{claim},{range},{arch},{verdict},{offset},,,{note}\r\n"
    );
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

pub(super) fn hex(offset: u32) -> String {
    ByteOffset::new(offset).to_string()
}
