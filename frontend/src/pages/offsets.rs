//! Members in every image: a form that needs no script, and the table, class by class.

use leptos::prelude::*;
use strata_core::offsets::Value;

use crate::components::evidence::tried;
use crate::components::figures;
use crate::page::OffsetsPage;
use crate::page::offsets::{Cell, Class, Found, Run};
use crate::route::{ApiUrl, OffsetsQuery, Route};

/// The formats in which the table can be had, and what they are for.
pub(super) const FORMATS: [(&str, &str); 8] = [
    ("csv", "a line an image"),
    ("tsv", "the same with tabs"),
    ("json", "with the source of each cell"),
    ("c", "arrays and a function for a driver"),
    ("rust", "the same in Rust"),
    ("python", "the same in Python"),
    ("edrsandblast", "as EDRSandblast keeps its offsets"),
    ("kphdyn", "as System Informer keeps its own"),
];

/// Members in every image.
#[component]
pub fn OffsetsView(page: OffsetsPage) -> impl IntoView {
    let OffsetsPage {
        asked,
        found,
        example,
        evidence,
    } = page;
    let form = form(&asked, example);
    let tried = tried(&evidence);
    let found = match found {
        None => ().into_any(),
        Some(Err(why)) => view! {
            <p class="offsets-refused" role="alert">{why}</p>
        }
        .into_any(),
        Some(Ok(found)) => table(found, &asked),
    };
    view! {
        <article class="report">
            <h1>"Members in every image"</h1>
            <p class="lede">
                "Where members of any types are in every kernel that is known: the table that drivers and scanners keep, with who says \
                 so of each value."
            </p>
            {form} {found}
            <section aria-labelledby="how">
                <h2 id="how">"How each value is known"</h2>
                <p>
                    "It is stated by the symbol file of the image, or, where there is none, by the list of 33 members that System Informer \
                     keeps. It is bracketed where no source speaks of the image, and the nearest known images before and behind \
                     it in the same line agree; nothing is carried past the last image that is known. "
                    {tried}
                </p>
            </section>
        </article>
    }
    .into_any()
}

fn form(asked: &OffsetsQuery, example: &'static str) -> AnyView {
    let rows = asked.members.lines().count().clamp(4, 14).to_string();
    view! {
        <form class="filters offsets-form" aria-label="Members and images" action=Route::Offsets.to_string()>
            <label class="offsets-members">
                <span>"Members, one a line; or a table or a header that has offsets"</span>
                <textarea
                    name=OffsetsQuery::MEMBERS
                    rows=rows
                    placeholder=example
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                >
                    {asked.members.clone()}
                </textarea>
            </label>
            <label hidden>
                <span>"Add a member"</span>
                <input
                    id="add-member"
                    type="text"
                    list="known-members"
                    placeholder="token eprocess"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                />
                <datalist id="known-members"></datalist>
            </label>
            <label>
                <span>"Images"</span>
                <input
                    type="text"
                    name=OffsetsQuery::IMAGES
                    value=asked.images.clone()
                    placeholder="x64, 1809..22H2"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                />
            </label>
            <label>
                <span>"Between known images"</span>
                <select name=OffsetsQuery::BRACKETED>
                    <option value="" selected=!asked.exclude>
                        "bracketed"
                    </option>
                    <option value=OffsetsQuery::EXCLUDE selected=asked.exclude>
                        "left out"
                    </option>
                </select>
            </label>
            <button type="submit" class="button">"Show"</button>
        </form>
    }
    .into_any()
}

