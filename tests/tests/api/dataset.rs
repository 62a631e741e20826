//! Tests of the whole dataset: complete, equal in every format and on every server, immutable under its version.

use std::collections::BTreeSet;

use axum::http::header;
use expect_test::expect;
use serde_json::{Map, Value, json};
use strata_core::Dataset;
use strata_server::app::App;
use strata_server::data::DataFiles;
use strata_server::site::Site;
use strata_tests::data;

use crate::client::{Answer, Api, ROOT, api, get, list, plain};

const FORMATS: [&str; 3] = ["json", "ndjson", "csv"];

fn lines() -> Vec<Value> {
    get("/dataset?format=ndjson").lines()
}

/// Parses CSV by RFC 4180.
fn records(text: &str) -> Vec<Vec<String>> {
    let (mut records, mut record, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => cell.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            c => cell.push(c),
        }
    }
    assert!(!quoted && cell.is_empty() && record.is_empty());
    records
}

fn own_url(answer: &Answer) -> String {
    let url = answer.header(&header::CONTENT_LOCATION);
    url.strip_prefix(ROOT).expect("of the API").to_owned()
}

#[test]
fn the_whole_is_what_the_parts_are() {
    let whole = get("/dataset").data();
    assert_eq!(whole["releases"], get("/releases").data()["items"]);
    for structure in list(&whole["structures"]) {
        let name = plain(&structure["name"]);
        let mut history: Map<String, Value> = structure.as_object().expect("an object").clone();
        let layouts = history.remove("layouts").expect("it has layouts");
        assert_eq!(
            Value::Object(history),
            get(&format!("/structures/{name}")).data()
        );
        for layout in list(&layouts) {
            let point = format!("{}/{}", plain(&layout["version"]), plain(&layout["arch"]));
            let alone = get(&format!("/structures/{name}/layouts/{point}")).data();
            assert_eq!(*layout, alone, "{name} {point}");
        }
        let ours = data::dataset().structure(name).expect("it is ours");
        assert_eq!(list(&layouts).len(), ours.every_layout().len());
    }
    let types = list(&whole["types"]);
    assert_eq!(types.len(), data::dataset().audited_closure().len());
    for ty in types {
        let name = plain(&ty["name"]);
        assert_eq!(*ty, get(&format!("/types/{name}")).data(), "{name}");
    }
    let known: BTreeSet<&str> = list(&whole["sources"])
        .iter()
        .map(|source| plain(&source["id"]))
        .collect();
    assert!(
        lines()
            .iter()
            .all(|line| known.contains(plain(&line["source"])))
    );
}

/// The lines of a layout are its members, bit fields and gaps, in order.
#[test]
fn every_line_is_a_member_a_bit_or_a_gap_of_its_layout() {
    let lines = lines();
    let mut rest = &lines[..];
    for structure in list(&get("/dataset").data()["structures"]) {
        for layout in list(&structure["layouts"]) {
            let mine = |line: &&Value| {
                ["structure", "version", "arch"]
                    .iter()
                    .all(|key| line[key] == layout[key])
            };
            let (these, others) = rest.split_at(rest.iter().take_while(mine).count());
            rest = others;
            let of = |kinds: &[&str]| -> Vec<&Value> {
                let is_it = |line: &&Value| kinds.contains(&plain(&line["kind"]));
                these.iter().filter(is_it).collect()
            };
            let (members, gaps) = (of(&["member"]), of(&["padding", "hole"]));
            assert_eq!(members.len(), list(&layout["members"]).len());
            for (line, member) in members.iter().zip(list(&layout["members"])) {
                for key in [
                    "row",
                    "name",
                    "declaration",
                    "type",
                    "offset",
                    "size",
                    "certainty",
                    "published_offset",
                ] {
                    assert_eq!(line[key], member[key], "{key} {line}");
                }
                assert_eq!(line["source"], layout["source"]["id"]);
                assert_eq!(line["structure_size"], layout["size"]);
            }
            assert_eq!(gaps.len(), list(&layout["gaps"]).len());
            for (line, gap) in gaps.iter().zip(list(&layout["gaps"])) {
                let (offset, size) = (&line["offset"], &line["size"]);
                assert_eq!(
                    (offset, size, &line["kind"]),
                    (&gap["offset"], &gap["size"], &gap["kind"])
                );
            }
            let bits: Vec<&Value> = list(&layout["members"])
                .iter()
                .filter_map(|member| member["bits"].as_array())
                .flatten()
                .collect();
            assert_eq!(of(&["bit"]).len(), bits.len());
            for (line, bit) in of(&["bit"]).iter().zip(bits) {
                for key in ["name", "bit", "width", "mask"] {
                    assert_eq!(line[key], bit[key], "{key} {line}");
                }
            }
            // In a layout, the member has the errata of its bit fields too.
            let told = these.iter().flat_map(|line| list(&line["errata"]));
            let told: BTreeSet<&str> = told.map(plain).collect();
            let errata = list(&layout["errata"]).iter();
            assert_eq!(told, errata.map(|it| plain(&it["id"])).collect());
        }
    }
    assert_eq!(rest, &[] as &[Value], "lines of no layout");
}

