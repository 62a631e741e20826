//! Mutation tests of the audit: each digit, span and column of every cell is changed in turn, and some rule must
//! notice.
//!
//! Survivors are listed in `golden/audit/survivors.txt`, each with its class; docs/audit.md explains the classes. A
//! change without an effect on resolved values (a span that the default covers anyway) is no mutation, and is counted
//! apart.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use strata_core::article::{Article, Table};
use strata_core::audit::{self, Finding};
use strata_core::cell::OffsetCell;
use strata_core::{Arch, BitRange, ByteSize, Release, Versions};
use strata_tests::data::{audited, dataset};
use strata_tests::golden::Golden;

/// One change of one cell.
struct Mutation {
    what: &'static str,
    subject: String,
    detail: String,
    apply: Box<dyn Fn(&mut Table)>,
}

/// The hexadecimal digits that replace one: its neighbours, and the one with the top bit flipped.
fn other_digits(digit: u32) -> impl Iterator<Item = char> {
    let others = [
        digit.wrapping_add(1) % 16,
        digit.wrapping_add(15) % 16,
        digit ^ 8,
    ];
    others
        .into_iter()
        .filter_map(|digit| char::from_digit(digit, 16))
}

fn digits(text: &str) -> Vec<String> {
    let mut changed = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find("0x").map(|at| rest + at + 2) {
        let end = text[start..]
            .find(|c: char| !c.is_ascii_hexdigit())
            .map_or(text.len(), |at| start + at);
        for at in start..end {
            let digit = text[at..=at]
                .chars()
                .next()
                .and_then(|c| c.to_digit(16))
                .unwrap_or(0);
            for other in other_digits(digit) {
                changed.push(format!("{}{other}{}", &text[..at], &text[at + 1..]));
            }
        }
        rest = end;
    }
    changed
}

/// The text with one release replaced by its predecessor or successor.
fn spans(text: &str) -> Vec<String> {
    let mut changed = Vec::new();
    let words: Vec<&str> = text.split_inclusive([' ', '(', ')', ';']).collect();
    for (at, word) in words.iter().enumerate() {
        let bare = word.trim_end_matches([' ', '(', ')', ';']);
        let Some(release) = bare
            .parse::<Release>()
            .ok()
            .filter(|release| release.id() == bare)
        else {
            continue;
        };
        for other in [release.previous(), release.next()].into_iter().flatten() {
            let mut copy: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            copy[at] = word.replacen(bare, other.id(), 1);
            changed.push(copy.concat());
        }
    }
    changed
}

fn mutations(table: &Table) -> Vec<Mutation> {
    let mut all = Vec::new();
    for row in table.rows.iter().filter(|row| row.merged_into.is_none()) {
        for arch in Arch::IN_ARTICLES {
            let text = row
                .cells
                .get(arch)
                .expect("the column is there")
                .to_string();
            let cells = digits(&text).into_iter().map(|cell| ("digit", cell));
            for (what, cell) in cells.chain(spans(&text).into_iter().map(|cell| ("span", cell))) {
                let Ok(parsed) = cell.parse::<OffsetCell>() else {
                    continue;
                };
                let id = row.id.clone();
                all.push(Mutation {
                    what,
                    subject: row.id.to_string(),
                    detail: format!("{arch}: {text} → {cell}"),
                    apply: Box::new(move |table| {
                        let shares = |row: &&mut strata_core::article::Row| {
                            row.id == id || row.merged_into.as_ref() == Some(&id)
                        };
                        for row in table.rows.iter_mut().filter(shares) {
                            *row.cells.get_mut(arch).expect("the column is there") = parsed.clone();
                        }
                    }),
                });
            }
        }
        if row.cells.x86 != row.cells.x64 {
            let id = row.id.clone();
            all.push(Mutation {
                what: "column",
                subject: row.id.to_string(),
                detail: "x86 ↔ x64".to_owned(),
                apply: Box::new(move |table| {
                    let shares = |row: &&mut strata_core::article::Row| {
                        row.id == id || row.merged_into.as_ref() == Some(&id)
                    };
                    for row in table.rows.iter_mut().filter(shares) {
                        std::mem::swap(&mut row.cells.x86, &mut row.cells.x64);
                    }
                }),
            });
        }
    }
    for (at, row) in table.rows.iter().enumerate() {
        let text = row.versions.to_string();
        for versions in spans(&text) {
            let Ok(parsed) = versions.parse::<Versions>() else {
                continue;
            };
            all.push(Mutation {
                what: "versions",
                subject: row.id.to_string(),
                detail: format!("{text} → {versions}"),
                apply: Box::new(move |table| table.rows[at].versions = parsed.clone()),
            });
        }
    }
    all.extend(remarks(table));
    all.extend(sizes(table));
    all.extend(masks(table));
    all
}

/// Each digit of each remark, for rows and bits.
fn remarks(table: &Table) -> Vec<Mutation> {
    let mut all = Vec::new();
    for (at, row) in table.rows.iter().enumerate() {
        for remark in digits(&row.remark).into_iter().chain(spans(&row.remark)) {
            all.push(Mutation {
                what: "remark",
                subject: row.id.to_string(),
                detail: format!("{} → {remark}", row.remark),
                apply: Box::new(move |table| table.rows[at].remark.clone_from(&remark)),
            });
        }
    }
    for (at, bit) in table.bits.iter().enumerate() {
        for remark in digits(&bit.remark) {
            all.push(Mutation {
                what: "remark",
                subject: bit.id.to_string(),
                detail: format!("{} → {remark}", bit.remark),
                apply: Box::new(move |table| table.bits[at].remark.clone_from(&remark)),
            });
        }
    }
    all
}

