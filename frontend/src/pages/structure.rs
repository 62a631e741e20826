//! The page of a type: the history of its members by release, from its article or from symbol files. For an enumeration, that
//! of its values. An article is shown on all architectures, with its errors and pictures; a type of symbol files on one, and
//! by default with the rows that change.

pub mod about;
pub mod table;

use crate::pages::prelude::*;
use strata_core::article::Article;
use strata_core::catalogue::LayoutClass;
use strata_core::dataset::Structure;
use strata_core::lookup::Missing;
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Point, Release, TypeName};

use self::table::{arch_choice, head, history, mark_legend, newest_two};
use crate::components::curves::{Curve, CurvesView, Growth, rungs, spans};
use crate::components::sources::badges;
use crate::components::strips::Drawing;
use crate::page::structure::{Shown, Sizes, sizes, sizes_sentence};
use crate::page::{Strips, StructurePage};
use crate::route::Form;

const DESCRIPTION_ID: &str = "sizes-told";
/// The releases named below the curve, by rank.
const NAMED: [usize; 6] = [0, 5, 10, 15, 20, Release::COUNT - 1];

/// `fields` select the architecture and the rows, where no article describes the structure.
pub fn page<'a>(
    dataset: &'a Dataset,
    structure: &'a Structure,
    fields: &Fields,
) -> Result<Page<'a>, Missing> {
    let page = StructurePage::new(dataset, structure, fields)?;
    let (name, kind) = (&structure.name, structure.kind().as_str());
    let description = match page.article {
        Some(article) => article.summary.clone(),
        None => format!(
            "{name}: the {kind} of the Windows kernel, member by member, release by release."
        ),
    };
    let route = page.route(page.arch, page.all_rows);
    Ok(Page::read(route, name.as_str(), description, move |_| {
        view(dataset, &page)
    }))
}

fn view(dataset: &Dataset, page: &StructurePage<'_>) -> AnyView {
    let StructurePage {
        structure,
        article,
        shown,
        ..
    } = page;
    let changes = shown
        .iter()
        .filter(|it| article.is_some() || !it.steps.is_empty());
    let changes = changes.map(|it| about::steps(&structure.name, it.arch, &it.steps));
    let changes: Vec<AnyView> = changes.collect();
    let changes =
        (!changes.is_empty()).then(|| section("changes", "Change by change", changes.into_any()));
    let archs: Vec<Arch> = shown.iter().map(|it| it.arch).collect();
    let behind = article.map(|article| {
        let servicing = about::servicing(dataset, &article.servicing);
        any_view! { {servicing} {about::beyond(article)} }
    });
    any_view! {
        <article class="of-archs">
            {doorways(structure)} {article.map(|article| parts(page, article))} {arch_choice(shown)}
            {arch_links(page)} {notes(structure)} {rows(page)} {behind}
            {article.map(|_| pictures(page))} {changes}
            {article.map(|article| known(page, article))}
            {about::uses(dataset, structure, article.is_some())} {article.map(about::errata)}
            {about::images(dataset, structure, &archs)}
            {about::origin(dataset, structure, *article)}
        </article>
    }
}

/// Links to the newest layouts, to other forms of the type, and what it is.
fn doorways(structure: &Structure) -> AnyView {
    let (name, kind) = (&structure.name, structure.kind());
    let newest: Vec<Point> = structure.newest_points().collect();
    let layouts = newest
        .iter()
        .filter_map(|it| layout_doorway(structure, *it));
    let across = match newest[..] {
        [a, b, ..] => {
            let label = format!("{} against {}", b.arch, a.arch);
            Some(doorway(&Route::diff(name, b, a), label))
        }
        _ => None,
    };
    let decode = newest.first().filter(|_| kind != TypeKind::Enum);
    let decode = decode.map(|point| doorway(&Route::decode(name, *point), "Decode bytes"));
    let answers = [
        (ApiUrl::structure(name), "JSON"),
        (
            ApiUrl::exports(Some(name)),
            "All layouts for other tools, ZIP",
        ),
    ];
    let answers = answers.map(|(url, label)| {
        let url = url.answered()?.to_string();
        Some(view! { <li><a class="button" href=url rel="external">{label}</a></li> })
    });
    let kind = kind.as_str();
    let of_kind = Route::structures().with_field(Fields::KIND, kind);
    let module = structure.ty().map(|ty| &ty.module);
    let module = module.filter(|module| !module.is_kernel());
    let module = module.map(|module| format!(" of {module}"));
    let ways = any_view! { {layouts.collect_view()} {across} {decode} {answers} };
    any_view! {
        {crumb(&Route::structures(), "Structures")}
        {history_bar(name.as_str(), ways)}
        <p class="lede">
            <a class="type-kind" href=of_kind.to_string()>{kind}</a>
            {module}
            " "
            {badges(&structure.source_kinds())}
            <Inline text=structure.summary().to_owned()/>
        </p>
    }
}

fn layout_doorway(structure: &Structure, point: Point) -> Option<AnyView> {
    let size = structure.layout(point).ok()?.size.to_string();
    let label = view! { "Layout at " <code>{point.to_string()}</code> ", " <code>{size}</code> };
    Some(doorway(&Route::layout(&structure.name, point), label))
}

