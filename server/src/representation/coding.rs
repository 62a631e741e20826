//! Content codings: negotiation and compression.

use std::io::Write;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::negotiate::{Weight, weighted_list};

/// Brotli's window, 2^22 bytes: larger than any rendered content.
const BROTLI_WINDOW: i32 = 22;

/// The effort of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// For content of a single request: fast, and not as small.
    Once,
    /// For content rendered while a client waits: most of the gain, in a tenth of the time of the best.
    Usual,
    /// For the data of every type: smaller by a twentieth, for some tenths of a second.
    Best,
}

impl Effort {
    /// Brotli's quality. 10 stands for 9.5 here.
    const fn brotli(self) -> i32 {
        match self {
            Self::Once => 3,
            Self::Usual => 7,
            Self::Best => 10,
        }
    }

    const fn gzip(self) -> Compression {
        match self {
            Self::Once => Compression::fast(),
            Self::Usual | Self::Best => Compression::new(6),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coding {
    Brotli,
    Gzip,
    Identity,
}

impl Coding {
    pub const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// Compresses the bytes; deterministic.
    pub(super) fn encode(self, bytes: &Bytes, effort: Effort) -> Option<Bytes> {
        match self {
            Self::Identity => Some(bytes.clone()),
            Self::Brotli => {
                let params = brotli::enc::BrotliEncoderParams {
                    quality: effort.brotli(),
                    lgwin: BROTLI_WINDOW,
                    q9_5: effort == Effort::Best,
                    size_hint: bytes.len(),
                    ..Default::default()
                };
                let mut out = Vec::new();
                brotli::BrotliCompress(&mut &bytes[..], &mut out, &params).ok()?;
                Some(out.into())
            }
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), effort.gzip());
                encoder.write_all(bytes).ok()?;
                encoder.finish().ok().map(Bytes::from)
            }
        }
    }
}

/// The codings that a client accepts, the preferred first. Identity is always among them: if even that is refused, the
/// content is sent as it is, which RFC 9110 allows.
pub(super) fn accepted(headers: &HeaderMap) -> Vec<Coding> {
    let list = weighted_list(headers, &ACCEPT_ENCODING);
    let named = |name: &str| {
        list.iter()
            .find(|element| element.name == name)
            .map(|element| element.weight)
    };
    let weight = |coding: Coding| -> Weight {
        let stated = match coding {
            Coding::Gzip => named("gzip").or_else(|| named("x-gzip")),
            Coding::Brotli | Coding::Identity => named(coding.name()),
        };
        match coding {
            // Without a weight, identity is acceptable, but not preferred.
            Coding::Identity => stated.unwrap_or(0),
            Coding::Brotli | Coding::Gzip => stated.or_else(|| named("*")).unwrap_or(0),
        }
    };
    let mut codings: Vec<Coding> = Coding::ALL
        .into_iter()
        .filter(|&coding| coding == Coding::Identity || weight(coding) > 0)
        .collect();
    codings.sort_by_key(|&coding| std::cmp::Reverse(weight(coding)));
    codings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, expected: &[Coding]) {
        let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
        assert_eq!(accepted(&headers), expected, "Accept-Encoding: {value}");
    }

    #[test]
    fn the_clients_weights_come_first_and_ours_break_ties() {
        use Coding::{Brotli, Gzip, Identity};
        check("gzip, deflate, br, zstd", &[Brotli, Gzip, Identity]);
        check("gzip;q=1.0, br;q=0.5", &[Gzip, Brotli, Identity]);
        check("gzip", &[Gzip, Identity]);
        check("*", &[Brotli, Gzip, Identity]);
        check("*, br;q=0", &[Gzip, Identity]);
        check("identity, gzip;q=0.5", &[Identity, Gzip]);
        check("br;q=0, gzip;q=0", &[Identity]);
        check("identity;q=0", &[Identity]);
        check("", &[Identity]);
    }

    #[test]
    fn without_the_header_nothing_is_coded() {
        assert_eq!(accepted(&HeaderMap::new()), [Coding::Identity]);
    }
}
