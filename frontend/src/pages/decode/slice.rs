//! Many structures, a slice at a time: an array of thousands is decoded as it is looked at, and never holds up the page.

use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::decode::finding::Rule;
use strata_core::decode::space::Space;
use strata_core::decode::{DecodeError, Decoded, Options, check, decode};

/// How many structures are decoded at once.
pub const SLICE: u32 = 64;

/// Some of the structures that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// These.
    pub decoded: Decoded,
    /// The number of the first of them, from 0.
    pub first: u32,
    /// How many were asked for.
    pub total: u32,
}

impl Slice {
    /// Decodes the slice that begins with the structure of that number; the first one where there is no such number.
    ///
    /// # Errors
    ///
    /// What the decoder says of all that was asked for.
    pub fn new(
        layout: &Layout,
        types: &Catalogue,
        space: &Space,
        options: &Options,
        first: u32,
    ) -> Result<Self, DecodeError> {
        let total = options.count;
        let first = if first < total { first } else { 0 };
        check(layout, types, space, options)?;
        let options = options.slice(first, length(first, total), layout.size);
        let mut decoded = decode(layout, types, space, &options)?;
        if first + options.count < total
            && let Some(last) = decoded.instances.last_mut()
        {
            // They are not left over: the next slice decodes them.
            last.findings
                .retain(|finding| finding.rule != Rule::TrailingBytes);
        }
        Ok(Self {
            decoded,
            first,
            total,
        })
    }

    /// The number of the first structure behind it, where there is one.
    #[must_use]
    pub fn next(&self) -> Option<u32> {
        let next = self.first + length(self.first, self.total);
        (next < self.total).then_some(next)
    }

    /// The number of the first structure of the slice before it, where there is one.
    #[must_use]
    pub fn previous(&self) -> Option<u32> {
        (self.first > 0).then(|| self.first.saturating_sub(SLICE))
    }
}

/// How many structures the slice has that begins there. Never one of several: a structure by itself is decoded with all
/// the elements that an array at its end has room for.
fn length(first: u32, total: u32) -> u32 {
    match total.saturating_sub(first) {
        rest if rest == SLICE + 1 => rest,
        rest => rest.min(SLICE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_each_other_and_none_has_one_structure() {
        for total in [2, SLICE, SLICE + 1, SLICE + 2, 3 * SLICE + 1] {
            let (mut first, mut lengths) = (0, Vec::new());
            while first < total {
                lengths.push(length(first, total));
                first += length(first, total);
            }
            assert_eq!(first, total);
            assert!(lengths.iter().all(|length| *length > 1), "{lengths:?}");
        }
    }
}
