//! The characters beside a row: whether they say the same as its bytes, and where they end.

use super::row::is_note;

/// Where the characters of these bytes end, if `text` begins with them. Blanks do not count: they are lost too easily.
///
/// A byte that is no printable ASCII character is a full stop, or a character from beyond ASCII that some code page has
/// for it; an unknown one is a question mark.
pub(super) fn says(text: &str, bytes: &[Option<u8>]) -> Option<usize> {
    let mut at = 0;
    let mut some = false;
    for byte in bytes {
        if *byte == Some(b' ') {
            continue;
        }
        at = skip(text, at);
        let printed = *text.as_bytes().get(at)?;
        at += match byte {
            Some(byte) if byte.is_ascii_graphic() => usize::from(printed == *byte),
            Some(_) if printed == b'.' => 1,
            Some(_) if !printed.is_ascii() => character(text, at),
            None if printed == b'?' => 1,
            _ => return None,
        };
        if matches!(byte, Some(byte) if byte.is_ascii_graphic() && printed != *byte) {
            return None;
        }
        some = true;
    }
    some.then_some(at)
}

/// Whether `text` begins with the characters of these bytes and was cut before their end, so that more than chance says that
/// they belong together.
pub(super) fn begins(text: &str, bytes: &[Option<u8>]) -> bool {
    const LEAST: usize = 4;
    const GRAPHIC: usize = 2;
    let text = text.trim_start_matches(' ');
    let text = text.strip_prefix(['|', '>', '│']).unwrap_or(text);
    let length = text.chars().count();
    let Some(shown) = bytes.get(..length).filter(|_| length >= LEAST) else {
        return false;
    };
    let graphic = |byte: &&Option<u8>| byte.is_some_and(|byte| byte.is_ascii_graphic());
    let printed = |(c, byte): (char, &Option<u8>)| byte.map_or(c == '?', |it| is_shown(it, c));
    length < bytes.len()
        && shown.iter().filter(graphic).count() >= GRAPHIC
        && text.chars().zip(shown).all(printed)
}

/// Whether a byte may be printed so.
pub(super) fn is_shown(byte: u8, c: char) -> bool {
    match byte {
        byte if byte.is_ascii_graphic() || byte == b' ' => c == char::from(byte),
        _ => c == '.' || !c.is_ascii(),
    }
}

/// The next place that is no blank and no bar drawn as a box.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        match text.as_bytes().get(at) {
            Some(b' ') => at += 1,
            Some(0xe2) if text.get(at..).is_some_and(|rest| rest.starts_with('│')) => at += 3,
            _ => return at,
        }
    }
}

/// How many bytes the character there has.
fn character(text: &str, at: usize) -> usize {
    let character = text.get(at..).and_then(|rest| rest.chars().next());
    character.map_or(1, char::len_utf8)
}

/// What stands around the characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Frame {
    /// Nothing.
    #[default]
    None,
    /// `|MZ..|`
    Bars,
    /// `>MZ..<`
    Angles,
    /// `│MZ..│`
    Box,
}

/// Which characters a tool prints beside its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// None.
    Nothing,
    /// In a frame.
    Framed,
    /// In a frame or without one.
    Characters,
}

/// What is said about a row by what stands behind its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said<'t> {
    pub(super) frame: Frame,
    /// What follows the characters.
    pub(super) rest: &'t str,
}

/// Whether `text` begins with the characters of these bytes.
pub(super) fn said<'t>(text: &'t str, bytes: &[Option<u8>], beside: Beside) -> Option<Said<'t>> {
    if beside == Beside::Nothing {
        return None;
    }
    let text = text.trim_start_matches(' ');
    let within = |inner: &'t str, frame, close: char| {
        let blank = || bytes.iter().all(|byte| *byte == Some(b' ')).then_some(0);
        let rest = inner.get(says(inner, bytes).or_else(blank)?..)?;
        // Blanks that are bytes stand before the frame's end.
        let behind = rest.trim_start_matches(' ').strip_prefix(close)?;
        Some(Said {
            frame,
            rest: behind,
        })
    };
    let found = match text.chars().next()? {
        '|' => within(text.get(1..)?, Frame::Bars, '|'),
        '>' => within(text.get(1..)?, Frame::Angles, '<'),
        '│' => within(text.get(3..)?, Frame::Box, '│'),
        _ => None,
    };
    found.or_else(|| {
        if beside == Beside::Framed {
            return None;
        }
        let rest = text.get(says(text, bytes)?..)?;
        // What goes on without a blank are other characters than these, unless it is a note.
        let apart = rest.is_empty() || rest.starts_with(' ') || is_note(rest);
        apart.then_some(Said {
            frame: Frame::None,
            rest,
        })
    })
}

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
            assert!(says(text, &bytes).is_some(), "{text}");
        }
        for text in ["", "M", "N ?.|", "M ..|", "M ?x|", "M ?."] {
            assert_eq!(says(text, &bytes), None, "{text}");
        }
        assert_eq!(says("  ", &all(b"  ")), None);
    }

    #[test]
    fn frames() {
        for (text, frame, rest) in [
            ("MZ.  x", Frame::None, "  x"),
            ("MZ.// x", Frame::None, "// x"),
            ("|MZ.|", Frame::Bars, ""),
            (">MZ.<  note", Frame::Angles, "  note"),
            ("│MZ.│", Frame::Box, ""),
        ] {
            assert_eq!(
                said(text, &all(b"MZ\0"), Beside::Characters),
                Some(Said { frame, rest }),
                "{text}"
            );
        }
        assert_eq!(
            said("||.|", &all(b"|\0"), Beside::Framed).map(|said| said.frame),
            Some(Frame::Bars)
        );
    }
}
