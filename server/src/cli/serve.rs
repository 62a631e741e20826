//! `strata serve`: loads everything, listens, says where, serves until it is told to stop.

use std::io::{self, Write};
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use thiserror::Error;
use tracing_subscriber::EnvFilter;

use crate::app::App;
use crate::listener::{ListenError, Listener};
use crate::routes;
use crate::site::{Site, SiteError};

use super::data::{Data, UnsoundData};

/// What is logged unless STRATA_LOG says otherwise.
const DEFAULT_LOG: &str = "warn";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Where to listen: an address or a name of this machine, and a port; port 0 takes any free port
    #[arg(
        long,
        value_name = "ADDR",
        env = "STRATA_LISTEN",
        value_parser = address,
        default_value = "127.0.0.1:8080"
    )]
    listen: SocketAddr,

    #[command(flatten)]
    data: Data,

    /// The site's files as `cargo xtask site` builds them; without it, those inside the binary
    #[arg(long, value_name = "DIR", env = "STRATA_SITE")]
    site: Option<PathBuf>,

    /// How to write the log; STRATA_LOG says what (`info` for every request)
    #[arg(
        long,
        value_name = "FORMAT",
        env = "STRATA_LOG_FORMAT",
        value_enum,
        default_value_t
    )]
    log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One object a line.
    Json,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub(super) enum ServeError {
    #[error(transparent)]
    Data(#[from] UnsoundData),
    #[error("the data cannot be written for browsers: {0}")]
    Bundle(#[from] serde_json::Error),
    #[error(transparent)]
    Site(#[from] SiteError),
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error("the system refuses what the server needs: {0}")]
    System(#[from] io::Error),
}

/// Why a text is no place to listen.
#[derive(Debug, Error)]
enum NoAddress {
    #[error(
        "expected an address and a port, such as 127.0.0.1:8080, 0.0.0.0:8080 or localhost:8080"
    )]
    Form,
    #[error("no address is known by that name ({0}): expected one such as 127.0.0.1:8080")]
    Unknown(io::Error),
}

/// An address, or what a name stands for: its address of version 4 where it has both, as `localhost` does.
fn address(text: &str) -> Result<SocketAddr, NoAddress> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (name, port) = text.rsplit_once(':').ok_or(NoAddress::Form)?;
    let port: u16 = port.parse().map_err(|_| NoAddress::Form)?;
    if name.is_empty() || name.contains(':') {
        return Err(NoAddress::Form);
    }
    let known: Vec<SocketAddr> = (name, port)
        .to_socket_addrs()
        .map_err(NoAddress::Unknown)?
        .collect();
    let first = known.iter().find(|address| address.is_ipv4());
    first.or(known.first()).copied().ok_or(NoAddress::Form)
}

pub(super) fn run(args: &Args) -> Result<(), ServeError> {
    start_log(args.log_format);
    let (raw, dataset) = args.data.load()?;
    let public = args.data.is_built_in();
    let app = Arc::new(App::new(&raw, dataset, site(args)?, public)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let listener = Listener::bind(args.listen).await?;
        let stop = stop_signal()?;
        announce(listener.address())?;
        listener.serve(routes::router(app), stop).await;
        Ok(())
    })
}

fn site(args: &Args) -> Result<Site, SiteError> {
    if let Some(folder) = &args.site {
        return Site::from_folder(folder);
    }
    #[cfg(feature = "embed-site")]
    return Site::embedded();
    #[cfg(not(feature = "embed-site"))]
    {
        tracing::warn!(
            "no site: pages have neither style nor script; `cargo xtask serve` builds and serves it"
        );
        Ok(Site::empty())
    }
}

/// On standard output, one line: the only thing that a script has to read.
fn announce(address: SocketAddr) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "Strata is at http://{address}/")?;
    out.flush()
}

fn start_log(format: LogFormat) {
    let filter =
        EnvFilter::try_from_env("STRATA_LOG").unwrap_or_else(|_| EnvFilter::new(DEFAULT_LOG));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    match format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
}

/// Done when the process is asked to stop: Ctrl-C, or SIGTERM where there is such a thing.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler the system ends the process, which is what is wanted.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
