//! GUIDs in their usual notation, and nothing else: `{68fdd900-4a3e-11d1-84f4-0000f80464e3}`.
//!
//! They are read as they lie in memory, 16 bytes each: the first three parts are numbers, whose lowest byte comes first.
//! Read as plain hexadecimal, those parts would come out in the wrong order.

use super::cells::Order;
use super::fate::Fate;
use super::gathered::Gathered;
use super::plain;
use super::text::{Line, is_fence, is_hex, uncoded};
use super::{Candidate, Dialect, ReadError, Reading, prompt};

/// How many digits the parts have, between the hyphens.
const PARTS: [usize; 5] = [8, 4, 4, 4, 12];

/// Whether the text is GUIDs and nothing else.
pub(super) fn detect(lines: &[Line<'_>]) -> bool {
    let mut content = lines
        .iter()
        .filter_map(|line| content(&line.text))
        .peekable();
    content.peek().is_some() && content.all(|text| guids(text).is_some())
}

/// What a line says; `None` for one that stands around the text.
fn content(text: &str) -> Option<&str> {
    let around = is_fence(text) || prompt::prompt(text).is_some();
    (!around).then(|| uncoded(text).trim())
}

/// The bytes of the GUIDs of a line in which there is nothing else.
fn guids(text: &str) -> Option<Vec<Option<u8>>> {
    let words = text.split([',', ';', ' ']).filter(|word| !word.is_empty());
    let guids: Option<Vec<Vec<Option<u8>>>> = words.map(guid).collect();
    guids
        .map(|guids| guids.concat())
        .filter(|bytes| !bytes.is_empty())
}

fn guid(word: &str) -> Option<Vec<Option<u8>>> {
    let word = word.trim_matches(['"', '\'', '{', '}', '(', ')']);
    let parts: Vec<&str> = word.split('-').collect();
    if parts.iter().map(|part| part.len()).ne(PARTS) {
        return None;
    }
    let mut bytes = Vec::with_capacity(16);
    for (place, part) in parts.into_iter().enumerate() {
        let part = plain::pairs(part).filter(|_| is_hex(part))?.into_iter();
        match place {
            0..3 => bytes.extend(part.rev()),
            _ => bytes.extend(part),
        }
    }
    Some(bytes)
}

/// Reads a text that is GUIDs and nothing else.
pub(super) fn read(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let mut gathered = Gathered::default();
    for line in lines {
        match content(&line.text) {
            None if is_fence(&line.text) => gathered.other(line.number, Fate::Fence),
            None => gathered.other(line.number, Fate::Prompt),
            Some(text) => gathered.bytes(line.number, &guids(text).unwrap_or_default())?,
        }
    }
    let why = "a GUID's five groups of digits: as it lies in memory, its first three parts with their lowest byte first";
    let mut reading = gathered.reading(Dialect::Guid, why)?;
    let plain = |line: &Line<'_>| {
        let text = content(&line.text);
        text.is_none_or(|text| plain::take(text, Order::Memory).is_ok())
    };
    if lines.iter().all(plain) {
        reading.also.push(Candidate {
            dialect: Dialect::Plain,
            why: "the digits in the order in which they are written".to_owned(),
        });
    }
    Ok(reading)
}
