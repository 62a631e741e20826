//! Where bytes are put: a field to paste into, a file to choose, and where in them the structure begins.

use super::asked::Field;
use super::deed::{DEED, Deed};
use super::scene::Scene;
use crate::markup::{Element, Markup, el, said};

/// The id of the form.
pub const FORM_ID: &str = "decode-form";
/// The id of the field to paste into.
pub const TEXT_ID: &str = "decode-text";
/// The id of the file input.
pub const FILE_ID: &str = "decode-file";
/// The id of the list of members that can be typed.
pub const MEMBERS_ID: &str = "decode-members";

/// The form. Without JavaScript it is not shown; until the page is awake, which it is once the layouts are here, it is
/// disabled.
#[must_use]
pub fn input() -> Element {
    let label = el("label")
        .attr("for", TEXT_ID)
        .text("Paste what a debugger or an editor shows: a dump, an array, hexadecimal, or a layout as ")
        .with(el("code").text("dt"))
        .text(" prints it");
    let text = el("textarea")
        .attr("id", TEXT_ID)
        .attr("class", "decode-text")
        .attr("rows", "9")
        .attr("wrap", "off")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("placeholder", "0: kd> db ffffa80c`1a2b3c40 L88");
    let file = el("div")
        .attr("class", "decode-field")
        .with(
            el("label")
                .attr("for", FILE_ID)
                .text("or choose or drop a file"),
        )
        .with(el("input").attr("id", FILE_ID).attr("type", "file"));
    let button = |class, deed: Deed, words| {
        said("button", class, words)
            .attr("type", "button")
            .attr(DEED, deed.to_string())
    };
    let actions = el("p")
        .attr("class", "decode-actions")
        .with(button("decode-example", Deed::Example, "Example"))
        .text(" ")
        .with(button("decode-clear", Deed::Clear, "Clear"));
    let controls = el("div")
        .attr("class", "decode-controls")
        .with(file)
        .with(
            el("div")
                .attr("class", "decode-fields")
                .with_all(Field::ALL.map(field)),
        )
        .with(el("datalist").attr("id", MEMBERS_ID))
        .with(actions)
        .with(
            el("div")
                .attr("id", "decode-status")
                .attr("class", "decode-status")
                .attr("role", "status"),
        );
    el("fieldset")
        .attr("id", FORM_ID)
        .attr("class", "decode-input needs-script")
        .attr("disabled", "")
        .with(el("legend").text("What to decode"))
        .with(
            el("div")
                .attr("class", "decode-paste")
                .with(label)
                .with(text),
        )
        .with(controls)
}

fn field(field: Field) -> Markup {
    let (label, placeholder) = field.words();
    let input = el("input")
        .attr("id", field.id())
        .attr("class", "decode-number")
        .attr("type", "text")
        .attr_if("list", (field == Field::From).then_some(MEMBERS_ID))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", placeholder);
    el("div")
        .attr("class", "decode-field")
        .with(el("label").attr("for", field.id()).text(label))
        .with(input)
        .into()
}

/// The members that bytes can begin with.
#[must_use]
pub fn members(scene: &Scene<'_>) -> Vec<Markup> {
    let lines = scene.work.drawn.iter().flat_map(|drawn| &drawn.lines);
    let members = lines.filter(|line| line.depth == 0 && !line.declaration.is_empty());
    members
        .map(|line| el("option").attr("value", line.name.clone()).into())
        .collect()
}
