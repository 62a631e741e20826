//! Sources, how certain a statement is, and errata.

use crate::view::*;
use strata_core::Dataset;
use strata_core::certainty::Certainty;
use strata_core::dataset::SourceKind;
use strata_core::raw::RawSource;
use strata_core::wire::ErratumDto;

/// The source with that id; an unknown source gets its id as title.
pub fn source_of(dataset: &Dataset, id: &str) -> RawSource {
    let unknown = || RawSource {
        title: id.to_owned(),
        ..RawSource::default()
    };
    dataset.source(id).cloned().unwrap_or_else(unknown)
}

/// A source: its title as a link, its author, further facts.
pub fn source_line(source: &RawSource) -> AnyView {
    let title = view! { <cite>{source.title.clone()}</cite> };
    let title = match source.url.as_str() {
        "" => title.into_any(),
        url => any_view! { <a href=url.to_owned() rel="external noreferrer">{title}</a> },
    };
    let author = Some(format!(", {}", source.author)).filter(|_| !source.author.is_empty());
    let note = source.note.as_ref();
    let note = note.map(|note| view! { <span class="quiet">{format!(". {note}")}</span> });
    any_view! { <p class="source">{title} {author} {note}</p> }
}

pub const fn label(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Article => "audited article",
        SourceKind::Symbols => "symbol files",
    }
}

/// Badges of the kinds of source that state a type, beside its name.
pub fn badges(kinds: &[SourceKind]) -> AnyView {
    let badge = |kind: &SourceKind| {
        let (class, title) = match kind {
            SourceKind::Article => (
                "badge badge-article",
                "An article states it; each of its rows was transcribed and audited.",
            ),
            SourceKind::Symbols => ("badge", "Public symbol files define it."),
        };
        any_view! { <span class=class title=title>{label(*kind)}</span> }
    };
    any_view! { <span class="badges">{kinds.iter().map(badge).collect_view()}</span> }
}

/// A badge of a certainty, given by its word on the wire. An unknown word is shown as it is.
pub fn certainty_badge(word: &str) -> AnyView {
    let known: Option<Certainty> = word.parse().ok();
    any_view! {
        <span class=certainty_class(known) title=known.map(Certainty::meaning)>
            {sign_of(known.map_or("?", certainty_sign))}
            <span class="certainty-word">{word}</span>
        </span>
    }
}

/// The legend of the certainties that occur in `words`.
pub fn certainty_legend<'a>(words: impl Iterator<Item = &'a str> + Clone) -> AnyView {
    let entry = |certainty: Certainty| -> AnyView {
        any_view! { <li>{sign_of(certainty_sign(certainty))} <b>{certainty.as_str()}</b> ": " {certainty.meaning()}</li> }
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

pub const fn certainty_sign(certainty: Certainty) -> &'static str {
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

const fn certainty_class(certainty: Option<Certainty>) -> &'static str {
    match certainty {
        Some(Certainty::Corrected | Certainty::Chosen) => "certainty certainty-mended",
        Some(Certainty::Unaccounted) | None => "certainty certainty-open",
        Some(_) => "certainty",
    }
}

/// An erratum: the published text, the corrected one, and why. Unfolds without JavaScript.
pub fn erratum_box(erratum: &ErratumDto) -> AnyView {
    let verdict = match erratum.forced {
        true => ", forced: nothing else fits. ",
        false => ", chosen among several that fit. ",
    };
    let summary = any_view! {
        <summary>
            <span class="erratum-about">{format!("erratum: {}", erratum.about)}</span>
            " "
            <del class="erratum-published">{or_blank(&erratum.published)}</del>
            " → "
            <ins class="erratum-corrected">{or_blank(&erratum.corrected)}</ins>
        </summary>
    };
    let rule = any_view! {
        <p class="erratum-rule">
            "Rule "
            <code>{erratum.rule.clone()}</code>
            {verdict}
            <span class="quiet">"Id " <code>{erratum.id.clone()}</code></span>
        </p>
    };
    any_view! {
        <details class="erratum">{summary} <p>{erratum.why.clone()}</p> {rule}</details>
    }
}

/// The text, or `blank` for an empty cell.
fn or_blank(text: &str) -> String {
    if text.is_empty() { "blank" } else { text }.to_owned()
}
