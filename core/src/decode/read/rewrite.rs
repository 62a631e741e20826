//! Rewrites unusual notations of bytes to usual ones. Each line stays one line.

mod values;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::html;
use super::row_address::{AddressNotation, parse_row_address, parse_short_offset};
use super::rows::LOWEST_ADDRESS;
use super::text::{after, is_hex, is_pair, split};
use crate::decode::limits::{ROW_LIMIT, SAMPLE_LIMIT};

/// The fewest numbers or lines that are taken for bytes.
const LEAST: usize = 4;
/// Replaces a line that has no bytes.
const AROUND: &str = "//";
/// The most heading lines of a table.
const HEAD_LINES: usize = 4;
/// The most bytes of a row that may have a comment.
const USUAL_ROW: usize = 16;

/// Timestamps of loggers, as patterns of [`after`].
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

/// The levels of a logger.
const LEVELS: [&str; 5] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"];

/// The rewrites, in order; each gets the result of the previous ones.
const REWRITES: [fn(&str) -> Option<String>; 22] = [
    |text| each(text, "\u{1b}[", uncoloured),
    |text| each(text, "<code>", untagged),
    event,
    |text| each(text, "bytes = 0x", data),
    stamps,
    values::digits,
    values::list,
    |text| values::decimals(text, false),
    values::entered,
    values::barred,
    values::elements,
    |text| each(text, "= {", values::yara),
    |text| each(text, "\\x", values::printed),
    |text| each(text, ".toByte()", |it| Some(it.replace(".toByte()", ""))),
    |text| each(text, " more bytes>", buffer),
    |text| each(text, " REG_BINARY ", registry),
    |text| each(text, "┊", hexyl),
    |text| each(text, "──", frame),
    |text| each(text, "` |", cells),
    |text| each(text, " - ", dashed),
    tables,
    |text| each(text, " d", declaration),
];

/// Rewrites the text to usual notations.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let rewrites = REWRITES.iter();
    rewrites.fold(Cow::Borrowed(text), |plain, rewrite| {
        rewrite(&plain).map_or(plain, Cow::Owned)
    })
}

/// Rewrites lines that may be decimal bytes or hexadecimal to a list of decimal ones.
pub(super) fn decimals(text: &str) -> Option<String> {
    values::decimals(text, true)
}

/// Applies `line` to the lines of a text that contains `mark`; `None` if nothing changes.
fn each(text: &str, mark: &str, line: impl Fn(&str) -> Option<String>) -> Option<String> {
    let lines = text.contains(mark).then(|| split(text));
    let mut plain: Option<String> = None;
    for old in lines.into_iter().flatten() {
        let new = line(old);
        if plain.is_none() && new.is_some() {
            let before = old.as_ptr() as usize - text.as_ptr() as usize;
            plain = text.get(..before).map(str::to_owned);
        }
        if let Some(plain) = &mut plain {
            plain.push_str(new.as_deref().unwrap_or(old));
            plain.push('\n');
        }
    }
    plain
}

/// Strips a terminal's colour escape sequences.
fn uncoloured(line: &str) -> Option<String> {
    let mut parts = line.split("\u{1b}[");
    let mut plain = parts.next()?.to_owned();
    for part in parts {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        plain.push_str(end.map_or(part, |end| part.get(end + 1..).unwrap_or_default()));
    }
    Some(plain)
}

/// Strips the tags around code, behind which the first and the last line stand.
fn untagged(line: &str) -> Option<String> {
    let text = line.trim();
    let begins = ["<pre", "<code>"].iter().any(|tag| text.starts_with(tag));
    let is_tagged = begins || text.ends_with("</pre>");
    is_tagged.then(|| html::plain(line).into_owned())
}

