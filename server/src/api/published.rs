//! The cells of a structure as published, verbatim from the data file, found by row.

use strata_core::Arch;
use strata_core::article::Article;
use strata_core::audit::{Field, Finding};
use strata_core::raw::{RawBit, RawFile, RawRow, RawSize, RawStructure};

use crate::app::App;

#[derive(Clone, Copy, Debug)]
pub(super) struct Published<'a> {
    article: &'a Article,
    raw: Option<&'a RawStructure>,
}

impl<'a> Published<'a> {
    pub(super) fn of(app: &'a App, article: &'a Article) -> Self {
        let is_its_file = |file: &&RawFile<RawStructure>| file.file == article.file;
        let found = app.published().iter().find(is_its_file);
        Self {
            article,
            raw: found.map(|file| &file.content),
        }
    }

    pub(super) fn sizes(self) -> &'a [RawSize] {
        self.raw.map_or(&[], |raw| &raw.size)
    }

    pub(super) fn rows(self) -> &'a [RawRow] {
        self.raw.map_or(&[], |raw| &raw.row)
    }

    pub(super) fn bits(self) -> &'a [RawBit] {
        self.raw.map_or(&[], |raw| &raw.bit)
    }

    /// The offset cell of a row, or that of the row whose cells span it.
    pub(super) fn offset(self, row: &'a RawRow, arch: Arch) -> Option<&'a str> {
        let head = row.spanned.as_ref().and_then(|id| self.row(id));
        let cell = |row: &'a RawRow| per_arch([&row.x86, &row.x64, &row.arm64], arch);
        cell(row).or_else(|| head.and_then(cell))
    }

    /// The cell that a finding is about; `None` if it is blank, or if the finding is not about a single cell.
    pub(super) fn cell(self, finding: &Finding) -> Option<&'a str> {
        match &finding.row {
            Some(row) => self.cell_of(row.as_str(), finding.field, finding.arch),
            None => self.size(finding),
        }
    }

    fn cell_of(self, id: &str, field: Field, arch: Option<Arch>) -> Option<&'a str> {
        if let Some(row) = self.row(id) {
            return match field {
                Field::Offset => self.offset(row, arch?),
                Field::Declaration => Some(&row.declaration),
                Field::Versions => Some(&row.versions),
                Field::Remark => row.remarks.as_deref(),
                Field::Size => None,
            };
        }
        let bit = self.bits().iter().find(|bit| bit.id == id)?;
        match field {
            Field::Offset => per_arch([&bit.x86, &bit.x64, &bit.arm64], arch?),
            Field::Declaration => Some(&bit.declaration),
            Field::Versions => Some(&bit.versions),
            Field::Remark => bit.remarks.as_deref(),
            Field::Size => None,
        }
    }

    fn size(self, finding: &Finding) -> Option<&'a str> {
        let (release, arch) = (*finding.releases.first()?, finding.arch?);
        let table = &self.article.published;
        let covers =
            |row: &strata_core::article::SizeRow| row.versions.covers(release, table.last_release);
        let row = self.sizes().get(table.sizes.iter().position(covers)?)?;
        per_arch([&row.x86, &row.x64, &row.arm64], arch)
    }

    fn row(self, id: &str) -> Option<&'a RawRow> {
        self.rows().iter().find(|row| row.id == id)
    }
}

fn per_arch([x86, x64, arm64]: [&Option<String>; 3], arch: Arch) -> Option<&str> {
    match arch {
        Arch::X86 => x86.as_deref(),
        Arch::X64 => x64.as_deref(),
        Arch::Arm64 => arm64.as_deref(),
    }
}
