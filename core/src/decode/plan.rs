//! Flattens a layout to a list of numbers, for callers that read only the numbers of many structures.
//!
//! Every scalar that decoding would show is a leaf: members, nested members, elements, bit fields; all members of
//! unions; single bytes of unknown types. Each leaf is one load of eight bytes, a shift and a mask, without a branch.

use thiserror::Error;

use super::limits::{LEAVES_LIMIT, SHAPES_LIMIT};
use super::shape::{self, Field, Shape};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::layout::Layout;
use crate::types::ScalarKind;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// Bytes per load.
const LOAD: usize = 8;

/// A number in a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaf {
    pub offset: ByteOffset,
    /// The number of bytes, at most 8.
    pub size: ByteSize,
    pub kind: LeafKind,
    /// Byte offset of the load.
    load: u32,
    /// Right shift after the load.
    shift: u32,
    /// Mask after the shift.
    mask: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafKind {
    Scalar(ScalarKind),
    Bits(BitRange),
    /// A byte without a known meaning.
    Byte,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// More than [`SHAPES_LIMIT`] parts.
    #[error(
        "the structure has more than {SHAPES_LIMIT} (SHAPES_LIMIT) members, nested ones included, each array as one"
    )]
    TypesTooLarge,
    /// More than [`LEAVES_LIMIT`] leaves.
    #[error(
        "the structure has more than {LEAVES_LIMIT} (LEAVES_LIMIT) numbers, addresses and bit fields, all arrays unfolded"
    )]
    TooManyLeaves,
}

/// The leaves of one layout, in the order of its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    leaves: Vec<Leaf>,
    /// The member path of each leaf.
    paths: Vec<Box<str>>,
    size: usize,
}

pub fn leaves(layout: &Layout, types: &Catalogue) -> Result<Plan, PlanError> {
    let fields = shape::compile(layout, types).map_err(|_| PlanError::TypesTooLarge)?;
    of_fields(&fields, layout.arch(), layout.size.get())
}

/// Creates the plan of a structure from its size and members.
pub(super) fn of_fields(fields: &[Field], arch: Arch, size: u32) -> Result<Plan, PlanError> {
    let mut planner = Planner {
        arch,
        size,
        leaves: Vec::new(),
        paths: Vec::new(),
        path: String::new(),
        left: LEAVES_LIMIT.saturating_mul(2),
    };
    planner.fields(0, fields)?;
    Ok(Plan {
        leaves: planner.leaves,
        paths: planner.paths,
        size: size as usize,
    })
}

impl Plan {
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// Returns the path of each leaf: `Links.Flink`, `HookId[2]`. An unnamed member has the id of its row.
    pub fn paths(&self) -> &[Box<str>] {
        &self.paths
    }

    pub fn size(&self) -> usize {
        self.size
    }

    /// Reads every leaf of each complete structure in `bytes`, which are adjacent. Returns the number of structures.
    pub fn read(&self, bytes: &[u8], mut visitor: impl FnMut(&Leaf, u64)) -> usize {
        if self.size == 0 {
            return 0;
        }
        let mut count = 0;
        for structure in bytes.chunks_exact(self.size) {
            count += 1;
            match structure.len() {
                0..LOAD => {
                    let mut padded = [0; LOAD];
                    for (place, byte) in padded.iter_mut().zip(structure) {
                        *place = *byte;
                    }
                    self.read_one(&padded, &mut visitor);
                }
                _ => self.read_one(structure, &mut visitor),
            }
        }
        count
    }

    fn read_one(&self, bytes: &[u8], visitor: &mut impl FnMut(&Leaf, u64)) {
        for leaf in &self.leaves {
            let loaded = bytes
                .get(leaf.load as usize..)
                .and_then(<[u8]>::first_chunk);
            // The planner guarantees that a leaf is within the structure.
            let loaded = u64::from_le_bytes(loaded.copied().unwrap_or_default());
            visitor(leaf, loaded >> leaf.shift & leaf.mask);
        }
    }

    /// Returns an order-dependent checksum of all leaves of each complete structure.
    pub fn checksum(&self, bytes: &[u8]) -> u64 {
        let mut sum = 0_u64;
        self.read(bytes, |_, value| sum = fold(sum, value));
        sum
    }
}

/// Adds a value to the checksum.
#[inline]
pub const fn fold(sum: u64, value: u64) -> u64 {
    sum.rotate_left(5).wrapping_add(value)
}

struct Planner {
    arch: Arch,
    /// The structure's size, which bounds the leaves.
    size: u32,
    leaves: Vec<Leaf>,
    paths: Vec<Box<str>>,
    /// The member path of the current node.
    path: String,
    /// Number of shapes still allowed, so that types that claim more room than they have terminate.
    left: usize,
}

impl Planner {
    /// Adds the leaves of members; `offset` is that of their type.
    fn fields(&mut self, offset: u32, fields: &[Field]) -> Result<(), PlanError> {
        fields.iter().try_for_each(|field| {
            let offset = offset.saturating_add(field.offset);
            let step = field.name.to_string();
            self.within(&step, |it| it.shape(offset, field.size, &field.shape))
        })
    }

