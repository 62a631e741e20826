//! Views on the server: rendered once to HTML, after all their data are resolved.
//!
//! Leptos' `into_any` keeps, for each type of view, the code that builds and updates it in a document, and the code
//! that waits for data and streams: the server runs none of it, and the linker cannot drop what a vtable names.
//! [`IntoAny`] keeps only the function that writes HTML.

use std::fmt;

use leptos::prelude::AnyView;
use leptos::tachys::html::attribute::Attribute;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::view::add_attr::AddAnyAttr;
use leptos::tachys::view::any_view::{AnyViewWithAttrs, IntoAny as LeptosIntoAny};
use leptos::tachys::view::{Position, PositionState, Render, RenderHtml};

/// Makes an [`AnyView`], as Leptos' trait of this name does.
pub(crate) trait IntoAny {
    /// Erases the view's type; the result can only be written as HTML.
    fn into_any(self) -> AnyView;
}

impl<View: RenderHtml> IntoAny for View {
    fn into_any(self) -> AnyView {
        let view = self.into_owned();
        let length = view.html_len();
        let write = move |html: &mut String, context: Context<'_>| {
            view.to_html_with_buf(
                html,
                context.position,
                context.escape,
                context.mark_branches,
                context.attributes,
            );
            if !View::Owned::EXISTS {
                html.push_str(PLACEHOLDER);
            }
        };
        LeptosIntoAny::into_any(Html {
            length,
            write: Box::new(write),
        })
    }
}

/// The marker that Leptos writes for a view without a node, and looks for when it hydrates.
const PLACEHOLDER: &str = "<!--<() />-->";

struct Html {
    /// The estimated length, in bytes.
    length: usize,
    write: Box<Write>,
}

type Write = dyn FnOnce(&mut String, Context<'_>) + Send;

/// Where a view is written, and with which options.
struct Context<'a> {
    position: &'a mut Position,
    escape: bool,
    mark_branches: bool,
    attributes: Vec<AnyAttribute>,
}

impl fmt::Debug for Html {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Html").finish_non_exhaustive()
    }
}

/// The server has no DOM: nothing is built or updated.
impl Render for Html {
    type State = <() as Render>::State;

    fn build(self) -> Self::State {
        Render::build(())
    }

    fn rebuild(self, _: &mut Self::State) {}
}

impl AddAnyAttr for Html {
    type Output<Added: Attribute> = AnyViewWithAttrs;

    fn add_any_attr<Added: Attribute>(self, attribute: Added) -> Self::Output<Added> {
        LeptosIntoAny::into_any(self).add_any_attr(attribute)
    }
}

impl RenderHtml for Html {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn html_len(&self) -> usize {
        self.length
    }

    fn to_html_with_buf(
        self,
        html: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        attributes: Vec<AnyAttribute>,
    ) {
        let context = Context {
            position,
            escape,
            mark_branches,
            attributes,
        };
        (self.write)(html, context);
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Self::State {
        self.build()
    }

    fn into_owned(self) -> Self {
        self
    }
}
