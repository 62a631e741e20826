//! Going from one page to another of the same sort without loading it: the dataset is fetched once, the page's value made
//! from it by the same code as on the server, and address, title and history kept as if it had been loaded.
//!
//! Steps in quick succession are one entry of the history, so that going back leads to where they began.

#[cfg(feature = "views")]
pub mod view;

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use strata_core::Dataset;
use wasm_bindgen_futures::spawn_local;

use crate::browser::{self, Entry};
use crate::data;
pub use crate::resolve::Made;
use crate::route::Route;

/// Steps that follow one another faster than this, in milliseconds, are one entry of the history.
const BURST: f64 = 1000.0;

/// The way from page to page. Copies are the same one.
pub struct Steps<P> {
    inner: Rc<RefCell<Inner>>,
    make: fn(&Route, &Dataset) -> Option<Made<P>>,
    show: Rc<dyn Fn(P)>,
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

impl<P> fmt::Debug for Steps<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Steps")
            .field("inner", &self.inner)
            .finish_non_exhaustive()
    }
}

impl<P> Clone for Steps<P> {
    fn clone(&self) -> Self {
        Self {
            inner: Rc::clone(&self.inner),
            make: self.make,
            show: Rc::clone(&self.show),
        }
    }
}

impl<P: 'static> Steps<P> {
    /// Begins with the page that the server sent. `make` makes a page of this sort, and no other; `show` shows it.
    #[must_use]
    pub fn new(make: fn(&Route, &Dataset) -> Option<Made<P>>, show: Rc<dyn Fn(P)>) -> Self {
        let inner = Inner {
            shown: String::new(),
            wanted: None,
            asked_at: f64::NEG_INFINITY,
            entry: None,
        };
        Self {
            inner: Rc::new(RefCell::new(inner)),
            make,
            show,
        }
    }

    /// Takes note of where the visitor is, and follows when he goes back. Called once, when the page wakes.
    pub fn wake(&self) {
        self.inner.borrow_mut().shown = browser::path();
        let steps = self.clone();
        browser::listen_to_history(Box::new(move |_| steps.back()));
    }

    /// Goes to another page; loads it where it cannot be made here.
    pub fn to(&self, route: Route) {
        {
            let mut inner = self.inner.borrow_mut();
            let now = browser::now();
            // A burst whose first page has not yet been shown still owes the history its entry.
            if now - inner.asked_at >= BURST {
                inner.entry = Some(Entry::New);
            } else if inner.entry.is_none() {
                inner.entry = Some(Entry::Same);
            }
            inner.asked_at = now;
        }
        self.show(route);
    }

    /// Shows what the address bar says, after the visitor went back or forth. (Following a link within the page comes
    /// here, too, and changes nothing.)
    fn back(&self) {
        let path = browser::path();
        let elsewhere = {
            let mut inner = self.inner.borrow_mut();
            inner.asked_at = f64::NEG_INFINITY;
            inner.entry = None;
            inner.shown != path
        };
        if let (true, Ok(route)) = (elsewhere, path.parse()) {
            self.show(route);
        }
    }

    fn show(&self, route: Route) {
        self.inner.borrow_mut().wanted = Some(route.clone());
        let steps = self.clone();
        spawn_local(async move {
            let dataset = data::dataset().await;
            if steps.inner.borrow().wanted.as_ref() != Some(&route) {
                return;
            }
            let made = dataset
                .ok()
                .and_then(|dataset| (steps.make)(&route, &dataset));
            match made {
                Some(made) => steps.exchange(made),
                None => browser::go(&route.to_string()),
            }
        });
    }

    fn exchange(&self, made: Made<P>) {
        let url = made.route.to_string();
        {
            let mut inner = self.inner.borrow_mut();
            browser::record(&url, &made.title, inner.entry.take());
            inner.shown = url;
        }
        let (focused, folds) = (browser::focused_id(), browser::folds());
        (self.show)(made.page);
        // What had the focus may have been made anew, and what was unfolded may be another fold now.
        browser::before_paint(Box::new(move || {
            folds.restore();
            if let Some(id) = focused
                && browser::focused_id().is_none()
            {
                browser::focus(&id);
            }
        }));
    }
}
