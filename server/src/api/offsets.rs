//! `GET /structures/{name}/offsets`: the offsets of chosen members at chosen points, as a table for a tool. `GET` and `POST
//! /offsets`: the offsets of members of any types in every image.

use serde_json::json;
use strata_core::Point;
use strata_core::dataset::Structure;
use strata_core::lookup::Missing;
use strata_core::offsets::wire::OffsetTable;
use strata_core::offsets::{
    Bracketing, Column, ImageFilter, MEMBERS_LIMIT, ParsedMembers, Table, print,
};
use strata_core::validity::offsets::{Format, offsets_of};
use strata_core::validity::wire::offsets::Offsets;
use strata_core::validity::{self, Refused, located};

use crate::extract::Body;
use crate::limits::QUOTED_CHARACTERS;
use crate::media_type::{POSTED_CSV, POSTED_TEXT, TSV, XML};

use super::prelude::*;

const POINTS_LIMIT: usize = 200;

impl AnswerFormat for Format {
    fn all() -> Vec<Self> {
        vec![Self::Json, Self::Csv, Self::Header, Self::Table]
    }

    fn form(self) -> Form {
        match self {
            Self::Json => Form::new("json", JSON),
            Self::Csv => Form::new("csv", CSV),
            Self::Header => Form::by_name("header", TEXT),
            Self::Table => Form::new("text", TEXT),
        }
    }
}

parameters! {
    struct Query {
        /// The members, separated by commas: names, paths such as `Links.Blink`, the source's description of a member
        /// without a name (`unknown KEVENT`), or ids of rows. Default: all members.
        members: Option<String> = "LoggerId,Links.Blink" => list,
        /// The points, separated by commas: `version/arch`, or a common name such as `win7 x64`. Duplicates are written
        /// once. Default: every release with a layout.
        points: Option<String> = "6.1/x64,6.2/x64" => list,
        /// The format; wins over `Accept`.
        format: Format = "header",
    }
}

fn list(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "pattern": "^[^,]+(,[^,]+)*$" })
}

pub(super) fn at_points() -> Resource {
    Operation::new(
        "getOffsets",
        "The offsets of members at chosen points",
        "The offsets of chosen members at chosen points, for use in a tool: as JSON, as CSV, as C `#define`s, or \
            as the table that `POST /validity` judges. At a build between two images that agree on the structure, \
            `between` of the JSON names them, the state in the CSV is `bracketed`, and other formats have a comment. \
            `format` wins over `Accept`. At most 1000 members and 200 points.",
        Format::described(Message::json::<Offsets>("The members, point by point.")),
    )
    .or(&[Kind::UNUSABLE])
    .at("/structures/{name}/offsets", offsets)
}

async fn offsets(call: Call<Query, String>) -> ApiResult {
    let (dataset, chosen) = (call.app.dataset(), &call.query);
    let structure = lookup::structure(dataset, &call.path)?;
    let points = match &chosen.points {
        Some(text) => chosen_points(dataset, structure, text)?,
        None => structure.layouts().iter().map(|it| it.point).collect(),
    };
    let members = chosen.members.as_deref();
    let members = members.map(|text| listed("members", text, validity::MEMBERS_LIMIT));
    let members = members.transpose()?;
    let format = chosen.format;
    let offsets = offsets_at(dataset, structure, members.as_deref(), &points, format)?;
    let path = format!("{}/offsets", url::structure(&structure.name));
    (call.request).respond_in(format, &path, offsets.into_bytes()?)
}

/// The offsets of members of a structure at points, in a format.
pub(crate) fn offsets_at(
    dataset: &Dataset,
    structure: &Structure,
    members: Option<&[&str]>,
    points: &[Point],
    format: Format,
) -> Result<Output<Offsets>, Missing> {
    let located = located(dataset, structure, members, points)
        .map_err(|unknown| Missing::plain(unknown.to_string()))?;
    Ok(match format {
        Format::Json => Output::Json(Offsets::new(dataset, structure, &located, points)),
        format => Output::Text(offsets_of(structure, &located, points, format)),
    })
}

