//! Prints decoded structures as text, one value per line, nested ones indented. Scripts use [`wire`](super::wire).

use std::fmt;

use super::finding::Finding;
use super::memory::State;
use super::space::RegionOffset;
use super::value::{BitValue, Item, Meaning, Pointer, Value};
use super::words::{self, Words};
use super::{Decoded, Instance};

/// The most bytes of a member without a known meaning that are printed.
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
            item.name.title()
        )?;
        match item.state {
            State::Known => line(f, instance, item)?,
            State::Unknown => write!(f, "unknown")?,
            State::Partial => {
                write!(f, "partial ")?;
                line(f, instance, item)?;
            }
        }
        writeln!(f)?;
        let children = item.value.children();
        if item.state != State::Unknown && !(children.len() > 1 && is_bytes(children)) {
            print(f, instance, children, depth + 1)?;
        }
    }
    Ok(())
}

fn line(f: &mut fmt::Formatter<'_>, instance: &Instance, item: &Item) -> fmt::Result {
    let raw = || {
        let size = item.size.index();
        let raw = instance.bytes.raw(item.offset.index(), size.min(RAW_SHOWN));
        format!("{raw}{}", if size > RAW_SHOWN { "…" } else { "" })
    };
    match &item.value {
        Value::Unknown => write!(f, "{}", raw())?,
        Value::Bytes(why) => write!(f, "{} ({})", raw(), why.as_str())?,
        Value::Pointer(pointer) => write!(f, "{}", Shown(Some(*pointer)))?,
        Value::UnicodeString {
            length,
            maximum_length,
            buffer,
        } => {
            let short = |short: &Option<u16>| {
                short.map_or_else(|| "????".to_owned(), |short| format!("0x{short:x}"))
            };
            let (length, maximum) = (short(length), short(maximum_length));
            write!(f, "length {length} of {maximum} at {}", Shown(*buffer))?;
        }
        Value::ListEntry { flink, blink } => {
            write!(f, "flink {}, blink {}", Shown(*flink), Shown(*blink))?;
        }
        Value::Bits { fields, .. } => {
            write!(f, "0x{}", reversed(&raw()))?;
            fields
                .iter()
                .flatten()
                .try_for_each(|field| bit(f, field))?;
        }
        Value::BitField { range, number } => {
            let number = number.map_or_else(|| "??".to_owned(), |number| format!("0x{number:x}"));
            write!(f, "bit {} width {}: {number}", range.bit(), range.width())?;
        }
        Value::Array { elements, count } if *count > 1 && is_bytes(elements) => {
            write!(f, "{}", raw())?;
        }
        Value::Struct { ty, union, .. } => {
            write!(f, "{}{ty}", if *union { "union " } else { "" })?;
        }
        _ => {
            let Words { main, note } = words::of_item(item);
            let note = match &*note {
                "" => String::new(),
                note => format!(" ({note})"),
            };
            return write!(f, "{main}{note}");
        }
    }
    match item.meaning.as_deref() {
        None => Ok(()),
        Some(meaning @ Meaning::List(_)) => write!(f, " ({})", words::of_meaning(meaning)),
        Some(meaning) => write!(f, " {}", words::of_meaning(meaning)),
    }
}

/// Whether the elements are plain bytes, which are printed in a row.
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

/// Reverses the byte order of hexadecimal digits.
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
                    Some(RegionOffset { region: 0, at }) => write!(f, " -> 0x{at:02x}"),
                    Some(RegionOffset { region, at }) => {
                        write!(f, " -> region {region} 0x{at:02x}")
                    }
                }
            }
        }
    }
}
