//! An erratum and its proof: the row as published and as corrected, the findings without the erratum, the symbol files'
//! statements, and its citation.

use crate::pages::prelude::*;
use strata_core::TypeName;
use strata_core::article::{Article, Erratum};
use strata_core::audit::{ErratumReport, Finding, SymbolComparison};

use super::{finding_line, rule_link};
use crate::citation::{citation_of_part, short};
use crate::components::printed::{self, Printed};
use crate::components::symbol_lines::{self, SymbolLine, lines};
use crate::words::words;

/// How many findings are shown before the rest is folded.
const SHOWN: usize = 2;

#[derive(Clone, Copy, Debug)]
pub struct AuditedErratum<'a> {
    pub article: &'a Article,
    pub comparison: &'a SymbolComparison<'a>,
    pub erratum: &'a Erratum,
    pub proof: &'a ErratumReport,
}

words! {
    Verdict {
        Forced = "forced",
        ForcedTogether = "forced together",
        Chosen = "chosen",
    }
}

impl Verdict {
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Forced => "Every other possible value breaks a rule.",
            Self::ForcedTogether => {
                "With the other errata that it names, every other possible value breaks a rule."
            }
            Self::Chosen => {
                "Several values would fit; this one was preferred for the reason given."
            }
        }
    }
}

impl AuditedErratum<'_> {
    /// The anchor in the report; an erratum's id is unique within its structure only.
    pub fn anchor(&self) -> String {
        anchor(&self.article.name, &self.erratum.id)
    }

    pub const fn verdict(&self) -> Verdict {
        match (self.erratum.is_only_fix, self.erratum.depends_on.is_empty()) {
            (true, true) => Verdict::Forced,
            (true, false) => Verdict::ForcedTogether,
            (false, _) => Verdict::Chosen,
        }
    }

    /// The row, or the table of sizes.
    fn subject(&self) -> String {
        let row = self.erratum.row();
        row.map_or_else(|| "table of sizes".to_owned(), ToString::to_string)
    }

    /// The corrected property: `offset, x64`.
    fn about(&self) -> String {
        let arch = self.erratum.arch.map(|arch| format!(", {arch}"));
        format!("{}{}", self.erratum.field, arch.unwrap_or_default())
    }

    /// The findings without this erratum, that of its own rule first.
    fn findings(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.proof.findings.iter().collect();
        findings.sort_by_key(|finding| finding.rule != self.erratum.rule);
        findings
    }

    /// The symbol files' statements about the corrected row.
    fn symbols(&self) -> Vec<SymbolLine<'_>> {
        let comparisons = self.erratum.row().map(|row| self.comparison.of(row));
        let comparisons = comparisons.unwrap_or_default().into_iter();
        let concerns = comparisons.filter(|it| self.erratum.is_for(it.symbols.arch));
        lines(concerns.collect())
    }

    /// The entry in the table of contents: row, property, verdict.
    pub(super) fn line(&self) -> impl IntoView + use<> {
        let what = format!(" {}", self.about());
        view! {
            <li>
                <a href=format!("#{}", self.anchor())>
                    <code>{self.subject()}</code>
                    {what}
                </a>
                <span class="quiet">{format!(", {}", self.verdict().as_str())}</span>
            </li>
        }
    }

    /// The published and the corrected row, the reason, and the findings without it. `hash` is the hash of the data.
    pub(in crate::pages) fn view(&self, hash: &str) -> AnyView {
        let (structure, erratum) = (&self.article.name, self.erratum);
        let (verdict, place) = (self.verdict(), self.anchor());
        let id = erratum.id.to_string();
        let printed = Printed::new(self.article, &erratum.subject);
        let printed = printed.unwrap_or_else(|| Printed::sizes(erratum));
        let in_table = match erratum.row() {
            Some(row) => format!("row-{row}"),
            None => "sizes".to_owned(),
        };
        let provenance = format!("{}#{in_table}", Route::provenance(structure));
        let arch = erratum.arch.map(|arch| arch.to_string());
        let arch = arch.unwrap_or_else(|| "both architectures".to_owned());
        // A row may have an erratum on each architecture: each table needs its own name.
        let called = format!("{} in {structure}, erratum {id}", self.subject());
        let title = format!("Erratum {id} of {structure}");
        let cited = citation_of_part(&title, &Route::Audit.to_string(), &place, hash);
        let permalink = format!("{}?data={}#{place}", Route::Audit, short(hash));
        let with = &erratum.depends_on;
        let with = (!with.is_empty()).then(|| view! { ", with" {links(with, structure)} });
        any_view! {
            <article class="audit-erratum" id=place.clone() aria-labelledby=format!("head-{place}")>
                <h4 class="entry-head" id=format!("head-{place}")>
                    <code>{self.subject()}</code>
                    " "
                    <span class="quiet">{arch} ", " {erratum.field.as_str()}</span>
                    " "
                    <a class="entry-id" href=format!("#{place}")>{id.clone()}</a>
                </h4>
                {printed::table(&printed, &called)}
                {others(&printed, &id, structure)}
                <p><Inline text=erratum.why.clone()/></p>
                <p class="entry-proof">
                    <span class="verdict-tag" title=verdict.meaning()>{verdict.as_str()}</span>
                    " under "
                    {rule_link(erratum.rule)}
                    {with}
                    ". "
                    <a href=provenance>"Provenance of the row"</a>
                </p>
                <div class="entry-evidence">
                    {proof(self.findings())}
                    {symbol_lines::list(&self.symbols())}
                </div>
                <p class="entry-cite quiet">
                    "Cite as: "
                    <span id=format!("cite-{place}") class="citation-text">{cited}</span>
                    " "
                    <a href=permalink>"Permalink"</a>
                </p>
            </article>
        }
    }

    /// A summary with a link to the proof in the report.
    pub(in crate::pages) fn summary(&self) -> impl IntoView + use<> {
        let place = format!("{}#{}", Route::Audit, self.anchor());
        let erratum = self.erratum;
        let what = format!("Erratum: {}. ", self.about());
        view! {
            <p>
                <b>{what}</b>
                <Inline text=erratum.why.clone()/>
                " "
                <span class="quiet">
                    {self.verdict().as_str()} " under " <code>{erratum.rule.as_str()}</code> ". "
                </span>
                <a href=place>{erratum.id.to_string()}</a>
            </p>
        }
    }
}

