//! Tests of every page as the server sends it: links lead somewhere, markup needs no repair, missing pages are 404, and
//! sizes stay within their budgets.

mod pages {
    mod audit;
    mod choosing;
    mod client_pages;
    mod finding;
    mod meta;
    mod strips;
    mod types;
    mod urls;
}

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use strata_core::dataset::Structure;
use strata_frontend::resolve::{Sources, resolve};
use strata_frontend::route::Route;
use strata_server::cache_policy::CachePolicy;
use strata_server::representation::{Coding, Representation};
use strata_tests::client::{Client, ask, get, page};
use strata_tests::data::dataset;
use strata_tests::html::{Document, tags};
use strata_tests::{rows, server, workspace};
use tokio::task::JoinSet;

/// The WASM module with its JavaScript, compressed. Static pages load none of it.
const MODULE_BUDGET: usize = 600 * 1024;
/// A page's chunk of it, compressed.
const CHUNK_BUDGET: usize = 270 * 1024;
/// The worker's module for the decode page, compressed.
const WORKER_BUDGET: usize = 250 * 1024;
/// The scripts of a page besides the module, compressed.
const SCRIPT_BUDGET: usize = 19 * 512;
/// The styles of a page, compressed.
const STYLE_BUDGET: usize = 16 * 1024;
/// The data bundle of one type, compressed.
const BUNDLE_BUDGET: usize = 32 * 1024;
/// Types that contain hundreds of others, whose bundles are larger.
const LARGE: [&str; 5] = [
    "_KPCR",
    "_KPCR~2",
    "_KPRCB",
    "_KPRCB~2",
    "_MI_SYSTEM_INFORMATION",
];
/// The bundles of these types, compressed.
const LARGE_BUDGET: usize = 50 * 1024;
/// The data of the search: every type, compressed.
const EVERYTHING_BUDGET: usize = 450 * 1024;
/// The HTML of a structure's page and of a layout's, compressed.
const STRUCTURE_BUDGET: usize = 60 * 1024;
const LAYOUT_BUDGET: usize = 60 * 1024;

/// Sampled types that only symbol files state: the largest, the most used, and one of each kind.
const SAMPLE: [&str; 7] = [
    "_EPROCESS",
    "_KPRCB",
    "_KPRCB~2",
    "_LARGE_INTEGER",
    "_LIST_ENTRY",
    "_MI_HYPER_SPACE",
    "_POOL_TYPE",
];
const IMAGES: [&str; 2] = ["ntoskrnl-5.1.2600.5512-x86", "ntoskrnl-10.0.26100.1742-x64"];

/// Whether a page is in the sample. There are some hundred thousand; a few of each kind are enough.
fn is_sampled(path: &str) -> bool {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    match segments[..] {
        ["structures"] => query.is_empty() || query == "page=2",
        ["structures", name, "members", _] => name == "ETW_REALTIME_CONSUMER",
        ["structures", name, ref rest @ ..] => {
            let structure = dataset().structure(name);
            let audited = structure.is_some_and(|it| it.audited().is_some());
            let at = matches!(
                rest,
                [] | ["22H2" | "10.0.19041.2965", "x64", ..] | ["5.1", "x86"]
            );
            audited || (SAMPLE.contains(&name) && at)
        }
        ["images"] => query.is_empty(),
        ["images", id] => IMAGES.contains(&id),
        ["api", "v1", "structures", name, ..] => dataset()
            .structure(name)
            .is_some_and(|it| it.audited().is_some()),
        _ => true,
    }
}

fn is_there(route: &Route) -> bool {
    let sources = Sources {
        dataset: dataset(),
        index: || unreachable!(),
        reference: Default::default(),
        notices: Vec::new(),
        query: "",
    };
    resolve(route, sources).is_ok()
}

fn is_diff(path: &str) -> bool {
    path.contains("/diff/")
}

/// What a page leads to.
#[derive(Default)]
struct Page {
    ids: BTreeSet<String>,
    /// The paths of links, with their fragments.
    links: Vec<(String, Option<String>)>,
}

