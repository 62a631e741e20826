//! The structure that is picked, and the others. A menu that unfolds without JavaScript.

use crate::components::sources::badges;
use crate::page::Picker;
use crate::page::picker::StructureChoice;
use crate::route::{Fields, Route};
use crate::view::*;

/// The page's heading: the structure's name, under which the audited ones unfold, and a field for the name of any other.
pub fn menu(picker: &Picker) -> AnyView {
    let entry = |choice: &StructureChoice| {
        let current = (choice.name == picker.structure).then_some("true");
        view! {
            <li>
                <a href=choice.route.to_string() aria-current=current>
                    {choice.name.to_string()}
                </a>
                <span class="quiet">{choice.summary.clone()}</span>
            </li>
        }
    };
    let list = any_view! { <ul>{picker.structures.iter().map(entry).collect_view()}</ul> };
    let field = any_view! {
        <input
            type="search"
            name=Fields::TEXT
            aria-label="Name of any other type"
            placeholder="any other type"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
        />
    };
    let search = any_view! {
        <form class="menu-search" action=Route::structures().to_string()>
            {field}
            <button type="submit">"Find"</button>
        </form>
    };
    let unfolded = any_view! { <div class="menu-list">{list} {search}</div> };
    let details = any_view! {
        <details class="menu"><summary class="button">"Structures"</summary> {unfolded}</details>
    };
    any_view! {
        <div class="structure-menu">
            <h1>{picker.structure.as_str()}</h1>
            {badges(&picker.witnesses)}
            {details}
        </div>
    }
}
