//! The module of the check of offsets. It has the dataset before it wakes, so that nothing can be pasted before all that
//! judging needs is here.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::{anew, wake};
use crate::page::ValidityPage;
use crate::pages::validity::ValidityView;
use crate::route::place;
use crate::{browser, data, everywhere};

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version, or the data do not come: the browser's console shows it, and the page
/// says how to do without.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    everywhere::settle();
    let dataset = data::dataset().await?;
    let page = ValidityPage::new(&dataset).with_query(&dataset, &browser::query());
    let asked = page.given.is_some();
    let view = move || leptos::view! { <ValidityView page/> };
    if asked && place().files.is_some() {
        // No server has read the query.
        anew(view)?;
    } else {
        wake(view)?;
    }
    browser::mark_hydrated();
    Ok(())
}
