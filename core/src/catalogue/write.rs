//! Writes the catalogue file: the inverse of `read`.

use std::fmt::Write as _;

use super::{FORMAT, Image, ImageSet};
use crate::ctype::CType;
use crate::name::TypeName;
use crate::types::{EnumValue, TypeMember};

/// Returns a file of these images and types; a type is given by name and lines.
pub(super) fn file<T: AsRef<str>>(
    images: &[Image],
    types: impl Iterator<Item = (String, T)>,
) -> String {
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
        let _ = write!(
            text,
            "\ntype {name}\n{}",
            lines.as_ref().trim_end_matches('\n')
        );
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    headed(&text)
}

/// Returns a catalogue file with this content: adds the first line with format and hash.
pub fn headed(content: &str) -> String {
    let hash = crate::fnv::hash64(content.as_bytes());
    format!("strata-catalogue {FORMAT} {hash:016x}\n{content}")
}

/// Formats a row of a structure or union: `8 *_LIST_ENTRY Blink`, `0:1.3 ULONGLONG Waiting`.
pub(super) fn member(member: &TypeMember) -> String {
    row(member, TypeName::as_str)
}

/// Like [`member`], but without the underscore of tags: a key for comparison.
pub(super) fn key(member: &TypeMember) -> String {
    row(member, TypeName::without_tag_underscore)
}

fn row(member: &TypeMember, name: fn(&TypeName) -> &str) -> String {
    let mut text = member.offset.get().to_string();
    if let Some(bits) = member.bits {
        let _ = write!(text, ":{}.{}", bits.bit(), bits.width());
    }
    text.push(' ');
    ty(&member.declaration.ty, name, &mut text);
    let _ = write!(text, " {}", member.declaration.name);
    text
}

/// Formats a row of an enumeration: `1 PagedPool`.
pub(super) fn value(value: &EnumValue) -> String {
    format!("{} {}", value.value, value.name)
}

fn ty(ty: &CType, name: fn(&TypeName) -> &str, text: &mut String) {
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
            CType::Named(base) => return text.push_str(name(base)),
        };
    }
}

/// Formats a set of images: `x86 10.0.19041.264; x64 10.0.19041.264..10.0.22621.382,10.0.26100.1742`.
pub(super) fn images(set: &ImageSet, images: &[Image]) -> String {
    let mut text = String::new();
    let mut arch = None;
    for (first, last) in set.runs() {
        let run = images.get(*first as usize..=*last as usize).unwrap_or(&[]);
        for run in run.chunk_by(|a, b| a.arch == b.arch) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                continue;
            };
            let _ = match arch {
                Some(arch) if arch == first.arch => write!(text, ","),
                None => write!(text, "{} ", first.arch),
                Some(_) => write!(text, "; {} ", first.arch),
            };
            arch = Some(first.arch);
            let _ = write!(text, "{}", first.version);
            if run.len() > 1 {
                let _ = write!(text, "..{}", last.version);
            }
        }
    }
    text
}

/// Formats numbers as ranges: `0-12 14`.
pub(super) fn numbers(numbers: &[usize]) -> String {
    let mut text = String::new();
    for run in numbers.chunk_by(|a, b| a + 1 == *b) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else {
            continue;
        };
        let space = if text.is_empty() { "" } else { " " };
        let _ = match run.len() {
            1 => write!(text, "{space}{first}"),
            _ => write!(text, "{space}{first}-{last}"),
        };
    }
    text
}
