//! Chooses the points at which a group of definitions is judged.

use super::{Group, Judge, JudgeError, JudgedDefinition, PointChoice, Target};
use crate::arch::Arch;
use crate::catalogue::Catalogue;
use crate::lookup::Missing;
use crate::point::Point;
use crate::release::Version;
use crate::stated::finding::Code;
use crate::stated::{Comparison, Difference, Entry, PartialPoint};

/// Judges definitions at the given point, or where they agree, or at the nearest point.
pub(super) fn choose(
    judge: &Judge<'_, '_>,
    all: &[Target<'_>],
    at: PartialPoint,
    asked: PartialPoint,
) -> Result<Group, JudgeError> {
    let is_asked = asked.version.is_some() || asked.arch.is_some();
    if let Some(point) = at.point() {
        let how = match is_asked {
            true => PointChoice::Asked,
            false => PointChoice::Stated,
        };
        let mut group = judge.at(all, point, how);
        if !is_asked && let Some(of_release) = judge.at_release(all, point) {
            // A build without symbol file is judged by its release.
            if known_definitions(&of_release) > known_definitions(&group) {
                group = of_release;
            }
        }
        if known_definitions(&group) > 0 {
            return Ok(group);
        }
        if asked.point().is_some() {
            return Err(JudgeError::Missing(missing(
                all,
                judge.dataset.catalogue(),
                point,
            )));
        }
    }
    // A partly stated point narrows the search; a stated point that is unknown does not.
    let within = if at.point().is_none() { at } else { asked };
    let allowed = judge.candidates(all, within);
    let mut best: Vec<Group> = Vec::new();
    for point in allowed {
        let group = judge.at(all, point, PointChoice::Found);
        match best
            .first()
            .map(|best| distance(&group).cmp(&distance(best)))
        {
            None | Some(std::cmp::Ordering::Less) => best = vec![group],
            Some(std::cmp::Ordering::Equal) => best.push(group),
            Some(std::cmp::Ordering::Greater) => {}
        }
    }
    let points: Vec<Point> = best.iter().flat_map(|group| group.points.clone()).collect();
    let mut best = best.into_iter();
    let Some(mut first) = best.next() else {
        let nowhere = "None of its definitions is known at that point.";
        return Err(JudgeError::Missing(Missing::plain(nowhere.to_owned())));
    };
    if first.definitions.iter().all(JudgedDefinition::fits_here) {
        first.points = points;
        return Ok(first);
    }
    // At other equally near points, the differences may be different ones.
    let messages = |group: &Group| -> Vec<Vec<String>> {
        let findings =
            |held: &JudgedDefinition| held.findings.iter().map(|it| it.message.clone()).collect();
        group.definitions.iter().map(findings).collect()
    };
    let own = messages(&first);
    let same = best.filter(|group| messages(group) == own);
    first.points.extend(same.flat_map(|group| group.points));
    first.how = PointChoice::Nearest;
    Ok(first)
}

/// The distance of definitions from a point, the most important field first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Distance {
    /// The number of definitions that do not agree, were judged in part, or are unknown at the point.
    apart: usize,
    /// The number of members and sizes that contradict comments of the file.
    misplaced: usize,
    /// The number of differences, members off by the same distance counted once, and of members of the file that could
    /// not be laid out.
    differing: usize,
    /// The number of members at another offset: a member at its offset is stronger evidence than one that is missing.
    moved: usize,
    /// The number of contradictions within the file.
    contradictions: usize,
    /// Whether members are left out of a listing: a whole one is nearer.
    is_excerpt: bool,
}

