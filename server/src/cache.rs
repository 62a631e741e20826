//! Answers that were rendered before, by canonical URL: bounded in number and in bytes, the longest unused goes first.
//!
//! Data never change under a running version of the dataset, so that nothing here is ever out of date.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::limits;
use crate::representation::Representation;

/// The answers rendered so far.
#[derive(Debug)]
pub struct Cache {
    capacity: Capacity,
    entries: Mutex<Entries>,
}

/// How much a cache holds.
#[derive(Clone, Copy, Debug)]
pub struct Capacity {
    /// How many answers.
    pub answers: usize,
    /// How many bytes.
    pub bytes: usize,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<String, Entry>,
    bytes: usize,
    /// Counts the uses, to tell the longest unused.
    uses: u64,
}

#[derive(Debug)]
struct Entry {
    answer: Arc<Representation>,
    last_use: u64,
}

impl Default for Cache {
    fn default() -> Self {
        Self::new(Capacity {
            answers: limits::CACHED_ANSWERS,
            bytes: limits::CACHED_BYTES,
        })
    }
}

impl Cache {
    /// An empty cache.
    #[must_use]
    pub fn new(capacity: Capacity) -> Self {
        Self {
            capacity,
            entries: Mutex::default(),
        }
    }

    /// The answer for a key, if it was rendered before.
    pub fn find(&self, key: &str) -> Option<Arc<Representation>> {
        self.locked(|entries| entries.find(key))
    }

    /// The answer for a key, rendered now unless it was before. Two requests at once may both render it; they render
    /// the same.
    ///
    /// # Errors
    ///
    /// What `render` fails with; failures are not kept.
    pub fn get_or_render<E>(
        &self,
        key: &str,
        render: impl FnOnce() -> Result<Representation, E>,
    ) -> Result<Arc<Representation>, E> {
        if let Some(found) = self.find(key) {
            return Ok(found);
        }
        let answer = Arc::new(render()?);
        self.locked(|entries| entries.insert(key, &answer, self.capacity));
        Ok(answer)
    }

    fn locked<T>(&self, work: impl FnOnce(&mut Entries) -> T) -> T {
        work(&mut self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Entries {
    fn find(&mut self, key: &str) -> Option<Arc<Representation>> {
        self.uses += 1;
        let entry = self.by_key.get_mut(key)?;
        entry.last_use = self.uses;
        Some(Arc::clone(&entry.answer))
    }

    fn insert(&mut self, key: &str, answer: &Arc<Representation>, capacity: Capacity) {
        let weight = answer.weight();
        if weight > capacity.bytes || capacity.answers == 0 {
            return;
        }
        self.remove(key);
        while self.by_key.len() >= capacity.answers || self.bytes + weight > capacity.bytes {
            let oldest = self
                .by_key
                .iter()
                .min_by_key(|(_, entry)| entry.last_use)
                .map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.remove(&oldest);
        }
        self.uses += 1;
        self.bytes += weight;
        let entry = Entry {
            answer: Arc::clone(answer),
            last_use: self.uses,
        };
        self.by_key.insert(key.to_owned(), entry);
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.by_key.remove(key) {
            self.bytes -= entry.answer.weight();
        }
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
        fn new(answers: usize, bytes: usize) -> Self {
            Self {
                cache: Cache::new(Capacity { answers, bytes }),
                rendered: Cell::new(0),
            }
        }

        /// Asks for a key and tells whether it was rendered for that.
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
    fn the_longest_unused_goes_first() {
        let specimen = Specimen::new(2, 1000);
        assert!(specimen.renders("a", 10));
        assert!(specimen.renders("b", 10));
        assert!(!specimen.renders("a", 10));
        assert!(specimen.renders("c", 10));
        assert!(!specimen.renders("a", 10));
        assert!(specimen.renders("b", 10));
    }

    #[test]
    fn bytes_are_bounded_too() {
        let specimen = Specimen::new(100, 100);
        assert!(specimen.renders("a", 20));
        assert!(specimen.renders("b", 20));
        assert!(specimen.renders("c", 20));
        assert!(!specimen.renders("c", 20));
        assert!(specimen.renders("a", 20));
        assert!(specimen.renders("huge", 1000));
        assert!(specimen.renders("huge", 1000));
        assert!(!specimen.renders("a", 20));
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
