//! Joins rows that were wrapped, or broken within a number or within their address.
//!
//! The evidence: numbers of one width that fill the row up to the next address, the widths of the numbers beside a
//! broken one, a `0x` that only its first half has, or an address that both halves form. A line that is the next row
//! by its own address is not a second half.

use super::joined::{blanks, is_next, steps};
use super::prompt::prompt;
use super::row_address::{
    AddressNotation, COLON_DIGITS, DIGITS, RowAddress, parse_row_address, parse_short_offset,
};
use super::text::{Line, is_digit, unprefixed};

/// The most lines of a wrapped row.
const LINES: usize = 8;
/// The possible digits per number in rows whose numbers all have the same width.
const WIDTHS: [usize; 4] = [2, 4, 8, 16];

/// Returns the lines with each wrapped or broken row joined, and the line numbers of each appended line and its row.
pub(super) fn join_wrapped(lines: Vec<Line<'_>>) -> (Vec<Line<'_>>, Vec<(usize, usize)>) {
    let mut whole: Vec<Line<'_>> = Vec::with_capacity(lines.len());
    let mut joined = Vec::new();
    let mut wrapped = None;
    let mut number = 0;
    let mut lines = lines.into_iter();
    while let Some(mut line) = lines.next() {
        wrapped = Wrapped::at(&line, lines.as_slice(), wrapped);
        if let Some(wrapped) = &mut wrapped {
            let behind = lines.by_ref().take(wrapped.lines);
            joined.extend(behind.map(|it| (it.number, line.number)));
            line.text = std::mem::take(&mut wrapped.text).into();
        }
        let is_behind = line.number == number + 1;
        number = line.number;
        if let [before @ .., row] = &mut whole[..]
            && is_behind
            && line.number - row.number < LINES
            && is_continued(before.last(), &row.text, &line.text)
            && !is_missing(before.last(), &row.text, lines.as_slice().first())
        {
            joined.push((line.number, row.number));
            row.text = format!("{}{}", row.text, line.text).into();
        } else {
            whole.push(line);
        }
    }
    (whole, joined)
}

/// A wrapped row: its numbers and those of the following lines, all of one width, fill it up to the next address.
struct Wrapped {
    text: String,
    /// The number of lines after the first.
    lines: usize,
    /// The size of the row in bytes.
    step: u64,
    /// The address of the next row.
    next: u64,
}

impl Wrapped {
    /// Returns the wrapped row that begins in this line. The last row has the bytes and lines of the row before it.
    fn at(row: &Line<'_>, behind: &[Line<'_>], before: Option<Self>) -> Option<Self> {
        let own = address(row.text.trim_start())?;
        let before = before.filter(|before| before.next == own.value);
        let next = (0..LINES).zip(behind).find_map(|(lines, line)| {
            let next = address(line.text.trim_start()).filter(|it| it.kind == own.kind)?;
            (steps(&own, &next).next().is_some()).then_some((next, lines))
        });
        let (steps, lines): (Vec<u64>, usize) = match &next {
            Some((next, lines)) => (steps(&own, next).collect(), *lines),
            None => before.map(|it| (vec![it.step], it.lines))?,
        };
        let is_whole = next.is_some_and(|(next, _)| next.digits.len() == own.digits.len());
        let behind = behind.get(..lines.min(behind.len()))?;
        let mut behind = behind.split(|line| prompt(&line.text).is_some());
        let is_rest = |line: &Line<'_>| !is_row(&own, &line.text);
        let behind = behind.next().filter(|lines| !lines.is_empty())?;
        if !behind.iter().all(is_rest) {
            return None;
        }
        let (text, step) = WIDTHS.into_iter().find_map(|width| {
            let text = join_lines(row, behind, width, is_whole);
            let whole = address(&text)?;
            let mut steps = steps.iter().copied();
            let step = steps.find(|step| fills_row(&whole, *step, width))?;
            (!fills_row(&own, step, width)).then_some((text, step))
        })?;
        let next = next.map_or(own.value.wrapping_add(step), |(next, _)| next.value);
        Some(Self {
            text,
            lines: behind.len(),
            step,
            next,
        })
    }
}

/// Joins the lines of a row. A number with fewer than `width` digits continues in the next line, and so does an
/// incomplete address.
fn join_lines(row: &Line<'_>, behind: &[Line<'_>], width: usize, is_whole: bool) -> String {
    let mut joined = row.text.trim_start().to_owned();
    for line in behind {
        let (before, last) = joined.rsplit_once([' ', '-']).unwrap_or(("", &joined));
        if is_whole && before.is_empty() || digits(last).unwrap_or(last.len()) >= width {
            joined.push(' ');
        }
        joined.push_str(line.text.trim_start());
    }
    joined
}

/// Whether the numbers after the address have `bytes` bytes in total, with `width` digits each.
fn fills_row(address: &RowAddress<'_>, bytes: u64, width: usize) -> bool {
    let words = address.rest.split([' ', '-']);
    let words = words.filter(|word| !word.is_empty());
    let count = words.take_while(|word| digits(word) == Some(width)).count();
    (count * width) as u64 == 2 * bytes
}

