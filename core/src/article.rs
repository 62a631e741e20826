//! A structure as one source describes it: tables in the source's notation, with errata and notes.
//!
//! An [`Article`] keeps its [`Table`] as published. [`Article::corrected`] applies the errata; [`crate::resolve`]
//! computes layouts from the result; [`crate::audit`] checks either.

mod erratum;
mod parse;
mod table;

pub use erratum::{CorrectedField, Correction, Erratum, Subject};
pub use table::{BitRow, Cells, DefinitionPart, Interpretation, Row, SizeRow, Status, Table};

use crate::arch::Arch;
use crate::certainty::Certainty;
use crate::mode::Mode;
use crate::name::{RowId, TypeName};
use crate::release::{Build, Release};
use crate::rule::Rule;
use crate::span::Versions;
use crate::units::ByteSize;

/// A structure as one source describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// The data file, relative to the data folder.
    pub file: String,
    pub name: TypeName,
    /// Source id in `sources.toml`.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// A few paragraphs, separated by blank lines.
    pub description: String,
    /// The default certainty of rows.
    pub certainty: Certainty,
    /// `None` if the mode is unknown.
    pub mode: Option<Mode>,
    /// The reason why the newest layout must not be extended to later releases, if any.
    pub no_extrapolation_reason: Option<String>,
    pub published: Table,
    pub errata: Vec<Erratum>,
    /// Notes on findings that are not errors.
    pub notes: Vec<Note>,
    pub servicing: Vec<Servicing>,
}

/// A note that explains findings which are not errors of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The rule whose findings the note explains.
    pub rule: Rule,
    /// `None` for any row.
    pub row: Option<RowId>,
    /// `None` for any architecture.
    pub arch: Option<Arch>,
    /// `None` for any release.
    pub versions: Option<Versions>,
    pub text: String,
}

/// A layout change by monthly servicing within a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Servicing {
    pub release: Release,
    pub arch: Arch,
    /// The first build known to have the change.
    pub build: Build,
    /// The structure's size from that build on.
    pub size: ByteSize,
    pub text: String,
    /// Source id in `sources.toml`.
    pub source: String,
}

impl Article {
    /// Returns the tables with all errata applied.
    pub fn corrected(&self) -> Table {
        self.corrected_without(&[])
    }

    /// Returns the tables with all errata applied except those with these ids.
    pub fn corrected_without(&self, without: &[&str]) -> Table {
        let mut table = self.published.clone();
        for erratum in self
            .errata
            .iter()
            .filter(|erratum| !without.contains(&&*erratum.id))
        {
            erratum.apply(&mut table);
        }
        table
    }

    pub fn erratum(&self, id: &str) -> Option<&Erratum> {
        self.errata.iter().find(|erratum| &*erratum.id == id)
    }
}
