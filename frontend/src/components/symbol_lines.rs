//! What symbol files say of a row, as a list.

use crate::page::symbol_lines::SymbolLine;
use crate::view::*;

/// One line for each run of files that say the same; nothing, where no file describes the row.
pub fn list(lines: &[SymbolLine]) -> Option<AnyView> {
    let entries = lines.iter().map(entry);
    (!lines.is_empty()).then(|| {
        let head = view! { <p class="quiet proof-head">"Symbol files:"</p> }.into_any();
        let list = view! { <ul class="symbol-lines">{entries.collect_view()}</ul> }.into_any();
        view! { <div>{head} {list}</div> }.into_any()
    })
}

fn entry(line: &SymbolLine) -> AnyView {
    let sign =
        view! { <span class="symbol-sign" aria-hidden="true">{line.word.sign()}</span> }.into_any();
    let builds = match line.builds.len() {
        1 => format!(" {}, {}", line.span(), line.arch),
        many => format!(" {many} files, {}, {}", line.span(), line.arch),
    };
    let says = match &line.says {
        Some(says) => view! { <code>{says.clone()}</code> }.into_any(),
        None => view! { <span class="quiet">"no such name"</span> }.into_any(),
    };
    let differs = (!line.differs.is_empty()).then(|| format!(": {}", line.differs.join("; ")));
    view! {
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
    .into_any()
}
