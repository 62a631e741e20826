//! The entry points of the WASM module, which `static/boot.js` calls: [`hydrate`] on interactive pages, `startSearch`
//! at the first use of the search field.
//!
//! The dataset is loaded before a page is hydrated, and the page's value is made from it: the document carries no page
//! value, and input is accepted only once everything needed to read it is loaded.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::{AnyView, IntoView, Mountable, Render};
use leptos::{lazy, view};
use strata_core::Dataset;
use strata_core::search::{Index, Query};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::components::search::{
    FIELD_ID, KeyOutcome, LIST_ID, LISTED, PLACE_ID, SearchBox, option_id, search_list,
};
use crate::document::{CONTENT_ID, DATA_ID, FAILED_ID, LIVE_ATTRIBUTE, PLACEHOLDER_ID};
use crate::navigation;
use crate::page::{DiffPage, LayoutPage};
use crate::pages::decode::DecodePage;
use crate::pages::decode::DecodeView;
use crate::pages::diff::DiffView;
use crate::pages::layout::LayoutView;
use crate::pages::not_found::{self, NotFound, NotFoundPage};
use crate::pages::search::{SearchView, lines};
use crate::pages::validity::ValidityPage;
use crate::pages::validity::ValidityView;
use crate::resolve::{ClientPage, client_page, meant_route};
use crate::route::InteractivePage;
use crate::route::{Route, site_location};
use crate::step::InPlace;
use crate::{browser, data};

/// Hydrates the page, or renders it where the server left it to the browser. Errors that the page cannot show go to the
/// browser's console; the page stays readable.
#[wasm_bindgen]
pub async fn hydrate() -> Result<(), JsError> {
    navigation::init_site_location();
    let kind = browser::attribute_of(DATA_ID, LIVE_ATTRIBUTE);
    let kind = kind.and_then(|word| InteractivePage::of(&word));
    match show(kind).await {
        Err(why) if browser::element(FAILED_ID).is_some() => {
            let what = match kind {
                Some(InteractivePage::Decode) => "Decoding does not work here",
                _ => "This page cannot be drawn",
            };
            browser::set_text(FAILED_ID, &format!("{what}: {why}."));
            Ok(())
        }
        shown => shown.map_err(|why| JsError::new(&why)),
    }
}

async fn show(kind: Option<InteractivePage>) -> Result<(), String> {
    let dataset = data::dataset().await.map_err(|error| error.to_string())?;
    match kind {
        Some(InteractivePage::Layout | InteractivePage::Diff) => show_layouts(&dataset),
        Some(InteractivePage::Decode) => {
            data::reader().await?;
            show_decode(dataset).await
        }
        Some(InteractivePage::Validity) => show_validity(dataset).await,
        Some(InteractivePage::ClientRendered) => draw(dataset).await,
        None => Err(foreign()),
    }
}

fn foreign() -> String {
    "the address does not belong to this page".to_owned()
}

fn show_layouts(dataset: &Rc<Dataset>) -> Result<(), String> {
    let route: Route = browser::address().parse().map_err(|_| foreign())?;
    if let Some(page) = LayoutPage::make(&route, dataset) {
        return wake(|| view! { <LayoutView page/> });
    }
    let page = DiffPage::make(&route, dataset).ok_or_else(foreign)?;
    wake(|| view! { <DiffView page/> })
}

/// Shows the decode page of the address, as the server resolved it; on a site of static files, as a server would.
#[lazy]
fn show_decode(dataset: Rc<Dataset>) -> Result<(), String> {
    let dataset = &dataset;
    match meant_route(&browser::address(), dataset) {
        Ok(route) => {
            let page = DecodePage::make(&route, dataset).ok_or_else(|| match route {
                Route::Decode { name, point } => format!("{name} has no layout at {point}"),
                _ => foreign(),
            })?;
            if browser::element(PLACEHOLDER_ID).is_some() {
                navigation::show(&page);
            }
            wake(|| view! { <DecodeView page/> })
        }
        Err(page) => wake(|| view! { <NotFoundPage page/> }),
    }
}

#[lazy]
fn show_validity(dataset: Rc<Dataset>) -> Result<(), String> {
    let dataset = &dataset;
    let page = ValidityPage::new(dataset).with_query(dataset, &browser::query());
    let asked = page.given.is_some();
    let view = move || view! { <ValidityView page/> };
    if asked && site_location().files.is_some() {
        // No server has read the query.
        replace_content(view)
    } else {
        wake(view)
    }
}

/// Renders a page for which a static site has no file, as a server would.
#[lazy]
fn draw(dataset: Rc<Dataset>) -> Result<(), String> {
    let address = browser::address();
    match client_page(&address, &dataset) {
        Ok(ClientPage::Elsewhere(route)) => {
            browser::replace(&route.to_string());
            Ok(())
        }
        Ok(ClientPage::Layout(page)) => {
            navigation::show(&*page);
            wake(|| view! { <LayoutView page=*page/> })
        }
        Ok(ClientPage::Diff(page)) => {
            navigation::show(&*page);
            wake(|| view! { <DiffView page=*page/> })
        }
        Ok(ClientPage::Search(page)) => {
            browser::record(&address, &page.title(), None);
            let query = page.query.clone();
            navigation::cite(&page.title(), &Route::Search { query }.to_string());
            wake(|| view! { <SearchView page/> })
        }
        Err(page) => draw_not_found(&address, page),
    }
}

