//! Tests that searches find what people mean, in the built-in data.

use std::collections::BTreeSet;

use expect_test::{expect, expect_file};
use strata_core::lookup::{self, Suggestion};
use strata_core::search::{Hit, Index, Query, Subject, covering};
use strata_core::{Arch, Layout};
use strata_tests::data::{dataset, layouts_of};
use strata_tests::transcript;

/// How many hits a test checks.
const SHOWN: usize = 4;

fn line(hit: &Hit) -> String {
    let within = match &hit.subject {
        Subject::Member { structure, .. } | Subject::Gap { structure } => format!("{structure} "),
        _ => String::new(),
    };
    let title = hit.path.as_ref().unwrap_or(&hit.title);
    let runs: Vec<String> = hit.runs.iter().map(ToString::to_string).collect();
    let (kind, why) = (hit.subject.kind(), hit.why.as_str());
    let line = format!("{kind} {within}{title} by {why}: {}", runs.join(", "));
    line.trim_end_matches([':', ' ']).to_owned()
}

/// The first hits; after `first:`, only one, with its description and point.
#[test]
fn hits() {
    let index = Index::new(dataset());
    transcript::play(&expect_file!["search.txt"], 85, |text| {
        let Some(text) = text.strip_prefix("first: ") else {
            let found = index.search(dataset(), &Query::read(text), SHOWN);
            let lines: String = found.hits.iter().map(|hit| line(hit) + "\n").collect();
            return format!("{} in all\n{lines}", found.total);
        };
        let found = index.search(dataset(), &Query::read(text), 1);
        let first = found.hits.first().expect("there is a hit");
        let point = first.point.map(|point| format!(" ({point})"));
        let point = point.unwrap_or_default();
        format!("{}: {}{point}\n", line(first), first.detail)
    });
}

/// The hits at an offset are those of the layouts, and every member is found by its name.
#[test]
fn the_index_knows_every_member() {
    let index = Index::new(dataset());
    let mut labels = BTreeSet::new();
    let sample = ["_EPROCESS", "_LARGE_INTEGER", "_KPRCB~2"].map(|name| dataset().structure(name));
    for structure in dataset().audited().chain(sample.into_iter().flatten()) {
        // The first and the last layout of each architecture, for a type that only symbol files state.
        let symbols: Vec<Layout> = match structure.audited() {
            Some(_) => Vec::new(),
            None => {
                let layouts = structure.layouts();
                let of = |arch| {
                    layouts
                        .iter()
                        .filter(move |it| it.arch() == arch && it.image.is_some())
                };
                let ends = Arch::ALL.map(|arch| [of(arch).next(), of(arch).next_back()]);
                ends.into_iter().flatten().flatten().cloned().collect()
            }
        };
        let layouts: &[Layout] = match symbols.is_empty() {
            true => layouts_of(structure),
            false => &symbols[..],
        };
        let name = structure
            .name
            .without_tag_underscore()
            .to_lowercase()
            .replace('_', "");
        for layout in layouts {
            for member in layout
                .members()
                .filter(|it| symbols.is_empty() || it.name.is_some())
            {
                let query = Query {
                    words: vec![name.trim_end_matches("~2").to_owned()],
                    offset: Some(member.offset),
                    arch: Some(layout.point.arch),
                    version: Some(layout.point.version),
                    ..Query::default()
                };
                let hits = covering(&index, dataset(), &query, 0, usize::MAX).hits;
                let ours = |hit: &&Hit| match &hit.subject {
                    Subject::Member { structure: of, .. } => *of == layout.structure,
                    _ => false,
                };
                let begins = |hit: &Hit| hit.runs.iter().any(|run| run.offset == member.offset);
                assert!(
                    hits.iter().filter(ours).any(begins),
                    "{} {} {}",
                    layout.structure,
                    layout.point,
                    member.label()
                );
                if labels.insert(member.label().to_owned()) {
                    let named = index.search(dataset(), &Query::read(member.label()), usize::MAX);
                    assert!(named.total > 0, "{}", member.label());
                }
            }
        }
    }
}

/// `LoggerId` is a `ULONG` at 6.1, which is why it covers 0x5a there.
#[test]
fn a_hit_is_declared_as_it_is_where_it_is_shown() {
    let index = Index::new(dataset());
    let details = |text: &str| {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        let hits = found.hits.into_iter();
        let own = hits.filter(|hit| hit.title == "LoggerId");
        own.map(|hit| hit.detail).collect::<Vec<_>>()
    };
    assert_eq!(
        details("ETW_REALTIME_CONSUMER+0x5a 6.1 x64"),
        ["ULONG LoggerId"]
    );
    assert_eq!(
        details("consumer LoggerId x64"),
        ["USHORT LoggerId; ULONG LoggerId"]
    );
}

