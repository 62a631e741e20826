//! Rustc as a reader of definitions: one compilation of many files with their own assertions, and constant expressions
//! about every member and bit of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use strata_core::Arch;
use strata_core::export::Format;
use syn::{Fields, FnArg, ImplItem, Item, ReturnType, Type};

use crate::all_agree;
use crate::clang::{empty, run, source};
use crate::expected::{Extent, Place, Record, Records, invented};
use crate::specimen::{Case, one, planted_mistakes, with_integers};

#[derive(Clone, Copy, Debug)]
enum Host {
    /// With 8-byte pointers: where the tests run. The files are modules, of the newest edition.
    Bits64,
    /// With 4-byte pointers: a target that building the site installs. The files are included, by an older edition.
    Bits32,
}

impl Host {
    fn args(self) -> [&'static str; 2] {
        match self {
            Self::Bits64 => ["--edition=2024", "--target=x86_64-unknown-linux-gnu"],
            Self::Bits32 => ["--edition=2021", "--target=wasm32-unknown-unknown"],
        }
    }

    fn takes(self, number: usize) -> String {
        match self {
            Self::Bits64 => format!("#[path = \"{number}.rs\"]\nmod case{number};"),
            Self::Bits32 => format!("mod case{number} {{ include!(\"{number}.rs\"); }}"),
        }
    }
}

/// The prefix of names of integers that contain only bit fields.
const INTEGERS: &str = "Bits_0x";

/// The code that calls the functions of bit fields.
const QUESTIONS: &str = include_str!("rustc/questions.rs");

