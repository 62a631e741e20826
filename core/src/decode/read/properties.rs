//! Property tests: bytes printed by each tool round-trip for all widths, gaps and addresses; no text panics.

mod printers;

use proptest::prelude::*;

use self::printers::{Printer, Style, printers};
use super::cells::Notation;
use super::{AddressKind, Dialect, Note, Outcome, Reading, Skip, SkipReason, read, read_as};
use crate::decode::memory::{Byte, Memory};

/// Whether a reading has the outcome of each line that is not blank.
pub(super) fn has_all_lines(reading: &Reading, text: &str) -> bool {
    let lines = super::text::lines(text).unwrap();
    let outcomes = reading.lines.iter().map(|line| line.line);
    outcomes.eq(lines.iter().map(|line| line.number))
}

/// The number of bytes that the lines of a reading have.
pub(super) fn counted(reading: &Reading) -> usize {
    let counts = reading.lines.iter().map(|line| match line.outcome {
        Outcome::Bytes { count, .. } => count,
        _ => 0,
    });
    counts.sum()
}

/// The address and the bytes of a row.
type Row = (u64, Vec<Option<u8>>);

/// Random bytes, many of whose characters look like bytes. A word's bytes are all unknown or all known.
fn bytes(printer: Printer, words: usize) -> impl Strategy<Value = Vec<Option<u8>>> {
    let byte = prop_oneof![any::<u8>(), prop::sample::select(b"0123abf ".to_vec()),];
    let unknown = if printer.has_unknown() { 0.1 } else { 0.0 };
    let word = prop_oneof![
        9 => prop::collection::vec(byte, printer.unit).prop_map(|word| word.into_iter().map(Some).collect()),
        1 => prop::bool::weighted(unknown * 10.0).prop_map(move |unknown| match unknown {
            true => vec![None; printer.unit],
            false => vec![Some(0); printer.unit],
        }),
    ];
    prop::collection::vec(word, 1..=words).prop_map(|words: Vec<Vec<_>>| words.concat())
}

fn rows() -> impl Strategy<Value = (Printer, Style, Vec<Row>)> {
    let printer = prop::sample::select(printers());
    // Addresses of kernels, of programs, and offsets.
    let base = (any::<u64>(), 0..56_u32).prop_map(|(base, zeros)| base >> zeros);
    (printer, any::<(bool, bool)>(), base).prop_flat_map(|(printer, (characters, crlf), base)| {
        let most = 32 / printer.unit;
        (1..=most).prop_flat_map(move |words| {
            let style = Style {
                words,
                characters: characters && printer.has_characters(),
                crlf,
            };
            // A word may point to a place near its row, as in a list.
            let pointer = prop::option::of((any::<prop::sample::Index>(), 0..5_u64));
            let row = (bytes(printer, words), 0..200_u64, pointer);
            let mask = printer.addresses();
            prop::collection::vec(row, 1..6).prop_map(move |parts| {
                let mut address: u64 = base & mask;
                let rows = parts.into_iter().map(|(mut bytes, gap, pointer)| {
                    let at = address;
                    if let Some((word, near)) = pointer.filter(|_| printer.unit >= 4) {
                        let target = at.wrapping_add(8 * near).to_le_bytes().map(Some);
                        let first = word.index(bytes.len() / printer.unit) * printer.unit;
                        bytes[first..][..printer.unit].copy_from_slice(&target[..printer.unit]);
                    }
                    // Every other gap is empty, as in a dump.
                    address += bytes.len() as u64 + if gap % 2 == 0 { 0 } else { gap };
                    (at, bytes)
                });
                (printer, style, rows.collect())
            })
        })
    })
}

fn print((printer, style, rows): &(Printer, Style, Vec<Row>)) -> String {
    let mut text = printer.head();
    for (address, bytes) in rows {
        text += &printer.print(*address, bytes, *style);
        text += if style.crlf { "\r\n" } else { "\n" };
    }
    let last = rows
        .last()
        .map(|(address, bytes)| address + bytes.len() as u64);
    text + &printer.tail(last.unwrap_or_default(), *style)
}

fn expected(rows: &[Row]) -> Memory {
    let mut memory = Memory::default();
    let base = rows[0].0;
    for (address, bytes) in rows {
        while base + (memory.len() as u64) < *address {
            memory.push(None).unwrap();
        }
        memory.extend(bytes).unwrap();
    }
    memory.trimmed()
}

