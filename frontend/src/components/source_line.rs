//! Who says so.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::page::SourceLine;

/// A source: its title as a link, its author, what else is to be known.
#[component]
pub fn SourceView(source: SourceLine) -> impl IntoView {
    let SourceLine {
        title,
        author,
        url,
        note,
    } = source;
    let title = if url.is_empty() {
        view! { <cite>{title}</cite> }.erase()
    } else {
        view! {
            <a href=url rel="external noreferrer">
                <cite>{title}</cite>
            </a>
        }
        .erase()
    };
    let author = (!author.is_empty()).then(|| format!(", {author}"));
    view! {
        <p class="source">
            {title} {author} {note.map(|note| view! { <span class="quiet">". " {note}</span> })}
        </p>
    }
}
