//! `GET /audit`: every finding and every erratum, with the cell that it is about and what accounts for it.

use strata_core::article::{Article, Erratum, Subject};
use strata_core::audit::{self, Entry, ErratumReport, Finding, Rule};
use strata_core::dataset::Structure;
use strata_core::wire::ErratumDto;
use strata_frontend::pages::audit::Notice;

use super::prelude::*;
use super::published::Published;

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

answers! {
    /// Something that is not served.
    #[schemars(rename = "Notice")]
    struct NoticeAnswer(notice: Notice) {
        /// What, in a sentence.
        what: String = notice.what,
        /// Why: file, line, cell.
        why: String = notice.why,
    }

    /// A rule of the audit.
    #[schemars(rename = "Rule")]
    struct RuleAnswer(rule: Rule) {
        /// Its id.
        #[schemars(with = "words::AuditRule")]
        id: String = rule.to_string(),
        /// What it demands, in a sentence.
        demand: String = rule.demand().to_owned(),
    }

    /// A finding, and what accounts for it.
    struct AccountedFinding(article: &Article, published: Published<'_>, entry: &Entry) {
        /// What was found.
        #[serde(flatten)]
        finding: FindingAnswer = FindingAnswer::new(article, published, &entry.finding),
        /// Whether it is found with the errata applied, too; otherwise they make an end of it.
        stands: bool = entry.unresolved,
        /// What accounts for it.
        accounted_by: Account = Account::new(article, entry),
    }

    /// What accounts for a finding: errata, which make an end of it, or a note, which says why it is no error. Neither, where
    /// nothing accounts for it.
    struct Account(article: &Article, entry: &Entry) {
        /// The ids of the errata.
        errata: Vec<String> = entry.errata.iter().map(ToString::to_string).collect(),
        /// The note.
        note: Option<String> = entry.note.and_then(|at| Some(article.notes.get(at)?.text.clone())),
    }

    /// Something that breaks a rule, and the cell to look at.
    #[schemars(rename = "Finding")]
    struct FindingAnswer(article: &Article, published: Published<'_>, finding: &Finding) {
        /// In which structure.
        structure: String = article.name.to_string(),
        /// The rule.
        #[schemars(with = "words::AuditRule")]
        rule: String = finding.rule.to_string(),
        /// The row; null for the structure as a whole.
        row: Option<String> = finding.row.as_ref().map(ToString::to_string),
        /// Another row that has a part in it.
        other: Option<String> = finding.other.as_ref().map(ToString::to_string),
        /// The architecture; null where it is about none or both.
        #[schemars(with = "Option<words::Arch>")]
        arch: Option<String> = finding.arch.map(|arch| arch.to_string()),
        /// The releases at which it holds, in order; empty where it is about none.
        #[schemars(with = "Vec<words::Version>")]
        versions: Vec<String> = finding.releases.iter().map(ToString::to_string).collect(),
        /// Which cell of the row.
        #[schemars(with = "words::Field")]
        field: &'static str = finding.field.as_str(),
        /// That cell as published; null where it is blank, or where no one cell is meant.
        published: Option<String> = published.cell(finding).map(str::to_owned),
        /// What is wrong, with the figures of the first release.
        message: String = finding.message.clone(),
        /// What would be right, where that can be said.
        expected: Option<String> = finding.expected.clone(),
    }

    /// An erratum and where it is.
    pub(super) struct ErratumInPlace(erratum: &Erratum) {
        /// The erratum.
        #[serde(flatten)]
        erratum: ErratumDto = ErratumDto::from(erratum),
        /// Which table it is about.
        table: TableName = match erratum.subject {
            Subject::Row(_) => TableName::Rows,
            Subject::Bit(_) => TableName::Bits,
            Subject::Sizes => TableName::Sizes,
        },
        /// The row of it; null for the table of sizes.
        row: Option<String> = erratum.row().map(ToString::to_string),
        /// The architecture, where it is about one.
        #[schemars(with = "Option<words::Arch>")]
        arch: Option<String> = erratum.arch.map(|arch| arch.to_string()),
        /// The ids of the errata together with which it is forced.
        with: Vec<String> = erratum.with.iter().map(ToString::to_string).collect(),
    }

    /// An erratum, where it is, and what is found without it.
    struct AuditedErratum(article: &Article, published: Published<'_>, of: (&Erratum, &ErratumReport)) {
        /// In which structure.
        structure: String = article.name.to_string(),
        /// The erratum.
        #[serde(flatten)]
        erratum: ErratumInPlace = ErratumInPlace::new(of.0),
        /// What is found where it alone is taken back, and not otherwise.
        findings: Vec<FindingAnswer> =
            of.1.findings.iter().map(|it| FindingAnswer::new(article, published, it)).collect(),
    }
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

impl Audit {
    fn new(app: &App) -> Self {
        let mut audit = Self {
            rules: Rule::ALL.map(RuleAnswer::new).into(),
            notices: app.notices().into_iter().map(NoticeAnswer::new).collect(),
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
        let accounted = |entry: &Entry| AccountedFinding::new(article, published, entry);
        let entries = audit::accounting(article, &report, context);
        self.findings.extend(entries.iter().map(accounted));
        let errata = article.errata.iter().zip(&report.errata);
        let errata = errata.map(|erratum| AuditedErratum::new(article, published, erratum));
        self.errata.extend(errata);
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
