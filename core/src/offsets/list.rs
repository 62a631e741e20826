//! Parses the members that a text names: a list of members, or a tool's file of offsets.

use std::collections::BTreeSet;

use super::{Column, MEMBERS_LIMIT};
use crate::dataset::Dataset;
use crate::lookup::Missing;
use crate::validity::{Claim, ClaimedMember, Refused, claims};

/// The most characters of a name that a refusal shows.
const SHOWN: usize = 200;

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
    /// Parses a list of members such as `Type.Member`, one per line or with commas between them. A text of another form
    /// is a table or a program with offsets, for [`claims`], or else a list of types and symbols.
    ///
    /// # Errors
    ///
    /// More than [`MEMBERS_LIMIT`] members.
    pub fn read(dataset: &'a Dataset, text: &str) -> Result<Self, Missing> {
        let names = names(text);
        let has_parts = |name: &str| name.contains(['.', '!']) || name.contains("->");
        let is_list = |names: &Vec<(usize, String)>| names.iter().all(|(_, name)| has_parts(name));
        let read = match names.clone().filter(is_list) {
            Some(names) => Self::find(dataset, names, true),
            None => {
                let claims = claims(dataset, text, None);
                let mut read = Self::find(dataset, members(&claims.claims), false);
                read.refused.splice(0..0, claims.refused);
                read
            }
        };
        let names = names.filter(|names| read.columns.is_empty() && names.len() <= MEMBERS_LIMIT);
        let read = match names {
            Some(names) => Self::find(dataset, names, true),
            None => read,
        };
        match read.columns.len() > MEMBERS_LIMIT {
            true => Err(super::column::too_many()),
            false => Ok(read),
        }
    }

    fn find(dataset: &'a Dataset, names: Vec<(usize, String)>, is_list: bool) -> Self {
        let mut found = Self {
            columns: Vec::new(),
            refused: Vec::new(),
            is_list,
        };
        for (line, name) in names {
            match Column::find(dataset, &name) {
                Ok(column) => {
                    let mut known = found.columns.iter();
                    if known.all(|known| known.key() != column.key()) {
                        found.columns.push(column);
                    }
                }
                Err(missing) => found.refused.push(Refused {
                    line,
                    text: name.chars().take(SHOWN).collect(),
                    why: missing.in_words(),
                }),
            }
        }
        found
    }
}

/// The names that a text lists, each with its line; `None` if it has anything else.
fn names(text: &str) -> Option<Vec<(usize, String)>> {
    let separates = |c: char| c == ',' || c.is_whitespace();
    let of_line = |(at, line): (usize, &'_ str)| {
        let names = line.split(separates).filter(|name| !name.is_empty());
        names.map(|name| (at, name.to_owned())).collect::<Vec<_>>()
    };
    let names: Vec<(usize, String)> = (1..).zip(text.lines()).flat_map(of_line).collect();
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '<')
            && !name.contains(['"', '\'', '(', ')', '{', '}', '=', ';', '#', '/'])
    };
    names.iter().all(|(_, name)| is_name(name)).then_some(names)
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
