//! The audit: tables checked against the rules by which C compilers lay structures out, against themselves, and against
//! symbol files.
//!
//! [`table`] judges one state of a table, published or corrected. [`article`] gives the findings that remain after errata
//! and notes: none in sound data. [`accounting`] lists all findings with what accounts for each. [`TypeAudit`] judges the
//! types that data files state.

mod accounting;
mod cells;
mod finding;
mod layouts;
mod limits;
mod order;
mod remarks;
mod report;
mod symbol_comparison;
mod symbols;
mod types;

pub use crate::rule::{ParseRuleError, Rule};
pub use accounting::{Entry, accounting};
pub use finding::{Field, Finding};
pub use limits::{LIMITS, Limit};
pub use report::{ErratumReport, Report, article};
pub use symbol_comparison::{Agreement, RowComparison, SymbolComparison};
pub use types::{TypeAudit, TypeFinding, TypeRule};

use crate::article::Table;
use crate::catalogue::{Catalogue, ImageIndex};
use crate::name::TypeName;

/// The data against which a table is audited.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The structure that the table is about.
    pub structure: &'a TypeName,
    /// The types that its members have.
    pub types: &'a Catalogue,
}

/// All findings in one state of a table, one for each rule, row and architecture.
pub fn table(table: &Table, context: Context<'_>) -> Vec<Finding> {
    let mut findings = finding::Gatherer::default();
    cells::check(table, &mut findings);
    layouts::check(table, context, &mut findings);
    order::check(table, &mut findings);
    remarks::check(table, &mut findings);
    symbols::check(table, context, &mut findings);
    findings.into_findings()
}

/// The differences between a table and the symbol file of an image, where the table covers its release.
pub fn image(table: &Table, context: Context<'_>, index: ImageIndex) -> Vec<Finding> {
    let mut findings = finding::Gatherer::default();
    let symbols = context.types.symbol_layout(context.structure, index);
    let spoken_of = symbols.filter(|it| table.size(it.release, it.arch).is_some());
    if let Some(symbols) = spoken_of {
        symbols::structure(table, context, symbols, &mut findings);
    }
    findings.into_findings()
}
