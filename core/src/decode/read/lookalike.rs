//! Dialects that are recognised so that they are not read wrongly: their words would come out in the wrong order, or
//! their addresses as bytes.

use std::fmt;

use super::address::address;

/// A dialect that is recognised but not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lookalike {
    /// WinDbg's `dw`: words of two bytes.
    Words,
    /// WinDbg's `dd`, `dc`, `dds`, `dps`: words of four bytes.
    DoubleWords,
    /// WinDbg's `dq`, `dqs`, `dps`: words of eight bytes.
    QuadWords,
    /// WinDbg's `da` and `du`: texts.
    Texts,
    /// WinDbg's `!db`, `!dd`, `!dq`: physical addresses.
    Physical,
    /// WinDbg's `dt`: a layout.
    Types,
    /// `xxd`, gdb, SoftICE, radare2: an address with a colon in it or behind it, or with `0x` before it.
    Colon,
    /// `hexdump -C`: characters between bars.
    Bars,
    /// `hexdump`, `od`: an offset of seven digits.
    Octal,
}

impl Lookalike {
    /// What to do instead.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Types => {
                "It tells a layout and no bytes: paste the output of `db` for the address that was given to `dt`."
            }
            Self::Colon | Self::Bars | Self::Octal => {
                "Paste the bytes alone, two digits each and without addresses, or pass the file itself."
            }
            _ => {
                "Paste the output of `db` for the same address, or the bytes alone, two digits each and without addresses."
            }
        }
    }
}

impl fmt::Display for Lookalike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Words => "`dw` (words of two bytes)",
            Self::DoubleWords => "`dd` or `dc` (words of four bytes)",
            Self::QuadWords => "`dq` or `dps` (words of eight bytes)",
            Self::Texts => "`da` or `du` (texts)",
            Self::Physical => "`!db` or `!dq` (physical addresses)",
            Self::Types => "`dt` (the members of a type)",
            Self::Colon => "`xxd`, gdb or radare2 (an address with a colon or `0x`)",
            Self::Bars => "`hexdump -C` (characters between bars)",
            Self::Octal => "`hexdump` or `od` (words behind an offset of seven digits)",
        })
    }
}

/// What the line looks like, if it looks like any of them.
pub(super) fn lookalike(text: &str) -> Option<Lookalike> {
    let text = text.trim_start();
    if text.starts_with("+0x") && text.contains(" : ") {
        return Some(Lookalike::Types);
    }
    if let Some(rest) = text.strip_prefix('#') {
        return is_physical(rest).then_some(Lookalike::Physical);
    }
    let first = text.split(' ').next().unwrap_or_default();
    if is_colon(text) || is_segment(text) || is_prefixed(text) {
        return Some(Lookalike::Colon);
    }
    if text.contains(" |") && text.ends_with('|') && first.len() == 8 && is_hex(first) {
        return Some(Lookalike::Bars);
    }
    if is_octal(text) {
        return Some(Lookalike::Octal);
    }
    windbg(text)
}

/// Rows that begin as those of `db` do, but hold wider words.
fn windbg(text: &str) -> Option<Lookalike> {
    let (address, rest) = address(text)?;
    let rest_trimmed = rest.trim_start();
    if rest_trimmed.starts_with('"') {
        return Some(Lookalike::Texts);
    }
    let columns = address.ticked || rest.len() - rest_trimmed.len() >= 2;
    let word = rest_trimmed.split(' ').next().unwrap_or_default();
    let word = word.replace('\\', "");
    let ticked = matches!(word.as_bytes().get(8), Some(b'`' | b'\''));
    if ticked && word.len() == 17 {
        return Some(Lookalike::QuadWords);
    }
    match word.len() {
        _ if !columns || !is_hex(&word) => None,
        4 => Some(Lookalike::Words),
        8 => Some(Lookalike::DoubleWords),
        16 => Some(Lookalike::QuadWords),
        _ => None,
    }
}

/// `  1208040 00000000`01209063`, behind the `#`
fn is_physical(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let address = words.next().unwrap_or_default().replace('`', "");
    let data = words.next().unwrap_or_default().replace('`', "");
    (4..=16).contains(&address.len())
        && is_hex(&address)
        && matches!(data.len(), 2 | 4 | 8 | 16)
        && is_hex(&data)
}

