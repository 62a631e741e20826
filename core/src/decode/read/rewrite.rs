//! Ways of writing bytes that say the same as a usual one, rewritten as that. Each line stays a line.

use std::borrow::Cow;

use super::lead::{lead, short};
use super::rows::LOWEST_ADDRESS;
use super::text::{is_hex, is_pair};
use crate::decode::limits::{ROW_LIMIT, SAMPLE_LIMIT};

/// The least numbers or lines that are taken for bytes.
const LEAST: usize = 4;
/// Stands for a line that says nothing of bytes: it is around them.
const AROUND: &str = "//";
/// How many lines may name the columns of a table.
const HEAD_LINES: usize = 4;
/// How many bytes a row has behind which a note may stand.
const USUAL_ROW: usize = 16;

/// How loggers write the time before a line: `#` is a number, before which blanks may stand, `A` a word.
const STAMPS: [&str; 11] = [
    "[#.#]",
    "[#:#:#]",
    "[#:#:#.#]",
    "[#:# A]",
    "#-#-#T#:#:#Z",
    "#-#-#T#:#:#.#Z",
    "#-#-#T#:#:#.#",
    "#-#-# #:#:#",
    "#-#-# #:#:#.#",
    "A # #:#:#",
    "#:#:#.#",
];

/// The text, in a usual way of writing.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    for rewrite in [colours, stamps, words, values, tables, declarations] {
        if let Some(other) = rewrite(&plain) {
            plain = Cow::Owned(other);
        }
    }
    plain
}

/// Without the escape sequences by which a terminal colours.
fn colours(text: &str) -> Option<String> {
    let (first, rest) = text.split_once("\u{1b}[")?;
    let mut plain = first.to_owned();
    for part in rest.split("\u{1b}[") {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        plain.push_str(end.map_or(part, |end| part.get(end + 1..).unwrap_or_default()));
    }
    Some(plain)
}

/// Without the times that a logger put before lines, also where line breaks behind them were lost.
fn stamps(text: &str) -> Option<String> {
    let mut found = text.lines().take(SAMPLE_LIMIT).filter_map(stamped);
    let (first, line) = found.next()?;
    let shape: Vec<char> = first.trim_end().chars().map(shape).collect();
    if found.next().is_none() && within(line, &shape).is_none() {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        let mut rest = stamped(line).map_or(line, |(_, rest)| rest);
        while let Some((at, behind)) = within(rest, &shape) {
            plain.push_str(rest.get(..at).unwrap_or_default());
            rest = behind;
        }
        plain.push_str(rest);
        plain.push('\n');
    }
    Some(plain)
}

/// Where in a line a stamp of that shape begins, and the row behind it.
fn within<'t>(line: &'t str, stamp: &[char]) -> Option<(usize, &'t str)> {
    line.char_indices()
        .find_map(|(at, _)| Some((at, behind(line.get(at..)?, stamp)?)))
}

/// What a character of a stamp is, whatever the time.
const fn shape(c: char) -> char {
    if c.is_ascii_digit() || c == ' ' {
        '#'
    } else {
        c
    }
}

/// The row behind a stamp of that shape.
fn behind<'t>(text: &'t str, stamp: &[char]) -> Option<&'t str> {
    let mut rest = text.chars();
    let is_stamp = stamp
        .iter()
        .all(|expected| rest.next().map(shape) == Some(*expected));
    let rest = rest.as_str();
    let row = || lead(rest.trim_start()).or_else(|| short(rest.trim_start()));
    (is_stamp && rest.starts_with(' ')).then(row)?.map(|_| rest)
}

/// What a logger put before a line, and the line: the time, and whose line it is (`host app[1234]:`).
fn stamped(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let behind = STAMPS.iter().filter_map(|stamp| {
        let mut rest = text;
        for sign in stamp.chars() {
            let kind: fn(&char) -> bool = match sign {
                '#' => char::is_ascii_digit,
                'A' => char::is_ascii_alphabetic,
                sign => {
                    rest = rest.strip_prefix(sign)?;
                    continue;
                }
            };
            let word = rest.trim_start_matches(' ');
            rest = word.trim_start_matches(|c| kind(&c));
            if rest.len() == word.len() {
                return None;
            }
        }
        rest.strip_prefix(' ')
    });
    let rest = behind.min_by_key(|rest| rest.len())?;
    let mut whose = rest;
    let mut line = rest;
    while let Some((word, behind)) = whose.split_once(' ')
        && !word.starts_with("0x")
        && word.contains(|c: char| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit())
    {
        whose = behind;
        line = if word.ends_with(':') { behind } else { line };
    }
    text.split_at_checked(text.len() - line.len())
}

