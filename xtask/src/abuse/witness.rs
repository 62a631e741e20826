//! A visitor who asks ordinary things while others abuse the server: is anybody starved?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::client;
use super::report::Report;
use super::subject;

/// How long the visitor pauses between two requests.
const PAUSE: Duration = Duration::from_millis(10);
/// What takes longer is starved.
const SLOWEST: Duration = Duration::from_secs(2);

/// Asks until it is told to stop.
pub(super) struct Witness {
    done: Arc<AtomicBool>,
    asking: JoinHandle<Seen>,
}

/// What the visitor saw.
#[derive(Debug, Default)]
struct Seen {
    took: Vec<Duration>,
    failed: Vec<String>,
}

impl Witness {
    /// Asks for a layout, as a page and as JSON, each time by a new connection.
    pub(super) fn start(address: &str) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let (address, stop) = (address.to_owned(), Arc::clone(&done));
        let asking = std::thread::spawn(move || {
            let mut seen = Seen::default();
            for path in [subject::JSON, subject::PAGE].into_iter().cycle() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let started = Instant::now();
                match client::get(&address, path, "") {
                    Ok(_) => seen.took.push(started.elapsed()),
                    Err(failure) => seen.failed.push(failure.to_string()),
                }
                std::thread::sleep(PAUSE);
            }
            seen
        });
        Self { done, asking }
    }

    /// Says what was seen.
    pub(super) fn tell(self, report: &mut Report, amid: &str) {
        self.done.store(true, Ordering::Relaxed);
        let Ok(mut seen) = self.asking.join() else {
            report.failed(format!("{amid}: the visitor who asks meanwhile broke"));
            return;
        };
        seen.took.sort_unstable();
        let at = |part: usize| seen.took.get(seen.took.len() * part / 100).copied();
        let (median, p99) = (at(50).unwrap_or_default(), at(99).unwrap_or_default());
        let slowest = seen.took.last().copied().unwrap_or_default();
        report.say(format!(
            "  meanwhile        {} ordinary requests: median {median:.1?}, p99 {p99:.1?}, slowest {slowest:.1?}; {} failed",
            seen.took.len(),
            seen.failed.len()
        ));
        if let Some(first) = seen.failed.first() {
            report.failed(format!("{amid}: an ordinary request failed: {first}"));
        }
        if seen.took.is_empty() || slowest > SLOWEST {
            report.failed(format!(
                "{amid}: ordinary requests starved: {slowest:.1?}, more than {SLOWEST:?}"
            ));
        }
    }
}
