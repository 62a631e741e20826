//! Notations that nobody has named: whatever a text has beside its bytes, no byte is shown as known that is not there.
//!
//! A [`Notation`] is a value: where the address is and how it is written, how the bytes are written and grouped, what is in
//! front of the rows and around them. Most of these notations belong to no tool; what a person reads in them, the reader must
//! read, offer, or refuse.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
use strata_core::decode::read::{AddressKind, Note, Reading, read, read_as};

#[path = "support/known.rs"]
mod known;

use self::known::known;

/// The most bytes of a row, and the most rows.
const ROW: usize = 32;
const ROWS: usize = 6;

/// How a number is written.
#[derive(Clone, Copy, Debug)]
struct Radix {
    radix: u32,
    /// The least number of digits: zeros fill it.
    digits: usize,
    is_upper: bool,
}

/// Where the address of a row is, and what is around it.
#[derive(Clone, Copy, Debug)]
struct Address {
    radix: Radix,
    /// What is around the digits, `#`.
    affixes: &'static str,
    /// Behind the bytes rather than in front of them.
    is_behind: bool,
    before: &'static str,
    /// What is between the address and that of the last byte, or of the next row.
    range: &'static str,
    to_next: bool,
    mark: &'static str,
    /// What is around the number of the bytes, `#`.
    count: &'static str,
}

/// How the bytes of a row are written.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    radix: Radix,
    /// The bytes of a number, and whether the lowest is the last.
    group: usize,
    is_reversed: bool,
    separator: &'static str,
    /// What is between the halves of a row instead.
    middle: &'static str,
}

#[derive(Clone, Copy, Debug)]
struct Notation {
    address: Option<Address>,
    numbers: Numbers,
    /// The bytes of a row.
    row: usize,
    /// What is around the characters, `#`.
    characters: &'static str,
    /// What is in front of each line, which has the number `#`.
    front: &'static str,
    before: &'static str,
    /// `#` stands for the numbers of the columns.
    heading: &'static str,
    behind: &'static str,
}

/// What the bytes are.
#[derive(Clone, Copy, Debug)]
enum Content {
    Random,
    Text,
    Zeros,
    Pointers,
}

/// A notation, and what is written in it.
#[derive(Clone, Debug)]
struct Case {
    notation: Notation,
    start: u64,
    bytes: Vec<u8>,
}

impl Radix {
    fn print(self, number: u64) -> String {
        let digits = self.digits;
        match self.radix {
            16 if self.is_upper => format!("{number:0digits$X}"),
            16 => format!("{number:0digits$x}"),
            10 => format!("{number:0digits$}"),
            _ => format!("{number:0digits$o}"),
        }
    }

    /// The first number that is too large, also for addresses that are not padded.
    fn limit(self) -> u64 {
        let digits = if self.digits == 0 { 6 } else { self.digits };
        let limit = u64::from(self.radix).checked_pow(digits as u32);
        limit.unwrap_or(u64::MAX)
    }
}

impl Address {
    fn print(&self, start: u64, count: usize) -> String {
        let number = |number| self.affixes.replace('#', &self.radix.print(number));
        let mut text = self.before.to_owned() + &number(start);
        if !self.range.is_empty() {
            let last = start + count as u64 - u64::from(!self.to_next);
            text = text + self.range + &number(last);
        }
        text += match self.before {
            "[" => "]",
            "(" => ")",
            "<" => ">",
            _ => "",
        };
        text + self.mark + &self.count.replace('#', &count.to_string())
    }
}

impl Numbers {
    fn words(&self, bytes: &[u8]) -> Vec<String> {
        let number = |group: &[u8]| -> String {
            let bytes = group.iter().map(|byte| self.radix.print(u64::from(*byte)));
            match self.is_reversed {
                true => bytes.rev().collect(),
                false => bytes.collect(),
            }
        };
        bytes.chunks(self.group).map(number).collect()
    }

    /// Prints the bytes of a row that may be shorter than others.
    fn print(&self, bytes: &[u8], row: usize) -> String {
        let mark = self.separator.trim_end_matches("0x");
        let middle = match mark.trim() {
            _ if self.middle.is_empty() => mark.to_owned(),
            "" => self.middle.to_owned(),
            other => other.to_owned() + "  ",
        };
        let mut text = String::new();
        for (at, word) in self.words(bytes).iter().enumerate() {
            text += match at {
                0 => "",
                _ if at * self.group * 2 == row => &middle,
                _ => mark,
            };
            text = text + &self.separator[mark.len()..] + word;
        }
        text
    }
}

