//! The CSV table, read by Python's csv module: its rows equal the layouts and types.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use strata_core::Layout;
use strata_core::export::{Format, unknown};
use strata_core::layout::Member;
use strata_tests::data::dataset;

use crate::expected::{self, Extent, Place, Record, Records, differences};
use crate::leaves::{Leaf, Step};
use crate::python;
use crate::specimen::{Case, DATA};

/// A row as it was read.
struct Row<'a>(&'a Value);

impl<'a> Row<'a> {
    fn text(&self, column: &str) -> &'a str {
        let cell = self.0[column].as_str();
        cell.unwrap_or_else(|| panic!("there is no {column}"))
    }

    fn number(&self, column: &str) -> u32 {
        let cell = self.text(column);
        cell.parse().unwrap_or_else(|_| panic!("{column}: {cell}"))
    }

    fn is(&self, kind: &str) -> bool {
        self.text("kind") == kind
    }

    /// The path of the parent, and the name.
    fn way(&self) -> (&'a str, &'a str) {
        self.text("path")
            .rsplit_once('.')
            .unwrap_or(("", self.text("path")))
    }
}

fn rows(found: &Value) -> Result<Vec<Row<'_>>, String> {
    match found["rows"].as_array() {
        Some(rows) => Ok(rows.iter().map(Row).collect()),
        None => Err(found["error"].to_string()),
    }
}

/// The structures in the rows, by the types of rows with children.
fn records(rows: &[Row<'_>]) -> Records {
    let mut holders: BTreeMap<&str, (&str, u32)> = BTreeMap::new();
    let mut records = Records::new();
    for row in rows {
        let (ty, offset) = (row.text("type"), row.number("offset"));
        let (ty, count) = element(ty);
        if row.is("structure") || row.is("member") {
            holders.insert(row.text("path"), (ty, offset));
            let size = row.number("size") / count.max(1);
            records.entry(ty.to_owned()).or_insert(Record {
                size,
                ..Record::default()
            });
        }
        if !row.is("member") && !row.is("bit") {
            continue;
        }
        let (path, name) = row.way();
        let (holder, start) = holders[path.trim_end_matches("[0]")];
        let (bit, extent) = match row.is("bit") {
            true => (row.number("bit"), Extent::Bits(row.number("width"))),
            false => (0, Extent::Bytes(row.number("size"))),
        };
        let place = Place {
            bit: 8 * (offset - start) + bit,
            name: name.to_owned(),
            extent,
        };
        let record = records.get_mut(holder).expect("it was met before");
        record.members.insert(place);
    }
    // Numbers, and types without members.
    records.retain(|_, record| !record.members.is_empty());
    records
}

/// The element type of an array, and the number of elements.
fn element(ty: &str) -> (&str, u32) {
    let Some((element, dimensions)) = ty.split_once(" [") else {
        return (ty, 1);
    };
    let counts = dimensions.trim_end_matches(']').split("][");
    (
        element,
        counts.map(|count| count.parse().unwrap_or(1)).product(),
    )
}

/// The errors in a table.
fn mistakes(case: &Case<'_>, found: &Value) -> Vec<String> {
    let rows = match rows(found) {
        Ok(rows) => rows,
        Err(error) => return vec![error],
    };
    let layout = case.of.1;
    // Rows omit members without bytes.
    let stated = expected::records_in_bytes(layout, case.types, case.depth);
    let stated = expected::spelled(stated, Format::Csv);
    let mut wrong = differences("Python", &stated, &records(&rows));
    wrong.extend(ways_not_told(case, &rows));
    for (what, is_so) in [
        ("provenance", rows.iter().all(|row| provenance(layout, row))),
        ("the first row", whole(layout, &rows[0])),
        ("gaps", gaps(layout, &rows)),
        ("pedigrees", pedigrees(layout, &rows)),
    ] {
        if !is_so {
            wrong.push(format!("{what}: Python reads others"));
        }
    }
    case.about(wrong)
}

/// The paths to numbers, through the first element of each array, that no row has.
fn ways_not_told(case: &Case<'_>, rows: &[Row<'_>]) -> Vec<String> {
    let told = |row: &Row<'_>| {
        let bits = row
            .is("bit")
            .then(|| (row.number("bit"), row.number("width")));
        (row.text("path").to_owned(), row.number("offset"), bits)
    };
    let told: BTreeSet<_> = rows.iter().map(told).collect();
    let is_first = |step: &Step| !matches!(step, Step::Index(1..));
    let leaves = case.leaves();
    let first = leaves
        .iter()
        .filter(|leaf| leaf.path.0.iter().all(is_first));
    let is_told = |leaf: &&Leaf| {
        let path = leaf.path.to_string();
        let bits = leaf
            .bits
            .map(|(bit, width)| (u32::from(bit), u32::from(width)));
        told.contains(&(path.trim_end_matches("[0]").to_owned(), leaf.offset, bits))
    };
    let wrong = first.filter(|leaf| !is_told(leaf));
    wrong.map(|leaf| format!("Python has no {leaf}")).collect()
}

