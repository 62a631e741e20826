//! What was decoded as text, one line a value, nested ones indented. For people; scripts get [`wire`](super::wire).

use std::fmt;

use super::finding::Finding;
use super::memory::State;
use super::space::Place;
use super::value::{BitValue, Item, ItemName, Meaning, Pointer, Value};
use super::{Decoded, Instance};

/// How many bytes of a member are printed where they have no meaning.
const RAW_SHOWN: usize = 32;

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} size {}", self.structure, self.point, self.size)?;
        findings(f, &self.findings)?;
        for instance in &self.instances {
            instance.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.offset < 0 { "-" } else { "" };
        write!(f, "at {sign}0x{:02x}", self.offset.unsigned_abs())?;
        if let Some(address) = self.address() {
            write!(f, " = 0x{address:x}")?;
        }
        writeln!(f)?;
        print(f, self, &self.members, 0)?;
        findings(f, &self.findings)
    }
}

fn findings(f: &mut fmt::Formatter<'_>, findings: &[Finding]) -> fmt::Result {
    findings.iter().try_for_each(|finding| {
        let (severity, rule) = (finding.severity.as_str(), finding.rule);
        let (offset, message) = (finding.offset, finding.message());
        writeln!(f, "{severity}: {rule} at {offset}: {message}")
    })
}

fn print(
    f: &mut fmt::Formatter<'_>,
    instance: &Instance,
    items: &[Item],
    depth: usize,
) -> fmt::Result {
    for item in items {
        let indent = 2 * depth;
        write!(
            f,
            "  {:indent$}+0x{:03x} {:<24} ",
            "",
            item.offset.get(),
            label(&item.name)
        )?;
        match item.state {
            State::Known => line(f, instance, item)?,
            State::Unknown => write!(f, "unknown")?,
            State::Partial => {
                write!(f, "partial ")?;
                line(f, instance, item)?;
            }
        }
        meaning(f, item.meaning.as_deref())?;
        let children = item.value.children();
        if item.state != State::Unknown && !(children.len() > 1 && is_bytes(children)) {
            print(f, instance, children, depth + 1)?;
        }
    }
    Ok(())
}

/// What an item is called; a row that has no name stands in parentheses.
fn label(name: &ItemName) -> String {
    match name {
        ItemName::Row { row, name: None } => format!("({row})"),
        name => name.to_string(),
    }
}

fn line(f: &mut fmt::Formatter<'_>, instance: &Instance, item: &Item) -> fmt::Result {
    let raw = || {
        let size = item.size.index();
        let raw = instance.bytes.raw(item.offset.index(), size.min(RAW_SHOWN));
        format!("{raw}{}", if size > RAW_SHOWN { "…" } else { "" })
    };
    let number = item.value.number().unwrap_or_default();
    match &item.value {
        Value::Unknown => write!(f, "{}", raw()),
        Value::Unsigned(_) => write!(f, "0x{number:x} ({number})"),
        Value::Signed { value, .. } => write!(f, "0x{number:x} ({value})"),
        Value::Boolean(byte) => write!(f, "{} (0x{byte:x})", *byte != 0),
        Value::Char(byte) => write!(f, "'{}' (0x{byte:x})", byte.escape_ascii()),
        Value::WideChar(unit) => {
            let unit = char::from_u32(u32::from(*unit)).unwrap_or('\u{fffd}');
            write!(f, "'{}' (0x{number:x})", unit.escape_default())
        }
        Value::Pointer(pointer) => write!(f, "{}", Shown(Some(*pointer))),
        Value::Handle(handle) => {
            write!(f, "handle 0x{number:x} {}", handle.class.as_str())?;
            match handle.tag {
                0 => Ok(()),
                tag => write!(f, " tag {tag}"),
            }
        }
        Value::LargeInteger(value) => write!(f, "0x{number:x} ({value})"),
        Value::Guid(guid) => write!(f, "{guid}"),
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => {
            let short = |short: &Option<u16>| {
                short.map_or_else(|| "????".to_owned(), |short| format!("0x{short:x}"))
            };
            let (length, maximum) = (short(length), short(maximum_length));
            write!(f, "length {length} of {maximum} at {}", Shown(*buffer))
        }
        Value::ListEntry { flink, blink } => {
            write!(f, "flink {}, blink {}", Shown(*flink), Shown(*blink))
        }
        Value::Enum { number, name, .. } => {
            write!(f, "{} ({number})", name.as_deref().unwrap_or("unknown"))
        }
        Value::Bits { fields, .. } => {
            write!(f, "0x{}", reversed(&raw()))?;
            fields.iter().flatten().try_for_each(|field| bit(f, field))
        }
        Value::BitField { range, number } => {
            let number = number.map_or_else(|| "??".to_owned(), |number| format!("0x{number:x}"));
            write!(f, "bit {} width {}: {number}", range.bit(), range.width())
        }
        Value::Array { count: 1, .. } => write!(f, "1 element"),
        Value::Array { elements, .. } if is_bytes(elements) => write!(f, "{}", raw()),
        Value::Array { count, elements } => match elements.len() {
            shown if shown == *count as usize => write!(f, "{count} elements"),
            shown => write!(f, "{count} elements, {shown} shown"),
        },
        Value::Struct { ty, union, .. } => {
            write!(f, "{}{ty}", if *union { "union " } else { "" })
        }
        Value::Bytes(why) => write!(f, "{} ({})", raw(), why.as_str()),
    }
}

