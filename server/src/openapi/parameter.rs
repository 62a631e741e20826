//! Parameters of paths and queries.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

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
    schema: Schema,
    example: Value,
    /// Whether the example is one for every server: it then stands in the document, and is tried.
    tried: bool,
}

impl Parameter {
    /// A segment of the path.
    pub(crate) fn path(name: &'static str, description: &'static str, example: &str) -> Self {
        Self {
            place: Place::Path,
            name,
            description,
            required: true,
            schema: json_schema!({ "type": "string" }),
            example: json!(example),
            tried: true,
        }
    }

    /// A parameter of the query that may be missing.
    pub(crate) fn query(
        name: &'static str,
        description: &'static str,
        schema: Schema,
        example: Value,
    ) -> Self {
        Self {
            place: Place::Query,
            name,
            description,
            required: false,
            schema,
            example,
            tried: true,
        }
    }

    /// Its name, where it is one of the query.
    pub(crate) fn in_query(&self) -> Option<&'static str> {
        (self.place == Place::Query).then_some(self.name)
    }

    /// One that says yes or no.
    pub(crate) fn flag(name: &'static str, description: &'static str) -> Self {
        let schema = json_schema!({ "type": "boolean", "default": false });
        Self::query(name, description, schema, json!(true))
    }

    /// The same, which must not be missing.
    pub(crate) fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The same, whose example says only what it looks like: what it stands for differs from server to server.
    pub(crate) fn not_tried(mut self) -> Self {
        self.tried = false;
        self
    }

    /// The same, with a schema of its own.
    pub(crate) fn with_schema(mut self, schema: Schema) -> Self {
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
    pub(crate) fn version() -> Self {
        Self::path(
            "version",
            "A release by its id or an alias (`GET /api/v1/releases` lists both), or a build for which a symbol file is known. \
             What could mean two releases is answered by 404 with both as suggestions.",
            "6.1",
        )
    }

    /// The architecture.
    pub(crate) fn arch(generator: &mut SchemaGenerator) -> Self {
        let schema = generator.subschema_for::<strata_core::wire::words::Arch>();
        Self::path("arch", "The architecture.", "x64").with_schema(schema)
    }

    pub(super) fn to_json(&self) -> Value {
        let place = match self.place {
            Place::Path => "path",
            Place::Query => "query",
        };
        let mut parameter = json!({
            "name": self.name,
            "in": place,
            "description": self.description,
            "required": self.required,
            "schema": self.schema,
        });
        if self.tried {
            parameter["example"] = self.example.clone();
        }
        parameter
    }
}
