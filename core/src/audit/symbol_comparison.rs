//! Compares the rows of a table with every symbol file: which files agree, which differ and how.

use crate::article::{BitRow, Row, Table};
use crate::catalogue::SymbolLayout;
use crate::name::RowId;
use crate::types::TypeMember;

use super::finding::FindingCollector;
use super::{Context, Finding, symbols};

/// A table compared with all symbol files that describe the structure at releases with a stated size.
#[derive(Clone, Debug)]
pub struct SymbolComparison<'a> {
    table: &'a Table,
    files: Vec<FileComparison<'a>>,
}

#[derive(Clone, Debug)]
struct FileComparison<'a> {
    symbols: SymbolLayout<'a>,
    findings: Vec<Finding>,
}

/// A row compared with one symbol file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowComparison<'a> {
    pub symbols: SymbolLayout<'a>,
    /// The member in the file with offset and declaration; `None` if the file has no such member.
    pub says: Option<String>,
    pub agreement: Agreement,
}

/// Whether a symbol file and a row agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Name, type, offset and bits are the same.
    Agrees,
    Differs(Vec<Finding>),
    /// The source gives no name to compare.
    Silent,
}

impl<'a> SymbolComparison<'a> {
    /// Compares the table with every symbol file at a release with a stated size, by release and architecture.
    pub fn new(table: &'a Table, context: Context<'a>) -> Self {
        let files = context
            .types
            .at_releases(context.structure)
            .into_iter()
            .filter_map(|symbols| {
                table.size(symbols.release, symbols.arch)?;
                let mut findings = FindingCollector::default();
                symbols::structure(table, context, symbols, &mut findings);
                Some(FileComparison {
                    symbols,
                    findings: findings.into_findings(),
                })
            });
        Self {
            table,
            files: files.collect(),
        }
    }

    pub fn files(&self) -> impl Iterator<Item = SymbolLayout<'a>> + '_ {
        self.files.iter().map(|file| file.symbols)
    }

    /// Returns all differences between files and table.
    pub fn differences(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|file| &file.findings)
    }

    /// Returns the number of members and bit fields in all files.
    pub fn compared(&self) -> usize {
        self.files
            .iter()
            .map(|file| file.symbols.class.members.len())
            .sum()
    }

    /// Returns the comparison of a row (members or bits) with each file at whose point the table has the row.
    pub fn of(&self, row: &RowId) -> Vec<RowComparison<'a>> {
        let compared = |file: &FileComparison<'a>| {
            let says = match (self.table.row(row.as_str()), self.table.bit(row.as_str())) {
                (Some(row), _) => self.member(file, row)?,
                (None, Some(bit)) => self.bits(file, bit)?,
                (None, None) => return None,
            };
            let differs: Vec<Finding> = file
                .findings
                .iter()
                .filter(|finding| finding.concerns(row))
                .cloned()
                .collect();
            let agreement = match (differs.is_empty(), says.asked) {
                (false, _) => Agreement::Differs(differs),
                (true, true) => Agreement::Agrees,
                (true, false) => Agreement::Silent,
            };
            Some(RowComparison {
                symbols: file.symbols,
                says: says.text,
                agreement,
            })
        };
        self.files.iter().filter_map(compared).collect()
    }

    /// The file's counterpart of a member row; `None` if the table does not have the row at the point.
    fn member(&self, file: &FileComparison<'_>, row: &Row) -> Option<Stated> {
        let SymbolLayout { release, arch, .. } = file.symbols;
        let offset = self.table.offset(row, release, arch)?;
        let name = row.interpretation(release, self.table.last_release)?.name();
        let mut members = file
            .symbols
            .class
            .members
            .iter()
            .filter(|it| it.bits.is_none());
        let found = members.find(|member| match name {
            Some(name) => &*member.declaration.name == name,
            None => member.offset == offset,
        });
        Some(Stated {
            text: found.map(|it| member_text(it)),
            asked: name.is_some(),
        })
    }

    /// The file's counterpart of a bit row; `None` if the table does not have the row at the point.
    fn bits(&self, file: &FileComparison<'_>, bit: &BitRow) -> Option<Stated> {
        let SymbolLayout { release, arch, .. } = file.symbols;
        let held = self.table.bits_of(&bit.unit, release, arch);
        let (_, range) = held.into_iter().find(|(own, _)| own.id == bit.id)?;
        let unit = self.table.row(bit.unit.as_str())?;
        let offset = self.table.offset(unit, release, arch)?;
        let mut members = file.symbols.class.members.iter();
        let found = members.find(|it| it.offset == offset && it.bits == Some(range));
        Some(Stated {
            text: found.map(|it| member_text(it)),
            asked: true,
        })
    }
}

struct Stated {
    text: Option<String>,
    /// Whether the source gives a name to look up.
    asked: bool,
}

/// Formats a member: `0x10 VOID *ProcessHandle`, `0x5A:0 UCHAR ShutDownRequested : 1`.
fn member_text(member: &TypeMember) -> String {
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
