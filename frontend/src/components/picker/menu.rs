//! The structure that is picked, and the others. A menu that unfolds without JavaScript.

use crate::markup::{Element, Markup, el, said};
use crate::page::Picker;
use crate::page::picker::StructureChoice;

/// The page's heading: the structure's name, under which the others unfold.
#[must_use]
pub fn menu(picker: &Picker) -> Element {
    let entry = |choice: &StructureChoice| {
        let current = (choice.name == picker.structure).then_some("true");
        let link = el("a")
            .attr("href", choice.route.to_string())
            .attr_if("aria-current", current)
            .text(choice.name.as_str());
        let li = el("li").with(link);
        Markup::from(li.with(said("span", "quiet", &choice.summary)))
    };
    let list = el("ul")
        .attr("class", "menu-list")
        .with_all(picker.structures.iter().map(entry));
    let details = el("details")
        .attr("class", "menu")
        .with(said("summary", "button", "Structures"))
        .with(list);
    el("div")
        .attr("class", "structure-menu")
        .with(el("h1").text(picker.structure.as_str()))
        .with(details)
}
