//! Validates answers against the OpenAPI document.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::http::{Method, StatusCode, header};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::client::{Answer, plain};

/// The media type with a JSON value per line.
const NDJSON: &str = "application/x-ndjson";

/// The document, and the validators of its schemas.
pub(crate) struct Schemas {
    document: Value,
    validators: Mutex<HashMap<String, Validator>>,
}

impl Schemas {
    /// Takes the document, and closes its objects: members that it does not describe are errors.
    pub(crate) fn of(mut document: Value) -> Self {
        let schemas = document["components"]["schemas"].as_object_mut();
        for schema in schemas.expect("the document has schemas").values_mut() {
            let object = schema.as_object_mut().expect("a schema is an object");
            if object.contains_key("properties") || object.contains_key("oneOf") {
                object.insert("unevaluatedProperties".to_owned(), json!(false));
            }
        }
        Self {
            document,
            validators: Mutex::default(),
        }
    }

    /// Fails the test when the document does not describe such an answer.
    #[track_caller]
    pub(crate) fn judge(&self, method: &Method, url: &str, answer: &Answer) {
        let status = answer.status;
        assert_ne!(
            status,
            StatusCode::INTERNAL_SERVER_ERROR,
            "{method} {url}: {answer:?}"
        );
        if *method == Method::OPTIONS && status == StatusCode::NO_CONTENT {
            return;
        }
        let Some(path) = self.path_of(url) else {
            assert!(status.is_client_error(), "{method} {url}: {answer:?}");
            return self.body("/components/responses/not-found", answer);
        };
        let name = match *method {
            Method::HEAD => "get".to_owned(),
            _ => method.as_str().to_ascii_lowercase(),
        };
        if self.document["paths"][&path][&name].is_null() {
            assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED, "{method} {url}");
            assert!(answer.headers.contains_key(header::ALLOW), "{answer:?}");
            return self.body("/components/responses/method-not-allowed", answer);
        }
        let mut pointer = format!(
            "/paths/{}/{name}/responses/{}",
            escaped(&path),
            status.as_u16()
        );
        let Some(response) = self.document.pointer(&pointer) else {
            panic!("{method} {url}: {status} is not in the document");
        };
        if let Some(reference) = response["$ref"].as_str() {
            pointer = reference.trim_start_matches('#').to_owned();
        }
        for (name, header) in self.headers(&pointer) {
            let reference = header["$ref"].as_str().unwrap_or_default();
            let described = self.document.pointer(reference.trim_start_matches('#'));
            let is_optional = described.is_some_and(|it| it["required"] == false);
            let is_there = answer.headers.contains_key(&name);
            assert!(is_there || is_optional, "{url}: no {name}");
        }
        if *method != Method::HEAD {
            self.body(&pointer, answer);
        }
    }

    fn headers(&self, pointer: &str) -> Map<String, Value> {
        let response = self.document.pointer(pointer);
        let headers = response.and_then(|response| response["headers"].as_object());
        headers.cloned().unwrap_or_default()
    }

    /// Validates a body against the response at that JSON pointer.
    #[track_caller]
    fn body(&self, pointer: &str, answer: &Answer) {
        let response = self
            .document
            .pointer(pointer)
            .expect("the response is there");
        let Some(contents) = response["content"].as_object() else {
            assert!(answer.body.is_empty(), "{answer:?}");
            return;
        };
        let media_type = answer.header(&header::CONTENT_TYPE);
        let Some(content) = contents.get(media_type) else {
            panic!("{media_type} is not in the document: {answer:?}");
        };
        // A foreign format has no schema of ours.
        let is_judged = media_type.ends_with("json") && !content["schema"].is_null();
        if !is_judged || answer.headers.contains_key(header::CONTENT_ENCODING) {
            return;
        }
        let (schema, values) = match media_type {
            NDJSON => (&content["schema"]["contentSchema"], answer.lines()),
            _ => (&content["schema"], vec![answer.json()]),
        };
        let mut validators = self.validators.lock().expect("no test failed here");
        let key = format!("{pointer} {media_type}");
        let validator = validators
            .entry(key)
            .or_insert_with(|| self.validator(schema));
        let mut faults = Vec::new();
        for value in &values {
            let found = validator.iter_errors(value).take(5);
            faults.extend(
                found.map(|fault| format!("{}: {fault} in {value:#}", fault.instance_path())),
            );
        }
        drop(validators);
        assert!(faults.is_empty(), "{faults:#?}");
    }

    /// The errors of a value against a schema.
    pub(crate) fn faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let validator = self.validator(schema);
        let faults = validator.iter_errors(value).take(5);
        faults
            .map(|fault| format!("{}: {fault}", fault.instance_path()))
            .collect()
    }

    fn validator(&self, schema: &Value) -> Validator {
        let mut whole = schema.as_object().expect("a schema is an object").clone();
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        whole.insert("$schema".to_owned(), json!(dialect));
        whole.insert("components".to_owned(), self.document["components"].clone());
        jsonschema::validator_for(&Value::Object(whole)).expect("the schema is one")
    }

    /// The document's path that matches a URL.
    fn path_of(&self, url: &str) -> Option<String> {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        // The overview has the same answer with a slash at its end.
        let path = path.strip_suffix("v1/").map_or(path, |_| "/api/v1");
        let paths = self.document["paths"].as_object().expect("paths");
        let fits = |pattern: &&String| {
            let pattern: Vec<&str> = pattern.split('/').collect();
            let path: Vec<&str> = path.split('/').collect();
            let pairs = pattern.iter().zip(&path);
            let alike = |(pattern, segment): (&&str, &&str)| {
                pattern == segment || (pattern.starts_with('{') && !segment.is_empty())
            };
            pattern.len() == path.len() && pairs.clone().all(alike)
        };
        paths.keys().find(fits).cloned()
    }
}

fn escaped(path: &str) -> String {
    path.replace('~', "~0").replace('/', "~1")
}

/// Collects every `$ref` of a document.
pub(crate) fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(object) => {
            if let Some(reference) = object.get("$ref") {
                found.push(plain(reference));
            }
            object.values().for_each(|value| references(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}
