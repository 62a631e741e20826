//! Tests of search, type lists, uses and the offset check, as the server sends them.

use axum::http::{Method, StatusCode, header};
use strata_frontend::route::Route;
use strata_tests::client::{ask, get, page};
use strata_tests::data::dataset;
use strata_tests::html::Document;

/// The links of a search's hits.
fn hits(query: &str) -> Vec<String> {
    let text = page(&Route::search(query).to_string());
    let Some((_, list)) = text.split_once("<ol class=\"hits\">") else {
        return Vec::new();
    };
    let (list, _) = list.split_once("</ol>").expect("the list ends");
    Document::parse(list).links
}

#[test]
fn a_search_leads_to_what_it_found() {
    let consumer = "/structures/ETW_REALTIME_CONSUMER";
    for (query, first) in [
        ("etw_realtime_consumer", consumer.to_owned()),
        ("realtime consumr", consumer.to_owned()),
        (
            "ETW_REALTIME_CONSUMER+0x58 6.2 x64",
            format!("{consumer}/6.2/x64#row-logger-id-6-2"),
        ),
        (
            "LoggerId 6.1 x64 consumer",
            format!("{consumer}/6.1/x64#row-logger-id"),
        ),
        ("size 0x88", format!("{consumer}/6.2/x64")),
        ("RTL_BITMAP", "/structures/_RTL_BITMAP".to_owned()),
        ("1607", "/releases#release-1607".to_owned()),
        ("10.0.19041.264", "/images?q=10.0.19041.264".to_owned()),
    ] {
        let hits = hits(query);
        assert_eq!(hits.first(), Some(&first), "{query}: {hits:?}");
    }
}

/// The page that a member's hit links to has that member, at that point.
#[test]
fn each_hit_leads_to_a_row_that_is_there() {
    for query in [
        "ETW_REALTIME_CONSUMER+0x5a",
        "Disconnected",
        "+0x5c x86",
        "LoggerId",
        "0x10 x64",
    ] {
        let hits = hits(query);
        assert!(!hits.is_empty(), "{query}");
        for hit in hits {
            let Some((path, anchor)) = hit.split_once('#') else {
                continue;
            };
            let page = page(path);
            let id = format!("id=\"{anchor}\"");
            assert!(
                page.contains(&id),
                "{query} leads to {hit}, which is not there"
            );
        }
    }
}

#[test]
fn a_search_without_hits_teaches() {
    for path in ["/search", "/search?q=qqqqqqqq", "/search?q=x64"] {
        let text = page(path);
        assert!(!text.contains("<ol class=\"hits\">"), "{path}");
        let links = Document::parse(&text).links;
        for example in [
            "0x58 x64",
            "ETW_REALTIME_CONSUMER+0x5a",
            "size 0x88",
            "HANDLE",
        ] {
            let url = Route::search(example).to_string();
            assert!(links.contains(&url), "{path} does not lead to {url}");
            assert!(!hits(example).is_empty(), "{example}");
        }
    }
}

/// A GUID is read with or without hyphens; its kernel is listed once.
#[test]
fn a_search_says_what_it_was_read_as() {
    let found = |query: &str| page(&Route::search(query).to_string());
    assert!(found("[rcx+2E0h]").contains("Read as: offset 0x2e0, x64."));
    assert!(found("24h2").contains("The first kernels of this release"));
    for kernel in ["6.1.7601.17514", "6.1.7601.24540"] {
        assert!(found("6.1.7601").contains(&format!("/images/ntoskrnl-{kernel}-x64")));
    }
    let cut = "anything longer is cut";
    assert!(found(&"a".repeat(300)).contains(cut));
    assert!(!found("LoggerId").contains(cut));
    for unknown in [
        "00112233445566778899aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeeff",
        "{00112233-4455-6677-8899-AABBCCDDEEFF}",
    ] {
        let text = found(unknown);
        assert!(text.contains("No kernel has the PDB"), "{unknown}");
        assert!(!text.contains("<ol class=\"hits\">"), "{unknown}");
    }
    let catalogue = dataset().catalogue();
    let mut images = catalogue.images().iter();
    let (image, pdb) = images
        .find_map(|image| Some((image, image.pdb?)))
        .expect("symbol files are of a PDB");
    let guid = pdb.to_string();
    let guid = &guid[..32];
    let route = Route::image(image).to_string();
    let hyphened = [
        &guid[..8],
        &guid[8..12],
        &guid[12..16],
        &guid[16..20],
        &guid[20..],
    ]
    .join("-");
    let on_server = format!("SRV*C:\\Symbols*https://symbols/ntkrnlmp.pdb/{pdb}/ntkrnlmp.pdb");
    for known in [guid, &hyphened, &on_server] {
        let text = found(known);
        let link = format!("href=\"{route}\"");
        assert_eq!(text.matches(&link).count(), 1, "{known}");
    }
}

