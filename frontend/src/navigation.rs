//! In-place navigation between pages of the same sort: the data of each type are fetched once, the page's value is made
//! from them by the same code as on the server, and address, title and history are updated as if the page had been
//! loaded.
//!
//! Steps in quick succession share one history entry, so that going back leads to where they began.

use crate::view::*;
use leptos::ev;
use wasm_bindgen_futures::spawn_local;

use crate::browser::{self, Entry};
use crate::citation::citation;
use crate::data;
use crate::document::{
    BASE_ATTRIBUTE, CITATION_ID, DATA_ID, FILES_ATTRIBUTE, HASH_ATTRIBUTE, MAIN_ID,
    UNNAMED_ATTRIBUTE,
};
use crate::route::{BasePath, Files, SiteLocation};
use crate::step::{FocusTarget, InPlace, StepChanges};

/// Steps less than this apart, in milliseconds, share one history entry.
const BURST: f64 = 1000.0;

/// A page that can be replaced by another of its sort. A handle: copies share one state.
#[derive(Debug)]
pub struct InPlaceNavigation<P: InPlace> {
    page: RwSignal<P>,
    changes: RwSignal<StepChanges>,
    state: StoredValue<NavigationState>,
}

#[derive(Debug, Default)]
struct NavigationState {
    shown: Option<Route>,
    /// The latest requested route; anything else under way is dropped.
    wanted: Option<Route>,
    /// When it was requested, in milliseconds; 0 where nothing was, or the visitor went back.
    asked_at: f64,
    /// The history entry that the next page gets.
    entry: Option<Entry>,
    /// The focus after a step that removed the focused member.
    goal: Option<FocusTarget>,
}

impl<P: InPlace> Clone for InPlaceNavigation<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: InPlace> Copy for InPlaceNavigation<P> {}

impl<P: InPlace> InPlaceNavigation<P> {
    /// Starts with the page that the server sent.
    pub fn new(first: P) -> Self {
        let steps = Self {
            page: RwSignal::new(first),
            changes: RwSignal::default(),
            state: StoredValue::new(NavigationState::default()),
        };
        Effect::new(move || {
            let here = browser::address().parse().ok();
            steps.state.update_value(|state| state.shown = here);
            let _ = window_event_listener(ev::popstate, move |_| steps.back());
        });
        steps
    }

    pub fn page(self) -> ReadSignal<P> {
        self.page.read_only()
    }

    pub fn changes(self) -> ReadSignal<StepChanges> {
        self.changes.read_only()
    }

    /// Goes to another page; loads it where it cannot be made here.
    pub fn to(self, route: Route) {
        let now = browser::now();
        self.state.update_value(|state| {
            // A page whose structure nobody named is no place to go back to.
            let unnamed = browser::attribute_of(MAIN_ID, UNNAMED_ATTRIBUTE).is_some();
            // A burst whose first page has not been shown still owes the history its entry.
            if now - state.asked_at >= BURST && !unnamed {
                state.entry = Some(Entry::New);
            } else if state.entry.is_none() {
                state.entry = Some(Entry::Same);
            }
            state.asked_at = now;
        });
        self.show(route);
    }

    /// Shows the page of the address bar after the visitor went back or forward. (Following a link within the page
    /// comes here too, and changes nothing.)
    fn back(self) {
        let asked: Option<Route> = browser::address().parse().ok();
        self.state.update_value(|state| {
            state.asked_at = 0.0;
            state.entry = None;
        });
        let elsewhere = self.state.with_value(|state| state.shown != asked);
        if let (true, Some(route)) = (elsewhere, asked) {
            self.show(route);
        }
    }

    fn show(self, route: Route) {
        self.state
            .update_value(|state| state.wanted = Some(route.clone()));
        spawn_local(async move {
            let dataset = match route.type_name() {
                Some(name) => data::of_type(name.as_str()).await,
                None => data::dataset().await,
            };
            let wanted = |state: &NavigationState| state.wanted.as_ref() == Some(&route);
            if !self.state.with_value(wanted) {
                return;
            }
            let made = dataset.ok().and_then(|dataset| {
                let made = P::make(&route, &dataset)?;
                data::show(dataset);
                Some(made)
            });
            match made {
                Some(page) => self.exchange(page),
                None => browser::go(&route.to_string()),
            }
        });
    }

    fn exchange(self, after: P) {
        // Read before anything is written: then measuring positions forces no new layout.
        let (focused, held, place) = (
            browser::focused_id(),
            browser::focused_key(),
            browser::scroll_anchor(),
        );
        let (route, title) = (after.route(), after.title());
        let url = route.to_string();
        self.state.update_value(|state| {
            browser::record(&url, &title, state.entry.take());
            cite(&title, &url);
            state.shown = Some(route);
        });
        // The visitor still means the member that a step removed, as long as the focus stays where that step left it.
        let left = |goal: &FocusTarget| held.as_ref().is_some_and(|held| held.key == goal.key);
        let meant = self.state.with_value(|state| state.goal.clone());
        let meant = meant.filter(|goal| !goal.is_it && left(goal));
        let meant = meant.map(|goal| goal.meant);
        let (changed, place, goal) = self.page.with_untracked(|page| {
            let follow = |key: &str, meant| page.follow(&after, key, meant);
            let place = place.map(|place| {
                let goal = follow(&place.key, None);
                place.at(goal.map(|goal| goal.key))
            });
            let goal = held
                .as_ref()
                .and_then(|held| follow(&held.key, meant.as_deref()));
            (page.changes(&after), place, goal)
        });
        self.state
            .update_value(|state| state.goal.clone_from(&goal));
        self.changes.update(|changes| changes.replace(changed));
        self.page.set(after);
        request_animation_frame(move || {
            let lost = !browser::has_focus();
            if let (Some(held), Some(goal)) = (held, goal)
                && (lost || meant.is_some() && goal.is_it)
            {
                browser::focus(&format!("{}{}", held.place, goal.key));
            } else if let (true, Some(id)) = (lost, focused) {
                // A focused element that moves in the document loses the focus.
                browser::focus(&id);
            }
            browser::restore_scroll(place);
        });
    }
}

/// Sets the site's base path from the document; every module begins with this.
pub fn init_site_location() {
    let told = |name| browser::attribute_of(DATA_ID, name);
    SiteLocation {
        origin: None,
        base: BasePath::from_document(&told(BASE_ATTRIBUTE).unwrap_or_default()),
        files: told(FILES_ATTRIBUTE).map(|names| Files::from_document(&names)),
    }
    .init();
}

/// Writes the citation of a page after a step. (`static/boot.js` completes the one that the server wrote.)
pub fn cite(title: &str, url: &str) {
    if let Some(hash) = browser::attribute_of(CITATION_ID, HASH_ATTRIBUTE) {
        let place = browser::origin() + url;
        browser::set_text(CITATION_ID, &citation(title, &place, &hash));
    }
}

/// Updates address bar, tab title and citation to the rendered page.
pub fn show(page: &impl InPlace) {
    let (url, title) = (page.route().to_string(), page.title());
    let shown = url.clone() + &browser::fragment();
    browser::record(&shown, &title, Some(Entry::Same));
    cite(&title, &url);
}
