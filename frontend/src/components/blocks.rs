//! Components of static content: tables, sections, lists, links.

use crate::view::*;

/// The accessible name of a table.
#[derive(Clone, Copy, Debug)]
pub enum Name<'a> {
    Heading(&'a str),
    Label(&'a str),
}

/// A table in a box that scrolls sideways. `head` precedes its rows: mostly [`heads`].
pub fn table(
    class: impl Into<Option<&'static str>>,
    name: Name<'_>,
    head: impl IntoView + 'static,
    rows: Vec<AnyView>,
) -> AnyView {
    table_with_foot(class, name, head, rows, None)
}

/// The same with a footer row, for sums.
pub fn table_with_foot(
    class: impl Into<Option<&'static str>>,
    name: Name<'_>,
    head: impl IntoView + 'static,
    rows: Vec<AnyView>,
    foot: Option<AnyView>,
) -> AnyView {
    let foot = foot.map(|foot| view! { <tfoot>{foot}</tfoot> });
    let table = any_view! {
        <table class=class.into()>{head} <tbody data-rows="">{rows}</tbody> {foot}</table>
    };
    scrolling("table-box", name, table)
}

/// A box that scrolls by itself; the keyboard can scroll it, too.
pub fn scrolling(class: &'static str, name: Name<'_>, body: AnyView) -> AnyView {
    let (heading, label) = match name {
        Name::Heading(id) => (Some(id.to_owned()), None),
        Name::Label(text) => (None, Some(text.to_owned())),
    };
    any_view! {
        <div class=class role="region" aria-labelledby=heading aria-label=label tabindex="0">
            {body}
        </div>
    }
}

pub fn heads<Text: IntoView + 'static>(heads: impl IntoIterator<Item = Text>) -> AnyView {
    let heads = heads.into_iter().map(head).collect_view();
    any_view! { <thead><tr>{heads}</tr></thead> }
}

pub fn head(text: impl IntoView + 'static) -> AnyView {
    any_view! { <th scope="col">{text}</th> }
}

pub fn headed_row(head: impl IntoView + 'static, cells: impl IntoView + 'static) -> AnyView {
    any_view! { <tr><th scope="row">{head}</th> {cells}</tr> }
}

/// The same row with a version as its head.
pub fn figure_row(head: impl IntoView + 'static, cells: impl IntoView + 'static) -> AnyView {
    any_view! { <tr><th scope="row" class="figure">{head}</th> {cells}</tr> }
}

/// A cell with a number, a version or an architecture.
pub fn figure(it: impl IntoView + 'static) -> AnyView {
    any_view! { <td class="figure">{it}</td> }
}

pub fn fact(term: impl IntoView + 'static, details: impl IntoView + 'static) -> AnyView {
    any_view! { <div><dt>{term}</dt> <dd>{details}</dd></div> }
}

/// A landmark section, named by its heading.
pub fn section(id: &'static str, title: impl IntoView + 'static, body: AnyView) -> AnyView {
    any_view! { <section aria-labelledby=id><h2 id=id>{title}</h2> {body}</section> }
}

/// A section that is no landmark.
pub fn part(id: &'static str, title: impl IntoView + 'static, body: AnyView) -> AnyView {
    any_view! { <section><h2 id=id>{title}</h2> {body}</section> }
}

/// A `<details>` element: unfolds without JavaScript.
pub fn fold(
    class: impl Into<Option<&'static str>>,
    summary: impl IntoView + 'static,
    body: impl IntoView + 'static,
) -> AnyView {
    any_view! { <details class=class.into()><summary>{summary}</summary> {body}</details> }
}

/// The first entries in `list`; the rest, if any, in another that unfolds.
pub fn first_of(
    shown: usize,
    class: impl Into<Option<&'static str>>,
    mut entries: Vec<AnyView>,
    list: fn(Vec<AnyView>) -> AnyView,
) -> AnyView {
    let rest = entries.split_off(entries.len().min(shown));
    let more = format!("{} more", rest.len());
    let rest = (!rest.is_empty()).then(|| fold(class, more, list(rest)));
    any_view! { {list(entries)} {rest} }
}

/// Radio buttons, each with value and label. The style sheet reads their state, so that they need no JavaScript.
pub fn choice(
    class: &'static str,
    legend: &'static str,
    name: &'static str,
    chosen: &'static str,
    all: Vec<(&'static str, &'static str)>,
) -> AnyView {
    let button = |(value, label): (&'static str, &'static str)| {
        let data = |own: &str| (own == name).then_some(value);
        any_view! {
            <label class="choice">
                <input
                    type="radio"
                    name=name
                    value=value
                    data-row=data("bytes-in-row")
                    data-archs=data("archs")
                    checked=value == chosen
                />
                <span>{label}</span>
            </label>
        }
    };
    any_view! {
        <fieldset class=class>
            <legend>{legend}</legend>
            {all.into_iter().map(button).collect_view()}
        </fieldset>
    }
}

/// A list of short entries on one line.
pub fn inline_list(entries: impl IntoView + 'static) -> AnyView {
    any_view! { <ul class="inline-list">{entries}</ul> }
}

