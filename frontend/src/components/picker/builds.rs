//! The builds that symbol files describe, of the architecture that is picked.

use super::Picks;
use crate::components::figures;
use crate::markup::{Markup, el, said};
use crate::page::picker::BuildChoice;

/// The builds of the architecture that is picked; nothing where there is none.
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
    let builds = picks.picker.builds.iter();
    let builds = builds.filter(|choice| choice.arch == arch).map(build);
    let builds: Vec<Markup> = builds.collect();
    (!builds.is_empty()).then(|| {
        let label = format!("Builds with symbol files, {arch}");
        el("div")
            .attr("class", "picker-builds")
            .with(said("span", "picker-label", label))
            .with(el("ul").with_all(builds))
            .into()
    })
}
