//! Reloads the data when they change: all of them or nothing.
//!
//! A new dataset is read, checked and made into routes while the old ones serve; then the routes are replaced in one
//! step ([`Middleware::change`]). Pages, answers, search, bundles and tags always come from the same dataset. An unsound
//! dataset changes only the reports: log, metrics, `/readyz` and `/audit`.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use tokio::sync::Notify;

use crate::app::App;
use crate::data::{DataFiles, Fingerprint};
use crate::health::ServerStatus;
use crate::middleware::Middleware;
use crate::overlay::{self, Loaded, UnsoundData};
use crate::routes;
use crate::settings::Settings;
use crate::site::Site;
use crate::tokens::{Tokens, TokensError};

/// The source of the data, and what is served beside them.
#[derive(Clone, Debug)]
pub struct DataSource {
    settings: Settings,
    site: Arc<Site>,
    server_status: Arc<ServerStatus>,
}

#[derive(Debug, Error)]
pub enum DataSourceError {
    #[error(transparent)]
    Data(#[from] UnsoundData),
    #[error("the data cannot be written for browsers: {0}")]
    Bundle(#[from] io::Error),
}

#[derive(Debug)]
pub struct LoadedData {
    source: DataSource,
    loaded: Loaded,
    app: Arc<App>,
    /// The data for clients without a token, if there are tokens.
    built_in: Option<Arc<App>>,
    seen: Fingerprint,
}

impl DataSource {
    pub fn of(settings: &Settings, site: Site, server_status: &Arc<ServerStatus>) -> Self {
        Self {
            settings: settings.clone(),
            site: Arc::new(site),
            server_status: Arc::clone(server_status),
        }
    }

    pub fn load_first(self) -> Result<LoadedData, DataSourceError> {
        let seen = self.fingerprint();
        let loaded = self.load(&DataFiles::default())?;
        let app = Arc::new(self.app(&loaded, None, None)?);
        let built_in = match &self.settings.tokens {
            Some(_) => Some(Arc::new(self.built_in()?)),
            None => None,
        };
        let data = LoadedData {
            source: self,
            loaded,
            app,
            built_in,
            seen,
        };
        data.count();
        Ok(data)
    }

    fn tokens(&self) -> Result<Option<Tokens>, TokensError> {
        let path = self.settings.tokens.as_deref();
        path.map(Tokens::read).transpose()
    }

    fn built_in(&self) -> Result<App, DataSourceError> {
        let mut source = self.clone();
        source.settings.data = None;
        Ok(source.app(&overlay::load(None)?, None, None)?)
    }

    fn fingerprint(&self) -> Fingerprint {
        let folder = self.settings.data.as_deref();
        let data = folder.map(Fingerprint::of).unwrap_or_default();
        match &self.settings.tokens {
            Some(tokens) => data.with(tokens),
            None => data,
        }
    }

    /// Reads the data; `before` are the served files.
    fn load(&self, before: &DataFiles) -> Result<Loaded, UnsoundData> {
        let loaded = match self.settings.data.as_deref() {
            Some(folder) if self.settings.lenient => overlay::load_leniently(folder, before)?,
            folder => overlay::load(folder)?,
        };
        for left_out in &loaded.left_out {
            tracing::warn!(file = left_out.file, why = left_out.in_full, "not served");
        }
        Ok(loaded)
    }

    /// Reads the data again: newer ones with their state, `None` if they are those that are served, or for clients why they
    /// are refused.
    fn read_again(&self, before: &App, served: &Loaded) -> Result<Option<(Loaded, App)>, String> {
        let folder = self.settings.data.clone().unwrap_or_default();
        let refused = |error: &dyn Display, why: String| {
            tracing::error!(
                why = %error,
                "the changed data are refused; the earlier data are still served"
            );
            why
        };
        let loaded = self.load(&served.own);
        let loaded = loaded.map_err(|error| refused(&error, error.in_public(&folder)))?;
        if loaded.raw == served.raw && loaded.left_out == served.left_out {
            return Ok(None);
        }
        match self.app(&loaded, Some(before), None) {
            Ok(app) => Ok(Some((loaded, app))),
            Err(error) => Err(refused(&error, error.to_string())),
        }
    }

    /// The application state for these data, replacing `before`.
    fn app(&self, loaded: &Loaded, before: Option<&App>, refused: Option<&str>) -> io::Result<App> {
        let site = Arc::clone(&self.site);
        let mut app = App::new(
            &loaded.raw,
            Arc::clone(&loaded.dataset),
            site,
            self.settings.is_public(self.settings.data.is_none()),
        )?;
        app.server_status = Arc::clone(&self.server_status);
        app.metrics_elsewhere = self.settings.metrics_listen.is_some();
        app.left_out = loaded.left_out.clone();
        app.refused = refused.map(str::to_owned);
        Ok(match before {
            Some(before) => app.in_place_of(before),
            None => app,
        })
    }
}

impl LoadedData {
    /// The service for connections.
    pub fn middleware(&self) -> Result<Middleware, TokensError> {
        let (settings, status) = (&self.source.settings, &self.source.server_status);
        let routes = routes::router(self.app());
        let middleware = Middleware::new(routes, settings.clone(), Arc::clone(status));
        Ok(match (self.source.tokens()?, &self.built_in) {
            (Some(tokens), Some(built_in)) => {
                middleware.with_tokens(tokens, routes::router(Arc::clone(built_in)))
            }
            _ => middleware,
        })
    }

    fn count(&self) {
        let apps = self.built_in.iter().chain([&self.app]);
        let hashes = apps.map(|app| app.bundle().url().hash());
        self.source.server_status.metrics().serves(hashes);
    }

    pub fn app(&self) -> Arc<App> {
        Arc::clone(&self.app)
    }

    /// Reloads when the folder has changed and then stayed equal between two checks, and on each notification.
    /// `interval` is the time between checks; zero disables them.
    pub async fn keep_up(
        mut self,
        middleware: Arc<Middleware>,
        interval: Duration,
        reload: Arc<Notify>,
    ) {
        let mut changed = None;
        loop {
            let was_told = tokio::select! {
                () = reload.notified() => true,
                () = pause(interval) => false,
            };
            if !was_told {
                let now = self.source.fingerprint();
                if now == self.seen {
                    changed = None;
                    continue;
                }
                if changed.as_ref() != Some(&now) {
                    changed = Some(now);
                    continue;
                }
            }
            changed = None;
            self.reload(&middleware).await;
        }
    }

    async fn reload(&mut self, middleware: &Middleware) {
        // Before reading, so that the next check sees changes made meanwhile.
        let seen = self.source.fingerprint();
        match self.source.tokens() {
            Ok(tokens) => middleware.change_tokens(tokens.unwrap_or_default()),
            Err(error) => tracing::error!(%error, "the earlier tokens are still valid"),
        }
        let (source, app, served) = (self.source.clone(), self.app(), self.loaded.clone());
        let read = tokio::task::spawn_blocking(move || source.read_again(&app, &served)).await;
        let server_status = Arc::clone(&self.source.server_status);
        let metrics = server_status.metrics();
        match read {
            Ok(Ok(Some((loaded, app)))) => {
                (self.loaded, self.app) = (loaded, Arc::new(app));
                middleware.change(routes::router(self.app()));
                server_status.refuse(None);
                self.count();
                metrics.reloaded("taken");
                tracing::info!("the changed data are served");
            }
            Ok(Ok(None)) => {
                metrics.reloaded("unchanged");
                self.keep_serving(None, middleware);
            }
            Ok(Err(why)) => {
                metrics.reloaded("refused");
                self.keep_serving(Some(&why), middleware);
            }
            Err(panic) => {
                metrics.reloaded("refused");
                tracing::error!(%panic, "reading the data failed; the earlier data are still served");
                return;
            }
        }
        self.seen = seen;
    }

    /// Keeps serving the same data, with the reason why newer ones are refused.
    fn keep_serving(&mut self, why: Option<&str>, middleware: &Middleware) {
        if self.app.refused.as_deref() == why {
            return;
        }
        // The audit page states the reason; it is cached like any other, so make a new state.
        match self.source.app(&self.loaded, Some(&self.app), why) {
            Ok(app) => {
                self.app = Arc::new(app);
                middleware.change(routes::router(self.app()));
            }
            Err(error) => tracing::error!(%error, "the routes cannot be rebuilt"),
        }
        // Anybody may ask whether the server is ready.
        let in_public = match self.built_in {
            Some(_) => {
                why.map(|_| "the changed data are refused; /audit says why to holders of a token")
            }
            None => why,
        };
        self.source.server_status.refuse(in_public);
    }
}

async fn pause(interval: Duration) {
    if interval.is_zero() {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(interval).await;
}
