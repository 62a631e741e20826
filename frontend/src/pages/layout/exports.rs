//! The exports of the layout: a list of formats, and below it the chosen one as text. Without JavaScript, each link
//! leads to the text itself.

use crate::pages::prelude::*;
use strata_core::export::{Format, Pointers, file_name};

use super::preview::{Preview, Shown};
use crate::components::copy::icon;
use crate::page::LayoutPage;
use crate::route::{Exported, percent_encoded, site_location};

pub(super) const EXPORT_ID: &str = "export";
const TEXT_ID: &str = "export-text";

pub(super) fn exports(page: &LayoutPage, preview: Preview) -> AnyView {
    let shown = preview.shown(page);
    let wanted = shown.as_ref().map(|shown| shown.wanted);
    let entries = Format::ALL.map(|format| entry(page, preview, wanted, format));
    let all = ApiUrl::exports(Some(&page.picker.structure)).answered();
    let all = all.map(|all| -> AnyView {
        let all = any_view! {
            <a href=all.to_string() rel="external" download="">
                "Every version in every format, as a ZIP archive"
            </a>
        };
        any_view! { <p class="export-all">{all}</p> }
    });
    any_view! {
        <section class="exports" id=EXPORT_ID aria-labelledby="export-heading">
            <h2 id="export-heading">"Export this layout"</h2>
            <p class="quiet">
                "Each text names the source of the layout, the errata applied and the certainty of each member."
            </p>
            <ul class="export-list" data-rows="">{entries}</ul>
            {all}
            {shown.map(|shown| text(page, preview, &shown))}
        </section>
    }
}

/// The URL of the text; `None` where the browser writes it.
fn url(page: &LayoutPage, wanted: Exported) -> Option<String> {
    let url = ApiUrl::export(&page.picker.structure, page.layout.point, wanted).answered();
    url.map(|url| url.to_string())
}

fn entry(page: &LayoutPage, preview: Preview, shown: Option<Exported>, format: Format) -> AnyView {
    let usual = Exported::default_for(format);
    let url = url(page, usual);
    let copy = url.clone().map(|url| {
        let label = format!("Copy: {}", format.title());
        any_view! {
            <button
                type="button"
                class="export-copy needs-script"
                title="Copy"
                aria-label=label
                data-copies-answer=url
            >
                {icon()}
            </button>
        }
    });
    let current = shown.is_some_and(|shown| shown.format == format);
    // The chosen options stay.
    let wanted = shown.map_or(usual, |shown| Exported { format, ..shown });
    let link = any_view! {
        <a
            href={url.unwrap_or_else(|| format!("#{EXPORT_ID}"))}
            rel="external"
            on:click=preview.shows(Some(wanted))
            aria-current={current.then_some("true")}
        >
            {format.title()}
        </a>
    };
    let readers = Some(format.readers()).filter(|readers| !format.title().contains(readers));
    let readers = readers.map(|readers| any_view! { <span class="quiet">{readers}</span> });
    any_view! { <li><span>{copy} {link}</span> {readers}</li> }
}

fn text(page: &LayoutPage, preview: Preview, shown: &Shown) -> AnyView {
    let wanted = shown.wanted;
    let format = wanted.format;
    let file = file_name(&page.picker.structure, page.layout.point, format);
    let download = any_view! {
        <a
            class="button"
            href={url(page, wanted).or_else(|| written(shown))}
            rel="external"
            download=file.clone()
        >
            "Download"
        </a>
    };
    let answer = url(page, wanted);
    let copies = answer.is_none().then_some(TEXT_ID);
    let copy = view! {
        <button class="button" type="button" data-copies-answer=answer data-copies=copies>
            "Copy"
        </button>
    };
    let close = any_view! {
        <button class="button" type="button" on:click=preview.shows(None)>
            "Close"
        </button>
    };
    let head = any_view! {
        <p class="export-head">
            <strong class="export-file">{file.clone()}</strong>
            {choices(page, preview, wanted).into_iter().collect_view()}
            {copy}
            {download}
            {close}
        </p>
    };
    let text = match &shown.answer {
        None => any_view! { <p class="quiet">"Writing …"</p> },
        Some(Ok(text)) => any_view! {
            <pre
                id=TEXT_ID
                class="export-text"
                tabindex="0"
                role="region"
                aria-busy={shown.stale.then_some("true")}
                aria-label=format!("{} of this layout", format.title())
            >
                {text.clone()}
            </pre>
        },
        Some(Err(why)) => {
            any_view! { <p class="export-failed">{format!("It could not be fetched: {why}.")}</p> }
        }
    };
    any_view! { <div aria-live="polite">{head} {text}</div> }
}

/// The text that the browser wrote, as a `data:` URL.
fn written(shown: &Shown) -> Option<String> {
    let text = shown.answer.as_ref()?.as_ref().ok()?;
    Some(format!(
        "data:text/plain;charset=utf-8,{}",
        percent_encoded(text)
    ))
}

/// The options of the shown format.
fn choices(page: &LayoutPage, preview: Preview, wanted: Exported) -> Vec<AnyView> {
    let is_drawn = site_location().is_client_rendered(
        page.picker.structure.as_str(),
        &page.layout.point.version.to_string(),
    );
    let choice = |label: &str, on: bool, other: Exported| {
        (is_drawn || url(page, other).is_some()).then(|| {
            any_view! {
                <button
                    class="button"
                    type="button"
                    aria-pressed={if on { "true" } else { "false" }}
                    on:click=preview.shows(Some(other))
                >
                    {label}
                </button>
            }
        })
    };
    let refold = match wanted.format.usual_depth() {
        0 => "Nested types unfolded",
        _ => "Nested types as bytes",
    };
    let refolded = !wanted.refolded;
    let fold = choice(refold, !refolded, Exported { refolded, ..wanted });
    let (integers, other) = match wanted.pointers {
        Pointers::AsIntegers => (true, Pointers::Typed),
        Pointers::Typed => (false, Pointers::AsIntegers),
    };
    let other = Exported {
        pointers: other,
        ..wanted
    };
    let chooses = wanted.format.chooses_pointers();
    let pointers = chooses.then(|| choice("Pointers as integers", integers, other));
    fold.into_iter().chain(pointers.flatten()).collect()
}
