//! Just enough of Rust's grammar to tell code from comments and from texts.

use std::iter::Peekable;
use std::str::CharIndices;

/// A Rust file, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The file with comments and the insides of texts blanked; lines are where they were.
    pub(crate) code: String,
    /// The texts, each with its line.
    pub(crate) texts: Vec<(usize, String)>,
}

struct Scanner<'a> {
    source: Source,
    line: usize,
    chars: Peekable<CharIndices<'a>>,
    input: &'a str,
}

/// Takes a Rust file apart.
pub(crate) fn parse(input: &str) -> Source {
    let mut scanner = Scanner {
        source: Source::default(),
        line: 1,
        chars: input.char_indices().peekable(),
        input,
    };
    while let Some(&(at, next)) = scanner.chars.peek() {
        let rest = &input[at..];
        if rest.starts_with("//") {
            scanner.blank_while(|rest| !rest.starts_with('\n'));
        } else if rest.starts_with("/*") {
            scanner.block_comment();
        } else if next == '"' {
            scanner.text();
        } else if is_raw_text(rest) && !scanner.is_inside_word(at) {
            scanner.raw_text();
        } else if next == '\'' && is_char(rest) {
            scanner.char();
        } else {
            scanner.keep();
        }
    }
    scanner.source
}

/// `r"`, `r#"`, also behind a `b` or `c`, which was kept as code.
fn is_raw_text(rest: &str) -> bool {
    rest.strip_prefix('r')
        .is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
}

/// A character, not a lifetime.
fn is_char(rest: &str) -> bool {
    let mut chars = rest.chars().skip(1);
    match chars.next() {
        Some('\\') => true,
        Some(_) => chars.next() == Some('\''),
        None => false,
    }
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let (_, next) = self.chars.next()?;
        if next == '\n' {
            self.line += 1;
        }
        Some(next)
    }

    fn keep(&mut self) -> Option<char> {
        let next = self.next()?;
        self.source.code.push(next);
        Some(next)
    }

    fn blank(&mut self) -> Option<char> {
        let next = self.next()?;
        self.source.code.push(if next == '\n' { '\n' } else { ' ' });
        Some(next)
    }

    fn rest(&mut self) -> &str {
        self.chars.peek().map_or("", |&(at, _)| &self.input[at..])
    }

    fn blank_while(&mut self, go_on: impl Fn(&str) -> bool) {
        while !self.rest().is_empty() && go_on(self.rest()) {
            self.blank();
        }
    }

    fn is_inside_word(&self, at: usize) -> bool {
        let before = self.input[..at].chars().next_back();
        before.is_some_and(|before| {
            (before.is_alphanumeric() && before != 'b' && before != 'c') || before == '_'
        })
    }

    fn block_comment(&mut self) {
        let mut depth = 0_usize;
        loop {
            let rest = self.rest();
            let change = if rest.starts_with("/*") {
                depth += 1;
                2
            } else if rest.starts_with("*/") {
                depth = depth.saturating_sub(1);
                2
            } else {
                1
            };
            for _ in 0..change {
                self.blank();
            }
            if depth == 0 || self.rest().is_empty() {
                return;
            }
        }
    }

    fn text(&mut self) {
        let line = self.line;
        let mut text = String::new();
        self.keep();
        while !self.rest().is_empty() && !self.rest().starts_with('"') {
            if self.rest().starts_with('\\') {
                text.extend(self.blank());
            }
            text.extend(self.blank());
        }
        self.keep();
        self.source.texts.push((line, text));
    }

    fn raw_text(&mut self) {
        let line = self.line;
        self.keep();
        let hashes = self.rest().chars().take_while(|&next| next == '#').count();
        let end = format!("\"{}", "#".repeat(hashes));
        for _ in 0..=hashes {
            self.keep();
        }
        let mut text = String::new();
        while !self.rest().is_empty() && !self.rest().starts_with(&end) {
            text.extend(self.blank());
        }
        for _ in 0..end.len() {
            self.keep();
        }
        self.source.texts.push((line, text));
    }

    fn char(&mut self) {
        self.keep();
        if self.rest().starts_with('\\') {
            self.blank();
            self.blank();
            self.blank_while(|rest| !rest.starts_with('\''));
        } else {
            self.blank();
        }
        self.keep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, code: &str, texts: &[&str]) {
        let source = parse(input);
        assert_eq!(source.code, code);
        let found: Vec<&str> = source.texts.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(found, texts);
    }

    #[test]
    fn comments_and_texts_are_blanked() {
        check("a // b\nc", "a     \nc", &[]);
        check("a /* b /* c */ d */ e", "a                   e", &[]);
        check(r#"f("a\"b", c)"#, r#"f("    ", c)"#, &[r#"a\"b"#]);
        check(r##"f(r#"a"b"#, c)"##, r##"f(r#"   "#, c)"##, &[r#"a"b"#]);
        check("for \"x\"", "for \" \"", &["x"]);
    }

    #[test]
    fn a_quote_that_is_a_character_opens_no_text() {
        check("x == '\"' && y", "x == ' ' && y", &[]);
        check(r"x == '\'' && y", r"x == '  ' && y", &[]);
        check("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)", &[]);
        check(r"'\u{1F600}' x", r"'         ' x", &[]);
    }

    #[test]
    fn texts_know_their_lines() {
        let source = parse("a\n\"b\nc\"\n\"d\"");
        assert_eq!(source.texts, [(2, "b\nc".to_owned()), (4, "d".to_owned())]);
    }
}
