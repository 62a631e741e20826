//! Offsets that people keep in their tools, judged: what the page is made of before anything is pasted.

use strata_core::article::Status;
use strata_core::dataset::Structure;
use strata_core::validity::claims;
use strata_core::validity::wire::{ValidityAnswer, answer};
use strata_core::{Arch, Dataset, Point, Release};

use crate::route::table_of_query;

/// A table as people keep it, with what can be wrong in one.
const EXAMPLE: &str = "\
# structure             member             offset
ETW_REALTIME_CONSUMER   LoggerId           0x58
ETW_REALTIME_CONSUMER   Disconnected       0x5e
ETW_REALTIME_CONSUMER   Links.Blink        0x08
nt!_ETW_REALTIME_CONSUMER+0x60
#define ETW_SILODRIVERSTATE MaxLoggers     0x04
ETW_REALTIME_CONSUMR    ProcessObject      0x18
";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidityPage {
    /// The points for which a corrected table can be had: the newest first, by architecture.
    pub points: Vec<Point>,
    pub example: &'static str,
    /// A table that came with the address, and what becomes of it.
    pub given: Option<(String, ValidityAnswer)>,
}

impl ValidityPage {
    pub fn new(dataset: &Dataset) -> Self {
        let mut points: Vec<Point> = Vec::new();
        for arch in Arch::PREFERRED {
            let stated = |release: &Release| {
                let stated =
                    |it: &Structure| matches!(it.status(*release, arch), Status::Stated(_));
                dataset.catalogue().image_of(*release, arch).is_some()
                    || dataset.audited().any(stated)
            };
            let here = Release::all().rev().filter(stated);
            points.extend(here.map(|release| Point::new(release, arch)));
        }
        Self {
            points,
            example: EXAMPLE,
            given: None,
        }
    }

    /// The same, with the table that a form put into the address.
    #[must_use]
    pub fn with_query(self, dataset: &Dataset, query: &str) -> Self {
        let table = table_of_query(query);
        let judged = || answer(dataset, &claims(dataset, &table, None), None);
        let given = (!table.trim().is_empty()).then(judged);
        Self {
            given: given.map(|answer| (table, answer)),
            ..self
        }
    }
}