/// Without the words that languages and tools put around bytes.
fn words(text: &str) -> Option<String> {
    let mut plain = Cow::Borrowed(text);
    if plain.contains("byteArrayOf(") {
        plain = plain.replace(".toByte()", "").into();
    }
    if plain.contains("<Buffer ") && plain.contains(" more bytes>") {
        let cut = plain.lines().map(|line| match line.find(" ... ") {
            Some(at) if line.ends_with(" more bytes>") => line.get(..at).unwrap_or(line),
            _ => line,
        });
        let cut = cut.map(|line| line.trim_start_matches("<Buffer "));
        plain = cut.collect::<Vec<_>>().join("\n").into();
    }
    if plain.contains(" REG_BINARY ") {
        let digits = plain.lines().map(|line| {
            let found = line.split_once(" REG_BINARY ");
            // A value ends with its line.
            found.map_or_else(|| line.to_owned(), |(_, digits)| format!("{digits} #"))
        });
        plain = digits.collect::<Vec<_>>().join("\n").into();
    }
    if plain.contains('┊') {
        plain = plain
            .lines()
            .map(hexyl)
            .collect::<Vec<_>>()
            .join("\n")
            .into();
    }
    match plain {
        Cow::Owned(plain) => Some(plain),
        Cow::Borrowed(_) => None,
    }
}

/// A row of hexyl's: the address and the bytes; nothing of its frame, whose characters are of its own.
fn hexyl(line: &str) -> String {
    let mut columns = line.trim().split('│').skip(1);
    match (columns.next(), columns.next()) {
        (Some(address), Some(bytes)) if bytes.contains('┊') => {
            format!("{address}  {}", bytes.replace('┊', " ").trim())
        }
        _ if line.trim().starts_with(['┌', '├', '└']) => AROUND.to_owned(),
        _ => line.to_owned(),
    }
}

fn marked(line: &str) -> String {
    let mark = if line.is_empty() { "" } else { AROUND };
    mark.to_owned()
}

/// Lines of an offset and one byte, `0x10,0x4d`: the bytes, where each offset follows the one before it from 0 on; else rows.
fn values(text: &str) -> Option<String> {
    let mut values: Vec<Result<(u64, &str), String>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let pair = line.split_once([',', ';', '\t']);
        let pair = pair.map(|(offset, value)| (offset.trim(), value.trim()));
        let found = pair.and_then(|(offset, value)| {
            let digits = value.strip_prefix("0x")?;
            let offset = match offset.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok()?,
                None => offset.parse().ok()?,
            };
            is_byte(digits).then_some((offset, digits))
        });
        values.push(match found {
            Some(value) => Ok(value),
            // The names of the columns, or a line of which the beginning is missing.
            None if number < HEAD_LINES && !line.contains("0x") => Err(marked(line)),
            None if number == 0 && !line.is_empty() => Err(marked(line)),
            None if line.is_empty() => Err(String::new()),
            None => return None,
        });
    }
    let offsets: Vec<u64> = values.iter().flatten().map(|(offset, _)| *offset).collect();
    if offsets.len() < LEAST || !offsets.is_sorted_by(|a, b| a < b) {
        return None;
    }
    let counts_on = (0..).zip(&offsets).all(|(count, offset)| count == *offset);
    // Where numbers are filled up with zeros, one with fewer digits lost one.
    let is_filled = values
        .iter()
        .flatten()
        .any(|(_, digits)| digits.len() == 2 && digits.starts_with('0'));
    let plain = values.into_iter().map(|value| match value {
        Ok((offset, digits)) => {
            let digits = if is_filled && digits.len() == 1 {
                "??"
            } else {
                digits
            };
            match counts_on {
                true => format!("0x{digits}\n"),
                false if offset >= LOWEST_ADDRESS => format!("{offset:#x}: 0x{digits:0>2}\n"),
                false => format!("{offset:08x}: {digits:0>2}\n"),
            }
        }
        Err(line) => line + "\n",
    });
    Some(plain.collect())
}

