//! `GET /structures/{name}/layouts/{version}/{arch}`: one layout, as JSON or as WinDbg's `dt` writes it.

use std::str::FromStr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::get;
use schemars::{SchemaGenerator, json_schema};
use serde_json::json;
use strata_core::dataset::Dataset;
use strata_core::lookup::{self, Found};
use strata_core::render::dt;
use strata_core::wire::{LayoutAnswer, assemble};

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::{Path, Query};
use crate::negotiate;
use crate::openapi::{Answer, Content, Operation, Parameter};
use crate::problem::Kind;
use crate::representation::Representation;

use super::resource::Resource;
use super::{answer, url};

const PATH: &str = "/structures/{name}/layouts/{version}/{arch}";
const TEXT: &str = "text/plain; charset=utf-8";
/// As `dt` does without `-r`: nested structures stay folded.
const DT_DEPTH: usize = 0;

/// A format in which a layout comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    /// As WinDbg's `dt` writes it.
    Dt,
}

impl Format {
    const ALL: [Self; 2] = [Self::Json, Self::Dt];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Dt => "dt",
        }
    }

    const fn media_type(self) -> &'static str {
        match self {
            Self::Json => answer::JSON,
            Self::Dt => TEXT,
        }
    }

    /// The one that the client accepts, the most welcome first.
    fn accepted(headers: &HeaderMap) -> Result<Self, Error> {
        let media_type = negotiate::media_type(headers, &Self::ALL.map(Self::media_type))?;
        let is_it = |format: &Self| format.media_type() == media_type;
        Ok(Self::ALL.into_iter().find(is_it).unwrap_or(Self::Json))
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let is_it = |format: &Self| format.as_str() == text;
        Self::ALL
            .into_iter()
            .find(is_it)
            .ok_or_else(|| Error::parameter("format", Self::ALL.map(Self::as_str).join(" or ")))
    }
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(layout), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    let formats = json_schema!({ "type": "string", "enum": Format::ALL.map(Format::as_str) });
    Operation {
        id: "getLayout",
        summary: "One layout",
        description: "A structure at a version on an architecture: its members in offset order, the gaps between them, \
            what is wrong in the source. As JSON, or as the text that WinDbg's `dt` writes; `format` wins over `Accept`.",
        parameters: vec![
            Parameter::structure(),
            Parameter::version(),
            Parameter::arch(generator),
            Parameter::query(
                "format",
                "The format, whatever `Accept` says.",
                formats,
                json!("dt"),
            ),
        ],
        input: None,
        answer: Answer::json::<LayoutAnswer>("The layout.").or(TEXT, Content::Text),
        problems: vec![Kind::MALFORMED, Kind::NOT_FOUND, Kind::NOT_ACCEPTABLE],
    }
}

async fn layout(
    State(app): State<Arc<App>>,
    Path((name, version, arch)): Path<(String, String, String)>,
    query: Query,
    method: Method,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let [wanted] = query.only(["format"])?;
    let format = match wanted {
        Some(text) => text.parse()?,
        None => Format::accepted(&headers)?,
    };
    let found = lookup::layout(app.dataset(), &name, &version, &arch)?;
    let url = url::layout(found.layout, format);
    let answer = app.answers().get_or_render(&url, || {
        let content = render(app.dataset(), found, format)?;
        let answer = Representation::new(format.media_type(), CachePolicy::Revalidate, content);
        Ok::<_, Error>(answer.with_content_location(&url).among_formats())
    })?;
    Ok(answer.respond(&method, &headers))
}

fn render(dataset: &Dataset, found: Found<'_>, format: Format) -> Result<Vec<u8>, Error> {
    match format {
        Format::Json => answer::to_json(&assemble::layout(dataset, found.structure, found.layout)),
        Format::Dt => Ok(dt::layout(found.layout, dataset.types(), DT_DEPTH).into_bytes()),
    }
}
