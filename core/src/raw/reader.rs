//! The base of all parsers of data files: parses values at a place and collects mistakes.

use std::fmt::Display;
use std::str::FromStr;

use thiserror::Error;

use super::Place;
use crate::cell::{OffsetCell, ParseCellError};
use crate::name::{ParseNameError, RowId};
use crate::units::BitRange;

/// A mistake in a data file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct DataError {
    pub place: Place,
    pub problem: Problem,
}

/// An invalid line of a text file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct LineError {
    /// 1-based.
    pub line: usize,
    pub problem: String,
}

/// The error of a value in a data file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// It is not of the form that is expected.
    #[error("{0}")]
    Form(String),
    #[error("there is no {what} `{name}`")]
    Unknown {
        /// A row, a source …
        what: &'static str,
        name: String,
    },
    #[error("the {what} `{name}` already exists")]
    Twice {
        /// A row, an erratum …
        what: &'static str,
        name: String,
    },
    /// The quotation differs from the cell.
    #[error("says that `{quoted}` is published; the cell reads `{cell}`")]
    Misquoted {
        /// What the erratum says.
        quoted: String,
        /// What the cell says.
        cell: String,
    },
    #[error("expected {0}")]
    Missing(&'static str),
}

impl DataError {
    pub(crate) fn form(place: Place, what: impl Into<String>) -> Self {
        let problem = Problem::Form(what.into());
        Self { place, problem }
    }

    pub(crate) fn unknown(place: Place, what: &'static str, name: &str) -> Self {
        let name = name.to_owned();
        let problem = Problem::Unknown { what, name };
        Self { place, problem }
    }

    pub(crate) fn twice(place: Place, what: &'static str, name: &str) -> Self {
        let name = name.to_owned();
        let problem = Problem::Twice { what, name };
        Self { place, problem }
    }
}

/// Reads values and gathers mistakes.
pub(crate) struct Reader<'a> {
    pub(crate) file: &'a str,
    pub(crate) errors: &'a mut Vec<DataError>,
}

impl Reader<'_> {
    pub(crate) fn fail(&mut self, place: Place, problem: Problem) {
        self.errors.push(DataError { place, problem });
    }

    /// The value, or `None` with the mistake noted.
    pub(crate) fn parse<T: FromStr<Err: Display>>(
        &mut self,
        text: &str,
        place: Place,
    ) -> Option<T> {
        let parsed = text.parse();
        parsed
            .map_err(|error: T::Err| self.fail(place, Problem::Form(error.to_string())))
            .ok()
    }

    /// The id of a row of an article.
    pub(crate) fn row_id(&mut self, text: &str, place: Place) -> Option<RowId> {
        let id: RowId = self.parse(text, place.clone())?;
        if !id.is_kebab() {
            let problem = ParseNameError::NotAnId(text.to_owned());
            self.fail(place, Problem::Form(problem.to_string()));
        }
        Some(id)
    }

    pub(crate) fn optional<T: FromStr<Err: Display>>(
        &mut self,
        text: Option<&str>,
        place: Place,
    ) -> Option<T> {
        text.and_then(|text| self.parse(text, place))
    }

    pub(crate) fn cell(&mut self, text: &str, place: &Place) -> OffsetCell {
        text.parse().unwrap_or_else(|error: ParseCellError| {
            let place = place.clone().bytes(error.at.clone());
            self.fail(place, Problem::Form(error.to_string()));
            OffsetCell::default()
        })
    }

    pub(crate) fn mask(&mut self, text: Option<&str>, place: Place) -> Option<BitRange> {
        let text = text.filter(|text| !text.is_empty())?;
        let digits = text
            .strip_prefix("0x")
            .and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let range = digits.and_then(BitRange::from_mask);
        if range.is_none() {
            let what = format!(
                "`{text}` is not a mask of adjacent bits: expected hexadecimal such as 0x10"
            );
            self.fail(place, Problem::Form(what));
        }
        range
    }
}
