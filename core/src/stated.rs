//! Compares the type declarations of other sources with Strata's data.
//!
//! - [`read`]: parses a text into its definitions, [`DeclarationFile`]. C headers and similar texts are parsed here,
//!   the output of WinDbg's `dt` and `dx` by [`decode::listing`](crate::decode::listing).
//!   [`DeclarationFile::of_symbols`] converts a symbol file that `import` parsed.
//! - [`compare`](mod@compare): compares one definition at one point, a [`Listing`], with a type of ours: the only
//!   comparison. [`fits`](compare::fits) and [`identify`](mod@identify) do so at every point.
//! - [`judge`](mod@judge): judges all definitions of a file, at the point that it states or the nearest one.
//!   [`finding`]: the result, line by line. [`wire`]: the same as JSON.
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

pub(crate) use c::{archs_with, commented_offset, member};
pub(crate) use compare::is_allowed_for;
pub use compare::{Comparison, Difference, Entry, NameCertainty, compare, fits};
pub use identify::points_in_words;

use std::collections::HashSet;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Scope};
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
pub struct DeclarationFile<'t> {
    /// A header, symbols, or a debugger's output.
    pub kind: Tool,
    /// In the order of the file.
    pub definitions: Vec<Definition>,
    /// The parts that could not be read; those of a header are in `header`.
    findings: Vec<Finding>,
    header: Option<c::Header<'t>>,
}

#[derive(Clone, Debug)]
pub struct Definition {
    /// All names in the file; empty for an unnamed definition.
    pub names: Vec<Box<str>>,
    /// The first line of the definition, from 1.
    pub line: usize,
    /// The point as far as the file states it.
    pub stated: PartialPoint,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Members with offsets.
    Listing(Box<Listing>),
    /// Members whose offsets depend on the pointer width.
    Record,
    Values(Vec<Value>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// 1-based.
    pub line: usize,
    pub name: Box<str>,
    /// The value; `None` if its expression cannot be evaluated.
    pub value: Option<i64>,
}

/// The version and architecture of a text, as far as stated.
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

    /// Returns the first point in a text, in the form of our exports: `6.2/x64`.
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

    /// Fills the parts that are not stated from `other`.
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
    /// Names that may be the target of a pointer without a definition.
    pointees: &'a HashSet<TypeName>,
    scope: Scope,
}

impl<'a> TypeContext<'a> {
    fn new(dataset: &'a Dataset, scope: Scope) -> Self {
        Self {
            types: dataset.catalogue(),
            pointees: dataset.names(),
            scope,
        }
    }

    /// Whether a name is known, at least as a pointer target.
    fn knows(&self, name: &str) -> bool {
        let own: Option<TypeName> = name.parse().ok();
        own.is_some_and(|own| self.pointees.contains(&own)) || self.types.find(name).is_ok()
    }
}

/// A definition at a point.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    listing: Listing,
    precision: Precision,
    /// The size and the members with offsets that comments of a header state.
    commented: Option<Listing>,
    /// The members at the offsets in a header's comments, if the comments show that members are omitted.
    excerpt: Option<Listing>,
    /// The number of members that could not be laid out.
    unplaced: usize,
    findings: Vec<Finding>,
}

impl Measured {
    fn compare(&self, ours: Ours<'_>, types: &Catalogue) -> Comparison {
        compare_as(&self.listing, ours, types, self.precision)
    }

    /// Compares the members of an excerpt, which has fewer than half of ours, at the offsets in its comments. The
    /// declaration alone gives other offsets, because it lacks the other members.
    fn compare_excerpt(&self, ours: Ours<'_>, types: &Catalogue) -> Option<Comparison> {
        let excerpt = self.excerpt.as_ref()?;
        let precision = Precision::Declared {
            is_sized: excerpt.size.is_some(),
            until: None,
        };
        let comparison = compare_as(excerpt, ours, types, precision);
        let (shown, missing) = comparison.outermost;
        (shown < missing).then_some(comparison)
    }

    /// Returns the number of members whose offset in comments differs from ours; a different size counts as one.
    fn misplaced(&self, ours: Ours<'_>, types: &Catalogue) -> usize {
        let Some(commented) = &self.commented else {
            return 0;
        };
        let comparison = compare_as(commented, ours, types, Precision::DECLARED);
        let is_misplaced = |it: &Difference| match it {
            Difference::OnlyListed { shared, .. } => !shared,
            it => matches!(it, Difference::Moved { .. }),
        };
        let entries = comparison.entries.iter();
        let misplaced = entries.filter(|it| it.differences.iter().any(is_misplaced));
        misplaced.count() + usize::from(comparison.size.is_some())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unread {
    #[error("it has more than {SOURCE_LIMIT} bytes: remove what is not needed")]
    TooLong,
    #[error("{0}")]
    TooMuch(String),
    #[error(
        "it defines no structure; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints"
    )]
    NoDefinitions,
    #[error(
        "it defines no structure outside of conditions: {0}; decide them (-D NAME, -D NAME=3 or -U NAME)"
    )]
    Conditional(String),
    #[error("it defines no structure under the conditions that are given (-D, -U)")]
    LeftOut,
}

