//! The audit report: the errors of the sources, and the proof of each.

mod erratum;
mod numbers;

use crate::pages::prelude::*;
use strata_core::article::{Article, Note};
use strata_core::audit::{Finding, LIMITS, Limit, Report, Rule, SymbolComparison};
use strata_core::certainty::Certainty;
use strata_core::dataset::Structure;
use strata_core::{Dataset, TypeName};

use self::numbers::{counts, file_table, kind_table, rule_table};
use super::markdown::Text;
use crate::citation::{citation, short};
use crate::components::sources::source_line;
use crate::figures::span_of;
use crate::page::sources::source_of;

pub use self::erratum::{AuditedErratum, Verdict, anchor};
pub use self::numbers::{Numbers, kinds};

/// The title under which the report is cited.
const TITLE: &str = "What is wrong in the sources, and how we know";

/// An item of the operator's own data that the server does not serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub what: String,
    /// The reason: file, line, cell.
    pub why: String,
}

/// A structure and the audit's findings in its source.
#[derive(Debug)]
pub struct AuditedStructure<'a> {
    pub structure: &'a Structure,
    pub article: &'a Article,
    pub report: Report,
    /// The symbol files' statements about its rows.
    pub comparison: SymbolComparison<'a>,
}

pub fn page(dataset: &Dataset, notices: Vec<Notice>) -> Page<'_> {
    let articles = dataset.audited().filter_map(Structure::article);
    let rows = articles.clone().map(numbers::rows);
    let (rows, errata) = (rows.sum::<usize>(), articles.map(|it| it.errata.len()));
    let description = format!(
        "What is wrong in the sources, and how we know: {} errata in {rows} rows about {} structures, each with its proof.",
        errata.sum::<usize>(),
        dataset.audited().len(),
    );
    let title = "Audit of the sources";
    Page::read(Route::Audit, title, description, move |hash| {
        view(dataset, notices, hash)
    })
}

fn view(dataset: &Dataset, notices: Vec<Notice>, hash: &str) -> AnyView {
    let structures = AuditedStructure::all(dataset);
    let sections = structures.iter().map(|it| it.view(dataset, hash));
    let numbers = Numbers::new(dataset, &structures);
    let cited = citation(TITLE, &Route::Audit.to_string(), hash);
    let permalink = format!("{}?data={}", Route::Audit, short(hash));
    let cited = view! {
        <span class="citation-text">{cited}</span>
        " "
        <a href=permalink>"Permalink"</a>
    };
    let scripts = view! {
        <a href=ApiUrl::audit().to_string() rel="external">
            <code>"GET /api/v1/audit"</code>
        </a>
    };
    let parts = ["Abstract", "Method", "Rules", "Limits", "Results"];
    let parts = parts.map(|part| link_item(format!("#{}", part.to_lowercase()), part));
    let verdict = |verdict: Verdict| fact(verdict.as_str(), verdict.meaning());
    let verdicts = Verdict::ALL.map(verdict);
    let limit = |limit: Limit| view! { <li><em>{limit.name}</em> " " {limit.text}</li> };
    let limits = LIMITS.map(limit);
    let method = Text::new(include_str!("audit/method.md"))
        .with(
            "contents",
            contents((parts, structures.iter().map(entry).collect_view())),
        )
        .with("verdicts", view! { <dl class="glossary">{verdicts}</dl> })
        .with("rules", rule_table(&structures))
        .with("limits", view! { <ul>{limits}</ul> })
        .with("by-structure", counts(&structures))
        .with("by-kind", kind_table(&structures))
        .with("by-symbols", file_table(&structures));
    any_view! {
        <article class="report">
            <header>
                <h1>{TITLE}</h1>
                <p class="report-subtitle">{format!("An audit of the sources of {} structures", structures.len())}</p>
                <dl class="report-data">
                    {fact("Data", view! { <code>{hash.to_owned()}</code> })}
                    {fact("Program", view! { "Strata " {env!("CARGO_PKG_VERSION")} })}
                    {fact("Cite as", cited)}
                    {fact("For scripts", scripts)}
                </dl>
            </header>
            {(!notices.is_empty()).then(|| not_served(notices))}
            {numbers.view()}
            {method.view()}
            {sections.collect_view()}
        </article>
    }
}

fn entry(audited: &AuditedStructure<'_>) -> impl IntoView + use<> {
    let count = audited.article.errata.len();
    view! {
        <li>
            {name_link(&audited.structure.name)}
            <span class="quiet">{format!(" {count}")}</span>
        </li>
    }
}

fn not_served(notices: Vec<Notice>) -> impl IntoView {
    let entry = |Notice { what, why }: Notice| view! { <p>{what}</p> <pre>{why}</pre> };
    let notices = notices.into_iter().map(entry).collect_view();
    section("not-served", "Not served", notices.into_any())
}

impl<'a> AuditedStructure<'a> {
    pub fn all(dataset: &'a Dataset) -> Vec<Self> {
        let structures = dataset.audited();
        let audited = |structure| Self::new(dataset, structure);
        structures.filter_map(audited).collect()
    }

    /// The audit of a structure; `None` where no article describes it.
    pub fn new(dataset: &'a Dataset, structure: &'a Structure) -> Option<Self> {
        let audited = structure.audited()?;
        let article = &audited.article;
        Some(Self {
            structure,
            article,
            report: dataset.audit(structure)?,
            comparison: SymbolComparison::new(&audited.table, dataset.audit_context(&article.name)),
        })
    }