/// Reads a page, and checks that its markup is valid.
async fn read_page(from: String, path: String) -> (String, Page) {
    let request = Request::get(&path).body(Body::empty());
    let request = request.expect("the path is one");
    let answer = Client::shared().answer(request).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}, linked from {from}");
    let media_type = answer.headers.get(header::CONTENT_TYPE);
    if !media_type.is_some_and(|it| it.as_bytes().starts_with(b"text/html")) {
        return (path, Page::default());
    }
    let text = answer.text();
    let document = Document::parse(text);
    assert!(document.errors.is_empty(), "{path}: {:?}", document.errors);
    let written = tags(text);
    if written != document.tags {
        let at = written
            .iter()
            .zip(&document.tags)
            .position(|(a, b)| a != b)
            .unwrap_or(0);
        let from = at.saturating_sub(5);
        panic!(
            "{path}: the parser moves tags\n  sent: {:?}\n  read: {:?}",
            &written[from..written.len().min(at + 5)],
            &document.tags[from..document.tags.len().min(at + 5)]
        );
    }
    let ids: BTreeSet<String> = document.ids.iter().cloned().collect();
    assert_eq!(ids.len(), document.ids.len(), "{path}: an id stands twice");
    let links = document.links.iter().filter(|link| !link.contains("://"));
    let links = links.map(|link| {
        let (target, fragment) = match link.split_once('#') {
            Some((target, fragment)) => (target, Some(fragment.to_owned())),
            None => (link.as_str(), None),
        };
        let target = if target.is_empty() { &path } else { target };
        assert!(target.starts_with('/'), "{path} links to {link}");
        (target.to_owned(), fragment)
    });
    let links = links.filter(|(target, _)| is_sampled(target)).collect();
    (path, Page { ids, links })
}

/// Every layout, diff of neighbours and decode page, besides what is linked from the start page.
#[tokio::test(flavor = "multi_thread")]
async fn every_link_leads_somewhere_and_no_page_needs_repair() {
    let mut seen: BTreeSet<String> = BTreeSet::from(["/".to_owned()]);
    let mut resolved: BTreeSet<String> = BTreeSet::new();
    let mut ids: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut fragments: Vec<(String, String, String)> = Vec::new();
    let mut open = JoinSet::new();
    open.spawn(read_page("the start".into(), "/".into()));
    while let Some(read) = open.join_next().await {
        let (path, page) = read.unwrap_or_else(|error| resume_unwind(error.into_panic()));
        ids.insert(path.clone(), page.ids);
        for (target, fragment) in page.links {
            if let Some(fragment) = fragment {
                fragments.push((path.clone(), target.clone(), fragment));
            }
            // Comparisons link to thousands of others: those are resolved, not rendered.
            if is_diff(&path) && is_diff(&target) {
                if !resolved.insert(target.clone()) {
                    continue;
                }
                let route: Route = target
                    .parse()
                    .unwrap_or_else(|error| panic!("{path}: {error}"));
                assert!(is_there(&route), "{path} links to {target}");
            } else if seen.insert(target.clone()) {
                open.spawn(read_page(path.clone(), target));
            }
        }
    }
    for (from, target, fragment) in &fragments {
        let there = ids.get(target).is_some_and(|ids| ids.contains(fragment));
        assert!(
            there,
            "{from} links to {target}#{fragment}, which has no such id"
        );
    }
    for structure in dataset().audited() {
        for layout in structure.layouts().iter() {
            let route = Route::layout(&structure.name, layout.point).to_string();
            assert!(seen.contains(&route), "nothing links to {route}");
        }
    }
    assert!(seen.len() > 300, "only {} pages are linked", seen.len());
}