fn table(found: Found, asked: &OffsetsQuery) -> AnyView {
    let Found {
        columns,
        classes,
        images,
        refused,
    } = found;
    let members: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let asked = OffsetsQuery {
        members: members.join("\n"),
        ..asked.clone()
    };
    let plural = |count: usize, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{} {more}", figures::thousands(count)),
    };
    let told = format!(
        "{} in {}",
        plural(classes.len(), "combination", "combinations"),
        plural(images, "image", "images")
    );
    let format = |(name, what): (&'static str, &'static str)| {
        let url = ApiUrl::offsets(&asked, name).to_string();
        view! {
            <li>
                <a href=url>{name}</a>
                " "
                <span class="quiet">{what}</span>
            </li>
        }
    };
    let formats = FORMATS.map(format).collect_view();
    let head = columns.into_iter().map(|(name, route)| {
        let name = match route {
            Some(route) => view! {
                <a href=route.to_string()>
                    <code>{name}</code>
                </a>
            }
            .into_any(),
            None => view! { <code>{name}</code> }.into_any(),
        };
        view! { <th scope="col">{name}</th> }
    });
    let head = head.collect_view();
    let rows = classes.into_iter().map(class).collect_view();
    let refused = (!refused.is_empty()).then(|| {
        let lines = refused.into_iter().map(|line| view! { <li>{line}</li> });
        view! {
            <section aria-labelledby="refused">
                <h2 id="refused">"Lines that name no member"</h2>
                <ul>{lines.collect_view()}</ul>
            </section>
        }
    });
    view! {
        <h2 id="found" class="found">{told}</h2>
        <ul class="inline-list offsets-formats">{formats}</ul>
        <div class="table-box" role="region" aria-labelledby="found" tabindex="0">
            <table class="plain-table offsets-table">
                <caption class="visually-hidden">"Classes of images with the same values"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Images"</th>
                        {head}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {refused}
    }
    .into_any()
}

fn class(class: Class) -> AnyView {
    let Class {
        cells,
        runs,
        images,
    } = class;
    let count = match images {
        1 => "1 image".to_owned(),
        count => format!("{} images", figures::thousands(count)),
    };
    let several = runs.len() > SHOWN;
    let mut runs: Vec<AnyView> = runs.into_iter().map(run).collect();
    let rest = runs.split_off(runs.len().min(SHOWN));
    let rest = several.then(|| {
        view! {
            <details>
                <summary>{format!("{} more runs", rest.len())}</summary>
                <ul class="offsets-runs">{rest}</ul>
            </details>
        }
    });
    let cells = cells.into_iter().map(cell).collect_view();
    view! {
        <tr>
            <th scope="row">
                <ul class="offsets-runs">{runs}</ul>
                {rest}
                <span class="quiet">{count}</span>
            </th>
            {cells}
        </tr>
    }
    .into_any()
}

/// How many runs of images are shown before the others are folded away.
const SHOWN: usize = 3;

fn run(run: Run) -> AnyView {
    let end = |(version, route): (String, Route)| {
        view! { <a href=route.to_string()>{version}</a> }
    };
    let last = run.last.map(|last| view! { " – " {end(last)} });
    view! {
        <li class="figure">
            {run.file} " " {end(run.first)} {last}
        </li>
    }
    .into_any()
}

fn cell(cell: Cell) -> AnyView {
    let Cell {
        value,
        bracketed,
        listed,
    } = cell;
    let shown = shown(value);
    let mark = |count: usize, what: &str| {
        (count > 0).then(|| {
            let text = format!("{what} in {}", figures::thousands(count));
            view! { <span class="quiet offsets-mark">{text}</span> }
        })
    };
    view! {
        <td class="figure">{shown} {mark(bracketed, "bracketed")} {mark(listed, "listed")}</td>
    }
    .into_any()
}

/// What is known of a member in an image.
pub(super) fn shown(value: Value) -> AnyView {
    match value {
        Value::At { offset, bits: None } => {
            view! { <code>{format!("{offset:#x}")}</code> }.into_any()
        }
        Value::At {
            offset,
            bits: Some(bits),
        } => view! {
            <code>{format!("{offset:#x}:{}", bits.bit())}</code>
            <span class="quiet">{format!(" {} bits", bits.width())}</span>
        }
        .into_any(),
        Value::Size(size) => view! {
            <code>{format!("{size:#x}")}</code>
            <span class="quiet">" bytes"</span>
        }
        .into_any(),
        Value::Absent | Value::Declared | Value::NotStated => {
            view! { <span class="quiet">{value.state()}</span> }.into_any()
        }
    }
}