#[test]
fn csv_has_the_cells_of_ndjson() {
    let answer = get("/dataset?format=csv");
    assert_eq!(
        answer.header(&header::CONTENT_TYPE),
        "text/csv; charset=utf-8"
    );
    let records = records(answer.text());
    let (columns, records) = records.split_first().expect("a line of names");
    let lines = lines();
    assert_eq!(records.len(), lines.len());
    for (record, line) in records.iter().zip(&lines) {
        let line = line.as_object().expect("an object");
        let keys: Vec<&String> = line.keys().collect();
        assert_eq!(keys, columns.iter().collect::<Vec<_>>());
        for (cell, (key, value)) in record.iter().zip(line) {
            let expected = match value {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Array(ids) => ids.iter().map(plain).collect::<Vec<_>>().join(" "),
                other => other.to_string(),
            };
            assert_eq!(*cell, expected, "{key}");
        }
    }
    let document = get("/openapi.json").data();
    let schema = &document["components"]["schemas"]["DatasetRow"]["properties"];
    let described: BTreeSet<&String> = schema.as_object().expect("members").keys().collect();
    assert_eq!(described, columns.iter().collect());
}

#[test]
fn a_line_says_what_a_reader_of_one_line_needs() {
    let csv = get("/dataset?format=csv");
    let mut shown = String::new();
    for (line, text) in csv.text().lines().enumerate() {
        let flags = text.starts_with("ETW_REALTIME_CONSUMER,6.2,x64,") && text.contains(",90,1,");
        if line == 0 || flags {
            shown.push_str(text);
            shown.push('\n');
        }
    }
    expect![[r#"
        structure,version,arch,structure_size,kind,row,holder,name,declaration,type,offset,size,bit,width,mask,certainty,published_offset,errata,source,description
        ETW_REALTIME_CONSUMER,6.2,x64,136,member,flags,,Flags,UCHAR Flags,UCHAR,90,1,,,,confirmed,90,,chappell-etw-realtime-consumer,"One byte of bit fields, which took the place of booleans of a byte each."
        ETW_REALTIME_CONSUMER,6.2,x64,136,bit,shut-down-requested-6-2,flags,ShutDownRequested,,,90,1,0,1,0x1,confirmed,,shut-down-requested-bit-name,chappell-etw-realtime-consumer,
        ETW_REALTIME_CONSUMER,6.2,x64,136,bit,new-buffers-lost-6-2,flags,NewBuffersLost,,,90,1,1,1,0x2,confirmed,,,chappell-etw-realtime-consumer,
        ETW_REALTIME_CONSUMER,6.2,x64,136,bit,disconnected-6-2,flags,Disconnected,,,90,1,2,1,0x4,confirmed,,,chappell-etw-realtime-consumer,
        ETW_REALTIME_CONSUMER,6.2,x64,136,bit,notified,flags,Notified,,,90,1,3,1,0x8,confirmed,,,chappell-etw-realtime-consumer,
        ETW_REALTIME_CONSUMER,6.2,x64,136,bit,wow-6-2,flags,Wow,,,90,1,4,1,0x10,confirmed,,,chappell-etw-realtime-consumer,
    "#]].assert_eq(&shown);
}

#[test]
fn a_version_is_the_hash_of_the_bytes_and_may_be_kept_for_ever() {
    for format in FORMATS {
        let path = format!("/dataset?format={format}");
        let answer = get(&path);
        assert_eq!(answer.header(&header::CACHE_CONTROL), "public, no-cache");
        assert_eq!(answer.header(&header::VARY), "accept, accept-encoding");
        let versioned = own_url(&answer);
        let version = versioned
            .rsplit('=')
            .next()
            .expect("it ends with the version");
        assert_eq!(answer.header(&header::ETAG), format!("\"{version}\""));
        let kept = get(&versioned);
        assert_eq!(kept.body, answer.body, "{format}");
        assert_eq!(
            kept.header(&header::CACHE_CONTROL),
            "public, max-age=31536000, immutable"
        );
        let tag = [("if-none-match", answer.header(&header::ETAG))];
        assert_eq!(api().get(&versioned, &tag).status, 304);
        // A version belongs to one format.
        let other = if format == "json" { "csv" } else { "json" };
        let problem = get(&format!("/dataset?format={other}&version={version}"));
        assert_eq!(problem.status, 404);
        let way_out = list(&problem.json()["suggestions"])[0].clone();
        assert_eq!(get(plain(&way_out).strip_prefix(ROOT).unwrap()).status, 200);
    }
    let accepted = api().get("/dataset", &[("accept", "application/x-ndjson")]);
    assert_eq!(accepted.body, get("/dataset?format=ndjson").body);
}

/// Files in another order, read by another server, give the same bytes.
#[test]
fn other_servers_give_the_same_bytes() {
    let (mut raw, _) = DataFiles::built_in().load().expect("the data are sound");
    raw.structures.reverse();
    raw.types.reverse();
    raw.sources.reverse();
    for file in &mut raw.sources {
        file.content.source.reverse();
    }
    let dataset = Dataset::build(&raw).expect("their order means nothing");
    let app = App::new(&raw, dataset, Site::empty(), true).expect("the data can be written");
    let other = Api::of(app);
    for format in FORMATS {
        let path = format!("/dataset?format={format}");
        let (ours, theirs) = (get(&path), other.get(&path, &[]));
        assert!(ours.body == theirs.body, "{format}");
        assert_eq!(ours.headers, theirs.headers);
        assert_eq!(json!(own_url(&ours)), json!(own_url(&theirs)));
    }
}
