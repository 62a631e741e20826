//! The images whose symbol files define a type, release by release: runs that share a layout, and what servicing changed from
//! one run to the next.

use strata_core::catalogue::{Catalogue, ImageIndex};
use strata_core::dataset::Structure;
use strata_core::{Arch, Dataset, Release};

use crate::page::SourceLine;
use crate::route::Route;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleaseImages {
    pub release: Release,
    pub arch: Arch,
    /// Images that follow one another and share a layout, in order; at least one.
    pub runs: Vec<ImageRun>,
}

/// Images that follow one another and share a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageRun {
    /// The version of the first, and its layout.
    pub first: (String, Route),
    /// The same of the last, where there are several.
    pub last: Option<(String, Route)>,
    pub count: usize,
    pub size: u32,
    /// What is different from the run before in the same release: a sentence, and the comparison.
    pub step: Option<(String, Route)>,
}

impl ReleaseImages {
    pub fn count(&self) -> usize {
        self.runs.iter().map(|run| run.count).sum()
    }
}

/// The images of those architectures that define a type.
pub(in crate::page) fn images(
    dataset: &Dataset,
    structure: &Structure,
    archs: &[Arch],
) -> Vec<ReleaseImages> {
    let (catalogue, Some(ty)) = (dataset.catalogue(), structure.ty()) else {
        return Vec::new();
    };
    let mut found: Vec<ReleaseImages> = Vec::new();
    let mut before: Option<ImageIndex> = None;
    for index in structure.images() {
        let Some(scope) = catalogue.image_scope(index) else {
            continue;
        };
        let (Some(class), true) = (ty.class_of(index), archs.contains(&scope.arch)) else {
            continue;
        };
        let Some(entry) = entry(catalogue, structure, index) else {
            continue;
        };
        let earlier = before.replace(index);
        let here = |it: &&mut ReleaseImages| (it.release, it.arch) == (scope.release, scope.arch);
        let new = |step| ImageRun {
            first: entry.clone(),
            last: None,
            count: 1,
            size: class.size.get(),
            step,
        };
        let Some(release) = found.last_mut().filter(here) else {
            found.push(ReleaseImages {
                release: scope.release,
                arch: scope.arch,
                runs: vec![new(None)],
            });
            continue;
        };
        let same = earlier.and_then(|earlier| ty.class_of(earlier));
        match release.runs.last_mut() {
            Some(run) if same.is_some_and(|same| std::ptr::eq(same, class)) => {
                run.count += 1;
                run.last = Some(entry);
            }
            _ => {
                let step = earlier.and_then(|earlier| step(dataset, structure, [earlier, index]));
                release.runs.push(new(step));
            }
        }
    }
    found
}

fn entry(
    catalogue: &Catalogue,
    structure: &Structure,
    index: ImageIndex,
) -> Option<(String, Route)> {
    let image = catalogue.image(index)?;
    let route = Route::layout(&structure.name, image.point());
    Some((image.version.to_string(), route))
}

fn step(
    dataset: &Dataset,
    structure: &Structure,
    images: [ImageIndex; 2],
) -> Option<(String, Route)> {
    let [from, to] = images.map(|image| structure.at_image(image).ok());
    let (from, to) = (from?, to?);
    let summary = structure.diff(dataset, &from, &to).summary();
    let route = Route::diff(&structure.name, from.point, to.point);
    Some((summary, route))
}

/// Who made the symbol files of the images that define a type, in the order of these.
pub(in crate::page) fn sources(dataset: &Dataset, structure: &Structure) -> Vec<SourceLine> {
    let mut ids: Vec<&str> = Vec::new();
    for image in structure
        .images()
        .filter_map(|it| structure.catalogue().image(it))
    {
        for id in &image.sources {
            if !ids.contains(&&**id) {
                ids.push(id);
            }
        }
    }
    let line = |id| SourceLine::new(dataset, id);
    ids.into_iter().map(line).collect()
}