/// Extracts the data of an event in XML: the only long number in hexadecimal.
fn event(text: &str) -> Option<String> {
    let is_event = ["</Binary>", "</Data>"]
        .iter()
        .any(|end| text.contains(end));
    let parts = is_event.then(|| text.split(['<', '>']))?;
    let mut data = parts.filter(|it| it.len() >= LEAST_DIGITS && is_hex(it));
    let digits = data.next().filter(|_| data.next().is_none())?;
    each(text, "", |line| {
        let is_data = line.contains(digits);
        Some(if is_data { digits } else { AROUND }.to_owned())
    })
}

/// Extracts the bytes of `{length = 24, bytes = 0x4d5a9000 ... 03000000 }`, as macOS prints data. The length tells how many are
/// left out.
fn data(line: &str) -> Option<String> {
    let (length, digits) = line.split_once("bytes = 0x")?;
    let digits = digits.trim_end_matches([' ', '}', '>', ';', ',']);
    let unread = || {
        let (before, behind) = digits.split_once(" ... ")?;
        let length = length.split_once("length = ")?.1.split(',').next()?;
        let count = |digits: &str| digits.bytes().filter(u8::is_ascii_hexdigit).count() / 2;
        let length = length.parse::<usize>().ok().filter(|it| *it <= ROW_LIMIT)?;
        let missing = length.checked_sub(count(before) + count(behind))?;
        Some(format!("{before} {} {behind}", "??".repeat(missing)))
    };
    Some(unread().unwrap_or_else(|| digits.to_owned()))
}

/// Strips the timestamps of a logger, also inside lines whose line breaks were lost.
fn stamps(text: &str) -> Option<String> {
    let mut found = split(text).take(SAMPLE_LIMIT).filter_map(stamped);
    let (first, line) = found.next()?;
    let stamp = first.trim_end();
    if found.next().is_none() && within(line, stamp).is_none() {
        return None;
    }
    each(text, "", |line| {
        let mut rest = stamped(line).map_or(line, |(_, rest)| rest);
        let mut plain = String::new();
        while let Some((at, behind)) = within(rest, stamp) {
            plain.push_str(rest.get(..at)?);
            rest = behind;
        }
        Some(plain + rest)
    })
}

/// Returns the start of another timestamp in a line, and the row after it.
fn within<'t>(line: &'t str, stamp: &str) -> Option<(usize, &'t str)> {
    let is_time = |c: char| c.is_ascii_digit() || c == ' ';
    line.char_indices().find_map(|(at, _)| {
        let (own, rest) = line.get(at..)?.split_at_checked(stamp.len())?;
        let mut pairs = own.chars().zip(stamp.chars());
        let is_stamp = pairs.all(|(c, other)| c == other || is_time(c) && is_time(other));
        let row = rest.strip_prefix(' ').filter(|_| is_stamp)?.trim_start();
        parse_row_address(row).or_else(|| parse_short_offset(row))?;
        Some((at, rest))
    })
}

/// Splits a line after the logger's prefix: the time, and the source (`host app[1234]:`).
fn stamped(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let behind = STAMPS.iter().filter_map(|stamp| after(text, stamp));
    let behind = behind.filter_map(|rest| rest.strip_prefix(' '));
    let rest = behind.min_by_key(|rest| rest.len())?;
    let mut whose = rest;
    let mut line = rest;
    while let Some((word, behind)) = whose.split_once(' ')
        && !word.starts_with("0x")
        && word.contains(|c: char| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit())
    {
        whose = behind;
        let is_source = word.ends_with(':') || LEVELS.contains(&word);
        line = if is_source { behind.trim_start() } else { line };
    }
    text.split_at_checked(text.len() - line.len())
}

/// Extracts the bytes of Node's `<Buffer 4d 5a ... 86 more bytes>`.
fn buffer(line: &str) -> Option<String> {
    let more = line.split_once(" ... ");
    let cut = more.filter(|(_, more)| more.ends_with(" more bytes>"));
    let bytes = cut.map_or(line, |(bytes, _)| bytes);
    Some(bytes.trim_start_matches("<Buffer ").to_owned())
}

/// Extracts a value of `reg query`, and marks its end.
fn registry(line: &str) -> Option<String> {
    let (_, digits) = line.split_once(" REG_BINARY ")?;
    Some(format!("{digits} #"))
}

