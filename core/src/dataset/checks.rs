//! Consistency checks across data files: every named source exists, the releases are the built-in ones.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ReleaseStart, Type};
use crate::ctype::CType;
use crate::kernels::Kernels;
use crate::name::TypeName;
use crate::raw::{DataError, Place, RawDataset, RawSource, RawTypeConstants};
use crate::release::{Build, Release};
use crate::types::{ScalarKind, TypeMember, scalar};
use crate::words::ParseWordError;

pub(super) fn read_sources(
    raw: &RawDataset,
    errors: &mut Vec<DataError>,
) -> BTreeMap<String, RawSource> {
    let mut sources = BTreeMap::new();
    for file in &raw.sources {
        for (at, source) in file.content.source.iter().enumerate() {
            // The URL becomes a link on every page that names the source.
            if !is_web_address(&source.url) {
                let place = Place::entry(&file.file, "source", at, "url");
                let what = format!(
                    "`{}` is not a web address: expected one that begins with https:// or http://",
                    source.url
                );
                errors.push(DataError::form(place, what));
            }
            if !SOURCE_KINDS.contains(&source.kind.as_str()) {
                let place = Place::entry(&file.file, "source", at, "kind");
                let mistake = ParseWordError::new(&source.kind, "a kind of source", &SOURCE_KINDS);
                errors.push(DataError::form(place, mistake.to_string()));
            }
            if names_user(&source.url) {
                // Reported at the id, because messages quote the line and are shown on pages too.
                let place = Place::entry(&file.file, "source", at, "id");
                let what = "its url contains a user, which pages and the API would show: expected the address without the part \
                    before the `@`";
                errors.push(DataError::form(place, what));
            }
            if sources.insert(source.id.clone(), source.clone()).is_some() {
                let place = Place::entry(&file.file, "source", at, "id");
                errors.push(DataError::twice(place, "source", &source.id));
            }
        }
    }
    sources
}

const SOURCE_KINDS: [&str; 6] = [
    "article",
    "documentation",
    "symbol-files",
    "header",
    "sdk",
    "derived",
];

fn is_web_address(url: &str) -> bool {
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| url.strip_prefix(scheme));
    let plain = |c: char| !c.is_whitespace() && !c.is_control();
    rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(plain))
}

/// Returns whether the URL has a user name (and perhaps a password) before the host.
fn names_user(url: &str) -> bool {
    let authority = url.split("//").nth(1);
    let authority = authority.and_then(|it| it.split(['/', '?', '#']).next());
    authority.is_some_and(|it| it.contains('@'))
}

/// Checks the file of kernels and its source. A built-in file is parsed lazily.
pub(super) fn kernels(
    raw: &RawDataset,
    sources: &BTreeMap<String, RawSource>,
    errors: &mut Vec<DataError>,
) -> OnceLock<Kernels> {
    let Some(file) = raw.kernels.as_ref().filter(|it| !it.content.is_built_in()) else {
        return OnceLock::new();
    };
    let at = |line| Place::line(&file.file, line);
    errors.push(match Kernels::read(&file.content) {
        Ok(kernels) if sources.contains_key(kernels.source()) => return kernels.into(),
        Ok(kernels) => DataError::unknown(at(2), "source", kernels.source()),
        Err(error) => DataError::form(at(error.line), error.problem),
    });
    OnceLock::new()
}

/// Checks that every named source exists.
pub(super) fn sources(
    raw: &RawDataset,
    sources: &BTreeMap<String, RawSource>,
    errors: &mut Vec<DataError>,
) {
    let mut check = |place: Place, name: &str| {
        if !sources.contains_key(name) {
            errors.push(DataError::unknown(place, "source", name));
        }
    };
    for file in &raw.structures {
        check(Place::key(&file.file, "source"), &file.content.source);
        for (at, servicing) in file.content.servicing.iter().enumerate() {
            let place = Place::entry(&file.file, "servicing", at, "source");
            check(place, &servicing.source);
        }
    }
    for file in &raw.types {
        check(Place::key(&file.file, "source"), &file.content.source);
        for (at, layout) in file.content.layout.iter().enumerate() {
            if let Some(source) = &layout.source {
                check(Place::entry(&file.file, "layout", at, "source"), source);
            }
        }
        for (at, constants) in file.content.constants.iter().enumerate() {
            let place = Place::entry(&file.file, "constants", at, "source");
            check(place, &constants.source);
        }
    }
    for file in &raw.constants {
        let lists = file.content.constants.iter().map(|list| &list.source);
        for (at, source) in lists.enumerate() {
            check(Place::entry(&file.file, "constants", at, "source"), source);
        }
        let lists = file.content.guids.iter().map(|list| &list.source);
        for (at, source) in lists.enumerate() {
            check(Place::entry(&file.file, "guids", at, "source"), source);
        }
    }
}