/// Parses the declarations of a text.
///
/// # Errors
///
/// If it declares nothing, or exceeds a limit.
pub fn read(text: &str) -> Result<DeclarationFile<'_>, Unread> {
    read_with(text, "")
}

/// Like [`read`], with lines such as `#define NAME 3` or `#undef NAME` before a header, which decide its conditions.
///
/// # Errors
///
/// If it declares nothing, or exceeds a limit.
pub fn read_with<'t>(text: &'t str, defines: &'t str) -> Result<DeclarationFile<'t>, Unread> {
    if text.len() > SOURCE_LIMIT {
        return Err(Unread::TooLong);
    }
    let header = c::read(text, defines).map_err(Unread::TooMuch)?;
    let definitions = header.definitions();
    if !definitions.is_empty() {
        return Ok(DeclarationFile {
            kind: Tool::C,
            definitions,
            findings: Vec::new(),
            header: Some(header),
        });
    }
    let listings = listing::parse_all(text);
    let Some(first) = listings.first() else {
        let mut findings = header.findings(&Arch::IN_ARTICLES).into_iter();
        let unsettled = findings.find(|finding| finding.code == Code::Condition);
        return Err(match unsettled {
            Some(finding) => Unread::Conditional(finding.message),
            None if !defines.is_empty() && leaves_out(text) => Unread::LeftOut,
            None => Unread::NoDefinitions,
        });
    };
    Ok(of_listings(first.tool, listings, text))
}

/// Whether a header has definitions without any `defines`, so that these leave all of them out.
fn leaves_out(text: &str) -> bool {
    !matches!(read_with(text, ""), Err(Unread::NoDefinitions))
}

impl DeclarationFile<'_> {
    /// Creates a file from existing definitions.
    pub fn of(kind: Tool, definitions: Vec<Definition>, findings: Vec<Finding>) -> Self {
        Self {
            kind,
            definitions,
            findings,
            header: None,
        }
    }

    /// Returns the parts that could not be read on these architectures. Conditions depend on the architecture.
    pub fn findings(&self, archs: &[Arch]) -> Vec<Finding> {
        match &self.header {
            Some(header) => header.findings(archs),
            None => self.findings.clone(),
        }
    }

    /// Returns the members of a definition in a release on an architecture; `None` if it does not exist there, or has
    /// values instead of members.
    pub fn listing(
        &self,
        definition: &Definition,
        dataset: &Dataset,
        (release, arch): (Release, Arch),
    ) -> Option<Listing> {
        let scope = dataset.catalogue().scope(release, arch);
        let context = TypeContext::new(dataset, scope);
        let name = definition.names.first()?.parse().ok()?;
        Some(self.measured(definition, &name, context)?.listing)
    }

    /// Returns the layout of a definition at a point; `None` if it does not exist there.
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
                    Tool::C | Tool::Isf => Precision::DECLARED,
                },
                commented: None,
                excerpt: None,
                unplaced: 0,
                findings: Vec::new(),
            }),
            Body::Record => self.header.as_ref()?.measured(definition, name, context),
            Body::Values(_) => None,
        }
    }
}

fn of_listings<'t>(kind: Tool, listings: Vec<Listing>, text: &str) -> DeclarationFile<'t> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut behind = 0;
    let (mut definitions, mut findings) = (Vec::new(), Vec::new());
    for listing in listings {
        let first = listing.members.first().map_or(1, |member| member.line);
        let above = lines.get(behind..first.saturating_sub(1));
        let stated = above
            .unwrap_or_default()
            .iter()
            .find_map(|line| PartialPoint::in_text(line));
        behind = first;
        for skipped in &listing.skipped {
            let message = format!("it is skipped: {}", skipped.reason);
            findings.push(Finding::new(Code::Lost, Some(skipped.line), message));
        }
        definitions.push(Definition {
            names: (listing.name.iter())
                .map(|name| name.as_str().into())
                .collect(),
            line: first,
            stated: stated.unwrap_or_default(),
            body: Body::Listing(Box::new(listing)),
        });
    }
    DeclarationFile::of(kind, definitions, findings)
}

#[cfg(test)]
mod proptests;
