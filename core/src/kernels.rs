//! Kernel files known by name, with or without a symbol file, and the few offsets that a source states for them.
//!
//! # The file
//!
//! A text file; the first word of a line is its kind.
//!
//! ```text
//! strata-kernels 1
//! source systeminformer-kphdyn                 source id in `sources.toml`
//! class 1 _ETW_GUID_ENTRY.Guid=18 …            offsets in the kernels of class 1, hexadecimal
//! file ntoskrnl x64                            module and architecture of the kernels below
//! 10.0.10240.16384 57a0ff… 559f3c1a 852000 1   file version, SHA-256, PE time stamp, size of the image, class; 0 is none
//! ```

pub mod lists;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use crate::arch::Arch;
use crate::catalogue::{ImageVersion, ModuleName};
use crate::raw::LineError;
use crate::release::Build;

/// The first line of the file.
pub const HEAD: &str = "strata-kernels 1";
pub const KERNELS_LIMIT: usize = 100_000;

/// A kernel file known by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    pub module: ModuleName,
    pub arch: Arch,
    pub build: Build,
    pub sha256: Sha256,
    /// `TimeDateStamp` of its PE header.
    pub time_stamp: u32,
    /// `SizeOfImage` of its PE header, in bytes.
    pub size_of_image: u32,
    /// The class of the kernel's offsets; 0 for none.
    pub(crate) class: u32,
}

/// The hash of a file, printed as 64 hexadecimal digits.
#[derive(Default, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sha256(pub [u8; 32]);

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Sha256 {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return Err(());
        }
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16).ok_or(());
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).map_err(|_| ())?;
        }
        Ok(Self(hash))
    }
}

impl Kernel {
    /// Returns the id, in the form of an image id: `ntoskrnl-10.0.19041.2965-x64`.
    pub fn id(&self) -> String {
        format!("{}-{}-{}", self.module, self.build, self.arch)
    }

    /// Returns the path on a symbol server.
    pub fn path(&self) -> String {
        let (file, stamp, size) = (&self.module, self.time_stamp, self.size_of_image);
        format!("{file}.exe/{stamp:08X}{size:x}/{file}.exe")
    }

    /// Returns the identity, as that of an image.
    pub fn key(&self) -> (&ModuleName, Arch, ImageVersion) {
        (&self.module, self.arch, ImageVersion::File(self.build))
    }
}

/// The kernels of one file.
#[derive(Clone, Debug, Default)]
pub struct Kernels {
    source: String,
    /// Sorted by module, architecture and version.
    kernels: Vec<Kernel>,
    classes: BTreeMap<u32, Vec<(Box<str>, u32)>>,
}

impl Kernels {
    /// Parses the file.
    ///
    /// # Errors
    ///
    /// The first invalid line.
    pub fn read(text: &str) -> Result<Self, LineError> {
        let mut read = Self::default();
        let mut file = None;
        for (at, line) in text.lines().enumerate() {
            let result = match at {
                0 if line == HEAD => Ok(()),
                0 => Err(format!("expected `{HEAD}`")),
                _ => read.line(line, &mut file),
            };
            result.map_err(|problem| LineError {
                line: at + 1,
                problem,
            })?;
        }
        read.kernels.sort_unstable_by(|a, b| a.key().cmp(&b.key()));
        match read
            .kernels
            .windows(2)
            .find(|two| two[0].key() == two[1].key())
        {
            Some(two) => Err(LineError {
                line: text.lines().count(),
                problem: format!("{} occurs twice", two[0].id()),
            }),
            None => Ok(read),
        }
    }

