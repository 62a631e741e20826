//! A value in words: what it says, and what else there is to say about it.

use strata_core::decode::value::{BitValue, Value};

/// A value in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// What it says.
    pub main: String,
    /// What else there is to say: another notation, the class of a pointer.
    pub note: String,
}

impl Words {
    fn new(main: impl Into<String>, note: impl Into<String>) -> Self {
        Self {
            main: main.into(),
            note: note.into(),
        }
    }
}

/// A number as Strata writes it.
#[must_use]
pub fn hex(number: u64) -> String {
    format!("0x{number:x}")
}

/// A place in the bytes, or before them.
#[must_use]
pub fn signed_hex(place: i64) -> String {
    let sign = if place < 0 { "-" } else { "" };
    format!("{sign}{}", hex(place.unsigned_abs()))
}

/// A value in words. What has parts says how many; they are told on lines of their own.
#[must_use]
pub fn words(value: &Value) -> Words {
    let number = || hex(value.number().unwrap_or_default());
    match value {
        Value::Unknown => Words::new("unknown", "not every byte of it is known"),
        Value::Unsigned(small @ 0..10) => Words::new(small.to_string(), ""),
        Value::Unsigned(large) => Words::new(number(), large.to_string()),
        Value::Signed { value, .. } => match value {
            0..10 => Words::new(value.to_string(), ""),
            _ => Words::new(number(), value.to_string()),
        },
        Value::Boolean(0) => Words::new("FALSE", ""),
        Value::Boolean(1) => Words::new("TRUE", ""),
        Value::Boolean(_) => Words::new("TRUE", number()),
        Value::Char(byte) => Words::new(format!("'{}'", byte.escape_ascii()), number()),
        Value::WideChar(unit) => {
            let unit = char::from_u32(u32::from(*unit)).unwrap_or('\u{fffd}');
            Words::new(format!("'{}'", unit.escape_default()), number())
        }
        Value::Pointer(pointer) => Words::new(number(), pointer.class.as_str()),
        Value::Handle(_) => Words::new(number(), "handle"),
        Value::LargeInteger(value) => Words::new(number(), value.to_string()),
        Value::Guid(guid) => Words::new(guid.to_string(), ""),
        Value::Enum {
            name: Some(name), ..
        } => Words::new(name.as_ref(), number()),
        Value::Enum { .. } => Words::new(number(), "none of the values known here"),
        Value::BitField { number, .. } => Words::new(of_bits(*number), ""),
        Value::Bytes(why) => Words::new("", why.as_str()),
        Value::UnicodeString { .. }
        | Value::ListEntry { .. }
        | Value::Bits { .. }
        | Value::Array { .. }
        | Value::Struct { .. } => compound(value),
    }
}

fn compound(value: &Value) -> Words {
    match value {
        Value::UnicodeString { .. } => Words::new("", "UNICODE_STRING"),
        Value::ListEntry { .. } => Words::new("", "LIST_ENTRY"),
        Value::Bits {
            number,
            fields,
            unnamed,
        } => Words::new(known(*number), bits(fields.as_deref(), *unnamed)),
        Value::Array { count: 1, .. } => Words::new("1 element", ""),
        Value::Array { count, elements } => {
            let shown = match elements.len() {
                shown if shown == *count as usize => String::new(),
                shown => format!("the first {shown} are shown"),
            };
            Words::new(format!("{count} elements"), shown)
        }
        Value::Struct { ty, union, .. } => {
            Words::new("", format!("{}{ty}", if *union { "union " } else { "" }))
        }
        _ => Words::default(),
    }
}

/// Which bits are set, by name.
fn bits(fields: Option<&[BitValue]>, unnamed: u64) -> String {
    let Some(fields) = fields else {
        return "which bits there are is not stated".to_owned();
    };
    let set = fields.iter().filter_map(|field| match field.number {
        Some(0) => None,
        Some(1) => Some(field.name.to_string()),
        Some(number) => Some(format!("{} = {}", field.name, hex(number))),
        None => Some(format!("{} = ?", field.name)),
    });
    let unnamed = (unnamed != 0).then(|| format!("{} without a name", hex(unnamed)));
    let set: Vec<String> = set.chain(unnamed).collect();
    match set.is_empty() {
        true => "none set".to_owned(),
        false => set.join(", "),
    }
}

/// What some bits hold: `1`, `0x1f`, or a question mark.
#[must_use]
pub fn of_bits(number: Option<u64>) -> String {
    match number {
        Some(small @ 0..10) => small.to_string(),
        number => known(number),
    }
}

/// A number, or a question mark.
fn known(number: Option<u64>) -> String {
    number.map_or_else(|| "?".to_owned(), hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &Value, main: &str, note: &str) {
        assert_eq!(words(value), Words::new(main, note));
    }

    #[test]
    fn numbers_are_told_in_both_notations_where_they_differ() {
        check(&Value::Unsigned(7), "7", "");
        check(&Value::Unsigned(28), "0x1c", "28");
        let negative = Value::Signed {
            value: -1,
            bits: 0xffff_ffff,
        };
        check(&negative, "0xffffffff", "-1");
        check(&Value::Boolean(3), "TRUE", "0x3");
    }

    #[test]
    fn bits_are_told_by_name() {
        assert_eq!(bits(None, 0), "which bits there are is not stated");
        assert_eq!(bits(Some(&[]), 0), "none set");
        assert_eq!(bits(Some(&[]), 0x40), "0x40 without a name");
    }
}
