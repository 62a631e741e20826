//! Strips the prefix that all lines have: quotation and comment markers, line numbers, the bars of a table.

use std::borrow::Cow;
use std::cell::LazyCell;

use super::html;
use super::row_address::parse_row_address;
use super::text::{Line, is_fence, is_pair};

/// Replaces the name of a value in a registry export before its first bytes.
pub(super) const REGISTRY: &str = "hex:";
/// The fewest rows, and their widths in bytes, in which numbers that look like bytes are taken for line numbers.
const ROWS: usize = 3;
const WIDTHS: [usize; 3] = [8, 16, 32];

/// The fewest bytes of a row after a name.
const NAMED_BYTES: usize = 4;

/// The most nested prefixes.
const MARKS_LIMIT: usize = 3;
/// The most digits of a line number; an address has more.
const DIGITS: usize = 5;
/// The quotation and comment prefixes of lines.
const MARKS: [&str; 7] = ["//", QUOTED, ";", "*", "#", "+", "-"];
/// The prefix of a quotation.
const QUOTED: &str = ">";

/// Lines without their common prefix.
#[derive(Debug)]
pub(in crate::decode) struct StrippedLines<'t> {
    pub(in crate::decode) lines: Vec<Line<'t>>,
    /// Whether line numbers were stripped.
    pub(in crate::decode) numbered: bool,
    /// Whether the line numbers may also be bytes, which is likelier.
    pub(super) doubtful: bool,
}

impl StrippedLines<'_> {
    /// Joins the lines into one text in which each line keeps its number.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let mut number = 1;
        for line in &self.lines {
            let breaks = line.number.saturating_sub(number);
            text.extend(std::iter::repeat_n('\n', breaks));
            text.push_str(&line.text);
            number = line.number;
        }
        text
    }
}

/// Returns the lines without their common prefix; `None` if they have none.
pub(in crate::decode) fn strip_prefixes<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    // Code fences, tags, and the ends of a comment around the lines have no prefix.
    let is_inside =
        |line: &Line<'_>| !is_fence(&line.text) && !html::plain(&line.text).trim().is_empty();
    let first = lines.iter().position(is_inside)?;
    let end = lines.iter().rposition(is_inside)? + 1;
    let mut clean = strip_inside(lines.get(first..end)?)?;
    let copy = |line: &Line<'_>| Line {
        number: line.number,
        text: line.text.trim_start().to_owned().into(),
    };
    clean.lines.splice(..0, lines.iter().take(first).map(copy));
    clean.lines.extend(lines.iter().skip(end).map(copy));
    Some(clean)
}

fn strip_inside<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    let mut clean: Option<StrippedLines<'t>> = None;
    for _ in 0..MARKS_LIMIT {
        let held = clean.as_ref().map_or(lines, |clean| clean.lines.as_slice());
        // One line shows no prefix, unless it is a quotation of bytes.
        if let [line] = held {
            let rest = line
                .text
                .trim_start()
                .strip_prefix(QUOTED)
                .map(str::trim_start);
            let is_quoted = rest.is_some_and(|rest| leading_pairs(rest) >= NAMED_BYTES);
            return strip_marker(held).filter(|_| is_quoted);
        }
        let next = strip_line_numbers(held)
            .or_else(|| strip_marker(held))
            .or_else(|| strip_quotation(held))
            .or_else(|| strip_source(held))
            .or_else(|| strip_name(held))
            .or_else(|| strip_table_bars(held))
            .or_else(|| registry_bytes(held));
        let Some(mut next) = next else { break };
        if let Some(before) = clean {
            next.numbered |= before.numbered;
            next.doubtful |= before.doubtful;
        }
        clean = Some(next);
    }
    clean
}

/// Maps each line to its remaining text; `None` if a line has nothing to strip.
fn map_lines<'l, 's, 't>(
    lines: &'l [Line<'s>],
    mut left: impl FnMut(&'l Line<'s>) -> Option<Cow<'l, str>>,
) -> Option<StrippedLines<'t>> {
    let lines = lines.iter().map(|line| {
        let text = left(line)?.into_owned().into();
        let number = line.number;
        Some(Line { number, text })
    });
    Some(StrippedLines {
        lines: lines.collect::<Option<_>>()?,
        numbered: false,
        doubtful: false,
    })
}

/// Strips the comment or quotation marker that all lines have.
fn strip_marker<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    // Only for texts with a `+`: it looks at all lines.
    let are_added = LazyCell::new(|| {
        let added = lines.iter().map(|line| line.text.trim_start());
        are_most(added.map(|text| text.trim_start_matches('+')), is_row)
    });
    MARKS.iter().find_map(|mark| {
        let mut some = false;
        let clean = map_lines(lines, |line| {
            let text = line.text.trim_start();
            let rest = text.strip_prefix(mark)?;
            // `#` may begin a physical address; these are markers only before a blank.
            let is_mark = match *mark {
                "#" if is_row(text) => false,
                "*" | "#" | "-" => rest.is_empty() || rest.starts_with(' '),
                // `+` is a digit of Base64, too.
                "+" => !is_row(text) && *are_added,
                _ => true,
            };
            some |= !rest.is_empty();
            is_mark.then(|| rest.strip_prefix(' ').unwrap_or(rest).into())
        });
        clean.filter(|_| some)
    })
}

