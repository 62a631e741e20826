//! The tree of values: one tab stop, arrows move and fold, and the line that is looked at lights up its bytes.

use std::sync::Arc;

use crate::erase::Erase;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use strata_core::decode::memory::State;

use super::drawn::Drawn;
use super::lines::Line;
use super::links::{Links, VALUES_FRAME, is_open, line_id, reveal_row, shown};
use crate::browser;

/// The values of one structure.
#[component]
pub fn Values(drawn: Arc<Drawn>, links: Links) -> impl IntoView {
    let visible = {
        let drawn = Arc::clone(&drawn);
        Memo::new(move |_| links.turned.with(|turned| shown(&drawn.lines, turned)))
    };
    let line = {
        let drawn = Arc::clone(&drawn);
        move |at: usize| view! { <ValueLine drawn=Arc::clone(&drawn) at links/> }
    };
    let step = move |event: KeyboardEvent| {
        let here = links.current.get_untracked();
        let visible = visible.get_untracked();
        let Some(action) = action(&event.key(), here, &drawn.lines, &visible, links) else {
            return;
        };
        event.prevent_default();
        match action {
            Action::Go(to) => go(to),
            Action::Turn => {
                if let Some(line) = drawn.lines.get(here) {
                    links.turn(&line.path);
                }
            }
        }
    };
    view! {
        <div class="values-scroll" id=VALUES_FRAME>
            <table class="values" role="treegrid" aria-label="Values">
                <thead>
                    <tr>
                        <th scope="col">"Member"</th>
                        <th scope="col">"Offset"</th>
                        <th scope="col">"Value"</th>
                        <th scope="col">"Raw"</th>
                    </tr>
                </thead>
                <tbody on:keydown=step on:pointerleave=move |_| links.hover.set(None)>
                    <For each=move || visible.get() key=|at| *at children=line/>
                </tbody>
            </table>
        </div>
    }
    .erase()
}

/// Gives the focus to a line.
fn go(line: usize) {
    browser::focus(&line_id(line));
}

#[component]
fn ValueLine(drawn: Arc<Drawn>, at: usize, links: Links) -> impl IntoView {
    let Some(line) = drawn.lines.get(at).cloned() else {
        return ().erase();
    };
    let spot = drawn.spot(at);
    let folds = line.inside > 0;
    let path = line.path.clone();
    let open = {
        let line = line.clone();
        move || folds.then(|| links.turned.with(|turned| is_open(&line, turned)))
    };
    let expanded = {
        let open = open.clone();
        move || open().map(|open| open.to_string())
    };
    let class = {
        let base = class(&line);
        // A byte of an element lights the array as well, but not the other way round.
        let lit = move || links.lit().is_some_and(|lit| lit.line == Some(at));
        move || format!("{base}{}", if lit() { " is-lit" } else { "" })
    };
    let hold = move |_| {
        links.held.set(spot);
        links.current.set(at);
        if let Some(spot) = spot {
            links.cursor.set(Some(spot.offset));
            request_animation_frame(move || reveal_row(spot.offset));
        }
    };
    let depth = line.depth + 1;
    let indent = format!("value-name depth-{}", line.depth.min(6));
    let title = if line.declaration.is_empty() {
        line.path.clone()
    } else {
        line.declaration.clone()
    };
    view! {
        <tr
            id=line_id(at)
            class=class
            role="row"
            attr:aria-level=depth
            aria-expanded=expanded
            tabindex=move || if links.current.get() == at { "0" } else { "-1" }
            on:pointerover=move |_| links.hover.set(spot)
            on:focus=hold
        >
            <td class=indent role="rowheader" title=title>
                {if folds {
                    view! {
                        <span
                            class="value-fold"
                            aria-hidden="true"
                            on:click=move |_| links.turn(&path)
                        >
                            {move || if open() == Some(true) { "▾" } else { "▸" }}
                        </span>
                    }
                    .erase()
                } else {
                    view! { <span class="value-fold" aria-hidden="true"></span> }.erase()
                }}
                <span class="value-sign" aria-hidden="true">{line.kind.sign()}</span>
                <span class="value-label">{line.name}</span>
            </td>
            <td class="value-offset" role="gridcell">{format!("+{:03x}", line.offset)}</td>
            <td class="value-words" role="gridcell">
                {state(line.state)}
                <span class="value-main">{line.words.main}</span>
                " "
                <span class="value-note">{line.words.note}</span>
            </td>
            <td class="value-raw" role="gridcell">{line.raw}</td>
        </tr>
    }
    .erase()
}

fn class(line: &Line) -> String {
    format!("value {} is-{}", line.kind.class(), line.state.as_str())
}

/// What is worth a word about what is known.
fn state(state: State) -> Option<impl IntoView> {
    (state == State::Partial).then(|| view! { <span class="value-state">"partial "</span> })
}

enum Action {
    Go(usize),
    Turn,
}

/// What a key does at a line; `None` for keys that do nothing.
fn action(
    key: &str,
    here: usize,
    lines: &[Line],
    visible: &[usize],
    links: Links,
) -> Option<Action> {
    let place = visible.partition_point(|line| *line < here);
    let line = lines.get(here)?;
    let open = links.turned.with_untracked(|turned| is_open(line, turned));
    let to = |place: usize| visible.get(place).copied().map(Action::Go);
    match key {
        "ArrowDown" => to(place + 1),
        "ArrowUp" => to(place.checked_sub(1)?),
        "Home" => to(0),
        "End" => to(visible.len().checked_sub(1)?),
        "ArrowRight" if line.inside > 0 && open => to(place + 1),
        "ArrowRight" if line.inside > 0 => Some(Action::Turn),
        "ArrowLeft" if line.inside > 0 && open => Some(Action::Turn),
        "ArrowLeft" => {
            let around = |at: &usize| lines.get(*at).is_some_and(|line| at + line.inside >= here);
            (0..here).rev().find(around).map(Action::Go)
        }
        "Enter" | " " if line.inside > 0 => Some(Action::Turn),
        _ => None,
    }
}
