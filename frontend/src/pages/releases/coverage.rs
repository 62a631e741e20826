//! Which structure has a layout at which release.

use leptos::prelude::*;
use strata_core::{Arch, Point, Release, TypeName};

use crate::page::releases::{Coverage, CoverageCell};
use crate::route::Route;

/// Rows are releases, columns are structures; each layout is a link.
#[component]
pub fn CoverageTable(releases: Vec<Release>, structures: Vec<Coverage>) -> impl IntoView {
    let head = |coverage: &Coverage| {
        let url = Route::structure(&coverage.name).to_string();
        view! {
            <th scope="col">
                <a href=url>{coverage.name.to_string()}</a>
            </th>
        }
    };
    let heads = structures.iter().map(head).collect_view();
    let row = |(at, release): (usize, Release)| {
        let cells = structures.iter().map(|coverage| {
            let cell = coverage.cells.get(at);
            cell.map(|cell| cell_view(&coverage.name, release, cell))
        });
        view! {
            <tr>
                <th scope="row" class="figure">{release.id()}</th>
                {cells.collect_view()}
            </tr>
        }
    };
    let rows = releases.iter().copied().enumerate().map(row).collect_view();
    view! {
        <section>
            <h2 id="layouts">"Layouts by release"</h2>
            <p>
                "Three different answers: a link where the layout is stated, “absent” where the source says that the structure is \
                 not there, “not stated” where the source does not reach."
            </p>
            <div class="table-box" role="region" aria-labelledby="layouts" tabindex="0">
                <table class="plain-table coverage">
                    <thead>
                        <tr>
                            <th scope="col">"Release"</th>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

fn cell_view(name: &TypeName, release: Release, cell: &CoverageCell) -> AnyView {
    if cell.archs.is_empty() {
        let (class, word) = if cell.absent {
            ("column-absent", "absent")
        } else {
            ("column-not-stated", "not stated")
        };
        return view! { <td class=class>{word}</td> }.into_any();
    }
    let link = |arch: &String| {
        let known: Option<Arch> = arch.parse().ok();
        known.map(|arch| {
            let point = Point::new(release, arch);
            let label = format!("{name} at {point}");
            view! {
                <a href=Route::layout(name, point).to_string() aria-label=label>
                    {arch.as_str()}
                </a>
                " "
            }
        })
    };
    view! { <td class="figure">{cell.archs.iter().map(link).collect_view()}</td> }.into_any()
}
