//! Tests of the strips of bytes: to scale, without a hole, each member's change shown once, and small.

use strata_core::dataset::Structure;
use strata_core::diff::Mark;
use strata_core::{Arch, Point, Release, Version};
use strata_frontend::page::Strips;
use strata_frontend::page::strips::{Block, HEAD, Link};
use strata_frontend::page::{DiffPage, StructurePage};
use strata_frontend::route::Fields;
use strata_tests::client::page;
use strata_tests::data::dataset;

fn drawings(structure: &Structure) -> impl Iterator<Item = (Arch, Strips)> {
    let page = StructurePage::new(dataset(), structure, &Fields::default());
    let shown = page.expect("it is audited").shown.into_iter();
    shown.map(|shown| (shown.arch, shown.strips.expect("it is audited")))
}

fn every_drawing() -> Vec<(String, Strips)> {
    let all = dataset().audited().flat_map(|structure| {
        let title = move |arch| format!("{} {arch}", structure.name);
        drawings(structure).map(move |(arch, strips)| (title(arch), strips))
    });
    all.collect()
}

#[test]
fn blocks_tile_their_strip_and_ribbons_begin_and_end_at_blocks() {
    for (title, strips) in every_drawing() {
        for strip in &strips.strips {
            let mut end = HEAD;
            let mut offset = 0;
            for block in &strip.blocks {
                assert_eq!(
                    (block.edge.y, block.run.slot.offset().get()),
                    (end, offset),
                    "{title} {}",
                    strip.head
                );
                end = block.edge.end();
                offset += block.run.slot.size().get();
            }
            assert_eq!(offset, strip.size, "{title} {}", strip.head);
        }
        for (at, link) in strips.links.iter().enumerate() {
            let ends = [&strips.strips[at], &strips.strips[at + 1]].map(|strip| {
                let edges = strip
                    .blocks
                    .iter()
                    .flat_map(|it| [it.edge.y, it.edge.end()]);
                edges.collect::<Vec<u32>>()
            });
            for ribbon in &link.ribbons {
                for (edge, ends) in [(ribbon.from, &ends[0]), (ribbon.to, &ends[1])] {
                    let there = ends.contains(&edge.y) && ends.contains(&edge.end());
                    assert!(there, "{title} {}: {ribbon:?}", link.summary);
                }
            }
        }
    }
}

#[test]
fn every_member_goes_somewhere_or_is_gone_and_comes_from_somewhere_or_is_new() {
    for (title, strips) in every_drawing() {
        for (at, link) in strips.links.iter().enumerate() {
            for (strip, is_old) in [(at, true), (at + 1, false)] {
                for block in &strips.strips[strip].blocks {
                    let Some(label) = block.run.title() else {
                        continue;
                    };
                    let ways = ways(link, block, is_old);
                    assert_eq!(ways, 1, "{title} {}: {label}", link.summary);
                }
            }
        }
    }
}

/// How many ribbons lead to a block as a member of its own, and not as the integer that contains a bit.
fn ways(link: &Link, block: &Block, is_old: bool) -> usize {
    let foreign = if is_old { Mark::FromBits } else { Mark::ToBits };
    let covers = |ribbon: &&strata_frontend::page::strips::Ribbon| {
        let edge = if is_old { ribbon.from } else { ribbon.to };
        ribbon.mark != foreign && edge.y <= block.edge.y && block.edge.end() <= edge.end()
    };
    link.ribbons.iter().filter(covers).count()
}

#[test]
fn an_insertion_pushes_down_what_is_below() {
    let structure = dataset()
        .structure("ETW_REALTIME_CONSUMER")
        .expect("it is there");
    let release = |id: &str| Version::Release(id.parse().expect("a release"));
    let found = |id| {
        let point = Point {
            version: release(id),
            arch: Arch::X64,
        };
        strata_core::lookup::at(structure, point).expect("a layout")
    };
    let page = DiffPage::new(dataset(), &found("6.1"), &found("6.2"));
    let [link] = &page.strips.links[..] else {
        panic!("two strips have one link");
    };
    let bits = link.ribbons.iter().filter(|it| it.mark == Mark::ToBits);
    assert_eq!(bits.count(), 4, "{}", link.summary);
    for (_, strips) in every_drawing() {
        for ribbon in strips.links.into_iter().flat_map(|link| link.ribbons) {
            match ribbon.mark {
                Mark::Same => assert_eq!(ribbon.from.height, ribbon.to.height),
                Mark::New => assert_eq!(ribbon.from.height, 0),
                Mark::Gone => assert_eq!(ribbon.to.height, 0),
                _ => {}
            }
        }
    }
}

/// Every release on an architecture that the source covers is in a strip or in a gap, in order, once.
#[test]
fn what_is_absent_or_not_stated_is_a_gap_and_nothing_is_left_out() {
    for structure in dataset().audited() {
        let name = &structure.name;
        for (arch, strips) in drawings(structure) {
            let mut pieces: Vec<(u32, String)> = Vec::new();
            for strip in &strips.strips {
                pieces.push((strip.x, strip.head.clone()));
            }
            for gap in &strips.gaps {
                pieces.push((gap.x, gap.releases.join(" to ")));
                let first: Release = gap.releases[0].parse().expect("a release");
                let missing = strata_core::lookup::at(structure, Point::new(first, arch));
                let missing = missing.expect_err("there is no layout in a gap");
                assert_eq!(missing.reason, Some(gap.why), "{name} {arch} {first}");
            }
            pieces.sort();
            let mut releases = Vec::new();
            for (_, head) in &pieces {
                let (first, last) = head.split_once(" to ").unwrap_or((head, head));
                let [first, last]: [Release; 2] =
                    [first, last].map(|it| it.parse().expect("a release"));
                releases.extend(Release::all().filter(|it| (first..=last).contains(it)));
            }
            releases.retain(|release| release.exists_for(arch));
            let all: Vec<Release> = Release::all().filter(|it| it.exists_for(arch)).collect();
            assert_eq!(releases, all, "{name} {arch}: {pieces:?}");
        }
    }
}

#[test]
fn gaps_and_sizes_are_told_in_words() {
    let text = &page("/structures/ETW_SILODRIVERSTATE");
    let (_, sizes) = text.split_once("<desc id=\"sizes-told\">").expect("a text");
    let (sizes, _) = sizes.split_once("</desc>").expect("its end");
    assert!(
        sizes.contains("; not stated at 21H1;") && sizes.contains("x64: "),
        "{sizes}"
    );
    let (_, strips) = text.split_once("id=\"bytes-x86-text\"").expect("a text");
    let (strips, _) = strips.split_once("</desc>").expect("its end");
    assert!(strips.contains(" not stated: 21H1."), "{strips}");
    assert!(text.contains("url(#bytes-x86-strip-not-stated)"));
}
