//! Follows pointers within the input: strings, lists, bitmaps. Each walk has its own limit, and all walks of one
//! decoding share [`FOLLOW_LIMIT`](super::limits::FOLLOW_LIMIT).

use super::limits::{BITMAP_LIMIT, BITS_SHOWN, LIST_LIMIT, STRING_LIMIT};
use super::value::{Bitmap, List, ListEnd, Pointer, Text};
use super::view::View;

/// Reads the string at an address; `None` if the input has no byte of it.
pub(super) fn text(view: &View<'_>, buffer: Pointer, length: u16) -> Option<Text> {
    buffer.target?;
    let units = usize::from(length) / 2;
    let shown = units.min(STRING_LIMIT);
    let mut unknown = 0;
    let read = (0..shown as u64).map(|at| {
        let unit = view.number(buffer.address.checked_add(2 * at)?, 2)?;
        u16::try_from(unit).ok()
    });
    let known = read.map(|unit| {
        unknown += usize::from(unit.is_none());
        unit.unwrap_or(0xfffd)
    });
    let text = char::decode_utf16(known).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    Some(Text {
        text: text.collect(),
        unknown,
        cut: units > shown,
    })
}

/// Walks the list of the entry at an address; `None` if the next entry is not in the input.
pub(super) fn list(view: &View<'_>, head: u64, flink: Pointer) -> Option<List> {
    let next = |address: u64| view.number(address, view.arch().pointer().get());
    let end = |entries, end| Some(List { entries, end });
    if flink.address == head {
        return end(0, ListEnd::Closes);
    }
    flink.target?;
    // Brent's cycle detection: the anchor stays while the walk goes on, and is moved after 1, 2, 4, 8 … steps. A walk
    // that reaches the anchor again is in a cycle.
    let (mut anchor, mut here) = (head, flink.address);
    let (mut entries, mut since, mut reach) = (1_u32, 0_u32, 1_u32);
    loop {
        // A cycle of up to `LIST_LIMIT` entries is found within three times as many steps.
        if entries > 3 * LIST_LIMIT {
            return end(LIST_LIMIT, ListEnd::TooLong);
        }
        if since == reach {
            (anchor, since, reach) = (here, 0, reach.saturating_mul(2));
        }
        let Some(further) = next(here) else {
            return end(entries, ListEnd::Unknown);
        };
        since += 1;
        match further {
            further if further == head => return end(entries, ListEnd::Closes),
            further if further == anchor || further == here => {
                let around = if further == here { 1 } else { since };
                return end(distinct(view, flink.address, around), ListEnd::Loops);
            }
            further if view.locate(further).is_none() => return end(entries, ListEnd::Leaves),
            further => here = further,
        }
        entries += 1;
    }
}

/// Counts the distinct entries from `first` on if the links end in a cycle of `around` entries.
fn distinct(view: &View<'_>, first: u64, around: u32) -> u32 {
    let next = |address: u64| view.number(address, view.arch().pointer().get());
    let mut ahead = Some(first);
    for _ in 0..around {
        ahead = ahead.and_then(next);
    }
    let (mut behind, mut before) = (Some(first), 0_u32);
    while behind != ahead && before < LIST_LIMIT {
        behind = behind.and_then(next);
        ahead = ahead.and_then(next);
        before += 1;
    }
    before.saturating_add(around)
}

