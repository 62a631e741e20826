//! The declaration before data: its language, the element width and the declared length.

use super::tokens::Kind::{Number, Punct, Text, Word};
use super::tokens::{Lexer, Token, number};
use super::words::{STRONG, Type, WEAK, WordMeaning, look_up};
use crate::decode::read::Dialect;
use crate::decode::read::base64::Encoding;
use crate::decode::read::row_address::{BARE_DIGITS, COLON_DIGITS};
use crate::decode::read::text::{is_hex, unprefixed};

/// The most tokens in the brackets of a dimension.
const DIMENSION_TOKENS: usize = 16;

/// The value of [`DeclarationHead::last`] at the start, and after a word, a number or a string.
pub(super) const NOTHING: char = '\0';
pub(super) const WORD: char = 'w';

/// The tokens before the data.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeclarationHead<'t> {
    /// The first line; 0 if there is no token yet.
    pub(super) line: usize,
    /// The declared name: the word before `=` or the brackets.
    pub(super) name: &'t str,
    /// The word before the name.
    before: &'t str,
    ty: Type<'t>,
    /// Whether brackets stand before the `=`, as in C.
    is_array: bool,
    /// The declared number of elements.
    pub(super) declared: Option<u64>,
    /// Whether there was a `=` after a name.
    pub(super) assigned: bool,
    /// Whether a number is in the place of the name: the address of a row.
    is_row: bool,
    /// Whether there was a `+=`.
    pub(super) appended: bool,
    /// The encoding that the called function decodes.
    pub(super) call: Option<Encoding>,
    language: Option<(Dialect, u8)>,
    /// The number of words that are no part of a type.
    names: usize,
    /// Whether a type follows the name after a colon.
    colon: bool,
    /// The last punctuation mark.
    pub(super) last: char,
}

impl<'t> DeclarationHead<'t> {
    /// Returns the language, if there is evidence for one.
    pub(super) fn language(&self) -> Option<Dialect> {
        self.language.map(|(language, _)| language)
    }

    pub(super) fn hint(&mut self, language: Dialect, strength: u8) {
        if self.language.is_none_or(|(_, before)| before < strength) {
            self.language = Some((language, strength));
        }
    }

    /// Updates the language and the type from a word; returns the word's meaning.
    fn learn(&mut self, word: &'t str) -> WordMeaning {
        let (means, hint) = look_up(word).unwrap_or((WordMeaning::Nothing, None));
        if let Some((language, strength)) = hint {
            self.hint(language, strength);
        }
        self.ty.add(word, means);
        means
    }

    /// Processes a word; `called` if a parenthesis follows.
    pub(super) fn word(&mut self, word: &'t str, called: bool) {
        // `unsigned chr x`: the word in the middle is a type that is not known.
        if self.ty.is_sign() && look_up(self.name).is_none() {
            self.ty.add(self.name, WordMeaning::Unknown);
        }
        let means = self.learn(word);
        let encoding = match means {
            // In Go's `hex.DecodeString`, the package names the encoding.
            WordMeaning::Decodes(_) if self.name == "hex" => Some(Encoding::Hex),
            WordMeaning::Decodes(encoding) => Some(encoding),
            _ => None,
        };
        self.call = if called { encoding } else { self.call };
        self.names += usize::from(means == WordMeaning::Nothing);
        let is_marked = word.ends_with('h') || self.last == '+';
        let least = if is_marked { COLON_DIGITS } else { BARE_DIGITS };
        self.is_row = is_address(word, least);
        self.assigned &= !self.is_row;
        self.before = std::mem::replace(&mut self.name, word);
        self.last = WORD;
    }

    /// Processes a number; returns whether it is the value of the name.
    pub(super) fn number(&mut self, text: &str) -> bool {
        let last = std::mem::replace(&mut self.last, WORD);
        let is_value = self.assigned && last == '=';
        // A number in parentheses is the argument of a function.
        if !matches!(last, '(' | ',') || self.name.is_empty() {
            // gdb counts its values: `$1 =`.
            self.is_row = !text.starts_with('$') || is_address(text, COLON_DIGITS);
            self.assigned = false;
        }
        is_value
    }

