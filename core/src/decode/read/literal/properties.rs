//! Random bytes written in every form read back the same; no damage panics.

use proptest::prelude::*;

use super::language::Language;
use crate::decode::read::{Dialect, Fate, read};

/// A form in which bytes are written down, and the dialect as which it is to be read.
type Form = (Dialect, fn(&[u8]) -> String);

/// The bytes one by one, joined.
fn each(bytes: &[u8], between: &str, one: impl Fn(u8) -> String) -> String {
    let all: Vec<String> = bytes.iter().map(|byte| one(*byte)).collect();
    all.join(between)
}

/// The bytes in words of `width`, the lowest byte first, joined by commas, eight in a line.
fn words(bytes: &[u8], width: usize, one: impl Fn(u64) -> String) -> String {
    let words: Vec<String> = bytes
        .chunks(width)
        .map(|word| {
            let value = word
                .iter()
                .rev()
                .fold(0, |value, byte| value << 8 | u64::from(*byte));
            one(value)
        })
        .collect();
    let lines: Vec<String> = words.chunks(8).map(|line| line.join(", ")).collect();
    lines.join(",\n  ")
}

fn hex(bytes: &[u8], between: &str) -> String {
    each(bytes, between, |byte| format!("{byte:02x}"))
}

/// As x64dbg escapes: a text is broken where a digit would belong to the escape before it.
fn c_text(bytes: &[u8]) -> String {
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

fn base64(bytes: &[u8], alphabet: &[u8; 64], pad: bool) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, at| {
            bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0))
        });
        for at in 0..=chunk.len() {
            text.push(char::from(alphabet[(bits >> (18 - 6 * at) & 63) as usize]));
        }
        if pad {
            text += &"=".repeat(3 - chunk.len());
        }
    }
    text
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Every form. The number of bytes is a multiple of eight, at least 16.
const FORMS: [Form; 34] = [
    (Dialect::CArray, |b| {
        format!(
            "unsigned char x[] = {{\n  {}\n}};\nunsigned int x_len = {};",
            words(b, 1, |v| format!("0x{v:02x}")),
            b.len()
        )
    }),
    (Dialect::CArray, |b| {
        format!(
            "const uint8_t data[{}] = {{\n    {}, \n}};",
            b.len(),
            words(b, 1, |v| format!("0x{v:02X}"))
        )
    }),
    (Dialect::CArray, |b| {
        format!(
            "WORD x[{}] = {{ {} }};",
            b.len() / 2,
            words(b, 2, |v| format!("0x{v:X}"))
        )
    }),
    (Dialect::CArray, |b| {
        format!(
            "unsigned int x[] = {{ {} }};",
            words(b, 4, |v| format!("{v}u"))
        )
    }),
    (Dialect::CArray, |b| {
        format!(
            "static const __int64 x[] = {{ {} }};",
            words(b, 8, |v| (v as i64).to_string())
        )
    }),
    (Dialect::CArray, |b| {
        format!(
            "uint64_t x[] = {{ {} }}",
            words(b, 8, |v| format!("0x{v:x}ULL"))
        )
    }),
    (Dialect::CArray, |b| {
        format!("char x[] = {{ {} }};", words(b, 1, |v| format!("0{v:o}")))
    }),
    (Dialect::CArray, |b| {
        format!("{{\n{}\n}};", words(b, 1, |v| format!("0x{v:02X}")))
    }),
    (Dialect::CArray, |b| {
        format!("{{\n{}\n}};", words(b, 2, |v| format!("0x{v:04X}")))
    }),
    (Dialect::CArray, |b| {
        format!("{{\n{}\n}};", words(b, 4, |v| format!("0x{v:08X}")))
    }),
    (Dialect::CArray, |b| {
        format!("{{\n{}\n}};", words(b, 8, |v| format!("0x{v:016X}")))
    }),
    (Dialect::CArray, |b| {
        format!("{{ {} }}", each(b, ", ", |v| format!("0x{v:x}")))
    }),
    (Dialect::CSharpArray, |b| {
        format!(
            "byte[] x = new byte[{}] {{ {} }};",
            b.len(),
            each(b, ",", |v| format!("0x{v:x}"))
        )
    }),
    (Dialect::CSharpArray, |b| {
        format!(
            "var x = new uint[] {{ {} }};",
            words(b, 4, |v| v.to_string())
        )
    }),
    (Dialect::JavaArray, |b| {
        format!(
            "final byte[] x = {{ {} }};",
            each(b, ", ", |v| (v as i8).to_string())
        )
    }),
    (Dialect::JavaArray, |b| {
        format!(
            "byte[] x = {{ {} }};",
            each(b, ", ", |v| format!("(byte)0x{v:02x}"))
        )
    }),
    (Dialect::RustArray, |b| {
        format!(
            "let x: [u8; {}] = [{}];",
            b.len(),
            each(b, ", ", |v| format!("0x{v:02x}"))
        )
    }),
    (Dialect::RustArray, |b| {
        format!(
            "const X: &[u16] = &[{}];",
            words(b, 2, |v| format!("0x{:02x}_{:02x}", v >> 8, v & 255))
        )
    }),
    (Dialect::RustArray, |b| {
        format!("let x = b\"{}\";", b.escape_ascii())
    }),
    (Dialect::PythonBytes, |b| format!("b'{}'", b.escape_ascii())),
    (Dialect::PythonBytes, |b| {
        format!("x = bytes([{}])", each(b, ", ", |v| v.to_string()))
    }),
    (Dialect::PythonBytes, |b| {
        format!("x = bytes.fromhex(\"{}\")", hex(b, " "))
    }),
    (Dialect::PythonBytes, |b| {
        b.chunks(5)
            .map(|line| {
                format!(
                    "buf += b\"{}\"\n",
                    each(line, "", |v| format!("\\x{v:02x}"))
                )
            })
            .collect()
    }),
    (Dialect::PythonBytes, |b| {
        format!("[ {} ]", each(b, ", ", |v| format!("0x{v:02x}")))
    }),
    (Dialect::PascalArray, |b| {
        format!(
            "Array [1..{}] of Byte = (\n{}\n);",
            b.len(),
            words(b, 1, |v| format!("${v:02X}"))
        )
    }),
    (Dialect::PascalArray, |b| {
        format!(
            "Array [1..{}] of Int64 = (\n{}\n);",
            b.len() / 8,
            words(b, 8, |v| format!("${v:016X}"))
        )
    }),
    (Dialect::JavaScriptArray, |b| {
        format!(
            "const data = new Uint8Array([{}]);",
            each(b, ", ", |v| format!("0x{v:02X}"))
        )
    }),
    (Dialect::GoSlice, |b| {
        format!("x := []byte{{{}}}", each(b, ", ", |v| format!("0x{v:02x}")))
    }),
    (Dialect::Assembler, |b| {
        b.chunks(7)
            .map(|line| format!("  db {}\n", each(line, ",", |v| format!("0{v:02X}h"))))
            .collect()
    }),
    (Dialect::Assembler, |b| {
        format!(
            "x:\n  .quad {}",
            words(b, 8, |v| format!("0x{v:x}")).replace(",\n  ", "\n  .quad ")
        )
    }),
    (Dialect::StringLiteral, |b| format!("\"{}\"", c_text(b))),
    (Dialect::StringLiteral, |b| {
        b.chunks(6)
            .map(|line| format!("\"{}\"\n", each(line, "", |v| format!("\\x{v:02x}"))))
            .collect()
    }),
    (Dialect::Base64, |b| {
        format!(
            "[Convert]::FromBase64String(\"{}\")",
            base64(b, STANDARD, true)
        )
    }),
    (Dialect::Base64, |b| {
        format!("data:x/y;base64,{}", base64(b, STANDARD, false))
    }),
];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => any::<u8>(),
        // What is special in one language or another.
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
        for (place, (dialect, write)) in FORMS.iter().enumerate() {
            let text = write(&bytes);
            let text = if crlf { text.replace('\n', "\r\n") } else { text };
            let reading = read(&text).map_err(|error| TestCaseError::fail(format!("{place}: {error}\n{text}")))?;
            prop_assert_eq!(reading.dialect, *dialect, "{}: {}", place, text);
            prop_assert_eq!(reading.space.regions().len(), 1, "{}: {}", place, text);
            let region = reading.space.first();
            prop_assert_eq!(region.known(0, region.len()), Some(&bytes[..]), "{}: {}", place, text);
            prop_assert_eq!(&reading.notes, &vec![], "{}: {}", place, text);
            let counted: usize = reading.lines.iter().map(|line| match line.fate {
                Fate::Bytes { count, .. } => count,
                _ => 0,
            }).sum();
            prop_assert_eq!(counted, bytes.len(), "{}: {}", place, text);
            let skipped = reading.skipped().count();
            prop_assert_eq!(skipped, 0, "{}: {}", place, text);
        }
    }

    #[test]
    fn wrapped_base64_round_trips(bytes in prop::collection::vec(any::<u8>(), 32..100), width in 20..80_usize) {
        let text = base64(&bytes, STANDARD, true);
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
        let mut characters: Vec<char> = (form.1)(&bytes).chars().collect();
        for (at, with, insert) in cuts {
            let at = at.index(characters.len());
            match insert {
                true => characters.insert(at, with),
                false => characters[at] = with,
            }
        }
        let text: String = characters.into_iter().collect();
        if let Ok(reading) = read(&text) {
            let numbers: Vec<_> = reading.lines.iter().map(|line| line.line).collect();
            let lines = crate::decode::read::text::lines(&text).unwrap();
            prop_assert_eq!(numbers, lines.iter().map(|line| line.number).collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_text_panics(text in "([a-z]{1,3} |[\\[\\](){}<>=;:,.'\"\\\\$&#/*+`!-]|0x[0-9a-f]{1,3}|[0-9]{1,4}|\\n|u8|byte|new|array|of|let|b\"|db |dup|\u{e9}| ){0,60}") {
        if let Ok(reading) = read(&text) {
            let numbers: Vec<_> = reading.lines.iter().map(|line| line.line).collect();
            let lines = crate::decode::read::text::lines(&text).unwrap();
            prop_assert_eq!(numbers, lines.iter().map(|line| line.number).collect::<Vec<_>>());
        }
    }
}

#[test]
fn every_language_has_a_form() {
    let languages = [
        Language::C,
        Language::CSharp,
        Language::Java,
        Language::Rust,
        Language::Python,
        Language::Pascal,
        Language::JavaScript,
        Language::Go,
        Language::Assembler,
        Language::Text,
    ];
    for language in languages {
        assert!(
            FORMS
                .iter()
                .any(|(dialect, _)| *dialect == language.dialect()),
            "{language:?}"
        );
    }
}
