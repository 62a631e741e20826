//! The places of the page that are drawn, in the order in which they stand there, and what is drawn on each.

use super::scene::Scene;
use super::state::Stage;
use super::{
    compare, export, facts, findings, follow, here, hex, input, margin, place, values, verdict,
};
use crate::browser::Sheet;
use crate::markup::Markup;

/// A place: its id, what it follows from at the latest, and what is drawn there.
struct Place {
    id: &'static str,
    stage: Stage,
    draw: fn(&Scene<'_>) -> Vec<Markup>,
}

const fn place(id: &'static str, stage: Stage, draw: fn(&Scene<'_>) -> Vec<Markup>) -> Place {
    Place { id, stage, draw }
}

const PLACES: [Place; 15] = [
    place("decode-status", Stage::Text, facts::status),
    place(input::MEMBERS_ID, Stage::Shown, input::members),
    place("decode-told", Stage::Shown, facts::told),
    place("decode-read", Stage::Values, facts::facts),
    place("decode-compared", Stage::Values, compare::compare),
    place("decode-verdict", Stage::Values, verdict::verdict),
    place("decode-margin", Stage::Looks, margin::margin),
    place("decode-place", Stage::Shown, place::place),
    place("decode-findings", Stage::Shown, findings::findings),
    place("decode-bytes", Stage::Looks, hex::bytes),
    place("decode-here", Stage::Looks, here::here),
    place("decode-values", Stage::Looks, values::values),
    place("decode-follow", Stage::Looks, follow::follow),
    place("decode-export", Stage::Looks, export::export),
    place("decode-dialects", Stage::Text, facts::dialects),
];

/// What was drawn.
#[derive(Debug)]
pub struct Sheets(Vec<Sheet>);

impl Default for Sheets {
    fn default() -> Self {
        Self(PLACES.iter().map(|place| Sheet::new(place.id)).collect())
    }
}

impl Sheets {
    /// Draws what follows from that stage.
    pub fn draw(&mut self, stage: Stage, scene: &Scene<'_>) {
        for (sheet, place) in self.0.iter_mut().zip(&PLACES) {
            if place.stage >= stage {
                sheet.draw((place.draw)(scene));
            }
        }
    }
}
