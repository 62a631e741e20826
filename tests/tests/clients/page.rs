//! Tests of the API page: it covers the document, and its commands work as pasted.

use std::fs;
use std::process::Command;

use serde_json::Value;
use strata_tests::html::Document;

use crate::tool;

fn page() -> String {
    let url = format!("{}/api", tool::server());
    tool::ran(Command::new("curl").args(["--silent", "--show-error", "--fail", &url]))
}

fn document() -> Value {
    let file = tool::document(&tool::folder("page"));
    let text = fs::read_to_string(file).expect("it was written");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The texts of the page's elements that begin with `begins`, unescaped.
fn texts(page: &str, begins: &str) -> Vec<String> {
    let inside = |part: &str| part.split("</code>").next().map(shown);
    page.split(begins).skip(1).filter_map(inside).collect()
}

fn shown(markup: &str) -> String {
    let mut text = markup.to_owned();
    for (written, meant) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ] {
        text = text.replace(written, meant);
    }
    text
}

#[test]
fn every_route_every_shape_and_every_error_is_on_it() {
    let (page, document) = (page(), document());
    let html = Document::parse(&page);
    assert_eq!(html.errors, [""; 0]);
    let members = |value: &Value| -> Vec<(String, Value)> {
        let object = value.as_object().expect("an object").clone();
        object.into_iter().collect()
    };
    for (path, methods) in members(&document["paths"]) {
        assert!(page.contains(&format!("<code>{path}</code>")), "{path}");
        for (_, operation) in members(&methods) {
            let id = operation["operationId"].as_str().expect("an id");
            assert!(html.ids.iter().any(|it| it == id), "{id}");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let Some(name) = parameter["name"].as_str() else {
                    continue;
                };
                assert!(
                    page.contains(&format!("<code>{name}</code>")),
                    "{id} {name}"
                );
            }
        }
    }
    for (name, _) in members(&document["components"]["schemas"]) {
        assert!(html.ids.contains(&format!("shape-{name}")), "{name}");
    }
    for (name, _) in members(&document["components"]["responses"]) {
        let is_problem = name != "NotModified";
        assert_eq!(
            html.ids.contains(&format!("error-{name}")),
            is_problem,
            "{name}"
        );
    }
    for link in html.links.iter().filter_map(|link| link.strip_prefix('#')) {
        assert!(
            html.ids.iter().any(|id| id == link),
            "#{link} leads nowhere"
        );
    }
}

#[test]
fn its_commands_work_as_they_are_pasted() {
    let page = page();
    let commands = texts(&page, "<code>curl ");
    assert!(commands.len() >= 16, "{commands:#?}");
    for command in commands {
        let script = format!("STRATA={}\ncurl --fail {command}\n", tool::server());
        let bash = &mut Command::new("bash");
        let answer = tool::ran_with(bash.args(["-euo", "pipefail", "-s"]), &script);
        assert!(!answer.is_empty(), "{command}");
    }
}
