//! Bytes → values: what a structure holds, member by member, from whatever comes out of a debugger.
//!
//! - [`read`]: text → [`space::Space`], bytes with three states at their addresses, and what became of every line.
//! - [`listing`]: text that tells a layout and no bytes, held against ours.
//! - [`decode`]: a layout and a space → [`Decoded`], values with their places and [`finding`]s.
//! - [`wire`]: both → the answer that scripts get. [`print`](mod@print): → text.
//! - [`plan`]: a layout → its leaves, for those who read many structures and want nothing but numbers.
//!
//! Nothing here panics, whatever the bytes or the text, and nothing allocates beyond [`limits`].

mod check;
mod error;
pub mod finding;
mod job;
pub mod limits;
pub mod listing;
pub mod memory;
pub mod plan;
pub mod print;
pub mod read;
mod shape;
pub mod space;
pub mod value;
mod walk;
pub mod wire;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

pub use self::error::DecodeError;

use self::finding::Finding;
use self::job::{Job, alignment};
use self::limits::{INSTANCES_LIMIT, VALUES_LIMIT};
use self::memory::Memory;
use self::shape::{Part, Shape};
use self::space::Space;
use self::value::Item;
use crate::layout::Layout;
use crate::name::StructureName;
use crate::point::Point;
use crate::types::Types;
use crate::units::ByteSize;

/// Where to decode, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// In which region of the space, from 0.
    pub region: usize,
    /// Where in the region the first instance begins.
    pub at: u64,
    /// The address of the region's first byte; wins over the one that the region has.
    pub base: Option<u64>,
    /// How many instances, one behind the other.
    pub count: u32,
}

impl Default for Options {
    /// One instance at the beginning.
    fn default() -> Self {
        Self {
            region: 0,
            at: 0,
            base: None,
            count: 1,
        }
    }
}

/// What the bytes mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// As which structure.
    pub structure: StructureName,
    /// At which point.
    pub point: Point,
    /// How large the structure is there.
    pub size: ByteSize,
    /// The address of the region's first byte, where it is known.
    pub base: Option<u64>,
    /// The instances, one behind the other.
    pub instances: Vec<Instance>,
}

/// One structure in the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Where in the region it begins.
    pub offset: u64,
    /// Its bytes, as far as they are there, and its address.
    pub bytes: Memory,
    /// Its members, in offset order.
    pub members: Vec<Item>,
    /// What was noticed, in offset order.
    pub findings: Vec<Finding>,
}

impl Instance {
    /// The address of its first byte, where it is known.
    #[must_use]
    pub fn address(&self) -> Option<u64> {
        self.bytes.base()
    }

    /// The address of an item in it, where it is known.
    #[must_use]
    pub fn address_of(&self, item: &Item) -> Option<u64> {
        self.address()?.checked_add(u64::from(item.offset.get()))
    }

    /// The bytes of an item in it, in hexadecimal, `??` for those not known.
    #[must_use]
    pub fn raw(&self, item: &Item) -> String {
        self.bytes.raw(item.offset.index(), item.size.index())
    }

    /// Visits every item, the outer before the inner, with the way to it: `Links`, `HookId[2]`.
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

/// Decodes `count` structures, one behind the other, from `at` on.
///
/// An array of any size at the structure's end has as many elements as there are bytes, where one structure is
/// decoded; several lie one behind the other by the size that the source states.
pub fn decode(
    layout: &Layout,
    types: &Types,
    space: &Space,
    options: &Options,
) -> Result<Decoded, DecodeError> {
    let memory = match space.region(options.region) {
        Some(memory) => memory,
        None if space.is_empty() => return Err(DecodeError::NoBytes),
        None => {
            return Err(DecodeError::NoSuchRegion {
                region: options.region,
                regions: space.regions().len(),
            });
        }
    };
    let at = place(layout, memory, options)?;
    let mut parts = shape::compile(layout, types).map_err(|_| DecodeError::TypesTooLarge {
        structure: layout.structure.clone(),
        point: layout.point,
    })?;
    if options.count == 1 {
        open(&mut parts, memory.len().saturating_sub(at));
    }
    let values = parts.iter().map(|part| part.shape.values());
    let values = values
        .fold(0, usize::saturating_add)
        .saturating_mul(options.count as usize);
    if values > VALUES_LIMIT {
        return Err(DecodeError::TooManyValues {
            count: options.count,
            values,
        });
    }
    let job = Job {
        layout,
        align: alignment(layout, types),
        parts: &parts,
        memory,
        base: options.base.or(memory.base()),
        count: options.count,
    };
    let size = layout.size.index();
    let starts =
        (0..options.count as usize).map(|index| at.saturating_add(size.saturating_mul(index)));
    Ok(Decoded {
        structure: layout.structure.clone(),
        point: layout.point,
        size: layout.size,
        base: job.base,
        instances: starts
            .enumerate()
            .map(|(index, at)| job.instance(index, at))
            .collect(),
    })
}

/// Where the first instance begins; an error where the options ask for what is not there.
fn place(layout: &Layout, memory: &Memory, options: &Options) -> Result<usize, DecodeError> {
    let count = options.count;
    let bytes = memory.len();
    match count {
        _ if layout.size == ByteSize::ZERO => {
            return Err(DecodeError::EmptyLayout {
                structure: layout.structure.clone(),
                point: layout.point,
            });
        }
        _ if bytes == 0 => return Err(DecodeError::NoBytes),
        0 => return Err(DecodeError::CountZero),
        _ if count > INSTANCES_LIMIT => return Err(DecodeError::CountTooHigh { count }),
        _ => {}
    }
    let at = usize::try_from(options.at).ok().filter(|at| *at < bytes);
    let Some(at) = at else {
        return Err(DecodeError::AtBeyondEnd {
            at: options.at,
            bytes,
        });
    };
    let left = bytes - at;
    let fit = left.div_ceil(layout.size.index());
    if count as usize > fit {
        return Err(DecodeError::CountBeyondEnd {
            count,
            size: layout.size,
            left,
            fit,
        });
    }
    Ok(at)
}

/// Gives an array of any size as many elements as there are bytes, but at least those that it is declared with.
fn open(parts: &mut [Part], bytes: usize) {
    let Some(Part {
        offset,
        size,
        shape:
            Shape::Array {
                stride,
                count,
                open: true,
                ..
            },
        ..
    }) = parts.last_mut()
    else {
        return;
    };
    let room = u32::try_from(bytes)
        .unwrap_or(u32::MAX)
        .saturating_sub(*offset);
    *count = (*count).max(room / (*stride).max(1));
    *size = (*size).max(stride.saturating_mul(*count));
}
