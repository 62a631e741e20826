//! Tests of an operator's own data beside the built-in ones: they are answered like any others.

use axum::http::Method;
use serde_json::{Value, json};
use strata_core::dataset::Structure;
use strata_frontend::page::StructurePage;
use strata_frontend::page::structure;
use strata_frontend::pages::audit::AuditedStructure;
use strata_frontend::pages::provenance::{rows, sizes};
use strata_frontend::route::Fields;
use strata_server::app::App;
use strata_server::data::DataFiles;

use crate::client::{self, Api};

const BYTES: &str = "application/octet-stream";

const THING: &str = r#"
name = "MY_THING"
source = "chappell-etw-data-source"
summary = "Ours."
certainty = "inspected"
first = "11-22H2"
reach = "11-24H2"

[[size]]
versions = "11-22H2 to 11-24H2"
x64 = "0x10"
arm64 = "0x18"

[[row]]
id = "next"
declaration = "PVOID Next;"
x64 = "0x00"
arm64 = "0x08"
versions = "11-22H2 to 11-24H2"

[[row]]
id = "flags"
declaration = "ULONG Flags;"
x64 = "0x08"
arm64 = "0x10"
versions = "11-22H2 to 11-24H2"

[[row]]
id = "more"
declaration = "ULONG More;"
x64 = "0x0C"
arm64 = "0x00"
versions = "11-22H2 to 11-24H2"

[[bit]]
row = "flags"
id = "flags-busy"
declaration = "ULONG Busy : 1;"
x64 = "0x01"
arm64 = "0x02"
versions = "11-22H2 to 11-24H2"
"#;

fn own() -> DataFiles {
    DataFiles::default().with("structures/my_thing.toml", THING.to_owned())
}

fn app() -> App {
    client::app(&DataFiles::beside_built_in(&own()), true)
}

#[test]
fn cells_of_arm64_are_published_as_those_of_other_columns() {
    let api = Api::of(app());
    let answer = api.get("/structures/MY_THING", &[]).data();
    let cells = |row: &Value| json!([row["x86"], row["x64"], row["arm64"]]);
    let published = |table: &str, at: usize| cells(&answer[table][at]["published"]);
    assert_eq!(
        cells(&answer["published_sizes"][0]),
        json!([null, "0x10", "0x18"])
    );
    assert_eq!(published("rows", 0), json!([null, "0x00", "0x08"]));
    assert_eq!(published("bits", 0), json!([null, "0x01", "0x02"]));
}

#[test]
fn pages_of_a_structure_tell_arm64_where_its_tables_have_it() {
    let app = app();
    let dataset = app.dataset();
    let structure = dataset.structure("MY_THING").expect("it is there");
    let audited = AuditedStructure::new(dataset, structure).expect("an article");
    assert_eq!(sizes(audited.article)[0].1, ["", "0x10", "0x18"]);
    let rows = rows(&audited);
    let heads = |row: usize| -> Vec<(&str, &str)> {
        let cells = rows[row].printed.cells.iter();
        let cells = cells.filter(|cell| cell.figures);
        cells.map(|it| (&*it.head, &*it.published)).collect()
    };
    assert_eq!(
        heads(0),
        [
            ("Offset (x86)", ""),
            ("Offset (x64)", "0x00"),
            ("Offset (arm64)", "0x08"),
        ]
    );
    assert_eq!(heads(3)[2], ("Mask (arm64)", "0x02"));
    let spans = &rows[0].certainty[0].spans;
    assert_eq!(spans[0].0, "x64 and arm64");

    let page = StructurePage::new(dataset, structure, &Fields::default()).expect("it has a layout");
    let all = structure::sizes(structure);
    let arm64 = all
        .iter()
        .find(|(arch, _)| *arch == strata_core::Arch::Arm64);
    assert_eq!(
        structure::sizes_sentence(arm64.expect("the article covers it")),
        "arm64: absent from 1709 to 22H2; absent at 11-21H2; 0x18 from 11-22H2 to 11-24H2."
    );
    let tables = page.shown.iter();
    let tables: Vec<_> = tables
        .map(|it| (it.arch.as_str(), it.history.columns.len()))
        .collect();
    // Where it is absent, and where it has its layout.
    assert_eq!(tables, [("x64", 2), ("arm64", 2)]);

    let built_in = dataset.structure("ETW_REALTIME_CONSUMER");
    let article = built_in.and_then(Structure::article).expect("an article");
    assert_eq!(sizes(article)[0].1.len(), 2, "articles have no such column");
}

/// A type of two of the type before it: the 17th has 131,072 members, nested ones included.
fn nested(depth: u32) -> String {
    let (inner, size) = match depth {
        0 => ("ULONG".to_owned(), 4),
        _ => (format!("EX_{}", depth - 1), 4 << depth),
    };
    format!(
        "name = \"EX_{depth}\"\nkind = \"struct\"\nsource = \"chappell-etw-data-source\"\nsummary = \"Ours.\"\n\
            [[layout]]\nversions = \"10.0 to 22H2\"\nsize = \"0x{:x}\"\nalign = 4\n\
            members = [\"0x0 {inner} A;\", \"0x{size:x} {inner} B;\"]\n",
        2 * size
    )
}

const LARGE: &str = r#"
name = "LARGE"
source = "chappell-etw-data-source"
summary = "Ours."
certainty = "inspected"
first = "10.0"
reach = "22H2"

[[size]]
versions = "10.0 to 22H2"
x64 = "0x80000"

[[row]]
id = "all"
declaration = "EX_16 All;"
x64 = "0x00"
versions = "10.0 to 22H2"
"#;

#[test]
fn what_is_too_large_to_decode_is_left_out_of_identify() {
    let large = own().with("structures/large.toml", LARGE.to_owned());
    let all = (0..17).fold(large, |files, depth| {
        files.with(&format!("types/EX_{depth}.toml"), nested(depth))
    });
    let api = Api::of(client::app(&DataFiles::beside_built_in(&all), true));
    let identify = |query: &str| {
        let (path, headers) = (format!("/identify{query}"), [("content-type", BYTES)]);
        api.ask(&Method::POST, &path, &headers, vec![1; 0x10])
    };
    let answer = identify("").data();
    assert!(answer["considered"].as_u64() > Some(0), "{answer}");
    let problem = identify("?structure=LARGE").problem();
    assert!(problem.starts_with("422 "), "{problem}");
    assert!(problem.contains("(SHAPES_LIMIT)"), "{problem}");
}
