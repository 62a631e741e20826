//! The threads that serve connections, one for each core.
//!
//! Each has a runtime of its own: a connection stays with its thread, and its memory in the caches of one core. Threads that
//! share connections take more time for each answer.

use std::future::pending;
use std::{io, thread};

use tokio::runtime::{Builder, Handle, Runtime};

use crate::limits;

/// A runtime of one thread, with at most `blocking` further threads for what blocks.
pub fn runtime(blocking: usize) -> io::Result<Runtime> {
    Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(blocking)
        .thread_keep_alive(limits::THREAD_KEEP_ALIVE)
        .build()
}

/// Starts the threads, which run until the process ends, each with such a runtime.
pub fn start_workers(blocking: usize) -> io::Result<Vec<Handle>> {
    let start = |number| {
        let runtime = runtime(blocking)?;
        let handle = runtime.handle().clone();
        thread::Builder::new()
            .name(format!("worker-{number}"))
            .spawn(move || runtime.block_on(pending::<()>()))?;
        Ok(handle)
    };
    let cores = thread::available_parallelism()?.get();
    (0..cores).map(start).collect()
}
