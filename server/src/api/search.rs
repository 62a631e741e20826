//! `GET /search`: structures, members, types and versions by a free text; `GET /lookup`: members by offset.

use strata_core::dataset::ChangedIn;
use strata_core::lookup::Missing;
use strata_core::search::wire::{HitDto, SearchAnswer};
use strata_core::search::{self, covering};
use strata_core::{Arch, ByteOffset, ByteSize, numbers};

use super::prelude::*;
use super::resolve;

const PATH: &str = "/search";

type Hits = PageOffset<20, { search::HITS_LIMIT as u32 }>;

parameters! {
    struct Query {
        /// The text to search for. An empty text has no results.
        q: Required<Text> = "ETW_REALTIME_CONSUMER+0x5a",
        /// Only types whose layout changed in this release, against the release before, or in this image, against the
        /// image before; and the members that changed there. `q` can say it, too: `Token changed in 1809`.
        changed_in: Option<ChangedIn> = "1809",
    }
}

struct Text(String);

values! {
    Text: |_| json_schema!({ "type": "string", "maxLength": search::TEXT_LIMIT }),
        |name, text, _| match text.chars().count() {
            0..=search::TEXT_LIMIT => Ok(Self(text)),
            _ => {
                let limit = search::TEXT_LIMIT;
                Err(Error::Malformed(format!("`{name}` has more than {limit} characters")))
            }
        };
}

pub(super) fn search() -> Resource {
    Operation::new(
        "search",
        "Search structures, members and versions",
        "Structures, members, nested types, remarks, releases and builds by name, even misspelt; members by \
            offset (`0x58 x64`, `ETW_REALTIME_CONSUMER+5a`), structures by size (`size 0x88`). A version or an \
            architecture narrows the results. Behind `+`, a number is hexadecimal, as in WinDbg, and `0n90` is decimal.",
        Message::json::<SearchAnswer>("The results, the best first.").paged(),
    )
    .at(PATH, searched)
}

async fn searched(call: Call<(Query, Hits)>) -> ApiResult {
    let (dataset, index, (sought, place)) = (call.app.dataset(), call.app.index(), &call.query);
    let Required(Text(text)) = &sought.q;
    let mut looked_for = search::Query::read(text);
    looked_for.changed_in = sought.changed_in.or(looked_for.changed_in);
    let found = index.search_page(dataset, &looked_for, place.after, place.limit);
    let make = || {
        SearchAnswer::new(
            &looked_for,
            &found,
            place.next(found.hits.len(), found.total),
        )
    };
    call.list(&url::of(PATH), make, |it| it.next.as_deref())
}

const LOOKUP: &str = "/lookup";

answers! {
    /// Members that cover an offset.
    pub(crate) struct LookupAnswer(found: &search::SearchResults, next: Option<String>) {
        /// The members of all structures; those that begin at the offset first.
        pub(crate) items: Vec<HitDto> = found.hits.iter().map(HitDto::new).collect(),
        /// The number of members on all pages.
        pub(crate) total: usize = found.total,
        /// The cursor of the next page; null on the last page.
        next: Option<String> = next,
    }
}

parameters! {
    struct MemberQuery {
        /// The offset from the start of the structure, in bytes: hexadecimal or decimal.
        offset: Required<Bytes> = "0x58",
        /// The architecture.
        arch: Required<Arch> = "x64",
        /// Only at this release, build or image.
        version: Option<String> = "6.2" => schema_of::<words::Version>,
        /// Only members of this size in bytes: hexadecimal or decimal.
        size: Option<Bytes> = "2",
    }
}

/// A number of bytes. A number of more than 32 bits is beyond any structure, like the largest of 32 bits.
struct Bytes(u32);

values! {
    Bytes: |_| json_schema!({ "type": "string", "pattern": numbers::OFFSET }),
        |name, text, _| {
            let number = numbers::offset(&text);
            let number = number.map_err(|expected| Error::parameter(name, expected))?;
            Ok(Self(u32::try_from(number).unwrap_or(u32::MAX)))
        };
}

pub(super) fn lookup() -> Resource {
    Operation::new(
        "lookup",
        "Members at an offset",
        "The members and bit fields of all structures that cover an offset, each with the points at which it \
            does. An empty list means that no member covers it. If nothing is stated at the version, or for the \
            architecture, the answer is 404, and `reason` is `absent` if there was no such edition, otherwise `not \
            stated`.",
        Message::json::<LookupAnswer>("The members, those that begin at the offset first.").paged(),
    )
    .at(LOOKUP, looked_up)
}

async fn looked_up(call: Call<(MemberQuery, PageOffset)>) -> ApiResult {
    let (index, dataset, (sought, place)) = (call.app.index(), call.app.dataset(), &call.query);
    let (Required(Bytes(offset)), Required(arch)) = (&sought.offset, &sought.arch);
    let size = sought.size.as_ref().map(|Bytes(size)| *size);
    let version = sought.version.as_deref();
    let asked_for = member_query(dataset, (*offset, size), (version, *arch))
        .map_err(|missing| resolve::not_stated(dataset, version.unwrap_or_default(), missing))?;
    let found = covering(index, dataset, &asked_for, place.after, place.limit);
    let make = || LookupAnswer::new(&found, place.next(found.hits.len(), found.total));
    call.list(&url::of(LOOKUP), make, |it| it.next.as_deref())
}

/// The query for members at an offset, optionally of a size, or at a version or image.
pub(crate) fn member_query(
    dataset: &Dataset,
    (offset, size): (u32, Option<u32>),
    (version, arch): (Option<&str>, Arch),
) -> Result<search::Query, Missing> {
    let point = |text| {
        let (version, on) = lookup::split_point(text);
        let on = on.or(Some(arch.as_str()));
        let point = lookup::point_of(dataset.catalogue(), version, on)?;
        match point.arch == arch {
            true => Ok(point),
            false => Err(Missing::plain(format!("{point} is not on {arch}."))),
        }
    };
    let version = version.map(point).transpose()?.map(|point| point.version);
    lookup::check_covered(dataset, version, arch)?;
    Ok(search::Query {
        offset: Some(ByteOffset::new(offset)),
        size: size.map(ByteSize::new),
        arch: Some(arch),
        version,
        ..search::Query::default()
    })
}
