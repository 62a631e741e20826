//! Tests of many layouts in one request, and of changes between two sets of data.

use axum::http::{StatusCode, header};
use serde_json::{Value, json};

use crate::client::{self, Answer, get, list, plain, texts};

fn post(path: &str, body: &Value) -> Answer {
    client::post(path, "application/json", body.to_string())
}

fn asked(structure: &str, version: &str, arch: &str) -> Value {
    json!({ "structure": structure, "version": version, "arch": arch })
}

#[test]
fn many_layouts_are_those_of_single_requests_in_order() {
    let points = [
        ("_EPROCESS", "22H2", "x64"),
        ("etw_realtime_consumer", "6.1", "amd64"),
        ("_EPROCESS", "22H2", "x64"),
    ];
    let body: Vec<Value> = points.iter().map(|(a, b, c)| asked(a, b, c)).collect();
    let answer = post("/layouts", &Value::Array(body.clone())).data();
    let items = list(&answer["items"]);
    assert_eq!(items.len(), points.len());
    for (item, (name, version, arch)) in items.iter().zip(points) {
        let single = get(&format!("/structures/{name}/layouts/{version}/{arch}")).data();
        assert_eq!(item["layout"], single);
        assert!(item["problem"].is_null());
    }
    let marked = format!("\u{feff}{}", Value::Array(body.clone()));
    let marked = client::post("/layouts", "application/json", marked).data();
    assert_eq!(marked["items"], answer["items"]);
    for short in [
        json!({ "structure": "_EPROCESS", "point": "22H2/x64" }),
        json!({ "structure": "_EPROCESS", "version": "22H2 amd64" }),
    ] {
        let answer = post("/layouts", &json!([short])).data();
        assert_eq!(list(&answer["items"])[0]["layout"], items[0]["layout"]);
    }
    let lines = post("/layouts?format=ndjson", &Value::Array(body));
    assert_eq!(lines.header(&header::CONTENT_TYPE), "application/x-ndjson");
    assert_eq!(lines.lines(), items);
}

#[test]
fn a_layout_that_is_not_there_costs_the_others_nothing() {
    let body = json!([
        asked("nothing", "6.1", "x64"),
        asked("ETW_SILODRIVERSTATE", "6.1", "x64"),
        asked("_LIST_ENTRY", "6.1", "x64"),
    ]);
    let answer = post("/layouts", &body).data();
    let items = list(&answer["items"]);
    assert_eq!(items[0]["problem"]["status"], 404);
    assert_eq!(plain(&items[1]["problem"]["reason"]), "absent");
    assert_eq!(items[2]["layout"]["size"], 16);
    assert_eq!(post("/layouts", &json!([])).data()["items"], json!([]));
}

#[test]
fn what_is_no_list_of_layouts_is_refused() {
    let status = |body: &Value| post("/layouts", body).status;
    assert_eq!(status(&json!({})), StatusCode::BAD_REQUEST);
    assert_eq!(
        status(&json!([{ "structure": "a" }])),
        StatusCode::BAD_REQUEST
    );
    let many = vec![asked("_EPROCESS", "22H2", "x64"); 1001];
    let refused = post("/layouts", &Value::Array(many));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.problem().contains("1000 layouts"));
}

#[test]
fn a_digest_that_lacks_a_part_is_refused() {
    let ty = json!({ "name": "_EPROCESS", "classes": [] });
    let digest = json!({ "data": "before", "images": [], "types": [ty] });
    let refused = post("/dataset/changes", &digest);
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.problem().contains("missing field `article`"));
    let list = post("/dataset/changes", &json!([])).problem();
    assert!(
        list.contains("expected an object, found an array"),
        "{list}"
    );
}

#[test]
fn a_digest_tells_what_changed() {
    let now = get("/dataset/digest").data();
    let same = post("/dataset/changes", &now).data();
    assert_eq!(same["from"], same["to"]);
    assert_eq!(same["types"], json!([]));
    let mut before = now.clone();
    before["data"] = json!("before");
    let images = before["images"].as_array_mut().unwrap();
    let newest = images.pop().unwrap();
    images.push(json!("ntoskrnl-1.2.3.4-x64"));
    let types = before["types"].as_array_mut().unwrap();
    types.retain(|ty| ty["name"] != "_LIST_ENTRY");
    let mut left = None;
    for ty in types.iter_mut() {
        match plain(&ty["name"]) {
            "_EPROCESS" => left = ty["classes"].as_array_mut().unwrap().pop(),
            "ETW_PMC_SUPPORT" => ty["article"] = json!("0"),
            _ => {}
        }
    }
    types.push(json!({ "name": "_GONE", "classes": ["a"], "article": null }));
    let changes = post("/dataset/changes", &before).data();
    assert_eq!(changes["added_images"], json!([newest]));
    assert_eq!(texts(&changes["removed_images"]), ["ntoskrnl-1.2.3.4-x64"]);
    let types = list(&changes["types"]).iter();
    let types: Vec<(&str, &str)> = types
        .map(|it| (plain(&it["name"]), plain(&it["kind"])))
        .collect();
    let expected = [
        ("ETW_PMC_SUPPORT", "changed"),
        ("_EPROCESS", "changed"),
        ("_GONE", "removed"),
        ("_LIST_ENTRY", "added"),
    ];
    assert_eq!(types, expected);
    let of = |at: usize, what: &str| changes["types"][at][what].clone();
    assert_eq!(of(0, "article_changed"), true);
    assert_eq!(of(1, "added_classes"), json!([left]));
    assert_eq!(of(1, "removed_classes"), json!([]));
    assert_eq!(of(2, "removed_classes"), json!(["a"]));
}
