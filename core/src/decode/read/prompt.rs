//! What people paste around rows and before them: prompts and commands, headings, fences, the marks of quotations and comments,
//! the numbers of lines.

use super::cells::Unit;
use super::fate::{Fate, Reason, excerpt};
use super::text::{is_fence, is_gap, is_hex, uncoded};
use super::{Dialect, clean};

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

/// How many marks may stand before one another.
const MARKS: usize = 3;

/// A line that stands around rows.
#[derive(Debug)]
pub(super) enum Around {
    /// The mark that begins or ends a block, or nothing at all.
    Fence,
    /// A prompt, perhaps with a command.
    Prompt(Option<Command>),
    /// It names the columns, and the tool whose they are, where it does.
    Heading(Option<Dialect>),
    /// It says that something was left out.
    Gap,
}

impl Around {
    /// What became of such a line.
    pub(super) const fn fate(&self) -> Fate {
        match self {
            Self::Fence => Fate::Fence,
            Self::Prompt(_) => Fate::Prompt,
            Self::Heading(_) => Fate::Heading,
            Self::Gap => Fate::Gap,
        }
    }
}

/// What the line is, if it stands around rows.
pub(super) fn around(plain: &str) -> Option<Around> {
    let text = uncoded(plain);
    if is_fence(plain) || text.is_empty() {
        return Some(Around::Fence);
    }
    let behind = marked(text);
    let is_windbg = |text| kernel(text).or_else(|| user(text)).is_some();
    let command = command(behind.unwrap_or(text), is_windbg(text.trim_start()));
    if behind.is_some() || command.is_some() {
        return Some(Around::Prompt(command));
    }
    let columns = text.trim_start_matches([' ', '/', ';', '#', '>', '*']);
    if let Some(dialect) = Dialect::of_heading(columns) {
        return Some(Around::Heading(dialect));
    }
    is_gap(text).then_some(Around::Gap)
}

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
        let bare = unmarked(text);
        let behind = || prompt(unnumbered(bare)?);
        prompt(bare).or_else(behind)
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
    (address.is_empty() || is_hex(address)).then_some(rest)
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

/// Reads a line, first as it stands, then behind whatever may stand before a row.
pub(super) fn behind<T>(
    text: &str,
    mut read: impl FnMut(&str) -> Result<T, Reason>,
) -> Result<T, Reason> {
    let text = uncoded(text);
    let first = read(text);
    if !matches!(first, Err(Reason::NoAddress)) {
        return first;
    }
    if let Some(physical) = physical(text) {
        let found = read(physical);
        if !matches!(found, Err(Reason::NoAddress)) {
            return found;
        }
    }
    let bare = unmarked(prompt(text).unwrap_or(text));
    let found = match bare.len() == text.len() {
        true => first,
        false => read(bare),
    };
    // A number behind `#` is a physical address, and not the number of a line.
    let marks = text.get(..text.len() - bare.len()).unwrap_or_default();
    let number = || Some(bare).filter(|_| !marks.trim_end().ends_with('#'));
    match (found, number().and_then(unnumbered)) {
        (Err(Reason::NoAddress), Some(text)) => read(text),
        (found, _) => found,
    }
}

/// A physical address behind other marks: `> #  e9000 000ea002`.
fn physical(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(['/', ' ', ';', '>', '*', '|']);
    let marked = rest.len() < text.len() && rest.starts_with('#');
    marked.then_some(rest)
}

/// Behind `//`, `>`, `;`, `*` and the like.
pub(super) fn unmarked(text: &str) -> &str {
    let mut rest = text.trim_start_matches(' ');
    for _ in 0..MARKS {
        // The mark of a list, in Markdown and in a difference.
        for mark in ["- ", "+ ", "• "] {
            rest = rest.strip_prefix(mark).unwrap_or(rest);
        }
        for mark in ["//", "/*"] {
            while let Some(behind) = rest.strip_prefix(mark) {
                rest = behind;
            }
        }
        rest = rest.trim_start_matches([' ', ';', '>', '*', '$', '|', '\'']);
        // A number behind it is a physical address.
        let hash = rest.trim_start_matches('#');
        if !hash.starts_with(|c: char| c.is_ascii_hexdigit()) {
            rest = hash;
        }
    }
    uncoded(rest)
}

/// Behind the number of a line.
fn unnumbered(text: &str) -> Option<&str> {
    let (_, behind) = clean::number(text)?;
    Some(uncoded(behind.trim_start_matches([' ', '|'])))
}

/// A command that dumps memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// As it stands.
    pub(super) text: String,
    /// Whose rows it prints.
    pub(super) dialect: Dialect,
    /// How many bytes a number has, where the command says so.
    pub(super) unit: Option<Unit>,
}

