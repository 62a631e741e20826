//! Sources, how certain a statement is, and errata.

use std::collections::BTreeSet;

use crate::view::*;
use strata_core::article::Erratum;
use strata_core::certainty::Certainty;
use strata_core::dataset::SourceKind;
use strata_core::raw::RawSource;

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

pub fn certainty_badge(certainty: Certainty) -> AnyView {
    any_view! {
        <span class=certainty_class(certainty) title=certainty.meaning()>
            {sign_of(certainty)}
            <span class="certainty-word">{certainty.as_str()}</span>
        </span>
    }
}

/// The legend of the certainties that occur in `shown`.
pub fn certainty_legend(shown: impl Iterator<Item = Certainty>) -> AnyView {
    let shown: BTreeSet<Certainty> = shown.collect();
    let entry = |certainty: Certainty| -> AnyView {
        any_view! { <li>{sign_of(certainty)} <b>{certainty.as_str()}</b> ": " {certainty.meaning()}</li> }
    };
    any_view! {
        <ul class="certainty-legend">
            {shown.into_iter().map(entry).collect_view()}
        </ul>
    }
}

fn sign_of(certainty: Certainty) -> AnyView {
    any_view! { <span class="certainty-sign" aria-hidden="true">{certainty_sign(certainty)}</span> }
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

const fn certainty_class(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Corrected | Certainty::Chosen => "certainty certainty-mended",
        Certainty::Unaccounted => "certainty certainty-open",
        _ => "certainty",
    }
}

/// An erratum: the published text, the corrected one, and why. Unfolds without JavaScript.
pub fn erratum_box(erratum: &Erratum) -> AnyView {
    let verdict = match erratum.is_only_fix {
        true => ", forced: nothing else fits. ",
        false => ", chosen among several that fit. ",
    };
    let summary = any_view! {
        <summary>
            <span class="erratum-about">{format!("erratum: {}", erratum.field)}</span>
            " "
            <del class="erratum-published">{or_blank(&erratum.published)}</del>
            " → "
            <ins class="erratum-corrected">{or_blank(&erratum.corrected)}</ins>
        </summary>
    };
    let rule = any_view! {
        <p class="erratum-rule">
            "Rule "
            <code>{erratum.rule.to_string()}</code>
            {verdict}
            <span class="quiet">"Id " <code>{erratum.id.to_string()}</code></span>
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
