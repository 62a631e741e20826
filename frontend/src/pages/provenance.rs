//! The provenance page of a structure, row by row of the source's tables: the published row, its errata, the symbol
//! files' statements, and the resulting certainty.

use crate::pages::prelude::*;
use strata_core::article::{Article, Row, Subject};
use strata_core::audit::{Finding, Rule};
use strata_core::certainty::Certainty;
use strata_core::dataset::{Audited, Structure};
use strata_core::layout::Layout;
use strata_core::{Arch, Dataset};

use super::audit::{AuditedErratum, AuditedStructure};
use crate::components::blocks;
use crate::components::printed::{self, Printed, State};
use crate::components::sources::{certainty_badge, certainty_legend, source_line};
use crate::components::symbol_lines::{self, SymbolLine, VERDICTS, lines};
use crate::page::sources::source_of;

/// The page; `None` where no article describes the structure.
pub fn page<'a>(dataset: &'a Dataset, structure: &'a Structure) -> Option<Page<'a>> {
    let audited = AuditedStructure::new(dataset, structure)?;
    let name = &structure.name;
    let title = format!("Provenance of {name}");
    let description = format!(
        "{name}, cell by cell: the published value, the corrected value, what symbol files say, and how certain it is."
    );
    let route = Route::provenance(name);
    Some(Page::read(route, title, description, move |hash| {
        view(dataset, &audited, hash)
    }))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenanceRow<'a> {
    /// A row of members or of bits.
    pub subject: Subject,
    pub id: String,
    /// The name of the member or of the bits.
    pub label: String,
    /// The row of the integer, for a row of bits.
    pub unit: Option<String>,
    /// The row as published and as corrected.
    pub printed: Printed,
    /// Its certainties, the most frequent first; empty for bits, on which no layout states one.
    pub certainty: Vec<CertaintyLine>,
    pub symbols: Vec<SymbolLine<'a>>,
}

/// A certainty of a row, and the points at which it applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertaintyLine {
    pub certainty: Certainty,
    /// `x64 and x86`, `6.1 to 1903, 2004`; architectures with the same releases are joined.
    pub spans: Vec<(String, String)>,
    points: usize,
}

/// The rows of members and of bits, in the source's order.
pub fn rows<'a>(audited: &'a AuditedStructure<'_>) -> Vec<ProvenanceRow<'a>> {
    let (article, comparison) = (audited.article, &audited.comparison);
    let row = |subject: Subject, label: String, unit: Option<String>| {
        let (Subject::Row(id) | Subject::Bit(id)) = &subject else {
            return None;
        };
        Some(ProvenanceRow {
            printed: Printed::new(article, &subject)?,
            certainty: certainty(audited.structure, id.as_str()),
            symbols: lines(comparison.of(id)),
            id: id.to_string(),
            label,
            unit,
            subject,
        })
    };
    let members = article
        .published
        .rows
        .iter()
        .filter_map(|it| row(Subject::Row(it.id.clone()), label(it).to_owned(), None));
    let bits = article.published.bits.iter().filter_map(|it| {
        let (label, unit) = (it.declaration.name.to_string(), it.unit.to_string());
        row(Subject::Bit(it.id.clone()), label, Some(unit))
    });
    members.chain(bits).collect()
}

/// The name of a member, or its description where the source knows no name.
fn label(row: &Row) -> &str {
    row.name().unwrap_or(&row.definition)
}

fn certainty(structure: &Structure, row: &str) -> Vec<CertaintyLine> {
    let mut lines: Vec<CertaintyLine> = Vec::new();
    let layouts = structure.audited().map(Audited::layouts);
    let layouts = layouts.unwrap_or_default();
    for arch in Arch::PREFERRED {
        let layouts = layouts.iter().filter(|it| it.arch() == arch);
        let stated: Vec<(&Layout, Option<Certainty>)> = layouts
            .map(|layout| (layout, layout.member(row).map(|member| member.certainty)))
            .collect();
        for certainty in Certainty::ALL {
            let points = stated.iter().filter(|(_, it)| *it == Some(certainty));
            let points = points.count();
            if points == 0 {
                continue;
            }
            let releases = releases(&stated, certainty);
            let known = lines.iter().position(|it| it.certainty == certainty);
            let at = known.unwrap_or(lines.len());
            if known.is_none() {
                lines.push(CertaintyLine {
                    certainty,
                    spans: Vec::new(),
                    points: 0,
                });
            }
            let line = &mut lines[at];
            line.points += points;
            match line.spans.last_mut() {
                Some((archs, last)) if *last == releases => *archs = format!("{archs} and {arch}"),
                _ => line.spans.push((arch.to_string(), releases)),
            }
        }
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.points));
    lines
}

