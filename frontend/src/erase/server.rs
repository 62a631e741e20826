//! Views whose type is forgotten, on the server: Leptos' own, which writes HTML.

use leptos::prelude::{AnyView, IntoAny, RenderHtml};

/// A view of any type.
pub type Erased = AnyView;

/// Forgets a view's type.
pub trait Erase {
    /// The same view.
    fn erase(self) -> Erased;
}

impl<T: RenderHtml + Send> Erase for T {
    fn erase(self) -> Erased {
        self.into_any()
    }
}
