//! `strata serve`: loads the data, listens, announces the address, and serves until it is stopped. `strata health`: asks the
//! server of these settings whether it is ready, for container engines and scripts, so that a container image needs no other
//! program.
//!
//! Signals: stop (SIGTERM, or SIGINT from Ctrl-C), stop at once (a second one), or reload (SIGHUP).

use std::io::{self, IsTerminal, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;
use strata_frontend::route::Route;
use tokio::runtime::Handle;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Notify;
use tracing_appender::non_blocking::WorkerGuard;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::health::{self, ServerStatus};
use crate::listener::{self, Listener, Tls};
use crate::middleware::Middleware;
use crate::reload::{DataSource, LoadedData};
use crate::settings::{self, Listen, LogFormat, Settings, Sources};
use crate::site::{Site, SiteError};
use crate::{limits, routes};

use super::{Failure, output};

pub(super) fn run(matches: &ArgMatches) -> Result<(), Failure> {
    let sources = Sources::read(matches)?;
    let settings = Settings::of(&sources)?;
    if sources.prints {
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
    // One thread for each computed read, each body in progress and each streamed answer, so that none waits for a thread.
    let threads = [
        settings.bodies,
        limits::STREAMED,
        limits::BACKGROUND_THREADS,
    ];
    let threads = threads
        .into_iter()
        .fold(settings.requests, usize::saturating_add);
    let runtime = listener::runtime(threads).map_err(Failure::Refused)?;
    let workers = listener::start_workers(threads).map_err(Failure::Refused)?;
    let served = runtime.block_on(serve(loaded, settings, server_status, workers));
    // Dropping the runtime would wait for requests that still compute.
    runtime.shutdown_background();
    served
}

async fn serve(
    loaded: LoadedData,
    settings: Settings,
    server_status: Arc<ServerStatus>,
    workers: Vec<Handle>,
) -> Result<(), Failure> {
    let middleware = loaded.middleware()?;
    let tls = Tls::of(&settings)?;
    let listener = Listener::bind(&settings.listen)
        .await?
        .with_tls(tls.clone())
        .with_workers(workers);
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
    let middleware = Arc::new(middleware);
    let reload = Arc::new(Notify::new());
    tokio::spawn(loaded.keep_up(Arc::clone(&middleware), interval, Arc::clone(&reload)));
    tokio::spawn(async move {
        loop {
            hangups.next().await;
            reload.notify_one();
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

/// Writes the log in a thread of its own. If the log is not read, lines are dropped, so that no request waits. Dropping
/// the guard writes pending lines.
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

/// The exit status after a second signal to stop, which aborts running requests.
const CUT_SHORT: i32 = 130;

/// Listens for signals from its creation on: none is missed between loading and serving.
pub(super) struct Signals {
    #[cfg(unix)]
    heard: Vec<Signal>,
    #[cfg(not(unix))]
    is_interrupt: bool,
}

impl Signals {
    /// The signals to stop.
    #[cfg(unix)]
    pub(super) fn to_stop() -> io::Result<Self> {
        Self::of(&[SignalKind::interrupt(), SignalKind::terminate()])
    }

    /// The signal to reload, where the system has it.
    #[cfg(unix)]
    pub(super) fn to_read_again() -> io::Result<Self> {
        Self::of(&[SignalKind::hangup()])
    }

    #[cfg(unix)]
    fn of(kinds: &[SignalKind]) -> io::Result<Self> {
        let heard = kinds.iter().map(|kind| signal(*kind));
        let heard = heard.collect::<Result<_, _>>()?;
        Ok(Self { heard })
    }

    /// Waits for the next signal.
    #[cfg(unix)]
    pub(super) async fn next(&mut self) {
        std::future::poll_fn(|context| {
            let mut polled = self.heard.iter_mut().map(|it| it.poll_recv(context));
            match polled.any(|it| it.is_ready()) {
                true => std::task::Poll::Ready(()),
                false => std::task::Poll::Pending,
            }
        })
        .await;
    }

    #[cfg(not(unix))]
    pub(super) fn to_stop() -> io::Result<Self> {
        Ok(Self { is_interrupt: true })
    }

    #[cfg(not(unix))]
    pub(super) fn to_read_again() -> io::Result<Self> {
        let is_interrupt = false;
        Ok(Self { is_interrupt })
    }

    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) {
        // Without a handler the system ends the process, as intended.
        if !self.is_interrupt || tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Completes when the server should accept no more connections: after the first signal, it reports not ready for
    /// the time of `drain`. A second signal, at any time, ends the process.
    pub(super) async fn stop(mut self, drain: Duration, server_status: Arc<ServerStatus>) {
        self.next().await;
        server_status.drain();
        tracing::info!("stopping; a second signal stops at once");
        tokio::spawn(async move {
            self.next().await;
            tracing::warn!("stopping at once: open requests are cut off");
            std::process::exit(CUT_SHORT);
        });
        if !drain.is_zero() {
            tokio::time::sleep(drain).await;
        }
    }
}

const TIMEOUT: Duration = Duration::from_secs(5);
const ANSWER_LIMIT: u64 = 16 << 10;

pub(super) fn health(matches: &ArgMatches) -> Result<(), Failure> {
    let settings = Settings::of(&Sources::read(matches)?)?;
    let address = match settings.metrics_listen {
        None if settings.tls_key.is_some() => bail!(
            "the health check does not use TLS: set metrics-listen, which also answers /readyz"
        ),
        None => settings.listen,
        Some(address) => address,
    };
    let host = settings.allowed_hosts.0.first();
    let host = host.map_or("localhost", String::as_str);
    let answer = ask(&address, host)
        .map_err(|error| Failure::Nothing(format!("nothing answers at {address}: {error}")))?;
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or_default();
    match status.split(' ').nth(1) {
        Some("200") => output::text(text),
        _ => {
            let said = [status, text.trim_end()].join(" ");
            bail!("not ready: {}", said.trim())
        }
    }
}

fn ask(address: &Listen, host: &str) -> io::Result<String> {
    match address {
        Listen::Tcp(address) => {
            let stream = TcpStream::connect_timeout(&reachable(*address), TIMEOUT)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            exchange(stream, host)
        }
        #[cfg(unix)]
        Listen::Unix(path) => {
            let stream = std::os::unix::net::UnixStream::connect(path)?;
            stream.set_read_timeout(Some(TIMEOUT))?;
            exchange(stream, host)
        }
        Listen::Systemd => Err(io::Error::other(
            "the socket that the service manager opened is not known here: set metrics-listen",
        )),
        #[cfg(not(unix))]
        Listen::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn exchange(mut stream: impl Read + Write, host: &str) -> io::Result<String> {
    let path = health::READY;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    stream.take(ANSWER_LIMIT).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// The address at which the server is reachable from its own machine, also if it listens on every address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}
