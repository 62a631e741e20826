//! Addresses of a kernel's functions and variables, as published in symbol files.
//!
//! # The file
//!
//! A text file. After the images, one line per symbol: its name, then for each image the distance from that image's
//! previous symbol (at first: from the start of the image), in hexadecimal. `.`: the image lacks the symbol; `*3`: the
//! word before it three more times. Neighbours keep their distances from build to build, so most lines are short.
//!
//! ```text
//! strata-addresses 1
//! source jpcert-symbol-tables                  source id in `sources.toml`
//! image ntoskrnl x64 10.0.19041.329            the images, in the order of the columns
//! image ntoskrnl x64 10.0.19041.1288
//! PspCreateProcessNotifyRoutine cec360 ceb360
//! PspSystemPartition 200 *1
//! ```

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::arch::Arch;
use crate::catalogue::{Image, ImageVersion, ModuleName};
use crate::raw::{LineError, Text};
use crate::release::Build;

/// The first line of the file.
pub const HEAD: &str = "strata-addresses 1";
/// The maximum number of addresses in a file, over all its images.
pub const ADDRESSES_LIMIT: usize = 16 << 20;

/// The image lacks the symbol.
const NONE: u32 = u32::MAX;

/// Symbol addresses, parsed on first use.
#[derive(Clone, Debug, Default)]
pub struct Addresses {
    text: Option<Text>,
    read: OnceLock<Result<Table, LineError>>,
}

impl Addresses {
    pub fn of(text: Option<Text>) -> Self {
        Self {
            text,
            read: OnceLock::new(),
        }
    }

    /// Returns the table of symbols × images; `None` if there is no file.
    ///
    /// # Errors
    ///
    /// The first invalid line.
    pub fn table(&self) -> Result<Option<&Table>, &LineError> {
        let read = |text| self.read.get_or_init(|| Table::read(text)).as_ref();
        let text = self.text.as_deref().filter(|text| !text.is_empty());
        text.map(read).transpose()
    }
}

/// Symbols and their addresses in some images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Source id in `sources.toml`.
    pub source: String,
    pub images: Vec<(ModuleName, Arch, Build)>,
    /// The symbols by their name in lower case, each with its first address.
    symbols: HashMap<String, Vec<(Box<str>, usize)>>,
    /// By symbol and image, in bytes from the start of the image.
    addresses: Vec<u32>,
}

impl Table {
    /// Parses the file.
    ///
    /// # Errors
    ///
    /// The first invalid line.
    pub fn read(text: &str) -> Result<Self, LineError> {
        let mut table = Self::default();
        let mut last = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let result = match at {
                0 if line == HEAD => Ok(()),
                0 => Err(format!("expected `{HEAD}`")),
                _ => table.line(line, &mut last),
            };
            result.map_err(|problem| LineError {
                line: at + 1,
                problem,
            })?;
        }
        Ok(table)
    }

    fn line(&mut self, line: &str, last: &mut Vec<u32>) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        let first = words.next().ok_or("an empty line")?;
        match first {
            "source" if last.is_empty() => {
                words.next().unwrap_or("").clone_into(&mut self.source);
                Ok(())
            }
            "image" if self.symbols.is_empty() => {
                let mut word = || words.next().unwrap_or("");
                let module = word().parse().map_err(|_| "no name of a module")?;
                let arch = word().parse().map_err(|_| "no architecture")?;
                let build = word().parse().map_err(|_| "no file version")?;
                self.images.push((module, arch, build));
                last.push(0);
                Ok(())
            }
            name => self.symbol(name, words, last),
        }
    }

    /// Parses a symbol's distances from each image's previous symbol.
    fn symbol<'t>(
        &mut self,
        name: &str,
        words: impl Iterator<Item = &'t str>,
        last: &mut [u32],
    ) -> Result<(), String> {
        let start = self.addresses.len();
        let mut before = None;
        for word in words {
            let (step, times) = match word.strip_prefix('*') {
                Some(times) => {
                    let step = before.ok_or("`*` without a word before it")?;
                    let times: usize = times.parse().map_err(|_| "`*` without a number")?;
                    (step, times.min(last.len() + 1))
                }
                None => (Self::step(word)?, 1),
            };
            before = Some(step);
            for _ in 0..times {
                let column = self.addresses.len() - start;
                let last = last
                    .get_mut(column)
                    .ok_or("more addresses than there are images")?;
                self.addresses.push(match step {
                    Some(step) => {
                        *last = last.checked_add_signed(step).ok_or("an address below 0")?;
                        *last
                    }
                    None => NONE,
                });
            }
        }
        if self.addresses.len() - start != last.len() {
            return Err(format!(
                "expected {} addresses, one for each image",
                last.len()
            ));
        }
        if self.addresses.len() > ADDRESSES_LIMIT {
            return Err(format!("more than {ADDRESSES_LIMIT} addresses"));
        }
        let same = self.symbols.entry(name.to_ascii_lowercase()).or_default();
        if same.iter().any(|(own, _)| **own == *name) {
            return Err(format!("`{name}` occurs twice"));
        }
        same.push((name.into(), start));
        Ok(())
    }

    /// Parses a distance, which can be negative; `None` for `.`.
    fn step(word: &str) -> Result<Option<i32>, String> {
        match word {
            "." => Ok(None),
            _ => i32::from_str_radix(word, 16)
                .map(Some)
                .map_err(|_| format!("`{word}` is not a distance")),
        }
    }

    pub fn len(&self) -> usize {
        self.names().count()
    }

    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }

    /// Returns the names of all symbols, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let symbols = self.symbols.values().flatten();
        symbols.map(|(name, _)| name.as_ref())
    }

    /// Returns a symbol by name (exact first, then ignoring case), with its address in each image.
    pub fn symbol_named(&self, name: &str) -> Option<Symbol<'_>> {
        let same = self.symbols.get(&name.to_ascii_lowercase())?;
        let exact = same.iter().find(|(own, _)| **own == *name);
        let (name, start) = exact.or(same.first())?;
        Some(Symbol {
            name,
            images: &self.images,
            addresses: self.addresses.get(*start..start + self.images.len())?,
        })
    }
}

