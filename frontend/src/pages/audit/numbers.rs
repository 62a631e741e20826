//! The audit in numbers, all counted in the data: the abstract, and the tables of rules, errata and symbol files.

use crate::pages::prelude::*;
use strata_core::Dataset;
use strata_core::article::{Article, CorrectedField, Table};
use strata_core::audit::{self, Rule};
use strata_core::dataset::Audited;

use super::{AuditedStructure, Verdict, name_link, rule_id};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Structures, each with one source.
    pub structures: usize,
    /// Layouts that the sources state.
    pub layouts: usize,
    pub rows: usize,
    /// Cells of those rows; one that spans several rows counts once.
    pub cells: usize,
    /// Members of these layouts, counted at each point.
    pub members: usize,
    /// Findings of the rules in the tables as published.
    pub published: usize,
    /// Findings with the errata applied.
    pub standing: usize,
    /// Of these, those that no note accounts for.
    pub open: usize,
    pub notes: usize,
    pub errata: usize,
    /// Structures that symbol files describe at releases that their sources state.
    pub described: usize,
    /// Those symbol files.
    pub files: usize,
    /// Members and bit fields of those files that were compared with the tables.
    pub compared: usize,
    /// Differences between those files and the corrected tables.
    pub differences: usize,
    /// Nested types used to compute sizes of members.
    pub types: usize,
}

