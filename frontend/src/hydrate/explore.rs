//! The module of layouts and comparisons. It has the dataset before the page wakes, and makes the page's value from it: no value
//! travels in the document.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::wake;
use crate::pages::diff::DiffView;
use crate::pages::layout::LayoutView;
use crate::route::Route;
use crate::{browser, data, everywhere, resolve};

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version, or the data do not come: the browser's console shows it, and the page
/// stays readable.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    everywhere::settle();
    let dataset = data::dataset().await?;
    let foreign = || JsError::new("this page is not one of this module");
    match browser::address().parse() {
        Ok(Route::Layout { name, point }) => {
            let made = resolve::made_layout(&dataset, &name, &point).ok_or_else(foreign)?;
            wake(|| leptos::view! { <LayoutView page=made.page/> })?;
        }
        Ok(Route::Diff { name, from, to }) => {
            let made = resolve::made_diff(&dataset, &name, &from, &to).ok_or_else(foreign)?;
            wake(|| leptos::view! { <DiffView page=made.page/> })?;
        }
        _ => return Err(foreign()),
    }
    browser::mark_hydrated();
    Ok(())
}
