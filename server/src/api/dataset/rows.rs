//! The dataset as tables. NDJSON and CSV have the same columns: a line for each member, bit field and gap of each layout.
//! Parquet, for DuckDB, ClickHouse, Spark, has two tables of every type: a row for each member, bit field or value of each
//! distinct layout; a row for each image that has it. `class`, a number, joins them.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{self, ParquetError};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use serde_json::Value;
use strata_core::catalogue::{Image, ImageIndex, ImageSet};
use strata_core::layout::{BitField, Gap, GapKind, Member, Slot};
use strata_core::types::EnumValue;
use strata_core::{Layout, csv};

use crate::api::prelude::*;
use crate::stream;

use super::Format;

/// A member, bit field, value or gap at a point: a line of NDJSON, a row of CSV.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "DatasetRow")]
pub(super) struct Row<'a> {
    structure: &'a str,
    /// The release or build.
    #[schemars(with = "words::Version")]
    version: &'a str,
    #[schemars(with = "words::Arch")]
    arch: &'static str,
    /// The size of the structure in bytes.
    structure_size: u32,
    /// The subject of the line.
    kind: RowKind,
    /// The stable id of the member or bit field; null for a gap.
    row: Option<&'a str>,
    /// The id of the integer that contains the bit field; otherwise null.
    holder: Option<&'a str>,
    /// Null for a gap, and if the source knows no name.
    name: Option<&'a str>,
    /// The declaration of a member with errata applied, or the source's description; a value with its name; otherwise
    /// null.
    declaration: Option<&'a str>,
    /// The type of a member; otherwise null.
    r#type: Option<String>,
    /// In bytes from the start of the structure. For a bit field, the offset of the integer.
    offset: u32,
    /// In bytes. For a bit field, the size of the integer.
    size: u32,
    /// The lowest bit of a bit field; otherwise null.
    bit: Option<u8>,
    /// The number of bits of a bit field; otherwise null.
    width: Option<u8>,
    /// The integer with only the bits of the bit field set; otherwise null.
    #[schemars(with = "Option<words::Hex>")]
    mask: Option<String>,
    /// How certain the offset of the member is. For a bit field, that of the integer; null for a gap.
    #[schemars(with = "Option<words::Certainty>")]
    certainty: Option<String>,
    /// The offset of the member in the source at this point, without errata; null if the cell is blank, and for other
    /// lines.
    published_offset: Option<u32>,
    /// The ids of the errata of this line.
    errata: Vec<&'a str>,
    /// The id of the source.
    source: &'a str,
    /// What is known of the member, in words.
    description: Option<&'a str>,
}

strata_core::words! {
    /// The subject of a line.
    #[derive(Clone, Copy, Debug, Default, Serialize, JsonSchema)]
    #[schemars(rename = "DatasetRowKind")]
    #[serde(rename_all = "lowercase")]
    enum RowKind {
        /// A member.
        #[default]
        Member = "member",
        /// A bit field of the member before it.
        Bit = "bit",
        /// A value of an enumeration: `PagedPool = 1`.
        Value = "value",
        /// Bytes of no member, explained by the alignment of the next member.
        Padding = "padding",
        /// Bytes of no member, not explained by alignment.
        Hole = "hole",
    }
}

impl RowKind {
    /// Whether the line is about bytes of no member.
    const fn is_gap(self) -> bool {
        matches!(self, Self::Padding | Self::Hole)
    }
}

impl<'a> Row<'a> {
    /// The part that all lines of a layout share.
    fn blank(layout: &'a Layout, version: &'a str, kind: RowKind) -> Self {
        Self {
            structure: layout.structure.as_str(),
            version,
            arch: layout.arch().as_str(),
            structure_size: layout.size.get(),
            kind,
            source: &layout.source,
            ..Self::default()
        }
    }

    fn member(layout: &'a Layout, version: &'a str, member: &'a Member) -> Self {
        Self {
            row: Some(member.row.as_str()),
            name: member.name.as_deref(),
            declaration: Some(&member.declaration),
            r#type: Some(member.ty.to_string()),
            offset: member.offset.get(),
            size: member.size.get(),
            certainty: Some(member.certainty.to_string()),
            published_offset: member.published.map(strata_core::ByteOffset::get),
            errata: member.errata.iter().map(|id| &**id).collect(),
            description: member.description.as_deref(),
            ..Self::blank(layout, version, RowKind::Member)
        }
    }

