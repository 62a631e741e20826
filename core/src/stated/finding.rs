//! A finding about a file of type declarations.

use crate::words::words;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Code {
        /// The file's pointer width differs from the point's.
        Pointer = "pointer",
        Size = "size",
        Moved = "moved",
        Retyped = "type",
        Bits = "bits",
        Renamed = "name",
        Missing = "missing",
        Extra = "extra",
        /// A value of an enumeration differs, or exists on only one side.
        Value = "value",
        /// A comment of the file contradicts its declaration.
        Comment = "comment",
        /// An assertion of the file contradicts its declaration.
        Assertion = "assertion",
        Unjudged = "unjudged",
        /// An unknown type was taken for a pointer, because of its name.
        Assumed = "assumed",
        /// Lines under an unknown condition were not judged.
        Condition = "condition",
        Lost = "not-understood",
        /// A definition is known, but not at the point.
        NotStated = "not-stated",
    }
}

impl Code {
    /// Whether the file contradicts Strata or itself; otherwise a part of it was not judged, or judged on an assumption.
    pub const fn is_disagreement(self) -> bool {
        !matches!(
            self,
            Self::Unjudged | Self::Assumed | Self::Condition | Self::Lost | Self::NotStated
        )
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub code: Code,
    /// 1-based; `None` if the finding has no line.
    pub line: Option<usize>,
    /// The word in that line; empty for the whole line.
    pub word: String,
    /// One sentence without a full stop.
    pub message: String,
    /// The number of following members with the same difference.
    pub following: usize,
    /// The source of the other value with its certainty, and further advice.
    pub help: Vec<String>,
}

/// Merges consecutive members off by the same distance: the first is a finding that counts the others.
#[derive(Debug, Default)]
pub(super) struct ShiftMerger(Option<(i64, usize)>);

impl ShiftMerger {
    /// Whether a distance equals the previous one and is counted there; otherwise a new finding follows.
    pub(super) fn merge(&mut self, findings: &mut [Finding], distance: Option<i64>) -> bool {
        if let (Some(distance), Some((before, first))) = (distance, self.0)
            && distance == before
            && let Some(finding) = findings.get_mut(first)
        {
            finding.following += 1;
            return true;
        }
        self.0 = distance.map(|distance| (distance, findings.len()));
        false
    }
}

impl Finding {
    pub fn new(code: Code, line: Option<usize>, message: String) -> Self {
        Self {
            code,
            line,
            word: String::new(),
            message,
            following: 0,
            help: Vec::new(),
        }
    }

    /// Sets the word of the line.
    #[must_use]
    pub fn about(mut self, word: &str) -> Self {
        word.clone_into(&mut self.word);
        self
    }
}
