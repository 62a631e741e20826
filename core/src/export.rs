//! Exports layouts to the formats of other tools; all formats are printed from one value.
//!
//! [`unit()`] builds that value: the [`Provenance`], and the structure with its nested types as [`Definition`]s,
//! innermost first, in which every byte belongs to an [`Item`] and every name is valid in the format. [`Format`] lists
//! the formats and their printers. A printer decides only the syntax: it uses no layout, measures no type and invents
//! no name.
//!
//! [`image()`] exports all types of an image, in the formats that support it.
//!
//! Limits: [`NESTING_LIMIT`] for the depth of nested definitions, [`DEFINITION_LIMIT`] for their number,
//! [`OVERLAY_LIMIT`] for unions within unions, [`ROW_LIMIT`] for rows of nested members. Beyond a limit, types become
//! bytes or members lie side by side; sizes and offsets stay correct. The output is at most proportional to the data,
//! because arrays are never unfolded.

mod bt;
mod c;
mod c_family;
mod cstruct;
mod csv;
mod dt;
mod enumeration;
mod format;
mod hexpat;
mod image;
mod isf;
mod ksy;
mod md;
mod model;
mod names;
mod pahole;
mod plan;
mod provenance;
mod reserved;
mod rust;
mod synthetic;
mod text;
mod tile;

pub use crate::types::NESTING_LIMIT;
pub use csv::ROW_LIMIT;
pub use dt::dt;
pub(crate) use dt::type_name;
pub use format::{
    AFFIX_LIMIT, Affix, Format, Options, ParseAffixError, Pointers, WINDOWS_TYPES, WindowsTypes,
    file_name, path_in_archive,
};
pub use image::{IMAGE_FORMATS, image};
pub use model::{
    BitField, Bits, Definition, Entry, Field, Item, Kind, MemberProvenance, Overlay, Pad, PadKind,
    Pointee, Pointer, Scalar, Type, Unit, Value,
};
pub(crate) use names::free;
pub use names::unknown;
pub use plan::{DEFINITION_LIMIT, definitions};
pub use provenance::{AppliedErratum, Provenance, Source, about_image};
pub use reserved::Reserved;
pub use tile::OVERLAY_LIMIT;

use crate::dataset::{Dataset, Structure};
use crate::layout::Layout;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportRequest<'a> {
    /// The format, which determines the reserved words.
    pub format: Format,
    /// The hash of the data.
    pub data: &'a str,
    /// The depth of nested definitions; at most [`NESTING_LIMIT`]. With 0, only the layout's own.
    pub depth: usize,
}

/// Prepares a layout of `structure` for the requested format.
pub fn unit(
    dataset: &Dataset,
    structure: &Structure,
    layout: &Layout,
    request: ExportRequest<'_>,
) -> Unit {
    let definitions = definitions(
        layout,
        dataset.catalogue(),
        request.depth,
        request.format.reserved(),
    );
    Unit {
        provenance: Provenance::of(dataset, (structure, layout), &definitions, request.data),
        arch: layout.arch(),
        definitions,
        values: layout.values.clone(),
    }
}

/// Exports a layout of `structure` in the requested format.
pub fn export(
    dataset: &Dataset,
    structure: &Structure,
    layout: &Layout,
    request: ExportRequest<'_>,
    options: Options,
) -> String {
    request
        .format
        .write(&unit(dataset, structure, layout, request), options)
}

#[cfg(test)]
mod proptests;
#[cfg(test)]
mod tests;
