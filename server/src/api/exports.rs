//! `GET /structures/{name}/exports` and `GET /exports`: all layouts of a structure, or of every one, as other tools take them, in one
//! archive.

use std::io::Cursor;
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use schemars::json_schema;
use serde_json::json;
use strata_core::dataset::Structure;
use strata_core::{export, lookup};

use crate::app::App;
use crate::archive::{Archive, archive_name, layouts};
use crate::cache_policy::CachePolicy;
use crate::error::Error;
use crate::extract::{Path, Query};
use crate::media_type::ZIP;
use crate::negotiate;
use crate::openapi::{Answer, Content, Operation, Parameter};
use crate::problem::Kind;
use crate::representation::Representation;

use super::answer::Call;
use super::exported::{DEPTH, Exported, POINTERS, PREFIX, SUFFIX, WINDOWS};
use super::format::{FORMAT, listed};
use super::resource::Resource;
use super::url;

const PATH: &str = "/exports";
const STRUCTURE_PATH: &str = "/structures/{name}/exports";
/// How large an archive may be, in bytes.
const ARCHIVE_LIMIT: usize = 64 * 1024 * 1024;

pub(super) fn of_everything() -> Resource {
    Resource::get(PATH, get(everything), |_| Operation {
        id: "getExports",
        summary: "Every layout, for other tools",
        description: "All layouts of all structures, at releases and known builds, as other tools take them: a ZIP archive with a \
            folder for each format, and in it one for each structure. Each file is what \
            `GET /structures/{name}/layouts/{version}/{arch}` answers in that format. The same data give the same bytes.",
        parameters: parameters(),
        input: None,
        answer: archived(),
        problems: vec![Kind::MALFORMED, Kind::NOT_ACCEPTABLE, Kind::UNUSABLE],
    })
}

pub(super) fn of_structure() -> Resource {
    Resource::get(STRUCTURE_PATH, get(structure), |_| Operation {
        id: "getStructureExports",
        summary: "All layouts of a structure, for other tools",
        description: "All layouts of the structure, at releases and known builds, as other tools take them, in a ZIP archive like \
            that of `GET /exports`.",
        parameters: [Parameter::structure()]
            .into_iter()
            .chain(parameters())
            .collect(),
        input: None,
        answer: archived(),
        problems: vec![
            Kind::MALFORMED,
            Kind::NOT_FOUND,
            Kind::NOT_ACCEPTABLE,
            Kind::UNUSABLE,
        ],
    })
}

fn parameters() -> Vec<Parameter> {
    let names = export::Format::ALL.map(export::Format::as_str);
    let format = Parameter::query(
        FORMAT,
        "The format; all of them where it is left out.",
        json_schema!({ "type": "string", "enum": names }),
        json!(export::Format::C.as_str()),
    );
    [format].into_iter().chain(Exported::parameters()).collect()
}

fn archived() -> Answer {
    Answer::of(ZIP, Content::Bytes, "The archive.")
}

async fn everything(Call { app, query, asked }: Call) -> Result<Response, Error> {
    let wanted = Wanted::read(query, &asked.headers)?;
    apart(move || {
        let answer = wanted.answer(&app, None)?;
        Ok(asked.answered(&answer))
    })
    .await
}

async fn structure(
    Path(name): Path<String>,
    Call { app, query, asked }: Call,
) -> Result<Response, Error> {
    let wanted = Wanted::read(query, &asked.headers)?;
    apart(move || {
        let structure = lookup::structure(app.dataset(), &name)?;
        let answer = wanted.answer(&app, Some(structure))?;
        Ok(asked.answered(&answer))
    })
    .await
}

/// Megabytes are written and packed: other requests do not wait for that.
async fn apart(
    work: impl FnOnce() -> Result<Response, Error> + Send + 'static,
) -> Result<Response, Error> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::Internal(error.to_string()))?
}

/// What shall be in an archive, and how.
struct Wanted {
    format: Option<export::Format>,
    exported: Exported,
}

impl Wanted {
    fn read(query: Query, headers: &HeaderMap) -> Result<Self, Error> {
        let [format, choices @ ..] =
            query.only([FORMAT, DEPTH, POINTERS, PREFIX, SUFFIX, WINDOWS])?;
        negotiate::media_type(headers, &[ZIP])?;
        let names = export::Format::ALL.map(export::Format::as_str);
        let format = format.map(|name| {
            let unknown = |_| Error::parameter(FORMAT, listed(&names));
            name.parse().map_err(unknown)
        });
        Ok(Self {
            format: format.transpose()?,
            exported: Exported::read(choices)?,
        })
    }

    /// The archive of one type, or of all that an article describes.
    fn answer(&self, app: &App, one: Option<&Structure>) -> Result<Arc<Representation>, Error> {
        let layouts = match one {
            Some(structure) => layouts(std::iter::once(structure)),
            None => layouts(app.dataset().audited()),
        };
        let one = one.map(|structure| &structure.name);
        let url = url::exports(one, self.format, &self.exported);
        app.answers().get_or_render(&url, || {
            let archive = Archive {
                dataset: app.dataset(),
                data: app.bundle().url().hash(),
                format: self.format,
                depth: self.exported.depth,
                options: self.exported.options,
            };
            let mut bytes = Vec::new();
            archive
                .write(&layouts, Cursor::new(&mut bytes))
                .map_err(|error| Error::Internal(error.to_string()))?;
            if bytes.len() > ARCHIVE_LIMIT {
                return Err(Error::Unusable(format!(
                    "the archive has more than {ARCHIVE_LIMIT} bytes: ask for one format, or for the structures one by one"
                )));
            }
            let file = archive_name(one, self.format);
            let answer = Representation::new(ZIP, CachePolicy::Revalidate, bytes);
            Ok(answer
                .with_codings(None, None)
                .with_file_name(&file)
                .with_content_location(&url))
        })
    }
}
