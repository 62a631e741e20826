//! `c`: a self-contained header for C and C++ compilers, IDA and Ghidra.
//!
//! Padding is a member, and structures are packed where natural alignment would move a member, as little as necessary
//! ([`Alignments`]), so that every compiler produces the same layout and types are aligned as in Windows. Assertions,
//! which simple C parsers may not know, are only compiled if `STRATA_CHECK_LAYOUT` is defined; there are no attributes
//! and otherwise no includes. Bit fields fill their integer, so that those of two integers are never merged.

use std::collections::{BTreeMap, BTreeSet};

use super::c_family::{Arrays, Overlays, PaddingSyntax, PointerStyle, Printer, Remarks, Style};
use super::format::{Options, Pointers, WINDOWS_TYPES, WindowsTypes};
use super::image;
use super::model::{Definition, Item, Kind, Scalar, Type, Unit, Value};
use super::names::{self, Names, guard, in_macro};
use super::text::{self, bits, place};
use super::{enumeration, reserved};
use crate::arch::Arch;
use crate::catalogue::{self, Image};
use crate::types::EnumValue;
use crate::units::ByteSize;

const STYLE: Style = Style {
    begin: |kind, name| format!("typedef {kind} _{name} {{"),
    end: |name| format!("}} {name};"),
    number: |of, _| scalar(of),
    bit_field: scalar,
    byte: |_| "strata_u8",
    pointers: PointerStyle::Chosen,
    arrays: Arrays::All,
    nameless: PaddingSyntax::Blank,
    overlays: Overlays::Anonymous,
    remarks: Remarks::Comments,
    hidden: tag,
};

const INTEGERS: &str = "#ifndef STRATA_INTEGERS
#define STRATA_INTEGERS
typedef unsigned char strata_u8;
typedef unsigned short strata_u16;
typedef unsigned int strata_u32;
typedef unsigned long long strata_u64;
typedef signed char strata_i8;
typedef short strata_i16;
typedef int strata_i32;
typedef long long strata_i64;
#endif
";

/// Anonymous structures are C11 and a C++ extension; empty arrays and bit fields of any type are not standard in both.
const BEGIN_EXTENSIONS: &str = "#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \"-Wpedantic\"
#elif defined(_MSC_VER)
#pragma warning(push)
#pragma warning(disable : 4200 4201 4214)
#endif
";
const END_EXTENSIONS: &str = "
#if defined(__GNUC__) || defined(__clang__)
#pragma GCC diagnostic pop
#elif defined(_MSC_VER)
#pragma warning(pop)
#endif";

