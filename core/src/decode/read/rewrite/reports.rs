//! Rewrites the rows of reports and of debuggers that put other marks around the bytes.

use std::borrow::Cow;

use super::super::prompt::strip_comment_markers;
use super::super::row_address::{AddressNotation, COLON_DIGITS, parse_row_address};
use super::super::text::{is_hex, is_pair, split};
use super::each;

/// The text before the instructions of a report.
const CODE: &str = "Code: ";
/// The names of the parts of an object in a report of the kernel's allocator.
const PARTS: [&str; 4] = ["Object ", "Redzone ", "Padding ", "Bytes b4 "];
/// The bytes before the hyphen in its rows.
const HALF: usize = 8;

/// Extracts the instructions of a report of the kernel, `Code: 48 8b <0f> 0b`, if the text has no other numbers, and strips
/// the mark of the current one.
pub(super) fn code(text: &str) -> Option<String> {
    // As HTML, `&lt;0f&gt;`.
    let mark = ["&lt;", "<"].into_iter().find(|mark| text.contains(mark))?;
    let is_alone = text.contains(CODE) && has_only_code(text);
    each(text, mark, |line| {
        let line = &match line.contains("&lt;") {
            true => Cow::Owned(line.replace("&lt;", "<").replace("&gt;", ">")),
            false => Cow::Borrowed(line),
        };
        let found = instructions(line).filter(|_| is_alone);
        let bytes = found.unwrap_or_else(|| strip_comment_markers(line));
        is_row(bytes, is_pair).then(|| bytes.replace(['<', '>'], ""))
    })
}

/// Whether all numbers of a text follow one `Code: `, in its line and the lines after it.
fn has_only_code(text: &str) -> bool {
    let are_numbers = |line: &&str| is_row(strip_comment_markers(line), is_hex);
    let is_code = |line: &&str| instructions(line).is_some();
    let mut rows = split(text).filter(|line| is_code(line) || are_numbers(line));
    rows.next().is_none_or(|row| is_code(&row)) && rows.all(|row| is_row(row, is_pair))
}

/// Returns the text after `Code: `, if it is bytes.
fn instructions(line: &str) -> Option<&str> {
    let (_, bytes) = line.split_once(CODE)?;
    is_row(bytes, is_pair).then_some(bytes)
}

/// Whether all words of a line are numbers, of which some may be in angle brackets.
fn is_row(line: &str, is_number: fn(&str) -> bool) -> bool {
    let own = |word: &str| {
        let inside = word.strip_prefix('<').and_then(|it| it.strip_suffix('>'));
        is_number(inside.unwrap_or(word))
    };
    let mut words = line.split_ascii_whitespace().peekable();
    words.peek().is_some() && words.all(own)
}

/// Converts a row of gdb-peda's `telescope`, `0004| 0xffffd3b4 --> 0xffffd454`, to gef's notation.
pub(super) fn telescope(line: &str) -> Option<String> {
    let (count, row) = line.trim_start().split_once("| ")?;
    let (address, value) = row.split_once(' ')?;
    parse_row_address(address).filter(|addr| addr.kind == AddressNotation::Prefixed)?;
    // A string is printed without its bytes.
    let string = value.starts_with('(').then_some("?");
    let value = value.strip_prefix("--> ").or(string)?;
    Some(format!("{address}│+{count}: {}", value.replace("-->", "→")))
}

/// Strips the names before the rows of the kernel's allocator, `Object ffff8800693bc588: 6b 6b`.
pub(super) fn slub(text: &str) -> Option<String> {
    PARTS.iter().any(|part| text.contains(part)).then_some(())?;
    each(text, ": ", |line| {
        let mut parts = PARTS.iter();
        let row = parts.find_map(|part| Some(line.split_once(part)?.1))?;
        let addr = parse_row_address(row.trim_start())?;
        Some(format!("0x{}  {}", addr.digits, addr.rest.trim_start()))
    })
}

/// Writes rows of OpenSSL, `0160 - 07 3b 10 dd 70 ba 2b da-57 1d   .;..p.+.W.`, as rows with short offsets.
pub(super) fn records(text: &str) -> Option<String> {
    each(text, " - ", |line| {
        let (offset, row) = line.split_once(" - ")?;
        let (bytes, hyphen) = row.split_at_checked(3 * HALF - 1).unwrap_or((row, ""));
        let is_offset = (COLON_DIGITS..HALF).contains(&offset.len());
        let is_row = is_offset && bytes.split_ascii_whitespace().all(is_pair);
        is_row.then(|| format!("{offset}   {bytes}{}", hyphen.replacen('-', " ", 1)))
    })
}
