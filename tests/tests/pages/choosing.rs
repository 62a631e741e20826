//! Tests of forms in which points are chosen or typed, as a browser without JavaScript sends them.

use axum::http::{Method, StatusCode};
use strata_core::Arch;
use strata_frontend::route::Route;
use strata_tests::client::{ask, get, page};
use strata_tests::data::dataset;
use strata_tests::html::Document;
use strata_tests::rows;

const CONSUMER: &str = "/structures/ETW_REALTIME_CONSUMER";

#[test]
fn what_was_chosen_leads_to_its_page() {
    for (form, target) in [
        ("/diff?from=6.1%2Fx64&to=6.2%2Fx86", "/diff/6.1/x64/6.2/x86"),
        ("/diff?from=win7&to=8.1+x86", "/diff/6.1/x64/6.3/x86"),
        (
            "/diff?to=6.2%2Fx64&from=1607&near=6.1%2Fx86",
            "/diff/1607/x86/6.2/x64",
        ),
        ("/layout?point=1809+x86&near=6.1%2Fx64", "/1809/x86"),
        ("/layout?near=6.1%2Fx64&point=x86", "/6.1/x86"),
        ("/layout?point=7", "/6.1/x64"),
        // A version without an architecture: a shortened address.
        ("/6.2", "/6.2/x64"),
        ("/win8/", "/6.2/x64"),
        ("/decode?point=19041&near=6.1%2Fx86", "/2004/x86/decode"),
        // Empty fields mean the newest layout, and the last change.
        ("/layout?point=", "/11-24H2/x64"),
        ("/diff?from=6.1%2Fx64", "/diff/6.1/x64/11-24H2/x64"),
        ("/diff?from=&to=6.2%2Fx64", "/diff/6.1/x64/6.2/x64"),
    ] {
        for method in [Method::GET, Method::HEAD] {
            let answer = ask(&method, &format!("{CONSUMER}{form}"), &[]);
            let location = answer.location(StatusCode::SEE_OTHER);
            assert_eq!(location, format!("{CONSUMER}{target}"), "{form}");
        }
    }
    // The forms of tasks name the structure, too.
    for (form, target) in rows(
        "/structures/_etw_realtime_consumer/layout?point=6.1 /6.1/x64
         /decode?structure=etw_realtime_consumer&point=24H2 /11-24H2/x64/decode
         /identify?structure=ETW_REALTIME_CONSUMER /11-24H2/x64/decode
         /compare?structure=+ETW_REALTIME_CONSUMER+&from=7&to=8 /diff/6.1/x64/6.2/x64",
    ) {
        let answer = get(form);
        let location = answer.location(StatusCode::SEE_OTHER);
        assert_eq!(location, format!("{CONSUMER}{target}"), "{form}");
    }
    let posted = ask(&Method::POST, &format!("{CONSUMER}/layout?point=7"), &[]);
    assert_eq!(posted.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[test]
fn what_leads_nowhere_is_a_404_that_offers_the_same_purpose() {
    for (form, expected) in rows(
        "/diff?from=6.1%2Fx64&to=5.1 /diff/6.1/x64/6.0/x86 has no layout at 5.1
         /diff?from=6.4&to=6.2%2Fx86 /diff/6.1/x64/6.2/x86 6.4
         /decode?point=win10&near=6.1%2Fx86 /1511/x86/decode several versions
         /layout?point=%3Cscript%3E / There is no version
         /diff / has no such page",
    ) {
        // A path cut short, `/diff`, has no field of the form, and leads to the structure, as no version does.
        let (offers, says) = expected.split_once(' ').expect("a path and words");
        let offers = format!("{CONSUMER}{}", offers.trim_end_matches('/'));
        let text = &get(&format!("{CONSUMER}{form}")).page(StatusCode::NOT_FOUND);
        assert!(text.contains(says), "{form}: {text}");
        assert!(!text.contains("<script>"), "{form}");
        let links = Document::parse(text).links;
        assert!(links.contains(&offers), "{form} offers {links:?}");
        // The input comes back in its field, with the reason below it.
        let has_field = text.contains("aria-invalid=\"true\" aria-describedby=\"point-why\"")
            && text.contains("<p id=\"point-why\"");
        assert_eq!(has_field, form != "/diff", "{form}: {text}");
    }
    let missing = get("/structures/NOTHING/layout?point=6.1");
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
}

/// The values of the radio buttons with that name, and the chosen ones.
fn radios<'a>(page: &'a str, name: &str) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut values, mut chosen) = (Vec::new(), Vec::new());
    for input in page.split("<input type=\"radio\"").skip(1) {
        let (input, _) = input.split_once('>').expect("a tag ends");
        if !input.contains(&format!("name=\"{name}\"")) {
            continue;
        }
        let (_, value) = input.split_once("value=\"").expect("a value");
        let (value, _) = value.split_once('"').expect("its end");
        values.push(value);
        if input.contains(" checked") {
            chosen.push(value);
        }
    }
    (values, chosen)
}

