//! A diff as the JSON of the API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Change, Diff, Explanation, Kind, ValueChange};
use crate::layout::Member;
use crate::point::Point;
use crate::wire::answers::answers;
use crate::wire::{ErratumLookup, MemberDto, answer_of};

answers! {
    /// The changes from one layout to another.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "Diff")]
    pub struct DiffAnswer(diff: &Diff, between: BetweenDto, errata: ErratumLookup<'_>) with {
        let bits_given = (diff.from.bits_given, diff.to.bits_given);
        let changes = diff.changes.iter();
    } {
        /// The point of the first layout.
        pub from: String as "Point" = diff.from.point.to_string(),
        /// The point of the second layout.
        pub to: String as "Point" = diff.to.point.to_string(),
        /// The size of the structure at both points.
        pub size: SizeDto = SizeDto {
            from: diff.from.size.get(),
            to: diff.to.size.get(),
        },
        /// `stated` or `bracketed` at both points, as the layouts say.
        pub answer: AnswersDto = AnswersDto::new(&between),
        /// The images by which the layouts are bracketed; omitted if both are stated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub between: Option<BetweenDto> = between.is_bracketed().then_some(between),
        /// An entry for each member or bit field that was added, removed or changed.
        pub changes: Vec<ChangeDto> = changes.map(|it| ChangeDto::new(it, bits_given, errata)).collect(),
        /// An entry for each value of an enumeration that was added, removed or renumbered; omitted if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub values: Vec<ValueChangeDto> = diff.values().iter().map(ValueChangeDto::new).collect(),
        /// The changes in one sentence.
        pub summary: String = diff.summary(),
    }

    /// The change of a value of an enumeration.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "ValueChange")]
    pub struct ValueChangeDto(change: &ValueChange<'_>) {
        pub name: String = change.name.to_owned(),
        /// The number before; null if the value was added.
        pub from: Option<i64> = change.from,
        /// The number after; null if the value was removed.
        pub to: Option<i64> = change.to,
    }

    /// The change of a member or a bit field.
    #[derive(Clone, PartialEq, Eq, Deserialize)]
    #[schemars(rename = "Change")]
    pub struct ChangeDto(change: &Change, bits_given: (bool, bool), errata: ErratumLookup<'_>) with {
        let member = |member: &Member, given| MemberDto::new(member, given, errata);
    } {
        /// The kinds of change.
        pub kinds: Vec<Kind> = change.kinds.clone(),
        /// The row of the member or bit field; the later one if there are two.
        pub row: String = change.row().map(ToString::to_string).unwrap_or_default(),
        /// The member before; for a bit field, the member that contained it. Null if it was added.
        pub from: Option<MemberDto> = change.from.as_ref().map(|from| member(from, bits_given.0)),
        /// The member after; for a bit field, the member that contains it. Null if it was removed.
        pub to: Option<MemberDto> = change.to.as_ref().map(|to| member(to, bits_given.1)),
        /// The cause, if the whole change follows from other changes; otherwise null.
        pub explained_by: Option<ExplanationDto> = change.explained_by.map(ExplanationDto::from),
    }
}

/// How the layouts at both points are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DiffAnswers")]
pub struct AnswersDto {
    #[schemars(with = "crate::wire::words::Answer")]
    pub from: String,
    #[schemars(with = "crate::wire::words::Answer")]
    pub to: String,
}

impl AnswersDto {
    fn new(between: &BetweenDto) -> Self {
        let [from, to] = [&between.from, &between.to].map(|two| answer_of(two.as_ref()).to_owned());
        Self { from, to }
    }
}

/// The nearest images before and after each build without a symbol file; null for a stated layout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "DiffBetween")]
pub struct BetweenDto {
    pub from: Option<[String; 2]>,
    pub to: Option<[String; 2]>,
}

impl BetweenDto {
    const fn is_bracketed(&self) -> bool {
        self.from.is_some() || self.to.is_some()
    }
}

/// Two sizes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "SizeChange")]
pub struct SizeDto {
    pub from: u32,
    pub to: u32,
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

impl From<Explanation> for ExplanationDto {
    fn from(explanation: Explanation) -> Self {
        match explanation {
            Explanation::Shift => Self::Shift,
            Explanation::PointerWidth => Self::PointerWidth,
        }
    }
}
