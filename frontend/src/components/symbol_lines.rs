//! What symbol files say about a row, as a list; files that say the same share a line.

use crate::view::*;
use strata_core::audit::{Agreement, RowComparison};
use strata_core::release::Build;

use crate::figures::span_of;

/// The same statement of several symbol files of one architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolLine<'a> {
    pub builds: Vec<Build>,
    /// The statement of the first of them.
    pub said: RowComparison<'a>,
}

/// The words for symbol files that agree with a row, that differ, and that say nothing.
pub const VERDICTS: [&str; 3] = ["agree", "differ", "say nothing"];

impl SymbolLine<'_> {
    /// `10.0.10240.16384`, or the first and the last build.
    pub fn span(&self) -> String {
        span_of(&self.builds)
    }

    pub fn verdict(&self) -> &'static str {
        sign_and_verdict(&self.said)[1]
    }
}

const fn sign_and_verdict(said: &RowComparison<'_>) -> [&'static str; 2] {
    let [agree, differ, silent] = VERDICTS;
    match said.agreement {
        Agreement::Agrees => ["=", agree],
        Agreement::Differs(_) => ["≠", differ],
        // The row has no name to look up.
        Agreement::Silent => ["?", silent],
    }
}

fn differences<'a>(said: &'a RowComparison<'_>) -> Vec<&'a str> {
    let findings = match &said.agreement {
        Agreement::Differs(findings) => &findings[..],
        Agreement::Agrees | Agreement::Silent => &[],
    };
    findings.iter().map(|it| it.message.as_str()).collect()
}

/// The comparisons by architecture, then by build; neighbours that say the same are one line.
pub fn lines<'a>(mut comparisons: Vec<RowComparison<'a>>) -> Vec<SymbolLine<'a>> {
    // `x64` before `x86`, as everywhere.
    comparisons.sort_by_key(|it| (it.symbols.arch.as_str(), it.symbols.build));
    let key = |it: &RowComparison<'a>| (it.symbols.arch, sign_and_verdict(it));
    let alike = |a: &RowComparison<'a>, b: &RowComparison<'a>| {
        key(a) == key(b) && a.says == b.says && differences(a) == differences(b)
    };
    let line = |run: &[RowComparison<'a>]| {
        Some(SymbolLine {
            builds: run.iter().map(|it| it.symbols.build).collect(),
            said: run.first()?.clone(),
        })
    };
    comparisons.chunk_by(alike).filter_map(line).collect()
}

/// One entry for each line; `None` where no symbol file describes the row.
pub fn list(lines: &[SymbolLine<'_>]) -> Option<AnyView> {
    let entries = lines.iter().map(entry);
    (!lines.is_empty()).then(|| {
        let head = any_view! { <p class="quiet proof-head">"Symbol files:"</p> };
        let list = any_view! { <ul class="symbol-lines">{entries.collect_view()}</ul> };
        any_view! { <div>{head} {list}</div> }
    })
}

fn entry(line: &SymbolLine<'_>) -> AnyView {
    let [sign, verdict] = sign_and_verdict(&line.said);
    let sign = any_view! { <span class="symbol-sign" aria-hidden="true">{sign}</span> };
    let (span, arch) = (line.span(), line.said.symbols.arch);
    let builds = match line.builds.len() {
        1 => format!(" {span}, {arch}"),
        many => format!(" {many} files, {span}, {arch}"),
    };
    let says = match &line.said.says {
        Some(says) => any_view! { <code>{says.clone()}</code> },
        None => any_view! { <span class="quiet">"no such name"</span> },
    };
    let differs = differences(&line.said);
    let differs = (!differs.is_empty()).then(|| format!(": {}", differs.join("; ")));
    any_view! {
        <li>
            {sign}
            " "
            <span class="symbol-word">{verdict}</span>
            ": "
            {says}
            <span class="quiet">{builds}</span>
            {differs}
        </li>
    }
}
