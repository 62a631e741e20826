//! Posted or piped input: bytes, or the text of a dump in its encoding (UTF-8, or UTF-16 from PowerShell's `>`), in the
//! requested dialect or the detected one.

use strata_core::Dataset;
use strata_core::decode::Options;
use strata_core::decode::identify::wire::{AdviceDto, ElsewhereDto};
use strata_core::decode::identify::{Cancellation, CandidateScope, Classes};
use strata_core::decode::memory::TooManyBytes;
use strata_core::decode::read::{self, Dialect, ParsedInput, ReadError, Reading};
use strata_core::decode::source::unmarked_utf_16;
pub use strata_core::decode::source::{NoText, text};
use strata_core::lookup::Found;
use thiserror::Error;

#[derive(Clone, Debug, Error)]
pub enum InputError {
    #[error(transparent)]
    NoText(#[from] NoText),
    #[error(transparent)]
    NoDump(#[from] ReadError),
    #[error(transparent)]
    TooMany(#[from] TooManyBytes),
}

/// An input as read, with alternative readings.
#[derive(Debug)]
pub struct ReadInput {
    pub pasted: ParsedInput,
    /// Alternative readings of a text whose dialect was not requested.
    pub others: Vec<Reading>,
}

/// Reads bytes as they are, or as the text of a dump or of a layout; a dump in `dialect`, if given. Its alternative
/// readings, each as slow as the first, are made only if `are_wanted` returns true after it.
pub fn read_input(
    bytes: Vec<u8>,
    is_text: bool,
    dialect: Option<Dialect>,
    are_wanted: impl FnOnce() -> bool,
) -> Result<ReadInput, InputError> {
    let reading = match dialect {
        _ if !is_text => read::raw(bytes)?,
        Some(Dialect::Raw) => read::raw(bytes)?,
        Some(dialect) => read::read_as(&text(&bytes)?, dialect)?,
        None => {
            let text = text(&bytes)?;
            let pasted = read::parse_input(&text)?;
            let others = match &pasted {
                ParsedInput::Bytes(reading) if are_wanted() => {
                    read::candidate_readings(&text, reading)
                }
                ParsedInput::Bytes(_) | ParsedInput::Listing(_) => Vec::new(),
            };
            return Ok(ReadInput { pasted, others });
        }
    };
    let (pasted, others) = (ParsedInput::Bytes(reading), Vec::new());
    Ok(ReadInput { pasted, others })
}

/// The advice that the bytes, or another reading of their text, fit another version of the structure clearly better.
pub(crate) fn advice(
    dataset: &Dataset,
    found: &Found<'_>,
    (reading, others): (&Reading, &[Reading]),
    options: &Options,
    cancellation: Cancellation<'_>,
) -> (Option<AdviceDto>, Option<ElsewhereDto>) {
    let scope = CandidateScope {
        structure: Some(found.structure),
        cancellation,
        ..CandidateScope::default()
    };
    let Ok(classes) = Classes::new(dataset, scope) else {
        return (None, None);
    };
    let Ok(identified) = classes.identify(&reading.space, options) else {
        return (None, None);
    };
    let elsewhere = classes.elsewhere(&identified, reading, others, options);
    let elsewhere = elsewhere.map(|it| ElsewhereDto::new(&it, &identified, reading.dialect));
    (identified.advice(found.layout.point), elsewhere)
}

/// The error for an unknown dialect; its text is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("one of the dialects that are read: {}", known())]
pub struct UnknownDialect;

fn known() -> String {
    Dialect::ALL.map(Dialect::as_str).join(", ")
}

pub fn dialect(name: &str) -> Result<Dialect, UnknownDialect> {
    Dialect::of(name).ok_or(UnknownDialect)
}

/// Whether bytes look like text: nearly no control characters except those that separate lines and columns and those
/// that colour a terminal. Stray ones are allowed, because the reader reports their line.
pub fn is_text(bytes: &[u8]) -> bool {
    let plain = |c: char| {
        !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1a}' | '\u{1b}')
    };
    text(bytes).is_ok_and(|text| {
        let odd = text.chars().filter(|c| !plain(*c)).count();
        // Names in UTF-16 can be a part of memory that is dumped.
        let is_read = || unmarked_utf_16(bytes).is_none() || read::parse_input(&text).is_ok();
        odd.saturating_mul(CHARACTERS_A_STRAY) <= text.len() && is_read()
    })
}

/// How many bytes of text may have one stray control character.
const CHARACTERS_A_STRAY: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_from_text() {
        assert!(is_text(b"fffff800`12345678  00 01 02\r\n"));
        assert!(is_text(b""));
        let stray = [&b"fffff800`12345678  00 01 02\r\n".repeat(4)[..], b"\0\n"].concat();
        assert!(is_text(&stray));
        assert!(is_text(b"\x1b[31mfffff800`12345678  00\x1b[0m"));
        let wide = |text: &str| -> Vec<u8> { text.bytes().flat_map(|it| [it, 0]).collect() };
        assert!(is_text(&wide("fffff800`12345678  00 01 02\r\n")));
        assert!(!is_text(&wide("\\SystemRoot\\ntdll.dll")));
        for bytes in [&b"\0"[..], b"MZ\x90\0", b"\x01\x02", b"\xff\xff"] {
            assert!(!is_text(bytes), "{bytes:x?}");
        }
    }
}
