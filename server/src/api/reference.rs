//! Makes the page about the API from the OpenAPI document.

mod forms;

use std::sync::Arc;

use serde_json::Value;
use strata_frontend::pages::reference::{Content, Operation, Parameter, Problem, Reference};
use strata_frontend::route::{SiteLocation, site_location};

use crate::app::App;
use crate::error::Error;
use crate::problem::{Kind, PROBLEM_JSON};

use self::forms::{component, form, shapes, text};
use super::answer::spawn_blocking;
use super::examples::filled;
use super::openapi;

/// The default address of a server, if the site does not know its own.
const ADDRESS: &str = "http://127.0.0.1:8080";

pub(crate) async fn reference(app: &Arc<App>) -> Result<Reference, Error> {
    let app = Arc::clone(app);
    spawn_blocking(move || {
        let answer = openapi::answer(&app)?;
        let document = serde_json::from_slice(answer.bytes());
        let document = document.map_err(|error| Error::Internal(error.to_string()))?;
        Ok(page(&document))
    })
    .await
}

fn page(document: &Value) -> Reference {
    let introduction = text(&document["info"]["description"]);
    let paths = document["paths"].as_object();
    let operations = paths.into_iter().flatten().flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, it)| operation(path, method, it))
    });
    let responses = &document["components"]["responses"];
    Reference {
        address: address(),
        introduction: introduction.split("\n\n").map(str::to_owned).collect(),
        operations: operations.collect(),
        problems: Kind::ALL
            .iter()
            .map(|kind| problem(kind, responses))
            .collect(),
        shapes: shapes(&document["components"]["schemas"]),
    }
}

fn address() -> String {
    let SiteLocation { origin, base, .. } = site_location();
    format!("{}{base}", origin.as_deref().unwrap_or(ADDRESS))
}

fn operation(path: &str, method: &str, operation: &Value) -> Operation {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let parameters = parameters.filter(|parameter| parameter.get("$ref").is_none());
    let refused = operation["responses"].as_object().into_iter().flatten();
    let refused = refused.filter_map(|(status, response)| {
        let fragment = component(response).filter(|_| !status.starts_with('3'))?;
        Some((status.clone(), fragment.to_owned()))
    });
    Operation {
        id: text(&operation["operationId"]),
        method: method.to_ascii_uppercase(),
        path: path.to_owned(),
        summary: text(&operation["summary"]),
        description: text(&operation["description"]),
        parameters: parameters.map(parameter).collect(),
        bodies: contents(&operation["requestBody"]["content"]),
        answers: contents(&operation["responses"]["200"]["content"]),
        problems: refused.collect(),
        command: command(path, operation),
    }
}

fn parameter(parameter: &Value) -> Parameter {
    let example = parameter.get("example").map(|example| match example {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    Parameter {
        name: text(&parameter["name"]),
        place: text(&parameter["in"]),
        required: parameter["required"] == true,
        form: form(&parameter["schema"]),
        description: text(&parameter["description"]),
        example,
    }
}

fn contents(contents: &Value) -> Vec<Content> {
    let contents = contents.as_object().into_iter().flatten();
    let content = |(media_type, content): (&String, &Value)| Content {
        media_type: media_type.clone(),
        form: form(&content["schema"]),
        example: shown(content),
    };
    contents.map(content).collect()
}

/// The example to show: an answer of this server, or else the first.
fn shown(content: &Value) -> Option<String> {
    let examples = content["examples"].as_object()?;
    let example = examples
        .get("answered")
        .or_else(|| examples.values().next())?;
    Some(match &example["value"] {
        Value::String(text) => text.clone(),
        other => format!("{other:#}"),
    })
}

fn problem(kind: &Kind, responses: &Value) -> Problem {
    let example = shown(&responses[kind.fragment]["content"][PROBLEM_JSON]);
    Problem {
        fragment: kind.fragment.to_owned(),
        meaning: format!(
            "`{}` {}. {}",
            kind.status.as_u16(),
            kind.title,
            kind.meaning
        ),
        example,
    }
}

/// The curl command for the example.
fn command(path: &str, operation: &Value) -> Option<String> {
    let (mut path, query) = filled(path, operation);
    if !query.is_empty() {
        let query = query.iter();
        let query = query.map(|(name, value)| format!("{name}={}", value.replace('+', "%2B")));
        path = format!("{path}?{}", query.collect::<Vec<_>>().join("&"));
    }
    let contents = operation["requestBody"]["content"].as_object();
    let mut contents = contents.into_iter().flatten();
    let body = contents.find_map(|(media_type, content)| {
        let text = shown(content)?;
        let text = text.trim_end();
        Some(format!(
            " -H 'Content-Type: {media_type}' --data-binary @- <<'END'\n{text}\nEND"
        ))
    });
    Some(format!(
        "curl -s \"$STRATA{path}\"{}",
        body.unwrap_or_default()
    ))
}
