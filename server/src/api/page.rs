//! Pages of a list: the number of items, and the cursor.

use std::fmt;
use std::str::FromStr;

use schemars::json_schema;
use serde_json::json;
use strata_core::name::is_generated;

use crate::error::Error;
use crate::openapi::{Parameter, SchemaOf};
use crate::{limits, numbers};

use super::parameters::{ParameterContext, Parameters};

/// The start of a page of a list ordered by name: after the item with this name. Opaque to clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor(Vec<u8>);

/// The pattern of a [`Cursor`].
const CURSOR_PATTERN: &str = "^([0-9a-f]{2}){1,256}$";
/// The most bytes of a cursor; no name is longer.
const CURSOR_BYTES: usize = 256;
/// The pattern of a [`PageOffset`].
const OFFSET_PATTERN: &str = "^[0-9]{1,9}$";
/// The largest [`PageOffset`].
const OFFSET_MOST: u32 = 999_999_999;

/// A page of a list ordered by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    behind: Option<Cursor>,
    limit: usize,
}

/// A page of a list ordered by relevance: after a number of items. Opaque to clients as well. `UNASKED` is the default
/// number of items, `MOST` the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageOffset<
    const DEFAULT: u32 = { limits::PAGE },
    const MOST: u32 = { limits::PAGE_MOST },
> {
    pub(super) behind: usize,
    pub(super) limit: usize,
}

fn limit<const DEFAULT: u32, const MOST: u32>(text: Option<&str>) -> Result<usize, Error> {
    let limit = text.map_or(Ok(DEFAULT), |text| numbers::count(text, 1..=MOST));
    let limit = limit.map_err(|expected| Error::parameter("limit", expected))?;
    Ok(limit as usize)
}

/// The descriptions of the parameters `limit` and `cursor`.
fn parameters<const DEFAULT: u32, const MOST: u32>(
    cursor: SchemaOf,
    example: &str,
) -> Vec<Parameter> {
    let limit: SchemaOf = |_| {
        json_schema!({
            "type": "integer", "minimum": 1, "maximum": MOST, "default": DEFAULT,
        })
    };
    let cursor_text = "The `next` value of the previous page.";
    vec![
        Parameter::query("limit", "How many items to return.", limit, json!(DEFAULT)),
        Parameter::query("cursor", cursor_text, cursor, json!(example)),
    ]
}

impl<const DEFAULT: u32, const MOST: u32> Parameters for PageOffset<DEFAULT, MOST> {
    fn described() -> Vec<Parameter> {
        let cursor: SchemaOf = |_| json_schema!({ "type": "string", "pattern": OFFSET_PATTERN });
        parameters::<DEFAULT, MOST>(cursor, &DEFAULT.to_string())
    }

    fn read(given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let (limit, cursor) = (given.query.take("limit"), given.query.take("cursor"));
        Self::new(limit.as_deref(), cursor.as_deref())
    }
}

impl<const DEFAULT: u32, const MOST: u32> PageOffset<DEFAULT, MOST> {
    fn new(limit: Option<&str>, cursor: Option<&str>) -> Result<Self, Error> {
        let behind = cursor.map(|text| {
            let digits = text.len() <= OFFSET_MOST.to_string().len();
            let place = numbers::count(text, 0..=OFFSET_MOST).ok();
            place.filter(|_| digits).ok_or_else(no_cursor)
        });
        Ok(Self {
            behind: behind.transpose()?.unwrap_or(0) as usize,
            limit: self::limit::<DEFAULT, MOST>(limit)?,
        })
    }

    /// The cursor of the next page, if there is one. `shown` items of `total` are on this page.
    pub(super) fn next(self, shown: usize, total: usize) -> Option<String> {
        let end = self.behind.saturating_add(shown);
        (shown > 0 && end < total).then(|| end.to_string())
    }
}

fn no_cursor() -> Error {
    Error::Malformed("`cursor` must be the `next` value of the previous page, unchanged".to_owned())
}

impl Parameters for Page {
    fn described() -> Vec<Parameter> {
        let cursor: SchemaOf = |_| json_schema!({ "type": "string", "pattern": CURSOR_PATTERN });
        let example = Cursor(b"ETW_PMC_SUPPORT".to_vec()).to_string();
        parameters::<{ limits::PAGE }, { limits::PAGE_MOST }>(cursor, &example)
    }

    fn read(given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let (limit, cursor) = (given.query.take("limit"), given.query.take("cursor"));
        Self::new(limit.as_deref(), cursor.as_deref())
    }
}

impl Page {
    fn new(limit: Option<&str>, cursor: Option<&str>) -> Result<Self, Error> {
        Ok(Self {
            behind: cursor.map(str::parse).transpose()?,
            limit: self::limit::<{ limits::PAGE }, { limits::PAGE_MOST }>(limit)?,
        })
    }

    /// This page of items in the order of their names, and the cursor of the next page.
    pub(super) fn of<T>(
        &self,
        items: Vec<T>,
        name: impl Fn(&T) -> &str,
    ) -> (Vec<T>, Option<Cursor>) {
        let behind = |item: &T| {
            self.behind
                .as_ref()
                .is_none_or(|cursor| place(name(item).as_bytes()) > place(&cursor.0))
        };
        let mut rest = items.into_iter().filter(behind).peekable();
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
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let byte = |at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(byte).collect();
        // Only the canonical notation is accepted.
        let is_written = |it: &Self| it.to_string() == text;
        bytes
            .filter(|bytes| (1..=CURSOR_BYTES).contains(&bytes.len()))
            .map(Self)
            .filter(is_written)
            .ok_or_else(no_cursor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_one_another_to_the_end() {
        let items = || vec!["a", "b", "c", "d", "<e"];
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let text = cursor.as_ref().map(Cursor::to_string);
            let page = Page::new(Some("2"), text.as_deref()).unwrap();
            let (items, next) = page.of(items(), |item| item);
            assert!(items.len() <= 2);
            seen.extend(items);
            cursor = next;
            if cursor.is_none() {
                break;
            }
        }
        assert_eq!(seen, items());
    }

    #[test]
    fn a_cursor_is_read_as_it_was_given() {
        for text in ["", "a", "zz", "C3", "é"] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
        let cursor = Cursor(b"ETW_X".to_vec());
        assert_eq!(cursor.to_string().parse::<Cursor>().unwrap(), cursor);
    }

    #[test]
    fn a_place_is_read_as_it_was_given() {
        let place = |text: &str| PageOffset::<50, 200>::new(None, Some(text));
        for text in ["", "a", "-1", "+1", "0x1", "0000000001", "9999999999"] {
            assert!(place(text).is_err(), "{text}");
        }
        let place = place("40").unwrap();
        assert_eq!((place.behind, place.limit), (40, 50));
        assert_eq!(place.next(20, 61).as_deref(), Some("60"));
        assert_eq!(place.next(20, 60), None);
        assert_eq!(place.next(0, 60), None);
    }
}
