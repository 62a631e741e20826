//! Notations of single values: what a language or a debugger prints around bytes, and commands that write bytes.

use super::{AROUND, HEAD_LINES, OFFSET_DIGITS, each, unit};
use crate::decode::limits::SAMPLE_LIMIT;
use crate::decode::read::Dialect;
use crate::decode::read::literal::{number, width};
use crate::decode::read::prompt::prompt;
use crate::decode::read::row_address::{AddressNotation, WHOLE_DIGITS, parse_row_address};
use crate::decode::read::text::{is_hex, is_pair, split};

/// What precedes and follows the digits of one value in SQL or of macOS' `NSData`.
const AROUND_DIGITS: [(&str, &str); 5] = [
    ("SELECT 0x", ""),
    (r"'\x", "'"),
    (r"E'\\x", "'"),
    ("CAST(0x", " AS VARBINARY(MAX))"),
    ("<", ">"),
];
/// What precedes a list of bytes, up to the bracket; JavaScript's consoles print their number in it.
const BEFORE_LIST: [(&str, &str); 7] = [
    ("Uint8Array(", ") ["),
    ("Uint8Array(", ")\u{a0}["),
    ("Int8Array(", ") ["),
    ("Int8Array(", ")\u{a0}["),
    ("np.array(", "["),
    ("array('B', ", "["),
    ("struct.pack", "B\", *["),
];
/// The text that JavaScript's consoles print after the elements that they show.
const BEHIND_LIST: [&str; 2] = ["... ", ", buffer: ArrayBuffer("];

/// The fewest numbers that are taken for decimal bytes without a bracket.
const LEAST_DECIMALS: usize = 8;

/// Applies `line` to the lines of a text in which one of the first lines is such a line.
fn sampled(text: &str, line: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut first = split(text).take(SAMPLE_LIMIT);
    first
        .any(|it| line(it).is_some())
        .then(|| each(text, "", line))?
}

/// Extracts the digits of the one value of a text.
pub(super) fn digits(text: &str) -> Option<String> {
    let value = text.trim_ascii().trim_end_matches([';', ',']);
    let value = value.strip_suffix("::bytea").unwrap_or(value);
    let mut inside = AROUND_DIGITS.iter().filter_map(|(before, behind)| {
        let digits = value.strip_prefix(before)?.strip_suffix(behind)?;
        digits.split(' ').all(is_hex).then(|| digits.to_owned())
    });
    inside.next()
}

/// Writes a list of bytes as a usual one in brackets: Erlang's `<<77,90>>`, JavaScript's `Uint8Array(2) [77, 90]`, Python's
/// `array('B', [77, 90])` and `struct.pack("2B", *[77, 90])`.
pub(super) fn list(text: &str) -> Option<String> {
    let value = text.trim_ascii();
    let binary = value
        .strip_prefix("<<")
        .and_then(|it| it.strip_suffix(">>"));
    if let Some(elements) = binary.filter(|it| !it.contains(['<', '"'])) {
        return Some(format!("[{elements}]"));
    }
    let bracketed = value.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    if let Some(elements) = bracketed.filter(|it| !it.contains('\n')) {
        return padded(elements);
    }
    if let Some(list) = sampled(text, packed) {
        return Some(list);
    }
    let headed = |line: &str| {
        let mut lists = BEFORE_LIST.iter().filter_map(|(before, bracket)| {
            let (start, behind) = line.split_once(before)?;
            let (count, elements) = behind.split_once(bracket)?;
            Some(match count.parse::<usize>() {
                Ok(count) => format!("{start}elements[{count}] = [{elements}"),
                Err(_) => format!("{start}[{elements}"),
            })
        });
        lists.next()
    };
    let list = sampled(text, headed)?;
    let ended = |line: &str| {
        let ends = BEHIND_LIST.iter().filter_map(|end| line.find(end));
        Some(line.get(..ends.min()?)?.to_owned() + "]")
    };
    each(&list, "", ended).or(Some(list))
}

/// Writes the numbers of Python's `struct.pack("<2Q", 1, 2)` as a list with their type.
fn packed(line: &str) -> Option<String> {
    let (name, behind) = line.split_once("struct.pack(")?;
    let (format, numbers) = behind.strip_prefix(['"', '\''])?.split_once(['"', '\''])?;
    let letter = format
        .strip_prefix('<')?
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let element = match letter {
        "B" | "b" => "uint8",
        "H" | "h" => "uint16",
        "I" | "i" | "L" | "l" => "uint32",
        "Q" | "q" => "uint64",
        _ => return None,
    };
    let name = name.trim_end_matches([' ', '=']);
    let numbers = numbers.trim_start().strip_prefix(',')?.trim_start();
    let numbers = numbers.trim_start_matches('*');
    let name = if name.is_empty() { "packed" } else { name };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| format!("{element} {name} = ({numbers}"))
}

