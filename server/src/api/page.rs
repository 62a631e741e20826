//! Pages of a list: how many items, and where to go on.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::{limits, numbers};

/// Where a page begins: behind the item of that name. Opaque to clients.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor(String);

/// Which page of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Page {
    behind: Option<Cursor>,
    limit: usize,
}

impl Page {
    /// Reads the parameters `limit` and `cursor`.
    pub(super) fn read(limit: Option<String>, cursor: Option<String>) -> Result<Self, Error> {
        let limit = match limit {
            Some(text) => numbers::count(&text, 1..=limits::PAGE_MOST)
                .map_err(|expected| Error::parameter("limit", expected))?,
            None => limits::PAGE,
        };
        Ok(Self {
            behind: cursor.map(|text| text.parse()).transpose()?,
            limit: limit as usize,
        })
    }

    /// This page of items that stand in the order of their names, and the cursor of the next one.
    pub(super) fn of<T>(
        &self,
        items: Vec<T>,
        name: impl Fn(&T) -> &str,
    ) -> (Vec<T>, Option<Cursor>) {
        let behind = |item: &T| {
            self.behind
                .as_ref()
                .is_none_or(|cursor| name(item) > cursor.0.as_str())
        };
        let mut rest = items.into_iter().filter(behind).peekable();
        let page: Vec<T> = rest.by_ref().take(self.limit).collect();
        let more = rest.peek().is_some();
        let last = page.last().filter(|_| more);
        let next = last.map(|item| Cursor(name(item).to_owned()));
        (page, next)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.bytes().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Cursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digit = |byte: u8| {
            char::from(byte)
                .to_digit(16)
                .and_then(|d| u8::try_from(d).ok())
        };
        let byte = |pair: &[u8]| match *pair {
            [high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(byte).collect();
        bytes
            .filter(|bytes| !bytes.is_empty())
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .map(Self)
            .ok_or_else(|| {
                Error::Malformed(
                    "`cursor` is what `next` of the page before gave, as it was given".to_owned(),
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_one_another_to_the_end() {
        let items = || vec!["a", "b", "c", "d", "e"];
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let text = cursor.as_ref().map(Cursor::to_string);
            let page = Page::read(Some("2".to_owned()), text).unwrap();
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
        for text in ["", "a", "zz", "c3", "é"] {
            assert!(text.parse::<Cursor>().is_err(), "{text}");
        }
        let cursor = Cursor("ETW_X".to_owned());
        assert_eq!(cursor.to_string().parse::<Cursor>().unwrap(), cursor);
    }
}
