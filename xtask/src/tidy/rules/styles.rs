//! Checks style sheets: only tokens name colours and pixels, and every used token exists.

use crate::tidy::{Tree, Violation};

const TOKENS: &str = "static/css/00-tokens.css";
/// CSS functions that make a colour.
const COLOURS: [&str; 9] = [
    "rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch(",
];

pub(super) fn colours_and_pixels_are_tokens(tree: &Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    let is_sheet = |path: &str| path.ends_with(".css") && path != TOKENS;
    for file in tree.files.iter().filter(|file| is_sheet(&file.path)) {
        for (at, line) in (1..).zip(without_comments(&file.text).lines()) {
            for (names_one, what) in [
                (names_colour as fn(&str) -> bool, "a colour"),
                (names_pixels, "a size in pixels"),
            ] {
                if names_one(line) {
                    violations.push(file.violation(at, format!("{what} outside {TOKENS}")));
                }
            }
        }
    }
    violations
}

/// The style sheet with comments removed, line numbers kept.
fn without_comments(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        let (comment, after) = after.split_once("*/").unwrap_or((after, ""));
        kept.push_str(before);
        kept.extend(comment.chars().filter(|&next| next == '\n'));
        rest = after;
    }
    kept + rest
}

/// Whether a value contains a colour: `#1a2b3c` or a function. (In a selector, `#` begins an id; those lines have no
/// colon before it.)
fn names_colour(line: &str) -> bool {
    let Some((_, value)) = line.split_once(':') else {
        return false;
    };
    let hex = value.split('#').skip(1).any(|rest| {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let goes_on =
            rest[digits..].starts_with(|next: char| next.is_alphanumeric() || next == '-');
        matches!(digits, 3 | 4 | 6 | 8) && !goes_on
    });
    let starts_word = |at: usize| {
        !value[..at].ends_with(|before: char| before.is_alphanumeric() || before == '-')
    };
    hex || COLOURS
        .iter()
        .any(|name| value.match_indices(name).any(|(at, _)| starts_word(at)))
}

fn names_pixels(line: &str) -> bool {
    line.match_indices("px").any(|(at, _)| {
        let ends = !line[at + 2..].starts_with(|next: char| next.is_alphanumeric());
        ends && line[..at].ends_with(|before: char| before.is_ascii_digit())
    })
}
