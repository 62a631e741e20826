//! Tests of exports over HTTP: single layouts in every format, by name and by Accept, and archives. Other tests prove
//! the content with the tools; these check that each request gets its export.

use std::io::{Cursor, Read};

use axum::http::{StatusCode, header};
use strata_core::export::{self, ExportRequest, Format, Pointers};
use strata_server::bundle::Bundle;
use strata_tests::data::{dataset, raw};
use zip::ZipArchive;

use crate::client::{Answer, Api, ROOT, api, get};

const LAYOUT: &str = "/structures/ETW_REALTIME_CONSUMER/layouts/6.2/x64";
const EXPORTS: &str = "/structures/ETW_PMC_SUPPORT/exports";

fn text(answer: &Answer) -> &str {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    std::str::from_utf8(&answer.body).expect("exports are UTF-8")
}

/// Core's export of [`LAYOUT`] with these options.
fn written(format: Format, depth: usize, pointers: Pointers) -> String {
    let name = "ETW_REALTIME_CONSUMER";
    let found = strata_core::lookup::layout(dataset(), name, "6.2", "x64");
    let found = found.expect("it is stated");
    let bundle =
        Bundle::new(raw(), std::sync::Arc::new(dataset().clone())).expect("the data can be packed");
    let asked = ExportRequest {
        format,
        data: bundle.url().hash(),
        depth,
    };
    let layout = &found.layout;
    export::export(dataset(), found.structure, layout, asked, pointers.into())
}

#[test]
fn an_image_is_had_as_a_whole() {
    let path = "/images/ntoskrnl-5.1.2600.5512-x86/export";
    for (format, media_type, extension) in [
        ("c", Format::C.media_type(), "h"),
        ("isf", Format::Isf.media_type(), "json"),
        ("json", "application/json", "json"),
    ] {
        let answer = get(&format!("{path}?format={format}"));
        assert_eq!(answer.header(&header::CONTENT_TYPE), media_type);
        assert_eq!(
            answer.header(&header::CONTENT_DISPOSITION),
            format!("inline; filename=\"ntoskrnl-5.1.2600.5512-x86.{extension}\"")
        );
        assert_eq!(
            answer.header(&header::CONTENT_LOCATION),
            format!("{ROOT}{path}?format={format}")
        );
        let tag = answer.header(&header::ETAG).to_owned();
        let accepted = api().get(path, &[("accept", media_type)]);
        assert_eq!(accepted.body, answer.body, "{format}");
        assert_eq!(accepted.header(&header::ETAG), tag);
        let again = api().get(
            &format!("{path}?format={format}"),
            &[("if-none-match", &tag)],
        );
        assert_eq!(
            (again.status, again.body.len()),
            (StatusCode::NOT_MODIFIED, 0)
        );
        let integers = get(&format!("{path}?format={format}&pointers=integers"));
        assert_ne!(integers.header(&header::ETAG), tag);
    }
    let all = get(path).data();
    let types = all["types"].as_array().expect("a list");
    assert_eq!(all["image"]["types"], types.len());
    for name in ["_EPROCESS", "_POOL_TYPE", "_MMPTE"] {
        let one = get(&format!("/structures/{name}/layouts/5.1.2600.5512/x86")).data();
        assert!(types.contains(&one), "{name}");
    }
    let id = "ntoskrnl-10.0.26100.1742-x64";
    let all = get(&format!("/images/{id}/export?format=json")).data();
    let types = all["types"].as_array().expect("a list");
    assert_eq!(get(&format!("/images/{id}")).data()["types"], types.len());
}

#[test]
fn every_format_is_had_by_its_name() {
    for format in Format::ALL {
        let answer = get(&format!("{LAYOUT}?format={format}"));
        assert_eq!(
            text(&answer),
            written(format, format.usual_depth(), Pointers::Typed),
            "{format}"
        );
        assert_eq!(answer.header(&header::CONTENT_TYPE), format.media_type());
        assert_eq!(
            answer.header(&header::CONTENT_DISPOSITION),
            format!(
                "inline; filename=\"ETW_REALTIME_CONSUMER-6.2-x64.{}\"",
                format.extension()
            )
        );
        assert_eq!(
            answer.header(&header::CONTENT_LOCATION),
            format!("{ROOT}{LAYOUT}?format={format}")
        );
    }
}

#[test]
fn a_format_is_had_by_accept() {
    let header = api().get(LAYOUT, &[("accept", "text/x-c")]);
    assert_eq!(header.body, get(&format!("{LAYOUT}?format=c")).body);
    let vary = header.header(&header::VARY);
    assert!(vary.contains("accept,"), "{vary}");
}

