//! The places of the page that are drawn, in the order in which they stand there, and what is drawn on each.

use super::scene::Scene;
use super::state::Stage;
use super::{
    compare, elsewhere, export, facts, findings, follow, here, hex, input, margin, place, point,
    values, verdict,
};
use crate::browser::Sheet;
use crate::markup::Markup;
use crate::page::DecodePage;

/// A place: its id, what it follows from at the latest, and what is drawn there.
struct Place {
    id: &'static str,
    stage: Stage,
    draw: fn(&Scene<'_>) -> Vec<Markup>,
}

const fn place(id: &'static str, stage: Stage, draw: fn(&Scene<'_>) -> Vec<Markup>) -> Place {
    Place { id, stage, draw }
}

/// The id of the place that shows the point.
pub const POINT_ID: &str = "decode-point";
/// The id of the place that shows the same elsewhere.
pub const ELSEWHERE_ID: &str = "decode-elsewhere";

const PLACES: [Place; 17] = [
    place(POINT_ID, Stage::Point, point::point),
    place(ELSEWHERE_ID, Stage::Point, |scene| {
        elsewhere::elsewhere(scene.page)
    }),
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

impl Sheets {
    /// What the server sent: the point, and the same elsewhere; nothing on all others.
    #[must_use]
    pub fn sent(page: &DecodePage) -> Self {
        let sheet = |place: &Place| match place.id {
            POINT_ID => Sheet::sent(POINT_ID, point::markup(page, false)),
            ELSEWHERE_ID => Sheet::sent(ELSEWHERE_ID, elsewhere::elsewhere(page)),
            id => Sheet::new(id),
        };
        Self(PLACES.iter().map(sheet).collect())
    }

    /// Draws what follows from that stage.
    pub fn draw(&mut self, stage: Stage, scene: &Scene<'_>) {
        for (sheet, place) in self.0.iter_mut().zip(&PLACES) {
            if place.stage >= stage {
                sheet.draw((place.draw)(scene));
            }
        }
    }
}
