//! The characters column of a row: whether it agrees with the bytes, and where it ends.

use super::format::RowFeatures;
use super::row::is_note;

/// Returns the end of the characters of these bytes, if `text` begins with them. Blanks, which are easily lost, are
/// ignored.
///
/// A byte that is not printable ASCII is shown as a full stop or as a non-ASCII character of a code page; an unknown
/// byte as a question mark.
pub(super) fn match_length(text: &str, bytes: &[Option<u8>]) -> Option<usize> {
    let printed = text.char_indices();
    let mut printed = printed.filter(|(_, c)| !matches!(*c, ' ' | '│'));
    let mut end = None;
    for byte in bytes.iter().filter(|byte| **byte != Some(b' ')) {
        let (at, c) = printed.next().filter(|(_, c)| is_printed(*byte, *c))?;
        end = Some(at + c.len_utf8());
    }
    end
}

/// Whether `text` is a truncated prefix of the characters of these bytes, long enough not to be a coincidence.
pub(super) fn is_truncated_match(text: &str, bytes: &[Option<u8>]) -> bool {
    const LEAST: usize = 4;
    const GRAPHIC: usize = 2;
    let text = text.trim_start_matches(' ');
    let text = text.strip_prefix(['|', '>', '│', '*']).unwrap_or(text);
    let length = text.chars().count();
    let Some(shown) = bytes.get(..length).filter(|_| length >= LEAST) else {
        return false;
    };
    let graphic = |byte: &&Option<u8>| byte.is_some_and(|byte| byte.is_ascii_graphic());
    length < bytes.len()
        && shown.iter().filter(graphic).count() >= GRAPHIC
        && is_beginning(text, shown)
}

/// Whether `text` has the first of the characters of these bytes, and nothing else.
pub(super) fn is_beginning(text: &str, bytes: &[Option<u8>]) -> bool {
    let mut pairs = text.chars().zip(bytes);
    text.chars().count() <= bytes.len() && pairs.all(|(c, byte)| is_printed(*byte, c))
}

/// Whether a byte may be printed as this character.
fn is_printed_as(byte: u8, c: char) -> bool {
    match byte {
        byte if byte.is_ascii_graphic() || byte == b' ' => c == char::from(byte),
        _ => c == '.' || !c.is_ascii(),
    }
}

/// Whether bytes agree with their characters if `missing` bytes are missing before the one at `split`.
pub(super) fn agree_around(
    bytes: &[Option<u8>],
    split: usize,
    missing: usize,
    shown: &[char],
) -> bool {
    let mut bytes = bytes.iter().enumerate();
    bytes.all(|(at, byte)| {
        let c = shown.get(if at < split { at } else { at + missing });
        byte.is_none_or(|byte| is_printed_as(byte, c.copied().unwrap_or(' ')))
    })
}

/// The same for a byte that may be unknown.
fn is_printed(byte: Option<u8>, c: char) -> bool {
    byte.map_or(c == '?', |byte| is_printed_as(byte, c))
}

/// The characters column that a tool prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CharacterColumn {
    Nothing,
    /// With delimiters.
    Framed,
    /// With or without delimiters.
    Characters,
    /// The same, or the characters of each number in the order of its digits, with a blank between two numbers.
    Grouped,
}

/// The characters column of a row, and the rest of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CharacterMatch<'t> {
    /// The delimiters around them.
    pub(super) frame: RowFeatures,
    /// The text after the characters.
    pub(super) rest: &'t str,
}