    fn line(&mut self, line: &str, file: &mut Option<(ModuleName, Arch)>) -> Result<(), String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["source", source] => source.clone_into(&mut self.source),
            ["class", number, ref offsets @ ..] => {
                let number = number.parse().map_err(|_| "no number of a class")?;
                let offset = |word: &&str| {
                    let (member, offset) = word.split_once('=')?;
                    Some((member.into(), u32::from_str_radix(offset, 16).ok()?))
                };
                let offsets: Option<Vec<_>> = offsets.iter().map(offset).collect();
                let offsets =
                    offsets.ok_or("expected members and offsets: `_KTHREAD.StackBase=38`")?;
                self.classes.insert(number, offsets);
            }
            ["file", module, arch] => {
                let module = module.parse().map_err(|_| "no name of a module")?;
                *file = Some((module, arch.parse().map_err(|_| "no architecture")?));
            }
            [build, sha256, time_stamp, size, class] => {
                let hexadecimal = |text| u32::from_str_radix(text, 16);
                let sha256 = sha256.parse().map_err(|()| "no SHA-256")?;
                let time_stamp = hexadecimal(time_stamp).map_err(|_| "no time stamp")?;
                let size = hexadecimal(size).map_err(|_| "no size")?;
                self.kernel(file.clone(), [build, class], (sha256, time_stamp, size))?;
            }
            // Written by `excerpt`.
            [build, class] => self.kernel(file.clone(), [build, class], Default::default())?,
            _ => return Err("expected `source`, `class`, `file` or a kernel".to_owned()),
        }
        Ok(())
    }

    fn kernel(
        &mut self,
        file: Option<(ModuleName, Arch)>,
        [build, class]: [&str; 2],
        (sha256, time_stamp, size_of_image): (Sha256, u32, u32),
    ) -> Result<(), String> {
        let (module, arch) = file.ok_or("a kernel before any `file`")?;
        if self.kernels.len() == KERNELS_LIMIT {
            return Err(format!("more than {KERNELS_LIMIT} kernels"));
        }
        self.kernels.push(Kernel {
            module,
            arch,
            build: build.parse().map_err(|_| "no file version")?,
            sha256,
            time_stamp,
            size_of_image,
            class: class.parse().map_err(|_| "no number of a class")?,
        });
        Ok(())
    }

    /// Source id in `sources.toml`.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Sorted by module, architecture and version.
    pub fn all(&self) -> &[Kernel] {
        &self.kernels
    }

    /// Returns the kernel with this module, architecture and version.
    pub fn get(&self, key: (&ModuleName, Arch, ImageVersion)) -> Option<&Kernel> {
        let at = self.kernels.binary_search_by(|it| it.key().cmp(&key));
        self.kernels.get(at.ok()?)
    }

    /// Returns the kernel with this id: `ntoskrnl-10.0.26100.4061-arm64`.
    pub fn named(&self, id: &str) -> Option<&Kernel> {
        let mut kernels = self.kernels.iter();
        kernels.find(|it| it.id().eq_ignore_ascii_case(id))
    }

    /// Returns the stated offset of a member in a kernel: `_KTHREAD.StackBase`.
    pub fn offset(&self, kernel: &Kernel, member: &str) -> Option<u32> {
        offset_of(self.classes.get(&kernel.class)?, member)
    }

    /// Returns the kernels with an offset for the member, sorted by module, architecture and version.
    pub fn with_member(&self, member: &str) -> impl Iterator<Item = (&Kernel, u32)> {
        let classes = self.classes.iter();
        let given =
            classes.filter_map(|(class, offsets)| Some((*class, offset_of(offsets, member)?)));
        let given: BTreeMap<u32, u32> = given.collect();
        let kernels = self.kernels.iter().take(match given.is_empty() {
            true => 0,
            false => self.kernels.len(),
        });
        kernels.filter_map(move |kernel| Some((kernel, *given.get(&kernel.class)?)))
    }

    /// Returns the number of members with an offset in any of the wanted kernels.
    pub fn members_in(&self, wanted: impl Fn(&Kernel) -> bool) -> usize {
        let kernels = self.kernels.iter().filter(|kernel| wanted(kernel));
        let classes: BTreeSet<u32> = kernels.map(|kernel| kernel.class).collect();
        let offsets = classes.iter().filter_map(|class| self.classes.get(class));
        let members: BTreeSet<&str> = offsets.flatten().map(|(member, _)| &**member).collect();
        members.len()
    }

    /// Returns the file with only the wanted kernels that have offsets, without hashes, time stamps and image sizes.
    pub fn excerpt(&self, wanted: impl Fn(&Kernel) -> bool) -> String {
        let mut text = format!("{HEAD}\nsource {}\n", self.source);
        for (number, offsets) in &self.classes {
            let _ = write!(text, "class {number}");
            for (member, offset) in offsets {
                let _ = write!(text, " {member}={offset:x}");
            }
            text.push('\n');
        }
        let mut file = None;
        let kernels = self.kernels.iter().filter(|kernel| kernel.class != 0);
        for kernel in kernels.filter(|kernel| wanted(kernel)) {
            let (module, arch) = (&kernel.module, kernel.arch);
            if file.replace((module, arch)) != Some((module, arch)) {
                let _ = writeln!(text, "file {module} {arch}");
            }
            let _ = writeln!(text, "{} {}", kernel.build, kernel.class);
        }
        text
    }
}

