//! Reads a table of claims: a structure, a member and an offset on each line, in the notations of many tools. Lines that
//! cannot be understood are reported.
//!
//! `line` reads a line, by itself or under a heading of columns, `nested` reads nested brackets (JSON, Python); both give
//! rows of texts, which `reader` turns into claims in their context. `naming` finds structures and members.

mod line;
mod naming;
mod nested;
mod reader;
mod words;

pub(super) use naming::{Names, wanted};

use super::{REFUSED_LIMIT, Refused, StructureCache, TEXT_LIMIT};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::decode::listing::{self, Listing};
use crate::lookup;
use crate::name::{MemberPath, RowId};
use crate::units::{ByteOffset, ByteSize};

/// That a member is at an offset.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    /// 1-based line of the claim.
    pub line: usize,
    pub structure: &'a Structure,
    /// `None` for whatever member is at the offset.
    pub member: Option<Wanted>,
    /// The claimed offset. `None` asks for it: judged against the offset in the newest layout.
    pub offset: Option<ByteOffset>,
    /// `None` where any architecture is meant.
    pub arch: Option<Arch>,
    /// The type or size, where the table states one.
    pub said: Option<Said>,
    /// How the line was interpreted, where that differs from its text.
    pub note: Option<String>,
}

impl<'a> Claim<'a> {
    pub(super) fn new(
        line: usize,
        structure: &'a Structure,
        member: Option<Wanted>,
        offset: Option<ByteOffset>,
    ) -> Self {
        Self {
            line,
            structure,
            member,
            offset,
            arch: None,
            said: None,
            note: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// By its name, or on the way to it.
    Path(MemberPath),
    /// By the source's row, for an unnamed member.
    Row(RowId),
}

/// The kind of a row in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Type(CType),
    Size(ByteSize),
}

#[derive(Clone, Debug, Default)]
pub struct Claims<'a> {
    pub claims: Vec<Claim<'a>>,
    /// The lines that make no claim and are not comments, in order.
    pub refused: Vec<Refused>,
    /// How many more claims it makes than are judged.
    pub beyond: usize,
}

/// Reads a table of claims. A line without a structure is about that of the heading above it, of the line before, or about
/// `structure`; where there is none, about each that has such a member.
pub fn claims<'a>(
    dataset: &'a Dataset,
    text: &str,
    structure: Option<&'a Structure>,
) -> Claims<'a> {
    let cleaned = reader::cleaned(text);
    let whole = cleaned.as_ref();
    let read = whole
        .get(..whole.floor_char_boundary(TEXT_LIMIT))
        .unwrap_or(whole);
    let mut reader = reader::Reader::new(dataset, structure);
    match listings(read).as_slice() {
        [] if nested::is_whole(read) => nested::read(read, 1, &mut reader),
        [] => lines(read, &mut reader),
        listings => listings.iter().for_each(|it| reader.listing(it)),
    }
    let stopped = reader.stopped();
    let mut claims = reader.done();
    let (line, what) = match stopped {
        Some(line) => (
            line,
            format!("more than {REFUSED_LIMIT} lines make no claim"),
        ),
        None if read.len() < whole.len() => (
            read.lines().count(),
            format!("more than {} KiB", TEXT_LIMIT >> 10),
        ),
        None => return claims,
    };
    claims.refused.push(Refused {
        line,
        text: String::new(),
        why: format!("{what}: what follows was not read, split the table"),
    });
    claims
}

/// The listings in a text that consists of nothing else. A table may have `+0x58 Member` without a type.
fn listings(text: &str) -> Vec<Listing> {
    let mut listings = listing::parse_all(text);
    let is_typed = |it: &Listing| it.members.iter().all(|member| !member.text.is_empty());
    let is_listing = listings.iter().all(is_typed) && text.contains("+0x");
    listings.retain(|_| is_listing);
    listings
}

fn lines(text: &str, reader: &mut reader::Reader<'_>) {
    let mut columns = None;
    let mut begun = false;
    for (number, line) in (1..).zip(text.lines()) {
        if reader.stopped().is_some() {
            return;
        }
        if !begun && let Some(found) = line::Columns::of(line) {
            (columns, begun) = (Some(found), true);
            continue;
        }
        let read = match columns.as_ref().and_then(|columns| columns.row(line)) {
            Some(row) => row,
            None => line::read(line, |name| reader.knows(name)),
        };
        begun |= !matches!(read, line::Line::Nothing);
        match read {
            line::Line::Nested => nested::read(line, number, reader),
            other => reader.take(number, line, other),
        }
    }
}

/// A claim whose parts are known apart.
///
/// # Errors
///
/// In words: there is no such structure, or the member is no path.
pub fn claim<'a>(
    dataset: &'a Dataset,
    cache: &StructureCache<'a>,
    line: usize,
    structure: &str,
    member: Option<&str>,
    offset: Option<ByteOffset>,
) -> Result<Claim<'a>, String> {
    let structure = found(dataset, structure)?;
    let member = member.map(|text| wanted(&cache.of(structure), text));
    let member = member.transpose()?;
    if member.is_none() && offset.is_none() {
        return Err("neither a member nor an offset: give one of them".to_owned());
    }
    Ok(Claim::new(line, structure, member, offset))
}

fn found<'a>(dataset: &'a Dataset, name: &str) -> Result<&'a Structure, String> {
    lookup::structure(dataset, name).map_err(|missing| missing.in_words())
}
