//! The images of the release that is picked, on its architecture.

use super::Picks;
use crate::components::figures;
use crate::markup::{Markup, el, said};
use crate::page::picker::BuildChoice;

/// The images of the release that is picked; nothing where there is none.
pub(super) fn builds(picks: Picks<'_>) -> Option<Markup> {
    let arch = picks.picker.current.arch;
    let build = |choice: &BuildChoice| {
        let point = choice.point();
        let link = el("a")
            .attr("id", picks.cell_id(point))
            .attr("href", picks.url(point))
            .attr_if("aria-current", picks.current(point))
            .attr(
                "title",
                format!("{}, {}", choice.release, figures::bytes(choice.size)),
            )
            .text(&choice.build.to_string());
        Markup::from(el("li").with(link))
    };
    let release = picks.picker.builds.first().map(|choice| choice.release);
    let builds = picks.picker.builds.iter().map(build);
    release.map(|release| {
        let label = format!("Images of {release}, {arch}");
        el("div")
            .attr("class", "picker-builds")
            .with(said("span", "picker-label", label))
            .with(el("ul").with_all(builds))
            .into()
    })
}
