//! Parses a table of claims: a structure, a member and an offset on each line, in the notations of many tools. Lines
//! that cannot be parsed are reported.
//!
//! `line` parses a line, by itself or under a header row; `wide` parses tables with a column for each member; `kphdyn`
//! that of System Informer; `nested` parses nested brackets (JSON, Python). All return rows of texts, which `reader`
//! turns into claims in their context. `naming` resolves structures and members, `conditions` finds the lines that a
//! compiler removes, `braces` the paths of inner structures and `bits` the bits of C's fields.

mod bits;
mod braces;
mod conditions;
mod kphdyn;
mod line;
mod naming;
mod nested;
mod reader;
mod wide;
mod words;

pub(super) use naming::{Names, parse_member};
pub(crate) use naming::{split_constant, without_prefix};

use super::{REFUSED_LIMIT, Refused, StructureCache, TEXT_LIMIT};
use crate::arch::Arch;
use crate::ctype::CType;
use crate::dataset::{Dataset, Structure};
use crate::decode::listing::{self, Listing};
use crate::lookup;
use crate::name::{MemberPath, RowId};
use crate::release::Version;
use crate::units::{ByteOffset, ByteSize};
use conditions::Conditions;
use line::{Line, Row};

/// The claim that a member is at an offset.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    /// 1-based line of the claim.
    pub line: usize,
    pub structure: &'a Structure,
    /// `None` for any member at the offset.
    pub member: Option<ClaimedMember>,
    /// The claimed offset. `None` asks for it: the claim is judged against the offset in the newest layout.
    pub offset: Option<ByteOffset>,
    /// The lowest bit of a bit field, and the number of its bits if the table states that, too.
    pub bits: Option<(u8, Option<u8>)>,
    /// `None` for any architecture.
    pub arch: Option<Arch>,
    /// The type or size, if the table states one.
    pub ty: Option<ClaimedType>,
    /// The versions for which the table states it; empty for any.
    pub versions: Vec<Version>,
    /// How the line was interpreted, if that differs from its text.
    pub note: Option<String>,
}

impl<'a> Claim<'a> {
    pub(super) fn new(
        line: usize,
        structure: &'a Structure,
        member: Option<ClaimedMember>,
        offset: Option<ByteOffset>,
    ) -> Self {
        Self {
            line,
            structure,
            member,
            offset,
            bits: None,
            arch: None,
            ty: None,
            versions: Vec::new(),
            note: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedMember {
    /// By name or path.
    Path(MemberPath),
    /// By the source's row, for an unnamed member.
    Row(RowId),
}

/// The type or size that a table states for a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimedType {
    Type(CType),
    /// As a C declaration spells it, which may state less: an integer or `void *` for a type of its size.
    Declared(CType),
    Size(ByteSize),
    /// Both, in columns of their own.
    Sized(CType, ByteSize),
}

#[derive(Clone, Debug, Default)]
pub struct Claims<'a> {
    pub claims: Vec<Claim<'a>>,
    /// The lines that are neither claims nor comments, in order.
    pub refused: Vec<Refused>,
    /// Number of claims beyond the limit, which are not judged.
    pub omitted: usize,
}

/// Parses a table of claims. A line without a structure belongs to the structure of the heading above it, of the line
/// before, or to `structure`; without these, to each structure with such a member.
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
        [] if kphdyn::is_it(read) => kphdyn::read(read, &mut reader),
        [] if is_of_classes(read) => {
            let why = "Strata writes this table for programs: give it as csv, tsv or kphdyn";
            reader.refuse(1, read.lines().next().unwrap_or_default(), why.to_owned());
        }
        [] if nested::is_whole(read) => {
            let (line, rest) = nested::read(read, 1, &mut reader);
            lines(rest, line, &mut reader);
        }
        [] => lines(read, 1, &mut reader),
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
        why: format!("{what}: the rest was not read; split the table"),
    });
    claims
}

/// Whether a text is one of our tables of members in every image that refer from images to classes of values: in C, Rust,
/// Python or JSON.
fn is_of_classes(text: &str) -> bool {
    let mut first = text.lines().take(2);
    let has = |key: &str| {
        text.contains(&format!("\n  \"{key}\": [")) || text.contains(&format!("\"{key}\":["))
    };
    first.any(|line| line.contains("; combinations: ") && line.contains("Made by Strata"))
        || text.starts_with('{') && ["columns", "classes", "cells"].into_iter().all(has)
}

