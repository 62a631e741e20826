//! Tests of the answers' shapes that the contract promises, by example.

use axum::http::header;
use expect_test::{ExpectFile, expect, expect_file};
use serde_json::{Value, json};
use strata_tests::data;

use crate::client::{ROOT, get, list, pages, plain, point, printed, texts};

#[track_caller]
fn unchanged(path: &str, snapshot: &ExpectFile) {
    snapshot.assert_eq(&(printed(&get(path).data()) + "\n"));
}

/// The member names of an object, sorted.
#[track_caller]
fn keys(value: &Value) -> String {
    let object = value.as_object().expect("an object");
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys.join(" ")
}

#[test]
fn answers_change_only_on_purpose() {
    unchanged("/releases", &expect_file!["snapshots/releases.json"]);
    unchanged(
        "/structures?limit=5",
        &expect_file!["snapshots/structures.json"],
    );
    unchanged(
        "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64",
        &expect_file!["snapshots/layout.json"],
    );
    unchanged(
        "/structures/ETW_UM_LOGGER_CONTEXT/layouts/6.2/x64",
        &expect_file!["snapshots/layout-with-errata.json"],
    );
    unchanged(
        "/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x64&to=6.2/x64",
        &expect_file!["snapshots/diff.json"],
    );
    unchanged(
        "/structures/ETW_REALTIME_CONSUMER/members/process-handle",
        &expect_file!["snapshots/member.json"],
    );
    unchanged(
        "/structures/ETW_PMC_SUPPORT",
        &expect_file!["snapshots/structure.json"],
    );
}

/// An item of the list names its layout: in the requested image, else in the newest one.
#[test]
fn items_of_the_list_say_which_layout() {
    let item =
        |query: &str| get(&format!("/structures?q=_EPROCESS&{query}")).data()["items"][0].clone();
    let image = "ntoskrnl-10.0.19041.264-x64";
    for (item, image) in [
        (item(""), "ntoskrnl-10.0.26100.1742-x64"),
        (item(&format!("image={image}")), image),
    ] {
        assert_eq!(item["image"], image);
        let layout = get(&format!("/structures/_EPROCESS/layouts/{image}/x64")).data();
        for key in ["kind", "module", "image", "class", "answer"] {
            assert_eq!(item[key], layout[key], "{key}");
        }
    }
}

#[test]
fn the_layout_of_the_contract() {
    let layout = get("/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64").data();
    assert_eq!(layout["structure"], "ETW_REALTIME_CONSUMER");
    assert_eq!(
        (&layout["version"], &layout["arch"]),
        (&json!("6.1"), &json!("x64"))
    );
    assert_eq!(layout["size"], 136);
    assert_eq!(layout["errata"], json!([]));
    assert_eq!(keys(&layout["source"]), "id title url");
    let gaps = json!([
        { "offset": 95, "size": 1, "kind": "padding" },
        { "offset": 133, "size": 3, "kind": "padding" },
    ]);
    assert_eq!(layout["gaps"], gaps);
    let links = &layout["members"][0];
    for (key, value) in [
        ("row", json!("links")),
        ("name", json!("Links")),
        ("declaration", json!("LIST_ENTRY Links")),
        ("type", json!("LIST_ENTRY")),
        ("offset", json!(0)),
        ("size", json!(16)),
        ("published_offset", json!(0)),
        ("errata", json!([])),
        ("bits", Value::Null),
    ] {
        assert_eq!(links[key], value, "{key}");
    }
    expect!["answer arch class errata gaps image kind members module notes size source sources structure values version"]
        .assert_eq(&keys(&layout));
}

#[test]
fn a_member_without_a_name_says_what_is_known() {
    let layout = get("/structures/ETW_REALTIME_CONSUMER/layouts/6.0/x64").data();
    let members = list(&layout["members"]);
    let nameless: Vec<&Value> = members.iter().filter(|it| it["name"].is_null()).collect();
    assert!(!nameless.is_empty());
    assert!(
        nameless
            .iter()
            .all(|member| !plain(&member["description"]).is_empty())
    );
}

#[test]
fn bits_that_are_known_have_masks() {
    let layout = get("/structures/ETW_REALTIME_CONSUMER/layouts/6.2/x64").data();
    let members = list(&layout["members"]);
    let flags = members
        .iter()
        .find(|member| member["name"] == "Flags")
        .unwrap();
    let bits = list(&flags["bits"]);
    assert_eq!(keys(&bits[0]), "bit mask name width");
    assert_eq!(bits[0]["name"], "ShutDownRequested");
    assert_eq!(bits[0]["mask"], "0x1");
}

