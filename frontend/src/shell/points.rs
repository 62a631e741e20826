//! The points that can be typed into the field of a picker: a list that the browser filters. They are the structure's, and so
//! the same at each of its points: a step in place leaves them as they are.

use crate::view::*;
use strata_core::Point;

use crate::page::picker::{ArchRow, Cell, ReleaseHead};
use crate::page::{POINTS_ID, Picker};

/// Every release that can be picked, and how else one may type it.
pub(super) fn points(picker: &Picker) -> AnyView {
    let of_arch = |row: &ArchRow| {
        let cells = row.cells.iter().zip(&picker.releases);
        let stated = cells.filter(|(cell, _)| cell.size().is_some());
        let option = |(_, head): (&Cell, &ReleaseHead)| {
            option(Point::new(head.release, row.arch), &words(head))
        };
        stated.map(option).collect::<Vec<AnyView>>()
    };
    any_view! { <datalist id=POINTS_ID>{picker.archs.iter().flat_map(of_arch).collect_view()}</datalist> }
}

/// How else a release is called: `Windows 7, build 7600, 7, win7`.
fn words(head: &ReleaseHead) -> String {
    let mut words = format!("{}, build {}", head.name, head.release.build());
    for alias in head.release.aliases() {
        words += ", ";
        words += alias;
    }
    words
}

fn option(point: Point, words: &str) -> AnyView {
    let value = format!("{} {}", point.version, point.arch);
    any_view! { <option value=value>{words.to_owned()}</option> }
}
