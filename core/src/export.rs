//! Exports: a layout as other tools take it, all formats printed from one value.
//!
//! [`unit()`] makes the value: where it comes from ([`Provenance`]), and the structure with its nested types as
//! [`Definition`]s, innermost first, in which every byte has its place ([`Item`]) and everything a name that a tool takes.
//! [`Format`] lists the formats and knows who prints each. A printer decides nothing but how things are written: it
//! looks at no layout, measures no type and invents no name.
//!
//! [`image()`] gives all types of an image, in the formats that have such a text.
//!
//! Limits: [`NESTING_LIMIT`] for how deep nested types are defined, [`DEFINITION_LIMIT`] for how many, [`OVERLAY_LIMIT`] for
//! unions within unions, [`ROW_LIMIT`] for rows of nested members. What is behind a limit is bytes or lies side by side;
//! sizes and offsets hold all the same.
//! What is printed is at most proportional to the data, because arrays are never unfolded.

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
    AFFIX_LIMIT, Affix, Format, Options, ParseAffixError, ParseChoiceError, Pointers,
    WINDOWS_TYPES, WindowsTypes, file_name, path_in_archive,
};
pub use image::{IMAGE_FORMATS, image};
pub use model::{
    BitField, Bits, Definition, Entry, Field, Item, Kind, MemberProvenance, Overlay, Pad, PadKind,
    Pointee, Pointer, Scalar, Type, Unit, Value,
};
pub use names::unknown;
pub use plan::{DEFINITION_LIMIT, definitions};
pub use provenance::{AppliedErratum, Provenance, Source, about_image};
pub use reserved::Reserved;
pub use tile::OVERLAY_LIMIT;

use crate::dataset::{Dataset, Structure};
use crate::layout::Layout;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportRequest<'a> {
    /// For which format: it has its reserved words.
    pub format: Format,
    /// The version of the data: the hash of their bytes.
    pub data: &'a str,
    /// How many structures within one another are defined; at most [`NESTING_LIMIT`]. With 0, none but the layout's own.
    pub depth: usize,
}

/// A layout of `structure`, ready for the format that is asked for.
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

/// A layout of `structure`, as a text of the format that is asked for.
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
