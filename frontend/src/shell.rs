//! The document around the tree: our own, because Leptos' writes inline scripts, which the content policy forbids.

mod frame;

use crate::view::*;

use crate::page::{
    BASE_ATTRIBUTE, BUNDLE_ATTRIBUTE, CONTENT_ID, Content, DATA_ID, EVERYTHING_ATTRIBUTE,
    FILES_ATTRIBUTE, HEAD_ID, LIVE_ATTRIBUTE, Live, Page,
};
use crate::pages::{client_rendered, decode, diff, layout, validity};
use crate::route::{Asset, BundleUrl, Package, Place, Route, place};

/// Renders a page as a whole HTML document.
///
/// `route` is where it stays; a page of what is not there has none, and no search engine need keep it.
///
/// Without a package (the site's files were not built) the document names no script and no style: it can be read, and
/// that is all.
pub fn render_document(
    page: Page<'_>,
    route: Option<&Route>,
    package: Option<&Package>,
    bundle: &BundleUrl,
) -> String {
    let live = page.live(route);
    let needed = match (&page.content, page.structure()) {
        // Whatever is asked for, or pasted.
        (Content::ClientRendered(_) | Content::Validity(_), _) | (_, None) => bundle.clone(),
        (_, Some(name)) => bundle.of_type(&name),
    };
    let data = (package.is_some() && live.is_some()).then(|| preload(&needed));
    let meta = head(&page, route, package) + &data.unwrap_or_default();
    let live = live.map_or_else(String::new, |live| {
        format!(" {LIVE_ATTRIBUTE}=\"{}\"", live.as_str())
    });
    let placed = placed(place());
    let foot = render(|| frame::foot(&page, route, bundle));
    let cited = render(|| frame::cited_otherwise(bundle).to_html());
    let [skip, top] = frame::head(route).map(|part| render(|| part.to_html()));
    let content = render(|| content(page.content, bundle.hash()).to_html());
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
fn content(content: Content<'_>, hash: &str) -> AnyView {
    match content {
        Content::Read(drawing) => drawing.draw(hash),
        Content::Layout(page) => any_view! { <layout::LayoutView page/> },
        Content::Decode(page) => any_view! { <decode::DecodeView page/> },
        Content::Diff(page) => any_view! { <diff::DiffView page/> },
        Content::Validity(page) => any_view! { <validity::ValidityView page/> },
        Content::ClientRendered(page) => {
            any_view! { <client_rendered::ClientRenderedView page/> }
        }
    }
}

fn render(html: impl FnOnce() -> String) -> String {
    let owner = Owner::new_root(None);
    let html = owner.with(html);
    owner.cleanup();
    html
}

fn head(page: &Page<'_>, route: Option<&Route>, package: Option<&Package>) -> String {
    let title = escape(&page.title);
    let description = escape(&page.description);
    let files = package
        .map(|package| files(package, page.live(route)) + &own_script(page, route, package))
        .unwrap_or_default();
    let is_asked = matches!(route, Some(Route::Search { .. }))
        || matches!(page.content, Content::ClientRendered(_));
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
    let module = live.map_or_else(String::new, |live| module(package, live));
    format!(
        "<link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{style}\">\n\
         <link rel=\"stylesheet\" href=\"{own}\">\n\
         <script src=\"{theme}\"></script>\n\
         {module}\
         <script type=\"module\" src=\"{boot}\"></script>\n"
    )
}

/// The module and what of it the page fetches besides, all at once.
fn module(package: &Package, live: Live) -> String {
    let chunk = match live {
        Live::Decode => Some(Asset::DecodeChunk),
        Live::Validity => Some(Asset::ValidityChunk),
        _ => None,
    };
    let scripts = [Asset::Script, Asset::Chunks].map(|asset| {
        format!(
            "<link rel=\"modulepreload\" href=\"{}\">\n",
            package.url(asset)
        )
    });
    let modules = [Some(Asset::Module), chunk].into_iter().flatten();
    let modules = modules.map(|asset| {
        format!(
            "<link rel=\"preload\" href=\"{}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n",
            package.url(asset)
        )
    });
    scripts.into_iter().chain(modules).collect()
}

/// A page's own script: one keeps the points that were looked at, where there is one, and lists them on the start page; one
/// completes members.
fn own_script(page: &Page<'_>, route: Option<&Route>, package: &Package) -> String {
    let entry = route.and_then(Route::entry);
    let script = match page.content {
        Content::ClientRendered(_) => None,
        _ => entry.and_then(|entry| entry.script),
    };
    let tag = |script| format!("<script src=\"{}\" defer></script>\n", package.url(script));
    script.map_or_else(String::new, tag)
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
    use crate::pages::not_found::{Link, NotFound, page};
    use crate::route::Route;

    fn bundle() -> BundleUrl {
        BundleUrl::of_hash("0123abcd")
    }

    fn hostile() -> Page<'static> {
        page(NotFound {
            detail: "</script><script>alert(1)</script>\"&".to_owned(),
            suggestions: vec![Link {
                label: "<!-- <script>".to_owned(),
                route: Route::Home,
            }],
            field: None,
        })
    }

    #[test]
    fn no_text_becomes_markup() {
        let html = render_document(hostile(), None, None, &bundle());
        assert!(!html.contains("<script"), "{html}");
        assert!(!html.contains("</script"), "{html}");
    }

    #[test]
    fn the_same_page_renders_to_the_same_bytes() {
        let package = Package::from_folder("pkg-0123abcd");
        let render = || render_document(hostile(), None, package.as_ref(), &bundle());
        assert_eq!(render(), render());
    }
}
