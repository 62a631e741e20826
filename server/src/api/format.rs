//! The format of an answer: the one that the parameter `format` names, otherwise the one that `Accept` prefers.
//!
//! A resource has an enumeration of its formats, with the name and media type of each. This module chooses among them,
//! refuses others and describes them for the OpenAPI document.

use axum::http::HeaderMap;
use schemars::json_schema;

use crate::error::Error;
use crate::media_type::{CSV, JSON, is_json};
use crate::negotiate;
use crate::openapi::{Answer, Content};

pub(super) const FORMAT: &str = "format";

/// The name and the media type of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    name: &'static str,
    media_type: &'static str,
    /// Whether `Accept` can choose the format; another format may be the default of its media type.
    by_header: bool,
}

impl Form {
    /// A format that both the parameter and the header can choose.
    pub(super) const fn new(name: &'static str, media_type: &'static str) -> Self {
        Self {
            name,
            media_type,
            by_header: true,
        }
    }

    /// A format that only the parameter can choose.
    pub(super) const fn by_name(name: &'static str, media_type: &'static str) -> Self {
        Self {
            by_header: false,
            ..Self::new(name, media_type)
        }
    }
}

pub(super) trait AnswerFormat: Copy + 'static {
    /// All formats, the preferred one first.
    fn all() -> Vec<Self>;

    fn form(self) -> Form;

    fn as_str(self) -> &'static str {
        self.form().name
    }

    fn media_type(self) -> &'static str {
        self.form().media_type
    }

    /// The format that the parameter names; without the parameter, the one that the header prefers.
    fn chosen(named: Option<&str>, headers: &HeaderMap) -> Result<Self, Error> {
        match named {
            Some(name) => Self::named(name),
            None => Self::accepted(headers),
        }
    }

    fn named(name: &str) -> Result<Self, Error> {
        let found = Self::all().into_iter().find(|it| it.as_str() == name);
        found.ok_or_else(|| Error::parameter(FORMAT, listed(&names::<Self>())))
    }

    /// The format that the client accepts, by its preference.
    fn accepted(headers: &HeaderMap) -> Result<Self, Error> {
        let mut offered = Self::all();
        offered.retain(|it| it.form().by_header);
        let media_types: Vec<&str> = offered.iter().map(|it| it.media_type()).collect();
        let media_type = negotiate::media_type(headers, &media_types)?;
        let found = offered.into_iter().find(|it| it.media_type() == media_type);
        found.ok_or_else(|| Error::Internal(format!("no format is sent as {media_type}")))
    }

    /// An answer in every format, for the OpenAPI document: formats that the answer does not describe are text, or JSON
    /// of another form.
    fn described(mut answer: Answer) -> Answer {
        for media_type in Self::all().into_iter().map(Self::media_type) {
            let mut known = answer.contents.iter();
            if known.all(|(known, _)| *known != media_type) {
                let content = match is_json(media_type) {
                    true => Content::Json(|_| json_schema!({ "type": "object" })),
                    false => Content::Text,
                };
                answer = answer.or(media_type, content);
            }
        }
        answer
    }
}

pub(super) fn names<F: AnswerFormat>() -> Vec<&'static str> {
    F::all().into_iter().map(F::as_str).collect()
}

/// The possible values of a text: `a or b`, `one of a, b, c`.
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [one, other] => format!("{one} or {other}"),
        names => format!("one of {}", names.join(", ")),
    }
}

/// Declares the formats of a resource, the preferred one first: the name and the media type of each.
macro_rules! formats {
    ($(#[$attribute:meta])* $visibility:vis enum $Name:ident {
        $($(#[$note:meta])* $Format:ident = $form:ident($name:literal, $media_type:expr),)+
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $Name {
            $($(#[$note])* $Format,)+
        }

        impl $crate::api::format::AnswerFormat for $Name {
            fn all() -> Vec<Self> {
                vec![$(Self::$Format),+]
            }

            fn form(self) -> $crate::api::format::Form {
                match self {
                    $(Self::$Format => $crate::api::format::Form::$form($name, $media_type),)+
                }
            }
        }
    };
}
pub(super) use formats;

formats! {
    /// The formats of answers to posted texts: everything, or a table.
    pub(super) enum JsonOrCsv {
        Json = new("json", JSON),
        Csv = new("csv", CSV),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT;

    use super::*;
    use crate::media_type::TEXT;

    formats! {
        enum Kind {
            Json = new("json", JSON),
            Header = by_name("header", TEXT),
            Text = new("text", TEXT),
        }
    }

    fn accept(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT, value.parse().unwrap())])
    }

    #[test]
    fn a_name_outweighs_the_header() {
        let headers = accept("text/plain");
        let chosen = |name| Kind::chosen(name, &headers).unwrap();
        assert_eq!(chosen(None), Kind::Text);
        assert_eq!(chosen(Some("header")), Kind::Header);
        assert_eq!(chosen(Some("json")), Kind::Json);
        assert_eq!(Kind::accepted(&HeaderMap::new()).unwrap(), Kind::Json);
        assert!(Kind::accepted(&accept("image/png")).is_err());
    }

    #[test]
    fn what_is_none_is_told_which_there_are() {
        let said = |error: Error| error.problem().detail;
        let none = Kind::named("HEADER").unwrap_err();
        assert_eq!(said(none), "`format` is one of json, header, text");
        let none = JsonOrCsv::named("").unwrap_err();
        assert_eq!(said(none), "`format` is json or csv");
    }
}
