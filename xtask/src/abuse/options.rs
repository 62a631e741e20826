//! What `cargo xtask abuse` can be told.

use std::path::PathBuf;
use std::time::Duration;

use super::rates::Effort;
use crate::failure::Failure;

/// How long the mixed load lasts unless it is told.
const MINUTES: u64 = 10;
const MOST_MINUTES: u64 = 24 * 60;

/// How much of everything.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The server, where it is not to be built.
    pub(super) binary: Option<PathBuf>,
    pub(super) effort: Effort,
    pub(super) soak: Duration,
}

/// `--quick`, `--minutes N`, `--binary FILE`.
pub(super) fn read(args: &[String]) -> Result<Options, Failure> {
    let mut options = Options {
        binary: None,
        effort: Effort {
            rounds: 5,
            time: Duration::from_secs(3),
        },
        soak: Duration::from_secs(60 * MINUTES),
    };
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        match arg {
            "--quick" => {
                options.effort = Effort {
                    rounds: 3,
                    time: Duration::from_secs(1),
                };
                options.soak = Duration::from_secs(30);
            }
            "--minutes" => {
                let minutes = args.next().and_then(|minutes| minutes.parse().ok());
                let minutes = minutes.filter(|minutes| (1..=MOST_MINUTES).contains(minutes));
                let minutes = minutes.ok_or_else(|| {
                    Failure::new(format!(
                        "`--minutes` takes a number from 1 to {MOST_MINUTES}"
                    ))
                })?;
                options.soak = Duration::from_secs(60 * minutes);
            }
            "--binary" => {
                let binary = args.next().map(PathBuf::from);
                let binary = binary.filter(|binary| binary.is_file());
                let binary =
                    binary.ok_or_else(|| Failure::new("`--binary` takes a built server"))?;
                options.binary = Some(binary);
            }
            other => {
                return Err(Failure::new(format!(
                    "`abuse` takes --quick, --minutes N and --binary FILE, and got `{other}`"
                )));
            }
        }
    }
    Ok(options)
}
