//! A Windows time: units of 100 ns since the start of 1601, UTC (Microsoft's documentation of FILETIME).

use std::fmt;

/// In units of 100 ns.
const SECOND: u64 = 10_000_000;
/// In units of 100 ns.
const DAY: u64 = 86_400 * SECOND;
/// The start of 1990 and of 2100: other numbers are not taken for times.
const RANGE: std::ops::Range<u64> = 142_079 * DAY..182_256 * DAY;

/// A time, in units of 100 ns since the start of 1601. Displays as `2019-06-14T12:34:56.0000000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

impl Time {
    /// Returns the time of a number, if it is between 1990 and 2100: earlier times precede Windows NT, and numbers in
    /// this range are seldom anything else.
    pub fn plausible(number: i64) -> Option<Self> {
        let number = u64::try_from(number).ok()?;
        RANGE.contains(&number).then_some(Self(number))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.0 / DAY);
        let rest = self.0 % DAY;
        let (seconds, fraction) = (rest / SECOND, rest % SECOND);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:07}Z"
        )
    }
}

/// Returns the year, month and day, `days` after the start of 1601, which begins a cycle of 400 years.
fn date(days: u64) -> (u64, u64, u64) {
    let leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1601 + days / 146_097 * 400, days % 146_097);
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if left < length {
            break;
        }
        left -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates() {
        for (number, text) in [
            (RANGE.start, Some("1990-01-01T00:00:00.0000000Z")),
            (RANGE.start - 1, None),
            (0x01d5_22ae_0f4a_0c00, Some("2019-06-14T12:38:25.3462528Z")),
            (
                125_911_584_000_000_000,
                Some("2000-01-01T00:00:00.0000000Z"),
            ),
            (
                125_963_423_999_999_999,
                Some("2000-02-29T23:59:59.9999999Z"),
            ),
            (RANGE.end - 1, Some("2099-12-31T23:59:59.9999999Z")),
            (RANGE.end, None),
        ] {
            let time = Time::plausible(number.cast_signed()).map(|time| time.to_string());
            assert_eq!(time.as_deref(), text, "{number}");
        }
        assert_eq!(Time::plausible(-1), None);
        assert_eq!(Time::plausible(0), None);
    }
}
