//! Where the visitor goes on when a step takes away the member that he is at.

use super::LayoutPage;
use crate::navigation::FocusTarget;
use crate::page::Run;

/// Where who is at `key` goes on: at the same member, under whatever row the layout has it; at the integer of which it became
/// a bit; else at what comes before it and is still there. `meant` is the member that he was at before a step took it away:
/// when a later one brings it back, he is there again.
#[must_use]
pub fn follow(
    before: &LayoutPage,
    after: &LayoutPage,
    key: &str,
    meant: Option<&str>,
) -> Option<FocusTarget> {
    among(&before.diagram.runs, &after.diagram.runs, key, meant)
}

fn among(before: &[Run], after: &[Run], key: &str, meant: Option<&str>) -> Option<FocusTarget> {
    let at = before.iter().position(|run| run.key == key)?;
    let here = |root: &str| after.iter().find(|run| run.root == root);
    let holder = |root: &str| {
        after
            .iter()
            .find(|run| run.inside.iter().any(|it| it == root))
    };
    let own = before.get(at)?.root.as_str();
    let root = meant.unwrap_or(own);
    let above = || {
        before
            .get(..at)?
            .iter()
            .rev()
            .find_map(|run| here(&run.root))
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

    fn run(key: &str, root: &str, inside: &[&str]) -> Run {
        Run {
            key: key.to_owned(),
            root: root.to_owned(),
            inside: inside.iter().map(|it| (*it).to_owned()).collect(),
            offset: 0,
            size: 4,
            kind: Kind::Integer,
            label: Label::Name(key.to_owned()),
            text: key.to_owned(),
            array: None,
            mark: None,
        }
    }

    #[track_caller]
    fn check(key: &str, meant: Option<&str>, expected: Option<(&str, &str, bool)>) {
        let before = [
            run("first", "first", &[]),
            run("id", "id", &[]),
            run("wow", "wow", &[]),
            run("gone", "gone", &[]),
        ];
        let after = [
            run("first", "first", &[]),
            run("id-6-2", "id", &[]),
            run("flags", "flags", &["wow"]),
            run("back", "back", &[]),
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
