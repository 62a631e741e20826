//! Tests of errors about constants: file, line and expectation.

use expect_test::{Expect, expect};
use strata_core::constants::ConstantSet;
use strata_server::data::DataFiles;

const LOGGER: &str = "structures/etw_um_logger_context.toml";
const CONSTANTS: &str = "constants.toml";

/// Checks the errors of loading after one text of a data file was replaced.
#[track_caller]
fn mistaken(file: &str, from: &str, to: &str, expected: &Expect) {
    let built_in = DataFiles::built_in();
    let text = built_in.text(file).unwrap_or_default();
    assert!(text.contains(from), "{file} has no {from}");
    let text = text.replacen(from, to, 1);
    let mistakes = built_in.with(file, text).load().err().unwrap_or_default();
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    expected.assert_eq(&told.concat());
}

#[test]
fn mistakes_are_underlined() {
    let set = r#"constants = "logger-mode""#;
    mistaken(
        LOGGER,
        set,
        r#"constants = "logger-modes""#,
        &expect![[r#"
            error[data]: there is no set of constants `logger-modes`
               --> structures/etw_um_logger_context.toml:495:13
                |
            495 | constants = "logger-modes"
                |             ^^^^^^^^^^^^^^
        "#]],
    );
    mistaken(
        LOGGER,
        set,
        r#"constants = "Logger Mode""#,
        &expect![[r#"
            error[data]: `Logger Mode` is not an id: expected lower-case letters, digits and hyphens, as in logger-id
               --> structures/etw_um_logger_context.toml:495:13
                |
            495 | constants = "Logger Mode"
                |             ^^^^^^^^^^^^^
            error[data]: there is no set of constants `Logger Mode`
               --> structures/etw_um_logger_context.toml:495:13
                |
            495 | constants = "Logger Mode"
                |             ^^^^^^^^^^^^^
        "#]],
    );
    let both = format!("{set}\npages_of = \"buffer-size\"");
    mistaken(
        LOGGER,
        set,
        &both,
        &expect![[r#"
        error[data]: a member has one meaning: either `constants` or `pages_of`
           --> structures/etw_um_logger_context.toml:496:12
            |
        496 | pages_of = "buffer-size"
            |            ^^^^^^^^^^^^^
    "#]],
    );
    let both = "constants = \"logger-mode\"\ncounted_by = \"buffer-size\"";
    mistaken(
        LOGGER,
        set,
        both,
        &expect![[r#"
        error[data]: a member has one meaning: either `constants` or `counted_by`
           --> structures/etw_um_logger_context.toml:496:14
            |
        496 | counted_by = "buffer-size"
            |              ^^^^^^^^^^^^^
        error[data]: `counted_by` is for an array, but this row declares none: remove the key, or declare an array such as `ULONG Values [ANYSIZE_ARRAY];`
           --> structures/etw_um_logger_context.toml:496:14
            |
        496 | counted_by = "buffer-size"
            |              ^^^^^^^^^^^^^
    "#]],
    );
    let pages = r#"pages_of = "buffer-size""#;
    mistaken(
        LOGGER,
        pages,
        r#"pages_of = "buffer""#,
        &expect![[r#"
        error[data]: there is no row `buffer`
           --> structures/etw_um_logger_context.toml:283:12
            |
        283 | pages_of = "buffer"
            |            ^^^^^^^^
    "#]],
    );
    let source = r#"source = "mingw-evntrace""#;
    mistaken(
        CONSTANTS,
        source,
        r#"source = "mingw""#,
        &expect![[r#"
            error[data]: there is no source `mingw`
               --> constants.toml:135:10
                |
            135 | source = "mingw"
                |          ^^^^^^^
                = did you mean `mingw-evntrace`?
        "#]],
    );
    let value = "EVENT_TRACE_SECURE_MODE = 0x80";
    mistaken(
        CONSTANTS,
        value,
        "EVENT_TRACE_SECURE_MODE = 0xc0",
        &expect![[r#"
            error[data]: `EVENT_TRACE_SECURE_MODE` and `EVENT_TRACE_NONSTOPPABLE_MODE` of the set `logger-mode` overlap: a number would have both names
              --> constants.toml:31:5
               |
            31 |     "EVENT_TRACE_SECURE_MODE = 0xc0",
               |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
    let guid = "{68fdd900-4a3e-11d1-84f4-0000f80464e3}";
    mistaken(
        CONSTANTS,
        guid,
        "{68fdd900-4a3e}",
        &expect![[r#"
            error[data]: `{68fdd900-4a3e}` is not a GUID: expected {9e814aad-3204-11d2-9a82-006008a86939}, with or without braces
               --> constants.toml:137:5
                |
            137 |     "EventTraceGuid = {68fdd900-4a3e}",
                |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        "#]],
    );
    mistaken(
        CONSTANTS,
        r#"kind = "flags""#,
        r#"kind = "bits""#,
        &expect![[r#"
            error[data]: `bits` is not a kind of set: expected flags or values
             --> constants.toml:7:8
              |
            7 | kind = "bits"
              |        ^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:21:7
               |
            21 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:47:7
               |
            47 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:53:7
               |
            53 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:64:7
               |
            64 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:71:7
               |
            71 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:79:7
               |
            79 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
              --> constants.toml:88:7
               |
            88 | set = "logger-mode"
               |       ^^^^^^^^^^^^^
            error[data]: there is no set of constants `logger-mode`
               --> structures/etw_um_logger_context.toml:495:13
                |
            495 | constants = "logger-mode"
                |             ^^^^^^^^^^^^^
        "#]],
    );
}

#[test]
fn a_folder_of_ones_own_adds_to_the_constants() {
    let text = r#"
        [[constants]]
        set = "clock-type"
        source = "windows-sdk"
        values = ["OURS = 7"]
    "#;
    let own = DataFiles::default().with(CONSTANTS, text.to_owned());
    let files = DataFiles::built_in().overlaid(own);
    let (_, dataset) = files
        .load()
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    let clocks = dataset
        .catalogue()
        .constants()
        .sets()
        .find(|set| set.id.as_str() == "clock-type");
    let release = "6.1".parse().unwrap_or_else(|error| panic!("{error}"));
    let name = |set: &ConstantSet, number| set.named(number, release).map(|c| c.name.to_string());
    let names = clocks.map(|set| [1, 7].map(|number| name(set, number)));
    let expected = ["EVENT_TRACE_CLOCK_PERFCOUNTER", "OURS"].map(|name| Some(name.to_owned()));
    assert_eq!(names, Some(expected));
}

const HEADER: &str = "types/WNODE_HEADER.toml";

#[test]
fn mistakes_about_the_constants_of_a_nested_type_are_underlined() {
    let member = r#"member = "ClientContext""#;
    mistaken(
        HEADER,
        member,
        r#"member = "Context""#,
        &expect![[r#"
            error[data]: there is no member `Context`
             --> types/WNODE_HEADER.toml:8:10
              |
            8 | member = "Context"
              |          ^^^^^^^^^
        "#]],
    );
    mistaken(
        HEADER,
        member,
        r#"member = "Guid""#,
        &expect![[r#"
            error[data]: `Guid` is not an unsigned number in all layouts: only such members have constants
             --> types/WNODE_HEADER.toml:8:10
              |
            8 | member = "Guid"
              |          ^^^^^^
        "#]],
    );
    mistaken(
        HEADER,
        member,
        r#"member = "Flags""#,
        &expect![[r#"
            error[data]: the member with constants `Flags` already exists
              --> types/WNODE_HEADER.toml:13:10
               |
            13 | member = "Flags"
               |          ^^^^^^^
        "#]],
    );
    mistaken(
        HEADER,
        r#"set = "clock-type""#,
        r#"set = "clocks""#,
        &expect![[r#"
            error[data]: there is no set of constants `clocks`
             --> types/WNODE_HEADER.toml:9:7
              |
            9 | set = "clocks"
              |       ^^^^^^^^
        "#]],
    );
    mistaken(
        HEADER,
        r#"source = "learn-wnode-header""#,
        r#"source = "learn""#,
        &expect![[r#"
            error[data]: there is no source `learn`
              --> types/WNODE_HEADER.toml:10:10
               |
            10 | source = "learn"
               |          ^^^^^^^
               = did you mean `learn-logging-mode-constants`?
        "#]],
    );
}