    fn bit(layout: &'a Layout, version: &'a str, member: &'a Member, bit: &'a BitField) -> Self {
        Self {
            row: Some(bit.row.as_str()),
            holder: Some(member.row.as_str()),
            name: Some(&bit.name),
            offset: member.offset.get(),
            size: member.size.get(),
            bit: Some(bit.range.bit()),
            width: Some(bit.range.width()),
            mask: Some(format!("{:#x}", bit.range.mask())),
            certainty: Some(member.certainty.to_string()),
            errata: bit.errata.iter().map(|id| &**id).collect(),
            ..Self::blank(layout, version, RowKind::Bit)
        }
    }

    fn value(layout: &'a Layout, version: &'a str, value: &'a EnumValue, text: &'a str) -> Self {
        Self {
            name: Some(&value.name),
            declaration: Some(text),
            size: layout.size.get(),
            ..Self::blank(layout, version, RowKind::Value)
        }
    }

    fn gap(layout: &'a Layout, version: &'a str, gap: &Gap) -> Self {
        let kind = match gap.kind {
            GapKind::Padding => RowKind::Padding,
            GapKind::Hole => RowKind::Hole,
        };
        Self {
            offset: gap.offset.get(),
            size: gap.size.get(),
            ..Self::blank(layout, version, kind)
        }
    }
}

/// Calls back for every line of a layout.
fn lines<'a>(
    layout: &'a Layout,
    version: &'a str,
    line: &mut impl FnMut(Row<'_>) -> io::Result<()>,
) -> io::Result<()> {
    for slot in &layout.slots {
        match slot {
            Slot::Gap(gap) => line(Row::gap(layout, version, gap))?,
            Slot::Member(member) => {
                line(Row::member(layout, version, member))?;
                for bit in member.bits.known_bits().into_iter().flatten() {
                    line(Row::bit(layout, version, member, bit))?;
                }
            }
        }
    }
    for value in &layout.values {
        let text = format!("{} = {}", value.name, value.value);
        line(Row::value(layout, version, value, &text))?;
    }
    Ok(())
}

/// A line of `scope=all`: a member, bit field, value or gap of a distinct layout, with the images that have the layout.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "DatasetClassRow")]
pub(super) struct ClassRow<'a> {
    #[serde(flatten)]
    row: Row<'a>,
    /// The id of the layout.
    class: &'a str,
    /// The images that have the layout: runs `first..last`, separated by spaces.
    images: &'a str,
}

/// A line of either scope.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "DatasetLine")]
#[expect(dead_code, reason = "described, never built")]
pub(super) enum Line<'a> {
    /// With `scope=articles`.
    Articles(Box<Row<'a>>),
    /// With `scope=all`.
    All(Box<ClassRow<'a>>),
}

/// A distinct layout in symbol files.
struct Class<'a> {
    /// The module that defines the type.
    module: &'a str,
    /// `struct`, `union` or `enum`.
    kind: &'static str,
    /// The layout in its first image.
    layout: Layout,
    images: &'a ImageSet,
}

impl<'a> Class<'a> {
    /// The images that have the layout.
    fn images(&self, dataset: &'a Dataset) -> impl Iterator<Item = &'a Image> {
        let catalogue = dataset.catalogue();
        self.images
            .iter()
            .filter_map(move |index| catalogue.image(index))
    }
}

/// Every distinct layout in symbol files: types by name, layouts by their first image.
fn classes(dataset: &Dataset) -> impl Iterator<Item = Class<'_>> {
    dataset.structures().iter().flat_map(|structure| {
        let ty = structure.ty().into_iter();
        ty.flat_map(move |ty| {
            ty.classes().iter().filter_map(move |class| {
                let first = class.images.iter().next()?;
                Some(Class {
                    module: ty.module.as_str(),
                    kind: class.kind.as_str(),
                    layout: structure.at_image(first).ok()?,
                    images: &class.images,
                })
            })
        })
    })
}

