//! Tests of the server binary: start, requests, monitoring, shutdown.

mod base;
mod data;
#[path = "../support/folder.rs"]
mod folder;
mod hosting;
mod limits;
mod replicas;
mod running;
mod settings;
mod socket;
mod stopping;
mod tls;
mod tokens;
mod watching;

use running::{Running, Says, complaint, strata};

#[test]
fn it_says_where_it_is_and_answers_there() {
    let server = Running::start();
    let answer = server.get("/healthz");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    assert!(answer.ends_with("ok\n"), "{answer}");
    assert!(server.get("/nothing").starts_with("HTTP/1.1 404 "));
}

#[test]
fn it_listens_where_a_name_leads() {
    let server = Running::spawned(&mut strata("serve --listen localhost:0"));
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn a_busy_port_gets_a_sentence_that_says_what_to_do() {
    let server = Running::start();
    let said = complaint(&format!("serve --listen {}", server.address), 1);
    said.has("is in use");
    said.has("--listen");
}