/// Reads the bitmap at an address; `None` if the input has no byte of it.
pub(super) fn bitmap(view: &View<'_>, buffer: Pointer, bits: u32) -> Option<Bitmap> {
    buffer.target?;
    let mut bitmap = Bitmap {
        bits,
        seen: bits.min(BITMAP_LIMIT),
        ..Bitmap::default()
    };
    for at in 0..bitmap.seen {
        let byte = buffer.address.checked_add(u64::from(at / 8));
        match byte.and_then(|byte| view.number(byte, 1)) {
            None => bitmap.unknown += 1,
            Some(byte) if byte >> (at % 8) & 1 == 1 => {
                bitmap.set += 1;
                if bitmap.first.len() < BITS_SHOWN {
                    bitmap.first.push(at);
                }
            }
            Some(_) => {}
        }
    }
    Some(bitmap)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::arch::Arch;
    use crate::decode::limits::FOLLOW_LIMIT;
    use crate::decode::memory::Memory;
    use crate::decode::space::Space;

    /// Returns memory at 0x1000 with these links of 8 bytes; the first is the head.
    fn links(links: &[u64]) -> Space {
        let bytes = links.iter().flat_map(|link| link.to_le_bytes()).collect();
        Memory::new(bytes).unwrap().with_base(Some(0x1000)).into()
    }

    fn pointer(view: &View<'_>, address: u64) -> Pointer {
        Pointer {
            target: view.locate(address),
            ..Pointer::new(address, Arch::X64)
        }
    }

    fn followed(space: &Space) -> Option<List> {
        let view = View::new(space, Arch::X64, 0, None);
        let flink = view.number(0x1000, 8).unwrap();
        list(&view, 0x1000, pointer(&view, flink))
    }

    #[test]
    fn lists_end_in_every_way() {
        for (held, entries, end) in [
            (&[0x1000][..], 0, ListEnd::Closes),
            (&[0x1008, 0x1010, 0x1000], 2, ListEnd::Closes),
            (&[0x1008, 0x1010, 0x9000], 2, ListEnd::Leaves),
            (&[0x1008, 0x1010, 0x1010], 2, ListEnd::Loops),
            (&[0x1008, 0x1010, 0x1008], 2, ListEnd::Loops),
            (&[0x1008, 0x1010, 0x1018, 0x1020, 0x1010], 4, ListEnd::Loops),
            (&[0x1008, 0x1010, 0x1014], 3, ListEnd::Unknown),
            (&[0x1008, 0], 1, ListEnd::Leaves),
        ] {
            assert_eq!(
                followed(&links(held)),
                Some(List { entries, end }),
                "{held:x?}"
            );
        }
        assert_eq!(followed(&links(&[0x9000])), None);
        let long = (0..3 * LIST_LIMIT + 2).map(|at| 0x1008 + 8 * u64::from(at));
        let expected = List {
            entries: LIST_LIMIT,
            end: ListEnd::TooLong,
        };
        assert_eq!(followed(&links(&long.collect::<Vec<_>>())), Some(expected));
    }

    #[test]
    fn texts_and_bitmaps_cross_regions_and_show_what_is_unknown() {
        let mut tail = Memory::new(vec![0x42, 0]).unwrap().with_base(Some(0x1004));
        tail.push(None).unwrap();
        tail.push(Some(0)).unwrap();
        tail.push(Some(0x00)).unwrap();
        tail.push(Some(0xd8)).unwrap();
        let head = Memory::new(vec![0x41, 0, 0xe9, 0])
            .unwrap()
            .with_base(Some(0x1000));
        let space = Space::new(vec![tail, head]);
        let view = View::new(&space, Arch::X64, 0, None);
        let buffer = pointer(&view, 0x1000);
        let read = text(&view, buffer, 12).unwrap();
        assert_eq!(read.text, "AéB\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!((read.unknown, read.cut), (2, false));
        assert_eq!(text(&view, pointer(&view, 0x9000), 4), None);
        let bits = bitmap(&view, buffer, 0x3b).unwrap();
        assert_eq!(
            (bits.bits, bits.seen, bits.set, bits.unknown),
            (0x3b, 0x3b, 9, 8)
        );
        assert_eq!(bits.first, [0, 6, 16, 19, 21, 22, 23, 33]);
        let last = pointer(&view, u64::MAX);
        assert_eq!(bitmap(&view, last, 9), None);
    }

    proptest! {
        #[test]
        fn no_links_are_followed_forever(
            held in prop::collection::vec(0..40_u64, 1..32),
            length in any::<u16>(),
            bits in any::<u32>(),
            at in 0x0ff8..0x1100_u64,
        ) {
            let held: Vec<u64> = held.iter().map(|link| 0x1000 + 8 * link).collect();
            let space = links(&held);
            if let Some(list) = followed(&space) {
                // The result of a walk that remembers every link.
                let (mut seen, mut here) = (vec![], held[0]);
                let end = loop {
                    let at = ((here - 0x1000) / 8) as usize;
                    match held.get(at) {
                        _ if at == 0 => break ListEnd::Closes,
                        None => break ListEnd::Leaves,
                        Some(_) if seen.contains(&here) => break ListEnd::Loops,
                        Some(next) => {
                            seen.push(here);
                            here = *next;
                        }
                    }
                };
                prop_assert_eq!(list, List { entries: seen.len() as u32, end });
            }
            let view = View::new(&space, Arch::X64, 0, None);
            let buffer = pointer(&view, at);
            if let Some(text) = text(&view, buffer, length) {
                prop_assert!(text.text.chars().count() <= STRING_LIMIT);
                prop_assert_eq!(text.cut, usize::from(length) / 2 > STRING_LIMIT);
            }
            if let Some(bitmap) = bitmap(&view, buffer, bits) {
                prop_assert!(bitmap.set + bitmap.unknown <= bitmap.seen);
                prop_assert!(bitmap.seen <= BITMAP_LIMIT && bitmap.first.len() <= BITS_SHOWN);
            }
        }
    }

    #[test]
    fn all_walks_together_have_a_limit() {
        let space = links(&[0x1008, 0x1010, 0x1000]);
        let view = View::new(&space, Arch::X64, 0, None);
        let closes = |view: &View<'_>| {
            let list = list(view, 0x1000, pointer(view, 0x1008));
            list.is_some_and(|list| list.end == ListEnd::Closes)
        };
        let mut walks = 0;
        while closes(&view) {
            walks += 1;
        }
        assert_eq!(walks, FOLLOW_LIMIT / 2);
        assert!(text(&view, pointer(&view, 0x1000), 2).unwrap().unknown == 1);
        assert!(closes(&View::new(&space, Arch::X64, 0, None)));
    }
}
