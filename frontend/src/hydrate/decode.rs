//! The module of the decode page. It has the dataset before it wakes, and makes the page's value from it: no value travels
//! in the document, and nothing can be pasted before all that decoding needs is here.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::spawn_local;

use crate::hydrate::wake;
use crate::page::{DRAWN_ID, FAILED_ID};
use crate::pages::decode::DecodeView;
use crate::pages::not_found::NotFoundPage;
use crate::route::{Choice, Route};
use crate::{browser, data, everywhere, resolve};

/// Wakes the page, or says on it why it does not. `static/boot.js` calls it once.
#[wasm_bindgen]
pub fn hydrate() {
    everywhere::settle();
    spawn_local(async {
        match shown().await {
            Ok(()) => browser::mark_hydrated(),
            Err(why) => browser::say(FAILED_ID, &format!("Decoding does not work here: {why}.")),
        }
    });
}

/// Shows what the address asks for, as the server resolved it; where there is no server, as it would.
async fn shown() -> Result<(), String> {
    let dataset = data::dataset().await.map_err(|error| error.to_string())?;
    let address = browser::address();
    let route = match address.parse::<Choice>() {
        Ok(choice) => resolve::chosen(&choice, &dataset),
        Err(_) => address
            .parse::<Route>()
            .map_err(|_| resolve::astray(&address, &dataset)),
    };
    let woken = match route {
        Ok(Route::Decode { name, point }) => {
            let made = resolve::made_decode(&dataset, &name, &point)
                .ok_or_else(|| format!("{name} has no layout at {point}"))?;
            if browser::element(DRAWN_ID).is_some() {
                everywhere::show(&made.route, &made.title);
            }
            wake(|| leptos::view! { <DecodeView page=made.page/> })
        }
        Ok(_) => return Err("the address is not one of this page".to_owned()),
        Err(page) => wake(|| leptos::view! { <NotFoundPage page/> }),
    };
    woken.map_err(|missing| missing.to_string())
}