/// `6.1 to 1903, 2004`: the runs of layouts with that certainty.
fn releases(stated: &[(&Layout, Option<Certainty>)], is: Certainty) -> String {
    let runs = stated.chunk_by(|(_, a), (_, b)| (*a == Some(is)) == (*b == Some(is)));
    let runs = runs.filter_map(|run| {
        let ((first, certainty), (last, _)) = (run.first()?, run.last()?);
        let [first, last] = [first.release, last.release];
        (*certainty == Some(is)).then(|| figures::span(&first, &last))
    });
    joined(runs, ", ")
}

fn view(dataset: &Dataset, audited: &AuditedStructure<'_>, hash: &str) -> AnyView {
    let article = audited.article;
    let name = &article.name;
    let source = source_of(dataset, &article.source);
    let audit = format!("{}#{name}", Route::Audit);
    let rows = rows(audited);
    let lede = lede(audited, rows.len());
    let words = rows.iter().flat_map(|row| &row.certainty);
    let legend = certainty_legend(words.map(|line| line.certainty));
    let (bits, members): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.unit.is_some());
    let bits = (!bits.is_empty()).then(|| part("bits", "Bits", table("bits", &bits, audited)));
    let size_errata = audited.errata();
    let size_errata = size_errata.filter(|it| it.erratum.subject == Subject::Sizes);
    let size_errata = size_errata.map(|it| it.view(hash)).collect_view();
    any_view! {
        <article class="report provenance">
            <h1>
                "Provenance of "
                <a class="structure-name" href=Route::structure(name).to_string()>
                    {name.to_string()}
                </a>
            </h1>
            <p class="lede">{lede}</p>
            {source_line(&source)}
            <p>
                "Rows are as published; corrections follow below: "
                <span class="printed-sign">"✗"</span>
                " marks the wrong cell, "
                <span class="printed-sign">"✓"</span>
                " the corrected value. The "
                <a href=audit>"audit"</a>
                " has the proof of each erratum."
            </p>
            {legend}
            {part("members", "Members", table("members", &members, audited))}
            {bits}
            {part("sizes", "Sizes", any_view! { {sizes_table(article)} {size_errata} })}
        </article>
    }
}

/// The counts of rows, errata and symbol files.
fn lede(audited: &AuditedStructure<'_>, rows: usize) -> String {
    let errata = match audited.article.errata.len() {
        0 => "no errata".to_owned(),
        count => many(count, "erratum"),
    };
    let comparison = &audited.comparison;
    let symbols = match (comparison.files().count(), comparison.differences().count()) {
        (0, _) => "No public symbol file in the data describes the structure.".to_owned(),
        (files, 0) => format!(
            "{files} symbol files describe the structure, and all their {} members and bit fields agree.",
            comparison.compared()
        ),
        (files, differences) => format!(
            "{files} symbol files describe the structure; they differ from the corrected values in {differences} places."
        ),
    };
    format!("{rows} rows of the source, {errata}. {symbols}")
}

/// The source's table of sizes: releases, and a cell (maybe blank) for each architecture that has a column.
pub fn sizes(article: &Article) -> Vec<(String, Vec<String>)> {
    let row = |row: &strata_core::article::SizeRow| {
        let size = |arch: Arch| row.size.get(arch).copied().flatten();
        let text = |arch| size(arch).map_or_else(String::new, |size| size.to_string());
        let cells = article.published.archs().map(text).collect();
        (row.versions.to_string(), cells)
    };
    article.published.sizes.iter().map(row).collect()
}

fn sizes_table(article: &Article) -> AnyView {
    let cell = |size: String| match size.is_empty() {
        true => any_view! { <td><em class="quiet">"blank"</em></td> },
        false => any_view! { <td class="printed-figures"><code>{size}</code></td> },
    };
    let row = |(versions, cells): (String, Vec<String>)| {
        headed_row(versions, cells.into_iter().map(cell).collect_view())
    };
    let archs = article.published.archs();
    let archs = archs.map(|arch| format!("Size ({arch})"));
    let head = heads(["Versions".to_owned()].into_iter().chain(archs));
    let rows = sizes(article).into_iter().map(row).collect();
    blocks::table("plain-table printed", Name::Heading("sizes"), head, rows)
}

fn table(id: &'static str, rows: &[ProvenanceRow<'_>], audited: &AuditedStructure<'_>) -> AnyView {
    let named = rows.first().into_iter().flat_map(|row| &row.printed.cells);
    let named = named.map(|cell| cell.head.clone());
    let named: Vec<String> = ["Row".to_owned()].into_iter().chain(named).collect();
    let columns = named.len();
    let groups = rows.iter().map(|row| row.group(columns, audited));
    let table = any_view! {
        <table class="plain-table printed stacked">{heads(named)} {groups.collect_view()}</table>
    };
    scrolling("table-box provenance-box", Name::Heading(id), table)
}

