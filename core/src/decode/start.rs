//! Determines the start of the first instance: at an offset or address, or before it if the bytes begin with a member.

use super::error::Regions;
use super::limits::{BYTES_LIMIT, INSTANCES_LIMIT};
use super::memory::{Memory, State};
use super::space::{RegionOffset, Space};
use super::view::View;
use super::{DecodeError, Options};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::layout::Layout;
use crate::tree::Tree;
use crate::units::ByteSize;

/// The start of the first instance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub(super) region: usize,
    pub(super) memory: &'a Memory,
    /// The offset in the region; negative if it is before the region.
    pub(super) at: i64,
}

impl Start<'_> {
    /// Returns the number of bytes from the first instance on.
    pub(super) fn remaining_bytes(&self) -> u32 {
        let left = (self.memory.len() as i64).saturating_sub(self.at);
        u32::try_from(left).unwrap_or(u32::MAX)
    }

    /// Returns the number of elements of an array at `offset` for which there are bytes, known or not.
    pub(super) fn room(&self, offset: u32, stride: u32) -> u32 {
        self.remaining_bytes().saturating_sub(offset) / stride.max(1)
    }

    /// Returns the number at an offset in the first instance, if all its bytes are known.
    pub(super) fn number(&self, offset: u32, size: u32) -> Option<u64> {
        let at = self.at.saturating_add(i64::from(offset));
        self.memory.number(usize::try_from(at).ok()?, size).whole()
    }

    /// Returns the number of elements of an array at `offset`, up to the end or an element without a known byte.
    pub(super) fn elements(&self, offset: u32, stride: u32) -> u32 {
        let stride = stride.max(1);
        let room = self.room(offset, stride);
        let is_gap = |index: &u32| {
            let distance = i64::from(offset) + i64::from(stride) * i64::from(*index);
            let at = usize::try_from(self.at.saturating_add(distance));
            at.is_ok_and(|at| self.memory.state(at, stride as usize) == State::Unknown)
        };
        (0..room).find(is_gap).unwrap_or(room)
    }
}

/// Returns the first byte that the options select; an error if it does not exist or the count is impossible.
pub(super) fn place<'a>(
    view: &View<'a>,
    options: &Options,
) -> Result<(RegionOffset, &'a Memory), DecodeError> {
    let space = view.space();
    match options.count {
        _ if space.is_empty() => return Err(DecodeError::NoBytes),
        0 => return Err(DecodeError::CountZero),
        count if count > INSTANCES_LIMIT => return Err(DecodeError::CountTooHigh { count }),
        _ => {}
    }
    let place = match options.address {
        Some(address) => view
            .locate(address)
            .ok_or_else(|| DecodeError::AddressNotThere {
                address,
                there: Regions::of(view),
            })?,
        None => at(space, options)?,
    };
    let memory = space.region(place.region).unwrap_or(Memory::EMPTY);
    if let Some(base) = options.base
        && passes_the_end(base, memory.len(), view.arch())
    {
        return Err(DecodeError::BaseTooHigh {
            base,
            bytes: memory.len(),
        });
    }
    Ok((place, memory))
}

/// Returns the byte at the offset in the region; past the end of the region, the offset continues in the following
/// regions.
fn at(space: &Space, options: &Options) -> Result<RegionOffset, DecodeError> {
    let (mut region, mut all) = (options.region, 0);
    let mut at = usize::try_from(options.at).unwrap_or(usize::MAX);
    for memory in space.regions().iter().skip(region) {
        if at < memory.len() {
            return Ok(RegionOffset { region, at });
        }
        at -= memory.len();
        all += memory.len();
        region += 1;
    }
    Err(match region == options.region {
        true => DecodeError::NoSuchRegion {
            region,
            regions: space.regions().len(),
        },
        false => DecodeError::AtBeyondEnd {
            at: options.at,
            bytes: all,
        },
    })
}

/// Whether a range exceeds the address space. A sign-extended 32-bit address, as debuggers print it, counts as 32 bits.
fn passes_the_end(base: u64, bytes: usize, arch: Arch) -> bool {
    let (base, end) = match arch.pointer().get() {
        4 => (base & u64::from(u32::MAX), u64::from(u32::MAX)),
        _ => (base, u64::MAX),
    };
    bytes as u64 > (end - base).saturating_add(1)
}

/// Returns the start of the first instance; an error if it does not exist, or if fewer instances begin than requested.
pub(super) fn start<'a>(
    layout: &Layout,
    types: &Catalogue,
    view: &View<'a>,
    options: &Options,
) -> Result<Start<'a>, DecodeError> {
    let count = options.count;
    if layout.size == ByteSize::ZERO {
        return Err(DecodeError::EmptyLayout {
            structure: layout.structure.clone(),
            point: layout.point,
        });
    }
    let (place, memory) = place(view, options)?;
    let before = before(layout, types, options)?;
    // Neither exceeds the limit on bytes.
    let at = place.at as i64 - i64::from(before);
    let left = (memory.len() as i64).saturating_sub(at).unsigned_abs();
    let fit = left.div_ceil(u64::from(layout.size.get()));
    if u64::from(count) > fit {
        return Err(DecodeError::CountBeyondEnd {
            count,
            size: layout.size,
            left,
            fit,
        });
    }
    Ok(Start {
        region: place.region,
        memory,
        at,
    })
}

/// Returns the number of bytes of the structure before the member with which the bytes begin.
fn before(layout: &Layout, types: &Catalogue, options: &Options) -> Result<u32, DecodeError> {
    let Some(path) = &options.from else {
        return Ok(0);
    };
    let member = Tree::of(layout, types).find(layout, path);
    let member = member.ok_or_else(|| DecodeError::NoSuchMember {
        structure: layout.structure.clone(),
        point: layout.point,
        path: path.clone(),
    })?;
    let offset = member.offset.get();
    match offset as usize <= BYTES_LIMIT {
        true => Ok(offset),
        false => Err(DecodeError::MemberTooFar {
            path: path.clone(),
            offset,
        }),
    }
}
