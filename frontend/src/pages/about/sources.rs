//! Who says what is on all other pages, and on what terms.

use leptos::prelude::*;

use crate::components::figures::thousands;
use crate::page::about::Source;
use crate::pages::structure::about::kind_words;

/// All sources.
#[component]
pub fn Sources(sources: Vec<Source>) -> impl IntoView {
    let entry = |source: Source| {
        let Source {
            id,
            title,
            url,
            author,
            kind,
            license,
            note,
            states: [images, types, layouts],
        } = source;
        let license =
            license.map(|license| view! { <p><span class="quiet">"Terms: "</span> {license}</p> });
        let states = (images > 0).then(|| {
            let [images, types, layouts] = [images, types, layouts].map(thousands);
            let what = format!("{images} images, {types} types, {layouts} different layouts");
            view! { <p><span class="quiet">"States: "</span> {what}</p> }
        });
        let note = note.map(|note| view! { <p>{note}</p> });
        view! {
            <li id=format!("source-{id}")>
                <p class="entry-head">
                    <a href=url rel="external noreferrer">
                        <cite>{title}</cite>
                    </a>
                    ", "
                    {author}
                </p>
                <p class="quiet">{kind_words(&kind)}</p>
                {license}
                {states}
                {note}
            </li>
        }
    };
    view! {
        <section aria-labelledby="sources">
            <h2 id="sources">"Sources"</h2>
            <p>
                "Names, declarations, offsets, sizes and ranges are facts, and are restated here in a notation of our own. Every \
                 sentence on these pages is ours; the sources’ own text is with them, and well worth reading there."
            </p>
            <ul class="source-list">{sources.into_iter().map(entry).collect_view()}</ul>
        </section>
    }
}
