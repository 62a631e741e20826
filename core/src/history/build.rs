//! The history of a structure of the dataset: its releases, its builds, and its points without a layout.

use super::{History, Without, history};
use crate::article::Status;
use crate::dataset::Structure;
use crate::layout::Layout;
use crate::release::Release;

impl History {
    /// Returns the history at every release and architecture of the source, and at every kernel with a serviced layout.
    pub fn of(structure: &Structure) -> Self {
        Self::of_layouts(structure, &structure.every_layout())
    }

    /// Like [`History::of`], from all layouts of the structure.
    pub fn of_layouts(structure: &Structure, layouts: &[Layout]) -> Self {
        let archs = structure.archs();
        let points =
            Release::all().flat_map(|release| archs.iter().map(move |arch| (release, *arch)));
        let without: Vec<Without> = points
            .filter_map(|(release, arch)| {
                let absent = match structure.status(release, arch) {
                    Status::Stated(_) => return None,
                    Status::Absent => true,
                    Status::NotStated => false,
                };
                Some(Without {
                    release,
                    arch,
                    absent,
                })
            })
            .collect();
        history(layouts, &without)
    }
}
