//! The images of each release that symbol files describe.

use leptos::prelude::*;
use strata_core::Release;
use strata_core::catalogue::Image;

use crate::erase::Erase;
use crate::page::releases::ReleaseImages;
use crate::route::{Fields, Route};

/// A line for each release and architecture.
#[component]
pub fn SymbolTable(images: Vec<ReleaseImages>) -> impl IntoView {
    if images.is_empty() {
        return ().erase();
    }
    let mut before: Option<Release> = None;
    let mut row = |images: ReleaseImages| {
        let is_first = before.replace(images.release) != Some(images.release);
        row_view(images, is_first)
    };
    let rows = images.into_iter().map(&mut row).collect_view();
    view! {
        <section>
            <h2 id="builds">"Images with symbol files"</h2>
            <p>
                "What public symbol files say of these kernels is in the data. A release answers with its first kernel where no \
                 article states it; a version of a kernel answers for itself. "
                <a href=Route::images().to_string()>"All images"</a>
            </p>
            <div class="table-box" role="region" aria-labelledby="builds" tabindex="0">
                <table class="plain-table">
                    <thead>
                        <tr>
                            <th scope="col">"Release"</th>
                            <th scope="col">"Architecture"</th>
                            <th scope="col">"Images"</th>
                            <th scope="col">"First"</th>
                            <th scope="col">"Last"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .erase()
}

/// The first line of a release carries the anchor to which the list of releases leads.
fn row_view(images: ReleaseImages, is_first: bool) -> impl IntoView {
    let ReleaseImages {
        release,
        arch,
        first,
        last,
        count,
    } = images;
    let anchor = is_first.then(|| format!("builds-{release}"));
    let link = |image: &Image| {
        view! { <a href=Route::image(image).to_string()>{image.version.to_string()}</a> }
    };
    let fields = Fields::default().with(Fields::TEXT, release.id());
    let all = Route::images().with_fields(fields.with(Fields::ARCH, arch.as_str()));
    view! {
        <tr id=anchor>
            <th scope="row" class="figure">
                <a href=format!("#release-{release}")>{release.id()}</a>
            </th>
            <td class="figure">{arch.as_str()}</td>
            <td class="figure">
                <a href=all.to_string()>{count}</a>
            </td>
            <td class="figure">{link(&first)}</td>
            <td class="figure">{(count > 1).then(|| link(&last))}</td>
        </tr>
    }
}
