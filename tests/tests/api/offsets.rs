//! Tests of member offsets at chosen points over HTTP: formats, defaults, errors.

use axum::http::header;
use expect_test::expect;
use strata_tests::data::dataset;

use crate::client::{get, list, plain, post, refused};

const PATH: &str = "/structures/ETW_REALTIME_CONSUMER/offsets";

fn asked(query: &str) -> crate::client::Answer {
    get(&format!("{PATH}?{query}"))
}

#[test]
fn members_are_chosen_by_name_by_path_and_by_row() {
    let answer = asked("members=LoggerId,Links.Blink,wow-6-2&points=6.1/x64,6.2/x86,11-22H2/x64");
    let answer = answer.data();
    let mut lines = String::new();
    for point in list(&answer["points"]) {
        let at = format!("{}/{}", plain(&point["version"]), plain(&point["arch"]));
        lines += &format!("{at} {}\n", point["size"]);
        for member in list(&point["members"]) {
            let (name, state) = (plain(&member["member"]), plain(&member["state"]));
            lines += &format!("  {name} {state} {} {}\n", member["offset"], member["bit"]);
        }
    }
    expect![[r#"
        6.1/x64 136
          LoggerId stated 88 null
          Links.Blink stated 8 null
          Wow stated 132 null
        6.2/x86 76
          LoggerId stated 48 null
          Links.Blink stated 4 null
          Wow absent null null
        11-22H2/x64 160
          LoggerId stated 88 null
          Links.Blink stated 8 null
          Wow stated 90 4
    "#]]
    .assert_eq(&lines);
}

/// The answer equals the layouts, member by member.
#[test]
fn all_members_at_all_points_are_those_of_the_layouts() {
    for structure in dataset().audited() {
        let name = &structure.name;
        let answer = get(&format!("/structures/{name}/offsets")).data();
        let points = list(&answer["points"]);
        assert_eq!(points.len(), structure.layouts().len(), "{name}");
        for (point, layout) in points.iter().zip(structure.layouts().iter()) {
            let members = list(&point["members"]);
            let mut stated: Vec<u64> = members
                .iter()
                .filter(|it| it["state"] == "stated" && it["bit"].is_null())
                .map(|it| it["offset"].as_u64().expect("an offset"))
                .collect();
            stated.sort_unstable();
            let expected: Vec<u64> = layout.members().map(|it| it.offset.get().into()).collect();
            assert_eq!(stated, expected, "{name} at {}", layout.point);
            let mut names: Vec<&str> = members.iter().map(|it| plain(&it["member"])).collect();
            names.sort_unstable();
            let all = names.len();
            names.dedup();
            assert_eq!(names.len(), all, "{name}: a name stands twice");
        }
    }
}

#[test]
fn the_formats_say_the_same() {
    let query = "members=LoggerId,Disconnected&points=6.2/x64,6.0/x86";
    expect![[r#"
        structure,member,version,arch,offset,bit,width,state
        ETW_REALTIME_CONSUMER,LoggerId,6.2,x64,0x58,,,stated
        ETW_REALTIME_CONSUMER,Disconnected,6.2,x64,0x5a,2,1,stated
        ETW_REALTIME_CONSUMER,LoggerId,6.0,x86,,,,absent
        ETW_REALTIME_CONSUMER,Disconnected,6.0,x86,,,,absent
        ---
        /* 6.2/x64 */
        #define ETW_REALTIME_CONSUMER_LoggerId_6_2_x64 0x58
        #define ETW_REALTIME_CONSUMER_Disconnected_6_2_x64 0x5a /* bit 2 of UCHAR */
        /* 6.0/x86 */
        /* ETW_REALTIME_CONSUMER_LoggerId_6_0_x86: absent */
        /* ETW_REALTIME_CONSUMER_Disconnected_6_0_x86: absent */
        ---
        # at 6.2/x64
        ETW_REALTIME_CONSUMER LoggerId 0x58
        ETW_REALTIME_CONSUMER Disconnected 0x5a # bit 2
        # at 6.0/x86
        # ETW_REALTIME_CONSUMER LoggerId: absent
        # ETW_REALTIME_CONSUMER Disconnected: absent
    "#]]
    .assert_eq(
        &["csv", "header", "text"]
            .map(|format| {
                let answer = asked(&format!("{query}&format={format}"));
                answer.text().replace('\r', "")
            })
            .join("---\n"),
    );
}

/// At a build between two images that agree, the offsets are those of the layout there.
#[test]
fn offsets_are_bracketed_as_layouts_are() {
    let point = "10.0.19045.2913/x64";
    let layout = get(&format!("/structures/_KAPC_STATE/layouts/{point}")).data();
    let offsets = get(&format!("/structures/_KAPC_STATE/offsets?points={point}")).data();
    let here = &offsets["points"][0];
    assert!(layout["between"].is_array());
    assert_eq!(here["between"], layout["between"]);
    assert_eq!(here["size"], layout["size"]);
    let members = list(&here["members"]);
    for member in list(&layout["members"])
        .iter()
        .filter(|it| it["bits"].is_null())
    {
        let same = |it: &&serde_json::Value| it["row"] == member["row"];
        let offset = &members.iter().find(same).expect("it is there")["offset"];
        assert_eq!(offset, &member["offset"], "{}", member["row"]);
    }
}

#[test]
fn an_answer_says_where_it_stays_and_has_a_tag() {
    let answer = get("/structures/_etw_realtime_consumer/offsets?members=LoggerId&format=csv");
    assert_eq!(
        answer.header(&header::CONTENT_LOCATION),
        "/api/v1/structures/ETW_REALTIME_CONSUMER/offsets?members=LoggerId&format=csv"
    );
    assert_eq!(
        answer.header(&header::CONTENT_TYPE),
        "text/csv; charset=utf-8"
    );
    assert!(answer.headers.contains_key(header::ETAG));
}

#[test]
fn so_many_members_and_points_are_answered_at_once() {
    let (members, points) = (vec!["LoggerId"; 1001], vec!["6.1/x64"; 201]);
    let in_images = format!("/offsets?{}", "m=_EPROCESS.Pcb&".repeat(1001));
    let too_many = |what| format!("422 more than {what}: ask in several requests\n");
    for (answer, what) in [
        (
            asked(&format!("members={}", members.join(","))),
            "1000 members",
        ),
        (asked(&format!("points={}", points.join(","))), "200 points"),
        (get(&in_images), "1000 members"),
    ] {
        assert_eq!(answer.problem(), too_many(what));
    }
}

#[test]
fn a_row_is_that_of_its_point_and_points_are_read_as_people_say_them() {
    let url = |query: &str| format!("/structures/ETW_PMC_SUPPORT/offsets?{query}");
    let answer = get(&url(
        "members=Source&points=1511/x64,1903/x64,1511/x64,win7%20x64",
    ))
    .data();
    let points = list(&answer["points"]);
    let versions: Vec<&str> = points.iter().map(|it| plain(&it["version"])).collect();
    assert_eq!(versions, ["1511", "1903", "6.1"]);
    assert_eq!(points[0]["members"][0]["row"], "source");
}

/// Members of any types in every image: the answer is the table, by GET and by POST.
#[test]
fn members_are_answered_in_every_image() {
    let path = "/offsets?m=_EPROCESS.Protection&m=nt!_eprocess&images=x64,19041..22621";
    let answer = get(path).data();
    let names: Vec<&str> = list(&answer["columns"])
        .iter()
        .map(|it| plain(&it["name"]))
        .collect();
    assert_eq!(names, ["_EPROCESS.Protection", "_EPROCESS"]);
    let mut classes = String::new();
    for class in list(&answer["classes"]) {
        let cells = list(&class["offsets"]).iter();
        let cells: Vec<String> = cells
            .map(|it| format!("{} {} {}", plain(&it["state"]), it["offset"], it["size"]))
            .collect();
        let images = list(&class["images"]).len();
        classes += &format!("{}: {}\n", cells.join(", "), images > 10);
    }
    expect![[r#"
        stated 2170 null, stated null 2624: true
        stated 2170 null, stated null 2944: true
        stated 2170 null, not stated null null: false
        stated 2170 null, stated null 3008: false
    "#]]
    .assert_eq(&classes);
    let bracketed = |answer: &serde_json::Value| {
        let cells = list(&answer["cells"]).iter();
        cells
            .filter(|it| !list(&it["bracketed"]).is_empty())
            .count()
    };
    assert!(bracketed(&answer) > 20);
    let without = get(&format!("{path}&bracketed=exclude")).data();
    assert_eq!(bracketed(&without), 0);
    assert_eq!(get(path).body, get(path).body);
    let csv = get(&format!("{path}&format=csv"));
    assert_eq!(csv.text().lines().count(), 1 + list(&answer["cells"]).len());
}

#[test]
fn symbols_are_columns_too() {
    let path = "/offsets?m=nt!PsProcessType&m=_EPROCESS.Token&images=ntoskrnl-10.0.19041.1288-x64,ntoskrnl-10.0.19041.264-x64";
    let answer = get(path).data();
    let column = &answer["columns"][0];
    assert_eq!(plain(&column["symbol"]), "PsProcessType");
    assert!(column["structure"].is_null() && column["member"].is_null());
    let csv = get(&format!("{path}&format=csv"));
    expect![[r#"
        image,module,arch,version,nt!PsProcessType,_EPROCESS.Token,bracketed,source
        ntoskrnl-10.0.19041.264-x64,ntoskrnl,x64,10.0.19041.264,,0x4b8,,vergilius-kernels-data
        ntoskrnl-10.0.19041.1288-x64,ntoskrnl,x64,10.0.19041.1288,0xcfc410,0x4b8,,vergilius-kernels-data jpcert-symbol-tables
    "#]]
    .assert_eq(&csv.text().replace('\r', ""));
    let edr = get("/offsets?format=edrsandblast&images=10.0.17763.379");
    expect![[r#"
        ntoskrnlVersion,PspCreateProcessNotifyRoutine,PspCreateThreadNotifyRoutine,PspLoadImageNotifyRoutine,_EPROCESS_Protection,EtwThreatIntProvRegHandle,_ETW_REG_ENTRY_GuidEntry,_ETW_GUID_ENTRY_ProviderEnableInfo,PsProcessType,PsThreadType,_OBJECT_TYPE_CallbackList,SeCiCallbacks
        ntoskrnl_17763-379.exe,4dabf0,4da7f0,4da9f0,6ca,40aff8,20,50,5432d0,5432f8,c8,40eee0
    "#]]
    .assert_eq(edr.text());
}

#[test]
fn a_list_is_posted_as_text_or_as_json() {
    let ask = |body: &str, media_type: &str| {
        let path = "/offsets?images=ntoskrnl-10.0.19041.264-x64&format=csv";
        post(path, media_type, body)
    };
    let list = ask("_EPROCESS.Protection\n_KTHREAD.StackBase\n", "text/plain");
    let json = ask(
        "[\"_EPROCESS.Protection\", \"_KTHREAD.StackBase\"]",
        "application/json",
    );
    let header = ask(
        "#define EPROCESS_Protection 0x87a\nint x;\n#define KTHREAD_StackBase 0x38\n",
        "text/plain",
    );
    expect![[r#"
        image,module,arch,version,_EPROCESS.Protection,_KTHREAD.StackBase,bracketed,source
        ntoskrnl-10.0.19041.264-x64,ntoskrnl,x64,10.0.19041.264,0x87a,0x38,,vergilius-kernels-data
    "#]]
    .assert_eq(&list.text().replace('\r', ""));
    assert_eq!((&json.body, &header.body), (&list.body, &list.body));
}

#[test]
fn a_list_without_members_is_told() {
    let wrong = "_EPROCESS.Protection\n_EPROCESS.Protektion\n";
    refused(
        &post("/offsets", "text/plain", wrong),
        &expect![[r#"
            422 line 2: The type _EPROCESS has no member `Protektion` in any image. Did you mean _EPROCESS.Protection?
        "#]],
    );
    refused(
        &post("/offsets", "application/json", "[]"),
        &expect![[r#"
            422 there is no member: expected one such as _EPROCESS.Protection
        "#]],
    );
}
