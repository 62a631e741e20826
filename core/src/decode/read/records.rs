//! Parses Intel HEX and Motorola S-records: a length, an address, a record type, bytes and a checksum.

use super::assemble::Assembly;
use super::outcome::{LineOutcome, Outcome, Skip, SkipReason, excerpt};
use super::row_stats::count;
use super::text::{Line, is_fence, is_hex, uncoded};
use super::{AddressKind, Dialect, Note, ReadError, Reading, plain};
use crate::decode::space::Space;

/// The bytes of an Intel record besides its data: length, address, type, checksum.
const AROUND: usize = 5;

/// A damaged record with fewer digits may be an address record.
const SHORT: usize = 20;

/// The most bytes of unreadable first records.
const LONGEST_UNREAD: u64 = 0x1000;

struct Record {
    address: u64,
    kind: RecordKind,
    data: Vec<u8>,
    /// Whether the checksum is correct.
    is_valid: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RecordKind {
    /// Data, after an address of this many bytes.
    Bytes(usize),
    /// A base address, to be shifted left by this many bits.
    Base(u32),
    End,
    /// A start address, a header, a count of records.
    Other,
    Unknown,
}

/// Whether a line begins like a record.
fn begins(text: &str) -> bool {
    let text = uncoded(text);
    text.starts_with(':') || motorola(text).is_some()
}

/// Returns the digits of an S-record from its type on.
fn motorola(word: &str) -> Option<&str> {
    let digits = word.trim().strip_prefix(['S', 's'])?;
    let begin = digits.get(..2 * AROUND - 2).filter(|it| is_hex(it));
    begin.map(|_| digits)
}

/// Iterates over the records of a line; `None` for a text that begins like a record, but has the wrong length.
fn records(text: &str) -> impl Iterator<Item = Option<Record>> {
    // Most lines that are no records have neither mark.
    let [intel, other] = [text.contains(':'), text.contains(['S', 's'])];
    let of = |is_marked| if is_marked { text } else { "" };
    let words = of(other).split([' ', '`', '<', '>', '"']);
    let motorola = words.filter_map(motorola);
    colons(of(intel)).chain(motorola.map(|digits| record(digits, false)))
}

/// Iterates over the Intel records of a line; `None` for one of the wrong length.
fn colons(text: &str) -> impl Iterator<Item = Option<Record>> {
    text.split(':').skip(1).filter_map(|part| {
        let end = part.find(|c: char| !c.is_ascii_hexdigit());
        let digits = part.get(..end.unwrap_or(part.len()))?;
        (digits.len() >= 2 * AROUND).then(|| record(digits, true))
    })
}

/// Parses an Intel record, or a Motorola record, which begins with its type.
fn record(digits: &str, intel: bool) -> Option<Record> {
    let (ty, digits) = match intel {
        true => (digits.get(6..8)?, digits),
        false => digits.split_at_checked(1)?,
    };
    let (kind, width) = match (intel, ty) {
        (true, "00") | (false, "1") => (RecordKind::Bytes(2), 2),
        (false, "2") => (RecordKind::Bytes(3), 3),
        (false, "3") => (RecordKind::Bytes(4), 4),
        (true, "01") | (false, "9") => (RecordKind::End, 2),
        (false, "8") => (RecordKind::End, 3),
        (false, "7") => (RecordKind::End, 4),
        (true, "02") => (RecordKind::Base(4), 2),
        (true, "04") => (RecordKind::Base(16), 2),
        (true, "03" | "05") | (false, "0" | "5") => (RecordKind::Other, 2),
        (false, "6") => (RecordKind::Other, 3),
        _ => (RecordKind::Unknown, 2),
    };
    let bytes = plain::pairs(digits)?.into_iter();
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let (length, rest) = bytes.split_first()?;
    let (_, rest) = rest.split_last()?;
    let (address, data) = rest.split_at_checked(width)?;
    let data = if intel { data.get(1..)? } else { data };
    let (around, sum) = if intel { (AROUND, 0) } else { (1, u8::MAX) };
    (usize::from(*length) + around == bytes.len()).then(|| Record {
        address: number(address),
        kind: match kind {
            RecordKind::Base(_) if data.len() != 2 => RecordKind::Unknown,
            kind => kind,
        },
        data: data.to_vec(),
        is_valid: bytes.iter().copied().fold(0, u8::wrapping_add) == sum,
    })
}

fn number(bytes: &[u8]) -> u64 {
    let bytes = bytes.iter().copied().map(u64::from);
    bytes.fold(0, |all, byte| all << 8 | byte)
}

/// Parses a text of records: it has a record with a correct checksum, or all lines begin like records and the first
/// is one; `None` otherwise.
pub(super) fn read(lines: &[Line<'_>]) -> Option<Result<Reading, ReadError>> {
    let is_sound = |line: &Line<'_>| records(&line.text).flatten().any(|record| record.is_valid);
    let mut content = lines.iter().filter(|line| !is_fence(&line.text));
    let is_first = |line: &Line<'_>| records(&line.text).flatten().next().is_some();
    // Even if all are damaged, no other dialect has this form.
    let digits = |line: &Line<'_>| {
        let digits = uncoded(&line.text).trim().strip_prefix(':');
        digits.filter(|it| is_hex(it)).map(str::len)
    };
    let shapes: Option<Vec<usize>> = content.clone().map(digits).collect();
    let is_shaped = |digits: &&usize| **digits >= 2 * (AROUND - 1);
    let is_first = content.clone().next().is_some_and(is_first)
        || shapes.is_some_and(|shapes| shapes.iter().filter(is_shaped).count() > 1);
    let are_records = is_first && content.all(|line| begins(&line.text));
    (lines.iter().any(is_sound) || are_records).then(|| decode(lines))
}

fn decode(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let mut reader = Reader::default();
    for line in lines {
        let mut found: Vec<Option<Record>> = records(&line.text).collect();
        if found.is_empty() && begins(&line.text) {
            found.push(None);
        }
        if found.is_empty() {
            let no_record = || Outcome::Skipped(Skip::new(no_record(&line.text), &line.text));
            let outcome = is_fence(&line.text).then_some(Outcome::Fence);
            let outcome = outcome.unwrap_or_else(no_record);
            reader.outcomes.push(LineOutcome::new(line.number, outcome));
        }
        for record in found {
            let outcome = match reader.record(line, record)? {
                Ok(outcome) => outcome,
                Err(reason) => Outcome::Skipped(Skip::new(reason, &line.text)),
            };
            reader.outcomes.push(LineOutcome::new(line.number, outcome));
        }
    }
    reader.finish()
}

fn no_record(text: &str) -> SkipReason {
    SkipReason::NoRecord(excerpt(text))
}

#[derive(Default)]
struct Reader {
    assembly: Assembly,
    outcomes: Vec<LineOutcome>,
    notes: Vec<Note>,
    /// The base of record addresses.
    base: u64,
    /// Whether a file with a base ended, so that another one may begin.
    is_base_unknown: bool,
    /// The error for the first damaged line that may have changed the base.
    damaged: Option<ReadError>,
    /// The size of record addresses in bytes.
    width: Option<usize>,
    /// The number of data records.
    records: usize,
    /// The first damaged record before all readable ones: its line and its index among the outcomes.
    first: Option<(usize, usize)>,
    /// The number of records before the first that can be read.
    unread: u64,
}

impl Reader {
    /// Processes a record, or a text that begins like one.
    fn record(
        &mut self,
        line: &Line<'_>,
        record: Option<Record>,
    ) -> Result<Result<Outcome, SkipReason>, ReadError> {
        let text = uncoded(&line.text).trim();
        let Some(record) = record else {
            let is_base = text.len() < SHORT || matches!(text.get(7..9), Some("02" | "04"));
            if text.starts_with(':') && is_base {
                self.damage(line, no_record(text));
            } else if self.records == 0 {
                self.first.get_or_insert((line.number, self.outcomes.len()));
                self.unread += 1;
            }
            return Ok(Err(no_record(&line.text)));
        };
        Ok(match record.kind {
            RecordKind::Bytes(width) if !record.data.is_empty() => {
                // An S-record's checksum does not cover its type, which determines the address width.
                if *self.width.get_or_insert(width) != width {
                    return Ok(Err(no_record(&line.text)));
                }
                self.damaged.take().map_or(Ok(()), Err)?;
                if self.is_base_unknown {
                    return Ok(Err(SkipReason::AfterEnd));
                }
                let data = record.data.into_iter();
                let data = data.map(|byte| record.is_valid.then_some(byte));
                let data: Vec<Option<u8>> = data.collect();
                let (place, address) = (self.outcomes.len(), self.base + record.address);
                self.unread_before(address, data.len() as u64);
                if let Err(reason) = self.assembly.push_row(line.number, place, address, &data) {
                    return Ok(Err(reason));
                }
                self.records += 1;
                if !record.is_valid {
                    let text = "its checksum shows that a digit was changed: its bytes are unknown";
                    let (line, text) = (line.number, text.to_owned());
                    self.notes.push(Note { line, text });
                }
                let (region, at, count) = (0, 0, data.len());
                Ok(Outcome::Bytes { region, at, count })
            }
            RecordKind::Unknown => Err(self.damage(line, no_record(&line.text))),
            // It may change the base of the following records.
            _ if !record.is_valid => Err(self.damage(line, SkipReason::Checksum)),
            RecordKind::Base(shift) => {
                self.base = number(&record.data) << shift;
                self.is_base_unknown = false;
                Ok(Outcome::Code)
            }
            RecordKind::End => {
                self.is_base_unknown = self.base > 0;
                Ok(Outcome::End)
            }
            RecordKind::Other | RecordKind::Bytes(_) => Ok(Outcome::Code),
        })
    }

