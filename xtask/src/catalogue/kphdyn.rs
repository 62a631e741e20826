//! Proves the catalogue on an independent table: the offsets that System Informer's driver keeps for each kernel.
//!
//! The table is XML: a `data` element for each kernel file names a class, a `fields` element for each class gives offsets.

use std::collections::{BTreeMap, BTreeSet};

use strata_core::arch::Arch;
use strata_core::catalogue::{Catalogue, ImageIndex, ImageVersion, ModuleName};
use strata_core::types::TypeMember;

use crate::failure::Failure;

/// The table, inside DIR.
pub(super) const FILE: &str = "systeminformer/kphdyn.xml.xz";

/// How many kernels and cells the table shares with the catalogue, so that a changed form is not taken for agreement. Two of
/// the kernels are those whose versions JPCERT's list mistypes.
const EXPECTED: (usize, usize) = (185, 6475);

/// What the table calls members. The two shifts are the first bits of bit fields.
const MEMBERS: [(&str, &str, &str); 35] = [
    ("EgeGuid", "_ETW_GUID_ENTRY", "Guid"),
    ("EpObjectTable", "_EPROCESS", "ObjectTable"),
    ("EpSectionObject", "_EPROCESS", "SectionObject"),
    ("EreGuidEntry", "_ETW_REG_ENTRY", "GuidEntry"),
    (
        "HtHandleContentionEvent",
        "_HANDLE_TABLE",
        "HandleContentionEvent",
    ),
    ("OtName", "_OBJECT_TYPE", "Name"),
    ("OtIndex", "_OBJECT_TYPE", "Index"),
    ("ObDecodeShift", "_HANDLE_TABLE_ENTRY", "ObjectPointerBits"),
    ("ObAttributesShift", "_HANDLE_TABLE_ENTRY", "Attributes"),
    ("AlpcCommunicationInfo", "_ALPC_PORT", "CommunicationInfo"),
    ("AlpcOwnerProcess", "_ALPC_PORT", "OwnerProcess"),
    ("AlpcAttributes", "_ALPC_PORT", "PortAttributes"),
    ("AlpcPortContext", "_ALPC_PORT", "PortContext"),
    ("AlpcPortObjectLock", "_ALPC_PORT", "PortObjectLock"),
    ("AlpcSequenceNo", "_ALPC_PORT", "SequenceNo"),
    ("AlpcState", "_ALPC_PORT", "u1"),
    (
        "AlpcConnectionPort",
        "_ALPC_COMMUNICATION_INFO",
        "ConnectionPort",
    ),
    (
        "AlpcServerCommunicationPort",
        "_ALPC_COMMUNICATION_INFO",
        "ServerCommunicationPort",
    ),
    (
        "AlpcClientCommunicationPort",
        "_ALPC_COMMUNICATION_INFO",
        "ClientCommunicationPort",
    ),
    ("AlpcHandleTable", "_ALPC_COMMUNICATION_INFO", "HandleTable"),
    ("AlpcHandleTableLock", "_ALPC_HANDLE_TABLE", "Lock"),
    ("AlpcAttributesFlags", "_ALPC_PORT_ATTRIBUTES", "Flags"),
    ("KtInitialStack", "_KTHREAD", "InitialStack"),
    ("KtStackLimit", "_KTHREAD", "StackLimit"),
    ("KtStackBase", "_KTHREAD", "StackBase"),
    ("KtKernelStack", "_KTHREAD", "KernelStack"),
    ("KtReadOperationCount", "_KTHREAD", "ReadOperationCount"),
    ("KtWriteOperationCount", "_KTHREAD", "WriteOperationCount"),
    ("KtOtherOperationCount", "_KTHREAD", "OtherOperationCount"),
    ("KtReadTransferCount", "_KTHREAD", "ReadTransferCount"),
    ("KtWriteTransferCount", "_KTHREAD", "WriteTransferCount"),
    ("KtOtherTransferCount", "_KTHREAD", "OtherTransferCount"),
    ("MmSectionControlArea", "_SECTION", "u1"),
    ("MmControlAreaListHead", "_CONTROL_AREA", "ListHead"),
    ("MmControlAreaLock", "_CONTROL_AREA", "ControlAreaLock"),
];

/// Compares every cell of the kernels that are in the catalogue.
pub(super) fn prove(catalogue: &Catalogue, xml: &str) -> Result<(), Failure> {
    let table = Table::read(xml)?;
    let mut cells = 0;
    let mut wrong = Vec::new();
    let mut kernels = BTreeSet::new();
    for (version, class) in &table.kernels {
        let Ok(build) = version.parse() else {
            continue;
        };
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
    if !wrong.is_empty() {
        return Err(Failure::new(wrong.join("\n")));
    }
    match (kernels.len(), cells) == EXPECTED {
        true => Ok(()),
        false => Err(Failure::new(format!(
            "{FILE}: expected {} cells of {} kernels",
            EXPECTED.1, EXPECTED.0
        ))),
    }
}

/// The offset of a member, or the first bit of a bit field.
fn value(catalogue: &Catalogue, image: ImageIndex, field: &str) -> Option<u32> {
    let (_, name, member) = MEMBERS.iter().find(|(known, ..)| *known == field)?;
    let ty = catalogue.find(name).ok()?;
    let members = &ty.class_of(image)?.members;
    let named = |it: &&TypeMember| *it.declaration.name == **member;
    let found = members.iter().find(named)?;
    Some(
        found
            .bits
            .map_or(found.offset.get(), |bits| u32::from(bits.bit())),
    )
}

/// The parts of the table that are about x64 kernels.
struct Table<'a> {
    /// Version and class.
    kernels: Vec<(&'a str, &'a str)>,
    /// Names and values by class.
    classes: BTreeMap<&'a str, Vec<(&'a str, u32)>>,
}

impl<'a> Table<'a> {
    fn read(xml: &'a str) -> Result<Self, Failure> {
        let mut table = Self {
            kernels: Vec::new(),
            classes: BTreeMap::new(),
        };
        let mut class = "";
        for line in xml.lines().map(str::trim) {
            if line.starts_with("<data ") {
                let is = |name, value| attribute(line, name) == Some(value);
                let content = line
                    .split_once('>')
                    .and_then(|(_, rest)| rest.split_once('<'));
                if let (true, true, Some(version), Some((class, _))) = (
                    is("arch", "amd64"),
                    is("file", "ntoskrnl.exe"),
                    attribute(line, "version"),
                    content,
                ) {
                    table.kernels.push((version, class));
                }
            } else if line.starts_with("<fields ") {
                class = attribute(line, "id").unwrap_or("");
            } else if line.starts_with("<field ") {
                let value = attribute(line, "value").and_then(|value| value.strip_prefix("0x"));
                let value = value.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                let (Some(name), Some(value)) = (attribute(line, "name"), value) else {
                    return Err(Failure::new(format!("{FILE}: `{line}` is no field")));
                };
                table.classes.entry(class).or_default().push((name, value));
            }
        }
        Ok(table)
    }
}

/// The value of an attribute of the element that a line begins.
fn attribute<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}
