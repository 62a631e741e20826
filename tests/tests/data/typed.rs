//! Tests that typed points resolve to the intended points, in the built-in data.

use expect_test::{Expect, expect};
use strata_core::lookup::{self, Suggestion};
use strata_tests::data::dataset;

#[track_caller]
fn check(name: &str, near: &str, texts: &[&str], expected: &Expect) {
    let structure = dataset().structure(name).expect("it is there");
    let lines: String = texts
        .iter()
        .map(
            |text| match lookup::typed(structure, text, near.parse().ok()) {
                Ok(found) => format!("{text}: {}\n", found.layout.point),
                Err(missing) => {
                    let near: Vec<String> =
                        missing.suggestions.iter().map(Suggestion::text).collect();
                    format!("{text}: no; {} {}\n", missing.detail, near.join(", "))
                }
            },
        )
        .collect();
    expected.assert_eq(&lines);
}

#[test]
fn versions_and_architectures_in_any_order() {
    check(
        "ETW_REALTIME_CONSUMER",
        "6.1/x86",
        &[
            "6.2",
            "6.2 x64",
            "x64/6.2",
            " 1809 , X86 ",
            "win7 amd64",
            "7",
            "Windows 10 1607",
            "19041",
            "10.0.17763 x64",
            "7601",
            "x64",
        ],
        &expect![[r#"
            6.2: 6.2/x86
            6.2 x64: 6.2/x64
            x64/6.2: 6.2/x64
             1809 , X86 : 1809/x86
            win7 amd64: 6.1/x64
            7: 6.1/x86
            Windows 10 1607: 1607/x86
            19041: 2004/x86
            10.0.17763 x64: 1809/x64
            7601: 6.1.7601.17514/x64
            x64: 6.1/x64
        "#]],
    );
}

#[test]
fn where_there_is_no_such_architecture_another_is_taken_unless_it_was_typed() {
    check(
        "ETW_UM_LOGGER_CONTEXT",
        "5.2/x64",
        &["5.1", "5.1 x64", "5.1 arm64"],
        &expect![[r#"
            5.1: 5.1/x86
            5.1 x64: no; ETW_UM_LOGGER_CONTEXT has no layout at 5.1/x64: absent, because 5.1 had no x64 edition. 5.2/x64, 6.0/x64, 6.1/x64, 6.2/x64, 6.3/x64
            5.1 arm64: no; ETW_UM_LOGGER_CONTEXT has no layout at 5.1/arm64: absent, because 5.1 had no arm64 edition. 5.1/x86, 5.0/x86, 5.2/x86, 5.2/x64, 6.0/x86
        "#]],
    );
}

#[test]
fn builds_with_their_revision_are_points_of_their_own() {
    check(
        "ETW_REALTIME_CONSUMER",
        "",
        &["10.0.19041.264", "19041.264", "19041.1", "10.0.19041.1"],
        &expect![[r#"
            10.0.19041.264: 10.0.19041.264/x64
            19041.264: 10.0.19041.264/x64
            19041.1: no; ETW_REALTIME_CONSUMER has no layout at 10.0.19041.1/x64: not stated, because no symbol file of that build, which belongs to 2004, is in the data. 10.0.19041.264/x64, 10.0.19041.329/x64, 10.0.19041.388/x64, 10.0.19041.450/x64, 10.0.19041.508/x64
            10.0.19041.1: no; ETW_REALTIME_CONSUMER has no layout at 10.0.19041.1/x64: not stated, because no symbol file of that build, which belongs to 2004, is in the data. 10.0.19041.264/x64, 10.0.19041.329/x64, 10.0.19041.388/x64, 10.0.19041.450/x64, 10.0.19041.508/x64
        "#]],
    );
}

#[test]
fn what_may_mean_several_leads_to_each_and_nonsense_to_none() {
    check(
        "ETW_REALTIME_CONSUMER",
        "6.1/x64",
        &[
            "win10", "win11", "5.0", "H2", "nonsense", "", " / ", "x86 x64",
        ],
        &expect![[r#"
            win10: no; `win10` could mean several versions: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 10.0/x64, 1511/x64, 1607/x64, 1703/x64, 1709/x64
            win11: no; `win11` could mean several versions: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 11-21H2/x64, 11-22H2/x64, 11-23H2/x64, 11-24H2/x64
            5.0: no; ETW_REALTIME_CONSUMER has no layout at 5.0/x86: absent, because the source has it from 6.0 on. 6.0/x86, 6.1/x86, 6.2/x86, 6.3/x86, 10.0/x86
            H2: no; `H2` could mean several versions: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 20H2, 21H2, 22H2, 11-21H2, 11-22H2
            nonsense: no; There is no version `nonsense`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 
            : no; No version was given: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 
             / : no; No version was given: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 
            x86 x64: no; There is no version `x64`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264. 
        "#]],
    );
    check(
        "ETW_REALTIME_CONSUMER",
        "",
        &["x86", "6.1"],
        &expect![[r#"
            x86: 22H2/x86
            6.1: 6.1/x64
        "#]],
    );
}
