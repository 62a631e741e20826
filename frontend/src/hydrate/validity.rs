//! The module of the check of offsets. It has the dataset before it wakes, so that nothing can be pasted before all that
//! judging needs is here.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::{content, head};
use crate::page::{Live, ValidityPage};
use crate::pages::validity::ValidityView;
use crate::{browser, data};

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version, or the data do not come: the browser's console shows it, and the page
/// says how to do without.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    if head()? != Live::Validity {
        return Err(JsError::new("this page belongs to another module"));
    }
    let dataset = data::dataset().await?;
    let page = ValidityPage::new(&dataset).with_query(&dataset, &browser::query());
    content(|| leptos::view! { <ValidityView page/> })?;
    browser::mark_hydrated();
    Ok(())
}
