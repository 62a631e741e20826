//! The table of System Informer's driver: known kernels, with offsets of each. The catalogue is verified against it,
//! and the file of kernels known by name is made from it.
//!
//! The table is XML: a `data` element for each kernel file names a class, a `fields` element for each class gives offsets.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, bail, ensure};
use strata_core::arch::Arch;
use strata_core::catalogue::{Catalogue, ImageIndex, ImageVersion, ModuleName};
use strata_core::kernels::{HEAD, Kernels};
use strata_core::offsets::KPHDYN as MEMBERS;
use strata_core::types::TypeMember;

use super::proofs::all_right;

/// The table, inside DIR.
pub(super) const FILE: &str = "systeminformer/kphdyn.xml.xz";
/// Its id in `sources.toml`; also the name of the licence file.
pub(super) const SOURCE: &str = "systeminformer-kphdyn";

/// The number of kernels and cells that the table shares with the catalogue, so that a changed format does not pass as
/// agreement. Two of the kernels are those whose versions JPCERT's list mistypes.
const EXPECTED: (usize, usize) = (185, 6475);

/// Compares every cell of the kernels in the catalogue.
pub(super) fn verify(catalogue: &Catalogue, xml: &str) -> Result<()> {
    let table = Table::read(xml)?;
    let mut cells = 0;
    let mut wrong = Vec::new();
    let mut kernels = BTreeSet::new();
    for kernel in &table.kernels {
        let Kernel { version, class, .. } = kernel;
        let Ok(build) = version.parse() else {
            continue;
        };
        if (kernel.module, kernel.arch) != (ModuleName::KERNEL, Arch::X64) {
            continue;
        }
        let image = catalogue.image_at(&ModuleName::kernel(), Arch::X64, ImageVersion::File(build));
        let (Some(image), Some(fields)) = (image, table.classes.get(class)) else {
            continue;
        };
        if !kernels.insert(version) {
            continue;
        }
        for (field, expected) in fields {
            cells += 1;
            let found = value(catalogue, image, field);
            if found != Some(*expected) {
                wrong.push(format!(
                    "{version}: {field} is {found:?}, in the table {expected:#x}"
                ));
            }
        }
    }
    println!(
        "{cells} cells of {} kernels in {FILE}, {} differ",
        kernels.len(),
        wrong.len()
    );
    all_right(&wrong)?;
    ensure!(
        (kernels.len(), cells) == EXPECTED,
        "{FILE}: expected {} cells of {} kernels",
        EXPECTED.1,
        EXPECTED.0
    );
    Ok(())
}

/// The offset of a member, or the first bit of a bit field.
fn value(catalogue: &Catalogue, image: ImageIndex, field: &str) -> Option<u32> {
    let (_, path, _) = MEMBERS.into_iter().find(|(known, ..)| *known == field)?;
    let (name, member) = path.split_once('.')?;
    let ty = catalogue.find(name).ok()?;
    let members = &ty.class_of(image)?.members;
    let named = |it: &&TypeMember| *it.declaration.name == *member;
    let found = members.iter().find(named)?;
    Some(
        found
            .bits
            .map_or(found.offset.get(), |bits| u32::from(bits.bit())),
    )
}

/// The kernels of the table, with the offsets of each class.
struct Table<'a> {
    kernels: Vec<Kernel<'a>>,
    /// Field names and values, by class.
    classes: BTreeMap<&'a str, Vec<(&'a str, u32)>>,
}

/// The table's entry for a kernel file.
struct Kernel<'a> {
    /// Without `.exe`.
    module: &'a str,
    arch: Arch,
    version: &'a str,
    hash: &'a str,
    time_stamp: &'a str,
    size: &'a str,
    class: &'a str,
}

impl<'a> Table<'a> {
    fn read(xml: &'a str) -> Result<Self> {
        let mut table = Self {
            kernels: Vec::new(),
            classes: BTreeMap::new(),
        };
        let mut class = "";
        for line in xml.lines().map(str::trim) {
            let not = |what| format!("{FILE}: `{line}` is no {what}");
            if line.starts_with("<data ") {
                // Other files, such as lxcore.sys, are no kernels.
                let module = attribute(line, "file").and_then(|file| file.strip_suffix(".exe"));
                if let Some(module) = module {
                    let kernel = Kernel::read(line, module).with_context(|| not("kernel"))?;
                    table.kernels.push(kernel);
                }
            } else if line.starts_with("<fields ") {
                class = attribute(line, "id").unwrap_or("");
            } else if line.starts_with("<field ") {
                let value = attribute(line, "value").and_then(|value| value.strip_prefix("0x"));
                let value = value.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let (Some(name), Some(value)) = (attribute(line, "name"), value) else {
                    bail!(not("field"));
                };
                table.classes.entry(class).or_default().push((name, value));
            }
        }
        Ok(table)
    }
}

impl<'a> Kernel<'a> {
    fn read(line: &'a str, module: &'a str) -> Option<Self> {
        let hexadecimal = |name| {
            let digits = attribute(line, name)?.strip_prefix("0x")?;
            Some(digits.trim_start_matches('0'))
        };
        let (_, content) = line.split_once('>')?;
        Some(Self {
            module,
            arch: match attribute(line, "arch")? {
                "amd64" => Arch::X64,
                "arm64" => Arch::Arm64,
                _ => return None,
            },
            version: attribute(line, "version")?,
            hash: attribute(line, "hash")?,
            time_stamp: hexadecimal("timestamp")?,
            size: hexadecimal("size")?,
            class: content.split_once('<')?.0,
        })
    }
}

/// The kernels and their offsets in the format of [`strata_core::kernels`].
pub(super) fn kernels(xml: &str) -> Result<String> {
    let table = Table::read(xml)?;
    let mut text = format!("{HEAD}\nsource {SOURCE}\n");
    let used = |class: &str| table.kernels.iter().any(|it| it.class == class);
    for (class, fields) in table.classes.iter().filter(|(class, _)| used(class)) {
        text.push_str(&format!("class {class}"));
        for (field, value) in fields {
            let (_, member, is_bit) = MEMBERS
                .into_iter()
                .find(|(known, ..)| known == field)
                .with_context(|| format!("{FILE}: `{field}` is no member that is known"))?;
            // A bit number says nothing about the offset.
            if !is_bit {
                text.push_str(&format!(" {member}={value:x}"));
            }
        }
        text.push('\n');
    }
    let mut file = None;
    let mut kernels: Vec<&Kernel<'_>> = table.kernels.iter().collect();
    kernels.sort_by_key(|it| (it.module, it.arch));
    for kernel in kernels {
        if file.replace((kernel.module, kernel.arch)) != Some((kernel.module, kernel.arch)) {
            text.push_str(&format!("file {} {}\n", kernel.module, kernel.arch));
        }
        let Kernel {
            version,
            hash,
            time_stamp,
            size,
            class,
            ..
        } = kernel;
        text.push_str(&format!("{version} {hash} {time_stamp} {size} {class}\n"));
    }
    let read = Kernels::read(&text).context(FILE)?;
    println!("{} kernels in {FILE}", read.all().len());
    Ok(text)
}

/// The value of an attribute of the element on a line.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}
