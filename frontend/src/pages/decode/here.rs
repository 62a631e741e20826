//! What is looked at, in words, and the way from it to the line of the text.

use super::context::ViewContext;
use super::margin::{line_button, line_of};
use super::words::hex;
use crate::markup::{Markup, el, said};
use leptos::prelude::Read;

/// What is lit, in words.
#[must_use]
pub fn here(context: ViewContext) -> Vec<Markup> {
    let drawn = context.work.drawn.read();
    let (Some(drawn), Some(lit)) = (drawn.as_ref(), context.state.selection.read().lit()) else {
        return Vec::new();
    };
    if lit.size == 0 {
        let outside = lit
            .text
            .map(|number| format!("Line {number} gives no byte of the structure that is shown."));
        return outside
            .map(|outside| said("span", "here-outside", outside).into())
            .into_iter()
            .collect();
    }
    let address = drawn
        .address
        .and_then(|address| address.checked_add(u64::from(lit.offset)))
        .map(|address| format!(" = {}", hex(address)))
        .unwrap_or_default();
    let place = format!(
        "+{:03x}{address}, {} bytes ",
        lit.offset,
        hex(lit.size.into())
    );
    let mut all: Vec<Markup> = vec![said("span", "here-place", place).into()];
    if let Some(line) = lit.value.and_then(|value| drawn.lines.get(value)) {
        let declaration = match line.declaration.as_str() {
            "" => &line.path,
            declaration => declaration,
        };
        let words = format!(" {} {} ", line.words.main, line.words.note);
        all.push(said("code", "here-path", declaration).into());
        all.push(said("span", "here-words", words).into());
        all.push(said("span", "here-kind", line.kind.label()).into());
    }
    let number = line_of(&context.state.paste.read(), Some(drawn), lit);
    if let Some(number) = number {
        let from = el("span").attr("class", "here-line").text(" from ");
        all.push(from.with(line_button(number)).into());
    }
    all
}
