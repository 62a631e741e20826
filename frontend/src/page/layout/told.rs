//! What a step from one layout to another changed, member by member, so that the page can show what moves.

use std::collections::BTreeMap;

use super::LayoutPage;
use crate::navigation::{ChangeKind, Changed};
use crate::page::Run;

/// The key of each member that is new or another, and which it is.
#[must_use]
pub fn told(before: &LayoutPage, after: &LayoutPage) -> Changed {
    of_runs(&before.diagram.runs, &after.diagram.runs)
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Kind, Label};

    fn run(key: &str, offset: u32, size: u32) -> Run {
        Run {
            key: key.to_owned(),
            root: key.to_owned(),
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
            run("a", 0, 4),
            run("b", 4, 4),
            run("c", 8, 4),
            run("d", 12, 4),
        ];
        let after = [
            run("a", 0, 4),
            run("n", 4, 4),
            run("b", 8, 4),
            run("c", 12, 8),
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
}
