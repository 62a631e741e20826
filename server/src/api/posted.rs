//! Posted input: bytes, or the text of a dump, and the parameters with the position in it.
//!
//! Posted input is neither stored nor logged.

use axum::body::Body as HttpBody;
use strata_core::decode::Options;
use strata_core::decode::limits::INSTANCES_LIMIT;
use strata_core::decode::read::Dialect;
use strata_core::name::{MemberPath, NAME_LIMIT};
use strata_core::numbers;
use strata_core::validity::Refused;

use crate::extract::{Body, BodyPermit};
use crate::input::{self, InputError, ReadInput};
use crate::limits::LINES_SHOWN;
use crate::media_type::{BYTES, POSTED_TEXT};
use crate::representation;

use super::prelude::*;

pub(super) const FORMATS: [&str; 2] = [BYTES, POSTED_TEXT];

/// The pattern of `numbers::address`.
const ADDRESS: &str = "^(0[xX][0-9a-fA-F]{1,16}|(0[xX])?[0-9a-fA-F]{1,8}`[0-9a-fA-F]{8}|[0-9a-fA-F]{8}|[0-9a-fA-F]{16})$";

pub(super) fn input() -> Message {
    Message::new(
        "Bytes, or the text of a dump, such as the output of WinDbg's `db`, or plain hexadecimal; or a layout as \
            WinDbg's `dt` or `dx` prints it, for which the parameters about positions in bytes have no effect.",
    )
    .or(BYTES, Content::Bytes)
    .or(POSTED_TEXT, Content::Text)
    .example("dump", include_str!("examples/dump.txt"))
    .example("layout", include_str!("examples/layout.txt"))
}

/// The errors of refused lines, the first [`LINES_SHOWN`] in full.
pub(crate) fn in_words(refused: &[Refused]) -> String {
    let lines = refused.iter().take(LINES_SHOWN);
    let mut lines: Vec<String> = lines.map(ToString::to_string).collect();
    match refused.len().saturating_sub(LINES_SHOWN) {
        0 => {}
        1 => lines.push("and 1 more line".to_owned()),
        more => lines.push(format!("and {more} more lines")),
    }
    lines.join("\n")
}

parameters! {
    /// How to read the body, and where in it.
    pub(super) struct InputOptions {
        /// The address of the body's first byte; wins over addresses in a dump.
        base: Option<Address> = "0xfffff80312345678",
        /// The number of structures.
        count: Option<Count> = 1,
        /// The offset of the first structure in the bytes: hexadecimal or decimal.
        at: Option<Offset> = "0x10",
        /// The address of the first structure, anywhere in a dump; wins over `at`.
        address: Option<Address> = "0xfffff80312345688",
        /// The member that begins at that place, if the structure itself does not. The structure then begins before it,
        /// and its missing bytes are unknown.
        from: Option<MemberPath> = "Links",
        /// How to read a text; usually one of the dialects in `input.also`. `raw` takes its bytes as they are. Default:
        /// detected.
        dialect: Option<Dialect> = "windbg-db",
    }
}

struct Address(u64);
struct Count(u32);
struct Offset(u64);

values! {
    Address: |_| json_schema!({ "type": "string", "pattern": ADDRESS }),
        |name, text, _| numbers::address(&text).map(Self).map_err(|it| Error::parameter(name, it));
    Count: |_| json_schema!({ "type": "integer", "minimum": 1, "maximum": INSTANCES_LIMIT, "default": 1 }),
        |name, text, _| numbers::count(&text, 1..=INSTANCES_LIMIT)
            .map(Self)
            .map_err(|it| Error::parameter(name, it));
    Offset: |_| json_schema!({ "type": "string", "pattern": numbers::OFFSET, "default": "0" }),
        |name, text, _| numbers::offset(&text).map(Self).map_err(|it| Error::parameter(name, it));
    MemberPath: |_| json_schema!({ "type": "string", "maxLength": 4 * NAME_LIMIT }),
        |name, text, _| text.parse().map_err(|it| Error::Unusable(format!("`{name}`: {it}")));
    Dialect: schema_of::<words::Dialect>,
        |name, text, _| input::dialect(&text).map_err(|it| Error::parameter(name, it));
}

impl InputOptions {
    pub(super) fn options(&self) -> Options {
        let default = Options::default();
        let address = |given: &Option<Address>| given.as_ref().map(|it| it.0);
        Options {
            base: address(&self.base),
            count: self.count.as_ref().map_or(default.count, |it| it.0),
            at: self.at.as_ref().map_or(default.at, |it| it.0),
            address: address(&self.address),
            from: self.from.clone(),
            ..default
        }
    }

    /// Reads the body, and its alternatives if they are wanted and the client still waits.
    pub(super) fn read(&self, body: Body, alternatives: bool) -> Result<ReadInput, Error> {
        let is_text = body.media_type == POSTED_TEXT;
        let is_other = |dialect: &Dialect| !is_text && *dialect != Dialect::Raw;
        if let Some(dialect) = self.dialect.filter(is_other) {
            return Err(Error::Unusable(format!(
                "`dialect` is {dialect}, which is a text, but the body is {BYTES}: send it as {POSTED_TEXT}"
            )));
        }
        let permit = body.permit;
        let are_wanted = || alternatives && permit.check().is_ok();
        let read = input::read_input(body.bytes.into(), is_text, self.dialect, are_wanted);
        read.map_err(|unread| match unread {
            InputError::NoText(_) => Error::Malformed(unread.to_string()),
            InputError::NoDump(_) | InputError::TooMany(_) => Error::Unusable(unread.to_string()),
        })
    }
}

/// Does work on a posted body, apart from other requests because megabytes take time. The work does not begin if the
/// client is gone, and ends when it checks its place. The answer is not cacheable. Short work is done at once: handing it
/// over costs more.
pub(super) async fn respond<B: Into<HttpBody> + Send + 'static>(
    media_type: &'static str,
    permit: BodyPermit,
    is_short: bool,
    work: impl FnOnce() -> Result<B, Error> + Send + 'static,
) -> ApiResult {
    let (_waiting, codings) = (permit.waiting(), permit.codings.clone());
    let work = move || {
        permit.check()?;
        work()
    };
    let body = if is_short {
        work()?
    } else {
        spawn_blocking(work).await?
    };
    representation::untagged(media_type, body.into(), codings).await
}