pub fn code_link(url: impl ToString, name: impl ToString) -> AnyView {
    any_view! { <a href=url.to_string()><code>{name.to_string()}</code></a> }
}

/// The view, as a link where it leads anywhere.
pub fn linked(route: Option<Route>, view: AnyView) -> AnyView {
    match route {
        Some(route) => any_view! { <a href=route.to_string()>{view}</a> },
        None => view,
    }
}

/// A long name that may wrap after a `_` or before a capital, and nowhere else; a short name never wraps.
pub fn breakable(name: &str) -> AnyView {
    let mut parts: Vec<AnyView> = Vec::new();
    for part in words(name) {
        if !parts.is_empty() {
            parts.push(any_view! { <wbr/> });
        }
        parts.push(part.to_owned().into_any());
    }
    parts.collect_view().into_any()
}

/// The name in one piece, because screen readers pause where a line may break; `None` where it never wraps.
pub fn unbroken(name: &str) -> Option<String> {
    (words(name).len() > 1).then(|| name.to_owned())
}

/// Names up to this length (in bytes) fit any column unbroken.
const UNBROKEN: usize = 14;

/// The parts of a long name: `_ETW_`, `Silo`, `Driver`.
fn words(name: &str) -> Vec<&str> {
    if name.len() <= UNBROKEN {
        return vec![name];
    }
    let bytes = name.as_bytes();
    let led = name.len() - name.trim_start_matches('_').len();
    let begins = |at: usize| {
        let (before, here) = (bytes.get(at - 1), bytes.get(at));
        let is = |byte: Option<&u8>, what: fn(&u8) -> bool| byte.is_some_and(what);
        let is_mark = matches!(before, Some(b'_' | b'.'));
        let behind_mark = is_mark && here != Some(&b'_') && at > led;
        let hump = is(before, u8::is_ascii_lowercase) && is(here, u8::is_ascii_uppercase);
        behind_mark || hump
    };
    let ends = (1..name.len()).filter(|at| begins(*at));
    let mut words = Vec::new();
    let mut from = 0;
    for end in ends.chain([name.len()]) {
        words.extend(name.get(from..end));
        from = end;
    }
    words
}

/// A bar with the structure's name and links, which stays in sight while its history scrolls.
pub fn history_bar(name: &str, ways: impl IntoView + 'static) -> AnyView {
    any_view! {
        <div class="point-bar of-history">
            <h1 class="structure-name">{name.to_owned()}</h1>
            <ul class="doorways" data-rows="">{ways}</ul>
        </div>
    }
}

/// A list item with a link that looks like a button.
pub fn doorway(route: &Route, label: impl IntoView + 'static) -> AnyView {
    any_view! { <li><a class="button" href=route.to_string()>{label}</a></li> }
}

/// The table of contents of a page, as links to its sections.
pub fn contents(entries: impl IntoView + 'static) -> AnyView {
    any_view! { <nav class="contents" aria-label="On this page"><ul>{entries}</ul></nav> }
}

/// A list item with a link: to a section of the page in its [`contents`], say.
pub fn link_item(url: impl Into<String>, label: impl Into<String>) -> AnyView {
    any_view! { <li><a href=url.into()>{label.into()}</a></li> }
}

/// A link to the parent page.
pub fn crumb(route: &Route, label: impl Into<String>) -> AnyView {
    any_view! { <p class="crumbs"><a href=route.to_string()>{label.into()}</a></p> }
}

/// The values of an enumeration at one point or two: a row for each name, with a number or a blank per column.
pub fn values<'a>(
    heads: &[&str],
    rows: impl Iterator<Item = (&'a str, Vec<Option<i64>>)>,
) -> AnyView {
    let cell = |value: Option<i64>| {
        let text = value.map_or_else(String::new, |value| value.to_string());
        any_view! { <td class="number">{text}</td> }
    };
    let row = |(name, cells): (&str, Vec<Option<i64>>)| {
        let name = any_view! { <code>{name.to_owned()}</code> };
        headed_row(name, cells.into_iter().map(cell).collect_view())
    };
    let heads = self::heads(["Name"].iter().chain(heads).map(ToString::to_string));
    let rows = rows.map(row).collect_view();
    let table =
        any_view! { <table class="plain-table values">{heads} <tbody>{rows}</tbody></table> };
    any_view! { <div class="table-frame">{table}</div> }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_long_name_is_broken_between_its_words() {
        assert_eq!(words("_EPROCESS"), ["_EPROCESS"]);
        assert_eq!(words("ETW_SILODRIVERSTATE"), ["ETW_", "SILODRIVERSTATE"]);
        assert_eq!(
            words("ReservedBufferSpaceBitMap"),
            ["Reserved", "Buffer", "Space", "Bit", "Map"]
        );
        assert_eq!(
            words("__crt_locale_pointers"),
            ["__crt_", "locale_", "pointers"]
        );
        assert_eq!(words("<unnamed-größe-größe>"), ["<unnamed-größe-größe>"]);
    }
}
