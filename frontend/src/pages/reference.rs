//! The API reference for readers: every route with its parameters, bodies, answers and errors, on one page. The server
//! derives the value from its OpenAPI document.

use crate::view::*;

use super::inline::Inline;
use crate::components::blocks::{
    Name, code_link, contents, fold, heads, link_item, section, table,
};
use crate::page::Page;
use crate::route::{ApiUrl, Route, site_location};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// The server's address in the example commands.
    pub address: String,
    /// Paragraphs that apply to all routes.
    pub introduction: Vec<String>,
    pub operations: Vec<Operation>,
    pub problems: Vec<Problem>,
    /// The schemas of answers, by name.
    pub shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its operation id in the document, and the anchor on the page.
    pub id: String,
    pub method: String,
    /// The path, with parameters in braces.
    pub path: String,
    pub summary: String,
    pub description: String,
    pub parameters: Vec<Parameter>,
    /// Its request body by format; empty where it takes none.
    pub bodies: Vec<Content>,
    pub answers: Vec<Content>,
    /// Its errors: the status, and the anchor in the list of problems.
    pub problems: Vec<(String, String)>,
    /// An example command; `None` where this server's data have no example.
    pub command: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// `path` or `query`.
    pub place: String,
    pub required: bool,
    pub form: Form,
    pub description: String,
    pub example: Option<String>,
}

/// The type of a value in words, and the schemas it refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// In words, such as `integer, 1 to 200`.
    pub words: String,
    /// The schemas that the words name.
    pub shapes: Vec<String>,
}

/// A body or an answer in one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub media_type: String,
    pub form: Form,
    pub example: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The anchor of its remedy on the About page.
    pub fragment: String,
    pub meaning: String,
    pub example: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub name: String,
    pub description: String,
    /// Its type, where it is no object.
    pub form: Option<Form>,
    pub members: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    /// Whether it may be absent.
    pub optional: bool,
    pub form: Form,
    pub description: String,
}

pub fn page(reference: Reference) -> Page<'static> {
    let description = "Every route of Strata's API: parameters, examples to copy, answers, errors.";
    Page::read("API · Strata", description, move |_| view(&reference))
}

