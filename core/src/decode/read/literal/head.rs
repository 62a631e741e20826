//! Finds where data begin: what stands before them says in which language they are, how wide an element is and how many
//! there should be.

use super::elements::List;
use super::tokens::{Kind, Lexer, Quoted, Token, number};
use super::words::{Encoding, Means, STRONG, Type, WEAK, is_among, look_up};
use crate::decode::read::Dialect;

/// How long what follows a quotation mark is if the mark behind it is missing.
const UNCLOSED: usize = 2;

/// The most tokens between the brackets of a dimension.
const DIMENSION_TOKENS: usize = 16;

/// Where data begin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opening<'t> {
    /// Elements up to that bracket.
    List(char),
    /// Elements without brackets around them, the first of which is next.
    Bare,
    /// Strings, the first of which is next.
    Strings,
    /// Strings that hold bytes in another notation, the first of which is next.
    Encoded(Encoding),
    /// A line for an assembler.
    Directive(Directive<'t>),
    /// A single number under a name: perhaps the length of the array before it.
    Scalar(u64),
    /// A string that is not closed in its line, from behind its mark on.
    Unclosed(&'t str),
}

/// What stands before the data.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head<'t> {
    /// The line in which it begins; 0 while there is nothing.
    pub(super) line: usize,
    /// The word before `=` or the brackets.
    pub(super) name: &'t str,
    pub(super) ty: Type<'t>,
    /// How many elements are declared.
    pub(super) declared: Option<u64>,
    /// There was a `=`.
    pub(super) assigned: bool,
    /// There was a `+=`.
    pub(super) appended: bool,
    language: Option<(Dialect, u8)>,
    call: Option<Encoding>,
    /// How many words that say nothing about a type.
    names: usize,
    /// A type follows the name, behind a colon.
    colon: bool,
    last: Last,
}

/// What came last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Nothing,
    Word,
    Mark(char),
}

impl<'t> Head<'t> {
    /// The language, where anything indicates it.
    pub(super) fn language(&self) -> Option<Dialect> {
        self.language.map(|(language, _)| language)
    }

    fn hint(&mut self, language: Dialect, strength: u8) {
        if self.language.is_none_or(|(_, before)| before < strength) {
            self.language = Some((language, strength));
        }
    }

    /// Takes what a word says about the language and the type; gives what it means.
    fn word(&mut self, word: &'t str) -> Means {
        let (means, hint) = look_up(word).unwrap_or((Means::Nothing, None));
        if let Some((language, strength)) = hint {
            self.hint(language, strength);
        }
        self.ty.add(word, means);
        means
    }

    fn is_empty(&self) -> bool {
        self.last == Last::Nothing
    }

    /// Whether brackets with numbers in them are data here, and not something else of the language or of a sentence.
    fn may_hold_data(&self) -> bool {
        let typed = self.ty.word().is_some();
        self.assigned || self.is_empty() || typed || self.last == Last::Mark('!')
    }
}

