//! Waking a document: the head on every page, the content where it does more than be read.

use wasm_bindgen::JsError;

use crate::app;
use crate::browser::{self, Sheet};
use crate::components::theme_switch;
use crate::page::{DATA_ID, HEAD_ID, LIVE_ATTRIBUTE, Live};
use crate::theme::Theme;

/// Wakes the head, and tells which page it is.
///
/// # Errors
///
/// When the document does not say.
pub(crate) fn head() -> Result<Live, JsError> {
    let word = browser::attribute_of(DATA_ID, LIVE_ATTRIBUTE).unwrap_or_default();
    let live = Live::ALL.into_iter().find(|live| live.as_word() == word);
    let live = live.ok_or_else(|| JsError::new("the document does not say which page it is"))?;
    let section = browser::path().parse().ok();
    let mut theme = browser::stored_theme();
    let mut sheet = Sheet::sent(HEAD_ID, app::head(section.as_ref(), Theme::System));
    sheet.draw(app::head(section.as_ref(), theme));
    let pressed = move |event| {
        if browser::is_within(&event, theme_switch::CLASS) {
            theme = theme.next();
            browser::store_theme(theme);
            sheet.draw(app::head(section.as_ref(), theme));
        }
    };
    browser::listen(HEAD_ID, "click", Box::new(pressed));
    Ok(live)
}
