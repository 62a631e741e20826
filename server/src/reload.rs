//! Reloads the data when they change: all of them or nothing.
//!
//! A new dataset is read, checked and made into routes while the old ones serve; then the routes are replaced in one
//! step ([`Front::change`]). Pages, answers, search, bundles and tags always come from the same dataset. An unsound
//! dataset changes only the reports: log, metrics, `/readyz` and `/audit`.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::Notify;

use crate::app::App;
use crate::data::{DataFiles, Fingerprint, Loaded, UnsoundData, own};
use crate::front::Front;
use crate::routes;
use crate::settings::Settings;
use crate::site::Site;
use crate::vitals::Vitals;

/// The source of the data, and what is served beside them.
#[derive(Clone, Debug)]
pub struct Supply {
    settings: Settings,
    site: Arc<Site>,
    vitals: Arc<Vitals>,
}

#[derive(Debug, Error)]
pub enum SupplyError {
    #[error(transparent)]
    Data(#[from] UnsoundData),
    #[error("the data cannot be written for browsers: {0}")]
    Bundle(#[from] io::Error),
}

#[derive(Debug)]
pub struct Supplied {
    supply: Supply,
    loaded: Loaded,
    app: Arc<App>,
    seen: Fingerprint,
}

enum Outcome {
    Taken(Box<Supplied>),
    Unchanged(Fingerprint),
    Refused(Fingerprint, String),
}

impl Supply {
    pub fn of(settings: &Settings, site: Site, vitals: &Arc<Vitals>) -> Self {
        Self {
            settings: settings.clone(),
            site: Arc::new(site),
            vitals: Arc::clone(vitals),
        }
    }

    pub fn first(self) -> Result<Supplied, SupplyError> {
        let seen = self.look();
        let loaded = self.load(&DataFiles::default())?;
        let app = Arc::new(self.app(&loaded, None, None)?);
        self.vitals.metrics().serves(app.bundle().url().hash());
        Ok(Supplied {
            supply: self,
            loaded,
            app,
            seen,
        })
    }

    fn look(&self) -> Fingerprint {
        let folder = self.settings.data.as_deref();
        folder.map(Fingerprint::of).unwrap_or_default()
    }

    /// Reads the data; `before` are the served files.
    fn load(&self, before: &DataFiles) -> Result<Loaded, UnsoundData> {
        let loaded = match self.settings.data.as_deref() {
            Some(folder) if self.settings.lenient => own::load_leniently(folder, before)?,
            folder => own::load(folder)?,
        };
        for left_out in &loaded.left_out {
            tracing::warn!(file = left_out.file, why = left_out.why, "not served");
        }
        Ok(loaded)
    }

    /// The application state for these data, replacing `before`.
    fn app(&self, loaded: &Loaded, before: Option<&App>, refused: Option<&str>) -> io::Result<App> {
        let site = Arc::clone(&self.site);
        let mut app = App::new(
            &loaded.raw,
            Arc::clone(&loaded.dataset),
            site,
            self.settings.is_public(),
        )?;
        app.vitals = Arc::clone(&self.vitals);
        app.metrics_elsewhere = self.settings.metrics_listen.is_some();
        app.left_out = loaded.left_out.clone();
        app.refused = refused.map(str::to_owned);
        Ok(match before {
            Some(before) => app.in_place_of(before),
            None => app,
        })
    }
}

impl Supplied {
    pub fn app(&self) -> Arc<App> {
        Arc::clone(&self.app)
    }

    /// Reloads when the folder has changed and then stayed equal between two checks, and on each notification.
    /// `interval` is the time between checks; zero disables them.
    pub async fn keep_up(self, front: Arc<Front>, interval: Duration, told: Arc<Notify>) {
        let mut served = Box::new(self);
        let mut changed = None;
        loop {
            let was_told = tokio::select! {
                () = told.notified() => true,
                () = pause(interval) => false,
            };
            if !was_told {
                let now = served.supply.look();
                if now == served.seen {
                    changed = None;
                    continue;
                }
                if changed.as_ref() != Some(&now) {
                    changed = Some(now);
                    continue;
                }
            }
            changed = None;
            served = served.renewed(&front).await;
        }
    }

    async fn renewed(self: Box<Self>, front: &Front) -> Box<Self> {
        let vitals = Arc::clone(&self.supply.vitals);
        let (supply, app) = (self.supply.clone(), self.app());
        let served = self.loaded.clone();
        let read = move || read_again(supply, &app, &served);
        let outcome = tokio::task::spawn_blocking(read).await;
        let metrics = vitals.metrics();
        match outcome {
            Ok(Outcome::Taken(renewed)) => {
                front.change(routes::router(renewed.app()));
                vitals.refuse(None);
                metrics.serves(renewed.app.bundle().url().hash());
                metrics.reloaded("taken");
                tracing::info!("the data were read again and are served");
                renewed
            }
            Ok(Outcome::Unchanged(seen)) => {
                metrics.reloaded("unchanged");
                self.restored(seen, None, front)
            }
            Ok(Outcome::Refused(seen, why)) => {
                metrics.reloaded("refused");
                tracing::error!(why, "the data are refused; those from before are served");
                self.restored(seen, Some(&why), front)
            }
            Err(panic) => {
                metrics.reloaded("refused");
                tracing::error!(%panic, "reading the data failed; those from before are served");
                self
            }
        }
    }

    /// Keeps serving the same data, with the reason why newer ones are refused.
    fn restored(
        mut self: Box<Self>,
        seen: Fingerprint,
        why: Option<&str>,
        front: &Front,
    ) -> Box<Self> {
        self.seen = seen;
        if self.supply.vitals.refused().as_deref() == why {
            return self;
        }
        // The audit page states the reason; it is cached like any other, so make a new state.
        match self.supply.app(&self.loaded, Some(&self.app), why) {
            Ok(app) => {
                self.app = Arc::new(app);
                front.change(routes::router(self.app()));
            }
            Err(error) => tracing::error!(%error, "the routes cannot be made anew"),
        }
        self.supply.vitals.refuse(why);
        self
    }
}

async fn pause(interval: Duration) {
    if interval.is_zero() {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(interval).await;
}

fn read_again(supply: Supply, before: &App, served: &Loaded) -> Outcome {
    // Before reading, so that the next check sees changes made meanwhile.
    let seen = supply.look();
    let refused = |why: String| Outcome::Refused(seen.clone(), why);
    let loaded = match supply.load(&served.own) {
        Ok(loaded) if loaded.raw == served.raw && loaded.left_out == served.left_out => {
            return Outcome::Unchanged(seen);
        }
        Ok(loaded) => loaded,
        Err(error) => return refused(error.to_string()),
    };
    match supply.app(&loaded, Some(before), None) {
        Ok(app) => Outcome::Taken(Box::new(Supplied {
            supply,
            loaded,
            app: Arc::new(app),
            seen,
        })),
        Err(error) => refused(error.to_string()),
    }
}
