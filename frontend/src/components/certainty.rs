//! How sure something is: a sign, the word, and its meaning on request.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::certainty::Certainty;

/// How sure something is, by its word on the wire. A word that the core does not know is shown as it is.
#[component]
pub fn CertaintyBadge(word: String) -> impl IntoView {
    let known: Option<Certainty> = word.parse().ok();
    view! {
        <span class=class(known) title=known.map(Certainty::meaning)>
            <span class="certainty-sign" aria-hidden="true">{known.map_or("?", sign)}</span>
            <span class="certainty-word">{word}</span>
        </span>
    }
}

/// What the words mean: only of those that a page has.
#[component]
pub fn CertaintyLegend(
    /// The words that the page has, each as often as it likes.
    words: Vec<String>,
) -> impl IntoView {
    let entry = |certainty: Certainty| {
        view! {
            <li>
                <span class="certainty-sign" aria-hidden="true">{sign(certainty)}</span>
                <b>{certainty.as_str()}</b>
                ": "
                {certainty.meaning()}
            </li>
        }
    };
    let has = |certainty: &Certainty| words.iter().any(|word| word == certainty.as_str());
    let shown = Certainty::ALL.into_iter().filter(has);
    view! { <ul class="certainty-legend">{shown.map(entry).collect_view()}</ul> }.erase()
}

/// The sign that stands for it.
#[must_use]
pub const fn sign(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Confirmed => "●",
        Certainty::SymbolFiles => "◉",
        Certainty::Inspected => "◐",
        Certainty::Inferred => "○",
        Certainty::Corrected => "◆",
        Certainty::Chosen => "◇",
        Certainty::Unaccounted => "?",
    }
}

const fn class(certainty: Option<Certainty>) -> &'static str {
    match certainty {
        Some(Certainty::Corrected | Certainty::Chosen) => "certainty certainty-mended",
        Some(Certainty::Unaccounted) | None => "certainty certainty-open",
        Some(_) => "certainty",
    }
}
