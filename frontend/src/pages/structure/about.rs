//! What else is to be known of a structure: servicing, builds with symbol files, where its source ends, who says so.

use crate::view::*;

use crate::components::figures::{self, counted};
use crate::components::source_line::source_line;
use crate::page::SourceLine;
use crate::page::structure::{ImageRun, ReleaseImages, Serviced};
use crate::pages::inline::Inline;
use crate::route::Route;

#[component]
pub fn Servicing(servicing: Vec<Serviced>) -> impl IntoView {
    if servicing.is_empty() {
        return ().into_any();
    }
    let entry = |it: Serviced| {
        view! {
            <li>
                <p>
                    <code>{it.point.to_string()}</code>
                    ": "
                    <code>{figures::size(it.size)}</code>
                    " by build "
                    <code>{it.build.to_string()}</code>
                    ". "
                    {it.text}
                </p>
                {source_line(&it.source)}
            </li>
        }
    };
    any_view! {
        <div class="servicing">
            <h2>"Changed by servicing"</h2>
            <p class="quiet">
                "A release answers with what its source states for it, which is its first build. Monthly updates changed this \
                 structure later, inside a release:"
            </p>
            <ul>{servicing.into_iter().map(entry).collect_view()}</ul>
        </div>
    }
}

/// Why what holds at the newest release must not be stretched beyond it.
#[component]
pub fn Beyond(beyond: Option<String>) -> impl IntoView {
    beyond.map(|text| {
        view! {
            <h2>"Beyond the newest release"</h2>
            <p><Inline text/></p>
        }
    })
}

/// The images whose symbol files describe it: a line for each release, which unfolds where servicing changed it.
#[component]
pub fn Images(images: Vec<ReleaseImages>) -> impl IntoView {
    if images.is_empty() {
        return ().into_any();
    }
    let version = |(text, route): (String, Route)| {
        view! {
            <a href=route.to_string()>
                <code>{text}</code>
            </a>
        }
    };
    let run = move |run: ImageRun| {
        let ImageRun {
            first,
            last,
            count,
            size,
            step,
        } = run;
        let last = last.map(|last| view! { " to " {version(last)} });
        let step = step.map(|(summary, route)| {
            view! {
                ". "
                <a href=route.to_string()>"Changed"</a>
                ": "
                {summary}
            }
        });
        view! {
            <li>
                {version(first)} {last} ", " <code>{figures::size(size)}</code>
                <span class="quiet">{format!(", {}", images_of(count))}</span> {step}
            </li>
        }
    };
    let row = move |images: ReleaseImages| {
        let ReleaseImages { release, arch, .. } = images;
        let count = images_of(images.count());
        let layouts = counted(
            u32::try_from(images.runs.len()).unwrap_or(u32::MAX),
            "layout",
        );
        let is_one = images.runs.len() == 1;
        let runs = images.runs.into_iter().map(run).collect_view();
        let body = match is_one {
            true => any_view! { <ul class="image-runs">{runs}</ul> },
            false => any_view! {
                <details>
                    <summary>{format!("{layouts} in {count}")}</summary>
                    <ol class="image-runs">{runs}</ol>
                </details>
            },
        };
        any_view! {
            <tr>
                <th scope="row" class="figure">{release.id()}</th>
                <td class="figure">{arch.as_str()}</td>
                <td>{body}</td>
            </tr>
        }
    };
    let mut archs: Vec<&str> = images.iter().map(|it| it.arch.as_str()).collect();
    archs.sort_unstable();
    archs.dedup();
    let archs = archs.join(" and ");
    let (steady, serviced): (Vec<_>, Vec<_>) =
        images.into_iter().partition(|it| it.runs.len() == 1);
    let count: usize = steady.iter().map(ReleaseImages::count).sum();
    let of = if serviced.is_empty() {
        "Its"
    } else {
        "All other"
    };
    let summary = format!("{of} {}: one layout in each release", images_of(count));
    let serviced = (!serviced.is_empty()).then(|| {
        view! {
            <p>"Monthly servicing changed it inside these releases:"</p>
            {table(serviced.into_iter().map(row).collect(), format!("Serviced kernels, {archs}"))}
        }
    });
    let steady = (!steady.is_empty()).then(|| {
        view! {
            <details>
                <summary>{summary}</summary>
                {table(steady.into_iter().map(row).collect(), format!("Other kernels, {archs}"))}
            </details>
        }
    });
    any_view! {
        <section>
            <h2 id="builds">"Images"</h2>
            <p>
                "The kernels whose public symbol files define it. A release answers with its first kernel; a kernel that is asked \
                 for by its version answers for itself."
            </p>
            {serviced} {steady}
        </section>
    }
}

fn table(rows: Vec<AnyView>, label: String) -> AnyView {
    any_view! {
        <div class="table-box" role="region" aria-label=label tabindex="0">
            <table class="plain-table images-of">
                <thead>
                    <tr>
                        <th scope="col">"Release"</th>
                        <th scope="col">"Architecture"</th>
                        <th scope="col">"Kernels"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn images_of(count: usize) -> String {
    counted(u32::try_from(count).unwrap_or(u32::MAX), "image")
}

/// Who says so, and what kind of source that is.
#[component]
pub fn Origin(source: SourceLine, kind: String, symbols: Vec<SourceLine>) -> impl IntoView {
    let symbols = (!symbols.is_empty()).then(|| {
        view! {
            <p>"Symbol files are the second witness, and the only one where the article does not reach:"</p>
            {symbols.iter().map(source_line).collect_view()}
        }
    });
    view! {
        <section aria-labelledby="source">
            <h2 id="source">"Source"</h2>
            {source_line(&source)}
            <p>{kind_words(&kind)} " Facts are restated in our own words and notation; nothing else is taken."</p>
            {symbols}
        </section>
    }
}

pub(crate) fn kind_words(kind: &str) -> &'static str {
    match kind {
        "article" => "An article: one author’s published study, read cell by cell.",
        "symbol-files" => {
            "Symbol files: what Microsoft’s public symbol files say, as others extracted it."
        }
        "sdk" => "Public headers: what Microsoft’s own development kits declare.",
        "derived" => {
            "Derived: no source states it, but what other sources state leaves room for nothing else."
        }
        _ => "A source.",
    }
}
