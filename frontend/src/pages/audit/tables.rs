//! The report's tables: rules, errata by structure, errata by what they are about, symbol files.

use crate::view::*;
use strata_core::article::About;
use strata_core::audit::Rule;

use super::numbers::kinds;
use super::{AuditedStructure, Verdict, name_link, rule_id};
use crate::components::blocks::{Name, heads, table, table_with_foot};

/// A count; zero is quiet.
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
    any_view! {
        <tr>
            <th scope="row">{head}</th>
            {counts.map(number).into_iter().collect_view()}
        </tr>
    }
}

/// Rows of counts, and their sums below them.
fn summed<const N: usize, const M: usize>(
    labelled: &str,
    named: [&'static str; N],
    rows: Vec<AnyView>,
    sums: [usize; M],
) -> AnyView {
    let (name, all) = (Name::heading(labelled), counted("All", sums));
    table_with_foot("plain-table counts", name, heads(named), rows, Some(all))
}

/// The rules, and how many errata and notes go back to each.
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
                <td>{rule.demand()}</td>
                <td>{rule.blind()}</td>
                {number(errata.filter(|it| it.rule == rule).count())}
                {number(notes.filter(|it| it.rule == rule).count())}
            </tr>
        }
    };
    let rows = Rule::ALL.into_iter().map(row).collect();
    let heads = heads(["Rule", "Demands", "Cannot see", "Errata", "Notes"]);
    any_view! {
        <p>"What every table must keep, what each rule cannot see, and how many errata and notes go back to it."</p>
        {table("plain-table rule-table", Name::heading("rules"), heads, rows)}
    }
}

pub(super) fn counts(structures: &[AuditedStructure<'_>]) -> AnyView {
    let counts = |audited: &AuditedStructure<'_>| {
        let of = |verdict| {
            audited
                .errata()
                .filter(|it| it.verdict() == verdict)
                .count()
        };
        [
            audited.structure.layouts().len(),
            of(Verdict::Forced),
            of(Verdict::ForcedTogether),
            of(Verdict::Chosen),
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

/// One row for each kind of cell in which something is wrong.
pub(super) fn kind_table(structures: &[AuditedStructure<'_>]) -> AnyView {
    let with_sum = |[a, b, c]: [usize; 3]| [a, b, c, a + b + c];
    let kinds = kinds(structures);
    let row = |(about, counts): &(About, [usize; 3])| counted(about.as_str(), with_sum(*counts));
    let [forced, together, chosen] = Verdict::ALL.map(Verdict::as_str);
    let heads = ["Errata about", forced, together, chosen, "all"];
    let all = with_sum(sums(kinds.iter().map(|(_, counts)| *counts)));
    summed("by-kind", heads, kinds.iter().map(row).collect(), all)
}

/// One row for each structure: which symbol files describe it, and whether they agree.
pub(super) fn file_table(structures: &[AuditedStructure<'_>]) -> AnyView {
    let row = |audited: &AuditedStructure<'_>| {
        let hearing = &audited.hearing;
        let mut builds: Vec<_> = hearing.files().map(|file| file.build).collect();
        builds.sort_unstable();
        let symbols = match (builds.first(), builds.last()) {
            (Some(first), Some(last)) => any_view! {
                {number(builds.len())}
                <td>{format!("{first} to {last}")}</td>
                {number(hearing.compared())}
                {number(hearing.differences().count())}
            },
            _ => {
                any_view! { <td class="quiet" colspan="4">"in no public symbol file at hand"</td> }
            }
        };
        any_view! {
            <tr>
                <th scope="row">{name_link(&audited.article.name)}</th>
                {symbols}
            </tr>
        }
    };
    let named = [
        "Structure",
        "Files",
        "Builds",
        "Members and bits",
        "Differences",
    ];
    let rows = structures.iter().map(row).collect();
    any_view! {
        <p>"Held against each structure, with the errata applied, at the releases that its source states."</p>
        {table("plain-table counts", Name::heading("by-symbols"), heads(named), rows)}
    }
}
