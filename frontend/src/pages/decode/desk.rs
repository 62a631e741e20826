//! The page at work: what the visitor does is done to the signals of its state here, and what follows is drawn.
//!
//! What touches the focus or scrolls waits until that is drawn, for it needs the nodes.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use strata_core::Dataset;
use strata_core::decode::limits::BYTES_LIMIT;
use wasm_bindgen_futures::spawn_local;

use super::asked::Field;
use super::deed::Key;
use super::example::example;
use super::input::FILE_ID;
use super::look::{BYTES_FRAME, CURSOR_ID, Look, TEXT_FRAME, VALUES_FRAME, text_id, value_id};
use super::margin::{self, LINES_SHOWN};
use super::point;
use super::scene::Scene;
use super::source::{File, Source};
use super::spot::Spot;
use super::state::Put;
use crate::browser::{self, PickedFile};
use crate::page::DecodePage;
use crate::route::Route;
use crate::steps::{Changed, Steps};
use crate::{data, resolve};

/// How long nothing must have been typed before it is read.
const SETTLED: Duration = Duration::from_millis(120);

/// The page at work. Copies are the same one.
#[derive(Clone, Copy, Debug)]
pub struct Desk {
    /// What is on it.
    pub scene: Scene,
    /// What the field to paste into holds, where the page itself filled it.
    pub filled: RwSignal<Arc<str>>,
    steps: Steps<DecodePage>,
    /// What was typed and is not yet read.
    typed: StoredValue<Option<TimeoutHandle>>,
}

impl Desk {
    /// The desk of the page that the server sent, with nothing on it.
    #[must_use]
    pub fn new(page: DecodePage) -> Self {
        let make = |route: &Route, dataset: &Dataset| {
            let Route::Decode { name, point } = route else {
                return None;
            };
            resolve::made_decode(dataset, name, point)
        };
        let steps = Steps::new(page, make, |_, _| Changed::default(), |_, _, _, _| None);
        let desk = Self {
            scene: Scene::new(steps.page()),
            filled: RwSignal::new("".into()),
            steps,
            typed: StoredValue::new(None),
        };
        desk.wake();
        desk
    }

    /// Draws what the server could not, and keeps in step what does not follow by itself.
    fn wake(self) {
        let Scene { page, state, work } = self.scene;
        Effect::new(move |before: Option<()>| {
            page.track();
            state.awake.set(true);
            if before.is_some() {
                state.look.update(Look::reset);
            }
            browser::once_drawn(move || page.with_untracked(point::follow));
        });
        // What was copied is no longer what is shown.
        Effect::new(move || {
            work.decoding.track();
            work.drawn.track();
            state.copied.set(None);
        });
    }

    /// Goes to another point or structure.
    pub fn go(self, route: Route) {
        self.steps.to(route);
    }

    /// Something was typed: it is read as soon as no more follows.
    pub fn typed(self, text: String) {
        let text: Arc<str> = text.into();
        self.forget_typed();
        let settled = move || {
            browser::forget_file(FILE_ID);
            self.put(Source::Text {
                text,
                made_at: None,
            });
        };
        // Refused only where there is no window.
        let handle = set_timeout_with_handle(settled, SETTLED).ok();
        self.typed.set_value(handle);
    }

    /// What was typed is not read any more.
    fn forget_typed(self) {
        if let Some(handle) = self.typed.get_value() {
            handle.clear();
        }
    }

    /// Something was typed that says where to decode.
    pub fn asked(self, field: Field, text: String) {
        let state = self.scene.state;
        state.show_slice(0, |aim| aim.asked.set(field, text));
    }

    /// Reads a file and puts it on the page.
    pub fn put_file(self, picked: PickedFile) {
        let (name, size) = (picked.name(), picked.size());
        if size > BYTES_LIMIT as u64 {
            let limit = BYTES_LIMIT >> 20;
            return self.refuse(format!(
                "{name} has {size} bytes, and at most {limit} MiB are decoded at once: cut out the part that holds the \
                 structure"
            ));
        }
        spawn_local(async move {
            match picked.read().await {
                Ok(bytes) => {
                    self.fill("".into());
                    self.put(Source::File(Arc::new(File::new(name, bytes))));
                }
                Err(error) => self.refuse(format!("{name} was not taken: {error}")),
            }
        });
    }

    pub(super) fn refuse(self, why: String) {
        let put = self.scene.state.put;
        put.update(|put| put.refused = Some(why));
    }

