//! The status of the server: whether it is draining, why new data were refused, and its metrics. It outlives every
//! version of the dataset.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::metrics::Metrics;

#[derive(Debug, Default)]
pub struct ServerStatus {
    draining: AtomicBool,
    refused: Mutex<Option<Arc<str>>>,
    metrics: Metrics,
}

impl ServerStatus {
    /// Reports not ready from now on, because the server will stop.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Sets the reason why newer data are not served; `None` if they are.
    pub fn refuse(&self, why: Option<&str>) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = why.map(Arc::from);
    }

    /// The reason why newer data are not served.
    pub fn refused(&self) -> Option<Arc<str>> {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.clone()
    }

    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
