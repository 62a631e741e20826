//! Recognises the lines around rows and the prefixes of rows: prompts and commands, headings, code fences, quotation
//! and comment markers, line numbers.

use super::cells::NumberSize;
use super::outcome::{Outcome, excerpt};
use super::row_address::{RowAddress, parse_row_address};
use super::text::{after, is_fence, is_gap, is_hex, is_number, uncoded, unprefixed};
use super::{Dialect, UnsupportedDialect, prefix};
use crate::decode::limits::ADDRESS_CONTEXT_LIMIT;

/// WinDbg's prompts, as patterns of [`after`].
const WINDBG: [&str; 9] = [
    "kd>", "kd:W>", "lkd>", "lkd:W>", "0: kd>", "0: kd:W>", "0: lkd>", "0:0>", "0:0:W>",
];
/// The prompts of other debuggers.
const OTHERS: [&str; 8] = [
    "(gdb)", "(lldb)", "(W) >>>", ">>>", "gef➤", "gef>", "pwndbg>", "[0xW]>",
];

/// Commands of WinDbg that print no memory.
const OTHER_COMMANDS: [&str; 5] = ["dg", "dv", "lm", "ln", "x"];

/// The prefixes of quotations, comments, lists and diffs, and blanks.
const MARKS: [&str; 13] = [
    " ", "- ", "+ ", "• ", "//", "/*", ";", ">", "*", "$", "|", "'", "(",
];

/// The fewest numbers after a prompt that are a row.
const ROW: usize = 4;

/// The heading of a column of characters.
const CHARACTERS: &str = "0123456789ABCDEF";

/// A line around rows.
#[derive(Debug)]
pub(super) enum ContextLine {
    /// A code fence, or an empty line.
    Fence,
    /// A prompt, optionally with a command.
    Prompt(Option<Command>),
    /// The column names, and the tool if they show it.
    Heading(Option<Dialect>),
    /// A mark that rows were left out.
    Gap,
}

impl ContextLine {
    pub(super) const fn outcome(&self) -> Outcome {
        match self {
            Self::Fence => Outcome::Fence,
            Self::Prompt(_) => Outcome::Prompt,
            Self::Heading(_) => Outcome::Heading,
            Self::Gap => Outcome::Gap,
        }
    }
}

/// Classifies a line around rows.
pub(super) fn context_line(plain: &str) -> Option<ContextLine> {
    let text = uncoded(plain);
    if is_fence(plain) || text.is_empty() {
        return Some(ContextLine::Fence);
    }
    let behind = prompt_after_markers(text);
    let is_windbg = behind.is_some() && after_any(text.trim_start(), &WINDBG).is_some();
    let command = command(behind.unwrap_or(text), is_windbg);
    // A row that cannot be read is not a command.
    let words = behind.unwrap_or_default().split([' ', ',']);
    let numbers = words.filter(|word| word.len() > 1 && is_number(word));
    if command.is_some() || behind.is_some() && numbers.count() < ROW {
        return Some(ContextLine::Prompt(command));
    }
    let columns = text.trim_start_matches([' ', '/', ';', '#', '>', '*', '[']);
    if counts_columns(columns) {
        return Some(ContextLine::Heading(None));
    }
    if let Some(dialect) = Dialect::of_heading(columns).filter(|_| !holds_row(columns)) {
        return Some(ContextLine::Heading(dialect));
    }
    is_gap(text).then_some(ContextLine::Gap)
}

/// Whether a line numbers the columns of bytes and characters; the first columns may be missing.
fn counts_columns(text: &str) -> bool {
    let numbers = text.strip_suffix(CHARACTERS).unwrap_or_default();
    let numbers = numbers.split_ascii_whitespace().rev();
    let numbers = numbers.filter(|word| *word != "-").zip((0..16_u8).rev());
    let mut numbers = numbers.map(|(word, column)| u8::from_str_radix(word, 16) == Ok(column));
    numbers.next() == Some(true) && numbers.all(|it| it)
}

/// Returns the text after a debugger's prompt (`0: kd>`, `lkd>`, `0:000>`, `1: kd:x86>`, `(gdb)`), if there is one.
pub(in crate::decode) fn prompt(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let may_be_one = match text.as_bytes().first()? {
        b'0'..=b'9' | b'.' => {
            let behind = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            behind.starts_with(':')
        }
        first => b"kl(>gp[".contains(first),
    };
    let found = || after_any(text, &WINDBG).or_else(|| after_any(text, &OTHERS));
    may_be_one.then(found).flatten().map(str::trim)
}

/// Whether the output of the WinDbg command in a line is not memory, although it may look like rows.
pub(super) fn prints_no_memory(line: &str, command: &str) -> bool {
    let name = command.split([' ', ';']).next().unwrap_or_default();
    let is_other = name.starts_with('!') && !name.starts_with("!d");
    (is_other || OTHER_COMMANDS.contains(&name)) && after_any(line.trim_start(), &WINDBG).is_some()
}