/// Extracts the address and the bytes of a row of hexyl, also a truncated one, without frame and characters.
fn hexyl(line: &str) -> Option<String> {
    let mut columns = line.split('│').skip(1);
    let (address, bytes) = (columns.next()?, columns.next()?);
    let is_row = address.len() == OFFSET_DIGITS && is_hex(address);
    is_row.then(|| format!("{address}  {}", bytes.replace('┊', " ").trim()))
}

/// Converts a row of a Markdown table with code cells to columns.
fn cells(line: &str) -> Option<String> {
    let cells = line.trim().trim_matches('|').split('|').map(str::trim);
    // The end of the last cell may be missing.
    let cells = cells.map(|cell| Some(cell.strip_prefix('`')?.trim_end_matches('`')));
    let cells: Vec<&str> = cells.collect::<Option<_>>()?;
    (cells.len() > 1).then(|| cells.join("  "))
}

/// Converts rows of Cheat Engine: replaces ` - ` before bytes and characters by blanks.
fn dashed(line: &str) -> Option<String> {
    let mut cells = line.split(" - ").map(str::trim);
    let (address, bytes) = (cells.next()?, cells.next()?);
    let is_address = matches!(address.len(), 8..=16) && is_hex(address);
    let is_row = is_address && bytes.split_ascii_whitespace().all(is_pair);
    let row = is_row.then(|| format!("{address}  {bytes}"))?;
    // After a lost line break, the characters of a row precede the address of the next.
    let gaps = ["   ", "  "].into_iter().cycle();
    let behind = cells.zip(gaps);
    Some(behind.fold(row, |row, (cell, gap)| row + gap + cell))
}

/// Converts the top or bottom line of a box.
fn frame(line: &str) -> Option<String> {
    let is_drawn = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_frame = line.trim().starts_with(['┌', '├', '└']) && line.trim().chars().all(is_drawn);
    is_frame.then(|| AROUND.to_owned())
}

/// Converts tables of addresses and bytes, `0x10,0x4d`, as Ghidra exports them: to rows if most end where another
/// begins, to bytes if each has one and they count from 0.
fn tables(text: &str) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut columns = None;
    let mut rows: Vec<Result<Row<'_>, String>> = Vec::new();
    let (mut lines, mut damaged) = (0_usize, 0_usize);
    for (number, line) in split(text).enumerate() {
        let line = line.trim();
        let found = row(line).filter(|row| row.columns == *columns.get_or_insert(row.columns));
        // Column names, or a line whose beginning is missing.
        let is_row = line.contains("0x") || lines > 0 && line.contains(is_digit);
        let is_around = line.is_empty() || number == 0 || number < HEAD_LINES && !is_row;
        let is_damaged = found.is_none() && !is_around;
        if is_damaged && damaged >= lines / 2 {
            return None;
        }
        lines += usize::from(found.is_some());
        damaged += usize::from(is_damaged);
        rows.push(found.ok_or_else(|| match line {
            // A quotation mark prevents parsing it as a row.
            _ if is_damaged => format!("\"{line}"),
            "" => String::new(),
            _ => AROUND.to_owned(),
        }));
    }
    let all = || rows.iter().flatten();
    let bytes = || all().flat_map(|row| &row.bytes);
    let count = bytes().count();
    // One byte per line, and none damaged.
    let are_values = count == lines && damaged == 0 && all().any(|row| row.is_hexed);
    let counts_on = are_values && (0..).zip(all()).all(|(at, row)| row.at == at);
    let increase = are_values && all().is_sorted_by(|row, next| row.at < next.at);
    // Columns separated by tabs are already rows.
    let are_rows = all().all(|row| row.width.is_some()) && !text.contains('\t');
    // The rows may be out of order.
    let starts: BTreeSet<u64> = all().map(|row| row.at).collect();
    let goes_on = |row: &&Row<'_>| {
        let end = row.at.checked_add(row.bytes.len() as u64);
        end.is_some_and(|end| starts.contains(&end))
    };
    let follow = are_rows && 2 * all().filter(goes_on).count() + 1 >= lines;
    if count < LEAST || lines < 2 || !follow && !increase {
        return None;
    }
    // Where numbers are zero-padded, one with fewer digits lost one.
    let is_filled = bytes().any(|byte| byte.len() == 2 && byte.starts_with('0'));
    let plain = rows.iter().map(|row| match row {
        Err(line) => line.clone(),
        Ok(row) => {
            let is_marked = counts_on || row.at >= LOWEST_ADDRESS;
            let mark = if is_marked { "0x" } else { "" };
            let byte = |byte: &&str| match byte.len() {
                1 if is_filled => format!(" {mark}??"),
                _ => format!(" {mark}{byte:0>2}"),
            };
            let bytes: String = row.bytes.iter().map(byte).collect();
            let width = row.width.unwrap_or(OFFSET_DIGITS);
            match counts_on {
                true => bytes.trim_start().to_owned(),
                false => format!("{mark}{:0width$x}:{bytes}", row.at),
            }
        }
    });
    Some(plain.fold(String::new(), |plain, line| plain + &line + "\n"))
}

