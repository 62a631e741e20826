//! What was read and what was not: the dialect and why, how many bytes, where they lie, and every line that was skipped.

use std::sync::Arc;

use crate::erase::Erase;
use leptos::prelude::*;
use strata_core::decode::read::Reading;

use super::desk::Desk;
use super::words::hex;

/// The most skipped lines that are listed; how many more there are is told all the same.
const SKIPPED_SHOWN: usize = 1000;

/// What was read, or why nothing was.
#[component]
pub fn Facts(desk: Desk) -> impl IntoView {
    let read = move || match desk.reading.get() {
        None => ().erase(),
        Some(Err(why)) => view! { <p class="decode-error" role="alert">{why}</p> }.erase(),
        Some(Ok(reading)) => view! { <Read desk reading/> }.erase(),
    };
    read.erase()
}

#[component]
fn Read(desk: Desk, reading: Arc<Reading>) -> impl IntoView {
    let bytes = reading.space.first().len();
    let unreadable = reading.space.first().unreadable();
    let from_dump = reading.space.first().base();
    let base = move || {
        let asked = desk.asked.with(|asked| asked.options().ok()?.base);
        match asked.or(from_dump) {
            Some(base) => hex(base),
            None => "not given".to_owned(),
        }
    };
    view! {
        <section class="decode-read" aria-label="What was read">
            <dl class="decode-facts">
                <div>
                    <dt>"Bytes"</dt>
                    <dd class="fact-bytes">{format!("{bytes} ({})", hex(bytes as u64))}</dd>
                </div>
                <div>
                    <dt>"First at"</dt>
                    <dd class="fact-base">{base}</dd>
                </div>
                <div>
                    <dt>"Unreadable"</dt>
                    <dd class="fact-unreadable">{unreadable}</dd>
                </div>
                <div class="fact-read-as">
                    <dt>"Read as"</dt>
                    <dd>
                        <strong class="fact-dialect">{reading.dialect.title().replace('`', "")}</strong>
                        <span class="quiet">": " {reading.why.clone()}</span>
                    </dd>
                </div>
            </dl>
            <Skipped reading/>
        </section>
    }
    .erase()
}

/// Every line that was not understood.
#[component]
fn Skipped(reading: Arc<Reading>) -> impl IntoView {
    let count = reading.skipped().count();
    if count == 0 {
        return ().erase();
    }
    let lines = reading.skipped().take(SKIPPED_SHOWN).map(|(line, skip)| {
        view! {
            <li class="skipped-line">
                <span class="skipped-number">"line " {line}</span>
                <code class="skipped-text">{skip.text.clone()}</code>
                <span class="skipped-why">{skip.to_string()}</span>
            </li>
        }
    });
    let lines = lines.collect_view();
    let more = (count > SKIPPED_SHOWN)
        .then(|| view! { <p class="quiet">{count - SKIPPED_SHOWN} " more are not listed."</p> });
    let title = match count {
        1 => "1 line was skipped".to_owned(),
        count => format!("{count} lines were skipped"),
    };
    view! {
        <details class="decode-skipped" open>
            <summary>{title}</summary>
            <ul class="skipped-lines">{lines}</ul>
            {more}
        </details>
    }
    .erase()
}
