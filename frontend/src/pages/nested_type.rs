//! A type that members have: its layouts, and who uses it.

use leptos::prelude::*;

use super::structure::archs::arch_choice;
use super::structure::legend::MarkLegend;
use super::structure::steps::StepsView;
use super::structure::table::HistoryView;
use super::structure::{drawing, signs};
use crate::components::diagram::still;
use crate::components::figures::{self, bytes, counted};
use crate::components::source_line::source_line;
use crate::components::used_by::UsedBy;
use crate::erase::{Erase, Erased};
use crate::markup::el;
use crate::page::TypePage;
use crate::page::ladder::HistoryLinks;
use crate::page::nested_type::{TypeRow, TypeTable, layout_id};
use crate::page::structure::{Bytes, HistoryTable, Steps};
use crate::pages::inline::Inline;
use crate::route::Route;

/// A type that members have.
#[component]
pub fn TypeView(page: TypePage) -> impl IntoView {
    let TypePage {
        name,
        kind,
        summary,
        source,
        layouts,
        leads,
        tables,
        bytes,
        steps,
        uses,
        json,
    } = page;
    let has_views = !tables.is_empty();
    let archs = arch_choice(&tables);
    let through = has_views.then(|| through(&leads, tables, bytes, steps));
    let count = u32::try_from(layouts.len()).unwrap_or(u32::MAX);
    let layouts = (0..)
        .zip(layouts)
        .map(|(at, layout)| table(at, layout))
        .collect_view();
    let uses = match uses.is_empty() {
        true => {
            view! { <p>"No member of a structure or type here is of it or holds its address."</p> }
                .erase()
        }
        false => view! { <UsedBy uses labelled="used-by"/> }.erase(),
    };
    view! {
        <article class="report type-page of-archs">
            <p class="crumbs">
                <a href=Route::Types.to_string()>"Types"</a>
            </p>
            <h1 class="structure-name">{name}</h1>
            <p class="lede">
                <span class="type-kind">{kind}</span>
                " "
                <Inline text=summary/>
            </p>
            <nav class="contents" aria-label="On this page">
                <ul>
                    {has_views.then(|| view! {
                        <li><a href="#history">"History"</a></li>
                        <li><a href="#bytes">"Bytes"</a></li>
                        <li><a href="#changes">"Change by change"</a></li>
                    })}
                    <li><a href="#layouts">{counted(count, "layout")}</a></li>
                    <li><a href="#used-by">"Used by"</a></li>
                    <li><a href=json rel="external">"JSON"</a></li>
                </ul>
            </nav>
            {archs} {through}
            <section>
                <h2 id="layouts">"Layouts"</h2>
                <div class="type-layouts">{layouts}</div>
            </section>
            <section>
                <h2 id="used-by">"Used by"</h2>
                {uses}
            </section>
            <section aria-labelledby="source">
                <h2 id="source">"Source"</h2>
                {source_line(&source)}
            </section>
        </article>
    }
    .erase()
}

/// The views that structures have, too: history, bytes, change by change.
fn through(
    leads: &HistoryLinks,
    tables: Vec<HistoryTable>,
    bytes: Vec<Bytes>,
    steps: Vec<Steps>,
) -> impl IntoView + use<> {
    let (marks, whys) = signs(&tables);
    let table = |table| view! { <HistoryView leads=leads.clone() table chosen=None/> };
    let tables = tables.into_iter().map(table).collect_view();
    let drawings = bytes.iter().map(|it| drawing(leads, it)).collect_view();
    let steps = steps.into_iter();
    let steps = steps.map(|steps| view! { <StepsView leads=leads.clone() steps/> });
    view! {
        <section aria-labelledby="history">
            <h2 id="history">"History"</h2>
            <MarkLegend marks whys has_errata=false/>
            {tables}
        </section>
        <section aria-labelledby="bytes">
            <h2 id="bytes">"Bytes"</h2>
            {drawings}
        </section>
        <section aria-labelledby="changes">
            <h2 id="changes">"Change by change"</h2>
            {steps.collect_view()}
        </section>
    }
}

