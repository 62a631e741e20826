//! The API reference for readers: every route with its parameters, bodies, answers and errors, on one page, drawn from
//! the server's OpenAPI document. The type of a value is stated in words, with links to the schemas that it names.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::pages::prelude::*;

use super::markdown::Text;
use crate::route::{SiteLocation, site_location};

/// The name of the example that is an answer of this server, among other examples.
pub const ANSWERED: &str = "answered";
/// The most words of an enumeration that are listed.
const WORDS: usize = 24;

#[derive(Clone, Debug, Default)]
pub struct Reference {
    /// The OpenAPI document, with examples.
    pub document: Value,
    pub problems: Vec<Problem>,
    /// The address of a server that does not know its own.
    pub address: &'static str,
}

#[derive(Clone, Debug)]
pub struct Problem {
    /// The name of its response in the document, and the anchor of its remedy on the About page.
    pub fragment: &'static str,
    pub meaning: String,
}

struct Operation<'a> {
    /// The operation id, and the anchor on the page.
    id: String,
    method: String,
    /// The path, with parameters in braces.
    path: &'a str,
    summary: String,
    described: &'a Value,
}

pub fn page(reference: Reference) -> Page<'static> {
    let description = "Every route of Strata's API: parameters, examples to copy, answers, errors.";
    Page::read(Route::Reference, "API", description, move |_| {
        view(&reference)
    })
}

fn view(reference: &Reference) -> AnyView {
    let Reference {
        document, problems, ..
    } = reference;
    let introduction = text(&document["info"]["description"]);
    let paragraphs = introduction.split("\n\n");
    let paragraphs = paragraphs.map(|text| view! { <p><Inline text/></p> });
    let openapi = ApiUrl::openapi().to_string();
    let SiteLocation { origin, base, .. } = site_location();
    let address = format!(
        "STRATA={}{base}",
        origin.as_deref().unwrap_or(reference.address)
    );
    let operations: Vec<Operation<'_>> = operations(document).collect();
    let routes = operations.iter();
    let routes = routes.map(|it| (it.id.clone(), it.summary.clone()));
    let errors = problems.iter().map(|it| it.fragment);
    let errors = errors.map(|fragment| (format!("error-{fragment}"), fragment.to_owned()));
    let responses = &document["components"]["responses"];
    let problem = |it: &Problem| problem(it, &responses[it.fragment]);
    let schemas: BTreeMap<_, _> = entries(&document["components"]["schemas"]).collect();
    let shapes = schemas.keys();
    let shapes = shapes.map(|name| (format!("shape-{name}"), (*name).clone()));
    let parts = [
        ("all", "For all routes", Vec::new()),
        ("routes", "Routes", routes.collect()),
        ("errors", "Errors", errors.collect()),
        ("shapes", "Shapes", shapes.collect()),
    ];
    let listed = operations.iter().map(listed).collect_view();
    let text = Text::new(include_str!("reference.md"))
        .with(
            "openapi",
            view! { <a href=openapi rel="external">"OpenAPI document"</a> },
        )
        .with("files", api_in_files())
        .with("contents", contents(parts.map(part)))
        .with("introduction", paragraphs.collect_view())
        .with(
            "address",
            view! { <pre class="command" tabindex="0"><code>{address}</code></pre> },
        )
        .with("listed", view! { <ul class="routes">{listed}</ul> })
        .with("routes", operations.iter().map(operation).collect_view())
        .with("errors", problems.iter().map(problem).collect_view())
        .with("shapes", schemas.into_iter().map(shape).collect_view());
    any_view! { <article class="report reference">{text.view()}</article> }
}

/// A part of the page in its table of contents, with its entries: the id and the label of each.
fn part((id, label, entries): (&str, &'static str, Vec<(String, String)>)) -> AnyView {
    let entries = entries.into_iter();
    let entries = entries.map(|(id, label)| link_item(format!("#{id}"), label));
    any_view! {
        <li>
            <a href=format!("#{id}")>{label}</a>
            {(entries.len() > 0).then(|| view! { <ul>{entries.collect_view()}</ul> })}
        </li>
    }
}

fn operations(document: &Value) -> impl Iterator<Item = Operation<'_>> {
    entries(&document["paths"]).flat_map(|(path, methods)| {
        entries(methods).map(move |(method, described)| Operation {
            id: text(&described["operationId"]),
            method: method.to_ascii_uppercase(),
            path,
            summary: text(&described["summary"]),
            described,
        })
    })
}

fn listed(operation: &Operation<'_>) -> AnyView {
    any_view! {
        <li>
            <span class="method">{operation.method.clone()}</span>
            {code_link(format!("#{}", operation.id), operation.path)}
            <span class="route-summary">{operation.summary.clone()}</span>
        </li>
    }
}

