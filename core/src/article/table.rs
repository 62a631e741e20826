//! The tables of an article: sizes, rows and bits, and their values at a release on an architecture.

use std::collections::BTreeMap;

use crate::arch::Arch;
use crate::cell::OffsetCell;
use crate::certainty::Certainty;
use crate::ctype::{CType, Declaration};
use crate::layout::ValueMeaning;
use crate::name::RowId;
use crate::per_arch::PerArch;
use crate::release::Release;
use crate::span::Versions;
use crate::units::{BitRange, ByteOffset, ByteSize};

/// The tables of an article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The first release that the source covers.
    pub first: Release,
    /// The newest release that the source covers: the end of `and higher`.
    pub last_release: Release,
    pub sizes: Vec<SizeRow>,
    pub rows: Vec<Row>,
    pub bits: Vec<BitRow>,
    /// Index into `rows`.
    places: BTreeMap<RowId, usize>,
}

/// A row of the table of sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeRow {
    pub versions: Versions,
    /// `None` if the cell is blank.
    pub size: PerArch<Option<ByteSize>>,
    /// The cells as published, verbatim.
    pub published_cells: PerArch<Box<str>>,
}

/// A row of the table of members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub id: RowId,
    /// The *Definition* cell as published.
    pub definition: String,
    /// The C declarations; more than one only if an erratum distinguishes releases.
    pub parts: Vec<DefinitionPart>,
    /// The offset cells. A row spanned by another row's cells has a copy of them.
    pub cells: PerArch<OffsetCell>,
    /// The cells as published, verbatim.
    pub published_cells: PerArch<Box<str>>,
    /// The row whose merged cells span this row too.
    pub merged_into: Option<RowId>,
    /// Whether the cells of this row span other rows.
    pub is_merged_head: bool,
    pub versions: Versions,
    pub remark: String,
    /// The certainty of the row if it differs from its article's.
    pub certainty: Option<Certainty>,
    /// A description of the member.
    pub about: Option<String>,
    pub meaning: Option<ValueMeaning>,
    /// The row of the same member elsewhere in the structure.
    pub continues: Option<RowId>,
}

/// The interpretation of a definition in some releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionPart {
    /// `None` for all releases.
    pub versions: Option<Versions>,
    pub interpretation: Interpretation,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Interpretation {
    Declared(Declaration),
    /// The declaration of an integer in a union with bit fields.
    BitUnion(Declaration),
    /// Prose; the C type is our interpretation.
    Described(PerArch<CType>),
}

/// A row of the table of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitRow {
    pub id: RowId,
    /// The row of the integer that holds the bits.
    pub unit: RowId,
    /// The *Definition* cell as published.
    pub definition: String,
    /// `definition`, parsed.
    pub declaration: Declaration,
    /// `None` if the cell is blank.
    pub masks: PerArch<Option<BitRange>>,
    /// The cells as published, verbatim.
    pub published_cells: PerArch<Box<str>>,
    pub versions: Versions,
    pub remark: String,
    /// A description of the bits.
    pub about: Option<String>,
    /// The row of the same bits elsewhere in the structure.
    pub continues: Option<RowId>,
}

/// The cells of a row of members or of bits.
#[derive(Clone, Copy, Debug)]
pub struct Cells<'a> {
    pub definition: &'a str,
    pub archs: &'a PerArch<Box<str>>,
    pub versions: &'a Versions,
    pub remark: &'a str,
}

/// Whether a source states a structure at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Stated(ByteSize),
    /// The structure does not exist: before the source's first release, or Windows has no such edition.
    Absent,
    /// The source does not cover the point.
    NotStated,
}

impl Interpretation {
    pub fn ty(&self, arch: Arch) -> &CType {
        match self {
            Self::Declared(declaration) | Self::BitUnion(declaration) => &declaration.ty,
            Self::Described(types) => types.get(arch).unwrap_or(&types.x64),
        }
    }

    /// `None` if the source gives no name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Declared(declaration) | Self::BitUnion(declaration) => Some(&declaration.name),
            Self::Described(_) => None,
        }
    }

    pub(crate) fn declaration_mut(&mut self) -> Option<&mut Declaration> {
        match self {
            Self::Declared(declaration) | Self::BitUnion(declaration) => Some(declaration),
            Self::Described(_) => None,
        }
    }
}

impl Row {
    /// Returns the interpretation of the definition at a release.
    pub fn interpretation(
        &self,
        release: Release,
        last_release: Release,
    ) -> Option<&Interpretation> {
        let holds = |part: &&DefinitionPart| {
            part.versions
                .as_ref()
                .is_none_or(|v| v.covers(release, last_release))
        };
        self.parts
            .iter()
            .find(holds)
            .map(|part| &part.interpretation)
    }

