//! Bit fields: which integer's bits they use up.

use super::work::Work;
use crate::stated::c::model::Said;

/// An integer whose bits are being used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Integer {
    offset: u32,
    size: u32,
    used: u32,
}

/// Where so many bits of an integer lie: its offset, and the first of them. `None` for those that only end an integer.
pub(super) fn place(
    work: &mut Work<'_, '_, '_>,
    size: u32,
    align: u32,
    width: u32,
    said: Option<Said>,
) -> Result<Option<(u32, u32)>, String> {
    if let Some(said) = said.filter(|said| said.rules) {
        work.integer = None;
        work.end = said.offset.checked_add(size);
        return Ok(Some((said.offset, said.bit.map_or(0, u32::from))));
    }
    if width == 0 {
        return end(work, size, align).map(|()| None);
    }
    // A comment may tell of another integer only where nothing else does.
    let elsewhere = |integer: &Integer| {
        work.end.is_none() && said.is_some_and(|said| said.offset != integer.offset)
    };
    let shared = work.integer.filter(|integer| {
        !work.record.is_union
            && integer.size == size
            && width <= size * 8 - integer.used
            && !elsewhere(integer)
    });
    if let Some(integer) = shared {
        work.integer = Some(Integer {
            used: integer.used + width,
            ..integer
        });
        return Ok(Some((integer.offset, integer.used)));
    }
    let offset = match (work.record.is_union, work.end, said) {
        (true, ..) => 0,
        (_, Some(end), _) => end
            .checked_next_multiple_of(align)
            .ok_or("it lies beyond 4 GiB")?,
        (_, None, Some(said)) => said.offset,
        (_, None, None) => return Err("what stands before it is not known".to_owned()),
    };
    // A union is aligned as its other members are.
    if !work.record.is_union {
        work.laid.align = work.laid.align.max(align);
    }
    let first = match (work.end, said) {
        (None, Some(said)) => said.bit.map_or(0, u32::from),
        _ => 0,
    };
    if work.end.is_some() || work.record.is_union {
        work.reach(offset, size)?;
    }
    if first + width > size * 8 {
        return Err("its comment gives bits that its type does not have".to_owned());
    }
    work.integer = Some(Integer {
        offset,
        size,
        used: first + width,
    });
    Ok(Some((offset, first)))
}

/// A bit field of no width: the next one begins another integer. Where no bit field stands before it, it means nothing.
fn end(work: &mut Work<'_, '_, '_>, size: u32, align: u32) -> Result<(), String> {
    if work.integer.take().is_none() {
        return Ok(());
    }
    if work.record.is_union {
        return work.reach(0, size);
    }
    work.laid.align = work.laid.align.max(align);
    if let Some(end) = work.end {
        let end = end.checked_next_multiple_of(align);
        work.end = Some(end.ok_or("it lies beyond 4 GiB")?);
    }
    Ok(())
}
