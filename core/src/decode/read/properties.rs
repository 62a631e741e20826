//! Bytes printed as `db` prints them read back the same, whatever the widths, gaps and addresses; no text panics.

use proptest::prelude::*;

use super::{Dialect, Fate, read};
use crate::decode::memory::Byte;

/// A row: its address, its bytes.
type Row = (u64, Vec<Option<u8>>);

/// How a text is written.
#[derive(Clone, Copy, Debug)]
struct Style {
    ticked: bool,
    /// How many bytes a full row has.
    width: usize,
    characters: bool,
    crlf: bool,
}

/// The row as `db` prints it.
fn print(address: u64, bytes: &[Option<u8>], style: Style) -> String {
    let mut row = match style.ticked {
        true => format!("{:08x}`{:08x} ", address >> 32, address & 0xffff_ffff),
        false => format!("{address:08x} "),
    };
    let mut characters = String::new();
    for (place, byte) in bytes.iter().enumerate() {
        row.push(if place == 8 { '-' } else { ' ' });
        match byte {
            Some(byte) => {
                row += &format!("{byte:02x}");
                let graphic = byte.is_ascii_graphic() || *byte == b' ';
                characters.push(if graphic { char::from(*byte) } else { '.' });
            }
            None => {
                row += "??";
                characters.push('?');
            }
        }
    }
    if style.characters {
        row += &"   ".repeat(style.width - bytes.len());
        row += &format!("  {characters}");
    }
    row + if style.crlf { "\r\n" } else { "\n" }
}

fn rows() -> impl Strategy<Value = (Vec<Row>, Style)> {
    let byte = prop_oneof![
        8 => any::<u8>().prop_map(Some),
        // Bytes whose characters look like bytes.
        8 => prop::sample::select(b"0123abf ".to_vec()).prop_map(Some),
        1 => Just(None),
    ];
    let style = (any::<bool>(), 1..=32_usize, any::<bool>(), any::<bool>()).prop_map(
        |(ticked, width, characters, crlf)| Style {
            ticked,
            width,
            characters,
            crlf,
        },
    );
    (style, any::<u64>()).prop_flat_map(move |(style, base)| {
        let base = match style.ticked {
            true => base >> 1,
            false => base & 0x7fff_ffff,
        };
        let row = (
            prop::collection::vec(byte.clone(), 1..=style.width),
            0..200_u64,
        );
        prop::collection::vec(row, 1..6).prop_map(move |parts| {
            let mut address = base;
            let rows = parts.into_iter().map(|(bytes, gap)| {
                let at = address;
                // Every other gap is none, as in a dump.
                address += bytes.len() as u64 + if gap % 2 == 0 { 0 } else { gap };
                (at, bytes)
            });
            (rows.collect(), style)
        })
    })
}

proptest! {
    #[test]
    fn db_round_trips((rows, style) in rows()) {
        let text: String = rows.iter().map(|(at, bytes)| print(*at, bytes, style)).collect();
        let reading = read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(reading.dialect, Dialect::WindbgDb, "{}", text);
        let base = rows[0].0;
        prop_assert_eq!(reading.space.first().base(), Some(base));
        let (last, bytes) = rows.last().unwrap();
        prop_assert_eq!(reading.space.first().len() as u64, last - base + bytes.len() as u64, "{}", text);
        let mut known = 0;
        for (address, bytes) in &rows {
            for (at, byte) in ((address - base) as usize..).zip(bytes) {
                let expected = byte.map_or(Byte::Unreadable, Byte::Known);
                known += usize::from(byte.is_some());
                prop_assert_eq!(reading.space.first().byte(at), expected, "{}", text);
            }
        }
        prop_assert_eq!(reading.space.first().len() - reading.space.first().unreadable(), known);
        let all = reading.lines.iter().all(|line| matches!(line.fate, Fate::Bytes { .. }));
        prop_assert!(all, "{}", text);
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
        let counted: usize = reading.lines.iter().map(|line| match line.fate {
            Fate::Bytes { count, .. } => count,
            _ => 0,
        }).sum();
        prop_assert_eq!(counted, bytes.len());
    }

    #[test]
    fn no_text_panics(text in "([0-9a-f]{2}[ \\-]|[0-9a-f`]{8,17}|[ -~\\n\\r\\t`?é\u{a0}]|\\n){0,100}") {
        if let Ok(reading) = read(&text) {
            let numbers: Vec<_> = reading.lines.iter().map(|line| line.line).collect();
            let lines = super::text::lines(&text).unwrap();
            prop_assert_eq!(numbers, lines.iter().map(|line| line.number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_damage_panics_or_invents(
        (rows, style) in rows(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..6),
    ) {
        let text: String = rows.iter().map(|(at, bytes)| print(*at, bytes, style)).collect();
        let mut characters: Vec<char> = text.chars().collect();
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
        if let Ok(reading) = read(&text) {
            let text = text.to_lowercase().replace(['\r', '\n'], "");
            for at in 0..reading.space.first().len() {
                if let Byte::Known(byte) = reading.space.first().byte(at) {
                    let digits = format!("{byte:02x}");
                    prop_assert!(text.contains(&digits), "{} not in {}", digits, text);
                }
            }
        }
    }
}
