//! The API, to be read: every route with its parameters, bodies, answers and errors, on one page, for those who write a script
//! once. The server makes the value of its OpenAPI document.

use crate::view::*;

use super::inline::Inline;
use super::no_server::api_in_files;
use crate::page::Page;
use crate::route::{ApiUrl, Route};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// Where the commands look for the server.
    pub address: String,
    /// What holds for all routes, in paragraphs.
    pub introduction: Vec<String>,
    pub operations: Vec<Operation>,
    pub problems: Vec<Problem>,
    /// The shapes of what is answered, by name.
    pub shapes: Vec<Shape>,
}

/// What a method of a route does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its id in the document; that of its part of the page.
    pub id: String,
    pub method: String,
    /// With its variables between braces.
    pub path: String,
    pub summary: String,
    pub description: String,
    pub parameters: Vec<Parameter>,
    /// What its body is; empty where it takes none.
    pub bodies: Vec<Content>,
    pub answers: Vec<Content>,
    /// What can go wrong: its status, and its part of the list of problems.
    pub problems: Vec<(String, String)>,
    /// How to ask, as a command; none where the data of this server have no example.
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

/// What a value can be, in words, and which shapes it is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// In words, such as `integer, 1 to 200`.
    pub words: String,
    /// Shapes that the words name.
    pub shapes: Vec<String>,
}

/// A body, or an answer, in one format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub media_type: String,
    pub form: Form,
    /// What it looks like, and what the example is called where it has a name.
    pub example: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The part of the About page that says what to do.
    pub fragment: String,
    pub meaning: String,
    pub example: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub name: String,
    pub description: String,
    /// What it can be, where it is no object.
    pub form: Option<Form>,
    pub members: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    /// Whether it may be left out.
    pub optional: bool,
    pub form: Form,
    pub description: String,
}

pub fn page(reference: Reference) -> Page<'static> {
    let description = "Every route of Strata's API: parameters, examples to copy, answers, errors.";
    Page::read("API · Strata", description, |_| view(reference))
}

fn view(reference: Reference) -> AnyView {
    let Reference {
        address,
        introduction,
        operations,
        problems,
        shapes,
    } = reference;
    let contents = operations.iter().map(listed).collect_view();
    let paragraphs = introduction
        .into_iter()
        .map(|text| view! { <p><Inline text/></p> })
        .collect_view();
    let operations = operations.into_iter().map(operation).collect_view();
    let problems = problems.into_iter().map(problem).collect_view();
    let openapi = ApiUrl::openapi().to_string();
    any_view! {
        <article class="report reference">
            <h1>"API"</h1>
            <p class="lede">
                "Everything on these pages over HTTP, without a key. This page is made from the "
                <a href=openapi rel="external">"OpenAPI document"</a>
                ", from which clients can be generated; every example on it is what this server answers."
            </p>
            {api_in_files()}
            <nav class="contents" aria-label="On this page">
                <ul>
                    <li><a href="#all">"What holds for all routes"</a></li>
                    <li><a href="#routes">"Routes"</a></li>
                    <li><a href="#errors">"Errors"</a></li>
                    <li><a href="#shapes">"Shapes"</a></li>
                </ul>
            </nav>
            <section class="prose" aria-labelledby="all">
                <h2 id="all">"What holds for all routes"</h2>
                {paragraphs}
                <p>"The commands below begin with the address of the server:"</p>
                <pre class="command" tabindex="0"><code>{format!("STRATA={address}")}</code></pre>
            </section>
            <section aria-labelledby="routes">
                <h2 id="routes">"Routes"</h2>
                <ul class="routes">{contents}</ul>
                {operations}
            </section>
            <section aria-labelledby="errors">
                <h2 id="errors">"Errors"</h2>
                <p class="prose">
                    "What cannot be answered is answered with " <code>"application/problem+json"</code> "; "
                    <a href=format!("{}#problems", Route::About)>"what to do about each"</a>
                    " is on the About page."
                </p>
                {problems}
            </section>
            {shapes_view(shapes)}
        </article>
    }
}

fn listed(operation: &Operation) -> impl IntoView + use<> {
    view! {
        <li>
            <span class="method">{operation.method.clone()}</span>
            <a href=format!("#{}", operation.id)><code>{operation.path.clone()}</code></a>
            <span class="route-summary">{operation.summary.clone()}</span>
        </li>
    }
}

fn operation(operation: Operation) -> impl IntoView {
    let Operation {
        id,
        method,
        path,
        summary,
        description,
        parameters,
        bodies,
        answers,
        problems,
        command,
    } = operation;
    let heading = id.clone();
    let errors = problems.into_iter().map(|(status, fragment)| {
        view! { <li><a href=format!("#error-{fragment}")>{status}</a></li> }
    });
    let errors = (errors.len() > 0).then(|| {
        view! {
            <h4>"Errors"</h4>
            <ul class="statuses">{errors.collect_view()}</ul>
        }
    });
    let command = command.map(|command| block(command, format!("{summary}: how to ask")));
    any_view! {
        <section class="operation" aria-labelledby=heading>
            <h3 id=id>{summary.clone()}</h3>
            <p class="route">
                <span class="method">{method}</span> " " <code>{path}</code>
            </p>
            <p class="prose"><Inline text=description/></p>
            {parameters_view(parameters, &summary)}
            {command}
            {contents(bodies, "Body", &summary)}
            {contents(answers, "Answer", &summary)}
            {errors}
        </section>
    }
}

