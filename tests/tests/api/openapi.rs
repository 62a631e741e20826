//! Tests of the OpenAPI document: valid, complete, and consistent with the routes.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use expect_test::expect_file;
use serde_json::Value;

use crate::client::{ROOT, api, get, list, plain};
use crate::schemas::{Schemas, references};

fn document() -> Value {
    get("/openapi.json").data()
}

fn operations(document: &Value) -> Vec<(&str, &str, &Value)> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").iter();
            methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
        .collect()
}

#[test]
fn it_changes_only_on_purpose() {
    expect_file!["snapshots/openapi.txt"].assert_eq(&outline(&document()));
}

/// A line for each operation and component; without descriptions and examples.
fn outline(document: &Value) -> String {
    let mut lines: Vec<String> = operations(document)
        .into_iter()
        .map(|(path, method, operation)| operation_line(path, method, operation))
        .collect();
    for (kind, components) in document["components"].as_object().expect("components") {
        let components = components.as_object().expect("components by name").iter();
        lines.extend(components.map(|(name, it)| format!("{kind} {name}: {}", shape(it))));
    }
    let known = ["paths", "components"];
    let rest = document.as_object().expect("an object").iter();
    let rest = rest.filter(|(key, _)| !known.contains(&key.as_str()));
    lines.extend(rest.map(|(key, value)| format!("{key}: {}", shape(value))));
    lines.join("\n") + "\n"
}

/// `get /lookup lookUp(offset: integer, …) -> 200 LookupAnswer, 404 not-found`
fn operation_line(path: &str, method: &str, operation: &Value) -> String {
    let listed = |key: &str| operation[key].as_array().into_iter().flatten();
    let parameters: Vec<String> = listed("parameters").map(shape).collect();
    let answers = operation["responses"].as_object().expect("answers").iter();
    let answers: Vec<String> = answers
        .map(|(status, it)| format!("{status} {}", shape(it)))
        .collect();
    let body = match &operation["requestBody"] {
        Value::Null => String::new(),
        body => format!(" < {}", shape(body)),
    };
    let deprecated = match operation["deprecated"] == true {
        true => "deprecated ",
        false => "",
    };
    format!(
        "{deprecated}{method} {path} {}({}){body} -> {}",
        plain(&operation["operationId"]),
        parameters.join(", "),
        answers.join(", ")
    )
}

/// The constraints in a part of the document, on one line: a reference by its last segment, an object by its members.
/// Descriptions are omitted.
fn shape(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
                return reference.rsplit('/').next().unwrap_or_default().to_owned();
            }
            let explains = ["description", "example", "examples", "summary"];
            let stated = object.iter();
            let stated = stated.filter(|(key, _)| !explains.contains(&key.as_str()));
            let stated: Vec<String> = stated
                .map(|(key, value)| match (key.as_str(), value) {
                    ("type" | "name" | "in", Value::String(word)) => word.clone(),
                    ("properties", Value::Object(members)) => {
                        let members = members.iter();
                        let members = members.map(|(name, it)| format!("{name}: {}", shape(it)));
                        members.collect::<Vec<_>>().join(", ")
                    }
                    _ => format!("{key}: {}", shape(value)),
                })
                .collect();
            match *stated {
                [ref only] if object.contains_key("type") => only.clone(),
                _ => format!("{{{}}}", stated.join(", ")),
            }
        }
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(shape).collect();
            format!("[{}]", values.join(" "))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[test]
fn it_has_every_route_that_the_contract_promises_so_far() {
    let document = document();
    let mut routes: Vec<String> = operations(&document)
        .iter()
        .map(|(path, method, _)| format!("{method} {path}"))
        .collect();
    routes.sort_unstable();
    let expected = [
        "get /api/v1",
        "get /api/v1/audit",
        "get /api/v1/changes",
        "get /api/v1/dataset",
        "get /api/v1/dataset/digest",
        "get /api/v1/exports",
        "get /api/v1/images",
        "get /api/v1/images/{a}/diff/{b}",
        "get /api/v1/images/{id}",
        "get /api/v1/images/{id}/export",
        "get /api/v1/lookup",
        "get /api/v1/offsets",
        "get /api/v1/openapi.json",
        "get /api/v1/releases",
        "get /api/v1/resolve",
        "get /api/v1/search",
        "get /api/v1/structures",
        "get /api/v1/structures/{name}",
        "get /api/v1/structures/{name}/classes",
        "get /api/v1/structures/{name}/diff",
        "get /api/v1/structures/{name}/exports",
        "get /api/v1/structures/{name}/layouts/{version}/{arch}",
        "get /api/v1/structures/{name}/members/{row}",
        "get /api/v1/structures/{name}/offsets",
        "get /api/v1/structures/{name}/used-by",
        "get /api/v1/types/{name}",
        "get /healthz",
        "get /metrics",
        "get /readyz",
        "post /api/v1/dataset/changes",
        "post /api/v1/identify",
        "post /api/v1/layouts",
        "post /api/v1/offsets",
        "post /api/v1/structures/{name}/layouts/{version}/{arch}/decode",
        "post /api/v1/validity",
    ];
    assert_eq!(routes, expected);
}

