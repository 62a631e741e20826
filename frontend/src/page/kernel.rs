//! A kernel that is known by name: no symbol file describes it, but offsets of some members are stated or bracketed.

use strata_core::catalogue::{Image, ImageIndex, ModuleName};
use strata_core::kernels::Kernel;
use strata_core::lookup::{self, Missing, Near};
use strata_core::offsets::{Bracketing, Column, EDRSANDBLAST, ImageFilter, KPHDYN, Table, Value};
use strata_core::{Dataset, Release};

use super::SourceLine;
use super::member::between;
use crate::route::Route;

/// A kernel that is known by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelPage {
    /// The file.
    pub kernel: Kernel,
    /// The releases that it is, or may be one of.
    pub releases: Vec<Release>,
    /// Who says that there is such a file.
    pub source: SourceLine,
    /// The nearest kernels in its line that symbol files describe.
    pub near: Vec<(Image, Near)>,
    /// How many types the two kernels around it have alike, of how many.
    pub alike: Option<Alike>,
    /// The members that tools keep, as far as they are known.
    pub offsets: Vec<KnownOffset>,
}

/// What the images on both sides of a kernel have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The types with one layout in both.
    pub equal: usize,
    /// The types of both.
    pub total: usize,
    /// The comparison.
    pub diff: Route,
}

/// A member of a kernel that is known by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownOffset {
    /// With its type.
    pub member: String,
    /// Its history.
    pub history: Option<Route>,
    /// Where it is.
    pub value: Value,
    /// The images on both sides that agree; none where the source states it.
    pub between: Option<[Image; 2]>,
}

impl KernelPage {
    /// Made from the dataset.
    ///
    /// # Errors
    ///
    /// When no kernel has that id.
    pub fn new(dataset: &Dataset, id: &str) -> Result<Self, Missing> {
        let kernel = dataset.kernels().named(id);
        let kernel = kernel.ok_or_else(|| Missing::plain(format!("There is no image `{id}`.")))?;
        let catalogue = dataset.catalogue();
        let near = lookup::around(catalogue, &kernel.module, kernel.build, kernel.arch);
        let image =
            |(index, near): &(ImageIndex, Near)| Some((catalogue.image(*index)?.clone(), *near));
        let names = KPHDYN.iter().map(|(_, member, _)| *member);
        let mut names: Vec<&str> = names.chain(EDRSANDBLAST).collect();
        names.sort_unstable();
        Ok(Self {
            releases: catalogue.known_as(kernel.build),
            source: SourceLine::new(dataset, dataset.kernels().source()),
            alike: match near[..] {
                [(before, _), (behind, _)] => Alike::new(dataset, before, behind),
                _ => None,
            },
            near: near.iter().filter_map(image).collect(),
            offsets: offsets(dataset, id, &names)?,
            kernel: kernel.clone(),
        })
    }

    /// One sentence for search engines and previews.
    #[must_use]
    pub(super) fn description(&self) -> String {
        format!(
            "{}: its hash and time stamp, and {} offsets that are known of it.",
            self.kernel.id(),
            self.offsets.len()
        )
    }
}

impl Alike {
    fn new(dataset: &Dataset, before: ImageIndex, behind: ImageIndex) -> Option<Self> {
        let catalogue = dataset.catalogue();
        let differences = catalogue.differences(before, behind);
        let total = catalogue.defined_in(behind) + differences.removed.len();
        Some(Self {
            equal: total.saturating_sub(differences.len()),
            total,
            diff: Route::image_diff(catalogue.image(before)?, catalogue.image(behind)?),
        })
    }
}

/// What is known of members in one kernel.
fn offsets(dataset: &Dataset, id: &str, members: &[&str]) -> Result<Vec<KnownOffset>, Missing> {
    let columns = Column::find_all(dataset, members)?;
    let images = ImageFilter::read(dataset, id)?;
    let table = Table::new(dataset, columns, &images, Bracketing::Include);
    let Some(row) = table.rows.first() else {
        return Ok(Vec::new());
    };
    let known = |(at, column): (usize, &Column<'_>)| {
        let value = table.value(row, at);
        (value != Value::NotStated).then(|| KnownOffset {
            member: column.name(),
            history: Route::member(column),
            value,
            between: between(row, at),
        })
    };
    Ok(table.columns.iter().enumerate().filter_map(known).collect())
}

/// Kernels that are known by name alone and fit what is asked for.
pub(super) fn named_only<'a>(
    dataset: &'a Dataset,
    fits: impl Fn(&Kernel) -> bool + 'a,
) -> impl Iterator<Item = &'a Kernel> {
    let described = |kernel: &Kernel| {
        let (module, arch, version): (&ModuleName, _, _) = kernel.key();
        dataset
            .catalogue()
            .image_at(module, arch, version)
            .is_some()
    };
    let kernels = dataset.kernels().all().iter();
    kernels.filter(move |kernel| !described(kernel) && fits(kernel))
}
