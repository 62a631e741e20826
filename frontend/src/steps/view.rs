//! Steps of a page that is made of views.

use std::rc::Rc;

use leptos::prelude::*;
use strata_core::Dataset;

use super::Made;
use crate::route::Route;

/// A page that can be exchanged for another of its sort.
#[derive(Debug)]
pub struct Steps<P: Send + Sync + 'static> {
    page: RwSignal<P>,
    steps: StoredValue<super::Steps<P>, LocalStorage>,
}

impl<P: Send + Sync + 'static> Clone for Steps<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Send + Sync + 'static> Copy for Steps<P> {}

impl<P: Send + Sync + 'static> Steps<P> {
    /// Begins with the page that the server sent. `make` makes a page of this sort, and no other.
    #[must_use]
    pub fn new(first: P, make: fn(&Route, &Dataset) -> Option<Made<P>>) -> Self {
        let page = RwSignal::new(first);
        let show = Rc::new(move |made| page.set(made));
        let steps = StoredValue::new_local(super::Steps::new(make, show));
        Effect::new(move || steps.with_value(super::Steps::wake));
        Self { page, steps }
    }

    /// The page that is shown.
    #[must_use]
    pub fn page(self) -> Signal<P> {
        self.page.into()
    }

    /// Goes to another page; loads it where it cannot be made here.
    pub fn to(self, route: Route) {
        self.steps.with_value(|steps| steps.to(route));
    }
}
