//! Keys, where they move in the bytes, in the values, in the text and in the picker.

use leptos::prelude::*;

use super::action::{Action, Key};
use super::controller::{DecodeController, focus};
use super::selection::{GRID_ID, text_id, value_id};
use super::values::{self, Act};
use super::{hex, margin};
use crate::components::picker::step_of;

impl DecodeController {
    /// A key was pressed where that set of keys counts; whether it did anything.
    pub fn key(self, keys: &str, key: &str) -> bool {
        let done = match keys {
            "bytes" => self.key_in_bytes(key),
            "values" => self.key_in_values(key),
            "text" => self.key_in_text(key),
            "picker" => self.key_in_picker(key),
            _ => None,
        };
        done.is_some()
    }

    fn key_in_bytes(self, key: &str) -> Option<()> {
        let selection = self.context.state.selection;
        let end = self
            .context
            .work
            .drawn
            .read_untracked()
            .as_ref()?
            .grid
            .end();
        let here = selection.read_untracked().cursor.unwrap_or(0);
        if key == "Enter" {
            let number = self.line_of(self.range(Key::Byte(here))?)?;
            self.show_line(number);
            focus(text_id(number));
            return Some(());
        }
        let at = hex::moved(key, here, end)?;
        self.hold(self.range(Key::Byte(at))?);
        selection.update(|selection| selection.cursor = Some(at));
        Some(())
    }

    fn key_in_values(self, key: &str) -> Option<()> {
        let selection = self.context.state.selection;
        let act = {
            let drawn = self.context.work.drawn.read_untracked();
            values::act(key, &drawn.as_ref()?.lines, &selection.read_untracked())?
        };
        match act {
            Act::Go(line) => {
                self.hold(self.range(Key::Value(line))?);
                focus(value_id(line));
            }
            Act::Turn => {
                let line = selection.read_untracked().value;
                self.act(Action::Turn(line), None);
            }
            Act::Bytes => focus(GRID_ID.to_owned()),
        }
        Some(())
    }

    fn key_in_picker(self, key: &str) -> Option<()> {
        let route = {
            let page = self.context.page.read_untracked();
            let picker = &page.picker;
            let to = picker.step(picker.current, step_of(key)?)?;
            picker.purpose.route(&picker.structure, to)
        };
        self.go(route);
        Some(())
    }

    fn key_in_text(self, key: &str) -> Option<()> {
        let lines = self
            .context
            .state
            .paste
            .read_untracked()
            .text
            .as_ref()?
            .len();
        let (top, text) = {
            let selection = self.context.state.selection.read_untracked();
            (selection.top, selection.text)
        };
        let here = text.max(top + 1);
        if key == "Enter" {
            let range = self.range(Key::Line(here))?;
            self.hold(range);
            if range.size > 0 {
                focus(GRID_ID.to_owned());
            }
            return Some(());
        }
        let to = margin::moved(key, here, top, lines)?;
        self.hold(self.range(Key::Line(to))?);
        focus(text_id(to));
        Some(())
    }
}
