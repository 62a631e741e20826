//! Pasted texts and their readings.

mod cost;
mod db;
mod plain;
mod refusals;
mod silent;
mod windbg;

use expect_test::Expect;

use super::{Outcome, read};

/// Checks the reading of a text: dialect, base, bytes, and the outcome of lines without bytes.
fn check(text: &str, expected: &Expect) {
    let shown = match read(text) {
        Err(error) => format!("error: {error}\n"),
        Ok(reading) => {
            let mut shown = format!("{}: {}\n", reading.dialect, reading.why);
            for region in reading.space.regions() {
                if let Some(base) = region.base() {
                    shown += &format!("  at 0x{base:x}\n");
                }
                for at in (0..region.len()).step_by(16) {
                    let raw = region.raw(at, 16.min(region.len() - at));
                    shown += &format!("  {raw}\n");
                }
            }
            for also in &reading.also {
                shown += &format!("also {}: {}\n", also.dialect, also.why);
            }
            for line in &reading.lines {
                if let Some(note) = &line.note {
                    shown += &format!("line {}: note: {note}\n", line.line);
                }
                match &line.outcome {
                    Outcome::Bytes { .. } => {}
                    Outcome::Prompt => shown += &format!("line {}: prompt\n", line.line),
                    Outcome::Fence => shown += &format!("line {}: fence\n", line.line),
                    Outcome::Code => shown += &format!("line {}: code\n", line.line),
                    Outcome::Gap => shown += &format!("line {}: gap\n", line.line),
                    Outcome::End => shown += &format!("line {}: end\n", line.line),
                    Outcome::Heading => shown += &format!("line {}: heading\n", line.line),
                    Outcome::Skipped(skip) => {
                        shown += &format!("line {}: `{}`: {skip}\n", line.line, skip.text);
                    }
                }
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}
