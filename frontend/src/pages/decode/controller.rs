//! The controller: applies the visitor's input (pointer, keys, fields, files) to the signals of the state; the views
//! follow.
//!
//! Changes of focus and scroll position wait until the view is rendered, because they need its nodes.

use std::sync::Arc;
use std::time::Duration;

use crate::pages::prelude::*;
use strata_core::decode::limits::BYTES_LIMIT;
use strata_core::decode::read::{Dialect, ParsedInput};
use strata_core::decode::source::FileKind;
use strata_core::decode::space::RegionOffset;
use wasm_bindgen_futures::spawn_local;

use super::action::{Action, Key};
use super::annotated_text::{self, LINES_SHOWN, Text};
use super::derived::Slice;
use super::example::example;
use super::export::{Form, Outcome, Writer};
use super::options::Field;
use super::state::{
    BYTES_FRAME, ByteRange, CURSOR_ID, DecodeInput, DecodeOptions, File, GRID_ID, Paste, Selection,
    Source, TEXT_FRAME, VALUES_FRAME, ViewModel, text_id, value_id,
};
use super::values::{self, Act, FOLLOW_ID};
use super::{FILE_ID, TEXT_ID, bytes};
use crate::browser::{self, PickedFile};
use crate::data;
use crate::step::InPlace;

/// Inputs of at least this many bytes show that they are being read.
const LONG: usize = 64 << 10;
/// Typed text is read after a pause of this length.
const SETTLED: Duration = Duration::from_millis(120);

impl ViewModel {
    /// Renders the parts that the server could not, and starts the effects.
    pub(super) fn wake(self) {
        Effect::new(move |before: Option<()>| {
            self.page.track();
            self.awake.set(true);
            if before.is_some() {
                return self.selection.update(Selection::reset);
            }
            browser::once_drawn(|| {
                // Unless the visitor has moved the focus already.
                if !browser::has_focus() {
                    browser::focus(TEXT_ID);
                }
            });
        });
        // The drawn lines are beside those of the field.
        let top = Memo::new(move |_| self.selection.read().top);
        Effect::new(move || browser::set_css_number(TEXT_FRAME, "--first", top.get()));
        // The copied text no longer matches the shown values.
        Effect::new(move || {
            self.decoding.track();
            self.drawn.track();
            self.copied.set(None);
        });
    }

    pub fn go(self, route: Route) {
        self.steps.to(route);
    }

    /// Handles typed text: reads it after a pause.
    pub fn typed(self, text: String) {
        let text: Arc<str> = text.into();
        self.forget_typed();
        let settled = move || {
            browser::forget_file(FILE_ID);
            let made_at = None;
            self.put(Source::Text { text, made_at }, None);
        };
        // Refused only where there is no window.
        let handle = set_timeout_with_handle(settled, SETTLED).ok();
        self.typing.set_value(handle);
    }

    /// Cancels the reading of typed text.
    fn forget_typed(self) {
        if let Some(handle) = self.typing.get_value() {
            handle.clear();
        }
    }

    /// Handles input in one of the options' fields.
    pub fn set_option(self, field: Field, text: String) {
        self.ask(|options| options.asked.set(field, text));
    }

    pub fn put_file(self, picked: PickedFile) {
        let (name, size) = (picked.name(), picked.size());
        if size > BYTES_LIMIT as u64 {
            let limit = BYTES_LIMIT >> 20;
            return self.refuse(format!(
                "{name} has {size} bytes; the limit is {limit} MiB: cut out the part with the structure"
            ));
        }
        let kind = picked.is_pasted().then_some(FileKind::Text);
        spawn_local(async move {
            match picked.read().await {
                Ok(bytes) => {
                    self.fill("".into());
                    let bytes = bytes.into();
                    self.put(Source::File(Arc::new(File { name, bytes, kind })), None);
                }
                Err(error) => self.refuse(format!("{name} was not read: {error}")),
            }
        });
    }

    pub(super) fn refuse(self, why: String) {
        self.put.update(|put| put.refused = Some(why));
    }

