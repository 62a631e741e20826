//! Tests of the API on every type and image: versions in all their spellings, uses of a type, changes between images,
//! the whole catalogue.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode};
use expect_test::expect;
use serde_json::{Value, json};
use strata_tests::data;

use crate::client::{api, get, list, pages, plain, point};

#[test]
fn a_version_may_be_a_system_a_file_an_image_or_a_pdb() {
    let canonical = get("/structures/_EPROCESS/layouts/10.0.19041.2965/x64").data();
    for version in [
        "10.0.19045.2965",
        "10.0.19041.2965",
        "ntoskrnl-10.0.19041.2965-x64",
        "NTOSKRNL-10.0.19041.2965-X64",
    ] {
        for arch in ["x64", "amd64", "x86_64"] {
            let answer = get(&format!("/structures/_EPROCESS/layouts/{version}/{arch}"));
            let mut answer = answer.data();
            let asked = answer["version"].take();
            assert!(version.eq_ignore_ascii_case(asked.as_str().unwrap()));
            answer["version"] = canonical["version"].clone();
            assert_eq!(answer, canonical, "{version}/{arch}");
        }
    }
    let by_pdb = get("/structures/_EPROCESS/layouts/BBED7C2955FBE4522AAA23F4B8677AD91/x64").data();
    assert_eq!(by_pdb["image"], "ntoskrnl-10.0.19041.329-x64");
}

#[test]
fn a_source_that_keeps_one_definition_does_not_make_the_second_absent() {
    let diff = get("/images/ntoskrnl-10.0.19041.264-x64/diff/ntoskrnl-10.0.19041.2728-x64").data();
    assert_eq!(diff["removed"], Value::Array(Vec::new()));
}

