//! A thousand paths, headers and bodies that mean harm, made from a seed: what people and scanners send, and that with
//! mistakes in it.

use super::client;
use super::dice::Dice;
use super::growth::Growth;
use super::patient::Patient;
use super::report::Report;
use super::subject::{self, DECODE};
use super::tally::Tally;
use super::witness::Witness;
use crate::failure::Failure;

/// How many requests there are.
const REQUESTS: u64 = 1000;
/// How often all of them are sent: what grows with each turn grows for ever.
const TURNS: usize = 6;
/// How many places of a text are spoilt at most.
const MISTAKES: usize = 4;
/// How many times a piece is repeated at most.
const REPEATED: usize = 3000;

const METHODS: [&str; 10] = [
    "GET", "GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PROPFIND",
];

/// Paths that there are, or that scanners ask for.
const PATHS: [&str; 24] = [
    "/",
    subject::PAGE,
    subject::JSON,
    DECODE,
    "/structures/ETW_REALTIME_CONSUMER",
    "/structures/ETW_REALTIME_CONSUMER/diff/6.1/x64/6.2/x64",
    "/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x64&to=6.2/x64",
    "/structures/ETW_REALTIME_CONSUMER/provenance",
    "/search?q=0x58%20x64",
    "/structures/_RTL_BITMAP",
    "/validity?arch=x64&text=ETW_REALTIME_CONSUMER%20LoggerId%200x58",
    "/audit",
    "/api/v1/search?q=LoggerId",
    "/api/v1/lookup?offset=0x58&arch=x64&version=6.2",
    "/api/v1/structures?limit=1&cursor=MQ",
    "/api/v1/structures/ETW_REALTIME_CONSUMER/diff?from=6.1/x64&to=6.2/x64",
    "/api/v1/structures/ETW_REALTIME_CONSUMER/offsets?members=LoggerId&points=6.1/x64&format=header",
    "/api/v1/identify?arch=x64&count=3&base=0xfffff80312345678",
    "/api/v1/validity?arch=x64&format=csv",
    "/api/v1/dataset?format=ndjson",
    "/pkg-0/boot.js",
    "/.git/config",
    "/wp-login.php?a=1",
    "/cgi-bin/%2e%2e/%2e%2e/bin/sh",
];

/// What is put into texts.
const JUNK: [&str; 24] = [
    "../",
    "%2e%2e%2f",
    "%00",
    "%ff",
    "%",
    "%0d%0a",
    "\u{202e}",
    "💩",
    "'",
    "\"",
    "<script>",
    "{{7*7}}",
    "${jndi:x}",
    "\\",
    ";",
    "&&",
    "?",
    "#",
    "=",
    "0x",
    "-1",
    "99999999999999999999",
    "A",
    "/",
];

const HEADERS: [&str; 14] = [
    "Accept",
    "Accept-Encoding",
    "If-None-Match",
    "Range",
    "Origin",
    "Access-Control-Request-Method",
    "Content-Type",
    "Content-Encoding",
    "X-Forwarded-For",
    "Forwarded",
    "X-Request-Id",
    "Cookie",
    "Expect",
    "Upgrade",
];

const VALUES: [&str; 12] = [
    "*/*;q=2",
    "text/html,application/xhtml+xml;q=0.9",
    "br;q=0.1,gzip;q=nonsense,",
    "W/\"a\", \"b\", *",
    "bytes=-1,0-0,99999999999999999999-",
    "null",
    "GET",
    "application/octet-stream",
    "text/plain; charset=utf-16",
    "gzip",
    "for=\"[::1]:99999\";by=_x,,,",
    "100-continue",
];

/// What is decoded or judged: dumps, layouts and tables as tools print them.
const BODIES: [&str; 8] = [
    "fffffa80`03c41a20  60 5c 1d 03 80 fa ff ff-60 5c 1d 03 80 fa ff ff  `\\......`\\......\n",
    "0000000000000000: 605c 1d03 80fa ffff 605c 1d03 80fa ffff  `\\......`\\......\n",
    "   +0x058 LoggerId         : 0x12\n   +0x060 Links            : _LIST_ENTRY [ 0x0 - 0xffff ]\n",
    "ETW_REALTIME_CONSUMER LoggerId 0x58\n",
    "#define OFFSET_ETW_REALTIME_CONSUMER_LoggerId 0x58\n",
    "static_assert(offsetof(ETW_REALTIME_CONSUMER, LoggerId) == 0x58);\n",
    "{\"ETW_REALTIME_CONSUMER\":{\"LoggerId\":\"0x58\"}}\n",
    "fffff800`00000000  ???????? ???????? ???????? ????????\n",
];