/// Whether a row follows a heading in its line, because the line break was lost.
fn holds_row(heading: &str) -> bool {
    let is_address = |word: &str| {
        let digits = unprefixed(word);
        digits.len() >= 6 && is_hex(digits)
    };
    let mut words = heading.split(' ');
    words.any(is_address)
}

/// Returns the text after the first pattern that `text` begins with.
fn after_any<'t>(text: &'t str, patterns: &[&str]) -> Option<&'t str> {
    patterns.iter().find_map(|pattern| after(text, pattern))
}

/// Like [`prompt`], at any place where a row may begin.
pub(super) fn prompt_after_markers(text: &str) -> Option<&str> {
    let behind = || prompt(text.split_once(": ")?.1);
    row_starts(text).find_map(prompt).or_else(behind)
}

/// A place in a line where a row may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowStart {
    /// The start of the line.
    Line,
    /// A physical address after other markers: `> #  e9000 000ea002`.
    Physical,
    /// After a prompt or markers.
    Marks,
    /// After a line number.
    LineNumber,
}

impl RowStart {
    /// All places, the likelier first.
    pub(super) const ALL: [Self; 4] = [Self::Line, Self::Physical, Self::Marks, Self::LineNumber];

    /// Returns the text from this place on; `None` if the line does not have the place.
    pub(super) fn rest(self, text: &str) -> Option<&str> {
        match self {
            Self::Line => Some(text),
            Self::Physical => {
                let rest = text.trim_start_matches(['/', ' ', ';', '>', '*', '|', '-']);
                let marked = rest.len() < text.len() && rest.starts_with('#');
                marked.then_some(rest)
            }
            Self::Marks => {
                let bare = strip_comment_markers(text);
                (bare.len() < text.len()).then_some(bare)
            }
            Self::LineNumber => {
                let bare = Self::Marks.rest(text).unwrap_or(text);
                // A number after `#` is a physical address.
                let marks = text.get(..text.len() - bare.len())?.trim_end();
                // Zeros fill an offset.
                let is_offset = marks.ends_with('#') || bare.starts_with("00");
                let (_, behind) = prefix::line_number(bare).filter(|_| !is_offset)?;
                Some(uncoded(behind.trim_start_matches([' ', '|'])))
            }
        }
    }
}

/// Iterates over the rest of a line from each place where a row may begin.
pub(super) fn row_starts(text: &str) -> impl Iterator<Item = &str> {
    let places = RowStart::ALL.into_iter();
    places.filter_map(|place| place.rest(text))
}

/// Strips `//`, `>`, `;`, `*` and similar markers.
pub(super) fn strip_comment_markers(text: &str) -> &str {
    let mut rest = text;
    while text.len() - rest.len() < ADDRESS_CONTEXT_LIMIT {
        // A number after `#` is a physical address.
        let hash = || {
            let behind = rest.trim_start_matches('#');
            let is_mark = !behind.starts_with(|c: char| c.is_ascii_hexdigit());
            (is_mark && behind.len() < rest.len()).then_some(behind)
        };
        // Most brackets open an array.
        let bracket = || {
            let behind = rest.strip_prefix('[')?;
            let addr = parse_row_address(behind).filter(RowAddress::is_marked);
            addr.map(|_| behind)
        };
        let mark = MARKS.iter().find_map(|mark| rest.strip_prefix(mark));
        match mark.or_else(hash).or_else(bracket) {
            Some(behind) => rest = behind,
            None => break,
        }
    }
    uncoded(rest)
}

/// A command that dumps memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    pub(super) text: String,
    pub(super) dialect: Dialect,
    /// The size of numbers, if the command states it.
    pub(super) unit: Option<NumberSize>,
}

impl Command {
    /// Returns what its numbers are if that is not supported, although nothing about them shows it: `rd -d` of `crash`, gdb's
    /// `x/4fg`.
    pub(super) fn unsupported(&self) -> Option<UnsupportedDialect> {
        let mut options = self
            .text
            .split(' ')
            .skip_while(|word| *word != "rd")
            .skip(1);
        let is_decimal = self.dialect == Dialect::XxdWords && options.any(|word| word == "-d");
        let is_float = || gdb_letters(&self.text).is_some_and(|letters| letters.contains('f'));
        match is_decimal {
            true => Some(UnsupportedDialect::Decimal),
            false => is_float().then_some(UnsupportedDialect::Floats),
        }
    }

    /// Whether the command asks `od` for numbers with the highest byte first.
    pub(super) fn is_big_endian(&self) -> bool {
        self.text.contains("--endian=big")
    }