fn operation(operation: &Operation<'_>) -> AnyView {
    let (id, summary) = (operation.id.clone(), &operation.summary);
    let described = operation.described;
    let responses = &described["responses"];
    let errors = entries(responses).filter(|(status, _)| !status.starts_with('3'));
    let errors = errors.filter_map(|(status, response)| {
        let (url, status) = (format!("#error-{}", component(response)?), status.clone());
        Some(view! { <li><a href=url>{status}</a></li> })
    });
    let errors: Vec<_> = errors.collect();
    let errors = (!errors.is_empty()).then(|| {
        view! {
            <h4>"Errors"</h4>
            <ul class="inline-list">{errors}</ul>
        }
    });
    let parameters = items(&described["parameters"]).filter(|it| component(it).is_none());
    let parameters: Vec<AnyView> = parameters.map(parameter).collect();
    let parameters = (!parameters.is_empty()).then(|| {
        let label = format!("{summary}: parameters");
        let head = heads(["Parameter", "Type", "Meaning", "Example"]);
        table(None, Name::Label(&label), head, parameters)
    });
    any_view! {
        <section class="operation" aria-labelledby=id.clone()>
            <h3 id=id.clone()>{summary.clone()}</h3>
            <p class="route">
                <span class="method">{operation.method.clone()}</span> " " <code>{operation.path.to_owned()}</code>
            </p>
            <p class="prose"><Inline text=text(&described["description"])/></p>
            {parameters}
            {block(command(operation.path, described), format!("{summary}: how to ask"))}
            {bodies(&described["requestBody"]["content"], "Body", summary)}
            {bodies(&responses["200"]["content"], "Answer", summary)}
            {errors}
        </section>
    }
}

/// The curl command for the example.
fn command(path: &str, operation: &Value) -> String {
    let (mut path, query) = filled(path, operation);
    if !query.is_empty() {
        let query = query.iter();
        let query = query.map(|(name, value)| format!("{name}={}", value.replace('+', "%2B")));
        path = format!("{path}?{}", joined(query, "&"));
    }
    let mut bodies = entries(&operation["requestBody"]["content"]);
    let body = bodies.find_map(|(media_type, content)| {
        let text = example(content)?;
        let text = text.trim_end();
        Some(format!(
            " -H 'Content-Type: {media_type}' --data-binary @- <<'END'\n{text}\nEND"
        ))
    });
    format!("curl -s \"$STRATA{path}\"{}", body.unwrap_or_default())
}

/// The path with the examples of its variables, and the examples of its required parameters.
pub fn filled<'a>(path: &str, operation: &'a Value) -> (String, Vec<(&'a str, &'a str)>) {
    let (mut path, mut query) = (path.to_owned(), Vec::new());
    for parameter in items(&operation["parameters"]) {
        let Some(name) = parameter["name"].as_str() else {
            continue;
        };
        // One example, or each value of a repeatable parameter.
        let example = &parameter["example"];
        for value in items(example).chain([example]).filter_map(Value::as_str) {
            match parameter["in"].as_str() {
                Some("path") => path = path.replace(&format!("{{{name}}}"), value),
                Some("query") if parameter["required"] == true => query.push((name, value)),
                _ => {}
            }
        }
    }
    (path, query)
}

fn parameter(parameter: &Value) -> AnyView {
    let is_needed = parameter["required"] == true;
    let needed = if is_needed { ", required" } else { "" };
    let example = parameter.get("example").map(|example| match example {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    });
    any_view! {
        <tr>
            <th scope="row">
                <code>{text(&parameter["name"])}</code>
                <span class="aside">{format!("in the {}{needed}", text(&parameter["in"]))}</span>
            </th>
            <td>{form(&parameter["schema"])}</td>
            <td class="tells"><Inline text=text(&parameter["description"])/></td>
            <td>{example.map(|example| view! { <code class="such-as">{example}</code> })}</td>
        </tr>
    }
}

/// The bodies or answers of a route, in each format.
fn bodies(contents: &Value, heading: &'static str, of: &str) -> Option<AnyView> {
    let body = |(media_type, content): (&String, &Value)| {
        let label = format!("{of}: {heading}, {media_type}");
        view! {
            <div>
                <p>
                    <code>{media_type.clone()}</code> " " {form(&content["schema"])}
                </p>
                {folded_example(content, label)}
            </div>
        }
    };
    let bodies: Vec<_> = entries(contents).map(body).collect();
    (!bodies.is_empty()).then(|| {
        any_view! {
            <h4>{heading}</h4>
            {bodies}
        }
    })
}

fn folded_example(content: &Value, label: String) -> Option<AnyView> {
    example(content).map(|example| fold(None, "Example", block(example, label)))
}

/// The example to show: an answer of this server, or else the first.
fn example(content: &Value) -> Option<String> {
    let examples = content["examples"].as_object()?;
    let example = examples
        .get(ANSWERED)
        .or_else(|| examples.values().next())?;
    Some(match &example["value"] {
        Value::String(text) => text.clone(),
        other => format!("{other:#}"),
    })
}

