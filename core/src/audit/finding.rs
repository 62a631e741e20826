//! A finding of the audit: rule, row, architecture, releases and cell.

use std::fmt;

use crate::arch::Arch;
use crate::name::{RowId, TypeName};
use crate::release::Release;
use crate::words::words;

use super::Rule;

words! {
    /// The kind of cell that a finding is about.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Field {
        /// An offset cell, or a mask.
        Offset = "offset",
        Declaration = "declaration",
        Versions = "versions",
        Remark = "remark",
        Size = "size",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub rule: Rule,
    /// A row of members or bits; `None` for the structure as a whole.
    pub row: Option<RowId>,
    /// A second row involved.
    pub other: Option<RowId>,
    /// `None` if it concerns no or all architectures.
    pub arch: Option<Arch>,
    /// Ascending; empty if the finding concerns no release.
    pub releases: Vec<Release>,
    pub field: Field,
    /// The message, with the figures of the first release.
    pub message: String,
    /// The expected content, if known.
    pub expected: Option<String>,
    /// The type that [`Rule::UnknownType`] is about.
    pub unknown: Option<TypeName>,
}

impl Finding {
    pub(crate) fn new(rule: Rule, row: &RowId, field: Field, message: String) -> Self {
        let row = Some(row.clone());
        let (other, arch, releases, expected) = (None, None, Vec::new(), None);
        Self {
            rule,
            row,
            other,
            arch,
            releases,
            field,
            message,
            expected,
            unknown: None,
        }
    }

    pub(crate) fn of_structure(rule: Rule, field: Field, message: String) -> Self {
        let (row, other, arch, releases, expected) = (None, None, None, Vec::new(), None);
        Self {
            rule,
            row,
            other,
            arch,
            releases,
            field,
            message,
            expected,
            unknown: None,
        }
    }

    pub(crate) fn on(mut self, arch: Arch) -> Self {
        self.arch = Some(arch);
        self
    }

    pub(crate) fn at(mut self, release: Release) -> Self {
        self.releases.push(release);
        self
    }

    pub(crate) fn beside(mut self, other: &RowId) -> Self {
        self.other = Some(other.clone());
        self
    }

    pub(crate) fn expecting(mut self, expected: impl fmt::Display) -> Self {
        self.expected = Some(expected.to_string());
        self
    }

    pub fn concerns(&self, row: &RowId) -> bool {
        self.row.as_ref() == Some(row) || self.other.as_ref() == Some(row)
    }
}

impl fmt::Display for Finding {
    /// `hole: row, x64, 6.3–10.0, message (expected …)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.rule)?;
        if let Some(row) = &self.row {
            write!(f, " {row},")?;
        }
        if let Some(arch) = self.arch {
            write!(f, " {arch},")?;
        }
        if let [first, rest @ ..] = &self.releases[..] {
            write!(f, " {first}")?;
            if let Some(last) = rest.last() {
                write!(f, "–{last}")?;
            }
            f.write_str(",")?;
        }
        write!(f, " {}", self.message)?;
        if let Some(expected) = &self.expected {
            write!(f, " (expected {expected})")?;
        }
        Ok(())
    }
}

/// Collects findings; merges those of one rule, row, architecture and cell at several releases.
#[derive(Debug, Default)]
pub(crate) struct FindingCollector(Vec<Finding>);

impl FindingCollector {
    pub(crate) fn add(&mut self, finding: Finding) {
        let key = |f: &Finding| (f.rule, f.row.clone(), f.arch, f.field);
        let same = self
            .0
            .iter_mut()
            .find(|known| !known.releases.is_empty() && key(known) == key(&finding));
        match same {
            Some(known) if !finding.releases.is_empty() => {
                for release in finding.releases {
                    if !known.releases.contains(&release) {
                        known.releases.push(release);
                    }
                }
            }
            _ => self.0.push(finding),
        }
    }

    pub(crate) fn into_findings(mut self) -> Vec<Finding> {
        for finding in &mut self.0 {
            finding.releases.sort_unstable();
        }
        self.0
    }
}
