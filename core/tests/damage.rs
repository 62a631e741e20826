//! What happens to a dump on its way: no byte that is shown as known is another than the one that was there.
//!
//! Twelve ways in which a row suffers, applied to every row of every dump that has addresses, but for the damages that nobody can
//! see. And what people put around a dump when they paste it, one such wrapping and each two of them, applied to every dump that is
//! read as a whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use strata_core::decode::memory::Byte;
use strata_core::decode::read::{AddressKind, Dialect, Outcome, Reading, read, read_as};

#[path = "support/known.rs"]
mod known;

use self::known::{known, starts};

/// What is done to the lines of a text at the number of a row.
type Change = fn(&mut Vec<String>, usize);

const DAMAGES: [(&str, Change); 12] = [
    ("row missing", |lines, at| {
        lines.remove(at);
    }),
    ("row doubled", |lines, at| {
        lines.insert(at, lines[at].clone());
    }),
    ("rows swapped", |lines, at| {
        let next = (at + 1).min(lines.len() - 1);
        lines.swap(at, next);
    }),
    ("row cut", |lines, at| {
        let length = lines[at].chars().count();
        lines[at] = lines[at].chars().take(length * 2 / 3).collect();
    }),
    ("digit lost", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            lines[at].remove(place);
        }
    }),
    ("line break lost", |lines, at| {
        if at + 1 < lines.len() {
            let next = lines.remove(at + 1);
            lines[at] = format!("{} {next}", lines[at].trim_end());
        }
    }),
    ("character replaced", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            lines[at].replace_range(place..=place, "z");
        }
    }),
    ("column cut", |lines, _| {
        for line in lines {
            let length = line.chars().count();
            *line = line.chars().take(length.saturating_sub(9)).collect();
        }
    }),
    ("note added", |lines, at| {
        lines[at].push_str("  <- this one");
    }),
    ("row broken", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            let behind = lines[at].split_off(place + 1);
            lines.insert(at + 1, behind);
        }
    }),
    ("start lost", |lines, at| {
        let address = lines[at].split(' ').next().unwrap_or_default();
        if address.is_ascii() && address.len() > 8 {
            lines[at] = lines[at].split_off(5);
        }
    }),
    ("hard wrap", |lines, at| {
        if let Some(place) = digit(&lines[at]) {
            let width = lines[at][..=place].chars().count();
            *lines = lines.iter().flat_map(|line| wrapped(line, width)).collect();
        }
    }),
];

