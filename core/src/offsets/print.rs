//! Writes tables of members × images: for spreadsheets and databases, as source code, in the formats of two projects.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::iter;

use super::{Bracketing, Column, KPHDYN, Row, Subject, Table, Value};
use crate::arch::Arch;
use crate::csv;
use crate::dataset::Dataset;
use crate::export::free;
use crate::release::Build;
use crate::units::BitRange;
use crate::validity::Refused;
use crate::words::words;

/// The C macro for a member that an image does not have.
const ABSENT: &str = "STRATA_ABSENT";
/// The C macro for an unknown value.
const UNKNOWN: &str = "STRATA_UNKNOWN";

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        /// One line per image, separated by commas.
        Csv = "csv",
        /// One line per image, separated by tabs.
        Tsv = "tsv",
        /// Classes and images as C arrays.
        C = "c",
        /// Classes and images as Rust constants.
        Rust = "rust",
        /// Classes and images as Python tuples.
        Python = "python",
        /// EDRSandblast's file of offsets.
        EdrSandblast = "edrsandblast",
        /// System Informer's file of offsets: kphdyn.xml.
        Kphdyn = "kphdyn",
    }
}

impl Format {
    /// Returns the default for bracketed cells: included if the format can mark them.
    pub const fn bracketing(self) -> Bracketing {
        match self {
            Self::Csv | Self::Tsv => Bracketing::Include,
            Self::C | Self::Rust | Self::Python | Self::EdrSandblast | Self::Kphdyn => {
                Bracketing::Exclude
            }
        }
    }

    /// Returns whether the text says from which data it is made.
    pub const fn names_data(self) -> bool {
        matches!(self, Self::C | Self::Rust | Self::Python | Self::Kphdyn)
    }

    /// Returns the default members of the format.
    pub fn members(self) -> Vec<&'static str> {
        match self {
            Self::Kphdyn => KPHDYN.map(|(_, member, _)| member).to_vec(),
            Self::EdrSandblast => super::EDRSANDBLAST.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns whether the format can name the image of a row: EDRSandblast and System Informer know kernels, the latter by
    /// their hashes.
    pub fn takes(self, row: &Row<'_>) -> bool {
        match self {
            Self::Csv | Self::Tsv | Self::Rust | Self::Python => true,
            Self::C => row.build().is_some(),
            Self::EdrSandblast => {
                row.build().is_some() && (row.module.is_kernel() || row.kernel.is_some())
            }
            Self::Kphdyn => row.kernel.is_some() && row.build().is_some(),
        }
    }

    /// Returns the only architecture of a format whose rows name none.
    pub const fn only_on(self) -> Option<Arch> {
        match self {
            Self::EdrSandblast => Some(Arch::X64),
            _ => None,
        }
    }
}

/// Writes a table. `data` is the hash of the data, if the format names them; `refused` are the lines of the list that name
/// no member, which a comment tells in the formats that have comments.
pub fn print(
    table: &Table<'_>,
    dataset: &Dataset,
    (data, refused): (&str, &[Refused]),
    format: Format,
) -> String {
    let printer = Printer {
        table,
        dataset,
        data,
        refused,
        names: names(&table.columns),
    };
    match format {
        Format::Csv => printer.separated(",", "\r\n", csv::cell),
        Format::Tsv => printer.separated("\t", "\n", |cell| cell.into()),
        Format::C => printer.c(),
        Format::Rust => printer.rust(),
        Format::Python => printer.python(),
        Format::EdrSandblast => printer.edrsandblast(),
        Format::Kphdyn => printer.kphdyn(),
    }
}

/// The names of columns as unique identifiers: `EPROCESS_Protection`.
fn names(columns: &[Column<'_>]) -> Vec<String> {
    unique(columns.iter().map(|column| {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = column.name().chars().map(plain).collect();
        name.trim_matches('_').replace("__", "_")
    }))
}

/// Makes names unique by appending a number to those that recur.
fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names.map(|name| free(name, &mut taken)).collect()
}

struct Printer<'a> {
    table: &'a Table<'a>,
    dataset: &'a Dataset,
    data: &'a str,
    refused: &'a [Refused],
    names: Vec<String>,
}

