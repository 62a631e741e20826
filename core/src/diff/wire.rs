//! A diff on the wire: names and shapes are promised to users' scripts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, Diff, Explanation, Kind};
use crate::layout::Member;
use crate::wire::{ErratumLookup, MemberDto};

/// The answer to a request for a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Diff")]
pub struct DiffAnswer {
    /// The point that it starts from, as `6.1/x64`.
    #[schemars(with = "crate::wire::words::Point")]
    pub from: String,
    /// The point that it leads to.
    #[schemars(with = "crate::wire::words::Point")]
    pub to: String,
    /// How large the structure is at both.
    pub size: SizeDto,
    /// One entry a member, and one a bit field that came, went or changed.
    pub changes: Vec<ChangeDto>,
    /// One entry a value of an enumeration that came, went or has another number; missing where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueChangeDto>,
    /// One sentence.
    pub summary: String,
}

/// What happened to a value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ValueChange")]
pub struct ValueChangeDto {
    /// Its name.
    pub name: String,
    /// Its number before; null if it was not there.
    pub from: Option<i64>,
    /// Its number after; null if it is not there.
    pub to: Option<i64>,
}

/// Two sizes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SizeChange")]
pub struct SizeDto {
    /// Before.
    pub from: u32,
    /// After.
    pub to: u32,
}

/// What happened to one member, or to one bit field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Change")]
pub struct ChangeDto {
    /// What.
    pub kinds: Vec<KindDto>,
    /// The row of the member or bit field: its later one where it has two.
    pub row: String,
    /// The member before; of what was a bit field, the member that held it; null if it was added.
    pub from: Option<MemberDto>,
    /// The member after; of what is a bit field, the member that holds it; null if it was removed.
    pub to: Option<MemberDto>,
    /// What explains the whole entry, if something does.
    pub explained_by: Option<ExplanationDto>,
}

/// What can happen to a member.
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

/// From what a change follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Explanation")]
#[serde(rename_all = "snake_case")]
pub enum ExplanationDto {
    /// What comes before it.
    Shift,
    /// The width of pointers.
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