#[test]
fn any_two_layouts_of_a_history_can_be_chosen() {
    for structure in dataset().audited() {
        let name = &structure.name;
        let path = Route::structure(name).to_string();
        let text = &page(&path);
        assert!(text.contains(&format!("action=\"{path}/diff\"")), "{path}");
        let (from, from_chosen) = radios(text, "from");
        let (to, to_chosen) = radios(text, "to");
        assert_eq!(from, to, "{path}");
        // The first point of every layout class, and no other.
        for arch in Arch::ALL {
            let mut before = None;
            for layout in structure.layouts().iter().filter(|it| it.arch() == arch) {
                let is_new = !before.is_some_and(|it: &strata_core::Layout| it.same_as(layout));
                let there = from.contains(&&*layout.point.to_string());
                assert!(there || !is_new, "{path}: {}", layout.point);
                before = Some(layout);
            }
        }
        let ([old], [new]) = (&from_chosen[..], &to_chosen[..]) else {
            panic!("{path}: {from_chosen:?} and {to_chosen:?} are chosen");
        };
        let answer = get(&format!("{path}/diff?from={old}&to={new}"));
        let location = answer.location(StatusCode::SEE_OTHER);
        assert_eq!(location, format!("{path}/diff/{old}/{new}"));
    }
}

/// The suggestions of the list of points: value, and alternative spellings.
fn options(page: &str) -> Vec<(String, String)> {
    let (_, list) = page.split_once("<datalist id=\"points\">").expect("a list");
    let (list, _) = list.split_once("</datalist>").expect("its end");
    let options = list.split("<option value=\"").skip(1);
    options
        .map(|option| {
            let (value, rest) = option.split_once("\">").expect("a tag ends");
            let (words, _) = rest.split_once('<').expect("an option ends");
            (value.to_owned(), words.to_owned())
        })
        .collect()
}

#[test]
fn every_option_of_a_picker_leads_to_its_point_by_any_of_its_names() {
    for structure in dataset().audited() {
        let name = &structure.name;
        let path = Route::structure(name).to_string();
        let near = structure.layouts().last().expect("a layout").point;
        let text = &page(&Route::layout(name, near).to_string());
        assert!(
            text.contains(&format!("action=\"{path}/layout\"")),
            "{path}"
        );
        let options = options(text);
        let all = structure.layouts();
        let mut all: Vec<String> = all.iter().map(|layout| layout.point.to_string()).collect();
        all.sort();
        all.dedup();
        assert_eq!(options.len(), all.len(), "{path}");
        for (value, words) in options {
            let point = value.replace(' ', "/");
            assert!(all.contains(&point), "{path}: {value}");
            let (version, arch) = value
                .split_once(' ')
                .expect("a version and an architecture");
            // The text before the build number is Microsoft's name, which several releases may share; a build has its
            // release there, which is another point.
            let names = words.split_once(", build ").map_or("", |(_, names)| names);
            let names = names.split(", ").filter(|name| !name.is_empty());
            let names = names.chain([version]);
            for typed in names {
                let typed = format!("{typed} {arch}").replace(' ', "+");
                let form = format!("{path}/layout?near={near}&point={typed}");
                let answer = get(&form);
                let location = answer.location(StatusCode::SEE_OTHER);
                assert_eq!(location, format!("{path}/{point}"), "{form}");
            }
        }
    }
}

#[test]
fn every_picker_has_its_field() {
    for (picker, fields) in [
        (
            "/6.1/x64",
            &["action=\"/structures/ETW_REALTIME_CONSUMER/layout\""][..],
        ),
        (
            "/6.1/x64/decode",
            &[
                "action=\"/structures/ETW_REALTIME_CONSUMER/decode\"",
                "id=\"point-text\"",
            ],
        ),
        (
            "/diff/6.1/x64/6.2/x86",
            &[
                "id=\"from-point-text\" type=\"search\" name=\"from\"",
                "type=\"hidden\" name=\"to\" value=\"6.2/x86\"",
                "id=\"to-point-text\" type=\"search\" name=\"to\"",
                "type=\"hidden\" name=\"from\" value=\"6.1/x64\"",
            ],
        ),
    ] {
        let text = &page(&format!("{CONSUMER}{picker}"));
        for field in fields {
            assert!(text.contains(field), "{picker} lacks {field}");
        }
        assert_eq!(
            text.matches("<datalist id=\"points\"").count(),
            1,
            "{picker}"
        );
    }
}
