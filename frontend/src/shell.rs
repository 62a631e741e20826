//! The document around the tree: our own, because Leptos' writes inline scripts, which the content policy forbids.

mod foot;
mod points;

use leptos::prelude::*;

use crate::app;
use crate::page::{
    BASE_ATTRIBUTE, BUNDLE_ATTRIBUTE, CONTENT_ID, DATA_ID, EVERYTHING_ATTRIBUTE, FILES_ATTRIBUTE,
    HEAD_ID, LIVE_ATTRIBUTE, Live, Page,
};
use crate::pages::{
    about, audit, client_rendered, decode, diff, home, images, kernel, layout, list, member,
    not_found, offsets, provenance, reference, releases, search, structure, symbols, task,
    validity,
};
use crate::route::{Asset, BundleUrl, Package, Place, Route, place};

/// Renders a page as a whole HTML document.
///
/// `route` is where it stays; a page of what is not there has none, and no search engine need keep it.
///
/// Without a package (the site's files were not built) the document names no script and no style: it can be read, and
/// that is all.
#[must_use]
pub fn render_document(
    page: &Page,
    route: Option<&Route>,
    package: Option<&Package>,
    bundle: &BundleUrl,
) -> String {
    let live = page.live();
    let needed = match (page, page.structure()) {
        // Whatever is asked for, or pasted.
        (Page::ClientRendered(_) | Page::Validity(_), _) | (_, None) => bundle.clone(),
        (_, Some(name)) => bundle.of_type(&name),
    };
    let data = (package.is_some() && live.is_some()).then(|| preload(&needed));
    let meta = head(page, route, package) + &data.unwrap_or_default();
    let live = live.map_or_else(String::new, |live| {
        format!(" {LIVE_ATTRIBUTE}=\"{}\"", live.as_word())
    });
    let section = page.section();
    let placed = placed(place());
    let foot = foot::foot(page, route, bundle);
    let cited = foot::cited_otherwise(bundle);
    let [skip, top] = app::head(section.as_ref());
    let page = page.clone();
    let hash = bundle.hash().to_owned();
    let content = render(move || content(page, hash).to_html());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{meta}</head>\n<body>\n\
         <div id=\"{HEAD_ID}\">{skip}{top}</div>\n\
         <main id=\"content\" class=\"content\" tabindex=\"-1\">{cited}<div id=\"{CONTENT_ID}\">{content}</div></main>\n\
         {foot}\
         <div id=\"{DATA_ID}\" hidden{live} \
         {BUNDLE_ATTRIBUTE}=\"{needed}\" {EVERYTHING_ATTRIBUTE}=\"{bundle}\"{placed}></div>\n\
         </body>\n</html>\n"
    )
}

/// Where the site is, for the modules: nothing at the root of a server.
fn placed(place: &Place) -> String {
    let base = match place.base.as_str() {
        "" => String::new(),
        base => format!(" {BASE_ATTRIBUTE}=\"{base}\""),
    };
    let files = match &place.files {
        Some(files) => format!(" {FILES_ATTRIBUTE}=\"{files}\""),
        None => String::new(),
    };
    base + &files
}

/// `hash` is that of the data.
fn content(page: Page, hash: String) -> AnyView {
    match page {
        Page::Home(page) => view! { <home::HomePage page/> }.into_any(),
        Page::Structure(page) => view! { <structure::StructureView page/> }.into_any(),
        Page::Layout(page) => view! { <layout::LayoutView page/> }.into_any(),
        Page::Decode(page) => view! { <decode::DecodeView page/> }.into_any(),
        Page::Diff(page) => view! { <diff::DiffView page/> }.into_any(),
        Page::Provenance(page) => view! { <provenance::ProvenanceView page hash/> }.into_any(),
        Page::Releases(page) => view! { <releases::ReleasesView page/> }.into_any(),
        Page::Search(page) => view! { <search::SearchView page/> }.into_any(),
        Page::Structures(page) => view! { <list::StructuresView page/> }.into_any(),
        Page::Type(page) => view! { <symbols::TypeView page/> }.into_any(),
        Page::Images(page) => view! { <images::ImagesView page/> }.into_any(),
        Page::Image(page) => view! { <images::ImageView page/> }.into_any(),
        Page::Kernel(page) => view! { <kernel::KernelView page/> }.into_any(),
        Page::ImageDiff(page) => view! { <images::ImageDiffView page/> }.into_any(),
        Page::Member(page) => view! { <member::MemberView page/> }.into_any(),
        Page::Task(page) => view! { <task::TaskView page/> }.into_any(),
        Page::Offsets(page) => view! { <offsets::OffsetsView page/> }.into_any(),
        Page::Validity(page) => view! { <validity::ValidityView page/> }.into_any(),
        Page::Audit(page) => view! { <audit::AuditView page hash/> }.into_any(),
        Page::About(page) => view! { <about::AboutView page hash/> }.into_any(),
        Page::Reference(page) => view! { <reference::ReferenceView page/> }.into_any(),
        Page::NotFound(page) => view! { <not_found::NotFoundPage page/> }.into_any(),
        Page::ClientRendered(page) => {
            view! { <client_rendered::ClientRenderedView page/> }.into_any()
        }
    }
}

