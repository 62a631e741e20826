//! What symbol files say of a row, as a list.

use crate::markup::{Element, Markup, el, said};
use crate::page::symbol_lines::SymbolLine;

/// One line for each run of files that say the same; nothing, where no file describes the row.
#[must_use]
pub fn list(lines: &[SymbolLine]) -> Option<Element> {
    let entries = lines.iter().map(|it| Markup::from(entry(it)));
    (!lines.is_empty()).then(|| {
        let head = said("p", "quiet proof-head", "Symbol files:");
        let list = el("ul").attr("class", "symbol-lines").with_all(entries);
        el("div").with(head).with(list)
    })
}

fn entry(line: &SymbolLine) -> Element {
    let sign = said("span", "symbol-sign", line.word.sign()).attr("aria-hidden", "true");
    let builds = match line.builds.len() {
        1 => format!(" {}, {}", line.span(), line.arch),
        many => format!(" {many} files, {}, {}", line.span(), line.arch),
    };
    let says = match &line.says {
        Some(says) => el("code").text(says),
        None => said("span", "quiet", "no such name"),
    };
    let entry = el("li")
        .with(sign)
        .text(" ")
        .with(said("span", "symbol-word", line.word.as_str()))
        .text(": ")
        .with(says)
        .with(said("span", "quiet", builds));
    match line.differs.is_empty() {
        true => entry,
        false => entry.text(&format!(": {}", line.differs.join("; "))),
    }
}
