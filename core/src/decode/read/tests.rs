//! Pasted texts and their readings.

mod computed;
mod cost;
mod parts;

use expect_test::expect_file;

use super::{Outcome, read};

/// Begins the name of some texts.
const NAME: &str = "§ ";
/// The separator between a text and its reading, or between the lines of a reading, on one line.
const READ_AS: &str = " ⇒ ";

/// A test for each file of texts: WinDbg's `db`; its other words, physical addresses, several commands; hexadecimal
/// without addresses; words after a colon, and rows of reports; source code; texts that must not be misread silently;
/// refused texts.
macro_rules! texts {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            const FILE: &str = concat!("tests/", stringify!($name), ".txt");
            let texts = include_str!(concat!("tests/", stringify!($name), ".txt"));
            expect_file![FILE].assert_eq(&read_again(texts));
        }
    )*};
}

texts! { db windbg plain reports literals silent refusals }

/// Reads texts, each given with its reading: of some lines, with a reading whose lines begin with `> `, or are in one
/// such line, with [`READ_AS`] between them; or of one, with the reading after it. `⇥` stands for a tab, in one line
/// `⏎` for a line break.
fn read_again(texts: &str) -> String {
    let (mut shown, mut text) = (String::new(), String::new());
    // Whether the last text was one line; `None` after a name.
    let mut was_line = None;
    for line in texts.lines() {
        if line.starts_with(NAME) {
            let gap = if shown.is_empty() { "" } else { "\n" };
            shown += &format!("{gap}{line}\n");
            was_line = None;
            continue;
        }
        // Below a text, `> ` begins its reading; otherwise a quoted text.
        let is_reading = line.starts_with("> ") && !text.is_empty();
        let own = line.split_once(READ_AS).filter(|_| !is_reading);
        let own = own.map(|(text, _)| text);
        let is_end = own.is_some() || line.starts_with("> ");
        if !(is_end || text.is_empty() && line.is_empty()) {
            text += &format!("{line}\n");
        }
        let case = own.unwrap_or_else(|| text.strip_suffix('\n').unwrap_or_default());
        if !is_end || case.is_empty() {
            continue;
        }
        let reading = show(&case.replace('⇥', "\t").replace('⏎', "\n"));
        let is_close = was_line.is_none_or(|was_line| was_line && own.is_some());
        shown += if is_close { "" } else { "\n" };
        let lines = reading.lines();
        let lines = lines.map(|line| line.trim_start_matches("> ").trim());
        let joined = lines.collect::<Vec<_>>().join(READ_AS);
        shown += &match own {
            Some(text) => format!("{text}{READ_AS}{joined}\n"),
            None if line.contains(READ_AS) => format!("{case}\n> {joined}\n"),
            None => format!("{case}\n{reading}"),
        };
        was_line = Some(own.is_some());
        text.clear();
    }
    shown
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