/// A reader that stops where data begin.
#[derive(Debug)]
pub(super) struct Scanner<'t> {
    pub(super) lexer: Lexer<'t>,
    pub(super) head: Head<'t>,
    /// Lines in which there were comments: the first and the last of each run.
    pub(super) comments: Vec<(usize, usize)>,
    /// A statement ended, so that what follows is something else.
    pub(super) ended: bool,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            lexer: Lexer::new(text, 1),
            head: Head::default(),
            comments: Vec::new(),
            ended: false,
        }
    }

    fn next(&mut self) {
        self.lexer.next();
        self.comments.extend(self.lexer.take_comments());
    }

    /// Goes on to where data begin; `None` where there are no more. What stands before them is in `head`, and their first
    /// token is next.
    pub(super) fn seek(&mut self) -> Option<Opening<'t>> {
        loop {
            let ahead = self.lexer.peek();
            let line = ahead.line;
            if ahead.first
                && let Some(directive) = directive(self.lexer.rest_of_line(), line)
            {
                self.head = Head {
                    line,
                    ..Head::default()
                };
                self.lexer.pass_line();
                return Some(Opening::Directive(directive));
            }
            if ahead.first && self.begins_anew(ahead) {
                self.head = Head::default();
            }
            if self.head.line == 0 {
                self.head.line = line;
            }
            let found = match ahead.kind {
                Kind::End => {
                    self.next();
                    return None;
                }
                Kind::Word(word) => {
                    self.word(word);
                    None
                }
                Kind::Text(text) => self.string(text),
                Kind::Number(text) => self.number(text),
                Kind::Mark(mark) => self.mark(mark),
            };
            if found.is_some() {
                return found;
            }
        }
    }

    /// Whether a line that begins so has nothing to do with the one before it.
    fn begins_anew(&self, token: Token<'_>) -> bool {
        let goes_on = match self.head.last {
            Last::Mark(mark) => "=(,[&+".contains(mark),
            Last::Word => self.head.names == 0,
            Last::Nothing => true,
        };
        let opens = matches!(token.kind, Kind::Mark('{' | '[' | '=' | '('));
        !goes_on && !opens
    }

    fn word(&mut self, word: &'t str) {
        self.next();
        let head = &mut self.head;
        let means = head.word(word);
        if self.lexer.peek().kind == Kind::Mark('(') {
            head.call = match means {
                Means::Takes(encoding) => Some(encoding),
                _ => None,
            };
        }
        head.names += usize::from(matches!(means, Means::Nothing | Means::Takes(_)));
        head.name = word;
        head.last = Last::Word;
    }

    fn string(&mut self, text: Quoted<'_>) -> Option<Opening<'t>> {
        let bytes = text.prefix.contains(['b', 'B']);
        let empty = self.head.is_empty();
        self.head.last = Last::Word;
        if let Some(encoding) = self.head.call.take() {
            return Some(Opening::Encoded(encoding));
        }
        if bytes || text.is_blob() || self.head.assigned || empty && self.stands_alone() {
            match self.head.language() {
                Some(Dialect::JavaScriptArray) if bytes => {
                    self.head.hint(Dialect::RustArray, STRONG);
                }
                _ if bytes => self.head.hint(Dialect::PythonBytes, WEAK),
                _ => {}
            }
            return Some(Opening::Strings);
        }
        self.next();
        None
    }

    /// Whether the string that is next is no part of a sentence.
    fn stands_alone(&self) -> bool {
        let mut ahead = self.lexer;
        ahead.next();
        let behind = ahead.next();
        let ends = matches!(
            behind.kind,
            Kind::End | Kind::Text(_) | Kind::Mark(';' | ',' | '+' | '.' | '\\' | '<')
        );
        behind.kind != Kind::Mark(':') && (behind.first || ends)
    }

    fn number(&mut self, text: &'t str) -> Option<Opening<'t>> {
        let [_, behind] = self.lexer.ahead();
        let marked = text.starts_with(['$', '&']);
        let begins = self.head.assigned || self.head.is_empty() && marked;
        if begins && behind == Kind::Mark(',') {
            if marked {
                self.head.hint(Dialect::PascalArray, WEAK);
            }
            return Some(Opening::Bare);
        }
        self.next();
        let scalar = self.head.assigned && self.head.last == Last::Mark('=');
        self.head.last = Last::Word;
        let value = number(text, false).ok().filter(|_| scalar)?.value;
        Some(Opening::Scalar(value))
    }

    fn mark(&mut self, mark: char) -> Option<Opening<'t>> {
        self.next();
        let last = self.head.last;
        let holds = self.head.may_hold_data();
        self.head.last = Last::Mark(mark);
        let next = self.lexer.peek().kind;
        if mark == '[' && self.is_decimal(last, next) {
            let head = &mut self.head;
            // `array` is Pascal's, too.
            head.language = head.language.filter(|_| head.name != "array");
            head.declared = head.declared.filter(|_| head.assigned);
            // What stands before it in JSON or a log is nothing else.
            head.line = if head.assigned { head.line } else { 1 };
            head.hint(Dialect::PythonBytes, WEAK);
            return Some(Opening::List(']'));
        }
        let close = match mark {
            '{' if holds || last == Last::Mark(']') => '}',
            '(' if self.head.assigned && matches!(last, Last::Mark('=' | '(')) => match next {
                Kind::Text(_) | Kind::Mark('(' | '[' | '{') => return None,
                _ => ')',
            },
            '[' if self.bracket(last, next) && holds => ']',
            '"' if self.head.assigned || self.head.call.is_some() => return self.unclosed(),
            '\'' if last == Last::Word && is_among("b x", self.head.name) => {
                return self.unclosed();
            }
            _ => {
                self.other_mark(mark, last, next);
                return None;
            }
        };
        self.begins_data().then_some(Opening::List(close))
    }

    /// Whether many decimal numbers follow, as Go, numpy and JSON print bytes, and nothing else.
    fn is_decimal(&self, last: Last, next: Kind<'_>) -> bool {
        if !matches!(next, Kind::Number(_) | Kind::Mark('[')) {
            return false;
        }
        let list = List::new(self.lexer);
        let named = matches!(last, Last::Mark(':' | '('));
        let is_last = list.last || named && self.head.name == "array";
        is_last && list.is_decimal() && (named || list.is_spaced())
    }

    /// A string whose other mark is missing, where enough follows in its line.
    fn unclosed(&self) -> Option<Opening<'t>> {
        let rest = self.lexer.rest_of_line();
        (rest.len() >= UNCLOSED).then_some(Opening::Unclosed(rest))
    }

    /// A mark that opens no data.
    fn other_mark(&mut self, mark: char, last: Last, next: Kind<'_>) {
        match mark {
            // Quotes of mail and Markdown.
            '>' | '`' => self.head.last = last,
            '=' if next == Kind::Mark('=') => self.next(),
            '=' => self.assign(last),
            ':' => {
                // Behind it comes a type, if anything came before it.
                self.head.ty = Type::default();
                self.head.colon = true;
            }
            ';' => {
                self.head = Head::default();
                self.ended = true;
            }
            '<' => {
                // `std::array<uint8_t, 3>`
                if let [
                    Kind::Word(_),
                    Kind::Mark(','),
                    Kind::Number(text),
                    Kind::Mark('>'),
                ] = self.lexer.ahead()
                {
                    let length = number(text, true).map(|number| number.value);
                    self.head.declared = length.ok();
                }
            }
            _ => {}
        }
    }

    fn assign(&mut self, last: Last) {
        let head = &mut self.head;
        match last {
            Last::Mark('+') => head.appended = true,
            Last::Mark(':') => head.hint(Dialect::GoSlice, STRONG),
            _ => {}
        }
        // A single word before it is a name, even if types are called so.
        let words = head.names + usize::from(head.ty.word().is_some());
        if words <= 1 && !head.colon && head.declared.is_none() {
            head.ty = Type::default();
        }
        head.assigned = true;
    }

    /// Whether elements may follow `[`; a dimension or a type is read.
    fn bracket(&mut self, last: Last, next: Kind<'_>) -> bool {
        if last == Last::Mark('!') {
            self.head.hint(Dialect::RustArray, STRONG);
        }
        let dimension = matches!(last, Last::Word | Last::Mark(']' | '>'));
        let go = matches!(next, Kind::Mark('.' | ']') | Kind::Number(_))
            && !dimension
            && self.is_dimension();
        if go {
            self.head.hint(Dialect::GoSlice, STRONG);
        }
        let read = dimension || go || matches!(next, Kind::Word(_));
        if read {
            self.dimension();
        }
        !read
    }

    /// Whether at most a number and a bracket follow, and then a type: `[3]byte`, `[]byte`.
    fn is_dimension(&self) -> bool {
        let mut ahead = self.lexer;
        let mut kind = ahead.next().kind;
        while matches!(kind, Kind::Mark('.') | Kind::Number(_)) {
            kind = ahead.next().kind;
        }
        let ty = ahead.next();
        kind == Kind::Mark(']') && !ty.first && matches!(ty.kind, Kind::Word(_))
    }

    /// What stands in `[…]` of a declaration, up to its end: a length, a range, a type.
    fn dimension(&mut self) {
        let mut ahead = self.lexer;
        let mut head = self.head;
        let mut numbers: Vec<u64> = Vec::new();
        let mut depth = 1_usize;
        let mut nested = false;
        for _ in 0..DIMENSION_TOKENS {
            match ahead.next().kind {
                Kind::Mark('[') => {
                    depth += 1;
                    nested = true;
                }
                Kind::Mark(']') => depth -= 1,
                Kind::Word(word) => {
                    head.word(word);
                }
                Kind::Number(text) => {
                    numbers.extend(number(text, true).map(|number| number.value));
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        if depth > 0 {
            return;
        }
        self.lexer = ahead;
        head.last = Last::Mark(']');
        // `[Byte[]]`, as PowerShell writes a type.
        if nested {
            head.hint(Dialect::CSharpArray, WEAK);
        }
        // `byte[]`: the brackets stand behind the type, not behind the name.
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
        self.head = head;
    }

    /// Whether what is next are elements. Where nothing stands before the bracket, one small number is not enough.
    fn begins_data(&self) -> bool {
        let [first, second] = self.lexer.ahead();
        match first {
            Kind::Number(text) => {
                let plain = !self.head.assigned && self.head.name.is_empty();
                let marked = text.starts_with(['$', '&']) || text.starts_with("0x");
                !plain || marked || matches!(second, Kind::Mark(',' | '<'))
            }
            Kind::Text(_) => second != Kind::Mark(':'),
            // A name among the elements is a mistake of which the reader should hear.
            Kind::Word(_) => {
                let typed = self.head.ty.word().is_some();
                self.head.assigned && typed && second == Kind::Mark(',')
            }
            Kind::Mark('-') => matches!(second, Kind::Number(_)),
            Kind::Mark('(') => matches!(second, Kind::Word(_) | Kind::Number(_)),
            Kind::Mark('{' | '[') => {
                matches!(second, Kind::Number(_) | Kind::Mark('{' | '[' | '-'))
            }
            _ => false,
        }
    }
}

/// Directives of assemblers in lower case, by how many bytes an element has.
const DIRECTIVES: [(u32, &str); 4] = [
    (1, "db byte .byte .ascii .asciz .string .db"),
    (2, "dw word .2byte .short .hword .word"),
    (4, "dd dword .4byte .long .int .dd"),
    (8, "dq qword .8byte .quad"),
];

/// Directives without values that move what follows, in lower case.
const MOVING: &str = "align times resb resw resd resq incbin org .align .balign .p2align .org .skip .space .zero .fill";

/// A line for an assembler: `x db 4Dh, 5Ah, 'MZ', 3 dup(0)`, `.asciz "MZ"`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Directive<'t> {
    pub(super) width: u32,
    pub(super) name: &'t str,
    pub(super) operands: Lexer<'t>,
}

impl Directive<'_> {
    /// How the line reads strings: only the directives of the GNU assembler have escapes.
    pub(super) fn language(&self) -> Dialect {
        match self.name.starts_with(".a") || self.name.starts_with(".s") {
            true => Dialect::CArray,
            false => Dialect::Assembler,
        }
    }

    /// Whether a zero goes behind every string.
    pub(super) fn is_terminated(&self) -> bool {
        is_among(".asciz .string", self.name)
    }

    /// Whether values follow, and not an address that a debugger's `db` is asked for, or a sentence.
    fn is_plausible(&self) -> bool {
        let mut operands = self.operands;
        if operands.peek().kind == Kind::Mark('-') {
            operands.next();
        }
        let [first, behind] = operands.ahead();
        let value = match first {
            Kind::Number(text) => number(text, false).is_ok(),
            Kind::Text(_) | Kind::Mark('?') => true,
            _ => false,
        };
        let goes_on = match behind {
            Kind::End | Kind::Mark(',' | ';' | '?' | '<') => true,
            Kind::Word(word) => word.eq_ignore_ascii_case("dup"),
            _ => false,
        };
        value && goes_on
    }
}

