//! The field in which everything is searched for. It is a plain form, which works without JavaScript; once it is used, the
//! module that searches comes and shows hits below it as one types.

use crate::page::search_box::{FIELD_ID, PLACE_ID};
use crate::route::Route;
use crate::view::*;

pub fn search_field(typed: &str) -> AnyView {
    let label = any_view! {
        <label class="visually-hidden" for=FIELD_ID>
            "Search structures, members, types, releases"
        </label>
    };
    let field = any_view! {
        <input
            id=FIELD_ID
            type="search"
            name="q"
            value=typed.to_owned()
            placeholder="Search: LoggerId, 0x58 x64"
            maxlength="200"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-keyshortcuts="/ Control+K"
        />
    };
    let key = any_view! { <kbd class="search-key needs-script" aria-hidden="true">"/"</kbd> };
    let place = any_view! { <div id=PLACE_ID class="search-place"></div> };
    any_view! {
        <form class="search-form" role="search" action={Route::search("").to_string()}>
            {label}
            {field}
            {key}
            {place}
        </form>
    }
}
