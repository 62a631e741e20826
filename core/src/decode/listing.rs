//! Parses the output of WinDbg's `dt` and `dx`, which has a layout but no bytes. Other declarations
//! ([`stated`](crate::stated)) are converted to listings for comparison.
//!
//! [`parse`] returns a [`Listing`]: members with their lines, and the lines that were not recognised. [`parse_all`]
//! does so for several consecutive types.

mod line;
mod type_names;

#[cfg(test)]
mod tests;

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use self::type_names::{dt as dt_type, elements as dt_elements, extent as dt_extent};

use self::line::{Kind, Member};
use super::limits::{LISTED_LIMIT, LISTING_DEPTH_LIMIT, TEXT_LIMIT};
use super::read::excerpt;
use super::read::html::{is_marked, plain};
use super::read::prefix::strip_prefixes;
use super::read::prompt;
use super::read::text::{Line, is_fence, is_gap, lines, uncoded};
use crate::ctype::CType;
use crate::name::TypeName;
use crate::units::{BitRange, ByteOffset, ByteSize};
use crate::words::words;

words! {
    /// The tool or language of a listing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
    pub enum Tool {
        Dt = "windbg-dt",
        Dx = "windbg-dx",
        /// A C header or similar text.
        C = "c",
        /// Symbols of Volatility 3.
        Isf = "isf",
    }
}

impl Tool {
    /// The tools with pasted output.
    pub const DEBUGGERS: [Self; 2] = [Self::Dt, Self::Dx];

    /// The name in prose.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dt => "WinDbg `dt`",
            Self::Dx => "WinDbg `dx`",
            Self::C | Self::Isf => self.text(),
        }
    }

    /// The name of such a text in prose.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Dt => "what WinDbg's `dt` prints",
            Self::Dx => "what WinDbg's `dx` prints",
            Self::C => "a C header",
            Self::Isf => "an ISF file",
        }
    }
}

/// A layout as a debugger printed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
pub struct Listing {
    #[schemars(with = "crate::wire::words::Tool")]
    pub tool: Tool,
    /// The name of the type; null if the text has none.
    #[schemars(with = "Option<String>")]
    pub name: Option<TypeName>,
    /// The size of the type in bytes; null if the text does not state it.
    pub size: Option<ByteSize>,
    // The number of its members, if the text states it.
    #[serde(skip)]
    pub elements: Option<u32>,
    /// The size of pointers in bytes; null if unknown.
    pub pointer: Option<ByteSize>,
    /// Whether the text says that it leaves members out.
    pub partial: bool,
    // In the order of the text.
    pub members: Vec<ListingMember>,
    /// The lines that were not understood.
    #[serde(rename = "skipped_lines")]
    pub skipped: Vec<SkippedLine>,
}

/// A member as a debugger printed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[schemars(rename = "ListedMember")]
pub struct ListingMember {
    /// The number of the line, from 1.
    pub line: usize,
    pub name: Box<str>,
    /// In bytes from the start of the structure that contains the member.
    pub offset: ByteOffset,
    // The size, if the listing states it separately from the type.
    #[serde(skip)]
    pub size: Option<ByteSize>,
    /// The bits; null if the member is not a bit field.
    pub bits: Option<BitRange>,
    /// The type in C; null if the text does not state it.
    // Beside a value, `dt` omits most of it.
    #[serde(rename = "type")]
    #[schemars(with = "Option<String>")]
    pub ty: Option<CType>,
    /// The text after the name.
    pub text: String,
    /// The members of the nested type.
    pub members: Vec<ListingMember>,
}

impl ListingMember {
    /// Creates a member with only a name and an offset.
    pub(crate) fn new(line: usize, name: &str, offset: ByteOffset) -> Self {
        Self {
            line,
            name: name.into(),
            offset,
            size: None,
            bits: None,
            ty: None,
            text: String::new(),
            members: Vec::new(),
        }
    }
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[schemars(rename = "SkippedListingLine")]
pub struct SkippedLine {
    /// The number of the line, from 1.
    pub line: usize,
    #[schemars(with = "String")]
    pub reason: ListingSkipReason,
    /// The line, possibly shortened.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum ListingSkipReason {
    NoOffset,
    NoName,
    AnotherListing,
    TooDeep,
    TooMany,
}

impl fmt::Display for ListingSkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOffset => f.write_str(
                "it has no offset, unlike a member (`+0x010 Name : Type` or `[+0x010] Name [Type: …]`)",
            ),
            Self::NoName => f.write_str("no name follows its offset"),
            Self::AnotherListing => {
                f.write_str("it belongs to the listing of another type: paste each type separately")
            }
            Self::TooDeep => write!(
                f,
                "it is nested more than {LISTING_DEPTH_LIMIT} structures deep"
            ),
            Self::TooMany => write!(f, "it is beyond the limit of {LISTED_LIMIT} members"),
        }
    }
}

