//! The command that made a dump: what it says of the rows that follow it.

use super::Dialect;
use super::cells::Unit;
use super::fate::excerpt;

/// A command that dumps memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// As it stands.
    pub(super) text: String,
    /// Whose rows it makes: one of the dialects whose rows look alike.
    pub(super) dialect: Dialect,
    /// How many bytes a number has, where the command says so.
    pub(super) unit: Option<Unit>,
}

/// The command that the line is: ``db fffff803`451e0c86 L9``, `x/8db $rsp`, `xxd -e page.bin`.
pub(super) fn command(text: &str) -> Option<Command> {
    let text = text.trim();
    let found = windbg(text).or_else(|| gdb(text)).or_else(|| tool(text));
    let (dialect, unit) = found.or_else(|| {
        // Behind a shell's prompt, whatever it says.
        let marked = |b| matches!(b, b'$' | b'#' | b'%');
        text.bytes().find(|b| marked(*b))?;
        let mut prompts = ["$ ", "# ", "% "]
            .iter()
            .filter_map(|mark| text.split_once(mark));
        prompts.find_map(|(_, behind)| tool(behind))
    })?;
    Some(Command {
        text: excerpt(text),
        dialect,
        unit,
    })
}

type Means = (Dialect, Option<Unit>);

/// `db nt!KiSystemCall64`, `!dd 1208040`, `dq rsp L10`
fn windbg(text: &str) -> Option<Means> {
    let mut words = text.split_whitespace();
    let (name, first) = (words.next()?, words.next()?);
    let bang = name.strip_prefix('!');
    let physical = bang.is_some();
    let unit = bang.unwrap_or(name).strip_prefix('d')?;
    let (dialect, size) = match unit {
        "b" => (Dialect::WindbgDb, Some(1)),
        "w" | "W" => (Dialect::WindbgDw, Some(2)),
        "d" => (Dialect::WindbgDd, Some(4)),
        "c" => (Dialect::WindbgDc, Some(4)),
        "q" => (Dialect::WindbgDq, Some(8)),
        "ds" => (Dialect::WindbgDds, Some(4)),
        "qs" => (Dialect::WindbgDqs, Some(8)),
        "ps" | "p" => (Dialect::WindbgDqs, None),
        "a" | "u" | "s" | "S" | "f" | "D" | "yb" | "yd" => (Dialect::WindbgDb, None),
        _ => return None,
    };
    let dialect = if physical {
        Dialect::WindbgPhysical
    } else {
        dialect
    };
    // `db` and `dd` are bytes, too: what follows must be an address, a count or a symbol.
    let place = |word: &str| {
        word.contains(['`', '!', '+', '@', '/'])
            || word.strip_prefix(['L', 'l']).is_some_and(|count| {
                let count = count.trim_start_matches('?');
                !count.is_empty() && is_hex(count)
            })
            || word.len() >= 8 && is_hex(word)
            || word.starts_with("0x") && word.len() > 4
    };
    let size = size.map(|bytes| Unit {
        bytes,
        fixed: false,
        filled: false,
    });
    (physical || place(first) || words.any(place)).then_some((dialect, size))
}

/// `x/8xb 0x7fffffffe710`, `x/2gx $rsp`
fn gdb(text: &str) -> Option<Means> {
    let format = text.strip_prefix("x/")?.split(' ').next()?;
    let letters = format.trim_start_matches(|c: char| c.is_ascii_digit());
    let fixed = letters.contains('a');
    let unit = letters.chars().find_map(|letter| match letter {
        'b' => Some(1),
        'h' => Some(2),
        'w' => Some(4),
        // Addresses, which are not filled up with zeros.
        'g' | 'a' => Some(8),
        _ => None,
    });
    letters
        .chars()
        .all(|letter| letter.is_ascii_lowercase())
        .then_some((
            Dialect::Gdb,
            unit.map(|bytes| Unit {
                bytes,
                fixed,
                filled: false,
            }),
        ))
}

/// `xxd -e page.bin`, `hexdump -C page.bin`, `od -A d -t x1 page.bin`
fn tool(text: &str) -> Option<Means> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let mut has = |option: &str| words.any(|word| word == option);
    let dialect = match name.rsplit('/').next()? {
        "xxd" if has("-e") => Dialect::XxdWords,
        "xxd" => Dialect::Xxd,
        "hd" => Dialect::HexdumpC,
        "hexdump" if has("-C") => Dialect::HexdumpC,
        "hexdump" => Dialect::Hexdump,
        "od" => match text.split_once("-A").map(|(_, radix)| radix.trim_start()) {
            Some(radix) if radix.starts_with('x') => Dialect::OdHex,
            Some(radix) if radix.starts_with('d') => Dialect::OdDecimal,
            Some(radix) if radix.starts_with('n') => Dialect::Plain,
            _ => Dialect::Od,
        },
        _ => return None,
    };
    Some((dialect, None))
}

fn is_hex(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_say_what_follows() {
        for (text, dialect, unit) in [
            ("db fffff803`451e0c86 L9", Dialect::WindbgDb, Some(1)),
            ("db nt!KiSystemCall64", Dialect::WindbgDb, Some(1)),
            ("!db 1208040", Dialect::WindbgPhysical, Some(1)),
            ("dd /c 4 8056e340", Dialect::WindbgDd, Some(4)),
            ("dq rsp L10", Dialect::WindbgDq, Some(8)),
            ("x/8db 0x7fffffffe710", Dialect::Gdb, Some(1)),
            ("x/2gx $rsp", Dialect::Gdb, Some(8)),
            ("$ xxd -e page.bin", Dialect::XxdWords, None),
            ("root@host:~# hexdump -n 8 -C a", Dialect::HexdumpC, None),
            ("od -A d -t x1 page.bin", Dialect::OdDecimal, None),
        ] {
            let found =
                command(text).map(|command| (command.dialect, command.unit.map(|unit| unit.bytes)));
            assert_eq!(found, Some((dialect, unit)), "{text}");
        }
        for text in [
            "db",
            "db 00 01",
            "dd 0a 0c",
            "da ba da ba",
            "4d 5a",
            "x/",
            "od",
        ] {
            let found = command(text).map(|command| command.dialect);
            assert!(
                matches!(found, None | Some(Dialect::Od | Dialect::Gdb)),
                "{text}: {found:?}"
            );
        }
    }
}
