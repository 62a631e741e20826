//! Sentences of the core and of the data, with names between backticks.

use crate::view::*;
use leptos::either::Either;

/// A sentence; text between backticks is set as code.
#[component]
pub fn Inline(#[prop(into)] text: String) -> impl IntoView {
    let part = |(is_code, part): (bool, &str)| {
        let part = part.to_owned();
        if is_code {
            Either::Left(view! { <code>{part}</code> })
        } else {
            Either::Right(part)
        }
    };
    parts(&text).into_iter().map(part).collect_view()
}

/// The parts of a text, and whether each stands between backticks. An unclosed backtick stands for itself.
pub(crate) fn parts(text: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, code, after)) = next_code(rest) {
        parts.extend([(false, before), (true, code)]);
        rest = after;
    }
    parts.push((false, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

fn next_code(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = split_at_tick(text)?;
    let (code, after) = split_at_tick(rest)?;
    Some((before, code, after))
}

/// Splits a text at its first backtick that is not part of an address, as in ffffa80c`1a2b3c40.
fn split_at_tick(text: &str) -> Option<(&str, &str)> {
    let parts = text.match_indices('`');
    let mut parts = parts.filter_map(|(at, _)| Some((text.get(..at)?, text.get(at + 1..)?)));
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_hexdigit());
    let in_address = |before: &str, after: &str| {
        digit(before.chars().next_back()) && digit(after.chars().next())
    };
    parts.find(|(before, after)| !in_address(before, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_come_in_pairs() {
        assert_eq!(
            parts("a `b` c"),
            [(false, "a "), (true, "b"), (false, " c")]
        );
        assert_eq!(parts("`b`"), [(true, "b")]);
        assert_eq!(parts("a ` b"), [(false, "a ` b")]);
        assert_eq!(
            parts("as `dq ffff`0000 L3` prints"),
            [
                (false, "as "),
                (true, "dq ffff`0000 L3"),
                (false, " prints")
            ]
        );
        assert!(parts("").is_empty());
    }
}
