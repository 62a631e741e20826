//! What symbol files say of each row of a table, file by file: who agrees, who differs and in what, who says nothing.

use crate::article::{BitRow, Row, Table};
use crate::catalogue::SymbolLayout;
use crate::name::RowId;
use crate::types::TypeMember;

use super::finding::Gatherer;
use super::{Context, Finding, symbols};

/// The symbol files that describe a structure at releases that its source states, heard once.
#[derive(Clone, Debug)]
pub struct Hearing<'a> {
    table: &'a Table,
    heard: Vec<Heard<'a>>,
}

#[derive(Clone, Debug)]
struct Heard<'a> {
    symbols: SymbolLayout<'a>,
    findings: Vec<Finding>,
}

/// What one symbol file says of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness<'a> {
    pub symbols: SymbolLayout<'a>,
    /// What it has there, as C would declare it, with its place; `None` where it has nothing of that name.
    pub says: Option<String>,
    pub testimony: Testimony,
}

/// Whether a symbol file agrees with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Testimony {
    /// Name, type, offset and bits are the same.
    Agrees,
    Differs(Vec<Finding>),
    /// The source gives no name by which the file could be asked.
    Silent,
}

impl<'a> Hearing<'a> {
    /// Every symbol file that describes the structure at a release for which the table has a size, in the order of the data.
    pub fn new(table: &'a Table, context: Context<'a>) -> Self {
        let heard = context
            .types
            .at_releases(context.structure)
            .into_iter()
            .filter_map(|symbols| {
                table.size(symbols.release, symbols.arch)?;
                let mut findings = Gatherer::default();
                symbols::structure(table, context, symbols, &mut findings);
                Some(Heard {
                    symbols,
                    findings: findings.into_findings(),
                })
            });
        Self {
            table,
            heard: heard.collect(),
        }
    }

    pub fn files(&self) -> impl Iterator<Item = SymbolLayout<'a>> + '_ {
        self.heard.iter().map(|heard| heard.symbols)
    }

    /// Everything in which any of them differs from the table.
    pub fn differences(&self) -> impl Iterator<Item = &Finding> {
        self.heard.iter().flat_map(|heard| &heard.findings)
    }

    /// How many members and bit fields of the files were held against the table.
    pub fn compared(&self) -> usize {
        self.heard
            .iter()
            .map(|heard| heard.symbols.class.members.len())
            .sum()
    }

    /// What each file says of a row, of members or of bits. Files of points at which the table has no such row are not asked.
    pub fn of(&self, row: &RowId) -> Vec<Witness<'a>> {
        let witness = |heard: &Heard<'a>| {
            let says = match (self.table.row(row.as_str()), self.table.bit(row.as_str())) {
                (Some(row), _) => self.member(heard, row)?,
                (None, Some(bit)) => self.bits(heard, bit)?,
                (None, None) => return None,
            };
            let differs: Vec<Finding> = heard
                .findings
                .iter()
                .filter(|finding| finding.concerns(row))
                .cloned()
                .collect();
            let testimony = match (differs.is_empty(), says.asked) {
                (false, _) => Testimony::Differs(differs),
                (true, true) => Testimony::Agrees,
                (true, false) => Testimony::Silent,
            };
            Some(Witness {
                symbols: heard.symbols,
                says: says.text,
                testimony,
            })
        };
        self.heard.iter().filter_map(witness).collect()
    }

    /// What a file has for a row of members; `None` where the table has no such member there.
    fn member(&self, heard: &Heard<'_>, row: &Row) -> Option<Said> {
        let SymbolLayout { release, arch, .. } = heard.symbols;
        let offset = self.table.offset(row, release, arch)?;
        let name = row.reading(release, self.table.reach)?.name();
        let mut members = heard
            .symbols
            .class
            .members
            .iter()
            .filter(|it| it.bits.is_none());
        let found = members.find(|member| match name {
            Some(name) => &*member.declaration.name == name,
            None => member.offset == offset,
        });
        Some(Said {
            text: found.map(said),
            asked: name.is_some(),
        })
    }

    /// What a file has for a row of bits; `None` where the table has no such bits there.
    fn bits(&self, heard: &Heard<'_>, bit: &BitRow) -> Option<Said> {
        let SymbolLayout { release, arch, .. } = heard.symbols;
        let held = self.table.bits_of(&bit.unit, release, arch);
        let (_, range) = held.into_iter().find(|(own, _)| own.id == bit.id)?;
        let unit = self.table.row(bit.unit.as_str())?;
        let offset = self.table.offset(unit, release, arch)?;
        let mut members = heard.symbols.class.members.iter();
        let found = members.find(|it| it.offset == offset && it.bits == Some(range));
        Some(Said {
            text: found.map(said),
            asked: true,
        })
    }
}

struct Said {
    text: Option<String>,
    /// Whether there is a name by which the file was asked.
    asked: bool,
}

/// `0x10 VOID *ProcessHandle`, `0x5A:0 UCHAR ShutDownRequested : 1`.
fn said(member: &TypeMember) -> String {
    let TypeMember {
        offset,
        declaration,
        bits,
    } = member;
    match bits {
        Some(bits) => format!("{offset}:{} {declaration}", bits.bit()),
        None => format!("{offset} {declaration}"),
    }
}
