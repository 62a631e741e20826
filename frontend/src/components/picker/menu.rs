//! The structure that is picked, and the others. A menu that unfolds without JavaScript.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::page::Picker;
use crate::page::picker::StructureChoice;

/// The page's heading: the structure's name, under which the others unfold.
#[component]
pub fn StructureMenu(
    /// What can be picked.
    #[prop(into)]
    picker: Signal<Picker>,
) -> impl IntoView {
    let name = picker.with_untracked(|picker| picker.structure.to_string());
    let here = name.clone();
    let choices = move || {
        let entry = |choice: StructureChoice| {
            let current = (choice.name.as_str() == here).then_some("true");
            view! {
                <li>
                    <a href=choice.route.to_string() aria-current=current>
                        {choice.name.to_string()}
                    </a>
                    <span class="quiet">{choice.summary}</span>
                </li>
            }
        };
        picker.with(|picker| picker.structures.iter().cloned().map(entry).collect_view())
    };
    view! {
        <div class="structure-menu">
            <h1>{name}</h1>
            <details class="menu">
                <summary class="button">"Structures"</summary>
                <ul class="menu-list">{choices}</ul>
            </details>
        </div>
    }
    .erase()
}