#[test]
fn depth_and_pointers_are_chosen() {
    let answer = get(
        "/structures/etw_realtime_consumer/layouts/win8/x64?pointers=integers&format=c&depth=0",
    );
    assert_eq!(text(&answer), written(Format::C, 0, Pointers::AsIntegers));
    assert_eq!(
        answer.header(&header::CONTENT_LOCATION),
        format!("{ROOT}{LAYOUT}?format=c&depth=0&pointers=integers")
    );
    // JSON is always complete: neither option has an effect.
    let whole = get(LAYOUT);
    assert_eq!(get(&format!("{LAYOUT}?depth=0")).body, whole.body);
}

#[test]
fn only_what_is_unusual_stands_in_the_canonical_query() {
    for (query, expected) in [
        ("pointers=typed", ""),
        ("pointers=integers&depth=0", "&depth=0&pointers=integers"),
        (
            "windows_types=included&depth=1&suffix=_1&prefix=A_&pointers=integers",
            "&depth=1&pointers=integers&prefix=A_&suffix=_1&windows_types=included",
        ),
    ] {
        let answer = get(&format!("{LAYOUT}?{query}&format=c"));
        let expected = format!("{ROOT}{LAYOUT}?format=c{expected}");
        assert_eq!(answer.header(&header::CONTENT_LOCATION), expected);
    }
}

#[test]
fn names_are_chosen_and_types_of_windows_may_be_there() {
    let query = "prefix=A_&suffix=_1&windows_types=included";
    let answer = get(&format!("{LAYOUT}?{query}&format=c"));
    let written = text(&answer);
    assert!(
        written.contains("} A_ETW_REALTIME_CONSUMER_1;"),
        "{written}"
    );
    assert!(!written.contains("} LIST_ENTRY;"), "{written}");
    assert_eq!(
        answer.header(&header::CONTENT_LOCATION),
        format!("{ROOT}{LAYOUT}?format=c&{query}")
    );
}

#[test]
fn what_cannot_be_chosen_is_told() {
    let formats = get(&format!("{LAYOUT}?format=cpp")).problem();
    for format in Format::ALL {
        assert!(formats.contains(format.as_str()), "{formats}");
    }
    let archive = get(&format!("{EXPORTS}?format=json")).problem();
    assert!(archive.starts_with("400 `format`: expected "), "{archive}");
    let nothing = get("/structures/ETW_PMC_SUPORT/exports").problem();
    assert!(nothing.contains("ETW_PMC_SUPPORT"), "{nothing}");
    let refused = api().get(EXPORTS, &[("accept", "text/plain")]);
    assert_eq!(refused.status, StatusCode::NOT_ACCEPTABLE);
}

/// The files of an archive, in order.
fn files(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert_eq!(answer.header(&header::CONTENT_TYPE), "application/zip");
    let mut archive = ZipArchive::new(Cursor::new(&answer.body)).expect("it is an archive");
    let count = archive.len();
    let read = |at| {
        let mut file = archive.by_index(at).expect("the file is there");
        let mut text = String::new();
        file.read_to_string(&mut text).expect("it is UTF-8");
        let name = file.name().expect("its name is UTF-8");
        (name.into_owned(), text)
    };
    (0..count).map(read).collect()
}

#[test]
fn an_archive_has_every_layout_in_every_format() {
    let answer = get(EXPORTS);
    let files = files(&answer);
    let structure = strata_core::lookup::structure(dataset(), "ETW_PMC_SUPPORT").unwrap();
    let layouts = structure.every_layout();
    let expected = Format::ALL.into_iter().flat_map(|format| {
        layouts.iter().map(move |layout| {
            let path = format!("/structures/ETW_PMC_SUPPORT/layouts/{}", layout.point);
            let text = get(&format!("{path}?format={format}"));
            let file = export::path_in_archive(&layout.structure, layout.point, format);
            (file, text.text().to_owned())
        })
    });
    assert!(expected.eq(files), "the archive has other files");
    assert_eq!(
        answer.header(&header::CONTENT_DISPOSITION),
        "inline; filename=\"strata-ETW_PMC_SUPPORT.zip\""
    );
}

#[test]
fn an_archive_of_everything_has_each_structure() {
    let files = files(&get("/exports?format=c&depth=1"));
    let layouts = dataset().audited().map(|it| it.every_layout().len());
    assert_eq!(files.len(), layouts.sum::<usize>());
    for (path, text) in files {
        assert!(path.starts_with("c/ETW_") && path.ends_with(".h"), "{path}");
        assert!(text.contains("Written by Strata"), "{path}");
    }
}

/// Every request, on every server, gets the same bytes.
#[test]
fn archives_are_the_same_everywhere() {
    let (one, other) = (get(EXPORTS), Api::started(true).get(EXPORTS, &[]));
    assert_eq!(one.body, other.body);
    let tag = one.header(&header::ETAG);
    assert_eq!(other.header(&header::ETAG), tag);
    let again = api().get(EXPORTS, &[("if-none-match", tag)]);
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    // It is compressed already.
    let coded = api().get(EXPORTS, &[("accept-encoding", "br, gzip")]);
    assert_eq!((&coded.body, coded.header(&header::ETAG)), (&one.body, tag));
}
