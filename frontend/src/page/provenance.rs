//! Who says what of a structure, row by row of the source's tables: the row as printed, what is wrong in it, what symbol
//! files say, how certain that makes it.

use strata_core::article::{Erratum, Subject};
use strata_core::audit::{Finding, Hearing, Report};
use strata_core::certainty::Certainty;
use strata_core::dataset::{Audited, Structure};
use strata_core::layout::Layout;
use strata_core::{Arch, Dataset, TypeName};

use super::SourceLine;
use super::audit::{AuditedErratum, FindingLine};
use super::printed::Printed;
use super::symbol_lines::{SymbolLine, lines};

/// The provenance of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenancePage {
    /// The structure.
    pub name: TypeName,
    /// Who says what is judged.
    pub source: SourceLine,
    /// The rows of members and of bits, in the source's order.
    pub rows: Vec<ProvenanceRow>,
    /// The architectures that its tables have columns for.
    pub archs: Vec<Arch>,
    /// The table of sizes: what the source prints, and what holds.
    pub sizes: Vec<SizeLine>,
    /// What is wrong in the table of sizes.
    pub size_errata: Vec<AuditedErratum>,
    /// How many symbol files describe the structure at releases that the source states.
    pub files: usize,
    /// How many of their members and bits were held against the rows.
    pub compared: usize,
    /// In how much they differ.
    pub differences: usize,
}

/// A row of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvenanceRow {
    /// Its id.
    pub id: String,
    /// What to call the member or the bits.
    pub label: String,
    /// The row of the integer, where this is one of bits.
    pub unit: Option<String>,
    /// The row as printed, and as it holds.
    pub printed: Printed,
    /// How certain it is, at which points.
    pub certainty: Vec<CertaintyLine>,
    /// What is wrong in it.
    pub errata: Vec<AuditedErratum>,
    /// What a rule notices though nothing is wrong.
    pub notes: Vec<NoteLine>,
    /// What nothing accounts for. Sound data have none.
    pub open: Vec<FindingLine>,
    /// What symbol files say.
    pub symbols: Vec<SymbolLine>,
}

/// What a rule notices though nothing is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteLine {
    /// The rule.
    pub rule: String,
    /// What is known of it.
    pub text: String,
}

/// How certain a row is, and at which points it is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertaintyLine {
    /// The word for it.
    pub word: String,
    /// `6.1 to 1903, 2004` on each architecture; architectures of which the same is said, together.
    pub spans: Vec<Spans>,
}

/// Releases of some architectures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// `x64 and x86`
    pub archs: String,
    /// `6.1 to 1903, 2004`
    pub releases: String,
}

/// A row of the table of sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeLine {
    /// For which releases.
    pub versions: String,
    /// The sizes on each architecture, as published; empty where the cell is blank.
    pub sizes: Vec<String>,
}

impl ProvenancePage {
    /// Made from the dataset; `None` where no article describes the structure.
    #[must_use]
    pub fn new(dataset: &Dataset, structure: &Structure) -> Option<Self> {
        let audited = structure.audited()?;
        let article = &audited.article;
        let report = dataset.audit(structure)?;
        let hearing = Hearing::new(&audited.table, dataset.audit_context(&article.name));
        let made = Making {
            audited,
            report: &report,
            hearing: &hearing,
        };
        let rows = article.published.rows.iter().filter_map(|row| {
            let label = row.name().unwrap_or(&row.definition).to_owned();
            made.row(Subject::Row(row.id.clone()), label, None)
        });
        let bits = article.published.bits.iter().filter_map(|bit| {
            let label = bit.declaration.name.to_string();
            let unit = Some(bit.unit.to_string());
            made.row(Subject::Bit(bit.id.clone()), label, unit)
        });
        let archs: Vec<Arch> = article.published.archs().collect();
        let sizes = article.published.sizes.iter().map(|row| {
            let size = |arch: &Arch| row.size.get(*arch).copied().flatten();
            let sizes = archs.iter().map(size);
            SizeLine {
                versions: row.versions.to_string(),
                sizes: sizes
                    .map(|it| it.map_or_else(String::new, |size| size.to_string()))
                    .collect(),
            }
        });
        Some(Self {
            name: article.name.clone(),
            source: SourceLine::new(dataset, &article.source),
            rows: rows.chain(bits).collect(),
            sizes: sizes.collect(),
            archs,
            size_errata: made.errata(|erratum| erratum.subject == Subject::Sizes),
            files: hearing.files().count(),
            compared: hearing.compared(),
            differences: hearing.differences().count(),
        })
    }

