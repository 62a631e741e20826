//! Prints an enumeration in every format: names and numbers, with different punctuation.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::format::{Format, Options};
use super::ksy::Ids;
use super::md;
use super::model::{Definition, Unit};
use super::text::{self, Text, place, quoted, trailing_comment};
use super::{csv, dt, isf, names};
use crate::types::EnumValue;
use crate::units::{ByteOffset, ByteSize};

/// Prints a unit that is an enumeration.
pub(super) fn write(format: Format, unit: &Unit, options: Options) -> String {
    let Some(own) = unit.definitions.last() else {
        return String::new();
    };
    // Only C has prefixes and suffixes.
    let options = match format {
        Format::C => options,
        _ => Options::default(),
    };
    let enumeration = Enumeration {
        unit,
        own,
        format,
        options,
    };
    match format {
        Format::C => enumeration.header(true),
        Format::Synthetic => enumeration.header(false),
        Format::Dt => dt::write(unit),
        Format::Isf => enumeration.isf(),
        Format::Rust => enumeration.rust(),
        Format::Ksy => enumeration.ksy(),
        Format::CStruct => {
            let head = format!("enum {} : int{} {{", own.name, enumeration.bits());
            enumeration.braces(&head, "};")
        }
        Format::HexPat => {
            let (name, bits) = (&own.name, enumeration.bits());
            let head = format!("enum {name} : s{bits} {{");
            enumeration.braces(&head, &format!("}};\n\n{name} structure @ 0x00;"))
        }
        Format::Csv => csv::write(unit),
        Format::Md => enumeration.md(),
        Format::Pahole => enumeration.braces(&format!("enum _{} {{", own.name), "};"),
        Format::Template010 => {
            let (name, integer) = (&own.name, enumeration.integer_of_c());
            let end =
                format!("}} {name};\n\nFSeek(0x00); /* offset of the value */\n{name} structure;");
            enumeration.braces(&format!("typedef enum <{integer}> _{name} {{"), &end)
        }
    }
}

/// Prints names and numbers between two lines.
fn body((head, end): (&str, &str), values: impl Iterator<Item = (String, i64)>, text: &mut Text) {
    text.line(0, head);
    for (name, value) in values {
        text.line(1, &format!("{name} = {value},"));
    }
    text.line(0, end);
}

/// Prints an enumeration in C. Compilers for Windows give it 4 bytes: for other sizes, the type is an integer beside
/// the names.
pub(super) fn in_c(
    (name, size): (String, ByteSize),
    values: impl Iterator<Item = (String, i64)>,
    text: &mut Text,
) {
    let size_of = trailing_comment(&place(ByteOffset::new(size.get())));
    let integer = match size.get() {
        1 => "signed char",
        2 => "short",
        8 => "long long",
        _ => {
            let head = format!("typedef enum _{name} {{");
            return body((&head, &format!("}} {name};{size_of}")), values, text);
        }
    };
    let end = format!("}};\ntypedef {integer} {name};{size_of}");
    body((&format!("enum _{name} {{"), &end), values, text);
}

