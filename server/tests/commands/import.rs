//! `strata import` and `strata images`: what they say of small symbol files, and what is written.

use std::fs;
use std::path::PathBuf;

use expect_test::expect;

use super::{Ended, Folder};

const NEW: &str = "\
buildnumber: 10.0.19045.9999
arch: x64
types:
  - {name: ULONG, id: 1, kind: BASE, sizeof: 4}
  - {name: _STRATA_NEW, id: 2, kind: STRUCT, sizeof: 4, data: [{name: Value, id: 1, offset: 0}]}
  - {name: _GUID, id: 3, kind: STRUCT, sizeof: 4, data: [{name: Data1, id: 1, offset: 0}]}
";

/// A second witness of a known kernel, which is wrong.
const WRONG: &str = "\
buildnumber: 10.0.19041.264
arch: x64
types:
  - {name: ULONG, id: 1, kind: BASE, sizeof: 4}
  - {name: uint128, id: 2, kind: BASE, sizeof: 16}
  - {name: _GUID, id: 3, kind: STRUCT, sizeof: 4, data: [{name: Data1, id: 1, offset: 0}]}
  - {name: _WIDE, id: 4, kind: STRUCT, sizeof: 16, data: [{name: Value, id: 2, offset: 0}]}
";

const ISF: &str = r#"{"metadata": {"windows": {"pdb": {"GUID": "00000000000000000000000000000001", "age": 1,
 "database": "ntdll.pdb", "machine_type": 34404}}}, "base_types": {}, "symbols": {}, "enums": {},
 "user_types": {"_PEB": {"kind": "struct", "size": 4, "fields": {
  "Flags": {"offset": 0, "type": {"kind": "base", "name": "unsigned long"}}}}}}"#;

const BUILDS: &str = "file_version\tguid_age\n10.0.19041.9999\t000000000000000000000000000000011\n";

