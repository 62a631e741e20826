//! `strata serve`: loads the data, listens, announces the address, and serves until it is stopped.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use strata_frontend::route::Route;
use tokio::sync::Notify;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::front::Front;
use crate::listener::{self, Listener, Tls};
use crate::reload::{Supplied, Supply};
use crate::routes;
use crate::settings::{self, Given, Listen, LogFormat, Settings};
use crate::site::{Site, SiteError};
use crate::vitals::Vitals;

use super::signals::Signals;
use super::{Failure, output};

pub(super) fn run(given: &Given) -> Result<(), Failure> {
    let prints = given.prints();
    let given = given.clone().with_file()?;
    let settings = Settings::read(&given)?;
    if prints {
        return output::text(&given.print());
    }
    let _log = start_log(&settings)?;
    for complaint in settings::unknown_variables() {
        tracing::warn!("{complaint}");
    }
    settings.place()?.settle();
    let vitals = Arc::new(Vitals::default());
    let supply = Supply::of(&settings, site(&settings)?, &vitals);
    let supplied = supply.first()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::Refused)?;
    runtime.block_on(serve(supplied, settings, vitals))
}

async fn serve(supplied: Supplied, settings: Settings, vitals: Arc<Vitals>) -> Result<(), Failure> {
    let tls = Tls::of(&settings)?;
    let listener = Listener::bind(&settings.listen)
        .await?
        .with_tls(tls.clone());
    let watched = match &settings.metrics_listen {
        Some(address) => Some(Listener::bind(address).await?),
        None => None,
    };
    let signals = Signals::to_stop().map_err(Failure::Refused)?;
    let mut hangups = Signals::to_read_again().map_err(Failure::Refused)?;
    let scheme = if tls.is_some() { "https" } else { "http" };
    let home = Route::Home.to_string();
    announce("Strata is", scheme, listener.address(), &home).map_err(Failure::Refused)?;
    if let Some(watched) = watched {
        announce("Its metrics are", "http", watched.address(), "/").map_err(Failure::Refused)?;
        let front = Front::new(
            routes::watching_only(&vitals),
            settings.clone(),
            Arc::clone(&vitals),
        );
        // Metrics and health are served to the end, so that the shutdown is visible.
        tokio::spawn(watched.serve(Arc::new(front), std::future::pending()));
    }
    let (interval, drain) = (settings.reload_interval, settings.drain_time);
    let routes = routes::router(supplied.app());
    let front = Arc::new(Front::new(routes, settings, Arc::clone(&vitals)));
    let told = Arc::new(Notify::new());
    tokio::spawn(supplied.keep_up(Arc::clone(&front), interval, Arc::clone(&told)));
    tokio::spawn(async move {
        loop {
            hangups.next().await;
            told.notify_one();
            if let Some(Err(error)) = tls.as_ref().map(Tls::renew) {
                tracing::error!(%error, "the certificate from before is used still");
            }
        }
    });
    listener::notify("READY=1");
    let stop = async {
        signals.stop(drain, vitals).await;
        listener::notify("STOPPING=1");
    };
    listener.serve(front, stop).await;
    Ok(())
}

fn site(settings: &Settings) -> Result<Site, SiteError> {
    let site = Site::of(settings.site.as_deref())?;
    if site.package().is_none() {
        tracing::warn!(
            "no site: pages have neither style nor script; `cargo xtask serve` builds and serves it"
        );
    }
    Ok(site)
}

/// Prints the address on standard output, one line: all that a script has to read.
fn announce(who: &str, scheme: &str, address: &Listen, path: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match address {
        Listen::Tcp(address) => writeln!(out, "{who} at {scheme}://{address}{path}")?,
        Listen::Unix(_) | Listen::Systemd => writeln!(out, "{who} at {address}")?,
    }
    out.flush()
}

/// Whether it is a level, or a target with a level: tracing takes any other word for a target, and would log nothing.
fn is_directive(text: &str) -> bool {
    text.contains('=') || text.trim().parse::<LevelFilter>().is_ok()
}

/// Writes the log in a thread of its own: if nobody reads it, lines are dropped, and no request waits. Dropping the
/// guard writes pending lines.
fn start_log(settings: &Settings) -> Result<WorkerGuard, Failure> {
    let wrong = || {
        Failure::Nothing(format!(
            "log: `{}` is no log level: expected error, warn, info or debug, for the whole program or for parts of it, as in \
             `warn,strata_server=debug`",
            settings.log
        ))
    };
    if !settings.log.split(',').all(is_directive) {
        return Err(wrong());
    }
    let filter: Targets = settings.log.parse().map_err(|_| wrong())?;
    let (writer, guard) = tracing_appender::non_blocking(io::stderr());
    let log = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(io::stderr().is_terminal())
        .with_writer(writer);
    match settings.log_format {
        LogFormat::Text => log.finish().with(filter).init(),
        LogFormat::Json => log.json().finish().with(filter).init(),
    }
    Ok(guard)
}
