//! Tests of search, type lists, uses and the offset check, as the server sends them.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use strata_frontend::route::Route;
use strata_server::routes;
use strata_tests::data::dataset;
use strata_tests::html::Document;
use strata_tests::server;
use tower::ServiceExt;

use crate::get;

async fn text(router: &Router, path: &str) -> String {
    let (status, _, body) = get(router, path).await;
    assert_eq!(status, StatusCode::OK, "{path}");
    String::from_utf8(body.to_vec()).expect("a page is UTF-8")
}

/// The links of a search's hits.
async fn hits(router: &Router, query: &str) -> Vec<String> {
    let text = text(router, &Route::search(query).to_string()).await;
    let Some((_, list)) = text.split_once("<ol class=\"hits\">") else {
        return Vec::new();
    };
    let (list, _) = list.split_once("</ol>").expect("the list ends");
    Document::parse(list).links
}

#[tokio::test]
async fn a_search_leads_to_what_it_found() {
    let router = routes::router(server::app());
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
        let hits = hits(&router, query).await;
        assert_eq!(hits.first(), Some(&first), "{query}: {hits:?}");
    }
}

/// The page that a member's hit links to has that member, at that point.
#[tokio::test]
async fn each_hit_leads_to_a_row_that_is_there() {
    let router = routes::router(server::app());
    for query in [
        "ETW_REALTIME_CONSUMER+0x5a",
        "Disconnected",
        "+0x5c x86",
        "LoggerId",
        "0x10 x64",
    ] {
        let hits = hits(&router, query).await;
        assert!(!hits.is_empty(), "{query}");
        for hit in hits {
            let Some((path, anchor)) = hit.split_once('#') else {
                continue;
            };
            let page = text(&router, path).await;
            let id = format!("id=\"{anchor}\"");
            assert!(
                page.contains(&id),
                "{query} leads to {hit}, which is not there"
            );
        }
    }
}

#[tokio::test]
async fn a_search_without_hits_teaches() {
    let router = routes::router(server::app());
    for path in ["/search", "/search?q=qqqqqqqq", "/search?q=x64"] {
        let text = text(&router, path).await;
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
            assert!(!hits(&router, example).await.is_empty(), "{example}");
        }
    }
}

