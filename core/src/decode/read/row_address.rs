//! Parses the address of a row in the notation of any tool.

use super::cells::nibble;
use super::row::is_zero_padded;
use super::text::{is_hex, is_word, unprefixed};
use super::work::look_at;
use crate::decode::limits::ADDRESS_CONTEXT_LIMIT;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AddressNotation {
    /// ``fffff803`451e0c86``
    Ticked,
    /// `8056e340`, `0000010`
    #[default]
    Bare,
    /// `00000010:`
    Colon,
    /// `0x7fffffffe710:`, `0x401000 <main+4>:`
    Hexed,
    /// `0x000007f3`
    Prefixed,
    /// `0010`, `10`, `0010h:`: so short that it may be bytes or a line number
    Short,
    /// `# e9000`
    Hash,
    /// `0023:0012f6c0`
    Segment,
    /// `.text:00401000`
    Section,
    /// `$+10`, `$ ==>`
    Relative,
    /// `<module.label>`, in place of an address
    Label,
    /// `+0010 0x7fffffffe720`
    Counted,
    /// `0x00007fffffffe710│+0x0000:`, `0x7fffffffe710+0000 │`, `00:0000│ rsp 0x7fffffffe710 ◂—`
    Barred,
}

/// The base of relative addresses, so that negative offsets fit.
pub(super) const MIDDLE: u64 = 1 << 63;

/// The address at the start of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowAddress<'t> {
    pub(super) kind: AddressNotation,
    /// The address, with its digits taken as hexadecimal.
    pub(super) value: u64,
    /// The digits as written; the first part where a separator divides them.
    pub(super) digits: &'t str,
    /// The debugger's label for the address: `main+4`; empty if there is none.
    pub(super) label: &'t str,
    /// The remaining text: empty, or beginning with a blank.
    pub(super) rest: &'t str,
    /// Whether a mark shows that it is hexadecimal: `0x`, or `h` before the colon.
    pub(super) is_hex: bool,
}

impl RowAddress<'_> {
    /// Returns the address with its digits taken in a radix; `None` if they do not fit.
    pub(super) fn value_in(&self, radix: u32) -> Option<u64> {
        match radix {
            16 => Some(self.value),
            _ if self.is_hex => None,
            radix => u64::from_str_radix(self.digits, radix).ok(),
        }
    }

    /// Whether it cannot be a number of the row itself.
    pub(super) fn is_marked(&self) -> bool {
        use AddressNotation::{Bare, Hash, Prefixed, Short};
        let number = self.rest.split_ascii_whitespace().next();
        let is_other = number.is_some_and(|number| number.len() != self.digits.len());
        let is_apart = self.rest.starts_with("  ") && is_other;
        !matches!(self.kind, Bare | Hash | Prefixed | Short) || is_apart
    }
}

/// The most digits of an address.
pub(super) const DIGITS: usize = 16;
/// The fewest digits of a bare address; fewer are a word.
pub(super) const BARE_DIGITS: usize = 6;
/// The digits of an address of 32 bits; a number with fewer is an offset.
pub(super) const WHOLE_DIGITS: usize = 8;
/// The fewest digits of an address with a colon, or of an offset that is no byte; fewer are a line number.
pub(super) const COLON_DIGITS: usize = 4;

/// The fewest characters of a physical address with its padding, some of which may be lost.
const HASH_WIDTH: usize = 6;

/// Parses the address at the start of `text`.
pub(super) fn parse_row_address(text: &str) -> Option<RowAddress<'_>> {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => prefixed(text),
        [b'#', ..] => hash(text),
        [b'$', ..] => relative(text),
        [b'<', ..] => label(text),
        [b'+', ..] => counted(text),
        [
            _,
            _,
            b':',
            b' ' | b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F',
            ..,
        ] => telescope(text),
        [first, ..] if first.is_ascii_hexdigit() => bare(text).or_else(|| section(text)),
        _ => section(text),
    }
}

