//! Dialects that are recognised but not supported, so that they are not misread and the user is told what to paste
//! instead.

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

use super::row_address::{AddressNotation, RowAddress, parse_row_address};
use super::text::{is_hex, is_pair};

/// A dialect that is recognised but not supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error, BorshSerialize, BorshDeserialize)]
pub enum UnsupportedDialect {
    /// WinDbg's `da` and `du`: strings.
    #[error("`da` or `du` (strings)")]
    Texts,
    /// WinDbg's `dt`: a layout.
    #[error("`dt` (the members of a type)")]
    Types,
    /// WinDbg's `dyb`, gdb's `x/tb`: binary digits.
    #[error("bytes in binary digits")]
    Binary,
    /// `od -t d1`, `od -c`, gdb's `x/c`: decimal numbers or characters.
    #[error("bytes in decimal digits or as characters")]
    Decimal,
    /// `od -t x1 -t x4`: each row in one format, then in another.
    #[error("the second row of `od` in two formats")]
    Formats,
    /// gdb's `x/f`.
    #[error("floating-point numbers")]
    Floats,
    /// A disassembly.
    #[error("a disassembly")]
    Instructions,
    /// IDA's listing of declarations.
    #[error("a listing of IDA (declarations)")]
    Listing,
    /// WinDbg's `k`: stack frames.
    #[error("`k` (the frames of a stack)")]
    Frames,
}

impl UnsupportedDialect {
    /// Returns the advice what to paste instead.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Types => {
                "It has a layout but no bytes: paste the output of `db` for the same address."
            }
            Self::Formats => "Paste what `od` prints in one format, such as `od -A x -t x1`.",
            Self::Listing => "Copy the same bytes from the hex view.",
            Self::Texts | Self::Instructions | Self::Frames => {
                "Paste the output of `db` for the same address."
            }
            Self::Binary | Self::Decimal | Self::Floats => {
                "Paste the same bytes in hexadecimal, such as `db`, `xxd`, `od -t x1` or `x/16xb` print."
            }
        }
    }
}

/// Returns the unsupported dialect of a line, if it looks like one.
pub(super) fn unsupported_dialect(text: &str) -> Option<UnsupportedDialect> {
    let text = text.trim_start();
    if text.starts_with("+0x") {
        return Some(UnsupportedDialect::Types);
    }
    let addr = parse_row_address(text)?;
    let rest = addr.rest.trim_start();
    let mut words = rest.split_whitespace();
    let first = words.next()?;
    if addr.kind == AddressNotation::Section {
        return Some(UnsupportedDialect::Listing);
    }
    if rest.starts_with('"') {
        return Some(UnsupportedDialect::Texts);
    }
    // Zeros alone may be ordinary numbers.
    let count = bits(rest).count();
    let eights = rest.split_whitespace().take_while(|word| word.len() == 8);
    let is_one = |word: &str| word.trim_start_matches('0').len() > 1;
    if count > 1 && count == eights.count() && bits(rest).any(is_one) {
        return Some(UnsupportedDialect::Binary);
    }
    let is_od = addr.kind == AddressNotation::Bare && addr.digits.len() == 7;
    if is_od && words.clone().nth(2).is_some() {
        let decimal = |word: &str| {
            let digits = word.trim_start_matches('-');
            word.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit())
        };
        let character = |word: &str| word.len() == 1 || (word.len() == 2 && word.starts_with('\\'));
        let mut words = rest.split_whitespace();
        let all = words.all(|word| decimal(word) || character(word));
        return all.then_some(UnsupportedDialect::Decimal);
    }
    instruction(first, words).then_some(UnsupportedDialect::Instructions)
}

/// Whether the line is the heading of WinDbg's `k`.
pub(super) fn is_frame_heading(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '#']);
    text.starts_with("ChildEBP ") || text.starts_with("Child-SP ")
}

/// Whether the line is a stack frame of WinDbg's `k`, `kb` or `kv`: its number, two addresses, arguments, a symbol.
pub(super) fn is_frame(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    let is_numbered = words.next_if(|word| is_pair(word)).is_some();
    let is_address = |word: &&str| {
        let digits = word.replace('`', "");
        matches!(digits.len(), 8 | 16) && is_hex(&digits)
    };
    let mut addresses = 0;
    while words.next_if(is_address).is_some() {
        addresses += 1;
    }
    // Rows of `dps` have two or three numbers before a symbol.
    let least = if is_numbered { 2 } else { 5 };
    addresses >= least && words.next().is_some_and(|symbol| symbol.contains('!'))
}

/// Whether a line repeats the row before it in another of `od`'s formats: it has blanks in place of the offset.
pub(super) fn is_repeated_format(before: &str, text: &str) -> bool {
    let blanks = text.len() - text.trim_start_matches(' ').len();
    let is_od = |addr: RowAddress<'_>| matches!(addr.digits.len(), 6 | 7);
    blanks > OD_OFFSET && parse_row_address(before).is_some_and(is_od)
}

/// The fewest digits of an offset of `od`.
const OD_OFFSET: usize = 6;

/// Whether the line is a row or the heading of WinDbg's `dyb`: bytes in binary digits, then in hexadecimal. Its rows
/// look like numbers of four bytes.
pub(super) fn is_bits(text: &str) -> bool {
    if text.trim_start().starts_with("76543210 76543210") {
        return true;
    }
    let rest = parse_row_address(text).map_or("", |addr| addr.rest);
    let count = bits(rest).count();
    let bytes = rest.split_whitespace().skip(count).take(count);
    let same = |(bits, byte): (&str, &str)| {
        byte.len() == 2 && u8::from_str_radix(bits, 2).ok() == u8::from_str_radix(byte, 16).ok()
    };
    count > 0 && bytes.clone().count() == count && bits(rest).zip(bytes).all(same)
}

/// Iterates over the binary bytes at the start of a text.
fn bits(text: &str) -> impl Iterator<Item = &str> {
    let is_binary =
        |word: &&str| word.len() == 8 && word.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    text.split_whitespace().take_while(is_binary)
}

/// Whether the text is an instruction: `48d3c2          rol     rdx,cl`, `mov    %rsp,%rbp`.
fn instruction<'t>(first: &str, mut words: impl Iterator<Item = &'t str>) -> bool {
    let code = first.len().is_multiple_of(2) && is_hex(first);
    is_instruction(first) || (code && words.next().is_some_and(is_instruction))
}

/// Whether a word is the name of a common instruction.
pub(super) fn is_instruction(word: &str) -> bool {
    const NAMES: [&str; 24] = [
        "mov", "lea", "push", "pop", "call", "jmp", "je", "jne", "jz", "jnz", "ret", "nop", "int",
        "add", "sub", "xor", "and", "or", "cmp", "test", "inc", "dec", "movzx", "rol",
    ];
    NAMES.iter().any(|name| word.eq_ignore_ascii_case(name))
}
