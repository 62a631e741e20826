//! What was found for what was typed. The page that a search gives without JavaScript, and the one that can be sent.

use crate::view::*;

use strata_core::search::{TEXT_LIMIT, WORDS_LIMIT};

use crate::components::blocks::{code_link, section};
use crate::components::figures::counted;
use crate::components::search::{self, search_field};
use crate::page::search::{DESCRIPTION, HitLine, Named};
use crate::page::{Page, SearchPage};
use crate::route::Route;
use crate::words::pairs;

/// Of how many runs of points a hit says where it is.
const PLACES: usize = 6;
/// What can be typed, and what that finds.
const EXAMPLES: &str = "\
    ETW_REALTIME_CONSUMER: a structure, with or without underscores\n\
    LoggerId: a member, wherever it is\n\
    0x58 x64: whatever covers that offset\n\
    ETW_REALTIME_CONSUMER+0x5a: the same in one structure, as a debugger writes it\n\
    Links.Blink: what is inside a member\n\
    0x58 word, 0x5a byte, size >= 0x88: the structures with a member at each offset\n\
    size 0x88: the structures of that size\n\
    HANDLE: members of that type\n\
    LoggerId 6.2 x86: one version and architecture\n\
    relatime consumr: what was misspelt";

pub fn page(page: SearchPage) -> Page<'static> {
    let draw = |page| any_view! { <SearchView page/> };
    Page::read(page.title(), DESCRIPTION, move |_| draw(page))
}

#[component]
pub fn SearchView(page: SearchPage) -> impl IntoView {
    let typed = page.query.as_str().to_owned();
    let nowhere = page.hits.is_empty() && page.named.is_empty();
    let found = (!page.hits.is_empty()).then(|| list(&page));
    let nothing = (nowhere && !typed.is_empty()).then(|| nothing(&page, &typed));
    let cut = page.is_longest.then(cut);
    let teach = nowhere.then(examples);
    let named = (!page.named.is_empty()).then(|| named(&page.named));
    view! {
        <article class="report search-page">
            <h1>"Search"</h1>
            {search_field(&typed)}
            {cut}
            {named}
            {found}
            {nothing}
            {teach}
        </article>
    }
}

fn named(named: &[Named]) -> AnyView {
    let exact = named.iter().any(|it| it.near.is_none());
    let entry = |named: &Named| {
        let near = named.near.as_ref();
        view! {
            <li>
                {code_link(&named.route, &named.id)}
                {near.map(|near| view! { <span class="quiet">{format!(" {near}")}</span> })}
            </li>
        }
    };
    let heading = match exact {
        true => "Kernels of that name",
        false => "Not known; the nearest kernels",
    };
    let entries = named.iter().map(entry).collect_view();
    section("named", heading, any_view! { <ul>{entries}</ul> })
}

fn list(page: &SearchPage) -> impl IntoView + use<> {
    let count = counted(page.total, "hit");
    let shown = page.hits.len();
    let count = if shown < page.total {
        format!(
            "{count}, of which the best {shown}. Another word, a version or an architecture narrows it down."
        )
    } else {
        format!("{count}.")
    };
    let count = match &page.ignored[..] {
        [] => count,
        words => format!("{count} Left out: {}.", words.join(", ")),
    };
    let count = match &page.read_as {
        Some(place) => format!("{count} Read as: {place}."),
        None => count,
    };
    let hits = page.hits.iter().map(entry);
    let hits = any_view! { <ol class="hits">{hits.collect_view()}</ol> };
    view! {
        <p class="hits-count" role="status">{count}</p>
        {hits}
    }
}

fn entry(hit: &HitLine) -> AnyView {
    let link = any_view! { <a class="hit" href=hit.url.clone()>{search::parts(hit, PLACES)}</a> };
    any_view! { <li>{link}</li> }
}

/// A search that is longer than the longest was cut before it came here.
fn cut() -> AnyView {
    let limits = format!(
        "A search has at most {TEXT_LIMIT} characters and {WORDS_LIMIT} words: anything longer is cut."
    );
    any_view! { <p class="quiet">{limits}</p> }
}

fn nothing(page: &SearchPage, typed: &str) -> AnyView {
    if page.is_unknown_pdb {
        return any_view! {
            <p class="hits-count" role="status">
                "No kernel has the PDB " <code>{typed.to_owned()}</code> "."
            </p>
        };
    }
    any_view! {
        <p class="hits-count" role="status">
            "No name, type, size or offset matches " <code>{typed.to_owned()}</code> "."
        </p>
        <p class="quiet">
            "Each word must be found, in a name, a type or a remark. Offsets and sizes are hexadecimal with 0x. Add \
             a name or an offset: a version or an architecture only filters."
        </p>
    }
}

fn examples() -> AnyView {
    let example = |(text, what): (&'static str, &'static str)| {
        view! {
            <li>
                {code_link(Route::search(text), text)}
                " "
                <span class="quiet">{what}</span>
            </li>
        }
    };
    section(
        "examples",
        "What can be typed",
        any_view! {
            <ul class="search-examples">{pairs(EXAMPLES).map(example).collect_view()}</ul>
            <p class="quiet needs-script">
                <kbd>"/"</kbd> " or " <kbd>"Ctrl"</kbd> "+" <kbd>"K"</kbd>
                " leads to the field from anywhere; the arrow keys choose among the hits, Enter goes there."
            </p>
        },
    )
}
