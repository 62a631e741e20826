//! The list of types, with a filter form that needs no JavaScript.

use crate::pages::prelude::*;
use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::{Filter, SourceKind, Structure};
use strata_core::lookup::{self, Missing};
use strata_core::types::TypeKind;
use strata_core::{Arch, Dataset, Layout, Release};

use crate::components::sources::{badges, label};

const PAGE: usize = 100;

/// The list of types that match the fields: audited ones first, then by name.
pub fn page<'a>(dataset: &'a Dataset, fields: &Fields) -> Result<Page<'a>, Missing> {
    let filter = filter(dataset, fields)?;
    let mut found = dataset.list(&filter);
    found.sort_by_key(|structure| structure.audited().is_none());
    let (part, found) = Part::of(found, &Route::structures(), fields)?;
    let fields = fields.clone();
    let route = Route::structures().with_fields(fields.clone());
    let description = "Every structure, union and enumeration of the Windows kernel, with the releases that have it.";
    let catalogue = dataset.catalogue();
    let draw = move |_: &str| view(catalogue, &fields, &part, (&found, filter.image));
    Ok(Page::read(route, "Structures", description, draw))
}

fn view(
    catalogue: &Catalogue,
    fields: &Fields,
    part: &Part,
    (found, image): (&[&Structure], Option<ImageIndex>),
) -> AnyView {
    let image_typed = fields.get(Fields::IMAGE).to_owned();
    let kinds = TypeKind::IN_SYMBOLS.map(|kind| same(kind.as_str().to_owned()));
    let sources = SourceKind::ALL.map(|it| (it.as_str().to_owned(), label(it).to_owned()));
    let rows = found
        .iter()
        .map(|structure| row(structure, image))
        .collect();
    let head = view! {
        <caption class="visually-hidden">"Types, audited ones first, then by name"</caption>
        {heads(["Name", "Stated by", "Kind", "Size", "Layouts", "Releases"])}
    };
    let table = table("plain-table type-list", Name::Heading("found"), head, rows);
    any_view! {
        <article class="report">
            <h1>"Structures"</h1>
            <p class="lede">
                "Every structure, union and enumeration that public symbol files of Windows kernels define, and those that only an \
                 article describes."
            </p>
            <form class="filters" role="search" aria-label="Types" action=Route::structures().to_string()>
                {text(fields, "Name", "eprocess, list_entry")}
                {choice(fields, Fields::KIND, "Kind", kinds)}
                {choice(fields, Fields::SOURCE, "Stated by", sources)}
                {release_choice(fields, Fields::CHANGED_IN, "Changed in")}
                {module_choice(catalogue, fields)}
                {typed("Image", ("search", Fields::IMAGE), Some(image_typed), "ntoskrnl-10.0.19041.2965-x64", None)}
                <button type="submit" class="button">"Show"</button>
            </form>
            <h2 id="found" class="found">{part.heading("type")}</h2>
            {with_parts(part, table)}
        </article>
    }
}

fn row(structure: &Structure, image: Option<ImageIndex>) -> AnyView {
    let stated = structure.layout_sizes();
    let newest = |arch: Arch| stated.iter().rfind(|(_, own, _)| *own == arch);
    let size = newest(Arch::X64).or(stated.last()).map(|(_, arch, size)| {
        view! {
            {figures::size(size.get())}
            " "
            <span class="quiet">{arch.as_str()}</span>
        }
    });
    let releases = stated.iter().map(|(release, ..)| *release);
    let releases = releases.clone().min().zip(releases.max());
    let releases = releases.map(|(first, last)| figures::dash(&first, &last));
    let layouts = match structure.audited() {
        Some(_) => different(&structure.layouts()),
        None => structure.ty().map_or(0, |ty| ty.all_classes().count()),
    };
    let stated_by = structure.source_kinds();
    let stated_by = match stated_by.is_empty() || layouts == 0 {
        true => any_view! { <span class="quiet">"declared only"</span> },
        false => badges(&stated_by),
    };
    let summary = structure.summary().to_owned();
    let summary =
        (!summary.is_empty()).then(|| view! { <p class="quiet type-summary">{summary}</p> });
    any_view! {
        <tr>
            <th scope="row">
                <a
                    href=Route::structure(&structure.name).to_string()
                    aria-label=unbroken(structure.name.as_str())
                >
                    <code>{breakable(structure.name.as_str())}</code>
                </a>
                {summary}
            </th>
            <td>{stated_by}</td>
            <td>{structure.kind_in(image).as_str()}</td>
            <td class="figure">{size}</td>
            <td class="figure">{layouts}</td>
            <td class="figure">{releases}</td>
        </tr>
    }
}

/// The number of different layouts; those of different architectures always differ.
pub(super) fn different(layouts: &[Layout]) -> usize {
    let mut different: Vec<&Layout> = Vec::new();
    for layout in layouts {
        let same = |it: &&Layout| it.arch() == layout.arch() && it.same_as(layout);
        if !different.iter().any(same) {
            different.push(layout);
        }
    }
    different.len()
}

/// The field for a module: the binaries that symbol files describe.
pub(super) fn module_choice(catalogue: &Catalogue, fields: &Fields) -> AnyView {
    let modules = catalogue.modules().into_iter().map(ToString::to_string);
    choice(fields, Fields::MODULE, "Module", modules.map(same))
}