fn table(at: usize, layout: TypeTable) -> impl IntoView {
    let TypeTable {
        versions,
        arch,
        size,
        align,
        members,
        diagram,
        values,
        source,
        note,
    } = layout;
    let id = layout_id(at);
    let drawn = diagram.map(|diagram| {
        let grid = still(&diagram, &format!("grid-{at}"), &id);
        el("div").attr("class", "diagrams in-eights").with(grid)
    });
    let versions = match versions.as_str() {
        "all" => "every release".to_owned(),
        _ => versions,
    };
    let arch = arch.map_or("every architecture", strata_core::Arch::as_str);
    let body = match (members.is_empty(), values.is_empty()) {
        (false, _) => members_table(&id, members),
        (true, false) => values_table(&id, values),
        (true, true) => ().erase(),
    };
    let note = note.map(|text| view! { <p class="row-note"><Inline text/></p> });
    let source = source.map(|source| source_line(&source));
    view! {
        <section class="type-layout">
            <h3 id=id.clone()>
                <span class="figure">{versions}</span>
                ", "
                <span class="figure">{arch}</span>
            </h3>
            <p class="quiet type-measure">
                <code>{figures::size(size)}</code>
                {format!(" ({}), aligned to {}", bytes(size), bytes(align))}
            </p>
            {drawn}
            {body}
            {note}
            {source}
        </section>
    }
}

fn members_table(id: &str, members: Vec<TypeRow>) -> Erased {
    let rows = members
        .into_iter()
        .map(|row| member(id, row))
        .collect_view();
    view! {
        <div class="table-box" role="region" aria-labelledby=id.to_owned() tabindex="0">
            <table class="plain-table type-members">
                <thead>
                    <tr>
                        <th scope="col">"Offset"</th>
                        <th scope="col">"Size"</th>
                        <th scope="col">"Member"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}

fn member(layout: &str, row: TypeRow) -> Erased {
    let id = row.key.map(|key| format!("{layout}-{key}"));
    let bits = row.bits.map(|(bit, width)| {
        let last = bit + width.saturating_sub(1);
        let text = match width {
            1 => format!("bit {bit}"),
            _ => format!("bits {bit}–{last}"),
        };
        view! { " " <span class="figure quiet">{text}</span> }
    });
    let over = row.over.then(|| {
        view! { " " <span class="quiet type-over">"over what is before it"</span> }
    });
    if row.gap {
        return view! {
            <tr id=id>
                <td class="figure">{figures::offset(row.offset)}</td>
                <td class="figure quiet">{row.size.map(figures::size)}</td>
                <td class="quiet">{row.name}</td>
            </tr>
        }
        .erase();
    }
    let ty = match row.ty_url {
        Some(url) => view! { <a class="type" href=url>{row.ty}</a> }.erase(),
        None => view! { <span class="type">{row.ty}</span> }.erase(),
    };
    view! {
        <tr id=id>
            <td class="figure">{figures::offset(row.offset)}</td>
            <td class="figure quiet">{row.size.filter(|_| row.bits.is_none()).map(figures::size)}</td>
            <td>
                <code>{ty} " " <b>{row.name}</b></code>
                {bits}
                {over}
            </td>
        </tr>
    }
    .erase()
}

fn values_table(id: &str, values: Vec<(String, i64)>) -> Erased {
    let row = |(name, value): (String, i64)| {
        view! {
            <tr>
                <td class="figure">{value}</td>
                <td>
                    <code>{name}</code>
                </td>
            </tr>
        }
    };
    let rows = values.into_iter().map(row).collect_view();
    view! {
        <div class="table-box" role="region" aria-labelledby=id.to_owned() tabindex="0">
            <table class="plain-table type-members">
                <thead>
                    <tr>
                        <th scope="col">"Value"</th>
                        <th scope="col">"Name"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}
