//! As which structure at which point is decoded, and the way to others.

use crate::view::*;

use super::state::ViewContext;
use crate::components::figures;
use crate::components::picker::menu::menu;
use crate::components::picker::step_keys::links;
use crate::components::picker::{Picks, folded};
use crate::page::DecodePage;
use crate::route::Route;

/// What the ids of the picker begin with.
const ID: &str = "point";

pub fn point(context: ViewContext) -> AnyView {
    let page = context.page.read();
    // The arrow keys work in the picker once the page is awake.
    let steps = context.state.awake.get();
    let picks = Picks {
        picker: &page.picker,
        id: ID,
        steps,
    };
    let picker = any_view! {
        {picks.field()}
        <div data-keys="picker">{picks.view()}</div>
    };
    any_view! {
        <div id="decode-point" class="decode-point">
            <div class="point-bar">
                {menu(&page.picker)}
                <div class="point-steps">{links(&page.picker)}</div>
                {head(&page)}
            </div>
            {folded(picker)}
        </div>
    }
}

pub fn follow(page: &DecodePage) {
    Picks {
        picker: &page.picker,
        id: ID,
        steps: true,
    }
    .follow();
}

fn head(page: &DecodePage) -> AnyView {
    let layout = Route::layout(&page.structure, page.point).to_string();
    let history = Route::structure(&page.structure).to_string();
    let size = format!(
        "{} = {}",
        figures::size(page.size),
        figures::bytes(page.size)
    );
    any_view! {
        <p class="facts">
            <span role="status">
                <strong class="facts-point">{page.point.to_string()}</strong>
                " "
                <span>{size}</span>
            </span>
            <a href=layout>"Layout"</a>
            <a href=history>"History"</a>
        </p>
    }
}