/// The directive that the line is, behind a label if it has one.
pub(super) fn directive(text: &str, line: usize) -> Option<Directive<'_>> {
    let (first, rest) = first_word(text)?;
    let found = element(first).map(|width| (width, first, rest));
    let (width, name, operands) = found.or_else(|| {
        let is_numbered = || first.bytes().all(|b| b.is_ascii_digit());
        let numbered = !is_label(first);
        let (second, rest) = first_word(rest).filter(|_| !numbered || is_numbered())?;
        // Bytes in hexadecimal may look so, but have no mark.
        let is_marked = |c: char| matches!(c, 'h' | 'H' | 'x' | '"' | '\'');
        let found = Some((element(second)?, second, rest));
        found.filter(|_| !numbered || rest.contains(is_marked))
    })?;
    let operands = Lexer::new(operands, line);
    let directive = Directive {
        width,
        name,
        operands,
    };
    directive.is_plausible().then_some(directive)
}

/// Whether a line that gave no bytes belongs to a listing all the same: a label, a comment, a directive.
pub(super) fn is_listing(text: &str) -> bool {
    let text = text.trim();
    let first = text.split(' ').next().unwrap_or_default();
    let label = first.len() == text.len() && text.ends_with(':') && is_label(text);
    label || is_among("section segment global public", first) || text.starts_with([';', '.'])
}

