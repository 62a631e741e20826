//! What the signs in a history mean, each with its word: colour only repeats what the sign says.

use leptos::prelude::*;

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

impl Mark {
    /// Its class in the style sheet.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Blank => "became-blank",
            Self::First => "became-first",
            Self::Same => "became-same",
            Self::MovedWithRest => "became-carried",
            Self::MovedAlone => "became-moved",
            Self::Renamed => "became-renamed",
            Self::Resized => "became-resized",
            Self::Retyped => "became-retyped",
            Self::ToBits => "became-bits",
            Self::FromBits => "became-member",
            Self::New => "became-new",
            Self::Gone => "became-gone",
        }
    }

    /// The sign beside the offset; empty where nothing happened.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Blank | Self::First | Self::Same => "",
            Self::MovedWithRest => "→",
            Self::MovedAlone => "⇒",
            Self::Renamed => "≈",
            Self::Resized => "↔",
            Self::Retyped => "≠",
            Self::ToBits => "⊂",
            Self::FromBits => "⊃",
            Self::New => "+",
            Self::Gone => "−",
        }
    }

    /// What it says.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Blank => "",
            Self::First => "first known here",
            Self::Same => "same as before",
            Self::MovedWithRest => "moved with the rest",
            Self::MovedAlone => "moved alone",
            Self::Renamed => "renamed",
            Self::Resized => "resized",
            Self::Retyped => "retyped",
            Self::ToBits => "became bits",
            Self::FromBits => "became a member",
            Self::New => "new",
            Self::Gone => "gone",
        }
    }
}

/// Why a cell has no offset: its sign, its class in the style sheet, what it says.
pub(super) type Why = [&'static str; 3];

impl Place {
    /// Why there is no offset; `None` where there is one.
    #[must_use]
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
                <span class=format!("became {}", mark.class())>{sign}</span>
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
