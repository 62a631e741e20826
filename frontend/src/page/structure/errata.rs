//! What a structure's source gets wrong, with the row that it is about.

use strata_core::article::{Erratum, Subject};
use strata_core::wire::ErratumDto;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErratumLine {
    /// The row; `None` where it is about the table of sizes.
    pub row: Option<String>,
    pub arch: Option<String>,
    pub erratum: ErratumDto,
}

impl From<&Erratum> for ErratumLine {
    fn from(erratum: &Erratum) -> Self {
        Self {
            row: match &erratum.subject {
                Subject::Row(row) | Subject::Bit(row) => Some(row.to_string()),
                Subject::Sizes => None,
            },
            arch: erratum.arch.map(|arch| arch.to_string()),
            erratum: ErratumDto::from(erratum),
        }
    }
}
