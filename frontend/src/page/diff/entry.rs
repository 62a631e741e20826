//! One member of a comparison: where it was, where it is, what happened.

use strata_core::diff::wire::KindDto;
use strata_core::diff::{Change, Kind};
use strata_core::layout::{BitField, Member};

/// One member of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is known by on the page: its row, the later one where it has two.
    pub key: String,
    /// Its name, or what the source says of it.
    pub label: String,
    /// Whether the source knows no name.
    pub unnamed: bool,
    /// What happened; nothing where it is unchanged.
    pub kinds: Vec<KindDto>,
    /// Where it was; `None` if it was added.
    pub from: Option<Side>,
    /// Where it is; `None` if it was removed.
    pub to: Option<Side>,
    /// How far it moved, where it did: `+0x8`.
    pub by: Option<String>,
    /// Whether it moved of its own accord.
    pub alone: bool,
}

/// A member in one of the two layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Where it begins; of a bit field, where the integer that holds it does.
    pub offset: u32,
    /// How many bytes it has; of a bit field, how many the integer has.
    pub size: u32,
    /// Its declaration.
    pub declaration: String,
    /// Of a bit field, which bits of which member it is; of a member, the bits that it has only on this side.
    pub bits: Option<String>,
}

impl From<&Change> for Entry {
    fn from(change: &Change) -> Self {
        let side = |member: &Option<Member>, other: &Option<Member>, as_bit: bool| {
            let member = member.as_ref()?;
            let bit = change.bit.as_ref().filter(|_| as_bit);
            let mut side = bit.map_or_else(|| Side::from(member), |bit| Side::of_bit(member, bit));
            if let (None, Some(other)) = (bit, other) {
                side.bits = only_here(member, other);
            }
            Some(side)
        };
        let subject = change.subject();
        let moved = change.delta().filter(|by| !by.is_zero());
        Self {
            key: change.row().map(ToString::to_string).unwrap_or_default(),
            label: subject.map(label).unwrap_or_default(),
            unnamed: subject.is_some_and(|member| member.name.is_none()),
            kinds: change.kinds.iter().copied().map(KindDto::from).collect(),
            from: side(&change.from, &change.to, change.is(Kind::FromBits)),
            to: side(&change.to, &change.from, change.is(Kind::ToBits)),
            by: moved.map(|by| by.to_string()),
            alone: change.moved_alone(),
        }
    }
}

impl Entry {
    /// A member to which nothing happened.
    #[must_use]
    pub fn unchanged(member: &Member) -> Self {
        Self {
            key: member.row.to_string(),
            label: label(member),
            unnamed: member.name.is_none(),
            kinds: Vec::new(),
            from: Some(Side::from(member)),
            to: Some(Side::from(member)),
            by: None,
            alone: false,
        }
    }
}

impl From<&Member> for Side {
    fn from(member: &Member) -> Self {
        Self {
            offset: member.offset.get(),
            size: member.size.get(),
            declaration: member.declaration.clone(),
            bits: None,
        }
    }
}

impl Side {
    fn of_bit(holder: &Member, bit: &BitField) -> Self {
        let width = bit.range.width();
        Self {
            offset: holder.offset.get(),
            size: holder.size.get(),
            declaration: format!("{} : {width}", bit.name),
            bits: Some(format!("{} of {}", range_words(bit), holder.label())),
        }
    }
}

/// `bit 3`, `bits 4–11`.
fn range_words(bit: &BitField) -> String {
    let (first, width) = (bit.range.bit(), bit.range.width());
    if width == 1 {
        format!("bit {first}")
    } else {
        format!("bits {first}–{}", u16::from(first) + u16::from(width) - 1)
    }
}

/// The bits that a member has and its other self has not, in words.
fn only_here(member: &Member, other: &Member) -> Option<String> {
    let others = other.bits.known()?;
    let known = |bit: &&BitField| {
        let same = |it: &BitField| (&it.name, it.range) == (&bit.name, bit.range);
        !others.iter().any(same)
    };
    let bits = member.bits.known()?.iter().filter(known);
    let words: Vec<String> = bits
        .map(|bit| format!("{} ({})", bit.name, range_words(bit)))
        .collect();
    (!words.is_empty()).then(|| format!("only here: {}", words.join(", ")))
}

fn label(member: &Member) -> String {
    let name = member.name.as_deref();
    name.map_or_else(|| member.declaration.clone(), str::to_owned)
}
