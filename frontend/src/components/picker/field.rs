//! The field in which a point is typed. It is a plain form, which the server answers with the page that was meant; the browser
//! offers what fits of the list that [`crate::shell`] adds to the document. `static/boot.js` takes what names a point of the
//! picker in place.

use leptos::prelude::*;
use strata_core::Point;

use super::Picks;
use crate::page::picker::Purpose;
use crate::page::{POINTS_ID, Picker};
use crate::route::Form;

impl Picks<'_> {
    /// The form.
    #[must_use]
    pub fn field(self) -> AnyView {
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
        let label = view! { <label for=text.clone()>"Go to"</label> }.into_any();
        let field = view! {
            <input
                id=text
                type="search"
                name=name
                list=POINTS_ID
                placeholder="6.1, win7 x86, 19041"
                maxlength="200"
                required=""
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
            />
        }
        .into_any();
        let hidden = |(name, point): (&'static str, Point)| -> AnyView {
            view! { <input type="hidden" name=name value=point.to_string()/> }.into_any()
        };
        let go = view! { <button type="submit">"Go"</button> }.into_any();
        view! {
            <form class="picker-form" action=form.url(structure) data-picker=self.id.to_owned()>
                {label}
                {field}
                {other.map(hidden)}
                {hidden((Form::NEAR, *current))}
                {go}
            </form>
        }
        .into_any()
    }
}
