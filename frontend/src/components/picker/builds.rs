//! The builds that symbol files describe, of the architecture that is picked.

use leptos::prelude::*;

use super::Picks;
use crate::components::figures;
use crate::page::picker::BuildChoice;

/// The builds of the architecture that is picked; nothing where there is none.
pub(super) fn builds(picks: Picks) -> impl IntoView {
    let arch = Memo::new(move |_| picks.picker.with(|picker| picker.current.arch));
    let of_arch = move || {
        let arch = arch.get();
        picks.picker.with_untracked(|picker| {
            let here = picker.builds.iter().filter(|choice| choice.arch == arch);
            here.cloned().collect::<Vec<_>>()
        })
    };
    let build = move |choice: BuildChoice| {
        let point = choice.point();
        view! {
            <li>
                <a
                    id=picks.cell_id(point)
                    href=move || picks.url(point)
                    aria-current=move || picks.is_current(point)
                    title=format!("{}, {}", choice.release, figures::bytes(choice.size))
                    on:click=move |event| picks.pick(&event, point)
                >
                    {choice.build.to_string()}
                </a>
            </li>
        }
    };
    move || {
        let builds = of_arch();
        (!builds.is_empty()).then(|| {
            view! {
                <div class="picker-builds">
                    <span class="picker-label">"Builds with symbol files, " {arch.get().as_str()}</span>
                    <ul>{builds.into_iter().map(build).collect_view()}</ul>
                </div>
            }
        })
    }
}
