//! The page of a member in every known kernel: one table for each module and architecture, newest versions first, with
//! the evidence for each offset.

use crate::pages::prelude::*;
use strata_core::ctype::CType;
use strata_core::dataset::Structure;
use strata_core::lookup::{self, Missing};
use strata_core::offsets::{Bracketing, Column, ImageFilter, Row, Table, Value};
use strata_core::validity::{self, JudgedClaim, Judgement, StructureCache};
use strata_core::{Arch, Dataset, Release};

use super::offsets::{formats, shown, version_link};
use super::validity::results::span;
use crate::citation::{bibtex, csl};
use crate::components::sources::source_line;
use crate::figures::dash;
use crate::page::sources::source_of;
use crate::route::OffsetsQuery;

/// The page of a member in every image.
pub fn page<'a>(dataset: &'a Dataset, name: &str, path: &str) -> Result<Page<'a>, Missing> {
    let structure = lookup::structure(dataset, name)?;
    let name = &structure.name;
    let column = Column::find(dataset, &format!("{name}.{path}"))?;
    let missing = || Missing::plain(format!("{name} has no member `{path}`."));
    let route = Route::member(&column).ok_or_else(missing)?;
    let path = column.subject.path().ok_or_else(missing)?.to_string();
    let asked = OffsetsQuery {
        members: column.name(),
        ..OffsetsQuery::default()
    };
    let images = ImageFilter::default();
    let table = Table::new(dataset, vec![column], &images, Bracketing::Include);
    let judged = judged(dataset, structure, &path);
    if files(&table).is_empty() {
        return Err(missing());
    }
    let title = format!("{name}.{path}");
    let description = format!(
        "The offset of {name}.{path} in every known Windows kernel, and how each is known."
    );
    let (history, own) = (Route::structure(name), route.clone());
    let name = name.to_string();
    Ok(Page::read(route, title.clone(), description, move |hash| {
        let files = files(&table);
        let several = files.len() > 1;
        let files = files.into_iter();
        let files = files.filter_map(|rows| file(dataset, &table, rows, several));
        let types = judged.as_ref().and_then(|it| types(dataset, &it.points));
        let parts = [types, article(dataset, structure)];
        let place = own.to_string();
        let entries = [
            ("BibTeX", "cite-bibtex", bibtex(&title, &place, hash)),
            ("CSL JSON", "cite-csl", csl(&title, &place, hash)),
        ];
        let cited = entries.map(cite).collect_view().into_any();
        let files = files.collect_view().into_any();
        view(&[name, path], &history, &asked, (files, parts), cited)
    }))
}

fn view(
    [name, path]: &[String; 2],
    history: &Route,
    asked: &OffsetsQuery,
    (files, parts): (AnyView, [Option<AnyView>; 2]),
    cited: AnyView,
) -> AnyView {
    let query = asked.clone();
    let chosen = Route::Offsets { query }.to_string();
    any_view! {
        <article class="report">
            {crumb(history, name.clone())}
            <h1 class="structure-name">{name.clone()} "." <wbr/> {path.clone()}</h1>
            <p class="lede">
                "Its offset in every known kernel, newest first. Inferred: no symbol file, but the known builds \
                 before and after agree."
            </p>
            {files} {parts.into_iter().collect_view()}
            <p>
                <a href=chosen>"Add members or choose images"</a>
            </p>
            {formats(asked)}
            {section("cite", "How to cite", cited)}
        </article>
    }
}

/// The member at every point, by architecture in order of time.
fn judged(dataset: &Dataset, structure: &Structure, path: &str) -> Option<JudgedClaim> {
    let (pasts, name) = (StructureCache::default(), structure.name.as_str());
    let claim = validity::claim(dataset, &pasts, 1, name, Some(path), None).ok()?;
    validity::judge(dataset, &claim, None).ok()
}

