//! The module of pages that the browser draws, where there are only files: it does what the server does elsewhere.

use strata_core::export::{Asked as Printed, Options, export};
use strata_core::{Dataset, Point, TypeName};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::hydrate::wake;
use crate::page::{CITATION_ID, FAILED_ID, HASH_ATTRIBUTE, Page};
use crate::pages::diff::DiffView;
use crate::pages::layout::LayoutView;
use crate::pages::not_found::NotFoundPage;
use crate::pages::search::SearchView;
use crate::resolve::{Asked, asked};
use crate::route::{Exported, Route};
use crate::{browser, data, everywhere};

/// Draws the page. `static/boot.js` calls it once.
///
/// # Errors
///
/// When the document holds no page of this version, or the data do not come: the page says so.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    everywhere::settle();
    data::write_with(written);
    let dataset = data::dataset().await.inspect_err(|error| {
        browser::say(FAILED_ID, &format!("Nothing can be drawn here: {error}."));
    })?;
    let address = browser::address();
    match asked(&address, &dataset) {
        Ok(Asked::Elsewhere(route)) => {
            browser::replace(&route.to_string());
            return Ok(());
        }
        Ok(Asked::Layout(made)) => {
            everywhere::show(&made.route, &made.title);
            wake(|| leptos::view! { <LayoutView page=made.page/> })?;
        }
        Ok(Asked::Diff(made)) => {
            everywhere::show(&made.route, &made.title);
            wake(|| leptos::view! { <DiffView page=made.page/> })?;
        }
        Ok(Asked::Search(page)) => {
            browser::record(&address, &page.title(), None);
            let query = page.query.clone();
            everywhere::cite(&page.title(), &Route::Search { query }.to_string());
            wake(|| leptos::view! { <SearchView page/> })?;
        }
        Err(page) => {
            browser::record(&address, &Page::NotFound(page.clone()).title(), None);
            wake(|| leptos::view! { <NotFoundPage page/> })?;
        }
    }
    browser::mark_hydrated();
    Ok(())
}

fn written(dataset: &Dataset, name: &TypeName, point: Point, exported: Exported) -> Option<String> {
    let structure = dataset.structure(name.as_str())?;
    let layout = structure.layout(point).ok()?;
    let printed = Printed {
        format: exported.format,
        data: &browser::attribute_of(CITATION_ID, HASH_ATTRIBUTE)?,
        depth: exported.depth(),
    };
    let options = Options {
        pointers: exported.pointers,
    };
    Some(export(dataset, structure, &layout, printed, options))
}