/// The errors in sources, for the host with their pointer size.
pub(crate) fn wrong(folder: &str, cases: &[Case<'_>]) -> Vec<String> {
    match cases[0].of.1.arch() {
        Arch::X86 => disagreements(folder, Host::Bits32, cases),
        Arch::X64 | Arch::Arm64 => disagreements(folder, Host::Bits64, cases),
    }
}

/// The errors in sources: rustc's refusals, and differing results. `folder` is the proof's own.
fn disagreements(folder: &str, host: Host, cases: &[Case<'_>]) -> Vec<String> {
    let folder = empty(&format!("rust/{folder}"));
    let mut wrong = Vec::new();
    source(&folder, "questions.rs", QUESTIONS);
    let mut all = "#![no_std]\n#![deny(warnings)]\n#[allow(dead_code, unused_macros)]\n#[macro_use]\nmod questions;\n".to_owned();
    for (number, case) in cases.iter().enumerate() {
        source(&folder, &format!("{number}.rs"), &case.text);
        let _ = writeln!(all, "{}", host.takes(number));
        let _ = writeln!(
            all,
            "#[allow(unused_unsafe, unused_imports)]\nmod of{number} {{"
        );
        let _ = writeln!(all, "use core::mem::{{offset_of, size_of, size_of_val}};");
        let _ = writeln!(all, "use super::{{case{number}::*, questions::*}};");
        let file = syn::parse_file(&case.text).expect("it is Rust");
        let types = types(&file);
        let records = case.records();
        for (name, record) in &records {
            questions(&types, name, record, &records, &mut all, &mut wrong);
        }
        all.push_str("}\n");
    }
    source(&folder, "all.rs", &all);
    wrong.extend(refusal(&folder, host));
    wrong
}

/// rustc's errors for a source; `None` if it compiles.
fn refusal(folder: &Path, host: Host) -> Option<String> {
    run(Command::new("rustc")
        .args(host.args())
        .args(["--crate-type=lib", "--emit=metadata", "all.rs"])
        .current_dir(folder))
    .err()
}

/// A structure or union as exported.
#[derive(Default)]
struct Written {
    /// The members and, if named, the type of each.
    members: Vec<(String, Option<String>)>,
    /// The getters and setters.
    functions: BTreeSet<String>,
}

fn types(file: &syn::File) -> BTreeMap<String, Written> {
    let mut types: BTreeMap<String, Written> = BTreeMap::new();
    for item in &file.items {
        let (name, fields) = match item {
            Item::Struct(it) => match &it.fields {
                Fields::Named(fields) => (&it.ident, fields),
                // An opaque type.
                Fields::Unnamed(_) | Fields::Unit => continue,
            },
            Item::Union(it) => (&it.ident, &it.fields),
            Item::Impl(it) => {
                let name = named(&it.self_ty).expect("it is of a type");
                let functions = it.items.iter().map(function);
                let written = types.entry(name).or_default();
                written.functions.extend(functions);
                continue;
            }
            _ => continue,
        };
        let member = |field: &syn::Field| {
            let name = field.ident.as_ref().expect("it has a name").to_string();
            (name, named(&field.ty))
        };
        let members = fields.named.iter().map(member);
        types.entry(name.to_string()).or_default().members = members.collect();
    }
    types
}

fn named(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

/// The name of a bit field's function: a getter has no parameter, a setter one.
fn function(item: &ImplItem) -> String {
    let ImplItem::Fn(function) = item else {
        panic!("{item:?}");
    };
    let signature = &function.sig;
    let reads = matches!(signature.output, ReturnType::Type(..));
    assert!(signature.constness.is_some(), "{signature:?}");
    assert_eq!(signature.inputs.len(), if reads { 1 } else { 2 });
    assert!(matches!(signature.inputs.first(), Some(FnArg::Receiver(_))));
    signature.ident.to_string()
}

/// The paths found in a definition and its nested types.
#[derive(Default)]
struct Found {
    /// The path to each member: pairs of type and member.
    members: BTreeMap<String, Vec<(String, String)>>,
    /// The type with a bit field's functions, and the path to it.
    bits: BTreeMap<String, (String, Vec<(String, String)>)>,
}

impl Found {
    fn look(
        &mut self,
        types: &BTreeMap<String, Written>,
        records: &Records,
        name: &str,
        way: &[(String, String)],
    ) {
        let Some(written) = types.get(name) else {
            return;
        };
        for function in &written.functions {
            if written.functions.contains(&format!("set_{function}")) {
                self.bits
                    .insert(function.clone(), (name.to_owned(), way.to_vec()));
            }
        }
        for (member, ty) in &written.members {
            let mut way = way.to_vec();
            way.push((name.to_owned(), member.clone()));
            let is_part = |ty: &&String| types.contains_key(*ty) && !records.contains_key(*ty);
            if let Some(part) = ty.as_ref().filter(is_part) {
                self.look(types, records, part, &way);
            } else if !is_invented(member) {
                self.members.insert(member.clone(), way);
            }
        }
    }
}

fn is_invented(name: &str) -> bool {
    invented(name) || name.starts_with(INTEGERS)
}

/// Writes the assertions about a definition; missing and extra members are reported at once.
fn questions(
    types: &BTreeMap<String, Written>,
    name: &str,
    record: &Record,
    records: &Records,
    all: &mut String,
    wrong: &mut Vec<String>,
) {
    let mut found = Found::default();
    found.look(types, records, name, &[]);
    let (size, mut bits) = (record.size, String::new());
    let _ = writeln!(
        all,
        "const _: () = {{\n\
         let _it: {name} = unsafe {{ core::mem::transmute([0_u8; size_of::<{name}>()]) }};"
    );
    for place in &record.members {
        let found = match place.extent {
            Extent::Bytes(bytes) => found
                .members
                .remove(&place.name)
                .map(|way| of_bytes(name, place, bytes, &way, all)),
            Extent::Bits(width) => found
                .bits
                .remove(&place.name)
                .map(|(ty, way)| of_bits(name, place, width, (&ty, &way), &mut bits)),
        };
        if found.is_none() {
            wrong.push(format!("{name}: there is no {place:?}"));
        }
    }
    let _ = write!(
        all,
        "assert!(size_of::<{name}>() == {size}, \"size of {name}\");\n}};\n{bits}"
    );
    let surplus = found.members.keys().chain(found.bits.keys());
    wrong.extend(surplus.map(|surplus| format!("{name}: there is a {surplus}")));
}

fn of_bytes(name: &str, place: &Place, bytes: u32, way: &[(String, String)], all: &mut String) {
    let (member, at, offset) = (&place.name, place.bit / 8, offset(way));
    let steps: Vec<&str> = way.iter().map(|(_, member)| member.as_str()).collect();
    let steps = steps.join(".");
    let _ = writeln!(
        all,
        "assert!({offset} == {at}, \"{name}.{member}\");\n\
         let member = unsafe {{ _it.{steps} }};\n\
         assert!(size_of_val(&member) == {bytes}, \"{name}.{member}\");"
    );
}

fn of_bits(
    name: &str,
    place: &Place,
    width: u32,
    (ty, way): (&str, &[(String, String)]),
    all: &mut String,
) {
    let (member, bit, offset) = (&place.name, place.bit, offset(way));
    let _ = writeln!(
        all,
        "field!({ty}, {member}, set_{member}, {bit} - 8 * ({offset}), {width}, \"{name}.{member}\");"
    );
}

/// The offset expression of a path, from the start of the definition.
fn offset(way: &[(String, String)]) -> String {
    let steps = way
        .iter()
        .map(|(ty, member)| format!("offset_of!({ty}, {member})"));
    let steps: Vec<String> = steps.collect();
    match steps.is_empty() {
        true => "0".to_owned(),
        false => steps.join(" + "),
    }
}

/// The errors on another host: with integers in place of pointers, a file is for any host.
fn wrong_on(host: Host, arch: Arch) -> Vec<String> {
    let cases = with_integers(Format::Rust, arch);
    disagreements(&format!("{arch}-on-{host:?}"), host, &cases)
}

#[test]
fn x86_on_a_64_bit_host() {
    all_agree(&wrong_on(Host::Bits64, Arch::X86));
}

#[test]
fn x64_on_a_32_bit_host() {
    all_agree(&wrong_on(Host::Bits32, Arch::X64));
}

/// The file's own assertions and functions find the mistakes.
#[test]
fn mistakes_of_the_text_are_found() {
    let [.., of, _] = planted_mistakes();
    let right = Case::full(Format::Rust, of.right);
    for (from, to, said) in [
        (
            "offset_of!(ETW_REALTIME_CONSUMER, LoggerId) == 0x0058",
            "offset_of!(ETW_REALTIME_CONSUMER, LoggerId) == 0x005c",
            "LoggerId",
        ),
        ("(bits >> 4) & 0x1", "(bits >> 5) & 0x1", "Wow"),
        ("(value << 4) & 0x10", "(value << 4) & 0x30", "Wow"),
    ] {
        assert_eq!(right.text.matches(from).count(), 1, "{from}");
        let wrong = wrong("mistaken", &[right.changed(from, to)]);
        let told = wrong.iter().any(|one| one.contains(said));
        assert!(told, "nothing is said of {said}: {wrong:#?}");
    }
}

/// Where pointers are wider than the layout's, the assertions say what to do.
#[test]
fn pointers_of_another_width_are_refused() {
    let case = Case::full(Format::Rust, one("ETW_REALTIME_CONSUMER", "6.1", "x86"));
    let wrong = disagreements("other-width", Host::Bits64, &[case]).join("\n");
    assert!(
        wrong.contains("pointers have 4 bytes in this layout"),
        "{wrong}"
    );
}