/// Checks that every source named by an image of a catalogue exists.
pub(super) fn image_sources(
    file: &str,
    images: &[Image],
    sources: &BTreeMap<String, RawSource>,
    errors: &mut Vec<DataError>,
) {
    // Images begin on line 2.
    for (line, image) in (2..).zip(images) {
        let missing = image
            .sources
            .iter()
            .find(|name| !sources.contains_key(&***name));
        let place = Place::line(file, line);
        errors.extend(missing.map(|name| DataError::unknown(place, "source", name)));
    }
}

/// Checks that the sets of constants and rows to which rows and members refer exist.
pub(super) fn value_meanings(raw: &RawDataset, catalogue: &Catalogue, errors: &mut Vec<DataError>) {
    let constants = catalogue.constants();
    let is_set = |id: &str| constants.sets().any(|known| known.id.as_str() == id);
    for file in &raw.types {
        let name = file.content.name.parse::<TypeName>().ok();
        let ty = name.and_then(|name| {
            catalogue
                .all_named(&name)
                .iter()
                .find(|ty| ty.data_file.is_some())
        });
        for (at, member) in file.content.constants.iter().enumerate() {
            let place = |key| Place::entry(&file.file, "constants", at, key);
            let entries = &file.content.constants;
            errors.extend(mistaken_member(ty, entries, at, place("member")));
            if !is_set(&member.set) {
                let what = "set of constants";
                errors.push(DataError::unknown(place("set"), what, &member.set));
            }
        }
    }
    for file in &raw.structures {
        let rows = &file.content.row;
        for (at, row) in rows.iter().enumerate() {
            let mut unknown = |key, what, name: &String| {
                let place = Place::entry(&file.file, "row", at, key);
                errors.push(DataError::unknown(place, what, name));
            };
            if let Some(set) = &row.constants
                && !is_set(set)
            {
                unknown("constants", "set of constants", set);
            }
            for (key, of) in [("pages_of", &row.pages_of), ("counted_by", &row.counted_by)] {
                if let Some(of) = of
                    && !rows.iter().any(|known| known.id == *of)
                {
                    unknown(key, "row", of);
                }
            }
        }
    }
}

/// The error of an entry of constants: its member must be an unsigned integer in every layout, and named once.
fn mistaken_member(
    ty: Option<&Type>,
    entries: &[RawTypeConstants],
    at: usize,
    place: Place,
) -> Option<DataError> {
    let name = &entries.get(at)?.member;
    let members = ty?.all_classes().flat_map(|class| &class.members);
    let mut named = members
        .filter(|member| *member.declaration.name == **name)
        .peekable();
    if named.peek().is_none() {
        return Some(DataError::unknown(place, "member", name));
    }
    let plain = |member: &Arc<TypeMember>| {
        let scalar = match &member.declaration.ty {
            CType::Named(ty) => scalar(ty, Arch::X64),
            _ => None,
        };
        member.bits.is_none() && scalar.is_some_and(|(kind, _)| kind == ScalarKind::Unsigned)
    };
    if !named.all(plain) {
        let what = format!(
            "`{name}` is not an unsigned number in all layouts: only such members have constants"
        );
        return Some(DataError::form(place, what));
    }
    let twice = entries[..at].iter().any(|entry| entry.member == *name);
    twice.then(|| DataError::twice(place, "member with constants", name))
}

/// Checks that the releases are the built-in ones, in order and with their build numbers; returns their labels.
pub(super) fn releases(raw: &RawDataset, errors: &mut Vec<DataError>) -> Vec<ReleaseStart> {
    let mut labels = Vec::new();
    let file = &raw.releases.file;
    let rows = &raw.releases.content.release;
    for (at, release) in Release::all().enumerate() {
        let mut fail = |key, message: String| {
            let place = Place::entry(file, "release", at, key);
            errors.push(DataError::form(place, message));
        };
        let expected = format!("expected the release `{release}`");
        let Some(row) = rows.get(at) else {
            fail("id", format!("{expected}, but the file ends"));
            return labels;
        };
        if row.id != release.id() {
            fail("id", format!("{expected}, found `{}`", row.id));
        }
        match row.file.parse::<Build>() {
            Ok(first) => {
                let kernel = release.kernel();
                if first.number != kernel {
                    let found = first.number;
                    let message =
                        format!("expected a kernel of build {kernel} for {release}, found {found}");
                    fail("file", message);
                }
                labels.push(ReleaseStart { release, first });
            }
            Err(error) => fail("file", error.to_string()),
        }
        if row.build != release.build() {
            let (build, found) = (release.build(), row.build);
            let message = format!("expected the build {build} for {release}, found {found}");
            fail("build", message);
        }
    }
    if rows.len() > Release::COUNT {
        let place = Place::entry(file, "release", Release::COUNT, "id");
        let what = "the list of releases ends before this one";
        errors.push(DataError::form(place, what));
    }
    labels
}
