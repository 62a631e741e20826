//! How the audit proceeds, and what it cannot notice.

use crate::view::*;
use strata_core::audit::LIMITS;

use super::Verdict;
use crate::components::blocks::fact;

pub(super) fn method() -> impl IntoView {
    let verdict = |verdict: Verdict| fact(verdict.as_str(), verdict.meaning());
    view! {
        <section aria-labelledby="method" class="prose">
            <h2 id="method">"Method"</h2>
            <p>
                "Every cell of a source is kept as it was published. A machine then holds it against the rules by which C \
                 compilers lay structures out (order, alignment, the size of each type, the size of the whole), against the \
                 other cells of the same table, against the other architecture and the releases before and after, and, where \
                 public symbol files describe the structure, against those."
            </p>
            <p>
                "Where a rule fires, one of two things follows. Either the source is wrong: then there is an "
                <dfn>"erratum"</dfn>
                ", which says what was published, what holds, and why. Or nothing is wrong and the rule only noticed something: \
                 then there is a " <dfn>"note"</dfn>
                " that says what is known. Nothing is ever repaired silently."
            </p>
            <p>
                "Each erratum is tested by taking it back, alone: the finding that this brings up is printed with it. How sure its \
                 corrected value is, one of three words says:"
            </p>
            <dl class="glossary">{Verdict::ALL.map(verdict).collect_view()}</dl>
            <p>
                "The tests of the program prove all this of the data: that each erratum's rule fires without it, that a forced value \
                 moved anywhere else breaks a rule, that a second transcription, made by somebody who had not seen the first, has the \
                 same cells. " <code>"docs/audit.md"</code> " in the program's source tells more."
            </p>
        </section>
    }
}

/// What no rule notices.
pub(super) fn limits() -> impl IntoView {
    let limit = |limit: strata_core::audit::Limit| {
        view! {
            <li>
                <em>{limit.name}</em>
                " "
                {limit.text}
            </li>
        }
    };
    view! {
        <section aria-labelledby="limits" class="prose">
            <h2 id="limits">"What the audit cannot notice"</h2>
            <p>"Beyond what each rule is blind to:"</p>
            <ul>{LIMITS.map(limit).collect_view()}</ul>
        </section>
    }
}
