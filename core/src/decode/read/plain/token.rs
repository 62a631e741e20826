//! The bytes of one line of hexadecimal: what divides them, what may stand before them.

use crate::decode::read::cells::{Cell, Cells, Notation, Order, Rule, nibble};
use crate::decode::read::chars::{Beside, said};
use crate::decode::read::fate::{Reason, excerpt};

/// The most digits of a number that `0x` begins; what is longer is a run of bytes.
const NUMBER_DIGITS: usize = 16;

/// What may stand between bytes.
pub(super) const SEPARATORS: [char; 9] = [' ', ',', ';', ':', '-', '_', '.', '|', '%'];

/// The marks that begin a note at the end of a line.
pub(super) const NOTES: [&str; 6] = ["//", "/*", "#", "<", "--", ";"];

/// The marks that begin a byte.
const PREFIXES: [&str; 4] = ["0x", "0X", "\\x", "\\X"];

/// The bytes of a line in which there is nothing else; an error where there is none.
pub(super) fn bytes(text: &str, order: Order) -> Result<Vec<Option<u8>>, Reason> {
    if order == Order::Memory
        && let Some(bytes) = digits(text)
    {
        return Ok(bytes);
    }
    let mut bytes = Vec::with_capacity(text.len() / 3 + 1);
    for word in text.split(SEPARATORS).filter(|word| !word.is_empty()) {
        match order {
            Order::Memory => push_word(&mut bytes, word)?,
            Order::Number => push_reversed(&mut bytes, word)?,
        }
    }
    if bytes.is_empty() {
        return Err(Reason::NoDigit);
    }
    Ok(bytes)
}

/// The bytes of a line of nothing but pairs of digits and what divides them: most lines are that.
fn digits(text: &str) -> Option<Vec<Option<u8>>> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut rest = text.as_bytes();
    loop {
        match rest {
            [] => return (!bytes.is_empty()).then_some(bytes),
            [b'?', b'?', behind @ ..] => {
                bytes.push(None);
                rest = behind;
            }
            [high, low, behind @ ..] if high.is_ascii_hexdigit() => {
                bytes.push(Some(nibble(*high)? << 4 | nibble(*low)?));
                rest = behind;
            }
            [divider, behind @ ..] => {
                if !SEPARATORS.contains(&char::from(*divider)) {
                    return None;
                }
                rest = behind;
            }
        }
    }
}

/// The bytes of a line at whose end stand the characters that say the same.
pub(super) fn with_characters(text: &str) -> Option<Vec<Option<u8>>> {
    let mut cells = Cells::default();
    let text = text.trim_start_matches(' ');
    let rule = Rule {
        notation: Notation::Hex,
        order: Order::Memory,
        unit: 1,
        fixed: false,
        filled: false,
        cut: false,
    };
    cells.scan(text, rule);
    let at = |cell: &&Cell| {
        let bytes = cells.bytes.get(..cell.bytes)?;
        let said = said(text.get(cell.end..)?, bytes, Beside::Characters)?;
        said.rest.trim().is_empty().then_some(cell.bytes)
    };
    let mut backward = cells.cells.iter().rev().filter(|_| cells.unit == 1);
    let count = backward.find_map(|cell| at(&cell))?;
    cells.bytes.truncate(count);
    Some(cells.bytes)
}

/// A number of one, two, four or eight bytes, the lowest byte first.
fn push_reversed(bytes: &mut Vec<Option<u8>>, word: &str) -> Result<(), Reason> {
    let digits = prefixed(word).map_or(word, |(_, digits)| digits);
    let digits = digits.replace('`', "");
    if !matches!(digits.len(), 2 | 4 | 8 | 16) {
        return Err(Reason::NoWord(excerpt(word)));
    }
    let pairs = pairs(&digits).ok_or_else(|| Reason::NotHex(excerpt(word)))?;
    bytes.extend(pairs.into_iter().rev());
    Ok(())
}

/// `4d5a`, `0x4d`, `\x4d\x5a`, `0x4d0x5a`
fn push_word(bytes: &mut Vec<Option<u8>>, word: &str) -> Result<(), Reason> {
    let Some((_, mut rest)) = prefixed(word) else {
        return push_run(bytes, suffixed(word).unwrap_or(word));
    };
    loop {
        let next = next_prefix(rest);
        let (digits, behind) = rest.split_at(next.unwrap_or(rest.len()));
        push_number(bytes, digits, word)?;
        match prefixed(behind) {
            Some((_, behind)) => rest = behind,
            None => return Ok(()),
        }
    }
}

/// The digits of `4Dh` and of `0FFh`.
fn suffixed(word: &str) -> Option<&str> {
    let digits = word.strip_suffix(['h', 'H'])?;
    match digits.as_bytes() {
        [_, _] => Some(digits),
        [b'0', b'a'..=b'f' | b'A'..=b'F', _] => digits.get(1..),
        _ => None,
    }
}

fn prefixed(text: &str) -> Option<(&'static str, &str)> {
    PREFIXES
        .iter()
        .find_map(|prefix| Some((*prefix, text.strip_prefix(prefix)?)))
}

/// Where the next mark begins. A number has a digit before the next mark: in `0x0x`, the second `0` belongs to it.
fn next_prefix(text: &str) -> Option<usize> {
    let found = text.find(['x', 'X'])?;
    found.checked_sub(1).filter(|at| text.is_char_boundary(*at))
}

/// One or two digits behind a mark, or a run that is too long to be a number.
fn push_number(bytes: &mut Vec<Option<u8>>, digits: &str, word: &str) -> Result<(), Reason> {
    let byte = u8::from_str_radix(digits, 16).ok();
    let hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    match digits.len() {
        2 if digits == "??" => bytes.push(None),
        _ if !hex => return Err(Reason::NotHex(excerpt(word))),
        1 | 2 => bytes.push(byte),
        3..=NUMBER_DIGITS => return Err(Reason::WideNumber(excerpt(word))),
        _ => return push_run(bytes, digits),
    }
    Ok(())
}

fn push_run(bytes: &mut Vec<Option<u8>>, run: &str) -> Result<(), Reason> {
    if !run.bytes().all(|b| b.is_ascii_hexdigit() || b == b'?') {
        return Err(Reason::NotHex(excerpt(run)));
    }
    if !run.len().is_multiple_of(2) {
        return Err(Reason::OddDigits(excerpt(run)));
    }
    let pairs = pairs(run).ok_or_else(|| Reason::NotHex(excerpt(run)))?;
    bytes.extend(pairs);
    Ok(())
}

/// The bytes of a run of digits; `None` where it is none.
pub(super) fn pairs(run: &str) -> Option<Vec<Option<u8>>> {
    run.as_bytes()
        .chunks(2)
        .map(|pair| match pair {
            [b'?', b'?'] => Some(None),
            [high, low] => Some(Some(nibble(*high)? << 4 | nibble(*low)?)),
            _ => None,
        })
        .collect()
}
