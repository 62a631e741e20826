//! The same without the page: on the command line, and over HTTP. Without JavaScript this is what the page offers.

use leptos::prelude::Read;
use strata_core::{Point, TypeName};

use super::context::ViewContext;
use crate::markup::{Element, Markup, el, said};
use crate::route::ApiUrl;

/// How to decode by this layout elsewhere.
#[must_use]
pub fn elsewhere(context: ViewContext) -> Vec<Markup> {
    let page = context.page.read();
    let (version, arch) = (page.point.version, page.point.arch);
    let command = format!("strata decode {} {version} {arch} dump.txt", page.structure);
    let without = said(
        "p",
        "without-script",
        "Decoding here needs JavaScript and WebAssembly, for it happens in the browser and not on a server. Without them, \
         these do the same:",
    );
    let section = el("section")
        .attr("class", "decode-elsewhere")
        .with(el("h2").text("From the command line or the API"))
        .with(without)
        .with(el("p").text("On the command line, where nothing leaves the machine either:"))
        .with(shown(command))
        .with_all(
            over_http(page.structure.clone(), page.point)
                .into_iter()
                .flatten(),
        );
    vec![section.into()]
}

/// How a server does it; nothing where none answers.
fn over_http(structure: TypeName, point: Point) -> Option<[Markup; 3]> {
    let url = ApiUrl::decode(&structure, point).answered()?;
    let request = |kind: &str, file: &str| {
        shown(format!(
            "curl --data-binary @{file} -H 'Content-Type: {kind}' \"$STRATA{url}\""
        ))
    };
    let says = el("p")
        .text("Over HTTP, which does send the bytes to the server; ")
        .with(el("code").text("$STRATA"))
        .text(" stands for its address, as in this page’s own. First a dump as text, then a blob:");
    Some([
        says.into(),
        request("text/plain", "dump.txt").into(),
        request("application/octet-stream", "blob.bin").into(),
    ])
}

fn shown(text: String) -> Element {
    el("pre")
        .attr("class", "decode-command")
        .with(el("code").text(&text))
}
