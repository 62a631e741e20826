//! Answers connections that are not served: those beyond the limit, and plain HTTP where TLS is expected.

use std::io;
use std::sync::Arc;

use axum::http::HeaderValue;
use axum::http::header::{CONNECTION, CONTENT_LENGTH};
use axum::response::IntoResponse;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::{limits, security};

use super::socket::{AcceptedStream, Stream};

/// The problem as an answer of HTTP/1.
pub(super) fn answer(error: Error) -> Vec<u8> {
    let body = serde_json::to_vec(&error.problem()).unwrap_or_default();
    let (mut head, _) = error.into_response().into_parts();
    head.headers
        .insert(CONNECTION, HeaderValue::from_static("close"));
    head.headers
        .insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    security::add(&mut head.headers);
    let mut answer = format!("HTTP/1.1 {}\r\n", head.status).into_bytes();
    for (name, value) in &head.headers {
        answer.extend(name.as_str().as_bytes());
        answer.extend(b": ");
        answer.extend(value.as_bytes());
        answer.extend(b"\r\n");
    }
    answer.extend(b"\r\n");
    answer.extend(body);
    answer
}

/// Refuses connections, a limited number at a time.
pub(super) struct Overload {
    permits: Arc<Semaphore>,
    /// Serialized once, so that refusals stay cheap.
    answer: Arc<[u8]>,
}

impl Default for Overload {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(limits::REFUSED_CONNECTIONS)),
            answer: answer(Error::Crowded {
                seconds: limits::RETRY_AFTER.as_secs(),
            })
            .into(),
        }
    }
}

impl Overload {
    /// Answers with `Retry-After`; closes the connection if too many are being answered.
    pub(super) fn refuse(&self, accepted: AcceptedStream) {
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let (Ok(permit), Ok(stream)) = (permit, accepted.register()) else {
            return;
        };
        let answer = Arc::clone(&self.answer);
        tokio::spawn(async move {
            // A client that does not read gets no answer.
            let _ =
                tokio::time::timeout(limits::REFUSAL_TIMEOUT, send_refusal(stream, &answer)).await;
            drop(permit);
        });
    }
}

/// Reads the request first: closing with unread bytes resets the connection, and the answer is lost.
pub(super) async fn send_refusal(mut stream: impl Stream, answer: &[u8]) -> io::Result<()> {
    let mut request = Vec::new();
    let mut part = [0; 1024];
    while request.len() < limits::REFUSAL_READ_BYTES && !request.ends_with(b"\r\n\r\n") {
        match stream.read(&mut part).await? {
            0 => break,
            length => request.extend(part.iter().take(length)),
        }
    }
    stream.write_all(answer).await?;
    stream.shutdown().await
}
