//! How large a structure is, release by release; releases that agree on every architecture share a row.

use strata_core::article::Status;
use strata_core::dataset::Structure;
use strata_core::{Arch, Point, Release};

/// Consecutive releases at which a structure is equally large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeRow {
    /// The first of them.
    pub first: Release,
    /// The last of them.
    pub last: Release,
    /// On x86.
    pub x86: SizeCell,
    /// On x64.
    pub x64: SizeCell,
}

/// What is known of a structure's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeCell {
    /// So many bytes.
    Stated(u32),
    /// A size is stated, but no layout comes of it.
    Unsound(u32),
    /// The source says that the structure is not there.
    Absent,
    /// The source does not say.
    NotStated,
    /// Windows was not made for this architecture then.
    NoPoint,
}

/// All releases.
pub(super) fn rows(structure: &Structure) -> Vec<SizeRow> {
    let mut rows: Vec<SizeRow> = Vec::new();
    for release in Release::all() {
        let [x86, x64] = [Arch::X86, Arch::X64].map(|arch| cell(structure, release, arch));
        match rows.last_mut() {
            Some(last) if (last.x86, last.x64) == (x86, x64) => last.last = release,
            _ => rows.push(SizeRow {
                first: release,
                last: release,
                x86,
                x64,
            }),
        }
    }
    rows
}

fn cell(structure: &Structure, release: Release, arch: Arch) -> SizeCell {
    if !release.exists_for(arch) {
        return SizeCell::NoPoint;
    }
    match structure.table.status(release, arch) {
        Status::Stated(size) if structure.layout(Point::new(release, arch)).is_ok() => {
            SizeCell::Stated(size.get())
        }
        Status::Stated(size) => SizeCell::Unsound(size.get()),
        Status::Absent => SizeCell::Absent,
        Status::NotStated => SizeCell::NotStated,
    }
}
