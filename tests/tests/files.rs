//! Tests of the static site below a base path: every link leads to a file, and every file has the right type.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use strata_frontend::route::{Files, Route, SiteLocation};
use strata_server::export::{Folder, export};
use strata_tests::data::dataset;
use strata_tests::server;

const BASE: &str = "/tools/strata";
/// The mark of a page that the browser renders.
const DRAWN: &str = "data-page=\"drawn\"";

/// Every file below a folder, by its relative path.
fn files(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder_of_it) = open.pop() {
        for entry in fs::read_dir(&folder_of_it).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below");
                files.insert(format!("/{}", name.display()), path);
            }
        }
    }
    files
}

/// The URLs in a document's attributes that stay on this host.
fn leads(text: &str) -> Vec<&str> {
    let attributes = [
        "href=\"",
        "src=\"",
        "action=\"",
        "data-bundle=\"",
        "data-copies-answer=\"",
    ];
    let of = |attribute| text.split(attribute).skip(1);
    let values = attributes.into_iter().flat_map(of);
    let values = values.filter_map(|rest| rest.split('"').next());
    values.filter(|url| url.starts_with('/')).collect()
}

/// The limits of hosts: number of files, and bytes.
const FILES_LIMIT: usize = 12_000;
const BYTES_LIMIT: u64 = 500 << 20;

/// Whether the browser renders a page without a file: comparisons of a type without an article, and all pages of a type
/// whose name is no legal file name.
fn is_drawn(url: &str) -> bool {
    // The points of a comparison are in its query.
    let forms = ["/diff/", "/layout/", "/decode/"];
    let url = forms
        .iter()
        .find_map(|form| url.strip_suffix(form))
        .unwrap_or(url);
    match url.parse() {
        Ok(Route::Structure { name, .. }) => dataset().structure(name.as_str()).is_some(),
        _ => false,
    }
}

// One test, because the place of the site can be set only once per process.
#[tokio::test(flavor = "multi_thread")]
async fn every_link_leads_to_a_file() {
    let place = SiteLocation {
        base: BASE.parse().expect("a path"),
        files: Some(Files::of(dataset())),
        ..SiteLocation::default()
    };
    assert!(place.init());
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files");
    let folder = Folder::begin(&to).expect("it can be written");
    let written = export(&server::app(), &folder)
        .await
        .expect("it is written");
    folder.put().expect("it is put in its place");
    let files = files(&to);
    assert_eq!(files.len(), written.files);
    let size = |path: &PathBuf| fs::metadata(path).expect("a file").len();
    let bytes: u64 = files.values().map(size).sum();
    assert_eq!(bytes, written.bytes);
    println!("{} files, {bytes} bytes", files.len());
    assert!(files.len() <= FILES_LIMIT, "{} files", files.len());
    assert!(bytes <= BYTES_LIMIT, "{bytes} bytes");

    let pages = files.iter().filter(|(name, _)| name.ends_with(".html"));
    let read = |(name, path): (&String, &PathBuf)| {
        let text = fs::read_to_string(path).expect("a page");
        (name.clone(), text)
    };
    let pages: BTreeMap<String, String> = pages.map(read).collect();
    let (mut broken, mut drawn) = (BTreeSet::new(), BTreeSet::new());
    for (name, text) in &pages {
        for url in leads(text) {
            let (page, fragment) = url.split_once('#').unwrap_or((url, ""));
            let page = page.split('?').next().unwrap_or_default();
            let Some(file) = page.strip_prefix(BASE) else {
                broken.insert(format!("{name}: {url} is not below {BASE}"));
                continue;
            };
            let file = if file.ends_with('/') {
                format!("{file}index.html")
            } else {
                file.to_owned()
            };
            if !files.contains_key(&file) && !drawn.contains(page) {
                if is_drawn(page) {
                    drawn.insert(page);
                    continue;
                }
                broken.insert(format!("{name}: {url} has no file"));
            }
            // Client-rendered pages get their anchors when they are rendered.
            let page = pages.get(&file).filter(|text| !text.contains(DRAWN));
            let place = format!(" id=\"{fragment}\"");
            if !fragment.is_empty() && page.is_some_and(|text| !text.contains(&place)) {
                broken.insert(format!("{name}: {url} has no such place"));
            }
        }
    }
    assert!(pages.len() > 300, "{} pages", pages.len());
    assert!(
        broken.is_empty(),
        "{} of them: {:#?}",
        broken.len(),
        broken.iter().take(20).collect::<Vec<_>>()
    );
    fs::remove_dir_all(&to).expect("it can be removed");
}
