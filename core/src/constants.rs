//! Named numbers and GUIDs that belong to no structure: sets of constants and well-known GUIDs, each with its source.

mod read;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::guid::Guid;
use crate::name::SetId;
use crate::release::Release;
use crate::words::words;

/// A named number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    pub name: Arc<str>,
    /// The number; for a flag, its bits.
    pub value: u64,
    /// Source id in `sources.toml`.
    pub source: Arc<str>,
    /// The first release that has the constant, if the source states one.
    pub since: Option<Release>,
}

impl Constant {
    /// Returns whether `release` has the constant, according to the source.
    pub fn is_in(&self, release: Release) -> bool {
        self.since.is_none_or(|since| since <= release)
    }
}

words! {
    /// Whether the constants of a set are combined or exclude each other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum SetKind parsed as "a kind of set" {
        /// Bits that can be combined.
        Flags = "flags",
        /// Alternatives.
        Values = "values",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantSet {
    pub id: SetId,
    pub kind: SetKind,
    /// One sentence.
    pub summary: String,
    /// Sorted by value.
    pub constants: Vec<Constant>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownGuid {
    pub name: Arc<str>,
    /// Source id in `sources.toml`.
    pub source: Arc<str>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constants {
    sets: BTreeMap<SetId, Arc<ConstantSet>>,
    guids: BTreeMap<Guid, KnownGuid>,
}

impl Constants {
    pub fn set(&self, id: &SetId) -> Option<&Arc<ConstantSet>> {
        self.sets.get(id)
    }

    pub fn sets(&self) -> impl ExactSizeIterator<Item = &ConstantSet> {
        self.sets.values().map(|set| &**set)
    }

    pub fn guid(&self, guid: &Guid) -> Option<&KnownGuid> {
        self.guids.get(guid)
    }

    pub fn guids(&self) -> impl ExactSizeIterator<Item = (&Guid, &KnownGuid)> {
        self.guids.iter()
    }
}

impl ConstantSet {
    /// The constants that exist in `release`.
    fn of(&self, release: Release) -> impl Iterator<Item = &Constant> {
        self.constants.iter().filter(move |it| it.is_in(release))
    }

    /// Returns the constant of `release` that equals `number`.
    pub fn named(&self, number: u64, release: Release) -> Option<&Constant> {
        self.of(release).find(|constant| constant.value == number)
    }

    /// Returns the flags of `release` set in `number`, and the bits without a flag. For 0: the flag of value 0, if any.
    pub fn flags(&self, number: u64, release: Release) -> (Vec<Constant>, u64) {
        let set = |constant: &&Constant| match constant.value {
            0 => number == 0,
            value => number & value == value,
        };
        let set: Vec<Constant> = self.of(release).filter(set).cloned().collect();
        let named = set.iter().fold(0, |named, constant| named | constant.value);
        (set, number & !named)
    }
}