/// The fewest digits of an address.
const ADDRESS_DIGITS: usize = 6;
/// The fewest digits of the data of an event.
const LEAST_DIGITS: usize = 8;
/// The digits of a padded offset.
const OFFSET_DIGITS: usize = 8;

/// A line of a table.
struct Row<'t> {
    at: u64,
    /// The digits of its address; `None` for a decimal or a shorter one.
    width: Option<usize>,
    /// The digits of each byte.
    bytes: Vec<&'t str>,
    columns: usize,
    /// Whether the bytes have the prefix `0x`.
    is_hexed: bool,
}

/// Parses an address, and the bytes of the first other column that has some.
fn row(line: &str) -> Option<Row<'_>> {
    let cells = line.split([',', ';', '\t']);
    let mut cells = cells.map(|cell| cell.trim().trim_matches('"'));
    let columns = cells.clone().count();
    let address = cells.next()?;
    // A row of its own, behind the number of its line.
    let is_row = |cell: &str| {
        parse_row_address(cell).is_some_and(|lead| lead.kind == AddressNotation::Hexed)
    };
    if cells.clone().any(is_row) {
        return None;
    }
    let is_number = |word: &str| word.strip_prefix("0x").map_or(is_pair(word), is_byte);
    let numbers = |cell: &&str| !cell.is_empty() && cell.split_ascii_whitespace().all(is_number);
    let numbers = cells.find(numbers)?;
    let is_hexed = numbers.starts_with("0x");
    let bytes = numbers.split_ascii_whitespace();
    let bytes: Vec<&str> = bytes.map(|word| word.trim_start_matches("0x")).collect();
    let is_value = is_hexed && columns == 2 && bytes.len() == 1;
    let is_decimal = address.len() < ADDRESS_DIGITS || is_value;
    let (digits, radix) = match address.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None if is_decimal => (address, 10),
        None => (address, 16),
    };
    let is_long = radix == 16 && digits.len() >= ADDRESS_DIGITS;
    Some(Row {
        at: u64::from_str_radix(digits, radix).ok()?,
        width: is_long.then_some(digits.len()),
        bytes,
        columns,
        is_hexed,
    })
}

/// Whether the digits are those of a byte, without leading zero or with it.
fn is_byte(digits: &str) -> bool {
    matches!(digits.len(), 1 | 2) && u8::from_str_radix(digits, 16).is_ok()
}

/// The blanks before a digit that is aligned with three-digit numbers.
const ALIGNED: usize = 4;

