//! Buttons that copy a text made on demand, and a menu of what one copies of a member into code or into a debugger.
//! Buttons that copy existing text of a page have attributes that `static/boot.js` reads.

use crate::view::*;
use strata_core::Arch;
use wasm_bindgen_futures::spawn_local;

use crate::browser;

/// A button that copies a text, on plain `http` too. Hidden without JavaScript.
#[component]
pub fn CopyButton(label: &'static str, #[prop(into)] text: Callback<(), String>) -> impl IntoView {
    // The outcome, once the button was pressed.
    let copied = RwSignal::new(None);
    let press = move |_| {
        let text = text.run(());
        spawn_local(async move { copied.set(Some(browser::copy(&text).await)) });
    };
    let said = move || match copied.get() {
        None => label,
        Some(true) => "Copied",
        Some(false) => "The browser refuses",
    };
    view! {
        <button type="button" class="button needs-script" on:click=press aria-live="polite">
            {said}
        </button>
    }
}

/// The label of a copied address. The page knows the path only; `static/boot.js` puts the origin before it.
pub const LINK: &str = "Link";

/// `member` is the URL of the member's page, where it has one.
pub fn menu(name: &str, copies: Vec<Copy>, member: Option<String>) -> AnyView {
    let entry = |(what, text): Copy| {
        let button = any_view! {
            <button type="button" class="copies">
                <span class="quiet">{what}</span>
                " "
                <code data-link=(what == LINK).then_some("")>{text.clone()}</code>
            </button>
        };
        any_view! { <li>{button}</li> }
    };
    let member = member.map(|url| {
        any_view! { <li><a href=url>"In every kernel"</a></li> }
    });
    let opener =
        any_view! { <summary aria-label=format!("Copy: {name}") title="Copy">{icon()}</summary> };
    any_view! {
        <details class="menu copy-menu needs-script">
            {opener}
            <ul class="menu-list" data-rows="">{copies.into_iter().map(entry).collect_view()} {member}</ul>
        </details>
    }
}

pub fn icon() -> AnyView {
    let sheet = |x: &'static str| any_view! { <rect x=x y=x width="7" height="7"></rect> };
    any_view! { <svg class="copy-icon" viewBox="0 0 12 12" aria-hidden="true">{["1", "4"].map(sheet)}</svg> }
}

pub type Copy = (&'static str, String);

/// The offset, the declaration, and the C and WinDbg expressions for the member. `p` and `addr` are the address of the
/// structure; `symbol` is the type's name in WinDbg, where symbol files have it.
pub fn copies(
    offset: u32,
    size: u32,
    declaration: &str,
    name: Option<&str>,
    arch: Arch,
    symbol: Option<&str>,
) -> Vec<Copy> {
    let mut copies = vec![("Offset", format!("{offset:#x}"))];
    // Without a name, the source's text is no declaration.
    if name.is_some() {
        copies.push(("Declaration", format!("{declaration};")));
    }
    let address = format!("(PUCHAR)p + {offset:#x}");
    let ty = name.and_then(|name| declaration.strip_suffix(name));
    copies.push((
        "C",
        match ty {
            Some(ty) => format!("*({}*)({address})", spaced(ty)),
            None => address,
        },
    ));
    copies.push(("WinDbg", windbg(offset, size, arch)));
    if let (Some(symbol), Some(name)) = (symbol, name) {
        copies.push(("dt", format!("dt {symbol} addr {name}")));
    }
    copies
}

/// A type followed by a space where a star may follow: `HANDLE `, `VOID *`.
fn spaced(ty: &str) -> String {
    let ty = ty.trim_end();
    match ty.ends_with('*') {
        true => ty.to_owned(),
        false => format!("{ty} "),
    }
}

/// The WinDbg command that shows the member: as one number where its size allows, else as bytes.
fn windbg(offset: u32, size: u32, arch: Arch) -> String {
    let (command, count) = match (size, arch) {
        (1, _) => ("db", 1),
        (2, _) => ("dw", 1),
        (4, _) => ("dd", 1),
        (8, Arch::X64 | Arch::Arm64) => ("dq", 1),
        // An array of unknown length shows one byte.
        _ => ("db", size.max(1)),
    };
    format!("{command} addr+{offset:#x} L{count:#x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_copied_as_code_and_debuggers_have_it() {
        let shown = copies(0x58, 8, "HANDLE Event", Some("Event"), Arch::X64, None);
        let texts: Vec<&str> = shown.iter().map(|(_, text)| &**text).collect();
        assert_eq!(
            texts,
            [
                "0x58",
                "HANDLE Event;",
                "*(HANDLE *)((PUCHAR)p + 0x58)",
                "dq addr+0x58 L0x1"
            ]
        );
    }

    #[test]
    fn what_has_no_name_has_no_declaration_and_what_is_no_number_is_bytes() {
        let shown = copies(0, 24, "unaccounted", None, Arch::X86, None);
        assert_eq!(shown.len(), 3);
        assert_eq!(shown[2].1, "db addr+0x0 L0x18");
        assert_eq!(windbg(4, 8, Arch::X86), "db addr+0x4 L0x8");
        assert_eq!(windbg(4, 0, Arch::X64), "db addr+0x4 L0x1");
    }
}