/// Macros for the assertions of sizes and offsets, which C does not support for bit fields.
const BEGIN_CHECKS: &str = r#"#ifdef STRATA_CHECK_LAYOUT
#include <stddef.h>
#ifdef __cplusplus
#define STRATA_HOLDS(condition, what) static_assert(condition, what)
#else
#define STRATA_HOLDS(condition, what) _Static_assert(condition, what)
#endif
#define STRATA_SIZE(type, size) \
    STRATA_HOLDS(sizeof(type) == (size), "size of " #type)
#define STRATA_MEMBER(type, member, offset, size) \
    STRATA_HOLDS(offsetof(type, member) == (offset), "offset of " #type "." #member); \
    STRATA_HOLDS(sizeof(((type *)0)->member) == (size), "size of " #type "." #member)"#;
const END_CHECKS: &str = "#undef STRATA_MEMBER
#undef STRATA_SIZE
#undef STRATA_HOLDS
#endif /* STRATA_CHECK_LAYOUT */";

pub(super) fn write(unit: &Unit, options: Options) -> String {
    let point = unit.provenance.point;
    let structure = options.affixed(&unit.provenance.structure.c_identifier());
    let guard_of_header = format!("{}_H", guard(&structure, point));
    let mut header = Header::new(options);
    header.begin(unit.provenance.lines(), unit.arch, &guard_of_header);
    header.tags(&unit.definitions);
    if let Some((own, nested)) = unit.definitions.split_last() {
        // Nested types have include guards, for headers of several structures at one point.
        for definition in nested {
            if options.is_included(&definition.name) {
                continue;
            }
            let guard = guard(&options.affixed(&definition.name), point);
            header.line(&format!("#ifndef {guard}\n#define {guard}"));
            header.definition(definition);
            header.line("#endif\n");
        }
        if !options.is_included(&own.name) {
            header.definition(own);
        }
    }
    header.line("");
    header.line(BEGIN_CHECKS);
    for definition in &unit.definitions {
        header.checks(definition);
    }
    header.line(END_CHECKS);
    header.end(&guard_of_header);
    header.printer.text.finish()
}

struct Header {
    printer: Printer,
    alignments: Alignments,
    /// The tags declared so far.
    declared: BTreeSet<String>,
}

impl Header {
    fn new(options: Options) -> Self {
        Self {
            printer: Printer::new(&STYLE, options),
            alignments: Alignments::default(),
            declared: BTreeSet::new(),
        }
    }

    fn begin(&mut self, mut lines: Vec<String>, arch: Arch, guard: &str) {
        lines.push(text::of_pointers(arch, self.printer.options.pointers));
        lines.push(
            "Where STRATA_CHECK_LAYOUT is defined, the compiler checks every size and offset."
                .to_owned(),
        );
        if self.printer.options.windows_types == WindowsTypes::Included {
            let types = WINDOWS_TYPES.join(", ");
            lines.push(format!(
                "Include this after Windows' own headers, which define {types}."
            ));
        }
        self.printer.text.comment(&lines);
        self.line(&format!("#ifndef {guard}\n#define {guard}\n"));
        self.line(INTEGERS);
        self.line(BEGIN_EXTENSIONS);
    }

    fn end(&mut self, guard: &str) {
        self.line(END_EXTENSIONS);
        self.line(&format!("\n#endif /* {guard} */"));
    }

    fn definition(&mut self, definition: &Definition) {
        let packed = self.alignments.packed(definition);
        if let Some(to) = packed {
            self.line(&format!("#pragma pack(push, {to})"));
        }
        self.printer.definition(definition);
        if packed.is_some() {
            self.line("#pragma pack(pop)");
        }
    }

    fn line(&mut self, line: &str) {
        self.printer.line(line);
    }

    /// Declares the tag of every structure that a pointer refers to, once.
    fn tags(&mut self, definitions: &[Definition]) {
        let options = self.printer.options;
        if options.pointers == Pointers::AsIntegers {
            return;
        }
        let mut tags = BTreeMap::new();
        for field in definitions.iter().flat_map(Definition::fields) {
            if let Some((name, kind)) = field.ty.pointee_type() {
                let name = names::allowed(&name.c_identifier(), &reserved::C);
                tags.insert(options.affixed(&name), kind);
            }
        }
        tags.retain(|name, _| self.declared.insert(name.clone()));
        for (name, kind) in &tags {
            self.line(&format!("{} _{name};", kind.as_str()));
        }
        if !tags.is_empty() {
            self.line("");
        }
    }

    /// Asserts the size of a definition and the offsets and sizes of its members.
    fn checks(&mut self, definition: &Definition) {
        let name = self.printer.options.affixed(&definition.name);
        let size = definition.measure.size.get();
        self.line(&format!("STRATA_SIZE({name}, 0x{size:04x});"));
        for field in definition.fields() {
            let (member, place, size) = (&field.name, place(field.offset), field.size.get());
            self.line(&format!(
                "STRATA_MEMBER({name}, {member}, {place}, 0x{size:x});"
            ));
        }
    }
}

/// Prints the header of an image, type by type. Types and enumerators share one scope.
pub(super) struct ImagePrinter {
    header: Header,
    names: Names,
    guard: String,
}

impl ImagePrinter {
    pub(super) fn new(options: Options) -> Self {
        Self {
            header: Header::new(options),
            names: Names::new(&reserved::C),
            guard: String::new(),
        }
    }

    fn checks(&mut self, definition: &Definition) -> String {
        self.header.line("#ifdef STRATA_CHECK_LAYOUT");
        self.header.checks(definition);
        self.header.line("#endif\n");
        self.header.printer.text.take()
    }
}

impl image::Printer for ImagePrinter {
    fn name(&mut self, ty: &catalogue::Type) -> String {
        let variant = match ty.variant {
            1 => String::new(),
            further => format!("_{further}"),
        };
        self.names
            .take_numbered(&format!("{}{variant}", ty.name.c_identifier()))
    }

    fn head(&mut self, image: &Image, lines: Vec<String>) -> String {
        self.guard = format!("STRATA_{}_H", in_macro(&image.id()));
        self.header.begin(lines, image.arch, &self.guard);
        self.header.line(BEGIN_CHECKS);
        self.header.line("#endif\n");
        self.header.printer.text.take()
    }

    fn enumeration(&mut self, definition: &Definition, values: &[EnumValue]) -> String {
        let options = self.header.printer.options;
        let values = values.iter().map(|EnumValue { name, value }| {
            let name = self.names.take_numbered(name);
            (options.affixed(&name), *value)
        });
        let own = (options.affixed(&definition.name), definition.measure.size);
        enumeration::in_c(own, values, &mut self.header.printer.text);
        self.checks(definition)
    }

    fn definition(&mut self, definition: &Definition) -> String {
        self.header.tags(std::slice::from_ref(definition));
        if !self.header.printer.options.is_included(&definition.name) {
            self.header.definition(definition);
        }
        self.checks(definition)
    }

    fn foot(&mut self) -> String {
        self.header.line("#ifdef STRATA_CHECK_LAYOUT");
        self.header.line(END_CHECKS);
        self.header.end(&self.guard);
        self.header.printer.text.take()
    }
}

/// Returns the tag of a type; an enumeration with another size than a compiler's default has an integer type instead.
fn tag(kind: Kind, name: &str, size: ByteSize) -> String {
    match (kind, size.get()) {
        (Kind::Enum, 1 | 2 | 8) => format!("strata_i{}", bits(size)),
        _ => format!("{} _{name}", kind.as_str()),
    }
}

fn scalar(scalar: &Scalar) -> String {
    let sign = match scalar.value {
        Value::Char => return "char".to_owned(),
        Value::Signed => 'i',
        Value::Unsigned | Value::Boolean | Value::WideChar => 'u',
    };
    format!("strata_{sign}{}", bits(scalar.size))
}

/// The alignments of definitions as written, by name.
#[derive(Default)]
struct Alignments(BTreeMap<String, u32>);

impl Alignments {
    /// Returns the packing that a definition needs; `None` if natural alignment suffices. Nested ones must come first.
    fn packed(&mut self, definition: &Definition) -> Option<u32> {
        let (items, size) = (&definition.items, definition.measure.size.get());
        let natural = self.of_items(items);
        let halves = |align: &u32| (*align > 1).then(|| align / 2);
        let mut aligns = std::iter::successors(Some(natural), halves);
        let fits = |align: &u32| size.is_multiple_of(*align) && self.hold(items, *align);
        let align = aligns.find(fits).unwrap_or(1);
        self.0.insert(definition.name.clone(), align);
        (align < natural).then_some(align)
    }

    /// Whether members with alignments of at most `most` keep their offsets. A structure of several members may get
    /// longer than their end; then its union has the wrong size.
    fn hold(&self, items: &[Item], most: u32) -> bool {
        Item::within(items).into_iter().all(|item| {
            let align = self.of_items(std::slice::from_ref(item)).min(most);
            let is_placed = item.offset().get().is_multiple_of(align);
            let is_overlay = matches!(item, Item::Overlay(_));
            is_placed && (!is_overlay || item.size().get().is_multiple_of(align))
        })
    }

    fn of_items(&self, items: &[Item]) -> u32 {
        let aligns = Item::within(items).into_iter().map(|item| match item {
            Item::Field(field) => self.of_type(&field.ty),
            Item::Bits(bits) => bits.storage.size.get(),
            Item::Pad(_) | Item::Overlay(_) => 1,
        });
        aligns.max().unwrap_or(1)
    }

    /// Returns the alignment of a type; a type without definition consists of bytes.
    fn of_type(&self, ty: &Type) -> u32 {
        let align = ty.measure().align.get();
        match ty.unfolded().0 {
            Type::Definition { name, .. } => self.0.get(name).copied().unwrap_or(align),
            _ => align,
        }
    }
}
