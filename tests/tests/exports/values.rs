//! Value tests: a program compiled by clang from our C headers writes a number into every leaf, and our decoder reads
//! the same numbers from its output.

use std::fmt::Write as _;
use std::process::Command;

use strata_core::Arch;
use strata_core::export::{Format, Pointers};
use strata_tests::data::dataset;

use crate::clang::{self, empty};
use crate::leaves::{Leaf, blob, differences, leaves};
use crate::specimen::{Case, Of, with_sample};

/// A source that fills a structure leaf by leaf and writes it. All members of a union get the values of the same bytes.
fn source(number: usize, of: Of, written: &[Leaf]) -> String {
    let options = Pointers::AsIntegers.into();
    let mut source = Case::full(Format::C, of).written(options).text;
    let name = of.1.structure.c_identifier();
    let _ = writeln!(
        source,
        "long write(int, const void *, unsigned long);\nvoid fill_{number}(void) {{\nstatic {name} it;"
    );
    for leaf in written {
        let (path, size, value) = (&leaf.path, leaf.size, leaf.value);
        let _ = match leaf.bits {
            Some(_) => writeln!(source, "it.{path} = {value:#x}ull;"),
            None => writeln!(
                source,
                "_Static_assert(sizeof(it.{path}) == {size}, \"{path}\");\n\
                 __builtin_memcpy(&it.{path}, &(unsigned long long){{{value:#x}ull}}, {size});"
            ),
        };
    }
    source.push_str("write(1, &it, sizeof it);\n}\n");
    source
}

/// The leaves that are not read as the program wrote them. `folder` is the proof's own.
fn misread(folder: &str, cases: &[(Of, Vec<Leaf>)]) -> Vec<String> {
    let folder = empty(folder);
    let mut main = String::new();
    let mut calls = String::new();
    let mut compiler = Command::new("clang");
    compiler.args(["-std=c11", "-w", "-O0", "-o", "program", "main.c"]);
    for (number, (of, written)) in cases.iter().enumerate() {
        let file = format!("{number}.c");
        clang::source(&folder, &file, &source(number, *of, written));
        compiler.arg(file);
        let _ = writeln!(main, "void fill_{number}(void);");
        let _ = writeln!(calls, "fill_{number}();");
    }
    let _ = writeln!(main, "int main(void) {{\n{calls}return 0;\n}}");
    clang::source(&folder, "main.c", &main);
    clang::ran(compiler.current_dir(&folder));
    let output = Command::new(folder.join("program")).output();
    let mut rest = output.expect("the program runs").stdout;
    let mut wrong = Vec::new();
    for ((_, layout), written) in cases {
        let behind = rest.split_off(layout.size.index());
        let read = leaves(layout, dataset().catalogue(), &rest);
        let about = format!("{} {}: the decoder", layout.structure, layout.point);
        wrong.extend(differences(&about, written, read));
        rest = behind;
    }
    assert!(rest.is_empty(), "{} bytes more", rest.len());
    wrong
}

fn cases(arch: Arch) -> Vec<(Of, Vec<Leaf>)> {
    let cases = with_sample(arch).into_iter().map(|of| {
        let written = leaves(of.1, dataset().catalogue(), &blob(of.1));
        (of, written)
    });
    cases.collect()
}

#[test]
fn x86() {
    assert_eq!(
        misread("values-x86", &cases(Arch::X86)),
        Vec::<String>::new()
    );
}

#[test]
fn x64() {
    assert_eq!(
        misread("values-x64", &cases(Arch::X64)),
        Vec::<String>::new()
    );
}

/// A value decoded at one offset, and written at another.
#[test]
fn values_of_two_members_swapped_are_found() {
    let mut case = cases(Arch::X64).remove(0);
    let scalar = |leaf: &&mut Leaf| leaf.path.0.len() == 1 && leaf.bits.is_none();
    let mut scalars: Vec<&mut Leaf> = case.1.iter_mut().filter(scalar).collect();
    let [first, .., last] = scalars.as_mut_slice() else {
        panic!("it has two");
    };
    (first.path, last.path) = (last.path.clone(), first.path.clone());
    (first.size, last.size) = (last.size, first.size);
    let wrong = misread("values-swapped", &[case]);
    assert!(!wrong.is_empty());
}