/// Each digit and span of the table of sizes.
fn sizes(table: &Table) -> Vec<Mutation> {
    let mut all = Vec::new();
    for (at, row) in table.sizes.iter().enumerate() {
        for arch in Arch::IN_ARTICLES {
            let Some(size) = row.size.get(arch).copied().flatten() else {
                continue;
            };
            for text in digits(&size.to_string()) {
                let Ok(other) = text.parse::<ByteSize>() else {
                    continue;
                };
                all.push(Mutation {
                    what: "size",
                    subject: row.versions.to_string(),
                    detail: format!("{arch}: {size} → {other}"),
                    apply: Box::new(move |table| {
                        *table.sizes[at]
                            .size
                            .get_mut(arch)
                            .expect("the column is there") = Some(other);
                    }),
                });
            }
        }
        for text in spans(&row.versions.to_string()) {
            let Ok(other) = text.parse::<Versions>() else {
                continue;
            };
            all.push(Mutation {
                what: "size",
                subject: row.versions.to_string(),
                detail: format!("→ {other}"),
                apply: Box::new(move |table| table.sizes[at].versions = other.clone()),
            });
        }
    }
    all
}

/// Each mask with one bit more, one less, or shifted.
fn masks(table: &Table) -> Vec<Mutation> {
    let mut all = Vec::new();
    for (at, bit) in table.bits.iter().enumerate() {
        for arch in Arch::IN_ARTICLES {
            let Some(range) = bit.masks.get(arch).copied().flatten() else {
                continue;
            };
            let mask = range.mask();
            for other in [mask << 1, mask >> 1, mask << 4, mask | (mask << 1)] {
                let Some(other) = BitRange::from_mask(other) else {
                    continue;
                };
                all.push(Mutation {
                    what: "mask",
                    subject: bit.id.to_string(),
                    detail: format!("{arch}: {mask:#x} → {:#x}", other.mask()),
                    apply: Box::new(move |table| {
                        *table.bits[at]
                            .masks
                            .get_mut(arch)
                            .expect("the column is there") = Some(other);
                    }),
                });
            }
        }
    }
    all
}

/// All offsets that the table resolves to.
fn resolved(table: &Table) -> Vec<Option<u32>> {
    let mut offsets = Vec::new();
    for release in Release::all() {
        offsets.extend(Arch::IN_ARTICLES.map(|arch| table.size(release, arch).map(ByteSize::get)));
    }
    for row in &table.rows {
        for release in Release::all() {
            for arch in Arch::IN_ARTICLES {
                let known = table.size(release, arch).is_some();
                offsets.push(
                    table
                        .offset(row, release, arch)
                        .filter(|_| known)
                        .map(strata_core::ByteOffset::get),
                );
            }
        }
    }
    offsets
}

#[derive(Default)]
struct Tally {
    caught: usize,
    survived: usize,
    same: usize,
}

#[test]
fn the_audit_notices_almost_any_change_of_a_cell() {
    let mut survivors = String::new();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for audited in dataset().audited().map(audited) {
        let article: &Article = &audited.article;
        let context = dataset().audit_context(&article.name);
        let table = &audited.table;
        let accounted = |finding: &Finding| {
            article
                .notes
                .iter()
                .any(|note| note.accounts_for(finding, table.last_release))
        };
        let places = resolved(table);
        for mutation in mutations(table) {
            let mut changed = table.clone();
            (mutation.apply)(&mut changed);
            let tally = tallies.entry(mutation.what).or_default();
            let noticed = audit::table(&changed, context)
                .iter()
                .any(|finding| !accounted(finding));
            if noticed {
                tally.caught += 1;
            } else if mutation.what != "remark"
                && mutation.what != "mask"
                && resolved(&changed) == places
            {
                tally.same += 1;
            } else {
                tally.survived += 1;
                let _ = writeln!(
                    survivors,
                    "{} {}: {} {}",
                    article.name, mutation.subject, mutation.what, mutation.detail
                );
            }
        }
    }
    let mut text = String::from(
        "# What the audit does not notice, by structure and row. docs/audit.md explains why.\n",
    );
    for (what, tally) in &tallies {
        let Tally {
            caught,
            survived,
            same,
        } = tally;
        let effective = caught + survived;
        let share = *caught as f64 * 100.0 / effective as f64;
        println!(
            "{what}: {caught} of {effective} noticed ({share:.2} %); {same} more change nothing"
        );
        let _ = writeln!(
            text,
            "# {what}: {caught} of {effective} noticed; {same} more change nothing"
        );
    }
    text.push_str(&survivors);
    let mut golden = Golden::new("audit");
    golden.add("survivors.txt", text);
    golden.check();
    let (caught, survived) = tallies.values().fold((0, 0), |(a, b), tally| {
        (a + tally.caught, b + tally.survived)
    });
    assert!(
        caught > 50 * survived,
        "{caught} noticed, {survived} survived"
    );
}
