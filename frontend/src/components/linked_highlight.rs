//! The linked highlight: every drawing of the element that is under the pointer or has the focus.
//!
//! Elements that stand for the same thing carry the same `data-key`. Put [`LinkedHighlight`]'s handlers on their
//! container (one diagram, one table), and all of them are highlighted together.

use crate::view::*;
use wasm_bindgen::JsValue;

use crate::browser;

#[derive(Clone, Copy, Debug)]
pub struct LinkedHighlight(RwSignal<Option<String>>);

/// No highlight. Create one per page; it sets the class of the page's elements.
impl Default for LinkedHighlight {
    fn default() -> Self {
        let key = RwSignal::new(None);
        Effect::new(move || key.with(|key: &Option<String>| browser::highlight(key.as_deref())));
        Self(key)
    }
}

impl LinkedHighlight {
    /// Highlights again after `page` changes and its elements are rendered anew.
    pub fn follow<P: Send + Sync + 'static>(self, page: ReadSignal<P>) {
        Effect::new(move || {
            page.track();
            browser::once_drawn(move || {
                let lit = self.key_untracked();
                match browser::focused_key().map(|held| held.key) {
                    held if held.is_some() && held != lit => self.set(held),
                    _ => browser::highlight(lit.as_deref()),
                }
            });
        });
    }

    /// The highlighted key, read without subscribing to changes.
    pub fn key_untracked(self) -> Option<String> {
        self.0.get_untracked()
    }

    pub fn set(self, key: Option<String>) {
        if self.0.with_untracked(|old| *old != key) {
            self.0.set(key);
        }
    }

    /// Highlights what the pointer or the focus of the event is on.
    pub fn look(self, event: &JsValue) {
        self.set(browser::key_of(event));
    }
}
