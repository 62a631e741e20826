//! Bytes → values: decodes a structure member by member from the output of a debugger.
//!
//! - [`read`]: text → [`space::Space`], bytes with three states at their addresses, and the outcome of every line.
//! - [`source`]: a file or a pasted text → its contents. It travels between the decode page and its worker.
//! - [`listing`]: a text that shows a layout and no bytes, to compare with ours.
//! - [`decode`]: a layout and a space → [`Decoded`], values with their places and [`finding`]s.
//! - [`same_size_layouts`]: a layout → the others of its size.
//! - [`wire`]: both → the answer that scripts get. [`print`](mod@print): → text.
//!   [`words`]: a value → text for people, there and on the page.
//! - [`plan`]: a layout → its leaves, to read only numbers of many structures.
//!
//! Nothing here panics, whatever the bytes or the text, and nothing allocates beyond [`limits`].

mod array_count;
mod error;
pub mod finding;
mod follow;
pub mod identify;
mod job;
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

pub use self::error::{DecodeError, Regions};
pub use self::job::Decoding;
pub use self::same_size::same_size_layouts;

use self::finding::Finding;
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

/// Where to decode, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// In which region of the space, from 0.
    pub region: usize,
    /// Where in the region the first instance begins.
    pub at: u64,
    /// The address of the first instance; overrides `region` and `at`.
    pub address: Option<u64>,
    /// The member that begins at that place, where it is not the structure itself, which then begins before it.
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
    /// In which region of the space they lie.
    pub region: usize,
    /// The address of the region's first byte, where it is known.
    pub base: Option<u64>,
    /// Findings about the layout, independent of the bytes. Empty until [`same_size_layouts`] are put here.
    pub findings: Vec<Finding>,
    pub instances: Vec<Instance>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Where in the region it begins; before the region where negative, which only [`Options::from`] brings about.
    pub offset: i64,
    /// Its bytes, as far as they are there, and its address.
    pub bytes: Memory,
    /// In offset order.
    pub members: Vec<Item>,
    /// In offset order.
    pub findings: Vec<Finding>,
}

impl Instance {
    /// The address of its first byte, where it is known.
    pub fn address(&self) -> Option<u64> {
        self.bytes.base()
    }

    /// The address of an item in it, where it is known.
    pub fn address_of(&self, item: &Item) -> Option<u64> {
        self.address()?.checked_add(u64::from(item.offset.get()))
    }

    /// The bytes of an item in it, in hexadecimal, `??` for those not known.
    pub fn raw(&self, item: &Item) -> String {
        self.bytes.raw(item.offset.index(), item.size.index())
    }

    /// Visits every item with its path, outer items first: `Links`, `HookId[2]`.
    pub fn visit(&self, mut visitor: impl FnMut(&str, &Item)) {
        fn visit(
            items: &[Item],
            path: &mut Vec<value::ItemName>,
            visitor: &mut impl FnMut(&str, &Item),
        ) {
            for item in items {
                path.push(item.name.clone());
                visitor(&walk::path_of(path), item);
                visit(item.value.children(), path, visitor);
                path.pop();
            }
        }
        visit(&self.members, &mut Vec::new(), &mut visitor);
    }
}

/// Decodes all structures that the options ask for, as [`Decoding`] does one by one.
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

/// Whether [`decode`] would refuse the options for their count as a whole, for callers that decode in slices.
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
    // Errors of the place come before errors of the types.
    start::place(view, options)?;
    let fields = shape::compile(layout, types).map_err(|_| DecodeError::TypesTooLarge {
        structure: layout.structure.clone(),
        point: layout.point,
    })?;
    let start = start::start(layout, types, view, options)?;
    Ok((fields, start))
}
