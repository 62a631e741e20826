//! Connections: accepting them, serving HTTP/1 over them within the [`settings`](crate::settings), and ending them when the
//! server stops.
//!
//! Not `axum::serve`, for that gives hyper no timer, and without one none of hyper's time limits holds.

mod full;
mod guard;
mod manager;
mod socket;
mod tls;

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;

pub use manager::notify;
pub use socket::ListenError;
pub use tls::{Tls, TlsError};

use crate::front::{Front, Peer};
use crate::limits;
use crate::settings::{Listen, Settings};
use full::Full;
use guard::Guard;
use socket::{Accepted, Socket};

/// A listening socket, before it is served.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
    address: Listen,
    tls: Option<Tls>,
}

impl Listener {
    /// Listens; connections wait until [`Listener::serve`].
    ///
    /// # Errors
    ///
    /// When the address is not to be had.
    pub async fn bind(address: &Listen) -> Result<Self, ListenError> {
        let (socket, address) = Socket::bind(address).await?;
        Ok(Self {
            socket,
            address,
            tls: None,
        })
    }

    /// Speaks TLS, where there is any.
    #[must_use]
    pub fn with_tls(mut self, tls: Option<Tls>) -> Self {
        self.tls = tls;
        self
    }

    /// Where it listens; the port is the real one where 0 was asked for.
    #[must_use]
    pub const fn address(&self) -> &Listen {
        &self.address
    }

    /// Serves until `stop` is done, then lets running requests end within the time that the settings grant.
    pub async fn serve(self, front: Arc<Front>, stop: impl Future<Output = ()>) {
        let graceful = GracefulShutdown::new();
        let connections = Connections::of(&front, self.tls);
        let mut stop = pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = self.socket.accept() => accepted,
                () = &mut stop => break,
            };
            match stream {
                Accepted::Tcp(stream) => connections.take(stream, peer, graceful.watcher()),
                #[cfg(unix)]
                Accepted::Unix(stream) => connections.take(stream, peer, graceful.watcher()),
            }
        }
        drop(self.socket);
        let patience = front.settings().stop_time.0;
        if tokio::time::timeout(patience, graceful.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("some requests did not end in time and are cut off");
        }
    }
}

/// Those that are open, and what each of them is served with.
struct Connections {
    front: Arc<Front>,
    http: http1::Builder,
    places: Arc<Semaphore>,
    full: Full,
    tls: Option<Tls>,
}

impl Connections {
    fn of(front: &Arc<Front>, tls: Option<Tls>) -> Self {
        Self {
            front: Arc::clone(front),
            http: http(front.settings()),
            places: Arc::new(Semaphore::new(possible(front.settings().connections.0))),
            full: Full::default(),
            tls,
        }
    }

    /// Serves one, or says that there is no place for it.
    fn take<S>(&self, stream: S, peer: Peer, watcher: Watcher)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let metrics = self.front.vitals().metrics();
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            metrics.accepted.with_label_values(&["turned away"]).inc();
            self.full.turn_away(stream);
            return;
        };
        metrics.accepted.with_label_values(&["served"]).inc();
        let stream = Guard::new(stream, self.front.settings().write_time.0, metrics);
        let connection = Connection {
            front: Arc::clone(&self.front),
            http: self.http.clone(),
            peer,
            watcher,
        };
        let acceptor = self.tls.as_ref().map(Tls::acceptor);
        tokio::spawn(async move {
            match acceptor {
                None => connection.serve(stream).await,
                Some(acceptor) => connection.serve_behind(&acceptor, stream).await,
            }
            drop(place);
        });
    }
}

/// One of them.
struct Connection {
    front: Arc<Front>,
    http: http1::Builder,
    peer: Peer,
    watcher: Watcher,
}

impl Connection {
    async fn serve<S>(self, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let Self { front, peer, .. } = self;
        let service = service_fn(move |request| {
            let front = Arc::clone(&front);
            async move { Ok::<_, Infallible>(front.answer(peer, request).await) }
        });
        let connection = self.http.serve_connection(TokioIo::new(stream), service);
        if let Err(error) = self.watcher.watch(connection).await {
            tracing::debug!(%error, "connection ended");
        }
    }

    /// The handshake takes no longer than a head may.
    async fn serve_behind<S>(self, acceptor: &TlsAcceptor, stream: S)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let patience = self.front.settings().header_time.0;
        match tokio::time::timeout(patience, acceptor.accept(stream)).await {
            Ok(Ok(stream)) => self.serve(stream).await,
            Ok(Err(error)) => tracing::debug!(%error, "no handshake"),
            Err(_) => tracing::debug!("the handshake took too long"),
        }
    }
}

fn http(settings: &Settings) -> http1::Builder {
    // More is read than is taken, to be able to say that it is too much.
    let head = settings.header_size.0.saturating_add(settings.url_length.0);
    let read = head.saturating_mul(limits::HEAD_READ);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(settings.header_time.0)
        .max_header_size(read)
        .max_buf_size(read.max(limits::READ_BUFFER));
    http
}

/// As many connections as were asked for, or as the system has descriptors for.
fn possible(asked: usize) -> usize {
    let needed = asked.saturating_add(limits::SPARE_DESCRIPTORS);
    let granted = rlimit::increase_nofile_limit(needed as u64).unwrap_or(u64::MAX);
    let possible = usize::try_from(granted)
        .unwrap_or(usize::MAX)
        .saturating_sub(limits::SPARE_DESCRIPTORS)
        .max(1);
    if possible < asked {
        tracing::warn!(
            asked,
            possible,
            "the system allows fewer open files than `connections` needs"
        );
    }
    asked.min(possible)
}
