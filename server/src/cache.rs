//! Caches bounded in entries and in bytes: rendered answers by canonical URL, and the complete responses of
//! [`middleware`](crate::middleware).
//!
//! Data never change within one version of the dataset, so that no entry becomes stale.

use std::hash::Hash;
use std::sync::Arc;

use quick_cache::{Equivalent, OptionsBuilder, Weighter, sync};

use crate::limits;
use crate::representation::Representation;

pub trait Weighed {
    /// Its size in bytes.
    fn weight(&self) -> usize;
}

impl Weighed for Representation {
    /// An estimate of its size with all codings.
    fn weight(&self) -> usize {
        self.bytes().len().saturating_mul(2)
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

pub type Cache = Bounded<String, Representation>;

impl Default for Cache {
    fn default() -> Self {
        Self::new(limits::CACHED_ANSWERS, limits::CACHED_BYTES)
    }
}

impl Cache {
    /// The cached answer for a key, or a new one. Two concurrent requests may both render it, with the same result.
    /// Errors are not cached.
    pub fn get_or_render<E>(
        &self,
        key: &str,
        render: impl FnOnce() -> Result<Representation, E>,
    ) -> Result<Arc<Representation>, E> {
        if let Some(found) = self.find(key) {
            return Ok(found);
        }
        let answer = Arc::new(render()?);
        self.insert(key.to_owned(), Arc::clone(&answer));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;
    use crate::cache_policy::CachePolicy;

    struct Specimen {
        cache: Cache,
        rendered: Cell<usize>,
    }

    impl Specimen {
        fn new(entries: usize, bytes: usize) -> Self {
            Self {
                cache: Cache::new(entries, bytes),
                rendered: Cell::new(0),
            }
        }

        /// Looks a key up and returns whether that rendered it.
        fn renders(&self, key: &str, length: usize) -> bool {
            let before = self.rendered.get();
            let render = || {
                self.rendered.set(before + 1);
                Ok::<_, Infallible>(Representation::new(
                    "text/plain",
                    CachePolicy::Never,
                    vec![b'x'; length],
                ))
            };
            self.cache.get_or_render(key, render).unwrap();
            self.rendered.get() > before
        }
    }

    #[test]
    fn what_was_rendered_is_kept() {
        let specimen = Specimen::new(100, 10_000);
        assert!(specimen.renders("a", 10));
        assert!(specimen.renders("b", 10));
        assert!(!specimen.renders("a", 10));
        assert!(!specimen.renders("b", 10));
    }

    #[test]
    fn number_and_bytes_are_bounded() {
        let kept = |entries, bytes, length| {
            let specimen = Specimen::new(entries, bytes);
            let keys: Vec<String> = (0..1000).map(|key| key.to_string()).collect();
            for key in &keys {
                specimen.renders(key, length);
            }
            let keys = keys.iter();
            keys.filter(|key| specimen.cache.find(key.as_str()).is_some())
                .count()
        };
        assert!((1..=100).contains(&kept(100, 100_000, 1)));
        // Two codings of 500 bytes each.
        assert!((1..=100).contains(&kept(1000, 100_000, 500)));
        assert_eq!(kept(1000, 100_000, 60_000), 0);
    }

    #[test]
    fn failures_are_not_kept() {
        let cache = Cache::default();
        assert!(
            cache
                .get_or_render("a", || Err::<Representation, _>("no"))
                .is_err()
        );
        assert!(
            cache
                .get_or_render("a", || Ok::<_, &str>(Representation::new(
                    "text/plain",
                    CachePolicy::Never,
                    "yes"
                )))
                .is_ok()
        );
    }
}
