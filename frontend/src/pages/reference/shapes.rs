//! The shapes of what is answered: each with its members, and what they can be.

use leptos::prelude::*;

use crate::page::reference::{Form, Member, Shape};
use crate::pages::inline::Inline;

/// The shapes, each under a name of its own.
#[component]
pub fn Shapes(shapes: Vec<Shape>) -> impl IntoView {
    view! {
        <section aria-labelledby="shapes">
            <h2 id="shapes">"Shapes"</h2>
            <p class="prose">"What answers are made of. A member is always there unless it says otherwise; null is said."</p>
            {shapes.into_iter().map(shape).collect_view()}
        </section>
    }
    .into_any()
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
    view! {
        <section class="shape" aria-labelledby=labelled>
            <h3 id=id><code>{name}</code></h3>
            <p class="prose"><Inline text=description/></p>
            {form}
            {table}
        </section>
    }
    .into_any()
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
pub fn FormView(form: Form) -> impl IntoView {
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
