//! What symbol files say about a row, as a list; files that say the same share a line.

use crate::view::*;
use strata_core::audit::{Agreement, RowComparison};
use strata_core::release::Build;

use super::figures::span_of;
use crate::words::words;

/// The same statement of several symbol files of one architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolLine {
    pub builds: Vec<String>,
    pub arch: String,
    /// Their member: `0x10 VOID *ProcessHandle`; `None` where they have none of that name.
    pub says: Option<String>,
    pub word: Word,
    /// The differences, in words.
    pub differs: Vec<String>,
}

words! {
    /// A symbol file's verdict on a row.
    Word {
        Agree = "agree",
        Differ = "differ",
        /// The row has no name to look up.
        Silent = "say nothing",
    }
}

impl Word {
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Agree => "=",
            Self::Differ => "≠",
            Self::Silent => "?",
        }
    }
}

impl SymbolLine {
    /// `10.0.10240.16384`, or the first and the last build.
    pub fn span(&self) -> String {
        span_of(&self.builds)
    }
}

/// The comparisons by architecture, then by build; neighbours that say the same are one line.
pub fn lines(mut witnesses: Vec<RowComparison<'_>>) -> Vec<SymbolLine> {
    let key = |witness: &RowComparison<'_>| -> (String, Build) {
        (witness.symbols.arch.to_string(), witness.symbols.build)
    };
    // `x64` before `x86`, as everywhere.
    witnesses.sort_by_key(key);
    let lines: Vec<SymbolLine> = witnesses.into_iter().map(line).collect();
    let same = |a: &SymbolLine, b: &SymbolLine| {
        (&a.arch, &a.says, a.word, &a.differs) == (&b.arch, &b.says, b.word, &b.differs)
    };
    let joined = lines.chunk_by(same).filter_map(|run| {
        Some(SymbolLine {
            builds: run.iter().flat_map(|line| line.builds.clone()).collect(),
            ..run.first()?.clone()
        })
    });
    joined.collect()
}

fn line(witness: RowComparison<'_>) -> SymbolLine {
    let (word, differs) = match witness.agreement {
        Agreement::Agrees => (Word::Agree, Vec::new()),
        Agreement::Silent => (Word::Silent, Vec::new()),
        Agreement::Differs(findings) => {
            let said = findings.into_iter().map(|finding| finding.message);
            (Word::Differ, said.collect())
        }
    };
    SymbolLine {
        builds: vec![witness.symbols.build.to_string()],
        arch: witness.symbols.arch.to_string(),
        says: witness.says,
        word,
        differs,
    }
}

/// One entry for each line; `None` where no symbol file describes the row.
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
