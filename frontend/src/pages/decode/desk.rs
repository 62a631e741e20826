//! The page at work: what happens is taken here, what follows is worked out, and what differs is drawn.
//!
//! One value holds everything, and each change says from which stage on things are to be worked out and drawn anew. What
//! touches the focus or goes elsewhere is done when the change is complete, for it calls back.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::{Callback, set_timeout};
use leptos::task::spawn_local;
use strata_core::decode::limits::BYTES_LIMIT;
use strata_core::decode::read::Pasted;

use super::asked::Field;
use super::deed::{Deed, Key};
use super::example::example;
use super::export::{Form, Outcome, Writer};
use super::follow::FOLLOW_ID;
use super::hex;
use super::look::{BYTES_FRAME, CURSOR_ID, GRID_ID, TEXT_FRAME, VALUES_FRAME, text_id, value_id};
use super::margin::{self, LINES_SHOWN};
use super::scene::Scene;
use super::sheets::Sheets;
use super::slice::Slice;
use super::source::{File, Source};
use super::spot::Spot;
use super::state::{Stage, State};
use super::values::{self, Act};
use super::work::Work;
use crate::browser::{self, PickedFile};
use crate::data;
use crate::page::DecodePage;
use crate::route::Route;

/// The id of the field to paste into.
pub const TEXT_ID: &str = "decode-text";
/// The id of the file input.
pub const FILE_ID: &str = "decode-file";
/// How long nothing must have been typed before it is read.
const SETTLED: Duration = Duration::from_millis(120);
/// The most bytes that are copied at once.
const COPY_LIMIT: usize = 32 << 20;

/// The page at work. Copies are the same one.
#[derive(Clone, Debug)]
pub struct Desk {
    app: Rc<RefCell<App>>,
    go: Callback<Route>,
}

#[derive(Debug)]
struct App {
    page: DecodePage,
    state: State,
    work: Work,
    sheets: Sheets,
    /// How often something was typed: only the last time counts.
    typed: u32,
    after: After,
}

/// What is done when a change is complete.
#[derive(Debug, Default)]
struct After {
    /// What gets the focus.
    focus: Option<String>,
    /// What is brought into sight, and in which box.
    reveal: Vec<(&'static str, String)>,
    /// Where to go.
    go: Option<Route>,
    /// Whether the fields are to show where is decoded.
    fields: bool,
}

impl Desk {
    /// An empty desk. `go` shows another point.
    #[must_use]
    pub fn new(page: DecodePage, go: Callback<Route>) -> Self {
        let app = App {
            page,
            state: State::default(),
            work: Work::default(),
            sheets: Sheets::default(),
            typed: 0,
            after: After::default(),
        };
        Self {
            app: Rc::new(RefCell::new(app)),
            go,
        }
    }

    /// Makes a change, and works out and draws anew what follows from that stage on.
    fn change(&self, change: impl FnOnce(&mut App) -> Option<Stage>) {
        let after = {
            // Drawing calls nothing back, and what does is done below.
            let Ok(mut app) = self.app.try_borrow_mut() else {
                return;
            };
            if let Some(stage) = change(&mut app) {
                app.follow_from(stage);
            }
            std::mem::take(&mut app.after)
        };
        self.finish(after);
    }

    fn finish(&self, after: After) {
        if after.fields {
            let asked = self.app.borrow().state.asked.clone();
            for field in Field::ALL {
                browser::set_value(field.id(), asked.field(field));
            }
        }
        for (frame, id) in &after.reveal {
            browser::reveal(frame, id);
        }
        if let Some(id) = after.focus {
            browser::focus(&id);
        }
        if let Some(route) = after.go {
            leptos::prelude::Callable::run(&self.go, route);
        }
    }

    /// Shows the page of another point, or this one for the first time.
    pub fn turn_to(&self, page: DecodePage) {
        self.change(|app| {
            app.page = page;
            app.state.look.reset();
            app.state.followed = None;
            Some(Stage::Values)
        });
    }

    /// Something was typed: it is read as soon as no more follows.
    pub fn typed(&self, text: String) {
        let text: Arc<str> = text.into();
        let mut turn = 0;
        self.change(|app| {
            app.typed = app.typed.wrapping_add(1);
            turn = app.typed;
            None
        });
        let desk = self.clone();
        let settled = move || {
            desk.change(|app| {
                (app.typed == turn).then(|| {
                    browser::forget_file(FILE_ID);
                    app.put(Source::Text {
                        text,
                        made_at: None,
                    })
                })
            });
        };
        set_timeout(settled, SETTLED);
    }

