//! Writes the catalogue file: the inverse of reading.

use std::fmt::Write as _;

use super::{FORMAT, Image};
use crate::ctype::CType;
use crate::types::{EnumValue, TypeMember};

/// A file of these images, and of types by name, each with its lines.
pub(super) fn file<'a>(images: &[Image], types: impl Iterator<Item = (String, &'a str)>) -> String {
    let mut text = String::new();
    for image in images {
        let pdb = image
            .pdb
            .map_or_else(|| "-".to_owned(), |pdb| pdb.to_string());
        let sources = image.sources.join(",");
        let (module, arch, version) = image.key();
        let _ = writeln!(text, "image {module} {arch} {version} {pdb} {sources}");
    }
    for (name, lines) in types {
        let _ = write!(text, "\ntype {name}\n{}", lines.trim_end_matches('\n'));
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    format!(
        "strata-catalogue {FORMAT} {:016x}\n{text}",
        crate::fnv::hash64(text.as_bytes())
    )
}

/// `8 *_LIST_ENTRY Blink`, `0:1.3 ULONGLONG Waiting`: a row of a structure or union.
pub(super) fn member(member: &TypeMember) -> String {
    let mut text = member.offset.get().to_string();
    if let Some(bits) = member.bits {
        let _ = write!(text, ":{}.{}", bits.bit(), bits.width());
    }
    text.push(' ');
    ty(&member.declaration.ty, &mut text);
    let _ = write!(text, " {}", member.declaration.name);
    text
}

/// `1 PagedPool`: a row of an enumeration.
pub(super) fn value(value: &EnumValue) -> String {
    format!("{} {}", value.value, value.name)
}

fn ty(ty: &CType, text: &mut String) {
    let mut ty = ty;
    loop {
        ty = match ty {
            CType::Pointer(inner) => {
                text.push('*');
                inner
            }
            CType::Array(inner, count) => {
                let _ = write!(text, "[{count}]");
                inner
            }
            CType::AnySizeArray(inner) => {
                text.push_str("[1]");
                inner
            }
            CType::Named(name) => return text.push_str(name.as_str()),
        };
    }
}
