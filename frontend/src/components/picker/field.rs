//! The field in which a point is typed. It is a plain form, which the server answers with the page that was meant; the browser
//! offers what fits of the list that [`crate::shell`] adds to the document. `static/boot.js` takes what names a point of the
//! picker in place.

use strata_core::Point;

use super::Picks;
use crate::markup::{Element, Markup, el};
use crate::page::picker::Purpose;
use crate::page::{POINTS_ID, Picker};
use crate::route::Form;

impl Picks<'_> {
    /// The form.
    #[must_use]
    pub fn field(self) -> Element {
        let Picker {
            structure,
            current,
            purpose,
            ..
        } = self.picker;
        let (form, name, other) = match *purpose {
            Purpose::Layout => (Form::Layout, Form::POINT, None),
            Purpose::Decode => (Form::Decode, Form::POINT, None),
            Purpose::DiffFrom { to } => (Form::Diff, Form::FROM, Some((Form::TO, to))),
            Purpose::DiffTo { from } => (Form::Diff, Form::TO, Some((Form::FROM, from))),
        };
        let text = format!("{}-text", self.id);
        let label = el("label").attr("for", text.clone()).text("Go to");
        let field = el("input")
            .attr("id", text)
            .attr("type", "search")
            .attr("name", name)
            .attr("list", POINTS_ID)
            .attr("placeholder", "6.1, win7 x86, 19041")
            .attr("maxlength", "200")
            .attr("required", "")
            .attr("autocomplete", "off")
            .attr("autocapitalize", "off")
            .attr("spellcheck", "false");
        let hidden = |(name, point): (&'static str, Point)| -> Markup {
            el("input")
                .attr("type", "hidden")
                .attr("name", name)
                .attr("value", point.to_string())
                .into()
        };
        let go = el("button").attr("type", "submit").text("Go");
        el("form")
            .attr("class", "picker-form")
            .attr("action", form.url(structure))
            .attr("data-picker", self.id.to_owned())
            .with(label)
            .with(field)
            .with_all(other.map(hidden))
            .with(hidden((Form::NEAR, *current)))
            .with(go)
    }
}