impl Case {
    fn text(&self) -> String {
        let it = &self.notation;
        let mut lines = vec![it.before.to_owned()];
        let numbers = |row: &[u8]| it.numbers.print(row, it.row);
        let columns: Vec<u8> = (0..it.row).map(|column| column as u8).collect();
        let address = |at: usize, count| {
            let start = self.start + (at * it.row) as u64;
            it.address
                .map_or_else(String::new, |address| address.print(start, count))
        };
        let is_behind = it.address.is_some_and(|it| it.is_behind);
        let blank = if is_behind {
            0
        } else {
            address(0, it.row).len()
        };
        let heading = format!("{:blank$.blank$}{}", "Offset", numbers(&columns));
        lines.push(it.heading.replace('#', &heading));
        let is_filled = is_behind || !it.characters.is_empty();
        let width = numbers(&self.bytes[..it.row.min(self.bytes.len())]).len();
        let width = if is_filled { width } else { 0 };
        for (at, row) in self.bytes.chunks(it.row).enumerate() {
            let address = address(at, row.len());
            let (first, last) = if is_behind {
                ("", &*address)
            } else {
                (&*address, "")
            };
            let characters = it.characters.replace('#', &characters(row));
            let front = it.front.replace('#', &at.to_string());
            lines.push(format!(
                "{front}{first}{:width$}{characters}{last}",
                numbers(row)
            ));
        }
        lines.push(it.behind.to_owned());
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }
}

/// One of these, or most often none.
fn sometimes(often: u32, texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> {
    prop_oneof![often => Just(""), 1 => select(texts)]
}

prop_compose! {
    fn radix(radix: u32, digits: &'static [usize])(digits in select(digits), is_upper: bool) -> Radix {
        Radix { radix, digits, is_upper }
    }
}

prop_compose! {
    fn address()(
        (radix, affixes) in prop_oneof![
            3 => (radix(16, &[8, 16, 4, 6, 7, 9, 12, 0]), select(&["#", "0x#", "$#", "#h", "+#", "+0x#"][..])),
            1 => (radix(10, &[8, 6, 0, 4, 5]), select(&["#", "+#"][..])),
            1 => (radix(8, &[7, 6, 0, 8, 11]), select(&["#", "+#"][..])),
        ],
        before in sometimes(1, &["[", "(", "<", "offset ", "addr=", "data+", ".text:", "at ", "@"]),
        range in sometimes(6, &["-", "..", " - "]),
        to_next: bool,
        mark in select(&[": ", "  ", " ", " | ", "|", "\t", "> ", " - ", " = ", ":"][..]),
        count in sometimes(6, &["#  ", "[#] ", "(#) ", "#: ", "len=# "]),
        behind in sometimes(6, &["  ; ", "  // ", "  @ ", "  <- "]),
    ) -> Address {
        let front = Address { radix, affixes, is_behind: false, before, range, to_next, mark, count };
        match behind {
            "" => front,
            before => Address { is_behind: true, before, mark: "", count: "", ..front },
        }
    }
}

prop_compose! {
    fn numbers()(
        (radix, group, is_reversed, separator) in prop_oneof![
            4 => (
                radix(16, &[2]),
                select(&[1, 1, 1, 2, 4, 8][..]),
                any::<bool>(),
                select(&[" ", "  ", ", ", ":", "-", ", 0x", " 0x", ",", "", ",0x"][..]),
            ),
            1 => (
                prop_oneof![2 => radix(10, &[0, 3]), 1 => radix(8, &[3])],
                Just(1),
                Just(false),
                select(&[" ", "  ", ", ", ","][..]),
            ),
        ],
        middle in sometimes(2, &["  ", " - ", "-", " | ", "   "]),
    ) -> Numbers {
        // Groups are apart; one with `0x` is a number.
        let separator = if group > 1 && separator.is_empty() { " " } else { separator };
        let is_reversed = group > 1 && (is_reversed || separator.ends_with("0x"));
        Numbers { radix, group, is_reversed, separator, middle }
    }
}

prop_compose! {
    fn notation()(
        address in prop_oneof![4 => address().prop_map(Some), 1 => Just(None)],
        numbers in numbers(),
        row in prop_oneof![3 => select(&[16, 8, 32, 4][..]), 1 => 1..=ROW],
        characters in sometimes(2, &["  #", "  |#|", " ; #", " // #", "  \"#\"", "\t#", "  '#'", " | #"]),
        front in sometimes(3, &[
            "> ", "// ", "[12#] ", "I/tag: ", "12:34:5#.789 ", "2026-11-28 13:10:4# INFO ", "[   12.34567#] ", "kernel: ", "tom: ", "#: ",
        ]),
        before in sometimes(3, &[
            "This is the dump:", "At 14:32 I dumped 0x40 bytes at 0x1000, 2 are bad:", "Hex dump of section '.data':", "$ dump 1000 40",
        ]),
        heading in sometimes(4, &["Address   Bytes   Text", "#"]),
        behind in sometimes(3, &["What is wrong?", "The 10 bytes at 0x18 are odd, see bug 4711.", "3 rows", "done: 64 bytes"]),
    ) -> Notation {
        let row = row.next_multiple_of(numbers.group);
        Notation { address, numbers, row, characters, front, before, heading, behind }
    }
}

impl Content {
    /// Makes bytes of random ones.
    fn bytes(self, random: &[u8]) -> Vec<u8> {
        const TEXT: &[u8] = b"The 7 foxes of C:\\Windows are 0xbad, fed; add cafe | 12:34 face\0\n";
        let eight = |random: &[u8]| {
            let number = random
                .iter()
                .fold(0, |number, byte| number << 8 | u64::from(*byte));
            let at = number as usize % (TEXT.len() - 8);
            match self {
                Self::Random => number.to_le_bytes(),
                Self::Text => std::array::from_fn(|byte| TEXT[at + byte]),
                Self::Zeros if number % 3 > 0 => [0; 8],
                Self::Zeros => (number % 0x1_0000).to_le_bytes(),
                Self::Pointers => (0xffff_e001_1234_0000 + number % 0x100 * 8).to_le_bytes(),
            }
        };
        random.chunks(8).flat_map(eight).collect()
    }
}

prop_compose! {
    fn case()(
        notation in notation(),
        content in select(&[Content::Random, Content::Text, Content::Zeros, Content::Pointers][..]),
        random in prop::collection::vec(any::<u8>(), ROW * ROWS).no_shrink(),
        (rows, last) in (1..=ROWS, 1..=ROW),
        unit in select(&[16, 0, 1][..]),
        place in any::<u64>().no_shrink(),
    ) -> Case {
        let mut bytes = content.bytes(&random);
        let last = last.min(notation.row).next_multiple_of(notation.numbers.group);
        bytes.truncate((rows - 1) * notation.row + last);
        let start = notation.address.map_or(0, |address| {
            let room = address.radix.limit() - (ROW * ROWS) as u64;
            (place % room).checked_div(unit).map_or(0, |at| at * unit)
        });
        Case { notation, start, bytes }
    }
}

/// What is read of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    Right,
    /// All bytes, without the address that the text has.
    Unplaced,
    /// Bytes are missing or unknown.
    Partial,
    /// Another reading has no wrong byte.
    Offered,
    /// A note says that the characters contradict the bytes.
    Told,
    Refused,
    Wrong,
}