/// Formats an enumeration as a member of a symbol file's `enums`.
pub(super) fn in_isf(
    name: &str,
    size: ByteSize,
    values: impl Iterator<Item = (String, i64)>,
) -> String {
    let base = match size.get() {
        1 => "int8",
        2 => "short",
        8 => "long long",
        _ => "long",
    };
    let constants = values.map(|(name, value)| format!("{}: {value}", quoted(&name)));
    let body = [
        format!(r#""size": {}"#, size.get()),
        format!(r#""base": "{base}""#),
        format!(r#""constants": {}"#, isf::object(3, constants.collect())),
    ];
    format!("{}: {}", quoted(name), isf::object(2, body.into()))
}

struct Enumeration<'u> {
    unit: &'u Unit,
    own: &'u Definition,
    format: Format,
    options: Options,
}

impl<'u> Enumeration<'u> {
    fn bits(&self) -> u32 {
        text::bits(self.own.measure.size)
    }

    fn integer_of_c(&self) -> &'static str {
        match self.bits() {
            8 => "char",
            16 => "short",
            64 => "int64",
            _ => "int",
        }
    }

    /// Returns the values with names that the format allows.
    fn values(&self) -> impl Iterator<Item = (String, i64)> + 'u {
        let reserved = self.format.reserved();
        let values = self.unit.values.iter();
        values.map(move |EnumValue { name, value }| (names::allowed(name, reserved), *value))
    }

    /// Prints names and numbers in braces, as in C.
    fn braces(&self, head: &str, end: &str) -> String {
        let mut text = Text::new("    ");
        text.comment(&self.unit.provenance.lines());
        body((head, end), self.values(), &mut text);
        text.finish()
    }

    fn header(&self, checked: bool) -> String {
        let mut text = Text::new("    ");
        text.comment(&self.unit.provenance.lines());
        let (provenance, size) = (&self.unit.provenance, self.own.measure.size.get());
        let name = self.options.affixed(&self.own.name);
        let structure = self.options.affixed(&provenance.structure.c_identifier());
        let guard = format!("{}_H", names::guard(&structure, provenance.point));
        text.line(0, &format!("#ifndef {guard}\n#define {guard}\n"));
        let values = self.values();
        let values = values.map(|(name, value)| (self.options.affixed(&name), value));
        in_c((name.clone(), self.own.measure.size), values, &mut text);
        if checked {
            text.line(
                0,
                &format!(
                    "\n#ifdef STRATA_CHECK_LAYOUT\n#ifdef __cplusplus\nstatic_assert(sizeof({name}) == {size}, \"size of {name}\");\n\
                     #else\n_Static_assert(sizeof({name}) == {size}, \"size of {name}\");\n#endif\n#endif"
                ),
            );
        }
        text.line(0, &format!("\n#endif /* {guard} */"));
        text.finish()
    }

    fn isf(&self) -> String {
        let name = self.unit.provenance.structure.as_str();
        let own = in_isf(name, self.own.measure.size, self.values());
        isf::file(self.unit, Vec::new(), vec![own])
    }

    fn rust(&self) -> String {
        let (name, bits) = (&self.own.name, self.bits());
        let mut rust = String::new();
        for line in self.unit.provenance.lines() {
            let _ = writeln!(rust, "{}", format!("// {}", text::plain(&line)).trim_end());
        }
        let _ = writeln!(
            rust,
            "\n#[repr(transparent)]\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n\
             #[allow(dead_code, non_camel_case_types)]\npub struct {name}(pub i{bits});\n\n\
             #[allow(dead_code, non_upper_case_globals)]\nimpl {name} {{"
        );
        for (value_name, value) in self.values() {
            let _ = writeln!(rust, "    pub const {value_name}: Self = Self({value});");
        }
        rust.push_str("}\n");
        rust
    }

    /// Prints the enumeration for Kaitai, where a number has one name: further ones are comments.
    fn ksy(&self) -> String {
        let mut ids = Ids::default();
        let own = ids.take(&self.own.name, ByteOffset::ZERO);
        let mut text = Text::new("  ");
        text.line(
            0,
            &format!("meta:\n  id: {own}\n  ks-version: 0.9\n  endian: le\ndoc: |"),
        );
        for line in self.unit.provenance.lines() {
            text.line(1, text::plain(&line).trim_end());
        }
        let size = self.own.measure.size.get();
        text.line(
            0,
            &format!("seq:\n  - id: value\n    type: s{size}\n    enum: {own}"),
        );
        text.line(0, &format!("enums:\n  {own}:"));
        let (mut values, mut known) = (Ids::default(), BTreeSet::new());
        for (name, value) in self.values() {
            let id = values.take(&name, ByteOffset::ZERO);
            let again = if known.insert(value) { "" } else { "# " };
            text.line(2, &format!("{again}{value}: {id} # {}", text::plain(&name)));
        }
        text.finish()
    }

    fn md(&self) -> String {
        let mut text = md::head(self.unit);
        let _ = write!(
            text,
            "\n## {}\n\nenum, {} bytes, as {} says.\n\n| value | name |\n| ----- | ---- |\n",
            md::plain(&self.own.name),
            self.own.measure.size,
            md::plain(&self.own.source)
        );
        for (name, value) in self.values() {
            let _ = writeln!(text, "| {value} | {} |", md::code(&name));
        }
        text
    }
}
