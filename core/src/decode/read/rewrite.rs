//! Ways of writing bytes that say the same as a usual one, rewritten as that. Each line stays a line.

use std::borrow::Cow;

/// The least numbers or lines that are taken for bytes.
const LEAST: usize = 4;
/// Stands for a line that says nothing of bytes: it is around them.
const AROUND: &str = "//";
/// How many lines may name the columns of a table.
const HEAD_LINES: usize = 4;
/// How long what stands before a list of decimal numbers may be.
const HEAD_LIMIT: usize = 200;

/// The text, in a usual way of writing.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut plain = Cow::Borrowed(text);
    for rewrite in [colours, words, decimals, values] {
        if let Some(other) = rewrite(&plain) {
            plain = Cow::Owned(other);
        }
    }
    plain
}

/// Without the escape sequences by which a terminal colours.
fn colours(text: &str) -> Option<String> {
    let (first, rest) = text.split_once("\u{1b}[")?;
    let mut plain = first.to_owned();
    for part in rest.split("\u{1b}[") {
        let end = part.find(|c: char| c.is_ascii_alphabetic());
        plain.push_str(end.map_or(part, |end| part.get(end + 1..).unwrap_or_default()));
    }
    Some(plain)
}

/// Without the words that languages and tools put around bytes.
fn words(text: &str) -> Option<String> {
    let mut plain = Cow::Borrowed(text);
    if plain.contains("byteArrayOf(") {
        plain = plain.replace(".toByte()", "").into();
    }
    if plain.contains("<Buffer ") && plain.contains(" more bytes>") {
        let cut = plain.lines().map(|line| match line.find(" ... ") {
            Some(at) if line.ends_with(" more bytes>") => line.get(..at).unwrap_or(line),
            _ => line,
        });
        let cut = cut.map(|line| line.trim_start_matches("<Buffer "));
        plain = cut.collect::<Vec<_>>().join("\n").into();
    }
    if plain.contains(" REG_BINARY ") {
        let digits = plain.lines().map(|line| {
            let found = line.split_once(" REG_BINARY ");
            // A value ends with its line.
            found.map_or_else(|| line.to_owned(), |(_, digits)| format!("{digits} #"))
        });
        plain = digits.collect::<Vec<_>>().join("\n").into();
    }
    if plain.contains('┊') {
        plain = plain
            .lines()
            .map(hexyl)
            .collect::<Vec<_>>()
            .join("\n")
            .into();
    }
    match plain {
        Cow::Owned(plain) => Some(plain),
        Cow::Borrowed(_) => None,
    }
}

/// A row of hexyl's: the address and the bytes; nothing of its frame, whose characters are of its own.
fn hexyl(line: &str) -> String {
    let mut columns = line.trim().split('│').skip(1);
    match (columns.next(), columns.next()) {
        (Some(address), Some(bytes)) if bytes.contains('┊') => {
            format!("{address}  {}", bytes.replace('┊', " ").trim())
        }
        _ if line.trim().starts_with(['┌', '├', '└']) => AROUND.to_owned(),
        _ => line.to_owned(),
    }
}

/// A list of decimal bytes, as Go's `%v`, numpy and JSON print it: as an array.
fn decimals(text: &str) -> Option<String> {
    let (from, to) = (text.find('[')?, text.rfind(']')?);
    let (head, list, tail) = (
        text.get(..from)?,
        text.get(from + 1..to)?,
        text.get(to + 1..)?,
    );
    // What is an array already is read as one.
    let around = |text: &str| text.contains(['"', '(', '}', ')']);
    let spaced = !list.contains(',');
    let plain = |c: char| c.is_ascii_digit() || ", \t\r\n".contains(c);
    if head.len() > HEAD_LIMIT
        || !(spaced || around(head) || around(tail))
        || !list.chars().all(plain)
        || head.contains(['[', '\'']) && !head.contains("data")
    {
        return None;
    }
    let known = [")", "}", "]", ",", "dtype=uint8", "dtype=np.uint8", ";"];
    let mut rest = tail.trim();
    while let Some(behind) = known.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = behind.trim_start();
    }
    if !rest.is_empty() {
        return None;
    }
    let numbers = || {
        list.split([',', ' ', '\t', '\r', '\n'])
            .filter(|it| !it.is_empty())
    };
    let bytes = numbers().all(|number| number.parse::<u8>().is_ok());
    // Two digits each may be hexadecimal.
    let decimal = numbers().any(|number| number.len() != 2);
    if !bytes || !decimal || numbers().count() < LEAST {
        return None;
    }
    let lines: Vec<String> = list
        .split('\n')
        .map(|line| {
            let words = line.split([',', ' ', '\t', '\r']);
            let words = words.filter(|word| !word.is_empty());
            words.map(|word| format!("{word}, ")).collect()
        })
        .collect();
    Some(format!(
        "{}[{}]{}",
        above(head),
        lines.join("\n"),
        below(tail)
    ))
}

