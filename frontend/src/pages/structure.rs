//! The history of one structure: what it is, where its members lie release by release, what its source gets wrong.

pub mod about;
pub mod archs;
pub mod cell;
pub mod errata;
pub mod legend;
pub mod sizes;
pub mod steps;
pub mod table;
pub mod uses;

use crate::view::*;
use strata_core::dataset::Structure;
use strata_core::{Dataset, Point, TypeName};

use self::about::{Beyond, Images, Origin, Servicing};
use self::archs::arch_choice;
use self::errata::ErrataList;
use self::legend::{MarkLegend, Why};
use self::sizes::{SizeTable, size_curve};
use self::steps::StepsView;
use self::table::{Chosen, HistoryView};
use self::uses::UsesView;
use crate::components::figures;
use crate::components::strips::Drawing;
use crate::components::witness::badges;
use crate::page::structure::{Bytes, HistoryTable, Mark};
use crate::page::{Page, StructurePage};
use crate::route::{ApiUrl, Form, Route};

/// The history of one structure; `None` where no article describes it.
pub fn page<'a>(dataset: &'a Dataset, structure: &Structure) -> Option<Page<'a>> {
    let page = StructurePage::new(dataset, structure)?;
    let title = format!("{} · Strata", page.name);
    Some(Page::read(title, page.summary.clone(), |_| {
        any_view! { <StructureView page/> }
    }))
}

#[component]
fn StructureView(page: StructurePage) -> impl IntoView {
    let contents = contents(&page);
    let head = head(&page);
    let (marks, whys) = signs(&page.tables);
    let has_errata = !page.errata.is_empty();
    let StructurePage {
        name,
        description,
        tables,
        bytes,
        steps,
        growth,
        sizes,
        servicing,
        errata,
        images,
        beyond,
        uses,
        symbols,
        source,
        source_kind,
        ..
    } = page;
    let paragraph = |text| view! { <p>{text}</p> };
    let curve = size_curve(&name, growth, &sizes);
    let archs = arch_choice(&tables);
    let chosen = newest_two(&tables);
    let histories = tables
        .into_iter()
        .map(|table| view! { <HistoryView name=name.clone() table chosen/> })
        .collect_view();
    let compare = Form::Diff.url(&name);
    let drawings = bytes.iter().map(|it| drawing(&name, it)).collect_view();
    let steps = steps
        .into_iter()
        .map(|steps| view! { <StepsView name=name.clone() steps/> })
        .collect_view();
    any_view! {
        <article class="structure-page of-archs">
            {head} {contents} {archs}
            <Servicing servicing/>
            <Beyond beyond/>
            <section aria-labelledby="history">
                <h2 id="history">"History"</h2>
                <p>
                    "A column is a layout: all releases named at its head share it. A cell is the member’s offset, and the \
                     sign beside it says what became of the member since the column before. Any two columns can be compared: \
                     choose them below their heads."
                </p>
                <MarkLegend marks whys has_errata/>
                <form class="history-form" action=compare>
                    {histories}
                </form>
            </section>
            <section aria-labelledby="bytes">
                <h2 id="bytes">"Bytes"</h2>
                <p>
                    "The same layouts, drawn: a strip is a layout, its members from above to scale, and ribbons lead to \
                     where each member lies in the next. A head leads to the layout, ribbons to the comparison."
                </p>
                {drawings}
            </section>
            <section aria-labelledby="changes">
                <h2 id="changes">"Change by change"</h2>
                {steps}
            </section>
            <div class="structure-about">
                <section class="prose" aria-labelledby="about">
                    <h2 id="about">"What is known of it"</h2>
                    {description.into_iter().map(paragraph).collect_view()}
                </section>
                <section aria-labelledby="sizes">
                    <h2 id="sizes">"Size"</h2>
                    {curve}
                    <SizeTable name=name.clone() sizes/>
                </section>
            </div>
            <UsesView uses/>
            <ErrataList name=name.clone() errata/>
            <Images images/>
            <Origin source kind=source_kind symbols/>
        </article>
    }
}