/// A word without a meaning or a match does not empty a search, and is reported.
#[test]
fn a_word_that_says_nothing_is_left_out() {
    let index = Index::new(dataset());
    for (text, ignored, title) in [
        (
            "0x58 kernel ETW_REALTIME_CONSUMER 6.2 x64",
            &["kernel"][..],
            "LoggerId",
        ),
        (
            "mov eax, [rcx+58h] etw_realtime_consumer 6.2 x64",
            &["mov", "eax"],
            "LoggerId",
        ),
        ("LoggerId zzzzqqqq", &["zzzzqqqq"], "LoggerId"),
        ("LoggerId", &[], "LoggerId"),
    ] {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        assert_eq!(found.ignored, ignored, "{text}");
        assert_eq!(found.hits[0].title, title, "{text}");
    }
    // Beside an offset, the word does not select members of that name.
    let [all, kernel] =
        ["0x2e0", "0x2e0 kernel"].map(|text| index.search(dataset(), &Query::read(text), SHOWN));
    assert_eq!(kernel.ignored, ["kernel"]);
    assert_eq!(kernel.total, all.total);
}

/// Words about a version, and segments before an offset, do not hide what is asked for.
#[test]
fn the_best_hit_is_the_one_that_is_meant() {
    let index = Index::new(dataset());
    for (text, first) in [
        ("winver 22H2", "22H2"),
        (
            "Windows 10 Version 22H2 (OS Build 19045.2965)",
            "10.0.19041.2965",
        ),
        ("_EPROCESS+736", "WakeInfo"),
        ("_EPROCESS+0x736 1809 x64", "padding"),
        ("_KPCR gs:[188h]", "Prcb"),
    ] {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        let title = found.hits.first().map(|hit| hit.title.as_str());
        assert_eq!(title, Some(first), "{text}");
    }
}

#[test]
fn an_unknown_image_leads_to_those_of_the_nearest_versions() {
    let missing = lookup::image(dataset(), "ntoskrnl-10.0.99999.1-x64").expect_err("it is unknown");
    let near: Vec<String> = missing.suggestions.iter().map(Suggestion::text).collect();
    let first = near.first().map(String::as_str);
    assert_eq!(first, Some("ntoskrnl-10.0.26100.1742-x64"), "{near:?}");
}

/// A search that names a version leads to that version.
#[test]
fn a_hit_is_at_the_version_that_is_asked_for() {
    let index = Index::new(dataset());
    for (text, point) in [
        ("LoggerId 6.2 x64", "6.2/x64"),
        ("ETW_REALTIME_CONSUMER+0x58 windows 8 x64", "6.2/x64"),
        ("_EPROCESS 22H2", "22H2/x64"),
        ("_EPROCESS Win10 1809 x86", "1809/x86"),
        ("ActiveProcessLinks 19041", "2004/x64"),
        ("LoggerId 22000", "11-21H2/x64"),
        ("_EPROCESS 22000", "11-21H2/x64"),
        ("LoggerId", "11-24H2/x64"),
    ] {
        let found = index.search(dataset(), &Query::read(text), SHOWN);
        let own = found.hits[0].point.map(|point| point.to_string());
        assert_eq!(own.as_deref(), Some(point), "{text}");
    }
}

#[test]
fn an_offset_inside_a_member_leads_into_its_type() {
    let index = Index::new(dataset());
    for (text, path) in [
        (
            "ETW_REALTIME_CONSUMER+0x68 22H2 x64",
            Some("ReservedBufferSpaceBitMap.Buffer"),
        ),
        ("ETW_REALTIME_CONSUMER+0x8 22H2 x64", Some("Links.Blink")),
        ("ETW_REALTIME_CONSUMER+0x58 22H2 x64", None),
        ("_EPROCESS+0x28 22H2 x64", Some("Pcb.DirectoryTableBase")),
    ] {
        let found = index.search(dataset(), &Query::read(text), 1);
        assert_eq!(found.hits[0].path.as_deref(), path, "{text}");
    }
}

#[test]
fn an_offset_in_a_named_type_is_told_of_the_newest_x64_first() {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read("_EPROCESS+0x2e0"), 1);
    let details: Vec<&str> = found.hits.iter().map(|hit| &*hit.detail).collect();
    expect!["at 11-24H2/x64: PEB *Peb"].assert_eq(&details.join("\n"));
}

#[test]
fn an_offset_behind_a_wide_register_is_of_x64() {
    let index = Index::new(dataset());
    let archs = |text| -> BTreeSet<Arch> {
        let found = index.search(dataset(), &Query::read(text), 100);
        let runs = found.hits.iter().flat_map(|hit| &hit.runs);
        runs.map(|run| run.first.arch).collect()
    };
    assert_eq!(archs("[rcx+2E0h]"), BTreeSet::from([Arch::X64]));
    assert!(archs("[ecx+2E0h]").len() > 1);
}

#[test]
fn an_image_says_what_changed_in_it() {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read("10.0.17763.2928"), 4);
    let details: Vec<&str> = found.hits.iter().map(|hit| &*hit.detail).collect();
    expect!["a kernel of 1809 for x64; changed _EPROCESS"].assert_eq(&details.join("\n"));
}

#[test]
fn a_change_is_shown_where_it_happened() {
    let index = Index::new(dataset());
    let found = index.search(dataset(), &Query::read("Token changed in 1809"), SHOWN);
    let first = found.hits.first().expect("a member changed");
    let point = first.point.map(|point| point.version.to_string());
    assert_eq!(point.as_deref(), Some("1809"));
}
