//! How large a structure is, release by release; releases that agree on every architecture share a row.

use strata_core::article::Status;
use strata_core::dataset::Structure;
use strata_core::{Arch, Point, Release};

/// Consecutive releases at which a structure is equally large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeRow {
    pub first: Release,
    pub last: Release,
    /// On each architecture of which the source speaks.
    pub cells: Vec<(Arch, SizeCell)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeCell {
    Stated(u32),
    /// A size is stated, but no layout comes of it.
    Unsound(u32),
    /// The source says that the structure is not there.
    Absent,
    NotStated,
    /// Windows was not made for this architecture then.
    NoPoint,
}

pub(super) fn rows(structure: &Structure) -> Vec<SizeRow> {
    let mut rows: Vec<SizeRow> = Vec::new();
    let archs = structure.archs();
    for release in Release::all() {
        let cells = archs
            .iter()
            .map(|arch| (*arch, cell(structure, release, *arch)));
        let cells = cells.collect();
        match rows.last_mut() {
            Some(last) if last.cells == cells => last.last = release,
            _ => rows.push(SizeRow {
                first: release,
                last: release,
                cells,
            }),
        }
    }
    rows
}

/// The sizes on one architecture as a sentence: `x64: absent at 5.2; 0x78 from 6.0 to 6.1; not stated at 2004.`
pub fn told(rows: &[SizeRow], arch: Arch) -> String {
    let of = |row: &SizeRow| {
        let cell = row.cells.iter().find(|(of, _)| *of == arch);
        cell.map_or(SizeCell::NotStated, |(_, cell)| *cell)
    };
    let mut runs: Vec<(Release, Release, SizeCell)> = Vec::new();
    for row in rows {
        match runs.last_mut() {
            Some((_, last, cell)) if *cell == of(row) => *last = row.last,
            _ => runs.push((row.first, row.last, of(row))),
        }
    }
    let run = |(first, last, cell): &(Release, Release, SizeCell)| {
        let what = cell.words()?;
        Some(match first == last {
            true => format!("{what} at {first}"),
            false => format!("{what} from {first} to {last}"),
        })
    };
    let runs: Vec<String> = runs.iter().filter_map(run).collect();
    format!("{arch}: {}.", runs.join("; "))
}

impl SizeCell {
    /// In words; `None` where Windows was not made for the architecture.
    fn words(self) -> Option<String> {
        Some(match self {
            Self::Stated(size) => format!("{size:#x}"),
            Self::Unsound(size) => format!("{size:#x} without a layout"),
            Self::Absent => "absent".to_owned(),
            Self::NotStated => "not stated".to_owned(),
            Self::NoPoint => return None,
        })
    }
}

fn cell(structure: &Structure, release: Release, arch: Arch) -> SizeCell {
    if !release.exists_for(arch) {
        return SizeCell::NoPoint;
    }
    match structure.status(release, arch) {
        Status::Stated(size) if structure.layout(Point::new(release, arch)).is_ok() => {
            SizeCell::Stated(size.get())
        }
        Status::Stated(size) => SizeCell::Unsound(size.get()),
        Status::Absent => SizeCell::Absent,
        Status::NotStated => SizeCell::NotStated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_in_runs_and_what_cannot_be_is_left_out() {
        let row = |first: &str, last: &str, x86, x64| SizeRow {
            first: first.parse().unwrap(),
            last: last.parse().unwrap(),
            cells: vec![(Arch::X86, x86), (Arch::X64, x64)],
        };
        let rows = [
            row("5.0", "5.1", SizeCell::Absent, SizeCell::NoPoint),
            row("5.2", "5.2", SizeCell::Stated(0x58), SizeCell::Absent),
            row("6.0", "6.1", SizeCell::Stated(0x58), SizeCell::Stated(0x78)),
            row("6.2", "6.3", SizeCell::Unsound(0x60), SizeCell::NotStated),
        ];
        assert_eq!(
            [told(&rows, Arch::X86), told(&rows, Arch::X64)],
            [
                "x86: absent from 5.0 to 5.1; 0x58 from 5.2 to 6.1; 0x60 without a layout from 6.2 to 6.3.",
                "x64: absent at 5.2; 0x78 from 6.0 to 6.1; not stated from 6.2 to 6.3.",
            ]
        );
    }
}
