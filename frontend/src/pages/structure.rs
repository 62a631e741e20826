//! The structure page: the history of its members' offsets by release, and the errors of its source.

pub mod about;
pub mod table;

use crate::view::*;
use strata_core::article::Status;
use strata_core::dataset::Structure;
use strata_core::{Arch, Dataset, Point, Release, TypeName};

use self::table::{arch_choice, history, mark_legend, newest_two};
use crate::components::curves::{Curve, CurvesView, Growth, rungs, spans};
use crate::components::sources::badges;
use crate::components::strips::Drawing;
use crate::page::structure::{Size, SizeRow, sizes_sentence, steps};
use crate::page::{Strips, StructurePage};
use crate::route::Form;

const TOLD_ID: &str = "sizes-told";
/// The releases named below the curve, by rank.
const NAMED: [usize; 6] = [0, 5, 10, 15, 20, Release::COUNT - 1];

/// `None` where no article describes the structure.
pub fn page<'a>(dataset: &'a Dataset, structure: &'a Structure) -> Option<Page<'a>> {
    let page = StructurePage::new(dataset, structure)?;
    let (route, title) = (Route::structure(&structure.name), structure.name.as_str());
    let summary = page.article.summary.clone();
    Some(Page::read(route, title, summary, move |_| {
        view(dataset, &page)
    }))
}

fn view(dataset: &Dataset, page: &StructurePage<'_>) -> AnyView {
    let (structure, article, tables) = (page.structure, page.article, &page.tables);
    let name = &structure.name;
    let chosen = newest_two(tables);
    let histories = tables.iter().map(|table| history(name, table, chosen));
    let drawings = page.bytes.iter();
    let drawings = drawings.map(|(arch, strips)| drawing(name, *arch, strips));
    let steps = tables.iter().map(|table| {
        let steps = steps(dataset, structure, &page.layouts, table.arch);
        about::steps(name, table.arch, &steps)
    });
    let paragraphs = article.description.split("\n\n").map(str::trim);
    let paragraphs = paragraphs.filter(|text| !text.is_empty());
    let paragraphs = paragraphs.map(|text| view! { <p>{text.to_owned()}</p> });
    any_view! {
        <article class="structure-page of-archs">
            {head(page)} {parts(page)} {arch_choice(tables)}
            {about::servicing(dataset, &article.servicing)}
            {about::beyond(article)}
            {section("history", "History", any_view! {
                <p>
                    "Each column is a layout: all releases in its heading share it. Each cell is the member’s offset; the sign \
                     beside it says how the member changed since the previous column. To compare two columns, choose them below \
                     their headings."
                </p>
                {mark_legend(tables, !article.errata.is_empty())}
                <form class="history-form" action=Form::Diff.url(name)>
                    {histories.collect_view()}
                </form>
            })}
            {section("bytes", "Bytes", any_view! {
                <p>
                    "The same layouts as a picture. Each strip is a layout, to scale, with its members from top to bottom; \
                     ribbons connect each member with its place in the next layout. A heading links to the layout, a ribbon to \
                     the comparison."
                </p>
                {drawings.collect_view()}
            })}
            {section("changes", "Change by change", steps.collect_view().into_any())}
            <div class="structure-about">
                {section("about", "What is known about it", paragraphs.collect_view().into_any())}
                {section("sizes", "Size", any_view! {
                    {size_curve(name, &page.sizes)}
                    {size_table(name, &page.sizes)}
                })}
            </div>
            {about::uses(dataset, structure)}
            {about::errata(article)}
            {about::images(dataset, structure, &Arch::PREFERRED)}
            {about::origin(dataset, structure, article)}
        </article>
    }
}

fn drawing(structure: &TypeName, arch: Arch, strips: &Strips) -> AnyView {
    let (id, title) = (format!("bytes-{arch}"), format!("Bytes on {arch}"));
    let drawing = Drawing {
        structure,
        strips,
        id: &id,
        title: &title,
    };
    let drawing = drawing.view();
    any_view! {
        <div data-arch=arch.as_str()>
            <h3 id=id class="history-title">{format!("On {arch}")}</h3>
            {drawing}
        </div>
    }
}

