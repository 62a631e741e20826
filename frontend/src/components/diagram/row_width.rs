//! How many bytes make a row of the diagrams on a page. Plain radio buttons: the style sheet reads them, and so they work
//! without JavaScript.

use crate::view::*;

/// The choices: what the button means to the style sheet (`data-row`), and what it says.
const CHOICES: [(&str, &str); 4] = [("auto", "auto"), ("8", "8"), ("16", "16"), ("32", "32")];

/// The choice of bytes to a row, for every diagram within the nearest `.diagrams`.
#[component]
pub fn RowWidth() -> impl IntoView {
    let choice = |(value, label): (&'static str, &'static str)| {
        view! {
            <label class="choice">
                <input type="radio" name="bytes-in-row" value=value data-row=value checked=value == "auto"/>
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <fieldset class="row-width">
            <legend>"Bytes in a row"</legend>
            {CHOICES.map(choice).collect_view()}
        </fieldset>
    }
}
