//! `GET /audit`: every finding and every erratum, with the cell that it is about and what accounts for it.

use schemars::JsonSchema;
use serde::Serialize;
use strata_core::article::{Article, Erratum, Subject};
use strata_core::audit::{self, Entry, Finding, Rule};
use strata_core::dataset::Structure;
use strata_core::wire::{ErratumDto, words};
use strata_frontend::pages::audit::Notice;

use crate::app::App;
use crate::openapi::{Answer, Operation};

use super::answer::whole;
use super::published::Published;
use super::resource::Resource;

const PATH: &str = "/audit";

/// What the audit found, and what accounts for it.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Audit {
    /// The rules, each with what it demands.
    rules: Vec<RuleAnswer>,
    /// Everything that was found: in the tables as published, and with the errata applied.
    findings: Vec<AccountedFinding>,
    /// Everything that is wrong in the sources.
    errata: Vec<AuditedErratum>,
    /// What this server does not serve of a team's own data: files that are not sound, and changes. Empty where it serves
    /// everything.
    notices: Vec<NoticeAnswer>,
}

/// Something that is not served.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Notice")]
struct NoticeAnswer {
    /// What, in a sentence.
    what: String,
    /// Why: file, line, cell.
    why: String,
}

/// A rule of the audit.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rule")]
struct RuleAnswer {
    /// Its id.
    #[schemars(with = "words::AuditRule")]
    id: String,
    /// What it demands, in a sentence.
    demand: String,
}

/// A finding, and what accounts for it.
#[derive(Debug, Serialize, JsonSchema)]
struct AccountedFinding {
    /// What was found.
    #[serde(flatten)]
    finding: FindingAnswer,
    /// Whether it is found with the errata applied, too; otherwise they make an end of it.
    stands: bool,
    /// What accounts for it.
    accounted_by: Account,
}

/// What accounts for a finding: errata, which make an end of it, or a note, which says why it is no error. Neither, where
/// nothing accounts for it.
#[derive(Debug, Serialize, JsonSchema)]
struct Account {
    /// The ids of the errata.
    errata: Vec<String>,
    /// The note.
    note: Option<String>,
}

/// Something that breaks a rule, and the cell to look at.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
struct FindingAnswer {
    /// In which structure.
    structure: String,
    /// The rule.
    #[schemars(with = "words::AuditRule")]
    rule: String,
    /// The row; null for the structure as a whole.
    row: Option<String>,
    /// Another row that has a part in it.
    other: Option<String>,
    /// The architecture; null where it is about none or both.
    #[schemars(with = "Option<words::Arch>")]
    arch: Option<String>,
    /// The releases at which it holds, in order; empty where it is about none.
    #[schemars(with = "Vec<words::Version>")]
    versions: Vec<String>,
    /// Which cell of the row.
    #[schemars(with = "words::Field")]
    field: &'static str,
    /// That cell as published; null where it is blank, or where no one cell is meant.
    published: Option<String>,
    /// What is wrong, with the figures of the first release.
    message: String,
    /// What would be right, where that can be said.
    expected: Option<String>,
}

/// An erratum, where it is, and what is found without it.
#[derive(Debug, Serialize, JsonSchema)]
struct AuditedErratum {
    /// In which structure.
    structure: String,
    /// The erratum.
    #[serde(flatten)]
    erratum: ErratumInPlace,
    /// What is found where it alone is taken back, and not otherwise.
    findings: Vec<FindingAnswer>,
}

/// An erratum and where it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ErratumInPlace {
    /// The erratum.
    #[serde(flatten)]
    erratum: ErratumDto,
    /// Which table it is about.
    table: TableName,
    /// The row of it; null for the table of sizes.
    row: Option<String>,
    /// The architecture, where it is about one.
    #[schemars(with = "Option<words::Arch>")]
    arch: Option<String>,
    /// The ids of the errata together with which it is forced.
    with: Vec<String>,
}

/// A table of an article.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum TableName {
    /// The members.
    Rows,
    /// The bit fields.
    Bits,
    /// The sizes.
    Sizes,
}

impl From<&Erratum> for ErratumInPlace {
    fn from(erratum: &Erratum) -> Self {
        Self {
            erratum: ErratumDto::from(erratum),
            table: match erratum.subject {
                Subject::Row(_) => TableName::Rows,
                Subject::Bit(_) => TableName::Bits,
                Subject::Sizes => TableName::Sizes,
            },
            row: erratum.row().map(ToString::to_string),
            arch: erratum.arch.map(|arch| arch.to_string()),
            with: erratum.with.iter().map(ToString::to_string).collect(),
        }
    }
}

impl FindingAnswer {
    fn new(article: &Article, published: Published<'_>, finding: &Finding) -> Self {
        Self {
            structure: article.name.to_string(),
            rule: finding.rule.to_string(),
            row: finding.row.as_ref().map(ToString::to_string),
            other: finding.other.as_ref().map(ToString::to_string),
            arch: finding.arch.map(|arch| arch.to_string()),
            versions: finding.releases.iter().map(ToString::to_string).collect(),
            field: finding.field.as_str(),
            published: published.cell(finding).map(str::to_owned),
            message: finding.message.clone(),
            expected: finding.expected.clone(),
        }
    }
}

impl Audit {
    fn new(app: &App) -> Self {
        let mut audit = Self {
            rules: Rule::ALL.map(RuleAnswer::from).into(),
            notices: app.notices().into_iter().map(NoticeAnswer::from).collect(),
            ..Self::default()
        };
        for structure in app.dataset().audited() {
            audit.add(app, structure);
        }
        audit
    }

    fn add(&mut self, app: &App, structure: &Structure) {
        let Some((article, report)) = structure.article().zip(app.dataset().audit(structure))
        else {
            return;
        };
        let published = Published::of(app, article);
        let context = app.dataset().audit_context(&article.name);
        let finding = |finding: &Finding| FindingAnswer::new(article, published, finding);
        let note = |at: usize| article.notes.get(at).map(|note| note.text.clone());
        let accounted = |entry: &Entry| AccountedFinding {
            finding: finding(&entry.finding),
            stands: entry.stands,
            accounted_by: Account {
                errata: entry.errata.iter().map(ToString::to_string).collect(),
                note: entry.note.and_then(note),
            },
        };
        let entries = audit::ledger(article, &report, context);
        self.findings.extend(entries.iter().map(accounted));
        let errata = article.errata.iter().zip(&report.errata);
        self.errata
            .extend(errata.map(|(erratum, taken_back)| AuditedErratum {
                structure: article.name.to_string(),
                erratum: ErratumInPlace::from(erratum),
                findings: taken_back.findings.iter().map(finding).collect(),
            }));
    }
}

impl From<Notice> for NoticeAnswer {
    fn from(Notice { what, why }: Notice) -> Self {
        Self { what, why }
    }
}

impl From<Rule> for RuleAnswer {
    fn from(rule: Rule) -> Self {
        Self {
            id: rule.to_string(),
            demand: rule.demand().to_owned(),
        }
    }
}

pub(super) fn resource() -> Resource {
    whole(
        PATH,
        Audit::new,
        Operation::whole(
            "getAudit",
            "What the audit found",
            "Every finding with the cell that it is about and what accounts for it; every erratum with what is \
            found where it alone is taken back; and what this server does not serve of a team's own data, as `/audit` says it.",
            Answer::json::<Audit>("Findings, errata and notices."),
        ),
    )
}
