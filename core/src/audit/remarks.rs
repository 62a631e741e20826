//! Checks remarks against cells: the member before, the next member, the last member.

use crate::arch::Arch;
use crate::article::{BitRow, Row, Table};
use crate::name::RowId;
use crate::release::Release;
use crate::span::Versions;
use crate::units::ByteOffset;

use super::Rule;
use super::finding::{Field, Finding, FindingCollector};

/// The statement of one part of a remark.
enum Claim<'a> {
    /// `previously at A and B`, `next at A`: offsets on x86 and x64, or one offset for both or for the only one.
    At {
        next: bool,
        offsets: Vec<ByteOffset>,
    },
    /// `previously BOOLEAN at A and B`.
    WasOfType {
        ty: &'a str,
        offsets: Vec<ByteOffset>,
    },
    /// `next in Flags`.
    NextIn(&'a str),
    /// `last member in 5.0 to 6.0`.
    Last(Versions),
    /// Truncated: `next at 0x88 and`.
    Cut,
    Unknown,
}

fn claims(remark: &str) -> impl Iterator<Item = (&str, Claim<'_>)> {
    let parts = remark
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.map(|part| (part, claim(part)))
}

fn claim(part: &str) -> Claim<'_> {
    if part.ends_with(" and") || part.ends_with(" at") {
        return Claim::Cut;
    }
    if let Some(versions) = part.strip_prefix("last member in ") {
        return versions.parse().map_or(Claim::Unknown, Claim::Last);
    }
    if let Some(unit) = part.strip_prefix("next in ") {
        return Claim::NextIn(unit);
    }
    let (next, rest) = match (part.strip_prefix("previously "), part.strip_prefix("next ")) {
        (Some(rest), _) => (false, rest),
        (None, Some(rest)) => (true, rest),
        (None, None) => return Claim::Unknown,
    };
    let Some((ty, list)) = rest.split_once("at ") else {
        return Claim::Unknown;
    };
    let offsets: Result<Vec<ByteOffset>, _> = list
        .split(" and ")
        .map(|text| text.trim().parse())
        .collect();
    match (offsets, ty.trim()) {
        (Ok(offsets), _) if offsets.is_empty() || offsets.len() > 2 => Claim::Unknown,
        (Ok(offsets), "") => Claim::At { next, offsets },
        (Ok(offsets), ty) if !next => Claim::WasOfType { ty, offsets },
        _ => Claim::Unknown,
    }
}

pub(super) fn check(table: &Table, findings: &mut FindingCollector) {
    let mut report = |id: &RowId, part: &str, problem: Option<String>| {
        if let Some(problem) = problem {
            let (rule, message) = (Rule::RemarkMismatch, format!("`{part}`: {problem}"));
            findings.add(Finding::new(rule, id, Field::Remark, message));
        }
    };
    for row in &table.rows {
        for (part, claim) in claims(&row.remark) {
            report(&row.id, part, row_claim(table, row, &claim));
        }
    }
    for bit in &table.bits {
        for (part, claim) in claims(&bit.remark) {
            report(&bit.id, part, bit_claim(table, bit, &claim));
        }
    }
}

fn row_claim(table: &Table, row: &Row, claim: &Claim<'_>) -> Option<String> {
    match claim {
        Claim::At { next, offsets } => {
            let edge = match next {
                true => last(table, &row.versions)?,
                false => first(table, &row.versions)?,
            };
            let there = neighbour(table, edge, *next)?;
            let kin = same_member_rows(table, row, there);
            compare(table, kin.as_slice(), there, offsets)
        }
        Claim::NextIn(unit) => {
            let there = neighbour(table, last(table, &row.versions)?, true)?;
            let is_kin = |bit: &&BitRow| {
                bit.continues.as_ref() == Some(&row.id)
                    || Some(&*bit.declaration.name) == row.name()
            };
            let mut kin = table.bits.iter().filter(is_kin);
            let held = kin.find(|bit| bit.versions.covers(there, table.last_release));
            let named = held.and_then(|bit| table.row(bit.unit.as_str())?.name());
            (named != Some(*unit)).then(|| format!("no bit of {unit} continues it in {there}"))
        }
        Claim::Last(versions) => table.stated_sizes().find_map(|(release, arch, _)| {
            let claimed = versions.covers(release, table.last_release);
            let Some(own) = table.offset(row, release, arch) else {
                return claimed.then(|| format!("it does not exist on {arch} in {release}"));
            };
            let is_later = |other: &&Row| table.offset(other, release, arch) > Some(own);
            match (table.rows.iter().find(is_later), claimed) {
                (Some(Row { id, .. }), true) => {
                    Some(format!("{id} comes after it on {arch} in {release}"))
                }
                (None, false) => Some(format!("it is the last in {release} too")),
                _ => None,
            }
        }),
        Claim::Cut => Some("the remark is cut off".to_owned()),
        Claim::WasOfType { .. } | Claim::Unknown => Some("not understood".to_owned()),
    }
}

