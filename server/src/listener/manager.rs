//! What a service manager (systemd) is told and hands over: readiness by `sd_notify`, and sockets that it opened.

use std::env;
use std::io;

/// Tells the manager how the server is (`READY=1`, `STOPPING=1`), where there is one that asks for it.
pub fn notify(state: &str) {
    let Some(socket) = env::var_os("NOTIFY_SOCKET").filter(|it| !it.is_empty()) else {
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

    // A name that begins with `@` is none of the file system.
    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(socket)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn send(_: &std::ffi::OsStr, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