/// What is put around a dump of which a line is the first row.
const WRAPPINGS: [(&str, Change); 34] = [
    ("quoted", |lines, _| prefix(lines, "> ")),
    ("quoted twice", |lines, _| prefix(lines, ">> ")),
    ("prose before", |lines, _| {
        lines.insert(0, "Here is the structure that crashes:".to_owned());
        lines.insert(1, String::new());
    }),
    ("numbers before", |lines, _| {
        lines.insert(0, "At 14:32 I dumped 2 pages, 0x40 looks bad:".to_owned());
    }),
    ("prose behind", |lines, _| {
        lines.push("Do you see what is wrong?".to_owned());
    }),
    ("numbers behind", |lines, _| {
        lines.push("The 10 bytes at 0x18 are odd, see bug 4711.".to_owned());
    }),
    ("prose in the row", |lines, at| {
        lines[at].insert_str(0, "the dump: ");
    }),
    ("prose in the first line", |lines, _| {
        lines[0].insert_str(0, "I have this: ");
    }),
    ("bracket", |lines, at| lines[at].insert(0, '[')),
    ("brackets", |lines, _| {
        lines[0].insert(0, '[');
        lines.last_mut().expect("there is a line").push(']');
    }),
    ("fence", |lines, _| enclose(lines, "```", "```")),
    ("fence with a language", |lines, _| {
        enclose(lines, "```text", "```");
    }),
    ("fence of C", |lines, _| enclose(lines, "~~~c", "~~~")),
    ("fence in the lines", |lines, _| {
        embrace(lines, "```", "```");
    }),
    ("list", |lines, _| prefix(lines, "- ")),
    ("list with stars", |lines, _| prefix(lines, "* ")),
    ("list with numbers", |lines, _| {
        for (number, line) in (1..).zip(lines) {
            line.insert_str(0, &format!("{number}. "));
        }
    }),
    ("pre", |lines, _| enclose(lines, "<pre>", "</pre>")),
    ("pre in the lines", |lines, _| {
        embrace(lines, "<pre class=\"dump\"><code>", "</code></pre>");
    }),
    ("code in the lines", |lines, _| {
        embrace(lines, "<code>", "</code>");
    }),
    ("line breaks as tags", |lines, _| suffix(lines, "<br>")),
    ("line breaks lost", |lines, _| {
        *lines = vec![lines.join(" ")];
    }),
    ("wrapped at 80", |lines, _| {
        *lines = lines.iter().flat_map(|line| wrapped(line, 80)).collect();
    }),
    ("indented", |lines, _| prefix(lines, "    ")),
    ("time", |lines, _| {
        prefix(lines, "2026-11-28 13:10:47.123 INFO ");
    }),
    ("printk", |lines, _| prefix(lines, "[   12.345678] ")),
    ("chat", |lines, at| {
        lines[at].insert_str(0, "[13:10, 28.11.2026] Ada Lovelace: ");
    }),
    ("chat in each line", |lines, _| prefix(lines, "ada: ")),
    ("tabs", |lines, _| replace(lines, "  ", "\t")),
    ("blanks collapsed", |lines, _| {
        for line in lines {
            *line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }),
    ("line breaks of Windows", |lines, _| suffix(lines, "\r")),
    ("blanks behind", |lines, _| suffix(lines, "   ")),
    ("hard blanks", |lines, _| replace(lines, " ", "\u{a0}")),
    ("shell", |lines, _| {
        enclose(
            lines,
            "ada@host:~/crash$ ./dump.sh 0x40 > /dev/tty",
            "ada@host:~/crash$ ",
        );
    }),
];

fn prefix(lines: &mut [String], mark: &str) {
    lines.iter_mut().for_each(|line| line.insert_str(0, mark));
}

fn suffix(lines: &mut [String], mark: &str) {
    lines.iter_mut().for_each(|line| line.push_str(mark));
}

fn replace(lines: &mut [String], old: &str, new: &str) {
    for line in lines {
        *line = line.replace(old, new);
    }
}

/// Puts lines around others.
fn enclose(lines: &mut Vec<String>, before: &str, behind: &str) {
    lines.insert(0, before.to_owned());
    lines.push(behind.to_owned());
}

/// Puts marks around the first and the last line.
fn embrace(lines: &mut [String], before: &str, behind: &str) {
    if let [first, ..] = lines {
        first.insert_str(0, before);
    }
    if let [.., last] = lines {
        last.push_str(behind);
    }
}

/// A line, broken after every so many characters.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    let pieces = characters.chunks(width).map(|it| it.iter().collect());
    pieces.collect()
}

/// Whether the damaged text is what a tool prints of other bytes, so that nobody can see the damage: a row that is missing beside
/// a star, which then repeats the row before it, or repeats it further; a number that lost digits where a tool does not fill numbers up
/// with zeros; an address without its start beside which stands at most one other.
fn leaves_no_trace(damage: &str, lines: &[String], at: usize, reading: &Reading) -> bool {
    match damage {
        "row missing" => {
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let mut beside = beside.filter_map(|at| lines.get(at));
            beside.any(|line| line.trim() == "*")
        }
        "digit lost" | "row cut" | "column cut" => {
            let unfilled = ["gdb", "telescope"];
            let dialect = reading.dialect.to_string();
            let mut words = lines[at].split(|c: char| !c.is_ascii_alphanumeric());
            unfilled.iter().any(|it| dialect.starts_with(it)) || words.any(|it| it.len() == 1)
        }
        // The address of one other row does not show that of the row.
        "start lost" => {
            let rows = reading.lines.iter();
            rows.filter(|line| matches!(line.outcome, Outcome::Bytes { .. }))
                .count()
                <= 2
        }
        _ => false,
    }
}

