//! Resolves the structure and member that a text names: by name, by the name of a constant in C or Rust, by the source's
//! wording for an unnamed member, or by row id.

use std::collections::BTreeMap;

use super::{ClaimedMember, line};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::layout::Layout;
use crate::name::{MemberPath, ParseNameError, PathStep, RowId, TypeName};
use crate::release::Version;
use crate::stated::PartialPoint;
use crate::validity::cache::CachedStructure;

/// The maximum number of `_` in a constant's name that are tried as the separator before the member.
const MARKS: usize = 16;

/// Words without meaning before the name of a member in a constant.
const PREFIXES: [&str; 6] = ["off", "offs", "offset", "ofs", "g", "k"];

/// The names of a structure's members and bit fields at any point, keyed by letters and digits.
#[derive(Debug, Default)]
pub(in crate::validity) struct Names(BTreeMap<String, NameGroup>);

/// The names with the same letters and digits.
#[derive(Debug, Default)]
struct NameGroup {
    /// Every spelling with the source's row.
    names: Vec<(Box<str>, RowId)>,
    /// The row with that id or wording.
    row: Option<RowId>,
}

impl Names {
    pub(in crate::validity) fn of(layouts: &[Layout]) -> Self {
        let mut names = Self::default();
        for member in layouts.iter().flat_map(Layout::members) {
            let bits = member.bits.known_bits().unwrap_or_default().iter();
            let bits = bits.map(|bit| (&bit.row, Some(&*bit.name), ""));
            let whole = (&member.row, member.name.as_deref(), member.title());
            for (row, name, title) in std::iter::once(whole).chain(bits) {
                names.add(row, name, title);
            }
        }
        names
    }

    fn add(&mut self, row: &RowId, name: Option<&str>, title: &str) {
        if let Some(name) = name {
            let names = &mut self.0.entry(letters(name)).or_default().names;
            let is_it = |(known, of): &(Box<str>, RowId)| **known == *name && of == row;
            if !names.iter().any(is_it) {
                names.push((name.into(), row.clone()));
            }
        }
        for text in [row.as_str(), title] {
            if !text.is_empty() {
                let called = self.0.entry(letters(text)).or_default();
                called.row.get_or_insert_with(|| row.clone());
            }
        }
    }

    /// The rows with this name at some point.
    pub(in crate::validity) fn rows(&self, name: &str) -> Vec<&RowId> {
        let called = self.0.get(&letters(name)).into_iter();
        let names = called.flat_map(|called| &called.names);
        let same = names.filter(|(own, _)| own.eq_ignore_ascii_case(name));
        same.map(|(_, row)| row).collect()
    }
}

/// The letters and digits of a text: the same for `LOGGER_ID` and `LoggerId`, `source-1903` and `source_1903`.
fn letters(text: &str) -> String {
    let plain = text.chars().filter(char::is_ascii_alphanumeric);
    plain.map(|c| c.to_ascii_lowercase()).collect()
}

/// The member that a text names.
///
/// # Errors
///
/// The text names no member and is not a path.
pub(in crate::validity) fn parse_member(
    cached: &CachedStructure<'_>,
    text: &str,
) -> Result<ClaimedMember, String> {
    match existing_member(cached, text) {
        Some(wanted) => Ok(wanted),
        None => text
            .replace("->", ".")
            .parse()
            .map(ClaimedMember::Path)
            .map_err(|error: ParseNameError| match cached.nearest(text) {
                Some(near) => format!("{error}; did you mean `{near}`?"),
                None => error.to_string(),
            }),
    }
}

/// Like [`parse_member`], but only if the member exists at some point.
pub(super) fn existing_member(cached: &CachedStructure<'_>, text: &str) -> Option<ClaimedMember> {
    let path: Option<MemberPath> = text.replace("->", ".").parse().ok();
    let first = path.as_ref().and_then(|path| match path.steps().first() {
        Some(PathStep::Member(name)) => Some(&**name),
        _ => None,
    });
    let names = cached.names();
    let exactly = |first: &str| !names.rows(first).is_empty();
    if first.is_some_and(exactly) {
        return path.map(ClaimedMember::Path);
    }
    let key = letters(text);
    // `HandleCountOffset`
    let bare = || {
        names
            .0
            .get(key.strip_suffix("offset").filter(|_| !text.contains(' '))?)
    };
    let called = names.0.get(&key).or_else(bare)?;
    let alike = called.names.iter().find_map(|(name, _)| name.parse().ok());
    let alike = alike.map(ClaimedMember::Path);
    alike.or_else(|| called.row.clone().map(ClaimedMember::Row))
}

