//! Lists every finding of an article with what accounts for it: errata for findings in the published tables only, notes
//! for findings that remain in the corrected tables.

use crate::article::{Article, Erratum};

use super::{Context, Finding, Report};

/// A finding with the errata or the note that account for it. In sound data every entry has one or the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub finding: Finding,
    /// Whether it remains in the corrected tables.
    pub unresolved: bool,
    /// Ids of the errata that resolve it; empty if it is unresolved.
    pub errata: Vec<Box<str>>,
    /// Index of the note that accounts for it, if it is unresolved.
    pub note: Option<usize>,
}

/// Returns every finding of an article, resolved ones first. `report` is the audit of the same article.
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

/// The errata that resolve a finding: reverting one restores the finding, or applying one alone removes it. If
/// only several together do so, returns those about the finding's rows.
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
