//! The parsed declarations of a header, before layout.

use std::collections::BTreeMap;

use super::lex::Token;
use crate::stated::Value;
use crate::units::ByteSize;

/// A header as parsed for one architecture.
#[derive(Debug, Default)]
pub(super) struct TranslationUnit<'t> {
    /// Structures and unions, in the order of their ends.
    pub(super) records: Vec<Record<'t>>,
    pub(super) enums: Vec<Enum<'t>>,
    /// The types that `typedef` names refer to.
    pub(super) aliases: BTreeMap<&'t str, Ty<'t>>,
    /// Records and enumerations by any of their names, in the order of the header.
    pub(super) named: BTreeMap<&'t str, Vec<Ty<'t>>>,
    /// Enumerators with known values.
    pub(super) constants: BTreeMap<&'t str, i64>,
    pub(super) asserted: Vec<LayoutAssertion<'t>>,
    /// The parts outside definitions that were not recognised.
    pub(super) lost: Vec<Unparsed>,
    pub(super) comments: Vec<Comment<'t>>,
    /// Lines under unknown conditions.
    pub(super) unknown_conditions: Vec<UnknownCondition>,
}

#[derive(Debug)]
pub(super) struct Record<'t> {
    pub(super) is_union: bool,
    /// Its tag and its `typedef` names.
    pub(super) names: Vec<&'t str>,
    /// 1-based line of the definition.
    pub(super) line: usize,
    /// Index of the first token of the definition.
    pub(super) start: usize,
    pub(super) items: Vec<Item<'t>>,
    /// The packing: the highest alignment of members.
    pub(super) pack: Option<u32>,
    /// The least alignment by an attribute.
    pub(super) align: Option<u32>,
    /// The size that a comment states, and its line.
    pub(super) size_comment: Option<(u32, usize)>,
    /// The number of members that a comment of pahole states, and its line.
    pub(super) count_comment: Option<(u32, usize)>,
}

#[derive(Debug)]
pub(super) enum Item<'t> {
    Field(Field<'t>),
    /// The rest cannot be laid out.
    Unsupported(Unparsed),
}

#[derive(Clone, Debug)]
pub(super) struct Unparsed {
    pub(super) line: usize,
    pub(super) why: String,
}

#[derive(Debug)]
pub(super) struct Field<'t> {
    pub(super) line: usize,
    /// `None` for anonymous unions and structures and for unnamed bit fields.
    pub(super) name: Option<&'t str>,
    pub(super) ty: Ty<'t>,
    pub(super) width: Option<Expr<'t>>,
    /// The least alignment by an attribute.
    pub(super) align: Option<u32>,
    pub(super) comments: OffsetComments,
}

/// The offsets in the comments before and after a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OffsetComments {
    pub(super) before: Option<OffsetComment>,
    pub(super) behind: Option<OffsetComment>,
}

impl Field<'_> {
    pub(super) fn offset_comment(&self) -> Option<OffsetComment> {
        self.comments.before.or(self.comments.behind)
    }
}

/// The offset of a member as a comment states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetComment {
    pub(super) offset: u32,
    pub(super) bit: Option<u8>,
    pub(super) size: Option<ByteSize>,
    /// Whether the text prints a layout rather than declaring one, as pahole does: the offset overrides alignment.
    pub(super) is_authoritative: bool,
}

#[derive(Debug)]
pub(super) struct Enum<'t> {
    pub(super) names: Vec<&'t str>,
    pub(super) line: usize,
    /// Index of the first token of the definition.
    pub(super) start: usize,
    /// The underlying integer, if it is stated.
    pub(super) of: Option<Ty<'t>>,
    pub(super) values: Vec<Value>,
    pub(super) unparsed: Option<Unparsed>,
}

#[derive(Clone, Debug)]
pub(super) enum Ty<'t> {
    Scalar(Scalar),
    Name(&'t str),
    Tag(&'t str),
    Record(usize),
    Enum(usize),
    /// A pointer, with its width if it differs from that of the architecture.
    Pointer(Box<Ty<'t>>, Option<u32>),
    /// The number of elements; `None` for a flexible array.
    Array(Box<Ty<'t>>, Option<Box<Expr<'t>>>),
    Function,
}

/// A built-in type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A type that Strata knows, by Strata's name.
    Known(&'static str),
    /// A type of this many bytes that Strata does not know: a floating-point number, a vector.
    Bytes(&'static str, u32),
}

impl Scalar {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Known(name) | Self::Bytes(name, _) => name,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Expr<'t> {
    Number(i64),
    Name(&'t str),
    /// `defined(X)`
    Defined(&'t str),
    Extent(SizeofOperand<'t>),
    Unary(&'t str, Box<Expr<'t>>),
    Binary(&'t str, Box<Expr<'t>>, Box<Expr<'t>>),
    Choice(Box<[Expr<'t>; 3]>),
}

/// The operand of `sizeof` or `offsetof`.
#[derive(Clone, Debug)]
pub(super) struct SizeofOperand<'t> {
    pub(super) of: Ty<'t>,
    /// `None` for the type itself.
    pub(super) member: Option<&'t str>,
    /// Whether it is `sizeof` rather than `offsetof`.
    pub(super) is_size: bool,
}

#[derive(Debug)]
pub(super) struct LayoutAssertion<'t> {
    pub(super) line: usize,
    pub(super) extent: SizeofOperand<'t>,
    /// What it equals; otherwise an expression that is not 0.
    pub(super) value: Expr<'t>,
    pub(super) is_equation: bool,
    /// The number of definitions before it: a name refers to the last of these.
    pub(super) definitions_before: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'t> {
    /// Index of the token after it.
    pub(super) before: usize,
    pub(super) line: usize,
    pub(super) text: &'t str,
}

/// Lines under an unknown condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnknownCondition {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) condition: String,
    /// Whether the lines may declare or change a type; if they cannot, there is nothing in them to judge.
    pub(super) declares: bool,
}

/// The tokens of a header after preprocessing.
#[derive(Debug, Default)]
pub(super) struct Preprocessed<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) comments: Vec<Comment<'t>>,
    pub(super) unknown_conditions: Vec<UnknownCondition>,
    /// Whether macro expansion reached its limit.
    pub(super) is_cut: bool,
}