    pub fn errata(&self) -> impl Iterator<Item = AuditedErratum<'_>> {
        let errata = self.article.errata.iter().zip(&self.report.errata);
        errata.map(|(erratum, proof)| AuditedErratum {
            article: self.article,
            comparison: &self.comparison,
            erratum,
            proof,
        })
    }

    /// Its source, its errata, and what remains undecided.
    fn view(&self, dataset: &Dataset, hash: &str) -> AnyView {
        let name = &self.article.name;
        let id = name.to_string();
        let source = source_of(dataset, &self.article.source);
        let errata = if self.article.errata.is_empty() {
            any_view! { <p>"No errata: every cell obeys every rule."</p> }
        } else {
            let contents = self.errata().map(|it| it.line()).collect_view();
            let entries = self.errata().map(|it| it.view(hash)).collect_view();
            any_view! {
                <nav aria-label=format!("Errata of {id}")>
                    <ol class="errata-contents">{contents}</ol>
                </nav>
                {entries}
            }
        };
        let open = &self.report.open;
        let open = (!open.is_empty()).then(|| {
            view! {
                <h3>"Open findings"</h3>
                {finding_list(open)}
            }
        });
        any_view! {
            <section class="audited" aria-labelledby=id.clone()>
                <h2 id=id.clone() class="structure-name">
                    <a href=Route::structure(name).to_string()>{id.clone()}</a>
                </h2>
                {source_line(&source)}
                <p>
                    <a href=Route::provenance(name).to_string()>"Provenance of every row"</a>
                </p>
                <h3>"Errata"</h3>
                {errata}
                {open}
                {self.undecided()}
            </section>
        }
    }

    /// The notes with their findings, and bytes of which the source says only that they exist.
    fn undecided(&self) -> Option<impl IntoView + use<>> {
        let notes = self.article.notes.iter().enumerate();
        let notes: Vec<_> = notes.map(|(at, note)| self.note(note, at)).collect();
        let rows = self.article.published.rows.iter();
        let unaccounted = rows.filter(|row| row.certainty == Some(Certainty::Unaccounted));
        let provenance = Route::provenance(&self.article.name);
        let bytes = unaccounted.map(|row| {
            let place = format!("{provenance}#row-{}", row.id);
            view! {
                <li>
                    <p class="entry-head">
                        {code_link(place, &row.id)}
                    </p>
                    <p>"The source only says: “" {row.definition.clone()} "”."</p>
                </li>
            }
        });
        let bytes: Vec<_> = bytes.collect();
        let any = !notes.is_empty() || !bytes.is_empty();
        any.then(|| {
            view! {
                <h3>"Findings and open questions"</h3>
                <p class="quiet">
                    "The findings that remain with the errata applied, each with its explanation; and bytes of which the \
                     source says only that they exist."
                </p>
                <ul class="note-list">{notes} {bytes}</ul>
            }
        })
    }

    /// A note, and the findings that it accounts for.
    fn note(&self, note: &Note, number: usize) -> AnyView {
        let noted = self.report.noted.iter();
        let findings = noted.filter(|(_, at)| *at == number);
        let findings: Vec<&Finding> = findings.map(|(finding, _)| finding).collect();
        let row = note.row.as_ref();
        let row = row.map(|row| view! { <code>{row.to_string()}</code> " " });
        let arch = note.arch.map(|arch| arch.to_string());
        let versions = note.versions.as_ref().map(ToString::to_string);
        let place = joined(arch.into_iter().chain(versions), ", ");
        let summary = counted(findings.len(), "finding");
        any_view! {
            <li>
                <p class="entry-head">
                    {row} <span class="quiet">{place}</span> " " {rule_link(note.rule)}
                </p>
                <p><Inline text=note.text.clone()/></p>
                {fold("proof", summary, finding_list(findings))}
            </li>
        }
    }
}

fn rule_id(rule: Rule) -> String {
    format!("rule-{rule}")
}

/// A rule's id as a link to its description.
fn rule_link(rule: Rule) -> AnyView {
    code_link(format!("#{}", rule_id(rule)), rule)
}

fn finding_list<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> AnyView {
    let lines = findings.into_iter().map(finding_line).collect_view();
    any_view! { <ul>{lines}</ul> }
}

fn finding_line(finding: &Finding) -> AnyView {
    let expected = finding.expected.clone();
    let expected = expected.map(|expected| view! { "; expected " <code>{expected}</code> });
    let place = place(finding);
    let place = (!place.is_empty()).then(|| format!("{place}: "));
    any_view! {
        <li>
            {rule_link(finding.rule)}
            " "
            <span class="quiet">{place}</span>
            <Inline text=finding.message.clone()/>
            {expected}
        </li>
    }
}

/// Row, architecture and releases of a finding.
fn place(finding: &Finding) -> String {
    let row = finding.row.as_ref().map(ToString::to_string);
    let arch = finding.arch.map(|arch| arch.to_string());
    let releases = Some(span_of(&finding.releases)).filter(|text| !text.is_empty());
    joined([row, arch, releases].into_iter().flatten(), ", ")
}

fn name_link(name: &TypeName) -> AnyView {
    code_link(format!("#{name}"), name)
}
