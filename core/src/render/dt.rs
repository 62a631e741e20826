//! Text as WinDbg's `dt` writes it, with what `dt` does not know as comments.
//!
//! As there, offsets inside a nested structure count from its own start, and arrays stay folded.

use std::fmt::Write as _;

use super::{Printer, counted, remark, walk};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::ctype::CType;
use crate::layout::{Gap, GapKind, Layout, Member};
use crate::name::bare;
use crate::point::Point;
use crate::tree::{Limits, Node, What};
use crate::types::{self, ScalarKind};
use crate::units::{BitRange, ByteOffset};

/// What `dt` puts before a member, for each structure that it is in.
pub(crate) const INDENT: &str = "   ";

/// A layout as `dt` shows it, nested structures unfolded `depth` deep.
#[must_use]
pub fn layout(layout: &Layout, types: &Catalogue, depth: usize) -> String {
    let limits = Limits { depth, elements: 0 };
    let mut printer = Dt {
        arch: layout.arch(),
        text: String::new(),
    };
    walk(layout, types, limits, &mut printer);
    printer.text
}

struct Dt {
    arch: Arch,
    text: String,
}

impl Dt {
    fn line(&mut self, level: usize, offset: u32, name: &str, ty: &str, comment: &str) {
        let indent = INDENT.repeat(level + 1);
        let row = row(offset, name, ty, comment);
        let _ = writeln!(self.text, "{indent}{row}");
    }
}

/// `+0x05a Flags            : UChar  // inferred`
pub(crate) fn row(offset: u32, name: &str, ty: &str, comment: &str) -> String {
    let comment = match comment {
        "" => String::new(),
        comment => format!("  // {comment}"),
    };
    format!("+0x{offset:03x} {name:<16} : {ty}{comment}")
}

/// `// +0x05b padding, 5 bytes`
pub(crate) fn gap(offset: u32, kind: GapKind, size: u32) -> String {
    let (kind, size) = (kind.as_str(), counted(size, "byte"));
    format!("// +0x{offset:03x} {kind}, {size}")
}

/// `struct _ETW_DATA_SOURCE, 3 elements, 0x20 bytes  // 6.3/x64`
pub(crate) fn head((kind, name): (&str, &str), elements: usize, size: u32, point: Point) -> String {
    let plural = if elements == 1 { "" } else { "s" };
    // That of another module than the kernel is as symbols have it: `ntdll!_PEB`; one without a name has no tag.
    let (tag, name) = match name.contains(['!', '<']) {
        true => ("", name),
        false => ("_", bare(name)),
    };
    format!("{kind} {tag}{name}, {elements} element{plural}, 0x{size:x} bytes  // {point}")
}

impl Printer for Dt {
    fn begin(&mut self, layout: &Layout) {
        let fields = layout.members().filter_map(|member| member.bits.known());
        let elements = layout.members().count() + fields.map(<[_]>::len).sum::<usize>();
        let elements = elements + layout.values.len();
        let name = (layout.kind.as_str(), layout.structure.as_str());
        let head = head(name, elements, layout.size.get(), layout.point);
        let _ = writeln!(self.text, "{head}");
        for value in &layout.values {
            let _ = writeln!(self.text, "{INDENT}{} = 0n{}", value.name, value.value);
        }
    }

    fn member(&mut self, member: &Member) {
        let name = member
            .name
            .as_deref()
            .map_or_else(|| format!("<{}>", member.row), str::to_owned);
        let ty = type_name(&member.ty, self.arch);
        self.line(0, member.offset.get(), &name, &ty, &remark::member(member));
    }

    fn inside(&mut self, node: &Node<'_>, parent: &Node<'_>, level: usize) {
        let ty = match node.bits {
            Some(range) => position(range),
            None => type_name(node.ty, self.arch),
        };
        // Bit fields of the member itself stand beside it.
        let (level, base, comment) = match node.what {
            What::Bit(_, field) => (level - 1, ByteOffset::ZERO, remark::errata(&field.errata)),
            _ => (level, parent.offset, None),
        };
        let offset = node.offset.get().saturating_sub(base.get());
        let comment = comment.unwrap_or_default();
        self.line(level, offset, &node.label(), &ty, &comment);
    }

    fn gap(&mut self, gap: &Gap) {
        let row = self::gap(gap.offset.get(), gap.kind, gap.size.get());
        let _ = writeln!(self.text, "{INDENT}{row}");
    }
}

/// `Pos 4, 1 Bit`
pub(crate) fn position(range: BitRange) -> String {
    let width = counted(range.width().into(), "Bit");
    format!("Pos {}, {width}", range.bit())
}

/// What `dt` calls a type: `Uint4B`, `Ptr64 _EPROCESS`, `[4] Uint2B`, `_LIST_ENTRY`.
#[must_use]
pub fn type_name(ty: &CType, arch: Arch) -> String {
    let pointer = format!("Ptr{}", arch.pointer().get() * 8);
    match ty {
        CType::Pointer(inner) => format!("{pointer} {}", type_name(inner, arch)),
        CType::Array(element, count) => format!("[{count}] {}", type_name(element, arch)),
        CType::AnySizeArray(element) => format!("[1] {}", type_name(element, arch)),
        CType::Named(name) => match types::scalar(name, arch) {
            None if name.is_unnamed() => "<unnamed-tag>".to_owned(),
            None if name.is_function() => "void".to_owned(),
            None => format!("_{}", name.bare()),
            Some((kind, measure)) => {
                let bytes = measure.size.get();
                match kind {
                    ScalarKind::Unsigned if bytes == 1 => "UChar".to_owned(),
                    ScalarKind::Unsigned => format!("Uint{bytes}B"),
                    ScalarKind::Signed => format!("Int{bytes}B"),
                    ScalarKind::Boolean => "UChar".to_owned(),
                    ScalarKind::Char => "Char".to_owned(),
                    ScalarKind::WideChar => "Wchar".to_owned(),
                    ScalarKind::Void => "Void".to_owned(),
                    ScalarKind::Handle => format!("{pointer} Void"),
                    ScalarKind::Pointer => format!("{pointer} {}", pointee(name.as_str())),
                }
            }
        },
    }
}

/// What a pointer type that has a name of its own points to.
fn pointee(name: &str) -> &'static str {
    match name {
        "PSTR" => "Char",
        "PWSTR" => "Wchar",
        _ => "Void",
    }
}
