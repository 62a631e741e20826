//! The CSS classes of a member's change mark.

use strata_core::diff::Mark;

pub const fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Blank => "became-blank",
        Mark::First => "became-first",
        Mark::Same => "became-same",
        Mark::MovedWithRest => "became-carried",
        Mark::MovedAlone => "became-moved",
        Mark::Renamed => "became-renamed",
        Mark::Resized => "became-resized",
        Mark::Retyped => "became-retyped",
        Mark::ToBits => "became-bits",
        Mark::FromBits => "became-member",
        Mark::New => "became-new",
        Mark::Gone => "became-gone",
    }
}

/// The class of its colour in drawings, where several marks share a colour and differ by sign.
pub const fn tone(mark: Mark) -> &'static str {
    match mark {
        Mark::Blank | Mark::First | Mark::Same => "tone-same",
        Mark::MovedWithRest => "tone-carried",
        Mark::New => "tone-new",
        Mark::Gone => "tone-gone",
        _ => "tone-changed",
    }
}
