//! What people paste along with a dump: the debugger's prompt, and the command that made the dump.

/// What follows a debugger's prompt (`0: kd>`, `lkd>`, `0:000>`, `1: kd:x86>`); `None` where there is none.
pub(in crate::decode) fn prompt(text: &str) -> Option<&str> {
    let text = text.trim_start();
    kernel(text).or_else(|| user(text)).map(str::trim)
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

/// Whether the line is a command that dumps memory, such as ``db fffff803`451e0c86 L9``.
pub(super) fn is_command(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (Some(name), Some(first)) = (words.next(), words.next()) else {
        return false;
    };
    let bang = name.strip_prefix('!');
    let name = bang.unwrap_or(name);
    let dumps = name.len() <= 3
        && name.strip_prefix('d').is_some_and(|unit| {
            unit.chars()
                .next()
                .is_some_and(|c| "abcdDfpqsuwWy".contains(c))
        });
    // `db` and `dd` are bytes, too: what follows must be an address, a count or a symbol.
    let place = |word: &str| {
        word.contains(['`', '!', '+', '@', '/'])
            || word.strip_prefix(['L', 'l']).is_some_and(|count| {
                let count = count.trim_start_matches('?');
                !count.is_empty() && count.bytes().all(|b| b.is_ascii_hexdigit())
            })
            || word.len() >= 8 && word.bytes().all(|b| b.is_ascii_hexdigit())
            || word.starts_with("0x") && word.len() > 4
    };
    dumps && (bang.is_some() || place(first) || words.any(place))
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
        ] {
            assert_eq!(prompt(text), Some("db 1"), "{text}");
        }
        assert_eq!(prompt("0: kd>"), Some(""));
        for text in ["", "kd", "0:0", "4d:5a:90", "0: 4d>", "1 > 2"] {
            assert_eq!(prompt(text), None, "{text}");
        }
    }

    #[test]
    fn commands_are_not_bytes() {
        for text in [
            "db fffff803`451e0c86 L9",
            "db nt!KiSystemCall64",
            "!db 1208040",
            "dd /c 4 8056e340",
            "dq rsp L10",
        ] {
            assert!(is_command(text), "{text}");
        }
        for text in ["db", "db 00 01", "dd 0a 0c", "da ba da ba", "4d 5a"] {
            assert!(!is_command(text), "{text}");
        }
    }
}
