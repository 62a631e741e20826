//! Intel HEX: records of a length, an address, a kind, bytes and a checksum.

use super::assemble::Assembly;
use super::fate::{Fate, LineFate, Reason, Skip, excerpt};
use super::tally::count;
use super::text::{Line, is_fence, uncoded};
use super::{Dialect, Note, Places, ReadError, Reading, plain};
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// What a record has beside its bytes: length, address, kind, checksum.
const AROUND: usize = 5;

/// A record.
struct Record {
    address: u16,
    kind: u8,
    data: Vec<u8>,
    /// Whether the checksum is that of the rest.
    sound: bool,
}

/// Whether the text is records: one whose checksum is right stands anywhere, or each line begins with a colon and the first is
/// one.
pub(super) fn detect(lines: &[Line<'_>]) -> bool {
    let is_sound = |line: &Line<'_>| records(&line.text).flatten().any(|record| record.sound);
    if lines.iter().any(is_sound) {
        return true;
    }
    let mut content = lines.iter().filter(|line| !is_fence(&line.text));
    let first = content.clone().next();
    first.is_some_and(|line| records(&line.text).flatten().next().is_some())
        && content.all(|line| uncoded(&line.text).starts_with(':'))
}

/// What begins with a colon and digits in a line: records, and `None` for what is too long or too short for one.
fn records(text: &str) -> impl Iterator<Item = Option<Record>> {
    // The digits before a colon are the segment of an address, or the time.
    let mut own = true;
    text.split(':')
        .enumerate()
        .filter_map(move |(place, part)| {
            let end = part.find(|c: char| !c.is_ascii_hexdigit());
            let (digits, behind) = part.split_at(end.unwrap_or(part.len()));
            let is_own = std::mem::replace(&mut own, true);
            let whole = record(digits);
            if whole.is_none() && behind.is_empty() {
                own = digits.is_empty();
            } else {
                own = whole.is_some() || !behind.ends_with(|c: char| c.is_ascii_alphanumeric());
            }
            (place > 0 && is_own && digits.len() >= 2 * AROUND).then_some(whole)
        })
}

/// The record of these digits.
fn record(digits: &str) -> Option<Record> {
    let bytes = plain::pairs(digits)?.into_iter();
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let [length, high, low, kind, rest @ ..] = bytes.as_slice() else {
        return None;
    };
    let (_, data) = rest.split_last()?;
    (usize::from(*length) + AROUND == bytes.len()).then(|| Record {
        address: u16::from_be_bytes([*high, *low]),
        kind: *kind,
        data: data.to_vec(),
        sound: bytes.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) == 0,
    })
}

/// Reads a text that is records.
pub(super) fn read(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        assembly: Assembly::default(),
        fates: Vec::with_capacity(lines.len()),
        notes: Vec::new(),
        base: 0,
        records: 0,
    };
    for line in lines {
        let mut found = records(&line.text).peekable();
        if found.peek().is_none() {
            let fate = match is_fence(&line.text) {
                true => Fate::Fence,
                false => no_record(&line.text),
            };
            reader.fates.push(LineFate::new(line.number, fate));
        }
        for record in found {
            let fate = reader.record(line, record)?;
            reader.fates.push(LineFate::new(line.number, fate));
        }
    }
    reader.finish()
}

fn no_record(text: &str) -> Fate {
    Fate::Skipped(Skip::new(Reason::NoRecord(excerpt(text)), text))
}

struct Reader {
    assembly: Assembly,
    fates: Vec<LineFate>,
    notes: Vec<Note>,
    /// What is added to the addresses of records.
    base: u64,
    /// How many records have bytes.
    records: usize,
}

impl Reader {
    /// Takes what begins as a record does.
    fn record(&mut self, line: &Line<'_>, record: Option<Record>) -> Result<Fate, ReadError> {
        let (number, text) = (line.number, &line.text);
        let Some(record) = record else {
            return Ok(no_record(text));
        };
        if !record.sound && record.kind != 0 {
            // Where the next ones belong is in it.
            let skip = Skip::new(Reason::Checksum, text);
            return Err(ReadError::Damaged { line: number, skip });
        }
        match (record.kind, record.data.as_slice()) {
            (0, data) if !data.is_empty() => {
                let bytes: Vec<Option<u8>> = data
                    .iter()
                    .map(|byte| record.sound.then_some(*byte))
                    .collect();
                let address = self.base + u64::from(record.address);
                let place = self.fates.len();
                let placed = self.assembly.row(number, place, address, &bytes)?;
                if let Err(reason) = placed {
                    return Ok(Fate::Skipped(Skip::new(reason, text)));
                }
                self.records += 1;
                if !record.sound {
                    self.notes.push(Note {
                        line: number,
                        text: "its checksum shows that a digit was changed: its bytes are unknown"
                            .to_owned(),
                    });
                }
                let (region, at, count) = (0, 0, bytes.len());
                Ok(Fate::Bytes { region, at, count })
            }
            (1, _) => Ok(Fate::End),
            (2, &[high, low]) => {
                self.base = u64::from(u16::from_be_bytes([high, low])) << 4;
                Ok(Fate::Code)
            }
            (4, &[high, low]) => {
                self.base = u64::from(u16::from_be_bytes([high, low])) << 16;
                Ok(Fate::Code)
            }
            // Where to begin to run, and what is not known.
            _ => Ok(Fate::Code),
        }
    }

    fn finish(mut self) -> Result<Reading, ReadError> {
        let regions = self
            .assembly
            .finish(&mut self.fates, &[], &mut self.notes)?;
        let starts = regions.iter().map(|(start, _)| *start).collect();
        let memories: Vec<Memory> = regions.into_iter().map(|(_, memory)| memory).collect();
        let why = count(self.records, "record") + " of a length, an address, bytes and a checksum";
        Reading {
            places: Places::Offsets,
            starts,
            notes: self.notes,
            lines: self.fates,
            ..Reading::new(Space::new(memories), Dialect::IntelHex, why)
        }
        .checked()
    }
}