/// The elements of a comma-separated list.
fn listed<'a>(name: &str, text: &'a str, limit: usize) -> Result<Vec<&'a str>, Error> {
    let parts: Vec<&str> = text.split(',').take(limit + 1).collect();
    if parts.len() > limit {
        return Err(Error::Unusable(format!(
            "more than {limit} {name}: ask in several requests"
        )));
    }
    match parts.iter().any(|part| part.is_empty()) {
        true => Err(Error::parameter(name, "a list without empty places: a,b")),
        false => Ok(parts.into_iter().map(str::trim).collect()),
    }
}

fn chosen_points(
    dataset: &Dataset,
    structure: &Structure,
    text: &str,
) -> Result<Vec<Point>, Error> {
    let mut points = Vec::new();
    for part in listed("points", text, POINTS_LIMIT)? {
        let point = chosen_point(dataset, structure, part)?;
        if !points.contains(&point) {
            points.push(point);
        }
    }
    Ok(points)
}

/// A version and an architecture, or a common name for both: `win7 x64`.
fn chosen_point(dataset: &Dataset, structure: &Structure, text: &str) -> Result<Point, Error> {
    let given = text.split_once('/');
    let exact = given.map(|(version, arch)| -> Result<Point, Error> {
        Ok(Point {
            version: lookup::version(version)?,
            arch: lookup::arch(arch)?,
        })
    });
    // If the structure is absent there, another structure may have the point.
    let typed = || {
        let point = |structure| lookup::typed(structure, text, None).map(|it| it.layout.point);
        point(structure).or_else(|missing| {
            let mut others = dataset.audited();
            others.find_map(|it| point(it).ok()).ok_or(missing)
        })
    };
    match exact {
        Some(Ok(point)) => Ok(point),
        Some(Err(error)) => typed().map_err(|_| error),
        None if !text.contains(char::is_whitespace) => {
            let shown: String = text.chars().take(QUOTED_CHARACTERS).collect();
            let detail =
                format!("`points`: `{shown}` is not a version and an architecture, as in 6.1/x64");
            Err(Error::Unusable(detail))
        }
        None => Ok(typed()?),
    }
}

const PATH: &str = "/offsets";
const POSTED: [&str; 3] = [POSTED_TEXT, POSTED_CSV, JSON];
const MEMBERS: &str = "_EPROCESS.Protection\n_KTHREAD.StackBase\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableFormat {
    Json,
    Text(print::Format),
}

impl AnswerFormat for TableFormat {
    fn all() -> Vec<Self> {
        let texts = print::Format::ALL.map(Self::Text);
        [Self::Json].into_iter().chain(texts).collect()
    }

    fn form(self) -> Form {
        match self {
            Self::Json => Form::new("json", JSON),
            Self::Text(format) => {
                let name = format.as_str();
                match format {
                    print::Format::Csv => Form::new(name, CSV),
                    print::Format::Tsv => Form::new(name, TSV),
                    print::Format::EdrSandblast => Form::by_name(name, CSV),
                    print::Format::Kphdyn => Form::new(name, XML),
                    print::Format::C => Form::new(name, TEXT),
                    print::Format::Rust | print::Format::Python => Form::by_name(name, TEXT),
                }
            }
        }
    }
}

parameters! {
    /// The parameters apart from the members.
    struct TableQuery {
        /// The images, separated by commas: modules, architectures, releases, builds, ranges of file versions, ids.
        /// Values of one kind are alternatives; different kinds restrict each other. Default: every image of the modules
        /// that define the types.
        images: String = "x64,10.0.17763..",
        /// Whether to include bracketed values: no source states them for the image, but the nearest known images before
        /// and after agree. Default: `include` in the formats that mark them (json, csv and tsv), otherwise `exclude`.
        bracketed: Option<Bracketing> = "exclude",
        /// The format; wins over `Accept`.
        format: TableFormat = "csv",
    }
}

