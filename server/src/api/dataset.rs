//! `GET /dataset`: all data at once: JSON with the tables, the histories and every layout; NDJSON or CSV with a line for
//! each member at each point. `GET /dataset/digest` and `POST /dataset/changes`: the changes between two sets of data.
//!
//! A version is the hash of the bytes. The same data give the same bytes on every server, and the content under a version
//! never changes.
//!
//! A server only knows its own data. A client keeps a digest (the ids of images and of distinct layouts), and posts it to
//! a server with other data, newer or older, to get the differences.

mod rows;

use std::io::{self, Write};
use std::sync::Arc;

use axum::http::header::CACHE_CONTROL;
use serde_json::json;
use strata_core::dataset::Structure;
use strata_core::raw::RawSource;
use strata_core::wire::LayoutAnswer;
use strata_frontend::route::site_url;

use crate::digest::{DatasetChanges, Digest};
use crate::extract::Body;
use crate::media_type::PARQUET;
use crate::representation::Coding;

use self::rows::Line;
use super::answer::RequestParts;
use super::nested::TypeAnswer;
use super::prelude::*;
use super::releases::Release;
use super::structure::StructureAnswer;

const PATH: &str = "/dataset";
/// The most bytes of the dataset; with its codings it still fits into the cache of answers.
const BYTES_LIMIT: usize = 48 * 1024 * 1024;
/// The pattern of a version.
const VERSION: &str = "^[0-9a-f]{32}$";

formats! {
    pub(crate) enum Format {
        Json = new("json", JSON),
        /// A line per member and point.
        Ndjson = new("ndjson", NDJSON),
        /// The same as a table.
        Csv = new("csv", CSV),
        /// The catalogue file: every type in symbol files.
        Strata = new("strata", TEXT),
        /// A row per member of each distinct layout of every type.
        Parquet = new("parquet", PARQUET),
        /// A row per image that has a layout.
        ParquetImages = by_name("parquet-images", PARQUET),
    }
}

parameters! {
    struct Query {
        /// The format; wins over `Accept`.
        format: Format = "csv",
        /// `articles`: types with an article. `all`: all types, only as NDJSON or CSV.
        scope: Option<Scope> = "articles",
        /// Only this version of the dataset in the format. If the server has another one, the answer is 404 with the URL of
        /// the present version.
        version: Option<String> = () => |_| json_schema!({ "type": "string", "pattern": VERSION }),
    }
}

strata_core::words! {
    /// The selected types.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Scope {
        /// Types with an article, at every point.
        Articles = "articles",
        /// All types, each layout once with the images that have it.
        All = "all",
    }
}

values! {
    Scope: |_| json_schema!({
            "type": "string", "enum": Self::ALL.map(Self::as_str), "default": Self::Articles.as_str(),
        }),
        |name, text, _| word(name, &text, Self::ALL, Self::as_str);
}

impl Format {
    /// Whether the format has every type, whatever the scope.
    const fn is_of_all(self) -> bool {
        matches!(self, Self::Strata | Self::Parquet | Self::ParquetImages)
    }
}

