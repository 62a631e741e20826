//! What others state of types, compared with what Strata knows.
//!
//! - [`read`]: a text → [`Declared`], its definitions. C headers and what is written like them are read here, what WinDbg's `dt`
//!   and `dx` print by [`decode::listing`](crate::decode::listing). Of what `import` read in a symbol file,
//!   [`Declared::of_symbols`] makes the same.
//! - [`compare`](mod@compare): one definition at one point, a [`Listing`], compared with a type of ours: the only comparison.
//!   [`fits`](compare::fits) and [`identify`](mod@identify) do so at every point.
//! - [`judge`](mod@judge): all definitions of a file, at the point that it states or to which it comes nearest.
//!   [`finding`]: the result, line by line. [`wire`]: the same for scripts.
//!
//! Nothing here panics, whatever the text, and nothing recurses or allocates beyond [`limits`].

mod c;
pub mod compare;
pub mod finding;
pub mod identify;
pub mod judge;
pub mod limits;
mod names;
pub mod symbols;
pub mod wire;

pub(crate) use c::member;
pub use compare::{Comparison, Difference, Entry, Known, compare, fits};
pub use identify::points_in_words;

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Scope};
use crate::ctype::CType;
use crate::dataset::Dataset;
use crate::decode::listing::{self, Listing, Tool};
use crate::name::TypeName;
use crate::point::Point;
use crate::release::{Release, Version};
use compare::{Ours, Precision, compare_as};
use finding::{Code, Finding};
use limits::SOURCE_LIMIT;
use thiserror::Error;

#[derive(Debug)]
pub struct Declared<'t> {
    /// A header, symbols, or the debugger that printed it.
    pub kind: Tool,
    /// In the order of the file.
    pub definitions: Vec<Definition>,
    /// The parts that could not be read.
    pub findings: Vec<Finding>,
    header: Option<c::Header<'t>>,
}

#[derive(Clone, Debug)]
pub struct Definition {
    /// All names in the file; empty for an unnamed definition.
    pub names: Vec<Box<str>>,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// The point as far as the file states it.
    pub stated: PartialPoint,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Members with offsets.
    Listing(Box<Listing>),
    /// Members that get their places where pointers have a width.
    Record,
    Values(Vec<Value>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// 1-based.
    pub line: usize,
    pub name: Box<str>,
    /// Its value; `None` where the file gives it in a way that is not understood.
    pub value: Option<i64>,
}

/// The version and architecture that a text states, as far as it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialPoint {
    pub version: Option<Version>,
    pub arch: Option<Arch>,
}

impl PartialPoint {
    pub const fn at(point: Point) -> Self {
        Self {
            version: Some(point.version),
            arch: Some(point.arch),
        }
    }

    /// The first point in a text, as our exports write it: `6.2/x64`.
    pub fn in_text(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        words.find_map(|word| {
            let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            let point = word.contains('/').then(|| word.parse().ok())??;
            Some(Self::at(point))
        })
    }

    pub fn point(self) -> Option<Point> {
        Some(Point {
            version: self.version?,
            arch: self.arch?,
        })
    }

    /// Fills what is not stated from `other`.
    pub fn or(self, other: Self) -> Self {
        Self {
            version: self.version.or(other.version),
            arch: self.arch.or(other.arch),
        }
    }

    /// Whether a point agrees with the stated parts.
    pub fn allows(self, point: Point) -> bool {
        self.version.is_none_or(|version| version == point.version)
            && self.arch.is_none_or(|arch| arch == point.arch)
    }
}

/// The scope in which a declaration is measured.
#[derive(Clone, Copy, Debug)]
pub struct TypeContext<'a> {
    types: &'a Catalogue,
    pointees: &'a Pointees,
    scope: Scope,
}

impl TypeContext<'_> {
    /// Whether a name is known, if only as the target of a pointer.
    fn knows(&self, name: &str) -> bool {
        let own: Option<TypeName> = name.parse().ok();
        own.is_some_and(|own| self.pointees.0.contains(&own)) || self.types.find(name).is_ok()
    }
}

/// The names of all pointer targets in the data, and of structures.
#[derive(Clone, Debug, Default)]
pub struct Pointees(BTreeSet<TypeName>);

impl Pointees {
    pub fn of(dataset: &Dataset) -> Self {
        let mut names = BTreeSet::new();
        let mut add = |ty: &CType| {
            names.insert(ty.base().clone());
        };
        for structure in dataset.audited() {
            let layouts = structure.every_layout();
            layouts
                .iter()
                .flat_map(crate::layout::Layout::members)
                .for_each(|member| add(&member.ty));
        }
        for ty in dataset.catalogue().named() {
            let members = ty.all_classes().flat_map(|class| &class.members);
            members.for_each(|member| add(&member.declaration.ty));
        }
        let structures = dataset.structures().iter();
        let own = structures.map(|structure| structure.name.as_str());
        names.extend(own.filter_map(|name| name.parse().ok()));
        Self(names)
    }
}

