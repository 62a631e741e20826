//! Declarations: what files say structures look like, held against what Strata knows.
//!
//! - [`read`]: a text → [`Declared`], its definitions. C headers and what is written like them are read here, and what WinDbg's
//!   `dt` and `dx` print by [`decode::listing`](crate::decode::listing). Who reads another kind (ISF, which is JSON) makes
//!   [`Definition`]s of it.
//! - [`judge`](mod@judge): each definition that is known here becomes a listing at a point, and is compared by
//!   [`decode::listing::compare`](crate::decode::listing::compare) as any listing is. What a file need not say is then
//!   allowed: bytes left out, types that tell less.
//! - [`finding`]: what is said of it, line by line. [`wire`]: the same for scripts.
//!
//! Nothing here panics, whatever the text, and nothing recurses or allocates beyond [`limits`].

mod allow;
mod c;
pub mod finding;
pub mod judge;
pub mod limits;
mod names;
mod stated;
pub mod wire;

pub use stated::Stated;

use std::collections::BTreeSet;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Scope};
use crate::ctype::CType;
use crate::dataset::Dataset;
use crate::decode::listing::{self, Listing, Tool};
use crate::name::TypeName;
use crate::release::Release;
use crate::units::ByteOffset;

use finding::{Code, Finding};
use limits::SOURCE_LIMIT;
use thiserror::Error;

/// What sort of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A C header, or what is written like one.
    C,
    /// Symbols of Volatility 3.
    Isf,
    /// What WinDbg's `dt` prints.
    Dt,
    /// What WinDbg's `dx` prints.
    Dx,
}

impl Kind {
    /// Every one.
    pub const ALL: [Self; 4] = [Self::C, Self::Isf, Self::Dt, Self::Dx];

    /// Its id: `c`, `isf`, `dt`, `dx`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Isf => "isf",
            Self::Dt => "dt",
            Self::Dx => "dx",
        }
    }

    /// What to call it in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::C => "a C header",
            Self::Isf => "an ISF file",
            Self::Dt => "what WinDbg's `dt` prints",
            Self::Dx => "what WinDbg's `dx` prints",
        }
    }
}

/// A file that declares structures.
#[derive(Debug)]
pub struct Declared<'t> {
    /// What sort of file it is.
    pub kind: Kind,
    /// What it defines, in its order.
    pub definitions: Vec<Definition>,
    /// What of it could not be read.
    pub findings: Vec<Finding>,
    header: Option<c::Header<'t>>,
}

/// A definition in a file.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What it is called; several names where the file gives it several, none where it gives none.
    pub names: Vec<Box<str>>,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Where it holds, as far as the file says.
    pub stated: Stated,
    /// What it says.
    pub body: Body,
}

/// What a definition says.
#[derive(Clone, Debug)]
pub enum Body {
    /// Members at their places.
    Listing(Box<Listing>),
    /// Members that get their places where pointers have a width: the definition's place in the header.
    #[expect(private_interfaces, reason = "only the reader of headers makes it")]
    Record(c::Place),
    /// Named values of an enumeration.
    Values(Vec<Value>),
}

/// A named value of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its line, from 1.
    pub line: usize,
    /// Its name.
    pub name: Box<str>,
    /// Its value; `None` where the file gives it in a way that is not understood.
    pub value: Option<i64>,
}

/// Where a declaration is measured.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    types: &'a Catalogue,
    pointees: &'a Pointees,
    scope: Scope,
}

impl Ground<'_> {
    /// Whether a name is one of something that Strata knows, if only as what a pointer leads to.
    fn knows(&self, name: &str) -> bool {
        let own: Option<TypeName> = name.parse().ok();
        own.is_some_and(|own| self.pointees.0.contains(&own)) || self.types.find(name).is_ok()
    }
}

/// The names of what pointers lead to, wherever in the data, and of structures.
#[derive(Clone, Debug, Default)]
pub struct Pointees(BTreeSet<TypeName>);

impl Pointees {
    /// All that the data name.
    #[must_use]
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
    /// Whether its size is known.
    is_sized: bool,
    /// From which offset on not every member is told.
    until: Option<ByteOffset>,
    findings: Vec<Finding>,
}

/// Why a text is no file that declares structures.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    /// It is longer than is taken.
    #[error("it has more than {SOURCE_LIMIT} bytes: take out what is not needed")]
    TooLong,
    /// It is too much, in words.
    #[error("{0}")]
    TooMuch(String),
    /// It is something else.
    #[error(
        "it defines no structure; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints"
    )]
    NoDefinitions,
}

/// What a text declares.
///
/// # Errors
///
/// When it declares nothing, or more than is taken.
pub fn read(text: &str) -> Result<Declared<'_>, Unread> {
    if text.len() > SOURCE_LIMIT {
        return Err(Unread::TooLong);
    }
    let (header, definitions, findings) = c::read(text).map_err(Unread::TooMuch)?;
    if !definitions.is_empty() {
        return Ok(Declared {
            kind: Kind::C,
            definitions,
            findings,
            header: Some(header),
        });
    }
    let listings = listing::parse_all(text);
    let Some(first) = listings.first() else {
        return Err(Unread::NoDefinitions);
    };
    let kind = match first.tool {
        Tool::Dx => Kind::Dx,
        _ => Kind::Dt,
    };
    Ok(of_listings(kind, listings, text))
}

impl Declared<'_> {
    /// A file whose definitions were made elsewhere.
    #[must_use]
    pub fn of(kind: Kind, definitions: Vec<Definition>, findings: Vec<Finding>) -> Self {
        Self {
            kind,
            definitions,
            findings,
            header: None,
        }
    }

    /// The members that a definition has in a release on an architecture; `None` where it is not there, or has values and
    /// no members.
    #[must_use]
    pub fn listing(
        &self,
        definition: &Definition,
        dataset: &Dataset,
        (release, arch): (Release, Arch),
    ) -> Option<Listing> {
        let ground = Ground {
            types: dataset.catalogue(),
            pointees: &Pointees::of(dataset),
            scope: dataset.catalogue().scope(release, arch),
        };
        let name = definition.names.first()?.parse().ok()?;
        Some(self.measured(definition, &name, ground)?.listing)
    }

    /// A definition as it is at a point; `None` where it is not there.
    fn measured(
        &self,
        definition: &Definition,
        name: &TypeName,
        ground: Ground<'_>,
    ) -> Option<Measured> {
        match &definition.body {
            Body::Listing(listing) => Some(Measured {
                listing: (**listing).clone(),
                is_sized: true,
                until: None,
                findings: Vec::new(),
            }),
            Body::Record(place) => self.header.as_ref()?.measured(*place, name, ground),
            Body::Values(_) => None,
        }
    }
}

/// Listings of a debugger as definitions.
fn of_listings<'t>(kind: Kind, listings: Vec<Listing>, text: &str) -> Declared<'t> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut behind = 0;
    let (mut definitions, mut findings) = (Vec::new(), Vec::new());
    for listing in listings {
        let first = listing.members.first().map_or(1, |member| member.line);
        let above = lines
            .get(behind..first.saturating_sub(1))
            .unwrap_or_default();
        let stated = above.iter().find_map(|line| stated::point(line));
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
            stated: stated.map_or_else(Stated::default, Stated::at),
            body: Body::Listing(Box::new(listing)),
        });
    }
    Declared::of(kind, definitions, findings)
}

#[cfg(test)]
mod proptests;
