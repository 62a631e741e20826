//! Claims that were judged, as a table for spreadsheets: a line a claim and point, then one for each line that was refused.

use std::fmt::Write as _;

use super::wire::{ClaimDto, JudgementDto, ListedDto, ValidityAnswer};
use crate::units::ByteOffset;

/// One line a claim and point, as CSV (RFC 4180); kernels that only a list of offsets knows follow as ranges of versions. What is refused stands at the end: the line, the verdict `refused`, and the
/// reason as the note.
#[must_use]
pub fn to_csv(answer: &ValidityAnswer) -> String {
    let mut text =
        "line,structure,member,claimed,version,arch,verdict,offset,bit,type,note\r\n".to_owned();
    for item in &answer.items {
        for judgement in &item.points {
            for point in &judgement.points {
                row(&mut text, item, judgement, point);
            }
        }
        for listed in &item.listed {
            listed_row(&mut text, item, listed);
        }
    }
    for refused in &answer.refused {
        refused_row(&mut text, &refused.line.to_string(), &refused.why);
    }
    if answer.not_judged > 0 {
        let why = format!(
            "{} more claims were not judged: split the table",
            answer.not_judged
        );
        refused_row(&mut text, "", &why);
    }
    text
}

/// What makes no claim that can be judged: its line, the verdict `refused`, and why.
fn refused_row(text: &mut String, line: &str, why: &str) {
    let _ = write!(text, "{line},,,,,,refused,,,,{}\r\n", quoted(why));
}

/// Kernels of a list: `10.0.22621.4..10.0.26100.1,x64`.
fn listed_row(text: &mut String, item: &ClaimDto, listed: &ListedDto) {
    let (line, structure, member) = (item.line, &item.structure, &item.member);
    let (arch, verdict) = (listed.arch, listed.verdict);
    let range = match listed.first == listed.last {
        true => listed.first.clone(),
        false => format!("{}..{}", listed.first, listed.last),
    };
    let note = match listed.kernels {
        1 => format!("1 kernel of {}", listed.source),
        more => format!("{more} kernels of {}", listed.source),
    };
    let (claimed, offset) = (hex(item.offset), hex(listed.offset));
    let _ = write!(
        text,
        "{line},{structure},{member},{claimed},{range},{arch},{verdict},{offset},,,{}\r\n",
        quoted(&note)
    );
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn row(text: &mut String, item: &ClaimDto, judgement: &JudgementDto, point: &str) {
    let (version, arch) = point.split_once('/').unwrap_or((point, ""));
    let offset = judgement.offset.map(hex).unwrap_or_default();
    let bit = judgement.bit.map(|bit| bit.to_string()).unwrap_or_default();
    let ty = judgement.r#type.as_deref().unwrap_or_default();
    let note = judgement.note.as_deref().map(quoted).unwrap_or_default();
    let (line, structure, member) = (item.line, &item.structure, &item.member);
    // Names, versions and types have neither quotes nor commas in them.
    let _ = write!(
        text,
        "{line},{structure},{member},{},{version},{arch},{},{offset},{bit},{ty},{note}\r\n",
        hex(item.offset),
        judgement.verdict
    );
}

pub(super) fn hex(offset: u32) -> String {
    ByteOffset::new(offset).to_string()
}
