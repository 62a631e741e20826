//! The page at work: what the visitor does is done to the signals of its state here, and what follows is drawn.
//!
//! What touches the focus or scrolls waits until that is drawn, for it needs the nodes.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use strata_core::Dataset;
use strata_core::decode::limits::BYTES_LIMIT;
use strata_core::decode::read::Dialect;
use wasm_bindgen_futures::spawn_local;

use super::action::Key;
use super::asked::Field;
use super::byte_range::ByteRange;
use super::context::ViewContext;
use super::example::example;
use super::input::FILE_ID;
use super::margin::{self, LINES_SHOWN};
use super::point;
use super::selection::{
    BYTES_FRAME, CURSOR_ID, Selection, TEXT_FRAME, VALUES_FRAME, text_id, value_id,
};
use super::state::{DecodeInput, File, Paste, Source};
use crate::browser::{self, PickedFile};
use crate::navigation::{Changed, InPlaceNavigation};
use crate::page::DecodePage;
use crate::route::Route;
use crate::{data, resolve};

/// From so many bytes on, the page says that it reads.
const LONG: usize = 64 << 10;
/// How long nothing must have been typed before it is read.
const SETTLED: Duration = Duration::from_millis(120);

/// The page at work. Copies are the same one.
#[derive(Clone, Copy, Debug)]
pub struct DecodeController {
    /// What is on it.
    pub context: ViewContext,
    /// What the field to paste into holds, where the page itself filled it.
    pub filled: RwSignal<Arc<str>>,
    steps: InPlaceNavigation<DecodePage>,
    /// What was typed and is not yet read.
    typed: StoredValue<Option<TimeoutHandle>>,
    /// How often something was put on the page.
    puts: StoredValue<usize>,
}

impl DecodeController {
    /// The controller of the page that the server sent, with nothing on it.
    #[must_use]
    pub fn new(page: DecodePage) -> Self {
        let make = |route: &Route, dataset: &Dataset| {
            let Route::Decode { name, point } = route else {
                return None;
            };
            resolve::made_decode(dataset, name, point)
        };
        let steps =
            InPlaceNavigation::new(page, make, |_, _| Changed::default(), |_, _, _, _| None);
        let controller = Self {
            context: ViewContext::new(steps.page()),
            filled: RwSignal::new("".into()),
            steps,
            typed: StoredValue::new(None),
            puts: StoredValue::new(0),
        };
        controller.wake();
        controller
    }

    /// Draws what the server could not, and keeps in step what does not follow by itself.
    fn wake(self) {
        let ViewContext { page, state, work } = self.context;
        Effect::new(move |before: Option<()>| {
            page.track();
            state.awake.set(true);
            if before.is_some() {
                state.selection.update(Selection::reset);
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
        let state = self.context.state;
        state.show_slice(0, |options| options.asked.set(field, text));
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
                    self.put(Source::File(Arc::new(File {
                        name,
                        bytes: bytes.into(),
                        kind: None,
                    })));
                }
                Err(error) => self.refuse(format!("{name} was not taken: {error}")),
            }
        });
    }

    pub(super) fn refuse(self, why: String) {
        let put = self.context.state.put;
        put.update(|put| put.refused = Some(why));
    }

    pub(super) fn put(self, source: Source) {
        self.put_as(source, None);
    }

    /// Has the worker read a source, as that dialect where one was chosen, and puts both on the page. What was there stays until then.
    pub(super) fn put_as(self, source: Source, dialect: Option<Dialect>) {
        let state = self.context.state;
        let number = self.next_put();
        let mut put = DecodeInput {
            source,
            dialect,
            refused: None,
        };
        let Some(source) = put.source() else {
            return state.put(put, Paste::default());
        };
        let bytes = source.as_ref().map_or(0, |source| source.bytes.len());
        state.reading.set((bytes >= LONG).then_some(bytes));
        spawn_local(async move {
            let contents = match source {
                Ok(source) => data::read(&source).await,
                Err(why) => Err(why),
            };
            // Unless something else was put on the page meanwhile.
            if self.puts.get_value() != number {
                return;
            }
            state.reading.set(None);
            if let (Source::File(file), Ok(contents)) = (&mut put.source, &contents) {
                *file = Arc::new(File {
                    kind: Some(contents.kind),
                    ..(**file).clone()
                });
            }
            state.put(put, contents.map_or_else(Paste::refused, Paste::from));
        });
    }

    /// What is being read is not put on the page any more.
    fn next_put(self) -> usize {
        let number = self.puts.get_value() + 1;
        self.puts.set_value(number);
        self.context.state.reading.set(None);
        number
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
        self.next_put();
        self.context.state.clear();
    }

    /// Puts a dump on the page that is made from the layout.
    pub fn put_example(self) {
        let made = || {
            let page = self.context.page.read_untracked();
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
        let selection = self.context.state.selection;
        let range = key.and_then(|key| self.range(key));
        if selection.read_untracked().hover != range {
            selection.update(|selection| selection.hover = range);
        }
    }

    /// Something that stands for that was pressed, or got the focus.
    pub fn hold_key(self, key: Key) {
        let known = self.context.state.selection.read_untracked().held;
        match self.range(key) {
            Some(range) if known != Some(range) => self.hold(range),
            _ => {}
        }
    }

    /// The focus came to the bytes: the cursor stands somewhere.
    pub fn enter_bytes(self) {
        let range = self.range(Key::Byte(0));
        let cursor = self.context.state.selection.read_untracked().cursor;
        if let (Some(range), None) = (range, cursor) {
            self.hold(range);
        }
    }

    /// The place that something stands for.
    pub(super) fn range(self, key: Key) -> Option<ByteRange> {
        let ViewContext { state, work, .. } = self.context;
        let drawn = work.drawn.read_untracked();
        let drawn = drawn.as_ref();
        match key {
            Key::Byte(at) => drawn?.spot_at(at),
            Key::Value(line) => drawn?.range(line),
            Key::Finding(number) => {
                let drawn = drawn?;
                drawn.range_of(drawn.findings.get(number)?)
            }
            Key::Line(number) => {
                let paste = state.paste.read_untracked();
                Some(margin::range(&paste, drawn, number))
            }
        }
    }

    /// The line of the text that a place came from.
    pub(super) fn line_of(self, range: ByteRange) -> Option<usize> {
        let ViewContext { state, work, .. } = self.context;
        let (paste, drawn) = (state.paste.read_untracked(), work.drawn.read_untracked());
        margin::line_of(&paste, drawn.as_ref(), range)
    }

    /// Holds a place, and brings it into sight everywhere.
    pub(super) fn hold(self, range: ByteRange) {
        let ViewContext { state, work, .. } = self.context;
        let drawn = work.drawn.read_untracked();
        state.selection.update(|selection| match drawn.as_ref() {
            Some(drawn) => selection.hold(drawn, range),
            None => {
                selection.held = Some(range);
                selection.text = range.text.unwrap_or_default();
            }
        });
        if drawn.is_none() {
            return;
        }
        if let Some(line) = range.value {
            reveal(VALUES_FRAME, value_id(line));
        }
        if range.size > 0 {
            reveal(BYTES_FRAME, CURSOR_ID.to_owned());
        }
        if let Some(number) = self.line_of(range) {
            self.show_line(number);
        }
    }

    /// Brings a line of the text into sight.
    pub(super) fn show_line(self, number: usize) {
        let selection = self.context.state.selection;
        let top = selection.read_untracked().top;
        if number <= top || number > top + LINES_SHOWN {
            selection.update(|selection| {
                selection.top = number.saturating_sub(1) / LINES_SHOWN * LINES_SHOWN;
            });
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
