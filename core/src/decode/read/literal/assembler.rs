//! Lines for an assembler: `x db 4Dh, 5Ah, 'MZ', 3 dup(0)`, `dd 0FFFFh`, `.byte 0x4d, 0x5a`, `.asciz "MZ"`.

use super::Stop;
use super::escape;
use super::language::Language;
use super::lexer::{Kind, Lexer, Token};
use super::list::shown;
use super::number::number;
use super::output::Output;
use super::problem::Problem;

/// Directives in lower case: how many bytes an element has.
const DIRECTIVES: [(&str, u32); 23] = [
    ("db", 1),
    ("dw", 2),
    ("dd", 4),
    ("dq", 8),
    ("byte", 1),
    ("word", 2),
    ("dword", 4),
    ("qword", 8),
    (".byte", 1),
    (".2byte", 2),
    (".4byte", 4),
    (".8byte", 8),
    (".short", 2),
    (".hword", 2),
    (".word", 2),
    (".long", 4),
    (".int", 4),
    (".quad", 8),
    (".ascii", 1),
    (".asciz", 1),
    (".string", 1),
    (".db", 1),
    (".dd", 4),
];

/// A line for an assembler.
#[derive(Clone, Copy, Debug)]
pub(super) struct Directive<'t> {
    pub(super) line: usize,
    pub(super) width: u32,
    name: &'t str,
    operands: &'t str,
}

/// The directive that the line is, behind a label if it has one.
pub(super) fn directive(text: &str, line: usize) -> Option<Directive<'_>> {
    let (first, rest) = word(text)?;
    let found = known(first).map(|width| (width, first, rest));
    let (width, name, operands) = found.or_else(|| {
        let (second, rest) = word(rest)?;
        known(second).map(|width| (width, second, rest))
    })?;
    let directive = Directive {
        line,
        width,
        name,
        operands,
    };
    directive.is_plausible().then_some(directive)
}

/// Whether a line without values belongs to a listing all the same: a label, a comment, another directive.
pub(super) fn is_code(text: &str) -> bool {
    let text = text.trim();
    let label = text
        .strip_suffix(':')
        .is_some_and(|label| !label.contains(' '));
    let words = ["section", "segment", "align", "global", "public"];
    let first = text.split(' ').next().unwrap_or_default();
    label
        || text.starts_with([';', '.'])
        || words.iter().any(|word| word.eq_ignore_ascii_case(first))
}

/// The first word and what follows it.
fn word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace)?;
    text.split_at_checked(end)
}

fn known(word: &str) -> Option<u32> {
    // No directive is longer.
    let short = word.len() <= 8;
    let mut directives = DIRECTIVES.iter().filter(|_| short);
    directives
        .find(|(name, _)| name.eq_ignore_ascii_case(word))
        .map(|(_, width)| *width)
}

impl<'t> Directive<'t> {
    /// Whether values follow, and not an address that a debugger's `db` is asked for, or a sentence.
    fn is_plausible(&self) -> bool {
        let mut lexer = Lexer::new(self.operands, 1);
        let first = lexer.next();
        let first = if first.kind == Kind::Mark('-') {
            lexer.next()
        } else {
            first
        };
        let value = match first.kind {
            Kind::Number(text) => number(text, false).is_ok(),
            Kind::Text(_) | Kind::Mark('?') => true,
            _ => false,
        };
        let behind = match lexer.next().kind {
            Kind::End | Kind::Mark(',' | ';' | '?' | '<') => true,
            Kind::Word(word) => word.eq_ignore_ascii_case("dup"),
            _ => false,
        };
        value && behind
    }

    /// Reads the values.
    pub(super) fn read(self, output: &mut Output) -> Result<(), Stop> {
        let mut reader = Reader {
            lexer: Lexer::new(self.operands, self.line),
            output,
            directive: self,
        };
        reader.values(0, 1)
    }

    /// How the line reads texts: only the directives of the GNU assembler know escapes.
    fn language(&self) -> Language {
        if self.name.starts_with(".a") || self.name.starts_with(".s") {
            Language::C
        } else {
            Language::Assembler
        }
    }

    /// Whether a zero goes behind every text.
    fn terminated(&self) -> bool {
        [".asciz", ".string"]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(self.name))
    }
}

struct Reader<'a, 't> {
    lexer: Lexer<'t>,
    output: &'a mut Output,
    directive: Directive<'t>,
}

impl<'t> Reader<'_, 't> {
    /// Values up to the end of the line, or to the bracket that closes where `depth` is not 0.
    fn values(&mut self, depth: usize, times: u64) -> Result<(), Stop> {
        let line = self.directive.line;
        if depth > crate::decode::limits::LITERAL_DEPTH_LIMIT {
            return Err(Stop::Problem(line, Problem::TooDeep));
        }
        let start = self.lexer.clone();
        for _ in 0..times {
            self.lexer = start.clone();
            loop {
                let token = self.lexer.next();
                self.value(token, depth)?;
                let behind = self.lexer.next();
                match behind.kind {
                    Kind::Mark(',') => {}
                    Kind::Mark(')') if depth > 0 => break,
                    Kind::End | Kind::Mark(';' | '<') if depth == 0 => return Ok(()),
                    kind => return Err(Stop::Problem(line, Problem::NoComma(shown(kind)))),
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, token: Token<'t>, depth: usize) -> Result<(), Stop> {
        let Directive { line, width, .. } = self.directive;
        let unexpected = |kind| Stop::Problem(line, Problem::NotAValue(shown(kind)));
        match token.kind {
            Kind::Mark('?') => {
                // Two question marks are one value that a debugger could not read.
                if self.lexer.peek().kind == Kind::Mark('?') {
                    self.lexer.next();
                }
                self.unknown(width)
            }
            Kind::Mark('-') => match self.lexer.next().kind {
                Kind::Number(text) => self.number(text, true),
                kind => Err(unexpected(kind)),
            },
            Kind::Number(text) => match self.lexer.peek().kind {
                Kind::Word(word) if word.eq_ignore_ascii_case("dup") => {
                    self.lexer.next();
                    let times =
                        number(text, false).map_err(|problem| Stop::Problem(line, problem))?;
                    match self.lexer.next().kind {
                        Kind::Mark('(') => self.values(depth + 1, times.value.max(1)),
                        kind => Err(unexpected(kind)),
                    }
                }
                _ => self.number(text, false),
            },
            Kind::Text(text) if width == 1 => {
                let output = &mut *self.output;
                escape::read(text, line, self.directive.language(), &mut |line, byte| {
                    output.push(line, Some(byte))
                })?;
                if self.directive.terminated() {
                    self.output.push(line, Some(0))?;
                }
                Ok(())
            }
            kind => Err(unexpected(kind)),
        }
    }

    fn number(&mut self, text: &str, negative: bool) -> Result<(), Stop> {
        let Directive {
            line, width, name, ..
        } = self.directive;
        let number = number(text, name.starts_with('.'));
        let number = number.map_err(|problem| Stop::Problem(line, problem))?;
        let bytes = number.bytes(negative, width).ok_or_else(|| {
            let text = format!("{}{text}", if negative { "-" } else { "" });
            Stop::Problem(line, Problem::DoesNotFit { text, width })
        })?;
        let mut bytes = bytes.iter().take(width as usize);
        bytes.try_for_each(|byte| self.output.push(line, Some(*byte)))
    }

    fn unknown(&mut self, bytes: u32) -> Result<(), Stop> {
        let line = self.directive.line;
        (0..bytes).try_for_each(|_| self.output.push(line, None))
    }
}
