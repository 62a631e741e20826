//! Tables of members × images: the offsets of chosen members in every image, with the source of each cell.
//!
//! A cell is stated by the symbol file of its image; by an article about its release, if that file lacks the type; or
//! by a list of offsets ([`crate::kernels`]), if no symbol file describes the image. Or it is bracketed: no source
//! covers the image, but its nearest known neighbours in the same branch agree. No value is carried past the last
//! image.

mod column;
mod evidence;
mod images;
mod list;
pub mod print;
pub mod wire;

use std::collections::HashMap;

pub use crate::kernels::lists::{EDRSANDBLAST, KPHDYN};
pub use column::{Column, Subject};
pub use evidence::{Evidence, FOUND, Tried};
pub use images::ImageFilter;
pub use list::ParsedMembers;

use crate::arch::Arch;
use crate::catalogue::{Image, ImageIndex, ImageVersion, ModuleName};
use crate::dataset::Dataset;
use crate::kernels::Kernel;
use crate::release::Build;
use crate::units::BitRange;
use crate::words::words;

/// The maximum number of members in a request.
pub const MEMBERS_LIMIT: usize = 1000;

/// The identity of an image.
type Key<'a> = (&'a ModuleName, Arch, ImageVersion);

/// The offset of a member, or the size of a type, in an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    At {
        /// In bytes from the start of the type; for a symbol, from the start of the image.
        offset: u32,
        /// The bits of the integer at `offset`; `None` if it is not a bit field.
        bits: Option<BitRange>,
    },
    Size(u32),
    /// The image does not have the member or the type.
    Absent,
    /// The image declares the type without defining it.
    Declared,
    #[default]
    NotStated,
}

impl Value {
    /// Returns the state in a word or two.
    pub const fn state(self) -> &'static str {
        match self {
            Self::At { .. } | Self::Size(_) => "stated",
            Self::Absent => "absent",
            Self::Declared => "declared",
            Self::NotStated => "not stated",
        }
    }
}

words! {
    /// Whether cells without a source are filled from the neighbours of their images.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Bracketing {
        /// Filled if the neighbours agree.
        #[default]
        Include = "include",
        Exclude = "exclude",
    }
}

/// A table of members × images.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// The members, in the order of the request.
    pub columns: Vec<Column<'a>>,
    /// Sorted by module, architecture and version.
    pub rows: Vec<Row<'a>>,
    /// The distinct rows of values, in order of first use.
    pub classes: Vec<Vec<Value>>,
}

/// An image, or a kernel known only by name.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    pub module: &'a ModuleName,
    pub arch: Arch,
    pub version: ImageVersion,
    pub image: Option<&'a Image>,
    /// The kernel file, if it is known by name.
    pub kernel: Option<&'a Kernel>,
    /// Index of its values in `Table::classes`.
    pub class: usize,
    /// The columns with values from a list of offsets instead of a symbol file.
    pub listed: Vec<usize>,
    /// The columns with values from an article instead of a symbol file, with its source.
    pub by_article: Vec<(usize, &'a str)>,
    /// The columns with bracketed values, with the images on both sides that agree.
    pub bracketed: Vec<Bracket<'a>>,
}

/// Columns of a row without a source, whose values both neighbours state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket<'a> {
    /// The nearest images before and after with a stated value.
    pub between: [&'a Image; 2],
    pub columns: Vec<usize>,
}

impl<'a> Row<'a> {
    /// Returns the file version; `None` if unknown.
    pub fn build(&self) -> Option<Build> {
        match self.version {
            ImageVersion::File(build) => Some(build),
            ImageVersion::Pdb(_) => None,
        }
    }

    /// Returns module, version and architecture.
    pub fn id(&self) -> String {
        format!("{}-{}-{}", self.module, self.version, self.arch)
    }

    /// Returns source ids in `sources.toml`, the image's first source first.
    pub fn sources<'b>(&'b self, dataset: &'b Dataset) -> Vec<&'b str> {
        let witnesses = self.image.into_iter().flat_map(|image| &image.sources);
        let list = (!self.listed.is_empty()).then(|| dataset.kernels().source());
        let mut sources: Vec<&str> = witnesses.map(AsRef::as_ref).chain(list).collect();
        for (_, article) in &self.by_article {
            if !sources.contains(article) {
                sources.push(article);
            }
        }
        sources
    }

    fn key(&self) -> Key<'a> {
        (self.module, self.arch, self.version)
    }

    /// Returns whether both have the same offsets in the list of kernels and are of one branch.
    fn is_known_as(&self, other: &Self) -> bool {
        let class = |row: &Self| row.kernel.map(|kernel| kernel.class);
        class(self) == class(other) && same_branch(self.key(), other.key())
    }

    /// Returns whether an article states a column's value.
    pub fn is_by_article(&self, column: usize) -> bool {
        self.by_article.iter().any(|(own, _)| *own == column)
    }

    /// Returns whether a column's value is bracketed.
    pub fn is_bracketed(&self, column: usize) -> bool {
        let mut brackets = self.bracketed.iter();
        brackets.any(|it| it.columns.contains(&column))
    }
}

