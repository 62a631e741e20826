//! Connections: accepting them, serving HTTP/1 over them within the [`limits`], and ending them when the server stops.
//!
//! Not `axum::serve`, for that gives hyper no timer, and without one none of hyper's time limits holds.

mod stall;

use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::limits;
use stall::StallGuard;

/// Why the server cannot listen.
#[derive(Debug, Error)]
pub enum ListenError {
    /// Somebody else has the port.
    #[error(
        "{0} is in use: stop what listens there, or choose another address with --listen or STRATA_LISTEN \
         (port 0 takes any free one)"
    )]
    Busy(SocketAddr),
    /// The port is the system's.
    #[error(
        "{0} may not be used without more rights: choose a port from 1024 up with --listen or STRATA_LISTEN"
    )]
    Forbidden(SocketAddr),
    /// Anything else.
    #[error("cannot listen on {0}: {1}")]
    Other(SocketAddr, io::Error),
}

/// A listening socket, before it is served.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Listens; connections wait until [`Listener::serve`].
    ///
    /// # Errors
    ///
    /// When the address is not to be had.
    pub async fn bind(address: SocketAddr) -> Result<Self, ListenError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AddrInUse => ListenError::Busy(address),
            ErrorKind::PermissionDenied => ListenError::Forbidden(address),
            _ => ListenError::Other(address, error),
        };
        let socket = TcpListener::bind(address).await.map_err(failed)?;
        let address = socket.local_addr().map_err(failed)?;
        Ok(Self { socket, address })
    }

    /// Where it listens; the port is the real one where 0 was asked for.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done, then lets running requests end for [`limits::STOP_GRACE`].
    pub async fn serve(self, router: Router, stop: impl Future<Output = ()>) {
        let service = TowerToHyperService::new(router);
        let graceful = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
        let mut stop = pin!(stop);
        loop {
            let accepted = async {
                // The semaphore is never closed.
                let place = Arc::clone(&places).acquire_owned().await.ok();
                (accept(&self.socket).await, place)
            };
            let (stream, place) = tokio::select! {
                accepted = accepted => accepted,
                () = &mut stop => break,
            };
            let connection = http1_settings().serve_connection(
                TokioIo::new(StallGuard::new(stream, limits::WRITE_STALL)),
                service.clone(),
            );
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "connection ended");
                }
                drop(place);
            });
        }
        drop(self.socket);
        if tokio::time::timeout(limits::STOP_GRACE, graceful.shutdown())
            .await
            .is_err()
        {
            tracing::warn!("some requests did not end in time");
        }
    }
}

/// The next connection. What one client breaks is passed over; what the system lacks is waited for.
async fn accept(socket: &TcpListener) -> TcpStream {
    loop {
        match socket.accept().await {
            Ok((stream, _)) => {
                // Without this, small answers may wait for the client's acknowledgement of the last ones.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "cannot set TCP_NODELAY");
                }
                return stream;
            }
            Err(error) if is_of_one_client(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept a connection");
                tokio::time::sleep(limits::ACCEPT_PAUSE).await;
            }
        }
    }
}

fn is_of_one_client(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::ConnectionRefused | ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset
    )
}

fn http1_settings() -> http1::Builder {
    let mut settings = http1::Builder::new();
    settings
        .timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIME)
        .max_headers(limits::HEADER_LINES)
        .max_header_size(limits::HEAD_BYTES)
        .max_buf_size(limits::CONNECTION_BUFFER);
    settings
}
