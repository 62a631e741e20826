//! The page of a task before a structure is chosen: a form. Its input stays in the browser: `static/boot.js` hands it
//! to the page that reads it.

use crate::pages::prelude::*;
use strata_core::{Dataset, Release};

use super::list::typed;
use crate::route::{Form, Task};

/// The page's heading, its introduction, and the label of links to it.
const fn words(task: Task) -> [&'static str; 3] {
    match task {
        Task::Decode => [
            "Decode bytes",
            "Paste a dump, an array or hexadecimal digits, name the structure and the version, and read the values.",
            "Decode bytes as a known structure",
        ],
        Task::Identify => [
            "Which structure is this?",
            "Paste a dump, an array or hexadecimal digits, and see which structures and versions fit.",
            "Which structure is this?",
        ],
        Task::Compare => [
            "Compare two versions",
            "Name a structure and two versions of Windows, and see which members moved.",
            "Compare two versions of a structure",
        ],
    }
}

pub fn page(dataset: &Dataset, task: Task) -> Page<'_> {
    let [title, lede, _] = words(task);
    Page::read(Route::Task(task), title, lede, move |_| view(dataset, task))
}

/// The page that compares bytes with every structure: the newest layout of an audited structure, or of any type.
fn anywhere(dataset: &Dataset) -> Option<Route> {
    let mut structures = dataset.audited().chain(dataset.structures());
    structures.find_map(|structure| {
        let newest = structure.newest_points().next()?;
        Some(Route::decode(&structure.name, newest))
    })
}

fn view(dataset: &Dataset, task: Task) -> AnyView {
    let [title, lede, _] = words(task);
    let releases = Release::all().rev();
    let releases = releases.map(|release| view! { <option value=release.id()></option> });
    let fields = match task {
        Task::Compare => any_view! {
            {structure(true)}
            {version(Form::FROM, "From", "before the last change")}
            {version(Form::TO, "To", "the newest")}
        },
        Task::Decode => {
            any_view! { {structure(false)} {version(Form::POINT, "Version", "the newest")} }
        }
        Task::Identify => ().into_any(),
    };
    let buttons = match task {
        Task::Decode => {
            any_view! { {press("", "Decode")} {press("everywhere", "Which structure is this?")} }
        }
        Task::Identify => press("everywhere", "Find what fits"),
        Task::Compare => press("", "Compare"),
    };
    // The page that decodes has a button for the question which structure it is.
    let asks = |other: &Task| (task, *other) == (Task::Decode, Task::Identify);
    let others = Task::ALL.into_iter();
    let others = others.filter(|other| *other != task && !asks(other));
    let others = others.map(|other| {
        let [.., label] = words(other);
        link_item(Route::Task(other).to_string(), label)
    });
    any_view! {
        <article class="report">
            <h1>{title}</h1>
            <p class="lede">{lede}</p>
            <form
                class="filters task-form"
                aria-label=title
                action=Route::Task(task).to_string()
                data-anywhere=anywhere(dataset).map(|route| route.to_string())
            >
                {(task != Task::Compare).then(bytes)} {fields} <p class="task-press">{buttons}</p>
                <datalist id="known-structures"></datalist>
                <datalist id="known-versions">{releases.collect_view()}</datalist>
            </form>
            <ul class="inline-list">{others.collect_view()}</ul>
        </article>
    }
}

fn bytes() -> AnyView {
    any_view! {
        <label class="offsets-members needs-script">
            <span>"Bytes, as printed by a debugger, an editor or a program; they stay in this browser"</span>
            <textarea
                id="task-bytes"
                rows="12"
                wrap="off"
                placeholder="0: kd> db ffffa80c`1a2b3c40 L88"
                autocomplete="off"
                autocapitalize="off"
                autofocus
            ></textarea>
        </label>
        <p class="without-script">
            "The browser decodes the bytes, which needs JavaScript. For scripts, there is the API."
        </p>
    }
}

fn structure(autofocus: bool) -> AnyView {
    any_view! {
        <label>
            <span>"Structure"</span>
            <input
                type="text"
                name=Form::STRUCTURE
                list="known-structures"
                data-completes="structures"
                placeholder="_EPROCESS"
                required=true
                autofocus=autofocus
                autocomplete="off"
                autocapitalize="off"
            />
        </label>
    }
}

fn version(name: &'static str, label: &'static str, example: &'static str) -> AnyView {
    typed(label, ("text", name), None, example, Some("known-versions"))
}

/// A submit button; `anywhere` needs no structure, but JavaScript.
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
