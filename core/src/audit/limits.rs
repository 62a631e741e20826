//! Known limits of the audit: errors that no rule detects.

/// A kind of error that no rule detects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub name: &'static str,
    /// One or two sentences.
    pub text: &'static str,
}

/// All limits, worded as in `docs/audit.md`; a test compares both.
pub const LIMITS: [Limit; 3] = [
    Limit {
        name: "Two errors that hide each other.",
        text: "Two members of the same size and alignment, exchanged in both columns and at every release, look correct to a \
               compiler. Only the second transcription detects this, and remarks if there are any.",
    },
    Limit {
        name: "Names and meanings",
        text: "of the two structures that no symbol file has. A name is what the source says.",
    },
    Limit {
        name: "Releases between the known builds.",
        text: "A symbol file describes one build; servicing may have changed a layout after it.",
    },
];
