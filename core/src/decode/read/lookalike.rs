//! Dialects that are recognised so that they are not read wrongly, and so that whoever pastes them is told what to paste
//! instead.

use std::fmt;

use super::lead::{Kind, lead};

/// A dialect that is recognised but not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lookalike {
    /// WinDbg's `da` and `du`: texts.
    Texts,
    /// WinDbg's `dt`: a layout.
    Types,
    /// `xxd -b`, gdb's `x/tb`: binary digits.
    Binary,
    /// `od -t d1`, `od -c`, gdb's `x/c`: decimal numbers or characters.
    Decimal,
    /// A disassembly.
    Instructions,
    /// IDA's listing: declarations.
    Listing,
}

impl Lookalike {
    /// What to do instead.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Types => {
                "It tells a layout and no bytes: paste the output of `db` for the address that was given to `dt`."
            }
            Self::Listing => "Copy the same bytes out of the hex view.",
            Self::Texts | Self::Instructions => "Paste the output of `db` for the same address.",
            Self::Binary | Self::Decimal => {
                "Paste the same bytes in hexadecimal, such as `xxd`, `od -t x1` or `x/16xb` print."
            }
        }
    }
}

impl fmt::Display for Lookalike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Types => "`dt` (the members of a type)",
            Self::Texts => "`da` or `du` (texts)",
            Self::Binary => "bytes in binary digits",
            Self::Decimal => "bytes in decimal digits or as characters",
            Self::Instructions => "a disassembly",
            Self::Listing => "a listing of IDA (declarations)",
        })
    }
}

/// What the line looks like, if it looks like any of them.
pub(super) fn lookalike(text: &str) -> Option<Lookalike> {
    let text = text.trim_start();
    if text.starts_with("+0x") && text.contains(" : ") {
        return Some(Lookalike::Types);
    }
    let lead = lead(text)?;
    let rest = lead.rest.trim_start();
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    if lead.kind == Kind::Section {
        return Some(Lookalike::Listing);
    }
    if rest.starts_with('"') {
        return Some(Lookalike::Texts);
    }
    if first.len() == 8
        && first.bytes().all(|b| matches!(b, b'0' | b'1'))
        && words.clone().any(|word| word.len() == 8)
    {
        return Some(Lookalike::Binary);
    }
    if lead.kind == Kind::Bare && lead.digits.len() == 7 && words.clone().nth(2).is_some() {
        let decimal = |word: &str| {
            word.len() <= 5
                && word
                    .trim_start_matches('-')
                    .bytes()
                    .all(|b| b.is_ascii_digit())
        };
        let character = |word: &str| word.len() == 1 || (word.len() == 2 && word.starts_with('\\'));
        let all = |test: &dyn Fn(&str) -> bool| rest.split_whitespace().all(test);
        return all(&|word| decimal(word) || character(word)).then_some(Lookalike::Decimal);
    }
    instruction(first, words).then_some(Lookalike::Instructions)
}

/// `48d3c2          rol     rdx,cl`, `mov    %rsp,%rbp`
fn instruction<'t>(first: &str, mut words: impl Iterator<Item = &'t str>) -> bool {
    const NAMES: [&str; 24] = [
        "mov", "lea", "push", "pop", "call", "jmp", "je", "jne", "jz", "jnz", "ret", "nop", "int",
        "add", "sub", "xor", "and", "or", "cmp", "test", "inc", "dec", "movzx", "rol",
    ];
    let known = |word: &str| NAMES.iter().any(|name| word.eq_ignore_ascii_case(name));
    let code = first.len().is_multiple_of(2) && first.bytes().all(|b| b.is_ascii_hexdigit());
    known(first) || (code && words.next().is_some_and(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_what() {
        for (text, expected) in [
            ("fffff8a0`0006dd20  \"text\"", Lookalike::Texts),
            ("0x4010 <buf>:  \"MZ\"", Lookalike::Texts),
            (
                "   +0x4b0 ExceptionPortState : Pos 0, 3 Bits",
                Lookalike::Types,
            ),
            ("00000000: 01111111 01000101  .E", Lookalike::Binary),
            ("0000000 127  69  76  70   2   1", Lookalike::Decimal),
            (
                "0000000 177   E   L   F 002 001 001  \\0",
                Lookalike::Decimal,
            ),
            (
                "fffff803`451e0c86 48d3c2          rol     rdx,cl",
                Lookalike::Instructions,
            ),
            (
                "0x112a <main+1>:  mov    %rsp,%rbp",
                Lookalike::Instructions,
            ),
            (
                "0x2505c140000:  mov  qword ptr [rsp + 0x10], rdx",
                Lookalike::Instructions,
            ),
        ] {
            assert_eq!(lookalike(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "4d 5a",
            "4d:5a:90:00",
            "8056e340  4d 5a 90 00",
            "note: be careful",
            "# heading",
        ] {
            assert_eq!(lookalike(text), None, "{text}");
        }
    }
}