/// Lines of an address and bytes in columns, as tables of Ghidra's have them: rows, where most begin where the
/// one before ends; of one byte each from 0 on, the bytes.
fn tables(text: &str) -> Option<String> {
    let (mut offsets, mut rows) = (String::new(), String::new());
    let (mut count, mut lines, mut follow) = (0_usize, 0_usize, 0_usize);
    let (mut next, mut columns, mut damaged) = (0_u64, None, 0_usize);
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let found = row(line).filter(|row| *columns.get_or_insert(row.columns) == row.columns);
        match found {
            Some(Row {
                at, digits, bytes, ..
            }) => {
                lines += 1;
                follow += usize::from(at == next);
                next = at.checked_add(bytes.len() as u64)?;
                count += bytes.len();
                offsets.push_str(bytes.first()?);
                let mark = if at >= LOWEST_ADDRESS { "0x" } else { "" };
                rows.push_str(&format!("{mark}{}:", digits.trim_start_matches("0x")));
                let numbers = bytes.iter().map(|byte| byte.trim_start_matches("0x"));
                rows.extend(numbers.map(|byte| format!(" {mark}{byte}")));
            }
            None if line.is_empty() => {}
            // The names of the columns.
            None if lines == 0 && number < HEAD_LINES && !line.contains("0x") => {
                rows.push_str(&marked(line));
                offsets.push_str(&marked(line));
            }
            None if damaged < lines / 2 => {
                damaged += 1;
                // What begins so is no row.
                rows.push('"');
                rows.push_str(line);
            }
            None => return None,
        }
        rows.push('\n');
        offsets.push('\n');
    }
    let all = count >= LEAST && lines > 1;
    let is_hexed = || offsets.lines().any(|line| line.starts_with("0x"));
    match follow == lines && count == lines && damaged == 0 {
        true => (all && is_hexed()).then_some(offsets),
        false => {
            let are_addresses = rows.lines().filter_map(|row| row.split_once(": "));
            let mut digits = are_addresses.map(|(at, _)| at.trim_start_matches("0x").len());
            let long = digits.all(|digits| digits >= ADDRESS_DIGITS);
            // Columns that tabs part are rows already.
            let parted = !text.contains('\t');
            (all && long && parted && 2 * follow + 1 >= lines).then_some(rows)
        }
    }
}

/// How many digits an address has at least.
const ADDRESS_DIGITS: usize = 6;

/// A line of a table.
struct Row<'t> {
    at: u64,
    /// The address as it stands.
    digits: &'t str,
    bytes: Vec<&'t str>,
    columns: usize,
}

/// An address, and the bytes in the first of the other columns that has some.
fn row(line: &str) -> Option<Row<'_>> {
    let cells: Vec<&str> = line.split([',', ';', '\t']).collect();
    let columns = cells.len();
    let mut cells = cells.into_iter().map(|cell| cell.trim().trim_matches('"'));
    let digits = cells.next()?;
    let at = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None if digits.len() < ADDRESS_DIGITS => digits.parse().ok()?,
        None => u64::from_str_radix(digits, 16).ok()?,
    };
    let is_number = |word: &&str| word.strip_prefix("0x").map_or(is_pair(word), is_byte);
    let bytes = cells.find_map(|cell| {
        let words: Vec<&str> = cell.split_ascii_whitespace().collect();
        (!words.is_empty() && words.iter().all(is_number)).then_some(words)
    })?;
    Some(Row {
        at,
        digits,
        bytes,
        columns,
    })
}

/// Whether those are the digits of a byte, of which the first may be missing.
fn is_byte(digits: &str) -> bool {
    matches!(digits.len(), 1 | 2) && u8::from_str_radix(digits, 16).is_ok()
}

/// A listing of IDA's, `.data:00404000 word_404000 dw 7 ; XREF`: the bytes of each declaration as a row; what it does not state is
/// unknown.
fn declarations(text: &str) -> Option<String> {
    if !DIRECTIVES
        .iter()
        .any(|(name, _)| text.contains(&format!(" {name} ")))
    {
        return None;
    }
    let rows = text.lines().map(|line| declaration(line).ok_or(line));
    let rows: Vec<Result<String, &str>> = rows.collect();
    rows.iter().find(|row| row.is_ok())?;
    let rows = rows
        .into_iter()
        .map(|row| row.unwrap_or_else(str::to_owned) + "\n");
    Some(rows.collect())
}

/// The directives of a declaration, and how many bytes a value has.
const DIRECTIVES: [(&str, usize); 4] = [("db", 1), ("dw", 2), ("dd", 4), ("dq", 8)];

/// How many blanks stand before a digit that is aligned with numbers of three.
const ALIGNED: usize = 4;

