//! Members × images, as the API writes them.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Column, Row, Subject, Table, Value};
use crate::catalogue::Image;
use crate::dataset::Dataset;
use crate::units::BitRange;
use crate::validity::Refused;

/// Members × images.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetTable")]
pub struct OffsetTable {
    /// The members, in the order of the request.
    pub columns: Vec<ColumnDto>,
    /// The distinct rows of values, in the order in which images have them.
    pub classes: Vec<ClassDto>,
    /// The images, by module, architecture and version: what is said of a cell beside its value.
    pub cells: Vec<RowDto>,
    /// The lines of what was posted that name no member.
    pub refused: Vec<Refused>,
}

/// A member, a type whose size is asked for, or a symbol.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetColumn")]
pub struct ColumnDto {
    /// Type and member: `_EPROCESS.Protection`; the type alone where its size is asked for; a symbol: `nt!PsProcessType`.
    pub name: String,
    /// The type; null for a symbol.
    pub structure: Option<String>,
    /// The way to the member; null where the size of the type is asked for, and for a symbol.
    pub member: Option<String>,
    /// The symbol, without its module; null for a member or a type.
    pub symbol: Option<String>,
    /// Where it is known, by architecture.
    pub known: Vec<KnownDto>,
}

/// From where to where something is known on one architecture.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Known")]
pub struct KnownDto {
    /// The first point.
    #[schemars(with = "crate::wire::words::Point")]
    pub first: String,
    /// The last point.
    #[schemars(with = "crate::wire::words::Point")]
    pub last: String,
}

/// Values that images have in common.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetClass")]
pub struct ClassDto {
    /// Its number, from 0.
    pub id: usize,
    /// A value for each column.
    pub offsets: Vec<ValueDto>,
    /// The images that have them, by id.
    pub images: Vec<String>,
}

/// What is known of a member in some images.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetValue")]
pub struct ValueDto {
    /// `stated`: it is there; `absent`: it is not; `declared`: the type is named without a body; `not stated`: nothing is known.
    #[schemars(with = "State")]
    pub state: &'static str,
    /// In bytes from the start of the type, of a symbol from the start of the image; null where it is not there, and for a type
    /// as a whole.
    pub offset: Option<u32>,
    /// The lowest of its bits in the integer at `offset`; null for what is no bit field.
    pub bit: Option<u8>,
    /// How many bits it has; null for what is no bit field.
    pub width: Option<u8>,
    /// In bytes, of a type as a whole; null for a member.
    pub size: Option<u32>,
}

/// What is known of a member in some images, in a word or two.
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

/// An image, and who says what of it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OffsetImage")]
pub struct RowDto {
    /// Its id.
    pub image: String,
    /// The number of its class.
    pub class: usize,
    /// Who states what is stated: ids of sources, the first witness first.
    pub sources: Vec<String>,
    /// The columns that a list of offsets states, not a symbol file; by their places in `columns`.
    pub listed: Vec<usize>,
    /// The columns that an article states for the release of the image, whose symbol file does not define the type; by their places in
    /// `columns`.
    pub by_article: Vec<usize>,
    /// The columns that no source states, and on which the nearest known images of the same line agree.
    pub bracketed: Vec<BracketDto>,
}

/// Columns that are bracketed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Bracket")]
pub struct BracketDto {
    /// The nearest image before and the nearest behind of which a source speaks.
    pub between: [String; 2],
    /// The columns, by their places in `columns`.
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
        let known = column.reach().into_iter();
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
