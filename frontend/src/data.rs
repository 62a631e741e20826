//! The data bundle in the browser: fetched once, understood once, by the same core as on the server. The one place that
//! fetches anything.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use strata_core::raw::RawDataset;
use strata_core::{Dataset, Point, TypeName};
use thiserror::Error;

use crate::browser;
use crate::page::{BUNDLE_ATTRIBUTE, DATA_ID, EVERYTHING_ATTRIBUTE};
use crate::route::Exported;

/// Why the browser has no data.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BundleError {
    /// The document does not say where they are.
    #[error("this page does not say where its data are")]
    Nowhere,
    /// They could not be fetched.
    #[error("the data could not be fetched ({0}); is the server still there?")]
    Fetch(String),
    /// They could not be read.
    #[error("the data could not be read ({0}); reloading the page may help")]
    Unreadable(String),
}

/// Writes an export of the layout of a type at a point; nothing where there is no such layout.
pub type Writer = fn(&Dataset, &TypeName, Point, Exported) -> Option<String>;

thread_local! {
    static DATASET: RefCell<Option<Rc<Dataset>>> = const { RefCell::new(None) };
    static WRITER: Cell<Option<Writer>> = const { Cell::new(None) };
}

/// Every type there is; fetched each time it is asked for.
///
/// # Errors
///
/// When it cannot be fetched or read.
pub async fn everything() -> Result<Rc<Dataset>, BundleError> {
    fetch(EVERYTHING_ATTRIBUTE).await.map(Rc::new)
}

/// What the page works on; fetched when first asked for.
///
/// # Errors
///
/// When it cannot be fetched or read. The next call tries again.
pub async fn dataset() -> Result<Rc<Dataset>, BundleError> {
    if let Some(dataset) = loaded() {
        return Ok(dataset);
    }
    let dataset = Rc::new(fetch(BUNDLE_ATTRIBUTE).await?);
    DATASET.with(|cell| *cell.borrow_mut() = Some(Rc::clone(&dataset)));
    Ok(dataset)
}

async fn fetch(attribute: &str) -> Result<Dataset, BundleError> {
    let url = browser::attribute_of(DATA_ID, attribute).ok_or(BundleError::Nowhere)?;
    let bytes = browser::fetch_bytes(&url)
        .await
        .map_err(BundleError::Fetch)?;
    let unreadable = |what: String| BundleError::Unreadable(what);
    let raw: RawDataset =
        borsh::from_slice(&bytes).map_err(|error| unreadable(error.to_string()))?;
    Dataset::build(&raw)
        .map_err(|errors| unreadable(errors.first().map(ToString::to_string).unwrap_or_default()))
}

/// The dataset, if it was fetched before.
#[must_use]
pub fn loaded() -> Option<Rc<Dataset>> {
    DATASET.with(|cell| cell.borrow().clone())
}

/// Has exports written here instead of fetched: only the module of pages that the browser draws has the printers.
pub fn write_with(writer: Writer) {
    WRITER.set(Some(writer));
}

/// An export as the server would write it, where no server is.
#[must_use]
pub fn written(name: &TypeName, point: Point, exported: Exported) -> Option<String> {
    let (writer, dataset) = (WRITER.get()?, loaded()?);
    writer(&dataset, name, point, exported)
}

/// What the server answers at an address of its own, as a text.
///
/// # Errors
///
/// What the browser or the server says, in words.
pub async fn answer(url: &str) -> Result<String, String> {
    let bytes = browser::fetch_bytes(url).await?;
    String::from_utf8(bytes).map_err(|_| "the answer is no text".to_owned())
}
