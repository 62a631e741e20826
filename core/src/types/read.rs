//! Reads the data file of a nested type.

use crate::article::{DataError, Problem, Reader};
use crate::raw::{Place, RawFile, RawType};
use crate::units::ByteSize;

use super::{Measure, NestedType, TypeKind, TypeLayout};

impl NestedType {
    /// Reads one file. Mistakes go to `errors`.
    pub(crate) fn read(raw: &RawFile<RawType>, errors: &mut Vec<DataError>) -> Option<Self> {
        let before = errors.len();
        let file = raw.file.as_str();
        let mut reader = Reader { file, errors };
        let text = &raw.content;
        let name = reader.parse(&text.name, Place::key(file, "name"));
        let kind = match text.kind.as_str() {
            "struct" => TypeKind::Struct,
            "union" => TypeKind::Union,
            "enum" => TypeKind::Enum,
            "scalar" => TypeKind::Scalar,
            other => {
                let what = format!(
                    "`{other}` is not a kind of type: expected struct, union, enum or scalar"
                );
                reader.fail(Place::key(file, "kind"), Problem::Form(what));
                TypeKind::Struct
            }
        };
        let mut layouts = Vec::new();
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
                let measure = Measure {
                    size,
                    align: ByteSize::new(layout.align),
                };
                let (source, note) = (layout.source.clone(), layout.note.clone());
                layouts.push(TypeLayout {
                    versions,
                    arch,
                    measure,
                    members,
                    values,
                    source,
                    note,
                });
            }
        }
        if reader.errors.len() > before {
            return None;
        }
        let (source, summary) = (text.source.clone(), text.summary.clone());
        Some(Self {
            name: name?,
            kind,
            source,
            summary,
            layouts,
        })
    }
}