    /// `None` if the source gives no name.
    pub fn name(&self) -> Option<&str> {
        self.parts
            .first()
            .and_then(|part| part.interpretation.name())
    }
}

impl Table {
    /// Builds the tables. Rows spanned by another row's cells get a copy of them.
    pub(super) fn new(
        (first, last_release): (Release, Release),
        sizes: Vec<SizeRow>,
        rows: Vec<Row>,
        bits: Vec<BitRow>,
    ) -> Self {
        let mut places = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            places.entry(row.id.clone()).or_insert(at);
        }
        let mut table = Self {
            first,
            last_release,
            sizes,
            rows,
            bits,
            places,
        };
        for at in 0..table.rows.len() {
            let head = table.rows[at].merged_into.as_ref();
            if let Some(head) = head.and_then(|head| table.places.get(head).copied()) {
                table.rows[head].is_merged_head = true;
                table.rows[at].cells = table.rows[head].cells.clone();
                table.rows[at].published_cells = table.rows[head].published_cells.clone();
            }
        }
        table
    }

    pub fn row(&self, id: &str) -> Option<&Row> {
        self.place(id).map(|at| &self.rows[at])
    }

    /// Index into `rows`.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    pub fn bit(&self, id: &str) -> Option<&BitRow> {
        self.bits.iter().find(|bit| bit.id.as_str() == id)
    }

    /// Returns the cells of the row of members or of bits with this id; offsets and masks as published.
    pub fn cells(&self, id: &str) -> Option<Cells<'_>> {
        let row = self.row(id).map(|row| Cells {
            definition: &row.definition,
            archs: &row.published_cells,
            versions: &row.versions,
            remark: &row.remark,
        });
        let bit = || {
            self.bit(id).map(|bit| Cells {
                definition: &bit.definition,
                archs: &bit.published_cells,
                versions: &bit.versions,
                remark: &bit.remark,
            })
        };
        row.or_else(bit)
    }

    /// Returns the stated size at a point.
    pub fn size(&self, release: Release, arch: Arch) -> Option<ByteSize> {
        if !release.exists_for(arch) {
            return None;
        }
        let rows = self
            .sizes
            .iter()
            .filter(|row| row.versions.covers(release, self.last_release));
        rows.filter_map(|row| *row.size.get(arch)?).next()
    }

    pub fn status(&self, release: Release, arch: Arch) -> Status {
        match self.size(release, arch) {
            Some(size) => Status::Stated(size),
            None if release < self.first || !release.exists_for(arch) => Status::Absent,
            None => Status::NotStated,
        }
    }

    /// Returns the points with a stated size, in order.
    pub fn stated_sizes(&self) -> impl Iterator<Item = (Release, Arch, ByteSize)> + '_ {
        let points = Release::all().flat_map(|release| Arch::ALL.map(|arch| (release, arch)));
        points.filter_map(|(release, arch)| Some((release, arch, self.size(release, arch)?)))
    }

    /// Returns the architectures with columns; arm64 only if a cell or size is stated for it.
    pub fn archs(&self) -> impl Iterator<Item = Arch> + Clone + use<> {
        let arm64 = self.sizes.iter().any(|row| row.size.arm64.is_some())
            || self.rows.iter().any(|row| !row.cells.arm64.is_blank());
        let has = move |arch: &Arch| arm64 || Arch::IN_ARTICLES.contains(arch);
        Arch::ALL.into_iter().filter(has)
    }

    /// Returns the rows that share the cells of `row`, including `row`.
    pub fn merged_rows<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = &'a Row> {
        let head = row.merged_into.as_ref().unwrap_or(&row.id);
        self.rows
            .iter()
            .filter(move |other| other.id == *head || other.merged_into.as_ref() == Some(head))
    }

    /// Returns the stated offset of a row at a point.
    pub fn offset(&self, row: &Row, release: Release, arch: Arch) -> Option<ByteOffset> {
        if !release.exists_for(arch) {
            return None;
        }
        if (row.merged_into.is_some() || row.is_merged_head)
            && !row.versions.covers(release, self.last_release)
        {
            return None;
        }
        row.cells
            .get(arch)?
            .offset_at(release, &row.versions, self.last_release)
    }

    /// Returns the bit rows of an integer at a point with their bits, lowest first.
    pub fn bits_of(&self, unit: &RowId, release: Release, arch: Arch) -> Vec<(&BitRow, BitRange)> {
        let held = self
            .bits
            .iter()
            .filter(|bit| bit.unit == *unit && bit.versions.covers(release, self.last_release));
        let mut bits: Vec<_> = held
            .filter_map(|bit| Some((bit, (*bit.masks.get(arch)?)?)))
            .collect();
        bits.sort_by_key(|(_, range)| *range);
        bits
    }
}
