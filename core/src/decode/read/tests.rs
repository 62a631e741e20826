//! Pasted texts and their readings.

mod cost;
mod db;
mod plain;
mod refusals;
mod silent;
mod windbg;

use expect_test::Expect;

use super::{Outcome, read};

/// Checks texts against their readings, whose lines begin with `> `. `⇥` stands for a tab.
pub(super) fn check(expected: &Expect) {
    let lines = expected.data.trim_start_matches('\n').lines();
    let indents = lines.clone().filter(|line| !line.trim().is_empty());
    let indent = indents
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines = lines.map(|line| line.get(indent..).unwrap_or_default());
    let lines: Vec<&str> = lines.collect();
    let cases = lines.split(|line| line.starts_with("> "));
    let texts = cases.map(|case| case.join("\n"));
    let texts = texts.filter(|text| !text.trim().is_empty());
    let shown = texts.map(|text| {
        let text = text.trim_start_matches('\n');
        format!("{text}\n{}", show(&text.replace('⇥', "\t")))
    });
    expected.assert_eq(&shown.collect::<Vec<_>>().join("\n"));
}

/// Checks a text that [`check`] cannot contain.
fn check_text(text: &str, expected: &Expect) {
    expected.assert_eq(&show(text));
}

/// Shows a reading: dialect, bytes by region, other readings, notes, and lines without bytes.
fn show(text: &str) -> String {
    let reading = match read(text) {
        Err(error) => return format!("> error: {error}\n"),
        Ok(reading) => reading,
    };
    let mut shown = format!("> {}: {}\n", reading.dialect, reading.why);
    for region in reading.space.regions() {
        let base = region.base().map(|base| format!("0x{base:x}: "));
        let bytes = region.raw(0, region.len());
        shown += &format!(">   {}{bytes}\n", base.unwrap_or_default());
    }
    for also in &reading.also {
        shown += &format!("> or {}: {}\n", also.dialect, also.why);
    }
    for note in &reading.notes {
        shown += &format!("> line {}: note: {}\n", note.line, note.text);
    }
    for line in &reading.lines {
        if let Some(note) = &line.note {
            shown += &format!("> line {}: comment: {note}\n", line.line);
        }
        match &line.outcome {
            Outcome::Bytes { .. } => {}
            Outcome::Skipped(skip) => {
                shown += &format!("> line {}: `{}`: {skip}\n", line.line, skip.text);
            }
            outcome => shown += &format!("> line {}: {outcome:?}\n", line.line),
        }
    }
    shown
}