/// Pads the elements of a list of hexadecimal digits without prefix, as Rust's `{:x?}` writes it: not only one has a
/// single digit, which may have lost the other.
fn padded(elements: &str) -> Option<String> {
    let elements = || elements.split(',').map(str::trim);
    let has_letter = |digits: &str| digits.contains(|c: char| c.is_ascii_alphabetic());
    if !elements().any(has_letter) || elements().filter(|it| it.len() == 1).count() == 1 {
        return None;
    }
    let bytes: Vec<String> = elements().map(|it| format!("{it:0>2}")).collect();
    Some(format!("[{}]", bytes.join(", ")))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split([',', ';', ' ', '\t']);
    words.filter(|word| !word.is_empty())
}

/// The bytes of a line of decimal numbers, `165, 77, 0`; signed ones, too.
fn decimal_bytes(line: &str) -> Option<Vec<u8>> {
    let mut places = line.trim().split([',', ';']).skip(1);
    // Only the last place may be empty.
    if places.any(|place| place.trim().is_empty()) && places.next().is_some() {
        return None;
    }
    let byte = |word: &str| {
        // An offset is padded; `+` marks an offset, not a sum.
        let is_padded = word.len() > 1 && word.starts_with(['0', '+']);
        let signed = || word.parse::<i8>().ok().map(i8::cast_unsigned);
        word.parse().ok().or_else(signed).filter(|_| !is_padded)
    };
    let bytes: Option<Vec<u8>> = words(line).map(byte).collect();
    bytes.filter(|bytes| !bytes.is_empty())
}

/// Lines of decimal bytes, possibly with other lines above and below.
pub(in crate::decode::read) struct Decimals<'t> {
    text: &'t str,
    /// The number of lines above, without blank ones.
    heads: usize,
    rows: Vec<Vec<u8>>,
}

impl<'t> Decimals<'t> {
    /// Parses the lines of a text. If `asked`, the numbers need not look unlike hexadecimal.
    pub(in crate::decode::read) fn of(text: &'t str, asked: bool) -> Option<Self> {
        let is_blank = |line: &&str| !line.trim().is_empty();
        let lines = || split(text).filter(is_blank);
        // Most texts have no such lines.
        let heads = || {
            let heads = lines().take(HEAD_LINES + 1);
            heads.take_while(|line| decimal_bytes(line).is_none())
        };
        // The numbers may begin in the last of these lines, or be the elements of an array.
        let is_end = |c: char| c.is_ascii_digit() || ",[{(".contains(c);
        let begins = |line: &str| line.trim_end().ends_with(is_end);
        let is_declared = heads().last().is_some_and(begins);
        let heads = heads().count();
        if is_declared {
            return None;
        }
        let rows = lines().skip(heads).map_while(decimal_bytes);
        let rows: Vec<Vec<u8>> = rows.collect();
        // Where lines end in commas, a line without one may end within a number.
        let ends = lines().skip(heads).take(rows.len().saturating_sub(1));
        let mut ends = ends.map(|line| line.trim_end().ends_with(','));
        if ends.next().is_some_and(|first| ends.any(|it| it != first)) {
            return None;
        }
        let mut behind = lines().skip(heads + rows.len());
        if behind.any(|line| line.trim().starts_with(|c: char| c.is_ascii_digit())) {
            return None;
        }
        let words = lines().skip(heads).take(rows.len()).flat_map(words);
        // Hexadecimal has two digits.
        let odd = words.filter(|word| matches!(word.len(), 1 | 3 | 4)).count();
        let count: usize = rows.iter().map(Vec::len).sum();
        let are_single = rows.iter().all(|row| row.len() == 1);
        let least = if are_single { 1 } else { count.div_ceil(2) };
        // Numbers that count the lines or the bytes are not bytes.
        let firsts: Vec<u8> = rows.iter().filter_map(|row| row.first().copied()).collect();
        let pairs = firsts.iter().zip(firsts.iter().skip(1));
        let mut steps = pairs.map(|(first, next)| next.checked_sub(*first));
        let step = steps.next().flatten().filter(|step| *step > 0);
        let counts = !are_single && step.is_some() && steps.all(|it| it == step);
        let are_bytes = count >= LEAST_DECIMALS && (odd >= least || asked) && !counts;
        are_bytes.then_some(Self { text, heads, rows })
    }

    /// Writes the bytes as a list.
    pub(in crate::decode::read) fn write(&self) -> String {
        let mut number = 0;
        let list = split(self.text).map(|line| {
            let is_blank = line.trim().is_empty();
            number += usize::from(!is_blank);
            let row = number.checked_sub(self.heads + 1);
            let row = row.and_then(|row| self.rows.get(row));
            let Some(row) = row.filter(|_| !is_blank) else {
                return format!("{AROUND}{line}\n");
            };
            let bytes: Vec<String> = row.iter().map(u8::to_string).collect();
            let open = if number == self.heads + 1 { "[" } else { "" };
            let close = match number == self.heads + self.rows.len() {
                true => "]",
                false => ",",
            };
            format!("{open}{}{close}\n", bytes.join(","))
        });
        list.collect()
    }
}