/// Converts an IDA declaration, `.data:00404000 word_404000 dw 7 ; XREF`, to a row with unknown bytes for unstated
/// values.
fn declaration(line: &str) -> Option<String> {
    let (place, rest) = line.trim_start().split_once(' ')?;
    let (section, address) = place.split_once(':')?;
    // After a segment number, `dd` is a byte.
    if is_hex(section) || !matches!(address.len(), 8 | 16) || !is_hex(address) {
        return None;
    }
    let rest = rest.trim_start();
    let own = directive(rest);
    let (unit, values) = own.or_else(|| directive(rest.split_once(' ')?.1.trim_start()))?;
    // The blanks before a digit that was not truncated.
    let is_byte = matches!(own, Some((1, _)));
    let whole = if is_byte { ALIGNED } else { 1 };
    let listed = unquoted(values, ';').next()?;
    let mut bytes: Vec<Option<u8>> = Vec::new();
    let mut doubt = String::new();
    for (at, value) in unquoted(listed, ',').enumerate() {
        let blanks = 1 + value.len() - value.trim_start().len();
        let value = value.trim();
        // A one-digit number is right-aligned or has a comment behind it; otherwise it may be truncated.
        let is_last = listed.len() == values.len();
        let may_be_cut = is_last && at == 0 && value.len() == 1 && blanks != whole;
        if may_be_cut {
            doubt = format!("; `{value}` may have lost digits");
        }
        let string = value.strip_prefix('\'');
        let string = string.and_then(|it| it.strip_suffix('\''));
        bytes.extend(match string {
            Some(string) => string.bytes().map(Some).collect(),
            None if may_be_cut || value.is_empty() => vec![None; unit],
            None => value_of(value, unit)?,
        });
        if bytes.len() > ROW_LIMIT {
            return None;
        }
    }
    let note = values.get(listed.len()..).unwrap_or_default();
    let note = if bytes.len() > USUAL_ROW { "" } else { note };
    let digits = |byte: &Option<u8>| byte.map_or("??".to_owned(), |byte| format!("{byte:02x}"));
    let bytes: Vec<String> = bytes.iter().map(digits).collect();
    Some(format!("{place}  {}  {note}{doubt}", bytes.join(" ")))
}

/// Returns the value size of a directive (`db`, `dw`, `dd`, `dq`) in bytes, and its values.
fn directive(text: &str) -> Option<(usize, &str)> {
    let (word, values) = text.split_once(' ').unwrap_or((text, ""));
    Some((unit(word.strip_prefix('d')?)?, values))
}

/// Returns the size in bytes that a letter stands for: byte, word, double word or quad word.
fn unit(letter: &str) -> Option<usize> {
    let exponent = ["b", "w", "d", "q"].iter().position(|it| *it == letter)?;
    Some(1 << exponent)
}

/// Splits a text at a character, except inside strings.
fn unquoted(text: &str, mark: char) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    text.split(move |c: char| {
        is_quoted ^= c == '\'';
        c == mark && !is_quoted
    })
}

