//! Processor modes. The mode of a structure decides which addresses it can hold.

use crate::words::words;

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Mode parsed as "a mode of the processor" {
        /// Kernel mode: data are in the upper half of the address space and can hold addresses of both halves.
        Kernel = "kernel",
        /// User mode: data and the targets of their pointers are in the lower half.
        User = "user",
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
