//! What is wrong in the sources, and how we know.

mod erratum;
mod finding;
mod numbers;

use strata_core::article::{Article, Note};
use strata_core::audit::{Finding, Hearing, Report, Rule};
use strata_core::certainty::Certainty;
use strata_core::dataset::Structure;
use strata_core::{Dataset, TypeName};

use super::SourceLine;

pub use erratum::{AuditedErratum, Verdict, anchor};
pub use finding::FindingLine;
pub use numbers::{KindLine, Numbers};

/// What the audit found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// All of it in numbers.
    pub numbers: Numbers,
    /// What errata are about.
    pub kinds: Vec<KindLine>,
    /// The structures, by name.
    pub structures: Vec<Audited>,
    /// The rules.
    pub rules: Vec<RuleLine>,
    /// What the server does not serve of a team's own data; the data themselves do not tell.
    pub notices: Vec<Notice>,
}

/// Something that is not served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What, in a sentence.
    pub what: String,
    /// Why: file, line, cell.
    pub why: String,
}

/// One structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audited {
    /// Its name.
    pub name: TypeName,
    /// Who says what is judged.
    pub source: SourceLine,
    /// How many layouts it has.
    pub layouts: usize,
    /// The builds whose symbol files describe it at releases that the source states: how many, the first and the last.
    pub files: Option<Files>,
    /// What is wrong in the source.
    pub errata: Vec<AuditedErratum>,
    /// What a rule notices though nothing is wrong.
    pub notes: Vec<AuditedNote>,
    /// What nothing accounts for. Sound data have none.
    pub open: Vec<FindingLine>,
    /// Rows of which the source itself only says that there are bytes: their ids, and what it says.
    pub unaccounted: Vec<(String, String)>,
}

/// Symbol files that describe a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Files {
    /// How many.
    pub count: usize,
    /// The first build.
    pub first: String,
    /// The last.
    pub last: String,
    /// How many of their members and bit fields were held against the tables.
    pub compared: usize,
    /// In how much they differ from what holds.
    pub differences: usize,
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
    pub demand: &'static str,
    /// What it cannot see.
    pub blind: &'static str,
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
            .audited()
            .filter_map(|structure| Audited::new(dataset, structure))
            .collect();
        Self {
            numbers: Numbers::new(dataset, &structures),
            kinds: numbers::kinds(&structures),
            rules: Rule::ALL
                .into_iter()
                .map(|rule| RuleLine::new(rule, &structures))
                .collect(),
            structures,
            notices: Vec::new(),
        }
    }
}

impl Audit {
    /// One sentence for search engines and previews.
    pub(super) fn description(&self) -> String {
        let Numbers {
            errata,
            rows,
            structures,
            ..
        } = self.numbers;
        format!(
            "What is wrong in the sources, and how we know: {errata} errata in {rows} rows about {structures} structures, each with \
             its proof."
        )
    }
}

impl Audited {
    fn new(dataset: &Dataset, structure: &Structure) -> Option<Self> {
        let strata_core::dataset::Audited { article, table, .. } = structure.audited()?;
        let report = dataset.audit(structure)?;
        let hearing = Hearing::new(table, dataset.audit_context(&article.name));
        let errata = article.errata.iter().zip(&report.errata);
        let notes = article.notes.iter().enumerate();
        Some(Self {
            name: article.name.clone(),
            source: SourceLine::new(dataset, &article.source),
            layouts: structure.layouts().len(),
            files: Files::new(&hearing),
            errata: errata
                .map(|(erratum, proof)| AuditedErratum::new(article, &hearing, erratum, proof))
                .collect(),
            notes: notes
                .map(|(at, note)| AuditedNote::new(note, at, &report))
                .collect(),
            open: report.open.iter().map(FindingLine::from).collect(),
            unaccounted: unaccounted(article),
        })
    }
}

fn unaccounted(article: &Article) -> Vec<(String, String)> {
    let rows = article.published.rows.iter();
    rows.filter(|row| row.certainty == Some(Certainty::Unaccounted))
        .map(|row| (row.id.to_string(), row.definition.clone()))
        .collect()
}

impl Files {
    fn new(hearing: &Hearing<'_>) -> Option<Self> {
        let mut builds: Vec<_> = hearing.files().map(|file| file.build).collect();
        builds.sort_unstable();
        Some(Self {
            count: builds.len(),
            first: builds.first()?.to_string(),
            last: builds.last()?.to_string(),
            compared: hearing.compared(),
            differences: hearing.differences().count(),
        })
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
            demand: rule.demand(),
            blind: rule.blind(),
            errata: errata.filter(|it| it.erratum.rule == id).count(),
            notes: notes.filter(|it| it.rule == id).count(),
        }
    }
}