/// Whether nobody can see what was put around a dump: what it lost says where its columns or rows begin, or there are marks among the
/// characters of a string.
fn hides(wrapping: &str, dump: &Specimen) -> bool {
    let loses = ["line breaks lost", "wrapped at 80", "blanks collapsed"];
    loses.iter().any(|it| wrapping.contains(it)) || dump.reading.dialect == Dialect::StringLiteral
}

/// A digit in the middle of a row, of which none beside it is the same.
fn digit(row: &str) -> Option<usize> {
    let bytes = row.as_bytes();
    let is_digit = |at: &usize| bytes[*at].is_ascii_hexdigit() && bytes[at + 1].is_ascii_hexdigit();
    (row.len() * 2 / 5..row.len().saturating_sub(1)).find(is_digit)
}

/// A dump as it was before anything happened to it.
struct Specimen {
    name: String,
    lines: Vec<String>,
    reading: Reading,
    truth: BTreeMap<u64, u8>,
}

/// The effect of damage on the reading of a dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Whole,
    /// Bytes are missing or unknown.
    Partial,
    /// Another reading has no wrong byte.
    Offered,
    Refused,
    /// The number of bytes that are shown as known but were not in the dump.
    Wrong(usize),
}

impl Specimen {
    /// Returns the lines that have bytes.
    fn rows(&self) -> impl Iterator<Item = usize> {
        let rows = self.reading.lines.iter();
        let rows = rows.filter(|line| matches!(line.outcome, Outcome::Bytes { .. }));
        rows.map(|row| row.line - 1)
            .filter(|row| *row < self.lines.len())
    }

    /// Returns what is read of changed lines.
    fn effect(&self, lines: &[String]) -> Effect {
        let text = lines.join("\n");
        let Ok(read) = read(&text) else {
            return Effect::Refused;
        };
        let wrong = self.wrong(&read);
        if wrong == 0 {
            let bytes = read.space.regions().iter();
            let known = bytes.map(|it| (0..it.len()).filter(|at| is_known(it.byte(*at))).count());
            return match known.sum::<usize>() < self.truth.len() {
                true => Effect::Partial,
                false => Effect::Whole,
            };
        }
        // Where two readings are possible, both are offered.
        let others = read.also.iter();
        let mut others = others.filter_map(|it| read_as(&text, it.dialect).ok());
        match others.any(|other| self.wrong(&other) == 0) {
            true => Effect::Offered,
            false => Effect::Wrong(wrong),
        }
    }

    /// Returns the number of bytes that are known and were not there.
    fn wrong(&self, read: &Reading) -> usize {
        // Without addresses, it begins where this begins.
        let is_placed = |reading: &Reading| reading.address_kind != AddressKind::None;
        let start = self.reading.starts.first().filter(|_| !is_placed(read));
        let start = start.copied().unwrap_or_default();
        let known = known(read).into_iter();
        let wrong = known.filter(|(at, byte)| {
            let at = at.wrapping_add(start);
            match self.truth.get(&at) {
                Some(there) => there != byte,
                None => !is_within(&self.reading, at),
            }
        });
        wrong.count()
    }
}

const fn is_known(byte: Byte) -> bool {
    matches!(byte, Byte::Known(_))
}

/// Whether a reading has unknown bytes there: nobody knows what they are.
fn is_within(reading: &Reading, at: u64) -> bool {
    let starts = starts(reading).into_iter();
    let mut spans = starts.zip(reading.space.regions());
    spans.any(|(start, memory)| at.wrapping_sub(start) < memory.len() as u64)
}

