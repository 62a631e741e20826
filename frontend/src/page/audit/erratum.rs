//! An erratum and its proof: the row as published and as it holds, what is found where it alone is taken back, what symbol
//! files say of it.

use strata_core::TypeName;
use strata_core::article::{Article, Erratum, Subject};
use strata_core::audit::{ErratumReport, Hearing};
use strata_core::wire::ErratumDto;

use super::FindingLine;
use crate::page::printed::Printed;
use crate::page::symbol_lines::{SymbolLine, lines};

/// An erratum and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedErratum {
    /// In which structure.
    pub structure: TypeName,
    /// The row; `None` where it is about the table of sizes.
    pub row: Option<String>,
    /// The architecture, where it is about one.
    pub arch: Option<String>,
    /// The erratum.
    pub erratum: ErratumDto,
    /// The row as published, and with all errata applied.
    pub printed: Printed,
    /// The errata together with which it is forced.
    pub with: Vec<String>,
    /// What is found where it alone is taken back, that of its own rule first.
    pub findings: Vec<FindingLine>,
    /// What symbol files say of the row as it holds.
    pub symbols: Vec<SymbolLine>,
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

impl Verdict {
    /// All of them, the surest first.
    pub const ALL: [Self; 3] = [Self::Forced, Self::ForcedTogether, Self::Chosen];

    /// The word for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::ForcedTogether => "forced together",
            Self::Chosen => "chosen",
        }
    }

    /// What that means, in one sentence.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Forced => "Every other value in the room makes some rule fire.",
            Self::ForcedTogether => {
                "Every other value makes some rule fire, given the other errata that it names."
            }
            Self::Chosen => {
                "Several values would fit; this one was preferred for the reason given."
            }
        }
    }
}

impl AuditedErratum {
    pub(in crate::page) fn new(
        article: &Article,
        hearing: &Hearing<'_>,
        erratum: &Erratum,
        proof: &ErratumReport,
    ) -> Self {
        let mut findings: Vec<_> = proof.findings.iter().collect();
        findings.sort_by_key(|finding| finding.rule != erratum.rule);
        let bears = |arch| erratum.is_for(arch);
        let witnesses = erratum.row().map(|row| hearing.of(row));
        let witnesses = witnesses.unwrap_or_default().into_iter();
        let witnesses = witnesses.filter(|witness| bears(witness.symbols.arch));
        Self {
            structure: article.name.clone(),
            row: match &erratum.subject {
                Subject::Row(row) | Subject::Bit(row) => Some(row.to_string()),
                Subject::Sizes => None,
            },
            arch: erratum.arch.map(|arch| arch.to_string()),
            erratum: ErratumDto::from(erratum),
            printed: Printed::new(article, &erratum.subject)
                .unwrap_or_else(|| Printed::sizes(erratum)),
            with: erratum.with.iter().map(ToString::to_string).collect(),
            findings: findings.into_iter().map(FindingLine::from).collect(),
            symbols: lines(witnesses.collect()),
        }
    }

    /// The id of its place in the report: ids of errata are unique in a structure only.
    #[must_use]
    pub fn anchor(&self) -> String {
        anchor(&self.structure, &self.erratum.id)
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

/// The id of an erratum's place in the report.
#[must_use]
pub fn anchor(structure: &TypeName, erratum: &str) -> String {
    format!("{structure}.{erratum}")
}
