//! Formats a value as text with a note.

use crate::render::counted;

use super::value::{BitValue, Bitmap, HandleClass, Item, List, Meaning, Text, Value};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pub main: String,
    /// Further information: another notation, the class of a pointer, a name.
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

pub fn hex(number: u64) -> String {
    format!("0x{number:x}")
}

/// Formats a signed number: `-0x10`, `0x10`.
pub fn signed_hex(place: i64) -> String {
    let sign = if place < 0 { "-" } else { "" };
    format!("{sign}{}", hex(place.unsigned_abs()))
}

/// Formats an item: its value and its meaning.
pub fn of_item(item: &Item) -> Words {
    let mut words = of_value(&item.value);
    if let Some(meaning) = item.meaning.as_deref() {
        let more = of_meaning(meaning);
        // A name is more informative than its number.
        if let Meaning::Constant(Some(_)) = meaning {
            words.note = std::mem::replace(&mut words.main, more);
        } else if words.note.is_empty() {
            words.note = more;
        } else {
            words.note = format!("{}: {more}", words.note);
        }
    }
    words
}

pub fn of_meaning(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Flags { set, unknown } => {
            let names = set.iter().map(|constant| constant.name.to_string());
            let unknown = (*unknown != 0).then(|| format!("unknown bits {}", hex(*unknown)));
            let all: Vec<String> = names.chain(unknown).collect();
            match all.is_empty() {
                true => "no flag set".to_owned(),
                false => all.join(", "),
            }
        }
        Meaning::Constant(None) => "not a known value".to_owned(),
        Meaning::Constant(Some(constant)) => constant.name.to_string(),
        Meaning::Time(time) => format!("as a time: {time}"),
        Meaning::Guid(guid) => guid.name.to_string(),
        Meaning::Text(text) => of_text(text),
        Meaning::List(list) => of_list(list),
        Meaning::Bitmap(bitmap) => of_bitmap(bitmap),
    }
}

fn of_text(text: &Text) -> String {
    let mut said = "“".to_owned();
    // A terminal would interpret control characters.
    for c in text.text.chars() {
        match c.is_control() {
            true => said.extend(c.escape_debug()),
            false => said.push(c),
        }
    }
    said.push('”');
    if text.cut {
        said.push_str(" and more");
    }
    if text.unknown > 0 {
        said.push_str(&format!(" ({} of it unknown)", text.unknown));
    }
    said
}

fn of_list(list: &List) -> String {
    match list.entries {
        0 => "empty: it points to itself".to_owned(),
        entries => format!(
            "{} in the input; {}",
            counted(entries as usize, "other entry"),
            list.end.words()
        ),
    }
}

fn of_bitmap(bitmap: &Bitmap) -> String {
    let first: Vec<String> = bitmap.first.iter().map(u32::to_string).collect();
    let more = if bitmap.set as usize > first.len() {
        " …"
    } else {
        ""
    };
    let colon = if first.is_empty() { "" } else { ": " };
    let mut said = format!(
        "{} of {} bits set{colon}{}{more}",
        bitmap.set,
        bitmap.bits,
        first.join(", ")
    );
    if bitmap.unknown > 0 {
        said.push_str(&format!(", {} unknown", bitmap.unknown));
    }
    if bitmap.seen < bitmap.bits {
        said.push_str(&format!(", of the first {}", bitmap.seen));
    }
    said
}

/// Formats a value; for a composite, the number of its parts.
pub fn of_value(value: &Value) -> Words {
    let number = || hex(value.number().unwrap_or_default());
    match value {
        Value::Unknown => Words::new("unknown", "missing"),
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
        Value::Handle(handle) => {
            let tag = match handle.tag {
                0 => String::new(),
                tag => format!(", tag bits {tag}"),
            };
            let class = match handle.class {
                HandleClass::Null => "null handle",
                HandleClass::Pseudo => "pseudo handle",
                HandleClass::Kernel => "kernel handle",
                HandleClass::Process => "handle in the table of the process",
            };
            Words::new(number(), format!("{class}{tag}"))
        }
        Value::LargeInteger(value) => Words::new(number(), value.to_string()),
        Value::Guid(guid) => Words::new(guid.to_string(), ""),
        Value::Enum {
            name: Some(name), ..
        } => Words::new(name.as_ref(), number()),
        Value::Enum { .. } => Words::new(number(), "not a known value"),
        Value::BitField { number, .. } => Words::new(of_bits(*number), ""),
        Value::Bytes(why) => Words::new("", why.as_str()),
        Value::UnicodeString { .. } => Words::new("", "UNICODE_STRING"),
        Value::ListEntry { .. } => Words::new("", "LIST_ENTRY"),
        Value::Bits {
            number,
            fields,
            unnamed,
        } => Words::new(number_or_mark(*number), bits(fields.as_deref(), *unnamed)),
        Value::Array { count, elements } => {
            let shown = match elements.len() {
                shown if shown == *count as usize => String::new(),
                shown => format!("the first {shown} are shown"),
            };
            Words::new(counted(*count as usize, "element"), shown)
        }
        Value::Struct { ty, union, .. } => {
            Words::new("", format!("{}{ty}", if *union { "union " } else { "" }))
        }
    }
}

/// Formats the set bits by name.
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

/// Formats the value of bits: `1`, `0x1f`, or a question mark.
pub fn of_bits(number: Option<u64>) -> String {
    match number {
        Some(small @ 0..10) => small.to_string(),
        number => number_or_mark(number),
    }
}

/// Formats a number, or a question mark.
fn number_or_mark(number: Option<u64>) -> String {
    number.map_or_else(|| "?".to_owned(), hex)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::value::ListEnd;

    #[track_caller]
    fn check(value: &Value, main: &str, note: &str) {
        assert_eq!(of_value(value), Words::new(main, note));
    }

    #[test]
    fn numbers_are_shown_in_both_notations_where_they_differ() {
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
    fn bits_are_shown_by_name() {
        assert_eq!(bits(None, 0), "which bits there are is not stated");
        assert_eq!(bits(Some(&[]), 0), "none set");
        assert_eq!(bits(Some(&[]), 0x40), "0x40 without a name");
    }

    #[test]
    fn control_characters_are_escaped() {
        let text = Text {
            text: "C:\\a\u{1b}[0m".to_owned(),
            cut: true,
            unknown: 0,
        };
        assert_eq!(of_text(&text), "“C:\\a\\u{1b}[0m” and more");
    }

    #[test]
    fn lists_say_how_far_they_were_followed() {
        let list = |entries, end| of_list(&List { entries, end });
        assert_eq!(list(0, ListEnd::Closes), "empty: it points to itself");
        assert_eq!(
            list(1, ListEnd::Leaves),
            "1 other entry in the input; the next entry is not in the input"
        );
    }
}
