//! Tests of hostile paths, queries and bodies: each gets a documented answer, none a 500.

use axum::http::{Method, StatusCode};

use crate::client::{ROOT, api, post};

/// Values in place of a name, a version or a number, separated by blanks.
const JUNK: &str = ". .. ... %2e%2e %2f %2F..%2F %00 %0a %0d%0a %ff %c0%af %zz % %e2%80%ae %F0%9F%92%A9 %ED%A0%80 \
    null undefined NaN true -1 0 1e9 0x 0xg 18446744073709551616 99999999999999999999999999 ' \" %22 \
    <script> %3Cscript%3E {} {name} [] () * ** ? ?? & && = == + ; : , @ ! $ $(id) `id` | \\ %5c ~ ^ \
    _ __ _ETW_REALTIME_CONSUMER_ ETW_REALTIME_CONSUMER%00 ETW_REALTIME_CONSUMER.json 6.1%20 6.1. \
    6..1 6.1/ 6,1 H2 10 10.0.0 10.0.18362.720.1 10.0.18362.99999999999 x64%00 amd64 x64/x86 \
    ../../etc/passwd %2e%2e%2f%2e%2e%2fetc%2fpasswd con nul a\u{0}b";

/// The same with those that have a blank, and none.
fn all_junk() -> impl Iterator<Item = &'static str> {
    let odd = ["", "ETW_REALTIME_CONSUMER ", "X64 "];
    JUNK.split(' ').chain(odd)
}

/// The paths that get the values.
const PLACES: &[&str] = &[
    "/{}",
    "/structures/{}",
    "/structures/{}/layouts/6.1/x64",
    "/structures/ETW_REALTIME_CONSUMER/layouts/{}/x64",
    "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/{}",
    "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64?format={}",
    "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64?{}",
    "/structures/ETW_REALTIME_CONSUMER/members/{}",
    "/structures/ETW_REALTIME_CONSUMER/diff?from={}&to=6.1/x64",
    "/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/{}&to={}/x64",
    "/structures/ETW_REALTIME_CONSUMER/offsets?members={}",
    "/structures/ETW_REALTIME_CONSUMER/offsets?points={}",
    "/structures/ETW_REALTIME_CONSUMER/offsets?points={}/x64,6.1/{}&format={}",
    "/structures?q={}",
    "/structures?limit={}",
    "/structures?cursor={}",
    "/releases?{}",
    "/audit/{}",
];

#[test]
fn junk_in_every_place_is_answered_as_promised() {
    let mut asked = 0;
    for place in PLACES {
        for junk in all_junk() {
            let url = format!("{ROOT}{}", place.replace("{}", junk));
            if let Some(answer) = api().try_raw(&Method::GET, &url, Vec::new()) {
                asked += 1;
                assert!(!answer.status.is_server_error(), "{url}: {answer:?}");
            }
        }
    }
    assert!(asked > 900, "{asked}");
}

#[test]
fn nothing_is_too_long() {
    for place in PLACES {
        for junk in ["a", "9", "%25", "é", "_", "/"] {
            let long = junk.repeat(8_000);
            let url = format!("{ROOT}{}", place.replace("{}", &long));
            if let Some(answer) = api().try_raw(&Method::GET, &url, Vec::new()) {
                assert!(!answer.status.is_server_error(), "{place} {junk}");
                assert!(
                    answer.body.len() < 60_000,
                    "{place} {junk}: {}",
                    answer.body.len()
                );
            }
        }
    }
}

#[test]
fn junk_in_the_parameters_of_decode_is_answered_as_promised() {
    let decode = "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
    for path in [decode, "/identify"] {
        for name in [
            "base",
            "count",
            "at",
            "address",
            "from",
            "dialect",
            "structure",
            "arch",
            "nothing",
        ] {
            for junk in all_junk() {
                let url = format!("{ROOT}{path}?{name}={junk}");
                api().try_raw(&Method::POST, &url, b"00 01 02 03".to_vec());
            }
        }
    }
}

