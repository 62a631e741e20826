//! How an export is written, as pages ask for it.

use std::fmt;

use strata_core::export::{Format, NESTING_LIMIT, Pointers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    pub format: Format,
    /// Whether nested types are folded where they are usually unfolded, or the other way round.
    pub refolded: bool,
    pub pointers: Pointers,
}

impl Exported {
    /// As it is written where nothing is chosen.
    pub fn usual(format: Format) -> Self {
        Self {
            format,
            refolded: false,
            pointers: Pointers::default(),
        }
    }

    /// How many structures within one another are defined.
    pub fn depth(&self) -> usize {
        match (self.format.usual_depth(), self.refolded) {
            (usual, false) => usual,
            (0, true) => NESTING_LIMIT,
            (_, true) => 0,
        }
    }

    /// Whether that is how it is written here.
    pub fn is_usual(&self) -> bool {
        *self == Self::usual(self.format)
    }
}

/// As a query.
impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "format={}", self.format)?;
        if self.refolded {
            write!(f, "&depth={}", self.depth())?;
        }
        match self.pointers {
            Pointers::Typed => Ok(()),
            integers => write!(f, "&pointers={integers}"),
        }
    }
}
