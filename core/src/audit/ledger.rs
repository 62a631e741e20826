//! Every finding of one article and what accounts for it: those in the tables as published, which errata answer, and
//! those that stand in the corrected tables, which notes answer.

use crate::article::{Article, Erratum};

use super::{Context, Finding, Report};

/// A finding and what accounts for it. Sound data have no entry with neither errata nor note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub finding: Finding,
    /// Whether it is found in the corrected tables; otherwise in the published ones alone.
    pub stands: bool,
    /// The errata that make an end of it, by id. A finding that stands has none.
    pub errata: Vec<Box<str>>,
    /// The number of the note that accounts for it. Only one that stands has one.
    pub note: Option<usize>,
}

/// Every finding of an article, those that errata answer first. `report` is the audit of the same article.
pub fn ledger(article: &Article, report: &Report, context: Context<'_>) -> Vec<Entry> {
    let noted = report
        .noted
        .iter()
        .map(|(finding, at)| (finding, Some(*at)));
    let open = report.open.iter().map(|finding| (finding, None));
    let standing: Vec<Entry> = noted
        .chain(open)
        .map(|(finding, note)| Entry {
            finding: finding.clone(),
            stands: true,
            errata: Vec::new(),
            note,
        })
        .collect();
    let stands = |finding: &Finding| standing.iter().any(|entry| entry.finding == *finding);
    let alone: Vec<(&Erratum, Vec<Finding>)> = article
        .errata
        .iter()
        .map(|erratum| (erratum, applied_alone(article, erratum, context)))
        .collect();
    let mut entries: Vec<Entry> = super::table(&article.published, context)
        .into_iter()
        .filter(|finding| !stands(finding))
        .map(|finding| Entry {
            errata: answered_by(&finding, report, &alone),
            finding,
            stands: false,
            note: None,
        })
        .collect();
    entries.extend(standing);
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

/// The errata that make an end of a finding: it comes back where one of them is taken back, or goes where one of them
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