/// Strips the quotation markers of the lines between others: most lines have one.
fn strip_quotation<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    let is_quoted = |line: &Line<'_>| line.text.trim_start().starts_with(QUOTED);
    let first = lines.iter().position(is_quoted)?;
    let end = lines.iter().rposition(is_quoted)? + 1;
    let inside = lines.get(first..end)?;
    if 2 * inside.len() <= lines.len() {
        return None;
    }
    map_lines(lines, |line| {
        let rest = line.text.trim_start().strip_prefix(QUOTED);
        let rest = rest.map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
        Some(rest.unwrap_or(&line.text).into())
    })
}

/// Strips a prefix of every line that is not part of a row, such as a file's name; rows or line numbers must follow.
fn strip_source<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    let (first, others) = lines.split_first()?;
    let same = |prefix: &str, line: &Line<'_>| {
        let pairs = prefix.char_indices().zip(line.text.chars());
        let end = pairs.take_while(|((_, c), other)| c == other).last();
        end.map_or(0, |((at, c), _)| at + c.len_utf8())
    };
    let whole = &*first.text;
    let mut others = others.iter();
    let end = others.try_fold(whole, |prefix, line| prefix.get(..same(prefix, line)))?;
    let end = end.rfind([':', ' ', '|']).map(|at| at + 1)?;
    // A row in it is data.
    let mut words = whole.get(..end)?.match_indices(' ');
    if words.any(|(at, _)| at + 1 < end && whole.get(at + 1..).is_some_and(is_row)) {
        return None;
    }
    let is_letter = |c: char| c.is_alphabetic() && !c.is_ascii_hexdigit();
    // The prefixes of numbers are no names.
    let is_name = whole.get(..end)?.replace("0x", "").contains(is_letter);
    let is_bare = |line: &Line<'_>| !is_row(line.text.trim_start());
    let rests = lines.iter().filter_map(|line| line.text.get(end..));
    if !is_name || !lines.iter().all(is_bare) || !are_most(rests, is_row) {
        return None;
    }
    map_lines(lines, |line| line.text.get(end..).map(Cow::from))
}

/// Strips the name before the bytes of every line: `RX: 4d 5a`, `I (1200) app: 4d 5a`. Its numbers may differ, unless
/// they are in its last word, which may be an address.
fn strip_name<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    let (first, _) = split_name(&lines.first()?.text)?;
    let letters = |name: &str| name.replace(|c: char| c.is_ascii_digit(), "");
    let usual = letters(first);
    let mut has_row = false;
    let clean = map_lines(lines, |line| {
        let (name, bytes) = split_name(&line.text)?;
        has_row |= leading_pairs(bytes) >= NAMED_BYTES;
        (letters(name) == usual).then(|| bytes.into())
    });
    clean.filter(|_| has_row)
}

/// Splits a line after the mark that ends the name before its bytes.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let marks = text.match_indices([':', '|', '>', ']', '=']);
    let mut places = marks.filter_map(|(at, mark)| text.split_at_checked(at + mark.len()));
    let (name, bytes) = places.find(|(_, bytes)| leading_pairs(bytes) > 0)?;
    let is_letter = |c: char| c.is_alphabetic() && !c.is_ascii_hexdigit();
    let end = name.trim_end_matches(|c: char| c.is_ascii_punctuation() || c == ' ');
    let last = end.rsplit(' ').next().unwrap_or_default();
    let is_number = last.contains(|c: char| c.is_ascii_digit());
    (name.contains(is_letter) && !is_number).then(|| (name, bytes.trim_start()))
}

/// Returns the number of bytes at the start of a text.
fn leading_pairs(text: &str) -> usize {
    let words = text.split_ascii_whitespace();
    words.take_while(|word| is_pair(word)).count()
}

/// Whether at least half of the lines are rows.
fn are_most<'t>(lines: impl Iterator<Item = &'t str>, is_row: impl Fn(&str) -> bool) -> bool {
    let (rows, others): (Vec<&str>, Vec<&str>) = lines.partition(|text| is_row(text.trim_start()));
    rows.len() >= others.len()
}