/// Returns all dumps that can be read.
fn specimens() -> Vec<Specimen> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/dumps");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the fixtures are there")
        .map(|file| file.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|it| it == "txt"))
        .collect();
    paths.sort();
    let specimens = paths.iter().filter_map(|path| {
        let text = fs::read_to_string(path).expect("a dump is text");
        let reading = read(&text).ok()?;
        Some(Specimen {
            name: path.file_stem()?.to_string_lossy().into_owned(),
            lines: text.lines().map(ToOwned::to_owned).collect(),
            truth: known(&reading),
            reading,
        })
    });
    specimens.collect()
}

#[test]
fn no_byte_is_shown_that_was_not_there() {
    let (mut tried, mut traceless) = (0, 0);
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let specimens = specimens().into_iter();
    for dump in specimens.filter(|dump| dump.reading.address_kind != AddressKind::None) {
        for row in dump.rows() {
            for (name, damage) in DAMAGES {
                let mut damaged = dump.lines.clone();
                damage(&mut damaged, row);
                let effect = dump.effect(&damaged);
                tried += usize::from(effect != Effect::Refused);
                let Effect::Wrong(count) = effect else {
                    continue;
                };
                if leaves_no_trace(name, &dump.lines, row, &dump.reading) {
                    traceless += 1;
                } else {
                    let case = format!("{} line {}: {count}", dump.name, row + 1);
                    wrong.entry(name).or_default().push(case);
                }
            }
        }
    }
    println!(
        "{tried} damaged texts were read, {traceless} of them without a trace of what was done"
    );
    assert!(wrong.is_empty(), "wrong bytes: {wrong:#?}");
    assert!(tried > 5_900, "only {tried}");
}

#[test]
fn what_is_put_around_a_dump_is_no_byte() {
    // Each pair of wrappings is tried with one in so many dumps.
    const PAIRS: usize = 16;
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut effects: BTreeMap<&str, BTreeMap<Effect, usize>> = BTreeMap::new();
    let specimens = specimens().into_iter().filter(|dump| {
        let is_whole = dump.reading.skipped().next().is_none();
        is_whole && dump.reading.notes.is_empty() && dump.reading.also.is_empty()
    });
    let (mut tried, mut hidden) = (0, 0);
    for (number, dump) in specimens.enumerate() {
        let Some(row) = dump.rows().next() else {
            continue;
        };
        for (first, (name, inner)) in WRAPPINGS.into_iter().enumerate() {
            let outer = WRAPPINGS.into_iter().enumerate();
            let outer = outer.filter(|(second, _)| (first * 7 + second + number) % PAIRS == 0);
            let outer = outer.map(|(_, (name, outer))| Some((name, outer)));
            for outer in outer.chain([None]) {
                let mut lines = dump.lines.clone();
                inner(&mut lines, row);
                let mut both = name.to_owned();
                if let Some((name, outer)) = outer {
                    let is_row = |line: &String| line.contains(dump.lines[row].trim());
                    let row = lines.iter().position(is_row).unwrap_or_default();
                    outer(&mut lines, row);
                    both = both + ", " + name;
                }
                let effect = dump.effect(&lines);
                tried += usize::from(effect != Effect::Refused);
                if let Effect::Wrong(count) = effect {
                    if hides(&both, &dump) {
                        hidden += 1;
                        continue;
                    }
                    let case = format!("{}: {count}", dump.name);
                    wrong.entry(both).or_default().push(case);
                } else if outer.is_none() {
                    *effects.entry(name).or_default().entry(effect).or_default() += 1;
                }
            }
        }
    }
    println!("{tried} wrapped texts were read, {hidden} of them without a trace of what was done");
    println!("with one wrapping: {effects:#?}");
    assert!(wrong.is_empty(), "wrong bytes: {wrong:#?}");
    assert!(tried > 17_000 && hidden < 40, "{tried}, {hidden} hidden");
}
