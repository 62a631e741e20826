//! Every type as two Parquet tables, for DuckDB, ClickHouse, Spark: a row for each member, bit field or value of each distinct
//! layout; a row for each image that has it. `class`, a number, joins them.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use strata_core::Dataset;

use super::rows::{Class, Row, RowKind, classes, lines};

/// The number of rows that are kept before they are written.
const GROUP: usize = 1 << 16;

const MEMBERS: &str = "message members {
    required int32 class;
    required binary module (string);
    required binary structure (string);
    required binary structure_kind (string);
    required int32 structure_size (integer(32, false));
    required binary kind (string);
    required binary name (string);
    optional binary type (string);
    required int32 offset (integer(32, false));
    required int32 size (integer(32, false));
    optional int32 bit;
    optional int32 width;
    optional int64 value;
}";

const IMAGES: &str = "message images {
    required int32 class;
    required binary structure (string);
    required binary image (string);
    required binary module (string);
    required binary arch (string);
    optional binary version (string);
    optional int32 build;
    optional int32 revision;
}";

pub(super) fn members(dataset: &Dataset, out: impl Write + Send) -> Result<()> {
    let mut table = Table::new(MEMBERS, out)?;
    for (number, class) in (0..).zip(classes(dataset)) {
        lines(&class.layout, "", &mut |row| {
            member(&mut table, number, &class, &row)
        })?;
    }
    table.close()
}

fn member(
    table: &mut Table<impl Write + Send, 13>,
    number: i32,
    class: &Class<'_>,
    row: &Row<'_>,
) -> std::io::Result<()> {
    // Rows without a name are padding, or integers whose bit fields have names.
    let (Some(name), false) = (row.name, row.kind.is_gap()) else {
        return Ok(());
    };
    let text = |text: &str| Cell::Text(ByteArray::from(text));
    let number_of = |value: u32| Cell::Number(value.cast_signed());
    let optional = |value: Option<u8>| value.map(|value| Cell::Number(value.into()));
    let value = || {
        let (_, value) = row.declaration?.rsplit_once(" = ")?;
        Some(Cell::Long(value.parse().ok()?))
    };
    let is_value = matches!(row.kind, RowKind::Value);
    table
        .row([
            Some(Cell::Number(number)),
            Some(text(class.module)),
            Some(text(row.structure)),
            Some(text(class.kind)),
            Some(number_of(row.structure_size)),
            Some(text(row.kind.as_str())),
            Some(text(name)),
            row.r#type.as_deref().map(text),
            Some(number_of(row.offset)),
            Some(number_of(row.size)),
            optional(row.bit),
            optional(row.width),
            is_value.then(value).flatten(),
        ])
        .map_err(std::io::Error::other)
}

pub(super) fn images(dataset: &Dataset, out: impl Write + Send) -> Result<()> {
    let mut table = Table::new(IMAGES, out)?;
    let text = |text: &str| Cell::Text(ByteArray::from(text));
    for (number, class) in (0..).zip(classes(dataset)) {
        for image in class.images(dataset) {
            let build = image.build();
            let part = |of: fn(strata_core::Build) -> u32| {
                build.map(|build| Cell::Number(of(build).cast_signed()))
            };
            table.row([
                Some(Cell::Number(number)),
                Some(text(class.layout.structure.as_str())),
                Some(text(&image.id())),
                Some(text(class.module)),
                Some(text(image.arch.as_str())),
                build.map(|build| text(&build.to_string())),
                part(|build| build.number),
                part(|build| build.revision),
            ])?;
        }
    }
    table.close()
}

enum Cell {
    Text(ByteArray),
    Number(i32),
    Long(i64),
}

/// A table that is being written; `COLUMNS` cells per row.
struct Table<W: Write + Send, const COLUMNS: usize> {
    writer: SerializedFileWriter<W>,
    columns: [Column; COLUMNS],
    rows: usize,
}

/// The values of a column, and for each row whether it has one.
#[derive(Default)]
struct Column {
    values: Vec<Cell>,
    levels: Vec<i16>,
}

impl<W: Write + Send, const COLUMNS: usize> Table<W, COLUMNS> {
    fn new(schema: &str, out: W) -> Result<Self> {
        let schema = Arc::new(parse_message_type(schema)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by("strata".to_owned())
            .build();
        Ok(Self {
            writer: SerializedFileWriter::new(out, schema, Arc::new(properties))?,
            columns: std::array::from_fn(|_| Column::default()),
            rows: 0,
        })
    }

    fn row(&mut self, cells: [Option<Cell>; COLUMNS]) -> Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.levels.push(i16::from(cell.is_some()));
            column.values.extend(cell);
        }
        self.rows += 1;
        match self.rows {
            GROUP => self.group(),
            _ => Ok(()),
        }
    }

    fn group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            std::mem::take(column).write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    fn close(mut self) -> Result<()> {
        if self.rows > 0 {
            self.group()?;
        }
        self.writer.close()?;
        Ok(())
    }
}

impl Column {
    fn write<W: Write + Send>(self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<()> {
        let mut column = group
            .next_column()?
            .ok_or_else(|| ParquetError::General("more columns than the schema has".to_owned()))?;
        // A required column has no levels.
        let levels = Some(&*self.levels);
        let (mut texts, mut numbers, mut longs) = (Vec::new(), Vec::new(), Vec::new());
        for cell in self.values {
            match cell {
                Cell::Text(text) => texts.push(text),
                Cell::Number(number) => numbers.push(number),
                Cell::Long(long) => longs.push(long),
            }
        }
        match column.untyped() {
            ColumnWriter::ByteArrayColumnWriter(writer) => {
                writer.write_batch(&texts, levels, None)?
            }
            ColumnWriter::Int32ColumnWriter(writer) => {
                writer.write_batch(&numbers, levels, None)?
            }
            ColumnWriter::Int64ColumnWriter(writer) => writer.write_batch(&longs, levels, None)?,
            _ => return Err(ParquetError::General("no such column".to_owned())),
        };
        column.close()
    }
}