#[test]
fn what_is_not_there_is_a_404_that_offers_a_way_out() {
    for (path, offers) in rows(
        "/structures/ETW_REALTIME_CONSUMR /structures/ETW_REALTIME_CONSUMER
         /structures/ETW_REALTIME_CONSUMR/6.1/x64 /structures/ETW_REALTIME_CONSUMER/6.1/x64
         /structures/ETW_REALTIME_CONSUMR/6.2 /structures/ETW_REALTIME_CONSUMER/6.2/x64
         /decode?structure=ETW_REALTIME /structures/ETW_REALTIME_CONSUMER/11-24H2/x64/decode
         /structures/ETW_REALTIME_CONSUMER/5.1/x86 /structures/ETW_REALTIME_CONSUMER/6.0/x86
         /structures/ETW_REALTIME_CONSUMER/6.1/arm64 /structures/ETW_REALTIME_CONSUMER/6.1/x64
         /structures/ETW_UM_LOGGER_CONTEXT/1511/x64 /structures/ETW_UM_LOGGER_CONTEXT/10.0/x64
         /structures/_ETW_IPT_SUPPORT/6.1/x64 /structures/_ETW_IPT_SUPPORT/1809/x64
         /structures/ETW_PMC_SUPPORT/7.0/x64 /structures/ETW_PMC_SUPPORT
         /structures/ETW_PMC_SUPPORT/6.2/decode /structures/ETW_PMC_SUPPORT/6.2/x64
         /structures/ETW_PMC_SUPPORT/diff/6.2/x64/6.1/x64 /structures/ETW_PMC_SUPPORT
         /structures/ETW_REALTIME_CONSUMER/diff/5.1/x64/6.2/x64 /structures/ETW_REALTIME_CONSUMER/diff/6.0/x64/6.2/x64
         /structures/ETW_PMC_SUPPORT/6.1/x64/decode /structures/ETW_PMC_SUPPORT
         /structures/_EPROCESS/members/Protektion /structures/_EPROCESS/members/Protection
         /structures/_EPROCESS/members/nope /structures/_EPROCESS
         /structures/ETW_REALTIME_CONSUMER/members/nope /search?q=nope
         /images/ntoskrnl-10.0.19041.9999-x64 /images/ntoskrnl-10.0.19041.3570-x64
         /images/nothing /images
         /images/nothing /search?q=nothing
         /images/ntoskrnl-10.0.19041.264-x64/diff/ntoskrnl-10.0.19041.9999-x64 /images/ntoskrnl-10.0.19041.264-x64/diff/ntoskrnl-10.0.19041.3570-x64
         /nothing /",
    ) {
        let links = Document::parse(&get(path).page(StatusCode::NOT_FOUND)).links;
        assert!(links.contains(&offers.to_owned()), "{path}: {links:?}");
    }
}

#[test]
fn a_history_has_each_member_once_and_its_legend_the_signs_that_are_there() {
    for structure in dataset().audited() {
        let path = Route::structure(&structure.name).to_string();
        let text = &page(&path);
        let (_, legend) = text.split_once("class=\"mark-legend\"").expect("a legend");
        let (legend, tables) = legend.split_once("</ul>").expect("its end");
        for class in [
            "became-gone",
            "became-moved",
            "state-absent",
            "state-elsewhere",
            "state-not-stated",
        ] {
            let there = tables.contains(&format!("class=\"{class}\""));
            assert_eq!(legend.contains(class), there, "{path}: {class}");
        }
        for name in ["LogFileHandle", "ClockType", "InstanceId", "BuffersLost"] {
            for table in tables.split("class=\"history-table\"").skip(1) {
                let rows = table.matches(&format!("<span>{name}</span>")).count();
                assert!(rows <= 1, "{path}: {name} has {rows} rows");
            }
        }
    }
}

/// The suggestions for a path that is no page, in order.
#[test]
fn a_path_cut_short_is_led_to_what_it_may_have_meant() {
    // A tilde stands for the page of a structure.
    let table = "~/6.2/x64/decod ~/6.2/x64 ~
         ~/6.2/x64/decode/more ~/6.2/x64/decode ~
         ~/5.2/x64/more ~/6.0/x64 ~
         ~/diff/6.1/x64 ~/diff/6.1/x64/6.2/x64 ~/6.1/x64 ~
         ~/diff/6.1/x64/6.3 ~/diff/6.1/x64/6.3/x64 ~/6.1/x64 ~/6.3/x64 ~
         ~/diff ~
         /ETW_REALTIME_CONSUMER/6.2/x64 ~/6.2/x64 ~
         /structure/ETW_REALTIME_CONSUMER/6.2/x64 ~/6.2/x64 ~
         /structures/ETW_REALTIME_CONSUMR/diff ~
         /release /releases
         /Audit /audit
         /image /images
         /%ff
         /nothing/at/all";
    let table = table.replace('~', "/structures/ETW_REALTIME_CONSUMER");
    for line in table.lines() {
        let mut paths = line.split_whitespace();
        let path = paths.next().expect("a path");
        let offers: Vec<&str> = paths.collect();
        let text = get(path).page(StatusCode::NOT_FOUND);
        let list = text.split_once("<ul class=\"suggestions\">");
        let list = list.map(|(_, rest)| rest.split_once("</ul>").expect("the list ends").0);
        let links = list.map_or_else(Vec::new, |list| Document::parse(list).links);
        assert_eq!(links, offers, "{path}");
        let (_, rest) = text.split_once("report not-found").expect("it says so");
        let (report, _) = rest.split_once("</article>").expect("the report ends");
        let all = Document::parse(report).links;
        assert!(all.contains(&"/structures".to_owned()), "{path}");
    }
}

