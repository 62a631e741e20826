//! `GET /structures/{name}/offsets`: the offsets of chosen members at chosen points, as a table for a tool.

use strata_core::Point;
use strata_core::dataset::Structure;
use strata_core::validity::offsets::{self, offsets_of};
use strata_core::validity::wire::offsets::{Offsets, offsets as answer_of};
use strata_core::validity::{MEMBERS_LIMIT, located};

use crate::limits::REPEATED_CHARACTERS;

use super::prelude::*;

const POINTS_LIMIT: usize = 200;

formats! {
    /// The formats of offsets.
    enum Format {
        Json = new("json", JSON),
        Csv = new("csv", CSV),
        /// C `#define`s.
        Header = by_name("header", TEXT),
        /// The table that `POST /validity` reads.
        Text = new("text", TEXT),
    }
}

parameters! {
    /// The parameters.
    struct Chosen {
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

pub(super) fn resource() -> Resource {
    Operation::new(
        "getOffsets",
        "Members' offsets at chosen points",
        "The offsets of chosen members at chosen points, for use in a tool: as JSON, as CSV, as C `#define`s, or \
            as the table that `POST /validity` judges. `format` wins over `Accept`. At most 1000 members and 200 \
            points.",
        Format::described(Answer::json::<Offsets>("The members, point by point.")),
    )
    .or(&[Kind::UNUSABLE])
    .at("/structures/{name}/offsets", offsets)
}

async fn offsets(call: Call<Chosen, String>) -> Answered {
    let (dataset, chosen) = (call.app.dataset(), &call.query);
    let structure = lookup::structure(dataset, &call.path)?;
    let points = match &chosen.points {
        Some(text) => chosen_points(dataset, structure, text)?,
        None => structure.layouts().iter().map(|it| it.point).collect(),
    };
    let members = chosen.members.as_deref();
    let members = members.map(|text| listed("members", text, MEMBERS_LIMIT));
    let members = members.transpose()?;
    let located = located(dataset, structure, members.as_deref(), &points)
        .map_err(|unknown| Error::not_found(unknown.to_string()))?;
    let written = |format| offsets_of(&located, &points, format).into_bytes();
    let content = match chosen.format {
        Format::Json => answer::to_json(&answer_of(dataset, structure, &located, &points))?,
        Format::Csv => written(offsets::Format::Csv),
        Format::Header => written(offsets::Format::Header),
        Format::Text => written(offsets::Format::Table),
    };
    let path = format!("{}/offsets", url::structure(&structure.name));
    let media_type = chosen.format.media_type();
    let answer = Representation::new(media_type, CachePolicy::Revalidate, content)
        .with_content_location(&call.asked.url(&path))
        .among_formats();
    Ok(call.asked.respond(&answer))
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
            let shown: String = text.chars().take(REPEATED_CHARACTERS).collect();
            let detail =
                format!("`points`: `{shown}` is not a version and an architecture, as in 6.1/x64");
            Err(Error::Unusable(detail))
        }
        None => Ok(typed()?),
    }
}
