//! The table of System Informer's driver: known kernels, with offsets of each. The catalogue is verified against it,
//! and the file of kernels known by name is made from it.
//!
//! The table is XML: a `data` element for each kernel file names a class, a `fields` element for each class gives offsets.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use strata_core::arch::Arch;
use strata_core::catalogue::{Catalogue, ImageIndex, ImageVersion, ModuleName};
use strata_core::kernels::{HEAD, Kernels};
use strata_core::offsets::KPHDYN as MEMBERS;

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
    let (mut cells, mut wrong, mut kernels) = (0, Vec::new(), BTreeSet::new());
    for kernel in &table.kernels {
        let version = kernel.attributes[0];
        let Ok(build) = version.parse() else {
            continue;
        };
        let image = catalogue.image_at(&ModuleName::kernel(), Arch::X64, ImageVersion::File(build));
        let (Some(image), Some(fields)) = (image, table.classes.get(kernel.class)) else {
            continue;
        };
        if kernel.file != (ModuleName::KERNEL, Arch::X64) || !kernels.insert(version) {
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
    let (count, differ) = (kernels.len(), wrong.len());
    println!("{cells} cells of {count} kernels in {FILE}, {differ} differ");
    all_right(&wrong)?;
    ensure!(
        (count, cells) == EXPECTED,
        "{FILE}: expected {EXPECTED:?} kernels and cells"
    );
    Ok(())
}

/// The offset of a member, or the first bit of a bit field.
fn value(catalogue: &Catalogue, image: ImageIndex, field: &str) -> Option<u32> {
    let (_, path, _) = MEMBERS.into_iter().find(|(known, ..)| *known == field)?;
    let (name, member) = path.split_once('.')?;
    let members = &catalogue.find(name).ok()?.class_of(image)?.members;
    let found = members.iter().find(|it| *it.declaration.name == *member)?;
    let bit = found.bits.map(|bits| u32::from(bits.bit()));
    Some(bit.unwrap_or(found.offset.get()))
}

/// The kernels of the table, with the offsets of each class.
#[derive(Default)]
struct Table<'a> {
    kernels: Vec<Kernel<'a>>,
    /// Field names and values, by class.
    classes: BTreeMap<&'a str, Vec<(&'a str, u32)>>,
}

/// The table's entry for a kernel file.
struct Kernel<'a> {
    /// Its name without `.exe`.
    file: (&'a str, Arch),
    /// Version, hash, and the hexadecimal digits of time stamp and size.
    attributes: [&'a str; 4],
    class: &'a str,
}

impl<'a> Table<'a> {
    fn read(xml: &'a str) -> Result<Self> {
        let mut table = Self::default();
        let mut class = "";
        for line in xml.lines().map(str::trim) {
            let not = |what| format!("{FILE}: `{line}` is no {what}");
            if line.starts_with("<data ") {
                // Other files, such as lxcore.sys, are no kernels.
                let module = attribute(line, "file").and_then(|file| file.strip_suffix(".exe"));
                if let Some(module) = module {
                    let kernel = kernel(line, module).with_context(|| not("kernel"))?;
                    table.kernels.push(kernel);
                }
            } else if line.starts_with("<fields ") {
                class = attribute(line, "id").unwrap_or("");
            } else if line.starts_with("<field ") {
                let digits = digits(line, "value");
                let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let field = attribute(line, "name").zip(value);
                let field = field.with_context(|| not("field"))?;
                table.classes.entry(class).or_default().push(field);
            }
        }
        Ok(table)
    }
}

fn kernel<'a>(line: &'a str, module: &'a str) -> Option<Kernel<'a>> {
    let arch = match attribute(line, "arch")? {
        "amd64" => Arch::X64,
        "arm64" => Arch::Arm64,
        _ => return None,
    };
    let number = |name| Some(digits(line, name)?.trim_start_matches('0'));
    let (version, hash) = (attribute(line, "version")?, attribute(line, "hash")?);
    let (_, content) = line.split_once('>')?;
    Some(Kernel {
        file: (module, arch),
        attributes: [version, hash, number("timestamp")?, number("size")?],
        class: content.split_once('<')?.0,
    })
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
    let mut last = None;
    let mut kernels: Vec<&Kernel<'_>> = table.kernels.iter().collect();
    kernels.sort_by_key(|it| it.file);
    for kernel in kernels {
        if last.replace(kernel.file) != Some(kernel.file) {
            let (module, arch) = kernel.file;
            text.push_str(&format!("file {module} {arch}\n"));
        }
        let attributes = kernel.attributes.join(" ");
        text.push_str(&format!("{attributes} {}\n", kernel.class));
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

/// The digits of a hexadecimal attribute.
fn digits<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    attribute(line, name)?.strip_prefix("0x")
}
