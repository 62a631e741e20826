//! The about page: the site, its pages and API, its terms, its sources, its commands.

use crate::pages::prelude::*;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::certainty::Certainty;
use strata_core::offsets::FOUND;
use strata_core::raw::RawSource;
use strata_core::{Dataset, Point, TypeName};

use super::home;
use super::markdown::Text;
use super::structure::about::kind_words;
use crate::citation::citation;
use crate::components::sources::certainty_badge;
use crate::pages::offsets::cross_check;
use crate::pages::reference::api_in_files;

pub fn page(dataset: &Dataset) -> Page<'_> {
    let draw = move |hash: &str| view(dataset, hash);
    Page::read(Route::About, "About", home::DESCRIPTION, draw)
}

fn view(dataset: &Dataset, hash: &str) -> AnyView {
    let level = |certainty: Certainty| fact(certainty_badge(certainty), certainty.meaning());
    let levels = Certainty::ALL.map(level);
    let levels = view! { <dl class="glossary">{levels}</dl> };
    let example = citation("About", &Route::About.to_string(), hash);
    let example = view! { <p><span class="citation-text">{example}</span></p> };
    let entry = |source| entry(dataset.catalogue(), source);
    let sources = dataset.sources().map(entry).collect_view();
    let sources = view! { <ul class="source-list">{sources}</ul> };
    let openapi = ApiUrl::openapi().to_string();
    let openapi = view! { <a href=openapi rel="external">"OpenAPI document"</a> };
    let text = Text::new(include_str!("about.md"))
        .with("ways", ways(dataset))
        .with("cross-check", cross_check(&FOUND))
        .with("certainty", levels)
        .with("citation", example)
        .with("sources", sources)
        .with("openapi", openapi)
        .with("files", api_in_files());
    any_view! { <article class="report">{text.view()}</article> }
}

/// A source of other pages, and its licence.
fn entry(catalogue: &Catalogue, source: &RawSource) -> impl IntoView + use<> {
    let license = source.license.clone();
    let license =
        license.map(|license| view! { <p><span class="quiet">"Terms: "</span> {license}</p> });
    let stated = stated_by(catalogue, &source.id);
    let stated = (stated[0] > 0).then(|| {
        let [images, types, layouts] = stated.map(thousands);
        let what = format!("{images} images, {types} types, {layouts} different layouts");
        view! { <p><span class="quiet">"States: "</span> {what}</p> }
    });
    let note = source.note.clone();
    let note = note.map(|note| view! { <p>{note}</p> });
    view! {
        <li id=format!("source-{}", source.id)>
            <p class="entry-head">
                <a href=source.url.clone() rel="external noreferrer">
                    <cite>{source.title.clone()}</cite>
                </a>
                ", "
                {source.author.clone()}
            </p>
            <p class="quiet">{kind_words(&source.kind)}</p>
            {license}
            {stated}
            {note}
        </li>
    }
}

/// The numbers of images, types and layouts in the symbol files of a source.
fn stated_by(catalogue: &Catalogue, source: &str) -> [usize; 3] {
    let images = catalogue.images().iter();
    let own: Vec<bool> = images
        .map(|image| image.sources.iter().any(|id| **id == *source))
        .collect();
    let is_own = |image: ImageIndex| own.get(image.index()) == Some(&true);
    let mut stated = [own.iter().filter(|own| **own).count(), 0, 0];
    for ty in catalogue.named_types() {
        let classes = ty.classes().iter();
        let layouts = classes.filter(|class| class.images.iter().any(is_own));
        let layouts = layouts.count();
        stated[1] += usize::from(layouts > 0);
        stated[2] += layouts;
    }
    stated
}

/// Lines of a question, the page that answers it, and the API route that does. The example fills in the names in braces of
/// a page.
const WAYS: &str = "\
    What is the history of a structure, release by release? | /structures/{name} | GET /structures/{name}\n\
    What is its layout in one version, on one architecture? | /structures/{name}/{to} \
     | GET /structures/{name}/layouts/{version}/{arch}\n\
    What is it in the format of my compiler, WinDbg, Volatility, Kaitai, ImHex …? | /structures/{name}/{to} \
     | GET /structures/{name}/layouts/{version}/{arch}?format=c, /structures/{name}/exports, /exports\n\
    What changed between two versions? | /structures/{name}/diff/{from}/{to} | GET /structures/{name}/diff\n\
    What is the source of each row, and how certain is it? | /structures/{name}/provenance \
     | GET /structures/{name}/members/{row}\n\
    What do these bytes say, as a structure that I know? | /decode \
     | POST /structures/{name}/layouts/{version}/{arch}/decode\n\
    Which structure, in which version, are these bytes? | /identify | POST /identify\n\
    What changed between two versions of a structure that I name? | /compare | GET /structures/{name}/diff\n\
    Which member, structure, type, release or build is this? What is at 0x58? | /search?q=0x58%20x64 \
     | GET /search, /lookup\n\
    Which structures, unions and enumerations are there, and which did a release change? | /structures \
     | GET /structures?q=&kind=&changed_in=\n\
    Which kernels are in the data, and what did each change? | /images | GET /images, /images/{id}\n\
    What did each release and each servicing step change? | /releases | GET /changes\n\
    Where are these members in every kernel, as a table for my driver or script? | /offsets | GET and POST /offsets\n\
    Are my offsets still right? What are they in other versions, as a C header, CSV or JSON? | /validity \
     | POST /validity, GET /structures/{name}/offsets\n\
    What is wrong in the sources? | /audit | GET /audit";

/// The structure with the most symbol files, and the points around its newest layout.
fn example(dataset: &Dataset) -> Option<(&TypeName, Point, Point)> {
    let structure = dataset.audited().max_by_key(|it| it.images().count())?;
    let layouts = structure.layouts();
    let newest = layouts.last()?;
    let mut before = layouts.iter().rev().filter(|it| it.arch() == newest.arch());
    let mut to = newest.point;
    let from = before.find_map(|layout| {
        if !layout.same_as(newest) {
            return Some(layout.point);
        }
        to = layout.point;
        None
    });
    Some((&structure.name, from.unwrap_or(to), to))
}

fn ways(dataset: &Dataset) -> AnyView {
    let example = example(dataset);
    let row = |line: &'static str| {
        let mut parts = line.split(" | ");
        let (question, page, api) = (parts.next()?, parts.next()?, parts.next()?);
        let page = match example {
            Some((name, from, to)) => page
                .replace("{name}", name.as_str())
                .replace("{from}", &from.to_string())
                .replace("{to}", &to.to_string()),
            None => page.to_owned(),
        };
        let page: Route = page.parse().ok()?;
        let cells = any_view! {
            <td>{code_link(&page, &page)}</td>
            <td><code>{api}</code></td>
        };
        page.is_served().then(|| headed_row(question, cells))
    };
    let head = heads(["Question", "Page", "For scripts"]);
    let rows = WAYS.lines().filter_map(row).collect();
    table(
        "plain-table ways",
        Name::Label("Questions and their answers"),
        head,
        rows,
    )
}
