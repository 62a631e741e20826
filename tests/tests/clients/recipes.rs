//! Runs the recipes of README.md verbatim, except for the server's address.

use std::fs;
use std::process::Command;

use expect_test::expect;
use strata_tests::workspace;

use crate::tool;

/// The server's address in README.md.
const ADDRESS: &str = "http://127.0.0.1:8080";

/// The recipe in that language: its first code block after the heading.
fn recipe(language: &str) -> String {
    let file = workspace::root().join("README.md");
    let text = fs::read_to_string(file).expect("README.md is there");
    let (_, behind) = text.split_once("\n### Recipes\n").expect("the recipes");
    let fence = format!("\n```{language}\n");
    let (_, block) = behind.split_once(&fence).expect("a recipe");
    let (recipe, _) = block.split_once("\n```\n").expect("it ends");
    assert!(recipe.contains(ADDRESS), "{recipe}");
    recipe.replace(ADDRESS, &tool::server()) + "\n"
}

#[test]
fn curl_with_jq() {
    let folder = tool::folder("curl");
    let script = format!("cd '{}'\n{}", folder.display(), recipe("sh"));
    let mut bash = Command::new("bash");
    bash.args(["-euo", "pipefail", "-s"]);
    expect![[r#"
        LoggerId	6.1	88	ULONG LoggerId
        LoggerId	6.2	88	USHORT LoggerId
        LoggerId	6.3	88	USHORT LoggerId
        LoggerId	10.0	88	USHORT LoggerId
        LoggerId	1511	88	USHORT LoggerId
        LoggerId	1607	88	USHORT LoggerId
        LoggerId	1703	88	USHORT LoggerId
        LoggerId	1709	88	USHORT LoggerId
        LoggerId	1803	88	USHORT LoggerId
        LoggerId	1809	88	USHORT LoggerId
        LoggerId	1903	88	USHORT LoggerId
        LoggerId	1909	88	USHORT LoggerId
        LoggerId	2004	88	USHORT LoggerId
        LoggerId	20H2	88	USHORT LoggerId
        LoggerId	21H1	88	USHORT LoggerId
        LoggerId	21H2	88	USHORT LoggerId
        LoggerId	22H2	88	USHORT LoggerId
        LoggerId	server-2022	88	USHORT LoggerId
        LoggerId	11-21H2	88	USHORT LoggerId
        LoggerId	11-22H2	88	USHORT LoggerId
        LoggerId	11-23H2	88	USHORT LoggerId
        LoggerId	11-24H2	88	USHORT LoggerId
    "#]]
    .assert_eq(&tool::ran_with(&mut bash, &script));
    let table = fs::read_to_string(folder.join("strata.csv")).expect("the table was written");
    assert!(table.starts_with("structure,version,arch,"));
}

#[test]
fn python_with_its_standard_library() {
    let mut python = Command::new("python3");
    expect![[r#"
        0x0000   8 unknown pointer to EPROCESS
        0x0008  32 unknown KSEMAPHORE
        0x0028   8 unknown EX_PUSH_LOCK
        0x0030  16 LIST_ENTRY NotificationQueue
        0x0040   4 ULONG NotificationCount
        0x0044   4 unknown ULONG counter
        0x0048   1 unknown BOOLEAN
        4 BOOLEANs became bits of Flags, bit Notified of Flags added, LoggerId retyped; size 0x88 in both
        ETW_REALTIME_CONSUMER has no layout at 5.1/x64: absent, because 5.1 had no x64 edition. ['6.0/x64', '6.1/x64', '6.2/x64', '6.3/x64', '10.0/x64']
    "#]].assert_eq(&tool::ran_with(python.arg("-"), &recipe("python")));
}

/// PowerShell is in none of the tests' registries: only check that the recipe is there and names existing cmdlets.
#[test]
fn powershell_is_there_to_be_pasted() {
    let recipe = recipe("powershell");
    assert!(recipe.contains("Invoke-RestMethod") && recipe.contains("ContentType"));
}
