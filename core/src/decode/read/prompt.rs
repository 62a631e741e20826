//! A debugger's prompt, which people paste along with a dump.

use super::noise;

/// Prompts that are always the same.
const FIXED: [&str; 7] = [
    "(gdb)",
    "(lldb)",
    "gef➤",
    "gef>",
    "pwndbg>",
    "(volshell)",
    ">>>",
];

/// What follows a debugger's prompt (`0: kd>`, `lkd>`, `0:000>`, `1: kd:x86>`, `(gdb)`); `None` where there is none.
pub(in crate::decode) fn prompt(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let fixed = || FIXED.iter().find_map(|prompt| text.strip_prefix(prompt));
    let found = kernel(text).or_else(|| user(text)).or_else(fixed);
    let found = found.or_else(|| radare(text)).or_else(|| volshell(text));
    found.map(str::trim)
}

/// The same where the mark of a quotation or of a comment stands before the prompt, or the number of the line.
pub(super) fn marked(text: &str) -> Option<&str> {
    prompt(text).or_else(|| {
        let unmarked = noise::unmarked(text);
        let behind = || prompt(noise::unnumbered(unmarked)?);
        prompt(unmarked).or_else(behind)
    })
}

/// `(layer_name) >>>`
fn volshell(text: &str) -> Option<&str> {
    let (layer, rest) = text.strip_prefix('(')?.split_once(") >>>")?;
    (!layer.contains(' ')).then_some(rest)
}

/// `[0x00000000]>`
fn radare(text: &str) -> Option<&str> {
    let (address, rest) = text.strip_prefix("[0x")?.split_once("]>")?;
    let hex = address.bytes().all(|b| b.is_ascii_hexdigit());
    hex.then_some(rest)
}

/// `0: kd>`, `16.0: kd>`, `lkd>`, `kd:x86>`
fn kernel(text: &str) -> Option<&str> {
    let rest = number(text)
        .and_then(|rest| rest.strip_prefix(':'))
        .map_or(text, str::trim_start);
    let rest = rest.strip_prefix('l').unwrap_or(rest).strip_prefix("kd")?;
    machine(rest)
}

/// `0:000>`, `0:012:x86>`
fn user(text: &str) -> Option<&str> {
    let rest = number(text)?.strip_prefix(':')?;
    machine(number(rest)?)
}

/// What follows `>`, before which a machine's name may stand.
fn machine(text: &str) -> Option<&str> {
    let rest = match text.strip_prefix(':') {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric()),
        None => text,
    };
    rest.strip_prefix('>')
}

fn number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    (rest.len() < text.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts() {
        for text in [
            "0: kd> db 1",
            "kd> db 1",
            "lkd> db 1",
            "0:000> db 1",
            "  16.0: kd:x86>db 1",
            "0:012:x86> db 1",
            "(gdb) db 1",
            "gef➤  db 1",
            "[0x00000000]> db 1",
        ] {
            assert_eq!(prompt(text), Some("db 1"), "{text}");
        }
        for text in [
            "> 0: kd> db 1",
            "// kd> db 1",
            " * 0:000> db 1",
            "| 0: kd> db 1",
            "12  0: kd> db 1",
        ] {
            assert_eq!(marked(text), Some("db 1"), "{text}");
        }
        assert_eq!(prompt("0: kd>"), Some(""));
        for text in ["", "kd", "0:0", "4d:5a:90", "0: 4d>", "1 > 2"] {
            assert_eq!(prompt(text), None, "{text}");
        }
    }
}