    /// Returns the address from which it prints, if it is a number.
    pub(super) fn start(&self) -> Option<u64> {
        let mut words = self.text.split(' ').skip(1);
        let is_option = |word: &str| word.starts_with(['/', '-']) || word == "read";
        let word = words.find(|word| !is_option(word))?.replace('`', "");
        let next = words.next().unwrap_or_default();
        let is_term = next.starts_with(['+', '-', '*']);
        let digits = unprefixed(&word);
        let is_address = digits.len() >= 8 && !is_term;
        u64::from_str_radix(digits, 16).ok().filter(|_| is_address)
    }
}

/// Parses a command: ``db fffff803`451e0c86 L9``, `x/8db $rsp`, `xxd -e page.bin`.
pub(super) fn command(text: &str, is_prompted: bool) -> Option<Command> {
    let text = text.trim();
    let plain = |dialect| (dialect, None);
    // After any shell prompt.
    let marks = ["$ ", "# ", "% "].iter();
    let behind = marks.filter_map(|mark| Some(text.split_once(mark)?.1));
    let angle = text.rsplit_once("> ");
    let behind = behind.chain(angle.map(|(_, behind)| behind));
    let mut tools = std::iter::once(text).chain(behind).filter_map(tool);
    // Something may stand before WinDbg's prompt.
    let is_prompt = |(before, _): &(&str, &str)| {
        before.ends_with("kd") || before.ends_with(|c: char| c.is_ascii_digit())
    };
    let within = || windbg(angle.filter(is_prompt)?.1, true);
    let found = windbg(text, is_prompted).or_else(within).map(plain);
    let found = found.or_else(|| gdb(text));
    let (dialect, unit) = found.or_else(|| tools.next().map(plain))?;
    Some(Command {
        text: excerpt(text),
        dialect,
        unit,
    })
}

/// Parses `db nt!KiSystemCall64`, `!dd 1208040`, `dq rsp L10`.
fn windbg(text: &str, is_prompted: bool) -> Option<Dialect> {
    let mut words = text.split_whitespace();
    let (name, first) = (words.next()?, words.next()?);
    // The shell's `dd` copies a file.
    if text.contains("if=") {
        return None;
    }
    let bang = name.strip_prefix('!');
    let name = bang.unwrap_or(name);
    let is_one = name.starts_with('d');
    let dialect = is_one.then(|| Dialect::of_command(|said| said == name))??;
    // `db` and `dd` are also bytes: an address, a count or a symbol must follow.
    let place = |word: &str| {
        let count = word.strip_prefix(['L', 'l']);
        word.contains(['`', '!', '+', '@', '/'])
            || count.is_some_and(|count| is_hex(count.trim_start_matches('?')))
            || word.len() >= 8 && is_hex(word)
            || word.starts_with("0x") && word.len() > 4
    };
    match bang {
        Some(_) => Some(Dialect::WindbgPhysical),
        None => (is_prompted || place(first) || words.any(place)).then_some(dialect),
    }
}

/// Returns the format and the size that follow the count in `x/8xb $rsp`.
fn gdb_letters(text: &str) -> Option<&str> {
    let format = text.strip_prefix("x/")?.split(' ').next()?;
    Some(format.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Parses `x/8xb 0x7fffffffe710`, `x/2gx $rsp`.
fn gdb(text: &str) -> Option<(Dialect, Option<NumberSize>)> {
    let letters = gdb_letters(text)?;
    // A pointer of a process of 32 bits, whose addresses have no more digits.
    let is_narrow = || {
        let address = text
            .split(' ')
            .nth_back(0)
            .and_then(|it| it.strip_prefix("0x"));
        let address = address.and_then(|it| u32::from_str_radix(it, 16).ok());
        address.is_some_and(|address| address > u32::MAX / 2)
    };
    let bytes = letters.chars().find_map(|letter| match letter {
        'b' => Some(1),
        'h' => Some(2),
        'w' => Some(4),
        'a' if is_narrow() => Some(4),
        'g' | 'a' => Some(8),
        'c' => Some(1),
        _ => None,
    });
    let unit = bytes.map(|bytes| NumberSize {
        bytes,
        // Addresses are not zero-padded.
        fixed: letters.contains('a'),
        zero_padded: letters.contains('x'),
        decimal: letters.contains(['d', 'u', 'o', 't', 'c']),
        ..NumberSize::default()
    });
    let known = letters.bytes().all(|b| b.is_ascii_lowercase());
    known.then_some((Dialect::Gdb, unit))
}

/// Parses `xxd -e page.bin`, `hexdump -C page.bin`, `od -A d -t x1 page.bin`.
fn tool(text: &str) -> Option<Dialect> {
    let name = text.split_whitespace().next()?.rsplit('/').next()?;
    // Commands of debuggers are not shell tools, and most lines begin with digits.
    if name.starts_with('d') || is_hex(name) {
        return None;
    }
    Dialect::of_command(|said| match said.split_once(' ') {
        Some((tool, option)) if tool == name => {
            let text = text.replace("-A ", "-A");
            let mut words = text.split_whitespace();
            words.any(|word| word.starts_with(option))
        }
        Some(_) => false,
        None => said == name,
    })
}
