//! Going from one page to another of the same sort without loading it: the dataset is fetched once, the page's value made
//! from it by the same code as on the server, and address, title and history kept as if it had been loaded.
//!
//! Steps in quick succession are one entry of the history, so that going back leads to where they began.

use leptos::ev;
use leptos::prelude::*;
use strata_core::Dataset;
use wasm_bindgen_futures::spawn_local;

use crate::browser::{self, Entry};
use crate::data;
pub use crate::resolve::Made;
use crate::route::Route;

/// Steps that follow one another faster than this, in milliseconds, are one entry of the history.
const BURST: f64 = 1000.0;

/// A page that can be exchanged for another of its sort.
#[derive(Debug)]
pub struct Steps<P: Send + Sync + 'static> {
    page: RwSignal<P>,
    inner: StoredValue<Inner>,
    make: fn(&Route, &Dataset) -> Option<Made<P>>,
}

#[derive(Debug)]
struct Inner {
    /// The path of the page that is shown.
    shown: String,
    /// What was asked for last; whatever else is under way is dropped.
    wanted: Option<Route>,
    /// When that was, in milliseconds.
    asked_at: f64,
    /// What the next page that is shown becomes in the history.
    entry: Option<Entry>,
}

impl<P: Send + Sync + 'static> Clone for Steps<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Send + Sync + 'static> Copy for Steps<P> {}

impl<P: Clone + Send + Sync + 'static> Steps<P> {
    /// Begins with the page that the server sent. `make` makes a page of this sort, and no other.
    #[must_use]
    pub fn new(first: P, make: fn(&Route, &Dataset) -> Option<Made<P>>) -> Self {
        let inner = Inner {
            shown: String::new(),
            wanted: None,
            asked_at: f64::NEG_INFINITY,
            entry: None,
        };
        let steps = Self {
            page: RwSignal::new(first),
            inner: StoredValue::new(inner),
            make,
        };
        Effect::new(move || {
            steps
                .inner
                .update_value(|inner| inner.shown = browser::path());
            let _ = window_event_listener(ev::popstate, move |_| steps.back());
        });
        steps
    }

    /// The page that is shown.
    #[must_use]
    pub fn page(self) -> Signal<P> {
        self.page.into()
    }

    /// Goes to another page; loads it where it cannot be made here.
    pub fn to(self, route: Route) {
        self.inner.update_value(|inner| {
            let now = browser::now();
            // A burst whose first page has not yet been shown still owes the history its entry.
            if now - inner.asked_at >= BURST {
                inner.entry = Some(Entry::New);
            } else if inner.entry.is_none() {
                inner.entry = Some(Entry::Same);
            }
            inner.asked_at = now;
        });
        self.show(route);
    }

    /// Shows what the address bar says, after the visitor went back or forth. (Following a link within the page comes
    /// here, too, and changes nothing.)
    fn back(self) {
        let path = browser::path();
        let elsewhere = self.inner.try_update_value(|inner| {
            inner.asked_at = f64::NEG_INFINITY;
            inner.entry = None;
            inner.shown != path
        });
        if let (Some(true), Ok(route)) = (elsewhere, path.parse()) {
            self.show(route);
        }
    }

    fn show(self, route: Route) {
        self.inner
            .update_value(|inner| inner.wanted = Some(route.clone()));
        spawn_local(async move {
            let dataset = data::dataset().await;
            if self
                .inner
                .with_value(|inner| inner.wanted.as_ref() != Some(&route))
            {
                return;
            }
            let made = dataset
                .ok()
                .and_then(|dataset| (self.make)(&route, &dataset));
            match made {
                Some(Made { page, route, title }) => self.exchange(page, route.to_string(), &title),
                None => browser::go(&route.to_string()),
            }
        });
    }

    fn exchange(self, page: P, url: String, title: &str) {
        let entry = self.inner.try_update_value(|inner| inner.entry.take());
        browser::record(&url, title, entry.flatten());
        self.inner.update_value(|inner| inner.shown = url);
        let (focused, folds) = (browser::focused_id(), browser::folds());
        self.page.set(page);
        // What had the focus may have been made anew, and what was unfolded may be another fold now.
        request_animation_frame(move || {
            folds.restore();
            if let Some(id) = focused
                && browser::focused_id().is_none()
            {
                browser::focus(&id);
            }
        });
    }
}
