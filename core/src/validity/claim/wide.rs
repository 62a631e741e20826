//! Parses tables with a line for each image and a column for each member, as the exports of offsets write them: CSV with
//! the ids of images, and EDRSandblast's CSV.

use super::line::{Line, Row, cells, number, version};
use super::reader::Reader;
use crate::arch::Arch;
use crate::release::Version;

/// The first column of EDRSandblast's files, whose numbers are hexadecimal without a prefix.
const EDR_SANDBLAST: &str = "ntoskrnlVersion";

/// The columns of EDRSandblast's own file that are members under other names.
const RENAMED: [(&str, &str); 4] = [
    ("_PS_PROTECTIONOffset", "_EPROCESS.Protection"),
    ("EtwRegEntry_GuidEntryOffset", "_ETW_REG_ENTRY.GuidEntry"),
    (
        "EtwGuidEntry_ProviderEnableInfoOffset",
        "_ETW_GUID_ENTRY.ProviderEnableInfo",
    ),
    ("CallbackList", "_OBJECT_TYPE.CallbackList"),
];

/// The columns of the exports that are not members.
const OTHERS: [&str; 6] = ["image", "module", "arch", "version", "bracketed", "source"];

/// The header row of such a table.
pub(super) struct Wide<'t> {
    separator: char,
    columns: Vec<Column<'t>>,
}

#[derive(Clone, Copy)]
enum Column<'t> {
    Member(&'t str),
    Arch,
    Version,
    /// `ntoskrnl_19041-264.exe`.
    FileName,
    /// An address, the size of a type, or no value.
    Other(&'t str),
}

impl<'t> Wide<'t> {
    /// The columns if the line is the header row of such a table.
    pub(super) fn of(line: &'t str, is_member: impl Fn(&str) -> bool) -> Option<Self> {
        let separator = [',', '\t'].into_iter().find(|it| line.contains(*it))?;
        let names = cells(line, Some(separator));
        let first = names.first()?;
        if !first.eq_ignore_ascii_case(EDR_SANDBLAST) && *first != "image" {
            return None;
        }
        let column = |(at, name): (usize, &&'t str)| match *name {
            "arch" => Column::Arch,
            "version" => Column::Version,
            _ if at == 0 && *name != "image" => Column::FileName,
            name if is_member(name) => Column::Member(name),
            name => match RENAMED.iter().find(|(renamed, _)| *renamed == name) {
                Some((_, member)) => Column::Member(member),
                None => Column::Other(name),
            },
        };
        let columns: Vec<Column<'t>> = names.iter().enumerate().map(column).collect();
        let mut members = columns.iter();
        let any = members.any(|it| matches!(it, Column::Member(_)));
        any.then_some(Self { separator, columns })
    }

    /// Makes a claim for each member of each line.
    pub(super) fn read(&self, text: &str, reader: &mut Reader<'_>) {
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, it)| !it.trim().is_empty());
        if let Some((number, line)) = lines.next() {
            self.refuse_others(number, line, reader);
        }
        for (number, line) in lines {
            if reader.stopped().is_some() {
                return;
            }
            let cells = cells(line, Some(self.separator));
            if cells.len() != self.columns.len() {
                let why = format!("{} cells under {} columns", cells.len(), self.columns.len());
                reader.refuse(number, line, why);
                continue;
            }
            self.line(number, &cells, reader);
        }
    }

    fn line(&self, line: usize, cells: &[&str], reader: &mut Reader<'_>) {
        let columns = || self.columns.iter().zip(cells);
        // Only kernels of x64 are in EDRSandblast's files.
        let (mut arch, mut of, mut bare) = (None, None, false);
        for (column, cell) in columns() {
            match column {
                Column::Arch => arch = cell.parse().ok(),
                Column::Version => of = version(cell),
                Column::FileName => (arch, of, bare) = (Some(Arch::X64), of_file(cell), true),
                Column::Member(_) | Column::Other(_) => {}
            }
        }
        for (column, cell) in columns() {
            let Column::Member(name) = column else {
                continue;
            };
            let offset = match bare {
                // 0 is unknown.
                true if *cell == "0" => continue,
                true => u32::from_str_radix(cell, 16)
                    .map_err(|_| format!("`{cell}` is not a hexadecimal number")),
                false if !cell.starts_with("0x") => continue,
                false => number(cell),
            };
            let row = offset.map(|offset| Row {
                names: vec![*name],
                offset: Some(offset),
                arch,
                pointed: true,
                version: of,
                ..Row::default()
            });
            reader.take(line, name, row.map_or_else(Line::Refused, Line::Row));
        }
    }

    /// Reports the columns that are not offsets of members.
    fn refuse_others(&self, number: usize, line: &str, reader: &mut Reader<'_>) {
        let is_part = |name: &str| {
            [":bit", ":width", "_bit"]
                .iter()
                .any(|it| name.ends_with(it))
        };
        let others = self.columns.iter().filter_map(|it| match it {
            Column::Other(name) if !OTHERS.contains(name) && !is_part(name) => Some(*name),
            _ => None,
        });
        let others: Vec<&str> = others.collect();
        if !others.is_empty() {
            let why = format!(
                "no offsets of members, which are not judged: {}",
                others.join(", ")
            );
            reader.refuse(number, line, why);
        }
    }
}

/// The version in the name of a file: `ntoskrnl_19041-264.exe`.
fn of_file(name: &str) -> Option<Version> {
    let (_, version) = name.strip_suffix(".exe").unwrap_or(name).rsplit_once('_')?;
    format!("10.0.{}", version.replace('-', ".")).parse().ok()
}
