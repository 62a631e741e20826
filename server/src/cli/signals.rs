//! What the process is told from outside: to stop (SIGTERM, or SIGINT as Ctrl-C sends it), to stop at once, or to read
//! again (SIGHUP).

use std::io;
use std::sync::Arc;
use std::time::Duration;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::vitals::Vitals;

/// The status of a process that was told twice to stop, and did not end what was under way.
const CUT_SHORT: i32 = 130;

/// Listens to signals from when it is made: none is missed between loading and serving.
pub(super) struct Signals {
    #[cfg(unix)]
    heard: Vec<Signal>,
    #[cfg(not(unix))]
    is_interrupt: bool,
}

impl Signals {
    /// Those that tell the process to stop.
    #[cfg(unix)]
    pub(super) fn to_stop() -> io::Result<Self> {
        Self::of(&[SignalKind::interrupt(), SignalKind::terminate()])
    }

    /// That which tells it to read again, where there is such a thing.
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

    /// Done at the next one.
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
        // Without a handler the system ends the process, which is what is wanted.
        if !self.is_interrupt || tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Done when the server shall accept no more: after the first signal, readiness is denied for a while. A second
    /// signal, at any time, ends the process.
    pub(super) async fn stop(mut self, drain: Duration, vitals: Arc<Vitals>) {
        self.next().await;
        vitals.drain();
        tracing::info!("told to stop; a second signal ends at once");
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