#[test]
fn releases_are_the_ladder() {
    let releases = get("/releases").data();
    let items = list(&releases["items"]);
    assert_eq!(items.len(), 26);
    assert_eq!(keys(&items[0]), "aliases archs build id name nt_version");
    let ids: Vec<&str> = items.iter().map(|item| plain(&item["id"])).collect();
    assert_eq!((ids[0], ids[7], ids[25]), ("5.0", "10.0", "11-24H2"));
    assert_eq!(items[7]["aliases"], json!(["1507", "TH1"]));
    assert_eq!(items[0]["archs"], json!(["x86"]));
}

#[test]
fn the_list_of_structures_comes_in_pages() {
    let all = get("/structures?source=article").data();
    assert_eq!(keys(&all), "items next");
    assert_eq!(all["next"], Value::Null);
    let items = list(&all["items"]);
    assert_eq!(items.len(), data::dataset().audited().len());
    assert_eq!(
        keys(&items[0]),
        "answer class classes image kind module name points sizes source summary witnesses"
    );

    let mut seen: Vec<Value> = Vec::new();
    let mut path = "/structures?source=article&limit=2".to_owned();
    loop {
        let answer = get(&path);
        let page = answer.data();
        let items = list(&page["items"]);
        assert!((1..=2).contains(&items.len()));
        seen.extend(items.iter().cloned());
        let next = page["next"].as_str();
        let next = next.map(|next| format!("/structures?source=article&limit=2&cursor={next}"));
        let link = answer.headers.get(header::LINK);
        let expected = next
            .as_ref()
            .map(|next| format!("<{ROOT}{next}>; rel=\"next\""));
        assert_eq!(
            link.and_then(|link| link.to_str().ok()),
            expected.as_deref()
        );
        match next {
            Some(next) => path = next,
            None => break,
        }
    }
    assert_eq!(seen, items);
}

/// Every type is in the list, once, in the order of names; compiler-generated names come last.
#[test]
fn the_list_has_every_type() {
    let mut names: Vec<String> = Vec::new();
    for page in pages("/structures?limit=200") {
        let items = list(&page["items"]).iter();
        names.extend(items.map(|item| plain(&item["name"]).to_owned()));
    }
    let all = data::dataset().structures().iter();
    let mut all: Vec<&str> = all.map(|structure| structure.name.as_str()).collect();
    all.sort_by_key(|name| name.starts_with('<'));
    assert_eq!(names, all);
    assert!(names.len() > 2_400, "{}", names.len());
}

#[test]
fn the_list_of_structures_is_filtered() {
    let names = |query: &str| {
        let found = get(&format!("/structures?{query}")).data();
        let items = list(&found["items"]).iter();
        items
            .map(|item| plain(&item["name"]).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("kind=enum&q=pool_type"),
        ["_MMSYSTEM_PTE_POOL_TYPE", "_MM_POOL_TYPES", "_POOL_TYPE"]
    );
    assert_eq!(names("source=article").len(), 5);
    assert!(names("source=symbols&q=etw_pmc").contains(&"ETW_PMC_SUPPORT".to_owned()));
    assert!(!names("module=nt").is_empty());
    // Compiler-generated names come last.
    assert!(names("q=").iter().all(|name| !name.starts_with('<')));
    assert!(names("q=unnamed-enum")[0].starts_with('<'));
    let image = "image=ntoskrnl-5.1.2600.5512-x86";
    assert_eq!(
        names(&format!("{image}&q=_eprocess")),
        [
            "_EPROCESS",
            "_EPROCESS_QUOTA_BLOCK",
            "_EPROCESS_QUOTA_ENTRY"
        ]
    );
    // In symbols, a structure became a union.
    let entry = "q=_handle_table_entry&image=ntoskrnl-6.2.9200.16384-x64";
    let listed = |kind: &str| {
        let found = get(&format!("/structures?{entry}&kind={kind}")).data();
        let mut items = list(&found["items"]).iter();
        let item = items.find(|it| it["name"] == "_HANDLE_TABLE_ENTRY");
        item.map(|it| plain(&it["kind"]).to_owned())
    };
    assert_eq!(listed("struct").as_deref(), Some("struct"));
    assert_eq!(listed("union"), None);
    assert!(names("changed_in=11-24H2&q=eprocess").contains(&"_EPROCESS".to_owned()));
    assert!(names("changed_in=1909&q=eprocess").is_empty());
    let image = "changed_in=ntoskrnl-10.0.26100.1742-x64";
    assert!(names(&format!("{image}&q=eprocess")).contains(&"_EPROCESS".to_owned()));
}

#[test]
fn the_list_of_structures_is_searched_by_words() {
    let names = |query: &str| {
        let found = get(&format!("/structures?source=article&q={query}")).data();
        let names = list(&found["items"])
            .iter()
            .map(|item| plain(&item["name"]).to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names("_etw_pmc"), ["ETW_PMC_SUPPORT"]);
    assert_eq!(names("KERNEL+notifications"), ["ETW_DATA_SOURCE"]);
    assert_eq!(names("").len(), 5);
    assert!(names("nothing-of-the-kind").is_empty());
}

/// The cells of an answer are those of the article, verbatim.
#[test]
fn the_cells_of_a_structure_are_as_published() {
    for file in &data::raw().structures {
        let raw = &file.content;
        let answer = get(&format!("/structures/{}", raw.name)).data();
        let rows = list(&answer["rows"]);
        assert_eq!(rows.len(), raw.row.len());
        for (row, raw) in rows.iter().zip(&raw.row) {
            let cells = &row["published"];
            assert_eq!(row["id"], *raw.id);
            assert_eq!(cells["declaration"], *raw.declaration);
            assert_eq!(cells["versions"], *raw.versions);
            assert_eq!(cells["remarks"].as_str(), raw.remarks.as_deref());
            assert_eq!(row["spanned"].as_str(), raw.spanned.as_deref());
            if raw.spanned.is_none() {
                assert_eq!(cells["x86"].as_str(), raw.x86.as_deref());
                assert_eq!(cells["x64"].as_str(), raw.x64.as_deref());
            }
        }
        assert_eq!(list(&answer["bits"]).len(), raw.bit.len());
        assert_eq!(list(&answer["errata"]).len(), raw.erratum.len());
        assert_eq!(list(&answer["published_sizes"]).len(), raw.size.len());
    }
}

/// The classes of an architecture contain each of its points once; every member has a cell for each class.
#[test]
fn layout_classes_cover_every_point_once() {
    for structure in data::dataset().audited() {
        let answer = get(&format!("/structures/{}", structure.name)).data();
        let classes = list(&answer["classes"]);
        let mut points: Vec<&str> = classes.iter().flat_map(|it| texts(&it["points"])).collect();
        let count = points.len();
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), count);
        let stated: usize = classes
            .iter()
            .filter(|class| class["state"] == "stated")
            .map(|class| list(&class["points"]).len())
            .sum();
        assert_eq!(stated, structure.every_layout().len());
        for member in list(&answer["members"]) {
            assert_eq!(list(&member["cells"]).len(), classes.len(), "{member}");
        }
    }
}

