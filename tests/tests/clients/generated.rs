//! Tests a client generated from the document: openapi-typescript writes the types, tsc checks a script that uses them,
//! and node runs it against the server.

use std::fs;
use std::process::Command;

use expect_test::expect;
use strata_tests::workspace;

use crate::tool;

#[test]
fn a_script_with_generated_types_compiles_and_runs() {
    let folder = tool::folder("generated");
    let document = tool::document(&folder);
    tool::ran(
        tool::node("openapi-typescript")
            .arg(&document)
            .args(["--output", "api.d.ts"])
            .current_dir(&folder),
    );
    let script = workspace::root().join("tests/js/client.ts");
    fs::copy(&script, folder.join("client.ts")).expect("the script can be copied");
    fs::write(folder.join("package.json"), r#"{ "type": "module" }"#).expect("it can be written");
    tool::ran(
        tool::node("tsc")
            .args([
                "--strict",
                "--noUncheckedIndexedAccess",
                "--exactOptionalPropertyTypes",
            ])
            .args([
                "--target",
                "es2022",
                "--lib",
                "es2022,dom",
                "--module",
                "nodenext",
            ])
            .args(["--outDir", "out", "client.ts"])
            .current_dir(&folder),
    );
    let said = tool::ran(
        Command::new("node")
            .arg("out/client.js")
            .arg(tool::server())
            .current_dir(&folder),
    );
    expect![[r#"
        {"names":["ETW_DATA_SOURCE","ETW_PMC_SUPPORT","ETW_REALTIME_CONSUMER","ETW_SILODRIVERSTATE","ETW_UM_LOGGER_CONTEXT"],"size":136,"bits":["ShutDownRequested 0x1","NewBuffersLost 0x2","Disconnected 0x4","Notified 0x8","Wow 0x10"],"kinds":["added","resized","retyped","to_bits"],"refused":"404 There is no structure `nothing`."}
    "#]]
    .assert_eq(&said);
}
