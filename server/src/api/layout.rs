//! `GET /structures/{name}/layouts/{version}/{arch}`: one layout, as JSON or as WinDbg's `dt` writes it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Method};
use axum::response::Response;
use axum::routing::get;
use schemars::SchemaGenerator;
use strata_core::dataset::Dataset;
use strata_core::lookup::{self, Found};
use strata_core::render::dt;
use strata_core::wire::{LayoutAnswer, assemble};

use crate::app::App;
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::{Path, Query};
use crate::media_type::{JSON, TEXT};
use crate::openapi::{Answer, Operation, Parameter};
use crate::problem::Kind;
use crate::representation::Representation;

use super::format::{AnswerFormat, Form};
use super::resource::Resource;
use super::{answer, url};

const PATH: &str = "/structures/{name}/layouts/{version}/{arch}";
/// As `dt` does without `-r`: nested structures stay folded.
const DT_DEPTH: usize = 0;

/// A format in which a layout comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    /// As WinDbg's `dt` writes it.
    Dt,
}

impl AnswerFormat for Format {
    const ALL: &'static [Self] = &[Self::Json, Self::Dt];

    fn form(self) -> Form {
        match self {
            Self::Json => Form::new("json", JSON),
            Self::Dt => Form::new("dt", TEXT),
        }
    }
}

pub(super) fn resource() -> Resource {
    Resource::get(PATH, get(layout), describe)
}

fn describe(generator: &mut SchemaGenerator) -> Operation {
    Operation {
        id: "getLayout",
        summary: "One layout",
        description: "A structure at a version on an architecture: its members in offset order, the gaps between them, \
            what is wrong in the source. As JSON, or as the text that WinDbg's `dt` writes; `format` wins over `Accept`.",
        parameters: vec![
            Parameter::structure(),
            Parameter::version(),
            Parameter::arch(generator),
            Format::parameter(Format::Dt),
        ],
        input: None,
        answer: Format::described(Answer::json::<LayoutAnswer>("The layout.")),
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
    let [format] = query.only(["format"])?;
    let format = Format::chosen(format.as_deref(), &headers)?;
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
