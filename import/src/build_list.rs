//! Lists of the versions of images by the identity of their PDB files, which is all that an ISF file states.

use std::collections::HashMap;

use strata_core::catalogue::PdbId;
use strata_core::raw::LineError;
use strata_core::release::Build;

use crate::limits::BUILDS_LIMIT;

/// The versions of images by the identities of their PDB files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildList(HashMap<PdbId, Build>);

/// The columns that are read; others are ignored.
const VERSION: &str = "file_version";
const PDB: &str = "guid_age";

impl BuildList {
    /// Returns whether a text looks like a list of builds: tab-separated, with a header row.
    pub fn is_one(text: &str) -> bool {
        let head = text.lines().next().unwrap_or("");
        let mut columns = head.split('\t');
        head.contains('\t') && columns.any(|column| column == VERSION) && head.contains(PDB)
    }

    /// Parses a tab-separated table with the columns `file_version` and `guid_age`.
    ///
    /// # Errors
    ///
    /// The first invalid line.
    pub fn read(text: &str) -> Result<Self, LineError> {
        let fail = |line: usize, problem: String| Err(LineError { line, problem });
        let head = text.lines().next().unwrap_or("");
        let column = |name: &str| head.split('\t').position(|column| column == name);
        let Some((version, pdb)) = column(VERSION).zip(column(PDB)) else {
            return fail(
                1,
                format!("not a list of builds: expected the columns `{VERSION}` and `{PDB}`"),
            );
        };
        let mut list = HashMap::new();
        for (line, number) in text
            .lines()
            .zip(1..)
            .skip(1)
            .filter(|(line, _)| !line.is_empty())
        {
            let cells: Vec<&str> = line.split('\t').collect();
            let (Some(version), Some(pdb)) = (cells.get(version), cells.get(pdb)) else {
                return fail(
                    number,
                    format!(
                        "{} cells: expected the same number as in line 1",
                        cells.len()
                    ),
                );
            };
            let version: Build = match version.parse() {
                Ok(version) => version,
                Err(error) => return fail(number, error.to_string()),
            };
            let pdb: PdbId = match pdb.parse() {
                Ok(pdb) => pdb,
                Err(error) => return fail(number, error.to_string()),
            };
            if list.len() == BUILDS_LIMIT {
                return fail(number, format!("more than {BUILDS_LIMIT} builds"));
            }
            if list
                .insert(pdb, version)
                .is_some_and(|other| other != version)
            {
                return fail(
                    number,
                    format!("`{pdb}` has another version in an earlier line"),
                );
            }
        }
        Ok(Self(list))
    }

    /// Returns the version of the image to which a PDB file belongs.
    pub fn version(&self, pdb: PdbId) -> Option<Build> {
        self.0.get(&pdb).copied()
    }

    /// Adds another list, which takes precedence.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl FromIterator<(PdbId, Build)> for BuildList {
    fn from_iter<I: IntoIterator<Item = (PdbId, Build)>>(builds: I) -> Self {
        Self(builds.into_iter().collect())
    }
}