/// What else is known of a value, behind it on its line.
fn meaning(f: &mut fmt::Formatter<'_>, meaning: Option<&Meaning>) -> fmt::Result {
    match meaning {
        None => {}
        Some(Meaning::Flags { set, unknown }) => {
            for constant in set {
                write!(f, " {}", constant.name)?;
            }
            if *unknown != 0 {
                write!(f, " unknown 0x{unknown:x}")?;
            }
        }
        Some(Meaning::Constant(None)) => write!(f, " unknown")?,
        Some(Meaning::Constant(Some(constant))) => write!(f, " {}", constant.name)?,
        Some(Meaning::Time(time)) => write!(f, " perhaps {time}")?,
        Some(Meaning::Guid(guid)) => write!(f, " {}", guid.name)?,
        Some(Meaning::Text(text)) => {
            write!(f, " {:?}", text.text)?;
            if text.cut {
                write!(f, " and more")?;
            }
            if text.unknown > 0 {
                write!(f, " ({} units unknown)", text.unknown)?;
            }
        }
        Some(Meaning::List(list)) => {
            let entries = match list.entries {
                0 => return writeln!(f, " (no other entry)"),
                1 => "1 more entry".to_owned(),
                entries => format!("{entries} more entries"),
            };
            write!(f, " ({entries}; {})", list.end.words())?;
        }
        Some(Meaning::Bitmap(bitmap)) => {
            write!(f, " {} of {} bits set", bitmap.set, bitmap.bits)?;
            for (place, bit) in bitmap.first.iter().enumerate() {
                write!(f, "{}{bit}", if place == 0 { ": " } else { ", " })?;
            }
            if bitmap.set as usize > bitmap.first.len() {
                write!(f, " …")?;
            }
            if bitmap.unknown > 0 {
                write!(f, " ({} unknown)", bitmap.unknown)?;
            }
            if bitmap.seen < bitmap.bits {
                write!(f, " (of the first {})", bitmap.seen)?;
            }
        }
    }
    writeln!(f)
}

/// Whether the elements are bytes and nothing more, which print better in a row.
fn is_bytes(elements: &[Item]) -> bool {
    let byte = |item: &Item| {
        item.size.get() == 1 && matches!(item.value, Value::Unsigned(_) | Value::Unknown)
    };
    !elements.is_empty() && elements.iter().all(byte)
}

fn bit(f: &mut fmt::Formatter<'_>, bit: &BitValue) -> fmt::Result {
    match bit.number {
        Some(number) => write!(f, " {}={number:x}", bit.name),
        None => write!(f, " {}=?", bit.name),
    }
}

/// The digits of a number whose lowest byte comes first.
fn reversed(raw: &str) -> String {
    let bytes: Vec<&[u8]> = raw.as_bytes().rchunks(2).collect();
    String::from_utf8_lossy(&bytes.concat()).into_owned()
}

struct Shown(Option<Pointer>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("?"),
            Some(pointer) => {
                write!(f, "0x{:x} {}", pointer.address, pointer.class.as_str())?;
                match pointer.target {
                    None => Ok(()),
                    Some(Place { region: 0, at }) => write!(f, " -> 0x{at:02x}"),
                    Some(Place { region, at }) => write!(f, " -> region {region} 0x{at:02x}"),
                }
            }
        }
    }
}
