//! Keyed lists: an element keeps its DOM node while its key remains, wherever it moves, so that focus, fold state and
//! selection stay with it; it is rendered again only where its own value changes.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::view::*;

/// A view of each of the values that `items` returns, keyed by the text beside it.
pub fn keyed<T: PartialEq + Send + Sync + 'static>(
    items: impl Fn() -> Vec<(String, T)> + Send + Sync + 'static,
    draw: fn(&T) -> AnyView,
) -> AnyView {
    let part = move |(key, value): (String, T)| -> (String, Arc<dyn Part>) {
        (key, Arc::new(Drawable { value, draw }))
    };
    list(Box::new(move || items().into_iter().map(part).collect()))
}

/// A value and its rendering, with its type erased: the code of a list is compiled once.
trait Part: Any + Send + Sync {
    fn draw(&self) -> AnyView;
    fn equals(&self, other: &dyn Part) -> bool;
}

struct Drawable<T> {
    value: T,
    draw: fn(&T) -> AnyView,
}

impl<T: PartialEq + Send + Sync + 'static> Part for Drawable<T> {
    fn draw(&self) -> AnyView {
        (self.draw)(&self.value)
    }

    fn equals(&self, other: &dyn Part) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Self>();
        other.is_some_and(|other| other.value == self.value)
    }
}

type Parts = Vec<(String, Arc<dyn Part>)>;

#[derive(Clone)]
struct Row {
    key: String,
    part: ArcRwSignal<Arc<dyn Part>>,
}

impl Row {
    fn set(&self, part: Arc<dyn Part>) {
        let differs = self.part.with_untracked(|own| !own.equals(&*part));
        if differs {
            self.part.set(part);
        }
    }
}

fn list(items: Box<dyn Fn() -> Parts + Send + Sync>) -> AnyView {
    let rows =
        ArcMemo::new_owning(move |old: Option<Vec<Row>>| step(old.unwrap_or_default(), items()));
    let each = move || rows.get();
    let child = |row: Row| move || row.part.with(|part| part.draw());
    any_view! { <For each=each key=|row| row.key.clone() children=child/> }
}

/// The rows for `items`, and whether their keys or their order differ from `old`.
fn step(old: Vec<Row>, items: Parts) -> (Vec<Row>, bool) {
    let keys = items.iter().map(|(key, _)| key);
    if old.iter().map(|row| &row.key).eq(keys) {
        for (row, (_, part)) in old.iter().zip(items) {
            row.set(part);
        }
        return (old, false);
    }
    let known = old.into_iter().map(|row| (row.key.clone(), row));
    let mut known: BTreeMap<String, Row> = known.collect();
    let mut taken = BTreeSet::new();
    let row = |(key, part): (String, Arc<dyn Part>)| {
        let key = unique_key(key, &mut taken);
        match known.remove(&key) {
            Some(row) => {
                row.set(part);
                row
            }
            None => Row {
                key,
                part: ArcRwSignal::new(part),
            },
        }
    };
    (items.into_iter().map(row).collect(), true)
}

/// Numbers duplicate keys, so that every key is unique.
fn unique_key(key: String, taken: &mut BTreeSet<String>) -> String {
    let mut own = key.clone();
    let mut number = 1;
    while !taken.insert(own.clone()) {
        number += 1;
        own = format!("{key} {number}");
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Parts {
        let part = |c: char| -> (String, Arc<dyn Part>) {
            let draw = |value: &bool| value.into_any();
            let value = c.is_uppercase();
            (
                c.to_lowercase().collect(),
                Arc::new(Drawable { value, draw }),
            )
        };
        text.chars().map(part).collect()
    }

    #[test]
    fn what_is_known_is_found_again_and_told_only_where_it_differs() {
        let (rows, changed) = step(Vec::new(), parts("abb"));
        let keys =
            |rows: &[Row]| -> Vec<String> { rows.iter().map(|row| row.key.clone()).collect() };
        assert_eq!(
            (keys(&rows), changed),
            (vec!["a".into(), "b".into(), "b 2".into()], true)
        );
        let before = rows.clone();
        let (rows, changed) = step(rows, parts("ca"));
        assert_eq!((keys(&rows), changed), (vec!["c".into(), "a".into()], true));
        let [c, a] = &rows[..] else {
            panic!("two rows")
        };
        let drawn = |row: &Row| row.part.with_untracked(Arc::as_ptr).cast::<()>();
        let was = [drawn(c), drawn(a)];
        assert_eq!(drawn(&before[0]), was[1], "the same signal");
        let (rows, changed) = step(rows.clone(), parts("cA"));
        assert!(!changed);
        assert_eq!(drawn(&rows[0]), was[0]);
        assert_ne!(drawn(&rows[1]), was[1]);
    }
}
