//! The ladder of releases, which structure has a layout where, and the builds with symbol files.

pub mod coverage;
pub mod symbols;

use crate::erase::Erase;
use leptos::prelude::*;

use self::coverage::CoverageTable;
use self::symbols::SymbolTable;
use crate::page::Releases;
use crate::page::releases::Rung;

/// The ladder of releases.
#[component]
pub fn ReleasesView(page: Releases) -> impl IntoView {
    let Releases {
        rungs,
        structures,
        images,
    } = page;
    let releases = rungs.iter().map(|rung| rung.release).collect::<Vec<_>>();
    let rows = rungs.into_iter().map(rung_view).collect_view();
    view! {
        <article class="report">
            <h1>"Releases"</h1>
            <p class="lede">
                "The releases of Windows that Strata tells apart, in order. A release is a rung of the ladder; a version, \
                 wherever one is asked for, is a release or a build."
            </p>
            <nav class="contents" aria-label="On this page">
                <ul>
                    <li><a href="#ladder">"The ladder"</a></li>
                    <li><a href="#layouts">"Layouts by release"</a></li>
                    <li><a href="#builds">"Images with symbol files"</a></li>
                </ul>
            </nav>
            <section>
                <h2 id="ladder">"The ladder"</h2>
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
                                <th scope="col">"Images"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <p>
                    "A release answers with what its source states for it, which is its first build. Monthly servicing changes \
                     layouts inside a release; where that is known, the structure’s page says so, and the build is the key to \
                     trust."
                </p>
            </section>
            <CoverageTable releases structures/>
            <SymbolTable images/>
        </article>
    }
    .erase()
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
        view! { <a href=format!("#builds-{release}")>{images}</a> }
    });
    view! {
        <tr id=format!("release-{release}")>
            <th scope="row" class="figure">{release.id()}</th>
            <td>{name} {note}</td>
            <td class="figure">{nt_version}</td>
            <td class="figure">{build.to_string()}</td>
            <td class="figure">{aliases.join(", ")}</td>
            <td class="figure">{archs.join(" ")}</td>
            <td class="figure">{symbols}</td>
        </tr>
    }
}
