//! `GET /dataset`: everything, in one piece: as JSON with the tables, the histories and every layout, or as a table with a line
//! for each member at each point, as NDJSON or CSV.
//!
//! A version is the hash of the very bytes: the same data give the same bytes on every server, and what was asked for by
//! its version never changes.

mod parquet;
mod rows;
mod whole;

use std::io::{self, Write};
use std::sync::Arc;

use axum::http::header::CACHE_CONTROL;
use strata_frontend::route::located;

use crate::error::NotFound;
use crate::media_type::PARQUET;
use crate::representation::{self, Coding};

use self::rows::{Line, Written};
use self::whole::Whole;
use super::answer::Asked;
use super::prelude::*;

const PATH: &str = "/dataset";
/// How large the whole may be, in bytes: with its codings it still fits among the kept answers.
const BYTES_LIMIT: usize = 48 * 1024 * 1024;
/// How a version is written.
const VERSION: &str = "^[0-9a-f]{32}$";

formats! {
    /// A format in which everything comes.
    pub(crate) enum Format {
        Json = new("json", JSON),
        /// A line a member and point.
        Ndjson = new("ndjson", NDJSON),
        /// The same as a table.
        Csv = new("csv", CSV),
        /// The catalogue file: what symbol files state of every type.
        Strata = new("strata", TEXT),
        /// A row a member of each distinct layout of every type.
        Parquet = new("parquet", PARQUET),
        /// A row an image that has a layout.
        ParquetImages = by_name("parquet-images", PARQUET),
    }
}

parameters! {
    /// What is asked for.
    struct Chosen {
        /// The format, whatever `Accept` says.
        format: Format = "csv",
        /// Types with an article, or all; `all` comes as NDJSON or CSV.
        scope: Option<Scope> = "articles",
        /// Only this version of that format; any other is answered by 404, with the address of the present one.
        version: Option<String> = () => |_| json_schema!({ "type": "string", "pattern": VERSION }),
    }
}

/// Of which types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Those with an article, at every point.
    Articles,
    /// All, each layout once with the images that have it.
    All,
}

impl Scope {
    const ALL: [Self; 2] = [Self::Articles, Self::All];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Articles => "articles",
            Self::All => "all",
        }
    }
}

values! {
    Scope: |_| json_schema!({
            "type": "string", "enum": Self::ALL.map(Self::as_str), "default": Self::Articles.as_str(),
        }),
        |name, text, _| word(name, &text, Self::ALL, Self::as_str);
}

