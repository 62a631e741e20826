//! What was found: figures as they come, and what must not be.

use crate::failure::Failure;

/// Says figures at once and keeps what failed for the end.
#[derive(Debug, Default)]
pub(super) struct Report {
    failed: Vec<String>,
}

impl Report {
    /// Begins a part.
    pub(super) fn begin(&self, title: &str) {
        println!("\n{title}");
    }

    /// A line of figures.
    pub(super) fn say(&self, line: impl AsRef<str>) {
        println!("{}", line.as_ref());
    }

    /// Something that must not be.
    pub(super) fn failed(&mut self, what: impl Into<String>) {
        let what = what.into();
        println!("  FAILED           {what}");
        self.failed.push(what);
    }

    /// All of it, as a sentence and a status.
    pub(super) fn verdict(self) -> Result<(), Failure> {
        if self.failed.is_empty() {
            println!("\nNothing crashed, answered 500, grew or starved.");
            return Ok(());
        }
        Err(Failure::new(format!(
            "{} findings:\n  {}",
            self.failed.len(),
            self.failed.join("\n  ")
        )))
    }
}
