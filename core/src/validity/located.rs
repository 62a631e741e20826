//! Where members are, without anybody's claim: what is chosen for a table of offsets.

use super::place::{Way, place};
use super::wire::{ClaimDto, claim};
use super::{Claim, Unknown, judged_along};
use crate::dataset::{Dataset, Structure};
use crate::history::{History, Row};
use crate::layout::Layout;
use crate::name::{MemberPath, RowId};
use crate::units::ByteOffset;

/// How many members may be chosen at once.
pub const MEMBERS_LIMIT: usize = super::CLAIMS_LIMIT;

/// A member of a structure, and where it is at every point.
#[derive(Debug)]
pub struct Located {
    /// The latest of the source's rows that give it.
    pub row: Option<RowId>,
    /// Where it is; the claim itself is that it is where the newest layout has it.
    pub places: ClaimDto,
}

/// Where members of a structure are: those chosen, or all of them. A member is chosen by its name, by a path such as
/// `Links.Blink`, or by a row's id. Of all members, those whose name an earlier one has already are called by their row's id.
///
/// # Errors
///
/// The first that is chosen and not there.
pub fn located(
    dataset: &Dataset,
    structure: &Structure,
    chosen: Option<&[&str]>,
) -> Result<Vec<Located>, Unknown> {
    let history = History::of(structure);
    let ways = match chosen {
        Some(chosen) => {
            let way = |text: &&str| chosen_way(dataset, structure, &history, text);
            chosen.iter().map(way).collect::<Result<Vec<Way>, _>>()?
        }
        None => all(&history),
    };
    let located = |way: Way| {
        let claimed = Claim {
            line: 1,
            structure,
            member: None,
            offset: newest(dataset, structure, &way),
        };
        let judged = judged_along(dataset, &history, &claimed, &way, None);
        Located {
            row: way.rows.last().cloned(),
            places: claim(&claimed, &judged),
        }
    };
    Ok(ways.into_iter().map(located).collect())
}

fn all(history: &History) -> Vec<Way> {
    let mut ways: Vec<Way> = Vec::new();
    for row in &history.rows {
        let mut way = Way::of(row);
        let taken = ways.iter().any(|known| known.label == way.label);
        if let Some(id) = row.ids.last().filter(|_| taken) {
            way.label = id.to_string();
        }
        ways.push(way);
    }
    ways
}

fn chosen_way(
    dataset: &Dataset,
    structure: &Structure,
    history: &History,
    text: &str,
) -> Result<Way, Unknown> {
    let unknown = || Unknown::Member {
        structure: structure.article.name.to_string(),
        member: text.to_owned(),
        near: String::new(),
    };
    let claimed = Claim {
        line: 1,
        structure,
        member: text.parse::<MemberPath>().ok(),
        offset: ByteOffset::new(u32::MAX),
    };
    let named = match claimed.member {
        Some(_) => Way::find(dataset, history, &claimed, None),
        None => Err(unknown()),
    };
    let is_row = |row: &&Row| row.sources().iter().any(|id| id.as_str() == text);
    named.or_else(|error| {
        let row = history.rows.iter().find(is_row);
        row.map(Way::of).ok_or(error)
    })
}

/// Where the newest layout that has it has it, x64 before x86.
fn newest(dataset: &Dataset, structure: &Structure, way: &Way) -> ByteOffset {
    let layouts = |arch| {
        let all = structure.layouts.iter().rev();
        all.filter(move |layout: &&Layout| layout.arch() == arch)
    };
    let mut places = [crate::Arch::X64, crate::Arch::X86]
        .into_iter()
        .flat_map(layouts)
        .filter_map(|layout| place(layout, dataset.types(), way));
    places.next().map_or(ByteOffset::ZERO, |place| place.offset)
}