impl Numbers {
    /// Counts in the dataset; `audited` are the results of the audit.
    pub fn new(dataset: &Dataset, audited: &[AuditedStructure<'_>]) -> Self {
        let mut numbers = Self {
            structures: audited.len(),
            types: dataset.structures().len() - audited.len(),
            ..Self::default()
        };
        let mut files = Vec::new();
        for it in audited {
            let (article, report, comparison) = (it.article, &it.report, &it.comparison);
            numbers.errata += article.errata.len();
            numbers.notes += article.notes.len();
            numbers.open += report.open.len();
            numbers.standing += report.open.len() + report.noted.len();
            numbers.layouts += it.structure.layouts().len();
            numbers.rows += rows(article);
            numbers.cells += cells(&article.published);
            let layouts = it.structure.audited().map(Audited::layouts);
            let layouts = layouts.unwrap_or_default().iter();
            numbers.members += layouts.map(|it| it.members().count()).sum::<usize>();
            let context = dataset.audit_context(&article.name);
            numbers.published += audit::table(&article.published, context).len();
            let before = files.len();
            files.extend(comparison.files().map(|symbols| symbols.image.id()));
            numbers.described += usize::from(files.len() > before);
            numbers.compared += comparison.compared();
            numbers.differences += comparison.differences().count();
        }
        files.sort_unstable();
        files.dedup();
        numbers.files = files.len();
        numbers
    }

    pub(super) fn view(&self) -> impl IntoView + use<> {
        view! {
            <section aria-labelledby="abstract" class="abstract">
                <h2 id="abstract">"Abstract"</h2>
                {self.sentences().map(|text| view! { <p>{text}</p> })}
            </section>
        }
    }

    /// The abstract: sources, findings, open questions, symbol files.
    fn sentences(&self) -> [String; 4] {
        let read = format!(
            "The published tables of {} structures, {} with {}, give {} with {}. Every cell is kept as published and \
             checked by a program against the layout rules of C compilers, against the rest of its table, and against symbol \
             files where there are any.",
            self.structures,
            many(self.rows, "row"),
            many(self.cells, "cell"),
            many(self.layouts, "layout"),
            many(self.members, "member"),
        );
        let found = format!(
            "As published, the tables break the rules in {}; {} correct them. Each erratum gives the row as published and as \
             corrected, the rule that fires without the erratum, and the reason.",
            many(self.published, "place"),
            many(self.errata, "erratum"),
        );
        let account = match self.notes {
            1 => "1 note explains".to_owned(),
            notes => format!("{notes} notes explain"),
        };
        let remain = many(self.standing, "finding");
        let left = match self.open {
            0 => format!(
                "With the errata applied, {remain} {}: {account} all of them.",
                if self.standing == 1 {
                    "remains"
                } else {
                    "remain"
                },
            ),
            open => format!(
                "With the errata applied, {remain} remain: {account} some, and {open} {} unexplained.",
                if open == 1 { "is" } else { "are" },
            ),
        };
        let agree = match self.differences {
            0 => format!(
                "every name, type, place and size agrees. Sizes of members come from {}.",
                many(self.types, "nested type"),
            ),
            differences => format!("they differ in {}.", many(differences, "place")),
        };
        let symbols = match self.files {
            0 => "No symbol file in the data describes any of these structures.".to_owned(),
            files => format!(
                "{} of the structures are in public symbol files: {} in the data, {}. With the errata applied, {agree}",
                self.described,
                many(files, "file"),
                many(self.compared, "member and bit field"),
            ),
        };
        [read, found, left, symbols]
    }
}

pub(super) fn rows(article: &Article) -> usize {
    let table = &article.published;
    table.rows.len() + table.bits.len() + table.sizes.len()
}

/// Cells: versions and two sizes; per row two offsets (not for a spanned row), definition, versions, and a remark where
/// there is one.
fn cells(table: &Table) -> usize {
    let remark = |remark: &str| usize::from(!remark.is_empty());
    let rows = table.rows.iter().map(|row| match row.merged_into {
        Some(_) => 2 + remark(&row.remark),
        None => 4 + remark(&row.remark),
    });
    let bits = table.bits.iter().map(|bit| 4 + remark(&bit.remark));
    rows.chain(bits).sum::<usize>() + 3 * table.sizes.len()
}

/// The properties that errata correct, where there are any, with the number of errata for each verdict.
pub fn kinds(audited: &[AuditedStructure<'_>]) -> Vec<(CorrectedField, [usize; 3])> {
    let line = |about: CorrectedField| {
        let count = |verdict| {
            let errata = audited.iter().flat_map(AuditedStructure::errata);
            let of = errata.filter(|it| it.erratum.field == about && it.verdict() == verdict);
            of.count()
        };
        (about, Verdict::ALL.map(count))
    };
    let any = |(_, counts): &(CorrectedField, [usize; 3])| counts.iter().any(|count| *count > 0);
    let lines = CorrectedField::ALL.map(line).into_iter();
    lines.filter(any).collect()
}

/// A count; zero is greyed.
fn number(count: usize) -> impl IntoView {
    let class = if count == 0 { "number quiet" } else { "number" };
    view! { <td class=class>{count.to_string()}</td> }
}

fn sums<const N: usize>(rows: impl IntoIterator<Item = [usize; N]>) -> [usize; N] {
    let add = |mut sums: [usize; N], row: [usize; N]| {
        sums.iter_mut().zip(row).for_each(|(sum, it)| *sum += it);
        sums
    };
    rows.into_iter().fold([0; N], add)
}

fn counted<const N: usize>(head: impl IntoView + 'static, counts: [usize; N]) -> AnyView {
    headed_row(head, counts.map(number).into_iter().collect_view())
}

/// Rows of counts, with a row of sums below them.
fn summed<const N: usize, const M: usize>(
    labelled: &str,
    named: [&'static str; N],
    rows: Vec<AnyView>,
    sums: [usize; M],
) -> AnyView {
    let (name, all) = (Name::Heading(labelled), counted("All", sums));
    table_with_foot("plain-table counts", name, heads(named), rows, Some(all))
}

/// The rules, with the number of errata and notes of each.
pub(super) fn rule_table(structures: &[AuditedStructure<'_>]) -> AnyView {
    let row = |rule: Rule| {
        let articles = structures.iter().map(|it| it.article);
        let errata = articles.clone().flat_map(|it| &it.errata);
        let notes = articles.flat_map(|it| &it.notes);
        any_view! {
            <tr id=rule_id(rule)>
                <th scope="row">
                    <code>{rule.as_str()}</code>
                </th>
                <td>{rule.requirement()}</td>
                <td>{rule.limitation()}</td>
                {number(errata.filter(|it| it.rule == rule).count())}
                {number(notes.filter(|it| it.rule == rule).count())}
            </tr>
        }
    };
    let rows = Rule::ALL.into_iter().map(row).collect();
    let heads = heads(["Rule", "Demands", "Cannot detect", "Errata", "Notes"]);
    table(
        "plain-table rule-table",
        Name::Label("Rules of the audit"),
        heads,
        rows,
    )
}

pub(super) fn counts(structures: &[AuditedStructure<'_>]) -> AnyView {
    let counts = |audited: &AuditedStructure<'_>| {
        let of = |verdict| {
            let errata = audited.errata();
            errata.filter(|it| it.verdict() == verdict).count()
        };
        let [forced, together, chosen] = Verdict::ALL.map(of);
        [
            audited.structure.layouts().len(),
            forced,
            together,
            chosen,
            audited.article.notes.len(),
            audited.report.open.len(),
        ]
    };
    let row = |it: &AuditedStructure<'_>| counted(name_link(&it.article.name), counts(it));
    let heads = [
        "Structure",
        "Layouts",
        "Forced",
        "Forced together",
        "Chosen",
        "Notes",
        "Open findings",
    ];
    let rows = structures.iter().map(row).collect();
    let all = sums(structures.iter().map(counts));
    summed("by-structure", heads, rows, all)
}

/// One row for each kind of cell with an erratum.
pub(super) fn kind_table(structures: &[AuditedStructure<'_>]) -> AnyView {
    let with_sum = |[a, b, c]: [usize; 3]| [a, b, c, a + b + c];
    let kinds = kinds(structures);
    let row =
        |(about, counts): &(CorrectedField, [usize; 3])| counted(about.as_str(), with_sum(*counts));
    let [forced, together, chosen] = Verdict::ALL.map(Verdict::as_str);
    let heads = ["Errata about", forced, together, chosen, "all"];
    let all = with_sum(sums(kinds.iter().map(|(_, counts)| *counts)));
    summed("by-kind", heads, kinds.iter().map(row).collect(), all)
}

/// One row for each structure: the symbol files that describe it, and whether they agree.
pub(super) fn file_table(structures: &[AuditedStructure<'_>]) -> AnyView {
    let row = |audited: &AuditedStructure<'_>| {
        let comparison = &audited.comparison;
        let mut builds: Vec<_> = comparison.files().map(|file| file.build).collect();
        builds.sort_unstable();
        let symbols = match (builds.first(), builds.last()) {
            (Some(first), Some(last)) => any_view! {
                {number(builds.len())}
                <td>{format!("{first} to {last}")}</td>
                {number(comparison.compared())}
                {number(comparison.differences().count())}
            },
            _ => {
                any_view! { <td class="quiet" colspan="4">"in no public symbol file of the data"</td> }
            }
        };
        headed_row(name_link(&audited.article.name), symbols)
    };
    let named = [
        "Structure",
        "Files",
        "Builds",
        "Members and bits",
        "Differences",
    ];
    let rows = structures.iter().map(row).collect();
    table(
        "plain-table counts",
        Name::Heading("by-symbols"),
        heads(named),
        rows,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_and_what_differs_is_not_hidden() {
        let numbers = Numbers {
            standing: 3,
            open: 2,
            files: 1,
            differences: 4,
            ..Numbers::default()
        };
        let text = numbers.sentences();
        assert!(text[2].contains("2 are unexplained"), "{}", text[2]);
        assert!(text[3].contains("differ in 4 places"), "{}", text[3]);
    }
}
