//! Texts as people paste them, each with what is read from it.

mod db;
mod plain;
mod refusals;

use expect_test::Expect;

use super::{Fate, read};

/// What a text is read as: dialect, base, bytes, and what became of the lines that gave none.
fn check(text: &str, expected: &Expect) {
    let shown = match read(text) {
        Err(error) => format!("error: {error}\n"),
        Ok(reading) => {
            let base = reading.space.first().base();
            let base = base.map_or_else(String::new, |base| format!(" at 0x{base:x}"));
            let mut shown = format!("{}{base}: {}\n", reading.dialect, reading.why);
            let len = reading.space.first().len();
            for at in (0..len).step_by(16) {
                let raw = reading.space.first().raw(at, 16.min(len - at));
                shown += &format!("  {raw}\n");
            }
            for line in &reading.lines {
                match &line.fate {
                    Fate::Bytes { .. } => {}
                    Fate::Prompt => shown += &format!("line {}: prompt\n", line.line),
                    Fate::Fence => shown += &format!("line {}: fence\n", line.line),
                    Fate::Code => shown += &format!("line {}: code\n", line.line),
                    Fate::Skipped(skip) => {
                        shown += &format!("line {}: `{}`: {skip}\n", line.line, skip.text);
                    }
                }
            }
            shown
        }
    };
    expected.assert_eq(&shown);
}
