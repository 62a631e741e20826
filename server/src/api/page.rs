//! Pages of a list: the number of items, and the cursor.

use std::fmt;

use schemars::json_schema;
use serde_json::json;
use strata_core::name::is_generated;
use strata_core::numbers;

use crate::error::Error;
use crate::limits;
use crate::openapi::{Parameter, SchemaOf};

use super::parameters::{ParameterContext, Parameters};

/// The item before a page, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor(Vec<u8>);

/// The most bytes of a cursor; no name is longer.
const CURSOR_BYTES: usize = 256;
/// The most items before a page.
const OFFSET_MOST: u32 = 999_999_999;

/// A page of a list, which begins after a position. `DEFAULT` is the default number of items, `MOST` the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Page<
    P,
    const DEFAULT: u32 = { limits::PAGE_SIZE },
    const MOST: u32 = { limits::PAGE_SIZE_LIMIT },
> {
    pub(super) after: P,
    pub(super) limit: usize,
}

/// A page of a list ordered by name.
pub(super) type PageByName = Page<Option<Cursor>>;

/// A page of a list ordered by relevance: after a number of items.
pub(super) type PageOffset<
    const DEFAULT: u32 = { limits::PAGE_SIZE },
    const MOST: u32 = { limits::PAGE_SIZE_LIMIT },
> = Page<usize, DEFAULT, MOST>;

/// A position in a list, at first its start. Opaque to clients.
pub(super) trait Position: Default {
    const PATTERN: &'static str;

    /// The position after the first page of this many items.
    fn example(limit: u32) -> String;

    fn read(text: &str) -> Option<Self>;
}

impl Position for usize {
    const PATTERN: &'static str = "^[0-9]{1,9}$";

    fn example(limit: u32) -> String {
        limit.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        let digits = text.len() <= OFFSET_MOST.to_string().len();
        let place = numbers::count(text, 0..=OFFSET_MOST).ok();
        Some(place.filter(|_| digits)? as Self)
    }
}

impl Position for Option<Cursor> {
    const PATTERN: &'static str = "^([0-9a-f]{2}){1,256}$";

    fn example(_: u32) -> String {
        Cursor(b"ETW_PMC_SUPPORT".to_vec()).to_string()
    }

    fn read(text: &str) -> Option<Self> {
        let bytes = hex::decode(text).ok();
        let cursor = bytes.filter(|bytes| (1..=CURSOR_BYTES).contains(&bytes.len()));
        // Only the canonical notation is accepted.
        let cursor = cursor.map(Cursor).filter(|it| it.to_string() == text);
        cursor.map(Some)
    }
}

impl<P: Position, const DEFAULT: u32, const MOST: u32> Parameters for Page<P, DEFAULT, MOST> {
    fn described() -> Vec<Parameter> {
        let limit: SchemaOf = |_| {
            json_schema!({
                "type": "integer", "minimum": 1, "maximum": MOST, "default": DEFAULT,
            })
        };
        let cursor: SchemaOf = |_| json_schema!({ "type": "string", "pattern": P::PATTERN });
        let (limit_text, cursor_text) = (
            "How many items to return.",
            "The `next` value of the previous page.",
        );
        vec![
            Parameter::query("limit", limit_text, limit, json!(DEFAULT)),
            Parameter::query("cursor", cursor_text, cursor, json!(P::example(DEFAULT))),
        ]
    }

    fn read(given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let (limit, cursor) = (given.query.take("limit"), given.query.take("cursor"));
        Self::new(limit.as_deref(), cursor.as_deref())
    }
}

impl<P: Position, const DEFAULT: u32, const MOST: u32> Page<P, DEFAULT, MOST> {
    fn new(limit: Option<&str>, cursor: Option<&str>) -> Result<Self, Error> {
        let unknown = || {
            let expected = "`cursor` must be the `next` value of the previous page, unchanged";
            Error::Malformed(expected.to_owned())
        };
        let after = cursor.map(|text| P::read(text).ok_or_else(unknown));
        let after = after.transpose()?.unwrap_or_default();
        let limit = limit.map_or(Ok(DEFAULT), |text| numbers::count(text, 1..=MOST));
        let limit = limit.map_err(|expected| Error::parameter("limit", expected))?;
        Ok(Self {
            after,
            limit: limit as usize,
        })
    }
}

impl<const DEFAULT: u32, const MOST: u32> PageOffset<DEFAULT, MOST> {
    /// The cursor of the next page, if there is one. `shown` items of `total` are on this page.
    pub(super) fn next(self, shown: usize, total: usize) -> Option<String> {
        let end = self.after.saturating_add(shown);
        (shown > 0 && end < total).then(|| end.to_string())
    }
}

impl PageByName {
    /// This page of items in the order of their names, and the cursor of the next page.
    pub(super) fn of<T>(
        &self,
        items: Vec<T>,
        name: impl Fn(&T) -> &str,
    ) -> (Vec<T>, Option<Cursor>) {
        let after = |item: &T| {
            self.after
                .as_ref()
                .is_none_or(|cursor| place(name(item).as_bytes()) > place(&cursor.0))
        };
        let mut rest = items.into_iter().filter(after).peekable();
        let page: Vec<T> = rest.by_ref().take(self.limit).collect();
        let more = rest.peek().is_some();
        let last = page.last().filter(|_| more);
        let next = last.map(|item| Cursor(name(item).as_bytes().to_vec()));
        (page, next)
    }
}

/// The position of a name in the order of [`Dataset::list`](strata_core::Dataset::list).
fn place(name: &[u8]) -> (bool, &[u8]) {
    (std::str::from_utf8(name).is_ok_and(is_generated), name)
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(&self.0))
    }
}
