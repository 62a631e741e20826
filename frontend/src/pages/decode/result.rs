//! What came out: several structures or one, its findings, its bytes and its values side by side.

use std::sync::Arc;

use crate::erase::Erase;
use leptos::prelude::*;

use super::desk::Desk;
use super::drawn::Drawn;
use super::export::Export;
use super::findings::Findings;
use super::hex::HexGrid;
use super::instances::Instances;
use super::links::Links;
use super::values::Values;
use super::words::hex;

/// What came out, or why nothing did.
#[component]
pub fn Outcome(desk: Desk, links: Links) -> impl IntoView {
    let instances = move || match desk.slice.get() {
        None => ().erase(),
        Some(Err(why)) => view! { <p class="decode-error" role="alert">{why}</p> }.erase(),
        Some(Ok(slice)) => view! { <Instances desk slice/> <Export desk/> }.erase(),
    };
    let drawn = move || {
        desk.drawn
            .get()
            .map(|drawn| view! { <Structure drawn links/> })
    };
    view! {
        {instances}
        {drawn}
    }
    .erase()
}

#[component]
fn Structure(drawn: Arc<Drawn>, links: Links) -> impl IntoView {
    view! {
        <Findings drawn=Arc::clone(&drawn) links/>
        <div class="decode-panes">
            <section class="decode-pane" aria-label="Bytes">
                <HexGrid drawn=Arc::clone(&drawn) links/>
                <Here drawn=Arc::clone(&drawn) links/>
            </section>
            <section class="decode-pane" aria-label="Values">
                <Values drawn links/>
            </section>
        </div>
    }
    .erase()
}

/// What is lit, in words.
#[component]
fn Here(drawn: Arc<Drawn>, links: Links) -> impl IntoView {
    let said = move || {
        let lit = links.lit()?;
        let line = drawn.lines.get(lit.line?)?;
        let address = drawn
            .address
            .and_then(|address| address.checked_add(u64::from(line.offset)))
            .map(|address| format!(" = {}", hex(address)));
        let words = format!("{} {}", line.words.main, line.words.note);
        let declaration = match line.declaration.as_str() {
            "" => line.path.clone(),
            declaration => declaration.to_owned(),
        };
        Some(view! {
            <span class="here-place">
                {format!("+{:03x}", line.offset)} {address} ", " {hex(line.size.into())} " bytes"
            </span>
            " "
            <code class="here-path">{declaration}</code>
            " "
            <span class="here-words">{words}</span>
            " "
            <span class="here-kind">{line.kind.label()}</span>
        })
    };
    view! {
        <p class="decode-here" aria-live="polite">
            {said}
        </p>
    }
}
