//! Parses the address of a row in the notation of any tool.

use super::text::is_hex;

/// The notation of an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
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
pub(super) struct Lead<'t> {
    pub(super) kind: Kind,
    /// The address, with its digits taken as hexadecimal.
    pub(super) value: u64,
    /// The digits as written; the first part where a separator divides them.
    pub(super) digits: &'t str,
    /// The debugger's label for the address: `main+4`; empty if there is none.
    pub(super) label: &'t str,
    /// The remaining text: empty, or beginning with a blank.
    pub(super) rest: &'t str,
}

/// The most digits of an address.
const DIGITS: usize = 16;
/// The fewest digits of a bare address; fewer are a word.
const BARE_DIGITS: usize = 6;
/// The fewest digits of a zero-padded address.
pub(super) const WHOLE_DIGITS: usize = 8;
/// The fewest digits of an address with a colon; fewer are a line number.
const COLON_DIGITS: usize = 4;

/// The fewest characters of a physical address with its padding, some of which may be lost.
const HASH_WIDTH: usize = 6;

/// Parses the address at the start of `text`.
pub(super) fn lead(text: &str) -> Option<Lead<'_>> {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => prefixed(text),
        [b'#', ..] => hash(text),
        [b'$', ..] => relative(text),
        [b'<', ..] => label(text),
        [b'+', ..] => counted(text),
        [_, _, b':', ..] => telescope(text),
        [first, ..] if first.is_ascii_hexdigit() => bare(text).or_else(|| section(text)),
        _ => section(text),
    }
}

fn bare(text: &str) -> Option<Lead<'_>> {
    let (value, digits, rest) = number(text)?;
    if digits.len() == 8
        && let Some((low, rest)) = tick(rest).and_then(eight)
    {
        return new(Kind::Ticked, value << 32 | low, digits, rest);
    }
    if let Some(behind) = rest.strip_prefix(':') {
        if let Some((offset, digits, rest)) = number(behind).filter(|_| digits.len() == 4) {
            return match digits.len() {
                4 | 8 | 16 => new(Kind::Segment, offset, digits, rest),
                _ => None,
            };
        }
        return match digits.len() {
            COLON_DIGITS.. => new(Kind::Colon, value, digits, behind),
            _ => None,
        };
    }
    match digits.len() {
        BARE_DIGITS.. => new(Kind::Bare, value, digits, rest),
        _ => None,
    }
}

/// Parses the short offset at the start of `text`.
pub(super) fn short(text: &str) -> Option<Lead<'_>> {
    let (value, digits, rest) =
        number(text).filter(|(_, digits, _)| digits.len() < WHOLE_DIGITS)?;
    // An `h` before a blank makes it a byte.
    let behind = rest
        .strip_prefix(['h', 'H'])
        .filter(|behind| behind.starts_with(':'));
    let behind = behind.unwrap_or(rest);
    new(
        Kind::Short,
        value,
        digits,
        behind.strip_prefix(':').unwrap_or(behind),
    )
}

/// Parses `0x7fffffffe710:`, `0x401000 <main+4>:`, `0x000007f3`.
fn prefixed(text: &str) -> Option<Lead<'_>> {
    let (value, digits, rest) = number(text.get(2..)?)?;
    if let Some(behind) = rest.strip_prefix(':') {
        return new(Kind::Hexed, value, digits, behind);
    }
    if let Some(label) = rest.strip_prefix(" <")
        && let Some((label, behind)) = label.split_once(">:")
    {
        let lead = new(Kind::Hexed, value, digits, behind)?;
        return Some(Lead { label, ..lead });
    }
    if let Some(behind) = barred(rest) {
        return new(Kind::Barred, value, digits, behind);
    }
    match digits.len() {
        BARE_DIGITS.. => new(Kind::Prefixed, value, digits, rest),
        _ => None,
    }
}

/// Skips `│+0x0000:` or `+0000 │`.
fn barred(text: &str) -> Option<&str> {
    let (before, behind) = text.split_once('│')?;
    let counter = |text: &str| {
        let digits = text.trim().strip_prefix('+')?;
        Some(is_hex(digits.strip_prefix("0x").unwrap_or(digits)))
    };
    if counter(before) == Some(true) {
        return Some(behind);
    }
    let end = behind.find([' ', ':'])?;
    let (count, rest) = behind.split_at(end);
    let whole = before.trim().is_empty() && counter(count) == Some(true);
    whole.then_some(rest.strip_prefix(':').unwrap_or(rest))
}

/// Parses `00:0000│ rsp 0x7fffffffe710 ◂—`: the address is before the first arrow.
fn telescope(text: &str) -> Option<Lead<'_>> {
    let (count, rest) = text.split_once('│')?;
    let counts = count.split(':').all(|digits| is_hex(digits.trim()));
    let at = rest.find("0x").filter(|_| counts)?;
    let (names, address) = rest.split_at(at);
    let (value, digits, rest) = number(address.get(2..)?)?;
    let rest = rest.trim_start_matches(' ');
    // A drawn dash may have become a hyphen.
    let behind = ["-▸", "◂-", "->", "<-", "→", "←"]
        .iter()
        .find_map(|arrow| rest.strip_prefix(arrow))?;
    let lead = new(Kind::Barred, value, digits, behind)?;
    let label = names.trim();
    Some(Lead { label, ..lead })
}

/// Parses `$+10`, `$-8`, `$ ==>`.
fn relative(text: &str) -> Option<Lead<'_>> {
    let text = text.get(1..)?;
    if let Some(rest) = text.trim_start_matches(' ').strip_prefix("==>") {
        return new(Kind::Relative, MIDDLE, "", rest);
    }
    let (value, digits, rest) = number(text.get(1..)?)?;
    let value = match text.as_bytes().first()? {
        b'+' => MIDDLE.checked_add(value)?,
        b'-' => MIDDLE.checked_sub(value)?,
        _ => return None,
    };
    new(Kind::Relative, value, digits, rest)
}

