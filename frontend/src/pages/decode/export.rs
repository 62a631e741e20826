//! What was decoded, to take away: as JSON, in the shape that scripts get, or as text.

use crate::erase::Erase;
use leptos::prelude::*;
use leptos::task::spawn_local;
use strata_core::decode::wire::to_wire;
use strata_core::decode::{decode, traps};

use super::desk::Desk;
use crate::{browser, data};

/// In which form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    Text,
}

/// How it went.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Copied(Form),
    /// The browser does not copy: the visitor has to.
    Shown(String),
    Failed(String),
}

/// The buttons, and what came of them.
#[component]
pub fn Export(desk: Desk) -> impl IntoView {
    let outcome = RwSignal::new(None::<Outcome>);
    // What was copied is no longer what is shown.
    Effect::new(move || {
        desk.slice.track();
        outcome.set(None);
    });
    let copy = move |form: Form| match write(desk, form) {
        Err(why) => outcome.set(Some(Outcome::Failed(why))),
        Ok(text) => spawn_local(async move {
            let copied = browser::copy(&text).await;
            outcome.set(Some(match copied {
                true => Outcome::Copied(form),
                false => Outcome::Shown(text),
            }));
        }),
    };
    let said = move || match outcome.get()? {
        Outcome::Copied(Form::Json) => Some(view! { <span>"Copied as JSON."</span> }.erase()),
        Outcome::Copied(Form::Text) => Some(view! { <span>"Copied as text."</span> }.erase()),
        Outcome::Failed(why) => Some(view! { <span class="decode-error">{why}</span> }.erase()),
        Outcome::Shown(text) => Some(
            view! {
                <label class="export-shown">
                    "The browser does not let the page copy; here it is: "
                    <textarea readonly rows="6" prop:value=text></textarea>
                </label>
            }
            .erase(),
        ),
    };
    view! {
        <p class="decode-export">
            <button type="button" class="export-json" on:click=move |_| copy(Form::Json)>
                "Copy as JSON"
            </button>
            " "
            <button type="button" class="export-text" on:click=move |_| copy(Form::Text)>
                "Copy as text"
            </button>
            " "
            <span role="status">{said}</span>
        </p>
    }
}

/// Everything that was asked for, not only the slice that is shown.
fn write(desk: Desk, form: Form) -> Result<String, String> {
    let reading = desk.reading.get_untracked().ok_or("nothing was read")??;
    let options = desk
        .asked
        .get_untracked()
        .options()
        .map_err(|error| error.to_string())?;
    let dataset = data::loaded().ok_or("the layouts are not here yet")?;
    let page = desk.page.get_untracked();
    let layout = page.find(&dataset).ok_or("the layout is not here")?.layout;
    let mut decoded = decode(layout, dataset.types(), &reading.space, &options)
        .map_err(|error| error.to_string())?;
    decoded.findings = traps(&dataset, layout);
    match form {
        Form::Text => Ok(decoded.to_string()),
        Form::Json => serde_json::to_string_pretty(&to_wire(&decoded, &reading))
            .map_err(|error| error.to_string()),
    }
}
