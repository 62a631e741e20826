//! The OpenAPI document as typed parts. Each resource describes its own operations beside its handlers; this module has
//! the types of these descriptions, and makes the document from them.
//!
//! Schemas of bodies are derived from the types of the answers, so that they always agree.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};
use strata_core::wire::words;
use strata_frontend::route::{Route, site_location};

use crate::error::{Error, Kind, PROBLEM_JSON, Problem};
use crate::media_type::JSON;

/// Makes a schema, with references to the components that it needs.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

pub(crate) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    Json(SchemaOf),
    /// A JSON value of this schema per line.
    Lines(SchemaOf),
    Text,
    /// Bytes, which OpenAPI 3.1 describes without a schema.
    Bytes,
}

/// The problems of every operation.
const ANYWHERE: [Kind; 6] = [
    Kind::UNAUTHORIZED,
    Kind::URL_TOO_LONG,
    Kind::TOO_MANY,
    Kind::HEAD_TOO_LARGE,
    Kind::INTERNAL,
    Kind::BUSY,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Headers {
    /// With an `ETag`, and 304 for clients that have the content.
    Tagged,
    /// A page of a list, with a link to the next one.
    Paged,
    /// Made for one request.
    Fresh,
    /// Equal for all clients, and never cached.
    Bare,
}

/// The body of a request, or the answer of an operation without problems.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    description: &'static str,
    /// By media type, the preferred one first.
    pub(crate) contents: Vec<(&'static str, Content)>,
    /// Examples: the media type, the name, the value.
    examples: Vec<(&'static str, &'static str, Value)>,
    headers: Headers,
}

impl Headers {
    /// The headers by name, with references to their descriptions.
    fn to_json(self) -> Value {
        let all = [
            ("Cache-Control", "CacheControl"),
            ("Vary", "Vary"),
            ("ETag", "ETag"),
            ("Content-Location", "ContentLocation"),
            ("Link", "Link"),
        ];
        let count = match self {
            Self::Paged => 5,
            Self::Tagged => 4,
            Self::Fresh => 2,
            Self::Bare => 1,
        };
        let described = all.into_iter().take(count).map(|(name, component)| {
            let reference = format!("#/components/headers/{component}");
            (name.to_owned(), json!({ "$ref": reference }))
        });
        Value::Object(described.collect())
    }
}

impl Message {
    /// A message to which its contents are added; an answer has a tag.
    pub(crate) const fn new(description: &'static str) -> Self {
        Self {
            description,
            contents: Vec::new(),
            examples: Vec::new(),
            headers: Headers::Tagged,
        }
    }

    /// JSON data with a tag.
    pub(crate) fn json<T: JsonSchema>(description: &'static str) -> Self {
        Self::new(description).or(JSON, Content::Json(schema_of::<T>))
    }

    /// Text that is never cached.
    pub(crate) fn bare(description: &'static str, media_type: &'static str) -> Self {
        Self {
            headers: Headers::Bare,
            ..Self::new(description).or(media_type, Content::Text)
        }
    }

    pub(crate) fn or(mut self, media_type: &'static str, content: Content) -> Self {
        self.contents.push((media_type, content));
        self
    }

    /// Adds an example in the last media type.
    pub(crate) fn example(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        let last = self.contents.last().map(|(media_type, _)| *media_type);
        self.examples
            .extend(last.map(|it| (it, name, value.into())));
        self
    }

    pub(crate) fn paged(mut self) -> Self {
        self.headers = Headers::Paged;
        self
    }

    pub(crate) fn untagged(mut self) -> Self {
        self.headers = Headers::Fresh;
        self
    }

    /// The contents with their examples. `text` is the schema of a text.
    fn contents(&self, text: &Value, generator: &mut SchemaGenerator) -> Value {
        let mut contents = json!({});
        for (media_type, content) in &self.contents {
            contents[media_type] = match content {
                Content::Json(schema) => json!({ "schema": schema(generator) }),
                // OpenAPI 3.1 has no keyword for the schema of a line.
                Content::Lines(schema) => json!({
                    "schema": { "type": "string", "contentMediaType": JSON, "contentSchema": schema(generator) },
                }),
                Content::Text => json!({ "schema": text }),
                Content::Bytes => json!({}),
            };
        }
        for (media_type, name, value) in &self.examples {
            contents[media_type]["examples"][name] = json!({ "value": value });
        }
        contents
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Operation {
    /// Unique; generated clients use it as the name of the function.
    pub(crate) id: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) description: &'static str,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) input: Option<Message>,
    pub(crate) answer: Message,
    /// The problems of the operation itself.
    pub(crate) problems: Vec<Kind>,
    pub(crate) is_deprecated: bool,
}

impl Operation {
    /// An operation that may answer 404.
    pub(crate) fn new(
        id: &'static str,
        summary: &'static str,
        description: &'static str,
        answer: Message,
    ) -> Self {
        Self {
            problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
            ..Self::whole(id, summary, description, answer)
        }
    }

    /// An operation that never answers 404.
    pub(crate) fn whole(
        id: &'static str,
        summary: &'static str,
        description: &'static str,
        answer: Message,
    ) -> Self {
        Self {
            id,
            summary,
            description,
            parameters: Vec::new(),
            input: None,
            answer,
            problems: vec![Kind::MALFORMED, Kind::NOT_ACCEPTABLE],
            is_deprecated: false,
        }
    }

    pub(crate) fn with(mut self, parameters: impl IntoIterator<Item = Parameter>) -> Self {
        self.parameters.extend(parameters);
        self
    }

    /// Appends those of the parameters that the operation does not have yet.
    pub(crate) fn with_missing(mut self, parameters: Vec<Parameter>) -> Self {
        for parameter in parameters {
            if !self.parameters.iter().any(|it| it.name == parameter.name) {
                self.parameters.push(parameter);
            }
        }
        self
    }

    /// Appends the variables of the path that mean the same everywhere.
    pub(crate) fn with_variables(self, path: &str) -> Self {
        let known = Parameter::point().into_iter();
        let known = known.filter(|it| path.contains(&format!("{{{}}}", it.name)));
        self.with_missing(known.collect())
    }

    pub(crate) fn taking(mut self, input: Message) -> Self {
        self.input = Some(input);
        self.or(&[
            Kind::TOO_SLOW,
            Kind::TOO_LARGE,
            Kind::UNSUPPORTED_MEDIA_TYPE,
        ])
    }

    /// Marks an operation that another one supersedes.
    pub(crate) fn deprecated(mut self) -> Self {
        self.is_deprecated = true;
        self
    }

    pub(crate) fn or(mut self, problems: &[Kind]) -> Self {
        self.problems.extend(problems);
        self
    }

    pub(crate) fn queries(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.parameters.iter().filter_map(Parameter::in_query)
    }

    /// Generates the components of the parameters.
    fn make_parameters(&self, generator: &mut SchemaGenerator) {
        self.parameters.iter().for_each(|parameter| {
            parameter.to_json(generator);
        });
    }

    fn to_json(&self, generator: &mut SchemaGenerator) -> Value {
        let mut answers = Map::new();
        let content = self
            .answer
            .contents(&json!({ "type": "string" }), generator);
        let success = json!({
            "description": self.answer.description,
            "content": content,
            "headers": self.answer.headers.to_json(),
        });
        let tagged = matches!(self.answer.headers, Headers::Tagged | Headers::Paged);
        if tagged {
            answers.insert(
                "304".to_owned(),
                json!({ "$ref": "#/components/responses/NotModified" }),
            );
        }
        answers.insert("200".to_owned(), success);
        for kind in self.problems.iter().chain(&ANYWHERE) {
            let reference = format!("#/components/responses/{}", kind.fragment);
            answers.insert(
                kind.status.as_str().to_owned(),
                json!({ "$ref": reference }),
            );
        }
        let mut operation = json!({
            "operationId": self.id,
            "summary": self.summary,
            "description": self.description,
            "responses": answers,
        });
        let own = self.parameters.iter();
        let mut parameters: Vec<Value> = own.map(|it| it.to_json(generator)).collect();
        if tagged {
            parameters.push(json!({ "$ref": "#/components/parameters/IfNoneMatch" }));
        }
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        if self.is_deprecated {
            operation["deprecated"] = true.into();
        }
        if let Some(input) = &self.input {
            operation["requestBody"] = json!({
                "description": input.description,
                "required": true,
                // Any text is accepted.
                "content": input.contents(&json!({ "description": "Text, in UTF-8." }), generator),
            });
        }
        operation
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// `path` or `query`.
    place: &'static str,
    pub(crate) name: &'static str,
    description: &'static str,
    pub(crate) required: bool,
    /// Whether it may be repeated.
    pub(crate) several: bool,
    schema: SchemaOf,
    /// Null if no value is valid on every server. Any other value is in the document, and tested.
    example: Value,
}

impl Parameter {
    pub(crate) fn path(name: &'static str, description: &'static str, example: &str) -> Self {
        Self {
            place: "path",
            required: true,
            ..Self::query(name, description, schema_of::<String>, json!(example))
        }
    }

    /// An optional query parameter.
    pub(crate) fn query(
        name: &'static str,
        description: &'static str,
        schema: SchemaOf,
        example: Value,
    ) -> Self {
        Self {
            place: "query",
            name,
            description,
            required: false,
            several: false,
            schema,
            example,
        }
    }

    /// The example as sent in a query.
    pub(crate) fn as_sent(&self) -> String {
        let text = self.example.as_str().map(str::to_owned);
        let text = text.unwrap_or_else(|| self.example.to_string());
        format!("{}={text}", self.name)
    }

    /// The name of a query parameter; `None` for a variable of the path.
    pub(crate) fn in_query(&self) -> Option<&'static str> {
        (self.place == "query").then_some(self.name)
    }

    pub(crate) fn with_schema(mut self, schema: SchemaOf) -> Self {
        self.schema = schema;
        self
    }

    pub(crate) fn structure() -> Self {
        Self::path(
            "name",
            "The name of the structure. Case and a leading underscore do not count.",
            "ETW_REALTIME_CONSUMER",
        )
    }

    /// The variables of a path to a layout.
    fn point() -> [Self; 3] {
        let version = Self::path(
            "version",
            "The id or an alias of a release (`GET /api/v1/releases` lists both), also as people write it (`2012r2`, \
             `Windows 10 1607`), or a build with a known symbol file. An ambiguous name is answered by 404 with its releases \
             as suggestions.",
            "6.1",
        );
        let arch = Self::path("arch", "The architecture.", "x64");
        let arch = arch.with_schema(schema_of::<words::Arch>);
        [Self::structure(), version, arch]
    }

    fn to_json(&self, generator: &mut SchemaGenerator) -> Value {
        let mut parameter = json!({
            "name": self.name,
            "in": self.place,
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

/// The general part of the document.
const INTRODUCTION: &str = "Structure layouts that Windows does not document: the offset of every member, in every Windows version, \
    on every architecture, with its source and certainty.\n\n\
    Every GET also answers HEAD. Answers with data have a strong `ETag` of the content and its coding, and are sent as `br` \
    or `gzip` to clients that accept it. Answers to POST have no `ETag`, are not cacheable, and may be compressed. Every answer \
    has an `X-Request-Id`, which is also in the server's log. By default, pages of other origins may \
    read answers to GET (`Access-Control-Allow-Origin: *`) if the server has only the built-in data. They may not post: \
    answers to POST, and to its preflights, have no such header. Offsets, sizes and bit numbers are integers; \
    every other number that can exceed 2^53 is a text, `0x…`. Errors are `application/problem+json`. A method that a path does \
    not support is answered by 405 with `Allow`, an unknown parameter by 400.\n\n\
    Three answers are always distinguished: a source states something, says that it is absent, or does not state it.";

#[derive(Debug)]
pub(crate) struct Path {
    pub(crate) path: String,
    /// In lower case.
    pub(crate) method: &'static str,
    pub(crate) operation: Operation,
}

impl Path {
    /// A path for GET without problems of its own.
    pub(crate) fn bare(path: &str, operation: Operation) -> Self {
        Self {
            path: path.to_owned(),
            method: "get",
            operation: Operation {
                problems: Vec::new(),
                ..operation
            },
        }
    }
}

/// The place of the schemas, with which references to them begin.
const SCHEMAS: &str = "/components/schemas";

/// Makes the document. `problems` are its examples of errors.
pub(crate) fn document(problems: &[Error], paths: &[Path]) -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = SCHEMAS.into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let mut table = Map::new();
    // Components of parameters come before those of bodies.
    for path in paths {
        path.operation.make_parameters(&mut generator);
    }
    for path in paths {
        // A path can have several methods.
        let operations = table.entry(&path.path).or_insert_with(|| json!({}));
        operations[path.method] = path.operation.to_json(&mut generator);
    }
    let problem = generator.subschema_for::<Problem>();
    let mut responses = Map::new();
    responses.insert(
        "NotModified".to_owned(),
        json!({
            "description": "The client already has this content.",
            "headers": { "ETag": { "$ref": "#/components/headers/ETag" } },
        }),
    );
    for kind in Kind::ALL {
        let mut content = json!({ PROBLEM_JSON: { "schema": problem } });
        let of_kind = problems.iter().filter(|error| error.kind() == *kind);
        for (name, error) in ["one", "another"].into_iter().zip(of_kind) {
            content[PROBLEM_JSON]["examples"][name] = json!({ "value": error.problem() });
        }
        let mut response = json!({ "description": kind.meaning, "content": content });
        if *kind == Kind::UNAUTHORIZED {
            response["headers"]["WWW-Authenticate"] =
                json!({ "description": "The scheme: `Bearer`.", "schema": { "type": "string" } });
        }
        if [Kind::TOO_MANY, Kind::BUSY].contains(kind) {
            let seconds = json!({ "type": "integer", "minimum": 0 });
            response["headers"]["Retry-After"] =
                json!({ "description": "The seconds to wait.", "schema": seconds });
        }
        responses.insert(kind.fragment.to_owned(), response);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Strata",
            "version": env!("CARGO_PKG_VERSION"),
            "description": INTRODUCTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "externalDocs": { "url": Route::Reference.to_string(), "description": "The same as a page." },
        "servers": [{ "url": server() }],
        "paths": table,
        "components": {
            "schemas": generator.take_definitions(true),
            "responses": responses,
            "headers": headers(),
            "parameters": { "IfNoneMatch": if_none_match() },
            "securitySchemes": { "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token of the operator, on servers that have some: with it, structures of their own are readable.",
            } },
        },
        "security": [{}, { "token": [] }],
    })
}

/// The prefix of all paths: the public address of the site, if known.
fn server() -> String {
    match (&site_location().origin, &site_location().base) {
        (None, base) if base.as_str().is_empty() => "/".to_owned(),
        (origin, base) => format!("{}{base}", origin.as_deref().unwrap_or_default()),
    }
}

fn if_none_match() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "description": "The tags of the contents that the client has; an answer with one of these tags is not sent again.",
        "required": false,
        "schema": { "type": "string" },
    })
}

fn headers() -> Value {
    let header = |description: &str| json!({ "description": description, "required": true, "schema": { "type": "string" } });
    let link = "`rel=\"next\"`: the URL of the next page; missing on the last page.";
    json!({
        "Link": { "description": link, "required": false, "schema": { "type": "string" } },
        "ETag": header("The tag of the content in this coding; equal on all servers with the same data."),
        "CacheControl": header("How long the answer may be cached, and whether it must be revalidated."),
        "Vary": header("The request headers that selected the answer."),
        "ContentLocation": header("The canonical URL of the answer."),
    })
}