/// NDJSON has a JSON object per line; CSV is as in RFC 4180, with a header line.
impl Format {
    /// Writes the names of the columns, which are the members of any row.
    fn head(self, any: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        match (self, serde_json::to_value(any)?) {
            (Self::Csv, Value::Object(members)) => {
                out.write_all(csv::line(members.keys()).as_bytes())
            }
            _ => Ok(()),
        }
    }

    fn line(self, row: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Csv => {
                let members = serde_json::to_value(row)?;
                let members = members.as_object().into_iter().flatten();
                let cells = members.map(|(_, value)| cell(value));
                out.write_all(csv::line(cells).as_bytes())
            }
            _ => stream::line(row, out),
        }
    }
}

/// A value as a cell: empty for null, the elements of a list separated by spaces.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if is_formula(text) => format!("'{text}"),
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Whether a spreadsheet would calculate the text.
fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@']) && text.parse::<i128>().is_err()
}

/// Writes a line for each member of the types with an article at each point: types by name, releases before builds, both
/// in order.
pub(super) fn articles(dataset: &Dataset, how: Format, out: &mut dyn Write) -> io::Result<()> {
    how.head(&Row::default(), out)?;
    for structure in dataset.audited() {
        for layout in &structure.every_layout() {
            let version = layout.point.version.to_string();
            lines(layout, &version, &mut |row| how.line(&row, out))?;
        }
    }
    Ok(())
}

/// Writes a line for each member of every distinct layout of every type.
pub(super) fn all(dataset: &Dataset, how: Format, out: &mut dyn Write) -> io::Result<()> {
    let catalogue = dataset.catalogue();
    let id = |index| catalogue.image(ImageIndex(index)).map(Image::id);
    let run = |run: &(u32, u32)| match *run {
        (first, last) if first == last => id(first),
        (first, last) => Some(format!("{}..{}", id(first)?, id(last)?)),
    };
    how.head(&ClassRow::default(), out)?;
    for Class { layout, images, .. } in classes(dataset) {
        let version = layout.point.version.to_string();
        let class = layout.class_id();
        let images: Vec<String> = images.runs().iter().filter_map(run).collect();
        let images = images.join(" ");
        let (class, images) = (class.as_str(), images.as_str());
        lines(&layout, &version, &mut |row| {
            how.line(&ClassRow { row, class, images }, out)
        })?;
    }
    Ok(())
}

/// The number of rows that are kept before they are written.
const GROUP: usize = 1 << 16;

const MEMBERS: &str = "message members {
    required int32 class;
    required binary module (string);
    required binary structure (string);
    required binary structure_kind (string);
    required int32 structure_size (integer(32, false));
    required binary kind (string);
    required binary name (string);
    optional binary type (string);
    required int32 offset (integer(32, false));
    required int32 size (integer(32, false));
    optional int32 bit;
    optional int32 width;
    optional int64 value;
}";

const IMAGES: &str = "message images {
    required int32 class;
    required binary structure (string);
    required binary image (string);
    required binary module (string);
    required binary arch (string);
    optional binary version (string);
    optional int32 build;
    optional int32 revision;
}";

pub(super) fn parquet_members(dataset: &Dataset, out: impl Write + Send) -> errors::Result<()> {
    let mut table = Table::new(MEMBERS, out)?;
    for (number, class) in (0..).zip(classes(dataset)) {
        lines(&class.layout, "", &mut |row| {
            member(&mut table, number, &class, &row)
        })?;
    }
    table.close()
}

