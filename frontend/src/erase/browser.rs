//! Views whose type is forgotten, in the browser. Leptos' own can wait for data while it wakes, which no page here does, and
//! that ability is a fifth of the module; this one cannot. Both sides agree on the document: the view's own nodes, and a
//! placeholder behind one that has none.

use std::any::{Any, TypeId};

use leptos::prelude::{AddAnyAttr, Mountable, Render, RenderHtml};
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::{Rndr, types};
use leptos::tachys::view::{Position, PositionState};

/// A view of any type.
#[expect(missing_debug_implementations, reason = "views have none")]
pub struct Erased(Box<dyn View>);

/// Forgets a view's type.
pub trait Erase {
    /// The same view.
    fn erase(self) -> Erased;
}

impl<T: RenderHtml + Send> Erase for T {
    fn erase(self) -> Erased {
        Erased(Box::new(self.into_owned()))
    }
}

/// What a view can do here.
trait View: Send {
    fn of_type(&self) -> TypeId;
    fn build(self: Box<Self>) -> State;
    fn wake(self: Box<Self>, cursor: &Cursor, position: &PositionState) -> State;
    fn rebuild(self: Box<Self>, state: &mut dyn Mounted);
}

impl<T: RenderHtml + Send + 'static> View for T {
    fn of_type(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn build(self: Box<Self>) -> State {
        let placeholder = (!T::EXISTS).then(Rndr::create_placeholder);
        State {
            of: TypeId::of::<T>(),
            inner: Box::new((*self).build()),
            placeholder,
        }
    }

    fn wake(self: Box<Self>, cursor: &Cursor, position: &PositionState) -> State {
        let inner = Box::new((*self).hydrate::<true>(cursor, position));
        let placeholder = (!T::EXISTS).then(|| cursor.next_placeholder(position));
        State {
            of: TypeId::of::<T>(),
            inner,
            placeholder,
        }
    }

    fn rebuild(self: Box<Self>, state: &mut dyn Mounted) {
        if let Some(state) = state.as_any().downcast_mut::<T::State>() {
            (*self).rebuild(state);
        }
    }
}

/// What a view became in the document.
trait Mounted: Mountable {
    fn as_any(&mut self) -> &mut dyn Any;
}

impl<S: Mountable + 'static> Mounted for S {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
}

/// What an [`Erased`] view became in the document.
#[expect(missing_debug_implementations, reason = "nodes have none")]
pub struct State {
    of: TypeId,
    inner: Box<dyn Mounted>,
    placeholder: Option<types::Placeholder>,
}

impl Render for Erased {
    type State = State;

    fn build(self) -> State {
        self.0.build()
    }

    fn rebuild(self, state: &mut State) {
        if self.0.of_type() == state.of {
            self.0.rebuild(&mut *state.inner);
            return;
        }
        let mut new = self.0.build();
        if let Some(placeholder) = &mut state.placeholder {
            placeholder.insert_before_this(&mut new);
            placeholder.unmount();
        } else {
            state.insert_before_this(&mut new);
        }
        state.unmount();
        *state = new;
    }
}

impl AddAnyAttr for Erased {
    type Output<SomeNewAttr: Attribute> = Self;

    /// Attributes are given to elements here, never to erased views: there is nothing to add.
    fn add_any_attr<NewAttr: Attribute>(self, _: NewAttr) -> Self {
        self
    }
}

impl RenderHtml for Erased {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    /// The browser writes no HTML.
    fn to_html_with_buf(
        self,
        _: &mut String,
        _: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
    }

    fn hydrate<const FROM_SERVER: bool>(self, cursor: &Cursor, position: &PositionState) -> State {
        self.0.wake(cursor, position)
    }

    fn into_owned(self) -> Self {
        self
    }
}

impl Mountable for State {
    fn unmount(&mut self) {
        self.inner.unmount();
        if let Some(placeholder) = &mut self.placeholder {
            placeholder.unmount();
        }
    }

    fn mount(&mut self, parent: &types::Element, marker: Option<&types::Node>) {
        self.inner.mount(parent, marker);
        if let Some(placeholder) = &mut self.placeholder {
            placeholder.mount(parent, marker);
        }
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        self.inner.insert_before_this(child)
            || self
                .placeholder
                .as_ref()
                .is_some_and(|placeholder| placeholder.insert_before_this(child))
    }

    fn elements(&self) -> Vec<types::Element> {
        self.inner.elements()
    }
}
