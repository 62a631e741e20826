//! The members × images table, read by the programs for each format: Python's csv module, XML reader and interpreter,
//! clang, rustc. The values that each finds equal the table; other tests compare the table with the layouts.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use serde_json::{Value as Json, json};
use strata_core::Arch;
use strata_core::offsets::print::{Format, print};
use strata_core::offsets::{Bracketing, Column, ImageFilter, KPHDYN, Row, Table, Value};
use strata_tests::data::dataset;

use crate::clang::{empty, ran, source};
use crate::python::{answer, script};

/// Whole members, bit fields, nested members, a size, one that only some images have, and an address.
const MEMBERS: [&str; 10] = [
    "_EPROCESS.Protection",
    "_EPROCESS.Pcb.ThreadListHead.Flink",
    "_EPROCESS",
    "_KTHREAD.ApcState.ApcListHead[1].Blink",
    "_HANDLE_TABLE_ENTRY.ObjectPointerBits",
    "_RTL_BALANCED_NODE.Balance",
    "_KPRCB~2",
    "_TlgProvider_t.LevelPlus1",
    "_OBJECT_TYPE.CallbackList",
    "nt!PspCreateProcessNotifyRoutine",
];

fn table(members: &[&str], bracketing: Bracketing) -> Table<'static> {
    let columns = Column::find_all(dataset(), members).expect("they are there");
    Table::new(dataset(), columns, &ImageFilter::default(), bracketing)
}

/// Each member of each row with its value.
fn cells<'a>(
    table: &'a Table<'static>,
) -> impl Iterator<Item = (&'a Row<'static>, usize, String, Value)> {
    table.rows.iter().flat_map(move |row| {
        let columns = table.columns.iter().enumerate();
        columns.map(move |(at, column)| (row, at, column.name(), table.value(row, at)))
    })
}

fn read_by_python(texts: &BTreeMap<&str, String>) -> Json {
    answer(&mut script("offsets_reader.py"), &json!(texts))
}

fn number(value: Value) -> Option<u32> {
    match value {
        Value::At { offset, .. } => Some(offset),
        Value::Size(size) => Some(size),
        Value::Absent | Value::Declared | Value::NotStated => None,
    }
}

#[test]
fn tables_and_python_say_what_the_table_does() {
    let table = table(&MEMBERS, Bracketing::Include);
    let formats = [
        Format::Csv,
        Format::Tsv,
        Format::Python,
        Format::EdrSandblast,
    ];
    let texts = formats.map(|it| (it.as_str(), print(&table, dataset(), ("0", &[]), it)));
    let found = read_by_python(&texts.into_iter().collect());
    let mut checked = 0;
    for (row, at, name, value) in cells(&table) {
        let id = row.id();
        for format in ["csv", "tsv"] {
            let cell = |name: &str| found[format][&id][name].as_str().expect("it is there");
            let expected = match (number(value), value) {
                (Some(number), _) => format!("{number:#x}"),
                (None, Value::NotStated) => String::new(),
                (None, value) => value.state().to_owned(),
            };
            assert_eq!(cell(&name), expected, "{format} {id} {name}");
            if let Value::At {
                bits: Some(bits), ..
            } = value
            {
                assert_eq!(cell(&format!("{name}:bit")), bits.bit().to_string());
                assert_eq!(cell(&format!("{name}:width")), bits.width().to_string());
            }
            let marked = cell("bracketed").split(' ').any(|it| it == name);
            assert_eq!(marked, row.is_bracketed(at), "{format} {id} {name}");
        }
        let of_python = found["python"][&id]
            .get(&name)
            .map(|it| it.as_str().expect("JSON"));
        let expected = match value {
            Value::At {
                offset,
                bits: Some(bits),
            } => Some(json!([offset, bits.bit(), bits.width()]).to_string()),
            Value::At { offset, bits: None } => Some(offset.to_string()),
            Value::Size(size) => Some(size.to_string()),
            Value::Absent => Some("null".to_owned()),
            Value::Declared | Value::NotStated => None,
        };
        let plain = of_python.map(|text| text.replace(' ', ""));
        assert_eq!(plain, expected, "{id} {name}");
        if let Some(build) = row.build().filter(|_| row.arch == Arch::X64) {
            let row = format!("{}_{}-{}.exe", row.module, build.number, build.revision);
            let own = name.trim_start_matches("nt!").replace('.', "_");
            let cell = &found["edrsandblast"][&row][own];
            assert_eq!(
                cell,
                &format!("{:x}", number(value).unwrap_or(0)),
                "{row} {name}"
            );
        }
        checked += 1;
    }
    assert!(checked > 5_000, "only {checked}");
}

