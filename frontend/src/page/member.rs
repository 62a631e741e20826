//! A member in every kernel that is known: where it was, in time, and how each offset is known.

use strata_core::catalogue::{Image, ModuleName};
use strata_core::lookup::{self, Missing};
use strata_core::offsets::{Bracketing, Column, ImageFilter, Row, Table, Value};
use strata_core::{Arch, Dataset, Release, TypeName};

use crate::route::{OffsetsQuery, Route};

/// A member in every image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPage {
    /// The type that has it.
    pub structure: TypeName,
    /// The way to it within the type.
    pub path: String,
    /// Where it is found.
    pub route: Route,
    /// The files that have it, kernels for x64 first.
    pub files: Vec<File>,
    /// The same as a table for drivers and scripts.
    pub table: OffsetsQuery,
}

/// A member in the versions of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub module: ModuleName,
    /// For which processor it is compiled.
    pub arch: Arch,
    /// Where the member was, the newest first.
    pub stretches: Vec<Stretch>,
}

/// Versions of a file that follow one another and have the member at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Where it is.
    pub value: Value,
    /// The first version, and its page.
    pub first: (String, Route),
    /// The last one, where it is another.
    pub last: Option<(String, Route)>,
    /// The releases of the first and of the last.
    pub releases: Option<(Release, Release)>,
    /// How many versions symbol files state it of.
    pub stated: usize,
    /// How many a list of offsets states it of.
    pub listed: usize,
    /// How many are known by their neighbours.
    pub bracketed: usize,
}

impl MemberPage {
    /// Made from the dataset.
    ///
    /// # Errors
    ///
    /// When there is no such type, or when no image has such a member.
    pub fn new(dataset: &Dataset, name: &str, path: &str) -> Result<Self, Missing> {
        let structure = lookup::structure(dataset, name)?;
        let column = Column::find(dataset, &format!("{}.{path}", structure.name))?;
        let name = structure.name.clone();
        let missing = || Missing::plain(format!("{name} has no member `{path}`."));
        let route = Route::member(&column).ok_or_else(missing)?;
        let path = column.subject.path().map(ToString::to_string);
        let table = OffsetsQuery {
            members: column.name(),
            ..OffsetsQuery::default()
        };
        let images = ImageFilter::default();
        let rows = Table::new(dataset, vec![column], &images, Bracketing::Include);
        Ok(Self {
            structure: structure.name.clone(),
            path: path.unwrap_or_default(),
            route,
            files: files(dataset, &rows),
            table,
        })
    }

    /// `_EPROCESS.Token`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}.{}", self.structure, self.path)
    }

    /// What the browser's tab says.
    #[must_use]
    pub(super) fn title(&self) -> String {
        format!("{} · Strata", self.name())
    }

    /// One sentence for search engines and previews.
    #[must_use]
    pub(super) fn description(&self) -> String {
        format!(
            "Where {} is in every Windows kernel that is known, and how each offset is known.",
            self.name()
        )
    }
}

/// The files of a table of one column.
fn files(dataset: &Dataset, table: &Table<'_>) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for row in &table.rows {
        let value = table.value(row, 0);
        let stretches = match files.last_mut() {
            Some(file) if (&file.module, file.arch) == (row.module, row.arch) => {
                &mut file.stretches
            }
            _ => {
                files.push(File {
                    module: row.module.clone(),
                    arch: row.arch,
                    stretches: Vec::new(),
                });
                let Some(file) = files.last_mut() else {
                    continue;
                };
                &mut file.stretches
            }
        };
        match stretches.last_mut().filter(|it| it.value == value) {
            Some(stretch) => stretch.grow(dataset, row),
            None => stretches.push(Stretch::new(dataset, row, value)),
        }
    }
    files.retain(|file| file.stretches.iter().any(Stretch::is_there));
    for file in &mut files {
        file.stretches.reverse();
    }
    let rank = |file: &File| {
        let order = [Arch::X64, Arch::Arm64, Arch::X86];
        let arch = order.iter().position(|arch| *arch == file.arch);
        (!file.module.is_kernel(), arch)
    };
    files.sort_by_key(rank);
    files
}

impl Stretch {
    fn new(dataset: &Dataset, row: &Row<'_>, value: Value) -> Self {
        let mut stretch = Self {
            value,
            first: end(row),
            last: None,
            releases: None,
            stated: 0,
            listed: 0,
            bracketed: 0,
        };
        stretch.count(dataset, row);
        stretch
    }

    fn grow(&mut self, dataset: &Dataset, row: &Row<'_>) {
        self.last = Some(end(row));
        self.count(dataset, row);
    }

    fn count(&mut self, dataset: &Dataset, row: &Row<'_>) {
        if row.is_bracketed(0) {
            self.bracketed += 1;
        } else if row.listed.is_empty() {
            self.stated += 1;
        } else {
            self.listed += 1;
        }
        let known = row.build().map(|build| dataset.catalogue().known_as(build));
        let known = known.unwrap_or_default();
        if let (Some(first), Some(last)) = (known.first(), known.last()) {
            let since = self.releases.map_or(*first, |(since, _)| since);
            self.releases = Some((since, *last));
        }
    }

    /// Whether the member is there.
    #[must_use]
    pub const fn is_there(&self) -> bool {
        matches!(self.value, Value::At { .. })
    }
}

/// The version of a row, and its page.
fn end(row: &Row<'_>) -> (String, Route) {
    (row.version.to_string(), page_of(row))
}

/// The page of a row's image.
pub(super) fn page_of(row: &Row<'_>) -> Route {
    match (row.image, row.kernel) {
        (Some(image), _) => Route::image(image),
        (None, Some(kernel)) => Route::kernel(kernel),
        // Every row is one or the other.
        (None, None) => Route::images(),
    }
}

/// The images on both sides whose agreement answers a column of a row.
pub(super) fn between(row: &Row<'_>, column: usize) -> Option<[Image; 2]> {
    let mut brackets = row.bracketed.iter();
    let bracket = brackets.find(|it| it.columns.contains(&column))?;
    Some(bracket.between.map(Image::clone))
}
