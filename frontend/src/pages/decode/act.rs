//! What pressing something on the page does to its state.

use std::sync::Arc;

use leptos::prelude::*;
use strata_core::decode::source::FileKind;
use wasm_bindgen_futures::spawn_local;

use super::action::{Action, Key};
use super::controller::{DecodeController, focus};
use super::follow::FOLLOW_ID;
use super::margin;
use super::selection::{text_id, value_id};
use super::state::{File, Source};
use crate::data;
use crate::route::Route;

impl DecodeController {
    /// Does it; `link` is where it leads besides.
    pub fn act(self, action: Action, link: Option<Route>) {
        // What cannot be done any more is left.
        let _ = self.done(action);
        if let Some(link) = link {
            self.go(link);
        }
    }

    fn done(self, action: Action) -> Option<()> {
        let state = self.context.state;
        match action {
            Action::Line(number) => {
                self.hold(self.range(Key::Line(number))?);
                self.show_line(number);
                state.selection.update(|selection| selection.text = number);
                focus(text_id(number));
            }
            Action::Finding(number) => self.hold(self.range(Key::Finding(number))?),
            Action::Turn(line) => {
                let drawn = self.context.work.drawn.read_untracked();
                let path = &drawn.as_ref()?.lines.get(line)?.path;
                state.selection.update(|selection| selection.turn(path));
            }
            Action::Instance(chosen) => state.show(chosen),
            Action::Slice(first) => state.show_slice(u32::try_from(first).ok()?, |_| ()),
            Action::Lines(first) => state.selection.update(|selection| selection.top = first),
            Action::Follow(line) => self.follow(line)?,
            Action::Decode { region, at, entry } => {
                let from = entry.then(|| self.entry()).flatten().unwrap_or_default();
                let route = self.context.page.read_untracked().route();
                state.go(route, region, at, &from);
                if entry {
                    // What was pressed is no more.
                    focus(value_id(0));
                }
            }
            Action::Back => {
                let route = state.go_back()?;
                focus(value_id(0));
                if route != self.context.page.read_untracked().route() {
                    self.go(route);
                }
            }
            Action::Close => {
                state
                    .selection
                    .update(|selection| selection.followed = None);
                focus(value_id(state.selection.read_untracked().value));
            }
            Action::Read(dialect) => {
                let source = state.put.read_untracked().source.clone();
                self.put_as(source, dialect);
            }
            Action::Everywhere(on) => self.compare_everywhere(on),
            Action::Otherwise => self.take_otherwise()?,
            Action::Example => self.put_example(),
            Action::Clear => self.clear(),
            Action::Copy(form) => self.copy(form),
        }
        Some(())
    }

    /// Compares with every structure, whose data are fetched when that is first asked for.
    fn compare_everywhere(self, on: bool) {
        let options = self.context.state.options;
        if !on {
            return options.update(|options| options.everywhere = false);
        }
        spawn_local(async move {
            match data::everything().await {
                Ok(_) => options.update(|options| options.everywhere = true),
                Err(error) => self.refuse(error.to_string()),
            }
        });
    }

    fn take_otherwise(self) -> Option<()> {
        let source = self.context.state.put.read_untracked().source.clone();
        let Source::File(file) = source else {
            return None;
        };
        let kind = file.kind.map(FileKind::other);
        self.put(Source::File(Arc::new(File {
            kind,
            ..(*file).clone()
        })));
        Some(())
    }

    /// Goes where a pointer leads: in the structure that is shown, and to a view of the place.
    fn follow(self, line: usize) -> Option<()> {
        let work = self.context.work;
        let (target, inside) = {
            let drawn = work.drawn.read_untracked();
            let drawn = drawn.as_ref()?;
            let target = drawn.lines.get(line)?.target?;
            let (offset, size) = drawn.part_of(target.region, target.at..target.at + 1);
            (target, (size > 0).then(|| drawn.spot_at(offset)).flatten())
        };
        let selection = self.context.state.selection;
        selection.update(|selection| selection.followed = Some(line));
        let text = margin::line_at(&self.context.state.paste.read_untracked(), target);
        match (inside, text) {
            (Some(range), _) => self.hold(range),
            (None, Some(number)) => self.show_line(number),
            (None, None) => {}
        }
        focus(FOLLOW_ID.to_owned());
        Some(())
    }

    /// The way to the list entry whose pointer is followed.
    fn entry(self) -> Option<String> {
        let drawn = self.context.work.drawn.read_untracked();
        let followed = self.context.state.selection.read_untracked().followed?;
        drawn.as_ref()?.lines.get(followed)?.entry.clone()
    }
}