fn provenance(layout: &Layout, row: &Row<'_>) -> bool {
    let source = dataset().source(row.text("source"));
    let url = source.map(|source| source.url.as_str());
    let hex = row.text("offset_hex").trim_start_matches("0x");
    row.text("structure") == layout.structure.as_str()
        && row.text("version") == layout.point.version.to_string()
        && row.text("arch") == layout.point.arch.as_str()
        && row.number("structure_size") == layout.size.get()
        && row.text("data") == DATA
        && Some(row.text("source_url")) == url
        && u32::from_str_radix(hex, 16) == Ok(row.number("offset"))
}

fn whole(layout: &Layout, row: &Row<'_>) -> bool {
    row.is("structure")
        && row.text("source") == layout.source
        && row.number("size") == layout.size.get()
}

fn gaps(layout: &Layout, rows: &[Row<'_>]) -> bool {
    let told = rows
        .iter()
        .filter(|row| row.text("path").is_empty() && !row.is("structure"));
    let told = told.map(|row| (row.text("kind"), row.number("offset"), row.number("size")));
    told.eq(layout
        .gaps()
        .map(|gap| (gap.kind.as_str(), gap.offset.get(), gap.size.get())))
}

/// Whether names, certainties and errata of members and bit fields equal the layout's.
fn pedigrees(layout: &Layout, rows: &[Row<'_>]) -> bool {
    let stated = layout.members().flat_map(|member: &Member| {
        let certainty = member.certainty.to_string();
        let of = |name: String, errata: &[Box<str>]| (name, certainty.clone(), errata.join(" "));
        let name = member.name.as_deref();
        let name = name.map_or_else(|| unknown(member.offset), str::to_owned);
        let bits = member.bits.known_bits().unwrap_or_default().iter();
        let bits = bits.map(|field| of(field.name.to_string(), &field.errata));
        // Symbol files state no integer around bit fields.
        let stated = member.name.is_some() || bits.len() == 0;
        let own = stated.then(|| of(name, &member.errata));
        own.into_iter().chain(bits).collect::<Vec<_>>()
    });
    let own = |row: &&Row<'_>| row.is("member") || row.is("bit");
    let own = rows
        .iter()
        .filter(own)
        .filter(|row| !row.text("path").contains('.'));
    let told = own.map(|row| {
        let [path, certainty, errata] =
            ["path", "certainty", "errata"].map(|column| row.text(column).to_owned());
        (path, certainty, errata)
    });
    // Overlapping members are listed alternative by alternative.
    let (mut told, mut stated): (Vec<_>, Vec<_>) = (told.collect(), stated.collect());
    told.sort();
    stated.sort();
    told == stated
}

/// The errors that Python's csv module finds.
pub(crate) fn wrong(cases: &[Case<'_>]) -> Vec<String> {
    let found = python::one_way(python::read("csv_reader.py", cases), cases);
    let pairs = cases.iter().zip(&found);
    pairs
        .flat_map(|(case, found)| mistakes(case, found))
        .collect()
}
