//! Layouts whose members have meanings beyond their own bytes, and the constants that these need.

use serde_json::json;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, DataFileType};
use crate::constants::Constants;
use crate::decode::fixtures::{layout, types};
use crate::layout::{Layout, Slot, ValueMeaning};
use crate::raw::{RawConstants, RawFile};
use crate::sample;
use crate::types::{MemberConstants, TypeKind};

fn constants() -> Constants {
    let guid = "SystemTraceControlGuid = {9e814aad-3204-11d2-9a82-006008a86939}";
    let modes = ["NONE = 0", "REAL_TIME = 0x100", "PRIVATE = 0x800"];
    let content: RawConstants = serde_json::from_value(json!({
        "set": [
            {"id": "mode", "kind": "flags", "summary": ""},
            {"id": "clock", "kind": "values", "summary": ""},
        ],
        "constants": [
            {"set": "mode", "source": "hand", "values": modes},
            {"set": "clock", "source": "hand", "values": ["QPC = 1", "SYSTEM = 2"]},
        ],
        "guids": [{"source": "hand", "values": [guid]}],
    }))
    .unwrap();
    let file = RawFile {
        file: "constants.toml".to_owned(),
        content,
    };
    let mut errors = Vec::new();
    let constants = Constants::read(&[file], &mut errors);
    assert_eq!(errors, []);
    constants
}

/// Returns a handmade nested type with one member that has named values.
fn header() -> DataFileType {
    let members = ["0x00 ULONG Other;", "0x04 ULONG Clock;"];
    DataFileType {
        source: "hand".to_owned(),
        summary: String::new(),
        classes: vec![sample::class(TypeKind::Struct, (8, 4), &members)],
        constants: vec![MemberConstants {
            member: "Clock".into(),
            set: "clock".parse().unwrap(),
            source: "hand".to_owned(),
        }],
    }
}

/// Parses a layout whose members each may have `<- ` and a meaning.
pub(super) fn layout_of(arch: Arch, size: u32, lines: &[&str]) -> Layout {
    let parts = lines.iter().map(|line| line.split_once(" <- "));
    let parts = parts
        .zip(lines)
        .map(|(part, line)| part.unwrap_or((line, "")));
    let parts: Vec<(&str, &str)> = parts.collect();
    let plain: Vec<&str> = parts.iter().map(|(line, _)| *line).collect();
    let mut layout = layout(arch, size, &plain);
    let of_slots = parts.iter().filter(|(line, _)| !line.starts_with(':'));
    for (slot, (_, meaning)) in layout.slots.iter_mut().zip(of_slots) {
        let Slot::Member(member) = slot else {
            continue;
        };
        let meaning = match meaning.split_once(" by ").or(meaning.split_once(" of ")) {
            None if meaning.is_empty() => continue,
            None if *meaning == "unnamed" => {
                member.declaration = format!("unknown {}", member.ty);
                member.name = None;
                continue;
            }
            Some(("counted", row)) => ValueMeaning::CountedBy(row.parse().unwrap()),
            Some((_, row)) => ValueMeaning::PagesOf(row.parse().unwrap()),
            None => ValueMeaning::Constants(meaning.parse().unwrap()),
        };
        member.meaning = Some(Box::new(meaning));
    }
    layout
}

/// Returns the nested types of the tests, with named values.
pub(super) fn types_of(arch: Arch) -> Catalogue {
    let mut types = types(arch);
    types.set_constants(constants());
    let header = types.add_from_data_file("HEADER".parse().unwrap(), header());
    header.unwrap();
    types
}
