//! What pressing something on the page does to its state.

use std::sync::Arc;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::deed::{Deed, Key};
use super::desk::{Desk, focus};
use super::follow::FOLLOW_ID;
use super::look::{text_id, value_id};
use super::margin;
use super::source::Source;
use super::state::Put;
use crate::data;
use crate::route::Route;

impl Desk {
    /// Does it; `link` is where it leads besides.
    pub fn act(self, deed: Deed, link: Option<Route>) {
        // What cannot be done any more is left.
        let _ = self.done(deed);
        if let Some(link) = link {
            self.go(link);
        }
    }

    fn done(self, deed: Deed) -> Option<()> {
        let state = self.scene.state;
        match deed {
            Deed::Line(number) => {
                self.hold(self.spot(Key::Line(number))?);
                self.show_line(number);
                state.look.update(|look| look.text = number);
                focus(text_id(number));
            }
            Deed::Finding(number) => self.hold(self.spot(Key::Finding(number))?),
            Deed::Turn(line) => {
                let drawn = self.scene.work.drawn.read_untracked();
                let path = &drawn.as_ref()?.lines.get(line)?.path;
                state.look.update(|look| look.turn(path));
            }
            Deed::Instance(chosen) => state.show(chosen),
            Deed::Slice(first) => state.show_slice(u32::try_from(first).ok()?, |_| ()),
            Deed::Lines(first) => state.look.update(|look| look.top = first),
            Deed::Follow(line) => self.follow(line)?,
            Deed::Decode { region, at, entry } => {
                let from = entry.then(|| self.entry()).flatten().unwrap_or_default();
                let route = self.scene.page.read_untracked().route();
                state.go(route, region, at, &from);
                if entry {
                    // What was pressed is no more.
                    focus(value_id(0));
                }
            }
            Deed::Back => {
                let route = state.go_back()?;
                focus(value_id(0));
                if route != self.scene.page.read_untracked().route() {
                    self.go(route);
                }
            }
            Deed::Close => {
                state.look.update(|look| look.followed = None);
                focus(value_id(state.look.read_untracked().value));
            }
            Deed::Read(dialect) => {
                let source = state.put.read_untracked().source.clone();
                state.put(Put {
                    source,
                    dialect,
                    refused: None,
                });
            }
            Deed::Everywhere(on) => self.compare_everywhere(on),
            Deed::Otherwise => self.take_otherwise()?,
            Deed::Example => self.put_example(),
            Deed::Clear => self.clear(),
            Deed::Copy(form) => self.copy(form),
        }
        Some(())
    }

    /// Compares with every structure, whose data are fetched when that is first asked for.
    fn compare_everywhere(self, on: bool) {
        let aim = self.scene.state.aim;
        if !on {
            return aim.update(|aim| aim.everywhere = false);
        }
        spawn_local(async move {
            match data::everything().await {
                Ok(_) => aim.update(|aim| aim.everywhere = true),
                Err(error) => self.refuse(error.to_string()),
            }
        });
    }

    fn take_otherwise(self) -> Option<()> {
        let source = self.scene.state.put.read_untracked().source.clone();
        let Source::File(file) = source else {
            return None;
        };
        self.put(Source::File(Arc::new(file.taken_otherwise())));
        Some(())
    }

    /// Goes where a pointer leads: in the structure that is shown, and to a view of the place.
    fn follow(self, line: usize) -> Option<()> {
        let work = self.scene.work;
        let (target, inside) = {
            let drawn = work.drawn.read_untracked();
            let drawn = drawn.as_ref()?;
            let target = drawn.lines.get(line)?.target?;
            let (offset, size) = drawn.part_of(target.region, target.at..target.at + 1);
            (target, (size > 0).then(|| drawn.spot_at(offset)).flatten())
        };
        let look = self.scene.state.look;
        look.update(|look| look.followed = Some(line));
        let text = margin::line_at(&work.paste.read_untracked(), target);
        match (inside, text) {
            (Some(spot), _) => self.hold(spot),
            (None, Some(number)) => self.show_line(number),
            (None, None) => {}
        }
        focus(FOLLOW_ID.to_owned());
        Some(())
    }

    /// The way to the list entry whose pointer is followed.
    fn entry(self) -> Option<String> {
        let drawn = self.scene.work.drawn.read_untracked();
        let followed = self.scene.state.look.read_untracked().followed?;
        drawn.as_ref()?.lines.get(followed)?.entry.clone()
    }
}
