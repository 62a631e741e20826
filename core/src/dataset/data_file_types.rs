//! Converts the data file of a type.

use std::sync::Arc;

use crate::catalogue::{DataFileType, LayoutClass};
use crate::name::TypeName;
use crate::raw::{DataError, Place, Problem, RawFile, RawType, Reader};
use crate::types::{MemberConstants, TypeKind};
use crate::units::ByteSize;

/// Converts the data file of a type. Adds mistakes to `errors` and returns `None` if there are any.
pub(super) fn read(
    raw: &RawFile<RawType>,
    errors: &mut Vec<DataError>,
) -> Option<(TypeName, DataFileType)> {
    let before = errors.len();
    let file = raw.file.as_str();
    let mut reader = Reader { file, errors };
    let text = &raw.content;
    let name = reader.parse(&text.name, Place::key(file, "name"));
    let kind = reader
        .parse(&text.kind, Place::key(file, "kind"))
        .unwrap_or(TypeKind::Struct);
    let mut classes = Vec::new();
    for (at, layout) in text.layout.iter().enumerate() {
        let place = |key| Place::entry(file, "layout", at, key);
        let versions = reader.parse(&layout.versions, place("versions"));
        let arch = layout
            .arch
            .as_ref()
            .and_then(|arch| reader.parse(arch, place("arch")));
        let size: Option<ByteSize> = reader.parse(&layout.size, place("size"));
        let lines = layout.members.iter().enumerate();
        let members = lines
            .filter_map(|(element, line)| reader.parse(line, place("members").element(element)))
            .map(Arc::new)
            .collect();
        let lines = layout.values.iter().enumerate();
        let values = lines
            .filter_map(|(element, line)| reader.parse(line, place("values").element(element)))
            .collect();
        if !layout.align.is_power_of_two() {
            let what = format!(
                "`{}` is not an alignment: expected 1, 2, 4, 8 or 16",
                layout.align
            );
            reader.fail(place("align"), Problem::Form(what));
        }
        if let (Some(versions), Some(size)) = (versions, size) {
            classes.push(LayoutClass {
                align: Some(ByteSize::new(layout.align)),
                members,
                values,
                releases: Some((versions, arch)),
                source: layout.source.clone(),
                note: layout.note.clone(),
                ..LayoutClass::new(kind, size)
            });
        }
    }
    let constants = reader.type_constants(text);
    if reader.errors.len() > before {
        return None;
    }
    let (source, summary) = (text.source.clone(), text.summary.clone());
    Some((
        name?,
        DataFileType {
            source,
            summary,
            classes,
            constants,
        },
    ))
}

impl Reader<'_> {
    /// Converts the members with constants. Member, set and source are checked elsewhere.
    fn type_constants(&mut self, text: &RawType) -> Vec<MemberConstants> {
        let mut constants: Vec<MemberConstants> = Vec::new();
        for (at, raw) in text.constants.iter().enumerate() {
            let place = Place::entry(self.file, "constants", at, "set");
            let Some(set) = self.parse(&raw.set, place) else {
                continue;
            };
            constants.push(MemberConstants {
                member: raw.member.as_str().into(),
                set,
                source: raw.source.clone(),
            });
        }
        constants
    }
}