/// Strips line numbers that increase by one, or by ten as in BASIC; also decides whether they may be bytes.
fn strip_line_numbers<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    let numbers = lines.iter().map(|line| line_number(&line.text));
    let (numbers, texts): (Vec<usize>, Vec<&str>) = numbers.collect::<Option<_>>()?;
    let tens = numbers.starts_with(&[10, 20]);
    let stride = if tens { 10 } else { 1 };
    let mut pairs = numbers.windows(2).zip(lines.windows(2));
    let counts = pairs.all(|pair| match pair {
        ([number, next], [line, behind]) => {
            // Blank lines may or may not be numbered.
            let step = next.checked_sub(*number);
            step == Some(stride) || step == Some(stride * (behind.number - line.number))
        }
        _ => false,
    });
    // Numbers that count bytes are offsets. A line number has no zeros before it.
    let (_, before) = texts.split_last()?;
    let is_counted = |text: &&str| matches!(leading_pairs(text), 10 | 16);
    let is_padded = |line: &Line<'_>| line.text.trim_start().starts_with("00");
    let are_offsets = tens && (before.iter().all(is_counted) || lines.iter().all(is_padded));
    let doubtful = lines.iter().all(|line| is_like_a_byte(&line.text)) && !are_rows(&texts);
    if !counts || are_offsets || doubtful && !tens {
        return None;
    }
    let mut texts = texts.into_iter();
    let clean = map_lines(lines, |_| texts.next().map(Cow::from))?;
    Some(StrippedLines {
        numbered: true,
        doubtful,
        ..clean
    })
}

/// Whether a line's first word could be a byte: two decimal digits.
fn is_like_a_byte(text: &str) -> bool {
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    first.len() == 2 && first.bytes().all(|b| b.is_ascii_digit())
}

/// Whether there are enough rows of a usual width to show that their prefix is not a byte.
fn are_rows(texts: &[&str]) -> bool {
    let first = texts.first().unwrap_or(&"");
    texts.len() >= ROWS && WIDTHS.contains(&first.split_ascii_whitespace().count())
}

/// Parses a line number and returns it with the rest: `7  `, `12: `, `3. `, `4) `, `5| `.
pub(super) fn line_number(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_start();
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.get(..text.len() - rest.len())?;
    if digits.len() > DIGITS {
        return None;
    }
    let behind = rest.strip_prefix([':', '.', ')']).unwrap_or(rest);
    let behind = match behind.trim_start_matches(' ').strip_prefix('|') {
        Some(behind) => behind,
        None if behind.is_empty() => behind,
        // `grep -n` prints no blank after the colon.
        None if behind.len() < rest.len() && is_row(behind) && !is_row(text) => behind,
        None => behind.strip_prefix(' ')?,
    };
    Some((digits.parse().ok()?, behind))
}

fn is_row(text: &str) -> bool {
    parse_row_address(text).is_some()
}

fn strip_table_bars<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    map_lines(lines, |line| {
        let inside = line.text.trim_start().strip_prefix('|')?;
        let inside = inside.strip_suffix('|').unwrap_or(inside);
        let is_ruled = inside.bytes().all(|b| b"|-: ".contains(&b));
        let cells = if is_ruled { "" } else { inside.trim_start() };
        Some(cells.replace('`', "").replace(" | ", "  ").into())
    })
}

/// Extracts the bytes of the first value in a registry export: `"x"=hex:00,51,\\`. Later values are replaced by a
/// text that cannot be parsed as bytes.
fn registry_bytes<'t>(lines: &[Line<'_>]) -> Option<StrippedLines<'t>> {
    lines.iter().find_map(|line| registry_value(&line.text))?;
    let (mut values, mut is_continued) = (0_usize, true);
    // The lines may be wrapped, but not all may lack their ends.
    let mut texts = lines.iter().map(|line| &line.text);
    let is_whole = texts.any(|text| text.ends_with('\\'));
    map_lines(lines, |line| {
        let text = line.text.trim_start();
        let data = registry_value(text);
        let is_list = is_continued || is_whole && text.contains(',');
        let is_other = text.starts_with(['"', '@', '[']) || !is_list;
        values += usize::from(data.is_some() || values > 0 && is_other);
        is_continued = text.ends_with('\\') || is_whole && text.ends_with(',');
        let own = data.unwrap_or(text).trim_end_matches('\\');
        Some(match values {
            0 => "".into(),
            1 if data.is_some() => (REGISTRY.to_owned() + own).into(),
            1 => own.to_owned().into(),
            _ => "another value of the registry".into(),
        })
    })
}

/// Returns the text after `"x"=hex:` or `@=hex(3):`.
pub(super) fn registry_value(text: &str) -> Option<&str> {
    text.match_indices('=').find_map(|(at, _)| {
        let (name, data) = text.split_at(at);
        let (kind, data) = data.strip_prefix("=hex")?.split_once(':')?;
        let is_kind = kind.is_empty() || kind.starts_with('(');
        (name.ends_with(['"', '@']) && is_kind).then_some(data)
    })
}
