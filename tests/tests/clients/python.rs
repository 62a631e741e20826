//! Tests of the Python package: it matches the API, its wheel installs, and a script checked by mypy runs with it.

use std::fs;

use expect_test::{expect, expect_file};
use strata_tests::workspace;

use crate::tool;

/// The files generated from the document.
const GENERATED: [&str; 2] = ["models.py", "operations.py"];

#[test]
fn the_package_is_of_this_api() {
    let folder = tool::folder("python-generated");
    let document = tool::document(&folder);
    let package = workspace::root().join("clients/python");
    tool::ran(
        tool::python("python")
            .arg(package.join("generate.py"))
            .args([&document, &folder]),
    );
    for name in GENERATED {
        let written = fs::read_to_string(folder.join(name)).expect("it is written");
        expect_file![package.join("src/strata_client").join(name)].assert_eq(&written);
    }
}

#[test]
fn a_script_over_the_wheel_is_typed_and_runs() {
    let folder = tool::folder("python-wheel");
    let source = folder.join("source");
    copy(&workspace::root().join("clients/python"), &source);
    let pip = |arguments: &[&str]| {
        tool::ran(
            tool::python("python")
                .args(["-m", "pip", "--quiet", "--disable-pip-version-check"])
                .args(arguments)
                .current_dir(&folder),
        )
    };
    pip(&["wheel", "--no-deps", "--no-build-isolation", "./source"]);
    let wheel = "strata_client-0.1.0-py3-none-any.whl";
    pip(&["install", "--no-index", "--target", "site", wheel]);
    let script = workspace::root().join("tests/python/client.py");
    tool::ran(
        tool::python("mypy")
            .args(["--strict", "--no-incremental"])
            .arg(&script)
            .env("MYPYPATH", folder.join("site"))
            .current_dir(&folder),
    );
    let said = tool::ran(
        tool::python("python")
            .arg(&script)
            .arg(tool::server())
            .env("PYTHONPATH", folder.join("site")),
    );
    expect![[r#"
        {"structures": ["ETW_DATA_SOURCE", "ETW_PMC_SUPPORT", "ETW_REALTIME_CONSUMER", "ETW_SILODRIVERSTATE", "ETW_UM_LOGGER_CONTEXT"], "size": 136, "offset": 88, "kinds": ["added", "resized", "retyped", "to_bits"], "header": true, "decoded": 1, "columns": ["_EPROCESS.Protection", "_EPROCESS.Token"], "refused": "404 There is no structure `nothing`."}
    "#]].assert_eq(&said);
}

/// Copies a folder, because a build writes beside its sources.
fn copy(from: &std::path::Path, to: &std::path::Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("it can be listed") {
        let entry = entry.expect("it can be read");
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => fs::copy(entry.path(), target)
                .map(|_| ())
                .expect("it can be copied"),
        }
    }
}
