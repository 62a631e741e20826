//! Sources of connections: a TCP port, a Unix socket, or one that a service manager (systemd) opened; and notifications
//! to that manager.

use std::io::{self, ErrorKind};

use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

use crate::limits;
use crate::middleware::Peer;
use crate::settings::Listen;

#[derive(Debug, Error)]
pub enum ListenError {
    #[error(
        "{0} is in use: stop what listens there, or choose another address with --listen or STRATA_LISTEN \
         (port 0 takes any free one)"
    )]
    Busy(Listen),
    #[error(
        "{0} needs more rights: choose a port from 1024 up, or a folder of your own, with --listen or STRATA_LISTEN"
    )]
    Forbidden(Listen),
    #[error("cannot listen on {0}: {1}")]
    Other(Listen, io::Error),
}

#[derive(Debug)]
pub(super) enum Socket {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix {
        socket: UnixListener,
        _name: Option<SocketPath>,
    },
}

/// A connection, over TCP or a Unix socket, with TLS or without.
pub(super) trait Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> Stream for S {}

/// A connection that no runtime has yet.
pub(super) enum AcceptedStream {
    Tcp(std::net::TcpStream),
    #[cfg(unix)]
    Unix(std::os::unix::net::UnixStream),
}

impl AcceptedStream {
    /// The connection with the current runtime.
    pub(super) fn register(self) -> io::Result<Box<dyn Stream>> {
        Ok(match self {
            Self::Tcp(stream) => Box::new(TcpStream::from_std(stream)?),
            #[cfg(unix)]
            Self::Unix(stream) => Box::new(UnixStream::from_std(stream)?),
        })
    }
}

impl Socket {
    /// Binds the socket; returns it with its actual address.
    pub(super) async fn bind(address: &Listen) -> Result<(Self, Listen), ListenError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AddrInUse => ListenError::Busy(address.clone()),
            ErrorKind::PermissionDenied => ListenError::Forbidden(address.clone()),
            _ => ListenError::Other(address.clone(), error),
        };
        match address {
            Listen::Tcp(address) => {
                let socket = TcpListener::bind(address).await.map_err(failed)?;
                let address = socket.local_addr().map_err(failed)?;
                Ok((Self::Tcp(socket), Listen::Tcp(address)))
            }
            #[cfg(unix)]
            Listen::Unix(path) => {
                clear(path).await;
                let socket = UnixListener::bind(path).map_err(failed)?;
                let _name = Some(SocketPath(path.clone()));
                Ok((Self::Unix { socket, _name }, address.clone()))
            }
            #[cfg(unix)]
            Listen::Systemd => Self::from_service_manager().map_err(failed),
            #[cfg(not(unix))]
            Listen::Systemd | Listen::Unix(_) => Err(failed(ErrorKind::Unsupported.into())),
        }
    }

    /// The first socket that a service manager passed to this process.
    #[cfg(unix)]
    fn from_service_manager() -> io::Result<(Self, Listen)> {
        let mut passed = listenfd::ListenFd::from_env();
        if let Ok(Some(socket)) = passed.take_unix_listener(0) {
            socket.set_nonblocking(true)?;
            let (socket, _name) = (UnixListener::from_std(socket)?, None);
            return Ok((Self::Unix { socket, _name }, Listen::Systemd));
        }
        let none = || io::Error::other("the service manager hands over no socket (LISTEN_FDS)");
        let socket = passed.take_tcp_listener(0)?.ok_or_else(none)?;
        socket.set_nonblocking(true)?;
        let address = Listen::Tcp(socket.local_addr()?);
        Ok((Self::Tcp(TcpListener::from_std(socket)?), address))
    }

    /// The next connection. Errors of one client are ignored; a lack of system resources pauses accepting.
    pub(super) async fn accept(&self) -> (AcceptedStream, Peer) {
        loop {
            match self.try_accept().await {
                Ok(accepted) => return accepted,
                Err(error) if is_of_one_client(&error) => {}
                Err(error) => {
                    tracing::error!(%error, "cannot accept a connection");
                    tokio::time::sleep(limits::ACCEPT_PAUSE).await;
                }
            }
        }
    }

    async fn try_accept(&self) -> io::Result<(AcceptedStream, Peer)> {
        match self {
            Self::Tcp(socket) => {
                let (stream, address) = socket.accept().await?;
                // Otherwise small answers may wait for the client's acknowledgement of earlier ones.
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "cannot set TCP_NODELAY");
                }
                Ok((
                    AcceptedStream::Tcp(stream.into_std()?),
                    Peer::Address(address.ip()),
                ))
            }
            #[cfg(unix)]
            Self::Unix { socket, .. } => {
                let (stream, _) = socket.accept().await?;
                Ok((AcceptedStream::Unix(stream.into_std()?), Peer::Local))
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

/// Removes the stale socket of a killed process.
#[cfg(unix)]
async fn clear(path: &std::path::Path) {
    use std::os::unix::fs::FileTypeExt;

    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|it| it.file_type().is_socket());
    if is_socket && UnixStream::connect(path).await.is_err() {
        // If this fails, binding fails too, with the reason.
        let _ = std::fs::remove_file(path);
    }
}

/// The path of a Unix socket, removed on drop.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct SocketPath(std::path::PathBuf);

#[cfg(unix)]
impl Drop for SocketPath {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.0) {
            tracing::debug!(%error, "cannot remove the socket");
        }
    }
}

/// Notifies the service manager of a state (`READY=1`, `STOPPING=1`), where there is one.
pub fn notify(state: &str) {
    let Some(socket) = std::env::var_os("NOTIFY_SOCKET").filter(|it| !it.is_empty()) else {
        return;
    };
    if let Err(error) = send(&socket, state) {
        tracing::warn!(%error, "cannot tell the service manager {state}");
    }
}

#[cfg(target_os = "linux")]
fn send(socket: &std::ffi::OsStr, state: &str) -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    // A name that begins with `@` is in the abstract namespace.
    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(socket)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn send(_: &std::ffi::OsStr, _: &str) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}
