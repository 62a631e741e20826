//! Decodes instances one by one: bytes, members, findings.

use std::borrow::Cow;

use super::finding::Finding;
use super::limits::VALUES_LIMIT;
use super::shape::{Field, Shape};
use super::space::Space;
use super::start::{self, Start};
use super::value::Item;
use super::view::View;
use super::walk::Walk;
use super::{DecodeError, Decoded, Instance, Options, array_count, compile, leaves, rules};
use crate::catalogue::Catalogue;
use crate::constants::Constants;
use crate::layout::Layout;

/// A layout compiled for decoding: everything about it that does not depend on the bytes.
#[derive(Clone, Debug)]
pub struct Compiled {
    fields: Vec<Field>,
    /// The alignment of the address.
    align: u32,
}

impl Compiled {
    /// # Errors
    ///
    /// There are too many types or leaves.
    pub fn new(layout: &Layout, types: &Catalogue) -> Result<Self, DecodeError> {
        Ok(Self {
            fields: compile(layout, types)?,
            align: alignment(layout, types),
        })
    }

    /// Returns the number of leaves, all arrays unfolded.
    pub fn leaves(&self) -> usize {
        leaves(&self.fields)
    }
}

/// The inputs of decoding, shared by all instances.
#[derive(Debug)]
pub struct Decoding<'a> {
    layout: &'a Layout,
    compiled: Cow<'a, Compiled>,
    /// The finding about the element count of the array at the end.
    counted: Option<Finding>,
    constants: &'a Constants,
    view: View<'a>,
    start: Start<'a>,
    count: u32,
}

impl<'a> Decoding<'a> {
    /// Prepares `count` adjacent structures from `at` on.
    ///
    /// If one structure is decoded, an array of any size at its end has as many elements as a member counts, or as
    /// there are bytes up to a gap; several structures have the distance of the stated size.
    ///
    /// # Errors
    ///
    /// If there is no such place or type, or there are too many values.
    pub fn new(
        layout: &'a Layout,
        types: &'a Catalogue,
        space: &'a Space,
        options: &Options,
    ) -> Result<Self, DecodeError> {
        // Errors of the place take precedence over errors of the types.
        let view = View::new(space, layout.arch(), options.region, options.base);
        start::place(&view, options)?;
        let compiled = Cow::Owned(Compiled::new(layout, types)?);
        Self::of(compiled, layout, types, view, options)
    }

    /// The same with a layout that is compiled already.
    ///
    /// # Errors
    ///
    /// Those of [`Decoding::new`].
    pub fn with(
        compiled: Cow<'a, Compiled>,
        layout: &'a Layout,
        types: &'a Catalogue,
        space: &'a Space,
        options: &Options,
    ) -> Result<Self, DecodeError> {
        let view = View::new(space, layout.arch(), options.region, options.base);
        Self::of(compiled, layout, types, view, options)
    }

    fn of(
        mut compiled: Cow<'a, Compiled>,
        layout: &'a Layout,
        types: &'a Catalogue,
        view: View<'a>,
        options: &Options,
    ) -> Result<Self, DecodeError> {
        let start = start::start(layout, types, &view, options)?;
        let ends_in_array = |it: &Field| matches!(it.shape, Shape::Array { .. });
        let counted = match compiled.fields.last() {
            Some(last) if options.count == 1 && ends_in_array(last) => {
                array_count::extend(&mut compiled.to_mut().fields, layout, &start)
            }
            _ => None,
        };
        let values = compiled.fields.iter().map(|field| field.shape.values());
        let values = values
            .fold(0, usize::saturating_add)
            .saturating_mul(options.count as usize);
        if values > VALUES_LIMIT {
            return Err(DecodeError::TooManyValues {
                count: options.count,
                values,
            });
        }
        Ok(Self {
            layout,
            compiled,
            counted,
            constants: types.constants(),
            view,
            start,
            count: options.count,
        })
    }

    /// Returns the index of their region in the space.
    pub fn region(&self) -> usize {
        self.start.region
    }

    /// Returns the address of the region's first byte, if known.
    pub fn base(&self) -> Option<u64> {
        self.view.base(self.start.region)
    }

    /// Iterates over the instances; each is decoded on demand.
    pub fn instances(&self) -> impl Iterator<Item = Instance> + '_ {
        (0..self.count).map(|index| self.instance(index))
    }

    pub fn decoded(&self) -> Decoded {
        Decoded {
            instances: self.instances().collect(),
            ..self.head()
        }
    }

    /// Returns the result without instances.
    pub fn head(&self) -> Decoded {
        Decoded {
            structure: self.layout.structure.clone(),
            point: self.layout.point,
            size: self.layout.size,
            region: self.region(),
            base: self.base(),
            findings: Vec::new(),
            instances: Vec::new(),
        }
    }

    fn instance(&self, index: u32) -> Instance {
        let size = self.layout.size.get();
        let ends = self.compiled.fields.iter().map(Field::end);
        let extent = match self.count {
            1 => ends.max().unwrap_or(0).max(size),
            _ => size,
        };
        let distance = i64::from(size).saturating_mul(i64::from(index));
        let at = self.start.at.saturating_add(distance);
        let address = self.base().and_then(|base| base.checked_add_signed(at));
        let bytes = self.start.memory.window(at, extent as usize);
        let bytes = bytes.with_base(address);
        let mut walk = Walk::new(&bytes, &self.view, self.constants, self.layout.release);
        let fields = self.compiled.fields.iter();
        let members: Vec<Item> = fields.map(|it| walk.field(0, it)).collect();
        let mut findings = walk.findings;
        if let Some(counted) = &self.counted {
            findings.push(|| counted.clone());
        }
        rules::pages(self.layout, &members, &mut findings);
        let before = usize::try_from(at.saturating_neg()).unwrap_or(0);
        rules::extent(size, &bytes, before, &mut findings);
        rules::gaps(self.layout, &bytes, &mut findings);
        if let Some(address) = address {
            rules::address(
                address,
                self.compiled.align,
                self.layout.arch(),
                &mut findings,
            );
        }
        if index.saturating_add(1) == self.count {
            let end = usize::try_from(at.saturating_add(i64::from(extent))).unwrap_or(0);
            rules::trailing(self.start.memory, end, size, self.count, &mut findings);
        }
        Instance {
            offset: at,
            members,
            findings: findings.finish(),
            bytes,
        }
    }
}

/// Returns the alignment of the structure: the largest of its members.
pub(super) fn alignment(layout: &Layout, types: &Catalogue) -> u32 {
    let aligns = layout
        .members()
        .filter_map(|member| types.measure(&member.ty, layout.scope()))
        .map(|measure| measure.align.get());
    aligns.max().unwrap_or(1)
}
