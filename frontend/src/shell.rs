//! The HTML document around the page: our own, because Leptos' has inline scripts, which the CSP forbids.

use crate::pages::prelude::*;
use leptos::attr::custom::custom_attribute;
use strata_core::{Point, Release};

use crate::citation::{citation, short};
use crate::components::search::search_field;
use crate::document::document_title;
use crate::document::{
    BASE_ATTRIBUTE, BUNDLE_ATTRIBUTE, CITATION_ID, CONTENT_ID, DATA_ID, EVERYTHING_ATTRIBUTE,
    FILES_ATTRIBUTE, HASH_ATTRIBUTE, HEAD_ID, KEYS_ID, LIVE_ATTRIBUTE, MAIN_ID, POINTS_ID,
    STATUS_ID,
};
use crate::page::Picker;
use crate::page::picker::ArchRow;
use crate::pages::Content;
use crate::pages::{client_rendered, decode, diff, layout, validity};
use crate::route::InteractivePage;
use crate::route::{Asset, BundleUrl, Package, SiteLocation, single_pages, site_location};
use crate::words::pairs;

/// Renders a page as a whole HTML document.
///
/// A page without a route asks search engines not to index it.
///
/// Without a package (the site's files were not built), the document refers to no script or style: it can only be read.
pub fn render_document(page: Page<'_>, package: Option<&Package>, bundle: &BundleUrl) -> String {
    let live = page.live();
    // Without a structure, the input may concern any type.
    let needed = match (&page.content, page.picker()) {
        (Content::ClientRendered(_), _) | (_, None) => bundle.clone(),
        (_, Some(picker)) => bundle.of_type(&picker.structure),
    };
    let data = (package.is_some() && live.is_some()).then(|| preload(&needed));
    let meta = head(&page, package) + &data.unwrap_or_default();
    let live = live.map_or_else(String::new, |live| {
        format!(" {LIVE_ATTRIBUTE}=\"{}\"", live.as_str())
    });
    let placed = location_attributes(site_location());
    let foot = render(|| foot(&page, bundle));
    let cited = render(|| cited_otherwise(bundle).to_html());
    let [skip, top] = top(page.route.as_ref()).map(|part| render(|| part.to_html()));
    let content = render(|| content(page.content, bundle.hash()).to_html());
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{meta}</head>\n<body spellcheck=\"false\">\n\
         <div id=\"{HEAD_ID}\">{skip}{top}</div>\n\
         <main id=\"{MAIN_ID}\" class=\"content\" tabindex=\"-1\">{cited}<div id=\"{CONTENT_ID}\">{content}</div></main>\n\
         {foot}\
         <div id=\"{DATA_ID}\" hidden{live} \
         {BUNDLE_ATTRIBUTE}=\"{needed}\" {EVERYTHING_ATTRIBUTE}=\"{bundle}\"{placed}></div>\n\
         </body>\n</html>\n"
    )
}

