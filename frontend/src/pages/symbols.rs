//! The history page of a type that no article describes.

use crate::view::*;
use strata_core::catalogue::LayoutClass;
use strata_core::dataset::{SourceKind, Structure};
use strata_core::lookup::Missing;
use strata_core::types::TypeKind;
use strata_core::xref;
use strata_core::{Arch, Dataset, TypeName};

use super::structure::table::{head, history, mark_legend, newest_two};
use super::structure::{about, layout_doorway};
use crate::components::blocks::{crumb, doorway, history_bar, part, section};
use crate::components::figures::counted;
use crate::components::sources::{badges, source_line, source_of};
use crate::components::used_by::used_by;
use crate::page::structure::{HistoryTable, point};
use crate::page::symbols::{Rows, Shown};
use crate::page::{Page, TypePage};
use crate::pages::inline::Inline;
use crate::route::{ApiUrl, Fields, Form, Route};

/// How many members that use the type are listed before the rest is folded.
const USES: usize = 20;

/// The page and its canonical route; `fields` select the architecture and the rows.
pub fn page<'a>(
    dataset: &'a Dataset,
    structure: &'a Structure,
    fields: &Fields,
) -> Result<(Page<'a>, Route), Missing> {
    let page = TypePage::new(dataset, structure, fields)?;
    let route = page.route(page.arch, page.all_rows);
    let (name, kind) = (&structure.name, structure.kind().as_str());
    let description =
        format!("{name}: the {kind} of the Windows kernel, member by member, release by release.");
    let page = Page::read(format!("{name} · Strata"), description, move |_| {
        view(dataset, structure, &page)
    });
    Ok((page, route))
}

fn view(dataset: &Dataset, structure: &Structure, page: &TypePage) -> AnyView {
    let by_hand = structure.ty().and_then(|ty| ty.data_file.as_ref());
    let declared = page.shown.is_empty().then(|| {
        view! { <p>"Declared only: symbol files name this type but do not define it."</p> }
    });
    let shown = page.shown.iter();
    let shown = shown.map(|shown| of_arch(dataset, structure, page, shown));
    let notes = by_hand.into_iter().flat_map(|by_hand| &by_hand.classes);
    let notes = notes.filter_map(note);
    let notes = notes.map(|text| view! { <p class="row-note"><Inline text/></p> });
    let stated = by_hand.map(|by_hand| source_of(dataset, &by_hand.source));
    let sources = about::sources(dataset, structure).into_iter().chain(stated);
    let sources = sources.map(|source| source_line(&source));
    any_view! {
        <article class="report type-page">
            {type_head(structure, page)} {declared} {arch_links(page)} {notes.collect_view()}
            {shown.collect_view()} {used(dataset, structure)}
            {section("source", "Sources", sources.collect_view().into_any())}
        </article>
    }
}

/// A data file's note on a layout, and where that applies: `5.0 x86: No symbol file.`
fn note(class: &LayoutClass) -> Option<String> {
    let note = class.note.as_ref()?;
    let Some((versions, arch)) = &class.releases else {
        return Some(note.clone());
    };
    let arch = arch.map(|arch| format!(" {arch}")).unwrap_or_default();
    Some(format!("{versions}{arch}: {note}"))
}

fn type_head(structure: &Structure, page: &TypePage) -> AnyView {
    let (name, kind) = (&structure.name, structure.kind());
    let newest = page.archs.iter().filter_map(|arch| structure.newest(*arch));
    let layouts = newest.clone().filter_map(|point| {
        let size = structure.layout(point).ok()?.size.get();
        Some(layout_doorway(name, point, size))
    });
    let decode = newest.clone().next().filter(|_| kind != TypeKind::Enum);
    let decode = decode.map(|point| doorway(&Route::decode(name, point), "Decode bytes"));
    let json = ApiUrl::structure(name).answered().map(|json| {
        view! {
            <li>
                <a class="button" href=json.to_string() rel="external">"JSON"</a>
            </li>
        }
    });
    let kind = kind.as_str();
    let of_kind = Route::structures().with_fields(Fields::default().with(Fields::KIND, kind));
    let module = structure.ty().map(|ty| &ty.module);
    let module = module.filter(|module| !module.is_kernel());
    let module = module.map(|module| format!(" of {module}"));
    any_view! {
        {crumb(&Route::structures(), "Structures")}
        {history_bar(name.as_str(), any_view! { {layouts.collect_view()} {decode} {json} })}
        <p class="lede">
            <a class="type-kind" href=of_kind.to_string()>{kind}</a>
            {module}
            " "
            {badges(&[SourceKind::Symbols])}
            <Inline text=structure.summary().to_owned()/>
        </p>
    }
}