/// Parses a listing, if most lines of the text are members of one.
pub fn parse(text: &str) -> Option<Listing> {
    let lines = lines_of(text)?;
    match strip_prefixes(&lines) {
        Some(clean) => of_lines(&clean.lines),
        None => of_lines(&lines),
    }
}

/// Parses the consecutive listings of a text; empty if it is not a listing.
pub fn parse_all(text: &str) -> Vec<Listing> {
    lines_of(text).map_or_else(Vec::new, |lines| read(&lines, true))
}

fn lines_of(text: &str) -> Option<Vec<Line<'_>>> {
    lines(text).ok().filter(|_| text.len() <= TEXT_LIMIT)
}

/// Parses the member in a single line: name, offset, and type if one is stated of a whole member.
pub(crate) fn member(line: &str) -> Option<(&str, ListingMember)> {
    match line::kind(line)? {
        Kind::Member(member) if !member.name.is_empty() => {
            let listed = ListingMember {
                bits: member.bits,
                ty: member.ty().filter(|_| member.bits.is_none()),
                ..ListingMember::new(0, member.name, member.offset)
            };
            Some((member.name, listed))
        }
        _ => None,
    }
}

/// Parses the listing in lines, with or without tags. Returns `None` early if the first lines are something else.
pub(super) fn of_lines(lines: &[Line<'_>]) -> Option<Listing> {
    read(lines, false).pop()
}

/// Parses the listings in lines: one for each type they name, or a single one, to which other types do not belong.
fn read(lines: &[Line<'_>], apart: bool) -> Vec<Listing> {
    let plain = is_tagged(lines).then(|| untagged(lines));
    let lines = plain.as_deref().unwrap_or(lines);
    let mut listings = Vec::new();
    if !is_listing(lines) {
        return listings;
    }
    let mut builder = Builder::default();
    for (line, kind) in kinds(lines) {
        if apart && builder.ends_before(&kind) {
            listings.push(std::mem::take(&mut builder).finish());
        }
        builder.add(line, kind);
        if !apart && builder.is_full {
            break;
        }
    }
    listings.push(builder.finish());
    // Rows of bytes at offsets have no names.
    listings.retain(|listing| !listing.members.is_empty());
    listings
}

/// Whether lines are a listing after tags are removed.
fn is_tagged(lines: &[Line<'_>]) -> bool {
    let first = lines.get(..SAMPLE).unwrap_or(lines);
    let marked = first.iter().any(|line| is_marked(&line.text));
    marked && is_listing(&untagged(first))
}

fn untagged<'t>(lines: &'t [Line<'_>]) -> Vec<Line<'t>> {
    let lines = lines.iter().map(|line| Line {
        number: line.number,
        text: plain(&line.text),
    });
    lines.collect()
}

/// Whether at least half of the first relevant lines are members.
fn is_listing(lines: &[Line<'_>]) -> bool {
    let (mut members, mut others) = (0_usize, 0_usize);
    for (_, kind) in kinds(lines).take(SAMPLE) {
        match kind {
            Kind::Member(_) => members += 1,
            Kind::Other => others += 1,
            Kind::Header(_) | Kind::Element(_) | Kind::Elided => {}
        }
    }
    members > 0 && members >= others
}

fn kinds<'l>(lines: &'l [Line<'_>]) -> impl Iterator<Item = (&'l Line<'l>, Kind<'l>)> {
    let all = lines.iter();
    all.filter_map(|line| kind(&line.text).map(|kind| (line, kind)))
}

/// The number of lines that decide whether a text is a listing.
const SAMPLE: usize = 256;

/// Classifies a line; `None` outside a listing.
fn kind(text: &str) -> Option<Kind<'_>> {
    if is_fence(text) {
        return None;
    }
    let code = uncoded(text);
    match prompt::prompt(code) {
        Some(command) => line::command(command).map(Kind::Header),
        None if is_gap(code) => Some(Kind::Elided),
        None if code.starts_with("dt ") => line::command(code).map(Kind::Header),
        None if code.starts_with("dx ") => None,
        None => line::kind(text),
    }
}

impl Member<'_> {
    fn ty(&self) -> Option<CType> {
        match self.tool {
            Tool::Dx => type_names::dx(self.ty),
            _ => type_names::dt(self.text),
        }
    }
}

/// Nests members by indentation.
#[derive(Debug, Default)]
struct Builder {
    tool: Option<Tool>,
    name: Option<TypeName>,
    size: Option<ByteSize>,
    elements: Option<u32>,
    pointer: Option<ByteSize>,
    partial: bool,
    count: usize,
    /// The first level is the type itself; each other is nested in the last member of the level before it.
    levels: Vec<(usize, Vec<ListingMember>)>,
    skipped: Vec<SkippedLine>,
    over: bool,
    /// Whether the last member is only a container of those below it.
    is_below_holder: bool,
    /// Whether the limit of members is exceeded: no further members are added.
    is_full: bool,
}

impl Builder {
    /// Whether a line begins the listing of another type.
    fn ends_before(&self, kind: &Kind<'_>) -> bool {
        let named =
            matches!(kind, Kind::Header(header) if header.name.is_some() && !header.doubtful);
        named && self.count > 0
    }

    fn add(&mut self, line: &Line<'_>, kind: Kind<'_>) {
        if self.is_full {
            return;
        }
        let skip = match kind {
            Kind::Header(header) if self.count == 0 => {
                self.name = header.name.or(self.name.take());
                self.size = header.size.or(self.size);
                self.elements = header.elements.or(self.elements);
                return;
            }
            Kind::Header(header) if header.doubtful => ListingSkipReason::NoOffset,
            Kind::Header(header) => {
                self.over |= header.name.is_some();
                ListingSkipReason::AnotherListing
            }
            _ if self.over => ListingSkipReason::AnotherListing,
            Kind::Elided => {
                self.partial = true;
                return;
            }
            Kind::Other => ListingSkipReason::NoOffset,
            Kind::Element(member) | Kind::Member(member) => match self.member(line, member) {
                Ok(()) => return,
                Err(skip) => skip,
            },
        };
        self.skipped.push(SkippedLine {
            line: line.number,
            reason: skip,
            text: excerpt(&line.text),
        });
    }

    fn member(&mut self, line: &Line<'_>, member: Member<'_>) -> Result<(), ListingSkipReason> {
        if member.name.is_empty() {
            return Err(ListingSkipReason::NoName);
        }
        if self.count >= LISTED_LIMIT {
            self.is_full = true;
            return Err(ListingSkipReason::TooMany);
        }
        let is_inside = |(indent, _): &(usize, _)| *indent > member.indent;
        while self.levels.len() > 1 && self.levels.last().is_some_and(is_inside) {
            self.close();
        }
        // Nested members begin at offset 0, or are below one that only holds them (`dt _KTHREAD ApcState.Process`). A
        // deeper line at another offset follows one that lost its blanks, as the first line often does.
        let begins = member.offset == ByteOffset::ZERO || self.is_below_holder;
        self.is_below_holder = member.is_holder;
        let deeper = self
            .levels
            .last()
            .is_none_or(|(indent, inside)| member.indent > *indent && !inside.is_empty() && begins);
        if deeper {
            if self.levels.len() >= LISTING_DEPTH_LIMIT {
                return Err(ListingSkipReason::TooDeep);
            }
            self.levels.push((member.indent, Vec::new()));
        }
        self.count += 1;
        self.tool.get_or_insert(member.tool);
        self.pointer = self.pointer.or(type_names::pointer(member.text));
        let listed = ListingMember {
            bits: member.bits,
            ty: member.ty(),
            text: excerpt(member.text),
            ..ListingMember::new(line.number, member.name, member.offset)
        };
        if let Some((indent, inside)) = self.levels.last_mut() {
            *indent = member.indent;
            inside.push(listed);
        }
        Ok(())
    }

    /// Closes the deepest level: its members become those of the last member in the outer level.
    fn close(&mut self) {
        let Some((_, inside)) = self.levels.pop() else {
            return;
        };
        let outer = self.levels.last_mut();
        match outer.and_then(|(_, outer)| outer.last_mut()) {
            Some(outer) => outer.members = inside,
            None => self.levels.push((0, inside)),
        }
    }

    fn finish(mut self) -> Listing {
        while self.levels.len() > 1 {
            self.close();
        }
        let members = self.levels.pop().map(|(_, members)| members);
        Listing {
            tool: self.tool.unwrap_or(Tool::Dt),
            name: self.name,
            size: self.size,
            elements: self.elements,
            pointer: self.pointer,
            partial: self.partial,
            members: members.unwrap_or_default(),
            skipped: self.skipped,
        }
    }
}
