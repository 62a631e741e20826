//! The audit report of an article: findings that remain after errata and notes, and whether each of these is needed.

use crate::article::{Article, Erratum, Note};
use crate::release::Release;
use crate::span::Versions;

use super::{Context, Finding};

/// The audit of one article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Findings in the corrected tables that a note accounts for, with the note's index.
    pub noted: Vec<(Finding, usize)>,
    /// Findings in the corrected tables that nothing accounts for. Sound data have none.
    pub open: Vec<Finding>,
    pub errata: Vec<ErratumReport>,
    /// Indices of notes that account for no finding. Sound data have none.
    pub unused_notes: Vec<usize>,
}

/// The audit of an article with one erratum reverted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErratumReport {
    pub id: Box<str>,
    /// Findings that appear only if this erratum is reverted.
    pub findings: Vec<Finding>,
    /// Whether the erratum's rule is among the findings, for its row.
    pub fires: bool,
}

impl Report {
    /// Returns whether every finding is accounted for, and every erratum and note is needed.
    pub fn is_sound(&self) -> bool {
        self.open.is_empty()
            && self.unused_notes.is_empty()
            && self.errata.iter().all(|erratum| erratum.fires)
    }
}

impl Note {
    /// Returns whether the note accounts for a finding. `last_release` is the last release of the source.
    pub fn accounts_for(&self, finding: &Finding, last_release: Release) -> bool {
        let covers = |versions: &Versions| {
            finding
                .releases
                .iter()
                .all(|at| versions.covers(*at, last_release))
        };
        self.rule == finding.rule
            && self.row.as_ref().is_none_or(|row| finding.concerns(row))
            && (self.arch.is_none() || finding.arch.is_none() || self.arch == finding.arch)
            && self.versions.as_ref().is_none_or(covers)
    }
}

pub fn article(article: &Article, context: Context<'_>) -> Report {
    let corrected = article.corrected();
    let last_release = corrected.last_release;
    let all = super::table(&corrected, context);
    let mut report = Report {
        noted: Vec::new(),
        open: Vec::new(),
        errata: Vec::new(),
        unused_notes: Vec::new(),
    };
    let mut used = vec![false; article.notes.len()];
    for finding in &all {
        match article
            .notes
            .iter()
            .position(|note| note.accounts_for(finding, last_release))
        {
            Some(at) => {
                used[at] = true;
                report.noted.push((finding.clone(), at));
            }
            None => report.open.push(finding.clone()),
        }
    }
    report.unused_notes = (0..used.len()).filter(|at| !used[*at]).collect();
    report.errata = article
        .errata
        .iter()
        .map(|erratum| revert(article, erratum, &all, context))
        .collect();
    report
}

fn revert(
    article: &Article,
    erratum: &Erratum,
    otherwise: &[Finding],
    context: Context<'_>,
) -> ErratumReport {
    let table = article.corrected_without(&[&erratum.id]);
    let findings: Vec<Finding> = super::table(&table, context)
        .into_iter()
        .filter(|finding| !otherwise.contains(finding))
        .collect();
    let about_it = |finding: &Finding| erratum.row().is_none_or(|row| finding.concerns(row));
    let fires = findings
        .iter()
        .any(|finding| finding.rule == erratum.rule && about_it(finding));
    ErratumReport {
        id: erratum.id.clone(),
        findings,
        fires,
    }
}
