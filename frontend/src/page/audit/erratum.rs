//! An erratum and its proof: what is found where it alone is taken back.

use strata_core::article::{Erratum, Subject};
use strata_core::audit::ErratumReport;
use strata_core::wire::ErratumDto;

use super::FindingLine;

/// An erratum and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedErratum {
    /// The row; `None` where it is about the table of sizes.
    pub row: Option<String>,
    /// The architecture, where it is about one.
    pub arch: Option<String>,
    /// The erratum.
    pub erratum: ErratumDto,
    /// The errata together with which it is forced.
    pub with: Vec<String>,
    /// What is found where it alone is taken back, that of its own rule first.
    pub findings: Vec<FindingLine>,
}

/// How sure the corrected value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nothing else fits.
    Forced,
    /// Nothing else fits, given other errata.
    ForcedTogether,
    /// Others would fit.
    Chosen,
}

impl AuditedErratum {
    pub(super) fn new(erratum: &Erratum, proof: &ErratumReport) -> Self {
        let mut findings: Vec<_> = proof.findings.iter().collect();
        findings.sort_by_key(|finding| finding.rule != erratum.rule);
        Self {
            row: match &erratum.subject {
                Subject::Row(row) | Subject::Bit(row) => Some(row.to_string()),
                Subject::Sizes => None,
            },
            arch: erratum.arch.map(|arch| arch.to_string()),
            erratum: ErratumDto::from(erratum),
            with: erratum.with.iter().map(ToString::to_string).collect(),
            findings: findings.into_iter().map(FindingLine::from).collect(),
        }
    }

    /// How sure the corrected value is.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match (self.erratum.forced, self.with.is_empty()) {
            (true, true) => Verdict::Forced,
            (true, false) => Verdict::ForcedTogether,
            (false, _) => Verdict::Chosen,
        }
    }
}
