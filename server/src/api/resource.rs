//! A resource: its path, who answers there, and how the OpenAPI document describes that.

use std::sync::Arc;

use axum::routing::MethodRouter;
use schemars::SchemaGenerator;

use crate::app::App;
use crate::openapi::Operation;

/// What a method does, described.
pub(super) type Describe = fn(&mut SchemaGenerator) -> Operation;

/// A resource of the API.
pub(super) struct Resource {
    /// Below [`url::ROOT`](super::url::ROOT), in the notation that axum and OpenAPI share.
    pub(super) path: &'static str,
    pub(super) handlers: MethodRouter<Arc<App>>,
    /// The method in lower case, and what it does.
    pub(super) method: &'static str,
    pub(super) describe: Describe,
}

impl Resource {
    pub(super) fn get(
        path: &'static str,
        handlers: MethodRouter<Arc<App>>,
        describe: Describe,
    ) -> Self {
        let method = "get";
        Self {
            path,
            handlers,
            method,
            describe,
        }
    }

    pub(super) fn post(
        path: &'static str,
        handlers: MethodRouter<Arc<App>>,
        describe: Describe,
    ) -> Self {
        Self {
            method: "post",
            ..Self::get(path, handlers, describe)
        }
    }
}
