//! The history of a type of which no article is.

use crate::view::*;
use strata_core::dataset::{Structure, Witness};
use strata_core::lookup::Missing;
use strata_core::{Arch, Dataset, TypeName};

use super::structure::about::Images;
use super::structure::legend::MarkLegend;
use super::structure::steps::StepsView;
use super::structure::table::{HistoryView, head};
use super::structure::{newest_two, signs};
use crate::components::figures::{self, counted};
use crate::components::source_line::source_line;
use crate::components::used_by::UsedBy;
use crate::components::witness::badges;
use crate::page::structure::{HistoryTable, Newest, State};
use crate::page::symbols::{Rows, Shown};
use crate::page::{Page, TypePage};
use crate::pages::inline::Inline;
use crate::route::{Fields, Form, Route};

/// How many members that use the type are listed before the rest is folded.
const USES: usize = 20;

/// The history of a type, and where its page is; `fields` say which architecture and which rows.
///
/// # Errors
///
/// When the type has no layout on that architecture.
pub fn page<'a>(
    dataset: &'a Dataset,
    structure: &Structure,
    fields: &Fields,
) -> Result<(Page<'a>, Route), Missing> {
    let page = TypePage::new(dataset, structure, fields)?;
    let route = page.route();
    let TypePage { name, kind, .. } = &page;
    let description =
        format!("{name}: the {kind} of the Windows kernel, member by member, release by release.");
    let page = Page::read(format!("{name} · Strata"), description, |_| {
        any_view! { <TypeView page/> }
    });
    Ok((page, route))
}

#[component]
fn TypeView(page: TypePage) -> impl IntoView {
    let head = type_head(&page);
    let TypePage {
        name,
        notes,
        archs,
        shown,
        all_rows,
        uses,
        sources,
        ..
    } = page;
    let current = shown.first().map(|shown| shown.rows.table().arch);
    let declared = shown.is_empty().then(|| {
        view! { <p>"Symbol files name this type and do not define it."</p> }
    });
    let choice = arch_links(&archs, current.filter(|_| shown.len() == 1));
    let shown = shown
        .into_iter()
        .map(|shown| history(&name, shown, all_rows))
        .collect_view();
    let notes = notes
        .into_iter()
        .map(|text| view! { <p class="row-note"><Inline text/></p> });
    let notes = notes.collect_view();
    let sources = sources.iter().map(source_line).collect_view();
    any_view! {
        <article class="report type-page">
            {head} {declared} {choice} {notes} {shown} {used(uses)}
            <section aria-labelledby="source">
                <h2 id="source">"Sources"</h2>
                {sources}
            </section>
        </article>
    }
}

fn type_head(page: &TypePage) -> AnyView {
    let TypePage {
        name,
        kind,
        module,
        summary,
        newest,
        json,
        ..
    } = page;
    let layout = |newest: &Newest| {
        view! {
            <li>
                <a class="button" href=Route::layout(name, newest.point).to_string()>
                    "Layout at "
                    <code>{newest.point.to_string()}</code>
                    ", "
                    <code>{figures::size(newest.size)}</code>
                </a>
            </li>
        }
    };
    let layouts = newest.iter().map(layout).collect_view();
    let decode = newest.first().filter(|_| *kind != "enum").map(|newest| {
        view! {
            <li>
                <a class="button" href=Route::decode(name, newest.point).to_string()>"Decode bytes"</a>
            </li>
        }
    });
    let json = json.as_ref().map(|json| {
        view! {
            <li>
                <a class="button" href=json.to_string() rel="external">"JSON"</a>
            </li>
        }
    });
    let of_kind = Route::structures().with_fields(Fields::default().with(Fields::KIND, kind));
    let module = module.as_ref().map(|module| format!(" of {module}"));
    any_view! {
        <p class="crumbs">
            <a href=Route::structures().to_string()>"Structures"</a>
        </p>
        <h1 class="structure-name">{name.to_string()}</h1>
        <p class="lede">
            <a class="type-kind" href=of_kind.to_string()>{*kind}</a>
            {module}
            " "
            {badges(&[Witness::Symbols])}
            <Inline text=summary.clone()/>
        </p>
        <ul class="doorways">{layouts} {decode} {json}</ul>
    }
}

