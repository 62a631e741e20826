//! Answers to POST: made for one request and never cached, so without a tag; but compressed if they are in one piece,
//! because they can be megabytes.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::Body as _;

use super::coding::{Coding, Effort, accepted};
use crate::error::Error;

/// Shorter answers fit into one packet uncompressed.
const SHORTEST_CODED: usize = 1024;

/// Compresses answers to POST, as the client accepts.
pub async fn compress(request: Request, next: Next) -> Response {
    let is_post = request.method() == Method::POST;
    let codings = accepted(request.headers());
    let response = next.run(request).await;
    let plain = !response.headers().contains_key(CONTENT_ENCODING);
    if is_post && plain && response.status() == StatusCode::OK {
        code(response, codings)
            .await
            .unwrap_or_else(Error::into_response)
    } else {
        response
    }
}

async fn code(response: Response, codings: Vec<Coding>) -> Result<Response, Error> {
    let (mut parts, body) = response.into_parts();
    let vary = HeaderValue::from_static("accept, accept-encoding");
    parts.headers.insert(VARY, vary);
    if body.size_hint().exact().is_none() {
        // It is streamed, and never in memory as a whole.
        return Ok(Response::from_parts(parts, body));
    }
    // It is in memory already, as one piece.
    let identity = to_bytes(body, usize::MAX)
        .await
        .map_err(|error| Error::Internal(error.to_string()))?;
    parts.headers.remove(CONTENT_LENGTH);
    // Handing work over costs more than there is to do without a coding.
    let is_plain = codings.first() == Some(&Coding::Identity);
    let (coding, bytes) = if is_plain || identity.len() < SHORTEST_CODED {
        (Coding::Identity, identity)
    } else {
        tokio::task::spawn_blocking(move || best(&codings, identity))
            .await
            .map_err(|error| Error::Internal(error.to_string()))?
    };
    if coding != Coding::Identity {
        let name = HeaderValue::from_static(coding.name());
        parts.headers.insert(CONTENT_ENCODING, name);
    }
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

/// The bytes in the first coding that makes them smaller.
fn best(codings: &[Coding], identity: Bytes) -> (Coding, Bytes) {
    let found = codings
        .iter()
        .find_map(|coding| Some((*coding, coding.encode(&identity, Effort::Once)?)));
    found.unwrap_or((Coding::Identity, identity))
}
