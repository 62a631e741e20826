//! Symbols of Volatility 3, written by hand.

use expect_test::expect;
use strata_core::stated::judge::{JudgeOptions, judge};

use super::read;
use crate::data::DataFiles;

/// What is said of a file.
fn said(text: &str) -> String {
    let (_, dataset) = DataFiles::built_in()
        .load()
        .expect("the built-in data are sound");
    match read(text, &dataset) {
        Err(not) => format!("{not}\n"),
        Ok(declared) => match judge(&declared, &dataset, JudgeOptions::default()) {
            Err(unjudged) => format!("{unjudged}\n"),
            Ok(judged) => super::report::text("x.json", text, &judged),
        },
    }
}

const PMC: &str = r#"{
  "metadata": {
    "format": "6.1.0",
    "producer": {"name": "by hand", "version": "1", "datetime": "2020-01-01"},
    "windows": {
      "pdb": {"GUID": "00000000000000000000000000000000", "age": 1, "database": "ntkrnlmp.pdb", "machine_type": 34404},
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
    "_SOMETHING": {"kind": "struct", "size": 4, "fields": {"A": {"offset": 0, "type": {"kind": "base", "name": "unsigned long"}}}}
  },
  "enums": {},
  "symbols": {}
}
"#;

#[test]
fn what_agrees() {
    expect![[r#"
        x.json: an ISF file, held against 2004/x64, the release of the build that it states: ETW_PMC_SUPPORT, _LIST_ENTRY agree; not known here: SOMETHING
    "#]]
    .assert_eq(&said(PMC));
    let minified: String = PMC.lines().map(str::trim).collect();
    assert_eq!(said(&minified), said(PMC));
}

#[test]
fn what_differs() {
    let wrong = PMC
        .replace("\"offset\": 20", "\"offset\": 16")
        .replace("\"size\": 32, \"fields\"", "\"size\": 40, \"fields\"");
    expect![[r#"
        error[size]: ETW_PMC_SUPPORT has 0x28 bytes in the file and 0x20 here
          --> x.json:17:6
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 40, "fields": {
           |      ^^^^^^^^^^^^^^^^
           = here: 2004/x64, by chappell-etw-pmc-support

        error[moved]: ETW_PMC_SUPPORT.CountersCount lies at 0x10 in the file and at 0x14 here
          --> x.json:21:8
           |
        21 |       "CountersCount": {"offset": 16, "type": {"kind": "base", "name": "unsigned long"}},
           |        ^^^^^^^^^^^^^
           = here: 2004/x64, by chappell-etw-pmc-support, confirmed: A public symbol file of this very release gives the same.

        x.json: an ISF file, held against 2004/x64, the release of the build that it states: _LIST_ENTRY agrees; ETW_PMC_SUPPORT does not agree (2 differences); not known here: SOMETHING
    "#]]
    .assert_eq(&said(&wrong));
    let minified: String = wrong.lines().map(str::trim).collect();
    expect![[r#"
        error[size]: ETW_PMC_SUPPORT has 0x28 bytes in the file and 0x20 here
          --> x.json:1
          = here: 2004/x64, by chappell-etw-pmc-support

        error[moved]: ETW_PMC_SUPPORT.CountersCount lies at 0x10 in the file and at 0x14 here
          --> x.json:1
          = here: 2004/x64, by chappell-etw-pmc-support, confirmed: A public symbol file of this very release gives the same.

        x.json: an ISF file, held against 2004/x64, the release of the build that it states: _LIST_ENTRY agrees; ETW_PMC_SUPPORT does not agree (2 differences); not known here: SOMETHING
    "#]]
    .assert_eq(&said(&minified));
    let older = PMC.replace("19041", "9200");
    expect![[r#"
        error[size]: ETW_PMC_SUPPORT has 0x20 bytes in the file and 0x28 here
          --> x.json:17:6
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |      ^^^^^^^^^^^^^^^^
           = here: 6.2/x64, by chappell-etw-pmc-support

        error[type]: ETW_PMC_SUPPORT.Source is `_KPROFILE_SOURCE *` in the file and `KPROFILE_SOURCE [4]` here
          --> x.json:18:8
           |
        18 |       "Source": {"offset": 0, "type": {"kind": "pointer", "subtype": {"kind": "enum", "name": "_KPROFILE_SOURCE"}}},
           |        ^^^^^^
           = here: 6.2/x64, by chappell-etw-pmc-support, confirmed: A public symbol file of this very release gives the same.

        error[moved]: ETW_PMC_SUPPORT.HookIdCount lies at 0x08 in the file and at 0x10 here
          --> x.json:19:8
           |
        19 |       "HookIdCount": {"offset": 8, "type": {"kind": "base", "name": "unsigned long"}},
           |        ^^^^^^^^^^^
           = here: 6.2/x64, by chappell-etw-pmc-support, confirmed: A public symbol file of this very release gives the same.
           = the same is true of 3 that follow

        x.json: an ISF file, held against 6.2/x64, the release of the build that it states: _LIST_ENTRY agrees; ETW_PMC_SUPPORT does not agree (6 differences), but with 1903 to 11-24H2 on x64; not known here: SOMETHING
    "#]]
    .assert_eq(&said(&older));
    let x86 = PMC.replace("34404", "332");
    expect![[r#"
        error[pointer]: ETW_PMC_SUPPORT has pointers of 8 bytes in the file and of 4 here: it is of another architecture
          --> x.json:17:6
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |      ^^^^^^^^^^^^^^^^
           = here: 2004/x86, by chappell-etw-pmc-support

        error[size]: ETW_PMC_SUPPORT has 0x20 bytes in the file and 0x18 here
          --> x.json:17:6
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |      ^^^^^^^^^^^^^^^^
           = here: 2004/x86, by chappell-etw-pmc-support

        error[moved]: ETW_PMC_SUPPORT.HookIdCount lies at 0x08 in the file and at 0x04 here
          --> x.json:19:8
           |
        19 |       "HookIdCount": {"offset": 8, "type": {"kind": "base", "name": "unsigned long"}},
           |        ^^^^^^^^^^^
           = here: 2004/x86, by chappell-etw-pmc-support, confirmed: A public symbol file of this very release gives the same.
           = the same is true of 3 that follow

        error[pointer]: _LIST_ENTRY has pointers of 8 bytes in the file and of 4 here: it is of another architecture
          --> x.json:24:6
           |
        24 |     "_LIST_ENTRY": {"kind": "struct", "size": 16, "fields": {
           |      ^^^^^^^^^^^
           = here: 2004/x86, by vergilius-kernels-data

        error[size]: _LIST_ENTRY has 0x10 bytes in the file and 0x08 here
          --> x.json:24:6
           |
        24 |     "_LIST_ENTRY": {"kind": "struct", "size": 16, "fields": {
           |      ^^^^^^^^^^^
           = here: 2004/x86, by vergilius-kernels-data

        error[moved]: _LIST_ENTRY.Blink lies at 0x08 in the file and at 0x04 here
          --> x.json:26:8
           |
        26 |       "Blink": {"offset": 8, "type": {"kind": "pointer", "subtype": {"kind": "struct", "name": "_LIST_ENTRY"}}}
           |        ^^^^^
           = here: 2004/x86, by vergilius-kernels-data

        x.json: an ISF file, held against 2004/x86, the release of the build that it states: ETW_PMC_SUPPORT does not agree (6 differences), but with 1903 to 11-24H2 on x64; _LIST_ENTRY does not agree (3 differences), but with 5.2 to 11-24H2 on x64; not known here: SOMETHING
    "#]]
    .assert_eq(&said(&x86));
}

#[test]
fn bits_values_and_members_without_a_name() {
    expect![[r#"
        error[bits]: _KMUTANT.AbEnabled is bit 2 width 1 in the file and bit 1 width 1 here
          --> x.json:14:5
           |
        14 |    "AbEnabled": {"offset": 0, "type": {"kind": "bitfield", "bit_position": 2, "bit_length": 1, "type": {"kind": "base", "name": "unsigned char"}}}}}},
           |     ^^^^^^^^^
           = here: 2004/x64, by vergilius-kernels-data

        error[value]: _KPROFILE_SOURCE: `ProfileAlignmentFixup` is 2 in the file and 1 here
          --> x.json:15:93
           |
        15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
           |                                                                                             ^^^^^^^^^^^^^^^^^^^^^
           = here: 2004/x64, by vergilius-kernels-data

        error[value]: _KPROFILE_SOURCE: `ProfileTotalIssues` (2) is not in the file
          --> x.json:15:13
           |
        15 |  "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}
           |             ^^^^^^^^^^^^^^^^
           = here: 2004/x64, by vergilius-kernels-data
           = the same is true of 22 that follow

        x.json: an ISF file, held against 2004/x64, as it states: _KMUTANT does not agree (1 difference); _KPROFILE_SOURCE does not agree (24 differences)
    "#]]
    .assert_eq(&said(r#"{"metadata": {"producer": {"comment": ["_KMUTANT at 2004/x64, by hand"]}},
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
 "enums": {"_KPROFILE_SOURCE": {"size": 4, "base": "long", "constants": {"ProfileTime": 0, "ProfileAlignmentFixup": 2}}}}"#));
}

#[test]
fn what_is_no_isf() {
    expect![[r#"
        it begins as JSON and is no ISF: line 1, column 17: EOF while parsing an object; pass the whole file as Volatility's tools write it
    "#]]
    .assert_eq(&said("{\"user_types\": {}"));
    expect![[r#"
        it begins as JSON and is no ISF: line 1, column 8: missing field `metadata`; pass the whole file as Volatility's tools write it
    "#]]
    .assert_eq(&said("{\"a\": 1}"));
    expect![[r#"
        it looks like a profile of Rekall, which is not read; expected a C header, an ISF file, or what WinDbg's `dt` or `dx` prints
    "#]]
    .assert_eq(&said("{\"$STRUCTS\": {}}"));
    expect![[r#"
        it begins as JSON and is no ISF: line 1, column 24: missing field `kind`; pass the whole file as Volatility's tools write it
    "#]]
    .assert_eq(&said("{\"user_types\": {\"_X\": {}}}"));
    expect![[r#"
        it begins as JSON and is no ISF: line 2, column 11: missing field `offset`; pass the whole file as Volatility's tools write it
    "#]]
    .assert_eq(&said("{\"metadata\": {}, \"enums\": {}, \"base_types\": {\"pointer\": {\"size\": 8}, \"void\": {\"size\": 0}}, \"user_types\": {\"_LIST_ENTRY\": {\"kind\": \"struct\", \"size\": 16, \"fields\": {\n\"Flink\": {},\n\"Blink\": {\"offset\": 8, \"type\": {\"kind\": \"array\", \"count\": 1, \"subtype\": {\"kind\": \"base\", \"name\": \"int\"}}},\n\"Bits\": {\"offset\": 0, \"type\": {\"kind\": \"odd\"}}}}}}"));
    expect![[r#"
        warning[not-understood]: _ETW_PMC_SUPPORT: `HookId`: the kind `odd` is not known; left out
          --> x.json:17:5
           |
        17 |     "_ETW_PMC_SUPPORT": {"kind": "struct", "size": 32, "fields": {
           |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        x.json: an ISF file, held against 10.0.19041.1/x64, as it states: _LIST_ENTRY agrees; not known here: SOMETHING; 1 part was not judged
    "#]]
    .assert_eq(&said(&PMC.replace(
            "\"kind\": \"base\", \"name\": \"unsigned short\"",
            "\"kind\": \"odd\"",
        )));
    let deep = format!(
        "{{\"metadata\": {{}}, \"base_types\": {{}}, \"enums\": {{}}, \"user_types\": {{\"_LIST_ENTRY\": {{\"kind\": \"struct\", \"size\": 1, \"fields\": {{\"Flink\": {{\"offset\": 0, \"type\": {}1{}}}}}}}}}}}",
        "{\"kind\": \"pointer\", \"subtype\": ".repeat(100),
        "}".repeat(100)
    );
    expect![[r#"
        it begins as JSON and is no ISF: line 1, column 3251: invalid type: integer `1`, expected an object with the `kind` of a type; pass the whole file as Volatility's tools write it
    "#]]
    .assert_eq(&said(&deep));
}
