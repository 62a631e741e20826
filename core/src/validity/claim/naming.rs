//! Which structure and which member a text names: by its name, as a constant of a header or of Rust spells it, by what the source
//! says of it where it has no name, or by the id of the source's row.

use super::Wanted;
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::layout::{Layout, Member};
use crate::lookup::nearest;
use crate::name::{MemberPath, ParseNameError, PathStep, RowId};
use crate::release::Version;
use crate::validity::past::Past;

/// What a member or bit field is called: its name, and what it is known by where it has none.
fn known(member: &Member) -> impl Iterator<Item = (&RowId, Option<&str>, &str)> {
    let bits = member.bits.known().unwrap_or_default().iter();
    let bits = bits.map(|bit| (&bit.row, Some(&*bit.name), ""));
    std::iter::once((&member.row, member.name.as_deref(), member.title())).chain(bits)
}

/// The member that a text names.
///
/// # Errors
///
/// It names none and cannot be a path, either.
pub(in crate::validity) fn wanted(past: &Past<'_>, text: &str) -> Result<Wanted, String> {
    match named(past, text) {
        Some(wanted) => Ok(wanted),
        None => {
            text.replace("->", ".")
                .parse()
                .map(Wanted::Path)
                .map_err(|error: ParseNameError| {
                    let titles = past
                        .layouts
                        .iter()
                        .flat_map(Layout::members)
                        .map(Member::title);
                    let near = nearest(text, titles);
                    match near.first() {
                        Some(near) => format!("{error}; did you mean `{near}`?"),
                        None => error.to_string(),
                    }
                })
        }
    }
}

/// The same, if there is such a member at some point.
pub(super) fn named(past: &Past<'_>, text: &str) -> Option<Wanted> {
    let path: Option<MemberPath> = text.replace("->", ".").parse().ok();
    let first = path.as_ref().and_then(|path| match path.steps().first() {
        Some(PathStep::Member(name)) => Some(&**name),
        _ => None,
    });
    let mut alike = None;
    let mut rows = None;
    for member in past.layouts.iter().flat_map(Layout::members) {
        for (row, name, title) in known(member) {
            if first.is_some()
                && name.is_some_and(|name| first.is_some_and(|it| it.eq_ignore_ascii_case(name)))
            {
                return path.map(Wanted::Path);
            }
            if alike.is_none() && name.is_some_and(|name| same_letters(name, text)) {
                alike = name.and_then(|name| name.parse().ok()).map(Wanted::Path);
            }
            if rows.is_none() && (same_letters(row.as_str(), text) || same_letters(title, text)) {
                rows = Some(Wanted::Row(row.clone()));
            }
        }
    }
    alike.or(rows)
}

/// Whether two texts have the same letters and digits: `LOGGER_ID` and `LoggerId`, `source-1903` and `source_1903`.
fn same_letters(one: &str, other: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> + '_ {
        let plain = text.bytes().filter(u8::is_ascii_alphanumeric);
        plain.map(|byte| byte.to_ascii_lowercase())
    }
    !one.is_empty() && letters(one).eq(letters(other))
}

/// `STRUCTURE_Member` and `STRUCTURE_Member_6_1_x64`, as headers name constants: the structure, the member, and whether of one
/// architecture alone.
pub(super) fn joined<'a, 't>(
    dataset: &'a Dataset,
    text: &'t str,
) -> Option<(&'a Structure, &'t str, Option<Arch>)> {
    let text = text.trim_start_matches('_');
    let begins = |structure: &&Structure| {
        let name = structure.name.as_str();
        let head = text.get(..name.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(name))
            && text
                .get(name.len()..)
                .is_some_and(|rest| rest.starts_with('_'))
    };
    let structure = dataset.audited().find(begins)?;
    let member = text.get(structure.name.as_str().len() + 1..)?;
    let ends = ["_OFFSET", "_Offset", "_offset"];
    let member = ends
        .iter()
        .find_map(|end| member.strip_suffix(end))
        .unwrap_or(member);
    let (member, arch) = without_point(member);
    Some((structure, member, arch))
}

/// A member's name without the point that a header puts behind it: `_6_1_x64`, `_server_2022_x64`.
fn without_point(name: &str) -> (&str, Option<Arch>) {
    let Some((rest, arch)) = name.rsplit_once('_') else {
        return (name, None);
    };
    let Ok(arch) = arch.parse::<Arch>() else {
        return (name, None);
    };
    let is_version = |text: &str| {
        let spelt = |by: &str| text.replace('_', by).parse::<Version>().is_ok();
        spelt(".") || spelt("-")
    };
    let marks = rest.match_indices('_');
    let mut ends = marks.filter(|(at, _)| rest.get(at + 1..).is_some_and(is_version));
    let member = ends.next().and_then(|(at, _)| rest.get(..at));
    (member.unwrap_or(rest), Some(arch))
}
