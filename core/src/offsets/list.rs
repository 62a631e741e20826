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
    /// is a table or a program with offsets, for [`claims`], whose other lines may list members, or else a list of types
    /// and symbols.
    ///
    /// # Errors
    ///
    /// More than [`MEMBERS_LIMIT`] members.
    pub fn read(dataset: &'a Dataset, text: &str) -> Result<Self, Missing> {
        let names = names(text);
        let is_list = |names: &Vec<(usize, String)>| names.iter().all(|(_, name)| has_parts(name));
        let read = match names.clone().filter(is_list) {
            Some(names) => Self::find(dataset, names, true),
            None => {
                let mut claims = claims(dataset, text, None);
                let mut named = members(&claims.claims);
                let listed = listed_beside(dataset, text, &claims.claims);
                claims
                    .refused
                    .retain(|it| listed.iter().all(|(line, _)| *line != it.line));
                named.extend(listed);
                named.sort_by_key(|(line, _)| *line);
                let mut read = Self::find(dataset, named, false);
                read.refused.extend(claims.refused);
                read.refused.sort_by_key(|it| it.line);
                read
            }
        };
        let is_other = !read.is_list && read.columns.is_empty();
        let names = names.filter(|names| is_other && names.len() <= MEMBERS_LIMIT);
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
            match Column::find_among(dataset, &name, found.refused.len()) {
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

/// Returns whether a name is more than one of a type: `Type.Member`, `nt!Symbol`.
fn has_parts(name: &str) -> bool {
    name.contains(['.', '!']) || name.contains("->")
}

/// The members on those lines of a table or a program that only list some: `- _EPROCESS.Token // access token`.
fn listed_beside(dataset: &Dataset, text: &str, claims: &[Claim<'_>]) -> Vec<(usize, String)> {
    let is_claim = |line: usize| {
        claims
            .binary_search_by_key(&line, |claim| claim.line)
            .is_ok()
    };
    let lines = (1..).zip(text.lines()).filter(|(line, _)| !is_claim(*line));
    let listed = lines.filter_map(|(line, text)| {
        let code = text.split("//").next().unwrap_or_default();
        let code = code.split(" #").next().unwrap_or_default();
        let code = code.split(';').next().unwrap_or_default();
        let marks = |c: char| c.is_whitespace() || c.is_ascii_digit() || "-*.)".contains(c);
        let names = names(code.trim_start_matches(marks))?;
        // A type with its module is the heading of the lines below it.
        let is_member = |name: &str| has_parts(name) && dataset.structure(name).is_none();
        let all = !names.is_empty() && names.iter().all(|(_, name)| is_member(name));
        all.then(|| names.into_iter().map(move |(_, name)| (line, name)))
    });
    listed.flatten().take(MEMBERS_LIMIT + 1).collect()
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
