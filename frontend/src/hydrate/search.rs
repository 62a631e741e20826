//! Searching as one types. On a page that is only read, the module comes when the field is first used.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::{AnyView, Mountable, Render};
use strata_core::Dataset;
use strata_core::search::{Index, Query};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::components::search::{
    Done, FIELD_ID, LIST_ID, LISTED, PLACE_ID, SearchBox, option_id, search_list,
};
use crate::page::search::lines;
use crate::{browser, data, navigation};

struct Searcher {
    dataset: Rc<Dataset>,
    index: Index,
    state: SearchBox,
    drawn: <AnyView as Render>::State,
}

/// Begins to search: called once.
/// When the data do not come, the field remains a form.
#[wasm_bindgen(js_name = startSearch)]
pub async fn start_search() -> Result<(), JsError> {
    navigation::set_place();
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
    // What was typed while the module was under way.
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
        self.state = SearchBox::found(&typed, hits, found.total);
        self.draw();
    }

    fn pressed(&mut self, event: &wasm_bindgen::JsValue) -> bool {
        let done = browser::typed_key(event).and_then(|key| self.state.key(&key));
        match &done {
            Some(Done::Go(url)) => browser::go(url),
            Some(Done::Changed) => self.draw(),
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