/// Parses a value to little-endian bytes: `41h`, `7`, `2 dup(0)`, `?`; unknown bytes for a name or an expression.
fn value_of(value: &str, unit: usize) -> Option<Vec<Option<u8>>> {
    if let Some((count, value)) = value.split_once(" dup(") {
        let count: usize = count.trim().parse().ok()?;
        let is_plain = count <= ROW_LIMIT && !value.contains(" dup(");
        let value = Some(value.trim_end_matches(')').trim()).filter(|_| is_plain)?;
        return Some(value_of(value, unit)?.repeat(count));
    }
    let number: Option<u64> = match value.strip_suffix('h') {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        // A longer number lost its `h`, unless IDA shows decimal numbers.
        None => value.parse().ok().filter(|number| *number < 10),
    };
    let bytes = number.map(|it| it.to_le_bytes().into_iter().take(unit).map(Some).collect());
    (!value.is_empty()).then(|| bytes.unwrap_or_else(|| vec![None; unit]))
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
                "byteArrayOf(0x4D, 0x9C)\n",
            ),
            ("<Buffer 4d 5a ... 86 more bytes>", "4d 5a\n"),
            ("    Blob    REG_BINARY    4D5A", "   4D5A #\n"),
            (r"E'\\x4d5a'::bytea", "4d5a"),
            (r"'\x4d5a';", "4d5a"),
            ("CAST(0x4D5A AS VARBINARY(MAX))", "4D5A"),
            ("<4d5a9000 03000000>\n", "4d5a9000 03000000"),
            ("<<77,90,0>>", "[77,90,0]"),
            (
                "Uint8Array(2) [\n  77, 90,\n  ... 9 more items\n]",
                "[\n  77, 90,\n  ]\n]\n",
            ),
            ("[4d, 5a, 0, f]", "[4d, 5a, 00, 0f]"),
            ("array('B', [77, 90])", "[77, 90])\n"),
            (
                "buf = struct.pack (\"2B\", *[\n0x4d,0x5a])",
                "buf = [\n0x4d,0x5a])\n",
            ),
            ("77,90,144,0\n3;0;0;-1\n", "[77,90,144,0,\n3,0,0,255]\n"),
            ("$a = { 4D 5A ?? }", "4D 5A ??\n"),
            (
                "0: kd> ed fffff803`451e0c86 5a4d 0x900003\n",
                "fffff803`451e0c86  00005a4d 00900003\n",
            ),
            ("eb 004000a0 4d 5 0x90", "004000a0  4d 5 90\n"),
            (
                "00007FF6A0B01000 | 4D 5A 90 00 | MZ",
                "00007FF6A0B01000  4D 5A 90 00  MZ\n",
            ),
            (
                "    [0]              : 0x4d 'M' [Type: unsigned char]\n    [0x1] : 0x5a [Type: unsigned char]",
                "00000000: 4d\n00000001: 5a\n",
            ),
            (
                "\t\t[0]\t0x5a4d\tunsigned short\n\t\t[1]\t-2\tshort\n\t\t[2]\t0x15a4d\tshort\n\t\t[3]\t-32769\tshort",
                "00000000: 4d 5a\n00000002: fe ff\n00000004: ?? ??\n00000006: ?? ??\n",
            ),
            (
                "│00000000│ 4d 5a ┊ 90 00 │MZ┊×⋄│",
                "00000000  4d 5a   90 00\n",
            ),
            (
                "1A2B3010 - 10 A0  - .. 1A2B3012 - 4D 5A  - MZ",
                "1A2B3010  10 A0   .. 1A2B3012  4D 5A   MZ\n",
            ),
            (
                "at,is\n0x0,0x4d\n1,0x5a\n2,0x90\n3,0x0",
                "//\n0x4d\n0x5a\n0x90\n0x00\n",
            ),
            (
                "0x10,0x4d\n0x11,0x5a\n0x12,0x90\n0x13,0x0",
                "00000010: 4d\n00000011: 5a\n00000012: 90\n00000013: 00\n",
            ),
            (
                "0x5,0x4d\r0x6,0x1\r0x8,0x05\r0x9,0x0a",
                "00000005: 4d\n00000006: ??\n00000008: 05\n00000009: 0a\n",
            ),
            (
                "[  1.20] x: 00: 4d [  1.30] x: 01: 5a\n[  1.40] x: 02: 90",
                "00: 4d  01: 5a\n02: 90\n",
            ),
            (
                ".data:00404000 db 1\n.data:00404001 db    2",
                ".data:00404000  ??  ; `1` may have lost digits\n.data:00404001  02  \n",
            ),
            (
                ".data:00404000 a dw 7, ? ; x\n.data:00404004  db 41h, 'b', 2 dup(0)\n.data:00404007 db 1 ; x\n.data:00404008 dd offset a\nx",
                ".data:00404000  07 00 ?? ??  ; x\n.data:00404004  41 62 00 00  \n.data:00404007  01  ; x\n.data:00404008  ?? ?? ?? ??  \nx\n",
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
            "[4d, 5a, 0, 0f]",
            "[4d, 5a, 9, ff]",
            "<b>4d</b>",
            "0 165 200 211\n3 100 144 101\n6 111 244 1",
        ] {
            assert_eq!(plain(text), text);
        }
    }
}
