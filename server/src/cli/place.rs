//! What a command is about, as it is typed: a structure, a point, or both: a layout.

use std::str::FromStr;

use strata_core::dataset::{Dataset, Structure};
use strata_core::lookup::{self, Found, Missing};
use strata_core::{Point, Version};

/// A structure.
#[derive(Debug, clap::Args)]
pub(super) struct Named {
    /// The structure; case and a leading underscore do not count
    #[arg(value_name = "STRUCT")]
    structure: String,
}

impl Named {
    /// The structure, if there is one of that name.
    pub(super) fn find<'a>(&self, dataset: &'a Dataset) -> Result<&'a Structure, Missing> {
        lookup::structure(dataset, &self.structure)
    }
}

/// A structure at a point.
#[derive(Debug, clap::Args)]
pub(super) struct Place {
    #[command(flatten)]
    named: Named,

    /// A release such as 6.1, 1607 or 11-22H2, a build such as 19045.2965, a PDB, or an image
    version: String,

    /// x86, x64 or arm64
    arch: String,
}

impl Place {
    /// The layout there, if there is one.
    pub(super) fn find<'a>(&self, dataset: &'a Dataset) -> Result<Found<'a>, Missing> {
        let found = lookup::point(self.named.find(dataset)?, &self.version, &self.arch)?;
        let answered = found.layout.point.version;
        if let Ok(Version::Build(system)) = found.version.parse()
            && answered != Version::Build(system)
        {
            eprintln!(
                "strata: {system} is the version of a system: its kernel's file version is {answered}"
            );
        }
        Ok(found)
    }
}

/// A point in one word: 6.1/x64.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    version: String,
    arch: String,
}

impl FromStr for Typed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('/') {
            Some((version, arch)) if !arch.contains('/') => Ok(Self {
                version: version.to_owned(),
                arch: arch.to_owned(),
            }),
            _ => Err("expected a version and an architecture, as in 6.1/x64"),
        }
    }
}

impl Typed {
    /// The point, whatever is there.
    pub(super) fn point(&self) -> Result<Point, Missing> {
        Ok(Point {
            version: lookup::version(&self.version)?,
            arch: lookup::arch(&self.arch)?,
        })
    }

    /// The layout of a structure there, if there is one.
    pub(super) fn find<'a>(&self, structure: &'a Structure) -> Result<Found<'a>, Missing> {
        lookup::point(structure, &self.version, &self.arch)
    }
}
