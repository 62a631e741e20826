//! The Markdown export, read by a Markdown parser: its tables equal the layouts and types, and no text acts as markup.

use serde_json::Value;
use strata_core::export::{Format, Item, Options, Unit};
use strata_tests::client::texts;

use crate::expected::{Extent, Place, Record, Records, differences};
use crate::python::{self, list, text};
use crate::specimen::{Case, one};

fn hex(text: &str) -> u32 {
    let digits = text.strip_prefix("0x");
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    number.unwrap_or_else(|| panic!("{text}"))
}

/// The structures in the tables, and the gaps: offset, size, kind.
fn records(found: &Value) -> (Records, Vec<(u32, u32, String)>) {
    let (mut records, mut gaps) = (Records::new(), Vec::new());
    for (place, section) in list(&found["sections"]).iter().enumerate() {
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
        let rows = list(&section["table"]);
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

/// The text before the tables.
fn said(found: &Value) -> String {
    let list = texts(&found["list"]).join(" ");
    let words = text(&found["title"]).split(' ').chain(list.split(' '));
    words.collect::<Vec<&str>>().join(" ")
}

fn words(lines: &[String]) -> String {
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    words.collect::<Vec<&str>>().join(" ")
}

fn mistakes(case: &Case<'_>, unit: &Unit, found: &Value) -> Vec<String> {
    if let Some(error) = found["error"].as_str() {
        return vec![error.to_owned()];
    }
    let (records, gaps) = records(found);
    let mut wrong = differences("markdown-it", &case.records(), &records);
    let stated = case.of.1.gaps();
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
    case.about(wrong)
}

fn read(cases: &[Case<'_>]) -> Vec<Value> {
    python::one_way(python::read("md_reader.py", cases), cases)
}

/// The errors that a Markdown parser finds.
pub(crate) fn wrong(cases: &[Case<'_>]) -> Vec<String> {
    let found = read(cases);
    let pairs = cases.iter().zip(&found);
    let wrong = pairs.flat_map(|(case, found)| mistakes(case, &case.unit(), found));
    wrong.collect()
}

/// Special characters in a note or a comment are shown literally, and the tables stay intact.
#[test]
fn no_text_is_markup() {
    let hostile = "1. # _a_ **b** | \\| `c` [d](e) <f> &amp; ~~g~~ ![h](i) \\ <!-- - + = --- ||";
    let case = Case::full(Format::Md, one("ETW_REALTIME_CONSUMER", "6.2", "x64"));
    let mut unit = case.unit();
    unit.provenance.notes.push(hostile.to_owned());
    let own = unit.definitions.last_mut().expect("there is one");
    let Some(Item::Field(first)) = own.items.first_mut() else {
        panic!("it begins with a member");
    };
    first.comment = hostile.to_owned();
    let case = Case {
        text: Format::Md.write(&unit, Options::default()),
        ..case
    };
    let found = read(std::slice::from_ref(&case));
    assert_eq!(mistakes(&case, &unit, &found[0]), Vec::<String>::new());
    assert!(said(&found[0]).ends_with(hostile), "{}", said(&found[0]));
    let first = &found[0]["sections"][0]["table"][1];
    assert_eq!(texts(first)[4], hostile);
}