/// A text in a box that scrolls; it takes the keyboard focus, and so needs a name.
fn block(text: String, label: String) -> AnyView {
    any_view! {
        <pre class="command example" role="region" aria-label=label tabindex="0"><code>{text}</code></pre>
    }
}

fn problem(Problem { fragment, meaning }: &Problem, response: &Value) -> AnyView {
    let content = entries(&response["content"]).next();
    let label = format!("{fragment}: an example");
    any_view! {
        <div class="error" id=format!("error-{fragment}")>
            <p class="prose"><Inline text=meaning.clone()/></p>
            {content.and_then(|(_, content)| folded_example(content, label))}
        </div>
    }
}

fn shape((name, schema): (&String, &Value)) -> AnyView {
    let id = format!("shape-{name}");
    let members = members(schema);
    let form = (members.is_empty() || alternatives(schema).is_some()).then(|| form(schema));
    let members = (!members.is_empty()).then(|| {
        let label = format!("{name}: members");
        let head = heads(["Member", "Type", "Meaning"]);
        fold(
            None,
            "Members",
            table(None, Name::Label(&label), head, members),
        )
    });
    any_view! {
        <section class="shape" aria-labelledby=id.clone()>
            <h3 id=id.clone()><code>{name.clone()}</code></h3>
            <p class="prose"><Inline text=text(&schema["description"])/></p>
            {form.map(|form| view! { <p>{form}</p> })}
            {members}
        </section>
    }
}

/// The members of an object, or of all alternatives of a schema.
fn members(schema: &Value) -> Vec<AnyView> {
    let needed = |name: &String| items(&schema["required"]).any(|it| it == name);
    let own = entries(&schema["properties"]);
    let own = own.map(|(name, it)| member(name, !needed(name), it, ""));
    // Alternatives are components or objects with members; there is no deeper level.
    let inner = alternatives(schema).into_iter().flatten();
    let inner = inner.flat_map(|alternative| {
        let when = text(&alternative["description"]);
        let members = entries(&alternative["properties"]);
        members.map(move |(name, it)| member(name, true, it, &when))
    });
    own.chain(inner).collect()
}

/// A row for a member, which some alternatives have if `when` says so.
fn member(name: &str, is_optional: bool, member: &Value, when: &str) -> AnyView {
    let aside = is_optional.then(|| view! { <span class="aside">"may be left out"</span> });
    let description = format!("{} {when}", text(&member["description"]));
    any_view! {
        <tr>
            <th scope="row">
                <code>{name.to_owned()}</code>
                {aside}
            </th>
            <td>{form(member)}</td>
            <td class="tells"><Inline text=description.trim()/></td>
        </tr>
    }
}

/// The type of a value in words, such as `integer, 1 to 200`, with a link for each schema that it names.
fn form(schema: &Value) -> AnyView {
    let (mut words, mut shapes) = (Vec::new(), Vec::new());
    collect(schema, &mut words, &mut shapes);
    let shapes = shapes.into_iter().map(|name| {
        let (url, name) = (format!("#shape-{name}"), name.to_owned());
        view! { " " <a href=url><code>{name}</code></a> }
    });
    any_view! {
        <span class="form">
            <Inline text=words.join(", ")/>
            {shapes.collect_view()}
        </span>
    }
}

fn collect<'a>(schema: &'a Value, words: &mut Vec<String>, shapes: &mut Vec<&'a str>) {
    if let Some(name) = component(schema) {
        shapes.push(name);
        return;
    }
    if let Some(inner) = schema.get("contentSchema") {
        words.push("a line for each".to_owned());
        return collect(inner, words, shapes);
    }
    if let Some(choices) = alternatives(schema) {
        return choices.iter().for_each(|one| collect(one, words, shapes));
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => {
            words.push("list of".to_owned());
            collect(&schema["items"], words, shapes);
        }
        Value::String(kind) => words.push(kind.clone()),
        Value::Array(kinds) => {
            words.push(joined(kinds.iter().map(text), " or "));
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
            Value::String(text) => format!("default `{text}`"),
            other => format!("default {other}"),
        });
    }
}

fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    let alternatives = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    alternatives.and_then(Value::as_array)
}

/// The name of the component that a value refers to.
fn component(value: &Value) -> Option<&str> {
    value["$ref"].as_str()?.rsplit('/').next()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// The part of the API that a static site has; `None` where a server answers.
pub(super) fn api_in_files() -> Option<AnyView> {
    site_location().files.as_ref().map(|_| {
        any_view! {
            <p class="notice">
                "This copy of Strata is a set of files without a server. Of the API, it has the OpenAPI document, the audit, the \
                 types and every layout, each as JSON at its path with " <code>".json"</code>
                " at the end. For the rest, use " <code>"strata serve"</code> " or the command line."
            </p>
        }
    })
}
