//! Caches bounded in entries and in bytes: rendered answers by canonical URL, and the complete responses of
//! [`middleware`](crate::middleware).
//!
//! Data never change within one version of the dataset, so that no entry becomes stale.

use std::hash::Hash;
use std::sync::Arc;

use quick_cache::{Equivalent, OptionsBuilder, Weighter, sync};

use crate::error::Error;
use crate::limits;
use crate::representation::Representation;

pub trait Weighed {
    /// Its size in bytes.
    fn weight(&self) -> usize;
}

impl Weighed for Rendered {
    /// An estimate of the size with all codings.
    fn weight(&self) -> usize {
        self.as_ref()
            .map_or(0, |answer| answer.bytes().len().saturating_mul(2))
    }
}

/// Values by key; when it is full, rarely requested entries are evicted first.
#[derive(Debug)]
pub struct Bounded<K: Eq + Hash, V: Weighed>(sync::Cache<K, Arc<V>, ByBytes>);

/// Weighs entries in bytes, each at least `share`, so that their number is bounded as well.
#[derive(Clone, Debug)]
struct ByBytes {
    share: usize,
}

impl<K, V: Weighed> Weighter<K, Arc<V>> for ByBytes {
    fn weight(&self, _: &K, value: &Arc<V>) -> u64 {
        value.weight().max(self.share) as u64
    }
}

impl<K: Eq + Hash, V: Weighed> Bounded<K, V> {
    /// An empty cache for that many entries and that many bytes in all.
    pub fn new(entries: usize, bytes: usize) -> Self {
        let options = OptionsBuilder::new()
            .estimated_items_capacity(entries)
            .weight_capacity(bytes as u64)
            // One shard: a large entry must not be measured against a part of the capacity.
            .shards(1)
            .build();
        let share = bytes / entries.max(1);
        let cache = options.map(|options| {
            sync::Cache::with_options(
                options,
                ByBytes { share },
                quick_cache::DefaultHashBuilder::default(),
                sync::DefaultLifecycle::default(),
            )
        });
        Self(cache.unwrap_or_else(|_| {
            sync::Cache::with_weighter(entries, bytes as u64, ByBytes { share })
        }))
    }

    pub fn find<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) -> Option<Arc<V>> {
        self.0.get(key)
    }

    pub fn insert(&self, key: K, value: Arc<V>) {
        self.0.insert(key, value);
    }
}

/// A rendered answer, or why the request cannot be processed.
type Rendered = Result<Arc<Representation>, Error>;

/// Rendered answers by canonical URL.
#[derive(Debug)]
pub struct Cache(Bounded<String, Rendered>);

impl Default for Cache {
    fn default() -> Self {
        Self::new(limits::ANSWER_CACHE_ENTRIES, limits::ANSWER_CACHE_BYTES)
    }
}

impl Cache {
    fn new(entries: usize, bytes: usize) -> Self {
        Self(Bounded::new(entries, bytes))
    }

    pub fn find(&self, key: &str) -> Option<Arc<Representation>> {
        self.0.find(key)?.as_ref().as_ref().ok().cloned()
    }

    /// The cached answer for a key, or a new one. Two concurrent requests may both render it, with the same result. Of
    /// errors, only [`Error::Unusable`] is cached: an answer that exceeds a limit is rendered up to the limit once.
    pub fn get_or_render(
        &self,
        key: &str,
        render: impl FnOnce() -> Result<Representation, Error>,
    ) -> Rendered {
        if let Some(found) = self.0.find(key) {
            return found.as_ref().clone();
        }
        let rendered = render().map(Arc::new);
        if matches!(rendered, Ok(_) | Err(Error::Unusable(_))) {
            self.0.insert(key.to_owned(), Arc::new(rendered.clone()));
        }
        rendered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache_policy::CachePolicy;

    /// Looks a key up and returns whether that rendered it.
    fn renders(cache: &Cache, key: &str, length: usize) -> bool {
        let mut is_rendered = false;
        let render = || {
            is_rendered = true;
            let bytes = vec![b'x'; length];
            Ok(Representation::new("text/plain", CachePolicy::Never, bytes))
        };
        cache.get_or_render(key, render).unwrap();
        is_rendered
    }

    #[test]
    fn what_was_rendered_is_kept() {
        let cache = Cache::new(100, 10_000);
        let rendered = ["a", "b", "a", "b"].map(|key| renders(&cache, key, 10));
        assert_eq!(rendered, [true, true, false, false]);
    }

    #[test]
    fn number_and_bytes_are_bounded() {
        let kept = |entries, bytes, length| {
            let cache = Cache::new(entries, bytes);
            let keys: Vec<String> = (0..1000).map(|key| key.to_string()).collect();
            assert!(keys.iter().all(|key| renders(&cache, key, length)));
            let kept = keys.iter().filter(|key| cache.find(key).is_some());
            kept.count()
        };
        assert!((1..=100).contains(&kept(100, 100_000, 1)));
        // Two codings of 500 bytes each.
        assert!((1..=100).contains(&kept(1000, 100_000, 500)));
        assert_eq!(kept(1000, 100_000, 60_000), 0);
    }

    #[test]
    fn only_refusals_are_kept_of_failures() {
        let fails_again = |error: Error| {
            let cache = Cache::default();
            assert!(cache.get_or_render("a", || Err(error)).is_err());
            let answer = || Ok(Representation::new("text/plain", CachePolicy::Never, "yes"));
            cache.get_or_render("a", answer).is_err()
        };
        assert!(!fails_again(Error::not_found("no")));
        assert!(fails_again(Error::Unusable("too large".to_owned())));
    }
}
