//! The rules of the audit, each with an id.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A rule that a table of offsets must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A cell is not in the notation of the source.
    CellSyntax,
    /// A cell names a release that did not exist for its architecture.
    ImpossiblePoint,
    /// A cell names a release that its row does not cover.
    SpanContradiction,
    /// A row covers a release, and there is no offset for it.
    CellMissing,
    /// A row covers a release for which the table of sizes has none.
    SizeNotStated,
    /// A member's type is not known at a release.
    UnknownType,
    /// A member begins before the one in front of it ends.
    Overlap,
    /// A member's offset is no multiple of its alignment.
    Misaligned,
    /// A member ends behind the end of the structure.
    BeyondSize,
    /// The members, laid out, do not come to the size that is stated.
    SizeMismatch,
    /// Bytes between two members that alignment does not explain.
    Hole,
    /// The room that the neighbours leave is not the size of the declared type, on any architecture.
    ExtentMismatch,
    /// Members follow one another in another order on the other architecture, or in the release before.
    OrderMismatch,
    /// A remark says something else than the cells.
    RemarkMismatch,
    /// A symbol file says something else.
    SymbolMismatch,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a rule of the audit: expected one of {ids}", ids = Rule::ALL.map(Rule::as_str).join(", "))]
pub struct ParseRuleError(pub String);

impl Rule {
    pub const ALL: [Self; 15] = [
        Self::CellSyntax,
        Self::ImpossiblePoint,
        Self::SpanContradiction,
        Self::CellMissing,
        Self::SizeNotStated,
        Self::UnknownType,
        Self::Overlap,
        Self::Misaligned,
        Self::BeyondSize,
        Self::SizeMismatch,
        Self::Hole,
        Self::ExtentMismatch,
        Self::OrderMismatch,
        Self::RemarkMismatch,
        Self::SymbolMismatch,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CellSyntax => "cell-syntax",
            Self::ImpossiblePoint => "impossible-point",
            Self::SpanContradiction => "span-contradiction",
            Self::CellMissing => "cell-missing",
            Self::SizeNotStated => "size-not-stated",
            Self::UnknownType => "unknown-type",
            Self::Overlap => "overlap",
            Self::Misaligned => "misaligned",
            Self::BeyondSize => "beyond-size",
            Self::SizeMismatch => "size-mismatch",
            Self::Hole => "hole",
            Self::ExtentMismatch => "extent-mismatch",
            Self::OrderMismatch => "order-mismatch",
            Self::RemarkMismatch => "remark-mismatch",
            Self::SymbolMismatch => "symbol-mismatch",
        }
    }

    /// The requirement, as one sentence.
    pub const fn demand(self) -> &'static str {
        match self {
            Self::CellSyntax => "Cells are in the source's own notation.",
            Self::ImpossiblePoint => {
                "No cell names a release that did not exist for its architecture."
            }
            Self::SpanContradiction => {
                "No cell names a release that its row's Versions do not cover."
            }
            Self::CellMissing => "A row has an offset at every release that its Versions cover.",
            Self::SizeNotStated => "Every release that a row covers has a size.",
            Self::UnknownType => "The size of every type that is held by value is known.",
            Self::Overlap => "No member begins before the one in front of it ends.",
            Self::Misaligned => "A member's offset is a multiple of its alignment.",
            Self::BeyondSize => "No member ends behind the end of the structure.",
            Self::SizeMismatch => "The members, laid out, come to the size that is stated.",
            Self::Hole => "Alignment explains all bytes between two members.",
            Self::ExtentMismatch => "The room that a member has is the size of its declared type.",
            Self::OrderMismatch => {
                "Members keep their order from one architecture and one release to the next."
            }
            Self::RemarkMismatch => "What a remark says of other cells is what those cells say.",
            Self::SymbolMismatch => "Names, types and offsets are those of the symbol files.",
        }
    }

    /// What the rule cannot detect, as one sentence.
    pub const fn blind(self) -> &'static str {
        match self {
            Self::CellSyntax => "A cell in good notation that says something wrong.",
            Self::ImpossiblePoint => "A release that existed, named in the place of another.",
            Self::SpanContradiction => "A release that the cell and Versions both leave out.",
            Self::CellMissing => "An offset that is there and wrong.",
            Self::SizeNotStated => "A size that is there and wrong.",
            Self::UnknownType => "A type that is known wrongly.",
            Self::Overlap => {
                "A member that stands too late, or in the place of another of its size."
            }
            Self::Misaligned => "A wrong offset that is aligned; any offset of a single byte.",
            Self::BeyondSize => "A wrong offset within the structure.",
            Self::SizeMismatch => "A wrong size that the alignment of the end leaves room for.",
            Self::Hole => "Bytes that alignment would leave anyway.",
            Self::ExtentMismatch => {
                "A wrong type of the right size; one that fills its room on one architecture by chance."
            }
            Self::OrderMismatch => {
                "Two members exchanged in both columns and at every release alike."
            }
            Self::RemarkMismatch => "Cells of which no remark speaks.",
            Self::SymbolMismatch => {
                "Structures and builds without a public symbol file, and servicing between two builds."
            }
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.as_str() == text)
            .ok_or_else(|| ParseRuleError(text.to_owned()))
    }
}
