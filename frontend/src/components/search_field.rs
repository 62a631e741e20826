//! The field in which everything is searched for. It is a plain form, which works without JavaScript; once it is used, the
//! module that searches comes and shows hits below it as one types.

use crate::markup::{Element, el};
use crate::page::search_box::{FIELD_ID, PLACE_ID};
use crate::route::Route;

/// The form, with what was typed.
#[must_use]
pub fn search_field(typed: &str) -> Element {
    let label = el("label")
        .attr("class", "visually-hidden")
        .attr("for", FIELD_ID)
        .text("Search structures, members, types, releases");
    let field = el("input")
        .attr("id", FIELD_ID)
        .attr("type", "search")
        .attr("name", "q")
        .attr("value", typed.to_owned())
        .attr("placeholder", "Search: LoggerId, 0x58 x64")
        .attr("maxlength", "200")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .attr("aria-keyshortcuts", "/ Control+K");
    let key = el("kbd")
        .attr("class", "search-key needs-script")
        .attr("aria-hidden", "true")
        .text("/");
    let place = el("div").attr("id", PLACE_ID).attr("class", "search-place");
    el("form")
        .attr("class", "search-form")
        .attr("role", "search")
        .attr("action", Route::search("").to_string())
        .with(label)
        .with(field)
        .with(key)
        .with(place)
}
