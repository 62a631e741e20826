//! Rewrites unusual notations of bytes to usual ones. Each line stays one line.

mod reports;
mod table;
mod values;

pub(super) use self::values::Decimals;

use std::borrow::Cow;

use super::cells::Order;
use super::joined::is_next;
use super::literal::number;
use super::prompt::{self, prompt};
use super::row_address::{BARE_DIGITS, RowAddress, parse_row_address, parse_short_offset};
use super::text::{after, is_fence, is_hex, is_pair, is_word, split};
use super::unsupported::is_instruction;
use super::{html, plain};
use crate::decode::limits::{ADDRESS_CONTEXT_LIMIT, ROW_LIMIT, SAMPLE_LIMIT};

/// The fewest numbers or lines that are taken for bytes.
const LEAST: usize = 4;
/// Replaces a line that has no bytes.
const AROUND: &str = "//";
/// The most heading lines of a table.
const HEAD_LINES: usize = 4;

/// Times of loggers and chats, as patterns of [`after`]: those that only they print, those in brackets or after a name
/// or a date, and dates.
const TIMES: [&str; 5] = [
    "#-#-#T#:#:0Z",
    "#-#-#T#:#:0",
    "#-#-# #:#:0",
    "#-#-# #:#:#,#",
    "#:#:#.#",
];
const SHORT_TIMES: [&str; 5] = ["#:#:#,#", "#:#:#", "#:# A", "#:#", "#.#"];
const DATES: [&str; 2] = ["#-#-#", "#/#/#"];
/// The most words of a logger's prefix.
const STAMP_WORDS: usize = 8;

/// The tags around code.
const TAGS: [&str; 4] = ["<pre", "<code>", "</code>", "</pre>"];
/// A line break of a web page.
const BREAKS: [&str; 3] = ["<br>", "<br/>", "<br />"];
const FENCE: &str = "```";

/// Characters that may precede a number without a blank.
const AROUND_WORD: [char; 4] = ['(', '[', '{', '='];
/// The quotation marks of strings.
const QUOTES: [char; 2] = ['"', '\''];

/// The levels of a logger, and the mark after its times.
const LEVELS: [&str; 6] = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "->"];

/// The rewrites, in order; each gets the result of the previous ones. The times of a logger may stand within quotation marks
/// or before them.
const REWRITES: [fn(&str) -> Option<String>; 36] = [
    blanks,
    |text| each(text, "\u{1b}[", uncoloured),
    |text| each(text, "<", untagged),
    |text| each(text, FENCE, unfenced),
    event,
    |text| each(text, "bytes = 0x", data),
    quoted,
    stamps,
    |text| each(text, "", unprompted),
    |text| each(text, "0X", lowered),
    reports::code,
    |text| each(text, "| 0x", reports::telescope),
    reports::slub,
    reports::records,
    hxd,
    quoted,
    values::digits,
    values::list,
    |text| Some(Decimals::of(text, false)?.write()),
    values::entered,
    |text| each(text, " | ", |line| separated(line, " | ", is_hex)),
    values::elements,
    |text| each(text, "= {", values::yara),
    |text| each(text, "\\x", values::printed),
    |text| each(text, ".toByte()", |it| Some(it.replace(".toByte()", ""))),
    |text| each(text, " more bytes>", buffer),
    |text| each(text, "contents=\"", contents),
    sections,
    |text| each(text, " REG_BINARY ", registry),
    |text| each(text, "┊", hexyl),
    |text| each(text, " d", assembled),
    |text| each(text, "──", frame),
    |text| each(text, "` |", cells),
    // A number of several bytes may be the end of a range.
    |text| each(text, " - ", |line| separated(line, " - ", is_pair)),
    table::tables,
    |text| each(text, " d", declaration),
];

/// Rewrites the text to usual notations.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let rewrites = REWRITES.iter();
    rewrites.fold(Cow::Borrowed(text), |plain, rewrite| {
        rewrite(&plain).map_or(plain, Cow::Owned)
    })
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

/// Replaces the no-break spaces of a web page outside of strings.
fn blanks(text: &str) -> Option<String> {
    let is_odd = |c: char| c.is_whitespace() && !c.is_ascii();
    if text.is_ascii() {
        return None;
    }
    each(text, "", |line| {
        let is_replaced = line.contains(is_odd) && !line.contains(QUOTES);
        is_replaced.then(|| line.replace(is_odd, " "))
    })
}