/// Bodies that a decoder may fail on, as text and as bytes.
fn bodies() -> Vec<Vec<u8>> {
    vec![
        vec![0; 100_000],
        vec![0xff; 100_000],
        b"\n".repeat(100_000),
        b"00 ".repeat(100_000),
        b"fffff800`00000000  ".repeat(10_000),
        b"ffffffff`ffffffff  00 01 02\n00000000`00000000  00 01 02\n".to_vec(),
        b"fffff800`00000000  ?? ?? ?? ??\n".repeat(1_000),
        "é".repeat(50_000).into_bytes(),
        "\u{feff}00 01".as_bytes().to_vec(),
        b"\xff\xfe0\x000\x00".to_vec(),
        b"\xff\xfe0".to_vec(),
        b"\xfe\xff\xd8\x00".to_vec(),
    ]
}

fn is_decoded_or_refused(path: &str, body: &[u8]) {
    for media_type in ["text/plain", "application/octet-stream"] {
        let answer = post(path, media_type, body);
        let expected = [
            StatusCode::OK,
            StatusCode::BAD_REQUEST,
            StatusCode::UNPROCESSABLE_ENTITY,
        ];
        assert!(expected.contains(&answer.status), "{path}: {answer:?}");
    }
}

#[test]
fn hostile_bodies_are_decoded_or_refused() {
    let consumer = "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64/decode";
    for junk in all_junk() {
        is_decoded_or_refused(consumer, junk.as_bytes());
    }
    for path in [
        consumer,
        "/structures/ETW_UM_LOGGER_CONTEXT/layouts/6.2/x86/decode?count=3&at=1",
        "/structures/ETW_SILODRIVERSTATE/layouts/2004/x64/decode?base=0xffffffffffffffff",
        "/identify?count=9&base=0xfffffffffffffff0",
    ] {
        for body in bodies() {
            is_decoded_or_refused(path, &body);
        }
    }
}

#[test]
fn odd_headers_are_taken_as_they_are() {
    let layout = "/structures/ETW_REALTIME_CONSUMER/layouts/6.1/x64";
    let many = "br,".repeat(5_000);
    for (name, value) in [
        ("accept", ""),
        ("accept", ";;;,,,q="),
        ("accept", "*/*;q=2"),
        ("accept-encoding", "br;q=nonsense, gzip;q=-1"),
        ("accept-encoding", &*many),
        ("if-none-match", "\"\", W/, *"),
        ("if-none-match", "\"unfinished"),
        ("range", "bytes=0-1"),
        ("origin", "null"),
        ("content-length", "0"),
    ] {
        let answer = api().get(layout, &[(name, value)]);
        assert!(!answer.status.is_server_error(), "{name}: {value}");
    }
}

/// A few bytes of a structure of 276 million make no answer of megabytes.
#[test]
fn a_structure_of_too_many_values_is_refused() {
    let decode = "/structures/_MI_HYPER_SPACE/layouts/1809/x64/decode";
    for query in ["", "?identify=true", "?format=ndjson", "?format=csv"] {
        let path = format!("{decode}{query}");
        let answer = post(&path, "text/plain", "00 00");
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        let problem = answer.problem();
        assert!(problem.contains("LEAVES_LIMIT"), "{path}: {problem}");
    }
}

#[test]
fn a_table_of_mistakes_is_told_up_to_a_limit() {
    let line = |number| format!("_EPROCESS NoSuchMember{number} 0x2f0\n");
    let lines: String = (0..50).map(line).collect();
    for path in ["/validity", "/offsets"] {
        let answer = post(path, "text/plain", &*lines);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        let problem = answer.problem();
        for told in ["line 1: ", "line 20: ", "and 30 more lines"] {
            assert!(problem.contains(told), "{path}: {problem}");
        }
        assert!(!problem.contains("line 21: "), "{path}: {problem}");
    }
}
