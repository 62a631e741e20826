//! Properties of every diff, over random layouts that tile their structure.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};

use super::{Explanation, Kind, diff};
use crate::RowId;
use crate::layout::{BitField, Bits, Gap, GapKind, Layout, Member, Slot};
use crate::units::{BitRange, ByteOffset, ByteSize};

const ROWS: usize = 12;
const TYPES: [(&str, u32); 6] = [
    ("BOOLEAN", 1),
    ("USHORT", 2),
    ("ULONG", 4),
    ("LARGE_INTEGER", 8),
    ("EPROCESS *", 4),
    ("GUID", 16),
];

/// A drawn row: number, type, whether renamed, gap before it, its bits.
type Drawn = (usize, Index, bool, Option<(u32, bool)>, u8);

fn rows() -> impl Strategy<Value = Vec<Drawn>> {
    let some = subsequence((0..ROWS).collect::<Vec<_>>(), 0..=ROWS);
    some.prop_shuffle().prop_flat_map(|rows| {
        rows.into_iter()
            .map(|row| {
                let gap = proptest::option::weighted(0.3, (1u32..9, any::<bool>()));
                (Just(row), any::<Index>(), any::<bool>(), gap, 0u8..16)
            })
            .collect::<Vec<_>>()
    })
}

fn layouts() -> impl Strategy<Value = Layout> {
    (
        rows(),
        prop::sample::select(vec!["6.1/x86", "6.1/x64", "6.2/x64"]),
    )
        .prop_map(|(rows, point)| build(&rows, point))
}

fn row(row: usize) -> RowId {
    format!("r{row}").parse().unwrap()
}

/// Odd rows continue the even ones before them; bit `n` of any member continues row `n`.
fn build(rows: &[Drawn], point: &str) -> Layout {
    let mut layout = crate::sample::layout(&format!("ETW_X {point} 0x00"));
    let mut offset = ByteOffset::ZERO;
    for (id, ty, named, gap, bits) in rows {
        if let Some((size, hole)) = gap {
            let kind = [GapKind::Padding, GapKind::Hole][usize::from(*hole)];
            let size = ByteSize::new(*size);
            layout.slots.push(Slot::Gap(Gap { offset, size, kind }));
            offset = offset.saturating_add(size);
        }
        let (ty, size) = *ty.get(&TYPES);
        let fields = (0..4u8).filter(|bit| bits & (1 << bit) != 0);
        let fields: Vec<BitField> = fields.map(|bit| field(bit.into())).collect();
        let member = Member {
            row: row(*id),
            continues: (id % 2 == 1).then(|| row(id - 1)),
            name: named.then(|| format!("R{id}").into()),
            description: None,
            declaration: ty.to_owned(),
            ty: ty.parse().unwrap(),
            offset,
            size: ByteSize::new(size),
            certainty: crate::certainty::Certainty::Inspected,
            published: None,
            errata: Vec::new(),
            bits: if fields.is_empty() || size == 4 {
                Bits::None
            } else {
                Bits::Known(fields)
            },
            meaning: None,
        };
        offset = member.end();
        layout.slots.push(Slot::Member(member));
    }
    layout.size = ByteSize::new(offset.get());
    layout
}

fn field(bit: usize) -> BitField {
    BitField {
        row: row(bit),
        name: format!("R{bit}").into(),
        range: BitRange::new(u8::try_from(bit).unwrap(), 1).unwrap(),
        continues: Some(row(bit)),
        errata: Vec::new(),
    }
}

fn fields(layout: &Layout) -> impl Iterator<Item = (&Member, &BitField)> {
    layout.members().flat_map(|member| {
        let fields = member.bits.known_bits().unwrap_or_default();
        fields.iter().map(move |field| (member, field))
    })
}

