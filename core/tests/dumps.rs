//! Dumps as people paste them, each with what is read from it: `tests/fixtures/dumps/NAME.txt` and `NAME.toml` beside it.
//!
//! The first lines of a `.toml` are written by hand: `origin`, and for an authentic dump its `source`. All that follows the
//! blank line is what the reader makes of the text; `UPDATE_GOLDEN=1` writes it anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use strata_core::decode::listing::{Listing, ListingMember};
use strata_core::decode::memory::Byte;
use strata_core::decode::read::{
    Dialect, Outcome, ParsedInput, Reading, parse_input, read, read_as,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/dumps")
}

/// The names of the files with that ending.
fn names(ending: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder()).expect("the fixtures are there");
    let paths = files.map(|file| file.expect("it can be listed").path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    wanted.filter_map(stem).collect()
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(format!("{name}.txt"))).expect("a dump is text")
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

fn shown(text: &str) -> String {
    let reading = match parse_input(text) {
        Ok(ParsedInput::Bytes(reading)) => reading,
        Ok(ParsedInput::Listing(listing)) => return listed(&listing),
        Err(error) => return format!("error = {}\n", quoted(&error.to_string())),
    };
    let mut shown = format!(
        "dialect = {}\nwhy = {}\n",
        quoted(reading.dialect.as_str()),
        quoted(&reading.why)
    );
    let also = reading
        .also
        .iter()
        .map(|also| quoted(also.dialect.as_str()));
    let also: Vec<_> = also.collect();
    shown += &format!("also = [{}]\n", also.join(", "));
    shown += &format!("places = {}\n", quoted(reading.address_kind.as_str()));
    for (what, outcome) in [
        ("prompts", Outcome::Prompt),
        ("fences", Outcome::Fence),
        ("headings", Outcome::Heading),
        ("gaps", Outcome::Gap),
        ("ends", Outcome::End),
        ("code", Outcome::Code),
    ] {
        let lines = reading.lines.iter().filter(|line| line.outcome == outcome);
        let lines: Vec<_> = lines.map(|line| line.line.to_string()).collect();
        if !lines.is_empty() {
            shown += &format!("{what} = [{}]\n", lines.join(", "));
        }
    }
    regions(&mut shown, &reading);
    for line in &reading.lines {
        if let Some(note) = &line.note {
            let (line, note) = (line.line, quoted(note));
            shown += &format!("\n[[note]]\nline = {line}\ntext = {note}\n");
        }
    }
    for note in &reading.notes {
        let (line, text) = (note.line, quoted(&note.text));
        shown += &format!("\n[[remark]]\nline = {line}\ntext = {text}\n");
    }
    for (line, skip) in reading.skipped() {
        let reason = quoted(&skip.to_string());
        shown += &format!("\n[[skipped]]\nline = {line}\nreason = {reason}\n");
    }
    shown
}

/// A layout: its members in the order of the text, one line each.
fn listed(listing: &Listing) -> String {
    let mut shown = format!("listing = {}\n", quoted(listing.tool.as_str()));
    if let Some(name) = &listing.name {
        shown += &format!("name = {}\n", quoted(name.as_str()));
    }
    for (what, size) in [("size", listing.size), ("pointer", listing.pointer)] {
        if let Some(size) = size {
            shown += &format!("{what} = \"{size}\"\n");
        }
    }
    shown += &format!("partial = {}\n", listing.partial);
    shown.push_str("members = \"\"\"\n");
    members(&mut shown, &listing.members, 0);
    shown.push_str("\"\"\"\n");
    for line in &listing.skipped {
        let (number, reason) = (line.line, quoted(&line.reason.to_string()));
        shown += &format!("\n[[skipped]]\nline = {number}\nreason = {reason}\n");
    }
    shown
}

fn members(shown: &mut String, listed: &[ListingMember], depth: usize) {
    for member in listed {
        let bits = member
            .bits
            .map(|bits| format!(":{}+{}", bits.bit(), bits.width()));
        let ty = member
            .ty
            .as_ref()
            .map_or_else(|| "?".to_owned(), ToString::to_string);
        let (line, offset, name) = (member.line, member.offset, &member.name);
        let (bits, indent) = (bits.unwrap_or_default(), 2 * depth);
        *shown += &format!("{line}: {:indent$}{offset}{bits} {name} : {ty}\n", "");
        members(shown, &member.members, depth + 1);
    }
}

