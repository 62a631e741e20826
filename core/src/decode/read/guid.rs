//! Parses a text of GUIDs only: `{68fdd900-4a3e-11d1-84f4-0000f80464e3}`.
//!
//! The result is their memory layout, 16 bytes each: the first three parts are little-endian numbers. As plain
//! hexadecimal, those parts would have the wrong byte order.

use super::cells::Order;
use super::literal_output::{LiteralOutput, context_outcome};
use super::text::{Line, uncoded};
use super::{Candidate, Dialect, ReadError, Reading, plain};
use crate::guid::Guid;

const WHY: &str = "the five groups of digits of a GUID: in memory, the first three parts have their lowest byte first";

/// Parses a text of GUIDs only; `None` for any other text.
pub(super) fn read(lines: &[Line<'_>]) -> Option<Result<Reading, ReadError>> {
    let mut output = LiteralOutput::default();
    let mut is_plain = true;
    for line in lines {
        if let Some(outcome) = context_outcome(&line.text) {
            output.push_outcome(line.number, outcome);
            continue;
        }
        let text = uncoded(&line.text).trim();
        let words = text.split([',', ';', ' ']).filter(|word| !word.is_empty());
        let mut bytes = Vec::new();
        for word in words {
            let word = word.trim_matches(['"', '\'', '{', '}', '(', ')']);
            let Guid(guid) = word.parse().ok()?;
            bytes.extend(guid.map(Some));
        }
        is_plain &= plain::line_bytes(text, Order::Memory).is_ok();
        if bytes.is_empty() {
            return None;
        }
        if let Err(error) = output.push_bytes(line.number, &bytes) {
            return Some(Err(error));
        }
    }
    if output.len() == 0 {
        return None;
    }
    let plain = is_plain.then(|| Candidate {
        dialect: Dialect::Plain,
        why: "the digits in the order of the text".to_owned(),
    });
    let mut reading = output.reading(Dialect::Guid, WHY, lines);
    if let Ok(reading) = &mut reading {
        reading.also.extend(plain);
    }
    Some(reading)
}
