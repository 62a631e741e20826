//! Layouts as definitions, with one line per item, and as the texts of the formats.

use expect_test::expect_file;

use super::*;
use crate::catalogue::Catalogue;
use crate::layout::{self, Slot};
use crate::sample::{self, cases::play};
use crate::types::SizeAndAlign;
use crate::units::ByteOffset;

/// Creates a unit with only definitions.
pub(super) fn unit(layout: &str, types: &str, depth: usize, format: Format) -> Unit {
    let layout = sample::layout(layout);
    Unit {
        provenance: Provenance::bare(&layout),
        arch: layout.arch(),
        definitions: definitions(&layout, &with(types), depth, format.reserved()),
        values: layout.values.clone(),
    }
}

/// Checks that items are contiguous, in overlays, too.
pub(super) fn tiles(definition: &Definition) {
    let end = run(&definition.items, ByteOffset::ZERO);
    assert_eq!(end.get(), definition.measure.size.get(), "{definition:#?}");
}

fn run(items: &[Item], start: ByteOffset) -> ByteOffset {
    let mut end = start;
    for item in items {
        assert_eq!(item.offset(), end, "{item:#?}");
        end = end.saturating_add(item.size());
        if let Item::Overlay(overlay) = item {
            let alternatives = overlay.alternatives.iter();
            let ends = alternatives.map(|items| run(items, overlay.offset));
            assert_eq!(ends.max(), Some(end), "{overlay:#?}");
        }
        if let Item::Field(field) = item {
            assert_eq!(field.ty.measure().size, field.size, "{field:#?}");
        }
        if let Item::Bits(bits) = item {
            let fields = bits.fields.iter();
            let width = fields.map(|field| u32::from(field.range.width()));
            assert_eq!(width.sum::<u32>(), bits.storage.size.get() * 8, "{bits:#?}");
        }
    }
    end
}

fn drawn(definition: &Definition) -> String {
    tiles(definition);
    let SizeAndAlign { size, align } = definition.measure;
    let (kind, name) = (definition.kind.as_str(), &definition.name);
    let mut text = format!("{kind} {name} {size} align {}\n", align.get());
    draw_items(&definition.items, 1, &mut text);
    text
}

fn draw_items(items: &[Item], level: usize, text: &mut String) {
    for item in items {
        let what = match item {
            Item::Field(field) => {
                let comment = match field.comment.as_str() {
                    "" => String::new(),
                    comment => format!("  ({comment})"),
                };
                format!("{}: {}{comment}", field.name, told(&field.ty))
            }
            Item::Bits(bits) => {
                let fields = bits.fields.iter().map(|field| {
                    let name = field.name.as_deref().unwrap_or("-");
                    format!("{name} {}+{}", field.range.bit(), field.range.width())
                });
                let fields: Vec<String> = fields.collect();
                let storage = told(&Type::Scalar(bits.storage.clone()));
                format!("{}: bits of {storage}: {}", bits.name, fields.join(", "))
            }
            Item::Pad(pad) => format!("{}: {} bytes", pad.name, pad.size.get()),
            Item::Overlay(overlay) => format!("{}: {}", overlay.name, overlay.size),
        };
        *text += &format!("{}{} {what}\n", "  ".repeat(level), item.offset());
        if let Item::Overlay(overlay) = item {
            for (number, items) in overlay.alternatives.iter().enumerate() {
                *text += &format!("{}or {number}\n", "  ".repeat(level + 1));
                draw_items(items, level + 2, text);
            }
        }
    }
}

fn told(ty: &Type) -> String {
    match ty {
        Type::Scalar(of) => format!("{:?}{} {}", of.value, of.size.get(), of.declared),
        Type::Pointer(pointer) => format!("Pointer{} {}", pointer.size.get(), pointer.declared),
        Type::Array {
            element,
            count,
            any_size,
        } => {
            let any = if *any_size { " or more" } else { "" };
            format!("{count}{any} of {}", told(element))
        }
        Type::Definition { name, kind, .. } => format!("{} {name}", kind.as_str()),
        Type::Bytes { size, declared } => format!("{} bytes {declared}", size.get()),
    }
}

/// Returns the samples, and for every release on x64 the types of a text.
pub(super) fn with(text: &str) -> Catalogue {
    let mut types = sample::types();
    sample::state_all(&mut types, text);
    types
}

#[test]
fn layouts_are_printed() {
    let cases = expect_file!["printed.txt"];
    play(&cases, |layout, options, types| {
        let layout: Vec<&str> = layout.lines().filter(|it| !it.starts_with('#')).collect();
        let (word, option) = options.split_once(' ').unwrap_or((options, ""));
        let format = match word {
            "model" => Format::C,
            word => word.parse().unwrap(),
        };
        let depth = option.parse().unwrap_or(NESTING_LIMIT);
        let pointers: Pointers = option.parse().unwrap_or_default();
        let unit = unit(&layout.join("\n"), types, depth, format);
        let text = format.write(&unit, pointers.into());
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{text}");
        let behind = |mark: &str| text.split_once(mark).unwrap().1.to_owned();
        match (word, format) {
            (_, Format::Csv) => {
                assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
                text.replace("\r\n", "\n")
            }
            ("model", _) => unit.definitions.iter().map(drawn).collect(),
            (_, Format::Rust) => behind("\n\n"),
            (_, Format::Isf) => {
                let file: serde_json::Value = serde_json::from_str(&text).unwrap();
                assert_eq!(file["metadata"]["producer"]["name"], "Strata");
                behind("\"user_types\": ")
            }
            _ => text,
        }
    });
}

#[test]
fn bits_that_nobody_states_are_the_integer_alone() {
    let mut layout = sample::layout("X 6.1/x64 0x04\n 0x00 flags ULONG Flags;");
    if let Some(Slot::Member(member)) = layout.slots.first_mut() {
        member.bits = layout::Bits::NotStated;
    }
    let definitions = definitions(&layout, &Catalogue::default(), 0, Format::Dt.reserved());
    let [Item::Field(field)] = definitions[0].items.as_slice() else {
        panic!("{definitions:#?}");
    };
    assert_eq!(field.comment, "bits not stated");
}

/// For any number of nested unions.
#[test]
fn overlays_end_at_their_limit() {
    let members: Vec<String> = (0..200)
        .flat_map(|level| {
            let offset = level * 2;
            [
                format!("0x{offset:x} UCHAR A{level} [{}];", 402 - offset),
                format!("0x{offset:x} USHORT B{level};"),
            ]
        })
        .collect();
    let types = with(&format!("struct DEEP 402/2\n{}", members.join("\n")));
    let layout = sample::layout("X 6.1/x64 0x192\n 0x00+0x192 deep DEEP Deep;");
    let definitions = definitions(&layout, &types, 1, Format::Dt.reserved());
    tiles(&definitions[0]);
    assert_eq!(definitions[0].fields().len(), 400);
}
