//! How sure something is: a sign, the word, and its meaning on request.

use strata_core::certainty::Certainty;

use crate::markup::{Element, Markup, el, said};

/// How sure something is, by its word on the wire. A word that the core does not know is shown as it is.
#[must_use]
pub fn badge(word: &str) -> Element {
    let known: Option<Certainty> = word.parse().ok();
    el("span")
        .attr("class", class(known))
        .attr_if("title", known.map(Certainty::meaning))
        .with(sign_of(known.map_or("?", sign)))
        .with(said("span", "certainty-word", word))
}

/// What the words mean: only of those that a page has, each as often as it likes.
#[must_use]
pub fn legend<'a>(words: impl Iterator<Item = &'a str> + Clone) -> Element {
    let entry = |certainty: Certainty| -> Markup {
        el("li")
            .with(sign_of(sign(certainty)))
            .with(el("b").text(certainty.as_str()))
            .text(": ")
            .text(certainty.meaning())
            .into()
    };
    let has = |certainty: &Certainty| words.clone().any(|word| word == certainty.as_str());
    el("ul")
        .attr("class", "certainty-legend")
        .with_all(Certainty::ALL.into_iter().filter(has).map(entry))
}

fn sign_of(sign: &str) -> Element {
    said("span", "certainty-sign", sign).attr("aria-hidden", "true")
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
