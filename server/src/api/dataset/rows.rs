//! The dataset as tables. NDJSON and CSV have the same columns: a line for each member, bit field and gap of each layout.
//! Parquet, for DuckDB, ClickHouse, Spark, has two tables of every type: a row for each member, bit field or value of each
//! distinct layout; a row for each image that has it. `class`, a number, joins them.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::errors;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::record::RecordWriter;
use parquet::schema::types::Type;
use parquet_derive::ParquetRecordWriter;
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

/// A row of the table of members.
#[derive(ParquetRecordWriter)]
struct MemberRecord {
    class: i32,
    module: String,
    structure: String,
    structure_kind: &'static str,
    structure_size: u32,
    kind: &'static str,
    name: String,
    r#type: Option<String>,
    offset: u32,
    size: u32,
    bit: Option<i32>,
    width: Option<i32>,
    value: Option<i64>,
}

impl MemberRecord {
    /// `None` for rows without a name: padding, and integers whose bit fields have names.
    fn new(class: i32, of: &Class<'_>, row: &Row<'_>) -> Option<Self> {
        let value = || {
            let (_, value) = row.declaration?.rsplit_once(" = ")?;
            value.parse().ok()
        };
        let is_value = matches!(row.kind, RowKind::Value);
        Some(Self {
            class,
            module: of.module.to_owned(),
            structure: row.structure.to_owned(),
            structure_kind: of.kind,
            structure_size: row.structure_size,
            kind: row.kind.as_str(),
            name: row.name.filter(|_| !row.kind.is_gap())?.to_owned(),
            r#type: row.r#type.clone(),
            offset: row.offset,
            size: row.size,
            bit: row.bit.map(i32::from),
            width: row.width.map(i32::from),
            value: is_value.then(value).flatten(),
        })
    }
}

pub(super) fn parquet_members(dataset: &Dataset, out: impl Write + Send) -> errors::Result<()> {
    let mut table = Table::new("members", out)?;
    for (number, class) in (0..).zip(classes(dataset)) {
        lines(&class.layout, "", &mut |row| {
            let record = MemberRecord::new(number, &class, &row);
            record.map_or(Ok(()), |record| table.row(record).map_err(io::Error::other))
        })?;
    }
    table.close()
}

/// A row of the table of images.
#[derive(ParquetRecordWriter)]
struct ImageRecord {
    class: i32,
    structure: String,
    image: String,
    module: String,
    arch: &'static str,
    version: Option<String>,
    build: Option<i32>,
    revision: Option<i32>,
}

pub(super) fn parquet_images(dataset: &Dataset, out: impl Write + Send) -> errors::Result<()> {
    let mut table = Table::new("images", out)?;
    for (class, of) in (0..).zip(classes(dataset)) {
        for image in of.images(dataset) {
            let build = image.build();
            table.row(ImageRecord {
                class,
                structure: of.layout.structure.to_string(),
                image: image.id(),
                module: of.module.to_owned(),
                arch: image.arch.as_str(),
                version: build.map(|build| build.to_string()),
                build: build.map(|build| build.number.cast_signed()),
                revision: build.map(|build| build.revision.cast_signed()),
            })?;
        }
    }
    table.close()
}

/// A table that is being written.
struct Table<R, W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Vec<R>,
}

impl<R, W: Write + Send> Table<R, W>
where
    for<'a> &'a [R]: RecordWriter<R>,
{
    fn new(name: &str, out: W) -> errors::Result<Self> {
        let rows: Vec<R> = Vec::new();
        let columns = rows.as_slice().schema()?.get_fields().to_vec();
        let schema = Type::group_type_builder(name).with_fields(columns);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("strata".to_owned())
            .build();
        let (schema, properties) = (Arc::new(schema.build()?), Arc::new(properties));
        let writer = SerializedFileWriter::new(out, schema, properties)?;
        Ok(Self { writer, rows })
    }

    fn row(&mut self, row: R) -> errors::Result<()> {
        self.rows.push(row);
        match self.rows.len() {
            GROUP => self.group(),
            _ => Ok(()),
        }
    }

    fn group(&mut self) -> errors::Result<()> {
        let mut group = self.writer.next_row_group()?;
        self.rows.as_slice().write_to_row_group(&mut group)?;
        group.close()?;
        self.rows.clear();
        Ok(())
    }

    fn close(mut self) -> errors::Result<()> {
        if !self.rows.is_empty() {
            self.group()?;
        }
        self.writer.close()?;
        Ok(())
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
