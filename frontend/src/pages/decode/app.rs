//! What happens on the page, done to its state: each change says from which stage on things are worked out and drawn anew.
//! What touches the focus or goes elsewhere is left for when the change is complete, for it calls back.

use std::cell::RefCell;
use std::sync::Arc;

use super::asked::Field;
use super::deed::{Deed, Key};
use super::example::example;
use super::follow::FOLLOW_ID;
use super::input::{FILE_ID, TEXT_ID};
use super::look::{BYTES_FRAME, CURSOR_ID, TEXT_FRAME, VALUES_FRAME, text_id, value_id};
use super::margin::{self, LINES_SHOWN};
use super::point;
use super::scene::Scene;
use super::sheets::Sheets;
use super::source::Source;
use super::spot::Spot;
use super::state::{Stage, State};
use super::work::Work;
use crate::page::DecodePage;
use crate::route::Route;
use crate::{browser, data};

/// The page and everything about it.
#[derive(Debug)]
pub(super) struct App {
    pub(super) page: DecodePage,
    pub(super) state: State,
    pub(super) work: Work,
    pub(super) sheets: Sheets,
    /// How often something was typed: only the last time counts.
    pub(super) typed: u32,
    pub(super) after: After,
}

/// What is done when a change is complete.
#[derive(Debug, Default)]
pub(super) struct After {
    /// What gets the focus.
    pub(super) focus: Option<String>,
    /// What is brought into sight, and in which box.
    pub(super) reveal: Vec<(&'static str, String)>,
    /// Where to go.
    pub(super) go: Option<Route>,
    /// Whether the fields are to show where is decoded.
    pub(super) fields: bool,
    /// Whether what is picked is brought into sight.
    pub(super) follow: bool,
}

/// Makes a change, draws what follows, and tells what is to be done when it is complete.
pub(super) fn change(app: &RefCell<App>, change: impl FnOnce(&mut App) -> Option<Stage>) -> After {
    // Drawing calls nothing back, and what does is done afterwards.
    let Ok(mut app) = app.try_borrow_mut() else {
        return After::default();
    };
    if let Some(stage) = change(&mut app) {
        app.follow_from(stage);
    }
    std::mem::take(&mut app.after)
}

impl After {
    /// Does it; what is left is where to go.
    pub(super) fn finish(self, app: &RefCell<App>) -> Option<Route> {
        if self.fields {
            let asked = app.borrow().state.asked.clone();
            for field in Field::ALL {
                browser::set_value(field.id(), asked.field(field));
            }
        }
        if self.follow {
            let page = app.borrow().page.clone();
            point::follow(&page);
        }
        for (frame, id) in &self.reveal {
            browser::reveal(frame, id);
        }
        if let Some(id) = self.focus {
            browser::focus(&id);
        }
        self.go
    }
}

impl App {
    pub(super) fn scene(&self) -> Scene<'_> {
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

    pub(super) fn turn_to(&mut self, page: DecodePage) -> Option<Stage> {
        self.page = page;
        self.state.look.reset();
        self.state.followed = None;
        self.after.follow = true;
        Some(Stage::Point)
    }

    fn put_example(&mut self) -> Option<Stage> {
        let dataset = data::loaded()?;
        let layout = self.page.find(&dataset)?.layout;
        let text: Arc<str> = example(layout, dataset.types()).ok()?.into();
        self.clear();
        browser::set_value(TEXT_ID, &text);
        let made_at = Some(self.page.point);
        Some(self.put(Source::Text { text, made_at }))
    }

    pub(super) fn put(&mut self, source: Source) -> Stage {
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
    pub(super) fn spot(&self, key: Key) -> Option<Spot> {
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
    pub(super) fn hold(&mut self, spot: Spot) {
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
    pub(super) fn show_line(&mut self, number: usize) {
        let top = &mut self.state.top;
        if number <= *top || number > *top + LINES_SHOWN {
            *top = number.saturating_sub(1) / LINES_SHOWN * LINES_SHOWN;
        }
        self.after.reveal.push((TEXT_FRAME, text_id(number)));
    }

    pub(super) fn act(&mut self, deed: Deed) -> Option<Stage> {
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
            Deed::Example => self.put_example(),
            Deed::Clear => {
                self.clear();
                Some(Stage::Text)
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
}
