//! Windows releases in order of time (the ladder), builds, PDB ids, and the version that a user selects.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::arch::Arch;

/// The releases in order: id, build number, aliases.
const RELEASES: [(&str, u32, &[&str]); 26] = [
    ("5.0", 2195, &["win2k", "2000"]),
    ("5.1", 2600, &["xp"]),
    ("5.2", 3790, &["server-2003"]),
    ("6.0", 6000, &["vista", "server-2008"]),
    ("6.1", 7600, &["7", "win7", "server-2008-r2"]),
    ("6.2", 9200, &["8", "win8", "server-2012"]),
    ("6.3", 9600, &["8.1", "win8.1", "server-2012-r2"]),
    ("10.0", 10240, &["1507", "TH1"]),
    ("1511", 10586, &["TH2"]),
    ("1607", 14393, &["RS1", "server-2016"]),
    ("1703", 15063, &["RS2"]),
    ("1709", 16299, &["RS3"]),
    ("1803", 17134, &["RS4"]),
    ("1809", 17763, &["RS5", "server-2019"]),
    ("1903", 18362, &["19H1"]),
    ("1909", 18363, &["19H2"]),
    ("2004", 19041, &["20H1"]),
    ("20H2", 19042, &["2009"]),
    ("21H1", 19043, &[]),
    ("21H2", 19044, &[]),
    ("22H2", 19045, &[]),
    ("server-2022", 20348, &[]),
    ("11-21H2", 22000, &[]),
    ("11-22H2", 22621, &[]),
    ("11-23H2", 22631, &["23H2"]),
    ("11-24H2", 26100, &["24H2", "25H2", "server-2025"]),
];

/// The build numbers of systems that run the kernels of an earlier one, and the build numbers of those kernels.
const SYSTEMS: [(u32, u32); 7] = [
    (18363, 18362),
    (19042, 19041),
    (19043, 19041),
    (19044, 19041),
    (19045, 19041),
    (22631, 22621),
    // 25H2 is 24H2 with more enabled.
    (26200, 26100),
];

/// The build number of the kernels that a system with this one runs.
fn kernel_of(number: u32) -> u32 {
    let system = SYSTEMS.iter().find(|(system, _)| *system == number);
    system.map_or(number, |(_, kernel)| *kernel)
}

/// A Windows release. Ordered by time; printed and parsed as its id (`6.1`, `1607`, `11-22H2`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release(u8);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a release: expected the id of one such as 6.1, 1607 or 11-22H2")]
pub struct ParseReleaseError(pub String);

impl Release {
    /// Windows 2000.
    pub const FIRST: Self = Self(0);
    /// The first release of Windows 10.
    pub const WINDOWS_10: Self = Self(7);

    pub const COUNT: usize = RELEASES.len();

    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..RELEASES.len() as u8).map(Self)
    }

    /// 0-based index on the ladder.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn id(self) -> &'static str {
        RELEASES[self.index()].0
    }

    /// Returns further ids of the same release.
    pub const fn aliases(self) -> &'static [&'static str] {
        RELEASES[self.index()].2
    }

    /// Returns the build number: `18362` for 1903.
    pub const fn build(self) -> u32 {
        RELEASES[self.index()].1
    }

    /// Returns the build number of its kernels: `19041` for 22H2.
    pub fn kernel(self) -> u32 {
        kernel_of(self.build())
    }

    /// Returns the release with this build number, or whose service pack or update has it; `None` for any other, such as
    /// a pre-release between two releases.
    pub fn of_build(number: u32) -> Option<Self> {
        let with = |number: u32| {
            let mut all = Self::all();
            all.find(|release| (release.build()..=release.last_build()).contains(&number))
        };
        with(number).or_else(|| with(kernel_of(number)))
    }

    /// Returns the build number of the last service pack: `7601` for 6.1.
    pub const fn last_build(self) -> u32 {
        match self.build() {
            6000 => 6003,
            7600 => 7601,
            number => number,
        }
    }

    /// Returns the last release whose build number is not above this one, for the order in time.
    pub fn until(number: u32) -> Option<Self> {
        Self::all().rfind(|release| release.build() <= number)
    }

    /// Returns the release of a kernel or system with this version.
    pub fn of(build: Build) -> Option<Self> {
        Self::of_build(build.number).filter(|release| release.nt() == build.nt)
    }

    /// Returns the version of Windows NT: `(10, 0)` for 1903.
    pub fn nt(self) -> (u16, u16) {
        let numbers = self.id().split_once('.');
        let numbers =
            numbers.and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        // Since Windows 10, release ids are not NT versions.
        numbers.unwrap_or((10, 0))
    }

    /// Returns true for Windows 10, except separate server releases.
    pub fn is_windows_10(self) -> bool {
        self >= Self::WINDOWS_10 && self < SERVER_2022
    }

    pub fn is_windows_11(self) -> bool {
        self > SERVER_2022
    }

    /// Returns the architectures of this release (client or server), in the order of [`Arch::ALL`].
    pub fn archs(self) -> impl Iterator<Item = Arch> + Clone {
        let archs = Arch::ALL.into_iter();
        archs.filter(move |arch| self.exists_for(*arch))
    }

    pub fn next(self) -> Option<Self> {
        (self.index() + 1 < RELEASES.len()).then(|| Self(self.0 + 1))
    }

    pub fn previous(self) -> Option<Self> {
        self.0.checked_sub(1).map(Self)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Release {
    type Err = ParseReleaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // `Windows 8` is `win8`.
        let numbered = text.split_once(' ');
        let numbered = numbered.filter(|(word, _)| word.eq_ignore_ascii_case("windows"));
        let short = numbered.map(|(_, number)| format!("win{number}"));
        let text = short.as_deref().unwrap_or(text);
        Self::all()
            .find(|release| {
                let (id, _, aliases) = RELEASES[release.index()];
                id.eq_ignore_ascii_case(text)
                    || aliases.iter().any(|alias| alias.eq_ignore_ascii_case(text))
            })
            .ok_or_else(|| ParseReleaseError(text.to_owned()))
    }
}

