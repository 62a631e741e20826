//! Names that a format accepts: identifiers that are not reserved words, unique in their scope. If the source's name is
//! missing or not valid, a stable one is derived that shows its offset. Also the macros of include guards.

use std::collections::BTreeSet;

use super::reserved::Reserved;
use crate::point::Point;
use crate::release::Version;
use crate::units::ByteOffset;

/// Returns the name of a member without a known name: `Unknown_0x0C`.
pub fn unknown(offset: ByteOffset) -> String {
    at("Unknown", offset)
}

/// Formats `Padding_0x5F`.
pub(super) fn at(what: &str, offset: ByteOffset) -> String {
    format!("{what}_0x{:02X}", offset.get())
}

/// Returns the name, with a trailing underscore if it is a reserved word.
pub(super) fn allowed(name: &str, reserved: &Reserved) -> String {
    match reserved.contains(name) {
        true => format!("{name}_"),
        false => name.to_owned(),
    }
}

#[derive(Debug)]
pub(super) struct Names {
    reserved: &'static Reserved,
    taken: BTreeSet<String>,
}

impl Names {
    pub(super) fn new(reserved: &'static Reserved) -> Self {
        Self {
            reserved,
            taken: BTreeSet::new(),
        }
    }

    /// Reserves a name for an item at `offset`: the wanted one, or a similar one.
    pub(super) fn take(&mut self, wanted: &str, offset: ByteOffset) -> String {
        let mut name = allowed(&identifier(wanted), self.reserved);
        if self.taken.contains(&name) {
            name = at(&name, offset);
        }
        free(name, &mut self.taken)
    }

    /// Reserves a name for an item without offset: the wanted one, or one with a number.
    pub(super) fn take_numbered(&mut self, wanted: &str) -> String {
        free(allowed(&identifier(wanted), self.reserved), &mut self.taken)
    }
}

/// Reserves a free name: the wanted one, or one with a number.
pub(crate) fn free(wanted: String, taken: &mut BTreeSet<String>) -> String {
    let distinct = (2_u32..).map(|number| format!("{wanted}_{number}"));
    let mut candidates = std::iter::once(wanted.clone()).chain(distinct);
    let free = candidates.find(|name| !taken.contains(name));
    let name = free.unwrap_or(wanted);
    taken.insert(name.clone());
    name
}

/// Replaces each character that is not valid in an identifier by an underscore.
fn identifier(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = text.chars().map(plain).collect();
    match name.chars().next() {
        Some(first) if !first.is_ascii_digit() => name,
        _ => format!("_{name}"),
    }
}

/// Returns the macro of the include guard of a type at a point: `STRATA_LIST_ENTRY_6_2_X64`.
pub(super) fn guard(name: &str, point: Point) -> String {
    let kind = match point.version {
        Version::Release(_) => "",
        Version::Build(_) => "BUILD_",
        Version::Pdb(_) => "PDB_",
    };
    let (version, arch) = (point.version.to_string(), point.arch.as_str());
    let behind = in_macro(&format!("{kind}{version}_{arch}"));
    // The case of the name is kept: some types differ only in case.
    format!("STRATA_{name}_{behind}")
}

/// Converts a text to a part of a macro.
pub(super) fn in_macro(text: &str) -> String {
    text.to_ascii_uppercase()
        .replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_names_get_stable_replacements() {
        let mut names = Names::new(&super::super::reserved::C);
        let mut take = |name: &str, offset| names.take(name, ByteOffset::new(offset));
        assert_eq!(take("Links", 0), "Links");
        assert_eq!(take("Links", 0x10), "Links_0x10");
        assert_eq!(take("Links", 0x10), "Links_0x10_2");
        assert_eq!(take("int", 4), "int_");
        assert_eq!(take("int", 8), "int__0x08");
        assert_eq!(take("2 words", 9), "_2_words");
        assert_eq!(take("", 9), "_");
    }
}