    /// Adds the unreadable first records as unknown bytes before the first readable record, at `address` with `size`
    /// bytes.
    fn unread_before(&mut self, address: u64, size: u64) {
        let Some((line, place)) = self.first.take() else {
            return;
        };
        let missing = self.unread.saturating_mul(size);
        let first = address.checked_sub(missing);
        let Some(first) = first.filter(|_| (1..=LONGEST_UNREAD).contains(&missing)) else {
            return;
        };
        let bytes = vec![None; missing as usize];
        if self.assembly.push_row(line, place, first, &bytes).is_ok() {
            let text = format!(
                "its data cannot be read: the {missing} bytes before the next record are unknown"
            );
            self.notes.push(Note { line, text });
        }
    }

    /// Records damage that makes the addresses of the following records unknown.
    fn damage(&mut self, line: &Line<'_>, reason: SkipReason) -> SkipReason {
        let error = ReadError::damaged(line.number, reason.clone(), &line.text);
        self.damaged.get_or_insert(error);
        reason
    }

    fn finish(mut self) -> Result<Reading, ReadError> {
        let regions = self.assembly.finish(&mut self.outcomes, &mut self.notes)?;
        let (starts, memories) = regions.into_iter().unzip();
        let why = count(self.records, "record") + " of a length, an address, bytes and a checksum";
        Reading {
            address_kind: AddressKind::Offsets,
            starts,
            notes: self.notes,
            lines: self.outcomes,
            ..Reading::new(Space::new(memories), Dialect::IntelHex, why)
        }
        .checked()
    }
}