pub fn anchor(structure: &TypeName, erratum: &str) -> String {
    format!("{structure}.{erratum}")
}

/// The other errata of the same row, which the corrected row has applied too.
fn others(printed: &Printed, own: &str, structure: &TypeName) -> Option<impl IntoView + use<>> {
    let ids = printed.cells.iter().flat_map(|cell| &cell.errata);
    let mut ids: Vec<&String> = ids.filter(|id| *id != own).collect();
    ids.dedup();
    (!ids.is_empty()).then(|| {
        let links = links(&ids, structure);
        view! { <p class="quiet entry-also">"Other errata in the same row:" {links}</p> }
    })
}

fn links(ids: &[impl ToString], structure: &TypeName) -> AnyView {
    let link = |id: String| {
        let place = anchor(structure, &id);
        view! { " " <a href=format!("#{place}")>{id}</a> }
    };
    let links = ids.iter().map(|id| link(id.to_string()));
    links.collect_view().into_any()
}

fn proof(findings: Vec<&Finding>) -> impl IntoView + use<> {
    let findings = findings.into_iter().map(finding_line).collect();
    let findings = first_of(SHOWN, "proof", findings, |findings| {
        any_view! { <ul>{findings}</ul> }
    });
    view! {
        <p class="quiet proof-head">"Without this correction, the audit reports:"</p>
        {findings}
    }
}
