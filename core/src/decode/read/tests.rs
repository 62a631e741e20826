//! Pasted texts and their readings.

mod cost;
mod db;
mod plain;
mod refusals;
mod reports;
mod silent;
mod windbg;

use expect_test::Expect;

use super::{Outcome, read};

/// Stands between a text and its reading, or the lines of a reading, in one line.
const READ_AS: &str = " ⇒ ";

/// Checks texts against their readings, which stand behind [`READ_AS`] in the line of a text, or in the lines below a text, which
/// begin with `> `. `⏎` stands for a line break and `⇥` for a tab in a text.
pub(super) fn check(expected: &Expect) {
    let lines = expected.data.trim_start_matches('\n').lines();
    let indents = lines.clone().filter(|line| !line.trim().is_empty());
    let indent = indents
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    let (mut shown, mut text, mut was_line) = (String::new(), String::new(), true);
    for line in lines.map(|line| line.get(indent..).unwrap_or_default()) {
        let is_below = line.starts_with("> ");
        let own = line.split_once(READ_AS).filter(|_| !is_below);
        let own = own.map(|(text, _)| text);
        let is_end = own.is_some() || is_below;
        if !(is_end || text.is_empty() && line.is_empty()) {
            text += &format!("{line}\n");
        }
        let case = own.unwrap_or_else(|| text.strip_suffix('\n').unwrap_or_default());
        if !is_end || case.is_empty() {
            continue;
        }
        let reading = show(&case.replace('⇥', "\t").replace('⏎', "\n"));
        let between = if was_line && own.is_some() { "" } else { "\n" };
        let between = if shown.is_empty() { "" } else { between };
        let parts = reading
            .lines()
            .map(|line| line.trim_start_matches("> ").trim());
        let joined = parts.collect::<Vec<_>>().join(READ_AS);
        shown += &match own {
            Some(text) => format!("{between}{text}{READ_AS}{joined}\n"),
            None if line.contains(READ_AS) => format!("{between}{case}\n> {joined}\n"),
            None => format!("{between}{case}\n{reading}"),
        };
        was_line = own.is_some();
        text.clear();
    }
    expected.assert_eq(&shown);
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
