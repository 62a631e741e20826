//! Consistency checks across data files: every named source exists, the releases are the built-in ones.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::arch::Arch;
use crate::catalogue::{Catalogue, Image, ReleaseStart, Type};
use crate::ctype::CType;
use crate::kernels::Kernels;
use crate::name::TypeName;
use crate::raw::{DataError, Place, Problem, RawDataset, RawSource, RawTypeConstants};
use crate::release::Release;
use crate::types::{ScalarKind, TypeMember, scalar};

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
                errors.push(DataError {
                    place,
                    problem: Problem::Form(what),
                });
            }
            if names_user(&source.url) {
                // Reported at the id, because messages quote the line and are shown on pages too.
                let place = Place::entry(&file.file, "source", at, "id");
                let what = "its url contains a user, which pages and the API would show: expected the address without the part \
                    before the `@`";
                errors.push(DataError {
                    place,
                    problem: Problem::Form(what.to_owned()),
                });
            }
            if sources.insert(source.id.clone(), source.clone()).is_some() {
                let place = Place::entry(&file.file, "source", at, "id");
                let problem = Problem::Twice {
                    what: "source",
                    name: source.id.clone(),
                };
                errors.push(DataError { place, problem });
            }
        }
    }
    sources
}

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
    let (line, problem) = match Kernels::read(&file.content) {
        Ok(kernels) if sources.contains_key(kernels.source()) => return kernels.into(),
        Ok(kernels) => (
            2,
            Problem::Unknown {
                what: "source",
                name: kernels.source().to_owned(),
            },
        ),
        Err(error) => (error.line, Problem::Form(error.problem)),
    };
    errors.push(DataError {
        place: Place::line(&file.file, line),
        problem,
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
            errors.push(DataError {
                place,
                problem: Problem::Unknown {
                    what: "source",
                    name: name.to_owned(),
                },
            });
        }
    };
    for file in &raw.structures {
        check(Place::key(&file.file, "source"), &file.content.source);
        for (at, servicing) in file.content.servicing.iter().enumerate() {
            check(
                Place::entry(&file.file, "servicing", at, "source"),
                &servicing.source,
            );
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
        errors.extend(missing.map(|name| DataError {
            place: Place::line(file, line),
            problem: Problem::Unknown {
                what: "source",
                name: name.to_string(),
            },
        }));
    }
}

/// Checks that the sets of constants and rows to which rows and members refer exist.
pub(super) fn value_meanings(raw: &RawDataset, catalogue: &Catalogue, errors: &mut Vec<DataError>) {
    let constants = catalogue.constants();
    for file in &raw.types {
        let name = file.content.name.parse::<TypeName>().ok();
        let ty = name.and_then(|name| {
            catalogue
                .all_named(&name)
                .iter()
                .find(|ty| ty.data_file.is_some())
        });
        for (at, member) in file.content.constants.iter().enumerate() {
            let mut fail = |key, problem| {
                let place = Place::entry(&file.file, "constants", at, key);
                errors.push(DataError { place, problem });
            };
            if let Some(problem) = mistaken_member(ty, &file.content.constants, at) {
                fail("member", problem);
            }
            if !constants
                .sets()
                .any(|known| known.id.as_str() == member.set)
            {
                let (what, name) = ("set of constants", member.set.clone());
                fail("set", Problem::Unknown { what, name });
            }
        }
    }
    for file in &raw.structures {
        let rows = &file.content.row;
        for (at, row) in rows.iter().enumerate() {
            let mut unknown = |key, what, name: &String| {
                let place = Place::entry(&file.file, "row", at, key);
                let name = name.clone();
                errors.push(DataError {
                    place,
                    problem: Problem::Unknown { what, name },
                });
            };
            if let Some(set) = &row.constants
                && !constants.sets().any(|known| known.id.as_str() == set)
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
fn mistaken_member(ty: Option<&Type>, entries: &[RawTypeConstants], at: usize) -> Option<Problem> {
    let name = &entries.get(at)?.member;
    let members = ty?.all_classes().flat_map(|class| &class.members);
    let mut named = members
        .filter(|member| *member.declaration.name == **name)
        .peekable();
    if named.peek().is_none() {
        let (what, name) = ("member", name.clone());
        return Some(Problem::Unknown { what, name });
    }
    let plain = |member: &TypeMember| {
        let scalar = match &member.declaration.ty {
            CType::Named(ty) => scalar(ty, Arch::X64),
            _ => None,
        };
        member.bits.is_none() && scalar.is_some_and(|(kind, _)| kind == ScalarKind::Unsigned)
    };
    if !named.all(plain) {
        return Some(Problem::Form(format!(
            "`{name}` is not an unsigned number in all layouts: only such members have constants"
        )));
    }
    let (what, name) = ("member with constants", name.clone());
    let twice = entries[..at].iter().any(|entry| entry.member == name);
    twice.then_some(Problem::Twice { what, name })
}

/// Checks that the releases are the built-in ones, in order and with their build numbers; returns their labels.
pub(super) fn releases(raw: &RawDataset, errors: &mut Vec<DataError>) -> Vec<ReleaseStart> {
    let mut labels = Vec::new();
    let file = &raw.releases.file;
    let rows = &raw.releases.content.release;
    for (at, release) in Release::all().enumerate() {
        let mut fail = |key, message: String| {
            errors.push(DataError {
                place: Place::entry(file, "release", at, key),
                problem: Problem::Form(message),
            });
        };
        let Some(row) = rows.get(at) else {
            fail(
                "id",
                format!("expected the release `{release}`, but the file ends"),
            );
            return labels;
        };
        if row.id != release.id() {
            fail(
                "id",
                format!("expected the release `{release}`, found `{}`", row.id),
            );
        }
        match row.file.parse() {
            Ok(first) => labels.push(ReleaseStart { release, first }),
            Err(error) => fail("file", error.to_string()),
        }
        if row.build != release.build() {
            let (expected, found) = (release.build(), row.build);
            fail(
                "build",
                format!("expected the build {expected} for {release}, found {found}"),
            );
        }
    }
    if rows.len() > Release::COUNT {
        let place = Place::entry(file, "release", Release::COUNT, "id");
        errors.push(DataError {
            place,
            problem: Problem::Form("the list of releases ends before this one".to_owned()),
        });
    }
    labels
}