/// Strips the prompt before a row or bytes that are not a command.
fn unprompted(line: &str) -> Option<String> {
    let row = prompt(line).filter(|row| prompt::command(row, true).is_none())?;
    let columns = row.replace('\t', "  ");
    let is_row = quoted_address(&columns).is_some();
    let taken = || plain::line_bytes(&columns, Order::Memory);
    (is_row || taken().is_ok_and(|it| it.bytes.len() >= LEAST)).then(|| row.to_owned())
}

/// Replaces the prefix of numbers in capitals, outside of strings.
fn lowered(line: &str) -> Option<String> {
    const SEPARATORS: [char; 6] = [' ', '\t', ',', ';', '|', ':'];
    // Full stops are the characters of a row.
    let is_number = |word: &str| {
        let digits = word.trim_start_matches(AROUND_WORD).strip_prefix("0X");
        let is_hex = |digits: &str| digits.starts_with(|c: char| c.is_ascii_hexdigit());
        digits.is_some_and(is_hex) && !word.contains('.')
    };
    let words = line.split_inclusive(SEPARATORS);
    // So may be the last word.
    let is_last = |word: &str| line.trim_end().ends_with(word.trim_end());
    let is_only = words.clone().filter(|word| is_number(word)).all(is_last);
    let words = words.map(|word| match is_number(word) {
        true => Cow::Owned(word.replacen("0X", "0x", 1)),
        false => Cow::Borrowed(word),
    });
    // One word may be Base64.
    let are_many = line.trim().contains(SEPARATORS);
    (are_many && !is_only && !line.contains(QUOTES)).then(|| words.collect())
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

/// Strips the tags around code, which share the first and the last line with it, and the line break of a web page at
/// the end.
fn untagged(line: &str) -> Option<String> {
    let text = BREAKS.iter().find_map(|end| line.strip_suffix(end));
    let mut tags = TAGS.iter();
    match tags.any(|tag| line.contains(tag)) {
        true => Some(html::plain(line).into_owned()).filter(|it| !it.trim().is_empty()),
        false => text.map(str::to_owned),
    }
}

/// Strips the code fence in the same line as a row.
fn unfenced(line: &str) -> Option<String> {
    let text = line.trim();
    let row = text
        .strip_prefix(FENCE)
        .or_else(|| text.strip_suffix(FENCE))?;
    let row = row.strip_suffix(FENCE).unwrap_or(row);
    (!is_fence(text)).then(|| row.to_owned())
}

/// Extracts the data of an event in XML: the only long number in hexadecimal.
fn event(text: &str) -> Option<String> {
    let is_event = ["</Binary>", "</Data>"]
        .iter()
        .any(|end| text.contains(end));
    let parts = is_event.then(|| text.split(['<', '>']))?;
    let mut data = parts
        .map(str::trim)
        .filter(|it| it.len() >= LEAST_DIGITS && is_hex(it));
    let digits = data.next().filter(|_| data.next().is_none())?;
    each(text, "", |line| {
        let is_data = line.contains(digits);
        Some(if is_data { digits } else { AROUND }.to_owned())
    })
}

/// Extracts the bytes of `{length = 24, bytes = 0x4d5a9000 ... 03000000 }`, as macOS prints data. The length shows how
/// many are omitted.
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

/// Strips the quotation marks around rows: `"00000010: 4d5a 9000",`.
fn quoted(text: &str) -> Option<String> {
    let rows = split(text).take(SAMPLE_LIMIT).filter_map(quoted_row);
    let rows: Vec<String> = rows.collect();
    let addrs = || rows.iter().filter_map(|row| stamped_address(row));
    let mut pairs = addrs().zip(addrs().skip(1));
    if !addrs().any(|addr| addr.is_marked()) && !pairs.any(|(row, next)| is_next(&row, &next)) {
        return None;
    }
    each(text, "", |line| {
        let is_bracket = || line.trim().chars().all(|c| "[](){},;".contains(c));
        quoted_row(line).or_else(|| is_bracket().then(String::new))
    })
}

/// Returns the row in the quotation marks of a line.
fn quoted_row(line: &str) -> Option<String> {
    // A key may precede the row.
    let mut marks = line.match_indices(QUOTES).take(LEAST);
    let (mark, row) = marks.find_map(|(at, mark)| {
        let (before, row) = (line.get(..at)?.trim_end(), line.get(at + 1..)?);
        let is_value = before.is_empty() || before.ends_with(|c| "[({+>/|*b=:,".contains(c));
        let near = row.get(..row.floor_char_boundary(ADDRESS_CONTEXT_LIMIT))?;
        let is_row = is_value && stamped_address(&unescaped(near)).is_some();
        is_row.then_some((mark, row))
    })?;
    let end = row.rfind(mark).unwrap_or(row.len());
    let row = row.get(..end)?.replace(&format!("{mark}, {mark}"), "  ");
    Some(unescaped(&row))
}

/// Parses the address of a row in quotation marks.
fn quoted_address(row: &str) -> Option<RowAddress<'_>> {
    parse_row_address(row).filter(|addr| !addr.rest.trim().is_empty())
}

