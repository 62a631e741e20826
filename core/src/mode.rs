//! The two modes of the processor: which of them a structure is kept in tells which addresses it can hold.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The kernel's. What is kept there lies in the upper half of the address space, and can hold addresses of both.
    Kernel,
    /// That of processes. What is kept there lies in the lower half, and so does everything that it points to.
    User,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a mode of the processor: expected kernel or user")]
pub struct ParseModeError(pub String);

impl Mode {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::User => "user",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Mode {
    type Err = ParseModeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "kernel" => Ok(Self::Kernel),
            "user" => Ok(Self::User),
            _ => Err(ParseModeError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_read_as_they_print() {
        for mode in [Mode::Kernel, Mode::User] {
            assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        let error = "Kernel".parse::<Mode>().unwrap_err();
        assert!(error.to_string().contains("expected kernel or user"));
    }
}
