//! Where a task begins before a structure is chosen.

use strata_core::{Arch, Dataset, Release};

use crate::route::{Route, Task};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPage {
    pub task: Task,
    /// Where bytes are compared with every structure: the newest layout of an audited one, or of any type.
    pub anywhere: Option<Route>,
    pub releases: Vec<Release>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    pub title: &'static str,
    /// What can be done there, in a sentence.
    pub lede: &'static str,
}

impl TaskPage {
    pub fn new(dataset: &Dataset, task: Task) -> Self {
        let structures = dataset.audited().chain(dataset.structures());
        let mut anywhere = structures.filter_map(|structure| {
            let mut newest = Arch::PREFERRED
                .into_iter()
                .filter_map(|arch| structure.newest(arch));
            Some(Route::decode(&structure.name, newest.next()?))
        });
        Self {
            task,
            anywhere: anywhere.next(),
            releases: Release::all().rev().collect(),
        }
    }

    pub const fn words(&self) -> Words {
        match self.task {
            Task::Decode => Words {
                title: "Decode bytes",
                lede: "Paste a dump, an array or hexadecimal digits, name the structure and the version, and read the values.",
            },
            Task::Identify => Words {
                title: "Which structure is this?",
                lede: "Paste a dump, an array or hexadecimal digits, and see which structures and versions fit.",
            },
            Task::Compare => Words {
                title: "Compare two versions",
                lede: "Name a structure and two versions of Windows, and see which members moved.",
            },
        }
    }
}
