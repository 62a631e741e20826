//! Parses the members that a text names: a list of members, or a tool's file of offsets.

use std::collections::BTreeSet;

use super::{Column, MEMBERS_LIMIT};
use crate::dataset::Dataset;
use crate::lookup::Missing;
use crate::validity::{Claim, ClaimedMember, Refused, claims};

/// The columns that a text names, and the lines that name none.
#[derive(Clone, Debug)]
pub struct ParsedMembers<'a> {
    /// Each member once, in the order of the text.
    pub columns: Vec<Column<'a>>,
    /// The lines that name no member.
    pub refused: Vec<Refused>,
    /// Whether every line is a member.
    pub is_list: bool,
}

impl<'a> ParsedMembers<'a> {
    /// Parses one member per line, `Type.Member`. If a line has another form, parses the text as a table or program
    /// with offsets, using [`claims`].
    ///
    /// # Errors
    ///
    /// More than [`MEMBERS_LIMIT`] members.
    pub fn read(dataset: &'a Dataset, text: &str) -> Result<Self, Missing> {
        let lines = text.lines().map(str::trim);
        let lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        let is_plain =
            |line: &str| line.contains(['.', '!']) && !line.contains([' ', '\t', ',', '=']);
        let mut listed = Self {
            columns: Vec::new(),
            refused: Vec::new(),
            is_list: lines.clone().all(|(_, line)| is_plain(line)),
        };
        let (names, shown): (Vec<(usize, String)>, usize) = match listed.is_list {
            true => (lines.map(|(at, line)| (at, line.to_owned())).collect(), 200),
            false => {
                let read = claims(dataset, text, None);
                listed.refused = read.refused;
                (members(&read.claims), usize::MAX)
            }
        };
        for (line, name) in names {
            match Column::find(dataset, &name) {
                Ok(column) => {
                    let mut known = listed.columns.iter();
                    if known.all(|known| known.key() != column.key()) {
                        listed.columns.push(column);
                    }
                }
                Err(missing) => listed.refused.push(Refused {
                    line,
                    text: name.chars().take(shown).collect(),
                    why: missing.in_words(),
                }),
            }
        }
        match listed.columns.len() > MEMBERS_LIMIT {
            true => Err(super::column::too_many()),
            false => Ok(listed),
        }
    }
}

/// The members of claims, each once, with the line of the first.
fn members(claims: &[Claim<'_>]) -> Vec<(usize, String)> {
    let mut seen = BTreeSet::new();
    let members = claims.iter().filter_map(|claim| {
        let member = match claim.member.as_ref()? {
            ClaimedMember::Path(path) => path.to_string(),
            ClaimedMember::Row(row) => row.to_string(),
        };
        Some((claim.line, format!("{}.{member}", claim.structure.name)))
    });
    members
        .filter(|(_, name)| seen.insert(name.clone()))
        .collect()
}