    pub(super) fn element_type(&self) -> Type<'t> {
        let mut ty = self.ty;
        // `chr x[] = {`
        if self.is_array && self.assigned && self.names > 1 {
            ty.add(self.before, WordMeaning::Unknown);
        }
        ty
    }

    /// Whether a line that begins with this token starts a new statement.
    pub(super) fn ends_before(&self, token: Token<'_>) -> bool {
        let goes_on = match self.last {
            WORD => self.names == 0,
            NOTHING => true,
            mark => "=(,[&+".contains(mark),
        };
        !goes_on && !matches!(token.kind, Punct('{' | '[' | '=' | '('))
    }

    pub(super) fn is_typed(&self) -> bool {
        self.ty.word().is_some()
    }

    /// Whether a bracket with numbers here may hold data, not an index or a remark.
    pub(super) fn may_hold_data(&self) -> bool {
        self.assigned || self.is_typed() || matches!(self.last, NOTHING | '!')
    }

    /// Whether the next tokens in a bracket are elements. Without a declaration, one small number is not enough.
    pub(super) fn holds(&self, lexer: Lexer<'_>) -> bool {
        let [first, second] = lexer.ahead();
        match first {
            Number(text) => {
                !self.name.is_empty()
                    || text.starts_with("0x")
                    || matches!(second, Punct(',' | '<'))
            }
            Text(_) => second != Punct(':'),
            // A name among the elements is an error that is reported.
            Word(_) => self.is_typed() && second == Punct(','),
            Punct('-') => matches!(second, Number(_)),
            Punct('(') => matches!(second, Word(_) | Number(_)),
            Punct('{' | '[') => {
                matches!(second, Number(_) | Punct('{' | '[' | '-'))
            }
            _ => false,
        }
    }

    /// Processes a `[` before decimal numbers only, as Go, numpy and JSON print bytes.
    pub(super) fn list(&mut self) {
        // `array` is also a Pascal word.
        self.language = self.language.filter(|_| self.name != "array");
        self.declared = self.declared.filter(|_| self.assigned);
        // Earlier lines of JSON or a log are code, not skipped lines.
        self.line = if self.assigned { self.line } else { 1 };
        self.hint(Dialect::PythonBytes, WEAK);
    }

    /// Processes the `=` of an assignment after the mark `last`.
    pub(super) fn assign(&mut self, last: char) {
        self.appended |= last == '+';
        if last == ':' {
            self.hint(Dialect::GoSlice, STRONG);
        }
        // A single word is a name, even if it is also a type.
        let words = self.names + usize::from(self.is_typed());
        if words <= 1 && self.declared.is_none() {
            self.ty = Type::default();
        }
        self.assigned = !self.is_row;
    }

    /// Processes a `:`, after which a type may follow.
    pub(super) fn colon(&mut self) {
        self.ty = Type::default();
        self.colon = true;
    }

    /// Consumes a dimension after a `[` (a length, a range or a type) with its closing bracket, and returns true;
    /// false if the bracket is not a dimension. `last` is the mark before the `[`.
    pub(super) fn dimension(&mut self, lexer: &mut Lexer<'t>, last: char) -> bool {
        let (mut ahead, mut head) = (*lexer, *self);
        let mut numbers: Vec<u64> = Vec::new();
        let (mut depth, mut is_nested, mut is_plain) = (1_usize, false, true);
        for _ in 0..DIMENSION_TOKENS {
            match ahead.next().kind {
                Punct('[') => (depth, is_nested) = (depth + 1, true),
                Punct(']') => depth -= 1,
                Number(text) => {
                    numbers.extend(number(text, true).map(|number| number.value));
                }
                Punct('.') => {}
                kind => {
                    is_plain = false;
                    if let Word(word) = kind {
                        head.is_row |= is_address(word, BARE_DIGITS);
                        head.learn(word);
                    }
                }
            }
            if depth == 0 {
                break;
            }
        }
        let is_behind = matches!(last, WORD | ']' | '>');
        let is_type = matches!(ahead.peek().kind, Word(_));
        // `[3]byte`, `[]byte`
        let is_go = is_plain && !is_behind && is_type;
        let is_dimension = is_go || is_behind || matches!(lexer.peek().kind, Word(_));
        if !is_dimension || depth > 0 {
            return is_dimension;
        }
        *lexer = ahead;
        head.last = ']';
        head.is_array |= !head.assigned && !head.colon;
        if is_go {
            head.hint(Dialect::GoSlice, STRONG);
        }
        // `[Byte[]]`, as PowerShell writes a type.
        if is_nested {
            head.hint(Dialect::CSharpArray, WEAK);
        }
        // `byte[]`: the brackets follow the type, not the name.
        if head.ty.word().is_some_and(|word| word == head.name) {
            head.hint(Dialect::CSharpArray, STRONG);
        }
        let length = match *numbers {
            [length] => Some(length),
            [first, last] => last.checked_sub(first).and_then(|rest| rest.checked_add(1)),
            _ => None,
        };
        if let Some(length) = length {
            head.declared = head.declared.unwrap_or(1).checked_mul(length);
        }
        *self = head;
        true
    }
}

/// Whether a word is an address of at least so many digits rather than a name.
fn is_address(word: &str, least: usize) -> bool {
    let digits = unprefixed(word.trim_start_matches('$')).trim_end_matches(['h', 'H']);
    digits.len() >= least && is_hex(digits) && digits.contains(|c: char| c.is_ascii_digit())
}
