//! The decode page's state in signals: the input and the options; the worker's reading of the input, which comes later;
//! and the selection, which bytes, values and text mark. None of it outlives the page.

use std::sync::Arc;

use crate::pages::prelude::*;
use strata_core::Point;
use strata_core::decode::listing::Listing;
use strata_core::decode::read::{Dialect, ParsedInput, Reading};
use strata_core::decode::source::{self, Contents, FileKind};
use strata_core::decode::space::RegionOffset;

use super::annotated_text::Text;
use super::array::ArrayView;
use super::derived::{self, Decoding, Drawn};
use super::export::Outcome;
use super::lines::Line;
use super::options::TypedOptions;
use crate::navigation::InPlaceNavigation;
use crate::pages::decode::DecodePage;
use crate::step::InPlace;

/// The longest text that the page reads, in bytes: with the data kept for each line, more would not fit into a tab.
const TEXT_LIMIT: usize = 16 << 20;
/// How many places the back history holds.
const BACK_LIMIT: usize = 64;

/// The page's signals and memos, which the views read and the visitor's actions change. Copies share one state.
#[derive(Clone, Copy, Debug)]
pub struct ViewModel {
    pub page: ReadSignal<DecodePage>,
    pub(super) steps: InPlaceNavigation<DecodePage>,
    /// Whether the page is hydrated. Until then, it is as the server sent it.
    pub awake: RwSignal<bool>,
    pub put: RwSignal<DecodeInput>,
    /// The text of the input field, where the page itself filled it.
    pub filled: RwSignal<Arc<str>>,
    pub paste: RwSignal<Paste>,
    /// The size of the input that the worker is reading, in bytes, if that takes a while.
    pub reading: RwSignal<Option<usize>>,
    pub options: RwSignal<DecodeOptions>,
    /// The number of the shown structure, from 0.
    pub shown: RwSignal<u32>,
    pub decoding: Memo<Decoding>,
    pub drawn: Memo<Option<Drawn>>,
    pub selection: RwSignal<Selection>,
    pub array: RwSignal<ArrayView>,
    pub copied: RwSignal<Option<Outcome>>,
    /// The timer of typed text that is not read yet.
    pub(super) typing: StoredValue<Option<TimeoutHandle>>,
    /// Counts inputs, so that an outdated reading can be dropped.
    pub(super) puts: StoredValue<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodeInput {
    pub source: Source,
    /// The dialect chosen for the text; `None` detects it.
    pub dialect: Option<Dialect>,
    /// The reason why a file was refused.
    pub refused: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    #[default]
    Nothing,
    Text {
        text: Arc<str>,
        /// The point of the layout from which the page made the example; `None` for the visitor's own input.
        made_at: Option<Point>,
    },
    File(Arc<File>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub bytes: Arc<[u8]>,
    /// Its kind: known once it was read, or where the visitor chose it.
    pub kind: Option<FileKind>,
}

impl File {
    pub fn of_kind(&self, kind: Option<FileKind>) -> Self {
        Self {
            kind,
            ..self.clone()
        }
    }
}

impl DecodeInput {
    /// The source for the worker; `None` for empty input.
    pub fn source(&self) -> Option<Result<source::Source, String>> {
        let (bytes, kind) = match &self.source {
            Source::Nothing => return None,
            Source::Text { text, .. } if text.trim().is_empty() => return None,
            Source::Text { text, .. } if text.len() > TEXT_LIMIT => {
                return Some(Err(format!(
                    "the text has {} MiB; the limit of this page is {} MiB: paste the part with the structure, choose a file of \
                     raw bytes, or use `strata decode`",
                    text.len() >> 20,
                    TEXT_LIMIT >> 20
                )));
            }
            Source::Text { text, .. } => (text.as_bytes(), Some(FileKind::Text)),
            Source::File(file) => (&*file.bytes, file.kind),
        };
        Some(Ok(source::Source {
            bytes: bytes.to_vec(),
            kind,
            dialect: self.dialect,
        }))
    }
}

#[derive(Clone, Debug, Default)]
pub struct Paste {
    pub text: Option<Text>,
    /// The reading; `None` for empty input.
    pub read: Option<Result<Arc<ParsedInput>, String>>,
}

impl From<Contents> for Paste {
    fn from(contents: Contents) -> Self {
        Self {
            text: contents.text.map(|text| Text::new(text.into())),
            read: Some(contents.read.map(Arc::new)),
        }
    }
}

impl Paste {
    pub fn refused(why: String) -> Self {
        Self {
            text: None,
            read: Some(Err(why)),
        }
    }

    pub fn reading(&self) -> Option<&Reading> {
        match &**self.read.as_ref()?.as_ref().ok()? {
            ParsedInput::Bytes(reading) => Some(reading),
            ParsedInput::Listing(_) => None,
        }
    }

    pub fn listing(&self) -> Option<&Listing> {
        match &**self.read.as_ref()?.as_ref().ok()? {
            ParsedInput::Bytes(_) => None,
            ParsedInput::Listing(listing) => Some(listing),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecodeOptions {
    pub asked: TypedOptions,
    /// Whether the layouts of all structures are compared.
    pub everywhere: bool,
    pub back: Vec<Before>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Before {
    pub route: Route,
    pub asked: TypedOptions,
    pub shown: u32,
}

impl ViewModel {
    /// The page that the server sent, without input.
    pub fn new(page: DecodePage) -> Self {
        let steps = InPlaceNavigation::new(page);
        let (page, paste, options) = (steps.page(), RwSignal::default(), RwSignal::default());
        let shown = RwSignal::default();
        let decoding = derived::decoding(page, paste, options, shown);
        let model = Self {
            page,
            steps,
            awake: RwSignal::default(),
            put: RwSignal::default(),
            filled: RwSignal::default(),
            paste,
            reading: RwSignal::default(),
            options,
            shown,
            decoding,
            drawn: derived::drawn(page, decoding, shown),
            selection: RwSignal::default(),
            array: RwSignal::default(),
            copied: RwSignal::default(),
            typing: StoredValue::default(),
            puts: StoredValue::default(),
        };
        model.wake();
        model
    }

    /// Replaces the input and its reading. Typed options stay; the back history is cleared.
    pub(super) fn replace_input(self, put: DecodeInput, paste: Paste) {
        self.put.set(put);
        self.paste.set(paste);
        self.options.update(|options| {
            let old = std::mem::take(options);
            let first = old.back.into_iter().next();
            options.asked = first.map_or(old.asked, |first| first.asked);
            options.asked.region = 0;
            options.everywhere = old.everywhere;
        });
        self.shown.set(0);
        self.array.set(ArrayView::default());
        self.selection.update(|selection| {
            selection.reset();
            selection.top = 0;
        });
    }

    /// Changes the options, and shows the first structure.
    pub fn ask(self, asks: impl FnOnce(&mut DecodeOptions)) {
        self.options.update(asks);
        self.show(0);
    }

    pub fn show(self, number: u32) {
        self.shown.set(number);
        self.selection.update(Selection::reset);
    }

    /// Decodes the bytes that begin at that place, and with that member; the back history has the place before.
    pub fn decode_at(self, place: RegionOffset, from: &str) {
        let route = self.page.read_untracked().route();
        let shown = self.shown.get_untracked();
        self.ask(|options| {
            if options.back.len() >= BACK_LIMIT {
                options.back.remove(0);
            }
            options.back.push(Before {
                route,
                asked: options.asked.clone(),
                shown,
            });
            options.asked.go(place.region, place.at as u64, from);
        });
    }

    pub fn go_back(self) -> Option<Route> {
        let before = self.options.try_update(|options| options.back.pop());
        let before = before.flatten()?;
        self.ask(|options| options.asked = before.asked);
        self.shown.set(before.shown);
        Some(before.route)
    }
}

pub const BYTES_FRAME: &str = "decode-bytes";
pub const VALUES_FRAME: &str = "decode-values";
pub const TEXT_FRAME: &str = "decode-source";
/// The id of the grid, which takes the focus as a whole.
pub const GRID_ID: &str = "decode-grid";
/// The id of the run at the grid's cursor.
pub const CURSOR_ID: &str = "decode-cursor";

pub fn value_id(line: usize) -> String {
    format!("decode-value-{line}")
}

pub fn row_id(at: u32) -> String {
    format!("decode-row-{at:x}")
}

pub fn text_id(number: usize) -> String {
    format!("decode-text-{number}")
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub hover: Option<ByteRange>,
    /// The range that was clicked, or has the focus.
    pub selected: Option<ByteRange>,
    /// The byte of the grid's cursor.
    pub cursor: Option<u32>,
    pub value: usize,
    /// The current line of the text, from 1; 0 where there is none yet.
    pub text: usize,
    /// The paths of the tree's lines that the visitor folded or unfolded.
    pub turned: Vec<String>,
    /// The line of the tree whose pointer is followed.
    pub followed: Option<usize>,
    /// The first shown line of the text, from 0.
    pub top: usize,
}

impl Selection {
    pub fn highlighted(&self) -> Option<ByteRange> {
        self.hover.or(self.selected)
    }

    /// Clears the selection after the values changed. Folding and the text's scroll position stay.
    pub fn reset(&mut self) {
        *self = Self {
            turned: std::mem::take(&mut self.turned),
            top: self.top,
            ..Self::default()
        };
    }

    pub fn turn(&mut self, path: &str) {
        match self.turned.iter().position(|turned| turned == path) {
            Some(at) => drop(self.turned.swap_remove(at)),
            None => self.turned.push(path.to_owned()),
        }
    }

    /// Selects a range, and unfolds the lines that hide it.
    pub fn select(&mut self, drawn: &Drawn, range: ByteRange) {
        self.selected = Some(range);
        if range.size > 0 {
            self.cursor = Some(range.offset);
        }
        if let Some(number) = range.text {
            self.text = number;
        }
        let Some(target) = range.value else { return };
        self.value = target;
        for (at, line) in drawn.lines.iter().enumerate().take(target) {
            if at + line.inside >= target && !self.is_open(line) {
                self.turn(&line.path);
            }
        }
    }

    pub fn is_open(&self, line: &Line) -> bool {
        line.open != self.turned.contains(&line.path)
    }

    /// The visible lines of the tree: those not inside a folded one.
    pub fn shown(&self, lines: &[Arc<Line>]) -> Vec<usize> {
        let mut shown = Vec::new();
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            shown.push(at);
            at += 1;
            if !self.is_open(line) {
                at += line.inside;
            }
        }
        shown
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteRange {
    /// Its offset from the start of the instance.
    pub offset: u32,
    /// Its size in bytes; 0 where it lies outside of the instance.
    pub size: u32,
    /// The line of the tree, where it is one.
    pub value: Option<usize>,
    /// The line of the text, where it is one.
    pub text: Option<usize>,
}

impl ByteRange {
    pub const fn covers(self, at: u32) -> bool {
        at >= self.offset && at - self.offset < self.size
    }

    /// The part between two offsets; `None` where that is empty.
    pub fn within(self, start: u32, end: u32) -> Option<Self> {
        let first = self.offset.max(start);
        let last = self.offset.saturating_add(self.size).min(end);
        (first < last).then(|| Self {
            offset: first,
            size: last - first,
            ..self
        })
    }
}
