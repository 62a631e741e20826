//! The threads that serve connections, one for each core.
//!
//! Each has a runtime of its own: a connection stays with its thread, and its memory in the caches of one core. Threads that
//! share connections take a third more time for each answer.

use std::future::pending;
use std::{io, thread};

use tokio::runtime::{Builder, Handle};

use crate::limits;

/// Starts the threads, which run until the process ends. Each runtime has at most `blocking` threads for what blocks.
pub fn start_workers(blocking: usize) -> io::Result<Vec<Handle>> {
    let start = |number| {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(blocking)
            .thread_keep_alive(limits::IDLE_THREAD)
            .build()?;
        let handle = runtime.handle().clone();
        thread::Builder::new()
            .name(format!("worker-{number}"))
            .spawn(move || runtime.block_on(pending::<()>()))?;
        Ok(handle)
    };
    let cores = thread::available_parallelism()?.get();
    (0..cores).map(start).collect()
}