    /// Something was typed that says where to decode.
    pub fn asked(&self, field: Field, text: String) {
        self.change(|app| {
            app.state.asked.set(field, text);
            app.state.show_slice(0);
            Some(Stage::Values)
        });
    }

    /// Puts a dump on the page that is made from the layout.
    pub fn put_example(&self) {
        self.change(|app| {
            let dataset = data::loaded()?;
            let layout = app.page.find(&dataset)?.layout;
            let text: Arc<str> = example(layout, dataset.types()).ok()?.into();
            app.clear();
            browser::set_value(TEXT_ID, &text);
            Some(app.put(Source::Text {
                text,
                made_at: Some(app.page.point),
            }))
        });
    }

    /// Reads a file and puts it on the page.
    pub fn put_file(&self, picked: PickedFile) {
        let (name, size) = (picked.name(), picked.size());
        let refuse = |desk: &Self, why: String| {
            desk.change(|app| {
                app.state.refused = Some(why);
                Some(Stage::Text)
            });
        };
        if size > BYTES_LIMIT as u64 {
            let limit = BYTES_LIMIT >> 20;
            let why = format!(
                "{name} has {size} bytes, and at most {limit} MiB are decoded at once: cut out the part that holds the \
                 structure"
            );
            return refuse(self, why);
        }
        let desk = self.clone();
        spawn_local(async move {
            match picked.read().await {
                Ok(bytes) => desk.change(|app| {
                    browser::set_value(TEXT_ID, "");
                    app.typed = app.typed.wrapping_add(1);
                    Some(app.put(Source::File(Arc::new(File::new(name, bytes)))))
                }),
                Err(error) => refuse(&desk, format!("{name} was not taken: {error}")),
            }
        });
    }

    /// Wipes everything that the visitor put here.
    pub fn clear(&self) {
        self.change(|app| {
            app.clear();
            Some(Stage::Text)
        });
    }

    /// What pressing something does; `link` is where it leads besides.
    pub fn act(&self, deed: Deed, link: Option<Route>) {
        if let Deed::Copy(form) = deed {
            return self.copy(form);
        }
        self.change(|app| {
            let stage = app.act(deed);
            if link.is_some() {
                app.after.go = link;
            }
            stage
        });
    }

    /// The pointer is over something that stands for that, or over nothing.
    pub fn hover(&self, key: Option<Key>) {
        self.change(|app| {
            let spot = key.and_then(|key| app.spot(key));
            (app.state.look.hover != spot).then(|| {
                app.state.look.hover = spot;
                Stage::Looks
            })
        });
    }

    /// Something that stands for that was pressed, or got the focus.
    pub fn hold(&self, key: Key) {
        self.change(|app| {
            let spot = app.spot(key)?;
            let known = app.state.look.held == Some(spot);
            (!known).then(|| {
                app.hold(spot);
                Stage::Looks
            })
        });
    }

    /// A key was pressed where that set of keys counts; whether it did anything.
    pub fn key(&self, keys: &str, key: &str) -> bool {
        let mut done = false;
        self.change(|app| {
            let stage = match keys {
                "bytes" => app.key_in_bytes(key),
                "values" => app.key_in_values(key),
                "text" => app.key_in_text(key),
                _ => None,
            };
            done = stage.is_some();
            stage
        });
        done
    }

    /// The focus came to the bytes: the cursor stands somewhere.
    pub fn enter_bytes(&self) {
        self.change(|app| {
            let drawn = app.work.drawn.as_ref()?;
            let spot = drawn.spot_at(0)?;
            app.state.look.cursor.is_none().then(|| {
                app.hold(spot);
                Stage::Looks
            })
        });
    }

    /// Copies everything that was asked for in that form, and says how that went.
    fn copy(&self, form: Form) {
        self.say(Outcome::Working(form));
        let desk = self.clone();
        spawn_local(async move {
            let outcome = match desk.write(form).await {
                Err(why) => Outcome::Failed(why),
                Ok(text) if browser::copy(&text).await => Outcome::Copied(form),
                Ok(text) => Outcome::Shown(text),
            };
            desk.say(outcome);
        });
    }

