//! What is posted to be read: bytes, or the text of a dump, and the parameters that say where in it to look.
//!
//! What is posted is kept nowhere and written nowhere.

use axum::body::Body as HttpBody;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schemars::{SchemaGenerator, json_schema};
use serde_json::json;
use strata_core::decode::Options;
use strata_core::decode::limits::INSTANCES_LIMIT;
use strata_core::decode::read::Dialect;
use strata_core::name::{NAME_LIMIT, ParseNameError};
use strata_core::wire::words;

use crate::cache_policy::CachePolicy;
use crate::dump::{self, Posted, Unread};
use crate::error::Error;
use crate::extract::{Body, Place};
use crate::media_type::{BYTES, POSTED_TEXT};
use crate::numbers::{self, Expected};
use crate::openapi::{Content, Input, Parameter, schema_of};
use crate::problem::Kind;

/// The media types of a body.
pub(super) const FORMATS: [&str; 2] = [BYTES, POSTED_TEXT];

/// What can go wrong.
pub(super) const PROBLEMS: [Kind; 7] = [
    Kind::MALFORMED,
    Kind::NOT_FOUND,
    Kind::NOT_ACCEPTABLE,
    Kind::TOO_SLOW,
    Kind::TOO_LARGE,
    Kind::UNSUPPORTED_MEDIA_TYPE,
    Kind::UNUSABLE,
];

/// What `numbers::address` reads.
const ADDRESS: &str = "^(0[xX][0-9a-fA-F]{1,16}|(0[xX])?[0-9a-fA-F]{1,8}`[0-9a-fA-F]{8}|[0-9a-fA-F]{8}|[0-9a-fA-F]{16})$";

/// The body, described.
pub(super) fn input() -> Input {
    Input {
        description: "Bytes, or the text of a dump, such as what WinDbg's `db` prints, or plain hexadecimal; or a layout as \
            WinDbg's `dt` or `dx` prints it, of which the parameters that say where in bytes to look say nothing.",
        contents: vec![(BYTES, Content::Bytes), (POSTED_TEXT, Content::Text)],
        examples: vec![
            (
                POSTED_TEXT,
                "dump",
                include_str!("examples/dump.txt").into(),
            ),
            (
                POSTED_TEXT,
                "layout",
                include_str!("examples/layout.txt").into(),
            ),
        ],
    }
}

/// The parameters, described.
pub(super) fn parameters(generator: &mut SchemaGenerator) -> Vec<Parameter> {
    let address = json_schema!({ "type": "string", "pattern": ADDRESS });
    let count = json_schema!({
        "type": "integer", "minimum": 1, "maximum": INSTANCES_LIMIT, "default": 1,
    });
    let offset = json_schema!({
        "type": "string", "pattern": numbers::OFFSET, "default": "0",
    });
    let member = json_schema!({ "type": "string", "maxLength": 4 * NAME_LIMIT });
    vec![
        Parameter::query(
            "base",
            "The address of the body's first byte; wins over addresses in a dump.",
            address.clone(),
            json!("0xfffff80312345678"),
        ),
        Parameter::query("count", "How many structures.", count, json!(1)),
        Parameter::query(
            "at",
            "Where in the bytes the first one begins: hexadecimal or decimal.",
            offset,
            json!("0x10"),
        ),
        Parameter::query(
            "address",
            "The address at which the first one begins, wherever in a dump that is; wins over `at`.",
            address,
            json!("0xfffff80312345688"),
        ),
        Parameter::query(
            "from",
            "The member that begins at that place, where it is not the structure itself, which then begins before \
             it: what is not there of it is unknown.",
            member,
            json!("Links"),
        ),
        Parameter::query(
            "dialect",
            "How to read a text, whatever it looks like: one of what `input.also` offers, mostly. `raw` takes its bytes as \
             they are. Without it, that is told by looking.",
            schema_of::<words::Dialect>(generator),
            json!("windbg-db"),
        ),
    ]
}

/// What the parameters say.
pub(super) fn options(
    [base, count, at, address, from, dialect]: [Option<String>; 6],
) -> Result<(Options, Option<Dialect>), Error> {
    fn read<T>(
        name: &'static str,
        text: Option<String>,
        read: impl FnOnce(&str) -> Result<T, Expected>,
    ) -> Result<Option<T>, Error> {
        let value =
            text.map(|text| read(&text).map_err(|expected| Error::parameter(name, expected)));
        value.transpose()
    }
    let default = Options::default();
    let count = read("count", count, |text| {
        numbers::count(text, 1..=INSTANCES_LIMIT)
    })?;
    let dialect = dialect
        .map(|name| dump::dialect(&name).map_err(|expected| Error::parameter("dialect", expected)));
    let options = Options {
        base: read("base", base, numbers::address)?,
        count: count.unwrap_or(default.count),
        at: read("at", at, numbers::offset)?.unwrap_or(default.at),
        address: read("address", address, numbers::address)?,
        from: from
            .map(|path| path.parse())
            .transpose()
            .map_err(|error: ParseNameError| Error::Unusable(format!("`from`: {error}")))?,
        ..default
    };
    Ok((options, dialect.transpose()?))
}

/// Reads a body.
pub(super) fn read(body: Body, dialect: Option<Dialect>) -> Result<Posted, Error> {
    let is_text = body.media_type == POSTED_TEXT;
    if let Some(dialect) = dialect.filter(|dialect| !is_text && *dialect != Dialect::Raw) {
        return Err(Error::Unusable(format!(
            "`dialect` is {dialect}, which is a text, but the body is {BYTES}: send it as {POSTED_TEXT}"
        )));
    }
    dump::pasted(body.bytes.into(), is_text, dialect).map_err(|unread| match unread {
        Unread::NoText(_) => Error::Malformed(unread.to_string()),
        Unread::NoDump(_) | Unread::TooMany(_) => Error::Unusable(unread.to_string()),
    })
}

/// Does work on what was posted, which for megabytes takes its time: other requests do not wait for it. It does not begin, and
/// ends where it asks its place, when the client is gone. Its answer is not to be kept by anybody.
pub(super) async fn answered<B: Into<HttpBody> + Send + 'static>(
    media_type: &'static str,
    place: Place,
    work: impl FnOnce() -> Result<B, Error> + Send + 'static,
) -> Result<Response, Error> {
    let _waiting = place.waiting();
    let work = move || {
        place.check()?;
        work()
    };
    let body = tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Internal(error.to_string()))??;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (CACHE_CONTROL, CachePolicy::Never.header()),
    ];
    Ok((headers, body.into()).into_response())
}
