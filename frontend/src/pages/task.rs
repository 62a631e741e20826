//! Where a task begins before a structure is chosen: a form. What is pasted into it stays in the browser: `static/boot.js` hands
//! it to the page that reads it.

use crate::view::*;

use crate::page::{Page, TaskPage};
use crate::route::{Form, Route, Task};

pub fn page(page: TaskPage) -> Page<'static> {
    let words = page.words();
    Page::read(format!("{} · Strata", words.title), words.lede, |_| {
        any_view! { <TaskView page/> }
    })
}

#[component]
fn TaskView(page: TaskPage) -> impl IntoView {
    let words = page.words();
    let action = Route::Task(page.task).to_string();
    let anywhere = page.anywhere.as_ref().map(Route::to_string);
    let releases = page.releases.iter();
    let releases = releases.map(|release| view! { <option value=release.id()></option> });
    let releases = releases.collect_view();
    let fields = match page.task {
        Task::Compare => (
            structure(true),
            version(Form::FROM, "From", "before the last change"),
            version(Form::TO, "To", "the newest"),
        )
            .into_any(),
        Task::Decode => (
            structure(true),
            version(Form::POINT, "Version", "the newest"),
        )
            .into_any(),
        Task::Identify => ().into_any(),
    };
    let buttons = match page.task {
        Task::Decode => {
            any_view! { {press("", "Decode")} {press("everywhere", "Which structure is this?")} }
        }
        Task::Identify => press("everywhere", "Find what fits"),
        Task::Compare => press("", "Compare"),
    };
    let bytes = (page.task != Task::Compare).then(bytes);
    let others = Task::ALL.into_iter().filter(|task| *task != page.task);
    let others = others.map(other).collect_view();
    any_view! {
        <article class="report">
            <h1>{words.title}</h1>
            <p class="lede">{words.lede}</p>
            <form
                class="filters task-form"
                aria-label=words.title
                action=action
                data-anywhere=anywhere
            >
                {bytes} {fields} <p class="task-press">{buttons}</p>
                <datalist id="known-structures"></datalist>
                <datalist id="known-versions">{releases}</datalist>
            </form>
            <ul class="inline-list">{others}</ul>
        </article>
    }
}

fn bytes() -> AnyView {
    any_view! {
        <label class="offsets-members needs-script">
            <span>"Bytes, as a debugger, an editor or a program shows them; they stay in this browser"</span>
            <textarea
                id="task-bytes"
                rows="12"
                wrap="off"
                placeholder="0: kd> db ffffa80c`1a2b3c40 L88"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                autofocus
            ></textarea>
        </label>
        <p class="without-script">
            "Bytes are decoded by the browser, which needs JavaScript. A script asks the API."
        </p>
    }
}

fn structure(required: bool) -> AnyView {
    any_view! {
        <label>
            <span>"Structure"</span>
            <input
                type="text"
                name=Form::STRUCTURE
                list="known-structures"
                data-completes="structures"
                placeholder="_EPROCESS"
                required=required
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
            />
        </label>
    }
}

fn version(name: &'static str, label: &'static str, placeholder: &'static str) -> AnyView {
    any_view! {
        <label>
            <span>{label}</span>
            <input
                type="text"
                name=name
                list="known-versions"
                placeholder=placeholder
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
            />
        </label>
    }
}

/// A button; `anywhere` needs no structure, but a script.
fn press(what: &'static str, label: &'static str) -> AnyView {
    let class = match what {
        "" => "button",
        _ => "button needs-script",
    };
    any_view! {
        <button type="submit" class=class data-task=what formnovalidate=!what.is_empty()>
            {label}
        </button>
        " "
    }
}

fn other(task: Task) -> impl IntoView {
    let label = match task {
        Task::Decode => "Decode bytes as a known structure",
        Task::Identify => "Find which structure bytes are",
        Task::Compare => "Compare two versions of a structure",
    };
    view! {
        <li>
            <a href=Route::Task(task).to_string()>{label}</a>
        </li>
    }
}