impl Printer<'_> {
    /// One line per image: hexadecimal offsets, empty if unknown. Bit fields have two more columns.
    fn separated(&self, separator: &str, end: &str, cell: fn(&str) -> Cow<'_, str>) -> String {
        let names: Vec<String> = self.table.columns.iter().map(Column::name).collect();
        let mut text = "image module arch version".replace(' ', separator);
        for (column, name) in self.table.columns.iter().zip(&names) {
            text.extend([separator, &cell(name)]);
            for part in ["bit", "width"].into_iter().filter(|_| column.is_bits()) {
                text.extend([separator, &cell(&format!("{name}:{part}"))]);
            }
        }
        text.extend([separator, "bracketed", separator, "source", end]);
        // Many rows share a class, which is written once.
        let classes: Vec<String> = (self.table.classes.iter())
            .map(|values| self.cells(values, separator))
            .collect();
        for row in &self.table.rows {
            let (module, arch, version) = (row.module, row.arch, row.version);
            let _ = write!(
                text,
                "{module}-{version}-{arch}{separator}{module}{separator}{arch}{separator}"
            );
            if let Some(build) = row.build() {
                let _ = write!(text, "{build}");
            }
            text.push_str(classes.get(row.class).map_or("", String::as_str));
            let named = names.iter().enumerate();
            let bracketed = named.filter(|(at, _)| row.is_bracketed(*at));
            let bracketed: Vec<&str> = bracketed.map(|(_, name)| name.as_str()).collect();
            let (bracketed, sources) = (bracketed.join(" "), row.sources(self.dataset).join(" "));
            text.extend([
                separator,
                &cell(&bracketed),
                separator,
                &cell(&sources),
                end,
            ]);
        }
        text
    }

    /// The values of a row, each after a separator.
    fn cells(&self, values: &[Value], separator: &str) -> String {
        let mut text = String::new();
        for (column, value) in self.table.columns.iter().zip(values) {
            text.push_str(separator);
            match number(*value) {
                Some(number) => _ = write!(text, "{number:#x}"),
                None if *value == Value::NotStated => {}
                None => text.push_str(value.state()),
            }
            if column.is_bits() {
                let [bit, width] = match bits(*value) {
                    Some(bits) => [bits.bit().to_string(), bits.width().to_string()],
                    None => Default::default(),
                };
                text.extend([separator, &bit, separator, &width]);
            }
        }
        text
    }

    /// The header comment of source code.
    fn about(&self) -> Vec<String> {
        let Table {
            columns,
            rows,
            classes,
        } = self.table;
        let mut sources: Vec<&str> = Vec::new();
        for source in rows.iter().flat_map(|row| row.sources(self.dataset)) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        let title = |id: &&str| match self.dataset.source(id) {
            Some(source) => format!("{}: {}", source.author, source.url),
            None => (*id).to_owned(),
        };
        let sources: Vec<String> = sources.iter().map(title).collect();
        let mut about = vec![
            format!(
                "Members: {}; images: {}; combinations: {}. Made by Strata from the data {}.",
                columns.len(),
                rows.len(),
                classes.len(),
                self.data
            ),
            format!("Sources: {}.", sources.join("; ")),
        ];
        about.extend(self.refused.iter().map(|it| format!("Left out: {it}.")));
        if rows.iter().any(|row| !row.bracketed.is_empty()) {
            about.push(
                "Contains values that no source states for their image, but on which the nearest known images on both sides agree."
                    .to_owned(),
            );
        }
        about
    }

    /// The rows with a known file version.
    fn versioned(&self) -> impl Iterator<Item = (&Row<'_>, Build)> {
        let rows = self.table.rows.iter();
        rows.filter_map(|row| Some((row, row.build()?)))
    }

    /// Returns a line for each class: the cells of its values between `open` and `close`.
    fn classes(
        &self,
        (open, close): (&str, &str),
        cell: impl Fn(Value, usize) -> Option<String>,
    ) -> String {
        let mut text = String::new();
        for values in &self.table.classes {
            let cells = values.iter().enumerate();
            let cells = cells.filter_map(|(at, value)| cell(*value, at));
            let cells: Vec<String> = cells.collect();
            text.extend([open, &cells.join(", "), close]);
        }
        text
    }

    fn c(&self) -> String {
        let mut text = String::new();
        for line in self.about() {
            text.push_str(&format!("/* {} */\n", line.replace("*/", "* /")));
        }
        text.push_str(
            "#ifndef STRATA_OFFSETS_H\n#define STRATA_OFFSETS_H\n\n/* Values from STRATA_ABSENT on are not offsets. */\n#define \
             STRATA_ABSENT 0xFFFFFFFEu  /* the image has no such member */\n#define STRATA_UNKNOWN 0xFFFFFFFFu /* nothing is \
             known */\n\ntypedef struct STRATA_OFFSETS {\n",
        );
        for (column, name) in self.table.columns.iter().zip(&self.names) {
            let what = match column.subject {
                Subject::Member(..) => "",
                Subject::Size(_) => ", size of the type in bytes",
                Subject::Symbol(_) => ", from the start of the image",
            };
            let of = column.name();
            let _ = writeln!(text, "    unsigned int {name}; /* {of}{what} */");
            for part in ["bit", "width"].into_iter().filter(|_| column.is_bits()) {
                let _ = writeln!(text, "    unsigned char {name}_{part};");
            }
        }
        text.push_str(
            "} STRATA_OFFSETS;\n\n\
             typedef struct STRATA_IMAGE {\n\
             \x20   const char *Module;\n\
             \x20   unsigned short Machine; /* IMAGE_FILE_MACHINE_* */\n\
             \x20   unsigned short Major, Minor;\n\
             \x20   unsigned int Build, Revision; /* of the file's version */\n\
             \x20   unsigned int TimeDateStamp, SizeOfImage; /* of the PE header; 0 where not known */\n\
             \x20   unsigned short Class; /* in StrataOffsets */\n\
             } STRATA_IMAGE;\n\n\
             static const STRATA_OFFSETS StrataOffsets[] = {\n",
        );
        text += &self.classes(("    { ", " },\n"), |value, at| {
            let cell = match (number(value), value) {
                (Some(number), _) => format!("{number:#x}"),
                (None, Value::Absent) => ABSENT.to_owned(),
                (None, _) => UNKNOWN.to_owned(),
            };
            let bits = bits(value);
            let part = |of: fn(BitRange) -> u8| bits.map_or(0, of);
            Some(match self.table.columns[at].is_bits() {
                true => format!("{cell}, {}, {}", part(BitRange::bit), part(BitRange::width)),
                false => cell,
            })
        });
        text.push_str("};\n\nstatic const STRATA_IMAGE StrataImages[] = {\n");
        for (row, build) in self.versioned() {
            let (machine, (major, minor)) = (row.arch.machine(), build.nt);
            let header = row.kernel.map(|it| (it.time_stamp, it.size_of_image));
            let (stamp, size) = header.unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "    {{ \"{}\", {machine:#06x}, {major}, {minor}, {}, {}, {stamp:#x}, {size:#x}, {} }},",
                row.module, build.number, build.revision, row.class
            );
        }
        text.push_str(
            "};\n\n\
             /* The offsets in the image of that module (0: any), machine and file version; 0 where it is not in the table. */\n\
             static inline const STRATA_OFFSETS *StrataFind(const char *module, unsigned short machine,\n\
             \x20   unsigned short major, unsigned short minor, unsigned int build, unsigned int revision)\n\
             {\n\
             \x20   unsigned int at;\n\
             \x20   for (at = 0; at < sizeof StrataImages / sizeof StrataImages[0]; at++) {\n\
             \x20       const STRATA_IMAGE *image = &StrataImages[at];\n\
             \x20       const char *name = image->Module;\n\
             \x20       const char *wanted = module;\n\
             \x20       if (image->Machine != machine || image->Major != major || image->Minor != minor\n\
             \x20           || image->Build != build || image->Revision != revision) {\n\
             \x20           continue;\n\
             \x20       }\n\
             \x20       while (wanted && *wanted && *wanted == *name) {\n\
             \x20           wanted++;\n\
             \x20           name++;\n\
             \x20       }\n\
             \x20       if (!wanted || *wanted == *name) {\n\
             \x20           return &StrataOffsets[image->Class];\n\
             \x20       }\n\
             \x20   }\n\
             \x20   return 0;\n\
             }\n\n#endif\n",
        );
        text
    }

    fn rust(&self) -> String {
        let mut text = String::new();
        for line in self.about() {
            text.push_str(&format!("//! {line}\n"));
        }
        text.push_str(
            "\n/// Where a member is.\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
             pub enum Offset {\n\
             \x20   /// So many bytes from the start; of a type as a whole, its size.\n\
             \x20   At(u32),\n\
             \x20   /// Bits of the integer at an offset.\n\
             \x20   Bits { offset: u32, bit: u8, width: u8 },\n\
             \x20   /// The image has no such member.\n\
             \x20   Absent,\n\
             \x20   /// Nothing is known.\n\
             \x20   Unknown,\n\
             }\n\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n\
             pub struct Offsets {\n",
        );
        let fields = unique(self.names.iter().map(|name| field(name)));
        for (column, field) in self.table.columns.iter().zip(&fields) {
            let of = column.name();
            let _ = writeln!(text, "    /// `{of}`\n    pub {field}: Offset,");
        }
        let count = self.table.classes.len();
        let _ = writeln!(text, "}}\n\npub static CLASSES: [Offsets; {count}] = [");
        text += &self.classes(("    Offsets { ", " },\n"), |value, at| {
            let value = match (number(value), bits(value), value) {
                (Some(offset), Some(bits), _) => {
                    let (bit, width) = (bits.bit(), bits.width());
                    format!("Bits {{ offset: {offset:#x}, bit: {bit}, width: {width} }}")
                }
                (Some(offset), None, _) => format!("At({offset:#x})"),
                (None, _, Value::Absent) => "Absent".to_owned(),
                _ => "Unknown".to_owned(),
            };
            Some(format!("{}: Offset::{value}", fields[at]))
        });
        text.push_str(&format!(
            "];\n\n/// Ids of images, in the order of their letters, and their classes.\n\
             pub static IMAGES: [(&str, u16); {}] = [\n",
            self.table.rows.len()
        ));
        for (id, class) in self.by_id() {
            text.push_str(&format!("    (\"{id}\", {class}),\n"));
        }
        text.push_str(
            "];\n\n\
             /// The offsets in an image: `ntoskrnl-10.0.19041.264-x64`.\n\
             pub fn find(image: &str) -> Option<&'static Offsets> {\n\
             \x20   let at = IMAGES.binary_search_by(|(id, _)| (*id).cmp(image)).ok()?;\n\
             \x20   CLASSES.get(usize::from(IMAGES[at].1))\n\
             }\n",
        );
        text
    }

    fn python(&self) -> String {
        let mut text = "\"\"\"".to_owned();
        text.push_str(&self.about().join("\n"));
        text.push_str(
            "\n\nCLASSES holds the distinct combinations: an offset or, of a bit field, (offset, bit, width); None where the \
             image\nhas no such member; what is not known is left out. IMAGES has the class of each image.\n\"\"\"\n\nCLASSES = \
             [\n",
        );
        text += &self.classes(("    {", "},\n"), |value, at| {
            let value = match (number(value), bits(value), value) {
                (Some(offset), Some(bits), _) => {
                    format!("({offset:#x}, {}, {})", bits.bit(), bits.width())
                }
                (Some(offset), None, _) => format!("{offset:#x}"),
                (None, _, Value::Absent) => "None".to_owned(),
                _ => return None,
            };
            Some(format!("\"{}\": {value}", self.table.columns[at].name()))
        });
        text.push_str("]\n\nIMAGES = {\n");
        for (id, class) in self.by_id() {
            text.push_str(&format!("    \"{id}\": {class},\n"));
        }
        text.push_str(
            "}\n\n\ndef offsets(image):\n\
             \x20   \"\"\"The offsets in an image, such as ntoskrnl-10.0.19041.264-x64.\"\"\"\n\
             \x20   return CLASSES[IMAGES[image]]\n",
        );
        text
    }

    fn by_id(&self) -> Vec<(String, usize)> {
        let rows = self.table.rows.iter();
        let mut ids: Vec<(String, usize)> = rows.map(|row| (row.id(), row.class)).collect();
        ids.sort();
        ids
    }

    /// Hexadecimal without `0x`; 0 for unknown values. The column after that of a bit field has its lowest bit.
    fn edrsandblast(&self) -> String {
        let mut head = vec!["ntoskrnlVersion".to_owned()];
        for column in &self.table.columns {
            let name = match column.subject {
                Subject::Symbol(name) => name.to_owned(),
                Subject::Member(..) | Subject::Size(_) => column.name().replace('.', "_"),
            };
            let bit = column.is_bits().then(|| format!("{name}_bit"));
            head.extend(iter::once(name).chain(bit));
        }
        let mut text = head.join(",") + "\n";
        for (row, build) in self.versioned() {
            let mut cells: Vec<String> = Vec::with_capacity(head.len());
            for (at, column) in self.table.columns.iter().enumerate() {
                let value = self.table.value(row, at);
                let bit = || bits(value).map_or(0, |bits| u32::from(bits.bit()));
                let numbers = [Some(number(value).unwrap_or(0)), column.is_bits().then(bit)];
                cells.extend(numbers.iter().flatten().map(|number| format!("{number:x}")));
            }
            let (module, cells) = (row.module, cells.join(","));
            let (number, revision) = (build.number, build.revision);
            let _ = writeln!(text, "{module}_{number}-{revision}.exe,{cells}");
        }
        text
    }

    /// Classes are numbered from 1. Kernels without a known hash are left out: the driver finds its kernel by hash.
    fn kphdyn(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".to_owned();
        for line in self.about() {
            text.push_str(&format!("<!-- {} -->\n", line.replace("--", "- -")));
        }
        text.push_str("<dyn>\n");
        let mut used = BTreeSet::new();
        for (row, build) in self.versioned() {
            let Some(kernel) = row.kernel else {
                continue;
            };
            let arch = match row.arch {
                Arch::X86 => "x86",
                Arch::X64 => "amd64",
                Arch::Arm64 => "arm64",
            };
            used.insert(row.class);
            text.push_str(&format!(
                "    <data arch=\"{arch}\" version=\"{build}\" file=\"{}.exe\" hash=\"{}\" timestamp=\"{:#010x}\" size=\"{:#010x}\">{}</data>\n",
                row.module,
                kernel.sha256,
                kernel.time_stamp,
                kernel.size_of_image,
                row.class + 1
            ));
        }
        for class in used {
            text.push_str(&format!("    <fields id=\"{}\">\n", class + 1));
            for (at, column) in self.table.columns.iter().enumerate() {
                let value = self.table.classes[class][at];
                let name = column.name();
                let own = KPHDYN.iter().find(|(_, member, _)| *member == name);
                let bit = bits(value).map(|bits| u32::from(bits.bit()));
                let name = own.map_or(&*self.names[at], |(own, ..)| own);
                let of_bit = format!("{name}_bit");
                let fields = match own {
                    Some((.., true)) => [(name, bit), (&of_bit, None)],
                    _ => [(name, number(value)), (&of_bit, bit)],
                };
                for (name, number) in fields {
                    let Some(number) = number else { continue };
                    let _ = writeln!(
                        text,
                        r#"        <field value="{number:#06x}" name="{name}"/>"#
                    );
                }
            }
            text.push_str("    </fields>\n");
        }
        text.push_str("</dyn>\n");
        text
    }
}

/// The offset, or the size of a type as a whole.
fn number(value: Value) -> Option<u32> {
    match value {
        Value::At { offset, .. } => Some(offset),
        Value::Size(size) => Some(size),
        Value::Absent | Value::Declared | Value::NotStated => None,
    }
}

fn bits(value: Value) -> Option<BitRange> {
    match value {
        Value::At { bits, .. } => bits,
        _ => None,
    }
}

/// Converts `EPROCESS_Protection` to the name of a Rust field.
fn field(name: &str) -> String {
    let mut field = String::with_capacity(name.len() + 8);
    let mut before_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && before_lower {
            field.push('_');
        }
        before_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        field.push(c.to_ascii_lowercase());
    }
    match field.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{field}"),
        false => field,
    }
}
