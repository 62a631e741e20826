//! A resource: its path, who answers there, and how the OpenAPI document describes that.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodRouter, get, post};

use crate::app::App;
use crate::openapi::Operation;

/// A resource of the API.
pub(super) struct Resource {
    /// Below [`url::ROOT`](super::url::ROOT), in the notation that axum and OpenAPI share.
    pub(super) path: &'static str,
    pub(super) handlers: MethodRouter<Arc<App>>,
    /// The method in lower case, and what it does.
    pub(super) method: &'static str,
    pub(super) operation: Operation,
}

impl Resource {
    pub(super) fn get<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, Arc<App>>,
        operation: Operation,
    ) -> Self {
        Self {
            path,
            handlers: get(handler),
            method: "get",
            operation,
        }
    }

    pub(super) fn post<T: 'static>(
        path: &'static str,
        handler: impl Handler<T, Arc<App>>,
        operation: Operation,
    ) -> Self {
        Self {
            path,
            handlers: post(handler),
            method: "post",
            operation,
        }
    }
}
