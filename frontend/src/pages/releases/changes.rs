//! What the kernels of each release changed: a table a release, unfolded on request.

use leptos::prelude::*;

use crate::components::figures;
use crate::page::releases::{ReleaseChanges, StepLine};
use crate::route::{Fields, Route};

/// What the kernels of each release changed.
#[component]
pub fn ChangesTable(changes: Vec<ReleaseChanges>) -> impl IntoView {
    let releases = changes.into_iter().map(of_release).collect_view();
    view! {
        <section>
            <h2 id="changes">"What each changed"</h2>
            <p>
                "Every image against the one of the same architecture before it: the first line of a release is the step from the \
                 release before, the others are servicing. Types that change at the same size are the ones that no size betrays."
            </p>
            {releases}
        </section>
    }
    .into_any()
}

fn of_release(changes: ReleaseChanges) -> AnyView {
    let ReleaseChanges { release, steps } = changes;
    let servicing = steps.iter().filter(|step| !step.is_first).count();
    let servicing = match servicing {
        0 => "no change by servicing".to_owned(),
        1 => "changed by servicing once".to_owned(),
        more => format!("changed by servicing {} times", figures::thousands(more)),
    };
    let told = steps.iter().filter(|step| step.is_first).map(counts);
    let told = told.chain([servicing]).collect::<Vec<_>>().join("; ");
    let id = format!("changes-{release}");
    let fields = Fields::default().with(Fields::CHANGED_IN, release.id());
    let list = Route::structures().with_fields(fields).to_string();
    let rows = steps.into_iter().map(row).collect_view();
    view! {
        <details class="release-changes">
            <summary id=id.clone()>
                <b class="figure">{release.id()}</b>
                " "
                <span class="quiet">{told}</span>
            </summary>
            <p>
                <a href=list>{format!("Types that changed in {release}")}</a>
            </p>
            <div class="table-box" role="region" aria-labelledby=id tabindex="0">
                <table class="plain-table">
                    <thead>
                        <tr>
                            <th scope="col">"Version of the file"</th>
                            <th scope="col">"Architecture"</th>
                            <th scope="col">"Step"</th>
                            <th scope="col">"New"</th>
                            <th scope="col">"Gone"</th>
                            <th scope="col">"Changed"</th>
                            <th scope="col">"At the same size"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}

/// `x64: 191 new, 45 gone, 270 changed, 138 of them at the same size`.
fn counts(step: &StepLine) -> String {
    let StepLine {
        added,
        removed,
        changed,
        same_size,
        ..
    } = step;
    let arch = step.image.arch;
    format!(
        "{arch}: {added} new, {removed} gone, {changed} changed, {same_size} of them at the same size"
    )
}

fn row(step: StepLine) -> AnyView {
    let version = step.image.version.to_string();
    let module = (!step.image.module.is_kernel()).then(|| format!("{} ", step.image.module));
    let head = match step.diff.is_served() {
        true => view! { <a href=step.diff.to_string()>{module} {version}</a> }.into_any(),
        false => view! { {module} {version} }.into_any(),
    };
    let step_of = if step.is_first {
        "release"
    } else {
        "servicing"
    };
    view! {
        <tr>
            <th scope="row" class="figure">{head}</th>
            <td class="figure">{step.image.arch.as_str()}</td>
            <td>{step_of}</td>
            <td class="figure">{figures::thousands(step.added)}</td>
            <td class="figure">{figures::thousands(step.removed)}</td>
            <td class="figure">{figures::thousands(step.changed)}</td>
            <td class="figure">{figures::thousands(step.same_size)}</td>
        </tr>
    }
    .into_any()
}
