//! An [`Element`] as a view of Leptos': written as HTML on the server, taken over as it was sent in the browser, and changed
//! where a later one differs.

use std::fmt::Write as _;

use leptos::prelude::{AddAnyAttr, Mountable, Render, RenderHtml};
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::{CastFrom, types};
use leptos::tachys::view::{Position, PositionState};

use super::Element;
use super::patch::{change, make};

/// What an [`Element`] became in the document.
#[derive(Debug)]
pub struct State {
    node: types::Element,
    shown: Element,
}

impl Render for Element {
    type State = State;

    fn build(self) -> State {
        State {
            node: make(&self),
            shown: self,
        }
    }

    fn rebuild(self, state: &mut State) {
        if let Some(made) = change(&state.node, &state.shown, &self) {
            state.node = made;
        }
        state.shown = self;
    }
}

impl AddAnyAttr for Element {
    type Output<SomeNewAttr: Attribute> = Self;

    /// An element has the attributes that it was made with.
    fn add_any_attr<NewAttr: Attribute>(self, _: NewAttr) -> Self {
        self
    }
}

impl RenderHtml for Element {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        self,
        buffer: &mut String,
        position: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
        // A string takes everything.
        let _ = write!(buffer, "{self}");
        *position = Position::NextChild;
    }

    /// The server wrote the same element: its node is taken over without looking into it.
    fn hydrate<const FROM_SERVER: bool>(self, cursor: &Cursor, position: &PositionState) -> State {
        match position.get() {
            Position::Current => {}
            Position::FirstChild => cursor.child(),
            _ => cursor.sibling(),
        }
        position.set(Position::NextChild);
        match types::Element::cast_from(cursor.current()) {
            Some(node) => State { node, shown: self },
            None => self.build(),
        }
    }

    fn into_owned(self) -> Self {
        self
    }
}

impl Mountable for State {
    fn unmount(&mut self) {
        self.node.unmount();
    }

    fn mount(&mut self, parent: &types::Element, marker: Option<&types::Node>) {
        self.node.mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.node.insert_before_this(child)
    }

    fn elements(&self) -> Vec<types::Element> {
        vec![self.node.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::{el, said};

    #[test]
    fn an_element_is_written_as_it_is_among_other_views() {
        let list = el("ul").with(said("li", "one", "<&"));
        assert_eq!(
            (said("p", "", "before"), list, "after").to_html(),
            "<p class=\"\">before</p><ul><li class=\"one\">&lt;&amp;</li></ul>after"
        );
    }
}
