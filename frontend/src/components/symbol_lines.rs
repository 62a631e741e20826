//! What symbol files say of a row, as a list.

use crate::page::symbol_lines::SymbolLine;
use crate::view::*;

/// One line for each run of files that say the same; nothing, where no file describes the row.
pub fn list(lines: &[SymbolLine]) -> Option<AnyView> {
    let entries = lines.iter().map(entry);
    (!lines.is_empty()).then(|| {
        let head = any_view! { <p class="quiet proof-head">"Symbol files:"</p> };
        let list = any_view! { <ul class="symbol-lines">{entries.collect_view()}</ul> };
        any_view! { <div>{head} {list}</div> }
    })
}

fn entry(line: &SymbolLine) -> AnyView {
    let sign = any_view! { <span class="symbol-sign" aria-hidden="true">{line.word.sign()}</span> };
    let builds = match line.builds.len() {
        1 => format!(" {}, {}", line.span(), line.arch),
        many => format!(" {many} files, {}, {}", line.span(), line.arch),
    };
    let says = match &line.says {
        Some(says) => any_view! { <code>{says.clone()}</code> },
        None => any_view! { <span class="quiet">"no such name"</span> },
    };
    let differs = (!line.differs.is_empty()).then(|| format!(": {}", line.differs.join("; ")));
    any_view! {
        <li>
            {sign}
            " "
            <span class="symbol-word">{line.word.as_str()}</span>
            ": "
            {says}
            <span class="quiet">{builds}</span>
            {differs}
        </li>
    }
}
