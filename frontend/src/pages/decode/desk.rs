//! The page at work: what happens is taken here, what follows is worked out, and what differs is drawn.
//!
//! One value holds everything, and each change says from which stage on things are to be worked out and drawn anew. What
//! touches the focus or goes elsewhere is done when the change is complete, for it calls back.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use strata_core::Dataset;
use strata_core::decode::limits::BYTES_LIMIT;
use wasm_bindgen_futures::spawn_local;

use super::app::{After, App, change};
use super::asked::Field;
use super::deed::{Deed, Key};
use super::input::{FILE_ID, TEXT_ID};
use super::sheets::Sheets;
use super::source::{File, Source};
use super::state::{Stage, State};
use super::work::Work;
use crate::browser::{self, PickedFile};
use crate::page::DecodePage;
use crate::resolve;
use crate::route::Route;
use crate::steps::Steps;

/// How long nothing must have been typed before it is read, in milliseconds.
const SETTLED: i32 = 120;

/// The page at work. Copies are the same one.
#[derive(Clone, Debug)]
pub struct Desk {
    pub(super) app: Rc<RefCell<App>>,
    steps: Steps<DecodePage>,
}

impl Desk {
    /// The desk of the page that the server sent, with nothing on it.
    #[must_use]
    pub fn new(page: DecodePage) -> Self {
        let app = Rc::new(RefCell::new(App {
            sheets: Sheets::sent(&page),
            page,
            state: State::default(),
            work: Work::default(),
            typed: 0,
            after: After::default(),
        }));
        let show = {
            let app = Rc::clone(&app);
            move |page: DecodePage| {
                let after = change(&app, |app| app.turn_to(page));
                after.finish(&app);
            }
        };
        let make = |route: &Route, dataset: &Dataset| {
            let Route::Decode { name, point } = route else {
                return None;
            };
            resolve::made_decode(dataset, name, point)
        };
        let steps = Steps::new(make, Rc::new(show));
        Self { app, steps }
    }

    /// Draws what the server could not.
    pub fn wake(&self) {
        self.steps.wake();
        self.change(|app| {
            app.after.follow = true;
            Some(Stage::Page)
        });
    }

    /// Makes a change, and works out and draws anew what follows from that stage on.
    pub(super) fn change(&self, changed: impl FnOnce(&mut App) -> Option<Stage>) {
        let after = change(&self.app, changed);
        if let Some(route) = after.finish(&self.app) {
            self.steps.to(route);
        }
    }

    /// Goes to another point or structure.
    pub fn go(&self, route: Route) {
        self.steps.to(route);
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
        browser::later(SETTLED, Box::new(settled));
    }

    /// Something was typed that says where to decode.
    pub fn asked(&self, field: Field, text: String) {
        self.change(|app| {
            app.state.asked.set(field, text);
            app.state.show_slice(0);
            Some(Stage::Values)
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
                "picker" => app.key_in_picker(key),
                _ => None,
            };
            done = stage.is_some() || app.after.go.is_some();
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
}