/// A GUID is read with or without hyphens; its kernel is listed once.
#[tokio::test]
async fn a_search_says_what_it_was_read_as() {
    let router = routes::router(server::app());
    let page = async |query: &str| text(&router, &Route::search(query).to_string()).await;
    assert!(
        page("[rcx+2E0h]")
            .await
            .contains("Read as: offset 0x2e0, x64.")
    );
    let cut = "anything longer is cut";
    assert!(page(&"a".repeat(300)).await.contains(cut));
    assert!(!page("LoggerId").await.contains(cut));
    for unknown in [
        "00112233445566778899aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeeff",
        "{00112233-4455-6677-8899-AABBCCDDEEFF}",
    ] {
        let text = page(unknown).await;
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
    for known in [guid, &hyphened] {
        let text = page(known).await;
        let link = format!("href=\"{route}\"");
        assert_eq!(text.matches(&link).count(), 1, "{known}");
    }
}

#[tokio::test]
async fn what_is_typed_is_shown_and_means_nothing_to_the_page() {
    let router = routes::router(server::app());
    let hostile = "\"><script>alert(1)</script>";
    let text = text(&router, &Route::search(hostile).to_string()).await;
    assert!(!text.contains("<script>alert"));
    assert!(text.contains("value=\"&quot;&gt;&lt;script&gt;"), "{text}");
    for path in [
        "/search?q=%",
        "/search?q=%ff%00",
        "/search?q",
        "/search?&&=",
        "/search?q=a&q=b",
    ] {
        let (status, _, _) = get(&router, path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn a_search_has_one_address_and_a_tag() {
    let router = routes::router(server::app());
    let ask = async |path: &str, tag: &str| {
        let request = Request::get(path).header(header::IF_NONE_MATCH, tag);
        let request = request.body(Body::empty()).expect("the path is one");
        router.clone().oneshot(request).await.expect("an answer")
    };
    let moved = ask("/search/?q=LoggerId", "").await;
    assert_eq!(moved.status(), StatusCode::PERMANENT_REDIRECT);
    assert_eq!(moved.headers()[header::LOCATION], "/search?q=LoggerId");
    let first = ask("/search?q=LoggerId", "").await;
    let tag = first.headers()[header::ETAG]
        .to_str()
        .expect("text")
        .to_owned();
    let again = ask("/search?q=LoggerId", &tag).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(ask("/search?q=Links", &tag).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn every_page_has_one_field_to_search_in() {
    let router = routes::router(server::app());
    for path in [
        "/",
        "/search?q=HANDLE",
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64",
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64/decode",
        "/validity",
        "/structures/_EPROCESS",
    ] {
        let text = text(&router, path).await;
        assert_eq!(text.matches("action=\"/search\"").count(), 1, "{path}");
    }
}

/// The list has every type, page by page, those with an article first.
#[tokio::test]
async fn every_type_is_listed() {
    let router = routes::router(server::app());
    let mut listed = Vec::new();
    let mut page = 1;
    loop {
        let links =
            Document::parse(&text(&router, &format!("/structures?page={page}")).await).links;
        let next = format!("/structures?page={}", page + 1);
        let known =
            |link: &&String| link.starts_with("/structures/") && link.matches('/').count() == 2;
        listed.extend(links.iter().filter(known).cloned());
        if !links.contains(&next) {
            break;
        }
        page += 1;
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

#[tokio::test]
async fn a_type_that_is_not_there_leads_to_one_that_is() {
    let router = routes::router(server::app());
    let (status, _, body) = get(&router, "/types/RTL_BITMP").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let links = Document::parse(&String::from_utf8_lossy(&body)).links;
    assert!(
        links.contains(&"/structures/_RTL_BITMAP".to_owned()),
        "{links:?}"
    );
    let (status, _, _) = get(&router, "/types/_rtl_bitmap").await;
    assert_eq!(status, StatusCode::PERMANENT_REDIRECT);
}

#[tokio::test]
async fn who_uses_what_is_told_from_both_sides() {
    let router = routes::router(server::app());
    let ty = Document::parse(&text(&router, "/structures/_RTL_BITMAP").await).links;
    let place = "/structures/ETW_REALTIME_CONSUMER/11-24H2/x64#row-reserved-buffer-space-bit-map";
    assert!(ty.contains(&place.to_owned()), "{ty:?}");
    let structure = text(&router, "/structures/ETW_REALTIME_CONSUMER").await;
    let links = Document::parse(&structure).links;
    for link in ["/structures/_RTL_BITMAP", "/structures/_LIST_ENTRY", place] {
        assert!(links.contains(&link.to_owned()), "{link}");
    }
    let layout = text(&router, "/structures/ETW_REALTIME_CONSUMER/2004/x64").await;
    assert!(
        Document::parse(&layout)
            .links
            .contains(&"/structures/_RTL_BITMAP".to_owned())
    );
}

#[tokio::test]
async fn the_check_of_offsets_says_how_to_do_without_a_script() {
    let router = routes::router(server::app());
    let text = text(&router, "/validity").await;
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

#[tokio::test]
async fn offsets_are_judged_without_a_script() {
    let router = routes::router(server::app());
    let form = text(&router, "/validity").await;
    assert!(form.contains("name=\"table\""), "{form}");
    let url = "/validity?table=ETW_REALTIME_CONSUMER+LoggerId+0x58%0D%0Anonsense";
    let judged = text(&router, url).await;
    for word in [
        "type changed: ULONG until 6.1, USHORT since",
        "moved to 0x30",
        "1 line refused",
    ] {
        assert!(judged.contains(word), "{word}: {judged}");
    }
    // An update inside a release can change the size alone.
    let url = "/validity?table=ETW_SILODRIVERSTATE+EtwpSecurityProviderGuidEntry+0x18";
    let judged = text(&router, url).await;
    let told =
        "same offset, other size (0x1a8 → 0x190); from 10.0.18362.720 on, by an update: same";
    assert!(judged.contains(told), "{told}: {judged}");
}

#[tokio::test]
async fn the_search_field_leads_to_the_only_answer() {
    let router = routes::router(server::app());
    for (query, expected) in [
        ("_EPROCESS", "/structures/_EPROCESS"),
        ("22H2", "/releases#release-22H2"),
        (
            "ETW_REALTIME_CONSUMER.LoggerId",
            "/structures/ETW_REALTIME_CONSUMER/11-24H2/x64#row-logger-id-6-2",
        ),
        ("EPROCESS+22H2", "/structures/_EPROCESS/22H2/x64"),
        ("LoggerId", "/search?q=LoggerId"),
        ("relatime+consumr", "/search?q=relatime+consumr"),
    ] {
        let asked = |path: String| {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            router.clone().oneshot(request)
        };
        let sent = asked(format!("/search?q={query}&open=1")).await;
        let sent = sent.expect("the router answers");
        let place = sent.headers().get(header::LOCATION);
        let place = place.and_then(|it| it.to_str().ok());
        assert_eq!(place, Some(expected), "{query}");
        let list = asked(format!("/search?q={query}")).await;
        let list = list.expect("the router answers");
        assert_eq!(list.status(), StatusCode::OK, "{query}");
    }
}
