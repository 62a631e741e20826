//! The audit in numbers, all of them counted in the data.

use strata_core::Dataset;
use strata_core::article::{About, Table};
use strata_core::audit::{self, Hearing};
use strata_core::dataset::Structure;

use super::{Audited, Verdict};

/// The audit in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Structures, each with a source.
    pub structures: usize,
    /// Layouts that the sources state.
    pub layouts: usize,
    /// Rows of the sources' tables.
    pub rows: usize,
    /// Cells of those rows; one that spans several rows counts once.
    pub cells: usize,
    /// Members of these layouts, each counted at each point.
    pub members: usize,
    /// What rules find in the tables as published.
    pub published: usize,
    /// What they find with the errata applied.
    pub standing: usize,
    /// Of these, what no note accounts for.
    pub open: usize,
    /// Notes.
    pub notes: usize,
    /// Errata.
    pub errata: usize,
    /// Structures that symbol files describe at releases that their sources state.
    pub described: usize,
    /// Symbol files that do.
    pub files: usize,
    /// Members and bit fields of theirs that were held against the tables.
    pub compared: usize,
    /// In how much they differ from what holds.
    pub differences: usize,
    /// Nested types by which members are measured.
    pub types: usize,
}

/// How many errata are about what, by how sure they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindLine {
    /// What they are about: `offset`.
    pub about: &'static str,
    /// How many are forced, forced together, chosen.
    pub by_verdict: [usize; 3],
}

impl Numbers {
    /// Counted in the dataset; `audited` is what was found in it.
    #[must_use]
    pub fn new(dataset: &Dataset, audited: &[Audited]) -> Self {
        let mut numbers = Self {
            structures: audited.len(),
            types: dataset.structures().len() - audited.len(),
            ..Self::default()
        };
        for audited in audited {
            numbers.errata += audited.errata.len();
            numbers.notes += audited.notes.len();
            numbers.open += audited.open.len();
            let noted = audited.notes.iter().map(|note| note.findings.len());
            numbers.standing += audited.open.len() + noted.sum::<usize>();
        }
        let mut files = Vec::new();
        for structure in dataset.audited() {
            numbers.add(dataset, structure, &mut files);
        }
        files.sort_unstable();
        files.dedup();
        numbers.files = files.len();
        numbers
    }

    fn add<'a>(&mut self, dataset: &'a Dataset, structure: &'a Structure, files: &mut Vec<String>) {
        let Some(strata_core::dataset::Audited {
            article,
            table,
            layouts,
            ..
        }) = structure.audited()
        else {
            return;
        };
        let published = &article.published;
        self.layouts += structure.layouts().len();
        self.rows += published.rows.len() + published.bits.len() + published.sizes.len();
        self.cells += cells(published);
        self.members += layouts
            .iter()
            .map(|layout| layout.members().count())
            .sum::<usize>();
        let context = dataset.audit_context(&article.name);
        self.published += audit::table(published, context).len();
        let hearing = Hearing::new(table, context);
        let heard = hearing.files().map(|symbols| symbols.image.id());
        let before = files.len();
        files.extend(heard);
        self.described += usize::from(files.len() > before);
        self.compared += hearing.compared();
        self.differences += hearing.differences().count();
    }
}

/// Versions, two sizes; two offsets (those of a spanned row are another's), definition, versions, and a remark where one
/// stands.
fn cells(table: &Table) -> usize {
    let remark = |remark: &str| usize::from(!remark.is_empty());
    let rows = table.rows.iter().map(|row| match row.spanned {
        Some(_) => 2 + remark(&row.remark),
        None => 4 + remark(&row.remark),
    });
    let bits = table.bits.iter().map(|bit| 4 + remark(&bit.remark));
    rows.chain(bits).sum::<usize>() + 3 * table.sizes.len()
}

/// What errata are about, those kinds that there are.
#[must_use]
pub(super) fn kinds(audited: &[Audited]) -> Vec<KindLine> {
    let line = |about: About| {
        let about = about.as_str();
        let count = |verdict| {
            let errata = audited.iter().flat_map(|it| &it.errata);
            let of = errata.filter(|it| it.erratum.about == about && it.verdict() == verdict);
            of.count()
        };
        KindLine {
            about,
            by_verdict: Verdict::ALL.map(count),
        }
    };
    let any = |line: &KindLine| line.by_verdict.iter().any(|count| *count > 0);
    About::ALL.map(line).into_iter().filter(any).collect()
}