/// The field for a release, newest first.
pub(super) fn release_choice(fields: &Fields, name: &'static str, label: &'static str) -> AnyView {
    let releases = Release::all().rev().map(|it| it.to_string());
    choice(fields, name, label, releases.map(same))
}

/// A choice whose label is its value.
pub(super) fn same(value: String) -> (String, String) {
    (value.clone(), value)
}

fn filter(dataset: &Dataset, fields: &Fields) -> Result<Filter, Missing> {
    let field = |name| Some(fields.get(name)).filter(|text| !text.is_empty());
    let none = |what: &str, text: &str, known: &str| {
        Missing::plain(format!("There is no {what} `{text}`: expected {known}."))
    };
    let kind = |text: &str| {
        let mut kinds = TypeKind::IN_SYMBOLS.into_iter();
        let known = kinds.find(|kind| kind.as_str() == text);
        known.ok_or_else(|| none("kind", text, "struct, union or enum"))
    };
    let source =
        |text: &str| SourceKind::of(text).ok_or_else(|| none("source", text, "article or symbols"));
    let module = |text: &str| lookup::module(dataset.catalogue(), text);
    let image = |text: &str| lookup::image(dataset, text);
    let change = |text: &str| lookup::change(dataset, text);
    Ok(Filter {
        text: fields.get(Fields::TEXT).to_owned(),
        kind: field(Fields::KIND).map(kind).transpose()?,
        module: field(Fields::MODULE).map(module).transpose()?,
        image: field(Fields::IMAGE).map(image).transpose()?,
        source: field(Fields::SOURCE).map(source).transpose()?,
        changed_in: field(Fields::CHANGED_IN).map(change).transpose()?,
    })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub total: usize,
    /// The number of the first shown entry, from 1.
    pub first: usize,
    pub last: usize,
    pub before: Option<Route>,
    pub after: Option<Route>,
}

impl Part {
    /// The part of a list that a page's fields select, with its entries.
    pub(super) fn of<T>(
        entries: Vec<T>,
        route: &Route,
        fields: &Fields,
    ) -> Result<(Self, Vec<T>), Missing> {
        let total = entries.len();
        let pages = total.div_ceil(PAGE).max(1);
        let asked = fields.get(Fields::PAGE);
        let page = match asked {
            "" => Some(1),
            text => text.parse().ok().filter(|page| (1..=pages).contains(page)),
        };
        let none = || format!("The list has no page `{asked}`: expected 1 to {pages}.");
        let page = page.ok_or_else(|| Missing::plain(none()))?;
        let first = (page - 1) * PAGE;
        let to = |page: usize| {
            let text = (page > 1).then(|| page.to_string());
            let fields = fields.clone().with(Fields::PAGE, &text.unwrap_or_default());
            route.clone().with_fields(fields)
        };
        let part = Self {
            total,
            first: first + 1,
            last: (first + PAGE).min(total),
            before: (page > 1).then(|| to(page - 1)),
            after: (page < pages).then(|| to(page + 1)),
        };
        Ok((part, entries.into_iter().skip(first).take(PAGE).collect()))
    }

    /// `2,440 types`, `101 to 200 of 2,440 types`.
    pub(super) fn heading(&self, what: &str) -> String {
        let [total, first, last] = [self.total, self.first, self.last].map(thousands);
        match self.total {
            0 => format!("No {what}s"),
            1 => format!("1 {what}"),
            _ if self.before.is_none() && self.after.is_none() => format!("{total} {what}s"),
            _ => format!("{first} to {last} of {total} {what}s"),
        }
    }
}

/// A table with links to the previous and the next part, above it and below; without them for an empty list.
pub(super) fn with_parts(part: &Part, table: impl IntoView + 'static) -> AnyView {
    let above = parts(part, "Parts of the list");
    let below = parts(part, "Parts of the list, below it");
    let table = (part.total > 0).then_some(table);
    any_view! { {above} {table} {below} }
}

fn parts(part: &Part, label: &'static str) -> AnyView {
    if part.before.is_none() && part.after.is_none() {
        return ().into_any();
    }
    let link = |route: &Option<Route>, rel: &'static str, text: &'static str| {
        let url = route.as_ref()?.to_string();
        Some(view! { <li><a class="button" rel=rel href=url>{text}</a></li> })
    };
    let before = link(&part.before, "prev", "Previous");
    let after = link(&part.after, "next", "Next");
    any_view! {
        <nav class="parts" aria-label=label>
            <ul>{before} {after}</ul>
        </nav>
    }
}

pub(super) fn text(fields: &Fields, label: &'static str, example: &'static str) -> AnyView {
    let text = fields.get(Fields::TEXT).to_owned();
    typed(label, ("search", Fields::TEXT), Some(text), example, None)
}

/// A field of a type and a name for a short text, with an example and a list of what can be typed.
pub(super) fn typed(
    label: &'static str,
    (kind, name): (&'static str, &'static str),
    text: Option<String>,
    example: &'static str,
    list: Option<&'static str>,
) -> AnyView {
    any_view! {
        <label>
            <span>{label}</span>
            <input
                type=kind
                name=name
                value=text
                list=list
                placeholder=example
                autocomplete="off"
                autocapitalize="off"
            />
        </label>
    }
}

/// A select field; empty without choices.
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
    any_view! {
        <label>
            <span>{label}</span>
            <select name=name>
                <option value="">"any"</option>
                {options}
            </select>
        </label>
    }
}