fn bit_claim(table: &Table, bit: &BitRow, claim: &Claim<'_>) -> Option<String> {
    match claim {
        Claim::WasOfType { ty, offsets } => {
            let there = neighbour(table, first(table, &bit.versions)?, false)?;
            let is_kin = |row: &&Row| {
                bit.continues.as_ref() == Some(&row.id) || row.name() == Some(&bit.declaration.name)
            };
            let kin = table.rows.iter().filter(is_kin);
            let kin = kin.filter(|row| row.versions.covers(there, table.last_release));
            let kin: Vec<&Row> = kin.collect();
            let of_type = |row: &&Row| {
                row.interpretation(there, table.last_release)
                    .is_some_and(|reading| reading.ty(Arch::X64).base().as_str() == *ty)
            };
            if !kin.iter().any(of_type) {
                return Some(format!("no {ty} comes before it in {there}"));
            }
            compare(table, &kin, there, offsets)
        }
        Claim::Cut => Some("the remark is cut off".to_owned()),
        _ => Some("not understood".to_owned()),
    }
}

/// The rows of the same member at another release: linked by `continues`, or with the same name.
fn same_member_rows<'a>(table: &'a Table, row: &Row, there: Release) -> Vec<&'a Row> {
    let linked = |a: &Row, b: &Row| a.continues.as_ref() == Some(&b.id);
    let same_name = |other: &Row| row.name().is_some() && row.name() == other.name();
    let is_kin = |other: &&Row| {
        other.id != row.id && (linked(row, other) || linked(other, row) || same_name(other))
    };
    let kin = table.rows.iter().filter(is_kin);
    kin.filter(|other| other.versions.covers(there, table.last_release))
        .collect()
}

fn compare(table: &Table, kin: &[&Row], there: Release, claimed: &[ByteOffset]) -> Option<String> {
    let at = |arch| kin.iter().find_map(|row| table.offset(row, there, arch));
    let found = Arch::IN_ARTICLES.map(at);
    let good = match (claimed, found) {
        ([x86, x64], [found_x86, found_x64]) => Some(*x86) == found_x86 && Some(*x64) == found_x64,
        ([one], [Some(x86), Some(x64)]) => *one == x86 && *one == x64,
        ([one], [Some(only), None] | [None, Some(only)]) => *one == only,
        _ => false,
    };
    let show = |offset: Option<ByteOffset>| {
        offset.map_or_else(|| "nowhere".to_owned(), |offset| offset.to_string())
    };
    (!good).then(|| match kin {
        [] => format!("the member has no row in {there}"),
        _ => format!(
            "in {there} it is at {} on x86 and {} on x64",
            show(found[0]),
            show(found[1])
        ),
    })
}

fn first(table: &Table, versions: &Versions) -> Option<Release> {
    versions.releases(table.last_release).next()
}

fn last(table: &Table, versions: &Versions) -> Option<Release> {
    versions.releases(table.last_release).next_back()
}

/// The nearest release before or after `from` with a stated size.
fn neighbour(table: &Table, from: Release, next: bool) -> Option<Release> {
    let sized = |release: &Release| {
        let mut archs = Arch::IN_ARTICLES.into_iter();
        archs.any(|arch| table.size(*release, arch).is_some())
    };
    let mut all = Release::all();
    match next {
        true => all.find(|release| *release > from && sized(release)),
        false => all.rfind(|release| *release < from && sized(release)),
    }
}
