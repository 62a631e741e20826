//! Readers in Python and JavaScript: one process for many texts. They read the leaves of a blob like our own decoder,
//! and some return records too.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;
use strata_core::export::Format;
pub(crate) use strata_tests::client::{list, plain as text};
use strata_tests::data::layouts;
use strata_tests::process::ran_with;
use strata_tests::workspace;

use crate::expected::{Extent, Place, Record, Records, called, differences, invented};
use crate::leaves::{Leaf, Path, Step, in_one_dimension};
use crate::must_be_right;
use crate::specimen::{Case, planted_mistakes};

/// The template for 010 Editor, read by pfp, another interpreter of templates.
pub(crate) fn template(cases: &[Case<'_>]) -> Vec<String> {
    wrong("pfp", read("bt_reader.py", cases), cases, in_one_dimension)
}

/// The symbol file, read by Volatility 3: it matches the schema, and every member is where it must be.
pub(crate) fn isf(cases: &[Case<'_>]) -> Vec<String> {
    wrong(
        "Volatility",
        read("isf_reader.py", cases),
        cases,
        <[Leaf]>::to_vec,
    )
}

/// The specification for Kaitai Struct, read by the JavaScript that its compiler makes.
pub(crate) fn ksy(cases: &[Case<'_>]) -> Vec<String> {
    let packages = workspace::target().join("tests-js/node_modules");
    let compiler = packages.join("kaitai-struct-compiler");
    assert!(
        compiler.exists(),
        "{} is not there: `cargo xtask test` puts it there",
        compiler.display()
    );
    let mut node = Command::new("node");
    node.arg(workspace::root().join("tests/js/ksy_reader.js"))
        .env("NODE_PATH", packages);
    // A specification has no integer around bit fields: they begin at a byte.
    let by_first_bit = |leaf: &Leaf| {
        let mut leaf = leaf.clone();
        if let Some((bit, _)) = &mut leaf.bits {
            leaf.offset += u32::from(*bit / 8);
            leaf.size = 0;
            *bit %= 8;
        }
        leaf
    };
    wrong(
        "Kaitai",
        read_by(&mut node, &inputs(cases)),
        cases,
        |leaves| in_one_dimension(leaves).iter().map(by_first_bit).collect(),
    )
}

/// The definitions for dissect.cstruct, read by it, compiled and interpreted.
pub(crate) fn cstruct(cases: &[Case<'_>]) -> Vec<String> {
    let found = read("cstruct_reader.py", cases);
    assert_eq!(found.len(), cases.len());
    let pairs = cases.iter().zip(&found);
    pairs
        .flat_map(|(case, ways)| in_two_ways(case, ways))
        .collect()
}

fn in_two_ways(case: &Case<'_>, ways: &[Value]) -> Vec<String> {
    let [compiled, plain] = ways else {
        panic!("it reads two ways");
    };
    let (name, leaves) = (structure(case), case.leaves());
    let mut wrong = mistakes("dissect.cstruct, compiled,", case, &leaves, compiled);
    wrong.extend(mistakes("dissect.cstruct", case, &leaves, plain));
    // dissect.cstruct does not compile unions.
    let is_union = case.text.contains(&format!("\nunion {name} {{"));
    if compiled["error"].is_null() && compiled["compiled"] != !is_union {
        wrong.push(format!("{name} is not compiled"));
    }
    wrong
}

/// The errors in texts with one way to read, after `told` converts the leaves.
fn wrong(
    reader: &str,
    found: Vec<Vec<Value>>,
    cases: &[Case<'_>],
    told: impl Fn(&[Leaf]) -> Vec<Leaf>,
) -> Vec<String> {
    let found = one_way(found, cases);
    let cases = cases.iter().zip(&found);
    let wrong =
        cases.flat_map(|(case, found)| mistakes(reader, case, &told(&case.leaves()), found));
    wrong.collect()
}

/// The results of a reader with one way to read.
pub(crate) fn one_way(found: Vec<Vec<Value>>, cases: &[Case<'_>]) -> Vec<Value> {
    assert_eq!(found.len(), cases.len());
    let one = |ways: Vec<Value>| {
        let [found] = <[Value; 1]>::try_from(ways).expect("it reads one way");
        found
    };
    found.into_iter().map(one).collect()
}

/// The structure's name in the text of a case.
fn structure(case: &Case<'_>) -> String {
    called(&case.of.1.structure.c_identifier(), case.format)
}

fn inputs(cases: &[Case<'_>]) -> Vec<Value> {
    let input = |case: &Case<'_>| {
        let blob: String = case
            .blob()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        serde_json::json!({ "text": case.text, "structure": structure(case), "blob": blob })
    };
    cases.iter().map(input).collect()
}

/// A script of `tests/python`. Python's cache files go to the target folder.
pub(crate) fn script(name: &str) -> Command {
    let mut command = Command::new(workspace::target().join("tests-python/bin/python"));
    command
        .arg(workspace::root().join("tests/python").join(name))
        .current_dir(workspace::target());
    command
}

/// The results of a script of `tests/python` for the cases: for each, one per way to read.
pub(crate) fn read(name: &str, cases: &[Case<'_>]) -> Vec<Vec<Value>> {
    read_by(&mut script(name), &inputs(cases))
}

fn read_by(program: &mut Command, inputs: &[Value]) -> Vec<Vec<Value>> {
    let answer = answer(program, &Value::from(inputs.to_vec()));
    let answers = list(&answer).iter();
    answers.map(|ways| list(ways).to_vec()).collect()
}

/// The answer of a program that reads and writes JSON.
pub(crate) fn answer(program: &mut Command, question: &Value) -> Value {
    let output = ran_with(program, &question.to_string());
    serde_json::from_str(&output).expect("it writes JSON")
}

/// The differences from the expected leaves, and from the case's records if the reader returns records.
pub(crate) fn mistakes(
    reader: &str,
    case: &Case<'_>,
    expected: &[Leaf],
    found: &Value,
) -> Vec<String> {
    let reader = &format!("{}: {reader}", structure(case));
    if let Some(error) = found["error"].as_str() {
        return vec![format!("{reader}: {error}")];
    }
    let mut wrong = Vec::new();
    if let Some(records) = found["records"].as_object() {
        let records = records.iter();
        let records = records.map(|(name, record)| (name.clone(), self::record(record)));
        wrong.extend(differences(reader, &case.records(), &records.collect()));
    }
    let leaves = list(&found["leaves"]).iter().map(leaf).collect();
    wrong.extend(crate::leaves::differences(reader, expected, leaves));
    wrong
}

/// Parses `{"size", "members": [[name, bit, {"bytes" or "bits"}]]}`.
fn record(found: &Value) -> Record {
    let member = |member: &Value| {
        let extent = &member[2];
        Place {
            name: text(&member[0]).to_owned(),
            bit: number(&member[1]),
            extent: match extent["bits"].as_u64() {
                Some(_) => Extent::Bits(number(&extent["bits"])),
                None => Extent::Bytes(number(&extent["bytes"])),
            },
        }
    };
    let members = list(&found["members"]).iter().map(member);
    Record {
        size: number(&found["size"]),
        members: members.filter(|place| !invented(&place.name)).collect(),
    }
}

/// Parses `[[step], offset, size, [bit, width] or null, value]`.
fn leaf(found: &Value) -> Leaf {
    let step = |step: &Value| match step.as_str() {
        Some(name) => Step::Name(name.to_owned()),
        None => Step::Index(number(step)),
    };
    let bits = found[3].as_array().map(|bits| {
        let number = |at: usize| u8::try_from(number(&bits[at])).expect("it is in an integer");
        (number(0), number(1))
    });
    Leaf {
        path: Path(list(&found[0]).iter().map(step).collect()),
        offset: number(&found[1]),
        size: number(&found[2]),
        bits,
        value: found[4].as_u64().expect("it is a number"),
    }
}

fn number(value: &Value) -> u32 {
    let number = value.as_u64().expect("it is a number");
    u32::try_from(number).expect("it is not that large")
}

/// One reader can load the definitions of all structures at a point.
#[test]
fn definitions_of_all_structures_at_a_point() {
    let point: strata_core::Point = "2004/x64".parse().expect("it is a point");
    let layouts = layouts().filter(|of| of.1.point == point);
    let cases = layouts.map(|of| Case::full(Format::CStruct, of));
    let mut cases: Vec<Case<'_>> = cases.collect();
    assert!(cases.len() > 2, "only {}", cases.len());
    let text: String = cases.iter().map(|case| case.text.as_str()).collect();
    for case in &mut cases {
        case.text.clone_from(&text);
    }
    // It returns every type; each case compares its own.
    let all: Records = cases.iter().flat_map(Case::records).collect();
    let found = read("cstruct_reader.py", &cases);
    for (case, mut ways) in cases.iter().zip(found) {
        for found in &mut ways {
            if let Some(records) = found["records"].as_object_mut() {
                let told: BTreeSet<&String> = records.keys().collect();
                assert_eq!(told, all.keys().collect());
                records.retain(|name, _| case.records().contains_key(name));
            }
        }
        assert_eq!(in_two_ways(case, &ways), Vec::<String>::new());
    }
}

fn symbol_file() -> Case<'static> {
    let [of, ..] = planted_mistakes();
    Case::full(Format::Isf, of.right)
}

/// Volatility validates every file against its schema, including the comment.
#[test]
fn what_the_schema_does_not_allow_is_refused() {
    let right = symbol_file();
    for (allowed, refused) in [
        ("\"symbols\": {}", "\"symbols\": {}, \"comment\": []"),
        (
            "\"format\": \"6.1.0\",",
            "\"format\": \"6.1.0\", \"comment\": [],",
        ),
        (
            "\"kind\": \"struct\",\n",
            "\"kind\": \"struct\", \"comment\": [],\n",
        ),
    ] {
        let wrong = isf(&[right.changed(allowed, refused)]);
        let first = wrong.first();
        let refused = first.is_some_and(|it| it.contains("ValidationError"));
        assert!(refused, "{wrong:?}");
    }
}

/// The newest version of the format that Volatility reads.
#[test]
fn a_newer_schema_takes_it() {
    let newer = symbol_file().changed("6.1.0", "6.2.0");
    must_be_right("isf-newer", &[newer]);
}
