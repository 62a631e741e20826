//! A layout made ready for reading: every type looked up once, every nested type unfolded, every limit checked.
//!
//! Compiled once, then read any number of times: by `walk` into values, by [`plan`](super::plan) into leaves.

mod compile;

use std::sync::Arc;

pub(super) use self::compile::compile;

use super::limits::ELEMENTS_LIMIT;
use super::value::{ItemName, Opaque};
use crate::constants::ConstantSet;
use crate::name::{RowId, TypeName};
use crate::types::ScalarKind;
use crate::units::BitRange;

/// What is read at a place, without the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar {
        kind: ScalarKind,
        size: u32,
    },
    Pointer {
        /// What it points to begins at multiples of so many bytes; 1 where that is not known.
        align: u32,
    },
    Enum {
        size: u32,
        values: Arc<[(u64, Arc<str>)]>,
    },
    Bits {
        size: u32,
        fields: Option<Arc<[Bit]>>,
    },
    BitField {
        size: u32,
        range: BitRange,
    },
    LargeInteger,
    Guid,
    UnicodeString,
    ListEntry,
    Array {
        element: Box<Shape>,
        stride: u32,
        count: u32,
        /// Whether it goes on for as long as there are bytes.
        open: bool,
    },
    Struct {
        ty: TypeName,
        union: bool,
        fields: Vec<Field>,
    },
    Opaque(Opaque),
}

/// A bit field of a member of the structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bit {
    pub(super) row: RowId,
    pub(super) name: Arc<str>,
    pub(super) range: BitRange,
}

/// A member of the structure or of a nested type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: ItemName,
    /// From the start of the type whose member it is.
    pub(super) offset: u32,
    pub(super) size: u32,
    pub(super) shape: Shape,
    /// Whether another member has some of its bytes.
    pub(super) shared: bool,
    /// The constants that its values are of.
    pub(super) constants: Option<Arc<ConstantSet>>,
}

impl Field {
    pub(super) fn end(&self) -> u32 {
        self.offset.saturating_add(self.size)
    }
}

/// More than [`SHAPES_LIMIT`](super::limits::SHAPES_LIMIT) shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyShapes;

impl Shape {
    /// How many values it unfolds to, itself included.
    pub(super) fn values(&self) -> usize {
        let inside = match self {
            Self::Array { element, count, .. } => {
                let shown = (*count).min(ELEMENTS_LIMIT) as usize;
                element.values().saturating_mul(shown)
            }
            Self::Struct { fields, .. } => fields
                .iter()
                .map(|field| field.shape.values())
                .fold(0, usize::saturating_add),
            Self::Bits { fields, .. } => fields.as_ref().map_or(0, |fields| fields.len()),
            _ => 0,
        };
        inside.saturating_add(1)
    }
}