/// Returns the debugger's listings in a text that consists only of them. A table can have `+0x58 Member` without a
/// type.
fn listings(text: &str) -> Vec<Listing> {
    let mut listings = listing::parse_all(text);
    // A member without a type contains the members below it: `dt _KTHREAD ApcState.Process`.
    let is_typed = |it: &Listing| {
        let mut members = it.members.iter();
        members.all(|member| !member.text.is_empty() || !member.members.is_empty())
    };
    let is_listing = listings.iter().all(is_typed) && text.contains("+0x");
    listings.retain(|_| is_listing);
    listings
}

/// Reads a text line by line; `first_line` is the number of its first.
fn lines(text: &str, first_line: usize, reader: &mut reader::Reader<'_>) {
    let mut columns = None;
    let (mut begun, mut depth) = (false, 0_usize);
    let first = text.lines().find(|line| !line.trim().is_empty());
    let wide = first.and_then(|line| wide::Wide::of(line, |name| reader.names_member(name)));
    if let Some(wide) = wide {
        return wide.read(text, reader);
    }
    let mut conditions = Conditions::default();
    let (paths, bits) = (braces::paths(text), bits::positions(text));
    // The whole table may be in one comment.
    let inside = text.strip_prefix("/*");
    let is_comment = |it: &&str| {
        it.find("*/")
            .is_none_or(|end| it[end + 2..].trim().is_empty())
    };
    let text = inside.filter(is_comment).unwrap_or(text);
    let mut numbered = (first_line..).zip(text.lines()).peekable();
    // The offset of the next member, and whether the last one has none.
    let (mut above, mut is_without) = (None, false);
    while let Some((number, line)) = numbered.next() {
        if reader.stopped().is_some() {
            return;
        }
        if let Some(arch) = conditions.directive(line) {
            reader.set_arch(arch);
        }
        if conditions.removes(line) {
            continue;
        }
        let is_member = |name: &str| reader.names_member(name) || reader.is_here(name);
        // A table in Markdown may follow anything.
        let is_rule = |next: &str| next.contains('-') && line::is_rule(next);
        let is_head = numbered.peek().is_some_and(|(_, next)| is_rule(next));
        if (!begun || is_head)
            && let Some(found) = line::Columns::of(line, text.lines(), is_member)
        {
            (columns, begun) = (Some(found), true);
            continue;
        }
        if let Some(rows) = columns.as_ref().and_then(|columns| columns.rows(line)) {
            for row in rows {
                reader.take(number, line, row);
            }
            continue;
        }
        let code = line.split("//").next().unwrap_or_default();
        let [opened, closed] = ['{', '}'].map(|sign| code.matches(sign).count());
        depth = (depth + opened).saturating_sub(closed);
        let is_plain = line.trim_end().ends_with(';') && !line.contains("/*");
        let stated = above.take().filter(|_| is_plain && code == line);
        above = line::offset_above(line, is_without);
        if above.is_some() {
            continue;
        }
        let joined = stated.map(|above| format!("{above} {}", line.trim()));
        for line in line::declarations(joined.as_deref().unwrap_or(line)) {
            let read = line::read(line, |it| reader.knows(it), |it| reader.is_type(it));
            let is_before = |it: &Line<'_>| {
                matches!(
                    it,
                    Line::Nothing | Line::Heading(_) | Line::Structure(_) | Line::Title(..)
                )
            };
            begun |= !is_before(&read);
            is_without = matches!(&read, Line::Row(row) if row.is_declared && row.offset.is_none())
                || is_without && read == Line::Nothing;
            match read {
                Line::Row(row) if row.is_declared => {
                    let path = paths.get(number - first_line).map_or("", String::as_str);
                    let names: Vec<String> =
                        row.names.iter().map(|it| format!("{path}{it}")).collect();
                    let names = names.iter().map(String::as_str).collect();
                    let own = bits.get(number - first_line).copied().flatten();
                    let bits = row.bits.or(own);
                    reader.take(number, line, Line::Row(Row { names, bits, ..row }));
                }
                Line::Nested => {
                    nested::read(line, number, reader);
                }
                other => reader.take(number, line, other),
            }
        }
        reader.at_depth(depth, opened > 0);
    }
}

/// Makes a claim from separate parts.
///
/// # Errors
///
/// In words: there is no such structure, or the member is not a path.
pub fn claim<'a>(
    dataset: &'a Dataset,
    cache: &StructureCache<'a>,
    line: usize,
    structure: &str,
    member: Option<&str>,
    offset: Option<ByteOffset>,
) -> Result<Claim<'a>, String> {
    let structure = lookup::structure(dataset, structure).map_err(|it| it.in_words())?;
    let member = member.map(|text| parse_member(&cache.of(structure), text));
    let member = member.transpose()?;
    if member.is_none() && offset.is_none() {
        return Err("neither a member nor an offset: give one of them".to_owned());
    }
    Ok(Claim::new(line, structure, member, offset))
}
