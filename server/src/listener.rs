//! The listener: accepts connections, serves HTTP/1 and (with TLS) HTTP/2 over them within the
//! [`settings`](crate::settings), and closes them on shutdown.
//!
//! Not `axum::serve`, which gives hyper no timer, so that none of hyper's timeouts works; nor `axum-server`, which
//! neither answers connections beyond a limit nor takes systemd's socket.

mod overload;
mod socket;
mod timeouts;
mod tls;
mod workers;

use std::convert::Infallible;
use std::io;
use std::pin::pin;
use std::sync::Arc;

use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;

pub use socket::{ListenError, notify};
pub use tls::{Tls, TlsError};
pub use workers::{runtime, start_workers};

use crate::error::Error;
use crate::limits;
use crate::middleware::{Middleware, Peer};
use crate::settings::{Listen, Settings};
use overload::Overload;
use socket::{AcceptedStream, Socket, Stream};
use timeouts::{Streams, TimeoutStream};

/// A bound socket that is not served yet.
#[derive(Debug)]
pub struct Listener {
    socket: Socket,
    address: Listen,
    tls: Option<Tls>,
    workers: Vec<Handle>,
}

impl Listener {
    /// Binds the socket; connections wait until [`Listener::serve`], and are served by the current runtime.
    pub async fn bind(address: &Listen) -> Result<Self, ListenError> {
        let (socket, address) = Socket::bind(address).await?;
        Ok(Self {
            socket,
            address,
            tls: None,
            workers: vec![Handle::current()],
        })
    }

    pub fn with_tls(mut self, tls: Option<Tls>) -> Self {
        self.tls = tls;
        self
    }

    /// Serves the connections by these runtimes, in turn.
    pub fn with_workers(mut self, workers: Vec<Handle>) -> Self {
        self.workers = workers;
        self
    }

    /// The address; its port is the actual one where 0 was requested.
    pub const fn address(&self) -> &Listen {
        &self.address
    }

    /// Serves until `stop` completes, then lets running requests finish within the configured time.
    pub async fn serve(self, middleware: Arc<Middleware>, stop: impl Future<Output = ()>) {
        let graceful = GracefulShutdown::new();
        let connections = Connections::of(&middleware, self.tls);
        let mut stop = pin!(stop);
        for worker in self.workers.iter().cycle() {
            let (accepted, peer) = tokio::select! {
                accepted = self.socket.accept() => accepted,
                () = &mut stop => break,
            };
            connections.take(accepted, peer, graceful.watcher(), worker);
        }
        // Connections are told before the socket closes, so that a client that finds it closed is answered with
        // `connection: close`.
        let ends = async {
            tokio::join!(biased; graceful.shutdown(), async { drop(self.socket) });
        };
        let time_limit = middleware.settings().stop_time;
        if tokio::time::timeout(time_limit, ends).await.is_err() {
            tracing::warn!("some requests did not end in time and are cut off");
        }
    }
}

/// The open connections, and what serves them.
struct Connections {
    middleware: Arc<Middleware>,
    protocols: Protocols,
    permits: Arc<Semaphore>,
    overload: Overload,
    tls: Option<Tls>,
}

impl Connections {
    fn of(middleware: &Arc<Middleware>, tls: Option<Tls>) -> Self {
        Self {
            middleware: Arc::clone(middleware),
            protocols: Protocols::of(middleware.settings()),
            permits: Arc::new(Semaphore::new(connection_limit(
                middleware.settings().connections,
            ))),
            overload: Overload::default(),
            tls,
        }
    }

    /// Serves a connection, or refuses it if the limit is reached.
    fn take(&self, accepted: AcceptedStream, peer: Peer, watcher: Watcher, worker: &Handle) {
        let metrics = self.middleware.server_status().metrics();
        let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() else {
            metrics.accepted.with_label_values(&["turned away"]).inc();
            self.overload.refuse(accepted);
            return;
        };
        metrics.accepted.with_label_values(&["served"]).inc();
        let connection = Connection {
            middleware: Arc::clone(&self.middleware),
            protocols: self.protocols.clone(),
            peer,
            watcher,
        };
        let acceptor = self.tls.as_ref().map(Tls::acceptor);
        worker.spawn(async move {
            match accepted.register() {
                Ok(stream) => connection.serve(stream, acceptor).await,
                Err(error) => tracing::error!(%error, "cannot serve a connection"),
            }
            drop(permit);
        });
    }
}

/// The builders for both versions of HTTP, as configured.
#[derive(Clone)]
struct Protocols {
    http1: http1::Builder,
    http2: http2::Builder<TokioExecutor>,
}

