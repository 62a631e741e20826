//! Keys, where they move in the bytes, in the values, in the text and in the picker.

use super::app::App;
use super::deed::{Deed, Key};
use super::look::{GRID_ID, text_id, value_id};
use super::state::Stage;
use super::values::{self, Act};
use super::{hex, margin};
use crate::components::picker::step_of;

impl App {
    pub(super) fn key_in_bytes(&mut self, key: &str) -> Option<Stage> {
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

    pub(super) fn key_in_values(&mut self, key: &str) -> Option<Stage> {
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

    pub(super) fn key_in_picker(&mut self, key: &str) -> Option<Stage> {
        let picker = &self.page.picker;
        let to = picker.step(picker.current, step_of(key)?)?;
        self.after.go = Some(picker.purpose.route(&picker.structure, to));
        None
    }

    pub(super) fn key_in_text(&mut self, key: &str) -> Option<Stage> {
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
