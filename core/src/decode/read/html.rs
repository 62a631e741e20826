//! Converts the source of a web page to text: removes tags and replaces entities.

use std::borrow::Cow;

use super::work::look_at;

/// Characters and their entities.
const ENTITIES: [(&str, &[&str]); 8] = [
    (" ", &["nbsp;", "#160;"]),
    ("<", &["lt;"]),
    (">", &["gt;"]),
    ("&", &["amp;"]),
    ("\"", &["quot;"]),
    ("'", &["apos;", "#39;"]),
    ("`", &["#96;", "#x60;", "grave;"]),
    (",", &["#44;"]),
];

/// The names of the removed tags.
const NAMES: [&str; 24] = [
    "a", "b", "body", "br", "code", "div", "em", "font", "html", "i", "kbd", "li", "p", "pre",
    "samp", "span", "strong", "table", "tbody", "td", "th", "tr", "tt", "u",
];

/// The most letters of a tag name.
const NAME: usize = 6;

/// The most characters of a tag.
const TAG: usize = 200;

/// A line, with and without markup.
#[derive(Debug)]
pub(super) struct Marked<'t> {
    pub(super) text: &'t str,
    /// The line without tags and entities; `None` if it has none.
    pub(super) plain: Option<String>,
}

impl<'t> Marked<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let plain = is_marked(text).then(|| plain(text).into_owned());
        // Each tag or entity is longer than its replacement.
        let plain = plain.filter(|plain| plain.len() < text.len());
        Self { text, plain }
    }

    /// Returns the line without markup.
    pub(super) fn plain(&self) -> &str {
        self.plain.as_deref().unwrap_or(self.text)
    }
}

/// Whether the text may contain a tag or an entity.
pub(in crate::decode) fn is_marked(text: &str) -> bool {
    // Without an early exit the compiler vectorises the loop.
    text.bytes()
        .fold(false, |marked, b| marked | matches!(b, b'<' | b'&'))
}

/// Removes tags and replaces entities by their characters.
pub(in crate::decode) fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, from) = rest.split_at(at);
        let found = tag(from).or_else(|| entity(from));
        let (with, after) = found.unwrap_or_else(|| from.split_at(1));
        plain.push_str(before);
        plain.push_str(with);
        rest = after;
    }
    if plain.is_empty() {
        return Cow::Borrowed(rest);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Parses a tag: `<br>`, `</span>`, `<td class="a">`.
fn tag(text: &str) -> Option<(&'static str, &str)> {
    // The name is checked before the end is searched, and tags do not nest: each byte is visited once.
    let bytes = text.as_bytes().get(1..)?;
    let slash = usize::from(bytes.first() == Some(&b'/'));
    let letters = bytes.iter().skip(slash).take(NAME + 1);
    let length = letters.take_while(|b| b.is_ascii_alphanumeric()).count();
    let name = text.get(1 + slash..1 + slash + length)?;
    look_at(slash + length);
    let is_known = NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    if !is_known || !matches!(bytes.get(slash + length)?, b' ' | b'/' | b'>') {
        return None;
    }
    let mut inside = bytes.iter().take(TAG);
    let end = inside.position(|b| matches!(b, b'>' | b'<'));
    look_at(end.unwrap_or(TAG));
    let end = end.filter(|end| bytes.get(*end) == Some(&b'>'))?;
    let is_cell = name.eq_ignore_ascii_case("td");
    Some((if is_cell { "  " } else { "" }, text.get(end + 2..)?))
}

fn entity(text: &str) -> Option<(&'static str, &str)> {
    let text = text.strip_prefix('&')?;
    look_at(1);
    let mut entities = ENTITIES.iter();
    entities.find_map(|(with, names)| {
        let after = names.iter().find_map(|name| text.strip_prefix(name))?;
        Some((*with, after))
    })
}

#[cfg(test)]
mod tests {
    use super::super::work;
    use super::*;

    #[test]
    fn no_byte_is_looked_at_often() {
        for text in [
            "<",
            "&",
            "<a ",
            "<td ",
            "</",
            "<b>",
            "&#x41;",
            "&lt",
            "<aaaaaaaaaa",
            "<pre\u{a0}",
            "x",
        ] {
            for count in [1_000, 20_000] {
                work::take();
                let long = text.repeat(count);
                let length = plain(&long).len();
                assert!(length <= long.len(), "{text}");
                let work = work::take();
                assert!(
                    work <= 4 * long.len() + TAG,
                    "{text}: {work} for {}",
                    long.len()
                );
            }
        }
    }
}