proptest! {
    #[test]
    fn a_layout_does_not_differ_from_itself(a in layouts()) {
        let diff = diff(&a, &a);
        prop_assert!(diff.is_empty(), "{:#?}", diff);
        prop_assert_eq!(diff.apply(&a), a);
    }

    #[test]
    fn applying_a_diff_gives_the_other_layout(a in layouts(), b in layouts()) {
        let diff = diff(&a, &b);
        let applied = diff.apply(&a);
        prop_assert!(applied.same_as(&b), "{:#?}", diff);
        prop_assert_eq!((applied.point, applied.release, applied.size), (b.point, b.release, b.size));
        prop_assert_eq!(diff.is_empty(), a.same_as(&b));
    }

    #[test]
    fn one_member_has_one_entry(a in layouts(), b in layouts()) {
        let diff = diff(&a, &b);
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        for change in &diff.changes {
            prop_assert!(!change.kinds.is_empty() && !change.label().is_empty());
            let (to_bits, from_bits) = (change.to_bit.is_some(), change.from_bit.is_some());
            let from = change.from.iter().filter(|_| !from_bits);
            let to = change.to.iter().filter(|_| !to_bits);
            prop_assert!(from.clone().all(|it| before.insert(&it.row)));
            prop_assert!(to.clone().all(|it| after.insert(&it.row)));
            prop_assert_eq!(change.bit().is_some(), change.subject().is_none());
            prop_assert_eq!(change.is(Kind::ToBits), to_bits && change.bit().is_none());
            prop_assert_eq!(change.is(Kind::FromBits), from_bits && change.bit().is_none());
        }
    }

    /// The entries turn the bits of the first layout into those of the second; bits without an entry stay.
    #[test]
    fn bit_entries_transform_the_bits(a in layouts(), b in layouts()) {
        let diff = diff(&a, &b);
        let later: BTreeMap<&RowId, &RowId> = diff.changes.iter()
            .filter(|change| change.from_bit.is_none() && change.to_bit.is_none())
            .filter_map(|change| Some((&change.from.as_ref()?.row, &change.to.as_ref()?.row)))
            .chain(diff.carried_over.iter().map(|(was, is)| (was, &is.row)))
            .collect();
        let holder = |row: &RowId| (*later.get(row).unwrap_or(&row)).clone();
        let mut bits: Vec<_> = fields(&a).map(|(it, field)| (holder(&it.row), field.range, field.name.clone())).collect();
        for change in &diff.changes {
            if let (Some(from), Some(bit)) = (&change.from, &change.from_bit) {
                let gone = (holder(&from.row), bit.range, bit.name.clone());
                let place = bits.iter().position(|it| *it == gone);
                prop_assert!(place.is_some(), "{gone:?} in {diff:#?}");
                bits.remove(place.unwrap());
            }
        }
        for change in &diff.changes {
            if let (Some(to), Some(bit)) = (&change.to, &change.to_bit) {
                bits.push((to.row.clone(), bit.range, bit.name.clone()));
            }
        }
        let mut wanted: Vec<_> = fields(&b).map(|(it, field)| (it.row.clone(), field.range, field.name.clone())).collect();
        let key = |it: &(RowId, BitRange, Box<str>)| (it.0.clone(), it.1.bit(), it.2.clone());
        bits.sort_by_key(key);
        wanted.sort_by_key(key);
        prop_assert_eq!(bits, wanted);
    }

    #[test]
    fn explanations_explain_the_whole_entry(a in layouts(), b in layouts()) {
        let diff = diff(&a, &b);
        for change in &diff.changes {
            match change.explained_by {
                None => {}
                Some(Explanation::Shift) => {
                    prop_assert_eq!(&change.kinds[..], [Kind::Moved]);
                    prop_assert!(change.carried);
                }
                Some(Explanation::PointerWidth) => {
                    prop_assert!(a.arch() != b.arch());
                    prop_assert!(change.kinds.iter().all(|kind| matches!(kind, Kind::Moved | Kind::Resized)));
                }
            }
        }
        let shifted = diff.shifts.iter().map(|shift| shift.changes.len()).sum::<usize>();
        let explained = diff.changes.iter().filter(|it| it.explained_by == Some(Explanation::Shift));
        prop_assert_eq!(shifted, explained.count());
    }

    #[test]
    fn the_reverse_diff_is_the_opposite(a in layouts(), b in layouts()) {
        let (there, back) = (diff(&a, &b), diff(&b, &a));
        for (kind, opposite) in [
            (Kind::Added, Kind::Removed),
            (Kind::ToBits, Kind::FromBits),
            (Kind::Moved, Kind::Moved),
            (Kind::Resized, Kind::Resized),
            (Kind::Retyped, Kind::Retyped),
            (Kind::Renamed, Kind::Renamed),
        ] {
            let count = |diff: &super::Diff, kind| diff.changes.iter().filter(|it| it.is(kind)).count();
            prop_assert_eq!(count(&there, kind), count(&back, opposite), "{:?}", kind);
        }
    }
}
