//! The members that a text names: a list of them, or whatever somebody keeps offsets in.

use std::collections::BTreeSet;

use super::{Column, MEMBERS_LIMIT};
use crate::dataset::Dataset;
use crate::lookup::Missing;
use crate::validity::{Refused, Wanted, claims};

/// The columns that a text names, and the lines that name none.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    /// Each member once, in the order of the text.
    pub columns: Vec<Column<'a>>,
    /// The lines that name none.
    pub refused: Vec<Refused>,
    /// Whether each line is meant to be a member.
    pub is_list: bool,
}

impl<'a> Listed<'a> {
    /// Reads a member a line, `Type.Member`; where no line is that, a table or a program in which offsets are kept, as
    /// [`claims`] reads it.
    ///
    /// # Errors
    ///
    /// When it names more than [`MEMBERS_LIMIT`] members.
    pub fn read(dataset: &'a Dataset, text: &str) -> Result<Self, Missing> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let is_plain =
            |line: &str| line.contains(['.', '!']) && !line.contains([' ', '\t', ',', '=']);
        if lines.clone().all(is_plain) {
            let mut listed = Self {
                columns: Vec::new(),
                refused: Vec::new(),
                is_list: true,
            };
            for (number, line) in (1..).zip(text.lines()) {
                match Column::find(dataset, line) {
                    _ if line.trim().is_empty() => {}
                    Ok(column) => listed.add(column),
                    Err(missing) => listed.refused.push(Refused {
                        line: number,
                        text: line.trim().chars().take(200).collect(),
                        why: missing.in_words(),
                    }),
                }
            }
            return listed.limited();
        }
        let read = claims(dataset, text, None);
        let mut listed = Self {
            columns: Vec::new(),
            refused: read.refused,
            is_list: false,
        };
        let mut seen = BTreeSet::new();
        for claim in &read.claims {
            let member = match &claim.member {
                Some(Wanted::Path(path)) => path.to_string(),
                Some(Wanted::Row(row)) => row.to_string(),
                None => continue,
            };
            let name = format!("{}.{member}", claim.structure.name);
            if !seen.insert(name.clone()) {
                continue;
            }
            match Column::find(dataset, &name) {
                Ok(column) => listed.add(column),
                Err(missing) => listed.refused.push(Refused {
                    line: claim.line,
                    text: name,
                    why: missing.in_words(),
                }),
            }
        }
        listed.limited()
    }

    fn add(&mut self, column: Column<'a>) {
        if self.columns.iter().all(|known| known.key() != column.key()) {
            self.columns.push(column);
        }
    }

    fn limited(self) -> Result<Self, Missing> {
        match self.columns.len() > MEMBERS_LIMIT {
            true => Err(super::column::too_many()),
            false => Ok(self),
        }
    }
}