/// The architectures, each a link to its history; empty for a single one, or where all are shown.
fn arch_links(page: &TypePage) -> AnyView {
    let ([shown], true) = (&page.shown[..], page.archs.len() > 1) else {
        return ().into_any();
    };
    let current = shown.rows.table().arch;
    let link = |arch: &Arch| {
        let here = (current == *arch).then_some("true");
        let route = page.route(Some(*arch), page.all_rows);
        view! {
            <li>
                <a class="button" href=route.to_string() aria-current=here>{arch.as_str()}</a>
            </li>
        }
    };
    any_view! {
        <nav class="arch-links" aria-label="Architecture">
            <ul>{page.archs.iter().map(link).collect_view()}</ul>
        </nav>
    }
}

fn of_arch(dataset: &Dataset, structure: &Structure, page: &TypePage, shown: &Shown) -> AnyView {
    let (name, table) = (&structure.name, shown.rows.table());
    let what = match shown.rows {
        Rows::Members(_) => "member",
        Rows::Values(..) => "value",
    };
    let other = page.route(Some(table.arch), !page.all_rows).to_string();
    let other = match (shown.folded, page.all_rows) {
        (0, false) => ().into_any(),
        (_, true) if table.points().count() < 2 => ().into_any(),
        (_, true) => any_view! { <p><a href=other>"Only rows that change"</a></p> },
        (_, false) => any_view! {
            <p>
                {format!("{} hidden. ", counted(shown.folded, &format!("unchanged {what}")))}
                <a href=other>"All rows"</a>
            </p>
        },
    };
    let shown_rows = match &shown.rows {
        Rows::Members(table) => {
            let tables = std::slice::from_ref(table);
            any_view! {
                {mark_legend(tables, false)}
                <form class="history-form" action=Form::Diff.url(name)>
                    {history(name, table, newest_two(tables))}
                </form>
            }
        }
        Rows::Values(table, values) => values_table(name, table, values),
    };
    let steps = (!shown.steps.is_empty()).then(|| {
        let steps = about::steps(name, table.arch, &shown.steps);
        part("changes", "Change by change", steps)
    });
    any_view! {
        {part("history", "History", any_view! { {other} {shown_rows} })}
        {steps}
        {about::images(dataset, structure, &[table.arch])}
    }
}

/// The values of an enumeration by release: equal neighbours are one cell.
fn values_table(
    name: &TypeName,
    table: &HistoryTable,
    values: &[(String, Vec<Option<i64>>)],
) -> AnyView {
    let stated = table.columns.iter().filter(|it| point(it).is_some());
    let heads = stated.map(|column| head(name, column));
    let row = |(name, cells): &(String, Vec<Option<i64>>)| {
        let cells = cells.chunk_by(|a, b| a == b).filter_map(|run| {
            let (value, span) = (run.first()?, run.len());
            let span = (span > 1).then(|| span.to_string());
            let class = value.map_or("state-absent", |_| "figure");
            let text = value.map_or_else(|| "·".to_owned(), |value| value.to_string());
            Some(view! { <td class=class colspan=span><span class="in-run">{text}</span></td> })
        });
        view! {
            <tr>
                <th scope="row" class="member-name"><code>{name.clone()}</code></th>
                {cells.collect_view()}
            </tr>
        }
    };
    let rows = values.iter().map(row).collect_view();
    any_view! {
        <div class="history-box" role="region" aria-label=format!("Values on {}", table.arch) tabindex="0">
            <table class="history-table values-table">
                <thead>
                    <tr data-rows="">
                        <th scope="col">"Name"</th>
                        {heads.collect_view()}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The members that use it: the first ones listed, the rest folded.
fn used(dataset: &Dataset, structure: &Structure) -> AnyView {
    let uses = xref::uses(dataset, structure.name.as_str());
    let (first, rest) = uses.split_at(uses.len().min(USES));
    let body = match uses.is_empty() {
        true => any_view! { <p>"No member of another type contains it or holds its address."</p> },
        false => used_by(dataset, first, "used-by"),
    };
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details class="use-more">
                <summary id="used-by-more">{format!("{} more", rest.len())}</summary>
                {used_by(dataset, rest, "used-by-more")}
            </details>
        }
    });
    let title = format!("Used by {}", counted(uses.len(), "member"));
    part("used-by", title, any_view! { {body} {rest} })
}