impl Protocols {
    fn of(settings: &Settings) -> Self {
        // Read more than is accepted, to be able to answer that it is too long.
        let head = settings.header_size.saturating_add(settings.url_length);
        let read = head.saturating_mul(limits::HEAD_READ_FACTOR);
        let mut http1 = http1::Builder::new();
        http1
            .timer(TokioTimer::new())
            .header_read_timeout(settings.header_time)
            .max_header_size(read)
            .max_buf_size(read.max(limits::READ_BUFFER));
        let mut http2 = http2::Builder::new(TokioExecutor::new());
        http2
            .timer(TokioTimer::new())
            .max_header_list_size(u32::try_from(read).unwrap_or(u32::MAX))
            .max_concurrent_streams(limits::HTTP2_STREAMS)
            .initial_stream_window_size(limits::HTTP2_STREAM_BYTES)
            .initial_connection_window_size(limits::HTTP2_STREAM_BYTES)
            .max_send_buf_size(limits::HTTP2_STREAM_BYTES as usize);
        Self { http1, http2 }
    }
}

struct Connection {
    middleware: Arc<Middleware>,
    protocols: Protocols,
    peer: Peer,
    watcher: Watcher,
}

impl Connection {
    async fn serve(self, stream: Box<dyn Stream>, acceptor: Option<TlsAcceptor>) {
        let write_time = self.middleware.settings().write_time;
        let metrics = self.middleware.server_status().metrics();
        let stream = TimeoutStream::new(stream, write_time, metrics);
        match acceptor {
            None => self.serve_http1(stream).await,
            Some(acceptor) => self.serve_tls(&acceptor, stream).await,
        }
    }

    async fn serve_http1(self, stream: impl Stream) {
        let (middleware, peer) = (self.middleware, self.peer);
        let service = service_fn(move |request| {
            let middleware = Arc::clone(&middleware);
            // Boxed: inline, it would enlarge every connection beyond what the caches of a core hold.
            Box::pin(async move { Ok::<_, Infallible>(middleware.answer(peer, request).await) })
        });
        let http = self.protocols.http1;
        let connection = http.serve_connection(TokioIo::new(stream), service);
        if let Err(error) = self.watcher.watch(connection).await {
            tracing::debug!(%error, "connection ended");
        }
    }

    /// hyper has timeouts for HTTP/1 only: [`Streams`] implements them here.
    async fn serve_http2(self, stream: impl Stream) {
        let (middleware, peer) = (self.middleware, self.peer);
        let settings = middleware.settings();
        let streams = Streams::new(settings.header_time, settings.write_time);
        let opened = streams.clone();
        let service = service_fn(move |request| {
            let (middleware, stream) = (Arc::clone(&middleware), opened.open());
            async move {
                let answer = middleware.answer(peer, request).await;
                Ok::<_, Infallible>(answer.map(|body| stream.wrap_answer(body)))
            }
        });
        let http = self.protocols.http2;
        let connection = http.serve_connection(TokioIo::new(stream), service);
        tokio::select! {
            ended = self.watcher.watch(connection) => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "connection ended");
                }
            }
            () = streams.timed_out() => tracing::debug!("connection idle or stalled"),
        }
    }

    /// The handshake has the timeout of a request head, and selects the version of HTTP. A request without TLS is
    /// answered, because its client would not understand the alert.
    async fn serve_tls(self, acceptor: &TlsAcceptor, mut stream: TimeoutStream<impl Stream>) {
        let time_limit = self.middleware.settings().header_time;
        let shaken = async {
            // Methods are letters; a handshake begins with 22.
            let first = stream.first().await?;
            if first.is_some_and(|byte| byte.is_ascii_alphabetic()) {
                let plain =
                    "this port expects TLS, and got plain HTTP: begin the URL with https://";
                let answer = overload::answer(Error::Malformed(plain.to_owned()));
                overload::send_refusal(stream, &answer).await?;
                return Err(io::Error::other("plain HTTP"));
            }
            acceptor.accept(stream).await
        };
        match tokio::time::timeout(time_limit, shaken).await {
            Ok(Ok(stream)) if stream.get_ref().1.alpn_protocol() == Some(tls::HTTP2) => {
                self.serve_http2(stream).await;
            }
            Ok(Ok(stream)) => self.serve_http1(stream).await,
            Ok(Err(error)) => tracing::debug!(%error, "no handshake"),
            Err(_) => tracing::debug!("the handshake took too long"),
        }
    }
}

/// The requested number of connections, or what the system's descriptor limit allows.
fn connection_limit(requested: usize) -> usize {
    let needed = requested.saturating_add(limits::RESERVED_DESCRIPTORS);
    let granted = rlimit::increase_nofile_limit(needed as u64).unwrap_or(u64::MAX);
    let possible = usize::try_from(granted)
        .unwrap_or(usize::MAX)
        .saturating_sub(limits::RESERVED_DESCRIPTORS)
        .max(1);
    if possible < requested {
        tracing::warn!(
            requested,
            possible,
            "the system allows fewer open files than `connections` needs"
        );
    }
    requested.min(possible)
}