/// `00000000: 4d5a`, `0x7fffffffe710: 0x00`, `0x401000 <main+4>: 0x00`
fn is_colon(text: &str) -> bool {
    let Some((before, after)) = text.split_once(": ") else {
        return false;
    };
    let address = before.split(['<', ' ']).next().unwrap_or_default();
    let digits = address.strip_prefix("0x").unwrap_or(address);
    let alone = address.len() == before.len() || before.ends_with('>');
    let data = after.trim_start();
    let data = data.strip_prefix("0x").unwrap_or(data);
    alone && (4..=16).contains(&digits.len()) && is_hex(digits) && data.get(..2).is_some_and(is_hex)
}

/// `0023:0012F6C0 4D 5A`
fn is_segment(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (segment, offset) = words
        .next()
        .and_then(|word| word.split_once(':'))
        .unwrap_or_default();
    let byte = words
        .next()
        .is_some_and(|word| word.len() == 2 && is_hex(word));
    segment.len() == 4 && offset.len() == 8 && is_hex(segment) && is_hex(offset) && byte
}

/// `0x000007f3  5fc3 9066`
fn is_prefixed(text: &str) -> bool {
    let Some((address, rest)) = text
        .strip_prefix("0x")
        .and_then(|rest| rest.split_once("  "))
    else {
        return false;
    };
    let data = rest.split_whitespace().next().unwrap_or_default();
    (8..=16).contains(&address.len()) && is_hex(address) && data.len() <= 16 && is_hex(data)
}

/// `0000000 5a4d 0090 0003`
fn is_octal(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let offset = words
        .next()
        .is_some_and(|word| word.len() == 7 && is_hex(word));
    let mut rest = words.peekable();
    offset
        && rest.peek().is_some()
        && rest.all(|word| matches!(word.len(), 3 | 4 | 6) && is_hex(word))
}

/// Whether there is nothing but hexadecimal digits, or question marks in their place.
fn is_hex(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_hexdigit() || b == b'?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_what() {
        for (text, expected) in [
            (
                "00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000",
                Lookalike::Words,
            ),
            (
                "00007ff8`02f42280  ccccc3cc cccccccc 00841f0f 00000000",
                Lookalike::DoubleWords,
            ),
            (
                "8056e340  ccccc3cc ???????? 00841f0f 00000000",
                Lookalike::DoubleWords,
            ),
            (
                "fffff802`5c000000  00905a4d 00000003 00000004 0000ffff  MZ..............",
                Lookalike::DoubleWords,
            ),
            (
                "fffff8a0`0006dd20  00000000`00000000 494c4556`49480008",
                Lookalike::QuadWords,
            ),
            (
                "fffff8a0`0006dd20  ????????`???????? 494c4556`49480008",
                Lookalike::QuadWords,
            ),
            (
                "fffff804`0de009e0  fffff804`0d6b6990 nt!HalpTimerQueryHostPerformanceCounter",
                Lookalike::QuadWords,
            ),
            (
                "fffff8a0\\`0006dd20  00000000\\`00000000",
                Lookalike::QuadWords,
            ),
            ("fffff8a0`0006dd20  \"text\"", Lookalike::Texts),
            (
                "# 1208040 00000000`01209063 00000000`00000000",
                Lookalike::Physical,
            ),
            (
                "   +0x4b0 ExceptionPortState : Pos 0, 3 Bits",
                Lookalike::Types,
            ),
            ("00000000: 4d5a 9000 0300 0000  MZ..", Lookalike::Colon),
            (
                "0x7fffffffe710: 0x0000001100000012      0x00005555555592a0",
                Lookalike::Colon,
            ),
            ("0x401000 <main+4>:  0x02 0x00", Lookalike::Colon),
            ("0023:0012F6C0 4D 5A 90 00", Lookalike::Colon),
            (
                "0x000007f3  5fc3 9066 2e0f 1f84  _..f....",
                Lookalike::Colon,
            ),
            (
                "00000000  4d 5a 90 00  04 00 00 00  |MZ......|",
                Lookalike::Bars,
            ),
            (
                "0000000 5a4d 0090 0003 0000 0004 0000 ffff 0000",
                Lookalike::Octal,
            ),
        ] {
            assert_eq!(lookalike(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "4d 5a",
            "4d:5a:90:00",
            "4d5a 9000",
            "deadbeef cafebabe",
            "8056e340  4d 5a 90 00",
            "note: be careful",
            "# heading",
            "0x12345678  0x9abcdef0",
            "0x4d, 0x5a",
        ] {
            assert_eq!(lookalike(text), None, "{text}");
        }
    }
}
