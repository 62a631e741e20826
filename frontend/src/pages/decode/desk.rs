//! What the visitor has put on the desk, and what follows from it: source → reading → slice → what is drawn.
//!
//! Each step is worked out anew only when what it follows from changes. Nothing of it outlives the page.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use strata_core::decode::limits::BYTES_LIMIT;
use strata_core::decode::read::Reading;

use super::asked::Asked;
use super::drawn::Drawn;
use super::example::example;
use super::slice::Slice;
use super::source::{File, Origin, Source};
use crate::browser::{self, PickedFile};
use crate::data;
use crate::page::DecodePage;

/// The id of the file input.
pub const FILE_ID: &str = "decode-file";
/// How long nothing must have been typed before it is read.
const SETTLED: Duration = Duration::from_millis(120);

/// A step that gave something, or says why not; `None` where there is nothing to do.
pub type Step<T> = Option<Result<Arc<T>, String>>;

/// The state of the page.
#[derive(Clone, Copy, Debug)]
pub struct Desk {
    /// By which structure, at which point.
    pub page: Signal<DecodePage>,
    /// The text as it stands in the field.
    pub text: RwSignal<Arc<str>>,
    /// What is decoded: the text once it has settled, or a file.
    pub source: RwSignal<Source>,
    /// Where and how many.
    pub asked: RwSignal<Asked>,
    /// Why a file was not taken.
    pub refused: RwSignal<Option<String>>,
    /// The number of the first structure of the slice that is shown.
    pub first: RwSignal<u32>,
    /// Which structure of the slice is shown.
    pub chosen: RwSignal<usize>,
    /// The source as bytes.
    pub reading: Memo<Step<Reading>>,
    /// The bytes as structures.
    pub slice: Memo<Step<Slice>>,
    /// One structure as it is drawn.
    pub drawn: Memo<Option<Arc<Drawn>>>,
}

impl Desk {
    /// An empty desk.
    #[must_use]
    pub fn new(page: Signal<DecodePage>) -> Self {
        let source = RwSignal::new(Source::Nothing);
        let asked = RwSignal::new(Asked::default());
        let (first, chosen) = (RwSignal::new(0), RwSignal::new(0));
        let reading = always(move || {
            source.with(|source| source.read().map(|reading| reading.map(Arc::new)))
        });
        let slice = always(move || {
            let reading = reading.get()?.ok()?;
            Some(slice(&page.get(), &asked.get(), &reading, first.get()).map(Arc::new))
        });
        let drawn = always(move || {
            let slice = slice.get()?.ok()?;
            let dataset = data::loaded()?;
            let found = page.get().find(&dataset)?.layout;
            let instance = slice.decoded.instances.get(chosen.get())?;
            Some(Arc::new(Drawn::new(found, dataset.types(), instance)))
        });
        Self {
            page,
            text: RwSignal::new("".into()),
            source,
            asked,
            refused: RwSignal::new(None),
            first,
            chosen,
            reading,
            slice,
            drawn,
        }
    }

    /// What a field calls when something was typed: it is decoded as soon as no more follows.
    pub fn typing(self) -> impl FnMut(String) {
        let mut settled = debounce(SETTLED, move |text: Arc<str>| {
            // Meanwhile the field may have been cleared, or a file taken.
            if self.text.get_untracked() == text {
                self.put_text(text, Origin::Pasted);
            }
        });
        move |text: String| {
            let text: Arc<str> = text.into();
            self.text.set(Arc::clone(&text));
            settled(text);
        }
    }

    /// Puts a dump on the desk that is made from the layout.
    pub fn put_example(self) {
        let page = self.page.get_untracked();
        let text = data::loaded().and_then(|dataset| {
            let layout = page.find(&dataset)?.layout;
            example(layout, dataset.types()).ok()
        });
        if let Some(text) = text {
            let text: Arc<str> = text.into();
            self.asked.set(Asked::default());
            self.text.set(Arc::clone(&text));
            self.put_text(text, Origin::Constructed(page.point));
        }
    }

    fn put_text(self, text: Arc<str>, origin: Origin) {
        browser::forget_file(FILE_ID);
        self.put(Source::Text { text, origin });
    }

    /// Reads a file and puts it on the desk.
    pub fn put_file(self, picked: PickedFile) {
        let (name, size) = (picked.name(), picked.size());
        if size > BYTES_LIMIT as u64 {
            let limit = BYTES_LIMIT >> 20;
            self.refused.set(Some(format!(
                "{name} has {size} bytes, and at most {limit} MiB are decoded at once: cut out the part that holds the \
                 structure"
            )));
            return;
        }
        spawn_local(async move {
            match picked.read().await {
                Ok(bytes) => {
                    self.text.set("".into());
                    self.put(Source::File(Arc::new(File::new(name, bytes))));
                }
                Err(error) => self
                    .refused
                    .set(Some(format!("{name} was not taken: {error}"))),
            }
        });
    }

    /// Puts something else on the desk.
    pub fn put(self, source: Source) {
        self.refused.set(None);
        self.first.set(0);
        self.chosen.set(0);
        self.source.set(source);
    }

    /// Shows the slice that begins with the structure of that number.
    pub fn show_slice(self, first: u32) {
        self.chosen.set(0);
        self.first.set(first);
    }

    /// Wipes everything that the visitor put here.
    pub fn clear(self) {
        browser::forget_file(FILE_ID);
        self.text.set("".into());
        self.asked.set(Asked::default());
        self.put(Source::Nothing);
    }
}

/// Comparing what comes out would take longer than drawing it.
fn always<T: Send + Sync + 'static>(work: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    Memo::new_with_compare(move |_| work(), |_, _| true)
}

fn slice(page: &DecodePage, asked: &Asked, reading: &Reading, first: u32) -> Result<Slice, String> {
    let options = asked.options().map_err(|error| error.to_string())?;
    let dataset = data::loaded().ok_or("the layouts are not here yet")?;
    let found = page
        .find(&dataset)
        .ok_or("the layout is not among those that were loaded: reload the page")?;
    Slice::new(
        found.layout,
        dataset.types(),
        &reading.space,
        &options,
        first,
    )
    .map_err(|error| error.to_string())
}