fn is(reading: &Reading, memory: &Memory, base: u64) -> bool {
    let [region] = reading.space.regions() else {
        return false;
    };
    // A number below the first mappable page is an offset.
    let bases = reading.address_kind != AddressKind::Addresses
        || region.base() == Some(base)
        || base < 0x1_0000;
    bases && region.holds_the_same(memory)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn rows_round_trip(written in rows()) {
        let text = print(&written);
        let (printer, _, rows) = &written;
        let (memory, base) = (expected(rows), rows[0].0);
        // Three numbers that are all unknown look like two and their characters; so do three of which the last equals
        // the characters of the others.
        let may_be_two = |(_, bytes): &Row| {
            let (two, third) = bytes.split_at(bytes.len() * 2 / 3);
            let characters: Option<String> = two.iter().map(|byte| byte.map(char::from)).collect();
            let number: Option<String> = third.iter().rev().map(|byte| byte.map(|byte| format!("{byte:02x}"))).collect();
            bytes.len() == 3 * printer.unit && characters == number
        };
        prop_assume!(!rows.iter().any(may_be_two));
        let dialect = Dialect::of_rows(printer.format, printer.unit, false, false);
        // The characters of one group may look like the beginning of another.
        let may_be_cut = |(_, bytes): &Row| dialect == Dialect::Objdump && bytes.len() == printer.unit;
        prop_assume!(!rows.iter().any(may_be_cut));
        // Short offsets that count up by one may also number the lines.
        let counts = |rows: &[Row]| matches!(rows, [(at, _), (next, _)] if at + 1 == *next);
        prop_assume!(!(printer.format.is_short() && rows.len() > 1 && rows.windows(2).all(counts)));
        let asked = read_as(&text, dialect);
        let asked = asked.map_err(|error| TestCaseError::fail(format!("{dialect}: {error}\n{text}")))?;
        // A gap may look like a typing error, then the row after it forms its own region, or like a lost number, with a note.
        let is_slip = |note: &Note| ["mistyped", "cut off", "fewer than other rows"].iter().any(|slip| note.text.contains(slip));
        let is_misplaced = |(_, skip): (usize, &Skip)| matches!(skip.reason, SkipReason::Misplaced(_));
        prop_assume!(!asked.notes.iter().any(is_slip) && !asked.skipped().any(is_misplaced));
        prop_assert!(is(&asked, &memory, base), "as {}, {:?}\n{}\n{:?}", dialect, memory, text, asked);
        let all = asked.lines.iter().all(|line| matches!(line.outcome, Outcome::Bytes { .. } | Outcome::Prompt | Outcome::Heading | Outcome::End));
        prop_assert!(all, "{:?}\n{}", asked.lines, text);
        // Eight binary digits may also be four bytes, where the distance between rows fits.
        let four = |rows: &[Row]| matches!(rows, [(at, bytes), (next, _)] if next - at >= 4 * bytes.len() as u64);
        let may_be_hex = printer.format.notation == Notation::Binary && rows.windows(2).any(four);
        // Decimal addresses may also be hexadecimal, where those are a usual row apart.
        let in_hex = |at: &u64| u64::from_str_radix(&at.to_string(), 16).unwrap_or(0);
        let usual = |rows: &[Row]| matches!(rows, [(at, _), (next, _)] if in_hex(next).checked_sub(in_hex(at)) == Some(16));
        let may_be_hex = may_be_hex || printer.format.radix == 10 && rows.windows(2).any(usual);
        // One number with its character, `30  0`, may also be two decimal numbers.
        let may_be_one = dialect == Dialect::Gdb && matches!(&**rows, [(_, bytes)] if bytes.len() == 2);
        if printer.may_be_plain() || may_be_hex || may_be_one {
            return Ok(());
        }
        let reading = read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let offered = || reading.also.iter().filter_map(|also| read_as(&text, also.dialect).ok());
        let found = is(&reading, &memory, base) || offered().any(|other| is(&other, &memory, base));
        prop_assert!(found, "{} was read as {}, {}\n{}", dialect, reading.dialect, reading.why, text);
    }

    #[test]
    fn plain_round_trips(
        bytes in prop::collection::vec(any::<u8>(), 1..100),
        separator in prop::sample::select(vec![" ", ", ", "-", ":", ",0x", "\\x", " 0x", "", "\n", "\r\n"]),
    ) {
        let words: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let first = separator.trim_start_matches([' ', ',', '-', ':', '\r', '\n']);
        let text = format!("{first}{}", words.join(separator));
        let reading = read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(reading.dialect, Dialect::Plain);
        prop_assert_eq!(reading.space.first().known(0, bytes.len()), Some(&bytes[..]));
        prop_assert_eq!(reading.space.first().len(), bytes.len());
    }

    #[test]
    fn wrapped_runs_round_trip(
        bytes in prop::collection::vec(any::<u8>(), 2..100),
        width in 5..40_usize,
        odd in 0..2_usize,
    ) {
        let run: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let lines: Vec<&str> = run.as_bytes().chunks(2 * width - odd).map(|line| std::str::from_utf8(line).unwrap()).collect();
        let reading = read(&lines.join("\n")).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(reading.space.first().known(0, bytes.len()), Some(&bytes[..]));
        prop_assert_eq!(counted(&reading), bytes.len());
    }

    #[test]
    fn no_text_panics(text in "([0-9a-f]{2}[ \\-]|[0-9a-f`]{8,17}|0x|[ -~\\n\\r\\t`?é\u{a0}│]|\\n){0,100}", dialect in prop::sample::select(Dialect::ALL.to_vec())) {
        for reading in [read(&text), read_as(&text, dialect)].into_iter().flatten() {
            prop_assert!(has_all_lines(&reading, &text));
        }
    }

    #[test]
    fn no_damage_panics_or_invents(
        written in rows(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6),
    ) {
        let mut characters: Vec<char> = print(&written).chars().collect();
        for (at, with) in cuts {
            let at = at.index(characters.len());
            match with {
                'a'..='f' | '0'..='9' => characters.insert(at, with),
                'A'..='z' => drop(characters.remove(at)),
                _ => characters[at] = with,
            }
            if characters.is_empty() {
                break;
            }
        }
        let text: String = characters.into_iter().collect();
        if let Ok(reading) = read(&text).and_then(|_| read_as(&text, written.0.format.dialect))
            // Octal, decimal and unpadded numbers do not have separate digits for each byte.
            && reading.dialect.format().is_none_or(|format| matches!(format.notation, Notation::Hex))
        {
            let digits: String = text.to_lowercase().chars().filter(char::is_ascii_hexdigit).collect();
            for region in reading.space.regions() {
                for at in 0..region.len() {
                    if let Byte::Known(byte) = region.byte(at) {
                        let pair = format!("{byte:02x}");
                        prop_assert!(byte == 0 || digits.contains(&pair), "{} not in {}", pair, text);
                    }
                }
            }
        }
    }
}