    /// Has the worker read a source, in the chosen dialect if any, and replaces the input only then.
    fn put(self, source: Source, dialect: Option<Dialect>) {
        let number = self.next_put();
        let mut put = DecodeInput {
            source,
            dialect,
            refused: None,
        };
        let Some(source) = put.source() else {
            return self.replace_input(put, Paste::default());
        };
        let bytes = source.as_ref().map_or(0, |source| source.bytes.len());
        self.reading.set((bytes >= LONG).then_some(bytes));
        spawn_local(async move {
            let contents = match source {
                Ok(source) => data::read(&source).await,
                Err(why) => Err(why),
            };
            // A long reading takes a while to unpack, and a while to decode.
            if bytes >= LONG {
                browser::pause().await;
            }
            // Unless other input came meanwhile.
            if self.puts.get_value() != number {
                return;
            }
            self.reading.set(None);
            if let (Source::File(file), Ok(contents)) = (&mut put.source, &contents) {
                *file = Arc::new(file.of_kind(Some(contents.kind)));
            }
            self.replace_input(put, contents.map_or_else(Paste::refused, Paste::from));
            browser::once_drawn(move || self.scrolled());
        });
    }

    /// Handles scrolling of the field and its gutter: draws the visible lines.
    pub fn scrolled(self) {
        if !untrack(|| annotated_text::is_gutter(self)) {
            return;
        }
        let lines = self
            .paste
            .read_untracked()
            .text
            .as_ref()
            .map_or(0, Text::len);
        let top = annotated_text::top(lines, browser::scrolled(TEXT_FRAME));
        if self.selection.read_untracked().top != top {
            self.selection.update(|selection| selection.top = top);
        }
    }

    /// Drops any reading in progress; returns the number of the next input.
    fn next_put(self) -> usize {
        let number = self.puts.get_value() + 1;
        self.puts.set_value(number);
        self.reading.set(None);
        number
    }

    /// Fills the input field, replacing typed text.
    fn fill(self, text: Arc<str>) {
        self.forget_typed();
        self.filled.set(text);
    }

    pub fn clear(self) {
        browser::forget_file(FILE_ID);
        self.fill("".into());
        self.next_put();
        self.put.set(DecodeInput::default());
        self.paste.set(Paste::default());
        self.options.set(DecodeOptions::default());
        self.shown.set(0);
        self.selection.set(Selection::default());
    }

    pub fn put_example(self) {
        let made = || {
            let page = self.page.read_untracked();
            let dataset = data::loaded()?;
            let found = page.find(&dataset)?;
            let mode = found.structure.article().and_then(|article| article.mode);
            let text = example(&found.layout, dataset.catalogue(), mode).ok()?;
            let text: Arc<str> = text.into();
            Some((text, page.point))
        };
        let Some((text, point)) = made() else { return };
        self.clear();
        self.fill(Arc::clone(&text));
        let made_at = Some(point);
        self.put(Source::Text { text, made_at }, None);
    }

    /// Handles the pointer over an element with that key, or over none.
    pub fn hover(self, key: Option<Key>) {
        let range = key.and_then(|key| self.range(key));
        if self.selection.read_untracked().hover != range {
            self.selection.update(|selection| selection.hover = range);
        }
    }

    /// Handles a click on an element with that key, or its focus.
    pub fn select_key(self, key: Key) {
        let known = self.selection.read_untracked().selected;
        match self.range(key) {
            Some(range) if known != Some(range) => self.select(range),
            _ => {}
        }
    }

    /// Handles the focus of the hex grid: places the cursor.
    pub fn enter_bytes(self) {
        let range = self.range(Key::Byte(0));
        let cursor = self.selection.read_untracked().cursor;
        if let (Some(range), None) = (range, cursor) {
            self.select(range);
        }
    }

    pub(super) fn range(self, key: Key) -> Option<ByteRange> {
        let drawn = self.drawn.read_untracked();
        let drawn = drawn.as_ref();
        match key {
            Key::Byte(at) => drawn?.range_at(at),
            Key::Value(line) => drawn?.range(line),
            Key::Finding(number) => drawn?.range_of(drawn?.findings.get(number)?),
            Key::Line(number) => Some(annotated_text::range(
                &self.paste.read_untracked(),
                drawn,
                number,
            )),
        }
    }

    /// The line of the text from which a range was read.
    pub(super) fn line_of(self, range: ByteRange) -> Option<usize> {
        annotated_text::line_of(
            &self.paste.read_untracked(),
            self.drawn.read_untracked().as_ref(),
            range,
        )
    }

