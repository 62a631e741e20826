//! Tests the Parquet tables with DuckDB: the offsets of ten members in every image equal those of `/offsets`.

use std::collections::BTreeMap;
use std::fs;

use strata_core::offsets::{Bracketing, Column, ImageFilter, Table, Value};
use strata_tests::data::dataset;
use strata_tests::workspace;

use crate::tool;

/// Whole members and bit fields of types with and without an article.
const MEMBERS: [&str; 10] = [
    "_EPROCESS.Protection",
    "_EPROCESS.UniqueProcessId",
    "_EPROCESS.Token",
    "_EPROCESS.ProcessExiting",
    "_KTHREAD.StackBase",
    "_KTHREAD.MiscFlags",
    "_OBJECT_TYPE.CallbackList",
    "_HANDLE_TABLE_ENTRY.ObjectPointerBits",
    "_ETW_REALTIME_CONSUMER.Links",
    "_RTL_BALANCED_NODE.Balance",
];

#[test]
fn the_parquet_tables_have_the_offsets_of_every_image() {
    let folder = tool::folder("duckdb");
    for (name, format) in [("members", "parquet"), ("images", "parquet-images")] {
        let file = folder.join(format!("{name}.parquet"));
        tool::fetch(&format!("/api/v1/dataset?format={format}"), &file);
        assert_eq!(fs::read(&file).expect("it is there")[..4], *b"PAR1");
    }
    let columns = Column::find_all(dataset(), &MEMBERS).expect("they are there");
    let images = ImageFilter::default();
    let table = Table::new(dataset(), columns, &images, Bracketing::Exclude);
    let names: Vec<String> = table.columns.iter().map(Column::name).collect();
    let said = tool::ran(
        tool::python("python")
            .arg(workspace::root().join("tests/python/parquet_reader.py"))
            .arg(&folder)
            .args(&names),
    );
    let mut found: BTreeMap<(String, String), String> = BTreeMap::new();
    for line in said.lines() {
        let [image, member, place] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        found.insert((image.to_owned(), member.to_owned()), place.to_owned());
    }
    let mut stated = 0;
    for row in table.rows.iter().filter(|row| row.image.is_some()) {
        for (at, name) in names.iter().enumerate() {
            let expected = match table.value(row, at) {
                // The tables contain what symbol files state.
                _ if row.is_by_article(at) => continue,
                Value::At { offset, bits: None } => offset.to_string(),
                Value::At {
                    offset,
                    bits: Some(bits),
                } => {
                    format!("{offset}:{}:{}", bits.bit(), bits.width())
                }
                _ => continue,
            };
            let read = found.remove(&(row.id(), name.clone()));
            assert_eq!(read, Some(expected), "{name} in {}", row.id());
            stated += 1;
        }
    }
    assert!(found.is_empty(), "DuckDB finds more: {found:?}");
    assert!(stated > 2_000, "only {stated}");
}