fn head(page: &StructurePage<'_>) -> impl IntoView + use<> {
    let name = &page.structure.name;
    let newest: Vec<Point> = page.structure.newest_points().collect();
    let layouts = newest.iter();
    let layouts = layouts.filter_map(|it| layout_doorway(page.structure, *it));
    let across = match newest[..] {
        [a, b, ..] => {
            let label = format!("{} against {}", b.arch, a.arch);
            Some(doorway(&Route::diff(name, b, a), label))
        }
        _ => None,
    };
    let decode = newest.first();
    let decode = decode.map(|point| doorway(&Route::decode(name, *point), "Decode bytes"));
    let exports = view! {
        <li>
            <a class="button" href=ApiUrl::exports(Some(name)).to_string() rel="external" download="">
                "All layouts for other tools, ZIP"
            </a>
        </li>
    };
    let summary = page.article.summary.clone();
    view! {
        {history_bar(name.as_str(), any_view! { {layouts.collect_view()} {across} {decode} {exports} })}
        <p class="lede">{badges(&page.structure.source_kinds())} {summary}</p>
    }
}

pub(super) fn layout_doorway(structure: &Structure, point: Point) -> Option<AnyView> {
    let size = structure.layout(point).ok()?.size.to_string();
    let label = view! { "Layout at " <code>{point.to_string()}</code> ", " <code>{size}</code> };
    Some(doorway(&Route::layout(&structure.name, point), label))
}

fn parts(page: &StructurePage<'_>) -> AnyView {
    let tables = page.tables.iter().map(|table| {
        let url = format!("#history-{}", table.arch);
        link_item(url, format!("History on {}", table.arch))
    });
    let errata = page.article.errata.len();
    let errata = (errata > 0).then(|| link_item("#errata", format!("Errata ({errata})")));
    let has_images = page.structure.images().next().is_some();
    let images = has_images.then(|| link_item("#builds", "Images"));
    let between = [
        ("#bytes", "Bytes"),
        ("#changes", "Change by change"),
        ("#about", "What is known about it"),
        ("#sizes", "Size"),
        ("#uses", "Types"),
        ("#used-by", "Used by"),
    ]
    .map(|(url, label)| link_item(url, label));
    let entries = tables.chain(between).chain(errata).chain(images);
    contents(
        entries
            .chain([link_item("#source", "Source")])
            .collect_view(),
    )
}

/// The sizes by release as curves, one for each architecture; empty where no size is stated.
fn size_curve(name: &TypeName, sizes: &[SizeRow]) -> AnyView {
    let growth = Growth::new(sizes);
    let archs = growth.curves.iter().map(|curve| curve.arch);
    let words: Vec<String> = archs.map(|arch| sizes_sentence(sizes, arch)).collect();
    let spans = spans(&growth.curves);
    let largest = growth.curves.iter().map(Curve::largest).max();
    let ground = growth.not_stated_words().map(|words| {
        view! { <li class="quiet">"grey ground: not stated, " {words}</li> }
    });
    let gaps = growth.curves.iter().any(Curve::has_gaps);
    let gaps = gaps.then(|| view! { <li class="quiet">"no line: no layout"</li> });
    any_view! {
        <figure class="size-curve">
            <p class="size-largest figure quiet" aria-hidden="true">{largest.map(|size| size.to_string())}</p>
            <CurvesView
                growth
                label=format!("Size of {name} through all releases")
                told=(TOLD_ID, words.join(" "))
            />
            <div aria-hidden="true">
                {rungs(|release| NAMED.contains(&release.index()))}
            </div>
            <figcaption>
                <ul class="card-sizes">{spans} {ground} {gaps}</ul>
            </figcaption>
        </figure>
    }
}

/// A table of the sizes; releases that agree share a row.
fn size_table(name: &TypeName, sizes: &[SizeRow]) -> AnyView {
    let archs = sizes.first().map(|(.., cells)| cells.as_slice());
    let archs = archs.unwrap_or_default().iter();
    let archs = archs.map(|(arch, _)| arch.as_str());
    let head = heads(["Releases"].into_iter().chain(archs));
    let row = |(first, last, cells): &SizeRow| {
        let cells = cells.iter();
        let cells = cells.map(|(arch, size)| cell(name, Point::new(*first, *arch), *size));
        headed_row(figures::span(first, last), cells.collect_view())
    };
    any_view! {
        <table class="plain-table size-table">
            {head}
            <tbody data-rows="">{sizes.iter().map(row).collect_view()}</tbody>
        </table>
    }
}

fn cell(name: &TypeName, point: Point, size: Size) -> AnyView {
    match size {
        Some(Status::Stated(size)) => {
            let route = Route::layout(name, point);
            any_view! {
                <td class="figure">
                    <a href=route.to_string()>{size.to_string()}</a>
                </td>
            }
        }
        Some(Status::Absent) => any_view! { <td class="quiet">"absent"</td> },
        Some(Status::NotStated) => any_view! { <td class="quiet">"not stated"</td> },
        None => any_view! { <td class="quiet">"no point"</td> },
    }
}