    pub(super) fn put(self, source: Source) {
        self.scene.state.put(Put {
            source,
            ..Put::default()
        });
    }

    /// Puts a text into the field to paste into, in place of what was typed there.
    fn fill(self, text: Arc<str>) {
        self.forget_typed();
        self.filled.set(text);
    }

    /// Wipes everything that the visitor put on the page.
    pub fn clear(self) {
        browser::forget_file(FILE_ID);
        self.fill("".into());
        self.scene.state.clear();
    }

    /// Puts a dump on the page that is made from the layout.
    pub fn put_example(self) {
        let made = || {
            let page = self.scene.page.read_untracked();
            let dataset = data::loaded()?;
            let layout = &page.find(&dataset)?.layout;
            let text: Arc<str> = example(layout, dataset.catalogue()).ok()?.into();
            Some((text, page.point))
        };
        let Some((text, point)) = made() else { return };
        self.clear();
        self.fill(Arc::clone(&text));
        let made_at = Some(point);
        self.put(Source::Text { text, made_at });
    }

    /// The pointer is over something that stands for that, or over nothing.
    pub fn hover(self, key: Option<Key>) {
        let look = self.scene.state.look;
        let spot = key.and_then(|key| self.spot(key));
        if look.read_untracked().hover != spot {
            look.update(|look| look.hover = spot);
        }
    }

    /// Something that stands for that was pressed, or got the focus.
    pub fn hold_key(self, key: Key) {
        let known = self.scene.state.look.read_untracked().held;
        match self.spot(key) {
            Some(spot) if known != Some(spot) => self.hold(spot),
            _ => {}
        }
    }

    /// The focus came to the bytes: the cursor stands somewhere.
    pub fn enter_bytes(self) {
        let spot = self.spot(Key::Byte(0));
        let cursor = self.scene.state.look.read_untracked().cursor;
        if let (Some(spot), None) = (spot, cursor) {
            self.hold(spot);
        }
    }

    /// The place that something stands for.
    pub(super) fn spot(self, key: Key) -> Option<Spot> {
        let work = self.scene.work;
        let drawn = work.drawn.read_untracked();
        let drawn = drawn.as_ref();
        match key {
            Key::Byte(at) => drawn?.spot_at(at),
            Key::Value(line) => drawn?.spot(line),
            Key::Finding(number) => {
                let drawn = drawn?;
                drawn.spot_of(drawn.findings.get(number)?)
            }
            Key::Line(number) => {
                let paste = work.paste.read_untracked();
                Some(margin::spot(&paste, drawn, number))
            }
        }
    }

    /// The line of the text that a place came from.
    pub(super) fn line_of(self, spot: Spot) -> Option<usize> {
        let work = self.scene.work;
        let (paste, drawn) = (work.paste.read_untracked(), work.drawn.read_untracked());
        margin::line_of(&paste, drawn.as_ref(), spot)
    }

    /// Holds a place, and brings it into sight everywhere.
    pub(super) fn hold(self, spot: Spot) {
        let Scene { state, work, .. } = self.scene;
        let drawn = work.drawn.read_untracked();
        state.look.update(|look| match drawn.as_ref() {
            Some(drawn) => look.hold(drawn, spot),
            None => {
                look.held = Some(spot);
                look.text = spot.text.unwrap_or_default();
            }
        });
        if drawn.is_none() {
            return;
        }
        if let Some(line) = spot.value {
            reveal(VALUES_FRAME, value_id(line));
        }
        if spot.size > 0 {
            reveal(BYTES_FRAME, CURSOR_ID.to_owned());
        }
        if let Some(number) = self.line_of(spot) {
            self.show_line(number);
        }
    }

    /// Brings a line of the text into sight.
    pub(super) fn show_line(self, number: usize) {
        let look = self.scene.state.look;
        let top = look.read_untracked().top;
        if number <= top || number > top + LINES_SHOWN {
            look.update(|look| look.top = number.saturating_sub(1) / LINES_SHOWN * LINES_SHOWN);
        }
        reveal(TEXT_FRAME, text_id(number));
    }
}

/// Brings an element into sight in its box, once it is drawn.
fn reveal(frame: &'static str, id: String) {
    browser::once_drawn(move || browser::reveal(frame, &id));
}

/// Gives an element the focus, once it is drawn.
pub(super) fn focus(id: String) {
    browser::once_drawn(move || {
        browser::focus(&id);
    });
}
