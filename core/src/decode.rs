//! Decodes bytes into values: the members of a structure, from the output of a debugger.
//!
//! - [`read`]: parses a text into a [`space::Space`], bytes with three states at their addresses, and the outcome of
//!   every line.
//! - [`source`]: a file or a pasted text, as it travels between the decode page and its worker.
//! - [`listing`]: parses a text that shows a layout without bytes, for comparison with ours.
//! - [`decode`]: decodes a space with a layout into [`Decoded`], values with their offsets and [`finding`]s.
//! - [`same_size_layouts`]: finds the other layouts of a layout's size.
//! - [`wire`]: converts the results to the API's JSON. [`print`](mod@print): prints them.
//!   [`words`]: formats a value for people, there and on the page.
//! - [`plan`]: flattens a layout to its leaves, to read only the numbers of many structures.
//!
//! Nothing here panics, whatever the bytes or the text, and nothing allocates beyond [`limits`].

mod array_count;
mod decoding;
mod error;
pub mod finding;
mod follow;
pub mod identify;
pub mod limits;
pub mod listing;
pub mod memory;
pub mod plan;
pub mod print;
pub mod read;
mod rules;
mod same_size;
mod shape;
pub mod source;
pub mod space;
mod start;
pub mod table;
pub mod value;
mod view;
mod walk;
pub mod wire;
pub mod words;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

pub use self::decoding::{Compiled, Decoding};
pub use self::error::{DecodeError, Regions};
pub use self::same_size::same_size_layouts;

use self::finding::Finding;
use self::limits::LEAVES_LIMIT;
use self::memory::Memory;
use self::shape::Field;
use self::space::Space;
use self::start::Start;
use self::value::Item;
use self::view::View;
use crate::catalogue::Catalogue;
use crate::layout::Layout;
use crate::name::{MemberPath, TypeName};
use crate::point::Point;
use crate::units::ByteSize;

/// Where to decode, and how many structures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The index of the region in the space, from 0.
    pub region: usize,
    /// The offset of the first instance in the region; past the end of the region, it continues in the following
    /// regions.
    pub at: u64,
    /// The address of the first instance; overrides `region` and `at`.
    pub address: Option<u64>,
    /// The member that begins at that place; the structure then begins before it. `None` for the structure itself.
    pub from: Option<MemberPath>,
    /// The address of the first byte of `region`; overrides that of the region.
    pub base: Option<u64>,
    /// Number of consecutive instances.
    pub count: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            region: 0,
            at: 0,
            address: None,
            from: None,
            base: None,
            count: 1,
        }
    }
}

impl Options {
    /// These options for `count` instances of `size` bytes from the instance `first` on.
    pub fn slice(&self, first: u32, count: u32, size: ByteSize) -> Self {
        let distance = u64::from(first).saturating_mul(u64::from(size.get()));
        Self {
            at: self.at.saturating_add(distance),
            address: self.address.map(|address| address.saturating_add(distance)),
            count,
            ..self.clone()
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    pub structure: TypeName,
    pub point: Point,
    pub size: ByteSize,
    /// The index of their region in the space.
    pub region: usize,
    /// The address of the region's first byte, if known.
    pub base: Option<u64>,
    /// Findings about the layout, independent of the bytes. Empty until the caller stores [`same_size_layouts`] here.
    pub findings: Vec<Finding>,
    pub instances: Vec<Instance>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The offset in the region; negative if it begins before the region, which requires [`Options::from`].
    pub offset: i64,
    /// Its available bytes, and its address.
    pub bytes: Memory,
    /// In offset order.
    pub members: Vec<Item>,
    /// In offset order.
    pub findings: Vec<Finding>,
}

impl Instance {
    /// Returns the address of its first byte, if known.
    pub fn address(&self) -> Option<u64> {
        self.bytes.base()
    }

    /// Returns the bytes of an item in hexadecimal, `??` for unknown ones.
    pub fn raw(&self, item: &Item) -> String {
        self.bytes.raw(item.offset.index(), item.size.index())
    }
}

/// Decodes all structures that the options request; [`Decoding`] decodes them one by one.
///
/// # Errors
///
/// Those of [`Decoding::new`].
pub fn decode(
    layout: &Layout,
    types: &Catalogue,
    space: &Space,
    options: &Options,
) -> Result<Decoded, DecodeError> {
    Ok(Decoding::new(layout, types, space, options)?.decoded())
}

/// Checks the options with their total count, for callers that decode in slices.
pub fn check(
    layout: &Layout,
    types: &Catalogue,
    space: &Space,
    options: &Options,
) -> Result<(), DecodeError> {
    let view = View::new(space, layout.arch(), options.region, options.base);
    prepare(layout, types, &view, options).map(|_| ())
}

fn prepare<'a>(
    layout: &Layout,
    types: &Catalogue,
    view: &View<'a>,
    options: &Options,
) -> Result<(Vec<Field>, Start<'a>), DecodeError> {
    // Errors of the place take precedence over errors of the types.
    start::place(view, options)?;
    let fields = compile(layout, types)?;
    let start = start::start(layout, types, view, options)?;
    Ok((fields, start))
}

fn compile(layout: &Layout, types: &Catalogue) -> Result<Vec<Field>, DecodeError> {
    let fields = shape::compile(layout, types).map_err(|_| DecodeError::TypesTooLarge {
        structure: layout.structure.clone(),
        point: layout.point,
    })?;
    match leaves(&fields) <= LEAVES_LIMIT {
        true => Ok(fields),
        false => Err(DecodeError::TooManyLeaves {
            structure: layout.structure.clone(),
            point: layout.point,
        }),
    }
}

fn leaves(fields: &[Field]) -> usize {
    let leaves = fields.iter().map(Field::leaves);
    leaves.fold(0, usize::saturating_add)
}