fn offset_of(offsets: &[(Box<str>, u32)], member: &str) -> Option<u32> {
    let found = offsets.iter().find(|(name, _)| **name == *member);
    found.map(|(_, offset)| *offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(lines: &str) -> String {
        format!("{HEAD}\nsource s\nclass 1 _KTHREAD.StackBase=38\n{lines}")
    }

    #[test]
    fn kernels_are_found_by_their_names_and_give_their_offsets() {
        let hash = "57a0ff848e21e3c79525cfed69141455680f5fe06b46c086775b50da0ca582a5";
        let text = file(&format!(
            "file ntoskrnl x64\n10.0.2.1 {hash} 559f3c1a 852000 1\nfile ntoskrnl arm64\n10.0.1.1 {hash} 0 1 0\n"
        ));
        let kernels = Kernels::read(&text).unwrap();
        let ids: Vec<String> = kernels.all().iter().map(Kernel::id).collect();
        assert_eq!(ids, ["ntoskrnl-10.0.2.1-x64", "ntoskrnl-10.0.1.1-arm64"]);
        let first = &kernels.all()[0];
        assert_eq!(first.sha256.to_string(), hash);
        assert_eq!(first.path(), "ntoskrnl.exe/559F3C1A852000/ntoskrnl.exe");
        assert_eq!(kernels.get(first.key()), Some(first));
        assert_eq!(kernels.offset(first, "_KTHREAD.StackBase"), Some(0x38));
        assert_eq!(kernels.offset(first, "_KTHREAD.Teb"), None);
        assert_eq!(
            kernels.offset(&kernels.all()[1], "_KTHREAD.StackBase"),
            None
        );
        let given: Vec<_> = kernels.with_member("_KTHREAD.StackBase").collect();
        assert_eq!(given, [(first, 0x38)]);
        assert_eq!(kernels.with_member("_KTHREAD.Teb").count(), 0);
        let excerpt = Kernels::read(&kernels.excerpt(|_| true)).unwrap();
        let ids: Vec<String> = excerpt.all().iter().map(Kernel::id).collect();
        assert_eq!(ids, ["ntoskrnl-10.0.2.1-x64"]);
        assert_eq!(
            excerpt.offset(&excerpt.all()[0], "_KTHREAD.StackBase"),
            Some(0x38)
        );
    }

    #[test]
    fn malformed_lines_are_reported() {
        for (text, problem) in [
            ("strata-kernels 2", "line 1: expected `strata-kernels 1`"),
            (&*file("10.0.1.1 1"), "line 4: a kernel before any `file`"),
            (&file("file nt x65"), "line 4: no architecture"),
            (
                &file("file nt x64\n10.0.1.1 ab 0 0 0"),
                "line 5: no SHA-256",
            ),
            (
                &file("class 2 _A.B=g"),
                "line 4: expected members and offsets: `_KTHREAD.StackBase=38`",
            ),
            (
                &file("what"),
                "line 4: expected `source`, `class`, `file` or a kernel",
            ),
        ] {
            assert_eq!(Kernels::read(text).unwrap_err().to_string(), problem);
        }
    }
}
