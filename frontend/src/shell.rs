//! The document around the tree: our own, because Leptos' writes inline scripts, which the content policy forbids.

use leptos::prelude::*;

use crate::app::App;
use crate::page::{BUNDLE_ATTRIBUTE, DATA_ID, Page, ROOT_ID};
use crate::route::{Asset, BundleUrl, Package};

/// Renders a page as a whole HTML document.
///
/// Without a package (the site's files were not built) the document names no script and no style: it can be read, and
/// that is all.
///
/// # Errors
///
/// When the page's value cannot be written as JSON.
pub fn render_document(
    page: &Page,
    package: Option<&Package>,
    bundle: &BundleUrl,
) -> Result<String, serde_json::Error> {
    let data = script_safe(&serde_json::to_string(page)?);
    let head = head(page, package);
    let tree = render_tree(page.clone());
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{head}</head>\n<body>\n\
         <div id=\"{ROOT_ID}\">{tree}</div>\n\
         <script type=\"application/json\" id=\"{DATA_ID}\" {BUNDLE_ATTRIBUTE}=\"{bundle}\">{data}</script>\n\
         </body>\n</html>\n"
    ))
}

fn render_tree(page: Page) -> String {
    let owner = Owner::new_root(None);
    let html = owner.with(|| view! { <App page/> }.to_html());
    owner.cleanup();
    html
}

fn head(page: &Page, package: Option<&Package>) -> String {
    let title = escape(&page.title());
    let description = escape(&page.description());
    let files = package.map(files).unwrap_or_default();
    format!(
        "<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         {files}"
    )
}

fn files(package: &Package) -> String {
    let [boot, script, module, theme, style, icon] = [
        Asset::Boot,
        Asset::Script,
        Asset::Module,
        Asset::Theme,
        Asset::Style,
        Asset::Icon,
    ]
    .map(|asset| package.url(asset));
    format!(
        "<link rel=\"icon\" href=\"{icon}\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"{style}\">\n\
         <script src=\"{theme}\"></script>\n\
         <link rel=\"modulepreload\" href=\"{script}\">\n\
         <link rel=\"preload\" href=\"{module}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n\
         <script type=\"module\" src=\"{boot}\"></script>\n"
    )
}

/// JSON that cannot end the script element it stands in.
fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c")
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
        let html = render_document(&hostile(), None, &bundle()).unwrap();
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script").count(), 1, "{html}");
    }

    #[test]
    fn the_document_carries_the_value_it_was_rendered_from() {
        let page = hostile();
        let html = render_document(&page, None, &bundle()).unwrap();
        let data = html
            .split("0123abcd.json\">")
            .nth(1)
            .unwrap()
            .split("</script>")
            .next()
            .unwrap();
        assert_eq!(serde_json::from_str::<Page>(data).unwrap(), page);
    }

    #[test]
    fn the_same_page_renders_to_the_same_bytes() {
        let package = Package::from_folder("pkg-0123abcd");
        let render = || render_document(&hostile(), package.as_ref(), &bundle()).unwrap();
        assert_eq!(render(), render());
    }
}