/// Whether bytes are missing for a line that gave none: its values are no numbers, or it skips bytes.
pub(super) fn leaves_out(text: &str) -> bool {
    let Some((first, rest)) = first_word(text) else {
        return false;
    };
    let gives = |word: &str| element(word).is_some() || is_among(MOVING, word);
    gives(first) || is_label(first) && first_word(rest).is_some_and(|(second, _)| gives(second))
}

/// Whether a line goes on with the values of the line before it: the break is none of the assembler's.
pub(super) fn goes_on(text: &str) -> bool {
    let text = text.trim_start();
    let end = text.find([',', ' ']).unwrap_or(text.len());
    let (word, behind) = text.split_at(end);
    let digits = word.strip_suffix(['h', 'H']).unwrap_or(word);
    let is_number = number(word, false).is_ok() || digits.bytes().all(|b| b.is_ascii_hexdigit());
    text.starts_with(',')
        || is_number && !text.is_empty() && (behind.is_empty() || behind.starts_with(','))
}

/// Whether the word may be a label: no address, and no segment with an address.
fn is_label(word: &str) -> bool {
    let name = word.strip_suffix(':').unwrap_or(word);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || "_.?@$".contains(c))
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.?@$".contains(&b))
}

/// The first word and what follows it.
fn first_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace)?;
    text.split_at_checked(end)
}

/// How many bytes an element of a directive has.
fn element(word: &str) -> Option<u32> {
    // No directive is longer.
    let mut directives = DIRECTIVES.iter().filter(|_| word.len() <= 8);
    let found = directives.find(|(_, names)| is_among(names, word));
    found.map(|(width, _)| *width)
}
