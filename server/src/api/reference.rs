//! Makes the page about the API from the OpenAPI document, with the values that a schema allows in words.

use std::sync::Arc;

use serde_json::Value;
use strata_frontend::pages::reference::{
    Content, Form, Member, Operation, Parameter, Problem, Reference, Shape,
};
use strata_frontend::route::{SiteLocation, site_location};

use crate::app::App;
use crate::error::{Error, Kind, PROBLEM_JSON};

use super::answer::spawn_blocking;
use super::openapi::{self, filled};

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

/// The most words of an enumeration that are listed.
const WORDS: usize = 24;

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn form(schema: &Value) -> Form {
    let mut form = Form::default();
    let mut words = Vec::new();
    collect(schema, &mut words, &mut form.shapes);
    form.words = words.join(", ");
    form
}

fn collect(schema: &Value, words: &mut Vec<String>, shapes: &mut Vec<String>) {
    if let Some(name) = component(schema) {
        shapes.push(name.to_owned());
        return;
    }
    if let Some(inner) = schema.get("contentSchema") {
        words.push("a line for each".to_owned());
        return collect(inner, words, shapes);
    }
    let choices = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    if let Some(choices) = choices.and_then(Value::as_array) {
        return choices.iter().for_each(|one| collect(one, words, shapes));
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => {
            words.push("list of".to_owned());
            collect(&schema["items"], words, shapes);
        }
        Value::String(kind) => words.push(kind.clone()),
        Value::Array(kinds) => {
            let kinds: Vec<String> = kinds.iter().map(text).collect();
            words.push(kinds.join(" or "));
        }
        _ => {}
    }
    bounds(schema, words);
}

/// The other constraints of a schema.
fn bounds(schema: &Value, words: &mut Vec<String>) {
    if let Some(values) = schema["enum"].as_array() {
        let mut listed: Vec<String> = values
            .iter()
            .take(WORDS)
            .map(|value| format!("`{}`", text(value)))
            .collect();
        if values.len() > WORDS {
            listed.push(format!("{} more", values.len() - WORDS));
        }
        words.push(format!("one of {}", listed.join(" ")));
    }
    if let Some(value) = schema.get("const") {
        words.push(format!("`{}`", text(value)));
    }
    let number = |key: &str| schema[key].as_u64();
    match (number("minimum"), number("maximum")) {
        (Some(low), Some(high)) => words.push(format!("{low} to {high}")),
        (None, Some(high)) => words.push(format!("at most {high}")),
        (Some(low), None) if low > 0 => words.push(format!("at least {low}")),
        _ => {}
    }
    if let Some(most) = number("maxLength") {
        words.push(format!("at most {most} characters"));
    }
    if let Some(most) = number("maxItems") {
        words.push(format!("at most {most}"));
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        // Back-ticks enclose code: those of the pattern are escaped.
        words.push(format!("`{}`", pattern.replace('`', r"\x60")));
    }
    if let Some(default) = schema.get("default") {
        words.push(match default {
            Value::String(text) => format!("`{text}` where left out"),
            other => format!("{other} where left out"),
        });
    }
}

/// The name of the component that a value refers to.
fn component(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.rsplit('/').next()
}

fn shapes(schemas: &Value) -> Vec<Shape> {
    let schemas = schemas.as_object().into_iter().flatten();
    let mut shapes: Vec<Shape> = schemas.map(|(name, schema)| shape(name, schema)).collect();
    shapes.sort_by(|a, b| a.name.cmp(&b.name));
    shapes
}

fn shape(name: &str, schema: &Value) -> Shape {
    let members = members(schema);
    let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let form = (members.is_empty() || alternatives.is_some()).then(|| form(schema));
    Shape {
        name: name.to_owned(),
        description: text(&schema["description"]),
        form: form.filter(|form| *form != Form::default()),
        members,
    }
}

/// The members of an object, or of all alternatives of a schema.
fn members(schema: &Value) -> Vec<Member> {
    let needed = |name: &str| {
        let needed = schema["required"].as_array().into_iter().flatten();
        needed.into_iter().any(|it| it == name)
    };
    let own = schema["properties"].as_object().into_iter().flatten();
    let own = own.map(|(name, member)| Member {
        name: name.clone(),
        optional: !needed(name),
        form: form(member),
        description: text(&member["description"]),
    });
    let mut members: Vec<Member> = own.collect();
    let alternatives = schema.get("oneOf").or_else(|| schema.get("anyOf"));
    let alternatives = alternatives.and_then(Value::as_array).into_iter().flatten();
    // Alternatives are components or objects with members; there is no deeper level.
    for alternative in alternatives {
        let when = text(&alternative["description"]);
        let inner = alternative["properties"].as_object().into_iter().flatten();
        members.extend(inner.map(|(name, member)| {
            Member {
                name: name.clone(),
                optional: true,
                form: form(member),
                description: format!("{} {when}", text(&member["description"]))
                    .trim()
                    .to_owned(),
            }
        }));
    }
    members
}
