//! Symbols of Volatility 3, written by hand.

use expect_test::{Expect, expect};
use strata_core::declared::judge::{Asked, judge};

use super::super::read;
use crate::data::DataFiles;

#[track_caller]
fn check(text: &str, expected: &Expect) {
    let (_, dataset) = DataFiles::built_in()
        .load()
        .expect("the built-in data are sound");
    let said = match read(text, &dataset) {
        Err(not) => format!("{not}\n"),
        Ok(declared) => match judge(&declared, &dataset, Asked::default()) {
            Err(unjudged) => format!("{unjudged}\n"),
            Ok(judged) => super::super::report::text("x.json", text, &judged),
        },
    };
    expected.assert_eq(&said);
}

const PMC: &str = r#"{
  "metadata": {
    "format": "6.1.0",
    "producer": {"name": "by hand", "version": "1", "datetime": "2020-01-01"},
    "windows": {
      "pdb": {"GUID": "00", "age": 1, "database": "ntkrnlmp.pdb", "machine_type": 34404},
      "pe": {"major": 10, "minor": 0, "revision": 19041, "build": 1}
    }
  },
  "base_types": {
    "void": {"size": 0, "signed": false, "kind": "void", "endian": "little"},
    "unsigned long": {"size": 4, "signed": false, "kind": "int", "endian": "little"},
    "unsigned short": {"size": 2, "signed": false, "kind": "int", "endian": "little"},
    "pointer": {"size": 8, "signed": false, "kind": "int", "endian": "little"}
  },
  "user_types": {
    "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
      "Source": {"offset": 0, "type": {"kind": "pointer", "subtype": {"kind": "enum", "name": "_KPROFILE_SOURCE"}}},
      "HookIdCount": {"offset": 8, "type": {"kind": "base", "name": "unsigned long"}},
      "HookId": {"offset": 12, "type": {"kind": "array", "count": 4, "subtype": {"kind": "base", "name": "unsigned short"}}},
      "CountersCount": {"offset": 20, "type": {"kind": "base", "name": "unsigned long"}},
      "ProcessorCtrs": {"offset": 24, "type": {"kind": "array", "count": 1, "subtype": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_HAL_PMC_COUNTERS"}}}}
    }},
    "_LIST_ENTRY": {"kind": "struct", "size": 16, "fields": {
      "Flink": {"offset": 0, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_LIST_ENTRY"}}},
      "Blink": {"offset": 8, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_LIST_ENTRY"}}}
    }},
    "_SOMETHING": {"kind": "struct", "size": 1, "fields": {}}
  },
  "enums": {},
  "symbols": {}
}
"#;

#[test]
fn what_agrees() {
    check(
        PMC,
        &expect![[r#"
        warning[not-stated]: ETW_PMC_SUPPORT has no layout at 10.0.19041.1/x64: not stated, for no symbol file of that build, which is one of 2004, is in the data
          --> x.json:17:7
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |       ^^^^^^^^^^^^^^^

        x.json: an ISF file: LIST_ENTRY agrees with 10.0.19041.1/x64, which it states; not known here: SOMETHING; 1 part was not judged
    "#]],
    );
    let minified: String = PMC.lines().map(str::trim).collect();
    check(
        &minified,
        &expect![[r#"
        warning[not-stated]: ETW_PMC_SUPPORT has no layout at 10.0.19041.1/x64: not stated, for no symbol file of that build, which is one of 2004, is in the data
          --> x.json:1

        x.json: an ISF file: LIST_ENTRY agrees with 10.0.19041.1/x64, which it states; not known here: SOMETHING; 1 part was not judged
    "#]],
    );
}

#[test]
fn what_differs() {
    let wrong = PMC
        .replace("\"offset\": 20", "\"offset\": 16")
        .replace("\"size\": 32, \"fields\"", "\"size\": 40, \"fields\"");
    check(
        &wrong,
        &expect![[r#"
        warning[not-stated]: ETW_PMC_SUPPORT has no layout at 10.0.19041.1/x64: not stated, for no symbol file of that build, which is one of 2004, is in the data
          --> x.json:17:7
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 40, "fields": {
           |       ^^^^^^^^^^^^^^^

        x.json: an ISF file: LIST_ENTRY agrees with 10.0.19041.1/x64, which it states; not known here: SOMETHING; 1 part was not judged
    "#]],
    );
    let minified: String = wrong.lines().map(str::trim).collect();
    check(
        &minified,
        &expect![[r#"
        warning[not-stated]: ETW_PMC_SUPPORT has no layout at 10.0.19041.1/x64: not stated, for no symbol file of that build, which is one of 2004, is in the data
          --> x.json:1

        x.json: an ISF file: LIST_ENTRY agrees with 10.0.19041.1/x64, which it states; not known here: SOMETHING; 1 part was not judged
    "#]],
    );
    let older = PMC.replace("19041", "9200");
    check(
        &older,
        &expect![[r#"
        warning[not-stated]: ETW_PMC_SUPPORT has no layout at 10.0.9200.1/x64: not stated, for no symbol file of that build, which is one of 6.2, is in the data
          --> x.json:17:7
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |       ^^^^^^^^^^^^^^^

        x.json: an ISF file: LIST_ENTRY agrees with 10.0.9200.1/x64, which it states; not known here: SOMETHING; 1 part was not judged
    "#]],
    );
    let x86 = PMC.replace("34404", "332");
    check(
        &x86,
        &expect![[r#"
        warning[not-stated]: ETW_PMC_SUPPORT has no layout at 10.0.19041.1/x86: not stated, for no symbol file of that build, which is one of 2004, is in the data
          --> x.json:17:7
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |       ^^^^^^^^^^^^^^^

        error[pointer]: LIST_ENTRY has pointers of 8 bytes in the file and of 4 here: it is of another architecture
          --> x.json:24:7
           |
        24 |     "_LIST_ENTRY": {"kind": "struct", "size": 16, "fields": {
           |       ^^^^^^^^^^
           = here: 10.0.19041.1/x86, by vergilius-kernels-data

        error[size]: LIST_ENTRY has 0x10 bytes in the file and 0x08 here
          --> x.json:24:7
           |
        24 |     "_LIST_ENTRY": {"kind": "struct", "size": 16, "fields": {
           |       ^^^^^^^^^^
           = here: 10.0.19041.1/x86, by vergilius-kernels-data

        error[moved]: LIST_ENTRY.Blink lies at 0x08 in the file and at 0x04 here
          --> x.json:26:8
           |
        26 |       "Blink": {"offset": 8, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_LIST_ENTRY"}}}
           |        ^^^^^
           = here: 10.0.19041.1/x86, by vergilius-kernels-data

        x.json: an ISF file: LIST_ENTRY does not agree with 10.0.19041.1/x86, which it states (3 differences), but with 5.2 to 2004 on x64; not known here: SOMETHING; 1 part was not judged
    "#]],
    );
}

#[test]
fn bits_values_and_members_without_a_name() {
    check(
        r#"{"metadata": {"producer": {"comment": ["_KMUTANT at 2004/x64, by hand"]}},
 "base_types": {"unsigned char": {"size": 1, "signed": false, "kind": "char"}, "pointer": {"size": 8, "signed": false, "kind": "int"},
  "void": {"size": 0, "kind": "void"}},
 "user_types": {
  "_KMUTANT": {"size": 56, "kind": "struct", "fields": {
   "Header": {"offset": 0, "type": {"kind": "struct", "name": "_DISPATCHER_HEADER"}},
   "MutantListEntry": {"offset": 24, "type": {"kind": "struct", "name": "_LIST_ENTRY"}},
   "OwnerThread": {"offset": 40, "type": {"kind": "pointer", "subtype": {"kind": "base", "name": "void"}}},
   "unnamed_1": {"offset": 48, "anonymous": true, "type": {"kind": "union", "name": "__unnamed_1"}},
   "ApcDisable": {"offset": 49, "type": {"kind": "base", "name": "unsigned char"}}}},
  "__unnamed_1": {"size": 1, "kind": "union", "fields": {
   "MutantFlags": {"offset": 0, "type": {"kind": "base", "name": "unsigned char"}},
   "Abandoned": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 0, "bit_length": 1, "type": {"kind": "base", "name": "unsigned char"}}},
   "AbEnabled": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 2, "bit_length": 1, "type": {"kind": "base", "name": "unsigned char"}}}}}},
 "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}"#,
        &expect![[r#"
            error[bits]: KMUTANT.AbEnabled is bit 2 width 1 in the file and bit 1 width 1 here
              --> x.json:14:5
               |
            14 |    "AbEnabled": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 2, "bit_length": 1, "type": {"kind": "base", "name": "unsigned char"}}}}}},
               |     ^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileAlignmentFixup` is 2 in the file and 1 here
              --> x.json:15:93
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |                                                                                             ^^^^^^^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileTotalIssues` (2) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfilePipelineDry` (3) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileLoadInstructions` (4) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfilePipelineFrozen` (5) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileBranchInstructions` (6) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileTotalNonissues` (7) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileDcacheMisses` (8) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileIcacheMisses` (9) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileCacheMisses` (10) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileBranchMispredictions` (11) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileStoreInstructions` (12) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileFpInstructions` (13) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileIntegerInstructions` (14) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `Profile2Issue` (15) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `Profile3Issue` (16) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `Profile4Issue` (17) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileSpecialInstructions` (18) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileTotalCycles` (19) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileIcacheIssues` (20) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileDcacheAccesses` (21) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileMemoryBarrierCycles` (22) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileLoadLinkedIssues` (23) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            error[value]: KPROFILE_SOURCE: `ProfileMaximum` (24) is not in the file
              --> x.json:15:14
               |
            15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
               |              ^^^^^^^^^^^^^^^
               = here: 2004/x64, by vergilius-kernels-data

            x.json: an ISF file: KMUTANT does not agree with 2004/x64, which it states (1 difference); KPROFILE_SOURCE does not agree (24 differences); not known here: _unnamed_1
        "#]],
    );
}

#[test]
fn what_is_no_isf() {
    check(
        "{\"user_types\": {}",
        &expect![[r#"
        it begins as JSON and is none: EOF while parsing an object at line 1 column 17
    "#]],
    );
    check(
        "{\"a\": 1}",
        &expect![[r#"
        it is JSON, but no ISF: there is no object `user_types` in it
    "#]],
    );
    check(
        "{\"$STRUCTS\": {}}",
        &expect![[r#"
        it is JSON, but no ISF: there is no object `user_types` in it, but it looks like a profile of Rekall
    "#]],
    );
    check(
        "{\"user_types\": {\"_X\": {}}}",
        &expect![[r#"
        nothing that it defines is known here: X
    "#]],
    );
    check(
        "{\"user_types\": {\"_LIST_ENTRY\": {\"size\": -1, \"fields\": {\n\"Flink\": {},\n\"Blink\": {\"offset\": 8, \"type\": {\"kind\": \"array\", \"count\": 1, \"subtype\": {\"kind\": \"base\", \"name\": \"int\"}}},\n\"Bits\": {\"offset\": 0, \"type\": {\"kind\": \"odd\"}}}}}}",
        &expect![[r#"
            warning[not-understood]: user_types/_LIST_ENTRY/size: expected a number of bytes
             --> x.json:1:1
              |
            1 | {"user_types": {"_LIST_ENTRY": {"size": -1, "fields": {
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            warning[not-understood]: user_types/_LIST_ENTRY/fields/Flink/offset: expected a number of bytes
             --> x.json:2:1
              |
            2 | "Flink": {},
              | ^^^^^^^^^^^^

            warning[not-understood]: user_types/_LIST_ENTRY/fields/Blink/type/subtype/name: base_types has no such type
             --> x.json:3:1
              |
            3 | "Blink": {"offset": 8, "type": {"kind": "array", "count": 1, "subtype": {"kind": "base", "name": "int"}}},
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            warning[not-understood]: user_types/_LIST_ENTRY/fields/Bits/type/kind: expected base, pointer, array, struct, union, class, enum, bitfield or function
             --> x.json:4:1
              |
            4 | "Bits": {"offset": 0, "type": {"kind": "odd"}}}}}}
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

            x.json: an ISF file: LIST_ENTRY agrees with 5.0 to 2004 on x86 and 5.2 to 2004 on x64; 4 parts were not judged
        "#]],
    );
    let deep = format!(
        "{{\"user_types\": {{\"_LIST_ENTRY\": {{\"size\": 1, \"fields\": {{\"Flink\": {{\"offset\": 0, \"type\": {}1{}}}}}}}}}}}",
        "{\"kind\": \"pointer\", \"subtype\": ".repeat(100),
        "}".repeat(100)
    );
    check(
        &deep,
        &expect![[r#"
        warning[not-understood]: user_types/_LIST_ENTRY/fields/Flink/type/subtype/subtype/subtype/subtype/subtype/subtype/subtype/subtype/subtype: more pointers and arrays within one another than are read
          --> x.json:1

        error[size]: LIST_ENTRY has 0x01 bytes in the file and 0x08 here
          --> x.json:1
          = here: 5.0/x86, by vergilius-kernels-data

        x.json: an ISF file: LIST_ENTRY does not agree with any version, and comes nearest to 5.0 to 2004 on x86 (1 difference); 1 part was not judged
    "#]],
    );
}