fn parts(page: &StructurePage<'_>, article: &Article) -> AnyView {
    let tables = page.shown.iter().map(|shown| {
        let arch = shown.arch;
        link_item(format!("#history-{arch}"), format!("History on {arch}"))
    });
    let errata = article.errata.len();
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
    let source = link_item("#source", "Source");
    contents(entries.chain([source]).collect_view())
}

/// The architectures, each a link to its history; empty for a single one, or where all are shown.
fn arch_links(page: &StructurePage<'_>) -> AnyView {
    let ([shown], true) = (&page.shown[..], page.archs.len() > 1) else {
        return ().into_any();
    };
    let current = shown.arch;
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

/// What data files say of the layouts.
fn notes(structure: &Structure) -> AnyView {
    let by_hand = structure.ty().and_then(|ty| ty.data_file.as_ref());
    let notes = by_hand.into_iter().flat_map(|by_hand| &by_hand.classes);
    let notes = notes.filter_map(note);
    let notes = notes.map(|text| view! { <p class="row-note"><Inline text/></p> });
    notes.collect_view().into_any()
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

/// The rows of the shown architectures, which can be compared with one another.
fn rows(page: &StructurePage<'_>) -> AnyView {
    let StructurePage { article, shown, .. } = page;
    if shown.is_empty() {
        return any_view! { <p>"Declared only: symbol files name this type but do not define it."</p> };
    }
    let name = &page.structure.name;
    let chosen = newest_two(shown);
    let tables = shown.iter().map(|it| match &it.values {
        Some(values) => values_table(name, it, values),
        None => history(name, it, chosen),
    });
    let introduction = article.map(|_| {
        view! {
            <p>
                "Each column is a layout: all releases in its heading share it. Each cell is the member’s offset; the sign \
                 beside it says how the member changed since the previous column. To compare two columns, choose them below \
                 their headings."
            </p>
        }
    });
    let has_errata = article.is_some_and(|article| !article.errata.is_empty());
    let body = any_view! {
        {introduction} {shown.iter().map(|shown| other_rows(page, shown)).collect_view()}
        {mark_legend(shown, has_errata)}
        <form action=Form::Diff.url(name)>
            {tables.collect_view()}
        </form>
    };
    section("history", "History", body)
}

/// A link to all rows, or to those that change.
fn other_rows(page: &StructurePage<'_>, shown: &Shown) -> AnyView {
    let what = match shown.values {
        None => "member",
        Some(_) => "value",
    };
    let other = page.route(Some(shown.arch), !page.all_rows).to_string();
    match (shown.folded, page.all_rows) {
        (0, false) => ().into_any(),
        (_, true) if page.article.is_some() || shown.points().count() < 2 => ().into_any(),
        (_, true) => any_view! { <p><a href=other>"Only rows that change"</a></p> },
        (_, false) => any_view! {
            <p>
                {format!("{} hidden. ", counted(shown.folded, &format!("unchanged {what}")))}
                <a href=other>"All rows"</a>
            </p>
        },
    }
}

/// The values of an enumeration by release: equal neighbours are one cell.
fn values_table(name: &TypeName, shown: &Shown, values: &[(String, Vec<Option<i64>>)]) -> AnyView {
    let stated = shown.history.columns.iter();
    let stated = stated.filter(|column| column.point().is_some());
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
        <div class="history-box" role="region" aria-label=format!("Values on {}", shown.arch) tabindex="0">
            <table class="history-table">
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

fn pictures(page: &StructurePage<'_>) -> AnyView {
    let drawings = page.shown.iter().filter_map(|shown| {
        let strips = shown.strips.as_ref()?;
        Some(drawing(&page.structure.name, shown.arch, strips))
    });
    let body = any_view! {
        <p>
            "The same layouts as a picture. Each strip is a layout, to scale, with its members from top to bottom; \
             ribbons connect each member with its place in the next layout. A heading links to the layout, a ribbon to \
             the comparison."
        </p>
        {drawings.collect_view()}
    };
    section("bytes", "Bytes", body)
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

fn known(page: &StructurePage<'_>, article: &Article) -> AnyView {
    let name = &page.structure.name;
    let paragraphs = article.description.split("\n\n").map(str::trim);
    let paragraphs = paragraphs.filter(|text| !text.is_empty());
    let paragraphs = paragraphs.map(|text| view! { <p>{text.to_owned()}</p> });
    let sizes = size_curve(name, &sizes(page.structure));
    any_view! {
        <div class="structure-about">
            {section("about", "What is known about it", paragraphs.collect_view().into_any())}
            {section("sizes", "Size", sizes)}
        </div>
    }
}

/// The sizes by release as curves, one for each architecture; empty where no size is stated.
fn size_curve(name: &TypeName, sizes: &[Sizes]) -> AnyView {
    let growth = Growth::new(sizes);
    let drawn = sizes.iter().filter(|it| Curve::new(it).is_some());
    let words = joined(drawn.map(sizes_sentence), " ");
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
                description=(DESCRIPTION_ID, words)
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
