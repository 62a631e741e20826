//! Counts what the readers look at, so that a test can tell whether they look at each part of a text only a few times.

#[cfg(test)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// So many bytes, tokens or rows are looked at. Costs nothing outside of tests.
#[inline]
pub(super) fn look_at(_count: usize) {
    #[cfg(test)]
    LOOKED_AT.with(|all| all.set(all.get() + _count));
}

/// How many were looked at in this thread since the last call.
#[cfg(test)]
pub(super) fn take() -> usize {
    LOOKED_AT.with(std::cell::Cell::take)
}
