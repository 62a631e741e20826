//! The request id: the client's or a proxy's, if valid, else a generated one. It is in the log and in the answer.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

pub(super) const NAME: HeaderName = HeaderName::from_static("x-request-id");

const LONGEST: usize = 64;

/// A prefix that distinguishes processes.
static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().hash_one("strata"));
static NEXT: AtomicU64 = AtomicU64::new(1);

pub(super) fn of(headers: &HeaderMap) -> HeaderValue {
    let sane = |value: &&HeaderValue| {
        let bytes = value.as_bytes();
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
        (1..=LONGEST).contains(&bytes.len()) && bytes.iter().all(plain)
    };
    headers.get(NAME).filter(sane).cloned().unwrap_or_else(new)
}

fn new() -> HeaderValue {
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    HeaderValue::try_from(format!("{:016x}-{number:x}", *PROCESS))
        .unwrap_or(HeaderValue::from_static("none"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sane_id_is_kept_and_any_other_replaced() {
        let with = |value: &str| {
            let headers = HeaderMap::from_iter([(NAME, value.parse().unwrap())]);
            of(&headers).to_str().unwrap().to_owned()
        };
        assert_eq!(with("a-B_3.4:5"), "a-B_3.4:5");
        for other in ["", "two words", "a\tb", &"a".repeat(65), "<script>"] {
            let made = with(other);
            assert_ne!(made, other);
            assert!(made.contains('-'), "{made}");
        }
        assert_ne!(of(&HeaderMap::new()), of(&HeaderMap::new()));
    }
}
