//! Parameters of paths and queries.

use schemars::SchemaGenerator;
use serde_json::{Value, json};
use strata_core::wire::words;

use super::operation::{SchemaOf, schema_of};

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Path,
    Query,
}

/// A parameter of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    place: Place,
    name: &'static str,
    description: &'static str,
    required: bool,
    /// Whether it may be given several times.
    several: bool,
    schema: SchemaOf,
    /// Null where no value is one for every server; any other stands in the document, and is tried.
    example: Value,
}

impl Parameter {
    /// A segment of the path.
    pub(crate) fn path(name: &'static str, description: &'static str, example: &str) -> Self {
        Self {
            place: Place::Path,
            required: true,
            ..Self::query(name, description, schema_of::<String>, json!(example))
        }
    }

    /// A parameter of the query that may be missing.
    pub(crate) fn query(
        name: &'static str,
        description: &'static str,
        schema: SchemaOf,
        example: Value,
    ) -> Self {
        Self {
            place: Place::Query,
            name,
            description,
            required: false,
            several: false,
            schema,
            example,
        }
    }

    /// Its name, where it is one of the query.
    pub(crate) fn in_query(&self) -> Option<&'static str> {
        (self.place == Place::Query).then_some(self.name)
    }

    /// Whether it may be given several times.
    pub(crate) const fn may_be_repeated(&self) -> bool {
        self.several
    }

    /// The same, with how often it must and may be given.
    pub(crate) fn given(mut self, required: bool, several: bool) -> Self {
        (self.required, self.several) = (required, several);
        self
    }

    /// The same, with a schema of its own.
    pub(crate) fn with_schema(mut self, schema: SchemaOf) -> Self {
        self.schema = schema;
        self
    }

    /// The structure's name.
    pub(crate) fn structure() -> Self {
        Self::path(
            "name",
            "The structure's name. Case and a leading underscore do not count.",
            "ETW_REALTIME_CONSUMER",
        )
    }

    /// The version.
    fn version() -> Self {
        Self::path(
            "version",
            "A release by its id or an alias (`GET /api/v1/releases` lists both), or a build for which a symbol file is known. \
             What could mean two releases is answered by 404 with both as suggestions.",
            "6.1",
        )
    }

    /// The architecture.
    fn arch() -> Self {
        Self::path("arch", "The architecture.", "x64").with_schema(schema_of::<words::Arch>)
    }

    /// A structure at a point.
    pub(crate) fn point() -> [Self; 3] {
        [Self::structure(), Self::version(), Self::arch()]
    }

    pub(super) fn to_json(&self, generator: &mut SchemaGenerator) -> Value {
        let place = match self.place {
            Place::Path => "path",
            Place::Query => "query",
        };
        let mut parameter = json!({
            "name": self.name,
            "in": place,
            "description": self.description,
            "required": self.required,
            "schema": (self.schema)(generator),
        });
        if !self.example.is_null() {
            parameter["example"] = self.example.clone();
        }
        parameter
    }
}
