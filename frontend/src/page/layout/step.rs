//! A step from one layout to another: what it changed, member by member, so that the page can show what moves; and where the
//! visitor goes on when it takes away the member that he is at.

use std::collections::BTreeMap;

use strata_core::Dataset;

use super::LayoutPage;
use crate::navigation::{ChangeKind, Changed, FocusTarget, InPlace};
use crate::page::Run;
use crate::resolve::known;
use crate::route::Route;

impl InPlace for LayoutPage {
    fn make(route: &Route, dataset: &Dataset) -> Option<Self> {
        let Route::Layout { name, point } = route else {
            return None;
        };
        Some(Self::new(dataset, &known(dataset, name, point)?))
    }

    fn route(&self) -> Route {
        Route::layout(&self.picker.structure, self.point)
    }

    fn title(&self) -> String {
        let it = &self.layout;
        format!("{} {} {} · Strata", it.structure, it.version, it.arch)
    }

    fn description(&self) -> String {
        let it = &self.layout;
        let place = format!("{} ({}) on {}", self.release, it.version, it.arch);
        format!(
            "{} in {place}: {:#x} bytes, member by member.",
            it.structure, it.size
        )
    }

    fn told(&self, after: &Self) -> Changed {
        of_runs(&self.diagram.runs, &after.diagram.runs)
    }

    fn follow(&self, after: &Self, key: &str, meant: Option<&str>) -> Option<FocusTarget> {
        among(&self.diagram.runs, &after.diagram.runs, key, meant)
    }
}

/// The key of each member that is new or another, and which it is.
fn of_runs(before: &[Run], after: &[Run]) -> Changed {
    let before: BTreeMap<&str, &Run> = before.iter().map(|run| (run.root.as_str(), run)).collect();
    let class = |run: &Run| match before.get(run.root.as_str()) {
        None => Some(ChangeKind::New),
        Some(was) if (&was.text, was.size) != (&run.text, run.size) => Some(ChangeKind::Changed),
        Some(was) if was.offset != run.offset => Some(ChangeKind::Moved),
        Some(_) => None,
    };
    let told = after
        .iter()
        .filter_map(|run| Some((run.key.clone(), class(run)?)));
    told.collect()
}

/// Where who is at `key` goes on: at the same member, under whatever row the layout has it; at the integer of which it became
/// a bit; else at what comes before it and is still there. `meant` is the member that he was at before a step took it away:
/// when a later one brings it back, he is there again.
fn among(before: &[Run], after: &[Run], key: &str, meant: Option<&str>) -> Option<FocusTarget> {
    let at = before.iter().position(|run| run.key == key)?;
    let here = |root: &str| after.iter().find(|run| run.root == root);
    let holds = |run: &Run, root: &str| run.inside.iter().any(|it| it == root);
    let holder = |root: &str| after.iter().find(|run| holds(run, root));
    let own = before.get(at)?.root.as_str();
    let root = meant.unwrap_or(own);
    let above = || {
        let mut above = before.get(..at)?.iter().rev();
        above.find_map(|run| here(&run.root))
    };
    let run = here(root)
        .or_else(|| holder(root))
        .or_else(|| here(own))
        .or_else(above)
        .or(after.first())?;
    Some(FocusTarget {
        key: run.key.clone(),
        meant: root.to_owned(),
        is_it: run.root == root,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Kind, Label};

    fn run(key: &str, root: &str, (offset, size): (u32, u32)) -> Run {
        Run {
            key: key.to_owned(),
            root: root.to_owned(),
            inside: Vec::new(),
            offset,
            size,
            kind: Kind::Integer,
            label: Label::Name(key.to_owned()),
            text: format!("ULONG {key}"),
            array: None,
            mark: None,
        }
    }

    #[test]
    fn what_stays_is_not_told_and_the_rest_is_told_apart() {
        let before = [
            run("a", "a", (0, 4)),
            run("b", "b", (4, 4)),
            run("c", "c", (8, 4)),
            run("d", "d", (12, 4)),
        ];
        let after = [
            run("a", "a", (0, 4)),
            run("n", "n", (4, 4)),
            run("b", "b", (8, 4)),
            run("c", "c", (12, 8)),
        ];
        let told = of_runs(&before, &after);
        let told: Vec<_> = told.iter().map(|(key, class)| (&**key, *class)).collect();
        assert_eq!(
            told,
            [
                ("b", ChangeKind::Moved),
                ("c", ChangeKind::Changed),
                ("n", ChangeKind::New)
            ]
        );
    }

    #[track_caller]
    fn check(key: &str, meant: Option<&str>, expected: Option<(&str, &str, bool)>) {
        let before = [
            run("first", "first", (0, 4)),
            run("id", "id", (0, 4)),
            run("wow", "wow", (0, 4)),
            run("gone", "gone", (0, 4)),
        ];
        let after = [
            run("first", "first", (0, 4)),
            run("id-6-2", "id", (0, 4)),
            Run {
                inside: vec!["wow".to_owned()],
                ..run("flags", "flags", (0, 4))
            },
            run("back", "back", (0, 4)),
        ];
        let goal = among(&before, &after, key, meant);
        let goal = goal.as_ref().map(|it| (&*it.key, &*it.meant, it.is_it));
        assert_eq!(goal, expected);
    }

    #[test]
    fn one_goes_on_where_the_member_is() {
        check("first", None, Some(("first", "first", true)));
        check("id", None, Some(("id-6-2", "id", true)));
        check("wow", None, Some(("flags", "wow", false)));
        check("gone", None, Some(("id-6-2", "gone", false)));
        check("nothing", None, None);
    }

    #[test]
    fn one_returns_to_what_a_step_took_away() {
        check("first", Some("back"), Some(("back", "back", true)));
        check(
            "first",
            Some("elsewhere"),
            Some(("first", "elsewhere", false)),
        );
    }
}
