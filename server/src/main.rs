//! The binary `strata`: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata_server::cli::main()
}
