//! What a header declares, before anything is measured.

use std::collections::BTreeMap;

use super::lex::Token;
use crate::stated::Value;

/// A header, as it is for one architecture.
#[derive(Debug, Default)]
pub(super) struct Unit<'t> {
    /// Structures and unions, in the order in which they end.
    pub(super) records: Vec<Record<'t>>,
    pub(super) enums: Vec<Enum<'t>>,
    /// What a `typedef` gives a name to.
    pub(super) aliases: BTreeMap<&'t str, Ty<'t>>,
    /// Records and enumerations by their names, however they came by them, in the order of the header.
    pub(super) named: BTreeMap<&'t str, Vec<Ty<'t>>>,
    /// Enumerators whose value is known.
    pub(super) constants: BTreeMap<&'t str, i64>,
    pub(super) asserted: Vec<Asserted<'t>>,
    /// What could not be understood outside of definitions.
    pub(super) lost: Vec<Lost>,
    pub(super) comments: Vec<Comment<'t>>,
    /// What depends on conditions that nobody tells.
    pub(super) unsettled: Vec<Unsettled>,
}

#[derive(Debug)]
pub(super) struct Record<'t> {
    pub(super) is_union: bool,
    /// Its tag, and what `typedef` calls it.
    pub(super) names: Vec<&'t str>,
    /// Where its definition begins, from 1.
    pub(super) line: usize,
    /// The piece with which its definition begins.
    pub(super) start: usize,
    pub(super) items: Vec<Item<'t>>,
    /// The most bytes to whose multiples its members are aligned, where that is limited.
    pub(super) pack: Option<u32>,
    /// To the multiples of how many bytes it is aligned at least, where that is said.
    pub(super) align: Option<u32>,
    /// How large a comment says that it is, and in which line.
    pub(super) said: Option<(u32, usize)>,
}

#[derive(Debug)]
pub(super) enum Item<'t> {
    Field(Field<'t>),
    /// From here on nothing is certain.
    Stop(Lost),
}

#[derive(Clone, Debug)]
pub(super) struct Lost {
    pub(super) line: usize,
    pub(super) why: String,
}

#[derive(Debug)]
pub(super) struct Field<'t> {
    pub(super) line: usize,
    /// None for what is in an anonymous union, and for bits that only take up room.
    pub(super) name: Option<&'t str>,
    pub(super) ty: Ty<'t>,
    pub(super) width: Option<Expr<'t>>,
    /// To the multiples of how many bytes it is aligned at least, where that is said.
    pub(super) align: Option<u32>,
    pub(super) beside: Beside,
}

/// What the comments before and behind a member say of its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    pub(super) before: Option<Said>,
    pub(super) behind: Option<Said>,
}

impl Field<'_> {
    /// What a comment says of its place.
    pub(super) fn said(&self) -> Option<Said> {
        self.beside.before.or(self.beside.behind)
    }
}

/// What a comment says of a member's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) offset: u32,
    pub(super) bit: Option<u8>,
    /// The text is made of a layout and declares no other: pahole's, in which holes are only told.
    pub(super) rules: bool,
}

#[derive(Debug)]
pub(super) struct Enum<'t> {
    pub(super) names: Vec<&'t str>,
    pub(super) line: usize,
    /// The piece with which its definition begins.
    pub(super) start: usize,
    /// The integer, where it is not that of the compiler's choice.
    pub(super) of: Option<Ty<'t>>,
    pub(super) values: Vec<Value>,
    pub(super) lost: Option<Lost>,
}

#[derive(Clone, Debug)]
pub(super) enum Ty<'t> {
    Scalar(Scalar),
    Name(&'t str),
    Tag(&'t str),
    Record(usize),
    Enum(usize),
    /// With its width, where it is not that of the architecture.
    Pointer(Box<Ty<'t>>, Option<u32>),
    /// With as many elements as the expression says; with none, for as many as there are.
    Array(Box<Ty<'t>>, Option<Box<Expr<'t>>>),
    Function,
}

/// What the language itself knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// One that Strata knows, by Strata's name for it.
    Known(&'static str),
    /// So many bytes that are no integer of which Strata knows the name: a number with a point, a vector.
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
    Extent(Extent<'t>),
    Unary(&'t str, Box<Expr<'t>>),
    Binary(&'t str, Box<Expr<'t>>, Box<Expr<'t>>),
    Choice(Box<[Expr<'t>; 3]>),
}

/// What `sizeof` and `offsetof` ask for.
#[derive(Clone, Debug)]
pub(super) struct Extent<'t> {
    pub(super) of: Ty<'t>,
    /// Of which member; of the type itself, where of none.
    pub(super) member: Option<&'t str>,
    /// The size, and not the place.
    pub(super) is_size: bool,
}

#[derive(Debug)]
pub(super) struct Asserted<'t> {
    pub(super) line: usize,
    pub(super) extent: Extent<'t>,
    pub(super) value: Expr<'t>,
    /// How many definitions stand before it: of several of one name it means the last of these.
    pub(super) behind: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Comment<'t> {
    /// Before which piece it stands.
    pub(super) before: usize,
    pub(super) line: usize,
    pub(super) text: &'t str,
}

/// Lines that stand under a condition that nobody tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unsettled {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) condition: String,
}

/// A header without lines for the preprocessor.
#[derive(Debug, Default)]
pub(super) struct Processed<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) comments: Vec<Comment<'t>>,
    pub(super) unsettled: Vec<Unsettled>,
    /// Macros came to more than is taken.
    pub(super) is_cut: bool,
}