fn parameters_view(parameters: Vec<Parameter>, of: &str) -> Option<impl IntoView + use<>> {
    let label = format!("{of}: parameters");
    (!parameters.is_empty()).then(|| {
        view! {
            <div class="table-box" role="region" aria-label=label tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"Parameter"</th>
                            <th scope="col">"What it is"</th>
                            <th scope="col">"What it says"</th>
                            <th scope="col">"Such as"</th>
                        </tr>
                    </thead>
                    <tbody>{parameters.into_iter().map(parameter).collect_view()}</tbody>
                </table>
            </div>
        }
    })
}

fn parameter(parameter: Parameter) -> impl IntoView {
    let Parameter {
        name,
        place,
        required,
        form,
        description,
        example,
    } = parameter;
    let needed = if required { ", needed" } else { "" };
    view! {
        <tr>
            <th scope="row">
                <code>{name}</code>
                <span class="aside">{format!("in the {place}{needed}")}</span>
            </th>
            <td><FormView form/></td>
            <td class="tells"><Inline text=description/></td>
            <td>{example.map(|example| view! { <code class="such-as">{example}</code> })}</td>
        </tr>
    }
}

fn contents(
    contents: Vec<Content>,
    heading: &'static str,
    of: &str,
) -> Option<impl IntoView + use<>> {
    let of = of.to_owned();
    let content = move |content: Content| {
        let Content {
            media_type,
            form,
            example,
        } = content;
        let label = format!("{of}: {heading}, {media_type}");
        view! {
            <div class="one-format">
                <p>
                    <code>{media_type}</code> " " <FormView form/>
                </p>
                {example.map(|example| block(example, label))}
            </div>
        }
    };
    (!contents.is_empty()).then(|| {
        view! {
            <h4>{heading}</h4>
            {contents.into_iter().map(content).collect_view()}
        }
    })
}

/// A text in its own box, which scrolls; it is reached by the keyboard, and so has a name.
fn block(text: String, label: String) -> impl IntoView {
    view! {
        <pre class="command example" role="region" aria-label=label tabindex="0"><code>{text}</code></pre>
    }
}

fn problem(problem: Problem) -> impl IntoView {
    let Problem {
        fragment,
        meaning,
        example,
    } = problem;
    let id = format!("error-{fragment}");
    let label = format!("{fragment}: an example");
    view! {
        <div class="error" id=id>
            <p class="prose"><Inline text=meaning/></p>
            {example.map(|example| block(example, label))}
        </div>
    }
}

/// The shapes, each under a name of its own.
fn shapes_view(shapes: Vec<Shape>) -> AnyView {
    any_view! {
        <section aria-labelledby="shapes">
            <h2 id="shapes">"Shapes"</h2>
            <p class="prose">"What answers are made of. A member is always there unless it says otherwise; null is said."</p>
            {shapes.into_iter().map(shape).collect_view()}
        </section>
    }
}

fn shape(shape: Shape) -> impl IntoView {
    let Shape {
        name,
        description,
        form,
        members,
    } = shape;
    let id = format!("shape-{name}");
    let labelled = id.clone();
    let label = format!("{name}: members");
    let form = form.map(|form| view! { <p><FormView form/></p> });
    let table = (!members.is_empty()).then(|| {
        view! {
            <div class="table-box" role="region" aria-label=label tabindex="0">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">"Member"</th>
                            <th scope="col">"What it is"</th>
                            <th scope="col">"What it says"</th>
                        </tr>
                    </thead>
                    <tbody>{members.into_iter().map(member).collect_view()}</tbody>
                </table>
            </div>
        }
    });
    any_view! {
        <section class="shape" aria-labelledby=labelled>
            <h3 id=id><code>{name}</code></h3>
            <p class="prose"><Inline text=description/></p>
            {form}
            {table}
        </section>
    }
}

fn member(member: Member) -> impl IntoView {
    let Member {
        name,
        optional,
        form,
        description,
    } = member;
    let aside = optional.then(|| view! { <span class="aside">"may be left out"</span> });
    view! {
        <tr>
            <th scope="row">
                <code>{name}</code>
                {aside}
            </th>
            <td><FormView form/></td>
            <td class="tells"><Inline text=description/></td>
        </tr>
    }
}

/// What a value can be, with a link for each shape that is named.
#[component]
fn FormView(form: Form) -> impl IntoView {
    let Form { words, shapes } = form;
    let shapes = shapes.into_iter().map(|name| {
        let url = format!("#shape-{name}");
        view! { " " <a class="shape-link" href=url><code>{name}</code></a> }
    });
    view! {
        <span class="form">
            <Inline text=words/>
            {shapes.collect_view()}
        </span>
    }
}