    fn say(&self, outcome: Outcome) {
        self.change(|app| {
            app.state.copied = Some(Rc::new(outcome));
            Some(Stage::Looks)
        });
    }

    async fn write(&self, form: Form) -> Result<String, String> {
        let (page, read, asked) = {
            let app = self.app.borrow();
            let read = app.work.read.clone().ok_or("nothing was read")??;
            (app.page.clone(), read, app.state.asked.options())
        };
        let options = asked.map_err(|error| error.to_string())?;
        let Pasted::Bytes(reading) = &*read else {
            return Err("a layout holds no bytes".to_owned());
        };
        let dataset = data::loaded().ok_or("the layouts are not here")?;
        let layout = page.find(&dataset).ok_or("the layout is not here")?.layout;
        let (mut writer, mut next) = (None, Some(0));
        while let Some(first) = next {
            let slice = Slice::new(layout, dataset.types(), &reading.space, &options, first);
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
                    "that is more than {limit} MiB, and at most so much is copied: ask for fewer structures, or use \
                     `strata decode`"
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

impl App {
    fn scene(&self) -> Scene<'_> {
        Scene {
            page: &self.page,
            state: &self.state,
            work: &self.work,
        }
    }

    fn follow_from(&mut self, stage: Stage) {
        let Some(dataset) = data::loaded() else {
            return;
        };
        if stage < Stage::Looks {
            self.work.redo(stage, &self.state, &self.page, &dataset);
            if self.state.copied.is_some() {
                self.state.copied = None;
            }
        }
        let scene = Scene {
            page: &self.page,
            state: &self.state,
            work: &self.work,
        };
        self.sheets.draw(stage, &scene);
    }

    fn put(&mut self, source: Source) -> Stage {
        self.after.fields |= !self.state.back.is_empty();
        self.state.put(source);
        Stage::Text
    }

    fn clear(&mut self) {
        browser::forget_file(FILE_ID);
        browser::set_value(TEXT_ID, "");
        self.state = State::default();
        self.typed = self.typed.wrapping_add(1);
        self.after.fields = true;
    }

    /// The place that something stands for.
    fn spot(&self, key: Key) -> Option<Spot> {
        let drawn = self.work.drawn.as_ref();
        match key {
            Key::Byte(at) => drawn?.spot_at(at),
            Key::Value(line) => drawn?.spot(line),
            Key::Finding(number) => {
                let drawn = drawn?;
                drawn.spot_of(drawn.findings.get(number)?)
            }
            Key::Line(number) => Some(margin::spot(&self.scene(), number)),
        }
    }

    /// Holds a place, and brings it into sight everywhere.
    fn hold(&mut self, spot: Spot) {
        let Some(drawn) = self.work.drawn.as_ref() else {
            self.state.look.held = Some(spot);
            self.state.look.text = spot.text.unwrap_or_default();
            return;
        };
        self.state.look.hold(drawn, spot);
        // What was unfolded for it looks otherwise now.
        self.work.lines.take();
        let after = &mut self.after.reveal;
        if let Some(line) = spot.value {
            after.push((VALUES_FRAME, value_id(line)));
        }
        if spot.size > 0 {
            after.push((BYTES_FRAME, CURSOR_ID.to_owned()));
        }
        if let Some(number) = margin::line_of(&self.scene(), spot) {
            self.show_line(number);
        }
    }

    /// Brings a line of the text into sight.
    fn show_line(&mut self, number: usize) {
        let top = &mut self.state.top;
        if number <= *top || number > *top + LINES_SHOWN {
            *top = number.saturating_sub(1) / LINES_SHOWN * LINES_SHOWN;
        }
        self.after.reveal.push((TEXT_FRAME, text_id(number)));
    }

    fn act(&mut self, deed: Deed) -> Option<Stage> {
        match deed {
            Deed::Line(number) => {
                let spot = self.spot(Key::Line(number))?;
                self.hold(spot);
                self.show_line(number);
                self.state.look.text = number;
                self.after.focus = Some(text_id(number));
                Some(Stage::Looks)
            }
            Deed::Finding(number) => {
                let spot = self.spot(Key::Finding(number))?;
                self.hold(spot);
                Some(Stage::Looks)
            }
            Deed::Turn(line) => {
                let path = &self.work.drawn.as_ref()?.lines.get(line)?.path;
                self.state.look.turn(path);
                self.work.lines.take();
                Some(Stage::Looks)
            }
            Deed::Instance(chosen) => {
                self.state.show(chosen);
                Some(Stage::Shown)
            }
            Deed::Slice(first) => {
                self.state.show_slice(u32::try_from(first).ok()?);
                Some(Stage::Values)
            }
            Deed::Lines(first) => {
                self.state.top = first;
                Some(Stage::Looks)
            }
            Deed::Follow(line) => self.follow(line),
            Deed::Decode { region, at, entry } => {
                let from = entry.then(|| self.entry()).flatten().unwrap_or_default();
                self.state.go(self.page.route(), region, at, &from);
                self.after.fields = true;
                Some(Stage::Values)
            }
            Deed::Back => {
                let route = self.state.go_back()?;
                self.after.go = (route != self.page.route()).then_some(route);
                self.after.fields = true;
                Some(Stage::Values)
            }
            Deed::Close => {
                self.state.followed = None;
                self.after.focus = Some(value_id(self.state.look.value));
                Some(Stage::Looks)
            }
            Deed::Read(dialect) => {
                let source = std::mem::take(&mut self.state.source);
                let stage = self.put(source);
                self.state.dialect = dialect;
                Some(stage)
            }
            Deed::Everywhere(on) => {
                self.state.everywhere = on;
                Some(Stage::Values)
            }
            Deed::Otherwise => {
                let Source::File(file) = &self.state.source else {
                    return None;
                };
                let file = Arc::new(file.taken_otherwise());
                Some(self.put(Source::File(file)))
            }
            Deed::Copy(_) => None,
        }
    }

    /// Goes where a pointer leads: in the structure that is shown, and to a view of the place.
    fn follow(&mut self, line: usize) -> Option<Stage> {
        let drawn = self.work.drawn.as_ref()?;
        let target = drawn.lines.get(line)?.target?;
        let (offset, size) = drawn.part_of(target.region, target.at..target.at + 1);
        let inside = (size > 0).then(|| drawn.spot_at(offset)).flatten();
        self.state.followed = Some(line);
        if let Some(spot) = inside {
            self.hold(spot);
        } else if let Some(number) = margin::line_at(&self.scene(), target) {
            self.show_line(number);
        }
        self.after.focus = Some(FOLLOW_ID.to_owned());
        Some(Stage::Looks)
    }

    /// The way to the list entry whose pointer is followed.
    fn entry(&self) -> Option<String> {
        let lines = &self.work.drawn.as_ref()?.lines;
        lines.get(self.state.followed?)?.entry.clone()
    }

    fn key_in_bytes(&mut self, key: &str) -> Option<Stage> {
        let drawn = self.work.drawn.as_ref()?;
        let here = self.state.look.cursor.unwrap_or(0);
        if key == "Enter" {
            let spot = drawn.spot_at(here)?;
            let number = margin::line_of(&self.scene(), spot)?;
            self.show_line(number);
            self.after.focus = Some(text_id(number));
            return Some(Stage::Looks);
        }
        let at = hex::moved(key, here, drawn.grid.end())?;
        let spot = drawn.spot_at(at)?;
        self.hold(spot);
        self.state.look.cursor = Some(at);
        Some(Stage::Looks)
    }

    fn key_in_values(&mut self, key: &str) -> Option<Stage> {
        let lines = &self.work.drawn.as_ref()?.lines;
        match values::act(key, lines, &self.state.look)? {
            Act::Go(line) => {
                let spot = self.spot(Key::Value(line))?;
                self.hold(spot);
                self.after.focus = Some(value_id(line));
            }
            Act::Turn => return self.act(Deed::Turn(self.state.look.value)),
            Act::Bytes => self.after.focus = Some(GRID_ID.to_owned()),
        }
        Some(Stage::Looks)
    }

    fn key_in_text(&mut self, key: &str) -> Option<Stage> {
        let lines = self.work.text.as_ref()?.len();
        let here = self.state.look.text.max(self.state.top + 1);
        if key == "Enter" {
            let spot = self.spot(Key::Line(here))?;
            self.hold(spot);
            self.after.focus = (spot.size > 0).then(|| GRID_ID.to_owned());
            return Some(Stage::Looks);
        }
        let to = margin::moved(key, here, self.state.top, lines)?;
        let spot = self.spot(Key::Line(to))?;
        self.hold(spot);
        self.after.focus = Some(text_id(to));
        Some(Stage::Looks)
    }
}
