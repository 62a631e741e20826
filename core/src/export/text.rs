//! Helpers of the C-like printers: indented lines, comments, remarks, offsets.

use std::fmt::Write as _;

use super::format::Pointers;
use super::model::{Field, Pointer, Type};
use crate::arch::Arch;
use crate::units::{ByteOffset, ByteSize};

/// A text that is built line by line.
pub(super) struct Text {
    /// The indentation of each level.
    indent: &'static str,
    written: String,
}

impl Text {
    pub(super) fn new(indent: &'static str) -> Self {
        Self {
            indent,
            written: String::new(),
        }
    }

    pub(super) fn line(&mut self, level: usize, line: &str) {
        let _ = writeln!(self.written, "{}{line}", self.indent.repeat(level));
    }

    /// Adds several lines as one C comment.
    pub(super) fn comment(&mut self, lines: &[String]) {
        self.line(0, "/*");
        for line in lines {
            self.line(0, format!(" * {}", comment(line)).trim_end());
        }
        self.line(0, " */");
    }

    pub(super) fn push(&mut self, text: &str) {
        self.written.push_str(text);
    }

    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.written)
    }

    pub(super) fn finish(self) -> String {
        self.written
    }
}

/// Escapes a text for a C comment.
pub(super) fn comment(text: &str) -> String {
    plain(text).replace("*/", "* /").replace("/*", "/ *")
}

/// Quotes a text for JSON and YAML.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// Formats a comment in place of an empty array: `/* 0x0010 Elements: SCATTER_GATHER_ELEMENT [0] */`.
pub(super) fn empty(field: &Field) -> Option<String> {
    let (place, ty) = (place(field.offset), source_type_name(&field.ty));
    let said = comment(&format!("{place} {}: {ty}", field.name));
    (field.size == ByteSize::ZERO).then(|| format!("/* {said} */"))
}

/// Formats a remark as a comment after a blank; empty if there is none.
pub(super) fn trailing_comment(remark: &str) -> String {
    match remark {
        "" => String::new(),
        remark => format!(" /* {} */", comment(remark)),
    }
}

/// Returns the remarks on a member: the source's name of its type if the declaration does not show it, whether the
/// array may be longer, and its own comment.
pub(super) fn remark(field: &Field, declared: Option<&str>) -> String {
    let any_size = matches!(field.ty, Type::Array { any_size: true, .. });
    let any_size = any_size.then_some("ANYSIZE_ARRAY: as many as were allocated");
    let own = Some(field.comment.as_str()).filter(|comment| !comment.is_empty());
    let parts = [declared, any_size, own].into_iter().flatten();
    parts.collect::<Vec<&str>>().join("; ")
}

/// Returns the source's name of a type if the declaration does not show it; `said` tells for pointers.
pub(super) fn declared(ty: &Type, said: impl Fn(&Pointer) -> bool) -> Option<&str> {
    match ty.unfolded().0 {
        Type::Scalar(scalar) => Some(&scalar.declared),
        Type::Pointer(pointer) => (!said(pointer)).then_some(&pointer.declared),
        Type::Array { .. } | Type::Definition { .. } => None,
        Type::Bytes { declared, .. } => Some(declared),
    }
}

/// Returns the remarks on a member in a format with typed pointers.
pub(super) fn typed(field: &Field, pointers: Pointers) -> String {
    let typed = pointers == Pointers::Typed;
    let said = |pointer: &Pointer| typed && pointer.declared.contains('*');
    remark(field, declared(&field.ty, said))
}

/// Returns a type in the source's spelling: `EPROCESS *`, `USHORT [8]`.
pub(super) fn source_type_name(ty: &Type) -> String {
    let mut dimensions = String::new();
    let mut base = ty;
    while let Type::Array {
        element,
        count,
        any_size,
    } = base
    {
        base = element;
        match any_size {
            true => dimensions.push_str("[ANYSIZE_ARRAY]"),
            false => drop(write!(dimensions, "[{count}]")),
        }
    }
    let base = match base {
        Type::Definition { name, .. } => name,
        other => declared(other, |_| false).unwrap_or_default(),
    };
    match dimensions.as_str() {
        "" => base.to_owned(),
        dimensions => format!("{base} {dimensions}"),
    }
}

/// Formats the sentence about the form and width of pointers.
pub(super) fn of_pointers(arch: Arch, pointers: Pointers) -> String {
    let width = arch.pointer().get();
    match pointers {
        Pointers::Typed => {
            format!("Pointers are pointers: for a tool whose pointers have {width} bytes.")
        }
        Pointers::AsIntegers => {
            format!("Pointers are integers of {width} bytes, for tools with any pointer size.")
        }
    }
}

/// Escapes a text for a C string, in one line.
pub(super) fn escaped(text: &str) -> String {
    plain(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// Converts a text to one line.
pub(super) fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Formats `0x005c`.
pub(super) fn place(offset: ByteOffset) -> String {
    format!("0x{:04x}", offset.get())
}

/// Formats `0x005a:3`.
pub(super) fn place_of_bit(offset: ByteOffset, bit: u8) -> String {
    format!("{}:{bit}", place(offset))
}

pub(super) fn bits(size: ByteSize) -> u32 {
    size.get().saturating_mul(8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a \"b\" \\ \n é"), r#""a \"b\" \\ \u000a é""#);
    }
}