impl Case {
    fn effect(&self) -> Effect {
        let text = self.text();
        let Ok(reading) = read(&text) else {
            return Effect::Refused;
        };
        let is_told = |note: &Note| note.text.contains("does not agree with the bytes");
        let others = reading.also.iter();
        let mut others = others.filter_map(|it| read_as(&text, it.dialect).ok());
        match self.judge(&reading) {
            Some(effect) => effect,
            None if reading.notes.iter().any(is_told) => Effect::Told,
            None if others.any(|other| self.judge(&other).is_some()) => Effect::Offered,
            None => Effect::Wrong,
        }
    }

    /// Compares a reading with the truth; `None` if a known byte is another, or at another place.
    fn judge(&self, reading: &Reading) -> Option<Effect> {
        let is_placed = reading.address_kind != AddressKind::None;
        let start = if is_placed { self.start } else { 0 };
        let known = known(reading);
        let is_in = |bytes: &[u8]| {
            known.iter().all(|(at, byte)| {
                let at = at.wrapping_sub(start) as usize;
                bytes.get(at) == Some(byte)
            })
        };
        // Only characters show the order of the bytes of a group.
        let groups = self.bytes.chunks(self.notation.numbers.group);
        let turned: Vec<u8> = groups.flat_map(|it| it.iter().rev()).copied().collect();
        let has_characters = !self.notation.characters.is_empty();
        let is_shown = has_characters && characters(&turned) != characters(&self.bytes);
        let is_right = is_in(&self.bytes) || !is_shown && is_in(&turned);
        is_right.then_some(match known.len() {
            count if count < self.bytes.len() => Effect::Partial,
            _ if self.notation.address.is_some() && !is_placed => Effect::Unplaced,
            _ => Effect::Right,
        })
    }

