//! The binary `strata`: everything is in the library.

use std::process::ExitCode;

/// In a static binary, memory comes from here: musl's own allocator makes threads wait for each other.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    strata_server::cli::main()
}
