//! What was typed into a field, as it stands in a URL: any text that can be read, for there is nothing that cannot be searched
//! for.

use std::fmt;

use strata_core::search::TEXT_LIMIT;

const PARAMETER: &str = "q";
pub const TABLE_PARAMETER: &str = "table";
/// How much of a table is read in a query.
const TABLE_LIMIT: usize = 16 << 10;
/// How much of a query is looked at: each byte may be written as three.
const QUERY_LIMIT: usize = 8 * TEXT_LIMIT;

/// A text without blanks at its ends and without control characters, of at most [`TEXT_LIMIT`] bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchText(Box<str>);

impl SearchText {
    /// As much of a text as is looked at.
    pub fn new(text: &str) -> Self {
        let text = text.replace(char::is_control, " ");
        let text = text.trim();
        let end = text.floor_char_boundary(TEXT_LIMIT);
        Self(text.get(..end).unwrap_or_default().trim_end().into())
    }

    /// What a query says, as forms write it: `q=0x58+x64`. What is not encoded right is read as it stands.
    pub(super) fn of_query(query: &str) -> Self {
        Self::of_parameter(query, PARAMETER).unwrap_or_default()
    }

    /// What a query says under that name; of several, the first.
    pub(super) fn of_parameter(query: &str, parameter: &str) -> Option<Self> {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(name, _)| *name == parameter)?;
        Some(Self::new(&decoded(value, QUERY_LIMIT)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The table of offsets that a query asks to be judged, as a form writes it; empty where there is none.
pub fn table_of_query(query: &str) -> String {
    let tables = values_of_query(query, TABLE_PARAMETER);
    tables.into_iter().next().unwrap_or_default()
}

/// Every value that a query has under that name, as forms write them.
pub(super) fn values_of_query(query: &str, parameter: &str) -> Vec<String> {
    let query = query.trim_start_matches('?');
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let own = pairs.filter(|(name, _)| *name == parameter);
    own.map(|(_, value)| decoded(value, TABLE_LIMIT)).collect()
}

fn decoded(value: &str, limit: usize) -> String {
    let mut rest = value
        .get(..value.floor_char_boundary(limit))
        .unwrap_or(value);
    let mut bytes = Vec::with_capacity(rest.len());
    while let Some(first) = rest.bytes().next() {
        let escape = rest.get(1..3).filter(|_| first == b'%');
        let escaped = escape.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(match first {
            b'+' => b' ',
            _ => escaped.unwrap_or(first),
        });
        let taken = if escaped.is_some() { 3 } else { 1 };
        // Within a character of several bytes there is no text to go on with: it is taken whole.
        let whole = rest.chars().next().map_or(1, char::len_utf8);
        if whole > taken {
            bytes.pop();
            bytes.extend(rest.bytes().take(whole));
        }
        rest = rest.get(taken.max(whole)..).unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl fmt::Display for SearchText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::segment::percent(&self.0, f)
    }
}
