//! The structure that is picked, and the others. A menu that unfolds without JavaScript.

use crate::components::witness::badges;
use crate::markup::{Element, Markup, el, said};
use crate::page::Picker;
use crate::page::picker::StructureChoice;
use crate::route::{Fields, Route};

/// The page's heading: the structure's name, under which the audited ones unfold, and a field for the name of any other.
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
    let list = el("ul").with_all(picker.structures.iter().map(entry));
    let field = el("input")
        .attr("type", "search")
        .attr("name", Fields::TEXT)
        .attr("aria-label", "Name of any other type")
        .attr("placeholder", "any other type")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false");
    let search = el("form")
        .attr("class", "menu-search")
        .attr("action", Route::structures().to_string())
        .with(field)
        .with(el("button").attr("type", "submit").text("Find"));
    let unfolded = el("div").attr("class", "menu-list").with(list).with(search);
    let details = el("details")
        .attr("class", "menu")
        .with(said("summary", "button", "Structures"))
        .with(unfolded);
    el("div")
        .attr("class", "structure-menu")
        .with(el("h1").text(picker.structure.as_str()))
        .with(badges(&picker.witnesses))
        .with(details)
}
