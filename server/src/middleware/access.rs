//! The choice of the data by the token of a request: those of `--data` for a valid one, the built-in ones without any.
//!
//! Both have routes and caches of their own, so that no answer of one can reach a request for the other. Caches between
//! client and server get headers that separate them as well.

use arc_swap::ArcSwap;
use axum::Router;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, VARY};
use axum::http::{HeaderValue, Request};
use axum::response::Response;
use strata_frontend::route::Route;

use crate::error::Error;
use crate::representation::see_other;
use crate::tokens::Tokens;

use super::CachedRoutes;

/// Asks a browser for a token, and leads to the start page.
const SIGN_IN: &str = "/sign-in";

#[derive(Debug)]
pub(super) struct Access {
    pub(super) tokens: ArcSwap<Tokens>,
    pub(super) built_in: CachedRoutes,
}

/// What a request may read, and the name of its token.
pub(super) enum Reader {
    Anybody,
    Holder(String),
}

impl Access {
    pub(super) fn new(tokens: Tokens, built_in: Router) -> Self {
        Self {
            tokens: ArcSwap::from_pointee(tokens),
            built_in: CachedRoutes::new(built_in),
        }
    }

    pub(super) fn reader<B>(&self, request: &Request<B>) -> Result<Reader, Error> {
        let tokens = self.tokens.load();
        match tokens.holder(request.headers())? {
            Some(name) => Ok(Reader::Holder(name.to_owned())),
            None if is_sign_in(request) => Err(Error::Unauthorized { is_basic: true }),
            None => Ok(Reader::Anybody),
        }
    }
}

impl Reader {
    /// Redirects a client that has signed in to the start page.
    pub(super) fn welcome<B>(&self, request: &Request<B>) -> Option<Response> {
        let is_welcome = matches!(self, Self::Holder(_)) && is_sign_in(request);
        is_welcome.then(|| see_other(&Route::Home.to_string()))
    }

    /// Sets the headers that say which requests a cache may use the answer for.
    pub(super) fn label(&self, response: &mut Response) {
        let headers = response.headers_mut();
        headers.append(VARY, HeaderValue::from_name(AUTHORIZATION));
        let policy = headers.get(CACHE_CONTROL).and_then(|it| it.to_str().ok());
        if let (Self::Holder(_), Some(policy)) = (self, policy)
            && let Ok(policy) = HeaderValue::from_str(&policy.replace("public", "private"))
        {
            headers.insert(CACHE_CONTROL, policy);
        }
    }
}

fn is_sign_in<B>(request: &Request<B>) -> bool {
    request.uri().path() == SIGN_IN
}