/// System Informer's own members come out with its own values, where it has them.
#[test]
fn kphdyn_says_what_the_table_does() {
    let members = KPHDYN.map(|(_, member, _)| member);
    let table = table(&members, Bracketing::Exclude);
    let texts = [(
        "kphdyn",
        print(&table, dataset(), ("0", &[]), Format::Kphdyn),
    )];
    let found = read_by_python(&texts.into_iter().collect());
    let mut checked = 0;
    for (row, at, name, value) in cells(&table).filter(|(row, ..)| row.kernel.is_some()) {
        let arch = match row.arch {
            Arch::X64 => "amd64",
            other => other.as_str(),
        };
        let build = row.build().expect("a kernel has a version");
        let data = &found["kphdyn"][format!("{}.exe {build} {arch}", row.module)];
        let (own, _, is_bit) = KPHDYN[at];
        let expected = match value {
            Value::At {
                bits: Some(bits), ..
            } if is_bit => Some(u32::from(bits.bit())),
            _ => number(value),
        };
        let cell = data.get(own).map(|it| it.as_str().expect("a text"));
        assert_eq!(
            cell,
            expected.map(|it| format!("{it:#06x}")).as_deref(),
            "{name}"
        );
        checked += 1;
    }
    assert!(checked > 90_000, "only {checked}");
}

/// Compiles without warnings for both Windows targets, as C and as C++; run here, it finds every image.
#[test]
fn c_finds_the_offsets_of_every_image() {
    let table = table(&MEMBERS, Bracketing::Exclude);
    let folder = empty("members");
    let header = print(&table, dataset(), ("0", &[]), Format::C);
    source(&folder, "offsets.h", &header);
    let mut main =
        "#include <stdio.h>\n#include \"offsets.h\"\nint main(void) {\nconst STRATA_OFFSETS *it;\n"
            .to_owned();
    let mut expected = String::new();
    for row in &table.rows {
        let Some(build) = row.build() else { continue };
        let machine = match row.arch {
            Arch::X86 => "0x14c",
            Arch::X64 => "0x8664",
            Arch::Arm64 => "0xaa64",
        };
        let (major, minor) = build.nt;
        let _ = writeln!(
            main,
            "it = StrataFind(\"{}\", {machine}, {major}, {minor}, {}, {});",
            row.module, build.number, build.revision
        );
        for (at, name) in FIELDS.iter().enumerate() {
            let value = table.value(row, at);
            let _ = writeln!(main, "printf(\"%x\\n\", it->{name});");
            let shown = match (number(value), value) {
                (Some(number), _) => number,
                (None, Value::Absent) => 0xffff_fffe,
                (None, _) => 0xffff_ffff,
            };
            let _ = writeln!(expected, "{shown:x}");
            if let Value::At {
                bits: Some(bits), ..
            } = value
            {
                let _ = writeln!(
                    main,
                    "printf(\"%d %d\\n\", it->{name}_bit, it->{name}_width);"
                );
                let _ = writeln!(expected, "{} {}", bits.bit(), bits.width());
            }
        }
    }
    main.push_str("return StrataFind(0, 0, 0, 0, 0, 0) != 0;\n}\n");
    source(&folder, "main.c", &main);
    source(&folder, "only.c", "#include \"offsets.h\"\n");
    let clang = |args: &[&str]| {
        let mut clang = Command::new("clang");
        clang.args(["-Wall", "-Wextra", "-Werror", "-pedantic"]);
        ran(clang.args(args).current_dir(&folder));
    };
    for target in [
        "--target=i686-pc-windows-msvc",
        "--target=x86_64-pc-windows-msvc",
    ] {
        let quiet = ["-fsyntax-only", "-Wno-unused-const-variable"];
        clang(&[&[target, "-std=c11"], &quiet[..], &["only.c"]].concat());
        let cpp = [target, "-std=c++17", "-x", "c++"];
        clang(&[&cpp[..], &quiet, &["only.c"]].concat());
    }
    clang(&["-std=c11", "-o", "program", "main.c"]);
    assert_eq!(ran(&mut Command::new(folder.join("program"))), expected);
}

