//! What names mean in conditions.

use super::{Macro, Work};
use crate::arch::Arch;
use crate::stated::c::expr::{self, Names};
use crate::stated::c::reader::Reader;
use crate::stated::limits::ALIASES_LIMIT;

/// What names mean in a condition.
pub(super) struct Meaning<'w, 't> {
    pub(super) work: &'w Work<'t>,
}

impl<'t> Names<'t> for Meaning<'_, 't> {
    fn constant(&self, name: &str) -> Option<i64> {
        self.constant_of(name, 0)
    }

    fn defined(&self, name: &str) -> Option<bool> {
        self.work.is_defined(name)
    }
}

impl Meaning<'_, '_> {
    /// The value of a macro; as deep as macros stand for one another, which has a limit.
    fn constant_of(&self, name: &str, depth: usize) -> Option<i64> {
        if depth > ALIASES_LIMIT {
            return None;
        }
        let body = match self.work.macros.get(name) {
            Some(Macro::Plain(body)) => body,
            Some(Macro::Opaque | Macro::Unsettled) => return None,
            // A compiler takes what is not defined for 0.
            None => return predefined(name, self.work.arch).map(Option::unwrap_or_default),
        };
        let mut reader = Reader::new(body);
        let expr = expr::expression(&mut reader).filter(|_| reader.is_over())?;
        let mut inner = Inner {
            meaning: self,
            depth: depth + 1,
        };
        expr::value(&expr, &mut inner)
    }
}

/// What names mean in what a macro stands for.
struct Inner<'m, 'w, 't> {
    meaning: &'m Meaning<'w, 't>,
    depth: usize,
}

impl<'t> Names<'t> for Inner<'_, '_, 't> {
    fn constant(&self, name: &str) -> Option<i64> {
        self.meaning.constant_of(name, self.depth)
    }
}

/// What Microsoft's compilers define of their own: the value, or that it is not defined. `None` where that depends on who
/// compiles.
pub(super) fn predefined(name: &str, arch: Arch) -> Option<Option<i64>> {
    let only = |own: &[Arch]| Some(own.contains(&arch).then_some(1));
    match name {
        "_WIN32" | "WIN32" | "_MSC_EXTENSIONS" => Some(Some(1)),
        // The assertions of our own headers are read.
        "STRATA_CHECK_LAYOUT" => Some(Some(1)),
        "_MSC_VER" => Some(Some(1930)),
        "_WIN64" => only(&[Arch::X64, Arch::Arm64]),
        "_M_X64" | "_M_AMD64" | "_AMD64_" | "__x86_64__" => only(&[Arch::X64]),
        "_M_IX86" | "_X86_" | "__i386__" => only(&[Arch::X86]),
        "_M_ARM64" | "_ARM64_" | "__aarch64__" => only(&[Arch::Arm64]),
        "_M_ARM" | "_ARM_" | "_M_IA64" | "_IA64_" | "__cplusplus" | "__midl" | "RC_INVOKED"
        | "MIDL_PASS" | "__GNUC__" | "__clang__" | "__linux__" | "__APPLE__" | "__IDA__" => {
            Some(None)
        }
        _ => None,
    }
}