#[test]
fn a_release_says_where_servicing_changed_it() {
    let notes = |path: &str| get(path).data()["notes"].to_string();
    expect![[r#"["This is the layout of the first known kernel of 6.0. Servicing changed it inside the release: see 6.0.6001.18000."]"#]].assert_eq(&notes("/structures/_EPROCESS/layouts/6.0/x64"));
    expect!["[]"].assert_eq(&notes("/structures/_LIST_ENTRY/layouts/6.0/x64"));
}

#[test]
fn what_a_text_names_is_told_with_its_caveat() {
    let mut told = String::new();
    for text in [
        "22H2",
        "10.0.19045.2965",
        "10.0.19041.2966",
        "BBED7C2955FBE4522AAA23F4B8677AD91",
        "ntoskrnl-10.0.19041.264-x64",
        "5.0",
        "12.0.1.1",
        "25H2",
        "26200",
        "10.0.26200.6584",
        "10.0.19041.99999",
        "10.0.17133.1",
        "57a0ff848e21e3c79525cfed69141455680f5fe06b46c086775b50da0ca582a5",
        "559f3c1a",
        "0xbc7f59f",
        "Image%20name:%20ntkrnlmp.exe%0ATimestamp:%20Fri%20Jul%2010%20(559F3C1A)%0AImageSize:%2000852000",
        "Version%2022H2%20(OS%20Build%2019045.2965)",
        "Windows%207%20Kernel%20Version%207601%20(Service%20Pack%201)%20MP%20(2%20procs)%20Free%20x64%0ABuilt%20by:%207601.24540.amd64fre.win7sp1_ldr_escrow.191113-0837",
        "Windows%2010%20Kernel%20Version%2019041%20MP%20(8%20procs)%20Free%20x64%0AEdition%20build%20lab:%2019041.1.amd64fre.vb_release.191206-1406",
        "nt%20(pdb%20symbols)%20C:%5Csym%5Cntkrnlmp.pdb%5CBBED7C2955FBE4522AAA23F4B8677AD91%5Cntkrnlmp.pdb",
    ] {
        let answer = get(&format!("/resolve?q={text}")).data();
        let images = list(&answer["images"]).iter().map(|image| {
            let (id, near) = (image["image"].as_str(), image["near"].as_str());
            format!("{} {}", near.unwrap(), id.unwrap())
        });
        let images: Vec<String> = images.collect();
        let releases: Vec<&str> = list(&answer["releases"])
            .iter()
            .filter_map(Value::as_str)
            .collect();
        told += &format!(
            "{text}: {}; {}; {}; {} known\n  {}\n",
            answer["kind"].as_str().unwrap(),
            releases.join(" "),
            images.join(", "),
            list(&answer["kernels"]).len(),
            answer["caveat"].as_str().unwrap_or("-"),
        );
    }
    expect![[r#"
        22H2: release; 22H2; first ntoskrnl-10.0.19041.2965-x86, first ntoskrnl-10.0.19041.2006-x64; 0 known
          -
        10.0.19045.2965: version; 22H2; exact ntoskrnl-10.0.19041.2965-x86, exact ntoskrnl-10.0.19041.2965-x64; 1 known
          10.0.19045.2965 is a version of the system: its kernel's file version is 10.0.19041.2965.
        10.0.19041.2966: version; 2004 20H2 21H1 21H2 22H2; before ntoskrnl-10.0.19041.2965-x86, before ntoskrnl-10.0.19041.2965-x64, after ntoskrnl-10.0.19041.3324-x64; 0 known
          No image of 10.0.19041.2966 is in the data. If the nearest images before and after it have the same layout, it probably has this layout, too.
        BBED7C2955FBE4522AAA23F4B8677AD91: pdb; 2004; exact ntoskrnl-10.0.19041.329-x64; 1 known
          -
        ntoskrnl-10.0.19041.264-x64: image; 2004; exact ntoskrnl-10.0.19041.264-x64; 1 known
          -
        5.0: release; 5.0; ; 0 known
          No image of 5.0 is in the data.
        12.0.1.1: version; ; ; 0 known
          No image of the branch of 12.0.1.1 is in the data.
        25H2: release; 11-24H2; first ntoskrnl-10.0.26100.1742-x64; 0 known
          -
        26200: release; 11-24H2; first ntoskrnl-10.0.26100.1742-x64; 0 known
          -
        10.0.26200.6584: version; 11-24H2; before ntoskrnl-10.0.26100.1742-x64; 3 known
          10.0.26200.6584 is a version of the system: its kernel's file version is 10.0.26100.6584. No image of 10.0.26100.6584 is in the data, and not both one before and one after it, so that its layout is not known.
        10.0.19041.99999: version; 2004 20H2 21H1 21H2 22H2; before ntoskrnl-10.0.19041.2965-x86, before ntoskrnl-10.0.19041.3570-x64; 0 known
          No image of 10.0.19041.99999 is in the data, and not both one before and one after it, so that its layout is not known.
        10.0.17133.1: version; ; ; 1 known
          No image of the branch of 10.0.17133.1 is in the data.
        57a0ff848e21e3c79525cfed69141455680f5fe06b46c086775b50da0ca582a5: hash; 10.0; exact ntoskrnl-10.0.10240.16384-x64; 1 known
          -
        559f3c1a: time stamp; 10.0; exact ntoskrnl-10.0.10240.16384-x64; 1 known
          -
        0xbc7f59f: time stamp; 11-24H2; ; 1 known
          No symbol file of that kernel is in the data: only its name is known, and the offsets stated or bracketed for it.
        Image%20name:%20ntkrnlmp.exe%0ATimestamp:%20Fri%20Jul%2010%20(559F3C1A)%0AImageSize:%2000852000: time stamp; 10.0; exact ntoskrnl-10.0.10240.16384-x64; 1 known
          -
        Version%2022H2%20(OS%20Build%2019045.2965): version; 22H2; exact ntoskrnl-10.0.19041.2965-x86, exact ntoskrnl-10.0.19041.2965-x64; 1 known
          10.0.19045.2965 is a version of the system: its kernel's file version is 10.0.19041.2965.
        Windows%207%20Kernel%20Version%207601%20(Service%20Pack%201)%20MP%20(2%20procs)%20Free%20x64%0ABuilt%20by:%207601.24540.amd64fre.win7sp1_ldr_escrow.191113-0837: version; 6.1; exact ntoskrnl-6.1.7601.24540-x64; 0 known
          -
        Windows%2010%20Kernel%20Version%2019041%20MP%20(8%20procs)%20Free%20x64%0AEdition%20build%20lab:%2019041.1.amd64fre.vb_release.191206-1406: release; 2004; first ntoskrnl-10.0.19041.264-x86, first ntoskrnl-10.0.19041.264-x64; 0 known
          -
        nt%20(pdb%20symbols)%20C:%5Csym%5Cntkrnlmp.pdb%5CBBED7C2955FBE4522AAA23F4B8677AD91%5Cntkrnlmp.pdb: pdb; 2004; exact ntoskrnl-10.0.19041.329-x64; 1 known
          -
    "#]].assert_eq(&told);
}

#[test]
fn a_diff_says_which_of_its_ends_is_bracketed() {
    let path = "/structures/_EPROCESS/diff?from=10.0.19041.2913/x64&to=22H2/x64";
    let diff = get(path).data();
    assert_eq!(
        diff["answer"],
        json!({ "from": "bracketed", "to": "stated" })
    );
    let [before, after] = ["2846", "2965"].map(|it| format!("ntoskrnl-10.0.19041.{it}-x64"));
    assert_eq!(
        diff["between"],
        json!({ "from": [before, after], "to": null })
    );
}

#[test]
fn a_system_with_a_service_pack_has_a_build_number_of_its_own() {
    let systems = |id: &str| get(&format!("/images/{id}")).data()["system_versions"].to_string();
    for (file, expected) in [
        ("6.1.7601.17514", r#"["6.1.7601.17514"]"#),
        ("6.0.6001.18000", r#"["6.0.6001.18000"]"#),
        ("10.0.18362.418", r#"["10.0.18362.418","10.0.18363.418"]"#),
    ] {
        assert_eq!(systems(&format!("ntoskrnl-{file}-x64")), expected);
    }
}

#[test]
fn who_uses_a_type_is_told_since_when_and_until_when() {
    let users = |path: &str| {
        let answer = get(path).data();
        let lines = list(&answer["items"]).iter().map(|item| {
            let times = list(&item["times"]).iter().map(|time| {
                let text = |name: &str| time[name].as_str().unwrap().to_owned();
                format!("{} {} to {}", text("arch"), text("first"), text("last"))
            });
            let times: Vec<String> = times.collect();
            let text = |name: &str| item[name].as_str().unwrap();
            format!(
                "{} {}.{}: {}\n",
                text("how"),
                text("structure"),
                text("member"),
                times.join(", ")
            )
        });
        lines.collect::<String>()
    };
    expect![[r#"
        points-to ETW_REALTIME_CONSUMER.SiloState: x86 1607 to 22H2, x64 1607 to 11-24H2
        points-to _ESERVERSILO_GLOBALS.EtwSiloState: x86 1607 to 22H2, x64 1607 to 11-24H2
        points-to _ETW_GUID_ENTRY.SiloState: x86 1607 to 22H2, x64 1607 to 11-24H2
        points-to _WMI_LOGGER_CONTEXT.SiloState: x86 1607 to 22H2, x64 1607 to 11-24H2
    "#]]
    .assert_eq(&users("/structures/_ETW_SILODRIVERSTATE/used-by"));
    expect![[r#"
        contains _EPROCESS.Protection: x86 6.3 to 22H2, x64 6.3 to 11-24H2
    "#]]
    .assert_eq(&users("/structures/_PS_PROTECTION/used-by"));
    expect![[r#"
        contains _EPROCESS.Protection: x86 6.3 to 22H2, x64 6.3 to 11-24H2
    "#]]
    .assert_eq(&users(
        "/structures/_PS_PROTECTION/used-by?image=ntoskrnl-6.3.9600.17415-x64",
    ));
    let of_image = get("/structures/_RTL_BITMAP/used-by?image=ntoskrnl-10.0.22000.194-x64").data();
    assert_eq!(of_image["items"][0]["structure"], "ETW_REALTIME_CONSUMER");
}

#[test]
fn two_images_differ_in_whole_and_page_by_page() {
    let path = "/images/ntoskrnl-10.0.22000.194-x64/diff/ntoskrnl-10.0.22621.382-x64";
    let whole = get(&format!("{path}?limit=200")).data();
    let (mut added, mut removed, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    for page in pages(&format!("{path}?limit=7")) {
        for (all, part) in [
            (&mut added, "added"),
            (&mut removed, "removed"),
            (&mut changed, "changed"),
        ] {
            assert!(list(&page[part]).len() <= 7, "{part}");
            all.extend(list(&page[part]).iter().cloned());
        }
        for total in ["total", "total_added", "total_removed"] {
            assert_eq!(page[total], whole[total]);
        }
    }
    assert_eq!(whole["total"], changed.len());
    assert_eq!(whole["total_added"], added.len());
    assert_eq!(whole["total_removed"], removed.len());
    assert!(added.starts_with(list(&whole["added"])));
    assert!(removed.starts_with(list(&whole["removed"])));
    let shown = list(&whole["changed"]);
    assert_eq!(shown, &changed[..shown.len()]);
    for change in &changed {
        let same = change["size"]["from"] == change["size"]["to"];
        assert_eq!(change["same_size"], same, "{change}");
        let name = change["name"].as_str().unwrap();
        let diff = get(&format!(
            "/structures/{name}/diff?from=10.0.22000.194/x64&to=10.0.22621.382/x64"
        ));
        assert_eq!(diff.data()["summary"], change["summary"], "{name}");
    }
    let same_size = get(&format!("{path}?same_size=true&limit=200")).data();
    let expected = changed.iter().filter(|change| change["same_size"] == true);
    assert_eq!(same_size["total"], expected.count());
}

#[test]
fn a_point_names_its_kernel() {
    let image = "ntoskrnl-10.0.19041.264-x64";
    let of = |path: &str| get(path).data();
    assert_eq!(of("/images/2004%2Fx64")["id"], image);
    assert_eq!(of("/images/10.0.19041.264%20amd64")["id"], image);
    assert_eq!(of("/resolve?q=2004/x64")["images"][0]["image"], image);
    assert_eq!(of("/resolve?q=2004/x64")["images"][1], Value::Null);
    let by_id = of(&format!("/structures/_EPROCESS/used-by?image={image}"));
    let by_point = of("/structures/_EPROCESS/used-by?image=2004/x64");
    assert_eq!(by_id["items"], by_point["items"]);
    let one = of("/lookup?offset=0x440&arch=x64&version=2004/x64&limit=3");
    let other = of("/lookup?offset=0x440&arch=x64&version=2004&limit=3");
    assert_eq!(one["items"], other["items"]);
    let diff = of("/images/2004%2Fx64/diff/20H2%2Fx64?limit=1");
    assert_eq!(diff["from"], image);
    // The only kernel of the release.
    assert_eq!(of("/images/24H2")["id"], "ntoskrnl-10.0.26100.1742-x64");
    for query in ["q=19041.264/x64", "q=19041.264%20amd64"] {
        let listed = of(&format!("/images?{query}"));
        assert_eq!(listed["items"][0]["id"], image, "{query}");
        assert_eq!(listed["items"][1], Value::Null, "{query}");
    }
}

#[test]
fn the_catalogue_comes_as_the_file_that_it_is_read_from() {
    let file = get("/dataset?format=strata");
    let committed = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../data/kernels.strata"
    ))
    .unwrap();
    assert!(
        file.body == committed,
        "the file differs from the committed one"
    );
}

#[test]
fn the_lines_of_all_types_are_those_of_their_layouts() {
    let lines = get("/dataset?scope=all&format=ndjson");
    let mut rows: BTreeMap<(String, String), usize> = BTreeMap::new();
    for row in lines.lines() {
        let cell = |name: &str| row[name].as_str().unwrap().to_owned();
        *rows.entry((cell("structure"), cell("class"))).or_default() += 1;
    }
    let csv = get("/dataset?scope=all&format=csv");
    assert_eq!(csv.text().lines().count(), 1 + rows.values().sum::<usize>());
    let mut expected: BTreeMap<(String, String), usize> = BTreeMap::new();
    for structure in data::dataset().structures() {
        for class in structure.ty().map_or(&[][..], |ty| ty.classes()) {
            let Some(layout) = class
                .images
                .iter()
                .next()
                .and_then(|it| structure.at_image(it).ok())
            else {
                continue;
            };
            let bits = layout
                .members()
                .map(|it| it.bits.known_bits().unwrap_or_default().len());
            let count = layout.slots.len() + bits.sum::<usize>() + layout.values.len();
            if count > 0 {
                *expected
                    .entry((structure.name.to_string(), layout.class_id()))
                    .or_default() += count;
            }
        }
    }
    assert!(
        rows == expected,
        "{} classes in the lines, {} in the catalogue",
        rows.len(),
        expected.len()
    );
    let tag = lines.headers["etag"].to_str().unwrap().to_owned();
    let again = api().ask(
        &Method::GET,
        "/dataset?scope=all&format=ndjson",
        &[("if-none-match", &tag)],
        Vec::new(),
    );
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[test]
fn a_member_is_found_by_its_name_and_by_a_path() {
    let mut told = String::new();
    for (structure, path) in [
        ("_EPROCESS", "Pcb.Header.Lock"),
        ("_EPROCESS", "token"),
        ("_EPROCESS", "ActiveProcessLinks.Blink"),
        ("_KTHREAD", "ApcState.ApcListHead[1].Flink"),
        ("ETW_REALTIME_CONSUMER", "Links.Blink"),
        ("ETW_REALTIME_CONSUMER", "LoggerId"),
    ] {
        let answer = get(&format!("/structures/{structure}/members/{path}")).data();
        let place = |version: &str| {
            let point = point(&answer, version, "x64");
            match plain(&point["state"]) {
                "stated" => point["member"]["offset"].to_string(),
                state => state.to_owned(),
            }
        };
        told += &format!(
            "{structure} {}: {} at 6.1, {} at 1607, {} at 22H2\n",
            answer["row"].as_str().unwrap(),
            place("6.1"),
            place("1607"),
            place("22H2")
        );
    }
    expect![[r#"
        _EPROCESS Pcb.Header.Lock: 0 at 6.1, 0 at 1607, 0 at 22H2
        _EPROCESS Token: 520 at 6.1, 856 at 1607, 1208 at 22H2
        _EPROCESS ActiveProcessLinks.Blink: 400 at 6.1, 760 at 1607, 1104 at 22H2
        _KTHREAD ApcState.ApcListHead[1].Flink: 96 at 6.1, 168 at 1607, 168 at 22H2
        ETW_REALTIME_CONSUMER Links.Blink: 8 at 6.1, 8 at 1607, 8 at 22H2
        ETW_REALTIME_CONSUMER LoggerId: 88 at 6.1, 88 at 1607, 88 at 22H2
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_diff_of_an_enumeration_has_its_values() {
    let diff = get("/structures/_POOL_TYPE/diff?from=6.1/x64&to=11-24H2/x64").data();
    let values = diff["values"].as_array().expect("a list");
    assert_eq!(diff["summary"], "8 values added; size 0x04 in both");
    assert_eq!(values.len(), 8);
    let expected = serde_json::json!({ "name": "NonPagedPoolNx", "from": null, "to": 512 });
    assert!(values.contains(&expected), "{values:?}");
}

/// Each step of the feed equals the comparison of its two images.
#[test]
fn every_step_is_told_as_the_comparison_of_its_images_tells_it() {
    let all = get("/changes").data();
    let items = all["items"].as_array().unwrap();
    assert!(items.len() > 100, "{}", items.len());
    let count = |item: &Value, list: &str| item[list].as_array().unwrap().len();
    for item in items.iter().step_by(7) {
        let [from, to] = ["from", "to"].map(|end| item[end].as_str().unwrap());
        let diff = get(&format!("/images/{from}/diff/{to}?limit=1")).data();
        assert_eq!(diff["total_added"], count(item, "added"), "{to}");
        assert_eq!(diff["total_removed"], count(item, "removed"), "{to}");
        let same = count(item, "changed_at_same_size");
        assert_eq!(diff["total"], same + count(item, "changed"), "{to}");
        let diff = get(&format!("/images/{from}/diff/{to}?limit=1&same_size=true")).data();
        assert_eq!(diff["total"], same, "{to}");
    }
    let newest = get("/changes?release=11-24H2&kind=release&arch=amd64").data();
    assert_eq!(newest["items"].as_array().unwrap().len(), 1);
    assert_eq!(count(&newest["items"][0], "changed_at_same_size"), 140);
    // A type with an article has the article's name here, too.
    let named = |item: &Value| {
        list(&item["changed"])
            .iter()
            .any(|it| it == "ETW_SILODRIVERSTATE")
    };
    assert!(items.iter().any(named));
    let servicing = get("/changes?kind=servicing").data();
    let servicing = servicing["items"].as_array().unwrap();
    assert!(servicing.iter().all(|item| item["kind"] == "servicing"));
    let release = get("/changes?kind=release").data();
    let release = release["items"].as_array().unwrap().len();
    assert_eq!(release + servicing.len(), items.len());
}

/// A use has its first and last version, whatever the length of the array was.
#[test]
fn a_use_says_since_when_and_until_when() {
    let uses = get("/structures/_EX_PUSH_LOCK/used-by").data();
    let uses = uses["items"].as_array().unwrap();
    assert!(
        uses.iter()
            .all(|it| !it["times"].as_array().unwrap().is_empty())
    );
    let lock = |it: &&Value| it["structure"] == "_EPROCESS" && it["member"] == "ProcessLock";
    let lock = uses.iter().find(lock).unwrap();
    assert_eq!(lock["times"][1]["arch"], "x64");
    assert_eq!(lock["times"][1]["last"], "11-24H2");
}
