//! Members in every image, as the JSON of the API.

use schemars::JsonSchema;

use super::{Bracket, Column, Row, Subject, Table, Value};
use crate::catalogue::Image;
use crate::dataset::Dataset;
use crate::point::Point;
use crate::units::BitRange;
use crate::validity::Refused;
use crate::wire::answers::answers;

answers! {
    /// Members in every image.
    #[schemars(rename = "OffsetTable")]
    pub struct OffsetTable(dataset: &Dataset, table: &Table<'_>, refused: &[Refused]) with {
        let classes = table.classes.iter().enumerate();
    } {
        /// The members, in the order of the request.
        pub columns: Vec<ColumnDto> = table.columns.iter().map(ColumnDto::new).collect(),
        /// The distinct rows of values, in the order of the first images that have them.
        pub classes: Vec<ClassDto> = classes.map(|(id, values)| ClassDto::new(table, id, values)).collect(),
        /// A row for each image, by module, architecture and version: its class, and the sources of its values.
        pub cells: Vec<RowDto> = table.rows.iter().map(|row| RowDto::new(dataset, row)).collect(),
        /// The lines of the posted text that name no member.
        pub refused: Vec<Refused> = refused.to_vec(),
    }

    /// A member, the size of a type, or a symbol.
    #[schemars(rename = "OffsetColumn")]
    pub struct ColumnDto(column: &Column<'_>) with {
        let symbol = match column.subject {
            Subject::Symbol(name) => Some(name.to_owned()),
            Subject::Member(..) | Subject::Size(_) => None,
        };
    } {
        /// The column as a text: `_EPROCESS.Protection` for a member, `_EPROCESS` for the size of a type, `nt!PsProcessType`
        /// for a symbol.
        pub name: String = column.name(),
        /// The type; null for a symbol.
        pub structure: Option<String> = column.subject.structure().map(|it| it.name.to_string()),
        /// The path of the member; null for the size of a type and for a symbol.
        pub member: Option<String> = column.subject.path().map(ToString::to_string),
        /// The symbol, without its module; null for a member or a type.
        pub symbol: Option<String> = symbol,
        /// The first and the last point with a known value, by architecture.
        pub known: Vec<KnownDto> = column.point_ranges().into_iter().map(KnownDto::new).collect(),
    }

    /// The first and the last point with a known value on one architecture.
    #[schemars(rename = "Known")]
    pub struct KnownDto(range: (Point, Point)) {
        pub first: Point = range.0,
        pub last: Point = range.1,
    }

    /// Equal values, and the images that have them.
    #[schemars(rename = "OffsetClass")]
    pub struct ClassDto(table: &Table<'_>, id: usize, values: &[Value]) {
        /// The number of the class, from 0.
        pub id: usize = id,
        /// A value for each column.
        pub offsets: Vec<ValueDto> = values.iter().copied().map(ValueDto::new).collect(),
        /// The ids of the images that have these values.
        pub images: Vec<String> = table.rows_of(id).map(Row::id).collect(),
    }

    /// The value of a column in the images of a class.
    #[schemars(rename = "OffsetValue")]
    pub struct ValueDto(value: Value) with {
        let (offset, bits, size) = match value {
            Value::At { offset, bits } => (Some(offset), bits, None),
            Value::Size(size) => (None, None, Some(size)),
            Value::Absent | Value::Declared | Value::NotStated => (None, None, None),
        };
    } {
        /// `stated`: the images have the member, type or symbol; `absent`: they do not; `declared`: they name the type
        /// without a body; `not stated`: nothing is known.
        pub state: &'static str as "State" = value.state(),
        /// The offset in bytes: of a member from the start of the type, of a symbol from the start of the image. Null for the
        /// size of a type, and if `state` is not `stated`.
        pub offset: Option<u32> = offset,
        /// The lowest bit within the integer at `offset`; null if the member is not a bit field.
        pub bit: Option<u8> = bits.map(BitRange::bit),
        /// The number of bits; null if the member is not a bit field.
        pub width: Option<u8> = bits.map(BitRange::width),
        /// The size of the type in bytes; null for a member or a symbol, and if `state` is not `stated`.
        pub size: Option<u32> = size,
    }

    /// An image, its class, and the sources of its values.
    #[schemars(rename = "OffsetImage")]
    pub struct RowDto(dataset: &Dataset, row: &Row<'_>) {
        /// The id of the image.
        pub image: String = row.id(),
        /// The number of its class.
        pub class: usize = row.class,
        /// The ids of the sources of the stated values, the main one first.
        pub sources: Vec<String> = row.sources(dataset).into_iter().map(ToOwned::to_owned).collect(),
        /// Indexes into `columns` of the values that a list of offsets states, not a symbol file.
        pub listed: Vec<usize> = row.listed.clone(),
        /// Indexes into `columns` of the values that an article states for the release of the image. The symbol file of the
        /// image does not define these types.
        pub by_article: Vec<usize> = row.by_article.iter().map(|(at, _)| *at).collect(),
        /// The columns whose value no source states, and on which the nearest known images before and after agree.
        pub bracketed: Vec<BracketDto> = row.bracketed.iter().map(BracketDto::new).collect(),
    }

    /// Columns with bracketed values, and the images on both sides.
    #[schemars(rename = "Bracket")]
    pub struct BracketDto(bracket: &Bracket<'_>) {
        /// The ids of the nearest images before and after with a stated value.
        pub between: [String; 2] = bracket.between.map(Image::id),
        /// Indexes into `columns`.
        pub columns: Vec<usize> = bracket.columns.clone(),
    }
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
