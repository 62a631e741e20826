//! What pages are made of that are only read: tables, facts, links.

use crate::route::Route;
use crate::view::*;

/// What screen readers call a table.
#[derive(Clone, Debug)]
pub enum Name {
    /// The heading with that id.
    Heading(String),
    Label(String),
}

impl Name {
    pub fn heading(id: &str) -> Self {
        Self::Heading(id.to_owned())
    }

    pub fn label(text: &str) -> Self {
        Self::Label(text.to_owned())
    }
}

/// A table in a box that scrolls sideways. `head` is what stands before its rows: mostly [`heads`].
pub fn table(
    class: impl Into<Option<&'static str>>,
    name: Name,
    head: impl IntoView + 'static,
    rows: Vec<AnyView>,
) -> AnyView {
    let class = class.into();
    let (heading, label) = match name {
        Name::Heading(id) => (Some(id), None),
        Name::Label(text) => (None, Some(text)),
    };
    any_view! {
        <div class="table-box" role="region" aria-labelledby=heading aria-label=label tabindex="0">
            <table class=class>{head} <tbody>{rows}</tbody></table>
        </div>
    }
}

/// The heads of a table's columns.
pub fn heads<const N: usize>(heads: [&'static str; N]) -> AnyView {
    let heads = heads.map(head);
    any_view! { <thead><tr>{heads}</tr></thead> }
}

/// The head of a column.
pub fn head(text: &str) -> AnyView {
    any_view! { <th scope="col">{text.to_owned()}</th> }
}

/// An entry of a description list.
pub fn fact(term: impl IntoView + 'static, details: impl IntoView + 'static) -> AnyView {
    any_view! { <div><dt>{term}</dt> <dd>{details}</dd></div> }
}

/// Short entries on one line.
pub fn inline_list(entries: impl IntoView + 'static) -> AnyView {
    any_view! { <ul class="inline-list">{entries}</ul> }
}

/// A name of code, as a link.
pub fn code_link(url: impl ToString, name: impl ToString) -> AnyView {
    any_view! { <a href=url.to_string()><code>{name.to_string()}</code></a> }
}

/// A link that looks like a button, in a list of these.
pub fn doorway(route: &Route, label: impl IntoView + 'static) -> AnyView {
    any_view! { <li><a class="button" href=route.to_string()>{label}</a></li> }
}

/// The parts of a page, as links to these.
pub fn contents(entries: impl IntoView + 'static) -> AnyView {
    any_view! { <nav class="contents" aria-label="On this page"><ul>{entries}</ul></nav> }
}

/// A link in a list: of a part of the page in its [`contents`], say.
pub fn link_item(url: impl Into<String>, label: impl Into<String>) -> AnyView {
    any_view! { <li><a href=url.into()>{label.into()}</a></li> }
}

/// The page above a page.
pub fn crumb(route: &Route, label: impl Into<String>) -> AnyView {
    any_view! { <p class="crumbs"><a href=route.to_string()>{label.into()}</a></p> }
}
