//! Images (compiled files whose layouts are known) and sets of them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::arch::Arch;
use crate::name::{NAME_LIMIT, ParseNameError};
use crate::point::Point;
use crate::release::{Build, ParseBuildError, PdbId, Version};

/// The name of an image file without its extension, lower case: `ntoskrnl`, `ntdll`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleName(Arc<str>);

impl ModuleName {
    /// The kernel. Its types need no module prefix.
    pub const KERNEL: &'static str = "ntoskrnl";

    pub fn kernel() -> Self {
        Self(Self::KERNEL.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_kernel(&self) -> bool {
        &*self.0 == Self::KERNEL
    }
}

impl fmt::Display for ModuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl ModuleName {
    /// The regular expression for valid names.
    pub const PATTERN: &str = "^[0-9A-Za-z_.-]{1,128}$";
}

impl FromStr for ModuleName {
    type Err = ParseNameError;

    /// Accepts letters, digits, `_`, `-` and `.`; folds upper case. WinDbg's `nt` is the kernel.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > NAME_LIMIT {
            return Err(ParseNameError::TooLong);
        }
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        if text.is_empty() || !text.bytes().all(plain) {
            return Err(ParseNameError::NotAModule(text.to_owned()));
        }
        let lower = text.to_ascii_lowercase();
        Ok(match lower.as_str() {
            "nt" => Self::kernel(),
            name => Self(name.into()),
        })
    }
}

/// The identification of an image: its file version, or its PDB if the version is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ImageVersion {
    /// The file's own version, which can differ from that of the system.
    File(Build),
    Pdb(PdbId),
}

impl fmt::Display for ImageVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(build) => build.fmt(f),
            Self::Pdb(pdb) => pdb.fmt(f),
        }
    }
}

impl FromStr for ImageVersion {
    type Err = ParseBuildError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let pdb = || text.parse().map(Self::Pdb).ok();
        let build: Result<Build, _> = text.parse();
        build.map(Self::File).or_else(|error| pdb().ok_or(error))
    }
}

/// One compiled file. Images are ordered by module, architecture and version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Image {
    pub module: ModuleName,
    pub arch: Arch,
    pub version: ImageVersion,
    /// `None` if unknown.
    pub pdb: Option<PdbId>,
    /// Source ids in `sources.toml`, in the order in which they were added.
    pub sources: Vec<Box<str>>,
}

impl Image {
    /// Returns the file version; `None` if unknown.
    pub fn build(&self) -> Option<Build> {
        match self.version {
            ImageVersion::File(build) => Some(build),
            ImageVersion::Pdb(_) => None,
        }
    }

    pub fn point(&self) -> Point {
        Point {
            version: match self.version {
                ImageVersion::File(build) => Version::Build(build),
                ImageVersion::Pdb(pdb) => Version::Pdb(pdb),
            },
            arch: self.arch,
        }
    }

    /// `ntoskrnl-10.0.19041.2965-x64`
    pub fn id(&self) -> String {
        format!("{}-{}-{}", self.module, self.version, self.arch)
    }

    /// Returns the identity and sort key of the image.
    pub fn key(&self) -> (&ModuleName, Arch, ImageVersion) {
        (&self.module, self.arch, self.version)
    }

    /// Returns whether both are of one branch: same module, architecture and first three numbers of the file version.
    pub fn same_branch(&self, other: &Self) -> bool {
        let line = |image: &Self| image.build().map(Build::branch_key);
        self.module == other.module
            && self.arch == other.arch
            && line(self).is_some()
            && line(self) == line(other)
    }
}

/// Index of an image in its catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImageIndex(pub u32);

impl ImageIndex {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of images of one catalogue, stored as runs of indices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ImageSet {
    /// First and last of each run, ascending; runs are never adjacent.
    runs: Vec<(u32, u32)>,
}

impl ImageSet {
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    pub fn len(&self) -> usize {
        let runs = self.runs.iter();
        runs.map(|(first, last)| (last - first) as usize + 1).sum()
    }

