//! Which architectures a history shows: one, or all of them. Plain radio buttons: the style sheet reads them, and so they
//! work without JavaScript.

use crate::view::*;
use strata_core::Arch;

use crate::page::structure::HistoryTable;

/// What the button says to the style sheet that shows all. Of `.of-archs`, those parts are hidden that are of another
/// architecture (`data-arch`) than the one that is chosen.
const ALL: &str = "all";

/// The choice among the architectures of those tables; nothing where there is but one.
pub fn arch_choice(tables: &[HistoryTable]) -> AnyView {
    if tables.len() < 2 {
        return ().into_any();
    }
    let choice = |value: &'static str, label: &'static str| {
        view! {
            <label class="choice">
                <input type="radio" name="archs" value=value data-archs=value checked=value == ALL/>
                <span>{label}</span>
            </label>
        }
    };
    let both = if tables.len() == 2 { "both" } else { "all" };
    let of = tables.iter().map(|table| table.arch).map(Arch::as_str);
    any_view! {
        <fieldset class="row-width arch-choice">
            <legend>"Architectures"</legend>
            {choice(ALL, both)} {of.map(|arch| choice(arch, arch)).collect_view()}
        </fieldset>
    }
}
