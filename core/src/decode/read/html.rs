//! Text copied out of a page's source: tags are nothing, entities are the characters that they stand for.

use std::borrow::Cow;

/// Entities and what they stand for.
const ENTITIES: [(&str, &str); 12] = [
    ("nbsp;", " "),
    ("#160;", " "),
    ("lt;", "<"),
    ("gt;", ">"),
    ("amp;", "&"),
    ("quot;", "\""),
    ("apos;", "'"),
    ("#39;", "'"),
    ("#96;", "`"),
    ("#x60;", "`"),
    ("grave;", "`"),
    ("#44;", ","),
];

/// The most characters of a tag.
const TAG: usize = 200;

/// Whether there may be a tag or an entity in the text.
pub(super) fn is_marked(text: &str) -> bool {
    // Without a way out the loop runs on many bytes at once.
    text.bytes()
        .fold(false, |marked, b| marked | matches!(b, b'<' | b'&'))
}

/// The text without tags, and with the characters that entities stand for.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = rest.split_at(at);
        let Some((with, after)) = tag(from).or_else(|| entity(from)) else {
            let (mark, after) = from.split_at(1);
            plain.push_str(before);
            plain.push_str(mark);
            rest = after;
            continue;
        };
        plain.push_str(before);
        plain.push_str(with);
        rest = after;
    }
    match plain.is_empty() {
        true => Cow::Borrowed(rest),
        false => {
            plain.push_str(rest);
            Cow::Owned(plain)
        }
    }
}

/// `<br>`, `</span>`, `<td class="a">`
fn tag(text: &str) -> Option<(&'static str, &str)> {
    let end = text.bytes().take(TAG).position(|b| b == b'>')?;
    let inside = text.get(1..end)?;
    let name = inside.strip_prefix('/').unwrap_or(inside);
    let name = name.split([' ', '/']).next()?;
    let is_name = matches!(
        name.to_ascii_lowercase().as_str(),
        "a" | "b"
            | "br"
            | "code"
            | "div"
            | "em"
            | "font"
            | "i"
            | "li"
            | "p"
            | "pre"
            | "samp"
            | "span"
            | "strong"
            | "td"
            | "tr"
            | "tt"
            | "u"
    );
    let blank = if name.eq_ignore_ascii_case("td") {
        "  "
    } else {
        ""
    };
    is_name.then_some((blank, text.get(end + 1..)?))
}

fn entity(text: &str) -> Option<(&'static str, &str)> {
    let text = text.strip_prefix('&')?;
    let mut entities = ENTITIES.iter();
    entities.find_map(|(name, with)| Some((*with, text.strip_prefix(name)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_entities() {
        for (text, expected) in [
            ("<pre>00&nbsp;01<br/>", "00 01"),
            ("<td>4d</td><td>5a</td>", "  4d    5a  "),
            ("&lt;a&gt; &amp;lt;", "<a> &lt;"),
            ("a < b & c <unknown>", "a < b & c <unknown>"),
            ("<br>", ""),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
