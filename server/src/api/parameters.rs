//! Query parameters. A struct declares those of an operation; their description in the OpenAPI document, their parser and
//! the refusal of other parameters follow from it.
//!
//! The format of an answer is the one that the parameter `format` names, otherwise the one that `Accept` prefers. A resource
//! has an enumeration of its formats, with the name and media type of each.

use axum::http::HeaderMap;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value as Json;
use strata_core::catalogue::{ImageIndex, ModuleName};
use strata_core::dataset::{ChangedIn, Dataset, SourceKind};
use strata_core::name::ParseNameError;
use strata_core::types::TypeKind;
use strata_core::wire::words;
use strata_core::{Arch, Release, lookup};

use crate::error::Error;
use crate::extract::Query;
use crate::media_type::{CSV, JSON, is_json};
use crate::negotiate;
use crate::openapi::{Content, Message, Parameter, schema_of};

/// The query of a request, with the context of its parameters.
pub(super) struct ParameterContext<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) headers: &'a HeaderMap,
    pub(super) query: Query,
}

pub(super) trait Parameters: Sized {
    /// The parameters, for the OpenAPI document.
    fn described() -> Vec<Parameter>;

    /// Reads the parameters from a query that has no others.
    fn read(given: &mut ParameterContext<'_>) -> Result<Self, Error>;

    /// Reads a query. An unknown parameter is an error of the client, and so is a repeated one, so that no parameter is
    /// ignored silently.
    fn of(mut given: ParameterContext<'_>) -> Result<Self, Error> {
        given.query.check(&Self::described())?;
        Self::read(&mut given)
    }
}

impl Parameters for () {
    fn described() -> Vec<Parameter> {
        Vec::new()
    }

    fn read(_: &mut ParameterContext<'_>) -> Result<Self, Error> {
        Ok(())
    }
}

impl<A: Parameters, B: Parameters> Parameters for (A, B) {
    fn described() -> Vec<Parameter> {
        [A::described(), B::described()].concat()
    }

    fn read(given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        Ok((A::read(given)?, B::read(given)?))
    }
}

/// Declares parameters: each with its description, its type, an example, and its schema if that of the type does not
/// apply.
macro_rules! parameters {
    ($(#[$attribute:meta])* $visibility:vis struct $Name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $Type:ty = $example:expr $(=> $schema:expr)?,)+
    }) => {
        $(#[$attribute])*
        $visibility struct $Name {
            $($field: $Type,)+
        }

        impl $crate::api::parameters::Parameters for $Name {
            fn described() -> Vec<$crate::openapi::Parameter> {
                vec![$(
                    $crate::api::parameters::argument::<$Type>(
                        stringify!($field),
                        concat!($($doc),+).trim_start(),
                        serde_json::json!($example),
                    )$(.with_schema($schema))?
                ),+]
            }

            fn read(
                given: &mut $crate::api::parameters::ParameterContext<'_>,
            ) -> Result<Self, $crate::error::Error> {
                Ok(Self {
                    $($field: $crate::api::parameters::Argument::take(stringify!($field), given)?,)+
                })
            }
        }
    };
}
pub(super) use parameters;

/// The description of a parameter. A null example is left out of the document.
pub(super) fn argument<A: Argument>(
    name: &'static str,
    description: &'static str,
    example: Json,
) -> Parameter {
    let mut parameter = Parameter::query(name, description, A::schema, example);
    (parameter.required, parameter.several) = (A::REQUIRED, A::SEVERAL);
    parameter
}

pub(super) trait Argument: Sized {
    const REQUIRED: bool = false;
    const SEVERAL: bool = false;

    fn schema(generator: &mut SchemaGenerator) -> Schema;

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error>;
}

impl<T: Value> Argument for Option<T> {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let text = given.query.take(name);
        let value = text.map(|text| T::read(name, text, given.dataset));
        value.transpose()
    }
}

pub(super) struct Required<T>(pub(super) T);

impl<T: Value> Argument for Required<T> {
    const REQUIRED: bool = true;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        T::schema(generator)
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        match Argument::take(name, given)? {
            Some(value) => Ok(Self(value)),
            None => Err(missing(name)),
        }
    }
}

pub(super) fn missing(name: &str) -> Error {
    Error::Malformed(format!("`{name}` is missing"))
}

