//! `strata serve`: loads the data, listens, announces the address, and serves until it is stopped.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use strata_frontend::route::Route;
use tokio::sync::Notify;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::limits;
use crate::listener::{self, Listener, Tls};
use crate::middleware::Middleware;
use crate::reload::{DataSource, LoadedData};
use crate::routes;
use crate::server_status::ServerStatus;
use crate::settings::{self, Listen, LogFormat, Settings, Sources};
use crate::site::{Site, SiteError};

use super::signals::Signals;
use super::{Failure, output};

pub(super) fn run(sources: &Sources) -> Result<(), Failure> {
    let prints = sources.wants_print();
    let sources = sources.clone().with_file()?;
    let settings = Settings::read(&sources)?;
    if prints {
        return output::text(&sources.print());
    }
    let _log = start_log(&settings)?;
    for complaint in settings::unknown_variables() {
        tracing::warn!("{complaint}");
    }
    settings.site_location()?.init();
    let server_status = Arc::new(ServerStatus::default());
    let source = DataSource::of(&settings, site(&settings)?, &server_status);
    let loaded = source.load_first()?;
    // A thread for each request that computes, for each body that is processed, and for each answer that is streamed: none
    // waits for another.
    let threads = [settings.bodies, limits::STREAMED, limits::SPARE_THREADS];
    let threads = threads
        .into_iter()
        .fold(settings.requests, usize::saturating_add);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(threads)
        .thread_keep_alive(limits::IDLE_THREAD)
        .build()
        .map_err(Failure::Refused)?;
    let served = runtime.block_on(serve(loaded, settings, server_status));
    // Dropping the runtime would wait for requests that still compute.
    runtime.shutdown_background();
    served
}

async fn serve(
    loaded: LoadedData,
    settings: Settings,
    server_status: Arc<ServerStatus>,
) -> Result<(), Failure> {
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
        let middleware = Middleware::new(
            routes::watching_only(&server_status),
            settings.clone(),
            Arc::clone(&server_status),
        );
        // Metrics and health are served to the end, so that the shutdown is visible.
        tokio::spawn(watched.serve(Arc::new(middleware), std::future::pending()));
    }
    let (interval, drain) = (settings.reload_interval, settings.drain_time);
    let routes = routes::router(loaded.app());
    let middleware = Arc::new(Middleware::new(
        routes,
        settings,
        Arc::clone(&server_status),
    ));
    let told = Arc::new(Notify::new());
    tokio::spawn(loaded.keep_up(Arc::clone(&middleware), interval, Arc::clone(&told)));
    tokio::spawn(async move {
        loop {
            hangups.next().await;
            told.notify_one();
            if let Some(Err(error)) = tls.as_ref().map(Tls::renew) {
                tracing::error!(%error, "the earlier certificate is still used");
            }
        }
    });
    listener::notify("READY=1");
    let stop = async {
        signals.stop(drain, server_status).await;
        listener::notify("STOPPING=1");
    };
    listener.serve(middleware, stop).await;
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
            "log: `{}` is not a log level: expected error, warn, info or debug, for the whole program or for parts of it, as in \
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