/// Returns the characters column at the start of `text`, if it agrees with the bytes.
pub(super) fn match_characters<'t>(
    text: &'t str,
    bytes: &[Option<u8>],
    beside: CharacterColumn,
) -> Option<CharacterMatch<'t>> {
    if beside == CharacterColumn::Nothing {
        return None;
    }
    let text = text.trim_start_matches(' ');
    let framed = FRAMES.iter().find_map(|(open, close, frame)| {
        let inner = text.strip_prefix(*open)?;
        let rest = inner.get(match_length(inner, bytes)?..)?;
        // Blanks before the closing delimiter are characters of bytes.
        let rest = rest.trim_start_matches(' ').strip_prefix(*close)?;
        let frame = *frame;
        Some(CharacterMatch { frame, rest })
    });
    if framed.is_some() || beside == CharacterColumn::Framed {
        return framed;
    }
    let bare = |text: &'t str| {
        let frame = RowFeatures::NONE;
        let (own, rest) = text.split_at_checked(match_length(text, bytes)?)?;
        // Text that follows without a blank shows that these are other characters, unless it is a comment.
        let goes_on = own.ends_with('.') && rest.starts_with('.');
        let apart = rest.is_empty() || rest.starts_with(' ') || is_note(rest) && !goes_on;
        apart.then_some(CharacterMatch { frame, rest })
    };
    let comment = || COMMENTS.iter().find_map(|mark| text.strip_prefix(mark));
    bare(text).or_else(|| bare(comment()?))
}

/// Returns the characters at the start of `text` if they are those of the digits of numbers of `unit` bytes, with a blank
/// between two numbers.
pub(super) fn match_groups<'t>(
    text: &'t str,
    bytes: &[Option<u8>],
    unit: usize,
) -> Option<CharacterMatch<'t>> {
    let numbers = bytes.chunks(unit);
    let digits = numbers.map(|number| number.iter().rev().copied().collect::<Vec<_>>());
    let printed = digits.collect::<Vec<_>>().join(&Some(b' '));
    let is_blank = |byte: &&Option<u8>| **byte == Some(b' ');
    let own_blanks = printed.iter().take_while(is_blank).count();
    let blanks = text.len() - text.trim_start_matches(' ').len();
    let shown = text.get(blanks.checked_sub(own_blanks)?..)?;
    // Trailing blanks are lost.
    let mut characters = shown.chars().chain(std::iter::repeat(' '));
    let mut pairs = printed.iter().zip(&mut characters);
    let agrees = pairs.all(|(byte, c)| is_printed(*byte, c));
    let (frame, rest) = (RowFeatures::NONE, "");
    (agrees && shown.chars().count() <= printed.len()).then_some(CharacterMatch { frame, rest })
}

/// What may stand before the characters, but not after them.
pub(super) const COMMENTS: [&str; 4] = ["; ", "// ", "# ", "| "];

/// The opening and closing delimiters.
pub(super) const FRAMES: [(char, char, RowFeatures); 6] = [
    ('|', '|', RowFeatures::BARS),
    ('>', '<', RowFeatures::ANGLES),
    ('│', '│', RowFeatures::BOX),
    ('*', '*', RowFeatures::STARS),
    ('"', '"', RowFeatures::NONE),
    ('\'', '\'', RowFeatures::NONE),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Option<u8>> {
        bytes.iter().copied().map(Some).collect()
    }

    #[test]
    fn characters_say_what_bytes_say() {
        let bytes = [Some(b'M'), Some(b' '), None, Some(0x90), Some(b'|')];
        for text in ["M ?.| note", "M?.|", "M ?é|", " M  ? . |"] {
            assert!(match_length(text, &bytes).is_some(), "{text}");
        }
        for text in ["", "M", "N ?.|", "M ..|", "M ?x|", "M ?."] {
            assert_eq!(match_length(text, &bytes), None, "{text}");
        }
        assert_eq!(match_length("  ", &all(b"  ")), None);
    }

    #[test]
    fn frames() {
        for (text, frame, rest) in [
            ("MZ.  x", RowFeatures::NONE, "  x"),
            ("MZ.// x", RowFeatures::NONE, "// x"),
            ("; MZ.", RowFeatures::NONE, ""),
            ("\"MZ.\"", RowFeatures::NONE, ""),
            ("|MZ.|", RowFeatures::BARS, ""),
            (">MZ.<  note", RowFeatures::ANGLES, "  note"),
            ("│MZ.│", RowFeatures::BOX, ""),
        ] {
            assert_eq!(
                match_characters(text, &all(b"MZ\0"), CharacterColumn::Characters),
                Some(CharacterMatch { frame, rest }),
                "{text}"
            );
        }
        assert_eq!(
            match_characters("||.|", &all(b"|\0"), CharacterColumn::Framed).map(|said| said.frame),
            Some(RowFeatures::BARS)
        );
    }
}