/// The command that the line is: ``db fffff803`451e0c86 L9``, `x/8db $rsp`, `xxd -e page.bin`.
fn command(text: &str, is_prompted: bool) -> Option<Command> {
    let text = text.trim();
    let plain = |dialect| (dialect, None);
    let found = windbg(text, is_prompted).map(plain).or_else(|| gdb(text));
    let found = found.or_else(|| tool(text).map(plain));
    let (dialect, unit) = found.or_else(|| {
        // Behind a shell's prompt, whatever it says.
        let marked = |b| matches!(b, b'$' | b'#' | b'%');
        text.bytes().find(|b| marked(*b))?;
        let mut prompts = ["$ ", "# ", "% "]
            .iter()
            .filter_map(|mark| text.split_once(mark));
        prompts.find_map(|(_, behind)| tool(behind).map(plain))
    })?;
    Some(Command {
        text: excerpt(text),
        dialect,
        unit,
    })
}

/// `db nt!KiSystemCall64`, `!dd 1208040`, `dq rsp L10`
fn windbg(text: &str, is_prompted: bool) -> Option<Dialect> {
    let mut words = text.split_whitespace();
    let (name, first) = (words.next()?, words.next()?);
    let bang = name.strip_prefix('!');
    let name = bang.unwrap_or(name);
    let dialect = Dialect::of_command(|said| said == name).filter(|_| name.starts_with('d'))?;
    // `db` and `dd` are bytes, too: what follows must be an address, a count or a symbol.
    let place = |word: &str| {
        word.contains(['`', '!', '+', '@', '/'])
            || word
                .strip_prefix(['L', 'l'])
                .is_some_and(|count| is_hex(count.trim_start_matches('?')))
            || word.len() >= 8 && is_hex(word)
            || word.starts_with("0x") && word.len() > 4
    };
    match bang {
        Some(_) => Some(Dialect::WindbgPhysical),
        None => (is_prompted || place(first) || words.any(place)).then_some(dialect),
    }
}

/// `x/8xb 0x7fffffffe710`, `x/2gx $rsp`
fn gdb(text: &str) -> Option<(Dialect, Option<Unit>)> {
    let format = text.strip_prefix("x/")?.split(' ').next()?;
    let letters = format.trim_start_matches(|c: char| c.is_ascii_digit());
    let bytes = letters.chars().find_map(|letter| match letter {
        'b' => Some(1),
        'h' => Some(2),
        'w' => Some(4),
        'g' | 'a' => Some(8),
        _ => None,
    });
    let unit = bytes.map(|bytes| Unit {
        bytes,
        // Addresses are not filled up with zeros.
        fixed: letters.contains('a'),
        ..Unit::default()
    });
    let known = letters.bytes().all(|b| b.is_ascii_lowercase());
    known.then_some((Dialect::Gdb, unit))
}

/// `xxd -e page.bin`, `hexdump -C page.bin`, `od -A d -t x1 page.bin`
fn tool(text: &str) -> Option<Dialect> {
    let text = text.replace("-A ", "-A");
    let mut words = text.split_whitespace();
    let name = words.next()?.rsplit('/').next()?;
    let found = Dialect::of_command(|said| match said.split_once(' ') {
        Some((tool, option)) => tool == name && words.clone().any(|word| word.starts_with(option)),
        None => said == name,
    });
    // The debugger's commands are no tools of a shell.
    found.filter(|_| !name.starts_with('d'))
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

    #[test]
    fn commands_say_what_follows() {
        for (text, dialect, unit) in [
            ("db fffff803`451e0c86 L9", Dialect::WindbgDb, None),
            ("db nt!KiSystemCall64", Dialect::WindbgDb, None),
            ("!db 1208040", Dialect::WindbgPhysical, None),
            ("dd /c 4 8056e340", Dialect::WindbgDd, None),
            ("dq rsp L10", Dialect::WindbgDq, None),
            ("x/8db 0x7fffffffe710", Dialect::Gdb, Some(1)),
            ("x/2gx $rsp", Dialect::Gdb, Some(8)),
            ("$ xxd -e page.bin", Dialect::XxdWords, None),
            ("root@host:~# hexdump -n 8 -C a", Dialect::HexdumpC, None),
            ("od -A d -t x1 page.bin", Dialect::OdDecimal, None),
            ("hexdump -Cv page.bin", Dialect::HexdumpC, None),
            ("od -Ax page.bin", Dialect::OdHex, None),
        ] {
            let found = command(text, false)
                .map(|command| (command.dialect, command.unit.map(|unit| unit.bytes)));
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
            let found = command(text, false).map(|command| command.dialect);
            assert!(
                matches!(found, None | Some(Dialect::Od | Dialect::Gdb)),
                "{text}: {found:?}"
            );
        }
    }
}
