//! How the server is: whether it is about to stop, why new data were refused, and what it counted. It outlives every
//! version of the dataset.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::metrics::Metrics;

#[derive(Debug, Default)]
pub struct Vitals {
    draining: AtomicBool,
    refused: Mutex<Option<Arc<str>>>,
    metrics: Metrics,
}

impl Vitals {
    /// From now on, the server is not ready: it is about to stop.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Remembers why the data that lie there now are not served; `None` when they are.
    pub fn refuse(&self, why: Option<&str>) {
        *self.refused.lock().unwrap_or_else(PoisonError::into_inner) = why.map(Arc::from);
    }

    /// Why the data that lie there now are not served.
    pub fn refused(&self) -> Option<Arc<str>> {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        refused.clone()
    }

    pub const fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
