//! How sure something is: a sign, the word, and its meaning on request.

use crate::view::*;
use strata_core::certainty::Certainty;

/// How sure something is, by its word on the wire. A word that the core does not know is shown as it is.
pub fn badge(word: &str) -> AnyView {
    let known: Option<Certainty> = word.parse().ok();
    any_view! {
        <span class=class(known) title=known.map(Certainty::meaning)>
            {sign_of(known.map_or("?", sign))}
            <span class="certainty-word">{word}</span>
        </span>
    }
}

/// What the words mean: only of those that a page has, each as often as it likes.
pub fn legend<'a>(words: impl Iterator<Item = &'a str> + Clone) -> AnyView {
    let entry = |certainty: Certainty| -> AnyView {
        any_view! { <li>{sign_of(sign(certainty))} <b>{certainty.as_str()}</b> ": " {certainty.meaning()}</li> }
    };
    let has = |certainty: &Certainty| words.clone().any(|word| word == certainty.as_str());
    any_view! {
        <ul class="certainty-legend">
            {Certainty::ALL.into_iter().filter(has).map(entry).collect_view()}
        </ul>
    }
}

fn sign_of(sign: &str) -> AnyView {
    any_view! { <span class="certainty-sign" aria-hidden="true">{sign}</span> }
}

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