impl ProvenanceRow<'_> {
    /// The published cells, the corrected cells where they differ, and the provenance.
    fn group(&self, columns: usize, audited: &AuditedStructure<'_>) -> AnyView {
        let anchor = format!("row-{}", self.id);
        let is_corrected = self.printed.differs();
        let cells = |state: State| -> Vec<AnyView> {
            let cells = self.printed.cells.iter();
            cells.map(|it| printed::cell(it, state)).collect()
        };
        let corrected = is_corrected.then(|| {
            view! {
                <tr>
                    <th scope="row">{State::Corrected.as_str()}</th>
                    {cells(State::Corrected)}
                </tr>
            }
        });
        let state = is_corrected
            .then(|| view! { " " <span class="printed-state">{State::Published.as_str()}</span> });
        any_view! {
            <tbody id=anchor.clone() class="provenance-group">
                <tr>
                    <th scope="rowgroup">
                        <a href=format!("#{anchor}") title=self.id.clone()>
                            <code>{self.label.clone()}</code>
                        </a>
                        {state}
                    </th>
                    {cells(State::Published)}
                </tr>
                {corrected}
                <tr class="provenance-evidence">
                    <td colspan=columns.to_string()>{self.evidence(audited)}</td>
                </tr>
            </tbody>
        }
    }

    fn evidence(&self, audited: &AuditedStructure<'_>) -> AnyView {
        let row_link = |id: &String| {
            let mut rows = audited.article.published.rows.iter();
            let row = rows.find(|row| row.id.as_str() == id);
            code_link(format!("#row-{id}"), row.map_or(id.as_str(), label))
        };
        let spanned = self.printed.spanned.as_ref().map(|head| {
            view! {
                <p class="quiet">
                    "Its offset cells are those of "
                    {row_link(head)}
                    ": the source has one cell for both rows."
                </p>
            }
        });
        let unit = self.unit.as_ref();
        let unit = unit.map(|unit| view! { <p class="quiet">"Bits of " {row_link(unit)}</p> });
        let report = &audited.report;
        let concerns = |finding: &&Finding| {
            let row = finding.row.as_ref();
            row.is_some_and(|it| self.id == it.as_str())
        };
        let noted = report.noted.iter();
        let noted = noted.filter(|(finding, _)| concerns(&finding));
        let mut notes: Vec<(Rule, &str)> = Vec::new();
        for note in noted.filter_map(|(_, at)| audited.article.notes.get(*at)) {
            let note = (note.rule, note.text.as_str());
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        let notes = notes.into_iter().map(|(rule, text)| {
            view! {
                <p>
                    <b>"Note. "</b>
                    <Inline text=text.to_owned()/>
                    " "
                    <code class="quiet">{rule.as_str()}</code>
                </p>
            }
        });
        let open = report.open.iter().filter(concerns).map(|finding| {
            let message = finding.message.clone();
            view! { <p>"Unexplained: " <Inline text=message/></p> }
        });
        let errata = audited.errata();
        let errata = errata.filter(|it| it.erratum.subject == self.subject);
        let errata = errata.map(|it: AuditedErratum<'_>| it.summary());
        let is_described = audited.comparison.files().next().is_some();
        any_view! {
            <div class="evidence">
                {unit}
                {spanned}
                {self.certainties()}
                {errata.collect_view()}
                {notes.collect_view()}
                {open.collect_view()}
                {is_described.then(|| symbols_of(&self.symbols))}
            </div>
        }
    }

    fn certainties(&self) -> Option<impl IntoView + use<>> {
        let line = |line: &CertaintyLine| {
            let spans = line.spans.iter();
            let spans = spans.map(|(archs, releases)| format!("{releases} on {archs}"));
            view! {
                <li>
                    {certainty_badge(line.certainty)}
                    <span class="quiet">": " {joined(spans, "; ")}</span>
                </li>
            }
        };
        let lines: Vec<_> = self.certainty.iter().map(line).collect();
        (!lines.is_empty()).then(|| {
            view! { <ul class="inline-list certainty-lines" aria-label="Certainty">{lines}</ul> }
        })
    }
}

/// The symbol files' statements: a sentence that unfolds to the files.
fn symbols_of(lines: &[SymbolLine<'_>]) -> AnyView {
    let Some(list) = symbol_lines::list(lines) else {
        return any_view! { <p class="quiet">"No symbol file in the data describes it."</p> };
    };
    let counts = VERDICTS.map(|verdict| {
        let of = lines.iter().filter(|line| line.verdict() == verdict);
        (of.map(|line| line.builds.len()).sum::<usize>(), verdict)
    });
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, verdict)| format!("{count} {verdict}"));
    fold(
        None,
        format!("Symbol files: {}", joined(counts, ", ")),
        list,
    )
}
