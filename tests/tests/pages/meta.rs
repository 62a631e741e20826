//! Tests of the metadata for search engines, previews and citations.

use axum::http::StatusCode;
use strata_frontend::route::{InFiles, Route, single_pages};
use strata_tests::client::{get, page};
use strata_tests::data::dataset;
use strata_tests::server;

/// A page of each kind, and of each structure.
fn paths() -> Vec<String> {
    let single = single_pages().filter(|(entry, ..)| entry.in_files == InFiles::Kept);
    let mut paths: Vec<String> = single.map(|(.., route)| route.to_string()).collect();
    for structure in dataset().audited() {
        let name = &structure.name;
        paths.push(Route::structure(name).to_string());
        paths.push(Route::provenance(name).to_string());
        let points: Vec<_> = structure.layouts().iter().map(|it| it.point).collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            panic!("{name} has no layout");
        };
        paths.push(Route::layout(name, *last).to_string());
        paths.push(Route::decode(name, *last).to_string());
        paths.push(Route::diff(name, *first, *last).to_string());
    }
    paths
}

/// The value of the attribute `content` or `href` of the tag that begins with `tag`.
fn meta_text<'a>(text: &'a str, tag: &str) -> &'a str {
    let (_, rest) = text.split_once(tag).unwrap_or_else(|| panic!("no {tag}"));
    rest.split('"').next().unwrap_or_default()
}

#[test]
fn every_page_says_what_it_is_and_no_two_say_the_same() {
    let mut titles = std::collections::BTreeSet::new();
    for path in paths() {
        let text = &page(&path);
        let (_, title) = text.split_once("<title>").expect("a title");
        let (title, _) = title.split_once("</title>").expect("its end");
        assert!(
            titles.insert(title.to_owned()),
            "{path}: {title} stands twice"
        );
        let description = meta_text(text, "<meta name=\"description\" content=\"");
        assert!(description.len() > 20, "{path}: {description}");
        assert_eq!(
            meta_text(text, "<meta property=\"og:title\" content=\""),
            title
        );
        assert_eq!(
            meta_text(text, "<meta property=\"og:description\" content=\""),
            description
        );
        assert_eq!(meta_text(text, "<link rel=\"canonical\" href=\""), path);
        assert!(!text.contains("noindex"), "{path}");
    }
}

#[test]
fn every_page_says_how_it_is_cited_and_the_permalink_leads_to_it() {
    let app = server::app();
    let hash = app.bundle().url().hash();
    for path in paths() {
        let text = page(&path);
        let (_, cited) = text.split_once("id=\"citation\"").expect("a citation");
        let (cited, _) = cited.split_once("</span>").expect("its end");
        let (_, permalink) = cited.rsplit_once(' ').expect("a permalink at its end");
        let (own, data) = permalink.split_once("?data=").expect("the data's hash");
        assert_eq!(own, path);
        assert!(
            hash.starts_with(data) && data.len() >= 16,
            "{data} of {hash}"
        );
        assert_eq!(page(permalink), text, "{permalink}");
    }
}

#[test]
fn what_is_not_there_is_not_kept_by_search_engines() {
    let text = get("/nothing").page(StatusCode::NOT_FOUND);
    assert!(text.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(!text.contains("rel=\"canonical\"") && !text.contains("id=\"citation\""));
}