/// Parses `<module.label>`.
fn label(text: &str) -> Option<Lead<'_>> {
    let (label, rest) = text.get(1..)?.split_once('>')?;
    let lead =
        new(Kind::Label, 0, "", rest).filter(|_| label.contains('.') && !label.contains(' '))?;
    Some(Lead { label, ..lead })
}

/// Parses `+0010 0x7fffffffe720`.
fn counted(text: &str) -> Option<Lead<'_>> {
    let (count, address) = text.get(1..)?.split_once(" 0x")?;
    let (value, digits, rest) = number(address).filter(|_| is_hex(count))?;
    new(Kind::Counted, value, digits, rest)
}

/// Parses `.text:00401000`.
fn section(text: &str) -> Option<Lead<'_>> {
    let (section, rest) = text.split_once(':')?;
    let name = |c: char| c.is_ascii_alphanumeric() || "._$@?".contains(c);
    let named = !section.is_empty() && section.chars().all(name);
    let (value, digits, rest) = number(rest).filter(|_| named)?;
    match digits.len() {
        8 | 16 => new(Kind::Section, value, digits, rest),
        _ => None,
    }
}

/// Parses `# e9000`, ``#       1`2f3a5000``.
fn hash(text: &str) -> Option<Lead<'_>> {
    let behind = text.get(1..)?;
    let column = behind.trim_start_matches(' ');
    let (value, digits, rest) = number(column)?;
    match tick(rest).and_then(eight) {
        Some((low, rest)) if digits.len() <= 8 => new(Kind::Hash, value << 32 | low, digits, rest),
        // The column is padded with blanks: in a narrower one, `#` is a comment marker.
        _ if behind.len() - rest.len() < HASH_WIDTH => None,
        _ => new(Kind::Hash, value, digits, rest),
    }
}

/// Creates a lead; `None` unless a blank or the end follows.
fn new<'t>(kind: Kind, value: u64, digits: &'t str, rest: &'t str) -> Option<Lead<'t>> {
    let ends = rest.is_empty() || rest.starts_with(' ');
    ends.then_some(Lead {
        kind,
        value,
        digits,
        label: "",
        rest,
    })
}

/// Parses one to sixteen hexadecimal digits at the start of `text`; returns the value, the digits and the rest.
fn number(text: &str) -> Option<(u64, &str, &str)> {
    let mut value = 0_u64;
    let mut count = 0;
    for byte in text.bytes() {
        let Some(digit) = char::from(byte).to_digit(16) else {
            break;
        };
        value = value << 4 | u64::from(digit);
        count += 1;
        if count > DIGITS {
            return None;
        }
    }
    let (digits, rest) = text.split_at_checked(count)?;
    (count > 0).then_some((value, digits, rest))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, kind, value) in [
            ("fffff803`451e0c86  48", Kind::Ticked, 0xffff_f803_451e_0c86),
            ("fffff803\\`451e0c86", Kind::Ticked, 0xffff_f803_451e_0c86),
            ("ffff9285' 03dc69c0 4d", Kind::Ticked, 0xffff_9285_03dc_69c0),
            ("8056e340  4d 5a", Kind::Bare, 0x8056_e340),
            ("FFFFF803451E0C86 00", Kind::Bare, 0xffff_f803_451e_0c86),
            ("0000010 5a4d", Kind::Bare, 0x10),
            ("00000010: 4d5a", Kind::Colon, 0x10),
            ("0x7fffffffe710:  0x00", Kind::Hexed, 0x7fff_ffff_e710),
            ("0x401000 <main+4>:  0x02", Kind::Hexed, 0x40_1000),
            ("0x000007f3  5fc3", Kind::Prefixed, 0x7f3),
            ("# e9000 000ea002", Kind::Hash, 0xe_9000),
            ("#  1`2f3a5000 00", Kind::Hash, 0x1_2f3a_5000),
            ("0023:0012F6C0 4D", Kind::Segment, 0x12_f6c0),
            (".text:00401000  55", Kind::Section, 0x40_1000),
            ("DATA:00401000  55", Kind::Section, 0x40_1000),
            ("$ ==> 4D", Kind::Relative, MIDDLE),
            ("$+10 4D", Kind::Relative, MIDDLE + 0x10),
            ("$-8 4D", Kind::Relative, MIDDLE - 8),
            ("<ntdll.LdrInit> 4D", Kind::Label, 0),
            ("+0010 0x7fffffffe720  12", Kind::Counted, 0x7fff_ffff_e720),
            ("0x006024e0│+0x00: 0x00", Kind::Barred, 0x60_24e0),
            ("0x7ffff7a5c1c0+0000 │ 0x48", Kind::Barred, 0x7fff_f7a5_c1c0),
            (
                "00:0000│ rsp 0x7fffffffe710 ◂- 0x11",
                Kind::Barred,
                0x7fff_ffff_e710,
            ),
            (
                "01:0008│     0x7fffffffe718 -▸ 0x5555",
                Kind::Barred,
                0x7fff_ffff_e718,
            ),
        ] {
            let lead = lead(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((lead.kind, lead.value), (kind, value), "{text}");
        }
        for text in [
            "",
            "4d 5a",
            "4d:5a:90:00",
            "0x4d 0x5a",
            "fffff803`451e0c8",
            "fffff803`451e0c86:",
            "8056e34é",
            "ffffffff985'  03dc69c0",
            "# heading",
            "# a3 be 79 65",
            "#4d5a 9000",
            "12345678123456789",
        ] {
            assert_eq!(lead(text), None, "{text}");
        }
    }
}