/// Like [`quoted_address`], for a row after the prefix of a logger.
fn stamped_address(row: &str) -> Option<RowAddress<'_>> {
    quoted_address(stamped(row).map_or(row, |(_, row)| row.trim_start()))
}

/// Replaces the escapes of a string: a tab and a line break become blanks.
fn unescaped(row: &str) -> String {
    let mut plain = String::with_capacity(row.len());
    let mut characters = row.chars();
    while let Some(c) = characters.next() {
        let escape = (c == '\\').then(|| characters.next()).flatten();
        match escape {
            Some('n' | 'r' | 't') => plain.push_str("  "),
            None if c == '\t' => plain.push_str("  "),
            escape => plain.push(escape.unwrap_or(c)),
        }
    }
    plain
}

/// Returns the start of another timestamp in a line, and the row after it.
fn within<'t>(line: &'t str, stamp: &str) -> Option<(usize, &'t str)> {
    line.char_indices().find_map(|(at, _)| {
        let (own, rest) = line.get(at..)?.split_at_checked(stamp.len())?;
        let mut pairs = own.chars().zip(stamp.chars());
        let is_stamp = pairs.all(|(c, other)| c == other || other.is_ascii_digit());
        let row = rest.strip_prefix(' ').filter(|_| is_stamp)?.trim_start();
        parse_row_address(row).or_else(|| parse_short_offset(row))?;
        Some((at, rest))
    })
}

/// Splits a line after the prefix of a logger or a chat: times, names, levels, numbers in brackets.
fn stamped(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let is = |word: &str, patterns: &[&str]| {
        let mut rests = patterns.iter().map(|pattern| after(word, pattern));
        rests.any(|rest| rest == Some(""))
    };
    let is_other = |c: char| c.is_ascii_alphabetic() && !c.is_ascii_hexdigit();
    let (mut rest, mut line, mut is_named) = (text, None, false);
    for _ in 0..STAMP_WORDS {
        let inside = rest.strip_prefix('[').and_then(|it| it.split_once("] "));
        let inside = inside.filter(|(inside, _)| inside.len() < ADDRESS_CONTEXT_LIMIT);
        let Some((word, behind)) = inside.or_else(|| rest.split_once(' ')) else {
            break;
        };
        // An hour has two digits, an address more.
        let is_hour = word.find(':').is_none_or(|at| at <= 2);
        let is_short = (inside.is_some() || is_named) && is_hour && is(word, &SHORT_TIMES);
        let is_time = is(word, &TIMES) || is_short;
        let digits = word.trim_end_matches([':', 'h']);
        let is_address = digits.len() >= BARE_DIGITS && is_hex(digits);
        // A month may have hexadecimal letters only.
        let is_name = !is_address && (word.contains(is_other) || is_word(word));
        let is_level = LEVELS.contains(&word);
        let ends_name = word.ends_with(':') && !word.contains('\t');
        let is_source = inside.is_some() || ends_name || is_level;
        let is_name = is_name || is_level || is(word, &DATES);
        // After the time, a number may be a byte.
        let may_be_day = inside.is_some() || is_named && line.is_none();
        let is_day = may_be_day && word.bytes().all(|b| b.is_ascii_digit());
        let is_row = line.is_some() && parse_row_address(rest).is_some();
        if is_row || !is_time && !is_name && !is_day {
            break;
        }
        rest = behind.trim_start();
        if is_time || line.is_some() && is_source {
            line = Some(behind);
        }
        is_named |= is_name;
    }
    text.split_at_checked(text.len() - line?.len())
}

/// Converts the decimal or octal offsets below HxD's heading `Offset(d)` or `Offset(o)` to hexadecimal.
fn hxd(text: &str) -> Option<String> {
    let radixes = [("Offset(d)", 10), ("Offset(o)", 8)];
    let is_in = |(heading, _): &(&str, u32)| text.contains(heading);
    let (_, radix) = radixes.into_iter().find(is_in)?;
    each(text, "", |line| {
        let (offset, rest) = line.split_at_checked(OFFSET_DIGITS)?;
        let at = is_hex(offset).then(|| u64::from_str_radix(offset, radix))?;
        // A digit that the radix does not have makes the offset unknown.
        let unknown = |_| "?".repeat(OFFSET_DIGITS);
        Some(at.map_or_else(unknown, |it| format!("{it:0OFFSET_DIGITS$x}")) + rest)
    })
}

