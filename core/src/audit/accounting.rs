//! Every finding of one article and what accounts for it: those in the tables as published, which errata answer, and
//! those that remain in the corrected tables, which notes answer.

use crate::article::{Article, Erratum};

use super::{Context, Finding, Report};

/// A finding with the errata or the note that accounts for it. Sound data have no entry without either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub finding: Finding,
    /// Whether it remains in the corrected tables.
    pub unresolved: bool,
    /// Ids of the errata that resolve it; empty where it is unresolved.
    pub errata: Vec<Box<str>>,
    /// Index of the note that accounts for it; `None` where it is resolved.
    pub note: Option<usize>,
}

/// Every finding of an article, those that errata answer first. `report` is the audit of the same article.
pub fn accounting(article: &Article, report: &Report, context: Context<'_>) -> Vec<Entry> {
    let noted = report
        .noted
        .iter()
        .map(|(finding, at)| (finding, Some(*at)));
    let open = report.open.iter().map(|finding| (finding, None));
    let unresolved: Vec<Entry> = noted
        .chain(open)
        .map(|(finding, note)| Entry {
            finding: finding.clone(),
            unresolved: true,
            errata: Vec::new(),
            note,
        })
        .collect();
    let is_unresolved =
        |finding: &Finding| unresolved.iter().any(|entry| entry.finding == *finding);
    let alone: Vec<(&Erratum, Vec<Finding>)> = article
        .errata
        .iter()
        .map(|erratum| (erratum, applied_alone(article, erratum, context)))
        .collect();
    let mut entries: Vec<Entry> = super::table(&article.published, context)
        .into_iter()
        .filter(|finding| !is_unresolved(finding))
        .map(|finding| Entry {
            errata: answered_by(&finding, report, &alone),
            finding,
            unresolved: false,
            note: None,
        })
        .collect();
    entries.extend(unresolved);
    entries
}

fn applied_alone(article: &Article, erratum: &Erratum, context: Context<'_>) -> Vec<Finding> {
    let others: Vec<&str> = article
        .errata
        .iter()
        .map(|other| &*other.id)
        .filter(|id| *id != &*erratum.id)
        .collect();
    super::table(&article.corrected_without(&others), context)
}

/// The errata that resolve a finding: it returns where one of them is reverted, or goes where one of them
/// alone is applied. Where they do it only together, they are those about its own rows.
fn answered_by(
    finding: &Finding,
    report: &Report,
    alone: &[(&Erratum, Vec<Finding>)],
) -> Vec<Box<str>> {
    let alike = |other: &Finding| {
        (other.rule, &other.row, other.arch) == (finding.rule, &finding.row, finding.arch)
    };
    let returns = |erratum: &Erratum| {
        let taken_back = report.errata.iter().find(|taken| taken.id == erratum.id);
        taken_back.is_some_and(|taken| taken.findings.iter().any(alike))
    };
    let ends = |found: &[Finding]| !found.iter().any(alike);
    let ids = |chosen: &dyn Fn(&Erratum, &[Finding]) -> bool| -> Vec<Box<str>> {
        alone
            .iter()
            .filter(|(erratum, found)| chosen(erratum, found))
            .map(|(erratum, _)| erratum.id.clone())
            .collect()
    };
    let direct = ids(&|erratum, found| returns(erratum) || ends(found));
    if direct.is_empty() {
        ids(&|erratum, _| erratum.row().is_some_and(|row| finding.concerns(row)))
    } else {
        direct
    }
}
