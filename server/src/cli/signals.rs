//! What the process is told from outside: to stop (SIGTERM, or SIGINT as Ctrl-C sends it), to stop at once, or to read
//! again (SIGHUP).

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::vitals::Vitals;

/// The status of a process that was told twice to stop, and did not end what was under way.
const CUT_SHORT: i32 = 130;

/// Listens to signals from when it is made: none is missed between loading and serving.
pub(super) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    drain: Duration,
}

impl Signals {
    #[cfg(unix)]
    pub(super) fn of(drain: Duration) -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            drain,
        })
    }

    #[cfg(not(unix))]
    pub(super) fn of(drain: Duration) -> io::Result<Self> {
        Ok(Self { drain })
    }

    #[cfg(unix)]
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) {
        // Without a handler the system ends the process, which is what is wanted.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Done when the server shall accept no more: after the first signal, readiness is denied for a while. A second
    /// signal, at any time, ends the process.
    pub(super) async fn stop(mut self, vitals: Arc<Vitals>) {
        self.next().await;
        vitals.drain();
        tracing::info!("told to stop; a second signal ends at once");
        let drain = self.drain;
        tokio::spawn(async move {
            self.next().await;
            tracing::warn!("told to stop a second time: requests under way are cut off");
            std::process::exit(CUT_SHORT);
        });
        if !drain.is_zero() {
            tokio::time::sleep(drain).await;
        }
    }
}

/// Listens to SIGHUP, where there is such a thing, from when it is made.
pub(super) struct Hangups {
    #[cfg(unix)]
    hangup: tokio::signal::unix::Signal,
}

impl Hangups {
    #[cfg(unix)]
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let hangup = signal(SignalKind::hangup())?;
        Ok(Self { hangup })
    }

    #[cfg(not(unix))]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Done at the next one.
    #[cfg(unix)]
    pub(super) async fn next(&mut self) {
        if self.hangup.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) {
        std::future::pending::<()>().await;
    }
}