/// Paths from other sources than the table of resources follow the document too.
#[test]
fn every_path_answers_its_methods_and_no_other() {
    let document = document();
    for (path, method, _) in operations(&document) {
        let whole = path;
        let Some(path) = path.strip_prefix(ROOT) else {
            continue;
        };
        let path = path
            .replace("/types/{name}", "/types/RTL_BITMAP")
            .replace("{name}", "ETW_REALTIME_CONSUMER")
            .replace("{version}", "6.1")
            .replace("{arch}", "x64")
            .replace("{row}", "links")
            .replace("{id}", "ntoskrnl-10.0.19041.264-x64")
            .replace("{a}", "ntoskrnl-10.0.19041.264-x64")
            .replace("{b}", "ntoskrnl-10.0.22000.194-x64");
        let query = match path.rsplit('/').next() {
            Some("diff") => "?from=6.1/x64&to=6.2/x64",
            Some("lookup") => "?offset=0x58&arch=x64",
            Some("search") => "?q=HANDLE",
            Some("resolve") => "?q=22H2",
            Some("offsets") if !path.contains("/structures/") => "?m=_EPROCESS.Protection",
            _ => "",
        };
        let path = path + query;
        if method == "get" {
            assert_eq!(get(&path).status, StatusCode::OK, "{path}");
            let head = api().ask(&Method::HEAD, &path, &[], Vec::new());
            assert_eq!(head.status, StatusCode::OK, "{path}");
        }
        for other in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
            let word = other.as_str().to_ascii_lowercase();
            if operations(&document)
                .iter()
                .all(|(at, own, _)| *at != whole || *own != word)
            {
                let answer = api().ask(&other, &path, &[], Vec::new());
                assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            }
        }
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_component_is_needed() {
    let document = document();
    let mut found = Vec::new();
    references(&document, &mut found);
    let found: BTreeSet<&str> = found.into_iter().collect();
    for reference in &found {
        let pointer = reference.strip_prefix('#').expect("within the document");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    for name in schemas.keys() {
        let reference = format!("#/components/schemas/{name}");
        assert!(found.contains(&*reference), "nothing refers to {name}");
    }
}

#[test]
fn every_schema_is_one() {
    let document = document();
    let schemas = document["components"]["schemas"]
        .as_object()
        .expect("schemas");
    for (name, schema) in schemas {
        assert!(jsonschema::draft202012::meta::is_valid(schema), "{name}");
        let described = schema["description"]
            .as_str()
            .is_some_and(|text| !text.is_empty());
        assert!(described, "{name} has no description");
    }
}

#[test]
fn every_operation_is_described_to_the_end() {
    let document = document();
    let mut ids = BTreeSet::new();
    for (path, method, operation) in operations(&document) {
        assert!(ids.insert(plain(&operation["operationId"])), "{path}");
        assert!(!plain(&operation["summary"]).is_empty(), "{method} {path}");
        let empty = Vec::new();
        let parameters = operation["parameters"].as_array().unwrap_or(&empty);
        let in_path: BTreeSet<&str> = parameters
            .iter()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| plain(&parameter["name"]))
            .collect();
        let in_pattern: BTreeSet<&str> = path
            .split('/')
            .filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
            .collect();
        assert_eq!(in_path, in_pattern, "{path}");
        for parameter in parameters.iter().filter(|it| it["$ref"].is_null()) {
            assert!(!plain(&parameter["description"]).is_empty(), "{parameter}");
        }
    }
}

/// Every example matches its schema, and every content has an example.
#[test]
fn every_example_is_one() {
    let document = document();
    let schemas = Schemas::of(document.clone());
    let mut count = 0;
    let mut judge = |of: &str, schema: &Value, value: &Value| {
        assert_eq!(schemas.faults(schema, value), [""; 0], "{of}");
        count += 1;
    };
    for (path, method, operation) in operations(&document) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            if let Some(example) = parameter.get("example") {
                judge(path, &parameter["schema"], example);
            }
        }
        let input = operation["requestBody"]["content"].as_object();
        for (media_type, content) in input.into_iter().flatten() {
            // Bytes have no form in JSON.
            if media_type != "application/octet-stream" {
                for example in examples(content) {
                    judge(path, &content["schema"], &example["value"]);
                }
            }
        }
        let answers = operation["responses"]["200"]["content"].as_object();
        for (media_type, content) in answers.expect("every operation answers") {
            let own = path.ends_with("/openapi.json") || !path.starts_with(ROOT);
            // It has one here.
            let bytes = content["schema"].is_null();
            assert!(
                own || bytes || content["examples"].is_object(),
                "{method} {path} {media_type}"
            );
            for example in content["examples"].as_object().into_iter().flatten() {
                judge(path, &content["schema"], &example.1["value"]);
            }
        }
    }
    let responses = document["components"]["responses"].as_object();
    for (name, response) in responses.expect("responses") {
        for content in response["content"].as_object().into_iter().flatten() {
            for example in examples(content.1) {
                judge(name, &content.1["schema"], &example["value"]);
                assert_eq!(
                    plain(&example["value"]["type"])
                        .split_once("problem-")
                        .map(|it| it.1),
                    Some(name.as_str())
                );
            }
        }
    }
    assert!(count > 80, "{count}");
}

/// The examples of a content, at least one.
#[track_caller]
fn examples(content: &Value) -> Vec<&Value> {
    let examples = content["examples"].as_object();
    let examples = examples.unwrap_or_else(|| panic!("no example: {content:#}"));
    examples.values().collect()
}

#[test]
fn every_vocabulary_is_an_enumeration() {
    let document = document();
    let words = |name: &str| list(&document["components"]["schemas"][name]["enum"]).len();
    for (name, count) in [
        ("Arch", 3),
        ("Certainty", 7),
        ("ErratumAbout", 7),
        ("GapKind", 2),
        ("State", 3),
        ("Severity", 3),
    ] {
        assert_eq!(words(name), count, "{name}");
    }
    assert!(words("AuditRule") >= 15 && words("DecodeRule") >= 16);
}