fn bare(text: &str) -> Option<RowAddress<'_>> {
    let (value, digits, rest) = number(text)?;
    if digits.len() == 8
        && let Some((low, rest)) = tick(rest).and_then(eight)
    {
        return new(AddressNotation::Ticked, value << 32 | low, digits, rest);
    }
    // UltraEdit and 010 Editor write `00000010h:`.
    let suffixed = || {
        rest.strip_prefix(['h', 'H'])
            .filter(|_| digits.len() == WHOLE_DIGITS)
    };
    if let Some(behind) = suffixed().unwrap_or(rest).strip_prefix(':') {
        if let Some((offset, digits, rest)) = number(behind).filter(|_| digits.len() == 4) {
            return match digits.len() {
                4 | 8 | 16 => new(AddressNotation::Segment, offset, digits, rest),
                _ => None,
            };
        }
        return match digits.len() {
            COLON_DIGITS.. => {
                let addr = new(AddressNotation::Colon, value, digits, behind)?;
                let is_hex = suffixed().is_some();
                Some(RowAddress { is_hex, ..addr })
            }
            _ => None,
        };
    }
    match digits.len() {
        BARE_DIGITS.. => new(AddressNotation::Bare, value, digits, rest),
        _ => None,
    }
}

/// Parses the short offset at the start of `text`.
pub(super) fn parse_short_offset(text: &str) -> Option<RowAddress<'_>> {
    let (value, digits, rest) =
        number(text).filter(|(_, digits, _)| digits.len() < WHOLE_DIGITS && !is_word(digits))?;
    // An `h` before a blank makes it a byte.
    let behind = rest.strip_prefix(['h', 'H']).unwrap_or(rest);
    let is_marked = behind.len() < rest.len() && behind.starts_with(':');
    let rest = behind.strip_prefix(':').unwrap_or(rest);
    let addr = new(AddressNotation::Short, value, digits, rest)?;
    Some(RowAddress {
        is_hex: is_marked,
        ..addr
    })
}

/// Parses `0x7fffffffe710:`, `0x401000 <main+4>:`, `0x000007f3`.
fn prefixed(text: &str) -> Option<RowAddress<'_>> {
    let (value, digits, rest) = number(text.get(2..)?)?;
    if let Some(behind) = rest.strip_prefix(':') {
        return new(AddressNotation::Hexed, value, digits, behind);
    }
    if let Some(label) = rest.strip_prefix(" <")
        && let Some((label, behind)) = split_near(label, ">:")
    {
        let addr = new(AddressNotation::Hexed, value, digits, behind)?;
        return Some(RowAddress { label, ..addr });
    }
    if let Some(behind) = barred(rest) {
        return new(AddressNotation::Barred, value, digits, behind);
    }
    match digits.len() {
        BARE_DIGITS.. => new(AddressNotation::Prefixed, value, digits, rest),
        _ => None,
    }
}

/// Skips `│+0x0000:` or `+0000 │`.
fn barred(text: &str) -> Option<&str> {
    let (before, behind) = split_near(text, "│")?;
    let counter = |text: &str| {
        let digits = text.trim().strip_prefix('+')?;
        Some(is_hex(unprefixed(digits)))
    };
    if counter(before) == Some(true) {
        return Some(behind);
    }
    let end = near(behind).find([' ', ':'])?;
    let (count, rest) = behind.split_at(end);
    let whole = before.trim().is_empty() && counter(count) == Some(true);
    whole.then_some(rest.strip_prefix(':').unwrap_or(rest))
}

/// Parses `00:0000│ rsp 0x7fffffffe710 ◂—`: the address is before the first arrow.
fn telescope(text: &str) -> Option<RowAddress<'_>> {
    let (count, rest) = split_near(text, "│")?;
    let counts = count.split(':').all(|digits| is_hex(digits.trim()));
    let at = near(rest).find("0x").filter(|_| counts)?;
    let (names, address) = rest.split_at(at);
    let (value, digits, rest) = number(address.get(2..)?)?;
    let rest = rest.trim_start_matches(' ');
    // A drawn dash may have become a hyphen.
    let behind = ["-▸", "◂-", "->", "<-", "→", "←"]
        .iter()
        .find_map(|arrow| rest.strip_prefix(arrow))?;
    let addr = new(AddressNotation::Barred, value, digits, behind)?;
    let label = names.trim();
    Some(RowAddress { label, ..addr })
}

/// Parses `$+10`, `$-8`, `$ ==>`.
fn relative(text: &str) -> Option<RowAddress<'_>> {
    let text = text.get(1..)?;
    if let Some(rest) = text.trim_start_matches(' ').strip_prefix("==>") {
        return new(AddressNotation::Relative, MIDDLE, "", rest);
    }
    let (value, digits, rest) = number(text.get(1..)?)?;
    let value = match text.as_bytes().first()? {
        b'+' => MIDDLE.checked_add(value)?,
        b'-' => MIDDLE.checked_sub(value)?,
        _ => return None,
    };
    new(AddressNotation::Relative, value, digits, rest)
}

