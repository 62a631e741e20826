//! A row of a source's table as published and as corrected, cell by cell, with the errata between them.

use strata_core::article::{Article, CorrectedField, Erratum, Subject};

/// A row of a source's table, as published and as corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The cells, from left to right.
    pub cells: Vec<PrintedCell>,
    /// The row whose offset cells span this one too.
    pub spanned: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    pub head: String,
    /// Whether it holds offsets, masks or sizes.
    pub figures: bool,
    /// The published text, verbatim.
    pub published: String,
    /// The corrected text, in the same notation.
    pub corrected: String,
    pub errata: Vec<String>,
}

impl Printed {
    /// The row of an erratum or of provenance; `None` where there is no such row.
    pub fn new(article: &Article, subject: &Subject) -> Option<Self> {
        let table = &article.published;
        let (what, figures, definition, versions, remark, spanned) = match subject {
            Subject::Row(id) => {
                let row = table.row(id.as_str())?;
                let (definition, versions) = (&row.definition, &row.versions);
                let spanned = row.merged_into.as_ref();
                (
                    "Offset",
                    &row.published_cells,
                    definition,
                    versions,
                    &row.remark,
                    spanned,
                )
            }
            Subject::Bit(id) => {
                let bit = table.bit(id.as_str())?;
                let (definition, versions) = (&bit.definition, &bit.versions);
                (
                    "Mask",
                    &bit.published_cells,
                    definition,
                    versions,
                    &bit.remark,
                    None,
                )
            }
            Subject::Sizes => return None,
        };
        // The cells of a spanned row are those of the row that spans it, and so are their errata.
        let head = spanned.map_or_else(|| subject.clone(), |head| Subject::Row(head.clone()));
        // The cells of the architectures for which the source's tables have columns.
        let figures = table.archs().filter_map(|arch| {
            let published = figures.get(arch)?.to_string();
            let about = |it: &&Erratum| {
                it.subject == head
                    && matches!(it.field, CorrectedField::Offset | CorrectedField::Bits)
                    && it.archs().any(|it| it == arch)
            };
            let cell = cell(article, format!("{what} ({arch})"), published, about);
            Some(PrintedCell {
                figures: true,
                ..cell
            })
        });
        let remarks = has_remarks(article)
            .then(|| ("Remarks", remark.clone(), &[CorrectedField::Remark][..]));
        let kinds = [CorrectedField::Declaration, CorrectedField::Name];
        let words = [
            ("Definition", definition.clone(), &kinds[..]),
            (
                "Versions",
                versions.to_string(),
                &[CorrectedField::Versions],
            ),
        ];
        let words = words.into_iter().chain(remarks);
        let words = words.map(|(head, published, kinds)| {
            let about = |it: &&Erratum| it.subject == *subject && kinds.contains(&it.field);
            cell(article, head.to_owned(), published, about)
        });
        Some(Self {
            cells: figures.chain(words).collect(),
            spanned: spanned.map(ToString::to_string),
        })
    }

    /// The change of an erratum in the table of sizes, which has no row here.
    pub fn sizes(erratum: &Erratum) -> Self {
        let arch = erratum.arch.map(|arch| format!(" ({arch})"));
        let cell = PrintedCell {
            head: format!("Size{}", arch.unwrap_or_default()),
            figures: true,
            published: erratum.published.clone(),
            corrected: erratum.corrected.clone(),
            errata: vec![erratum.id.to_string()],
        };
        Self {
            cells: vec![cell],
            spanned: None,
        }
    }

    pub fn differs(&self) -> bool {
        self.cells.iter().any(|cell| !cell.errata.is_empty())
    }
}

/// Whether the source's tables have a column of remarks.
fn has_remarks(article: &Article) -> bool {
    let table = &article.published;
    let mut remarks = table.rows.iter().map(|row| &row.remark);
    let mut of_bits = table.bits.iter().map(|bit| &bit.remark);
    remarks.any(|it| !it.is_empty()) || of_bits.any(|it| !it.is_empty())
}

fn cell(
    article: &Article,
    head: String,
    published: String,
    about: impl Fn(&&Erratum) -> bool,
) -> PrintedCell {
    let mut corrected = published.clone();
    let mut errata = Vec::new();
    for erratum in article.errata.iter().filter(about) {
        // A name is a part of the cell; any other subject is the whole cell.
        corrected = match erratum.field {
            CorrectedField::Name => corrected.replace(&erratum.published, &erratum.corrected),
            _ => erratum.corrected.clone(),
        };
        errata.push(erratum.id.to_string());
    }
    PrintedCell {
        head,
        figures: false,
        published,
        corrected,
        errata,
    }
}