/// The architectures, each a link to its history; nothing where there is but one.
fn arch_links(archs: &[(Arch, Route)], current: Option<Arch>) -> AnyView {
    if archs.len() < 2 || current.is_none() {
        return ().into_any();
    }
    let link = |(arch, route): &(Arch, Route)| {
        let here = (current == Some(*arch)).then_some("true");
        view! {
            <li>
                <a class="button" href=route.to_string() aria-current=here>{arch.as_str()}</a>
            </li>
        }
    };
    any_view! {
        <nav class="arch-links" aria-label="Architecture">
            <ul>{archs.iter().map(link).collect_view()}</ul>
        </nav>
    }
}

fn history(name: &TypeName, shown: Shown, all_rows: bool) -> AnyView {
    let Shown {
        rows,
        folded,
        other_rows,
        steps,
        images,
    } = shown;
    let what = match rows {
        Rows::Members(_) => "member",
        Rows::Values(..) => "value",
    };
    let hidden = u32::try_from(folded).unwrap_or(u32::MAX);
    let columns = rows.table().points().count();
    let other = match (folded, all_rows) {
        (0, false) => ().into_any(),
        (_, true) if columns < 2 => ().into_any(),
        (_, true) => any_view! {
            <p>
                <a href=other_rows.to_string()>"Only rows that change"</a>
            </p>
        },
        (_, false) => any_view! {
            <p>
                {format!("{} that never changed left out. ", counted(hidden, what))}
                <a href=other_rows.to_string()>"All rows"</a>
            </p>
        },
    };
    let (marks, whys) = signs(std::slice::from_ref(rows.table()));
    let table = match rows {
        Rows::Members(table) => {
            let chosen = newest_two(std::slice::from_ref(&table));
            any_view! {
                <MarkLegend marks whys has_errata=false/>
                <form class="history-form" action=Form::Diff.url(name)>
                    <HistoryView name=name.clone() table chosen/>
                </form>
            }
        }
        Rows::Values(table, values) => values_table(name, &table, values),
    };
    let steps = steps.map(|steps| {
        view! {
            <section>
                <h2 id="changes">"Change by change"</h2>
                <StepsView name=name.clone() steps/>
            </section>
        }
    });
    any_view! {
        <section>
            <h2 id="history">"History"</h2>
            {other} {table}
        </section>
        {steps}
        <Images images/>
    }
}

/// The values of an enumeration through time: equal neighbours are one cell.
fn values_table(
    name: &TypeName,
    table: &HistoryTable,
    values: Vec<(String, Vec<Option<i64>>)>,
) -> AnyView {
    let arch = table.arch;
    let stated = table
        .columns
        .iter()
        .filter(|column| matches!(column.state, State::Stated(_)));
    let heads = stated.map(|column| head(name, arch, column)).collect_view();
    let row = |(name, cells): (String, Vec<Option<i64>>)| {
        let mut runs: Vec<(Option<i64>, usize)> = Vec::new();
        for cell in cells {
            match runs.last_mut() {
                Some((value, count)) if *value == cell => *count += 1,
                _ => runs.push((cell, 1)),
            }
        }
        let cell = |(value, count): (Option<i64>, usize)| {
            let span = (count > 1).then(|| count.to_string());
            let class = value.map_or("state-absent", |_| "figure");
            let text = value.map_or_else(|| "·".to_owned(), |value| value.to_string());
            view! { <td class=class colspan=span><span class="in-run">{text}</span></td> }
        };
        let cells = runs.into_iter().map(cell).collect_view();
        view! {
            <tr>
                <th scope="row" class="member-name"><code>{name}</code></th>
                {cells}
            </tr>
        }
    };
    let rows = values.into_iter().map(row).collect_view();
    any_view! {
        <div class="history-box" role="region" aria-label=format!("Values on {arch}") tabindex="0">
            <table class="history-table values-table">
                <thead>
                    <tr>
                        <th scope="col">"Name"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Who uses it: the first of them, the rest unfolds.
fn used(mut uses: Vec<crate::page::uses::UseLine>) -> AnyView {
    let count = u32::try_from(uses.len()).unwrap_or(u32::MAX);
    let rest = uses.split_off(uses.len().min(USES));
    let more = rest.len();
    let body = match count {
        0 => any_view! { <p>"No member of another type contains it or holds its address."</p> },
        _ => any_view! { <UsedBy uses labelled="used-by"/> },
    };
    let rest = (more > 0).then(|| {
        view! {
            <details class="use-more">
                <summary id="used-by-more">{format!("{more} more")}</summary>
                <UsedBy uses=rest labelled="used-by-more"/>
            </details>
        }
    });
    any_view! {
        <section>
            <h2 id="used-by">{format!("Used by {}", counted(count, "member"))}</h2>
            {body} {rest}
        </section>
    }
}