    /// Selects a range, and scrolls it into view everywhere.
    pub(super) fn select(self, range: ByteRange) {
        let drawn = self.drawn.read_untracked();
        self.selection.update(|selection| match drawn.as_ref() {
            Some(drawn) => selection.select(drawn, range),
            None => {
                selection.selected = Some(range);
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

    pub(super) fn show_line(self, number: usize) {
        let top = self.selection.read_untracked().top;
        if number <= top || number > top + LINES_SHOWN {
            self.selection.update(|selection| {
                selection.top = number.saturating_sub(1) / LINES_SHOWN * LINES_SHOWN;
            });
        }
        reveal(TEXT_FRAME, text_id(number));
    }
}

/// Scrolls an element into view in its box, once it is rendered.
fn reveal(frame: &'static str, id: String) {
    browser::once_drawn(move || browser::reveal(frame, &id));
}

pub(super) fn focus(id: String) {
    browser::once_drawn(move || {
        browser::focus(&id);
    });
}

impl ViewModel {
    pub fn act(self, action: Action) {
        // An action that is no longer possible has no effect.
        let _ = self.try_act(action);
    }

    fn try_act(self, action: Action) -> Option<()> {
        match action {
            Action::Line(number) => {
                self.select(self.range(Key::Line(number))?);
                self.show_line(number);
                self.selection.update(|selection| selection.text = number);
                focus(text_id(number));
            }
            Action::Finding(number) => self.select(self.range(Key::Finding(number))?),
            Action::Turn(line) => {
                let drawn = self.drawn.read_untracked();
                let path = &drawn.as_ref()?.lines.get(line)?.path;
                self.selection.update(|selection| selection.turn(path));
            }
            Action::Lines(first) => self.selection.update(|selection| selection.top = first),
            Action::Follow(line) => self.follow(line)?,
            Action::Decode(place) => self.decode_at(place, ""),
            Action::Entry(place) => {
                self.decode_at(place, &self.entry().unwrap_or_default());
                // The pressed element no longer exists.
                focus(value_id(0));
            }
            Action::Shift => {
                let better = self.decoding.read_untracked().elsewhere.clone()?;
                let from = better.from.map(|member| member.to_string());
                let place = RegionOffset {
                    region: better.region,
                    at: usize::try_from(better.at).ok()?,
                };
                self.decode_at(place, &from.unwrap_or_default());
                let best = better.best;
                let shown = best.structure == self.page.read_untracked().structure;
                if let Some(point) = best.points.first().filter(|_| !shown) {
                    self.go(Route::decode(&best.structure, *point));
                }
            }
            Action::Back => {
                let route = self.go_back()?;
                focus(value_id(0));
                if route != self.page.read_untracked().route() {
                    self.go(route);
                }
            }
            Action::Close => {
                self.selection.update(|selection| selection.followed = None);
                focus(value_id(self.selection.read_untracked().value));
            }
            Action::Read(dialect) => self.read_as(dialect),
            Action::Compare { everywhere: true } => self.compare_everywhere(),
            Action::Compare { everywhere: false } => {
                self.options.update(|options| options.everywhere = false);
            }
            Action::Otherwise => self.take_otherwise()?,
            Action::Copy(form) => self.copy(form),
            Action::Table => self.array.update(|view| view.open = !view.open),
            Action::Sort(column) => self.array.update(|view| view.sort(column)),
            Action::Rows(top) => self.array.update(|view| view.top = top),
            Action::Show(number) => self.show(number),
            Action::Count(number) => self.set_option(Field::Count, number.to_string()),
            Action::Download => self.download(),
        }
        Some(())
    }

    /// Reads the input as that dialect; `None` detects it.
    fn read_as(self, dialect: Option<Dialect>) {
        let source = self.put.read_untracked().source.clone();
        self.put(source, dialect);
    }

    /// Compares with every structure; fetches their data at the first use.
    fn compare_everywhere(self) {
        spawn_local(async move {
            match data::everything().await {
                Ok(_) => self.options.update(|options| options.everywhere = true),
                Err(error) => self.refuse(error.to_string()),
            }
        });
    }

    fn take_otherwise(self) -> Option<()> {
        let source = self.put.read_untracked().source.clone();
        let Source::File(file) = source else {
            return None;
        };
        let file = file.of_kind(file.kind.map(FileKind::other));
        self.put(Source::File(Arc::new(file)), None);
        Some(())
    }

    /// Follows a pointer: selects its target in the structure or else in the text, and focuses the view of the target.
    fn follow(self, line: usize) -> Option<()> {
        let (target, inside) = {
            let drawn = self.drawn.read_untracked();
            let drawn = drawn.as_ref()?;
            let target = drawn.lines.get(line)?.target?;
            let (offset, size) = drawn.part_of(target.region, target.at..target.at + 1);
            (target, (size > 0).then(|| drawn.range_at(offset)).flatten())
        };
        self.selection
            .update(|selection| selection.followed = Some(line));
        match (
            inside,
            annotated_text::line_at(&self.paste.read_untracked(), target),
        ) {
            (Some(range), _) => self.select(range),
            (None, Some(number)) => self.show_line(number),
            (None, None) => {}
        }
        focus(FOLLOW_ID.to_owned());
        Some(())
    }

    /// The path to the list entry whose pointer is followed.
    fn entry(self) -> Option<String> {
        let followed = self.selection.read_untracked().followed?;
        self.drawn
            .read_untracked()
            .as_ref()?
            .lines
            .get(followed)?
            .entry
            .clone()
    }
}

impl ViewModel {
    /// Handles a key in the area with that key map; returns whether it had an effect.
    pub fn key(self, keys: &str, key: &str) -> bool {
        let done = match keys {
            "bytes" => self.key_in_bytes(key),
            "values" => self.key_in_values(key),
            "text" => self.key_in_text(key),
            _ => None,
        };
        done.is_some()
    }

    fn key_in_bytes(self, key: &str) -> Option<()> {
        let end = self.drawn.read_untracked().as_ref()?.grid.end();
        let here = self.selection.read_untracked().cursor.unwrap_or(0);
        if key == "Enter" {
            let number = self.line_of(self.range(Key::Byte(here))?)?;
            self.show_line(number);
            focus(text_id(number));
            return Some(());
        }
        let at = bytes::key_target(key, here, end)?;
        self.select(self.range(Key::Byte(at))?);
        self.selection
            .update(|selection| selection.cursor = Some(at));
        Some(())
    }

    fn key_in_values(self, key: &str) -> Option<()> {
        let act = {
            let drawn = self.drawn.read_untracked();
            values::act(
                key,
                &drawn.as_ref()?.lines,
                &self.selection.read_untracked(),
            )?
        };
        match act {
            Act::Go(line) => {
                self.select(self.range(Key::Value(line))?);
                focus(value_id(line));
            }
            Act::Turn => {
                let line = self.selection.read_untracked().value;
                self.act(Action::Turn(line));
            }
            Act::Bytes => focus(GRID_ID.to_owned()),
        }
        Some(())
    }

    fn key_in_text(self, key: &str) -> Option<()> {
        let lines = self.paste.read_untracked().text.as_ref()?.len();
        let Selection { top, text, .. } = self.selection.get_untracked();
        let here = text.max(top + 1);
        if key == "Enter" {
            let range = self.range(Key::Line(here))?;
            self.select(range);
            if range.size > 0 {
                focus(GRID_ID.to_owned());
            }
            return Some(());
        }
        let to = annotated_text::key_target(key, here, top, lines)?;
        self.select(self.range(Key::Line(to))?);
        focus(text_id(to));
        Some(())
    }
}

const COPY_LIMIT: usize = 32 << 20;

impl ViewModel {
    /// Copies all requested structures in that form, and shows the outcome.
    pub(super) fn copy(self, form: Form) {
        self.say(Outcome::Working(form));
        spawn_local(async move {
            let outcome = match self.write(form).await {
                Err(why) => Outcome::Failed(why),
                Ok(text) if browser::copy(&text).await => Outcome::Copied(form),
                Ok(text) => Outcome::Shown(text),
            };
            self.say(outcome);
        });
    }

    fn say(self, outcome: Outcome) {
        self.copied.set(Some(outcome));
    }

    async fn write(self, form: Form) -> Result<String, String> {
        let page = self.page.get_untracked();
        let read = self.paste.read_untracked().read.clone();
        let read = read.ok_or("nothing was read")??;
        let options = self.decoding.read_untracked().options.clone();
        let ParsedInput::Bytes(reading) = &*read else {
            return Err("a layout has no bytes".to_owned());
        };
        let dataset = data::loaded().ok_or("the layouts are not loaded")?;
        let found = page.find(&dataset).ok_or("this layout does not exist")?;
        let layout = &found.layout;
        let (mut writer, mut next) = (None, Some(0));
        while let Some(first) = next {
            let slice = Slice::new(layout, dataset.catalogue(), &reading.space, &options, first);
            let slice = slice.map_err(|error| error.to_string())?;
            let writer = match &mut writer {
                Some(writer) => writer,
                none => none.insert(Writer::new(
                    form,
                    &dataset,
                    layout,
                    reading,
                    &slice.decoded,
                )?),
            };
            writer.add(&slice.decoded)?;
            if writer.len() > COPY_LIMIT {
                let limit = COPY_LIMIT >> 20;
                return Err(format!(
                    "the text has more than {limit} MiB, the limit for copying: ask for fewer structures, or use `strata decode`"
                ));
            }
            next = slice.next();
            if next.is_some() {
                browser::pause().await;
            }
        }
        Ok(writer.map(Writer::finish).unwrap_or_default())
    }
}
