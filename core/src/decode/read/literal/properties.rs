//! Property tests: random bytes in every literal form round-trip; damaged text does not panic.

use proptest::prelude::*;

use crate::decode::read::properties::{counted, has_all_lines};
use crate::decode::read::{Dialect, read};

/// All forms of literals, each with its dialect: `«4:0x%08x»` stands for all elements of four bytes in that format,
/// `«n4»` for their number, `«each 5»` for one line per five bytes. The number of bytes is a multiple of eight, at
/// least 16.
const FORMS: [&str; 34] = [
    "c-array: unsigned char x[] = {\n  «1:0x%02x»\n};\nunsigned int x_len = «n1»;",
    "c-array: const uint8_t data[«n1»] = {\n    «1:0x%02X», \n};",
    "c-array: WORD x[«n2»] = { «2:0x%X» };",
    "c-array: unsigned int x[] = { «4:%du» };",
    "c-array: static const __int64 x[] = { «8:%i» };",
    "c-array: uint64_t x[] = { «8:0x%xULL» }",
    "c-array: char x[] = { «1:0%o» };",
    "c-array: {\n«1:0x%02X»\n};",
    "c-array: {\n«2:0x%04X»\n};",
    "c-array: {\n«4:0x%08X»\n};",
    "c-array: {\n«8:0x%016X»\n};",
    "c-array: { «1:0x%x» }",
    "csharp-array: byte[] x = new byte[«n1»] { «1:0x%x» };",
    "csharp-array: var x = new uint[] { «4:%d» };",
    "java-array: final byte[] x = { «1:%i» };",
    "java-array: byte[] x = { «1:(byte)0x%02x» };",
    "rust-array: let x: [u8; «n1»] = [«1:0x%02x»];",
    "rust-array: const X: &[u16] = &[«2:0x%g»];",
    "rust-array: let x = b\"«escaped»\";",
    "python-bytes: b'«escaped»'",
    "python-bytes: x = bytes([«1:%d»])",
    "python-bytes: x = bytes.fromhex(\"«hex»\")",
    "python-bytes: «each 5»buf += b\"«\\x»\"\n",
    "python-bytes: [ «1:0x%02x» ]",
    "pascal-array: Array [1..«n1»] of Byte = (\n«1:$%02X»\n);",
    "pascal-array: Array [1..«n8»] of Int64 = (\n«8:$%016X»\n);",
    "javascript-array: const data = new Uint8Array([«1:0x%02X»]);",
    "go-slice: x := []byte{«1:0x%02x»}",
    "assembler: «each 7»  db «1:0%02Xh»\n",
    "assembler: x:\n  .quad «8:0x%x»",
    "string-literal: \"«c»\"",
    "string-literal: «each 6»\"«\\x»\"\n",
    "base64: [Convert]::FromBase64String(\"«base64»\")",
    "base64: data:x/y;base64,«base64 without padding»",
];

/// Forms in which every byte has the same number of digits.
const PADDED_FORMS: [&str; 10] = [
    "c-array: {\n«1:0x%02X»\n};",
    "c-array: unsigned char x[] = {\n«1:0x%02x»\n};",
    "c-array: {\n«2:0x%04X»\n};",
    "c-array: {\n«4:0x%08X»\n};",
    "c-array: uint64_t x[] = {\n«8:0x%016X»\n};",
    "rust-array: let x = [«1:0x%02x»];",
    "pascal-array: x: Array of Byte = (\n«1:$%02X»\n);",
    "python-bytes: x = bytes.fromhex(\"«hex»\")",
    "javascript-array: x = Buffer.from('«hex»', 'hex')",
    "string-literal: «each 16»\"«\\x»\"\n",
];

/// Writes the bytes in a form; returns the dialect, too.
fn written<'f>(form: &'f str, bytes: &[u8]) -> (&'f str, String) {
    let (dialect, template) = form.split_once(": ").unwrap();
    let text = match template.strip_prefix("«each ") {
        None => filled(template, bytes),
        Some(rest) => {
            let (count, line) = rest.split_once('»').unwrap();
            let chunks = bytes.chunks(count.parse().unwrap());
            chunks.map(|chunk| filled(line, chunk)).collect()
        }
    };
    (dialect, text)
}