parameters! {
    /// The members of the request.
    struct Members {
        /// A member as `Type.Member.Path`; a type alone for its size; `nt!Name` for the address of a function or
        /// variable. Repeatable. Long lists go into the body of a POST.
        m: OptionalMembers = ["_EPROCESS.Protection", "_KTHREAD.StackBase"],
    }
}

/// Optional in formats with members of their own; the OpenAPI document does not say so.
struct OptionalMembers(Vec<String>);

impl Argument for OptionalMembers {
    const REQUIRED: bool = true;
    const SEVERAL: bool = true;

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<String>::schema(generator)
    }

    fn take(name: &'static str, given: &mut ParameterContext<'_>) -> Result<Self, Error> {
        Argument::take(name, given).map(Self)
    }
}

values! {
    Bracketing: |_| one_of(Self::ALL.map(Self::as_str)), |name, text, _| {
        Self::of(&text).ok_or_else(|| Error::parameter(name, "include or exclude"))
    };
}

impl TableFormat {
    /// The format of other tools; `None` for JSON.
    pub(crate) const fn text(self) -> Option<print::Format> {
        match self {
            Self::Json => None,
            Self::Text(format) => Some(format),
        }
    }

    /// The members of a request, or else those of the format.
    pub(crate) fn members_or_own(self, given: Vec<String>) -> Vec<String> {
        match self.text().filter(|_| given.is_empty()) {
            Some(format) => format.members().into_iter().map(str::to_owned).collect(),
            None => given,
        }
    }
}

