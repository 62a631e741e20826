//! One structure as one source gives it: tables in the source's own notation, what is wrong in them, what is not.
//!
//! An [`Article`] keeps its [`Table`] as published. [`Article::corrected`] applies the errata; [`crate::resolve`] makes
//! layouts of the result and [`crate::audit`] judges either.

mod erratum;
mod parse;
mod table;

pub use erratum::{About, Correction, Erratum, Subject};
pub use table::{BitRow, Reading, ReadingPart, Row, SizeRow, Status, Table};

use crate::arch::Arch;
use crate::certainty::Certainty;
use crate::mode::Mode;
use crate::name::{RowId, TypeName};
use crate::release::{Build, Release};
use crate::rule::Rule;
use crate::span::Versions;
use crate::units::ByteSize;

/// One structure as one source gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// The data file, relative to the data folder.
    pub file: String,
    pub name: TypeName,
    /// Who says so: an id of `sources.toml`.
    pub source: String,
    /// One sentence.
    pub summary: String,
    /// A few paragraphs, separated by blank lines.
    pub description: String,
    /// How certain rows are that do not say otherwise.
    pub certainty: Certainty,
    /// In which mode of the processor the structure is kept, where that is known.
    pub mode: Option<Mode>,
    /// Why what holds at the newest release must not be stretched beyond it, if there is a reason.
    pub beyond: Option<String>,
    pub published: Table,
    pub errata: Vec<Erratum>,
    /// What the audit notices though nothing is wrong.
    pub notes: Vec<Note>,
    pub servicing: Vec<Servicing>,
}

/// What accounts for findings that are no error of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The rule whose findings it accounts for.
    pub rule: Rule,
    /// The row that they are about; any where `None`.
    pub row: Option<RowId>,
    /// The architecture; any where `None`.
    pub arch: Option<Arch>,
    /// The releases; any where `None`.
    pub versions: Option<Versions>,
    pub text: String,
}

/// What monthly servicing changed inside a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Servicing {
    pub release: Release,
    pub arch: Arch,
    /// The first build that is known to have the change.
    pub build: Build,
    /// The size from then on.
    pub size: ByteSize,
    pub text: String,
    /// Who says so: an id of `sources.toml`.
    pub source: String,
}

impl Article {
    /// The tables with every erratum applied: what holds.
    pub fn corrected(&self) -> Table {
        self.corrected_without(&[])
    }

    /// The tables with every erratum applied but those of these ids.
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