fn draw_not_found(address: &str, page: NotFound) -> Result<(), String> {
    browser::record(address, not_found::TITLE, None);
    wake(|| view! { <NotFoundPage page/> })
}

/// Hydrates the content, or renders it where the server left it to the browser.
fn wake<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) -> Result<(), String> {
    if browser::element(PLACEHOLDER_ID).is_some() {
        replace_content(view)?;
        // The element that the fragment names did not exist when the browser looked for it.
        let place = browser::fragment();
        if !place.is_empty() {
            browser::replace(&place);
        }
        return Ok(());
    }
    let place = browser::element(CONTENT_ID).ok_or_else(no_content)?;
    leptos::mount::hydrate_from(place, view).forget();
    browser::mark_hydrated();
    Ok(())
}

fn replace_content<V: IntoView + 'static>(
    view: impl FnOnce() -> V + 'static,
) -> Result<(), String> {
    let place = browser::element(CONTENT_ID).ok_or_else(no_content)?;
    browser::clear(CONTENT_ID);
    leptos::mount::mount_to(place, view).forget();
    browser::mark_hydrated();
    Ok(())
}

fn no_content() -> String {
    format!("the document has no `{CONTENT_ID}`")
}

struct Searcher {
    dataset: Rc<Dataset>,
    index: Index,
    state: SearchBox,
    drawn: <AnyView as Render>::State,
}

/// Starts the search; called once. When the data cannot be loaded, the field remains a form.
#[wasm_bindgen(js_name = startSearch)]
pub async fn start_search() -> Result<(), JsError> {
    navigation::init_site_location();
    let dataset = data::everything().await?;
    let index = Index::new(&dataset);
    let state = SearchBox::default();
    let mut drawn = search_list(&state).build();
    browser::mount_in(PLACE_ID, |place| drawn.mount(place, None));
    let searcher = Searcher {
        dataset,
        index,
        state,
        drawn,
    };
    let searcher = Rc::new(RefCell::new(searcher));
    for (name, value) in [
        ("role", "combobox"),
        ("aria-autocomplete", "list"),
        ("aria-controls", LIST_ID),
        ("aria-expanded", "false"),
    ] {
        browser::set_attribute(FIELD_ID, name, Some(value));
    }
    listen(&searcher);
    // Text typed while the module was loading.
    if browser::focused_id().as_deref() == Some(FIELD_ID) {
        searcher.borrow_mut().typed();
    }
    Ok(())
}

fn listen(searcher: &Rc<RefCell<Searcher>>) {
    let on = |id, event, act: fn(&mut Searcher, &wasm_bindgen::JsValue) -> bool| {
        let searcher = Rc::clone(searcher);
        browser::listen(id, event, move |event| {
            act(&mut searcher.borrow_mut(), event)
        });
    };
    on(FIELD_ID, "input", |searcher, _| {
        searcher.typed();
        false
    });
    on(FIELD_ID, "keydown", Searcher::pressed);
    on(FIELD_ID, "blur", |searcher, _| {
        searcher.state.open = false;
        searcher.state.chosen = None;
        searcher.draw();
        false
    });
    on(FIELD_ID, "focus", |searcher, _| {
        searcher.typed();
        false
    });
    // The focus stays in the field while the pointer chooses.
    on(PLACE_ID, "mousedown", |_, _| true);
}

impl Searcher {
    fn typed(&mut self) {
        let typed = browser::value_of(FIELD_ID);
        let found = self
            .index
            .search(&self.dataset, &Query::read(&typed), LISTED);
        let hits = lines(&self.dataset, &found);
        self.state = SearchBox::with_hits(&typed, hits, found.total);
        self.draw();
    }

    fn pressed(&mut self, event: &wasm_bindgen::JsValue) -> bool {
        let done = browser::typed_key(event).and_then(|key| self.state.key(&key));
        match &done {
            Some(KeyOutcome::Go(url)) => browser::go(url),
            Some(KeyOutcome::Changed) => self.draw(),
            None => {}
        }
        done.is_some()
    }

    fn draw(&mut self) {
        search_list(&self.state).rebuild(&mut self.drawn);
        let open = self.state.open && !self.state.hits.is_empty();
        let expanded = if open { "true" } else { "false" };
        browser::set_attribute(FIELD_ID, "aria-expanded", Some(expanded));
        let active = self.state.chosen.map(option_id);
        browser::set_attribute(FIELD_ID, "aria-activedescendant", active.as_deref());
        if let Some(active) = active {
            browser::reveal(LIST_ID, &active);
        }
    }
}
