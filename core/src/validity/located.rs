//! Where members are, without anybody's claim: what is chosen for a table of offsets.

use std::borrow::Cow;

use super::claim::wanted;
use super::place::{Way, place};
use super::wire::{ClaimDto, claim};
use super::{Claim, Unknown, judged, judged_along};
use crate::arch::Arch;
use crate::dataset::{Dataset, Structure};
use crate::history::{Column, History, State};
use crate::layout::{Layout, Member};
use crate::lookup::nearest;
use crate::name::RowId;
use crate::point::Point;
use crate::units::ByteOffset;

/// How many members may be chosen at once.
pub const MEMBERS_LIMIT: usize = super::CLAIMS_LIMIT;

/// A member of a structure, and where it is at every point.
#[derive(Debug)]
pub struct Located {
    /// The source's rows that give it at some point, the latest last.
    pub rows: Vec<RowId>,
    /// Where it is; the claim itself is that it is where the newest layout has it.
    pub places: ClaimDto,
}

/// Where members of a structure are, at the points of its history and at those asked for besides: those chosen, or all of them.
/// A member is chosen by its name, by a path such as `Links.Blink`, or by a row's id. Of all members, those whose name an earlier
/// one has already are called by their row's id.
///
/// # Errors
///
/// The first that is chosen and not there.
pub fn located(
    dataset: &Dataset,
    structure: &Structure,
    chosen: Option<&[&str]>,
    points: &[Point],
) -> Result<Vec<Located>, Unknown> {
    let history = History::of(structure);
    // Of the kernels of a release, a history has those that begin a layout.
    let columns: Vec<Point> = history
        .columns
        .iter()
        .flat_map(|column| column.points.iter().copied())
        .collect();
    let besides = points.iter().filter(|point| !columns.contains(*point));
    let besides = besides.filter_map(|point| {
        let layout = structure.layout(*point).ok()?;
        let column = Column {
            arch: point.arch,
            points: vec![*point],
            state: State::Stated(layout.size),
        };
        Some((column, layout))
    });
    let besides: Vec<(Column, Cow<'_, Layout>)> = besides.collect();
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
            offset: Some(newest(dataset, structure, &way, None)),
            arch: None,
            said: None,
        };
        let mut along = judged_along(dataset, &history, &claimed, &way, None);
        for (column, layout) in &besides {
            let place = place(layout, dataset.catalogue(), &way);
            let judgement = judged(&claimed, along.offset, column, place.as_ref());
            along.judgements.push(judgement);
        }
        Located {
            places: claim(&claimed, &along),
            rows: way.rows,
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
    // What has no name is asked for by what the source says of it.
    let unknown = || Unknown::Member {
        structure: structure.name.to_string(),
        member: text.to_owned(),
        near: {
            let layouts = structure.every_layout();
            let titles = layouts.iter().flat_map(Layout::members).map(Member::title);
            let near = nearest(text, titles);
            let first = near.first();
            first.map_or_else(String::new, |near| format!(": did you mean `{near}`?"))
        },
    };
    let claimed = Claim {
        line: 1,
        structure,
        member: Some(wanted(structure, text).map_err(|_| unknown())?),
        offset: None,
        arch: None,
        said: None,
    };
    Way::find(dataset, history, &claimed, None)
}

/// Where the newest layout that has it has it, x64 before x86; of one architecture, if it is to be that.
pub(super) fn newest(
    dataset: &Dataset,
    structure: &Structure,
    way: &Way,
    only: Option<Arch>,
) -> ByteOffset {
    let all = structure.layouts();
    let layouts = |arch| {
        let all = all.iter().rev();
        all.filter(move |layout: &&Layout| layout.arch() == arch)
    };
    let archs = [Arch::X64, Arch::X86, Arch::Arm64].into_iter();
    let mut places = archs
        .filter(|arch| only.is_none_or(|only| only == *arch))
        .flat_map(layouts)
        .filter_map(|layout| place(layout, dataset.catalogue(), way));
    places.next().map_or(ByteOffset::ZERO, |place| place.offset)
}