fn member(
    table: &mut Table<impl Write + Send, 13>,
    number: i32,
    class: &Class<'_>,
    row: &Row<'_>,
) -> io::Result<()> {
    // Rows without a name are padding, or integers whose bit fields have names.
    let (Some(name), false) = (row.name, row.kind.is_gap()) else {
        return Ok(());
    };
    let text = |text: &str| Cell::Text(ByteArray::from(text));
    let number_of = |value: u32| Cell::Number(value.cast_signed());
    let optional = |value: Option<u8>| value.map(|value| Cell::Number(value.into()));
    let value = || {
        let (_, value) = row.declaration?.rsplit_once(" = ")?;
        Some(Cell::Long(value.parse().ok()?))
    };
    let is_value = matches!(row.kind, RowKind::Value);
    table
        .row([
            Some(Cell::Number(number)),
            Some(text(class.module)),
            Some(text(row.structure)),
            Some(text(class.kind)),
            Some(number_of(row.structure_size)),
            Some(text(row.kind.as_str())),
            Some(text(name)),
            row.r#type.as_deref().map(text),
            Some(number_of(row.offset)),
            Some(number_of(row.size)),
            optional(row.bit),
            optional(row.width),
            is_value.then(value).flatten(),
        ])
        .map_err(io::Error::other)
}

pub(super) fn parquet_images(dataset: &Dataset, out: impl Write + Send) -> errors::Result<()> {
    let mut table = Table::new(IMAGES, out)?;
    let text = |text: &str| Cell::Text(ByteArray::from(text));
    for (number, class) in (0..).zip(classes(dataset)) {
        for image in class.images(dataset) {
            let build = image.build();
            let part = |of: fn(strata_core::Build) -> u32| {
                build.map(|build| Cell::Number(of(build).cast_signed()))
            };
            table.row([
                Some(Cell::Number(number)),
                Some(text(class.layout.structure.as_str())),
                Some(text(&image.id())),
                Some(text(class.module)),
                Some(text(image.arch.as_str())),
                build.map(|build| text(&build.to_string())),
                part(|build| build.number),
                part(|build| build.revision),
            ])?;
        }
    }
    table.close()
}

enum Cell {
    Text(ByteArray),
    Number(i32),
    Long(i64),
}

/// A table that is being written; `COLUMNS` cells per row.
struct Table<W: Write + Send, const COLUMNS: usize> {
    writer: SerializedFileWriter<W>,
    columns: [Column; COLUMNS],
    rows: usize,
}

/// The values of a column, and for each row whether it has one.
#[derive(Default)]
struct Column {
    values: Vec<Cell>,
    levels: Vec<i16>,
}

impl<W: Write + Send, const COLUMNS: usize> Table<W, COLUMNS> {
    fn new(schema: &str, out: W) -> errors::Result<Self> {
        let schema = Arc::new(parse_message_type(schema)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("strata".to_owned())
            .build();
        Ok(Self {
            writer: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
            columns: std::array::from_fn(|_| Column::default()),
            rows: 0,
        })
    }

    fn row(&mut self, cells: [Option<Cell>; COLUMNS]) -> errors::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.levels.push(i16::from(cell.is_some()));
            column.values.extend(cell);
        }
        self.rows += 1;
        match self.rows {
            GROUP => self.group(),
            _ => Ok(()),
        }
    }

    fn group(&mut self) -> errors::Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            std::mem::take(column).write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    fn close(mut self) -> errors::Result<()> {
        if self.rows > 0 {
            self.group()?;
        }
        self.writer.close()?;
        Ok(())
    }
}

impl Column {
    fn write<W: Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> errors::Result<()> {
        let mut column = group
            .next_column()?
            .ok_or_else(|| ParquetError::General("more columns than the schema has".to_owned()))?;
        // A required column has no levels.
        let levels = Some(&*self.levels);
        let (mut texts, mut numbers, mut longs) = (Vec::new(), Vec::new(), Vec::new());
        for cell in self.values {
            match cell {
                Cell::Text(text) => texts.push(text),
                Cell::Number(number) => numbers.push(number),
                Cell::Long(long) => longs.push(long),
            }
        }
        match column.untyped() {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                writer.write_batch(&texts, levels, None)?
            }
            ColumnWriter::Int32ColumnWriter(writer) => {
                writer.write_batch(&numbers, levels, None)?
            }
            ColumnWriter::Int64ColumnWriter(writer) => writer.write_batch(&longs, levels, None)?,
            _ => return Err(ParquetError::General("no such column".to_owned())),
        };
        column.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spreadsheet_calculates_nothing() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-x", "'-x"),
            ("-1", "-1"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(cell(&text.into()), expected);
        }
    }
}