#[test]
fn other_spellings_lead_to_the_canonical_page() {
    for (path, canonical) in rows(
        "/structures/_etw_pmc_support /structures/ETW_PMC_SUPPORT
         /structures/etw_pmc_support/1507/X64 /structures/ETW_PMC_SUPPORT/10.0/x64
         /structures/ETW_PMC_SUPPORT/6.2/x64/ /structures/ETW_PMC_SUPPORT/6.2/x64
         /structures/_EPROCESS/ntoskrnl-10.0.19041.2965-x64/amd64 /structures/_EPROCESS/10.0.19041.2965/x64
         /structures/eprocess/members/protection /structures/_EPROCESS/members/Protection
         /structures/ETW_REALTIME_CONSUMER/members/logger-id-6-2 /structures/ETW_REALTIME_CONSUMER/members/LoggerId
         /images/NTOSKRNL-10.0.26100.4061-ARM64 /images/ntoskrnl-10.0.26100.4061-arm64
         /images/BBED7C2955FBE4522AAA23F4B8677AD91/diff/NTOSKRNL-10.0.22000.194-x64 /images/ntoskrnl-10.0.19041.329-x64/diff/ntoskrnl-10.0.22000.194-x64",
    ) {
        let answer = get(path);
        let location = answer.location(StatusCode::PERMANENT_REDIRECT);
        assert_eq!(location, canonical, "{path}");
    }
}

/// The text of a page's content.
fn words(path: &str) -> String {
    // A place where a name may wrap is no blank.
    let text = page(path).replace("<wbr>", "");
    let content = text.split("<main").nth(1).unwrap_or_default();
    let content = content.split("</main>").next().unwrap_or_default();
    let texts = content
        .split('<')
        .filter_map(|part| Some(part.split_once('>')?.1));
    let words = texts.flat_map(str::split_whitespace);
    words.collect::<Vec<_>>().join(" ")
}

/// Changes by updates inside a release are shown with the release: in the picker, in the head of the layout, at the end
/// of a comparison, and for each judged offset.
#[test]
fn what_updates_changed_is_said_where_it_bites() {
    let state = "/structures/ETW_SILODRIVERSTATE";
    for path in [
        format!("{state}/1903/x64"),
        format!("{state}/diff/1903/x64/2004/x64"),
    ] {
        let text = page(&path);
        let (_, head) = text.split_once("facts-serviced").expect("a head says so");
        let (head, _) = head.split_once("</").expect("it ends");
        assert!(
            head.contains("changed by an update, from 10.0.18362."),
            "{path}: {head}"
        );
        let cells = text.matches(", changed by an update, from 10.0.17763.");
        assert!(cells.count() > 0, "{path}: the picker's cell");
    }
    let judged = "/validity?table=ETW_SILODRIVERSTATE+EtwpCounters+0xff8";
    let judged = words(judged);
    assert!(judged.contains("by an update: moved to 0x"), "{judged}");
}

/// A comparison unfolds into the members' types.
#[test]
fn a_comparison_says_what_changed_inside_a_member() {
    let path = "/structures/ETW_SILODRIVERSTATE/diff/1909/x64/2004/x64";
    let text = words(path);
    let (_, inside) = text.split_once("Inside").expect("something unfolds");
    assert!(inside.contains("ETW_GUID_ENTRY"), "{inside}");
    assert!(inside.contains("0x190 → 0x1a8"), "{inside}");
}

