//! Signals: stop (SIGTERM, or SIGINT from Ctrl-C), stop at once (a second one), or reload (SIGHUP).

use std::io;
use std::sync::Arc;
use std::time::Duration;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::server_status::ServerStatus;

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
