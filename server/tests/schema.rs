//! Tests of the JSON schemas of data files: derived from the reader's types, and valid for every built-in file.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::Value;
use strata_core::raw::{RawConstants, RawSources, RawStructure, RawType};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data")
}

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}

fn json(text: &str) -> Value {
    let table: toml::Table = toml::from_str(text).expect("it is TOML");
    serde_json::to_value(table).expect("it is a value of JSON, too")
}

/// Checks files of one kind: the schema equals the reader's, both accept each file, and neither accepts an unknown key.
fn check<T: JsonSchema + DeserializeOwned>(name: &str, files: &[PathBuf]) {
    let schema = schema::<T>();
    let text = serde_json::to_string_pretty(&schema).expect("it is JSON");
    expect_file![data().join("schema").join(name)].assert_eq(&format!("{text}\n"));
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    assert!(!files.is_empty(), "there is none for {name}");
    for file in files {
        let text = fs::read_to_string(file).expect("it can be read");
        let mistakes: Vec<String> = validator
            .iter_errors(&json(&text))
            .map(|it| it.to_string())
            .collect();
        assert!(mistakes.is_empty(), "{}: {mistakes:?}", file.display());
        assert!(toml::from_str::<T>(&text).is_ok(), "{}", file.display());
        for wrong in wrong(&text) {
            assert!(
                !validator.is_valid(&json(&wrong)),
                "the schema takes {wrong}"
            );
            assert!(
                toml::from_str::<T>(&wrong).is_err(),
                "the reader takes {wrong}"
            );
        }
    }
}

/// The file with an unknown key (at the top, and in its first table), and without its first key.
fn wrong(text: &str) -> Vec<String> {
    let mut wrong = vec![format!("colour = \"red\"\n{text}")];
    let first = text.lines().find(|line| line.starts_with("[["));
    if let Some(first) = first {
        wrong.push(text.replacen(first, &format!("{first}\ncolour = \"red\""), 1));
    }
    wrong.push(
        text.replace("source = ", "# source = ")
            .replace("id = ", "# id = "),
    );
    wrong
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data().join(folder)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

#[test]
fn schemas_and_the_reader_agree() {
    let template = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("src/cli/new")
            .join(name)
    };
    let mut structures = files("structures");
    structures.push(template("structure.toml"));
    check::<RawStructure>("structure.json", &structures);
    check::<RawType>("type.json", &files("types"));
    check::<RawSources>(
        "sources.json",
        &[data().join("sources.toml"), template("sources.toml")],
    );
    check::<RawConstants>("constants.json", &[data().join("constants.toml")]);
}
