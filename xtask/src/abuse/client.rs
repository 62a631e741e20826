//! A client that speaks to a server byte by byte, and waits for nothing for ever.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::Duration;

use crate::failure::Failure;

/// What takes longer is not answered.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// How much of an answer is read.
const LONGEST: u64 = 16 * 1024 * 1024;

/// What came back.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    pub(super) bytes: Vec<u8>,
    /// Whether the server ended the connection in time.
    pub(super) ended: bool,
}

impl Answer {
    /// The status, where there is one.
    pub(super) fn status(&self) -> Option<u16> {
        let head = self.bytes.strip_prefix(b"HTTP/1.1 ")?;
        std::str::from_utf8(head.get(..3)?).ok()?.parse().ok()
    }

    /// What stands behind the head.
    pub(super) fn body(&self) -> &[u8] {
        let end = self.bytes.windows(4).position(|four| four == b"\r\n\r\n");
        end.map_or(&[], |end| &self.bytes[end + 4..])
    }

    /// Whether the body is as long as the head says.
    pub(super) fn is_whole(&self) -> bool {
        let head = String::from_utf8_lossy(&self.bytes[..self.bytes.len() - self.body().len()]);
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        length.is_some_and(|length| length.parse() == Ok(self.body().len()))
    }
}

/// A connection.
pub(super) fn connect(address: &str) -> std::io::Result<TcpStream> {
    let address: SocketAddr = address
        .parse()
        .map_err(|error| std::io::Error::new(ErrorKind::InvalidInput, error))?;
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Sends bytes and reads what comes until the server ends the connection.
pub(super) fn exchange(address: &str, bytes: &[u8]) -> std::io::Result<Answer> {
    let mut stream = connect(address)?;
    // The server may refuse before it has read everything.
    let _ = stream.write_all(bytes);
    Ok(rest(stream))
}

/// The same, and says that nothing more will come: for what is no whole request.
pub(super) fn blurt(address: &str, bytes: &[u8]) -> std::io::Result<Answer> {
    let mut stream = connect(address)?;
    // It may have refused and closed by then.
    let _ = stream.write_all(bytes);
    let _ = stream.shutdown(Shutdown::Write);
    Ok(rest(stream))
}

fn rest(stream: TcpStream) -> Answer {
    let mut answer = Answer::default();
    let read = stream.take(LONGEST).read_to_end(&mut answer.bytes);
    answer.ended = match read {
        Ok(length) => (length as u64) < LONGEST,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    };
    answer
}

/// The text of a GET that ends the connection.
pub(super) fn asking(path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n{headers}\r\n")
}

/// Asks for what must be there: the whole answer.
pub(super) fn get(address: &str, path: &str, headers: &str) -> Result<Answer, Failure> {
    let failed = |why: &str| Failure::new(format!("http://{address}{path} {why}"));
    let answer = exchange(address, asking(path, headers).as_bytes())
        .map_err(|error| failed(&error.to_string()))?;
    if answer.status() != Some(200) || !answer.is_whole() {
        return Err(failed(
            "did not answer with status 200 and all that belongs to it",
        ));
    }
    Ok(answer)
}
