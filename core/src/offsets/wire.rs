//! Members in every image, as the JSON of the API.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Column, Row, Subject, Table, Value};
use crate::catalogue::Image;
use crate::dataset::Dataset;
use crate::units::BitRange;
use crate::validity::Refused;

/// Members in every image.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetTable")]
pub struct OffsetTable {
    /// The members, in the order of the request.
    pub columns: Vec<ColumnDto>,
    /// The distinct rows of values, in the order of the first images that have them.
    pub classes: Vec<ClassDto>,
    /// A row for each image, by module, architecture and version: its class, and the sources of its values.
    pub cells: Vec<RowDto>,
    /// The lines of the posted text that name no member.
    pub refused: Vec<Refused>,
}

/// A member, the size of a type, or a symbol.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetColumn")]
pub struct ColumnDto {
    /// The column as a text: `_EPROCESS.Protection` for a member, `_EPROCESS` for the size of a type, `nt!PsProcessType`
    /// for a symbol.
    pub name: String,
    /// The type; null for a symbol.
    pub structure: Option<String>,
    /// The path of the member; null for the size of a type and for a symbol.
    pub member: Option<String>,
    /// The symbol, without its module; null for a member or a type.
    pub symbol: Option<String>,
    /// The first and the last point with a known value, by architecture.
    pub known: Vec<KnownDto>,
}

/// The first and the last point with a known value on one architecture.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Known")]
pub struct KnownDto {
    #[schemars(with = "crate::wire::words::Point")]
    pub first: String,
    #[schemars(with = "crate::wire::words::Point")]
    pub last: String,
}

/// Equal values, and the images that have them.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetClass")]
pub struct ClassDto {
    /// The number of the class, from 0.
    pub id: usize,
    /// A value for each column.
    pub offsets: Vec<ValueDto>,
    /// The ids of the images that have these values.
    pub images: Vec<String>,
}

/// The value of a column in the images of a class.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetValue")]
pub struct ValueDto {
    /// `stated`: the images have the member, type or symbol; `absent`: they do not; `declared`: they name the type
    /// without a body; `not stated`: nothing is known.
    #[schemars(with = "State")]
    pub state: &'static str,
    /// The offset in bytes: of a member from the start of the type, of a symbol from the start of the image. Null for the
    /// size of a type, and if `state` is not `stated`.
    pub offset: Option<u32>,
    /// The lowest bit within the integer at `offset`; null if the member is not a bit field.
    pub bit: Option<u8>,
    /// The number of bits; null if the member is not a bit field.
    pub width: Option<u8>,
    /// The size of the type in bytes; null for a member or a symbol, and if `state` is not `stated`.
    pub size: Option<u32>,
}

/// What is known of a column in an image.
#[derive(JsonSchema)]
#[schemars(rename = "OffsetState", rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum State {
    Stated,
    Absent,
    Declared,
    #[schemars(rename = "not stated")]
    NotStated,
}

/// An image, its class, and the sources of its values.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetImage")]
pub struct RowDto {
    /// The id of the image.
    pub image: String,
    /// The number of its class.
    pub class: usize,
    /// The ids of the sources of the stated values, the main one first.
    pub sources: Vec<String>,
    /// Indexes into `columns` of the values that a list of offsets states, not a symbol file.
    pub listed: Vec<usize>,
    /// Indexes into `columns` of the values that an article states for the release of the image. The symbol file of the
    /// image does not define these types.
    pub by_article: Vec<usize>,
    /// The columns whose value no source states, and on which the nearest known images before and after agree.
    pub bracketed: Vec<BracketDto>,
}

/// Columns with bracketed values, and the images on both sides.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Bracket")]
pub struct BracketDto {
    /// The ids of the nearest images before and after with a stated value.
    pub between: [String; 2],
    /// Indexes into `columns`.
    pub columns: Vec<usize>,
}

pub fn offset_table(dataset: &Dataset, table: &Table<'_>, refused: &[Refused]) -> OffsetTable {
    let class = |(id, values): (usize, &Vec<Value>)| ClassDto {
        id,
        offsets: values.iter().map(|value| ValueDto::from(*value)).collect(),
        images: table.rows_of(id).map(Row::id).collect(),
    };
    OffsetTable {
        columns: table.columns.iter().map(ColumnDto::from).collect(),
        classes: table.classes.iter().enumerate().map(class).collect(),
        cells: table.rows.iter().map(|row| image(dataset, row)).collect(),
        refused: refused.to_vec(),
    }
}

impl From<&Column<'_>> for ColumnDto {
    fn from(column: &Column<'_>) -> Self {
        let known = column.point_ranges().into_iter();
        Self {
            name: column.name(),
            structure: column.subject.structure().map(|it| it.name.to_string()),
            member: column.subject.path().map(ToString::to_string),
            symbol: match column.subject {
                Subject::Symbol(name) => Some(name.to_owned()),
                Subject::Member(..) | Subject::Size(_) => None,
            },
            known: known
                .map(|(first, last)| KnownDto {
                    first: first.to_string(),
                    last: last.to_string(),
                })
                .collect(),
        }
    }
}

impl From<Value> for ValueDto {
    fn from(value: Value) -> Self {
        let none = Self {
            state: value.state(),
            offset: None,
            bit: None,
            width: None,
            size: None,
        };
        match value {
            Value::At { offset, bits } => Self {
                offset: Some(offset),
                bit: bits.map(BitRange::bit),
                width: bits.map(BitRange::width),
                ..none
            },
            Value::Size(size) => Self {
                size: Some(size),
                ..none
            },
            Value::Absent | Value::Declared | Value::NotStated => none,
        }
    }
}

fn image(dataset: &Dataset, row: &Row<'_>) -> RowDto {
    let sources = row.sources(dataset).into_iter();
    let brackets = row.bracketed.iter();
    RowDto {
        image: row.id(),
        class: row.class,
        sources: sources.map(ToOwned::to_owned).collect(),
        listed: row.listed.clone(),
        by_article: row.by_article.iter().map(|(at, _)| *at).collect(),
        bracketed: brackets
            .map(|it| BracketDto {
                between: it.between.map(Image::id),
                columns: it.columns.clone(),
            })
            .collect(),
    }
}
