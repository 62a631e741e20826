//! `GET /audit`: every finding and every erratum, with its cell and what accounts for it.

use strata_core::RowId;
use strata_core::article::{Article, Erratum, SizeRow, Subject};
use strata_core::audit::{self, Entry, ErratumReport, Field, Finding, Report, Rule};
use strata_core::wire::ErratumDto;
use strata_frontend::pages::audit::Notice;

use super::prelude::*;
use super::structure::cell;

const PATH: &str = "/audit";

answers! {
    /// The result of the audit.
    struct Audit(app: &App) with {
        let dataset = app.dataset();
        let audited = dataset.audited().filter_map(|it| it.article().zip(dataset.audit(it)));
        let audited: Vec<(&Article, Report)> = audited.collect();
        let findings = |(article, report): &(&Article, Report)| -> Vec<AccountedFinding> {
            let context = dataset.audit_context(&article.name);
            let entries = audit::accounting(article, report, context);
            entries.iter().map(|entry| AccountedFinding::new(article, entry)).collect()
        };
    } {
        /// The rules, and what each demands.
        rules: Vec<RuleAnswer> = Rule::ALL.map(RuleAnswer::new).into(),
        /// All findings: in the tables as published, and with the errata applied.
        findings: Vec<AccountedFinding> = audited.iter().flat_map(findings).collect(),
        /// All errors of the sources.
        errata: Vec<AuditedErratum> = audited.iter().flat_map(|(article, report)| {
            let errata = article.errata.iter().zip(&report.errata);
            errata.map(|erratum| AuditedErratum::new(article, erratum))
        }).collect(),
        /// What this server does not serve of a team's own data: files with errors, and changes. Empty if it serves
        /// everything.
        notices: Vec<NoticeAnswer> = app.notices().into_iter().map(NoticeAnswer::new).collect(),
    }

    /// Something that is not served.
    #[schemars(rename = "Notice")]
    struct NoticeAnswer(notice: Notice) {
        /// What is not served, in one sentence.
        what: String = notice.what,
        /// The reason, with file, line and cell.
        why: String = notice.why,
    }

    /// A rule of the audit.
    #[schemars(rename = "Rule")]
    struct RuleAnswer(rule: Rule) {
        id: String as "words::AuditRule" = rule.to_string(),
        /// What the rule demands, in one sentence.
        demand: String = rule.requirement().to_owned(),
    }

    /// A finding, and what accounts for it.
    struct AccountedFinding(article: &Article, entry: &Entry) {
        #[serde(flatten)]
        finding: FindingAnswer = FindingAnswer::new(article, &entry.finding),
        /// Whether the finding remains with the errata applied.
        stands: bool = entry.unresolved,
        /// What accounts for the finding.
        accounted_by: Account = Account::new(article, entry),
    }

    /// What accounts for a finding: errata, which resolve it, or a note, which explains why it is no error. Both are
    /// empty if nothing accounts for it.
    struct Account(article: &Article, entry: &Entry) {
        /// The ids of the errata.
        errata: Vec<String> = entry.errata.iter().map(ToString::to_string).collect(),
        /// The note, or null.
        note: Option<String> = entry.note.and_then(|at| Some(article.notes.get(at)?.text.clone())),
    }

    /// A violation of a rule, and the cell to look at.
    #[schemars(rename = "Finding")]
    struct FindingAnswer(article: &Article, finding: &Finding) {
        structure: String = article.name.to_string(),
        rule: String as "words::AuditRule" = finding.rule.to_string(),
        /// The row; null for the structure as a whole.
        row: Option<String> = finding.row.as_ref().map(ToString::to_string),
        /// The other row that is involved, or null.
        other: Option<String> = finding.other.as_ref().map(ToString::to_string),
        /// The architecture; null if the finding concerns none or both.
        arch: Option<String> as "Option<words::Arch>" = finding.arch.map(|arch| arch.to_string()),
        /// The releases, in order; empty if the finding concerns none.
        versions: Vec<String> as "Vec<words::Version>" = finding.releases.iter().map(ToString::to_string).collect(),
        /// The cell of the row.
        field: &'static str as "words::Field" = finding.field.as_str(),
        /// The published text of that cell; null if it is blank, or if the finding is not about a single cell.
        published: Option<String> = published(article, finding),
        /// The finding in words, with the numbers of the first release.
        message: String = finding.message.clone(),
        /// The expected value, or null.
        expected: Option<String> = finding.expected.clone(),
    }

    /// An erratum and its place.
    pub(super) struct ErratumInPlace(erratum: &Erratum) {
        #[serde(flatten)]
        erratum: ErratumDto = ErratumDto::new(erratum),
        /// The table with the error.
        table: &'static str as "words::TableName" = match erratum.subject {
            Subject::Row(_) => "rows",
            Subject::Bit(_) => "bits",
            Subject::Sizes => "sizes",
        },
        /// The row with the error; null for the table of sizes.
        row: Option<String> = erratum.row().map(ToString::to_string),
        /// The architecture; null if the erratum is not about one.
        arch: Option<String> as "Option<words::Arch>" = erratum.arch.map(|arch| arch.to_string()),
        /// The ids of the errata that `forced` depends on.
        with: Vec<String> = erratum.depends_on.iter().map(ToString::to_string).collect(),
    }

    /// An erratum, its place, and the findings without it.
    struct AuditedErratum(article: &Article, of: (&Erratum, &ErratumReport)) {
        structure: String = article.name.to_string(),
        #[serde(flatten)]
        erratum: ErratumInPlace = ErratumInPlace::new(of.0),
        /// The findings that appear only if this erratum alone is taken back.
        findings: Vec<FindingAnswer> = of.1.findings.iter().map(|it| FindingAnswer::new(article, it)).collect(),
    }
}

/// The cell that a finding is about; `None` if it is blank, or if the finding is not about a single cell.
fn published(article: &Article, finding: &Finding) -> Option<String> {
    let table = &article.published;
    let Some(id) = finding.row.as_ref().map(RowId::as_str) else {
        let release = *finding.releases.first()?;
        let covers = |row: &&SizeRow| row.versions.covers(release, table.last_release);
        let row = table.sizes.iter().find(covers)?;
        return cell(row.published_cells.get(finding.arch?)?);
    };
    let cells = table.cells(id)?;
    match finding.field {
        Field::Offset => cell(cells.archs.get(finding.arch?)?),
        Field::Declaration => cell(cells.definition),
        Field::Versions => Some(cells.versions.to_string()),
        Field::Remark => cell(cells.remark),
        Field::Size => None,
    }
}

pub(super) fn resource() -> Resource {
    whole(
        PATH,
        Audit::new,
        Operation::whole(
            "getAudit",
            "The findings of the audit",
            "Every finding with its cell and what accounts for it; every erratum with the findings that appear if \
                it alone is taken back; and what this server does not serve of a team's own data, as on `/audit`.",
            Message::json::<Audit>("Findings, errata and notices."),
        ),
    )
}