    pub fn contains(&self, image: ImageIndex) -> bool {
        let at = self.runs.partition_point(|(_, last)| *last < image.0);
        self.runs
            .get(at)
            .is_some_and(|(first, _)| *first <= image.0)
    }

    pub fn insert(&mut self, image: ImageIndex) {
        self.insert_run(image.0, image.0);
    }

    /// Both ends inclusive.
    pub fn insert_run(&mut self, first: u32, last: u32) {
        if first > last {
            return;
        }
        let begin = self
            .runs
            .partition_point(|run| run.1.saturating_add(1) < first);
        let end = self
            .runs
            .partition_point(|run| run.0 <= last.saturating_add(1));
        let (mut low, mut high) = (first, last);
        for (a, b) in self.runs.drain(begin..end) {
            (low, high) = (low.min(a), high.max(b));
        }
        self.runs.insert(begin, (low, high));
    }

    pub fn remove(&mut self, image: ImageIndex) {
        let at = self.runs.partition_point(|(_, last)| *last < image.0);
        let Some(&(first, last)) = self.runs.get(at).filter(|run| run.0 <= image.0) else {
            return;
        };
        let before = (first < image.0).then(|| (first, image.0 - 1));
        let behind = (image.0 < last).then(|| (image.0 + 1, last));
        self.runs.splice(at..=at, before.into_iter().chain(behind));
    }

    /// Removes all images that are not in another set.
    pub fn intersect(&mut self, other: &Self) {
        let mut runs = Vec::new();
        for (first, last) in &self.runs {
            let begin = other.runs.partition_point(|run| run.1 < *first);
            let rest = other.runs.get(begin..).unwrap_or_default().iter();
            let common = rest.take_while(|run| run.0 <= *last);
            runs.extend(common.map(|run| (run.0.max(*first), run.1.min(*last))));
        }
        self.runs = runs;
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = ImageIndex> + '_ {
        let runs = self.runs.iter();
        runs.flat_map(|(first, last)| (*first..=*last).map(ImageIndex))
    }

    /// First and last of each run, in order.
    pub fn runs(&self) -> &[(u32, u32)] {
        &self.runs
    }
}

impl FromIterator<ImageIndex> for ImageSet {
    fn from_iter<I: IntoIterator<Item = ImageIndex>>(images: I) -> Self {
        let mut set = Self::default();
        images.into_iter().for_each(|image| set.insert(image));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn image_versions_round_trip() {
        for text in ["10.0.19041.2965", "BBED7C2955FBE4522AAA23F4B8677AD91"] {
            assert_eq!(text.parse::<ImageVersion>().unwrap().to_string(), text);
        }
        let braces: PdbId = "{bbed7c29-55fb-e452-2aaa-23f4b8677ad9}-1".parse().unwrap();
        assert_eq!(braces.to_string(), "BBED7C2955FBE4522AAA23F4B8677AD91");
        for text in ["", "10.0.19041", "BBED7C29", &"A".repeat(41)] {
            assert!(text.parse::<ImageVersion>().is_err(), "{text}");
        }
        assert!("nt".parse::<ModuleName>().unwrap().is_kernel());
        assert!("a b".parse::<ModuleName>().is_err());
    }

    #[test]
    fn sets_hold_runs() {
        let mut set: ImageSet = [3, 4, 1, 9, 2].map(ImageIndex).into_iter().collect();
        assert_eq!(set.runs(), [(1, 4), (9, 9)]);
        set.insert_run(5, 8);
        assert_eq!((set.runs(), set.len()), (&[(1, 9)][..], 9));
        set.insert_run(20, 30);
        set.insert_run(0, 0);
        assert_eq!(set.runs(), [(0, 9), (20, 30)]);
        assert!(set.contains(ImageIndex(25)) && !set.contains(ImageIndex(10)));
        assert_eq!(set.iter().count(), set.len());
        let mut other = ImageSet::default();
        other.insert_run(5, 22);
        other.insert_run(25, 40);
        set.intersect(&other);
        assert_eq!(set.runs(), [(5, 9), (20, 22), (25, 30)]);
    }
}
