//! Readers in Python: one process for many texts.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use strata_core::Layout;
use strata_core::catalogue::Catalogue;
use strata_core::export::{Format, NESTING_LIMIT};
use strata_tests::workspace;

use crate::expected::{Extent, Place, Record, Records, called, differences, invented, spelled};
use crate::leaves::{Leaf, Path, Step};

/// A text, a blob, and what a reader must find.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) structure: String,
    pub(crate) blob: Vec<u8>,
    pub(crate) records: Records,
    pub(crate) leaves: Vec<Leaf>,
}

impl Case {
    /// A text that must say what the layout and the types do, in full depth.
    pub(crate) fn new(format: Format, text: String, layout: &Layout, types: &Catalogue) -> Self {
        let blob = crate::leaves::blob(layout);
        let records = crate::expected::records(layout, types, NESTING_LIMIT);
        let leaves = crate::leaves::leaves(layout, types, &blob);
        Self {
            text,
            structure: called(&layout.structure.in_c(), format),
            records: spelled(records, format),
            leaves: crate::leaves::spelled(leaves, format),
            blob,
        }
    }

    fn json(&self) -> Value {
        let blob: String = self.blob.iter().map(|byte| format!("{byte:02x}")).collect();
        serde_json::json!({ "text": self.text, "structure": self.structure, "blob": blob })
    }
}

/// What a script of `tests/python` makes of the cases: for each, what it found by each of its ways.
pub(crate) fn read(script: &str, cases: &[Case]) -> Vec<Vec<Value>> {
    let python = workspace::target().join("tests-python/bin/python");
    let script = workspace::root().join("tests/python").join(script);
    // What an interpreter keeps beside itself goes where everything else is that is made.
    let mut command = Command::new(python);
    read_by(command.arg(script).current_dir(workspace::target()), cases)
}

/// The same, of a program that takes the cases as a list and gives what it found.
pub(crate) fn read_by(program: &mut Command, cases: &[Case]) -> Vec<Vec<Value>> {
    let child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| {
        panic!("{program:?} cannot be started ({error}): `cargo xtask test` installs what it needs")
    });
    let cases: Vec<Value> = cases.iter().map(Case::json).collect();
    let mut input = child.stdin.take().expect("it is piped");
    input
        .write_all(Value::from(cases).to_string().as_bytes())
        .expect("it reads all");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{program:?}: {}", output.status);
    serde_json::from_slice(&output.stdout).expect("it writes JSON")
}

/// Where what a reader found is not what it must find: these leaves, and the records of the case if it tells records.
pub(crate) fn mistakes(reader: &str, case: &Case, expected: &[Leaf], found: &Value) -> Vec<String> {
    let structure = &case.structure;
    if let Some(error) = found["error"].as_str() {
        return vec![format!("{structure}: {reader}: {error}")];
    }
    let reader = &format!("{structure}: {reader}");
    let mut wrong = Vec::new();
    if let Some(records) = found["records"].as_object() {
        let records = records.iter();
        let records = records.map(|(name, record)| (name.clone(), self::record(record)));
        wrong.extend(differences(reader, &case.records, &records.collect()));
    }
    let leaves = found["leaves"].as_array().expect("it has leaves");
    let leaves = leaves.iter().map(leaf).collect();
    wrong.extend(crate::leaves::differences(reader, expected, leaves));
    wrong
}

/// `{"size", "members": [[name, bit, {"bytes" or "bits"}]]}`.
fn record(found: &Value) -> Record {
    let member = |member: &Value| {
        let extent = &member[2];
        Place {
            name: text(&member[0]),
            bit: number(&member[1]),
            extent: match extent["bits"].as_u64() {
                Some(_) => Extent::Bits(number(&extent["bits"])),
                None => Extent::Bytes(number(&extent["bytes"])),
            },
        }
    };
    let members = found["members"].as_array().expect("it has members");
    let members = members.iter().map(member);
    Record {
        size: number(&found["size"]),
        members: members.filter(|place| !invented(&place.name)).collect(),
    }
}

/// `[[step], offset, size, [bit, width] or null, value]`.
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
        path: Path(
            found[0]
                .as_array()
                .expect("it is a way")
                .iter()
                .map(step)
                .collect(),
        ),
        offset: number(&found[1]),
        size: number(&found[2]),
        bits,
        value: found[4].as_u64().expect("it is a number"),
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("it is a text").to_owned()
}

fn number(value: &Value) -> u32 {
    let number = value.as_u64().expect("it is a number");
    u32::try_from(number).expect("it is not that large")
}
