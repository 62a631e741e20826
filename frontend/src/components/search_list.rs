//! The hits below the field, as a list of which one is chosen by keys or the pointer.

use super::hits;
use crate::markup::{Element, Markup, el, said};
use crate::page::search_box::{LIST_ID, SearchBox};

/// Of how many runs of points a hit says where it is.
const PLACES: usize = 2;

/// The id of an entry.
#[must_use]
pub fn option_id(at: usize) -> String {
    format!("{LIST_ID}-{at}")
}

/// What stands below the field.
#[must_use]
pub fn search_list(state: &SearchBox) -> Element {
    let mut options: Vec<Markup> = Vec::new();
    if state.open {
        for (at, hit) in state.hits.iter().enumerate() {
            options.push(
                option(state, at, &hit.url)
                    .with_all(hits::parts(hit, PLACES))
                    .into(),
            );
        }
    }
    let said_so = match (state.open, state.total) {
        (false, _) => String::new(),
        (true, 0) => "No matches. Press Enter for search help".to_owned(),
        (true, 1) => "1 hit".to_owned(),
        (true, total) => format!("{total} hits"),
    };
    if state.open && state.has_more() {
        let all = option(state, state.hits.len(), &state.all());
        options.push(all.text(&format!("All {said_so}")).into());
    }
    // An empty list is no list to those who hear it.
    let hidden = options.is_empty().then_some("");
    let list = el("div")
        .attr("id", LIST_ID)
        .attr("class", "search-hits")
        .attr("role", "listbox")
        .attr("aria-label", "Hits")
        .attr_if("hidden", hidden)
        .with_all(options);
    let status = match state.open && state.total == 0 {
        true => "search-nothing",
        false => "visually-hidden",
    };
    let status = said("p", status, said_so).attr("role", "status");
    el("div")
        .attr("class", "search-below")
        .with(list)
        .with(status)
}

fn option(state: &SearchBox, at: usize, url: &str) -> Element {
    let chosen = state.chosen == Some(at);
    el("a")
        .attr("id", option_id(at))
        .attr("class", "hit")
        .attr("role", "option")
        .attr("tabindex", "-1")
        .attr("aria-selected", if chosen { "true" } else { "false" })
        .attr("href", url.to_owned())
}
