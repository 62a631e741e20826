//! What else is to be known of a structure: servicing, builds with symbol files, where its source ends, who says so.

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::TypeName;

use crate::components::figures;
use crate::components::source_line::source_line;
use crate::page::SourceLine;
use crate::page::structure::{BuildLine, Serviced};
use crate::pages::inline::Inline;
use crate::route::Route;

/// What monthly servicing changed inside a release.
#[component]
pub fn Servicing(servicing: Vec<Serviced>) -> impl IntoView {
    if servicing.is_empty() {
        return ().erase();
    }
    let entry = |it: Serviced| {
        view! {
            <li>
                <p>
                    <code>{it.point.to_string()}</code>
                    ": "
                    <code>{figures::size(it.size)}</code>
                    " by build "
                    <code>{it.build.to_string()}</code>
                    ". "
                    {it.text}
                </p>
                {source_line(&it.source)}
            </li>
        }
    };
    view! {
        <div class="servicing">
            <h2>"Changed by servicing"</h2>
            <p class="quiet">
                "A release answers with what its source states for it, which is its first build. Monthly updates changed this \
                 structure later, inside a release:"
            </p>
            <ul>{servicing.into_iter().map(entry).collect_view()}</ul>
        </div>
    }
    .erase()
}

/// Why what holds at the newest release must not be stretched beyond it.
#[component]
pub fn Beyond(beyond: Option<String>) -> impl IntoView {
    beyond.map(|text| {
        view! {
            <h2>"Beyond the newest release"</h2>
            <p><Inline text/></p>
        }
    })
}

/// The builds whose symbol files describe it.
#[component]
pub fn Builds(name: TypeName, builds: Vec<BuildLine>) -> impl IntoView {
    if builds.is_empty() {
        return ().erase();
    }
    let entry = |line: BuildLine| {
        view! {
            <li>
                <a href=Route::layout(&name, line.point).to_string()>
                    <code>{line.point.to_string()}</code>
                </a>
                " "
                <code class="quiet">{figures::size(line.size)}</code>
            </li>
        }
    };
    view! {
        <section aria-labelledby="builds">
            <h2 id="builds">"Builds"</h2>
            <p>"Public symbol files describe the structure in these builds. The audit holds the source against them."</p>
            <ul class="build-list">{builds.into_iter().map(entry).collect_view()}</ul>
        </section>
    }
    .erase()
}

/// Who says so, and what kind of source that is.
#[component]
pub fn Origin(source: SourceLine, kind: String) -> impl IntoView {
    view! {
        <section aria-labelledby="source">
            <h2 id="source">"Source"</h2>
            {source_line(&source)}
            <p>{kind_words(&kind)} " Facts are restated in our own words and notation; nothing else is taken."</p>
        </section>
    }
}

/// What kind of source it is, in a sentence.
pub(crate) fn kind_words(kind: &str) -> &'static str {
    match kind {
        "article" => "An article: one author’s published study, read cell by cell.",
        "symbol-files" => {
            "Symbol files: what Microsoft’s public symbol files say, as others extracted it."
        }
        "sdk" => "Public headers: what Microsoft’s own development kits declare.",
        "derived" => {
            "Derived: no source states it, but what other sources state leaves room for nothing else."
        }
        _ => "A source.",
    }
}