/// The members' names in C and in Rust.
const FIELDS: [&str; 9] = [
    "EPROCESS_Protection",
    "EPROCESS_Pcb_ThreadListHead_Flink",
    "EPROCESS",
    "KTHREAD_ApcState_ApcListHead_1_Blink",
    "HANDLE_TABLE_ENTRY_ObjectPointerBits",
    "RTL_BALANCED_NODE_Balance",
    "KPRCB_2",
    "TlgProvider_t_LevelPlus1",
    "OBJECT_TYPE_CallbackList",
];

#[test]
fn rust_finds_the_offsets_of_every_image() {
    let table = table(&MEMBERS, Bracketing::Exclude);
    let folder = empty("members-rust");
    let module = print(&table, dataset(), ("0", &[]), Format::Rust);
    source(&folder, "offsets.rs", &module);
    let mut main = "#![deny(warnings)]\nmod offsets;\nfn main() {\nlet mut it;\n".to_owned();
    let mut expected = String::new();
    for row in &table.rows {
        let _ = writeln!(
            main,
            "it = offsets::find(\"{}\").expect(\"it is there\");",
            row.id()
        );
        main.push_str("println!(\"{it:?}\");\n");
        let cells = (0..table.columns.len()).map(|at| match table.value(row, at) {
            Value::At {
                offset,
                bits: Some(bits),
            } => format!(
                "Bits {{ offset: {offset}, bit: {}, width: {} }}",
                bits.bit(),
                bits.width()
            ),
            Value::At { offset, .. } => format!("At({offset})"),
            Value::Size(size) => format!("At({size})"),
            Value::Absent => "Absent".to_owned(),
            Value::Declared | Value::NotStated => "Unknown".to_owned(),
        });
        let names = [
            "eprocess_protection",
            "eprocess_pcb_thread_list_head_flink",
            "eprocess",
            "kthread_apc_state_apc_list_head_1_blink",
            "handle_table_entry_object_pointer_bits",
            "rtl_balanced_node_balance",
            "kprcb_2",
            "tlg_provider_t_level_plus1",
            "object_type_callback_list",
            "nt_psp_create_process_notify_routine",
        ];
        let cells: Vec<String> = names
            .iter()
            .zip(cells)
            .map(|(name, cell)| format!("{name}: {cell}"))
            .collect();
        let _ = writeln!(expected, "Offsets {{ {} }}", cells.join(", "));
    }
    main.push_str("assert!(offsets::find(\"nothing\").is_none());\n}\n");
    source(&folder, "main.rs", &main);
    let program = ["-C", "opt-level=0", "-o", "program", "main.rs"];
    let mut rustc = Command::new("rustc");
    ran(rustc
        .arg("--edition=2024")
        .args(program)
        .current_dir(&folder));
    assert_eq!(ran(&mut Command::new(folder.join("program"))), expected);
}