fn regions(shown: &mut String, reading: &Reading) {
    for (number, region) in reading.space.regions().iter().enumerate() {
        shown.push_str("\n[[region]]\n");
        if let Some(start) = reading.starts.get(number) {
            *shown += &format!("start = \"0x{start:x}\"\n");
        }
        if let Some(base) = region.base() {
            *shown += &format!("base = \"0x{base:x}\"\n");
        }
        shown.push_str("bytes = \"\"\"\n");
        for at in (0..region.len()).step_by(16) {
            shown.push_str(&region.raw(at, 16.min(region.len() - at)));
            shown.push('\n');
        }
        shown.push_str("\"\"\"\n");
    }
}

/// Checks the part that is written by hand.
fn head(name: &str, toml: &str) -> String {
    let head = toml.split("\n\n").next().unwrap_or_default();
    let has = |line: &str| head.lines().any(|held| held == line);
    let source = head
        .lines()
        .any(|line| line.starts_with("source = \"https://"));
    assert!(
        has("origin = \"constructed\"") || (has("origin = \"authentic\"") && source),
        "{name}.toml begins with its origin, and with its source where that is authentic"
    );
    head.trim_end().to_owned()
}

#[test]
fn every_dump_is_read_as_expected() {
    let (dumps, expected) = (names("txt"), names("toml"));
    assert_eq!(
        dumps, expected,
        "each dump has its expectation, and no expectation is an orphan"
    );
    let mut wrong = String::new();
    for name in &dumps {
        let path = folder().join(format!("{name}.toml"));
        let held = fs::read_to_string(&path).expect("an expectation is text");
        let printed = format!("{}\n\n{}", head(name, &held), shown(&text(name)));
        if printed == held {
            continue;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, printed).expect("an expectation can be written");
        } else {
            wrong += &format!("{name}.toml holds\n{held}\nbut the dump is read as\n{printed}\n");
        }
    }
    assert!(
        wrong.is_empty(),
        "{wrong}(UPDATE_GOLDEN=1 writes them anew)"
    );
}

#[test]
fn every_line_has_one_fate_and_every_other_reading_reads() {
    for name in names("txt") {
        let text = text(&name);
        let Ok(reading) = read(&text) else { continue };
        let expected: Vec<usize> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, _)| number)
            .collect();
        let told: Vec<usize> = reading.lines.iter().map(|line| line.line).collect();
        assert_eq!(told, expected, "{name}");
        for also in &reading.also {
            let other = read_as(&text, also.dialect);
            let other = other.unwrap_or_else(|error| panic!("{name} as {}: {error}", also.dialect));
            assert_ne!(other.space, reading.space, "{name} as {}", also.dialect);
        }
        let again = read_as(&text, reading.dialect).map(|again| again.space);
        assert_eq!(
            again.as_ref(),
            Ok(&reading.space),
            "{name} as {}",
            reading.dialect
        );
    }
}

#[test]
fn every_dialect_has_a_dump() {
    let dialects: BTreeSet<_> = names("txt")
        .iter()
        .filter_map(|name| read(&text(name)).ok())
        .map(|reading| reading.dialect.as_str())
        .collect();
    let missing = Dialect::ALL
        .into_iter()
        .filter(|dialect| *dialect != Dialect::Raw);
    let missing: Vec<_> = missing
        .filter(|dialect| !dialects.contains(dialect.as_str()))
        .collect();
    assert!(missing.is_empty(), "no dump is read as {missing:?}");
}

/// Whether numbers may be decimal, negative or characters.
fn is_language(dialect: Dialect) -> bool {
    matches!(
        dialect,
        Dialect::CArray
            | Dialect::CSharpArray
            | Dialect::JavaArray
            | Dialect::RustArray
            | Dialect::PythonBytes
            | Dialect::PascalArray
            | Dialect::JavaScriptArray
            | Dialect::GoSlice
            | Dialect::Assembler
    )
}

