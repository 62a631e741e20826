//! The history of one structure: what it is, where its members lie release by release, what its source gets wrong.

pub mod about;
pub mod sizes;
pub mod table;

use crate::view::*;
use strata_core::dataset::Structure;
use strata_core::{Arch, Dataset, Point, TypeName};

use self::sizes::{size_curve, size_table};
use self::table::{arch_choice, history, mark_legend, newest_two};
use crate::components::blocks::{contents, doorway, link_item};
use crate::components::curves::Growth;
use crate::components::figures;
use crate::components::sources::badges;
use crate::components::strips::Drawing;
use crate::page::structure::{Bytes, Step};
use crate::page::{Page, StructurePage};
use crate::route::{ApiUrl, Form, Route};

/// `None` where no article describes the structure.
pub fn page<'a>(dataset: &'a Dataset, structure: &'a Structure) -> Option<Page<'a>> {
    let page = StructurePage::new(dataset, structure)?;
    let title = format!("{} · Strata", structure.name);
    let summary = page.article.summary.clone();
    Some(Page::read(title, summary, move |_| view(dataset, &page)))
}

fn view(dataset: &Dataset, page: &StructurePage<'_>) -> AnyView {
    let StructurePage {
        structure,
        article,
        layouts,
        tables,
        bytes,
        sizes,
    } = page;
    let name = &structure.name;
    let chosen = newest_two(tables);
    let histories = tables.iter().map(|table| history(name, table, chosen));
    let drawings = bytes.iter().map(|it| drawing(name, it));
    let steps = tables.iter().map(|table| {
        let steps = Step::all(dataset, structure, layouts, table.arch);
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
            <section aria-labelledby="history">
                <h2 id="history">"History"</h2>
                <p>
                    "A column is a layout: all releases named at its head share it. A cell is the member’s offset, and the \
                     sign beside it says what became of the member since the column before. Any two columns can be compared: \
                     choose them below their heads."
                </p>
                {mark_legend(tables, !article.errata.is_empty())}
                <form class="history-form" action=Form::Diff.url(name)>
                    {histories.collect_view()}
                </form>
            </section>
            <section aria-labelledby="bytes">
                <h2 id="bytes">"Bytes"</h2>
                <p>
                    "The same layouts, drawn: a strip is a layout, its members from above to scale, and ribbons lead to \
                     where each member lies in the next. A head leads to the layout, ribbons to the comparison."
                </p>
                {drawings.collect_view()}
            </section>
            <section aria-labelledby="changes">
                <h2 id="changes">"Change by change"</h2>
                {steps.collect_view()}
            </section>
            <div class="structure-about">
                <section class="prose" aria-labelledby="about">
                    <h2 id="about">"What is known of it"</h2>
                    {paragraphs.collect_view()}
                </section>
                <section aria-labelledby="sizes">
                    <h2 id="sizes">"Size"</h2>
                    {size_curve(name, Growth::new(structure), sizes)}
                    {size_table(name, sizes)}
                </section>
            </div>
            {about::uses(dataset, structure)}
            {about::errata(article)}
            {about::images(dataset, structure, &Arch::PREFERRED)}
            {about::origin(dataset, structure, article)}
        </article>
    }
}

/// The layouts on one architecture as strips of bytes.
fn drawing(structure: &TypeName, bytes: &Bytes) -> AnyView {
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
    any_view! {
        <div data-arch=bytes.arch.as_str()>
            <h3 id=id class="history-title">{format!("On {}", bytes.arch)}</h3>
            {drawing}
        </div>
    }
}

fn head(page: &StructurePage<'_>) -> impl IntoView + use<> {
    let name = &page.structure.name;
    let newest = Arch::PREFERRED.into_iter().filter_map(|arch| {
        let layout = page.layouts.iter().rfind(|it| it.arch() == arch)?;
        Some((layout.point, layout.size.get()))
    });
    let newest: Vec<_> = newest.collect();
    let layouts = newest
        .iter()
        .map(|(point, size)| layout_doorway(name, *point, *size));
    let across = match newest[..] {
        [(a, _), (b, _), ..] => {
            let label = format!("{} against {}", b.arch, a.arch);
            Some(doorway(&Route::diff(name, b, a), label))
        }
        _ => None,
    };
    let decode = newest.first();
    let decode = decode.map(|(point, _)| doorway(&Route::decode(name, *point), "Decode bytes"));
    let exports = view! {
        <li>
            <a class="button" href=ApiUrl::exports(Some(name)).to_string() rel="external" download="">
                "All layouts for other tools, ZIP"
            </a>
        </li>
    };
    let summary = page.article.summary.clone();
    view! {
        <h1 class="structure-name">{name.to_string()}</h1>
        <p class="lede">{badges(&page.structure.witnesses())} {summary}</p>
        <ul class="doorways">{layouts.collect_view()} {across} {decode} {exports}</ul>
    }
}

/// The way to a layout, with its size.
pub(super) fn layout_doorway(name: &TypeName, point: Point, size: u32) -> AnyView {
    let label = view! {
        "Layout at "
        <code>{point.to_string()}</code>
        ", "
        <code>{figures::size(size)}</code>
    };
    doorway(&Route::layout(name, point), label)
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
        ("#about", "What is known of it"),
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
