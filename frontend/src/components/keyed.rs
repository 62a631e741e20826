//! Lists of which each element stays the same node while what it is known by stays, wherever it stands by then, so that the
//! focus, a fold and a selection stay with it; it is drawn anew only where its own value differs.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;

/// A view of each of the values that `items` gives, known by the text beside it.
pub fn keyed<T: Clone + PartialEq + Send + Sync + 'static>(
    items: impl Fn() -> Vec<(String, T)> + Send + Sync + 'static,
    draw: fn(&T) -> AnyView,
) -> AnyView {
    let items = Memo::new(move |_| told_apart(items()));
    let values = Memo::new(move |_| items.get().into_iter().collect::<BTreeMap<_, _>>());
    let keys = move || -> Vec<String> {
        items.with(|items| items.iter().map(|(key, _)| key.clone()).collect())
    };
    let child = move |key: String| {
        let value = Memo::new(move |_| values.with(|values| values.get(&key).cloned()));
        move || value.with(|value| value.as_ref().map(draw))
    };
    view! { <For each=keys key=String::clone children=child/> }.into_any()
}

/// What is known by the same is told apart by its number.
fn told_apart<T>(items: Vec<(String, T)>) -> Vec<(String, T)> {
    let mut taken = BTreeSet::new();
    let apart = |(key, value): (String, T)| {
        let mut own = key.clone();
        let mut number = 1;
        while !taken.insert(own.clone()) {
            number += 1;
            own = format!("{key} {number}");
        }
        (own, value)
    };
    items.into_iter().map(apart).collect()
}