fn declaration(line: &str) -> Option<String> {
    let (place, rest) = line.trim_start().split_once(' ')?;
    let (section, address) = place.split_once(':')?;
    // Behind the number of a segment, `dd` is a byte.
    if is_hex(section) || !matches!(address.len(), 8 | 16) || !is_hex(address) {
        return None;
    }
    let directive = |text: &str| {
        let text = text.trim_start();
        let (word, values) = text.split_once(' ').unwrap_or((text, ""));
        let (_, unit) = DIRECTIVES.into_iter().find(|(name, _)| *name == word)?;
        Some((unit, values.to_owned()))
    };
    let behind_label = || directive(rest.trim_start().split_once(' ')?.1);
    let own = directive(rest);
    // What the blanks before a digit are where nothing of it was cut off.
    let whole = if matches!(own, Some((1, _))) {
        ALIGNED
    } else {
        1
    };
    let (unit, values) = own.or_else(behind_label)?;
    let mut bytes: Vec<String> = Vec::new();
    let mut values = &*values;
    // The blank behind the directive.
    let mut before = 1;
    loop {
        let column = values.trim_start();
        let blanks = before + values.len() - column.len();
        values = column;
        if let Some((string, behind)) = values.strip_prefix('\'').and_then(|it| it.split_once('\''))
        {
            bytes.extend(string.bytes().map(|byte| format!("{byte:02x}")));
            values = behind;
        } else {
            let end = values.find([',', ';']).unwrap_or(values.len());
            let (value, behind) = values.split_at_checked(end)?;
            let value = value.trim();
            // A number of one digit stands where the last digit of others does; else it is the beginning of one.
            let is_cut = value.is_empty() || value.len() == 1 && before == 1 && blanks != whole;
            bytes.extend(value_of(if is_cut { "x" } else { value }, unit)?);
            values = behind;
        }
        if bytes.len() > ROW_LIMIT {
            return None;
        }
        before = 0;
        match values.trim_start().strip_prefix(',') {
            Some(behind) => values = behind,
            None => break,
        }
    }
    let note = values.trim_start();
    let note = if bytes.len() > USUAL_ROW { "" } else { note };
    Some(format!("{place}  {}  {note}", bytes.join(" ")))
}

/// The bytes of a value, the lowest first: `41h`, `7`, `2 dup(0)`, `?`; unknown ones of a name or an expression.
fn value_of(value: &str, unit: usize) -> Option<Vec<String>> {
    if let Some((count, value)) = value.split_once(" dup(") {
        let count: usize = count
            .trim()
            .parse()
            .ok()
            .filter(|count| *count <= ROW_LIMIT)?;
        let value = Some(value).filter(|value| !value.contains(" dup("))?;
        let value = value_of(value.trim_end_matches(')').trim(), unit)?;
        let values = std::iter::repeat_n(value, count);
        return Some(values.flatten().collect());
    }
    let number = match value.strip_suffix('h') {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        // What has more digits lost its `h`, unless somebody chose to see decimal numbers.
        None => value.parse().ok().filter(|number| *number < 10),
    };
    if value.is_empty() {
        return None;
    }
    let bytes = (0..unit).map(|at| match number {
        Some(number) => format!("{:02x}", number >> (8 * at) & 0xff),
        None => "??".to_owned(),
    });
    Some(bytes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_ways_of_writing_are_usual_ones() {
        for (text, expected) in [
            ("\u{1b}[32m00\u{1b}[0m: 4d\n", "00: 4d\n"),
            (
                "byteArrayOf(0x4D, 0x9C.toByte())",
                "byteArrayOf(0x4D, 0x9C)",
            ),
            ("<Buffer 4d 5a ... 86 more bytes>", "4d 5a"),
            ("    Blob    REG_BINARY    4D5A", "   4D5A #"),
            (
                "│00000000│ 4d 5a ┊ 90 00 │MZ┊×⋄│",
                "00000000  4d 5a   90 00",
            ),
            (
                "at,is\n0x0,0x4d\n1,0x5a\n2,0x90\n3,0x0",
                "//\n0x4d\n0x5a\n0x90\n0x0\n",
            ),
            (
                "0x10,0x4d\n0x11,0x5a\n0x12,0x90\n0x13,0x0",
                "00000010: 4d\n00000011: 5a\n00000012: 90\n00000013: 00\n",
            ),
            (
                "[  1.20] x: 00: 4d [  1.30] x: 01: 5a\n[  1.40] x: 02: 90",
                "00: 4d  01: 5a\n02: 90\n",
            ),
            (
                ".data:00404000 a dw 7, ? ; x\n.data:00404004  db 41h, 'b', 2 dup(0)\n.data:00404008 dd offset a\nx",
                ".data:00404000  07 00 ?? ??  ; x\n.data:00404004  41 62 00 00  \n.data:00404008  ?? ?? ?? ??  \nx\n",
            ),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
        for text in [
            "[77, 90, 144, 0]",
            "x = [77, 90, 144, 0]",
            "[10 20 30 40]",
            "a[1] = {77, 90, 144, 0}",
            "4d 5a 90 00",
        ] {
            assert_eq!(plain(text), text);
        }
    }
}