/// Extracts the bytes of Node's `<Buffer 4d 5a ... 86 more bytes>`.
fn buffer(line: &str) -> Option<String> {
    let more = line.split_once(" ... ");
    let cut = more.filter(|(_, more)| more.ends_with(" more bytes>"));
    let (bytes, mark) = cut.map_or((line, ""), |(bytes, _)| (bytes, " ..."));
    Some(bytes.trim_start_matches("<Buffer ").to_owned() + mark)
}

/// Extracts the memory in an answer of gdb/MI: `{begin="0x1000",offset="0x0",end="0x1004",contents="4d5a9000"}`.
fn contents(line: &str) -> Option<String> {
    let field = |block: &str, name: &str| {
        let (_, value) = block.split_once(&format!("{name}=\""))?;
        Some(value.split_once('"')?.0.to_owned())
    };
    let mut blocks = line.split('{').filter(|block| block.contains("contents="));
    let (block, None) = (blocks.next()?, blocks.next()) else {
        return None;
    };
    let digits = field(block, "contents").filter(|it| is_hex(it))?;
    let begin = field(block, "begin").map(|begin| begin + ":");
    Some(begin.unwrap_or_default() + &spaced(&digits))
}

/// Writes the addresses of sections, `@1000`, before their bytes, as in Verilog's memory files and TI-TXT.
fn sections(text: &str) -> Option<String> {
    let section = |line: &str| {
        let digits = line.trim().strip_prefix('@')?;
        let address = u64::from_str_radix(digits, 16).ok();
        address.filter(|_| (MEMORY_DIGITS..=16).contains(&digits.len()))
    };
    let is_bytes = |line: &str| line.split_ascii_whitespace().all(is_pair);
    let is_part = |line: &str| section(line).is_some() || is_bytes(line) || line.trim() == "q";
    let is_first = text.trim_start().starts_with('@');
    if !is_first || !split(text).all(is_part) {
        return None;
    }
    let mut address = 0_u64;
    let lines = split(text).map(|line| {
        let count = line.split_ascii_whitespace().count() as u64;
        match section(line) {
            Some(start) => address = start,
            None if count > 0 && is_bytes(line) => {
                let at = address;
                address = address.wrapping_add(count);
                return format!("{at:0OFFSET_DIGITS$x}: {}\n", line.trim());
            }
            None => {}
        }
        "\n".to_owned()
    });
    Some(lines.collect())
}

/// Puts a blank before every pair of digits.
fn spaced(digits: &str) -> String {
    let pairs = digits.as_bytes().chunks(2).map(String::from_utf8_lossy);
    pairs.flat_map(|pair| [Cow::Borrowed(" "), pair]).collect()
}

/// Extracts a value of `reg query`, and marks its end.
fn registry(line: &str) -> Option<String> {
    let (_, digits) = line.split_once(" REG_BINARY ")?;
    Some(format!("{digits} #"))
}

/// Extracts the address and the bytes of a row of hexyl, also a truncated one, without frame and characters. Groups of
/// bytes are in memory order, unless the characters show that they are numbers.
fn hexyl(line: &str) -> Option<String> {
    let mut columns = line.split('│').skip(1);
    let (address, bytes) = (columns.next()?, columns.next()?.replace('┊', " "));
    let shown = columns.next().unwrap_or_default().replace('┊', "");
    let pairs = |is_reversed: bool| {
        let groups = bytes.split_ascii_whitespace().map(move |group| {
            let mut pairs: Vec<&[u8]> = group.as_bytes().chunks(2).collect();
            if is_reversed {
                pairs.reverse();
            }
            pairs
        });
        groups.flatten().map(String::from_utf8_lossy)
    };
    let is_shown = |(pair, c): (Cow<'_, str>, char)| {
        let byte = u8::from_str_radix(&pair, 16).ok();
        byte.is_none_or(|byte| !byte.is_ascii_graphic() || char::from(byte) == c)
    };
    let is_reversed = !pairs(false).zip(shown.chars()).all(is_shown)
        && pairs(true).zip(shown.chars()).all(is_shown);
    let bytes: Vec<Cow<'_, str>> = pairs(is_reversed).collect();
    is_hex(address).then(|| format!("{address}  {}", bytes.join(" ")))
}

