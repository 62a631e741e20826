//! The text of pahole, compared with pahole: clang compiles our C header without the names of padding, and pahole's
//! output for that equals the export, line by line, except for the types.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use strata_core::export::{Format, Pointers};

use crate::clang::{empty, ran, renamed, source};
use crate::expected;
use crate::specimen::{Case, batches};

/// The lines for each structure or union, by name.
type Told = BTreeMap<String, Vec<String>>;

/// pahole's output for each case. No two cases are of one point, so that each header defines all that it needs.
fn told_by_pahole(folder: &str, cases: &[&Case<'_>]) -> Vec<Told> {
    let folder = empty(folder);
    let all = source(&folder, "all.c", &source_of(cases));
    let object = folder.join("all.o");
    let clang = [
        "--target=x86_64-linux-gnu",
        "-std=c11",
        "-ffreestanding",
        "-g",
        "-c",
        "-o",
    ];
    ran(Command::new("clang").args(clang).arg(&object).arg(&all));
    // Members only: clang emits anonymous nested types, which pahole would print a second time.
    let text = ran(Command::new("pahole").arg("-M").arg(&object));
    let mut told = told(&text);
    let each = cases.iter().enumerate().map(|(number, case)| {
        let names = case.records().into_keys();
        let own = names.filter_map(|name| {
            let lines = told.remove(&renamed(&name, number))?;
            // A member may have the name of a type.
            let own = |line: String| line.replace(&renamed("", number), "");
            Some((name, lines.into_iter().map(own).collect()))
        });
        own.collect()
    });
    each.collect()
}

/// All headers, renamed, with a variable of each type, so that each gets debug information.
fn source_of(cases: &[&Case<'_>]) -> String {
    let mut source = String::new();
    let options = Pointers::AsIntegers.into();
    for (number, case) in cases.iter().enumerate() {
        let header = Case::new(Format::C, case.of, case.types, case.depth).written(options);
        let names: Vec<String> = case.records().into_keys().collect();
        for name in &names {
            let called = renamed(name, number);
            let _ = writeln!(source, "#define {name} {called}\n#define _{name} _{called}");
        }
        source.extend(header.text.lines().map(|line| nameless(line) + "\n"));
        for name in &names {
            let _ = writeln!(source, "{name} variable_{name}_{number};");
        }
        for name in &names {
            let _ = writeln!(source, "#undef {name}\n#undef _{name}");
        }
    }
    source
}

/// A line of a header, with padding members made unnamed bits.
fn nameless(line: &str) -> String {
    let pad = line.split_once("strata_u8 ").and_then(|(_, declared)| {
        let (name, count) = declared.split_once('[')?;
        let count: usize = count.strip_suffix("];")?.parse().ok()?;
        expected::invented(name).then_some(count)
    });
    pad.map_or_else(|| line.to_owned(), |count| "strata_u8 : 8; ".repeat(count))
}

/// Parses a text type by type; members by name, without the type.
fn told(text: &str) -> Told {
    let mut told = Told::new();
    let (mut name, mut forced) = (None, false);
    for line in text.lines() {
        let plain = line.trim_end();
        // Unnamed members are padding, which shows as holes.
        let declared = plain.contains(';') && !plain.contains("/*");
        forced = plain.contains("/* Force padding: */") || forced && declared;
        if forced {
            continue;
        }
        if let Some(kind) = plain
            .strip_suffix(" {")
            .filter(|_| !plain.starts_with('\t'))
        {
            let tag = kind.split_once(" _").expect("it has a tag").1;
            name = Some(tag.to_owned());
        } else if plain.starts_with('}') {
            name = None;
        } else if let Some(name) = &name {
            let lines: &mut Vec<String> = told.entry(name.clone()).or_default();
            lines.extend(Some(bare(plain.trim_start())).filter(|line| !line.is_empty()));
        }
    }
    told
}

/// A line without the declared type, and with single blanks.
fn bare(line: &str) -> String {
    let blanks = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let (declared, place) = line.split_once(';').unwrap_or(("", line));
    match declared {
        "" | "}" => blanks(line),
        // Attributes that pahole infers from types are not exported.
        "} __attribute__((__packed__))" => format!("}}; {}", blanks(place)),
        declared => {
            let name = declared.split_whitespace().last().unwrap_or_default();
            // The name of a pointer to a function is inside: `VOID (*Name)()`.
            let name = name.trim_start_matches(['(', '*']);
            let name = name.split(['[', ')']).next().unwrap_or_default();
            format!("{name} {}", blanks(place))
        }
    }
}

/// The differences between the export and pahole's output.
fn differences(text: &str, pahole: &Told) -> Vec<String> {
    let exported = told(text);
    let mut wrong = Vec::new();
    for (name, lines) in pahole {
        let exported = exported.get(name).cloned().unwrap_or_default();
        let missing = lines.iter().filter(|line| !exported.contains(line));
        wrong.extend(missing.map(|line| format!("{name}: pahole tells: {line}")));
        let surplus = exported.iter().filter(|line| !lines.contains(line));
        wrong.extend(surplus.map(|line| format!("{name}: it tells: {line}")));
        if wrong.is_empty() && exported != *lines {
            wrong.push(format!("{name}: it tells the same in another order"));
        }
    }
    let unknown = exported.keys().filter(|name| !pahole.contains_key(*name));
    wrong.extend(unknown.map(|name| format!("pahole tells nothing of {name}")));
    wrong
}

/// The errors that pahole finds.
pub(crate) fn wrong(folder: &str, cases: &[Case<'_>]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (number, batch) in batches(cases).iter().enumerate() {
        let told = told_by_pahole(&format!("{folder}/{number}"), batch);
        for (case, told) in batch.iter().zip(&told) {
            wrong.extend(case.about(differences(&case.text, told)));
            assert!(told.contains_key(&case.of.1.structure.c_identifier()));
        }
    }
    wrong
}
