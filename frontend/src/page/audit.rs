//! What is wrong in the sources, and how we know.

mod erratum;
mod finding;

use strata_core::article::Note;
use strata_core::audit::{Finding, Report, Rule};
use strata_core::dataset::Structure;
use strata_core::{Dataset, StructureName};

use super::SourceLine;

pub use erratum::{AuditedErratum, Verdict};
pub use finding::FindingLine;

/// What the audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The structures, by name.
    pub structures: Vec<Audited>,
    /// The rules.
    pub rules: Vec<RuleLine>,
}

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// Its name.
    pub name: StructureName,
    /// Who says what is judged.
    pub source: SourceLine,
    /// How many layouts it has.
    pub layouts: usize,
    /// What is wrong in the source.
    pub errata: Vec<AuditedErratum>,
    /// What a rule notices though nothing is wrong.
    pub notes: Vec<AuditedNote>,
    /// What nothing accounts for. Sound data have none.
    pub open: Vec<FindingLine>,
}

/// What accounts for findings that are no error of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedNote {
    /// The rule whose findings it accounts for.
    pub rule: String,
    /// The row that they are about.
    pub row: Option<String>,
    /// The architecture.
    pub arch: Option<String>,
    /// The releases, in the source's notation.
    pub versions: Option<String>,
    /// What is known.
    pub text: String,
    /// The findings.
    pub findings: Vec<FindingLine>,
}

/// A rule of the audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// Its id.
    pub id: String,
    /// What it demands.
    pub demand: String,
    /// How many errata break it.
    pub errata: usize,
    /// How many notes account for its findings.
    pub notes: usize,
}

impl Audit {
    /// Made from the dataset.
    #[must_use]
    pub fn new(dataset: &Dataset) -> Self {
        let structures: Vec<Audited> = dataset
            .structures()
            .iter()
            .map(|structure| Audited::new(dataset, structure))
            .collect();
        Self {
            rules: Rule::ALL
                .into_iter()
                .map(|rule| RuleLine::new(rule, &structures))
                .collect(),
            structures,
        }
    }
}

impl Audited {
    fn new(dataset: &Dataset, structure: &Structure) -> Self {
        let article = &structure.article;
        let report = dataset.audit(structure);
        let errata = article.errata.iter().zip(&report.errata);
        let notes = article.notes.iter().enumerate();
        Self {
            name: article.name.clone(),
            source: SourceLine::new(dataset, &article.source),
            layouts: structure.layouts.len(),
            errata: errata
                .map(|(erratum, proof)| AuditedErratum::new(erratum, proof))
                .collect(),
            notes: notes
                .map(|(at, note)| AuditedNote::new(note, at, &report))
                .collect(),
            open: report.open.iter().map(FindingLine::from).collect(),
        }
    }
}

impl AuditedNote {
    fn new(note: &Note, number: usize, report: &Report) -> Self {
        let own =
            |(finding, at): &(Finding, usize)| (*at == number).then(|| FindingLine::from(finding));
        Self {
            rule: note.rule.to_string(),
            row: note.row.as_ref().map(ToString::to_string),
            arch: note.arch.map(|arch| arch.to_string()),
            versions: note.versions.as_ref().map(ToString::to_string),
            text: note.text.clone(),
            findings: report.noted.iter().filter_map(own).collect(),
        }
    }
}

impl RuleLine {
    fn new(rule: Rule, structures: &[Audited]) -> Self {
        let id = rule.as_str();
        let errata = structures.iter().flat_map(|it| &it.errata);
        let notes = structures.iter().flat_map(|it| &it.notes);
        Self {
            id: id.to_owned(),
            demand: rule.demand().to_owned(),
            errata: errata.filter(|it| it.erratum.rule == id).count(),
            notes: notes.filter(|it| it.rule == id).count(),
        }
    }
}
