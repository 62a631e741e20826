//! The points at which something inside a member is somewhere else, which may be more than those of the member's structure.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::History;
use crate::catalogue::ImageIndex;
use crate::dataset::Structure;
use crate::layout::Layout;
use crate::name::MemberPath;
use crate::point::Point;
use crate::resolve::NoLayout;
use crate::tree::Tree;

/// A point with the layout there, or the reason why there is none.
pub type LayoutAt<'a> = (Point, Result<Cow<'a, Layout>, NoLayout>);

/// Returns the points of a structure's history, and the builds at which servicing moves what a path leads to although the
/// structure itself keeps its layout: by architecture, then in order.
pub fn layouts_around<'a>(structure: &'a Structure, path: &MemberPath) -> Vec<LayoutAt<'a>> {
    let history = History::of(structure);
    let columns = history.columns.iter().flat_map(|column| &column.points);
    let mut layouts: Vec<LayoutAt<'_>> = columns
        .map(|point| (*point, structure.layout(*point)))
        .collect();
    let images = layouts
        .iter()
        .filter_map(|(_, layout)| layout.as_ref().ok()?.image);
    let known: BTreeSet<ImageIndex> = images.collect();
    let moved = moves_inside(structure, path);
    let moved = moved
        .into_iter()
        .filter(|(index, _)| !known.contains(index));
    layouts.extend(moved.map(|(_, point)| (point, structure.layout(point))));
    layouts.sort_by_key(|(point, _)| structure.catalogue().order_of(*point));
    layouts
}

/// The images in which what a path leads to is elsewhere than in the image of the architecture before. Where two images agree on
/// the structure, its layout is made once, and only the types inside it are looked up anew.
fn moves_inside(structure: &Structure, path: &MemberPath) -> Vec<(ImageIndex, Point)> {
    let catalogue = structure.catalogue();
    let mut before: Option<(Layout, _)> = None;
    let mut moved = Vec::new();
    for index in structure.images() {
        let (Some(image), Some(scope)) = (catalogue.image(index), catalogue.image_scope(index))
        else {
            continue;
        };
        let earlier = before
            .take()
            .filter(|(layout, _)| layout.arch() == image.arch);
        let (layout, was) = match earlier {
            Some((layout, was)) if layout.image.is_some_and(|it| structure.agree(it, index)) => {
                let layout = Layout {
                    point: image.point(),
                    release: scope.release,
                    image: Some(index),
                    ..layout
                };
                (Ok(layout), Some(was))
            }
            earlier => (structure.at_image(index), earlier.map(|(_, was)| was)),
        };
        let Ok(layout) = layout else {
            continue;
        };
        let node = Tree::of(&layout, catalogue).find(&layout, path);
        let place = node.map(|node| (node.offset, node.bits, node.ty.clone()));
        if was.is_some_and(|was| was != place) {
            moved.push((index, image.point()));
        }
        before = Some((layout, place));
    }
    moved
}