pub(super) fn resource() -> Resource {
    Operation::new(
        "getDataset",
        "The complete data",
        "JSON has all structures with an article, with their tables as published and every layout at every \
            release and known build, their nested types, the releases and the sources. NDJSON and CSV have a line \
            for each member, bit field and gap at each point, in the same columns, which the schema of NDJSON \
            describes. In CSV, null is an empty cell, and the ids of errata are separated by spaces. \
            `Content-Location` is the URL of this version, whose answer may be cached forever. The version is the \
            first half of the SHA-256 of the bytes. `format` wins over `Accept`. With `scope=all`, NDJSON and CSV \
            have every type, with a line for each member, bit field, value and gap of each distinct layout, and two more \
            columns: `class`, the id of the layout, and `images`, the runs of images that have it (`first..last`, \
            separated by spaces); `version` and `arch` are those of the first image. `format=strata` is the \
            catalogue file, which `strata serve --data` reads. `format=parquet` has every type as a Parquet table, \
            with a row for each member, bit field and value of each distinct layout; `format=parquet-images` has a \
            row for each image that has the layout; `class` joins them.",
        Format::described(
            Message::json::<Whole<'_>>("The dataset.")
                .or(NDJSON, Content::Lines(schema_of::<Line<'_>>))
                .or(PARQUET, Content::Bytes),
        ),
    )
    .or(&[Kind::UNUSABLE])
    .at(PATH, dataset)
}

async fn dataset(call: Call<Query>) -> ApiResult {
    let (app, request) = (call.app, call.request);
    let (format, version) = (call.query.format, call.query.version);
    if call.query.scope == Some(Scope::All) && !format.is_of_all() {
        return every_type(&app, format, version.as_deref(), &request);
    }
    version.as_deref().map(is_version).transpose()?;
    respond(&app, format, version.as_deref(), &request)
}

/// Streams a line for each member of each layout of each type.
fn every_type(
    app: &Arc<App>,
    format: Format,
    version: Option<&str>,
    request: &RequestParts,
) -> ApiResult {
    if format == Format::Json {
        let formats = "where `scope` is `all`, `format` is `ndjson` or `csv`";
        return Err(Error::Unusable(formats.to_owned()));
    }
    if version.is_some() {
        let versions = "where `scope` is `all`, there are no versions";
        return Err(Error::Unusable(versions.to_owned()));
    }
    let url = format!("{}{PATH}?format={}&scope=all", url::ROOT, format.as_str());
    let data = Arc::clone(app);
    let write = move |out: &mut dyn Write| rows::all(data.dataset(), format, out);
    request.stream(app, (format.media_type(), &url), None, write)
}

fn is_version(text: &str) -> Result<(), Error> {
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    match text.len() == 32 && text.bytes().all(digit) {
        true => Ok(()),
        false => Err(Error::parameter("version", "32 hexadecimal digits")),
    }
}

fn respond(app: &App, format: Format, version: Option<&str>, request: &RequestParts) -> ApiResult {
    let key = format!("{}{PATH}?format={}", url::ROOT, format.as_str());
    let answer = app
        .answers
        .get_or_render(&key, || representation(app, format))?;
    let Some(version) = version else {
        return Ok(request.respond(&answer));
    };
    let present = version_of(&answer);
    if version != present {
        let detail = format!(
            "this server does not have version {version} of the dataset: its data or the format differ"
        );
        let present = site_url(&url::dataset(format, &present));
        return Err(Error::suggesting(detail, vec![present]));
    }
    let mut response = request.respond(&answer);
    response
        .headers_mut()
        .insert(CACHE_CONTROL, CachePolicy::Immutable.header());
    Ok(response)
}

fn representation(app: &App, format: Format) -> Result<Representation, Error> {
    let mut out = Bounded(Vec::new());
    write_dataset(app.dataset(), format, &mut out).map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => Error::Unusable(format!(
            "the dataset has more than {BYTES_LIMIT} bytes in this format: ask for its structures one by one"
        )),
        _ => Error::Internal(error.to_string()),
    })?;
    let answer = Representation::new(format.media_type(), CachePolicy::Revalidate, out.0);
    let own_url = url::dataset(format, &version_of(&answer));
    Ok(answer.with_content_location(&own_url).among_formats())
}

/// Writes the dataset.
pub(crate) fn write_dataset(
    dataset: &Dataset,
    format: Format,
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    match format {
        Format::Json => serde_json::to_writer(out, &Whole::new(dataset)).map_err(io::Error::from),
        Format::Ndjson | Format::Csv => rows::articles(dataset, format, out),
        Format::Strata => out.write_all(dataset.catalogue().text().as_bytes()),
        Format::Parquet => rows::parquet_members(dataset, out).map_err(io::Error::from),
        Format::ParquetImages => rows::parquet_images(dataset, out).map_err(io::Error::from),
    }
}