/// The attributes for the site's place; empty at the root of a server.
fn location_attributes(place: &SiteLocation) -> String {
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

/// `hash` is the hash of the data.
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

fn head(page: &Page<'_>, package: Option<&Package>) -> String {
    let route = page.route.as_ref();
    let title = escape(&document_title(&page.title));
    let description = escape(&page.description);
    let files = package
        .map(|package| files(package, page.live()) + &own_script(page, package))
        .unwrap_or_default();
    let is_asked = matches!(route, Some(Route::Search { .. }))
        || matches!(page.content, Content::ClientRendered(_));
    let kept = match route.filter(|_| !is_asked) {
        Some(route) => canonical_tags(route, package),
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
         {kept}{files}"
    )
}

/// The tags of the canonical URL. Where the site's origin is known, other sites can show the page with a picture.
fn canonical_tags(route: &Route, package: Option<&Package>) -> String {
    let Some(origin) = site_location().origin.as_deref() else {
        return format!("<link rel=\"canonical\" href=\"{route}\">\n");
    };
    let card = package.map_or_else(String::new, |package| {
        let url = package.url(Asset::Card);
        format!(
            "<meta property=\"og:image\" content=\"{origin}{url}\">\n\
             <meta property=\"og:image:alt\" content=\"{CARD}\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">\n"
        )
    });
    format!(
        "<link rel=\"canonical\" href=\"{origin}{route}\">\n\
         <meta property=\"og:url\" content=\"{origin}{route}\">\n\
         {card}"
    )
}

/// What [`Asset::Card`] shows.
const CARD: &str =
    "A structure in Windows 7 and Windows 8, side by side: some members become smaller or bits.";

fn files(package: &Package, live: Option<InteractivePage>) -> String {
    let own = match live {
        Some(InteractivePage::Decode) => Asset::DecodeStyle,
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

/// The module with the chunk that the page needs, fetched in parallel.
fn module(package: &Package, live: InteractivePage) -> String {
    let chunk = match live {
        InteractivePage::Decode => Some(Asset::DecodeChunk),
        InteractivePage::Validity => Some(Asset::ValidityChunk),
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

/// A page's own script: one that stores the visited points, where there is one, and lists them on the start page; or
/// the one that completes members.
fn own_script(page: &Page<'_>, package: &Package) -> String {
    let entry = page.route.as_ref().and_then(Route::entry);
    let script = match page.content {
        Content::ClientRendered(_) => None,
        _ => entry.and_then(|entry| entry.script),
    };
    let tag = |script| format!("<script src=\"{}\" defer></script>\n", package.url(script));
    script.map_or_else(String::new, tag)
}

/// Fetches the data in parallel with the module that needs them.
fn preload(bundle: &BundleUrl) -> String {
    format!("<link rel=\"preload\" href=\"{bundle}\" as=\"fetch\" crossorigin>\n")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// The top of every page: the skip link, the navigation, the theme switch. `route` is the current page.
fn top(route: Option<&Route>) -> [AnyView; 2] {
    let skip = any_view! { <a class="skip-link" href="#content">"Skip to the content"</a> };
    let bar =
        any_view! { <div class="site-bar">{nav(route)} {search(route)} {theme_switch()}</div> };
    let header = any_view! { <header class="site-header">{bar}</header> };
    [skip, header]
}

fn nav(route: Option<&Route>) -> AnyView {
    let here = route.and_then(Route::entry);
    let listed =
        single_pages().filter(|(entry, _, route)| entry.in_navigation && route.is_served());
    let entries = listed.map(|(entry, label, route)| {
        let is_here = here.is_some_and(|here| here.pattern == entry.pattern);
        let (url, here) = (route.to_string(), is_here.then_some("page"));
        match route {
            Route::Home => any_view! {
                <li>
                    <a class="site-name" href=url aria-current=here>
                        {logo()}
                        "Strata"
                    </a>
                </li>
            },
            _ => any_view! { <li><a href=url aria-current=here>{label}</a></li> },
        }
    });
    any_view! {
        <nav aria-label="Site">
            <ul class="site-nav">{entries.collect_view()}</ul>
        </nav>
    }
}

/// The search field; the start page and the search page have their own, below their title.
fn search(route: Option<&Route>) -> AnyView {
    match route {
        Some(Route::Search { .. } | Route::Home) => {
            any_view! { <div class="search-elsewhere"></div> }
        }
        _ => search_field(""),
    }
}

/// The logo: three layers, one of them broken, as in `static/favicon.svg`.
fn logo() -> AnyView {
    let layers = [
        ["0", "1", "16"],
        ["0", "6", "7"],
        ["9", "6", "7"],
        ["0", "11", "16"],
    ];
    let layer = |[x, y, width]: [&'static str; 3]| {
        any_view! { <rect x=x y=y width=width height="4" fill="currentColor"></rect> }
    };
    any_view! { <svg class="site-mark" viewBox="0 0 16 16" aria-hidden="true">{layers.map(layer)}</svg> }
}

/// A button that shows the theme and switches it (`static/boot.js` handles it). Hidden without JavaScript.
fn theme_switch() -> AnyView {
    any_view! {
        <button type="button" class="theme-switch needs-script">
            <span class="theme-word">"Theme: "</span>
            <span class="theme-name">"system"</span>
        </button>
    }
}

/// Every key of the site, below the context in which it works.
const KEYS: &str = "\
    Everywhere\n\
    / Ctrl+K: search\n\
    ?: this list\n\
    Esc: close a list or a field\n\
    ↑ ↓ Home End: another row of a table, another entry of a list\n\n\
    On a layout, or its decode page\n\
    [ ]: previous, next release\n\
    ← →: the same, in the picker\n\
    ↑ ↓: the other architecture, in the picker\n\
    Home End: the first and the last release, in the picker\n\n\
    In a diagram of bytes\n\
    ← →: previous, next member\n\
    ↑ ↓: the member above, the member below\n\
    Home End: the first and the last member\n\
    Enter: its row in the table\n\n\
    On a comparison\n\
    [ ]: change the target\n\
    { }: change the start\n\
    x: swap both\n\n\
    On a decode page\n\
    ← → ↑ ↓: from byte to byte, from value to value\n\
    → ←: unfold and fold a value\n\
    Enter: from a byte to its line in the text";

/// The footer, the list of keys, and the live region.
fn foot(page: &Page<'_>, bundle: &BundleUrl) -> String {
    let said_here = any_view! { <p id=STATUS_ID class="said" role="status"></p> };
    let cited = page.route.as_ref();
    let cited = cited.map(|route| cite(&page.title, route, bundle));
    let keys = any_view! {
        <button type="button" class="button" popovertarget=KEYS_ID>"Keys " <kbd>"?"</kbd></button>
    };
    let states = any_view! { <p>"Strata states what others published. Every page names its source. " {keys}</p> };
    let footer = any_view! { <footer class="site-footer">{states} {cited}</footer> };
    let points = page
        .picker()
        .map(|picker| format!("{}\n", points(picker).to_html()));
    let points = points.unwrap_or_default();
    let list = list().to_html();
    format!(
        "{}\n{list}\n{points}{}\n",
        footer.to_html(),
        said_here.to_html()
    )
}

/// A notice for an address that cites other data than these; `static/boot.js` compares them.
fn cited_otherwise(bundle: &BundleUrl) -> AnyView {
    any_view! {
        <p id="cited-otherwise" class="notice" role="status" hidden="">
            "The address cites data "
            <code></code>
            "; this page shows data "
            <code>{short(bundle.hash())}</code>
            ", which may differ."
        </p>
    }
}

/// The citation of this view, and a button that copies it. The text comes last, because it grows when hydration
/// completes its address.
fn cite(title: &str, route: &Route, bundle: &BundleUrl) -> AnyView {
    let hash = bundle.hash();
    let text = any_view! {
        <span class="citation-text" id={CITATION_ID} {..custom_attribute(HASH_ATTRIBUTE, hash.to_owned())}>
            {citation(title, &route.to_string(), hash)}
        </span>
    };
    let button = any_view! {
        <button type="button" class="button needs-script" data-copies=CITATION_ID>
            "Copy the citation"
        </button>
    };
    // The script completes the address.
    let missing = site_location().origin.is_none().then(|| {
        any_view! { <noscript>" Put the address of this site before the path."</noscript> }
    });
    any_view! { <p class="citation">"Cite as " {button} " " {text} {missing}</p> }
}

/// The list of keys: a popover that opens without JavaScript.
fn list() -> AnyView {
    let title = format!("{KEYS_ID}-title");
    let own = title.clone();
    let groups = KEYS.split("\n\n").map(|group| {
        let place = group.lines().next();
        let rows = pairs(group).map(|(keys, what)| {
            let names = keys.split(' ').map(|key| view! { <kbd>{key}</kbd> " " });
            view! { <div><dt>{names.collect_view()}</dt> <dd>{what}</dd></div> }
        });
        any_view! { <section><h3>{place}</h3> <dl>{rows.collect_view()}</dl></section> }
    });
    let close = any_view! {
        <button type="button" class="button" popovertarget=KEYS_ID popovertargetaction="hide">
            "Close"
        </button>
    };
    any_view! {
        <div id=KEYS_ID class="keys" popover="auto" role="dialog" aria-labelledby=title>
            <h2 id=own>"Keys"</h2>
            <div class="keys-groups">{groups.collect_view()}</div>
            {close}
        </div>
    }
}

/// The suggestions for the picker's field, with alternative spellings: a list that the browser filters. They are the
/// same at each point of the structure, so a step in place keeps them.
fn points(picker: &Picker) -> AnyView {
    let of_arch = |(arch, sizes): &ArchRow| {
        let named = sizes.iter().zip(&picker.releases);
        let stated = named.filter_map(|((_, size), named)| size.is_ok().then_some(named));
        let option = |(release, name): &(Release, String)| {
            option(Point::new(*release, *arch), &words(*release, name))
        };
        stated.map(option).collect::<Vec<AnyView>>()
    };
    any_view! { <datalist id=POINTS_ID>{picker.archs.iter().flat_map(of_arch).collect_view()}</datalist> }
}

/// Other names of a release: `Windows 7, build 7600, 7, win7`.
fn words(release: Release, name: &str) -> String {
    let mut words = format!("{name}, build {}", release.build());
    for alias in release.aliases() {
        words += ", ";
        words += alias;
    }
    words
}

fn option(point: Point, words: &str) -> AnyView {
    let value = format!("{} {}", point.version, point.arch);
    any_view! { <option value=value>{words.to_owned()}</option> }
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
        let link = Link::new("<!-- <script>", Route::Home);
        page(NotFound::new(
            "</script><script>alert(1)</script>\"&",
            vec![link],
        ))
    }

    #[test]
    fn no_text_becomes_markup() {
        let html = render_document(hostile(), None, &bundle());
        assert!(!html.contains("<script"), "{html}");
        assert!(!html.contains("</script"), "{html}");
    }

    #[test]
    fn the_same_page_renders_to_the_same_bytes() {
        let package = Package::from_folder("pkg-0123abcd");
        let render = || render_document(hostile(), package.as_ref(), &bundle());
        assert_eq!(render(), render());
    }
}
