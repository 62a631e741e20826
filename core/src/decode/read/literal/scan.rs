//! Finds where data begin: what stands before them says in which language they are, how wide an element is and how many
//! there should be.

use super::assembler::{self, Directive};
use super::encoding::Encoding;
use super::language::{Language, STRONG, WEAK};
use super::lexer::{Kind, Lexer, Token};
use super::number::number;
use super::types::Gathered;

/// The most tokens between the brackets of a dimension.
const DIMENSION_TOKENS: usize = 16;

/// Where data begin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opening<'t> {
    /// Elements up to that bracket.
    List(char),
    /// Elements without brackets around them, the first of which is next.
    Bare,
    /// Quoted texts, the first of which is next.
    Texts,
    /// Quoted texts that hold bytes in another notation, the first of which is next.
    Encoded(Encoding),
    /// A line for an assembler.
    Directive(Directive<'t>),
    /// A single number under a name: perhaps the length of the array before it.
    Scalar(u64),
}

/// What stands before the data.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head<'t> {
    /// The line in which it begins; 0 while there is nothing.
    pub(super) line: usize,
    /// The word before `=` or the brackets.
    pub(super) name: &'t str,
    pub(super) width: Gathered<'t>,
    /// How many elements are declared.
    pub(super) declared: Option<u64>,
    /// There was a `=`.
    pub(super) assigned: bool,
    /// There was a `+=`.
    pub(super) appended: bool,
    language: Option<(Language, u8)>,
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
    /// The language, where anything gives it away.
    pub(super) fn language(&self) -> Option<Language> {
        self.language.map(|(language, _)| language)
    }

    fn hint(&mut self, language: Language, strength: u8) {
        if self.language.is_none_or(|(_, before)| before < strength) {
            self.language = Some((language, strength));
        }
    }

    /// Takes what a word says about the language and the type.
    fn hint_by(&mut self, word: &'t str) {
        if let Some((language, strength)) = Language::of_word(word) {
            self.hint(language, strength);
        }
        self.width.add(word);
    }

    fn is_empty(&self) -> bool {
        self.last == Last::Nothing
    }

    /// Whether brackets with numbers in them are data here, and not something else of the language or of a sentence.
    fn may_hold_data(&self) -> bool {
        let typed = self.width.width(Language::C).is_some();
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

    /// The next token; comments before it are noted.
    pub(super) fn next(&mut self) -> Token<'t> {
        let token = self.lexer.next();
        self.comments.extend(self.lexer.take_comments());
        token
    }

    /// Goes on to where data begin; `None` where there are no more. What stands before them is in `head`, and their first
    /// token is next.
    pub(super) fn seek(&mut self) -> Option<Opening<'t>> {
        loop {
            let ahead = self.lexer.peek();
            if ahead.first
                && let Some(directive) = assembler::directive(self.lexer.rest_of_line(), ahead.line)
            {
                self.head = Head {
                    line: ahead.line,
                    ..Head::default()
                };
                self.lexer.pass_line();
                return Some(Opening::Directive(directive));
            }
            if ahead.first && self.begins_anew(ahead) {
                self.head = Head::default();
            }
            if self.head.line == 0 {
                self.head.line = ahead.line;
            }
            let found = match ahead.kind {
                Kind::End => return None,
                Kind::Word(word) => {
                    self.word(word);
                    None
                }
                Kind::Text(text) => {
                    let bytes = text.prefix.contains(['b', 'B']);
                    let found = self.text(bytes);
                    self.head.last = Last::Word;
                    found
                }
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
        head.hint_by(word);
        if self.lexer.peek().kind == Kind::Mark('(') {
            head.call = Encoding::of_call(word);
        }
        head.names += usize::from(!Gathered::knows(word));
        head.name = word;
        head.last = Last::Word;
    }

    fn text(&mut self, bytes: bool) -> Option<Opening<'t>> {
        if let Some(encoding) = self.head.call.take() {
            return Some(Opening::Encoded(encoding));
        }
        let alone = self.head.is_empty() && self.stands_alone();
        if bytes || self.head.assigned || alone {
            if bytes {
                match self.head.language() {
                    Some(Language::JavaScript) => self.head.hint(Language::Rust, STRONG),
                    _ => self.head.hint(Language::Python, WEAK),
                }
            }
            return Some(Opening::Texts);
        }
        self.next();
        None
    }

    /// Whether the quoted text that is next is no part of a sentence.
    fn stands_alone(&self) -> bool {
        let mut ahead = self.lexer.clone();
        ahead.next();
        let behind = ahead.next();
        let ends = matches!(
            behind.kind,
            Kind::End | Kind::Text(_) | Kind::Mark(';' | ',' | '+' | '.' | '\\' | '<')
        );
        behind.kind != Kind::Mark(':') && (behind.first || ends)
    }

    fn number(&mut self, text: &'t str) -> Option<Opening<'t>> {
        let mut ahead = self.lexer.clone();
        ahead.next();
        let more = ahead.next().kind == Kind::Mark(',');
        let marked = text.starts_with(['$', '&']);
        if more && (self.head.assigned || self.head.is_empty() && marked) {
            if marked {
                self.head.hint(Language::Pascal, WEAK);
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
        let next = self.lexer.peek();
        match mark {
            // What people quote with, and what interpreters begin lines with.
            '>' | '`' => self.head.last = last,
            '=' if next.kind == Kind::Mark('=') => {
                self.next();
            }
            '=' => self.assign(last),
            ':' => {
                // Behind it comes a type, if anything came before it.
                self.head.width.clear();
                self.head.colon = true;
            }
            ';' => {
                self.head = Head::default();
                self.ended = true;
            }
            '[' => return self.bracket(last, holds),
            '{' if holds || last == Last::Mark(']') => {
                let data = self.begins_data();
                return data.then_some(Opening::List('}'));
            }
            '(' if matches!(last, Last::Mark('=' | '(')) && self.head.assigned => {
                let texts = matches!(next.kind, Kind::Text(_) | Kind::Mark('(' | '[' | '{'));
                return (!texts && self.begins_data()).then_some(Opening::List(')'));
            }
            '<' => self.length_in_angles(),
            _ => {}
        }
        None
    }

    fn assign(&mut self, last: Last) {
        let head = &mut self.head;
        match last {
            Last::Mark('+') => head.appended = true,
            Last::Mark(':') => head.hint(Language::Go, STRONG),
            _ => {}
        }
        // A single word before it is a name, even if types are called so.
        let words = head.names + usize::from(head.width.width(Language::C).is_some());
        if words <= 1 && !head.colon && head.declared.is_none() {
            head.width.clear();
        }
        head.assigned = true;
    }

    /// `[`: a dimension, a type, or elements.
    fn bracket(&mut self, last: Last, holds: bool) -> Option<Opening<'t>> {
        let next = self.lexer.peek();
        if last == Last::Mark('!') {
            self.head.hint(Language::Rust, STRONG);
        }
        let list = last == Last::Mark('!') || last == Last::Mark('=') || last == Last::Mark('&');
        let dimension = last == Last::Word || last == Last::Mark(']') || last == Last::Mark('>');
        match next.kind {
            _ if dimension && !list => self.dimension(),
            Kind::Word(_) => self.dimension(),
            Kind::Mark('.' | ']') | Kind::Number(_) if self.is_dimension() => {
                self.head.hint(Language::Go, STRONG);
                self.dimension();
            }
            _ if holds && self.begins_data() => {
                return Some(Opening::List(']'));
            }
            _ => {}
        }
        None
    }

    /// Whether at most a number and a bracket follow, and then a type: `[3]byte`, `[]byte`.
    fn is_dimension(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let mut kind = ahead.next().kind;
        while matches!(kind, Kind::Mark('.') | Kind::Number(_)) {
            kind = ahead.next().kind;
        }
        let ty = ahead.next();
        kind == Kind::Mark(']') && !ty.first && matches!(ty.kind, Kind::Word(_))
    }

    /// What stands in `[…]` of a declaration, up to its end: a length, a range, a type.
    fn dimension(&mut self) {
        let mut ahead = self.lexer.clone();
        let mut head = self.head;
        let mut numbers: Vec<u64> = Vec::new();
        let mut depth = 1_usize;
        for _ in 0..DIMENSION_TOKENS {
            match ahead.next().kind {
                Kind::Mark('[') => depth += 1,
                Kind::Mark(']') => depth -= 1,
                Kind::Word(word) => head.hint_by(word),
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
        // `byte[]`: the brackets stand behind the type, not behind the name.
        if !head.name.is_empty()
            && head
                .width
                .width(Language::C)
                .is_some_and(|(_, ty)| ty == head.name)
        {
            head.hint(Language::CSharp, STRONG);
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

    /// `std::array<uint8_t, 3>`
    fn length_in_angles(&mut self) {
        let mut ahead = self.lexer.clone();
        let tokens = [
            ahead.next().kind,
            ahead.next().kind,
            ahead.next().kind,
            ahead.next().kind,
        ];
        if let [
            Kind::Word(_),
            Kind::Mark(','),
            Kind::Number(text),
            Kind::Mark('>'),
        ] = tokens
        {
            let length = number(text, true).map(|number| number.value);
            self.head.declared = length.ok();
        }
    }

    /// Whether what is next are elements. Where nothing stands before the bracket, one small number is not enough.
    fn begins_data(&self) -> bool {
        let mut ahead = self.lexer.clone();
        let first = ahead.next();
        let second = ahead.next().kind;
        match first.kind {
            Kind::Number(text) => {
                let plain = !self.head.assigned && self.head.name.is_empty();
                let marked = text.starts_with(['$', '&']) || text.starts_with("0x");
                !plain || marked || matches!(second, Kind::Mark(',' | '<'))
            }
            Kind::Text(_) => second != Kind::Mark(':'),
            // A name among the elements is a mistake of which the reader should hear.
            Kind::Word(_) => {
                let typed = self.head.width.width(Language::C).is_some();
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
