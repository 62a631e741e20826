//! Query parameters. A struct declares those of an operation; their description in the OpenAPI document, their parser and
//! the refusal of other parameters follow from it.

use axum::http::HeaderMap;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::Value as Json;
use strata_core::catalogue::{ImageIndex, ModuleName};
use strata_core::dataset::{ChangedIn, Dataset, SourceKind};
use strata_core::lookup;
use strata_core::name::ParseNameError;
use strata_core::types::TypeKind;
use strata_core::wire::words;
use strata_core::{Arch, Release};

use crate::error::Error;
use crate::extract::Query;
use crate::numbers;
use crate::openapi::{Parameter, schema_of};

use super::format::{AnswerFormat, names};

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

    /// Reads a query. An unknown parameter is an error of the client, and so is a repeated one: what looks effective must
    /// have an effect.
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
    let parameter = Parameter::query(name, description, A::schema, example);
    parameter.given(A::REQUIRED, A::SEVERAL)
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
            None => Err(Error::Malformed(format!("`{name}` is missing"))),
        }
    }
}

/// A flag; false by default.
impl Argument for bool {
    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "boolean", "default": false })
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        let text = given.query.take(name);
        numbers::flag(text.as_deref()).map_err(|expected| Error::parameter(name, expected))
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
        json_schema!({ "type": "array", "items": { "type": "string" } })
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
    parsed.map_err(|error| Error::parameter(name, error))?;
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
