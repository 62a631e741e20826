//! The module of every page but the decode page: layouts and comparisons wake, the others are read. What wakes has the
//! dataset before it does, and makes the page's value from it: no value travels in the document.

use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::{head, wake};
use crate::page::{CONTENT_ID, Live};
use crate::pages::diff::DiffView;
use crate::pages::layout::LayoutView;
use crate::route::Route;
use crate::{browser, data, resolve};

/// Wakes the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version, or the data do not come: the browser's console shows it, and the page
/// stays readable.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    if head()? != Live::Still {
        let dataset = data::dataset().await?;
        let foreign = || JsError::new("this page is not one of this module");
        match browser::address().parse() {
            Ok(Route::Layout { name, point }) => {
                let made = resolve::made_layout(&dataset, &name, &point).ok_or_else(foreign)?;
                wake(
                    CONTENT_ID,
                    || leptos::view! { <LayoutView page=made.page/> },
                )?;
            }
            Ok(Route::Diff { name, from, to }) => {
                let made = resolve::made_diff(&dataset, &name, &from, &to).ok_or_else(foreign)?;
                wake(CONTENT_ID, || leptos::view! { <DiffView page=made.page/> })?;
            }
            _ => return Err(foreign()),
        }
    }
    browser::mark_hydrated();
    Ok(())
}
