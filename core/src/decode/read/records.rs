//! Intel HEX and Motorola's S-records: records of a length, an address, a kind, bytes and a checksum.

use super::assemble::Assembly;
use super::fate::{Fate, LineFate, Reason, Skip, excerpt};
use super::tally::count;
use super::text::{Line, is_fence, is_hex, uncoded};
use super::{Dialect, Note, Places, ReadError, Reading, plain};
use crate::decode::memory::Memory;
use crate::decode::space::Space;

/// What a record of Intel's has beside its bytes: length, address, kind, checksum.
const AROUND: usize = 5;

/// What begins like a record and has fewer digits may be one that says where the next ones belong.
const SHORT: usize = 20;

/// A record.
struct Record {
    address: u64,
    holds: Holds,
    data: Vec<u8>,
    /// Whether the checksum is that of the rest.
    sound: bool,
}

/// What a record says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Bytes, behind an address of so many bytes.
    Bytes(usize),
    /// What is added to the addresses of records, without so many bits.
    Base(u32),
    End,
    /// Where to begin to run, a title, how many records there are.
    Other,
    Unknown,
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
        && content.all(|line| begins(&line.text))
}

/// Whether a line begins as records do.
fn begins(text: &str) -> bool {
    let text = uncoded(text);
    text.starts_with(':') || motorola(text).is_some()
}

/// The digits of an S-record from its kind on, if the word may be one.
fn motorola(word: &str) -> Option<&str> {
    let digits = word.trim().strip_prefix(['S', 's'])?;
    (digits.len() > 2 * AROUND - 2 && is_hex(digits)).then_some(digits)
}

/// The records of a line, and `None` for what begins like one, but is too long or too short.
fn records(text: &str) -> impl Iterator<Item = Option<Record>> {
    let words = text.split([' ', '`', '<', '>', '"']);
    colons(text).chain(words.filter_map(motorola).map(s_record))
}

/// What begins with a colon and digits in a line: records, and `None` for what is too long or too short for one.
fn colons(text: &str) -> impl Iterator<Item = Option<Record>> {
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
    let holds = match (kind, data.len()) {
        (0, _) => Holds::Bytes(2),
        (1, _) => Holds::End,
        (2, 2) => Holds::Base(4),
        (4, 2) => Holds::Base(16),
        (3 | 5, _) => Holds::Other,
        _ => Holds::Unknown,
    };
    (usize::from(*length) + AROUND == bytes.len()).then(|| Record {
        address: u16::from_be_bytes([*high, *low]).into(),
        holds,
        data: data.to_vec(),
        sound: sum(&bytes) == 0,
    })
}

/// The S-record of these digits.
fn s_record(digits: &str) -> Option<Record> {
    let (kind, digits) = digits.split_at_checked(1)?;
    let bytes = plain::pairs(digits)?.into_iter();
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let (length, rest) = bytes.split_first()?;
    let (holds, width) = match kind {
        "0" | "5" => (Holds::Other, 2),
        "1" => (Holds::Bytes(2), 2),
        "2" => (Holds::Bytes(3), 3),
        "3" => (Holds::Bytes(4), 4),
        "6" => (Holds::Other, 3),
        "7" | "8" | "9" => (Holds::End, usize::from(b'9' - kind.as_bytes().first()?) + 2),
        _ => (Holds::Unknown, 2),
    };
    let (address, data) = rest.split_at_checked(width)?;
    let (_, data) = data.split_last()?;
    (usize::from(*length) == rest.len()).then(|| Record {
        address: address
            .iter()
            .fold(0, |all, byte| all << 8 | u64::from(*byte)),
        holds,
        data: data.to_vec(),
        sound: sum(&bytes) == u8::MAX,
    })
}

fn sum(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(*byte))
}

/// Reads a text that is records.
pub(super) fn read(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let mut reader = Reader {
        assembly: Assembly::default(),
        fates: Vec::with_capacity(lines.len()),
        notes: Vec::new(),
        base: 0,
        damaged: None,
        width: None,
        records: 0,
    };
    for line in lines {
        let mut found = records(&line.text).peekable();
        if found.peek().is_none() {
            let fate = match is_fence(&line.text) {
                true => Fate::Fence,
                false if begins(&line.text) => reader.broken(line),
                false => no_record(&line.text),
            };
            reader.fates.push(LineFate::new(line.number, fate));
        }
        for record in found {
            let fate = match record {
                Some(record) => reader.record(line, &record)?,
                None => reader.broken(line),
            };
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
    /// The first line that may say where the next ones belong, but cannot be read.
    damaged: Option<(usize, Skip)>,
    /// How many bytes the addresses of records have.
    width: Option<usize>,
    /// How many records have bytes.
    records: usize,
}

impl Reader {
    /// Takes what begins as a record does, but is none.
    fn broken(&mut self, line: &Line<'_>) -> Fate {
        let text = uncoded(&line.text).trim();
        let is_base = text.len() < SHORT || matches!(text.get(7..9), Some("02" | "04"));
        if text.starts_with(':') && is_base {
            let skip = Skip::new(Reason::NoRecord(excerpt(text)), text);
            self.damaged.get_or_insert((line.number, skip));
        }
        no_record(&line.text)
    }

    fn record(&mut self, line: &Line<'_>, record: &Record) -> Result<Fate, ReadError> {
        let text = &line.text;
        let (holds, data) = (record.holds, record.data.as_slice());
        match holds {
            Holds::Bytes(width) if !data.is_empty() => {
                // No digit of a checksum is that of the kind, from which the width follows.
                if *self.width.get_or_insert(width) != width {
                    return Ok(no_record(text));
                }
                if let Some((line, skip)) = self.damaged.take() {
                    return Err(ReadError::Damaged { line, skip });
                }
                self.bytes(line, record)
            }
            Holds::Unknown => Ok(self.damage(line, Reason::NoRecord(excerpt(text)))),
            // Where the next ones belong may be in it.
            _ if !record.sound => Ok(self.damage(line, Reason::Checksum)),
            Holds::Base(shift) => {
                let base = data.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
                self.base = base << shift;
                Ok(Fate::Code)
            }
            Holds::End => Ok(Fate::End),
            Holds::Other | Holds::Bytes(_) => Ok(Fate::Code),
        }
    }

    /// A record that says something else than is known: nobody knows where what follows belongs.
    fn damage(&mut self, line: &Line<'_>, reason: Reason) -> Fate {
        let skip = Skip::new(reason, &line.text);
        self.damaged.get_or_insert((line.number, skip.clone()));
        Fate::Skipped(skip)
    }

    fn bytes(&mut self, line: &Line<'_>, record: &Record) -> Result<Fate, ReadError> {
        let number = line.number;
        let bytes = record.data.iter();
        let bytes: Vec<Option<u8>> = bytes.map(|byte| record.sound.then_some(*byte)).collect();
        let (place, address) = (self.fates.len(), self.base + record.address);
        if let Err(reason) = self.assembly.row(number, place, address, &bytes) {
            return Ok(Fate::Skipped(Skip::new(reason, &line.text)));
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

    fn finish(mut self) -> Result<Reading, ReadError> {
        let regions = self.assembly.finish(&mut self.fates, &mut self.notes)?;
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
