//! The builds whose symbol files are in the data.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::{Point, Release, TypeName};

use crate::page::releases::SymbolBuild;
use crate::route::Route;

/// Each build, and the structures that its symbol file describes.
#[component]
pub fn SymbolTable(builds: Vec<SymbolBuild>) -> impl IntoView {
    if builds.is_empty() {
        return ().erase();
    }
    let mut before: Option<Release> = None;
    let mut row = |build: SymbolBuild| {
        let is_first = before.replace(build.release) != Some(build.release);
        row_view(build, is_first)
    };
    let rows = builds.into_iter().map(&mut row).collect_view();
    view! {
        <section>
            <h2 id="builds">"Builds with symbol files"</h2>
            <p>
                "What public symbol files say of these builds is restated in the data. The audit holds the sources against them, \
                 and a build that is asked for by its number is answered from them."
            </p>
            <div class="table-box" role="region" aria-labelledby="builds" tabindex="0">
                <table class="plain-table">
                    <thead>
                        <tr>
                            <th scope="col">"Build"</th>
                            <th scope="col">"Architecture"</th>
                            <th scope="col">"Release"</th>
                            <th scope="col">"File"</th>
                            <th scope="col">"Structures"</th>
                            <th scope="col">"Source"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
    .erase()
}

/// The first build of a release carries the anchor to which the ladder leads.
fn row_view(build: SymbolBuild, is_first: bool) -> impl IntoView {
    let SymbolBuild {
        point,
        release,
        module,
        structures,
        source,
    } = build;
    let anchor = is_first.then(|| format!("builds-{release}"));
    let links = structures
        .into_iter()
        .map(|name| structure(&name, point))
        .collect_view();
    view! {
        <tr id=anchor>
            <th scope="row" class="figure">{point.version.to_string()}</th>
            <td class="figure">{point.arch.as_str()}</td>
            <td class="figure">
                <a href=format!("#release-{release}")>{release.id()}</a>
            </td>
            <td class="figure">{module}</td>
            <td class="figure">{links}</td>
            <td>{source}</td>
        </tr>
    }
}

fn structure(name: &str, point: Point) -> impl IntoView + use<> {
    let known: Option<TypeName> = name.parse().ok();
    known.map(|name| {
        view! {
            <a href=Route::layout(&name, point).to_string()>{name.to_string()}</a>
            " "
        }
    })
}
