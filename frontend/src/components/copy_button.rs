//! A button that copies a text, on plain `http` too. Hidden without JavaScript.

use crate::view::*;
use wasm_bindgen_futures::spawn_local;

use crate::browser;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Copied,
    Refused,
}

#[component]
pub fn CopyButton(label: &'static str, #[prop(into)] text: Callback<(), String>) -> impl IntoView {
    let state = RwSignal::new(State::Idle);
    let press = move |_| {
        let text = text.run(());
        spawn_local(async move {
            let copied = browser::copy(&text).await;
            state.set(if copied {
                State::Copied
            } else {
                State::Refused
            });
        });
    };
    let said = move || match state.get() {
        State::Idle => label,
        State::Copied => "Copied",
        State::Refused => "The browser refuses",
    };
    view! {
        <button type="button" class="button needs-script" on:click=press aria-live="polite">
            {said}
        </button>
    }
}