fn distance(group: &Group) -> Distance {
    let all = group.definitions.iter();
    let unplaced = all.clone().map(|held| held.unplaced);
    let mut comparisons = all.clone().filter_map(|held| held.comparison.as_ref());
    let own = |code| matches!(code, Code::Comment | Code::Assertion);
    let findings = || all.clone().flat_map(|held| &held.findings);
    let contradicting = findings().filter(|finding| own(finding.code));
    let differing = findings().filter(|it| it.code.is_disagreement() && !own(it.code));
    let is_moved = |it: &&Entry| {
        let mut differences = it.differences.iter();
        differences.any(|it| matches!(it, Difference::Moved { .. }))
    };
    let differing_members = comparisons.clone().flat_map(Comparison::differing);
    let moved = differing_members.filter(is_moved).count();
    Distance {
        moved,
        apart: all.clone().filter(|held| !held.fits_here()).count(),
        misplaced: all.clone().map(|held| held.misplaced).sum(),
        differing: differing.count() + unplaced.sum::<usize>(),
        contradictions: contradicting.map(|finding| 1 + finding.following).sum(),
        is_excerpt: comparisons.any(|comparison| comparison.left_out() > 0),
    }
}

/// Returns the number of definitions that are known at the point.
fn known_definitions(group: &Group) -> usize {
    let definitions = group.definitions.iter();
    definitions.filter(|it| it.agrees.is_some()).count()
}

fn missing(all: &[Target<'_>], types: &Catalogue, point: Point) -> Missing {
    let why = all.iter().find_map(|one| one.subject.missing(types, point));
    why.unwrap_or_else(|| {
        Missing::plain(format!("The file defines nothing that exists at {point}."))
    })
}

impl<'a> Judge<'a, '_> {
    /// Judges all definitions at one point.
    fn at(&self, all: &[Target<'a>], point: Point, how: PointChoice) -> Group {
        let types = self.dataset.catalogue();
        let held = all.iter().filter_map(|one| {
            let one = Target {
                definition: one.definition,
                subject: one.subject.at(types, point),
            };
            let mut held = match self.compare(&one, point) {
                Some(held) => held,
                // A definition for another architecture.
                None => self.not_stated(&one, &one.subject.missing(types, point)?),
            };
            if how != PointChoice::Found && held.agrees == Some(false) {
                held.fits = self.fits(&one);
            }
            Some(held)
        });
        Group {
            how,
            points: vec![point],
            definitions: held.collect(),
        }
    }

    /// Judges all definitions at the release of a build.
    fn at_release(&self, all: &[Target<'a>], point: Point) -> Option<Group> {
        let (Version::Build(_) | Version::Pdb(_)) = point.version else {
            return None;
        };
        let version = point.version.release().map(Version::Release)?;
        Some(self.at(all, Point { version, ..point }, PointChoice::Release))
    }

    /// Returns the points at which a definition agrees, judged completely.
    fn fits(&self, one: &Target<'a>) -> Vec<Point> {
        let points = one.subject.points(self.dataset.catalogue());
        let agrees = |point: &Point| self.compare(one, *point).is_some_and(|it| it.fits_here());
        points.into_iter().filter(agrees).collect()
    }

    /// Returns the points at which definitions may be judged: those of structures, otherwise of types.
    fn candidates(&self, all: &[Target<'a>], within: PartialPoint) -> Vec<Point> {
        let structures = all.iter().any(|one| one.subject.is_structure());
        let wanted = |one: &&Target<'_>| one.subject.is_structure() == structures;
        let mut points: Vec<Point> = Vec::new();
        for one in all.iter().filter(wanted) {
            for point in one.subject.points(self.dataset.catalogue()) {
                if within.allows(point) && !points.contains(&point) {
                    points.push(point);
                }
            }
        }
        // Of equally near points, the first is shown: x64 is the most common.
        points.sort_by_key(|point| point.arch != Arch::X64);
        points
    }

    fn not_stated(&self, one: &Target<'a>, missing: &Missing) -> JudgedDefinition {
        let name = one.subject.title();
        let message = missing.detail.trim_end_matches('.').to_owned();
        let finding = one.finding(Code::NotStated, message).about(&name);
        JudgedDefinition {
            agrees: None,
            ..self.judged(one, "", None, vec![finding])
        }
    }
}