/// The member's types, by architecture in order of time; `None` where none is stated.
fn types(dataset: &Dataset, judgements: &[Judgement]) -> Option<AnyView> {
    let typed = judgements.iter().filter(|it| it.r#type.is_some());
    let typed: Vec<&Judgement> = typed.collect();
    let goes_on = |a: &&Judgement, b: &&Judgement| a.arch() == b.arch() && b.note.is_none();
    let row = |run: &[&Judgement]| {
        let first = run.first()?;
        let width = first.width.map(|width| format!(" : {width}"));
        let points = run.iter().flat_map(|it| it.points.iter().copied());
        let declared = first.r#type.clone()?;
        let ty: Option<CType> = declared.parse().ok();
        let ty = ty.and_then(|ty| dataset.structure(ty.base().as_str()));
        let route = ty.map(|ty| Route::structure(&ty.name));
        let declared = any_view! { <code>{declared + &width.unwrap_or_default()}</code> };
        let cells = (figure(first.arch().map(Arch::as_str)), figure(span(points)));
        Some(headed_row(linked(route, declared), cells))
    };
    let rows: Vec<AnyView> = typed.chunk_by(goes_on).filter_map(row).collect();
    (!rows.is_empty()).then(|| {
        let head = heads(["Type", "Architecture", "Versions"]);
        let name = Name::Label("Types by version");
        let table = table("plain-table", name, head, rows);
        section("types", "Type", table)
    })
}

/// The article that states the member, where there is one.
fn article(dataset: &Dataset, structure: &Structure) -> Option<AnyView> {
    let article = structure.article()?;
    let source = source_of(dataset, &article.source);
    let provenance = Route::provenance(&structure.name).to_string();
    let body = any_view! {
        {source_line(&source)}
        <p>
            "The offsets above are from symbol files and lists, or from the article where no symbol file defines the structure. \
             What the article states for each release is in the "
            <a href=provenance>"provenance of its rows"</a>
            "."
        </p>
    };
    Some(section("article", "Article", body))
}

fn cite((format, id, text): (&'static str, &'static str, String)) -> impl IntoView {
    view! {
        <details>
            <summary>{format}</summary>
            <pre id=id class="citation-text" tabindex="0" role="region" aria-label=format>{text}</pre>
            <button type="button" class="button needs-script" data-copies=id>
                {format!("Copy the {format}")}
            </button>
        </details>
    }
}

/// The rows of each module and architecture that has the member, kernels for x64 first.
fn files<'a>(table: &'a Table<'a>) -> Vec<&'a [Row<'a>]> {
    let same_file = |a: &Row<'_>, b: &Row<'_>| (a.module, a.arch) == (b.module, b.arch);
    let is_there = |row: &Row<'_>| matches!(table.value(row, 0), Value::At { .. });
    let files = table.rows.chunk_by(same_file);
    let mut files: Vec<&[Row<'_>]> = files.filter(|rows| rows.iter().any(is_there)).collect();
    files.sort_by_key(|rows| {
        let order = [Arch::X64, Arch::Arm64, Arch::X86];
        let first = rows.first();
        let arch = first.and_then(|row| order.iter().position(|arch| *arch == row.arch));
        (!first.is_some_and(|row| row.module.is_kernel()), arch)
    });
    files
}

fn file(
    dataset: &Dataset,
    offsets: &Table<'_>,
    rows: &[Row<'_>],
    several: bool,
) -> Option<AnyView> {
    let first = rows.first()?;
    let (module, arch) = (first.module, first.arch);
    let id = format!("in-{module}-{arch}");
    let named = format!("{module}, {arch}");
    let label = format!("Offsets in {named}, as a table");
    let same_value = |a: &Row<'_>, b: &Row<'_>| offsets.value(a, 0) == offsets.value(b, 0);
    let stretches: Vec<&[Row<'_>]> = rows.chunk_by(same_value).collect();
    let newest = rows.last().map(|row| shown(offsets.value(row, 0)));
    let count = match stretches.len() {
        1 => "the same in all".to_owned(),
        count => format!("{} values over time", thousands(count)),
    };
    let stretches = stretches.into_iter().rev();
    let stretches = stretches.filter_map(|rows| stretch(dataset, offsets, rows));
    let head = heads(["Offset", "Versions of the file", "Releases", "Known from"]);
    let rows = stretches.collect();
    let table = table("plain-table member-table", Name::Label(&label), head, rows);
    Some(any_view! {
        <section aria-labelledby=id.clone()>
            <h2 id=id.clone()>
                {several.then(|| format!("{named}: "))} {newest}
                <span class="quiet">" in the newest, " {count}</span>
            </h2>
            {table}
        </section>
    })
}

/// Consecutive versions of a module with the member at the same offset.
fn stretch(dataset: &Dataset, table: &Table<'_>, rows: &[Row<'_>]) -> Option<AnyView> {
    let (first, rest) = rows.split_first()?;
    let last = rest.last();
    let last = last.map(|last| view! { " – " {version_link(last)} });
    let known_as = |row: &Row<'_>| Some(dataset.catalogue().releases_or_fallback(row.build()?));
    let known: Vec<Vec<Release>> = rows.iter().filter_map(known_as).collect();
    let since = known.iter().find_map(|releases| releases.first());
    let until = known.iter().rev().find_map(|releases| releases.last());
    let releases = since.zip(until).map(|(since, until)| dash(since, until));
    let how = |row: &Row<'_>| match row {
        row if row.is_bracketed(0) => "inferred",
        row if !row.listed.is_empty() => "listed by System Informer",
        row if row.is_by_article(0) => "by the article",
        _ => "symbol file",
    };
    let known = [
        "symbol file",
        "by the article",
        "listed by System Informer",
        "inferred",
    ];
    let known = known.map(|what| (rows.iter().filter(|row| how(row) == what).count(), what));
    let known = known.into_iter().filter(|(count, _)| *count > 0);
    let known = known.map(|(count, what)| match what {
        "symbol file" => many(count, what),
        _ => format!("{} {what}", thousands(count)),
    });
    Some(any_view! {
        <tr>
            <th scope="row" class="figure">{shown(table.value(first, 0))}</th>
            <td class="figure">{version_link(first)} {last}</td>
            <td class="figure">{releases}</td>
            <td>{joined(known, ", ")}</td>
        </tr>
    })
}