/// A flag; false by default.
impl Argument for bool {
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean", "default": false })
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let flag: Option<Self> = Argument::take(name, given)?;
        Ok(flag.unwrap_or_default())
    }
}

/// A text; empty by default.
impl Argument for String {
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        any(generator)
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        Ok(given.query.take(name).unwrap_or_default())
    }
}

impl Argument for Vec<String> {
    const SEVERAL: bool = true;

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": "string", "pattern": "\\S" } })
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        Ok(std::iter::from_fn(|| given.query.take(name)).collect())
    }
}

/// The format of the answer; by default the one that `Accept` prefers.
impl<F: AnswerFormat> Argument for F {
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": names::<F>() })
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let named = given.query.take(name);
        Self::chosen(named.as_deref(), given.headers)
    }
}

/// The value of a parameter.
pub(super) trait Value: Sized {
    fn schema(generator: &mut SchemaGenerator) -> Schema;

    fn read(name: &'static str, text: String, dataset: &Dataset) -> Result<Self, Error>;
}

/// Declares types of values, each with its schema and its parser.
macro_rules! values {
    ($($Type:ty: $schema:expr, |$name:pat_param, $text:pat_param, $dataset:pat_param| $read:expr;)+) => {
        $(impl $crate::api::parameters::Value for $Type {
            fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let schema: $crate::openapi::SchemaOf = $schema;
                schema(generator)
            }

            fn read(
                $name: &'static str,
                $text: String,
                $dataset: &strata_core::Dataset,
            ) -> Result<Self, $crate::error::Error> {
                $read
            }
        })+
    };
}
pub(super) use values;

values! {
    String: any, |_, text, _| Ok(text);
    Arch: schema_of::<words::Arch>, |_, text, _| Ok(lookup::arch(&text)?);
    Release: schema_of::<words::Version>, |_, text, _| Ok(lookup::release(&text)?);
    ImageIndex: any, |_, text, dataset| Ok(lookup::image(dataset, &text)?);
    ChangedIn: any, |_, text, dataset| Ok(lookup::change(dataset, &text)?);
    ModuleName: |_| json_schema!({ "type": "string", "pattern": ModuleName::PATTERN }),
        |name, text, dataset| module(name, &text, dataset);
    bool: |_| json_schema!({ "type": "boolean" }),
        |name, text, _| text.parse().map_err(|_| Error::parameter(name, "true or false"));
    TypeKind: |_| one_of(TypeKind::IN_SYMBOLS.map(TypeKind::as_str)),
        |name, text, _| word(name, &text, TypeKind::IN_SYMBOLS, TypeKind::as_str);
    SourceKind: |_| one_of(SourceKind::ALL.map(SourceKind::as_str)),
        |name, text, _| word(name, &text, SourceKind::ALL, SourceKind::as_str);
}

fn any(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string" })
}

/// The module with this name; an error if it has no known images.
fn module(name: &str, text: &str, dataset: &Dataset) -> Result<ModuleName, Error> {
    let parsed: Result<ModuleName, ParseNameError> = text.parse();
    parsed.map_err(|error| Error::Malformed(format!("`{name}`: {error}")))?;
    Ok(lookup::module(dataset.catalogue(), text)?)
}

pub(super) fn one_of<const N: usize>(words: [&str; N]) -> Schema {
    json_schema!({ "type": "string", "enum": words.to_vec() })
}

/// The value with this name.
pub(super) fn word<T: Copy, const N: usize>(
    name: &str,
    text: &str,
    all: [T; N],
    word: impl Fn(T) -> &'static str,
) -> Result<T, Error> {
    let words = all.map(&word).join(", ");
    let found = all
        .into_iter()
        .find(|one| word(*one).eq_ignore_ascii_case(text));
    found.ok_or_else(|| Error::parameter(name, format!("one of {words}")))
}

pub(super) const FORMAT: &str = "format";

/// The name and the media type of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
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

pub(crate) trait AnswerFormat: Copy + 'static {
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
    fn described(mut answer: Message) -> Message {
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

pub(crate) fn names<F: AnswerFormat>() -> Vec<&'static str> {
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

        impl $crate::api::parameters::AnswerFormat for $Name {
            fn all() -> Vec<Self> {
                vec![$(Self::$Format),+]
            }

            fn form(self) -> $crate::api::parameters::Form {
                match self {
                    $(Self::$Format => $crate::api::parameters::Form::$form($name, $media_type),)+
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
