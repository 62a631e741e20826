//! The same without the page: on the command line, and over HTTP. Without JavaScript this is what the page offers.

use crate::erase::Erase;
use leptos::prelude::*;

use crate::page::DecodePage;
use crate::route::ApiUrl;

/// How to decode by this layout elsewhere.
#[component]
pub fn Elsewhere(page: Signal<DecodePage>) -> impl IntoView {
    let command = move || {
        page.with(|page| {
            let (version, arch) = (page.point.version, page.point.arch);
            format!("strata decode {} {version} {arch} dump.txt", page.structure)
        })
    };
    let request = move |kind: &'static str, file: &'static str| {
        page.with(|page| {
            let url = ApiUrl::decode(&page.structure, page.point);
            format!("curl --data-binary @{file} -H 'Content-Type: {kind}' \"$STRATA{url}\"")
        })
    };
    view! {
        <section class="decode-elsewhere">
            <h2>"Without this page"</h2>
            <p class="without-script">
                "Decoding here needs JavaScript and WebAssembly, for it happens in the browser and not on a server. \
                 Without them, these do the same:"
            </p>
            <p>"On the command line, where nothing leaves the machine either:"</p>
            <pre class="decode-command">
                <code>{command}</code>
            </pre>
            <p>
                "Over HTTP, which does send the bytes to the server; " <code>"$STRATA"</code>
                " stands for its address, as in this page’s own. First a dump as text, then a blob:"
            </p>
            <pre class="decode-command">
                <code>{move || request("text/plain", "dump.txt")}</code>
            </pre>
            <pre class="decode-command">
                <code>{move || request("application/octet-stream", "blob.bin")}</code>
            </pre>
        </section>
    }
    .erase()
}
