//! Assembler directives: `x db 4Dh, 5Ah, 'MZ', 3 dup(0)`, `.asciz "MZ"`.

use super::tokens::Kind::{End, Number, Punct, Text, Word};
use super::tokens::{Lexer, number};
use super::words::is_among;
use crate::decode::read::Dialect;

/// Directives in lower case by their element width in bytes; 0 for those that move the location counter.
const DIRECTIVES: [(u32, &str); 5] = [
    (1, "db byte .byte .ascii .asciz .string .db"),
    (2, "dw word .2byte .short .hword .word"),
    (4, "dd dword .4byte .long .int .dd"),
    (8, "dq qword .8byte .quad"),
    (
        0,
        "align times resb resw resd resq incbin org .align .balign .p2align .org .skip .space .zero .fill",
    ),
];

/// A directive that emits bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Directive<'t> {
    pub(super) width: u32,
    pub(super) name: &'t str,
    pub(super) operands: Lexer<'t>,
}

impl<'t> Directive<'t> {
    /// Returns the directive of a line if values follow it, not the address of a debugger's `db`.
    pub(super) fn of_line(text: &'t str, line: usize) -> Option<Self> {
        let (width, name, operands) = split(text).filter(|(width, ..)| *width > 0)?;
        let operands = Lexer::new(operands, line);
        let mut values = operands;
        values.pass(Punct('-'));
        let [first, behind] = values.kinds();
        let is_value = match first {
            Number(text) => number(text, false).is_ok(),
            first => matches!(first, Text(_) | Punct('?')),
        };
        let goes_on = match behind {
            Word(word) => word.eq_ignore_ascii_case("dup"),
            behind => matches!(behind, End | Punct(',' | ';' | '?' | '<')),
        };
        (is_value && goes_on).then_some(Self {
            width,
            name,
            operands,
        })
    }

    /// Whether every string has a terminating zero.
    pub(super) fn is_terminated(&self) -> bool {
        is_among(".asciz .string", self.name)
    }

    /// Returns the syntax of strings and numbers: only the GNU assembler has escapes and octal numbers.
    pub(super) fn language(&self) -> Dialect {
        match self.name.starts_with('.') {
            true => Dialect::CArray,
            false => Dialect::Assembler,
        }
    }
}

/// Splits a line after the mark of a list, a speaker, a label or a line number into the element width, the directive and its operands.
fn split(text: &str) -> Option<(u32, &str, &str)> {
    let width = |word: &str| {
        let mut directives = DIRECTIVES.iter();
        let found = directives.find(|(_, names)| is_among(names, word));
        found.map(|(width, _)| *width)
    };
    let (mut first, mut rest) = first_word(text)?;
    if first.starts_with('<') || matches!(first, "-" | "*") {
        (first, rest) = first_word(rest)?;
    }
    if let Some(width) = width(first) {
        return Some((width, first, rest));
    }
    let (second, rest) = first_word(rest)?;
    // Hexadecimal bytes may look like a directive, but have no such character.
    let is_marked = |c: char| matches!(c, 'h' | 'H' | 'x' | '"' | '\'');
    let is_number = || first.bytes().all(|b| b.is_ascii_digit()) && rest.contains(is_marked);
    let width = width(second).filter(|_| is_label(first) || is_number())?;
    Some((width, second, rest))
}

/// Splits off the first word.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    text.split_at_checked(text.find(char::is_whitespace)?)
}

/// Whether the word may be a label, not an address or a segment with an address.
fn is_label(word: &str) -> bool {
    let name = word.strip_suffix(':').unwrap_or(word);
    let is_letter = |b: u8| b.is_ascii_alphanumeric() || b"_.?@$".contains(&b);
    name.bytes().all(is_letter) && name.starts_with(|c: char| !c.is_ascii_digit())
}

/// Whether a line without bytes belongs to a listing: a label, a comment, a directive.
pub(super) fn is_listing(text: &str) -> bool {
    let text = text.trim();
    let first = text.split(' ').next().unwrap_or_default();
    let label = text.ends_with(':') && is_label(text);
    label || is_among("section segment global public", first) || text.starts_with([';', '.'])
}

/// Whether a line without bytes should have some: its operands are not numbers, it reserves bytes, or it has two numbers with a comma
/// between them.
pub(super) fn leaves_out(text: &str) -> bool {
    let (values, _) = text.split_once(';').unwrap_or((text, ""));
    let is_number = |value: &&str| {
        let word = value.trim().rsplit([' ', '\t']).next();
        word.is_some_and(|word| number(word, false).is_ok())
    };
    split(text).is_some() || values.split(',').filter(is_number).count() >= 2
}

/// Whether a line continues the values of the line before it, which assembler syntax does not allow.
pub(super) fn goes_on(text: &str) -> bool {
    let text = text.trim_start();
    let end = text.find([',', ' ']).unwrap_or(text.len());
    let (word, behind) = text.split_at(end);
    number(word, false).is_ok() && (behind.is_empty() || behind.starts_with(','))
}