/// Whether a row is missing between two others, because the one before them and the first are nearer to each other: the
/// line between them is that row.
fn is_missing(before: Option<&Line<'_>>, row: &str, behind: Option<&Line<'_>>) -> bool {
    let before = before.and_then(|line| address(line.text.trim_start()));
    let behind = behind.and_then(|line| address(line.text.trim_start()));
    let (Some(before), Some(own), Some(behind)) = (before, address(row), behind) else {
        return false;
    };
    let is_usual = |step: u64| steps(&own, &behind).any(|next| next == step);
    let are_alike = before.kind == own.kind && own.kind == behind.kind;
    are_alike && is_next(&before, &own) && !steps(&before, &own).any(is_usual)
}

/// Whether a row is broken within a number, and the next line has the rest.
fn is_continued(before: Option<&Line<'_>>, row: &str, next: &str) -> bool {
    let row = row.trim_start_matches([' ', '/', '#', '>']);
    let own = address(row);
    if own.as_ref().is_some_and(|own| is_row(own, next)) {
        return false;
    }
    let (start, last) = row.rsplit_once(' ').unwrap_or(("", row));
    let first = next.split(' ').next().unwrap_or_default();
    // The `0x` itself may be broken; the characters column may resemble it.
    let mark = (last == "0x" && digits(first).is_some()) || (last == "0" && first.starts_with('x'));
    if mark && start.contains("0x") {
        return true;
    }
    let (Some(last_digits), Some(_)) = (digits(last), first.bytes().next()) else {
        return false;
    };
    if start.is_empty() {
        return is_address(before, row, next);
    }
    let Some(first_digits) = digits(first).filter(|_| !first.starts_with("0x")) else {
        return false;
    };
    let Some(own) = own else {
        return false;
    };
    let before: Vec<usize> = own.rest.rsplit(' ').skip(1).filter_map(digits).collect();
    let is_whole = WIDTHS.contains(&last_digits) && before.iter().all(|it| *it == last_digits);
    if is_whole && !before.is_empty() {
        return false;
    }
    let sum = last_digits + first_digits;
    if last.starts_with("0x") && sum <= DIGITS && is_rest(first, next) {
        return true;
    }
    // Where nothing is broken, the last word holds one character per byte.
    if start.ends_with(' ') && before.iter().sum::<usize>() == 2 * last.len() {
        return false;
    }
    let mut behind = next.split(' ').skip(1).filter_map(digits);
    match before.is_empty() {
        true => sum == width(&own) || behind.any(|it| it == sum),
        false => before.contains(&sum) && !before.contains(&last_digits),
    }
}

/// Whether two halves form an address: the one after the row before, or one with a backtick.
fn is_address(before: Option<&Line<'_>>, half: &str, next: &str) -> bool {
    let whole = format!("{half}{next}");
    let Some(whole) = parse_row_address(&whole).filter(|it| !it.rest.is_empty()) else {
        return false;
    };
    let row = before.and_then(|it| address(&it.text));
    let behind_it = |addr: &RowAddress<'_>| row.as_ref().is_some_and(|row| is_next(row, addr));
    let is_whole =
        parse_row_address(half).is_some_and(|it| it.kind == whole.kind && width(&it) >= DIGITS);
    let is_marked = half.starts_with("0x") && whole.kind == AddressNotation::Hexed;
    let completed = whole.kind == AddressNotation::Ticked || is_marked || behind_it(&whole);
    completed && !is_whole && !parse_row_address(next).is_some_and(|next| behind_it(&next))
}

/// Whether a line begins with the rest of a hexadecimal number, not with a word.
fn is_rest(first: &str, next: &str) -> bool {
    let behind = next.get(first.len()..).unwrap_or_default().trim_start();
    let is_word = behind.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_number = first.bytes().any(|digit| digit.is_ascii_digit());
    !is_word && (is_number || behind.starts_with("0x"))
}

/// Returns the address at the start of a row; a short one only if it cannot be a byte.
fn address(row: &str) -> Option<RowAddress<'_>> {
    let offset = |it: &RowAddress<'_>| blanks(it) > 1 || it.digits.len() >= COLON_DIGITS;
    parse_row_address(row).or_else(|| parse_short_offset(row).filter(offset))
}

/// Whether a line is a row of its own: its address is the next one, or it has the same form as the row.
fn is_row(own: &RowAddress<'_>, line: &str) -> bool {
    let first = |addr: &RowAddress<'_>| digits(addr.rest.split_ascii_whitespace().next()?);
    let is_row = |next: RowAddress<'_>| {
        let same_digits = next.digits.len() == own.digits.len();
        let is_filled = own.digits.len() > 1 && own.digits.starts_with('0');
        let follows = is_next(own, &next) && (!is_filled || same_digits);
        let is_alike = || {
            let number = first(own).filter(|_| blanks(&next) == blanks(own));
            // After a single blank, the rest of a number may look like an address.
            let is_apart = own.kind == AddressNotation::Short || blanks(own) > 1;
            is_apart && same_digits && number.is_some() && number == first(&next)
        };
        next.kind == own.kind && (follows || is_alike())
    };
    address(line.trim_start()).is_some_and(is_row)
}

fn width(addr: &RowAddress<'_>) -> usize {
    match addr.kind {
        AddressNotation::Ticked => DIGITS,
        _ => addr.digits.len(),
    }
}

/// Returns the number of digits of a hexadecimal number.
fn digits(word: &str) -> Option<usize> {
    let word = unprefixed(word);
    let count = word.bytes().filter(|byte| is_digit(*byte)).count();
    let ticks = word.bytes().filter(|byte| b"`'\\".contains(byte)).count();
    (count > 0 && count + ticks == word.len()).then_some(count)
}
