//! At which point a file says that it is: by Microsoft's numbers of the symbols, or in words, as our own exports do.

use serde_json::Value as Json;
use strata_core::declared::Stated;
use strata_core::units::ByteSize;
use strata_core::{Arch, Build, Release, Version};

/// The numbers of machines in the headers of programs.
const MACHINES: [(u64, Arch); 3] = [
    (0x014c, Arch::X86),
    (0x8664, Arch::X64),
    (0xaa64, Arch::Arm64),
];

/// How deep words are sought.
const DEPTH_LIMIT: usize = 8;

/// How wide pointers are.
pub(super) fn pointer(root: &Json) -> Option<ByteSize> {
    let bytes = root.pointer("/base_types/pointer/size")?.as_u64()?;
    Some(ByteSize::new(bytes.try_into().ok()?))
}

pub(super) fn stated(root: &Json, pointer: Option<ByteSize>) -> Stated {
    let metadata = root.get("metadata").unwrap_or(&Json::Null);
    let by_width = pointer.map(|pointer| match pointer.get() {
        4 => Arch::X86,
        _ => Arch::X64,
    });
    let numbers = Stated {
        version: version(metadata),
        arch: machine(metadata).or(by_width),
    };
    in_words(metadata, 0).unwrap_or_default().or(numbers)
}

fn machine(metadata: &Json) -> Option<Arch> {
    let machine = metadata.pointer("/windows/pdb/machine_type")?.as_u64()?;
    let mut machines = MACHINES.iter();
    let found = machines.find(|(number, _)| *number == machine);
    found.map(|(_, arch)| *arch)
}

/// `major`, `minor`, `revision`, `build`: the third is Microsoft's number of the build, the fourth what is called the
/// revision. Some write them the other way round.
fn version(metadata: &Json) -> Option<Version> {
    let number = |key: &str| -> Option<u32> {
        let number = metadata.pointer(&format!("/windows/pe/{key}"))?.as_u64()?;
        number.try_into().ok()
    };
    let (major, minor) = (number("major")?, number("minor")?);
    let (third, fourth) = (number("revision")?, number("build")?);
    let (number, revision) = match Release::of_build(third) {
        Some(_) => (third, fourth),
        None => (fourth, third),
    };
    let build = format!("{major}.{minor}.{number}.{revision}");
    Some(Version::Build(build.parse::<Build>().ok()?))
}

/// The first point in the texts of the metadata, as `6.2/x64`.
fn in_words(json: &Json, depth: usize) -> Option<Stated> {
    if depth > DEPTH_LIMIT {
        return None;
    }
    match json {
        Json::String(text) => Stated::in_text(text),
        Json::Array(all) => all.iter().find_map(|json| in_words(json, depth + 1)),
        Json::Object(all) => all.values().find_map(|json| in_words(json, depth + 1)),
        _ => None,
    }
}