impl Format {
    /// Whether it is of every type, whatever the scope.
    const fn is_of_all(self) -> bool {
        matches!(self, Self::Strata | Self::Parquet | Self::ParquetImages)
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getDataset",
        "Everything, in one piece",
        "All structures with their tables as published and every layout at every release and known build, the \
            nested types, the releases and the sources, as JSON. As NDJSON or CSV, a line for each member, bit field and gap at \
            each point; both have the same columns, which the schema of NDJSON describes. In CSV, a cell is empty where NDJSON \
            has null, and the ids of errata have spaces between them. `Content-Location` tells the address of this version: \
            asked for by it, the answer may be kept for ever. The version is the first half of the SHA-256 of the bytes. \
            `format` wins over `Accept`. With `scope=all`, NDJSON and CSV have every type, a line for each member, bit field and \
            gap of each distinct layout, and two more columns: `class`, the id of the layout, and `images`, the runs of images that \
            have it (`first..last`, separated by spaces); `version` and `arch` are those of the first. `format=strata` is the catalogue file, which `strata serve --data` takes. `format=parquet` is every type as a \
            Parquet table, a row for each member, bit field and value of each distinct layout; `format=parquet-images` has a row for each \
            image that has the layout; `class` joins them.",
        Format::described(
            Answer::json::<Whole<'_>>("Everything.")
                .or(NDJSON, Content::Lines(schema_of::<Line<'_>>))
                .or(PARQUET, Content::Bytes),
        ),
    )
    .or(&[Kind::UNUSABLE])
    .at(PATH, dataset)
}

async fn dataset(call: Call<Chosen>) -> Answered {
    let (app, asked) = (call.app, call.asked);
    let (format, version) = (call.query.format, call.query.version);
    if call.query.scope == Some(Scope::All) && !format.is_of_all() {
        return every_type(&app, format, version.as_deref(), &asked);
    }
    version.as_deref().map(is_version).transpose()?;
    // Megabytes are written, and coded.
    apart(move || answered(&app, format, version.as_deref(), &asked)).await
}

/// A line for each member of each layout of each type, while the client takes them.
fn every_type(app: &Arc<App>, format: Format, version: Option<&str>, asked: &Asked) -> Answered {
    if format == Format::Json {
        let formats = "where `scope` is `all`, `format` is `ndjson` or `csv`";
        return Err(Error::Unusable(formats.to_owned()));
    }
    if version.is_some() {
        let versions = "where `scope` is `all`, there are no versions";
        return Err(Error::Unusable(versions.to_owned()));
    }
    // The lines follow from the data alone.
    let tag = format!("{}-all-{}", app.bundle().url().hash(), format.as_str());
    let url = format!("{}{PATH}?format={}&scope=all", url::ROOT, format.as_str());
    let app = Arc::clone(app);
    let how = match format {
        Format::Csv => Written::Csv,
        _ => Written::Ndjson,
    };
    let write = move |out: &mut dyn Write| rows::all(app.dataset(), how, out);
    Ok(representation::streamed(
        format.media_type(),
        (&url, &tag),
        (&asked.method, &asked.headers),
        write,
    ))
}

fn is_version(text: &str) -> Result<(), Error> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    match text.len() == 32 && text.bytes().all(digit) {
        true => Ok(()),
        false => Err(Error::parameter("version", "32 hexadecimal digits")),
    }
}

fn answered(app: &App, format: Format, version: Option<&str>, asked: &Asked) -> Answered {
    let key = format!("{}{PATH}?format={}", url::ROOT, format.as_str());
    let answer = app
        .answers()
        .get_or_render(&key, || representation(app, format))?;
    let Some(version) = version else {
        return Ok(asked.answered(&answer));
    };
    let present = version_of(&answer);
    if version != present {
        let detail = format!(
            "this server has not the version {version} of the dataset: its data are others, or the format is"
        );
        return Err(Error::NotFound(NotFound {
            detail,
            suggestions: vec![located(&url::dataset(format, &present))],
            ..NotFound::default()
        }));
    }
    let mut response = asked.answered(&answer);
    response
        .headers_mut()
        .insert(CACHE_CONTROL, CachePolicy::Immutable.header());
    Ok(response)
}

fn representation(app: &App, format: Format) -> Result<Representation, Error> {
    let mut out = Bounded(Vec::new());
    let written = match format {
        Format::Json => serde_json::to_writer(&mut out, &Whole::new(app)).map_err(io::Error::from),
        _ => write_dataset(app.dataset(), format, &mut out),
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Error::Unusable(format!(
            "the dataset has more than {BYTES_LIMIT} bytes in this format: ask for its structures one by one"
        )),
        _ => Error::Internal(error.to_string()),
    })?;
    let answer = Representation::new(format.media_type(), CachePolicy::Revalidate, out.0);
    let own_url = url::dataset(format, &version_of(&answer));
    Ok(answer.with_content_location(&own_url).among_formats())
}

/// Writes everything in any format but JSON, which says which version of the data it is of.
pub(crate) fn write_dataset(
    dataset: &Dataset,
    format: Format,
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    match format {
        Format::Json => Err(io::ErrorKind::Unsupported.into()),
        Format::Ndjson => rows::articles(dataset, Written::Ndjson, out),
        Format::Csv => rows::articles(dataset, Written::Csv, out),
        Format::Strata => out.write_all(dataset.catalogue().text().as_bytes()),
        Format::Parquet => parquet::members(dataset, out).map_err(io::Error::from),
        Format::ParquetImages => parquet::images(dataset, out).map_err(io::Error::from),
    }
}

fn version_of(answer: &Representation) -> String {
    answer.tag(Coding::Identity).trim_matches('"').to_owned()
}

/// Takes at most [`BYTES_LIMIT`] bytes.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len().saturating_add(bytes.len()) > BYTES_LIMIT {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
