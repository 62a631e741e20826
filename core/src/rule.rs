//! The rules of the audit, each with an id.

use crate::words::words;

words! {
    /// A rule for tables of offsets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Rule parsed as "a rule of the audit" {
        /// A cell is not in the notation of the source.
        CellSyntax = "cell-syntax",
        /// A cell names a release that did not exist for its architecture.
        ImpossiblePoint = "impossible-point",
        /// A cell names a release that its row does not cover.
        SpanContradiction = "span-contradiction",
        /// A row covers a release but has no offset for it.
        CellMissing = "cell-missing",
        /// A row covers a release for which the table of sizes states none.
        SizeNotStated = "size-not-stated",
        /// The type of a member is not known at a release.
        UnknownType = "unknown-type",
        /// A member begins before the previous member ends.
        Overlap = "overlap",
        /// The offset of a member is not a multiple of its alignment.
        Misaligned = "misaligned",
        /// A member ends after the end of the structure.
        BeyondSize = "beyond-size",
        /// The size computed from the members is not the stated size.
        SizeMismatch = "size-mismatch",
        /// Alignment does not explain the bytes between two members.
        Hole = "hole",
        /// The declared type does not fill its space on any architecture, or a mask has another width than declared.
        ExtentMismatch = "extent-mismatch",
        /// The order of members differs from that on the other architecture or in the previous release.
        OrderMismatch = "order-mismatch",
        /// A remark contradicts the cells.
        RemarkMismatch = "remark-mismatch",
        /// A symbol file contradicts the table.
        SymbolMismatch = "symbol-mismatch",
    }
}

impl Rule {
    /// The requirement, as one sentence.
    pub const fn requirement(self) -> &'static str {
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
            Self::UnknownType => "The size of every type that is contained by value is known.",
            Self::Overlap => "No member begins before the previous one ends.",
            Self::Misaligned => "A member's offset is a multiple of its alignment.",
            Self::BeyondSize => "No member ends after the end of the structure.",
            Self::SizeMismatch => "The members, laid out, add up to the stated size.",
            Self::Hole => "Alignment explains all bytes between two members.",
            Self::ExtentMismatch => "The space of a member is the size of its declared type.",
            Self::OrderMismatch => {
                "Members keep their order from one architecture and one release to the next."
            }
            Self::RemarkMismatch => "A remark about other cells agrees with those cells.",
            Self::SymbolMismatch => "Names, types and offsets are those of the symbol files.",
        }
    }

    /// What the rule cannot detect, as one sentence.
    pub const fn limitation(self) -> &'static str {
        match self {
            Self::CellSyntax => "A cell in correct notation with a wrong value.",
            Self::ImpossiblePoint => "An existing release that is named in place of another.",
            Self::SpanContradiction => "A release that the cell and Versions both leave out.",
            Self::CellMissing => "A wrong offset.",
            Self::SizeNotStated => "A wrong size.",
            Self::UnknownType => "A type with a wrong definition.",
            Self::Overlap => {
                "A member that is too late, or at the offset of another member of its size."
            }
            Self::Misaligned => "A wrong offset that is aligned; any offset of a single byte.",
            Self::BeyondSize => "A wrong offset within the structure.",
            Self::SizeMismatch => "A wrong size within the alignment of the end.",
            Self::Hole => "Bytes that alignment would leave unused anyway.",
            Self::ExtentMismatch => {
                "A wrong type of the right size, or of the right size on one architecture by chance."
            }
            Self::OrderMismatch => {
                "Two members exchanged in both columns and at every release alike."
            }
            Self::RemarkMismatch => "Cells that no remark mentions.",
            Self::SymbolMismatch => {
                "Structures and builds without a public symbol file, and servicing between two builds."
            }
        }
    }
}