#[test]
fn a_diff_says_what_happened_to_each_member() {
    let diff = get("/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x86&to=6.2/x86").data();
    assert_eq!(keys(&diff), "answer changes from size summary to");
    assert_eq!(diff["size"], json!({ "from": 80, "to": 76 }));
    let changes = list(&diff["changes"]);
    assert!(
        changes
            .iter()
            .all(|it| keys(it) == "explained_by from kinds row to")
    );
    let became_bits = changes
        .iter()
        .filter(|it| texts(&it["kinds"]).contains(&"to_bits"));
    assert_eq!(became_bits.count(), 3);
    let same = get("/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x86&to=6.1/x86").data();
    assert_eq!(same["changes"], json!([]));
}

#[test]
fn a_member_is_there_or_absent_or_not_stated() {
    let member = get("/structures/ETW_REALTIME_CONSUMER/members/links").data();
    let state = |version, arch| plain(&point(&member, version, arch)["state"]);
    assert_eq!(state("6.1", "x64"), "stated");
    assert_eq!(state("5.1", "x86"), "absent");
    assert_eq!(state("11-22H2", "x64"), "stated");
    assert_eq!(state("11-22H2", "x86"), "absent");
    let member = get("/structures/ETW_UM_LOGGER_CONTEXT/members/start-time").data();
    let beyond = point(&member, "1607", "x64");
    assert_eq!(beyond["state"], "not stated");
    let bit = get("/structures/ETW_REALTIME_CONSUMER/members/wow-6-2").data();
    let point = point(&bit, "6.2", "x64");
    assert_eq!(point["bit"]["name"], "Wow");
    assert_eq!(point["member"]["name"], "Flags");
}

#[test]
fn the_text_of_dt_comes_by_parameter_or_by_accept() {
    let path = "/structures/ETW_DATA_SOURCE/layouts/6.1/x86";
    let by_parameter = get(&format!("{path}?format=dt"));
    let by_accept = crate::client::api().get(path, &[("accept", "text/plain, */*;q=0.1")]);
    assert_eq!(by_parameter.body, by_accept.body);
    let json = [("accept", "application/json")];
    let by_both = crate::client::api().get(&format!("{path}?format=dt"), &json);
    assert_eq!(by_parameter.body, by_both.body);
    assert_eq!(
        by_accept.header(&header::CONTENT_LOCATION),
        "/api/v1/structures/ETW_DATA_SOURCE/layouts/6.1/x86?format=dt"
    );
    assert_eq!(by_accept.header(&header::VARY), "accept, accept-encoding");
    expect_file!["snapshots/layout.dt"].assert_eq(by_parameter.text());
}
