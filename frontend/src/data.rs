//! The dataset in the browser: the bundle of one type, or of everything; fetched once, decoded once, by the same core
//! as on the server. The one module that fetches anything.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use strata_core::Dataset;
use strata_core::decode::source::{Contents, Source};
use strata_core::raw::RawDataset;
use thiserror::Error;

use crate::browser;
use crate::document::{BUNDLE_ATTRIBUTE, DATA_ID, EVERYTHING_ATTRIBUTE};
use crate::route::BundleUrl;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BundleError {
    #[error("this page does not have the address of its data")]
    Nowhere,
    #[error("the data could not be fetched ({0}); is the server still there?")]
    Fetch(String),
    #[error("the data could not be read ({0}); reloading the page may help")]
    Unreadable(String),
}

thread_local! {
    /// The fetched datasets, by URL.
    static FETCHED: RefCell<BTreeMap<String, Rc<Dataset>>> = const { RefCell::new(BTreeMap::new()) };
    /// The dataset of the current page.
    static SHOWN: RefCell<Option<Rc<Dataset>>> = const { RefCell::new(None) };
}

pub async fn everything() -> Result<Rc<Dataset>, BundleError> {
    fetched(url(EVERYTHING_ATTRIBUTE)?).await
}

/// The dataset of all types, if it was fetched before.
pub fn everything_loaded() -> Option<Rc<Dataset>> {
    let url = url(EVERYTHING_ATTRIBUTE).ok()?;
    FETCHED.with(|all| all.borrow().get(&url).cloned())
}

/// Fetches the document's dataset and makes it the current one. After a failure, the next call tries again.
pub async fn dataset() -> Result<Rc<Dataset>, BundleError> {
    let dataset = fetched(url(BUNDLE_ATTRIBUTE)?).await?;
    show(Rc::clone(&dataset));
    Ok(dataset)
}

/// The dataset for a page of a type; for another type than the document's, that type's own bundle.
pub async fn of_type(name: &str) -> Result<Rc<Dataset>, BundleError> {
    let own = url(BUNDLE_ATTRIBUTE)?;
    fetched(BundleUrl::sibling(&own, name).unwrap_or(own)).await
}

/// Sets the dataset of the current page.
pub fn show(dataset: Rc<Dataset>) {
    SHOWN.with(|cell| *cell.borrow_mut() = Some(dataset));
}

fn url(attribute: &str) -> Result<String, BundleError> {
    browser::attribute_of(DATA_ID, attribute).ok_or(BundleError::Nowhere)
}

async fn fetched(url: String) -> Result<Rc<Dataset>, BundleError> {
    if let Some(known) = FETCHED.with(|all| all.borrow().get(&url).cloned()) {
        return Ok(known);
    }
    let bytes = browser::fetch_bytes(&url)
        .await
        .map_err(BundleError::Fetch)?;
    let unreadable = |what: String| BundleError::Unreadable(what);
    let raw: RawDataset =
        borsh::from_slice(&bytes).map_err(|error| unreadable(error.to_string()))?;
    let dataset = Dataset::build(&raw).map_err(|errors| {
        unreadable(errors.first().map(ToString::to_string).unwrap_or_default())
    })?;
    let dataset = Rc::new(dataset);
    FETCHED.with(|all| all.borrow_mut().insert(url, Rc::clone(&dataset)));
    Ok(dataset)
}

/// The dataset of the current page, if it was fetched before.
pub fn loaded() -> Option<Rc<Dataset>> {
    SHOWN.with(|cell| cell.borrow().clone())
}

/// Waits until the worker that reads is ready, so that no input is accepted before it can be read.
pub async fn reader() -> Result<(), String> {
    browser::read(None).await.map(drop)
}

/// Reads a source in the worker. A source that cannot be read is no error here: the contents say why.
pub async fn read(source: &Source) -> Result<Contents, String> {
    let source = borsh::to_vec(source).map_err(|error| error.to_string())?;
    let contents = browser::read(Some(&source)).await?;
    borsh::from_slice(&contents).map_err(|error| error.to_string())
}

/// The server's answer at a URL, as text.
pub async fn answer(url: &str) -> Result<String, String> {
    let bytes = browser::fetch_bytes(url).await?;
    String::from_utf8(bytes).map_err(|_| "the answer is not text".to_owned())
}
