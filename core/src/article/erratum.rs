//! Errata: the published and the corrected cell, the rule that shows the error, and whether the correction is forced.

use crate::arch::Arch;
use crate::cell::OffsetCell;
use crate::name::RowId;
use crate::rule::Rule;
use crate::span::Versions;
use crate::units::{BitRange, ByteSize};
use crate::words::words;

use super::table::{DefinitionPart, Table};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erratum {
    pub id: Box<str>,
    pub subject: Subject,
    /// `None` if the erratum is not limited to one architecture.
    pub arch: Option<Arch>,
    pub field: CorrectedField,
    /// The cell as published; empty if it is blank.
    pub published: String,
    /// The corrected content, in the notation of the cell.
    pub corrected: String,
    /// `corrected`, parsed.
    pub correction: Correction,
    /// The rule that is broken if only this erratum is reverted.
    pub rule: Rule,
    /// Whether no other correction fits.
    pub is_only_fix: bool,
    /// Ids of the errata without which this one is not forced.
    pub depends_on: Vec<Box<str>>,
    pub why: String,
}

/// The row or table that an erratum corrects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A row of the table of members.
    Row(RowId),
    /// A row of the table of bits.
    Bit(RowId),
    Sizes,
}

words! {
    /// The cell that an erratum corrects.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CorrectedField parsed as "what an erratum can be about" {
        Offset = "offset",
        /// The definition: its type.
        Declaration = "declaration",
        /// The definition: its name.
        Name = "name",
        Versions = "versions",
        Remark = "remark",
        Size = "size",
        Bits = "bits",
    }
}

/// The corrected content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Correction {
    Offset(OffsetCell),
    Declaration(Vec<DefinitionPart>),
    Name(Box<str>),
    Versions(Versions),
    Remark(String),
    Size(Vec<(Versions, ByteSize)>),
    /// `None` for no bits.
    Bits(Option<BitRange>),
}

impl Erratum {
    /// Returns the row of members or bits; `None` for the table of sizes.
    pub fn row(&self) -> Option<&RowId> {
        match &self.subject {
            Subject::Row(row) | Subject::Bit(row) => Some(row),
            Subject::Sizes => None,
        }
    }

    pub fn is_for(&self, arch: Arch) -> bool {
        self.arch.is_none_or(|only| only == arch)
    }

    /// Replaces the published content.
    pub(crate) fn apply(&self, table: &mut Table) {
        match &self.subject {
            Subject::Row(id) => self.apply_to_row(table, id),
            Subject::Bit(id) => self.apply_to_bit(table, id),
            Subject::Sizes => self.apply_to_sizes(table),
        }
    }

    /// Returns the architectures that the erratum corrects; if it names none, those with columns in articles.
    pub fn archs(&self) -> impl Iterator<Item = Arch> + '_ {
        let of_article = |arch: &Arch| self.arch.is_some() || Arch::IN_ARTICLES.contains(arch);
        let archs = Arch::ALL.into_iter().filter(of_article);
        archs.filter(|arch| self.is_for(*arch))
    }

    fn apply_to_row(&self, table: &mut Table, id: &RowId) {
        let same_cells = |row: &super::Row| row.id == *id || row.merged_into.as_ref() == Some(id);
        for row in table.rows.iter_mut().filter(|row| same_cells(row)) {
            if let Correction::Offset(cell) = &self.correction {
                for arch in self.archs() {
                    if let Some(old) = row.cells.get_mut(arch) {
                        old.clone_from(cell);
                    }
                }
            }
            if row.id != *id {
                continue;
            }
            match &self.correction {
                Correction::Declaration(readings) => row.parts.clone_from(readings),
                Correction::Versions(versions) => row.versions = versions.clone(),
                Correction::Remark(remark) => row.remark.clone_from(remark),
                Correction::Name(name) => {
                    for part in &mut row.parts {
                        if let Some(declaration) = part.interpretation.declaration_mut() {
                            declaration.name = name.clone();
                        }
                    }
                }
                Correction::Offset(_) | Correction::Size(_) | Correction::Bits(_) => {}
            }
        }
    }

    fn apply_to_bit(&self, table: &mut Table, id: &RowId) {
        for bit in table.bits.iter_mut().filter(|bit| bit.id == *id) {
            match &self.correction {
                Correction::Versions(versions) => bit.versions = versions.clone(),
                Correction::Remark(remark) => bit.remark.clone_from(remark),
                Correction::Name(name) => bit.declaration.name = name.clone(),
                Correction::Bits(range) => {
                    for arch in self.archs() {
                        if let Some(old) = bit.masks.get_mut(arch) {
                            *old = *range;
                        }
                    }
                }
                Correction::Offset(_) | Correction::Declaration(_) | Correction::Size(_) => {}
            }
        }
    }

    fn apply_to_sizes(&self, table: &mut Table) {
        let Correction::Size(sizes) = &self.correction else {
            return;
        };
        for (versions, size) in sizes {
            let mut row = super::SizeRow {
                versions: versions.clone(),
                size: Default::default(),
                published_cells: Default::default(),
            };
            for arch in self.archs() {
                if let Some(slot) = row.size.get_mut(arch) {
                    *slot = Some(*size);
                }
            }
            // The first row that covers a point takes precedence.
            table.sizes.insert(0, row);
        }
    }
}