fn view(reference: &Reference) -> AnyView {
    let paragraphs = reference.introduction.iter();
    let paragraphs = paragraphs.map(|text| view! { <p><Inline text=text.clone()/></p> });
    let openapi = ApiUrl::openapi().to_string();
    let routes = reference.operations.iter();
    let routes = routes.map(|it| (it.id.clone(), it.summary.clone()));
    let errors = reference.problems.iter();
    let errors = errors.map(|it| (format!("error-{}", it.fragment), it.fragment.clone()));
    let shapes = reference.shapes.iter();
    let shapes = shapes.map(|it| (format!("shape-{}", it.name), it.name.clone()));
    let parts = [
        ("all", "For all routes", Vec::new()),
        ("routes", "Routes", routes.collect()),
        ("errors", "Errors", errors.collect()),
        ("shapes", "Shapes", shapes.collect()),
    ];
    any_view! {
        <article class="report reference">
            <h1>"API"</h1>
            <p class="lede">
                "Everything on these pages over HTTP, without a key. This page is made from the "
                <a href=openapi rel="external">"OpenAPI document"</a>
                ", from which clients can be generated; every example on it is what this server answers."
            </p>
            {api_in_files()}
            {contents(parts.map(part))}
            <section class="prose" aria-labelledby="all">
                <h2 id="all">"For all routes"</h2>
                {paragraphs.collect_view()}
                <p>"The commands below begin with the address of the server:"</p>
                <pre class="command" tabindex="0"><code>{format!("STRATA={}", reference.address)}</code></pre>
            </section>
            {section("routes", "Routes", any_view! {
                <ul class="routes">{reference.operations.iter().map(listed).collect_view()}</ul>
                {reference.operations.iter().map(operation).collect_view()}
            })}
            {section("errors", "Errors", any_view! {
                <p class="prose">
                    "An error is answered with " <code>"application/problem+json"</code> "; "
                    <a href=format!("{}#problems", Route::About)>"what to do about each error"</a>
                    " is on the About page."
                </p>
                {reference.problems.iter().map(problem).collect_view()}
            })}
            {section("shapes", "Shapes", any_view! {
                <p class="prose">"The objects in the answers. Every member is present, even if null, unless it is marked “may be \
                                  left out”."</p>
                {reference.shapes.iter().map(shape).collect_view()}
            })}
        </article>
    }
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

fn listed(operation: &Operation) -> AnyView {
    any_view! {
        <li>
            <span class="method">{operation.method.clone()}</span>
            {code_link(format!("#{}", operation.id), &operation.path)}
            <span class="route-summary">{operation.summary.clone()}</span>
        </li>
    }
}

fn operation(operation: &Operation) -> AnyView {
    let (id, summary) = (operation.id.clone(), &operation.summary);
    let errors = operation.problems.iter().map(|(status, fragment)| {
        view! { <li><a href=format!("#error-{fragment}")>{status.clone()}</a></li> }
    });
    let errors = (errors.len() > 0).then(|| {
        view! {
            <h4>"Errors"</h4>
            <ul class="inline-list">{errors.collect_view()}</ul>
        }
    });
    let parameters = operation.parameters.iter().map(parameter);
    let parameters = (parameters.len() > 0).then(|| {
        let label = Name::Label(format!("{summary}: parameters"));
        let head = heads(["Parameter", "Type", "Meaning", "Example"]);
        table(None, label, head, parameters.collect())
    });
    let command = operation.command.as_ref();
    let command = command.map(|command| block(command, format!("{summary}: how to ask")));
    any_view! {
        <section class="operation" aria-labelledby=id.clone()>
            <h3 id=id.clone()>{summary.clone()}</h3>
            <p class="route">
                <span class="method">{operation.method.clone()}</span> " " <code>{operation.path.clone()}</code>
            </p>
            <p class="prose"><Inline text=operation.description.clone()/></p>
            {parameters}
            {command}
            {bodies(&operation.bodies, "Body", summary)}
            {bodies(&operation.answers, "Answer", summary)}
            {errors}
        </section>
    }
}

fn parameter(parameter: &Parameter) -> AnyView {
    let needed = if parameter.required { ", needed" } else { "" };
    let example = parameter.example.clone();
    any_view! {
        <tr>
            <th scope="row">
                <code>{parameter.name.clone()}</code>
                <span class="aside">{format!("in the {}{needed}", parameter.place)}</span>
            </th>
            <td>{form(&parameter.form)}</td>
            <td class="tells"><Inline text=parameter.description.clone()/></td>
            <td>{example.map(|example| view! { <code class="such-as">{example}</code> })}</td>
        </tr>
    }
}

/// The bodies or answers of a route, in each format.
fn bodies(bodies: &[Content], heading: &'static str, of: &str) -> Option<AnyView> {
    let body = |body: &Content| {
        let label = format!("{of}: {heading}, {}", body.media_type);
        let example = body.example.as_ref();
        view! {
            <div class="one-format">
                <p>
                    <code>{body.media_type.clone()}</code> " " {form(&body.form)}
                </p>
                {example.map(|example| fold(None, "Example", block(example, label)))}
            </div>
        }
    };
    (!bodies.is_empty()).then(|| {
        any_view! {
            <h4>{heading}</h4>
            {bodies.iter().map(body).collect_view()}
        }
    })
}

/// A text in a box that scrolls; it takes the keyboard focus, and so needs a name.
fn block(text: &str, label: String) -> AnyView {
    let text = text.to_owned();
    any_view! {
        <pre class="command example" role="region" aria-label=label tabindex="0"><code>{text}</code></pre>
    }
}

fn problem(problem: &Problem) -> AnyView {
    let label = format!("{}: an example", problem.fragment);
    let example = problem.example.as_ref();
    any_view! {
        <div class="error" id=format!("error-{}", problem.fragment)>
            <p class="prose"><Inline text=problem.meaning.clone()/></p>
            {example.map(|example| fold(None, "Example", block(example, label)))}
        </div>
    }
}

fn shape(shape: &Shape) -> AnyView {
    let id = format!("shape-{}", shape.name);
    let members = shape.members.iter().map(member);
    let members = (members.len() > 0).then(|| {
        let label = Name::Label(format!("{}: members", shape.name));
        let head = heads(["Member", "Type", "Meaning"]);
        fold(None, "Members", table(None, label, head, members.collect()))
    });
    let what = shape.form.as_ref();
    any_view! {
        <section class="shape" aria-labelledby=id.clone()>
            <h3 id=id.clone()><code>{shape.name.clone()}</code></h3>
            <p class="prose"><Inline text=shape.description.clone()/></p>
            {what.map(|what| view! { <p>{form(what)}</p> })}
            {members}
        </section>
    }
}

fn member(member: &Member) -> AnyView {
    let aside = member.optional;
    let aside = aside.then(|| view! { <span class="aside">"may be left out"</span> });
    any_view! {
        <tr>
            <th scope="row">
                <code>{member.name.clone()}</code>
                {aside}
            </th>
            <td>{form(&member.form)}</td>
            <td class="tells"><Inline text=member.description.clone()/></td>
        </tr>
    }
}

/// The type of a value, with a link for each schema that it names.
fn form(form: &Form) -> AnyView {
    let shapes = form.shapes.iter().map(|name| {
        let (url, name) = (format!("#shape-{name}"), name.clone());
        view! { " " <a class="shape-link" href=url><code>{name}</code></a> }
    });
    any_view! {
        <span class="form">
            <Inline text=form.words.clone()/>
            {shapes.collect_view()}
        </span>
    }
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