impl<'a> Table<'a> {
    /// Builds the table of columns in the wanted images. A kernel known only by name is a row if any of its cells has a
    /// value, or if the filter names it.
    pub fn new(
        dataset: &'a Dataset,
        columns: Vec<Column<'a>>,
        images: &ImageFilter,
        bracketing: Bracketing,
    ) -> Self {
        let modules: Vec<ModuleName> = columns.iter().map(|it| it.module().clone()).collect();
        let mut table = Self {
            columns,
            rows: Vec::new(),
            classes: Vec::new(),
        };
        let mut classes: HashMap<Vec<Value>, usize> = HashMap::new();
        // The previous row without a symbol file: its values are reused for the next one between the same images.
        let mut before: Option<(usize, Row<'a>)> = None;
        for ((module, arch, version), image, kernel) in all(dataset) {
            let mut row = Row {
                module,
                arch,
                version,
                image: image.map(|(_, image)| image),
                kernel,
                class: 0,
                listed: Vec::new(),
                by_article: Vec::new(),
                bracketed: Vec::new(),
            };
            if !images.takes(dataset, row.key(), &modules) {
                continue;
            }
            let next = table.next_image(dataset, &row);
            let same = |(at, before): &(usize, Row<'_>)| {
                *at == next && image.is_none() && before.is_known_as(&row)
            };
            if let Some((_, before)) = before.as_ref().filter(|it| same(it)) {
                row.class = before.class;
                row.listed.clone_from(&before.listed);
                row.bracketed.clone_from(&before.bracketed);
            } else {
                let index = image.map(|(index, _)| index);
                let values = table.values(dataset, index, &mut row, (next, bracketing));
                let says_nothing = values.iter().all(|value| *value == Value::NotStated);
                if says_nothing && image.is_none() && !images.names(row.key()) {
                    continue;
                }
                row.class = *classes.entry(values).or_insert_with_key(|values| {
                    table.classes.push(values.clone());
                    table.classes.len() - 1
                });
                before = image.is_none().then(|| (next, row.clone()));
            }
            table.rows.push(row);
        }
        table
    }

    /// The index of the first image at or after a row.
    fn next_image(&self, dataset: &Dataset, row: &Row<'_>) -> usize {
        let images = dataset.catalogue().images();
        images.partition_point(|it| it.key() < row.key())
    }

    /// Returns the value of a column in a row.
    pub fn value(&self, row: &Row<'_>, column: usize) -> Value {
        let values = self.classes.get(row.class);
        let value = values.and_then(|values| values.get(column));
        value.copied().unwrap_or_default()
    }

    pub fn rows_of(&self, class: usize) -> impl Iterator<Item = &Row<'a>> {
        self.rows.iter().filter(move |row| row.class == class)
    }

    fn values(
        &self,
        dataset: &'a Dataset,
        index: Option<ImageIndex>,
        row: &mut Row<'a>,
        (next, bracketing): (usize, Bracketing),
    ) -> Vec<Value> {
        let (catalogue, kernels) = (dataset.catalogue(), dataset.kernels());
        let key = row.key();
        let mut values = Vec::with_capacity(self.columns.len());
        for (at, column) in self.columns.iter().enumerate() {
            let stated = index.map_or(Value::NotStated, |index| column.at(index));
            if stated != Value::NotStated {
                let article = index.and_then(|index| column.article(index));
                row.by_article.extend(article.map(|source| (at, source)));
                values.push(stated);
                continue;
            }
            let listed = row.kernel.and_then(|it| kernels.offset(it, column.key()));
            if let Some(offset) = listed {
                row.listed.push(at);
                values.push(Value::At { offset, bits: None });
                continue;
            }
            let bracket = match bracketing {
                Bracketing::Include if column.is_bracketed() => {
                    around(catalogue.images(), key, next, column)
                }
                _ => None,
            };
            let Some((value, between)) = bracket else {
                values.push(Value::NotStated);
                continue;
            };
            values.push(value);
            match row.bracketed.iter_mut().find(|it| it.between == between) {
                Some(known) => known.columns.push(at),
                None => row.bracketed.push(Bracket {
                    between,
                    columns: vec![at],
                }),
            }
        }
        values
    }
}

/// The value of a column in the nearest images of the same branch before and after, if they agree.
fn around<'a>(
    images: &'a [Image],
    key: Key<'_>,
    next: usize,
    column: &Column<'_>,
) -> Option<(Value, [&'a Image; 2])> {
    let says = |at: usize| {
        let image = images.get(at)?;
        let value = column.at(ImageIndex(u32::try_from(at).ok()?));
        (value != Value::NotStated).then_some((image, value))
    };
    let in_branch = |at: &usize| images.get(*at).is_some_and(|it| same_branch(it.key(), key));
    let mut before = (0..next).rev().take_while(in_branch);
    let mut behind = (next..images.len())
        .skip_while(|at| images[*at].key() == key)
        .take_while(in_branch);
    let (first, value) = before.find_map(says)?;
    let (last, other) = behind.find_map(says)?;
    (value == other).then_some((value, [first, last]))
}

/// Returns whether both are of one branch: equal in module, architecture and the first three numbers of the file
/// version.
fn same_branch(a: Key<'_>, b: Key<'_>) -> bool {
    let line = |version| match version {
        ImageVersion::File(build) => Some(build.branch_key()),
        ImageVersion::Pdb(_) => None,
    };
    (a.0, a.1) == (b.0, b.1) && line(a.2).is_some() && line(a.2) == line(b.2)
}

/// Returns every image and named kernel, sorted by module, architecture and version.
fn all(
    dataset: &Dataset,
) -> impl Iterator<Item = (Key<'_>, Option<(ImageIndex, &Image)>, Option<&Kernel>)> {
    let images = dataset.catalogue().numbered_images();
    let (mut images, mut kernels) = (images.peekable(), dataset.kernels().all().iter().peekable());
    std::iter::from_fn(move || {
        let image = images.peek().map(|(_, image)| image.key());
        let kernel = kernels.peek().map(|kernel| kernel.key());
        let first = match (image, kernel) {
            (Some(image), Some(kernel)) => image.min(kernel),
            (image, kernel) => image.or(kernel)?,
        };
        Some((
            first,
            images.next_if(|(_, image)| image.key() == first),
            kernels.next_if(|kernel| kernel.key() == first),
        ))
    })
}