#[test]
fn a_path_on_a_symbol_server_leads_to_its_image() {
    let mut kernels = dataset().kernels().all().iter();
    let kernel = kernels.next_back().expect("kernels are listed");
    let path = kernel.path();
    for typed in [path.clone(), path.replace('/', "\\")] {
        let sent = get(&format!("{}&open=1", Route::search(&typed)));
        let page = Route::kernel(kernel).to_string();
        assert_eq!(sent.header(&header::LOCATION), page, "{typed}");
    }
}

#[test]
fn an_offset_past_the_end_is_answered_with_the_end() {
    let text = page(&Route::search("_EPROCESS+0xa50 22H2").to_string());
    assert!(text.contains("ends at 0xa40 in 22H2/x64"), "{text}");
}

#[test]
fn what_is_typed_is_shown_and_means_nothing_to_the_page() {
    let hostile = "\"><script>alert(1)</script>";
    let text = page(&Route::search(hostile).to_string());
    assert!(!text.contains("<script>alert"));
    assert!(text.contains("value=\"&quot;&gt;&lt;script&gt;"), "{text}");
    for path in [
        "/search?q=%",
        "/search?q=%ff%00",
        "/search?q",
        "/search?&&=",
        "/search?q=a&q=b",
    ] {
        let _ = page(path);
    }
}

#[test]
fn a_search_has_one_address_and_a_tag() {
    let moved = get("/search/?q=LoggerId");
    let target = moved.location(StatusCode::PERMANENT_REDIRECT);
    assert_eq!(target, "/search?q=LoggerId");
    let first = get("/search?q=LoggerId");
    let tag = [("if-none-match", first.header(&header::ETAG))];
    let again = ask(&Method::GET, "/search?q=LoggerId", &tag);
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let other = ask(&Method::GET, "/search?q=Links", &tag);
    assert_eq!(other.status, StatusCode::OK);
}

#[test]
fn every_page_has_one_field_to_search_in() {
    for path in [
        "/",
        "/search?q=HANDLE",
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64",
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode",
        "/validity",
        "/structures/_EPROCESS",
    ] {
        let text = page(path);
        assert_eq!(text.matches("action=\"/search\"").count(), 1, "{path}");
    }
}

/// The list has every type, page by page, those with an article first.
#[test]
fn every_type_is_listed() {
    let mut listed = Vec::new();
    let mut number = 1;
    loop {
        let links = Document::parse(&page(&format!("/structures?page={number}"))).links;
        let next = format!("/structures?page={}", number + 1);
        let known =
            |link: &&String| link.starts_with("/structures/") && link.matches('/').count() == 2;
        listed.extend(links.iter().filter(known).cloned());
        if !links.contains(&next) {
            break;
        }
        number += 1;
    }
    let first: Vec<&str> = listed.iter().take(5).map(String::as_str).collect();
    let audited: Vec<String> = dataset()
        .audited()
        .map(|it| Route::structure(&it.name).to_string())
        .collect();
    assert_eq!(first, audited);
    for structure in dataset().structures() {
        let path = Route::structure(&structure.name).to_string();
        assert!(listed.contains(&path), "{path} is not listed");
    }
}

#[test]
fn a_type_that_is_not_there_leads_to_one_that_is() {
    let missing = get("/types/RTL_BITMP").page(StatusCode::NOT_FOUND);
    let links = Document::parse(&missing).links;
    assert!(
        links.contains(&"/structures/_RTL_BITMAP".to_owned()),
        "{links:?}"
    );
    let renamed = get("/types/_rtl_bitmap");
    assert_eq!(renamed.status, StatusCode::PERMANENT_REDIRECT);
}