fn version_of(answer: &Representation) -> String {
    answer.tag(Coding::Identity).trim_matches('"').to_owned()
}

/// Accepts at most [`BYTES_LIMIT`] bytes.
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

answers! {
    /// The structures with an article, and everything that describes them.
    #[schemars(rename = "Dataset")]
    struct Whole<'a>(dataset: &'a Dataset) {
        /// The releases, in order.
        releases: Vec<Release> = dataset.releases().iter().map(Release::new).collect(),
        /// The sources, by id.
        sources: Vec<SourceInFull<'a>> = dataset.sources().map(SourceInFull::new).collect(),
        /// The structures with an article, by name.
        structures: Vec<StructureInFull> =
            dataset.audited().map(|structure| StructureInFull::new(dataset, structure)).collect(),
        /// The types that their members have, by name.
        types: Vec<TypeAnswer> = {
            let types = dataset.audited_closure().into_iter();
            types.map(|ty| TypeAnswer::new(dataset, ty)).collect()
        },
    }

    /// The history of a structure, and all its layouts.
    struct StructureInFull(dataset: &Dataset, structure: &Structure) {
        /// The history.
        #[serde(flatten)]
        history: StructureAnswer = StructureAnswer::new(dataset, structure),
        /// The layouts: at releases, then at builds, each in the order of releases.
        layouts: Vec<LayoutAnswer> = {
            let layouts = structure.every_layout().into_iter();
            layouts.map(|layout| assemble::layout(dataset, structure, &layout)).collect()
        },
    }

    /// A source in full.
    struct SourceInFull<'a>(source: &'a RawSource) {
        /// The id in the dataset.
        id: &'a str = &source.id,
        title: &'a str = &source.title,
        url: &'a str = &source.url,
        author: &'a str = &source.author,
        /// `article`, `documentation`, `symbol-files`, `header`, `sdk` or `derived`.
        kind: &'a str = &source.kind,
        /// The licence or terms of use; null if not stated.
        license: Option<&'a str> = source.license.as_deref(),
        /// The date of publication; null if unknown.
        published: Option<&'a str> = source.published.as_deref(),
        /// Further remarks; null if there are none.
        note: Option<&'a str> = source.note.as_deref(),
    }
}

const DIGEST: &str = "/dataset/digest";

pub(super) fn digest() -> Resource {
    Operation::whole(
        "getDatasetDigest",
        "A digest of the data",
        "The ids of all images, and of the distinct layouts of each type. `POST /api/v1/dataset/changes` compares \
            them with later data. Equal data have an equal digest on every server.",
        Message::json::<Digest>("The digest."),
    )
    .at(DIGEST, digested)
}

pub(super) fn changes() -> Resource {
    let input = Message::new("An answer of `GET /api/v1/dataset/digest`.")
        .or(JSON, Content::Json(schema_of::<Digest>))
        .example(
            "digest",
            json!({ "data": "0123456789abcdef", "images": [], "types": [{ "name": "_EPROCESS", "classes": ["0123456789ab"], "article": null }] }),
        );
    Operation::whole(
        "postDatasetChanges",
        "The changes since a digest",
        "The body is an earlier digest, of this server or of another one. The answer names the images and types \
            that were added, removed or changed in the data of this server.",
        Message::json::<DatasetChanges>("The changes.").untagged(),
    )
    .taking(input)
    .at("/dataset/changes", changed)
}

async fn digested(call: Call) -> ApiResult {
    call.cached_json(&url::of(DIGEST), || call.app.digest())
}

async fn changed(call: Call<(), (), Body>) -> ApiResult {
    acceptable(&call.request.headers)?;
    call.body.expect(&[JSON])?;
    posted::respond(JSON, call.body.permit.clone(), false, move || {
        let before: Digest = call.body.json()?;
        answer::to_json(&DatasetChanges::new(&before, call.app.digest()))
    })
    .await
}
