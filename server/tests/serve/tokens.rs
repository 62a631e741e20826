//! Tests of tokens: who has one reads the operator's structures, and nobody else.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;

use super::data::{LAYOUT, PAGE, body, folder, tag, until};
use super::running::{self, Folder, Running, Says, bundle, complaint};

const ANN: &str = "Authorization: Bearer anns-token-of-20-letters\r\n";
/// The same as a browser sends it.
const BASIC: &str = "Authorization: Basic OmFubnMtdG9rZW4tb2YtMjAtbGV0dGVycw==\r\n";
const BOB: &str = "Authorization: Bearer bobs-token-of-20-letters\r\n";
const LIST: &str = "/api/v1/structures?q=MY_THING";

fn protected(name: &str) -> (Folder, Running) {
    let folder = folder(name);
    folder.write("tokens", "ann anns-token-of-20-letters\n");
    let flags = format!("--reload-interval 0s --tokens {}", folder.file("tokens"));
    let server = folder.serving(&flags);
    (folder, server)
}

#[test]
fn own_structures_are_read_with_a_token_and_the_rest_without() {
    let (folder, server) = protected("tokens");
    for turn in ["first", "from the caches"] {
        let with = server.get_with(LAYOUT, ANN);
        with.is(200);
        with.has("vary: accept, accept-encoding\r\nvary: authorization\r\n");
        with.has("cache-control: private, no-cache\r\n");
        with.lacks("access-control-allow-origin");
        let held = format!("If-None-Match: {}\r\n", tag(&with));
        let unchanged = server.get_with(LAYOUT, &format!("{ANN}{held}"));
        unchanged.is(304);
        unchanged.has("cache-control: private, no-cache\r\n");
        unchanged.has("vary: authorization\r\n");
        server.get_with(PAGE, BASIC).is(200);
        for headers in ["", &held] {
            let without = server.get_with(LAYOUT, headers);
            without.is(404);
            without.has("vary: authorization\r\n");
            without.has("access-control-allow-origin: *\r\n");
        }
        server.get(PAGE).is(404);
        for path in [LAYOUT, PAGE, running::LAYOUT, "/"] {
            let wrong = server.get_with(path, BOB);
            wrong.is(401);
            wrong.has("www-authenticate: Bearer realm=\"Strata\"\r\n");
            wrong.has("content-type: application/problem+json\r\n");
            wrong.has("cache-control: no-store\r\n");
        }
        assert!(server.get_with(LIST, ANN).contains("MY_THING"), "{turn}");
        server.get(LIST).has("\"items\":[]");
        server.get("/api/v1/search?q=Of_one").lacks("MY_THING");
    }
    let (with, without) = (server.get_with("/", ANN), server.get("/"));
    without.has("cache-control: public, no-cache\r\n");
    server
        .get_with(&bundle(&with), ANN)
        .has("cache-control: private, max-age=31536000, immutable\r\n");
    server.get(&bundle(&with)).is(404);
    server.get(&bundle(&without)).is(200);
    let decode = |headers: &str| {
        let mut client = server.connect();
        client.send(&format!(
            "POST {LAYOUT}/decode HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n{headers}\
             Content-Type: application/octet-stream\r\nContent-Length: 8\r\n\r\n01234567"
        ));
        client.rest()
    };
    decode(ANN).is(200);
    decode("").is(404);
    decode(BOB).is(401);
    // Monitors have no token, and are told nothing of the structures.
    folder.write("structures/my_thing.toml", "name = 7\n");
    server.tell("-HUP");
    let ready = until(&server, "/readyz", "/audit says why to holders of a token");
    ready.is(200);
    ready.lacks("my_thing");
    server.get_with("/readyz", BOB).is(200);
    server.get("/audit").lacks("is refused");
    server.get_with("/audit", ANN).has("is refused");
}

#[test]
fn a_browser_signs_in() {
    let (_folder, server) = protected("sign-in");
    let asked = server.get_with("/sign-in", "Accept: text/html\r\n");
    asked.is(401);
    asked.has("www-authenticate: Basic realm=\"Strata\", charset=\"UTF-8\"\r\n");
    asked.has("content-type: text/html");
    let wrong = server.get_with("/", "Authorization: Basic Ong=\r\n");
    wrong.is(401);
    wrong.has("www-authenticate: Basic realm");
    let right = server.get_with("/sign-in", BASIC);
    right.is(303);
    right.has("location: /\r\n");
    Running::start().get("/sign-in").is(404);
    let ignored = Running::start().get_with(running::LAYOUT, BOB);
    ignored.is(200);
    ignored.lacks("vary: authorization");
}

#[test]
fn tokens_change_while_the_server_runs() {
    let (folder, server) = protected("tokens-change");
    let status = |headers: &str| server.get_with(LAYOUT, headers)[9..12].to_owned();
    let becomes = |headers: &str, expected: &str| {
        server.tell("-HUP");
        running::until("the tokens are not read", || status(headers) == expected);
    };
    folder.write("tokens", "bobs-token-of-20-letters\n");
    becomes(BOB, "200");
    assert_eq!(status(ANN), "401");
    // An invalid file changes nothing, invalid data keep no token alive.
    folder.write("tokens", "short\n");
    server.tell("-HUP");
    until(
        &server,
        "/metrics",
        "strata_reloads_total{outcome=\"unchanged\"} 2\n",
    );
    assert_eq!(status(BOB), "200");
    folder.write("tokens", "anns-token-of-20-letters\n");
    folder.write("structures/my_thing.toml", "name = 7\n");
    becomes(BOB, "401");
    assert_eq!(status(ANN), "200");
    folder.hold("two");
    server.tell("-HUP");
    running::until("the new data are not served", || {
        server.get_with(LAYOUT, ANN).contains("Of_two")
    });
    assert_ne!(
        body(&server.get_with("/audit", ANN)),
        body(&server.get("/audit"))
    );
}

#[test]
fn a_file_without_sense_is_refused_and_a_readable_one_is_told() {
    let folder = folder("tokens-file");
    let path = folder.file("tokens");
    let (data, serve) = (folder.0.display(), "serve --listen 127.0.0.1:0");
    let with = format!("{serve} --data {data} --tokens {path}");
    folder.write("tokens", "# ours\nann short-secret\n");
    let said = complaint(&with, 1);
    said.has("tokens:2: a token has at least 20 (TOKEN_LENGTH)");
    said.lacks("short-secret");
    complaint(&format!("{serve} --tokens {path}"), 1).has("set data, too");
    folder.write("tokens", "ann anns-token-of-20-letters\n");
    let warned = |mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&path, permissions).expect("it is ours");
        let mut command = running::strata(&with);
        let mut server = Running::spawned(command.stderr(std::process::Stdio::piped()));
        server.tell("-TERM");
        server.end();
        let log = server.process.stderr.take().expect("it is piped");
        std::io::read_to_string(log).expect("it is text")
    };
    warned(0o644).has("every user of this machine may read the tokens");
    warned(0o640).lacks("every user");
}
