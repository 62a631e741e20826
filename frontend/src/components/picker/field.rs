//! The field in which a point is typed. It is a plain form, which the server answers with the page that was meant; the browser
//! offers what fits of the list that [`crate::shell`] adds to the document. `static/boot.js` takes what names a point of the
//! picker in place. What names none comes back in the same field, with the reason beneath it.

use crate::view::*;
use strata_core::{Point, TypeName};

use super::Picks;
use crate::page::POINTS_ID;
use crate::pages::inline::Inline;
use crate::route::Form;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointField {
    /// The beginning of its ids.
    pub id: String,
    pub structure: TypeName,
    pub form: Form,
    /// Which of the form's points is typed.
    pub name: &'static str,
    pub other: Option<(&'static str, Point)>,
    /// What is not typed is as there.
    pub near: Option<Point>,
    pub refused: Option<Refused>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub text: String,
    pub why: String,
}

impl PointField {
    pub fn view(&self) -> AnyView {
        let text = format!("{}-text", self.id);
        let why_id = format!("{}-why", self.id);
        let refused = self.refused.as_ref();
        // The list belongs to the page of a point; where there is none, the field is one of text alone.
        let list = refused.is_none().then_some(POINTS_ID);
        let label = any_view! { <label for=text.clone()>"Go to"</label> };
        let field = any_view! {
            <input
                id=text
                type="search"
                name=self.name
                value={refused.map(|refused| refused.text.clone())}
                list=list
                placeholder="6.1, win7 x86, 19041"
                maxlength="200"
                required=""
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-invalid={refused.map(|_| "true")}
                aria-describedby={refused.map(|_| why_id.clone())}
            />
        };
        let hidden = |(name, point): (&'static str, Point)| -> AnyView {
            any_view! { <input type="hidden" name=name value=point.to_string()/> }
        };
        let near = self.near.map(|near| (Form::NEAR, near));
        let why = refused.map(|refused| -> AnyView {
            let why = refused.why.clone();
            any_view! { <p id=why_id.clone() class="picker-why"><Inline text=why/></p> }
        });
        let go = any_view! { <button type="submit">"Go"</button> };
        let action = self.form.url(&self.structure);
        any_view! {
            <form class="picker-form" action=action data-picker=self.id.clone()>
                {label}
                {field}
                {self.other.map(hidden)}
                {near.map(hidden)}
                {go}
                {why}
            </form>
        }
    }
}

impl Picks<'_> {
    pub fn field(self) -> AnyView {
        let (form, name, other) = self.picker.purpose.field();
        let field = PointField {
            id: self.id.to_owned(),
            structure: self.picker.structure.clone(),
            form,
            name,
            other,
            near: Some(self.picker.current),
            refused: None,
        };
        field.view()
    }
}
