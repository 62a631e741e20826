//! A diff as the JSON of the API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, Diff, Explanation, Kind};
use crate::layout::Member;
use crate::wire::{ErratumLookup, MemberDto};

/// The changes from one layout to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Diff")]
pub struct DiffAnswer {
    /// The point of the first layout.
    #[schemars(with = "crate::wire::words::Point")]
    pub from: String,
    /// The point of the second layout.
    #[schemars(with = "crate::wire::words::Point")]
    pub to: String,
    /// The size of the structure at both points.
    pub size: SizeDto,
    /// An entry for each member or bit field that was added, removed or changed.
    pub changes: Vec<ChangeDto>,
    /// An entry for each value of an enumeration that was added, removed or renumbered; omitted if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueChangeDto>,
    /// The changes in one sentence.
    pub summary: String,
}

/// The change of a value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ValueChange")]
pub struct ValueChangeDto {
    pub name: String,
    /// The number before; null if the value was added.
    pub from: Option<i64>,
    /// The number after; null if the value was removed.
    pub to: Option<i64>,
}

/// Two sizes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SizeChange")]
pub struct SizeDto {
    pub from: u32,
    pub to: u32,
}

/// The change of a member or a bit field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Change")]
pub struct ChangeDto {
    /// The kinds of change.
    pub kinds: Vec<KindDto>,
    /// The row of the member or bit field; the later one if there are two.
    pub row: String,
    /// The member before; for a bit field, the member that contained it. Null if it was added.
    pub from: Option<MemberDto>,
    /// The member after; for a bit field, the member that contains it. Null if it was removed.
    pub to: Option<MemberDto>,
    /// The cause, if the whole change follows from other changes; otherwise null.
    pub explained_by: Option<ExplanationDto>,
}

/// A kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ChangeKind")]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "as the kinds of the model")]
pub enum KindDto {
    Added,
    Removed,
    Moved,
    Resized,
    Retyped,
    Renamed,
    ToBits,
    FromBits,
}

/// The cause of a change that follows from other changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Explanation")]
#[serde(rename_all = "snake_case")]
pub enum ExplanationDto {
    /// The member only moved, because of changes before it.
    Shift,
    /// The other pointer size moves or resizes the member; changes before it may also move it.
    PointerWidth,
}

pub fn diff_answer(diff: &Diff, errata: ErratumLookup<'_>) -> DiffAnswer {
    DiffAnswer {
        from: diff.from.point.to_string(),
        to: diff.to.point.to_string(),
        size: SizeDto {
            from: diff.from.size.get(),
            to: diff.to.size.get(),
        },
        changes: diff
            .changes
            .iter()
            .map(|change| {
                ChangeDto::new(change, (diff.from.bits_given, diff.to.bits_given), errata)
            })
            .collect(),
        values: diff
            .values()
            .iter()
            .map(|change| ValueChangeDto {
                name: change.name.to_owned(),
                from: change.from,
                to: change.to,
            })
            .collect(),
        summary: diff.summary(),
    }
}

impl ChangeDto {
    pub fn new(change: &Change, bits_given: (bool, bool), errata: ErratumLookup<'_>) -> Self {
        let member = |member: &Member, given| MemberDto::new(member, given, errata);
        Self {
            kinds: change.kinds.iter().copied().map(KindDto::from).collect(),
            row: change.row().map(ToString::to_string).unwrap_or_default(),
            from: change.from.as_ref().map(|from| member(from, bits_given.0)),
            to: change.to.as_ref().map(|to| member(to, bits_given.1)),
            explained_by: change.explained_by.map(ExplanationDto::from),
        }
    }
}

impl From<Kind> for KindDto {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Added => Self::Added,
            Kind::Removed => Self::Removed,
            Kind::Moved => Self::Moved,
            Kind::Resized => Self::Resized,
            Kind::Retyped => Self::Retyped,
            Kind::Renamed => Self::Renamed,
            Kind::ToBits => Self::ToBits,
            Kind::FromBits => Self::FromBits,
        }
    }
}

impl From<Explanation> for ExplanationDto {
    fn from(explanation: Explanation) -> Self {
        match explanation {
            Explanation::Shift => Self::Shift,
            Explanation::PointerWidth => Self::PointerWidth,
        }
    }
}
