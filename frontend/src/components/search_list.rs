//! The hits below the field, as a list of which one is chosen by keys or the pointer.

use super::hits;
use crate::page::search_box::{LIST_ID, SearchBox};
use crate::view::*;

/// Of how many runs of points a hit says where it is.
const PLACES: usize = 2;

pub fn option_id(at: usize) -> String {
    format!("{LIST_ID}-{at}")
}

pub fn search_list(state: &SearchBox) -> AnyView {
    let mut options: Vec<AnyView> = Vec::new();
    if state.open {
        for (at, hit) in state.hits.iter().enumerate() {
            let parts = hits::parts(hit, PLACES);
            options.push(option(state, at, hit.url.clone(), parts.into_any()));
        }
    }
    let said_so = match (state.open, state.total) {
        (false, _) => String::new(),
        (true, 0) => "No matches. Press Enter for search help".to_owned(),
        (true, 1) => "1 hit".to_owned(),
        (true, total) => format!("{total} hits"),
    };
    if state.open && state.has_more() {
        let all = format!("All {said_so}").into_any();
        options.push(option(state, state.hits.len(), state.all(), all));
    }
    // An empty list is no list to those who hear it.
    let hidden = options.is_empty().then_some("");
    let status = match state.open && state.total == 0 {
        true => "search-nothing",
        false => "visually-hidden",
    };
    any_view! {
        <div class="search-below">
            <div id=LIST_ID class="search-hits" role="listbox" aria-label="Hits" hidden=hidden>
                {options}
            </div>
            <p class=status role="status">
                {said_so}
            </p>
        </div>
    }
}

fn option(state: &SearchBox, at: usize, url: String, says: AnyView) -> AnyView {
    let chosen = state.chosen == Some(at);
    any_view! {
        <a
            id=option_id(at)
            class="hit"
            role="option"
            tabindex="-1"
            aria-selected=if chosen { "true" } else { "false" }
            href=url
        >
            {says}
        </a>
    }
}