/// The first release with x64: merged cells of sources do not imply x64 points at 5.0 or 5.1.
const X64_FIRST: Release = Release(2);
const ARM64_FIRST: Release = Release(11);
const X86_LAST: Release = Release(20);
/// The only release between Windows 10 and 11; x64 only.
const SERVER_2022: Release = Release(21);

impl Release {
    /// Returns whether this release exists for `arch`.
    pub fn exists_for(self, arch: Arch) -> bool {
        match arch {
            Arch::X86 => self <= X86_LAST,
            Arch::X64 => self >= X64_FIRST,
            Arch::Arm64 => self >= ARM64_FIRST && self != SERVER_2022,
        }
    }
}

/// A build with its revision: `10.0.18362.720`. The exact key, because servicing changes layouts within a release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Build {
    /// Major and minor version of the kernel: `10.0`.
    pub nt: (u16, u16),
    /// The build number: `18362`.
    pub number: u32,
    /// The revision: `720`.
    pub revision: u32,
}

impl Build {
    fn of_numbers(text: &str) -> Option<Self> {
        let mut parts = text.split('.').map(|part| {
            let is_number = part.bytes().all(|b| b.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| is_number)
        });
        let mut next = || parts.next().flatten();
        let build = Self {
            nt: (next()?.try_into().ok()?, next()?.try_into().ok()?),
            number: next()?,
            revision: next()?,
        };
        parts.next().is_none().then_some(build)
    }

    /// Returns the version without the revision, which monthly updates share.
    pub const fn branch_key(self) -> ((u16, u16), u32) {
        (self.nt, self.number)
    }

    /// Returns the version of the kernel's file in a system of this version: `10.0.19041.2965` for `10.0.19045.2965`.
    pub fn kernel_file(self) -> Self {
        Self {
            number: kernel_of(self.number),
            ..self
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a build: expected four numbers such as 10.0.19041.264")]
pub struct ParseBuildError(pub String);

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.nt;
        write!(f, "{major}.{minor}.{}.{}", self.number, self.revision)
    }
}

impl FromStr for Build {
    type Err = ParseBuildError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::of_numbers(text).ok_or_else(|| ParseBuildError(text.to_owned()))
    }
}

/// The GUID and age by which a debugger finds the PDB file of an image. Printed as on symbol servers: no separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PdbId {
    /// In the order of the printed digits (big-endian).
    pub guid: [u8; 16],
    /// Number of times the PDB was written.
    pub age: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not the GUID and age of a PDB: expected 33 to 40 hexadecimal digits")]
pub struct ParsePdbIdError(pub String);

impl PdbId {
    /// Returns the GUID as one number.
    pub const fn guid(&self) -> u128 {
        u128::from_be_bytes(self.guid)
    }
}

