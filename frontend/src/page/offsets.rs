//! Members in every image: what a form asks for, and the classes of images that have the same values.

use strata_core::Dataset;
use strata_core::lookup::Missing;
use strata_core::offsets::{
    Bracketing, Column, Evidence, FOUND, ImageFilter, Listed, Row, Table, Value,
};

use super::member::page_of;
use crate::route::{OffsetsQuery, Route};

/// Members that many tools keep, as an example.
const EXAMPLE: &str =
    "_EPROCESS.Protection\n_EPROCESS.UniqueProcessId\n_EPROCESS.Token\n_KTHREAD.ApcState.Process";

/// Members in every image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetsPage {
    /// What is asked for.
    pub asked: OffsetsQuery,
    /// What is found, or why nothing is; `None` where nothing is asked for.
    pub found: Option<Result<Found, String>>,
    /// Members to begin with.
    pub example: &'static str,
    /// How far bracketed values can be trusted.
    pub evidence: Evidence,
}

/// The table, class by class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The members, and where their types are.
    pub columns: Vec<(String, Option<Route>)>,
    /// The combinations of values.
    pub classes: Vec<Class>,
    /// How many images there are.
    pub images: usize,
    /// The lines that name no member, and why.
    pub refused: Vec<String>,
}

/// Images that have the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// A value for each column.
    pub cells: Vec<Cell>,
    /// The images: those that follow one another as one.
    pub runs: Vec<Run>,
    /// How many they are.
    pub images: usize,
}

/// A value, and in how many of the images it is not stated by a symbol file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The value.
    pub value: Value,
    /// In so many images it is bracketed.
    pub bracketed: usize,
    /// In so many images a list of offsets states it.
    pub listed: usize,
}

/// Images that follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The file and its architecture, where it is not the kernel's: `ntkrla57 x64`.
    pub file: String,
    /// The first one's version, and its page.
    pub first: (String, Route),
    /// The last one's, where it is another.
    pub last: Option<(String, Route)>,
    /// How many they are.
    pub images: usize,
}

impl OffsetsPage {
    /// A page on which nothing is asked for.
    #[must_use]
    pub fn new() -> Self {
        Self {
            asked: OffsetsQuery::default(),
            found: None,
            example: EXAMPLE,
            evidence: FOUND,
        }
    }

    /// The same, with what a form put into the address.
    #[must_use]
    pub fn with_query(self, dataset: &Dataset, query: &str) -> Self {
        let asked = OffsetsQuery::read(query);
        let is_asked = !asked.members.trim().is_empty();
        let found = is_asked.then(|| Found::new(dataset, &asked).map_err(|no| no.in_words()));
        Self {
            asked,
            found,
            ..self
        }
    }

    /// What the browser's tab says.
    #[must_use]
    pub fn title(&self) -> String {
        "Members in every image · Strata".to_owned()
    }
}

impl Default for OffsetsPage {
    fn default() -> Self {
        Self::new()
    }
}

impl Found {
    fn new(dataset: &Dataset, asked: &OffsetsQuery) -> Result<Self, Missing> {
        let listed = Listed::read(dataset, &asked.members)?;
        let refused = listed.refused.iter();
        let refused: Vec<String> = refused
            .map(|it| format!("Line {}: {}", it.line, it.why))
            .collect();
        if listed.columns.is_empty() {
            return Err(Missing::plain(match refused.first() {
                Some(first) => first.clone(),
                None => {
                    "No line names a member: expected one such as _EPROCESS.Protection.".to_owned()
                }
            }));
        }
        let images = ImageFilter::read(dataset, &asked.images)?;
        let bracketing = match asked.exclude {
            true => Bracketing::Exclude,
            false => Bracketing::Include,
        };
        let table = Table::new(dataset, listed.columns, &images, bracketing);
        let classes = 0..table.classes.len();
        Ok(Self {
            columns: table.columns.iter().map(column).collect(),
            classes: classes.map(|class| Class::new(&table, class)).collect(),
            images: table.rows.len(),
            refused,
        })
    }
}

/// A member leads to its history, a type to its own; a symbol has none.
fn column(column: &Column<'_>) -> (String, Option<Route>) {
    let structure = column.subject.structure();
    let of_type = || structure.map(|it| Route::structure(&it.name));
    (column.name(), Route::member(column).or_else(of_type))
}

impl Class {
    fn new(table: &Table<'_>, class: usize) -> Self {
        let rows: Vec<&Row<'_>> = table.rows_of(class).collect();
        let cells = table.classes[class].iter().enumerate();
        let cells = cells.map(|(at, value)| Cell {
            value: *value,
            bracketed: rows.iter().filter(|row| row.is_bracketed(at)).count(),
            listed: rows.iter().filter(|row| row.listed.contains(&at)).count(),
        });
        let numbered: Vec<(usize, &Row<'_>)> = table.rows.iter().enumerate().collect();
        let own = numbered.into_iter().filter(|(_, row)| row.class == class);
        let mut runs: Vec<(usize, Run)> = Vec::new();
        for (at, row) in own {
            let file = match row.module.is_kernel() {
                true => row.arch.to_string(),
                false => format!("{} {}", row.module, row.arch),
            };
            let end = (row.version.to_string(), page_of(row));
            match runs
                .last_mut()
                .filter(|(last, run)| last + 1 == at && run.file == file)
            {
                Some((last, run)) => {
                    *last = at;
                    run.last = Some(end);
                    run.images += 1;
                }
                None => runs.push((
                    at,
                    Run {
                        file,
                        first: end,
                        last: None,
                        images: 1,
                    },
                )),
            }
        }
        Self {
            cells: cells.collect(),
            runs: runs.into_iter().map(|(_, run)| run).collect(),
            images: rows.len(),
        }
    }
}
