//! The API, to be read: what can be asked, how, and what comes of it. One page, for those who write a script once.

pub mod shapes;

use leptos::prelude::*;

use self::shapes::{FormView, Shapes};
use super::inline::Inline;
use super::no_server::api_in_files;
use crate::page::Reference;
use crate::page::reference::{Content, Operation, Parameter, Problem};
use crate::route::{ApiUrl, Route};

/// The API, to be read.
#[component]
pub fn ReferenceView(page: Reference) -> impl IntoView {
    let Reference {
        address,
        introduction,
        operations,
        problems,
        shapes,
    } = page;
    let contents = operations.iter().map(listed).collect_view();
    let paragraphs = introduction
        .into_iter()
        .map(|text| view! { <p><Inline text/></p> })
        .collect_view();
    let operations = operations.into_iter().map(operation).collect_view();
    let problems = problems.into_iter().map(problem).collect_view();
    let openapi = ApiUrl::openapi().to_string();
    view! {
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
                    " stands in the words about this site."
                </p>
                {problems}
            </section>
            <Shapes shapes/>
        </article>
    }
    .into_any()
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
    view! {
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
    .into_any()
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
