//! The audit: checks tables against the layout rules of C compilers, against themselves and against symbol files.
//!
//! [`table`] checks one state of a table, published or corrected. [`article`] returns the findings that remain after
//! errata and notes: none in sound data. [`accounting`] lists all findings with what accounts for each. [`TypeAudit`]
//! checks the types in data files.

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

pub use crate::rule::Rule;
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
    /// The structure that the table describes.
    pub structure: &'a TypeName,
    pub types: &'a Catalogue,
}

/// Returns all findings in one state of a table, merged by rule, row, architecture and cell.
pub fn table(table: &Table, context: Context<'_>) -> Vec<Finding> {
    let mut findings = finding::FindingCollector::default();
    cells::check(table, &mut findings);
    layouts::check(table, context, &mut findings);
    order::check(table, &mut findings);
    remarks::check(table, &mut findings);
    symbols::check(table, context, &mut findings);
    findings.into_findings()
}

/// Returns the differences between a table and an image's symbol file; none if the table does not cover its release.
pub fn image(table: &Table, context: Context<'_>, index: ImageIndex) -> Vec<Finding> {
    let mut findings = finding::FindingCollector::default();
    let symbols = context.types.symbol_layout(context.structure, index);
    let spoken_of = symbols.filter(|it| table.size(it.release, it.arch).is_some());
    if let Some(symbols) = spoken_of {
        symbols::structure(table, context, symbols, &mut findings);
    }
    findings.into_findings()
}
