//! The same without the page: on the command line, and over HTTP. Without JavaScript this is what the page offers.

use leptos::prelude::Read;

use super::scene::Scene;
use crate::markup::{Markup, el, said};
use crate::route::ApiUrl;

/// How to decode by this layout elsewhere.
#[must_use]
pub fn elsewhere(scene: Scene) -> Vec<Markup> {
    let page = scene.page.read();
    let (version, arch) = (page.point.version, page.point.arch);
    let command = format!("strata decode {} {version} {arch} dump.txt", page.structure);
    let url = ApiUrl::decode(&page.structure, page.point);
    let request = |kind: &str, file: &str| {
        format!("curl --data-binary @{file} -H 'Content-Type: {kind}' \"$STRATA{url}\"")
    };
    let shown = |text: String| {
        el("pre")
            .attr("class", "decode-command")
            .with(el("code").text(&text))
    };
    let without = said(
        "p",
        "without-script",
        "Decoding here needs JavaScript and WebAssembly, for it happens in the browser and not on a server. Without them, \
         these do the same:",
    );
    let section = el("section")
        .attr("class", "decode-elsewhere")
        .with(el("h2").text("Without this page"))
        .with(without)
        .with(el("p").text("On the command line, where nothing leaves the machine either:"))
        .with(shown(command))
        .with(
            el("p")
                .text("Over HTTP, which does send the bytes to the server; ")
                .with(el("code").text("$STRATA"))
                .text(" stands for its address, as in this page’s own. First a dump as text, then a blob:"),
        )
        .with(shown(request("text/plain", "dump.txt")))
        .with(shown(request("application/octet-stream", "blob.bin")));
    vec![section.into()]
}
