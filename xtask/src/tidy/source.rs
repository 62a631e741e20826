//! Separates code, comments and string literals of Rust files with the compiler's lexer.

use std::ops::Range;

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};

/// A parsed Rust file.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// The file with comments and literals blanked, line numbers kept.
    pub(crate) code: String,
    /// The string literals, each with its line.
    pub(crate) texts: Vec<(usize, String)>,
}

/// Parses a Rust file.
pub(crate) fn parse(input: &str) -> Source {
    let mut source = Source::default();
    let (mut line, mut rest) = (1, input);
    for token in tokenize(input, FrontmatterAllowed::No) {
        let (piece, behind) = rest.split_at(token.len as usize);
        let inside = match token.kind {
            TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => 0..piece.len(),
            TokenKind::Literal { kind, .. } => inside(kind, piece),
            _ => 0..0,
        };
        source.code.push_str(&piece[..inside.start]);
        let blank = |c: char| if c == '\n' { '\n' } else { ' ' };
        source.code.extend(piece[inside.clone()].chars().map(blank));
        source.code.push_str(&piece[inside.end..]);
        if piece[..inside.start].ends_with('"') {
            source.texts.push((line, piece[inside].to_owned()));
        }
        line += piece.matches('\n').count();
        rest = behind;
    }
    source
}

/// The range between the quotes of a literal; empty for a number.
fn inside(kind: LiteralKind, literal: &str) -> Range<usize> {
    let quote = match kind {
        LiteralKind::Int { .. } | LiteralKind::Float { .. } => return 0..0,
        LiteralKind::Char { .. } | LiteralKind::Byte { .. } => '\'',
        _ => '"',
    };
    let start = literal.find(quote).map_or(0, |at| at + 1);
    let end = literal.rfind(quote).filter(|end| *end >= start);
    start..end.unwrap_or(literal.len())
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
        // A quote that is a character opens no text.
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
