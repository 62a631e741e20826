//! A member in every kernel that is known: one table for each file, the newest versions first.

use leptos::prelude::*;

use super::offsets::{FORMATS, shown};
use crate::components::figures;
use crate::page::MemberPage;
use crate::page::member::{File, Stretch};
use crate::route::{ApiUrl, Route};

/// A member in every image.
#[component]
pub fn MemberView(page: MemberPage) -> impl IntoView {
    let structure = page.structure.to_string();
    let history = Route::structure(&page.structure).to_string();
    let chosen = format!("{}?{}", Route::Offsets, page.table);
    let format = |(name, what): (&'static str, &'static str)| {
        let url = ApiUrl::offsets(&page.table, name).to_string();
        view! {
            <li>
                <a href=url title=what>
                    {name}
                </a>
            </li>
        }
    };
    let formats = FORMATS.map(format).collect_view();
    let none = page.files.is_empty().then(|| {
        view! {
            <p>
                "No symbol file describes it. What articles say of it is in the "
                <a href=history.clone()>"history of the structure"</a> "."
            </p>
        }
    });
    let several = page.files.len() > 1;
    let files = page.files.into_iter().map(|it| file(it, several));
    let files = files.collect_view();
    view! {
        <article class="report">
            <p class="crumbs">
                <a href=history>{structure.clone()}</a>
            </p>
            <h1 class="structure-name">{structure} "." {page.path}</h1>
            <p class="lede">
                "Where it is in every kernel that is known, the newest first. Bracketed: no source speaks of these versions, and the nearest \
                 known ones before and behind agree."
            </p>
            {none} {files}
            <p>
                <a href=chosen>"With other members, or in chosen images"</a>
            </p>
            <ul class="inline-list offsets-formats">{formats}</ul>
        </article>
    }
    .into_any()
}

fn file(file: File, several: bool) -> AnyView {
    let File {
        module,
        arch,
        stretches,
    } = file;
    let id = format!("in-{module}-{arch}");
    let named = format!("{module}, {arch}");
    let label = format!("Offsets in {named}, as a table");
    let newest = stretches.first().map(|it| shown(it.value));
    let count = match stretches.len() {
        1 => "the same in all".to_owned(),
        count => format!("{} places in time", figures::thousands(count)),
    };
    let rows = stretches.into_iter().map(stretch).collect_view();
    let table = view! {
        <div class="table-box" role="region" aria-label=label tabindex="0">
            <table class="plain-table member-table">
                <thead>
                    <tr>
                        <th scope="col">"Offset"</th>
                        <th scope="col">"Versions of the file"</th>
                        <th scope="col">"Releases"</th>
                        <th scope="col">"How known"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    };
    view! {
        <section aria-labelledby=id.clone()>
            <h2 id=id.clone()>
                {several.then(|| format!("{named}: "))} {newest}
                <span class="quiet">" in the newest, " {count}</span>
            </h2>
            {table}
        </section>
    }
    .into_any()
}

fn stretch(stretch: Stretch) -> AnyView {
    let end = |(version, route): (String, Route)| {
        view! { <a href=route.to_string()>{version}</a> }
    };
    let last = stretch.last.map(|last| view! { " – " {end(last)} });
    let releases = stretch.releases.map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first} – {last}"),
    });
    let known = [
        (stretch.stated, "symbol file", "symbol files"),
        (stretch.listed, "listed", "listed"),
        (stretch.bracketed, "bracketed", "bracketed"),
    ];
    let known = known.into_iter().filter(|(count, ..)| *count > 0);
    let known: Vec<String> = known
        .map(|(count, one, more)| {
            let what = if count == 1 { one } else { more };
            format!("{} {what}", figures::thousands(count))
        })
        .collect();
    view! {
        <tr>
            <th scope="row" class="figure">{shown(stretch.value)}</th>
            <td class="figure">{end(stretch.first)} {last}</td>
            <td class="figure">{releases}</td>
            <td>{known.join(", ")}</td>
        </tr>
    }
    .into_any()
}