/// Every byte that is reported, as digits in the notation in which the text has it.
fn invented(text: &str) -> Option<String> {
    let reading = read(text).ok()?;
    let lower = text.to_lowercase();
    // A run of digits that was wrapped continues after the marks of a quotation, a comment or a table.
    let marks = |line| {
        str::trim_matches(
            line,
            [' ', '\t', '>', '|', '/', '#', '*', '+', '-', ';', '`'],
        )
    };
    let digits: String = lower
        .lines()
        .flat_map(|line| marks(line).chars())
        .filter(|c| !c.is_whitespace() && !"`'\\".contains(*c))
        .collect();
    // Rows of no dialect may have decimal and octal numbers.
    let is_stepped = reading
        .notes
        .iter()
        .any(|note| note.text.contains("is taken for the address"));
    let in_other_radix = |byte: u8| {
        let numbers = [
            byte.to_string(),
            byte.cast_signed().to_string(),
            format!("{byte:03o}"),
        ];
        numbers.iter().any(|it| text.contains(it))
    };
    for region in reading.space.regions() {
        for at in 0..region.len() {
            let Byte::Known(byte) = region.byte(at) else {
                continue;
            };
            // Octal, decimal and unpadded numbers, characters and Base64 do not hold each byte in digits of its own.
            let number = digits.contains(&format!("{byte:02x}"))
                || byte == 0
                || byte < 10 && reading.dialect == Dialect::Ida
                || matches!(
                    reading.dialect,
                    Dialect::Gdb
                        | Dialect::Od
                        | Dialect::OdHex
                        | Dialect::OdDecimal
                        | Dialect::Hexdump
                        | Dialect::XxdBits
                        | Dialect::GdbBits
                        | Dialect::OffsetsDecimal
                        | Dialect::Telescope
                        | Dialect::Radare2Words
                        | Dialect::Base64
                        | Dialect::StringLiteral
                )
                || is_language(reading.dialect)
                || is_stepped && in_other_radix(byte)
                || digits.contains(&format!("x{byte:x}"));
            if !number {
                return Some(format!(
                    "{byte:02x} at {at:#x}, read as {}, is not in\n{text}",
                    reading.dialect
                ));
            }
        }
    }
    None
}

/// Damage that a text suffers when it is copied.
#[derive(Clone, Debug)]
enum Damage {
    CutLine(prop::sample::Index),
    DoubleLine(prop::sample::Index),
    SwapLines(prop::sample::Index, prop::sample::Index),
    LoseCharacter(prop::sample::Index),
    ChangeCharacter(prop::sample::Index, char),
    CutText(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        index().prop_map(Damage::CutLine),
        index().prop_map(Damage::DoubleLine),
        (index(), index()).prop_map(|(a, b)| Damage::SwapLines(a, b)),
        index().prop_map(Damage::LoseCharacter),
        (
            index(),
            prop::sample::select("0f? :-|`*\u{e9}\n".chars().collect::<Vec<_>>())
        )
            .prop_map(|(at, with)| Damage::ChangeCharacter(at, with)),
        index().prop_map(Damage::CutText),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut text = text.to_owned();
    for damage in damages {
        let mut lines: Vec<&str> = text.lines().collect();
        let mut characters: Vec<char> = text.chars().collect();
        if lines.is_empty() || characters.is_empty() {
            break;
        }
        text = match damage {
            Damage::CutLine(at) => {
                lines.remove(at.index(lines.len()));
                lines.join("\n")
            }
            Damage::DoubleLine(at) => {
                let at = at.index(lines.len());
                lines.insert(at, lines[at]);
                lines.join("\n")
            }
            Damage::SwapLines(a, b) => {
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
                lines.join("\n")
            }
            Damage::LoseCharacter(at) => {
                characters.remove(at.index(characters.len()));
                characters.into_iter().collect()
            }
            Damage::ChangeCharacter(at, with) => {
                let at = at.index(characters.len());
                characters[at] = *with;
                characters.into_iter().collect()
            }
            Damage::CutText(at) => {
                characters.truncate(at.index(characters.len()));
                characters.into_iter().collect()
            }
        };
    }
    text
}

/// How many random cases there are: as `PROPTEST_CASES` says, as everywhere else.
fn cases() -> u32 {
    let said = std::env::var("PROPTEST_CASES").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(2000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn no_damage_panics_or_invents(
        at in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let names: Vec<String> = names("txt").into_iter().collect();
        let text = damaged(&text(at.get(&names[..]).as_str()), &damages);
        prop_assert_eq!(invented(&text), None);
    }
}
