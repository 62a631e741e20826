//! The binary `strata`; all code is in the library.

use std::process::ExitCode;

/// Returns memory after a burst, unlike glibc's allocator, and has no global lock, unlike musl's.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    strata_server::cli::main()
}