    pub(crate) fn title(&self) -> String {
        format!("Provenance of {} · Strata", self.name)
    }

    pub(super) fn description(&self) -> String {
        format!(
            "{}, cell by cell: what the source prints, what holds, what symbol files say, how certain it is.",
            self.name
        )
    }
}

/// What rows are made from.
struct Making<'a> {
    audited: &'a Audited,
    report: &'a Report,
    hearing: &'a Hearing<'a>,
}

impl Making<'_> {
    fn row(&self, subject: Subject, label: String, unit: Option<String>) -> Option<ProvenanceRow> {
        let (Subject::Row(id) | Subject::Bit(id)) = &subject else {
            return None;
        };
        let concerns = |finding: &Finding| finding.row.as_ref() == Some(id);
        let mut notes: Vec<NoteLine> = Vec::new();
        for (finding, at) in &self.report.noted {
            let note = self.audited.article.notes.get(*at);
            let note = note.filter(|_| concerns(finding)).map(|note| NoteLine {
                rule: note.rule.to_string(),
                text: note.text.clone(),
            });
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        let open = self.report.open.iter().filter(|finding| concerns(finding));
        Some(ProvenanceRow {
            printed: Printed::new(&self.audited.article, &subject)?,
            certainty: self.certainty(id.as_str()),
            errata: self.errata(|erratum| erratum.subject == subject),
            notes,
            open: open.map(FindingLine::from).collect(),
            symbols: lines(self.hearing.of(id)),
            id: id.to_string(),
            label,
            unit,
        })
    }

    fn errata(&self, which: impl Fn(&Erratum) -> bool) -> Vec<AuditedErratum> {
        let article = &self.audited.article;
        let errata = article.errata.iter().zip(&self.report.errata);
        errata
            .filter(|(erratum, _)| which(erratum))
            .map(|(erratum, proof)| AuditedErratum::new(article, self.hearing, erratum, proof))
            .collect()
    }

    /// How certain the row is, the word that holds at the most points first; of bits no layout says it.
    fn certainty(&self, row: &str) -> Vec<CertaintyLine> {
        let mut lines: Vec<(CertaintyLine, usize)> = Vec::new();
        for arch in Arch::PREFERRED {
            let layouts = self.audited.layouts.iter();
            let layouts: Vec<&Layout> = layouts.filter(|it| it.arch() == arch).collect();
            let words: Vec<Option<Certainty>> = layouts
                .iter()
                .map(|layout| layout.member(row).map(|member| member.certainty))
                .collect();
            for certainty in Certainty::ALL {
                let count = words.iter().filter(|it| **it == Some(certainty)).count();
                if count > 0 {
                    let releases = releases(&layouts, &words, certainty);
                    add(&mut lines, certainty.as_str(), arch, releases, count);
                }
            }
        }
        lines.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        lines.into_iter().map(|(line, _)| line).collect()
    }
}

/// Adds what is said of one architecture.
fn add(
    lines: &mut Vec<(CertaintyLine, usize)>,
    word: &str,
    arch: Arch,
    releases: String,
    count: usize,
) {
    let spans = Spans {
        archs: arch.to_string(),
        releases,
    };
    let Some((line, all)) = lines.iter_mut().find(|(line, _)| line.word == word) else {
        let line = CertaintyLine {
            word: word.to_owned(),
            spans: vec![spans],
        };
        return lines.push((line, count));
    };
    *all += count;
    match line.spans.last_mut() {
        Some(last) if last.releases == spans.releases => {
            last.archs = format!("{} and {arch}", last.archs);
        }
        _ => line.spans.push(spans),
    }
}

/// `6.1 to 1903, 2004`: the runs of layouts at which it is so.
fn releases(layouts: &[&Layout], words: &[Option<Certainty>], is: Certainty) -> String {
    let mut runs: Vec<(&Layout, &Layout)> = Vec::new();
    let mut open = false;
    for (layout, word) in layouts.iter().zip(words) {
        let here = *word == Some(is);
        match runs.last_mut() {
            Some((_, last)) if here && open => *last = layout,
            _ if here => runs.push((layout, layout)),
            _ => {}
        }
        open = here;
    }
    let run = |(first, last): &(&Layout, &Layout)| match first.release == last.release {
        true => first.release.to_string(),
        false => format!("{} to {}", first.release, last.release),
    };
    let runs: Vec<String> = runs.iter().map(run).collect();
    runs.join(", ")
}