impl fmt::Display for PdbId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032X}{:X}", self.guid(), self.age)
    }
}

impl FromStr for PdbId {
    type Err = ParsePdbIdError;

    /// Parses `BBED7C2955FBE4522AAA23F4B8677AD91`, `BBED7C29-55FB-E452-2AAA-23F4B8677AD9,1` or
    /// `{BBED7C29-55FB-E452-2AAA-23F4B8677AD9}, 1`: GUID and age, both hexadecimal.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParsePdbIdError(text.chars().take(64).collect());
        if text.len() > 64 {
            return Err(error());
        }
        let digits =
            |text: &str| -> String { text.chars().filter(|c| !"{}-".contains(*c)).collect() };
        let (guid, age) = match text.split_once([',', ' ']) {
            Some((guid, age)) => (digits(guid), age.trim_start().to_owned()),
            None => {
                let mut guid = digits(text);
                let age = guid.get(32..).map(str::to_owned).ok_or_else(error)?;
                guid.truncate(32);
                (guid, age)
            }
        };
        let is_hex = |text: &str| text.bytes().all(|b| b.is_ascii_hexdigit());
        if guid.len() != 32 || !(1..=8).contains(&age.len()) || !is_hex(&guid) || !is_hex(&age) {
            return Err(error());
        }
        Ok(Self {
            guid: u128::from_str_radix(&guid, 16)
                .map_err(|_| error())?
                .to_be_bytes(),
            age: u32::from_str_radix(&age, 16).map_err(|_| error())?,
        })
    }
}

/// A version that a user can select: a release or one image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    Release(Release),
    /// The image with this file version, or the image of a system with this version.
    Build(Build),
    Pdb(PdbId),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is not a version: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264"
)]
pub struct ParseVersionError(pub String);

impl Version {
    /// Returns the release, or that of the build; `None` for a PDB or an unknown build.
    pub fn release(self) -> Option<Release> {
        match self {
            Self::Release(release) => Some(release),
            Self::Build(build) => Release::of(build),
            Self::Pdb(_) => None,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Release(release) => release.fmt(f),
            Self::Build(build) => build.fmt(f),
            Self::Pdb(pdb) => pdb.fmt(f),
        }
    }
}

impl FromStr for Version {
    type Err = ParseVersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let release = text.parse().map(Self::Release).ok();
        let build = || text.parse().map(Self::Build).ok();
        let pdb = || text.parse().map(Self::Pdb).ok();
        release
            .or_else(build)
            .or_else(pdb)
            .ok_or_else(|| ParseVersionError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_round_trip_in_order() {
        let all: Vec<Release> = Release::all().collect();
        assert!(all.is_sorted());
        for release in all {
            assert_eq!(release.to_string().parse(), Ok(release));
        }
        assert_eq!("1507".parse::<Release>().unwrap().id(), "10.0");
        assert_eq!("Windows 8.1".parse::<Release>().unwrap().id(), "6.3");
        assert_eq!("11-22h2".parse::<Release>().unwrap().id(), "11-22H2");
        assert!("6.4".parse::<Release>().is_err());
        assert_eq!(
            [
                X64_FIRST,
                ARM64_FIRST,
                X86_LAST,
                SERVER_2022,
                Release::WINDOWS_10
            ]
            .map(Release::id),
            ["5.2", "1709", "22H2", "server-2022", "10.0"]
        );
    }

    #[test]
    fn a_build_is_of_a_release_only_in_its_line() {
        let release = |build: &str| Release::of(build.parse().unwrap()).map(Release::id);
        for (build, id) in [
            ("6.0.6002.18005", "6.0"),
            ("6.1.7601.17514", "6.1"),
            ("10.0.17134.1", "1803"),
            ("10.0.26200.6584", "11-24H2"),
        ] {
            assert_eq!(release(build), Some(id), "{build}");
        }
        for build in ["10.0.17133.1", "10.0.9926.0", "10.0.25398.1", "3.0.7601.1"] {
            assert_eq!(release(build), None, "{build}");
        }
    }

    #[test]
    fn builds_round_trip() {
        let build: Build = "10.0.18362.720".parse().unwrap();
        assert_eq!(build.to_string(), "10.0.18362.720");
        for text in [
            "10.0.18362",
            "10.0.18362.720.1",
            "10..18362.720",
            "10.0.18362.x",
            "10.0.18362.+7",
            "",
        ] {
            assert!(text.parse::<Build>().is_err(), "{text}");
        }
    }
}
