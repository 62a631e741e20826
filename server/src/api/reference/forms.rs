//! The values that a schema allows, in words.

use serde_json::Value;
use strata_frontend::pages::reference::{Form, Member, Shape};

/// The most words of an enumeration that are listed.
const WORDS: usize = 24;

pub(super) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub(super) fn form(schema: &Value) -> Form {
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
pub(super) fn component(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.rsplit('/').next()
}

pub(super) fn shapes(schemas: &Value) -> Vec<Shape> {
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
