//! The list of types, with a form that filters it without a script.

use leptos::prelude::*;
use strata_core::Release;
use strata_core::dataset::Witness;
use strata_core::types::TypeKind;

use crate::components::figures;
use crate::components::witness::{badges, label};
use crate::page::StructureList;
use crate::page::list::{Entry, Part};
use crate::route::{Fields, Route};

/// The types that are asked for.
#[component]
pub fn StructuresView(page: StructureList) -> impl IntoView {
    let StructureList {
        fields,
        modules,
        part,
        entries,
    } = page;
    let kinds =
        TypeKind::IN_SYMBOLS.map(|kind| (kind.as_str().to_owned(), kind.as_str().to_owned()));
    let sources = Witness::ALL.map(|it| (it.as_str().to_owned(), label(it).to_owned()));
    let releases = Release::all()
        .rev()
        .map(|it| (it.to_string(), it.to_string()));
    let modules = modules.into_iter().map(|it| (it.clone(), it));
    let (nav, below) = (parts(&part, ABOVE), parts(&part, BELOW));
    let rows = entries.into_iter().map(row).collect_view();
    let table = view! {
        <div class="table-box" role="region" aria-labelledby="found" tabindex="0">
            <table class="plain-table type-list">
                <caption class="visually-hidden">"Types, audited ones first, then by name"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Name"</th>
                        <th scope="col">"Stated by"</th>
                        <th scope="col">"Kind"</th>
                        <th scope="col">"Size"</th>
                        <th scope="col">"Layouts"</th>
                        <th scope="col">"Releases"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    };
    view! {
        <article class="report">
            <h1>"Structures"</h1>
            <p class="lede">
                "Every structure, union and enumeration that public symbol files of Windows kernels define, and those that only an \
                 article describes."
            </p>
            <form class="filters" role="search" aria-label="Types" action=Route::structures().to_string()>
                {text(&fields, "Name", "eprocess, list_entry")}
                {choice(&fields, Fields::KIND, "Kind", kinds)}
                {choice(&fields, Fields::SOURCE, "Stated by", sources)}
                {choice(&fields, Fields::CHANGED_IN, "Changed in", releases)}
                {choice(&fields, Fields::MODULE, "Module", modules)}
                {typed(&fields, Fields::IMAGE, "Image", "ntoskrnl-10.0.19041.2965-x64")}
                <button type="submit" class="button">"Show"</button>
            </form>
            <h2 id="found" class="found">{told(&part, "type")}</h2>
            {nav} {(part.total > 0).then_some(table)} {below}
        </article>
    }
    .into_any()
}

fn row(entry: Entry) -> AnyView {
    let Entry {
        name,
        route,
        summary,
        witnesses,
        kind,
        size,
        layouts,
        releases,
    } = entry;
    let size = size.map(|(size, arch)| {
        view! {
            {figures::size(size)}
            " "
            <span class="quiet">{arch.as_str()}</span>
        }
    });
    let releases = releases.map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first} – {last}"),
    });
    let said = match witnesses.is_empty() {
        true => view! { <span class="quiet">"named, not defined"</span> }.into_any(),
        false => badges(&witnesses).into_any(),
    };
    let summary =
        (!summary.is_empty()).then(|| view! { <p class="quiet type-summary">{summary}</p> });
    view! {
        <tr>
            <th scope="row">
                <a href=route.to_string()>
                    <code>{name}</code>
                </a>
                {summary}
            </th>
            <td>{said}</td>
            <td>{kind}</td>
            <td class="figure">{size}</td>
            <td class="figure">{layouts}</td>
            <td class="figure">{releases}</td>
        </tr>
    }
    .into_any()
}

/// `2,440 types`, `101 to 200 of 2,440 types`.
pub(super) fn told(part: &Part, what: &str) -> String {
    let plural = if part.total == 1 { "" } else { "s" };
    let total = figures::thousands(part.total);
    match part.total {
        0 => format!("No {what}s"),
        _ if part.before.is_none() && part.after.is_none() => format!("{total} {what}{plural}"),
        _ => format!(
            "{} to {} of {total} {what}s",
            figures::thousands(part.first),
            figures::thousands(part.last)
        ),
    }
}

/// What the links above and below a list are called.
pub(super) const ABOVE: &str = "Parts of the list";
pub(super) const BELOW: &str = "Parts of the list, below it";

/// Links to the part before and the part after.
pub(super) fn parts(part: &Part, label: &'static str) -> AnyView {
    let link = |route: &Option<Route>, rel: &'static str, text: &'static str| {
        route.as_ref().map(|route| {
            view! {
                <li>
                    <a class="button" rel=rel href=route.to_string()>{text}</a>
                </li>
            }
        })
    };
    let (before, after) = (
        link(&part.before, "prev", "Previous"),
        link(&part.after, "next", "Next"),
    );
    if before.is_none() && after.is_none() {
        return ().into_any();
    }
    view! {
        <nav class="parts" aria-label=label>
            <ul>{before} {after}</ul>
        </nav>
    }
    .into_any()
}

/// The field for what is searched for.
pub(super) fn text(fields: &Fields, label: &'static str, example: &'static str) -> AnyView {
    typed(fields, Fields::TEXT, label, example)
}

fn typed(
    fields: &Fields,
    name: &'static str,
    label: &'static str,
    example: &'static str,
) -> AnyView {
    view! {
        <label>
            <span>{label}</span>
            <input
                type="search"
                name=name
                value=fields.get(name).to_owned()
                placeholder=example
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
            />
        </label>
    }
    .into_any()
}

/// A field with a list to choose from; nothing where there is nothing to choose.
pub(super) fn choice(
    fields: &Fields,
    name: &'static str,
    label: &'static str,
    choices: impl IntoIterator<Item = (String, String)>,
) -> AnyView {
    let chosen = fields.get(name);
    let choices: Vec<(String, String)> = choices.into_iter().collect();
    if choices.len() < 2 {
        return ().into_any();
    }
    let option = |(value, text): (String, String)| {
        let selected = value.eq_ignore_ascii_case(chosen);
        view! {
            <option value=value selected=selected>
                {text}
            </option>
        }
    };
    let options = choices.into_iter().map(option).collect_view();
    view! {
        <label>
            <span>{label}</span>
            <select name=name>
                <option value="">"any"</option>
                {options}
            </select>
        </label>
    }
    .into_any()
}
