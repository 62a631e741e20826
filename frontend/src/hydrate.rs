//! Waking the content of a document, or drawing it anew where the document has another.

use leptos::prelude::IntoView;
use thiserror::Error;

use crate::browser;
use crate::page::{CONTENT_ID, DRAWN_ID};

/// The document has no place for the content.
#[derive(Clone, Copy, Debug, Error)]
#[error("the document has no `{CONTENT_ID}`")]
pub struct Missing;

/// Wakes the content, or draws it where the document was left to be drawn.
///
/// # Errors
///
/// When the document has no place for it.
pub fn wake<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) -> Result<(), Missing> {
    if browser::element(DRAWN_ID).is_some() {
        anew(view)?;
        // The place that the address names was not there when the browser looked for it.
        let place = browser::fragment();
        if !place.is_empty() {
            browser::replace(&place);
        }
        return Ok(());
    }
    let place = browser::element(CONTENT_ID).ok_or(Missing)?;
    leptos::mount::hydrate_from(place, view).forget();
    Ok(())
}

/// Draws the content, in the place of what the document has.
///
/// # Errors
///
/// When the document has no place for it.
pub fn anew<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) -> Result<(), Missing> {
    let place = browser::element(CONTENT_ID).ok_or(Missing)?;
    browser::clear(CONTENT_ID);
    leptos::mount::mount_to(place, view).forget();
    Ok(())
}
