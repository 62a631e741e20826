//! Drawing the content anew, where the document has another.

use leptos::mount::mount_to;
use leptos::prelude::*;

use crate::browser;
use crate::hydrate::Missing;
use crate::page::CONTENT_ID;

/// Draws the content, in the place of what the document has.
///
/// # Errors
///
/// When the document has no place for it.
pub(crate) fn anew<V: IntoView + 'static>(
    view: impl FnOnce() -> V + 'static,
) -> Result<(), Missing> {
    let place = browser::element(CONTENT_ID).ok_or(Missing(CONTENT_ID))?;
    browser::clear(CONTENT_ID);
    mount_to(place, view).forget();
    Ok(())
}