/// Parses `<module.label>`.
fn label(text: &str) -> Option<RowAddress<'_>> {
    let (label, rest) = split_behind(text.get(1..)?, |c| !matches!(c, '>' | ' '))?;
    let rest = rest.strip_prefix('>')?;
    let addr = new(AddressNotation::Label, 0, "", rest).filter(|_| label.contains('.'))?;
    Some(RowAddress { label, ..addr })
}

/// Parses `+0010 0x7fffffffe720`.
fn counted(text: &str) -> Option<RowAddress<'_>> {
    let (count, rest) = split_behind(text.get(1..)?, |c| c.is_ascii_hexdigit())?;
    let address = rest.strip_prefix(" 0x").filter(|_| !count.is_empty())?;
    let (value, digits, rest) = number(address)?;
    new(AddressNotation::Counted, value, digits, rest)
}

/// Parses `.text:00401000`.
fn section(text: &str) -> Option<RowAddress<'_>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '@' | '?');
    let (section, rest) = split_behind(text, is_part)?;
    let rest = rest.strip_prefix(':').filter(|_| !section.is_empty())?;
    let (value, digits, rest) = number(rest)?;
    match digits.len() {
        8 | 16 => new(AddressNotation::Section, value, digits, rest),
        _ => None,
    }
}

/// Parses `# e9000`, ``#       1`2f3a5000``.
fn hash(text: &str) -> Option<RowAddress<'_>> {
    let behind = text.get(1..)?;
    let column = behind.trim_start_matches(' ');
    let (value, digits, rest) = number(column)?;
    match tick(rest).and_then(eight) {
        Some((low, rest)) if digits.len() <= 8 => {
            new(AddressNotation::Hash, value << 32 | low, digits, rest)
        }
        // The column is padded with blanks: in a narrower one, or before zeros, `#` is a comment marker.
        _ if behind.len() - rest.len() < HASH_WIDTH || is_zero_padded(digits) => None,
        _ => new(AddressNotation::Hash, value, digits, rest),
    }
}

/// Returns the start of a text that is searched for the parts of an address, at most [`ADDRESS_CONTEXT_LIMIT`] bytes.
fn near(text: &str) -> &str {
    let near = bounded(text);
    look_at(near.len());
    near
}

fn bounded(text: &str) -> &str {
    let bounded = text.get(..text.floor_char_boundary(ADDRESS_CONTEXT_LIMIT));
    bounded.unwrap_or(text)
}

/// Splits a text at a mark that belongs to an address.
fn split_near<'t>(text: &'t str, mark: &str) -> Option<(&'t str, &'t str)> {
    let (before, _) = near(text).split_once(mark)?;
    Some((before, text.get(before.len() + mark.len()..)?))
}

/// Splits a text after its leading characters for which `is_part` holds.
fn split_behind(text: &str, is_part: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    let near = bounded(text);
    let before = near.len() - near.trim_start_matches(is_part).len();
    look_at(before);
    text.split_at_checked(before)
}

/// Creates an address; `None` unless a blank or the end follows.
fn new<'t>(
    kind: AddressNotation,
    value: u64,
    digits: &'t str,
    rest: &'t str,
) -> Option<RowAddress<'t>> {
    let ends = rest.is_empty() || rest.starts_with(' ');
    ends.then_some(RowAddress {
        kind,
        value,
        digits,
        label: "",
        rest,
        is_hex: matches!(kind, AddressNotation::Hexed | AddressNotation::Prefixed),
    })
}

/// Parses one to sixteen hexadecimal digits at the start of `text`; returns the value, the digits and the rest.
fn number(text: &str) -> Option<(u64, &str, &str)> {
    let digits = text.bytes().map_while(nibble).take(DIGITS + 1);
    let (count, value) = digits.fold((0, 0), |(count, value), digit| {
        (count + 1, value << 4 | u64::from(digit))
    });
    let (digits, rest) = text.split_at_checked(count)?;
    let is_number = (1..=DIGITS).contains(&count);
    is_number.then_some((value, digits, rest))
}

/// Parses exactly eight hexadecimal digits.
fn eight(text: &str) -> Option<(u64, &str)> {
    let (value, digits, rest) = number(text)?;
    (digits.len() == 8).then_some((value, rest))
}

/// Skips a backtick, also an escaped one, one that became an apostrophe, or one before a blank.
pub(super) fn tick(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\\').unwrap_or(text);
    let rest = text.strip_prefix(['`', '\'', '\u{2018}', '\u{2019}', '\u{b4}'])?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}