fn filled(template: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    for (place, part) in template.split(['«', '»']).enumerate() {
        match part {
            part if place % 2 == 0 => text += part,
            "escaped" => text += &bytes.escape_ascii().to_string(),
            "c" => text += &c_string(bytes),
            "hex" => text.extend(bytes.iter().map(|byte| format!("{byte:02x} "))),
            "\\x" => text.extend(bytes.iter().map(|byte| format!("\\x{byte:02x}"))),
            "base64" => text += &base64(bytes),
            "base64 without padding" => text += base64(bytes).trim_end_matches('='),
            part => match part.split_once(':') {
                Some((width, format)) => text += &elements(bytes, width.parse().unwrap(), format),
                None => text += &(bytes.len() / part[1..].parse::<usize>().unwrap()).to_string(),
            },
        }
    }
    text
}

/// Formats the bytes as little-endian elements of `width` bytes, joined by commas, eight per line.
fn elements(bytes: &[u8], width: usize, format: &str) -> String {
    let (before, rest) = format.split_once('%').unwrap();
    let (digits, rest) = rest.split_at(rest.find(char::is_alphabetic).unwrap());
    let (conversion, behind) = rest.split_at(1);
    let pad = digits.parse().unwrap_or(0);
    let elements = bytes.chunks(width).map(|element| {
        let value = element.iter().rev();
        let value = value.fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        let unused = 64 - 8 * width;
        let number = match conversion {
            "x" => format!("{value:0pad$x}"),
            "X" => format!("{value:0pad$X}"),
            "o" => format!("{value:o}"),
            "i" => ((value << unused) as i64 >> unused).to_string(),
            "g" => format!("{:02x}_{:02x}", value >> 8, value & 255),
            _ => value.to_string(),
        };
        format!("{before}{number}{behind}")
    });
    let elements: Vec<String> = elements.collect();
    let lines: Vec<String> = elements.chunks(8).map(|line| line.join(", ")).collect();
    lines.join(",\n  ")
}

/// Escapes like x64dbg: the string is split where a digit would extend the escape before it.
fn c_string(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut escaped = false;
    for byte in bytes {
        let graphic = byte.is_ascii_graphic() && !b"\"\\?".contains(byte) || *byte == b' ';
        if graphic && escaped && byte.is_ascii_hexdigit() {
            text += "\"\"";
        }
        escaped = !graphic;
        if graphic {
            text.push(char::from(*byte));
        } else {
            text += &format!("\\x{byte:02X}");
        }
    }
    text
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        let digit = |at| char::from(ALPHABET[(bits >> (18 - 6 * at) & 63) as usize]);
        text.extend((0..=chunk.len()).map(digit));
        text += &"=".repeat(3 - chunk.len());
    }
    text
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => any::<u8>(),
        // Characters with a special meaning in some language.
        4 => prop::sample::select(b"\0\x01\"'\\?%{}[](),;nx09afAF \n\r\t\x7f\x80\xff".to_vec()),
    ];
    prop::collection::vec(byte, 2..20).prop_map(|bytes| {
        let mut all = bytes.clone();
        all.resize(bytes.len().next_multiple_of(8).max(16), 0x4d);
        all
    })
}

