//! A row of a source's table as the source prints it, and the same row as it holds: cell by cell, with the errata between them.

use strata_core::Arch;
use strata_core::article::{About, Article, Erratum, Subject};
use strata_core::per_arch::PerArch;

/// A row of a source's table, as published and as it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// What is in it, from left to right.
    pub cells: Vec<PrintedCell>,
    /// The row whose offset cells span this one, too.
    pub spanned: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedCell {
    pub head: String,
    /// Whether it holds offsets, masks or sizes.
    pub figures: bool,
    /// As published, to the letter.
    pub published: String,
    /// As it holds, in the same notation.
    pub corrected: String,
    pub errata: Vec<String>,
}

impl Printed {
    /// The row that an erratum or a place is about; `None` where there is no such row.
    pub fn new(article: &Article, subject: &Subject) -> Option<Self> {
        match subject {
            Subject::Row(id) => {
                let row = article.published.row(id.as_str())?;
                let cells = figures(article, "Offset", &row.printed);
                let words = Words {
                    definition: &row.definition,
                    versions: row.versions.to_string(),
                    remark: &row.remark,
                };
                // The cells of a spanned row are those of the row that spans it, and so is what is wrong in them.
                let head = row.spanned.as_ref().unwrap_or(id);
                let subjects = [subject.clone(), Subject::Row(head.clone())];
                let mut printed = Self::of(article, &subjects, cells, words);
                printed.spanned = row.spanned.as_ref().map(ToString::to_string);
                Some(printed)
            }
            Subject::Bit(id) => {
                let bit = article.published.bit(id.as_str())?;
                let cells = figures(article, "Mask", &bit.printed);
                let words = Words {
                    definition: &bit.definition,
                    versions: bit.versions.to_string(),
                    remark: &bit.remark,
                };
                let subjects = [subject.clone(), subject.clone()];
                Some(Self::of(article, &subjects, cells, words))
            }
            Subject::Sizes => None,
        }
    }

    /// What an erratum about the table of sizes changes there: no one row of it.
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

    /// `subjects`: the row itself, and the row whose figures it has.
    fn of(
        article: &Article,
        [own, head]: &[Subject; 2],
        figures: Vec<(String, String, Arch)>,
        words: Words<'_>,
    ) -> Self {
        let mut cells: Vec<PrintedCell> = figures
            .into_iter()
            .map(|(column, published, arch)| {
                let about = |it: &&Erratum| {
                    it.subject == *head
                        && matches!(it.about, About::Offset | About::Bits)
                        && it.archs().any(|it| it == arch)
                };
                cell(article, column, published, about)
            })
            .collect();
        for cell in &mut cells {
            cell.figures = true;
        }
        let of = |kinds: &'static [About]| {
            move |it: &&Erratum| it.subject == *own && kinds.contains(&it.about)
        };
        cells.push(cell(
            article,
            "Definition",
            words.definition.to_owned(),
            of(&[About::Declaration, About::Name]),
        ));
        cells.push(cell(
            article,
            "Versions",
            words.versions,
            of(&[About::Versions]),
        ));
        if has_remarks(article) {
            let remark = words.remark.to_owned();
            cells.push(cell(article, "Remarks", remark, of(&[About::Remark])));
        }
        Self {
            cells,
            spanned: None,
        }
    }
}

struct Words<'a> {
    definition: &'a str,
    versions: String,
    remark: &'a str,
}

/// The cells of the architectures that the source's tables have columns for, to the letter, each with its head.
fn figures(
    article: &Article,
    what: &str,
    cells: &PerArch<Box<str>>,
) -> Vec<(String, String, Arch)> {
    let archs = article.published.archs();
    let cells = archs.filter_map(|arch| {
        let text = cells.get(arch)?.to_string();
        Some((format!("{what} ({arch})"), text, arch))
    });
    cells.collect()
}

/// Whether the source's tables have a column of remarks at all.
fn has_remarks(article: &Article) -> bool {
    let table = &article.published;
    let mut remarks = table.rows.iter().map(|row| &row.remark);
    let mut of_bits = table.bits.iter().map(|bit| &bit.remark);
    remarks.any(|it| !it.is_empty()) || of_bits.any(|it| !it.is_empty())
}

fn cell(
    article: &Article,
    head: impl Into<String>,
    published: String,
    about: impl Fn(&&Erratum) -> bool,
) -> PrintedCell {
    let mut corrected = published.clone();
    let mut errata = Vec::new();
    for erratum in article.errata.iter().filter(about) {
        // A name is part of the cell; anything else is all of it.
        corrected = match erratum.about {
            About::Name => corrected.replace(&erratum.published, &erratum.corrected),
            _ => erratum.corrected.clone(),
        };
        errata.push(erratum.id.to_string());
    }
    PrintedCell {
        head: head.into(),
        figures: false,
        published,
        corrected,
        errata,
    }
}