/// Extracts the escapes of a shell's command that prints bytes, `printf '\x4d\x5a'`.
pub(super) fn printed(line: &str) -> Option<String> {
    let line = line.trim_start();
    let behind = ["printf ", "echo -ne "]
        .iter()
        .find_map(|command| line.strip_prefix(command));
    let (_, escapes) = behind?.split_once(['\'', '"'])?;
    let (escapes, _) = escapes.split_once(['\'', '"'])?;
    let mut bytes = escapes.strip_prefix("\\x")?.split("\\x");
    bytes.all(is_pair).then(|| escapes.to_owned())
}

/// Extracts the bytes of a string in a rule of YARA, `$a = { 4D 5A ?? }`.
pub(super) fn yara(line: &str) -> Option<String> {
    let (name, behind) = line.split_once("= {")?;
    let (bytes, _) = behind.split_once('}')?;
    let is_byte = |word: &str| is_pair(word) || word == "??";
    let are_bytes = name.contains('$') && bytes.split_ascii_whitespace().all(is_byte);
    are_bytes.then(|| bytes.trim().to_owned())
}

/// Writes commands of WinDbg that write memory, ``eb fffff803`451e0c86 4d 5a``, as rows.
pub(super) fn entered(text: &str) -> Option<String> {
    let mut first = split(text).take(SAMPLE_LIMIT).filter_map(entered_row);
    let is_some = first.any(|(_, is_whole)| is_whole);
    is_some.then(|| each(text, "", |line| entered_row(line).map(|(row, _)| row)))?
}

/// Returns the row that such a command writes, and whether only numbers follow its address.
fn entered_row(line: &str) -> Option<(String, bool)> {
    let command = prompt(line).unwrap_or(line).trim_start();
    let (name, rest) = command.split_once(' ')?;
    let unit = unit(name.to_ascii_lowercase().strip_prefix('e')?)?;
    let (address, numbers) = rest.trim_start().split_once(' ')?;
    let addr = parse_row_address(address)?;
    let is_ticked = addr.kind == AddressNotation::Ticked;
    if addr.digits.len() < WHOLE_DIGITS {
        return None;
    }
    // The line break before another command may be lost.
    let mark = format!(" {name} ");
    let mut marks = numbers.match_indices(&mark);
    let next = marks.find_map(|(at, _)| Some((at, entered_row(numbers.get(at + 1..)?)?)));
    let (end, next) = next.map_or((numbers.len(), None), |(at, next)| (at, Some(next)));
    let numbers = numbers.get(..end)?;
    let padded = |number: &str| {
        let digits = number.trim_start_matches("0x").replace('`', "");
        let is_one = digits.len() <= 2 * unit && is_hex(&digits);
        // A byte with one digit may have lost the other.
        let width = if unit == 1 { 1 } else { 2 * unit };
        is_one.then(|| format!("{digits:0>width$}"))
    };
    let padded: Option<Vec<String>> = numbers.split_ascii_whitespace().map(padded).collect();
    let is_whole = padded.is_some();
    let numbers = padded.map_or(numbers.to_owned(), |it| it.join(" "));
    let address = if is_ticked { address } else { addr.digits };
    let next = next.map_or(String::new(), |(next, _)| format!("  {next}"));
    Some((format!("{address}  {numbers}{next}"), is_whole))
}

/// Writes the elements of an array, `[0] : 0x4d [Type: unsigned char]` as WinDbg's `dx` prints them, or with tabs as Visual
/// Studio copies them, as rows of bytes.
pub(super) fn elements(text: &str) -> Option<String> {
    sampled(text, |line| {
        let (index, rest) = line.trim_start().strip_prefix('[')?.split_once(']')?;
        let (value, element) = match rest.split_once("[Type: ") {
            Some((value, element)) => (
                value.trim_start().strip_prefix(':')?,
                element.strip_suffix(']')?,
            ),
            None => rest.trim_start().rsplit_once('\t')?,
        };
        // The text does not tell the size of a pointer.
        let element = Some(element.trim()).filter(|it| !it.contains('*'))?;
        let unit = width(element, Dialect::CArray).ok().flatten()?;
        let value = value.trim().split([' ', '\t']).next()?.replace('`', "");
        let at = number(index, false).ok()?.value.checked_mul(unit.into())?;
        let digits = value.strip_prefix('-');
        let number = number(digits.unwrap_or(&value), false).ok()?;
        // A number that does not fit is damaged.
        let bytes = match number.element(digits.is_some(), unit) {
            Some(number) => {
                let bytes = number.to_le_bytes().into_iter().take(unit as usize);
                bytes.map(|byte| format!(" {byte:02x}")).collect()
            }
            None => " ??".repeat(unit as usize),
        };
        Some(format!("{at:0OFFSET_DIGITS$x}:{bytes}"))
    })
}