/// Extracts the offset and the bytes of a line in a listing of NASM: `     1 00000000 4D5A9000      dd 0x905a4d`.
fn assembled(line: &str) -> Option<String> {
    const DIRECTIVES: [&str; 6] = ["db", "dw", "dd", "dq", "dt", "times"];
    let mut words = line.split_ascii_whitespace();
    let (number, offset, code) = (words.next()?, words.next()?, words.next()?);
    let source = words.find(|word| !word.ends_with(':'))?;
    let is_source = DIRECTIVES.contains(&source) || source == "<rest>" || is_instruction(source);
    let is_number = number.bytes().all(|b| b.is_ascii_digit());
    // Brackets are around addresses that the linker changes.
    let code = code.trim_end_matches('-').replace(['[', ']', '(', ')'], "");
    let is_row = offset.len() == OFFSET_DIGITS && is_hex(offset) && is_hex(&code);
    (is_number && is_row && is_source).then(|| format!("{offset}:{}", spaced(&code)))
}

/// Converts a row of a Markdown table with code cells to columns.
fn cells(line: &str) -> Option<String> {
    let cells = line.trim().trim_matches('|').split('|').map(str::trim);
    // The end of the last cell may be missing.
    let cells = cells.map(|cell| Some(cell.strip_prefix('`')?.trim_end_matches('`')));
    let cells: Vec<&str> = cells.collect::<Option<_>>()?;
    (cells.len() > 1).then(|| cells.join("  "))
}

/// Replaces the marks between the columns of a row by blanks, `00401000 - 4d 5a - MZ`.
fn separated(line: &str, mark: &str, is_number: fn(&str) -> bool) -> Option<String> {
    let (address, columns) = line.split_once(mark)?;
    let (address, columns) = (address.trim(), columns.trim_start());
    parse_row_address(address).filter(|addr| addr.rest.is_empty())?;
    let is_row = is_number(columns.split_ascii_whitespace().next()?);
    is_row.then(|| format!("{address}  {}", columns.replace(mark, "  ")))
}

/// Converts the top or bottom line of a box.
fn frame(line: &str) -> Option<String> {
    let is_drawn = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let is_frame = line.trim().chars().all(is_drawn);
    is_frame.then(|| AROUND.to_owned())
}

/// The fewest digits of an address in a memory file.
const MEMORY_DIGITS: usize = 4;
/// The fewest digits of the data of an event.
const LEAST_DIGITS: usize = 8;
/// The digits of a padded offset.
const OFFSET_DIGITS: usize = 8;

/// The blanks before a digit that is aligned with three-digit numbers.
const ALIGNED: usize = 4;

/// Converts an IDA declaration, `.data:00404000 word_404000 dw 7 ; XREF`, to a row with unknown bytes for unstated
/// values.
fn declaration(line: &str) -> Option<String> {
    let (place, rest) = line.trim_start().split_once(' ')?;
    let (section, address) = place.split_once(':')?;
    // After a segment number, `dd` is a byte.
    if is_hex(section) || !is_hex(address) {
        return None;
    }
    // The line break before another declaration may be lost.
    let next = rest.find(&format!("{section}:"));
    let (rest, next) = rest.split_at(next.unwrap_or(rest.len()));
    let rest = rest.trim();
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
        // A one-digit number is right-aligned or followed by a comment; otherwise it may be truncated.
        let is_last = listed.len() == values.len();
        let may_be_cut = is_last && at == 0 && value.len() == 1 && blanks != whole;
        if may_be_cut {
            doubt = format!("; `{value}` may have lost digits");
        }
        let string = value.strip_prefix('\'');
        let string = string.and_then(|it| it.strip_suffix('\''));
        bytes.extend(match string {
            Some(string) => string.bytes().map(Some).collect(),
            None if may_be_cut => vec![None; unit],
            None => value_of(value, unit)?,
        });
        if bytes.len() > ROW_LIMIT {
            return None;
        }
    }
    let note = values.get(listed.len()..).unwrap_or_default();
    let digits = |byte: &Option<u8>| byte.map_or("??".to_owned(), |byte| format!("{byte:02x}"));
    let bytes: Vec<String> = bytes.iter().map(digits).collect();
    let next = declaration(next).unwrap_or_default();
    Some(format!("{place}  {}  {note}{doubt}{next}", bytes.join(" ")))
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
    // A longer decimal number lost its `h`, unless IDA shows those.
    let number = number(value, false).ok();
    let number = number.filter(|it| it.hex.is_some() || it.value < 10);
    let number = number.and_then(|it| it.element(false, u32::try_from(unit).ok()?));
    let bytes = number.map(|it| it.to_le_bytes().into_iter().take(unit).map(Some).collect());
    Some(bytes.unwrap_or_else(|| vec![None; unit]))
}
