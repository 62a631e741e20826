//! The binary `strata`: everything is in the library.

use std::process::ExitCode;

/// Gives memory back after a burst, which glibc's allocator keeps, and makes no threads wait for each other, as musl's does.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    strata_server::cli::main()
}
