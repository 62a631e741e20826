//! The dataset as a table: a line for each member, bit field and gap of each layout. NDJSON and CSV have the same
//! columns.

use std::io::{self, Write};

use serde_json::Value;
use strata_core::catalogue::{Image, ImageIndex, ImageSet};
use strata_core::layout::{BitField, Gap, GapKind, Member, Slot};
use strata_core::types::EnumValue;
use strata_core::{Layout, csv};

use crate::api::prelude::*;
use crate::stream;

/// A member, bit field, value or gap at a point: a line of NDJSON, a row of CSV.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "DatasetRow")]
pub(super) struct Row<'a> {
    pub(super) structure: &'a str,
    /// The release or build.
    #[schemars(with = "words::Version")]
    version: &'a str,
    #[schemars(with = "words::Arch")]
    arch: &'static str,
    /// The size of the structure in bytes.
    pub(super) structure_size: u32,
    /// The subject of the line.
    pub(super) kind: RowKind,
    /// The stable id of the member or bit field; null for a gap.
    row: Option<&'a str>,
    /// The id of the integer that contains the bit field; otherwise null.
    holder: Option<&'a str>,
    /// Null for a gap, and if the source knows no name.
    pub(super) name: Option<&'a str>,
    /// The declaration of a member with errata applied, or the source's description; a value with its name; otherwise
    /// null.
    pub(super) declaration: Option<&'a str>,
    /// The type of a member; otherwise null.
    pub(super) r#type: Option<String>,
    /// In bytes from the start of the structure. For a bit field, the offset of the integer.
    pub(super) offset: u32,
    /// In bytes. For a bit field, the size of the integer.
    pub(super) size: u32,
    /// The lowest bit of a bit field; otherwise null.
    pub(super) bit: Option<u8>,
    /// The number of bits of a bit field; otherwise null.
    pub(super) width: Option<u8>,
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
    pub(super) enum RowKind {
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
    pub(super) const fn is_gap(self) -> bool {
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
pub(super) fn lines<'a>(
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
pub(super) struct Class<'a> {
    /// The module that defines the type.
    pub(super) module: &'a str,
    /// `struct`, `union` or `enum`.
    pub(super) kind: &'static str,
    /// The layout in its first image.
    pub(super) layout: Layout,
    images: &'a ImageSet,
}

impl<'a> Class<'a> {
    /// The images that have the layout.
    pub(super) fn images(&self, dataset: &'a Dataset) -> impl Iterator<Item = &'a Image> {
        let catalogue = dataset.catalogue();
        self.images
            .iter()
            .filter_map(move |index| catalogue.image(index))
    }
}

/// Every distinct layout in symbol files: types by name, layouts by their first image.
pub(super) fn classes(dataset: &Dataset) -> impl Iterator<Item = Class<'_>> {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// A JSON object per line.
    Ndjson,
    /// As in RFC 4180, with a header line.
    Csv,
}

impl Written {
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
            Self::Ndjson => stream::line(row, out),
            Self::Csv => {
                let members = serde_json::to_value(row)?;
                let members = members.as_object().into_iter().flatten();
                let cells = members.map(|(_, value)| cell(value));
                out.write_all(csv::line(cells).as_bytes())
            }
        }
    }
}

/// A value as a cell: empty for null, the elements of a list separated by spaces.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(cell).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Writes a line for each member of the types with an article at each point: types by name, releases before builds, both
/// in order.
pub(super) fn articles(dataset: &Dataset, how: Written, out: &mut dyn Write) -> io::Result<()> {
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
pub(super) fn all(dataset: &Dataset, how: Written, out: &mut dyn Write) -> io::Result<()> {
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