/// Of what stands before a list, the lines above it.
fn above(head: &str) -> String {
    let lines = head.split('\n').map(str::trim).collect::<Vec<_>>();
    let (_, above) = lines.split_last().unwrap_or((&"", &[]));
    above.iter().map(|line| marked(line) + "\n").collect()
}

/// Of what stands behind a list, the lines below it.
fn below(tail: &str) -> String {
    let lines = tail.split('\n').skip(1).map(str::trim);
    lines.map(|line| format!("\n{}", marked(line))).collect()
}

fn marked(line: &str) -> String {
    let mark = if line.is_empty() { "" } else { AROUND };
    mark.to_owned()
}

/// Lines of an offset and one byte, `0x10,0x4d`: the bytes, where each offset follows the one before it from 0 on.
fn values(text: &str) -> Option<String> {
    let mut next = 0_u64;
    let mut plain = String::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let pair = line.split_once([',', ';', '\t']);
        let pair = pair.map(|(offset, value)| (offset.trim(), value.trim()));
        let found = pair.and_then(|(offset, value)| {
            let digits = value.strip_prefix("0x")?;
            let offset = match offset.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok()?,
                None => offset.parse().ok()?,
            };
            let byte = matches!(digits.len(), 1 | 2) && u8::from_str_radix(digits, 16).is_ok();
            (byte && offset == next).then_some(value)
        });
        match found {
            Some(value) => {
                plain.push_str(value);
                next += 1;
            }
            // The names of the columns.
            None if number < HEAD_LINES && !line.contains("0x") => plain.push_str(&marked(line)),
            None if line.is_empty() => {}
            None => return None,
        }
        plain.push('\n');
    }
    (next >= LEAST as u64).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_ways_of_writing_are_usual_ones() {
        for (text, expected) in [
            ("\u{1b}[32m00\u{1b}[0m: 4d\n", "00: 4d\n"),
            (
                "byteArrayOf(0x4D, 0x9C.toByte())",
                "byteArrayOf(0x4D, 0x9C)",
            ),
            ("<Buffer 4d 5a ... 86 more bytes>", "4d 5a"),
            ("    Blob    REG_BINARY    4D5A", "   4D5A #"),
            (
                "│00000000│ 4d 5a ┊ 90 00 │MZ┊×⋄│",
                "00000000  4d 5a   90 00",
            ),
            ("[77 90 144 0]", "[77, 90, 144, 0, ]"),
            (
                "array([77, 90,\n 144, 0], dtype=uint8)",
                "[77, 90, \n144, 0, ]",
            ),
            (
                "{\"type\":\"Buffer\",\"data\":[77,90,144,0]}",
                "[77, 90, 144, 0, ]",
            ),
            (
                "at,is\n0x0,0x4d\n1,0x5a\n2,0x90\n3,0x0",
                "//\n0x4d\n0x5a\n0x90\n0x0\n",
            ),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
        for text in [
            "[77, 90, 144, 0]",
            "x = [77, 90, 144, 0]",
            "[10 20 30 40]",
            "a[1] = {77, 90, 144, 0}",
            "0x10,0x4d\n0x11,0x5a\n0x12,0x90\n0x13,0x00",
            "4d 5a 90 00",
        ] {
            assert_eq!(plain(text), text);
        }
    }
}
