//! The ladder of releases, what each changed, and which structure has a layout where.

pub mod changes;
pub mod coverage;

use leptos::prelude::*;

use self::changes::ChangesTable;
use self::coverage::CoverageTable;
use crate::page::Releases;
use crate::page::releases::Rung;
use crate::route::{Fields, Route};

/// The ladder of releases.
#[component]
pub fn ReleasesView(page: Releases) -> impl IntoView {
    let Releases {
        rungs,
        structures,
        changes,
    } = page;
    let releases = rungs.iter().map(|rung| rung.release).collect::<Vec<_>>();
    let rows = rungs.into_iter().map(rung_view).collect_view();
    view! {
        <article class="report">
            <h1>"Releases"</h1>
            <p class="lede">
                "A release is a name for many images of the kernel; a \
                 version, wherever one is asked for, is a release, a build, or the version of a file."
            </p>
            <nav class="contents" aria-label="On this page">
                <ul>
                    <li><a href="#ladder">"Releases in order"</a></li>
                    <li><a href="#changes">"What each changed"</a></li>
                    <li><a href="#layouts">"Layouts by release"</a></li>
                </ul>
            </nav>
            <section>
                <h2 id="ladder">"Windows releases, in order"</h2>
                <div class="table-box" role="region" aria-labelledby="ladder" tabindex="0">
                    <table class="plain-table ladder">
                        <thead>
                            <tr>
                                <th scope="col">"Id"</th>
                                <th scope="col">"Name"</th>
                                <th scope="col">"Version"</th>
                                <th scope="col">"First build"</th>
                                <th scope="col">"Also written"</th>
                                <th scope="col">"Architectures"</th>
                                <th scope="col" id="builds">"Images"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <p>
                    "A release answers with what its source states for it, which is its first kernel. Monthly servicing changes \
                     layouts inside a release; the page of a structure says where, and each image answers for itself."
                </p>
            </section>
            <ChangesTable changes/>
            <CoverageTable releases structures/>
        </article>
    }
    .into_any()
}

fn rung_view(rung: Rung) -> impl IntoView {
    let Rung {
        release,
        name,
        nt_version,
        build,
        aliases,
        archs,
        note,
        images,
    } = rung;
    let note = note.map(|note| view! { <span class="rung-note quiet">{note}</span> });
    let symbols = (images > 0).then(|| {
        let fields = Fields::default().with(Fields::RELEASE, release.id());
        let url = Route::images().with_fields(fields).to_string();
        view! { <a href=url>{images}</a> }
    });
    view! {
        <tr id=format!("release-{release}")>
            <th scope="row" class="figure">{release.id()}</th>
            <td>{name} {note}</td>
            <td class="figure">{nt_version}</td>
            <td class="figure">{build.to_string()}</td>
            <td class="figure">{aliases.join(", ")}</td>
            <td class="figure">{archs.join(" ")}</td>
            <td class="figure" id=format!("builds-{release}")>{symbols}</td>
        </tr>
    }
}
