//! What the signs in a history mean, each with its word: colour only repeats what the sign says.

use crate::view::*;

use crate::components::mark;
use crate::page::structure::{Mark, Place};

/// All marks that a legend explains, in its order.
const EXPLAINED: [Mark; 10] = [
    Mark::Same,
    Mark::MovedWithRest,
    Mark::MovedAlone,
    Mark::Resized,
    Mark::Retyped,
    Mark::Renamed,
    Mark::ToBits,
    Mark::FromBits,
    Mark::New,
    Mark::Gone,
];

/// Why a cell has no offset: its sign, its class in the style sheet, what it says.
pub(super) type Why = [&'static str; 3];

impl Place {
    /// Why there is no offset; `None` where there is one.
    pub(super) const fn why_none(&self) -> Option<Why> {
        match self {
            Self::At(_) | Self::Bit(..) => None,
            Self::Elsewhere(_) => Some(["↕", "state-elsewhere", "under another row"]),
            Self::Absent => Some(["·", "state-absent", "absent"]),
            Self::NotStated => Some(["?", "state-not-stated", "not stated"]),
        }
    }
}

/// The signs that the page has, and no others.
#[component]
pub fn MarkLegend(marks: Vec<Mark>, whys: Vec<Why>, has_errata: bool) -> impl IntoView {
    let entry = |mark: Mark| {
        let sign = match mark.sign() {
            "" => "0x08",
            sign => sign,
        };
        view! {
            <li>
                <span class=format!("became {}", mark::class(mark))>{sign}</span>
                {mark.words()}
            </li>
        }
    };
    let shown = EXPLAINED.into_iter().filter(|mark| marks.contains(mark));
    let errata = has_errata.then(|| {
        view! { <li><span class="became became-erratum">"†"</span> "corrected (see erratum)"</li> }
    });
    let why = |[sign, class, words]: Why| {
        view! { <li><span class=format!("became {class}")>{sign}</span> {words}</li> }
    };
    view! {
        <ul class="mark-legend" aria-label="Signs">
            {shown.map(entry).collect_view()} {errata} {whys.into_iter().map(why).collect_view()}
        </ul>
    }
}