fn render(html: impl FnOnce() -> String) -> String {
    let owner = Owner::new_root(None);
    let html = owner.with(html);
    owner.cleanup();
    html
}

fn head(page: &Page, route: Option<&Route>, package: Option<&Package>) -> String {
    let title = escape(&page.title());
    let description = escape(&page.description());
    let files = package
        .map(|package| files(package, page.live()) + &own_script(page, package))
        .unwrap_or_default();
    let is_asked = matches!(page, Page::Search(_) | Page::ClientRendered(_));
    let kept = match route.filter(|_| !is_asked) {
        Some(route) => kept(route, place().origin.as_deref()),
        None => "<meta name=\"robots\" content=\"noindex\">\n".to_owned(),
    };
    format!(
        "<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <meta property=\"og:site_name\" content=\"Strata\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">\n\
         <meta name=\"twitter:card\" content=\"summary\">\n\
         {kept}{files}"
    )
}

/// Where the page stays; for those who read it elsewhere, with the site's own address where that is known.
fn kept(route: &Route, origin: Option<&str>) -> String {
    match origin {
        Some(origin) => format!(
            "<link rel=\"canonical\" href=\"{origin}{route}\">\n\
             <meta property=\"og:url\" content=\"{origin}{route}\">\n"
        ),
        None => format!("<link rel=\"canonical\" href=\"{route}\">\n"),
    }
}

fn files(package: &Package, live: Option<Live>) -> String {
    let own = match live {
        Some(Live::Decode) => Asset::DecodeStyle,
        _ => Asset::PagesStyle,
    };
    let [boot, theme, style, own, icon] =
        [Asset::Boot, Asset::Theme, Asset::Style, own, Asset::Icon].map(|asset| package.url(asset));
    let module = live.map_or_else(String::new, |_| {
        let [script, module] = [Asset::Script, Asset::Module].map(|asset| package.url(asset));
        format!(
            "<link rel=\"modulepreload\" href=\"{script}\">\n\
             <link rel=\"preload\" href=\"{module}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n"
        )
    });
    format!(
        "<link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{style}\">\n\
         <link rel=\"stylesheet\" href=\"{own}\">\n\
         <script src=\"{theme}\"></script>\n\
         {module}\
         <script type=\"module\" src=\"{boot}\"></script>\n"
    )
}

/// A page's own script: one keeps the points that were looked at, where there is one, and lists them on the start page; one
/// completes members.
fn own_script(page: &Page, package: &Package) -> String {
    let script = match page {
        Page::Home(_) | Page::Layout(_) | Page::Decode(_) => Asset::Recent,
        Page::Offsets(_) | Page::Task(_) => Asset::Complete,
        _ => return String::new(),
    };
    format!("<script src=\"{}\" defer></script>\n", package.url(script))
}

/// The data, fetched beside the module that waits for them.
fn preload(bundle: &BundleUrl) -> String {
    format!("<link rel=\"preload\" href=\"{bundle}\" as=\"fetch\" crossorigin>\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Link, NotFound};
    use crate::route::Route;

    fn bundle() -> BundleUrl {
        BundleUrl::of_hash("0123abcd")
    }

    fn hostile() -> Page {
        Page::NotFound(NotFound {
            detail: "</script><script>alert(1)</script>\"&".to_owned(),
            suggestions: vec![Link {
                label: "<!-- <script>".to_owned(),
                route: Route::Home,
            }],
        })
    }

    #[test]
    fn no_text_becomes_markup() {
        let html = render_document(&hostile(), None, None, &bundle());
        assert!(!html.contains("<script"), "{html}");
        assert!(!html.contains("</script"), "{html}");
    }

    #[test]
    fn the_same_page_renders_to_the_same_bytes() {
        let package = Package::from_folder("pkg-0123abcd");
        let render = || render_document(&hostile(), None, package.as_ref(), &bundle());
        assert_eq!(render(), render());
    }
}