/// The layouts on one architecture as strips of bytes.
fn drawing(structure: &TypeName, bytes: &Bytes) -> impl IntoView + use<> {
    let (id, title) = (
        format!("bytes-{}", bytes.arch),
        format!("Bytes on {}", bytes.arch),
    );
    let drawing = Drawing {
        structure,
        strips: &bytes.strips,
        id: &id,
        title: &title,
    };
    let drawing = drawing.view();
    view! {
        <div data-arch=bytes.arch.as_str()>
            <h3 id=id class="history-title">{format!("On {}", bytes.arch)}</h3>
            {drawing}
        </div>
    }
}

fn head(page: &StructurePage) -> impl IntoView + use<> {
    let name = &page.name;
    let layout = |point: Point, size: u32| {
        view! {
            <li>
                <a class="button" href=Route::layout(name, point).to_string()>
                    "Layout at "
                    <code>{point.to_string()}</code>
                    ", "
                    <code>{figures::size(size)}</code>
                </a>
            </li>
        }
    };
    let layouts = page
        .newest
        .iter()
        .map(|newest| layout(newest.point, newest.size));
    let across = match page.newest[..] {
        [a, b, ..] => Some(view! {
            <li>
                <a class="button" href=Route::diff(name, b.point, a.point).to_string()>
                    {format!("{} against {}", b.point.arch, a.point.arch)}
                </a>
            </li>
        }),
        _ => None,
    };
    let decode = page.newest.first().map(|newest| {
        view! {
            <li>
                <a class="button" href=Route::decode(name, newest.point).to_string()>"Decode bytes"</a>
            </li>
        }
    });
    let exports = view! {
        <li>
            <a class="button" href=ApiUrl::exports(Some(name)).to_string() rel="external" download="">
                "All layouts for other tools, ZIP"
            </a>
        </li>
    };
    view! {
        <h1 class="structure-name">{name.to_string()}</h1>
        <p class="lede">{badges(&page.witnesses)} {page.summary.clone()}</p>
        <ul class="doorways">{layouts.collect_view()} {across} {decode} {exports}</ul>
    }
}

fn contents(page: &StructurePage) -> impl IntoView + use<> {
    let tables = page.tables.iter().map(|table| {
        let url = format!("#history-{}", table.arch);
        (url, format!("History on {}", table.arch))
    });
    let mut entries: Vec<(String, String)> = tables.collect();
    let mut entry = |id: &str, label: String| entries.push((format!("#{id}"), label));
    entry("bytes", "Bytes".to_owned());
    entry("changes", "Change by change".to_owned());
    entry("about", "What is known of it".to_owned());
    entry("sizes", "Size".to_owned());
    entry("uses", "Types".to_owned());
    entry("used-by", "Used by".to_owned());
    if !page.errata.is_empty() {
        entry("errata", format!("Errata ({})", page.errata.len()));
    }
    if !page.images.is_empty() {
        entry("builds", "Images".to_owned());
    }
    entry("source", "Source".to_owned());
    let link = |(url, label): (String, String)| view! { <li><a href=url>{label}</a></li> };
    view! {
        <nav class="contents" aria-label="On this page">
            <ul>{entries.into_iter().map(link).collect_view()}</ul>
        </nav>
    }
}

/// What is compared where nobody chose: the two newest layouts of the first table that has two; else those of two tables.
pub(super) fn newest_two(tables: &[HistoryTable]) -> Chosen {
    let newest = |table: &HistoryTable| {
        let mut points = table.points().rev();
        let to = points.next();
        [points.next(), to]
    };
    let mut pairs = tables.iter().map(newest);
    let pair = pairs.find(|pair| pair.iter().all(Option::is_some));
    pair.unwrap_or_else(|| {
        let mut last = tables.iter().filter_map(|table| table.points().next_back());
        let to = last.next();
        [last.next().or(to), to]
    })
}

/// The marks that the tables have, and why cells have no offset.
pub(super) fn signs(tables: &[HistoryTable]) -> (Vec<Mark>, Vec<Why>) {
    let rows = tables.iter().flat_map(|table| &table.rows);
    let cells = rows.flat_map(|row| &row.cells);
    let (mut marks, mut whys) = (Vec::new(), Vec::new());
    for cell in cells {
        for mark in cell.also.iter().chain([&cell.mark]) {
            if !marks.contains(mark) {
                marks.push(*mark);
            }
        }
        let why = cell.place.why_none().filter(|_| cell.mark != Mark::Gone);
        if let Some(why) = why.filter(|why| !whys.contains(why)) {
            whys.push(why);
        }
    }
    (marks, whys)
}