pub(super) fn run(patient: &mut Patient, report: &mut Report) -> Result<(), Failure> {
    report.begin("A thousand hostile paths, headers and bodies");
    let witness = Witness::start(patient.address());
    let mut growth = Growth::begin(patient)?;
    let mut tally = Tally::default();
    for _ in 0..TURNS {
        for seed in 0..REQUESTS {
            let answer = client::exchange(patient.address(), &request(seed))
                .map_err(|error| Failure::new(format!("hostile request {seed}: {error}")))?;
            tally.count(answer.status());
            if answer.status() >= Some(500) || !answer.ended {
                let what = answer.status();
                report.failed(format!("hostile request {seed} is answered with {what:?}"));
            }
        }
        growth.look(patient)?;
    }
    report.say(format!("  {TURNS} times           {tally}"));
    growth.tell(report, "hostile");
    witness.tell(report, "hostile");
    patient.judge(report, "hostile");
    Ok(())
}

/// The request of a seed.
pub(super) fn request(seed: u64) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let path = path(&mut dice);
    let method = if path.starts_with(DECODE.as_bytes()) {
        "POST"
    } else {
        dice.pick(&METHODS)
    };
    let body = if method == "POST" || dice.below(10) == 0 {
        body(&mut dice)
    } else {
        Vec::new()
    };
    let mut request = [
        method.as_bytes(),
        b" ",
        &path,
        b" HTTP/1.1\r\nHost: strata\r\nConnection: close\r\n",
    ]
    .concat();
    for _ in 0..dice.below(6) {
        let (name, mut value) = (dice.pick(&HEADERS), dice.pick(&VALUES).as_bytes().to_vec());
        if dice.below(3) == 0 {
            spoil(&mut value, &mut dice);
        }
        request.extend([name.as_bytes(), b": ", &value, b"\r\n"].concat());
    }
    request.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
    request.extend(body);
    request
}

fn path(dice: &mut Dice) -> Vec<u8> {
    let mut path = dice.pick(&PATHS).as_bytes().to_vec();
    match dice.below(4) {
        0 => {}
        // What cannot stand in a path is written as `%XX`, so that it comes to those who read it.
        1 => {
            spoil(&mut path, dice);
            path = path.iter().flat_map(|&byte| escaped(byte)).collect();
        }
        2 => path.extend(
            dice.pick(&JUNK)
                .repeat(1 + dice.below(REPEATED))
                .bytes()
                .flat_map(escaped),
        ),
        _ => spoil(&mut path, dice),
    }
    path
}

fn escaped(byte: u8) -> Vec<u8> {
    if byte.is_ascii_graphic() {
        vec![byte]
    } else {
        format!("%{byte:02x}").into_bytes()
    }
}

fn body(dice: &mut Dice) -> Vec<u8> {
    let mut body = match dice.below(4) {
        0 => (0..dice.below(4096)).map(|_| dice.byte()).collect(),
        1 => dice.pick(&JUNK).repeat(dice.below(REPEATED)).into_bytes(),
        _ => dice
            .pick(&BODIES)
            .repeat(1 + dice.below(REPEATED / 10))
            .into_bytes(),
    };
    spoil(&mut body, dice);
    body
}

/// Changes, removes and puts in something here and there.
fn spoil(text: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(MISTAKES) {
        let at = dice.below(text.len());
        match dice.below(4) {
            0 => text.truncate(at),
            1 => {
                let byte = dice.byte();
                text.insert(at, byte);
            }
            2 => {
                let junk = dice.pick(&JUNK).as_bytes();
                text.splice(at..at, junk.iter().copied());
            }
            _ => {
                let byte = dice.byte();
                if let Some(place) = text.get_mut(at) {
                    *place = byte;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_request_in_every_run_and_each_another() {
        assert_eq!(request(1), request(1));
        let all: std::collections::BTreeSet<Vec<u8>> = (0..REQUESTS).map(request).collect();
        assert!(all.len() > 990, "{}", all.len());
    }
}