/// A definition at a point.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    listing: Listing,
    precision: Precision,
    findings: Vec<Finding>,
}

impl Measured {
    fn compare(&self, ours: Ours<'_>, types: &Catalogue) -> Comparison {
        compare_as(&self.listing, ours, types, self.precision)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    #[error("it has more than {SOURCE_LIMIT} bytes: take out what is not needed")]
    TooLong,
    #[error("{0}")]
    TooMuch(String),
    #[error(
        "it defines no structure; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints"
    )]
    NoDefinitions,
    #[error(
        "it defines no structure outside of conditions: {0}; settle them (-D NAME or -D NAME=3)"
    )]
    Conditional(String),
}

/// What a text declares.
///
/// # Errors
///
/// When it declares nothing, or more than is taken.
pub fn read(text: &str) -> Result<Declared<'_>, Unread> {
    read_with(text, "")
}

/// The same, where lines such as `#define NAME 3` stand before a header and settle its conditions.
///
/// # Errors
///
/// When it declares nothing, or more than is taken.
pub fn read_with<'t>(text: &'t str, defines: &'t str) -> Result<Declared<'t>, Unread> {
    if text.len() > SOURCE_LIMIT {
        return Err(Unread::TooLong);
    }
    let (header, definitions, findings) = c::read(text, defines).map_err(Unread::TooMuch)?;
    if !definitions.is_empty() {
        return Ok(Declared {
            kind: Tool::C,
            definitions,
            findings,
            header: Some(header),
        });
    }
    let listings = listing::parse_all(text);
    let Some(first) = listings.first() else {
        let mut findings = findings.into_iter();
        let unsettled = findings.find(|finding| finding.code == Code::Condition);
        return Err(unsettled.map_or(Unread::NoDefinitions, |finding| {
            Unread::Conditional(finding.message)
        }));
    };
    Ok(of_listings(first.tool, listings, text))
}

impl Declared<'_> {
    /// A file whose definitions were made elsewhere.
    pub fn of(kind: Tool, definitions: Vec<Definition>, findings: Vec<Finding>) -> Self {
        Self {
            kind,
            definitions,
            findings,
            header: None,
        }
    }

    /// The members that a definition has in a release on an architecture; `None` where it is not there, or has values and
    /// no members.
    pub fn listing(
        &self,
        definition: &Definition,
        dataset: &Dataset,
        (release, arch): (Release, Arch),
    ) -> Option<Listing> {
        let context = TypeContext {
            types: dataset.catalogue(),
            pointees: &Pointees::of(dataset),
            scope: dataset.catalogue().scope(release, arch),
        };
        let name = definition.names.first()?.parse().ok()?;
        Some(self.measured(definition, &name, context)?.listing)
    }

    /// A definition as it is at a point; `None` where it is not there.
    fn measured(
        &self,
        definition: &Definition,
        name: &TypeName,
        context: TypeContext<'_>,
    ) -> Option<Measured> {
        match &definition.body {
            Body::Listing(listing) => Some(Measured {
                listing: (**listing).clone(),
                precision: match self.kind {
                    Tool::Dt | Tool::Dx => Precision::Printed,
                    Tool::C | Tool::Isf => Precision::Declared {
                        is_sized: true,
                        until: None,
                    },
                },
                findings: Vec::new(),
            }),
            Body::Record => self.header.as_ref()?.measured(definition, name, context),
            Body::Values(_) => None,
        }
    }
}

fn of_listings<'t>(kind: Tool, listings: Vec<Listing>, text: &str) -> Declared<'t> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut behind = 0;
    let (mut definitions, mut findings) = (Vec::new(), Vec::new());
    for listing in listings {
        let first = listing.members.first().map_or(1, |member| member.line);
        let above = lines
            .get(behind..first.saturating_sub(1))
            .unwrap_or_default();
        let stated = above.iter().find_map(|line| PartialPoint::in_text(line));
        behind = first;
        for skipped in &listing.skipped {
            let message = format!("it is passed over: {}", skipped.reason);
            findings.push(Finding::new(Code::Lost, Some(skipped.line), message));
        }
        definitions.push(Definition {
            names: listing
                .name
                .iter()
                .map(|name| name.as_str().into())
                .collect(),
            line: first,
            stated: stated.unwrap_or_default(),
            body: Body::Listing(Box::new(listing)),
        });
    }
    Declared::of(kind, definitions, findings)
}

#[cfg(test)]
mod proptests;