#[test]
fn who_uses_what_is_told_from_both_sides() {
    let ty = Document::parse(&page("/structures/_RTL_BITMAP")).links;
    let place = "/structures/ETW_REALTIME_CONSUMER/11-24H2/x64#row-reserved-buffer-space-bit-map";
    assert!(ty.contains(&place.to_owned()), "{ty:?}");
    let structure = page("/structures/ETW_REALTIME_CONSUMER");
    let links = Document::parse(&structure).links;
    for link in ["/structures/_RTL_BITMAP", "/structures/_LIST_ENTRY", place] {
        assert!(links.contains(&link.to_owned()), "{link}");
    }
    let layout = page("/structures/ETW_REALTIME_CONSUMER/2004/x64");
    assert!(
        Document::parse(&layout)
            .links
            .contains(&"/structures/_RTL_BITMAP".to_owned())
    );
}

#[test]
fn the_check_of_offsets_says_how_to_do_without_a_script() {
    let text = page("/validity");
    assert!(text.contains("curl -s --data-binary @offsets.txt"));
    assert!(
        text.contains("/api/v1/validity?arch=x64&amp;format=csv"),
        "{text}"
    );
    assert!(
        Document::parse(&text)
            .links
            .contains(&"/validity".to_owned())
    );
}

#[test]
fn offsets_are_judged_without_a_script() {
    let form = page("/validity");
    assert!(form.contains("name=\"table\""), "{form}");
    let url = "/validity?table=ETW_REALTIME_CONSUMER+LoggerId+0x58%0D%0Anonsense";
    let judged = page(url);
    for word in [
        "type changed: ULONG until 6.1, USHORT since",
        "moved to 0x30",
        "1 line refused",
    ] {
        assert!(judged.contains(word), "{word}: {judged}");
    }
    // An update inside a release can change the size alone.
    let url = "/validity?table=ETW_SILODRIVERSTATE+EtwpSecurityProviderGuidEntry+0x18";
    let judged = page(url);
    let told =
        "same offset, other size (0x1a8 → 0x190); from 10.0.18362.720 on, by an update: same";
    assert!(judged.contains(told), "{told}: {judged}");
}

#[test]
fn the_search_field_leads_to_the_only_answer() {
    for (query, expected) in [
        ("_EPROCESS", "/structures/_EPROCESS"),
        ("22H2", "/releases#release-22H2"),
        (
            "ETW_REALTIME_CONSUMER.LoggerId",
            "/structures/ETW_REALTIME_CONSUMER/11-24H2/x64#row-logger-id-6-2",
        ),
        ("EPROCESS+22H2", "/structures/_EPROCESS/22H2/x64"),
        ("EPROCESS+x86", "/structures/_EPROCESS?arch=x86"),
        ("EPROCESS+arm64", "/structures/_EPROCESS"),
        ("typedef+struct+_EPROCESS", "/structures/_EPROCESS"),
        ("PEPROCESS", "/structures/_EPROCESS"),
        (
            "EPROCESS.Token+22H2",
            "/structures/_EPROCESS/22H2/x64#row-Token",
        ),
        (
            "diff+EPROCESS+21H2+vs+24H2",
            "/structures/_EPROCESS/diff/21H2/x64/11-24H2/x64",
        ),
        ("win7+sp1+x64", "/images/ntoskrnl-6.1.7601.17514-x64"),
        ("D98DB6A6144f000", "/images/ntoskrnl-10.0.26100.1742-x64"),
        ("nt!psprocesstype", "/offsets?m=nt%21PsProcessType"),
        ("_EPROCESS+windows+10", "/structures/_EPROCESS"),
        ("_EPROCESS+25H2", "/structures/_EPROCESS/11-24H2/x64"),
        (
            "_EPROCESS+19041.264+19041.1288",
            "/structures/_EPROCESS/diff/10.0.19041.264/x64/10.0.19041.1288/x64",
        ),
        (
            "_EPROCESS+21H2+19041.9999",
            "/structures/_EPROCESS/diff/21H2/x64/10.0.19041.9999/x64",
        ),
        ("token+offset+22H2", "/search?q=token+offset+22H2"),
        ("6.1.7601", "/search?q=6.1.7601"),
        ("LoggerId", "/search?q=LoggerId"),
        ("relatime+consumr", "/search?q=relatime+consumr"),
    ] {
        let sent = get(&format!("/search?q={query}&open=1"));
        assert_eq!(sent.header(&header::LOCATION), expected, "{query}");
        let _ = page(&format!("/search?q={query}"));
    }
}