#[test]
fn what_is_new_is_written() {
    let folder = Folder::new("import-new")
        .with("new.yml", NEW)
        .with("ntdll.json", ISF)
        .with("builds.tsv", BUILDS);
    let args = "import new.yml ntdll.json builds.tsv --source team -o out.strata";
    folder.strata(args, b"").says(&expect![[r#"
        new.yml: ntoskrnl-10.0.19041.9999-x64: 2 types; 1 new image, 1 new type, 2 new layouts
          corrected: 10.0.19045.9999 is a version of the system: its kernel file is 10.0.19041.9999
        ntdll.json: ntdll-10.0.19041.9999-x64: 1 type; 1 new image, 1 new type, 1 new layout
        2 files: 2 new images, 2 new types, 3 new layouts; 0 unread parts, 0 disagreements
        out.strata: 338 bytes
        strata: no data has the source `team`: state it in a sources.toml beside the catalogue, for --data
        status 0
    "#]]);
    let text = folder.text("out.strata");
    expect![[r#"
        image ntdll x64 10.0.19041.9999 000000000000000000000000000000011 team
        image ntoskrnl x64 10.0.19041.9999 - team

        type ntdll!_PEB
         0 ULONG Flags
        =struct 4 x64 10.0.19041.9999
        :0
        type _GUID
         0 ULONG Data1
        =struct 4 x64 10.0.19041.9999
        :0
        type _STRATA_NEW
         0 ULONG Value
        =struct 4 x64 10.0.19041.9999
        :0
    "#]]
    .assert_eq(text.split_once('\n').unwrap().1);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new("import-wrong")
        .with("wrong.yml", WRONG)
        .with("ntdll.json", ISF)
        .with("none.txt", "hello\n");
    folder.strata("import --check wrong.yml", b"").says(&expect![[r#"
        wrong.yml: ntoskrnl-10.0.19041.264-x64: 1 type; nothing new
          not read: _WIDE: `Value`: the base type `uint128` is not known; left out
          disagrees: ntoskrnl-10.0.19041.264-x64: _GUID: 16 bytes are known and kept, this file says 4
        1 file: nothing new; 1 unread part, 1 disagreement
        status 3
    "#]]);
    folder.strata("import --check ntdll.json", b"").says(&expect![[r#"
        ntdll.json: ntdll-000000000000000000000000000000011-x64: 1 type; 1 new image, 1 new type, 1 new layout
          note: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        1 file: 1 new image, 1 new type, 1 new layout; 0 unread parts, 0 disagreements
        status 0
    "#]]);
    folder.strata("import none.txt -o out.strata", b"").says(&expect![[r#"
        strata: none.txt: not a symbol file: expected a PDB file, YAML of the Vergilius Project or ISF, the JSON of Volatility 3
        status 1
    "#]]);
    folder.strata("import none.txt ntdll.json -o out.strata", b"").says(&expect![[r#"
        ntdll.json: ntdll-000000000000000000000000000000011-x64: 1 type; 1 new image, 1 new type, 1 new layout
          note: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        strata: none.txt: not a symbol file: expected a PDB file, YAML of the Vergilius Project or ISF, the JSON of Volatility 3
        strata: 1 of 2 files cannot be read: nothing is written
        status 1
    "#]]);
    folder
        .strata("import missing.yml -o out.strata", b"")
        .says(&expect![[r#"
            strata: cannot read missing.yml: No such file or directory (os error 2)
            status 1
        "#]]);
    assert!(!folder.0.join("out.strata").exists());
    for args in [
        "import wrong.yml",
        "import -o x",
        "import a -o x --source 'A B'",
    ] {
        folder.strata(args, b"").out(2);
    }
}

#[test]
fn images_are_listed() {
    let folder = Folder::new("import-images");
    folder
        .strata("images --arch x86 22H2", b"")
        .says(&expect![[r#"
            ntoskrnl-10.0.19041.2965-x86   1575 types  2004 20H2 21H1 21H2 22H2  vergilius-kernels-data
            status 0
        "#]]);
    folder
        .strata("images 'no such image'", b"")
        .says(&expect![[r#"
            strata: There is no such image: `strata images` lists them all.
            status 1
        "#]]);
    let json = folder.strata("images 18362.418 --arch x86 --json", b"");
    let json: serde_json::Value = serde_json::from_str(&json.out(0)).unwrap();
    let ids: Vec<_> = json["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["ntoskrnl-10.0.18362.418-x86"]);
}

/// A catalogue of one's own stands beside the built-in one.
#[test]
fn what_is_written_is_served_beside_what_is_known() {
    let folder = Folder::new("import-served").with("new.yml", NEW);
    folder.strata("import new.yml -o new.strata", b"").out(0);
    fs::remove_file(folder.0.join("new.yml")).expect("it can be removed");
    let printed = |line: &str| folder.strata(line, b"").out(0);
    let images = |line: &str| printed(line).lines().count();
    let (known, all) = (images("images"), images("images --data ."));
    assert_eq!(all, known + 1);
    let own = "layout _STRATA_NEW 10.0.19045.9999 x64 --data .";
    assert!(printed(own).contains("+0x000 Value"));
    let known = "layout _EPROCESS 22H2 x64";
    assert_eq!(printed(known), printed(&format!("{known} --data .")));
}

/// What disagrees with a known kernel is told when it is imported, and is not served.
/// An image without a version is a point of its own and belongs to no release.
#[test]
fn an_image_without_a_version_is_known_by_its_pdb() {
    let folder = Folder::new("import-pdb").with("ntdll.json", ISF);
    folder.strata("import ntdll.json -o own.strata", b"").out(0);
    fs::remove_file(folder.0.join("ntdll.json")).expect("it can be removed");
    let peb = |version| folder.strata(format!("layout ntdll!_PEB {version} x64 --data ."), b"");
    peb("000000000000000000000000000000011").says(&expect![[r#"
        struct ntdll!_PEB, 1 element, 0x4 bytes  // 000000000000000000000000000000011/x64
           +0x000 Flags            : Uint4B
        status 0
    "#]]);
    peb("11-24H2").says(&expect![[r#"
        strata: ntdll!_PEB has no layout at 11-24H2/x64: not stated, for no symbol file of ntdll of 11-24H2 on x64 is in the data.
        status 1
    "#]]);
    folder.strata("check .", b"").says(&expect![[r#"
        1 type of 1 image, 0 structures, 0 layouts, 0 errata, 0 findings accounted for by notes; sound
        status 0
    "#]]);
}

#[test]
fn what_disagrees_is_not_served() {
    let folder = Folder::new("import-disagrees").with("wrong.yml", WRONG);
    folder
        .strata("import wrong.yml -o wrong.strata", b"")
        .out(3);
    fs::remove_file(folder.0.join("wrong.yml")).expect("it can be removed");
    folder.strata("images --data .", b"").says(&expect![[r#"
        strata: the data are not sound:

        error[data]: another catalogue disagrees: ntoskrnl-10.0.19041.264-x64: _GUID: 16 bytes are known and kept, this file says 4
         --> wrong.strata:1:1
          |
        1 | strata-catalogue 1 e7d9f6c6e2307302
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        1 mistake in 1 file; nothing was audited

        status 1
    "#]]);
}

/// A kernel that changed nothing has its offsets, too.
#[test]
fn offsets_are_told_of_every_kernel() {
    let folder = Folder::new("import-offsets");
    folder.strata("offsets _EPROCESS --member Token --point 10.0.26100.1742/x64 --point 10.0.19041.2965/x64 --point 22H2/x64", b"").says(&expect![[r#"
        # at 10.0.26100.1742/x64
        _EPROCESS Token 0x248
        # at 10.0.19041.2965/x64
        _EPROCESS Token 0x4b8
        # at 22H2/x64
        _EPROCESS Token 0x4b8
        status 0
    "#]]);
}

/// A PDB file of a driver for arm64, and one of C++.
#[test]
fn pdb_files_are_imported_checked_and_shown() {
    let folder = Folder::new("import-pdb-files");
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../import/fixtures/pdb");
    fs::create_dir_all(folder.0.join("own")).expect("it can be made");
    for name in ["ksi-arm64.pdb.xz", "resym-test-x64-cpp.pdb.xz"] {
        fs::copy(fixtures.join(name), folder.0.join(name)).expect("it is there");
    }
    folder.strata("import ksi-arm64.pdb.xz -o own/ksi.strata", b"").says(&expect![[r#"
        ksi-arm64.pdb.xz: ksi-arm64-923645BDA591E854B385D875A060EE531-arm64: 272 types; 1 new image, 271 new types, 272 new layouts
          note: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
        1 file: 1 new image, 271 new types, 272 new layouts; 0 unread parts, 0 disagreements
        own/ksi.strata: 123454 bytes
        status 0
    "#]]);
    folder.strata("check own", b"").says(&expect![[r#"
        285 types of 1 image, 0 structures, 0 layouts, 0 errata, 0 findings accounted for by notes; sound
        status 0
    "#]]);
    folder
        .strata("list ksi-arm64!_KPH_PROCESS_STATE --data own", b"")
        .says(&expect![[r#"
            ksi-arm64!_KPH_PROCESS_STATE: enum
            arm64 0x04   923645BDA591E854B385D875A060EE531
            status 0
        "#]]);
    let pdb = "923645BDA591E854B385D875A060EE531";
    folder.strata(format!("layout ksi-arm64!_KPH_SESSION_ACCESS_TOKEN {pdb} arm64 --data own"), b"").says(&expect![[r#"
        struct ksi-arm64!_KPH_SESSION_ACCESS_TOKEN, 5 elements, 0x40 bytes  // 923645BDA591E854B385D875A060EE531/arm64
           +0x000 Expiry           : _LARGE_INTEGER
           +0x008 Privileges       : Uint4B
           +0x00c Uses             : Int4B
           +0x010 Identifier       : _GUID
           +0x020 Material         : [32] UChar
        status 0
    "#]]);
    folder.strata("import --check resym-test-x64-cpp.pdb.xz", b"").says(&expect![[r#"
        resym-test-x64-cpp.pdb.xz: resym-test-x64-cpp-24F10FEF85884660A5C7BF4F2CCBADCE1-x64: 196 types; 1 new image, 196 new types, 196 new layouts
          note: the file does not state the version of its image, which is known by its PDB file: pass --version, or a list of builds
          not read: 107 C++ classes with base classes, with methods, without members or with a name that C does not have; left out
        1 file: 1 new image, 196 new types, 196 new layouts; 1 unread part, 0 disagreements
        status 3
    "#]]);
}
