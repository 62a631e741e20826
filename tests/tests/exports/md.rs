//! The Markdown, proved by a parser of it: its tables say what the layouts and types say, and nothing in a text is markup.

use serde_json::Value;
use strata_core::dataset::Structure;
use strata_core::export::{Format, Item, NESTING_LIMIT, Options, Unit};
use strata_core::{Arch, Layout};
use strata_tests::data::dataset;

use crate::expected::{Extent, Place, Record, Records, differences};
use crate::planted::{Planted, planted_mistakes};
use crate::python::{self, Case};
use crate::specimen::{one, unit, with_sample};

/// At least so many layouts are at hand for each architecture.
const AT_LEAST: usize = 60;

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value}"))
}

fn texts(value: &Value) -> Vec<&str> {
    let list = value.as_array().unwrap_or_else(|| panic!("{value}"));
    list.iter().map(text).collect()
}

fn hex(text: &str) -> u32 {
    let digits = text.strip_prefix("0x");
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    number.unwrap_or_else(|| panic!("{text}"))
}

/// The structures that tables tell, and the gaps of each: where, how large, of which kind.
fn records(found: &Value) -> (Records, Vec<(u32, u32, String)>) {
    let (mut records, mut gaps) = (Records::new(), Vec::new());
    let sections = found["sections"].as_array().expect("it has sections");
    for (place, section) in sections.iter().enumerate() {
        let [about] = texts(&section["paragraphs"])[..] else {
            panic!("{section}");
        };
        let size = about
            .split(", ")
            .nth(1)
            .and_then(|size| size.strip_suffix(" bytes"));
        let mut record = Record {
            size: hex(size.expect("it has a size")),
            ..Record::default()
        };
        let rows = section["table"].as_array().expect("it has a table");
        assert_eq!(texts(&rows[0]), ["offset", "size", "type", "name", "notes"]);
        for row in &rows[1..] {
            let [offset, size, _, name, notes] = texts(row)[..] else {
                panic!("{row}");
            };
            let (offset, bit) = offset.split_once(':').unwrap_or((offset, "0"));
            let bits = size.split_once(" bit").map(|(width, _)| width);
            if name.is_empty() {
                let gap = (hex(offset), hex(size), notes.to_owned());
                gaps.extend((place == 0).then_some(gap));
                continue;
            }
            record.members.insert(Place {
                bit: 8 * hex(offset) + bit.parse::<u32>().expect("it is a bit"),
                name: name.to_owned(),
                extent: match bits {
                    Some(width) => Extent::Bits(width.parse().expect("it is a width")),
                    None => Extent::Bytes(hex(size)),
                },
            });
        }
        records.insert(text(&section["name"]).to_owned(), record);
    }
    (records, gaps)
}

/// What is said before the tables, in words.
fn said(found: &Value) -> String {
    let list = texts(&found["list"]).join(" ");
    let words = text(&found["title"]).split(' ').chain(list.split(' '));
    words.collect::<Vec<&str>>().join(" ")
}

fn words(lines: &[String]) -> String {
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    words.collect::<Vec<&str>>().join(" ")
}

fn mistakes(layout: &Layout, unit: &Unit, case: &Case, found: &Value) -> Vec<String> {
    if let Some(error) = found["error"].as_str() {
        return vec![error.to_owned()];
    }
    let (records, gaps) = records(found);
    let mut wrong = differences("markdown-it", &case.records, &records);
    let stated = layout.gaps();
    let stated = stated.map(|gap| {
        (
            gap.offset.get(),
            gap.size.get(),
            gap.kind.as_str().to_owned(),
        )
    });
    if !stated.eq(gaps) {
        wrong.push("markdown-it reads other gaps".to_owned());
    }
    if said(found) != words(&unit.provenance.lines()) {
        wrong.push(format!("markdown-it reads {}", said(found)));
    }
    wrong
}

fn read(cases: &[Case]) -> Vec<Value> {
    let found = python::read("md_reader.py", cases);
    assert_eq!(found.len(), cases.len());
    found.into_iter().flatten().collect()
}

#[track_caller]
fn prove(arch: Arch) {
    let types = dataset().catalogue();
    let layouts = with_sample(arch);
    assert!(layouts.len() >= AT_LEAST, "only {}", layouts.len());
    let units = layouts
        .iter()
        .map(|of| unit(*of, types, Format::Md, NESTING_LIMIT));
    let units: Vec<Unit> = units.collect();
    let cases = layouts.iter().zip(&units).map(|(of, unit)| {
        let text = Format::Md.write(unit, Options::default());
        Case::new(Format::Md, text, of.1, types)
    });
    let cases: Vec<Case> = cases.collect();
    let found = read(&cases);
    let all = layouts.iter().zip(&units).zip(cases.iter().zip(&found));
    let wrong = all.flat_map(|((of, unit), (case, found))| mistakes(of.1, unit, case, found));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn x86() {
    prove(Arch::X86);
}

#[test]
fn x64() {
    prove(Arch::X64);
}

#[test]
fn planted_mistakes_are_found() {
    for planted in planted_mistakes() {
        let reader = |planted: &Planted, text| {
            let (types, right) = (dataset().catalogue(), planted.right);
            let unit = unit(right, types, Format::Md, NESTING_LIMIT);
            let case = Case::new(Format::Md, text, right.1, types);
            let found = read(std::slice::from_ref(&case));
            mistakes(right.1, &unit, &case, &found[0])
        };
        planted.must_be_found_by(Format::Md, Options::default(), reader);
    }
}

/// Whatever stands in a note or a comment: a reader sees it as it is, and the tables stay.
#[test]
fn no_text_is_markup() {
    let hostile = "1. # _a_ **b** | \\| `c` [d](e) <f> &amp; ~~g~~ ![h](i) \\ <!-- - + = --- ||";
    let of: (&Structure, &Layout) = one("ETW_REALTIME_CONSUMER", "6.2", "x64");
    let types = dataset().catalogue();
    let mut unit = unit(of, types, Format::Md, NESTING_LIMIT);
    unit.provenance.notes.push(hostile.to_owned());
    let own = unit.definitions.last_mut().expect("there is one");
    let Some(Item::Field(first)) = own.items.first_mut() else {
        panic!("it begins with a member");
    };
    first.comment = hostile.to_owned();
    let case = Case::new(
        Format::Md,
        Format::Md.write(&unit, Options::default()),
        of.1,
        types,
    );
    let found = read(std::slice::from_ref(&case));
    assert_eq!(
        mistakes(of.1, &unit, &case, &found[0]),
        Vec::<String>::new()
    );
    assert!(said(&found[0]).ends_with(hostile), "{}", said(&found[0]));
    let first = &found[0]["sections"][0]["table"][1];
    assert_eq!(texts(first)[4], hostile);
}