    /// Visits a child of the current node.
    fn within(
        &mut self,
        step: &str,
        look: impl FnOnce(&mut Self) -> Result<(), PlanError>,
    ) -> Result<(), PlanError> {
        let before = self.path.len();
        if before > 0 && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        let looked = look(self);
        self.path.truncate(before);
        looked
    }

    fn scalar_within(
        &mut self,
        step: &str,
        offset: u32,
        size: u32,
        kind: ScalarKind,
    ) -> Result<(), PlanError> {
        self.within(step, |it| it.scalar(offset, size, kind))
    }

    fn shape(&mut self, offset: u32, room: u32, shape: &Shape) -> Result<(), PlanError> {
        self.left = self.left.checked_sub(1).ok_or(PlanError::TooManyLeaves)?;
        let inside = self.size.saturating_sub(offset);
        let pointer = self.arch.pointer().get();
        let behind = |bytes: u32| offset.saturating_add(bytes);
        match shape {
            Shape::Scalar { kind, size } => self.scalar(offset, *size, *kind),
            Shape::Pointer { .. } => self.scalar(offset, pointer, ScalarKind::Pointer),
            Shape::Enum { size, .. } => self.scalar(offset, *size, ScalarKind::Signed),
            Shape::Bits { size, fields } => {
                self.scalar(offset, *size, ScalarKind::Unsigned)?;
                let mut fields = fields.iter().flat_map(|fields| fields.iter());
                fields.try_for_each(|field| {
                    self.within(&field.name, |it| it.bits(offset, *size, field.range))
                })
            }
            Shape::BitField { size, range } => self.bits(offset, *size, *range),
            Shape::LargeInteger => self.scalar(offset, 8, ScalarKind::Signed),
            Shape::Guid => {
                self.scalar_within("Data1", offset, 4, ScalarKind::Unsigned)?;
                self.scalar_within("Data2", behind(4), 2, ScalarKind::Unsigned)?;
                self.scalar_within("Data3", behind(6), 2, ScalarKind::Unsigned)?;
                (0..8).try_for_each(|byte| {
                    let step = format!("Data4[{byte}]");
                    self.scalar_within(&step, behind(8 + byte), 1, ScalarKind::Unsigned)
                })
            }
            Shape::UnicodeString => {
                self.scalar_within("Length", offset, 2, ScalarKind::Unsigned)?;
                self.scalar_within("MaximumLength", behind(2), 2, ScalarKind::Unsigned)?;
                self.scalar_within("Buffer", behind(pointer), pointer, ScalarKind::Pointer)
            }
            Shape::ListEntry => {
                self.scalar_within("Flink", offset, pointer, ScalarKind::Pointer)?;
                self.scalar_within("Blink", behind(pointer), pointer, ScalarKind::Pointer)
            }
            Shape::Array {
                element,
                stride,
                count,
                ..
            } => (0..inside.div_ceil(*stride).min(*count)).try_for_each(|index| {
                let offset = behind(stride.saturating_mul(index));
                self.within(&format!("[{index}]"), |it| {
                    it.shape(offset, *stride, element)
                })
            }),
            Shape::Struct { fields, .. } => self.fields(offset, fields),
            Shape::Opaque(_) => (0..room.min(inside)).try_for_each(|byte| {
                self.within(&format!("[{byte}]"), |it| {
                    it.push(behind(byte), 1, LeafKind::Byte, u64::from(u8::MAX), 0)
                })
            }),
        }
    }

    fn scalar(&mut self, offset: u32, size: u32, kind: ScalarKind) -> Result<(), PlanError> {
        let mask = super::memory::mask(size);
        self.push(offset, size, LeafKind::Scalar(kind), mask, 0)
    }

    fn bits(&mut self, offset: u32, size: u32, range: BitRange) -> Result<(), PlanError> {
        if u32::from(range.bit()) + u32::from(range.width()) > 8 * size.min(8) {
            return Ok(());
        }
        let mask = range.mask() >> range.bit();
        let shift = u32::from(range.bit());
        self.push(offset, size, LeafKind::Bits(range), mask, shift)
    }

    fn push(
        &mut self,
        offset: u32,
        size: u32,
        kind: LeafKind,
        mask: u64,
        shift: u32,
    ) -> Result<(), PlanError> {
        if self.leaves.len() >= LEAVES_LIMIT {
            return Err(PlanError::TooManyLeaves);
        }
        let inside = offset.checked_add(size).is_some_and(|end| end <= self.size);
        if !inside || size == 0 || size > 8 {
            return Ok(());
        }
        // Leaves too near to the end for a full load are in the last eight bytes.
        let load = offset.min(self.size.saturating_sub(LOAD as u32));
        self.paths.push(self.path.as_str().into());
        self.leaves.push(Leaf {
            offset: ByteOffset::new(offset),
            size: ByteSize::new(size),
            kind,
            load,
            shift: shift + 8 * (offset - load),
            mask,
        });
        Ok(())
    }
}
