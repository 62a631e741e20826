//! Tests of errors and their suggestions: one line each.

use std::collections::BTreeSet;

use axum::http::Method;
use expect_test::{Expect, expect};

use crate::client::{api, get};

#[track_caller]
fn check(path: &str, expected: &Expect) {
    expected.assert_eq(&get(path).problem());
}

#[test]
fn a_member_that_is_not_there_has_near_names() {
    check(
        "/structures/_EPROCESS/members/Tokn",
        &expect![[r#"
            404 _EPROCESS has no member `Tokn`.
            reason: unknown
            suggestions: Token
        "#]],
    );
    check(
        "/structures/ETW_REALTIME_CONSUMER/members/LoggrId",
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no member `LoggrId`.
            reason: unknown
            suggestions: logger-id
        "#]],
    );
    check(
        "/structures/ETW_REALTIME_CONSUMER/members/Lnks.Blink",
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no member `Lnks.Blink`.
            reason: unknown
            suggestions: links
        "#]],
    );
}

#[test]
fn a_structure_that_is_not_there() {
    check(
        "/structures/_etw_pcm_suport",
        &expect![[r#"
            404 There is no structure `_etw_pcm_suport`.
            reason: unknown
            suggestions: ETW_PMC_SUPPORT, _ETW_IPT_SUPPORT, _ETW_LBR_SUPPORT
        "#]],
    );
    check(
        "/structures/nothing",
        &expect![[r#"
            404 There is no structure `nothing`.
            reason: unknown
        "#]],
    );
}

#[test]
fn a_point_that_is_not_there_has_a_reason() {
    check(
        "/structures/etw_realtime_consumer/layouts/5.2/x64",
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no layout at 5.2/x64: absent, because the source has it from 6.0 on.
            reason: absent
            suggestions: 6.0/x64, 6.1/x64, 6.2/x64, 6.3/x64, 10.0/x64
        "#]],
    );
    check(
        "/structures/etw_realtime_consumer/layouts/5.1/x64",
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no layout at 5.1/x64: absent, because 5.1 had no x64 edition.
            reason: absent
            suggestions: 6.0/x64, 6.1/x64, 6.2/x64, 6.3/x64, 10.0/x64
        "#]],
    );
    check(
        "/structures/etw_um_logger_context/layouts/1607/x64",
        &expect![[r#"
            404 ETW_UM_LOGGER_CONTEXT has no layout at 1607/x64: not stated, because the source ends at 10.0.
            reason: not stated
            suggestions: 10.0/x64, 6.3/x64, 6.2/x64, 6.1/x64, 6.0/x64
        "#]],
    );
    check(
        "/structures/etw_realtime_consumer/layouts/6.1/arm64",
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no layout at 6.1/arm64: absent, because 6.1 had no arm64 edition.
            reason: absent
            suggestions: 6.1/x86, 6.1/x64, 6.0/x86, 6.0/x64, 6.2/x86
        "#]],
    );
    check(
        "/structures/_EX_TIMER/layouts/22H2/x64",
        &expect![[r#"
        404 _EX_TIMER has no layout at 22H2/x64: declared, but not defined by the symbol file of that kernel.
        reason: declared
    "#]],
    );
    check(
        "/structures/_ETW_IPT_SUPPORT/layouts/6.1/x64",
        &expect![[r#"
            404 _ETW_IPT_SUPPORT has no layout at 6.1/x64: absent, because the symbol file of that kernel does not name it.
            reason: absent
            suggestions: 1803/x64, 1809/x64, 1903/x64, 1909/x64, 2004/x64
        "#]],
    );
    check(
        "/structures/etw_silodriverstate/layouts/10.0.1.2/x64",
        &expect![[r#"
            404 ETW_SILODRIVERSTATE has no layout at 10.0.1.2/x64: not stated, because its build belongs to no known release.
            reason: not stated
            suggestions: 11-24H2/x64, 11-23H2/x64, 11-22H2/x64, 11-21H2/x64, server-2022/x64
        "#]],
    );
}

#[test]
fn a_version_that_is_none_or_several() {
    check(
        "/structures/etw_pmc_support/layouts/6.4/x64",
        &expect![[r#"
            404 There is no version `6.4`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
            reason: unknown
            suggestions: 6.0, 6.1, 6.2, 6.3
        "#]],
    );
    check(
        "/structures/etw_pmc_support/layouts/H2/x64",
        &expect![[r#"
            404 `H2` could mean several versions: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
            reason: unknown
            suggestions: 20H2, 21H2, 22H2, 11-21H2, 11-22H2
        "#]],
    );
    check(
        "/structures/etw_pmc_support/layouts/6.1/ia64",
        &expect![[r#"
            404 There is no architecture `ia64`: expected x86, x64 or arm64.
            reason: unknown
            suggestions: x86, x64
        "#]],
    );
}

#[test]
fn a_point_may_have_a_blank_where_its_slash_is() {
    let path = "/structures/etw_realtime_consumer/diff";
    let with_slash = get(&format!("{path}?from=6.1/x64&to=6.2/x64")).data();
    let with_blank = get(&format!("{path}?from=6.1+x64&to=6.2%20x64")).data();
    assert_eq!(with_slash, with_blank);
}

#[test]
fn a_diff_needs_two_points() {
    let path = "/structures/etw_realtime_consumer/diff";
    check(
        path,
        &expect![[r#"
            400 `from` is a version and an architecture, or an image: from=6.1/x64
        "#]],
    );
    check(
        &format!("{path}?from=6.1/x64&to=6.2"),
        &expect![[r#"
            400 `to` is a version and an architecture, or an image: to=6.1/x64
        "#]],
    );
    check(
        &format!("{path}?from=6.1/x64&to=6.2/x64/"),
        &expect![[r#"
            400 `to` is a version and an architecture, or an image: to=6.1/x64
        "#]],
    );
    check(
        &format!("{path}?from=6.1/x64&to=5.0/x86"),
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no layout at 5.0/x86: absent, because the source has it from 6.0 on.
            reason: absent
            suggestions: 6.0/x86, 6.1/x86, 6.2/x86, 6.3/x86, 10.0/x86
        "#]],
    );
    check(
        &format!("{path}?from=6.1/x64&to=9/x64"),
        &expect![[r#"
            404 `9` could mean several versions: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
            reason: unknown
            suggestions: 1709, 1809, 1903, 1909
        "#]],
    );
}

#[test]
fn a_row_that_is_not_there() {
    check(
        "/structures/etw_realtime_consumer/members/proces-handle",
        &expect![[r#"
            404 ETW_REALTIME_CONSUMER has no member `proces-handle`.
            reason: unknown
            suggestions: process-handle, pipe-handle
        "#]],
    );
}

#[test]
fn parameters_that_make_no_sense() {
    check(
        "/structures?limit=0",
        &expect![[r#"
        400 `limit` is a number from 1 to 200
    "#]],
    );
    check(
        "/structures?limit=many",
        &expect![[r#"
        400 `limit` is a number from 1 to 200
    "#]],
    );
    check(
        "/structures?cursor=xyz",
        &expect![[r#"
        400 `cursor` must be the `next` value of the previous page, unchanged
    "#]],
    );
    check(
        "/structures?q=a&q=b",
        &expect![[r#"
        400 `q` is given twice
    "#]],
    );
    check(
        "/structures?page=2",
        &expect![[r#"
            400 there is no parameter `page`: this resource takes q, kind, module, image, source, changed_in, limit, cursor
        "#]],
    );
    check(
        "/releases?_=1",
        &expect![[r#"
        400 there is no parameter `_`: this resource takes none
    "#]],
    );
    check(
        "/structures/etw_pmc_support/layouts/6.2/x64?format=xml",
        &expect![[r#"
            400 `format` is one of json, c, dt, synthetic, isf, rust, ksy, cstruct, hexpat, csv, md, pahole, 010
        "#]],
    );
    check(
        "/structures/%ff",
        &expect![[r#"
            400 `name` is percent-encoded UTF-8
        "#]],
    );
}

#[test]
fn a_path_that_is_no_resource() {
    check(
        "/nothing",
        &expect![[r#"
        404 the API has no resource `/api/v1/nothing`; /api/v1/openapi.json lists all resources
        suggestions: /api/v1/openapi.json
    "#]],
    );
    check(
        "/releases/",
        &expect![[r#"
        404 the API has no resource `/api/v1/releases/`; /api/v1/openapi.json lists all resources
        suggestions: /api/v1/releases, /api/v1/openapi.json
    "#]],
    );
    check(
        "/structures/etw_pmc_support/layouts/6.2",
        &expect![[r#"
        404 the API has no resource `/api/v1/structures/etw_pmc_support/layouts/6.2`; /api/v1/openapi.json lists all resources
        suggestions: /api/v1/openapi.json
    "#]],
    );
}

#[test]
fn what_is_part_of_another_resource_leads_there() {
    let document = "/api/v1/openapi.json";
    for (path, instead) in [
        ("/types", "/api/v1/structures"),
        ("/sources", "/api/v1/dataset"),
        ("/dialects", document),
        (
            "/structures/etw_pmc_support/layouts",
            "/api/v1/structures/etw_pmc_support",
        ),
    ] {
        let answer = get(path);
        assert_eq!(answer.status, 404, "{path}");
        let suggestions = &answer.json()["suggestions"];
        assert_eq!(suggestions[0], instead, "{path}");
        let all = suggestions.as_array().map(Vec::as_slice);
        let unique: BTreeSet<&str> = all
            .into_iter()
            .flatten()
            .filter_map(|it| it.as_str())
            .collect();
        assert_eq!(all.map(<[_]>::len), Some(unique.len()), "{path}");
        assert_eq!(all.and_then(<[_]>::last), Some(&document.into()), "{path}");
        if instead != document {
            let there = instead.trim_start_matches(crate::client::ROOT);
            assert_eq!(get(there).status, 200, "{instead}");
        }
    }
}

#[test]
fn a_format_that_is_not_offered() {
    let image = [("accept", "image/png")];
    let layout = "/structures/etw_pmc_support/layouts/6.2/x64";
    expect![[r#"
        406 this resource is available as application/json, text/x-c; charset=utf-8, text/plain; charset=utf-8, application/x-isf+json, text/x-rust; charset=utf-8, text/x-ksy; charset=utf-8, text/csv; charset=utf-8, text/markdown; charset=utf-8
    "#]]
    .assert_eq(&api().get(layout, &image).problem());
    expect![[r#"
        406 this resource is available as application/json
    "#]]
    .assert_eq(&api().get("/releases", &image).problem());
}

#[test]
fn a_method_that_is_not_offered() {
    let answer = api().ask(&Method::PUT, "/releases", &[], Vec::new());
    expect![[r#"
        405 this resource does not support PUT; the Allow header lists the supported methods
    "#]]
    .assert_eq(&answer.problem());
    let decode = "/structures/etw_pmc_support/layouts/6.2/x64/decode";
    let answer = api().get(decode, &[]);
    assert_eq!(answer.header(&axum::http::header::ALLOW), "POST");
    let answer = api().ask(&Method::OPTIONS, "/releases", &[], Vec::new());
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header(&axum::http::header::ALLOW), "GET,HEAD");
}

#[test]
fn what_is_not_known_has_that_for_its_reason() {
    for path in [
        "/structures/nothing",
        "/structures/ETW_REALTIME_CONSUMER/layouts/9.9/x64",
        "/structures/ETW_REALTIME_CONSUMER/layouts/11/x64",
        "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/ia64",
    ] {
        let problem = get(path).json();
        assert_eq!(problem["status"], 404, "{path}");
        assert_eq!(problem["reason"], "unknown", "{path}");
    }
}

/// An image whose symbol file lacks the type is not reported as missing.
#[test]
fn an_image_that_is_known_is_not_said_to_be_missing() {
    check(
        "/structures/ETW_UM_LOGGER_CONTEXT/layouts/10.0.19041.2965/x64",
        &expect![[r#"
            404 ETW_UM_LOGGER_CONTEXT has no layout at 10.0.19041.2965/x64: not stated, because no symbol file names it, and its source covers releases only.
            reason: not stated
            suggestions: 10.0/x64, 6.3/x64, 6.2/x64, 6.1/x64, 6.0/x64
        "#]],
    );
}

#[test]
fn a_build_of_which_nothing_is_stated_leads_to_those_that_are_known() {
    let build = "10.0.19045.3803";
    let lookup = format!("/lookup?offset=0x58&arch=x64&version={build}");
    check(
        &lookup,
        &expect![[r#"
            404 Nothing is stated at 10.0.19045.3803/x64: no source covers it.
            reason: not stated
            suggestions: 10.0.19041.3570, 10.0.19041.3448, 10.0.19041.3324, 10.0.19041.2965, 10.0.19041.2846
        "#]],
    );
    let layout = format!("/structures/_EPROCESS/layouts/{build}/x64");
    check(
        &layout,
        &expect![[r#"
            404 _EPROCESS has no layout at 10.0.19045.3803/x64: not stated, because no symbol file of that build, which belongs to 22H2, is in the data.
            reason: not stated
            suggestions: 10.0.19041.3570/x64, 10.0.19041.3448/x64, 10.0.19041.3324/x64, 10.0.19041.2965/x64, 10.0.19041.2846/x64
        "#]],
    );
    let resolved = get(&format!("/resolve?q={build}")).data();
    for path in [lookup, layout] {
        assert_eq!(get(&path).json()["resolved"], resolved, "{path}");
    }
    check(
        "/resolve?q=9.9",
        &expect![[r#"
            404 There is no version `9.9`: expected a release such as 6.1 or 1607, or a build such as 10.0.19041.264.
            reason: unknown
            suggestions: 6.3, 10.0
        "#]],
    );
}

#[test]
fn an_edition_that_never_was_is_absent() {
    check(
        "/structures/_EPROCESS/layouts/xp/x64",
        &expect![[r#"
            404 _EPROCESS has no layout at 5.1/x64: absent, because 5.1 had no x64 edition.
            reason: absent
            suggestions: 5.2/x64, 6.0/x64, 6.1/x64, 6.2/x64, 6.3/x64
        "#]],
    );
    check(
        "/lookup?offset=0x58&arch=x64&version=5.0",
        &expect![[r#"
            404 5.0 had no x64 edition.
            reason: absent
            suggestions: 5.2, 6.0, 6.1, 6.2, 6.3
        "#]],
    );
}

#[test]
fn a_module_of_which_nothing_is_known_leads_to_the_kernel() {
    check(
        "/structures/ntdll!_PEB",
        &expect![[r#"
            404 There is no structure `ntdll!_PEB`.
            reason: unknown
            suggestions: _PEB
        "#]],
    );
    check(
        "/images?module=ntkrnlpa",
        &expect![[r#"
            404 There is no module `ntkrnlpa`.
            reason: unknown
            suggestions: ntoskrnl
        "#]],
    );
}

#[test]
fn a_path_is_utf_8_as_a_query_is() {
    check(
        "/structures/%ff",
        &expect![[r#"
            400 `name` is percent-encoded UTF-8
        "#]],
    );
    check(
        "/search?q=%ff",
        &expect![[r#"
            400 `q` is percent-encoded UTF-8
        "#]],
    );
}

#[test]
fn the_root_may_have_a_slash_behind_it() {
    assert_eq!(get("/").data(), get("").data());
}