impl TableQuery {
    /// The printed table. `data` is the hash of the data.
    fn answer(
        &self,
        (dataset, data): (&Dataset, &str),
        columns: (Vec<Column<'_>>, &[Refused]),
    ) -> Result<Vec<u8>, Error> {
        let how = (self.format, self.bracketed);
        let table = in_images((dataset, data), columns, &self.images, how)?;
        let table = table.ok_or_else(|| {
            Error::Unusable(format!(
                "no image in `{}` has a value that is known and that the format can name: GET /api/v1/images lists the images with a symbol file",
                self.images
            ))
        })?;
        table.into_bytes()
    }
}

/// Members in images, in a format; `None` if no known image is selected. `data` is the hash of the data, if the format names
/// them; `refused` are the lines of a list that name no member.
pub(crate) fn in_images<'a>(
    (dataset, data): (&'a Dataset, &str),
    (columns, refused): (Vec<Column<'a>>, &[Refused]),
    images: &str,
    (format, bracketed): (TableFormat, Option<Bracketing>),
) -> Result<Option<Output<OffsetTable>>, Missing> {
    let all = ImageFilter::read(dataset, images)?;
    let format = format.text();
    let images = match format.and_then(print::Format::only_on) {
        Some(arch) => all.only_on(arch),
        None => Some(all),
    };
    let Some(images) = images else {
        return Ok(None);
    };
    let usual = format.map_or_else(Bracketing::default, print::Format::bracketing);
    let mut table = Table::new(dataset, columns, &images, bracketed.unwrap_or(usual));
    if let Some(format) = format {
        table.rows.retain(|row| format.takes(row));
    }
    Ok((!table.rows.is_empty()).then(|| match format {
        None => Output::Json(OffsetTable::new(dataset, &table, refused)),
        Some(format) => Output::Text(print::print(&table, dataset, (data, refused), format)),
    }))
}

pub(super) fn get() -> Resource {
    Operation::new(
        "getOffsetsInImages",
        "The offsets of members in every image",
        "The offsets of members of any types, and of symbols, in every image, grouped into classes of images with \
            equal values: as JSON, as a table, as arrays in C, Rust or Python, or in the formats of EDRSandblast and \
            System Informer. Each value is stated by the symbol file of its image, a list of offsets or an article; \
            or it is bracketed or not stated. At most 1000 members. Without members, `edrsandblast` and `kphdyn` \
            have those of their projects.",
        table(),
    )
    .or(&[Kind::UNUSABLE])
    .at(PATH, in_every_image)
}

pub(super) fn posted() -> Resource {
    let input = Message::new("The members.")
        .or(POSTED_TEXT, Content::Text)
        .example("list", MEMBERS)
        .or(POSTED_CSV, Content::Text)
        .example("table", "structure,member\n_EPROCESS,Protection\n")
        .or(JSON, Content::Json(schema_of::<Vec<String>>))
        .example("list", json!(["_EPROCESS.Protection"]));
    Operation::new(
        "postOffsetsInImages",
        "The offsets of a posted list of members in every image",
        "The same for a list: a member per line, a JSON array of members, or any text that holds offsets (a \
            table, a C header, a `switch`), whose members are used. A line of a list that names no member is \
            answered by 422; such lines of other texts are in `refused` of the JSON, and in a comment of c, rust, \
            python and kphdyn.",
        table().untagged(),
    )
    .or(&[Kind::UNUSABLE])
    .taking(input)
    .at(PATH, offsets_of_list)
}

fn table() -> Message {
    TableFormat::described(Message::json::<OffsetTable>("The table."))
}

async fn in_every_image(call: Call<(Members, TableQuery)>) -> ApiResult {
    let (app, (members, chosen)) = (call.app, call.query);
    let members = chosen.format.members_or_own(members.m.0);
    if members.len() > MEMBERS_LIMIT {
        return Err(too_many());
    }
    if members.is_empty() || members.iter().any(|member| member.trim().is_empty()) {
        return Err(Error::Malformed(
            "`m` is missing: expected a member such as _EPROCESS.Protection, once or several times"
                .to_owned(),
        ));
    }
    let dataset = app.dataset();
    let columns = Column::find_all(dataset, &members)?;
    let content = chosen.answer((dataset, app.bundle().url().hash()), (columns, &[]))?;
    (call.request).respond_in(chosen.format, &url::of(PATH), content)
}

async fn offsets_of_list(call: Call<TableQuery, (), Body>) -> ApiResult {
    let (app, body, chosen) = (call.app, call.body, call.query);
    body.expect(&POSTED)?;
    let media_type = chosen.format.media_type();
    posted::respond(media_type, body.permit.clone(), false, move || {
        let dataset = app.dataset();
        let listed = members_of(dataset, &body)?;
        let data = app.bundle().url().hash();
        chosen.answer((dataset, data), (listed.columns, &listed.refused))
    })
    .await
}

fn too_many() -> Error {
    Error::Unusable(format!(
        "more than {MEMBERS_LIMIT} members: ask in several requests"
    ))
}

fn members_of<'a>(dataset: &'a Dataset, body: &Body) -> Result<ParsedMembers<'a>, Error> {
    let listed = if body.media_type == JSON {
        let members: Vec<String> = body.json()?;
        if members.len() > MEMBERS_LIMIT {
            return Err(too_many());
        }
        let named: Vec<String> = members
            .into_iter()
            .filter(|it| !it.trim().is_empty())
            .collect();
        ParsedMembers {
            columns: Column::find_all(dataset, &named)?,
            refused: Vec::new(),
            is_list: true,
        }
    } else {
        ParsedMembers::read(dataset, &body.text()?).map_err(|_| too_many())?
    };
    let refused = &listed.refused;
    match listed.columns.is_empty() || listed.is_list && !refused.is_empty() {
        false => Ok(listed),
        true if refused.is_empty() => Err(Error::Unusable(
            "there is no member: expected one such as _EPROCESS.Protection".to_owned(),
        )),
        true => Err(Error::Unusable(posted::in_words(refused))),
    }
}
