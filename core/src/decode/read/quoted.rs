//! Bytes of one or two digits, each in quotation marks: `['0x4d', '0x5a']`, as Python prints `[hex(b) for b in data]`.

use super::cells::Order;
use super::text::{Line, is_pair, lines};
use super::{ReadError, Reading, literal, plain};

/// How many there are at least.
const LEAST: usize = 4;

/// Reads such a list, which may as well be of texts; `None` where the text is anything else.
pub(super) fn read(text: &str, own: &[Line<'_>]) -> Option<Result<Reading, ReadError>> {
    let digits = digits(text)?;
    Some(lines(&digits).and_then(|lines| {
        let why = "bytes of two digits, each in quotation marks".to_owned();
        let mut reading = plain::read(&lines, Order::Memory, why)?;
        reading.offer(literal::read(text, own, None));
        Ok(reading)
    }))
}

/// The list without marks and brackets, each byte where it stands.
fn digits(text: &str) -> Option<String> {
    let from = text
        .find('[')
        .filter(|_| text.trim_end().ends_with([']', ';']))?;
    let (name, list) = text.split_at(from);
    let is_name = |c: char| c.is_alphanumeric() || " _=.\r\n".contains(c);
    if !name.chars().all(is_name) {
        return None;
    }
    let mut count = 0;
    let mut digits = " ".repeat(name.len());
    for (place, part) in list.split(['"', '\'']).enumerate() {
        let own = part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"));
        match place % 2 {
            1 if is_pair(own.unwrap_or(part)) => {
                count += 1;
                digits.push_str(own.unwrap_or(part));
            }
            // As `hex` prints a byte below 16.
            1 if own.is_some_and(is_digit) => {
                count += 1;
                digits.push('0');
                digits.push_str(own.unwrap_or_default());
            }
            0 if part.chars().all(|c| "[],; \t\r\n".contains(c)) => {
                let blank = |c: char| if c == '\n' { c } else { ' ' };
                digits.extend(part.chars().map(blank));
            }
            _ => return None,
        }
        digits.push(' ');
    }
    (count >= LEAST).then_some(digits)
}

fn is_digit(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}