/// Splits a header's constant, `STRUCTURE_Member` or `STRUCTURE_Member_6_1_x64`, into structure, member and the parts of
/// the point that it names.
pub(crate) fn split_constant<'a, 't>(
    dataset: &'a Dataset,
    text: &'t str,
) -> Option<(&'a Structure, &'t str, PartialPoint)> {
    let text = text.trim_start_matches('_');
    // The longest name of a type wins: `KTHREAD_COUNTERS_WaitReasonBitMap` is not of `_KTHREAD`.
    let mut marks = text.match_indices('_').rev().take(MARKS);
    let (structure, member) =
        marks.find_map(|(at, _)| Some((dataset.structure(&text[..at])?, &text[at + 1..])))?;
    let (member, point) = without_ending(member);
    Some((structure, member, point))
}

/// The longest suffix of a constant's name that `find` resolves, with its prefix: `EtwpCounters` of
/// `SILO_EtwpCounters`.
pub(super) fn behind_prefix<'t, T>(
    text: &'t str,
    find: impl Fn(&str, &'t str) -> Option<T>,
) -> Option<(T, &'t str, PartialPoint)> {
    let mut marks = text.match_indices(['_', '.']).take(MARKS);
    marks.find_map(|(at, _)| {
        let (member, point) = without_ending(text.get(at + 1..)?);
        Some((find(text.get(..at)?, member)?, member, point))
    })
}

/// Removes the leading words without meaning of a constant's name: `OFF_TOKEN`.
pub(crate) fn without_prefix(mut name: &str) -> &str {
    while let Some((first, rest)) = name.split_once('_')
        && PREFIXES.contains(&letters(first).as_str())
    {
        name = rest;
    }
    name
}

/// Whether each word of a constant's prefix has no meaning or is part of the structure's name.
pub(super) fn is_prefix_of(prefix: &str, structure: &TypeName) -> bool {
    let structure = letters(structure.as_str());
    let mut words = prefix.split('_').map(letters);
    words.all(|word| PREFIXES.contains(&word.as_str()) || structure.contains(&word))
}

/// Removes `_OFFSET` and the point from a member's name: `Token_OFFSET_W10_1909`.
fn without_ending(name: &str) -> (&str, PartialPoint) {
    let mut marks = name.match_indices('_');
    let marked = marks.find_map(|(at, _)| {
        let behind = name.get(at + 1..)?;
        let (word, of) = behind.split_once('_').unwrap_or((behind, ""));
        let version = line::version(of);
        let is_whole = of.is_empty() || version.is_some();
        let is_end = word.eq_ignore_ascii_case("offset") && is_whole;
        let point = PartialPoint {
            version,
            arch: None,
        };
        is_end.then_some((name.get(..at)?, point))
    });
    marked.unwrap_or_else(|| without_point(name))
}

/// Removes the point that a header appends to a member's name: `_6_1_x64`, `_server_2022_x64`.
fn without_point(name: &str) -> (&str, PartialPoint) {
    let nothing = (name, PartialPoint::default());
    let Some((rest, arch)) = name.rsplit_once('_') else {
        return nothing;
    };
    let Ok(arch) = arch.parse::<Arch>() else {
        return nothing;
    };
    let version = |text: &str| -> Option<Version> {
        let spelt = |by: &str| text.replace('_', by).parse().ok();
        spelt(".").or_else(|| spelt("-"))
    };
    let mut marks = rest.match_indices('_');
    let found = marks.find_map(|(at, _)| Some((rest.get(..at)?, version(rest.get(at + 1..)?)?)));
    let (member, version) = found.map_or((rest, None), |(member, it)| (member, Some(it)));
    let arch = Some(arch);
    (member, PartialPoint { version, arch })
}