    /// Whether a person cannot know what is meant.
    fn is_ambiguous(&self) -> bool {
        let Notation {
            row,
            address,
            numbers,
            heading,
            ..
        } = self.notation;
        let radix = numbers.radix.radix;
        let words = numbers.words(&self.bytes);
        let rows = self.bytes.len().div_ceil(row);
        let front = address.filter(|it| !it.is_behind);
        let is = |word: &String, radix| u8::from_str_radix(word, radix).is_ok();
        let has_both = |word: &String| word.len() == 3 && is(word, 8) && is(word, 10);
        // The distances of addresses in the radix in which everybody reads them first.
        let is_hexadecimal = |it: Address| {
            let starts = (0..rows).map(|at| it.radix.print(self.start + (at * row) as u64));
            let starts = starts.map(|it| u64::from_str_radix(&it, 16).unwrap_or(0));
            let starts: Vec<u64> = starts.collect();
            let mut pairs = starts.windows(2);
            it.radix.radix != 16 && pairs.all(|pair| pair[1] - pair[0] == row as u64)
        };
        // Numbers of three digits are octal or decimal, those of two are hexadecimal, unless one of them shows it.
        radix != 16 && words.iter().all(has_both)
            || radix == 10 && words.iter().all(|it| it.len() == 2)
            || self.start > 7 && address.is_some_and(is_hexadecimal)
            // Numbers that count above bytes without addresses are bytes, too.
            || heading == "#" && front.is_none()
            // A run before a bar, and a number beside others in a single line, may be an address.
            || numbers.separator.is_empty() && !numbers.middle.is_empty() && front.is_none()
            || numbers.separator == ":" && !numbers.middle.is_empty() && front.is_none()
            || rows == 1 && front.is_some_and(|it| matches!(it.mark, ":" | "|"))
    }

    /// Whether the reader is known to take something else for bytes here, and does not say so yet.
    fn is_open(&self) -> bool {
        let Notation {
            address, numbers, ..
        } = self.notation;
        let rows = self.bytes.len().div_ceil(self.notation.row);
        let is_bare = address.is_none_or(|it| it.is_behind);
        let has_characters = !self.notation.characters.is_empty();
        // One distance in another radix does not outweigh a hexadecimal address.
        let is_counted = self.notation.front == "#: ";
        let is_other = address.is_some_and(|it| it.radix.radix != 16) && (rows <= 2 || is_counted);
        // Marks that also stand around the index of an array.
        let is_marked = address.is_some_and(|it| it.mark == " = " || it.before == "[");
        // Without addresses in front, the first number of one or two rows may be taken for one.
        let is_run = numbers.separator.is_empty() && matches!(self.notation.row, 2 | 4 | 8);
        let is_wide = is_bare && numbers.group > 2 && rows <= 2 || is_run;
        // Commas may also be between the characters.
        let is_turned = is_bare && has_characters && numbers.separator.starts_with(',');
        // Two rows may be too few to show the order that the characters have.
        let is_short = numbers.group > 1 && has_characters && rows <= 2;
        // In a single row, an address may be taken for bytes.
        let is_single = rows == 1 && !is_bare;
        is_other || is_marked || is_wide || is_turned || is_short || is_single
    }
}

/// The characters of bytes, as a tool prints them.
fn characters(bytes: &[u8]) -> String {
    let characters = bytes.iter().map(|byte| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    });
    characters.collect()
}

#[test]
fn no_notation_shows_a_byte_that_is_not_there() {
    const CASES: usize = 16_000;
    const MOST_WRONG: usize = 200;
    let cases = std::env::var("PROPTEST_CASES").ok();
    let cases = cases.and_then(|it| it.parse().ok()).unwrap_or(CASES);
    let mut config = Config::default();
    // The same cases each time, unless others are asked for.
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1);
    }
    let mut runner = TestRunner::new(config);
    let mut effects: BTreeMap<Effect, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for _ in 0..cases {
        let tree = case().new_tree(&mut runner).expect("there are cases");
        let effect = |case: &Case| (!case.is_ambiguous() && !case.is_open()).then(|| case.effect());
        let Some(found) = effect(&tree.current()) else {
            continue;
        };
        *effects.entry(found).or_default() += 1;
        if found == Effect::Wrong && wrong.len() < MOST_WRONG {
            let simplified = runner.run_one(tree, |case| {
                prop_assert_ne!(effect(&case), Some(Effect::Wrong));
                Ok(())
            });
            if let Err(TestError::Fail(_, case)) = simplified {
                wrong.push(format!(
                    "=====\n{}\n--\n{:x?}\n{:#?}",
                    case.text(),
                    case,
                    read(&case.text())
                ));
            }
        }
    }
    println!("{effects:?}");
    assert!(
        wrong.is_empty(),
        "wrong bytes in {} texts:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let good = effects.get(&Effect::Right).copied().unwrap_or(0);
    assert!(4 * good > effects.values().sum(), "only {good} are right");
}
