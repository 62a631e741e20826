//! The module of the decode page. It has the dataset before it wakes, and makes the page's value from it: no value travels
//! in the document, and nothing can be pasted before all that decoding needs is here.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::hydrate::wake;
use crate::page::{DecodePage, FAILED_ID};
use crate::pages::decode::DecodeView;
use crate::route::Route;
use crate::{browser, data, everywhere, resolve};

/// Wakes the page, or says on it why it does not. `static/boot.js` calls it once.
#[wasm_bindgen]
pub fn hydrate() {
    everywhere::settle();
    spawn_local(async {
        let woken = match page().await {
            Ok(page) => {
                let woken = wake(|| leptos::view! { <DecodeView page/> });
                woken.map_err(|missing| missing.to_string())
            }
            Err(why) => Err(why),
        };
        match woken {
            Ok(()) => browser::mark_hydrated(),
            Err(why) => browser::say(FAILED_ID, &format!("Decoding does not work here: {why}.")),
        }
    });
}

/// The page that the address shows, as the server resolved it.
async fn page() -> Result<DecodePage, String> {
    let dataset = data::dataset().await.map_err(|error| error.to_string())?;
    let made = match browser::address().parse() {
        Ok(Route::Decode { name, point }) => resolve::made_decode(&dataset, &name, &point),
        _ => None,
    };
    made.map(|made| made.page)
        .ok_or_else(|| "the address is not one of this page".to_owned())
}
