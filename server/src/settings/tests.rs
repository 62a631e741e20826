//! Tests: settings from each source, and messages for errors.

use super::*;

fn given(flags: &[&str]) -> Sources {
    let command = Settings::augment_args(clap::Command::new("serve"));
    let matches = command.get_matches_from([&["serve"], flags].concat());
    Sources::read(&matches).unwrap()
}

#[test]
fn every_default_is_sound_and_documented() {
    let settings = Settings::default();
    assert_eq!(settings.header_time.as_secs(), 15);
    assert_eq!(settings.body_size, 4 << 20);
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    for row in manual().lines().skip(2) {
        assert!(row.ends_with(". |") && !row.ends_with(".. |"), "{row}");
    }
}

#[test]
fn a_flag_is_read_and_says_so() {
    let sources = given(&[
        "--header-time",
        "300ms",
        "--trusted-proxies",
        "10.0.0.0/8,::1,unix",
    ]);
    let settings = Settings::of(&sources).unwrap();
    assert_eq!(settings.header_time.as_millis(), 300);
    assert_eq!(settings.trusted_proxies.networks.len(), 2);
    assert!(settings.trusted_proxies.unix);
    let printed = sources.print();
    assert!(printed.contains("header-time = \"300ms\" # --header-time\n"));
    assert!(printed.contains("body-time = \"30s\" # default\n"));
}

#[test]
fn the_manual_has_every_setting_as_it_is() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
    let text = std::fs::read_to_string(path).unwrap();
    let begin = "<!-- settings: written by the tests -->\n";
    let end = "<!-- end of settings -->";
    let (before, rest) = text.split_once(begin).unwrap();
    let (_, after) = rest.split_once(end).unwrap();
    let right = format!("{before}{begin}\n{}\n{end}{after}", manual());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, right).unwrap();
    } else {
        assert_eq!(text, right, "UPDATE_GOLDEN=1 writes docs/operations.md");
    }
}

#[test]
fn an_address_has_a_scheme_a_host_and_perhaps_a_path() {
    for (text, origin, base) in [
        ("https://Strata.Example", "https://strata.example", ""),
        ("https://strata.example/", "https://strata.example", ""),
        ("http://[::1]:8080/a/b/", "http://[::1]:8080", "/a/b"),
    ] {
        let url: PublicUrl = text.parse().unwrap();
        assert_eq!((&*url.origin, url.base.as_str()), (origin, base));
    }
    for text in [
        "strata.example",
        "/strata",
        "ftp://strata.example",
        "https://",
        "https://me@strata.example",
        "https://strata.example/?a",
        "https://strata.example/#a",
        "https://strata.example/a%20b",
    ] {
        let why = text.parse::<PublicUrl>().expect_err(text);
        assert!(why.starts_with("expected"), "{why}");
    }
}