/// A function or variable and its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol<'a> {
    pub name: &'a str,
    images: &'a [(ModuleName, Arch, Build)],
    addresses: &'a [u32],
}

impl Symbol<'_> {
    /// Returns the byte offset in an image; `Some(None)` if the image lacks the symbol, `None` if the file does not
    /// cover the image.
    pub fn at(&self, image: &Image) -> Option<Option<u32>> {
        let (module, arch, version) = image.key();
        let is = |(own, on, build): &(ModuleName, Arch, Build)| {
            own == module && *on == arch && ImageVersion::File(*build) == version
        };
        let at = self.images.iter().position(is)?;
        let address = *self.addresses.get(at)?;
        Some((address != NONE).then_some(address))
    }
}

/// Writes the file: `symbols` with one address per image, in the order of `images`; `None` if the image lacks it.
pub fn write(
    source: &str,
    images: &[(ModuleName, Arch, Build)],
    symbols: &[(&str, Vec<Option<u32>>)],
) -> String {
    let mut text = format!("{HEAD}\nsource {source}\n");
    for (module, arch, build) in images {
        text.push_str(&format!("image {module} {arch} {build}\n"));
    }
    let mut last = vec![0_u32; images.len()];
    for (name, addresses) in symbols {
        text.push_str(name);
        let steps = addresses
            .iter()
            .zip(&mut last)
            .map(|(address, last)| match address {
                Some(address) => {
                    let step = i64::from(*address) - i64::from(*last);
                    *last = *address;
                    let sign = if step < 0 { "-" } else { "" };
                    format!("{sign}{:x}", step.unsigned_abs())
                }
                None => ".".to_owned(),
            });
        let steps: Vec<String> = steps.collect();
        for same in steps.chunk_by(|a, b| a == b) {
            text.push_str(&format!(" {}", same[0]));
            if same.len() > 1 {
                text.push_str(&format!(" *{}", same.len() - 1));
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(build: &str) -> Image {
        Image {
            module: ModuleName::kernel(),
            arch: Arch::X64,
            version: ImageVersion::File(build.parse().unwrap()),
            pdb: None,
            sources: Vec::new(),
        }
    }

    #[test]
    fn written_tables_round_trip() {
        let images = ["10.0.1.1", "10.0.1.2", "10.0.1.3"];
        let images = images.map(|build| {
            (
                ModuleName::kernel(),
                Arch::X64,
                build.parse::<Build>().unwrap(),
            )
        });
        let symbols = [
            ("First", vec![Some(0x1000), Some(0x1000), Some(0x1100)]),
            ("Gone", vec![Some(0x1010), None, None]),
            ("Back", vec![Some(0x800), Some(0x1010), Some(0x1110)]),
        ];
        let text = write("s", &images, &symbols);
        assert_eq!(
            text.lines().skip(5).collect::<Vec<_>>(),
            ["First 1000 *1 1100", "Gone 10 . *1", "Back -810 10 *1"]
        );
        let read = Addresses::of(Some(text.into()));
        let table = read.table().unwrap().unwrap();
        assert_eq!((table.len(), table.source.as_str()), (3, "s"));
        let back = table.symbol_named("back").unwrap();
        assert_eq!(back.name, "Back");
        assert_eq!(back.at(&image("10.0.1.1")), Some(Some(0x800)));
        assert_eq!(back.at(&image("10.0.1.4")), None);
        let gone = table.symbol_named("Gone").unwrap();
        assert_eq!(gone.at(&image("10.0.1.3")), Some(None));
        assert_eq!(table.symbol_named("Never"), None);
        assert_eq!(Addresses::default().table(), Ok(None));
    }

    #[test]
    fn malformed_lines_are_reported() {
        let head = format!("{HEAD}\nsource s\nimage nt x64 10.0.1.1\n");
        for (text, problem) in [
            (
                "strata-addresses 2",
                "line 1: expected `strata-addresses 1`",
            ),
            (
                &*format!("{head}A"),
                "line 4: expected 1 addresses, one for each image",
            ),
            (
                &*format!("{head}A 1 2"),
                "line 4: more addresses than there are images",
            ),
            (
                &*format!("{head}A 1 *9999999"),
                "line 4: more addresses than there are images",
            ),
            (&*format!("{head}A x"), "line 4: `x` is not a distance"),
            (
                &*format!("{head}A *1"),
                "line 4: `*` without a word before it",
            ),
            (&*format!("{head}A -1"), "line 4: an address below 0"),
            (&*format!("{head}A 1\nA 1"), "line 5: `A` occurs twice"),
            (&*format!("{head}\nA 1"), "line 4: an empty line"),
            (&*format!("{HEAD}\nimage nt x65"), "line 2: no architecture"),
        ] {
            assert_eq!(Table::read(text).unwrap_err().to_string(), problem);
        }
    }
}
