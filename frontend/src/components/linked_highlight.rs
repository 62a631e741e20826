//! What is under the pointer or has the focus, wherever on the page it is drawn.
//!
//! Elements that stand for the same thing carry the same `data-key`. Put [`LinkedHighlight`]'s handlers on what holds them (one
//! diagram, one table), and all of them light up together.

use crate::view::*;
use leptos::ev::{FocusEvent, MouseEvent};

use crate::browser;

#[derive(Clone, Copy, Debug)]
pub struct LinkedHighlight(RwSignal<Option<String>>);

/// Nothing is lit. Made once a page; it keeps the page's elements in step.
impl Default for LinkedHighlight {
    fn default() -> Self {
        let key = RwSignal::new(None);
        Effect::new(move || key.with(|key: &Option<String>| browser::light(key.as_deref())));
        Self(key)
    }
}

impl LinkedHighlight {
    /// Keeps it in step with what is drawn anew whenever `page` changes.
    pub fn follow<P: Send + Sync + 'static>(self, page: ReadSignal<P>) {
        Effect::new(move || {
            page.track();
            browser::once_drawn(move || {
                let lit = self.key_untracked();
                match browser::held().map(|held| held.key) {
                    held if held.is_some() && held != lit => self.set(held),
                    _ => browser::light(lit.as_deref()),
                }
            });
        });
    }

    /// The key of what is lit, read without being told when it changes.
    pub fn key_untracked(self) -> Option<String> {
        self.0.get_untracked()
    }

    pub fn set(self, key: Option<String>) {
        if self.0.with_untracked(|old| *old != key) {
            self.0.set(key);
        }
    }

    pub fn over(self, event: MouseEvent) {
        self.set(browser::key_of(&event));
    }

    pub fn out(self, _: MouseEvent) {
        self.set(None);
    }

    pub fn focused(self, event: FocusEvent) {
        self.set(browser::key_of(&event));
    }
}