#[test]
fn a_member_has_a_page_with_its_places_in_time() {
    let page = words("/structures/_EPROCESS/members/Protection");
    for part in [
        "ntoskrnl, x64: 0x5fa in the newest, 9 values over time",
        "0x6c2 10.0.14393.0 1607 1 symbol file",
        "absent 5.2.3790.3959 – 6.2.9200.16384 5.2 – 6.2",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // System Informer's list has arm64 kernels, symbol files do not.
    let page = words("/structures/_EPROCESS/members/ObjectTable");
    assert!(page.contains("ntoskrnl, arm64: 0x"), "{page}");
}

#[test]
fn a_member_that_only_an_article_knows_has_its_offsets() {
    let page = words("/structures/ETW_DATA_SOURCE/members/NotificationQueue");
    assert!(page.contains("by the article"), "{page}");
    assert!(page.contains("0x30 6.0.6000.16386"), "{page}");
    assert!(!page.contains("No source states its offset"), "{page}");
}

#[test]
fn layouts_and_histories_link_to_the_pages_of_members() {
    for path in [
        "/structures/ETW_REALTIME_CONSUMER/6.2/x64",
        "/structures/ETW_REALTIME_CONSUMER",
        "/structures/_EPROCESS",
    ] {
        let body = page(path);
        let links: Vec<&str> = body
            .split("href=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .filter(|url| url.contains("/members/"))
            .take(20)
            .collect();
        assert!(!links.is_empty(), "{path}");
        for link in links {
            let _ = page(link);
        }
    }
}

#[test]
fn a_kernel_without_a_symbol_file_is_found_and_shown() {
    const HASH: &str = "f5d3c66efb00f7c086220a862fc64d14b9950a7c6742b38e263984ebf2e431e8";
    let page = words("/images/ntoskrnl-10.0.19041.1151-x64");
    for part in [
        "ntoskrnl.exe/F45B9C9F1046000/ntoskrnl.exe",
        "_EPROCESS.ObjectTable 0x570 listed",
        "_EPROCESS.Protection 0x87a inferred: the same in 10.0.19041.1110 and 10.0.19041.1165",
        "41 revisions before it: 10.0.19041.1110",
        "types have the same layout in both",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let id = "ntoskrnl-10.0.19041.1151-x64";
    for path in [
        format!("/images?q={HASH}"),
        "/images?q=f45b9c9f".to_owned(),
        format!("/search?q={HASH}"),
        "/search?q=10.0.19041.1151".to_owned(),
        "/search?q=19041.1.amd64fre.vb_release.191206-1406+f45b9c9f".to_owned(),
    ] {
        let page = words(&path);
        assert!(page.contains(id), "{path}: {page}");
    }
}

#[test]
fn reasons_and_marks_are_told_in_plain_words() {
    for (path, part) in rows(
        "/offsets?m=_EPROCESS.NothingAtAll The type _EPROCESS has no member NothingAtAll in any image.
         /offsets?m=_EPROCESS.Token different sets of offsets in
         /structures/_EPROCESS/22H2/x64 hole: no member here in the symbol file
         /structures/_EPROCESS/diff/22H2/x64/11-24H2/x64 bits changed",
    ) {
        let page = words(path);
        assert!(page.contains(part), "{path}: {page}");
    }
    let links = Document::parse(&page("/structures/_EPROCESS/members/ActiveProcessLinks")).links;
    assert!(
        links.contains(&"/structures/_LIST_ENTRY".to_owned()),
        "{links:?}"
    );
}

/// Checks that the largest of these pages keeps its budget, compressed.
fn keep_budget(paths: impl IntoIterator<Item = Route>, budget: usize) {
    let size = |route: Route| {
        let path = route.to_string();
        let page = Representation::new("text/html", CachePolicy::Never, page(&path));
        let page = page.encoded(Coding::Brotli).expect("it compresses");
        (page.len(), path)
    };
    let largest = paths.into_iter().map(size).max();
    let (size, path) = largest.expect("there are pages");
    println!("largest page: {path} with {size} of {budget}");
    assert!(size <= budget, "{path} comes to {size} bytes of {budget}");
}

#[test]
fn the_site_and_the_bundle_keep_their_budgets() {
    let package = std::fs::read_dir(workspace::site())
        .expect("the site was built")
        .flatten();
    let package = package
        .map(|entry| entry.path())
        .find(|path| path.is_dir())
        .expect("the site has a package");
    let size = |name: &str| {
        let file = package.join(format!("{name}.br"));
        file.metadata()
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
            .len() as usize
    };
    let size_of = |names: &[&str]| names.iter().copied().map(size).sum::<usize>();
    let scripts = ["boot.js", "theme.js", "recent.js", "complete.js"];
    for (what, files, budget) in [
        (
            "the module",
            &["app.js", "__wasm_split.js", "app_bg.wasm"][..],
            MODULE_BUDGET,
        ),
        (
            "the worker",
            &["read.js", "worker.js", "worker_bg.wasm"][..],
            WORKER_BUDGET,
        ),
        ("the scripts of a page", &scripts[..], SCRIPT_BUDGET),
        (
            "the styles of a page",
            &["strata.css", "pages.css"][..],
            STYLE_BUDGET,
        ),
        (
            "those of the decode page",
            &["strata.css", "decode.css"][..],
            STYLE_BUDGET,
        ),
    ] {
        let came_to = size_of(files);
        println!("{what}: {came_to} of {budget}");
        assert!(came_to <= budget, "{what}: {came_to} bytes of {budget}");
    }
    let wasm = std::fs::read_dir(&package)
        .expect("it is a folder")
        .flatten();
    let wasm = wasm.filter(|entry| entry.path().extension().is_some_and(|it| it == "wasm"));
    let (whole, chunks): (Vec<String>, Vec<String>) = wasm
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .partition(|name| name.ends_with("_bg.wasm"));
    assert_eq!(
        whole.len(),
        2,
        "there are the module and the worker's: {whole:?}"
    );
    let shared = chunks.iter().filter(|name| name.starts_with("chunk_"));
    let shared: Vec<&str> = shared.map(String::as_str).collect();
    for chunk in chunks.iter().filter(|name| !name.starts_with("chunk_")) {
        let came_to = size(chunk) + size_of(&shared);
        println!("{chunk} and what chunks share: {came_to} of {CHUNK_BUDGET}");
        assert!(came_to <= CHUNK_BUDGET, "{chunk}: {came_to} bytes");
    }
}

#[test]
fn the_data_of_a_page_keep_their_budgets() {
    let app = server::app();
    let url = app.bundle().url().clone();
    // The types that contain most, and all audited ones.
    let catalogue = dataset().catalogue();
    let held = |structure: &&Structure| {
        let name = structure.ty().map(|ty| ty.name.clone());
        catalogue.excerpt(name.as_slice()).len()
    };
    let mut largest: Vec<&Structure> = dataset().structures().iter().collect();
    largest.sort_by_cached_key(|structure| Reverse(held(structure)));
    let types = largest.into_iter().take(12).chain(dataset().audited());
    let types = types.map(|structure| {
        let is_large = LARGE.contains(&structure.name.as_str());
        let budget = if is_large {
            LARGE_BUDGET
        } else {
            BUNDLE_BUDGET
        };
        (url.of_type(&structure.name), budget)
    });
    for (url, budget) in types.chain([(url.clone(), EVERYTHING_BUDGET)]) {
        let path = url.path();
        let answer = ask(&Method::GET, &path, &[("accept-encoding", "br")]);
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let size = answer.body.len();
        assert!(size <= budget, "{path} comes to {size} bytes of {budget}");
        println!("{path}: {size} of {budget}");
    }
}

#[test]
fn structure_and_layout_pages_keep_their_budgets() {
    let structures = dataset().audited();
    keep_budget(
        structures.map(|it| Route::structure(&it.name)),
        STRUCTURE_BUDGET,
    );
    let samples = SAMPLE.iter().filter_map(|name| dataset().structure(name));
    let layouts = dataset().audited().chain(samples).flat_map(|structure| {
        let mut layouts = structure.every_layout();
        if structure.audited().is_none() {
            layouts.drain(..layouts.len() - 1);
        }
        let layouts = layouts.into_iter();
        layouts.map(|layout| Route::layout(&structure.name, layout.point))
    });
    keep_budget(layouts, LAYOUT_BUDGET);
}