proptest! {
    #[test]
    fn every_form_round_trips(bytes in bytes(), crlf in any::<bool>()) {
        for form in FORMS {
            let (dialect, text) = written(form, &bytes);
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            let reading = read(&text).map_err(|error| TestCaseError::fail(format!("{form}: {error}\n{text}")))?;
            prop_assert_eq!(reading.dialect.as_str(), dialect, "{}: {}", form, text);
            prop_assert_eq!(reading.space.regions().len(), 1, "{}: {}", form, text);
            let region = reading.space.first();
            prop_assert_eq!(region.known(0, region.len()), Some(&bytes[..]), "{}: {}", form, text);
            prop_assert_eq!(&reading.notes, &vec![], "{}: {}", form, text);
            prop_assert_eq!(counted(&reading), bytes.len(), "{}: {}", form, text);
            let skipped = reading.skipped().count();
            prop_assert_eq!(skipped, 0, "{}: {}", form, text);
        }
    }

    #[test]
    fn wrapped_base64_round_trips(bytes in prop::collection::vec(any::<u8>(), 32..100), width in 20..80_usize) {
        let text = base64(&bytes);
        let lines: Vec<&str> = text.as_bytes().chunks(width).map(|line| std::str::from_utf8(line).unwrap()).collect();
        let text = format!("-----BEGIN X-----\n{}\n-----END X-----", lines.join("\n"));
        let reading = read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(reading.dialect, Dialect::Base64);
        prop_assert_eq!(reading.space.first().known(0, bytes.len()), Some(&bytes[..]));
    }

    #[test]
    fn no_damage_panics(
        bytes in bytes(),
        form in prop::sample::select(FORMS.to_vec()),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select("\"'\\{[(;,.<`\u{e9}0x \n".chars().collect::<Vec<_>>()), any::<bool>()), 1..6),
    ) {
        let mut characters: Vec<char> = written(form, &bytes).1.chars().collect();
        for (at, with, insert) in cuts {
            let at = at.index(characters.len());
            match insert {
                true => characters.insert(at, with),
                false => characters[at] = with,
            }
        }
        let text: String = characters.into_iter().collect();
        if let Ok(reading) = read(&text) {
            prop_assert!(has_all_lines(&reading, &text));
        }
    }

    #[test]
    fn a_damaged_digit_is_no_other_byte(
        bytes in prop::collection::vec(any::<u8>(), 64),
        form in prop::sample::select(PADDED_FORMS.to_vec()),
        at in any::<prop::sample::Index>(),
        with in prop::sample::select(vec!["", "", "g", "S", "l", "u", " "]),
    ) {
        let mut bytes = bytes;
        // Some elements of each width begin with a zero.
        for at in [0, 1, 3, 7, 9, 11, 15, 31, 47, 55, 63] {
            bytes[at] &= 0x0f;
        }
        let (_, mut text) = written(form, &bytes);
        let begin = text.find(['{', '[', '(', '"']).unwrap();
        let end = text.rfind(['}', ']', ')', '"']).unwrap();
        let is_digit = |(at, c): &(usize, char)| {
            let is_named = text[*at..].starts_with("ex'");
            (begin..end).contains(at) && (c.is_ascii_hexdigit() || *c == 'x') && !is_named
        };
        let digits: Vec<usize> = text.char_indices().filter(is_digit).map(|(at, _)| at).collect();
        let at = *at.get(&digits);
        text.replace_range(at..=at, with);
        if let Ok(reading) = read(&text) {
            let region = reading.space.first();
            prop_assert_eq!(region.len(), bytes.len(), "{}", text);
            for (at, byte) in bytes.iter().enumerate() {
                let known = region.known(at, 1).and_then(|known| known.first());
                prop_assert!(known.is_none_or(|known| known == byte), "{}: {:#x}: {:?}", text, at, known);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "([a-z]{1,3} |[\\[\\](){}<>=;:,.'\"\\\\$&#/*+`!-]|0x[0-9a-f]{1,3}|[0-9]{1,4}|\\n|u8|byte|new|array|of|let|b\"|db |dup|\u{e9}| ){0,60}") {
        if let Ok(reading) = read(&text) {
            prop_assert!(has_all_lines(&reading, &text));
        }
    }
}

#[test]
fn every_language_has_a_form() {
    let arrays = "c-array csharp-array java-array rust-array pascal-array javascript-array";
    let others = "python-bytes go-slice assembler string-literal";
    for language in arrays.split(' ').chain(others.split(' ')) {
        let mut forms = FORMS.iter();
        assert!(forms.any(|form| form.starts_with(language)), "{language}");
    }
}
