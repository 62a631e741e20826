//! How a view is cited: what it is, of which data, and where it stays.

/// How many digits of the hash of the data a citation has.
const DIGITS: usize = 16;

/// The hash of the data, as citations give it.
#[must_use]
pub fn short(hash: &str) -> &str {
    hash.get(..DIGITS).unwrap_or(hash)
}

/// `ETW_REALTIME_CONSUMER 6.2 x64. Strata, data 99a5a0533cbc7655. …?data=99a5a0533cbc7655`
///
/// `title` is the page's, `place` its URL. The address leads to the page with the data that the server then has; the hash
/// tells whether they are the ones that were cited.
#[must_use]
pub fn citation(title: &str, place: &str, hash: &str) -> String {
    let title = title.strip_suffix(" · Strata").unwrap_or(title);
    let hash = short(hash);
    // What is searched for stands in a query already.
    // A question ends by itself.
    let stop = if title.ends_with(['?', '!', '.']) {
        ""
    } else {
        "."
    };
    let joint = if place.contains('?') { '&' } else { '?' };
    format!("{title}{stop} Strata, data {hash}. {place}{joint}data={hash}")
}

/// The same of a place on a page: `…/audit?data=99a5a0533cbc7655#anchor`.
#[must_use]
pub fn citation_of_part(title: &str, place: &str, anchor: &str, hash: &str) -> String {
    format!("{}#{anchor}", citation(title, place, hash))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::Route;

    #[test]
    fn a_citation_says_what_of_which_data_and_where() {
        let place = Route::Releases.to_string();
        let text = citation("Releases · Strata", &place, "0123456789abcdef0123");
        assert_eq!(
            text,
            format!("Releases. Strata, data 0123456789abcdef. {place}?data=0123456789abcdef")
        );
    }

    #[test]
    fn a_question_has_no_full_stop() {
        let place = Route::Validity.to_string();
        let text = citation("Right? · Strata", &place, "0123");
        assert_eq!(text, format!("Right? Strata, data 0123. {place}?data=0123"));
    }

    #[test]
    fn a_place_on_a_page_is_cited_behind_the_data() {
        let place = Route::Audit.to_string();
        let text = citation_of_part("An erratum", &place, "A.b", "0123456789abcdef0123");
        assert_eq!(
            text,
            format!("An erratum. Strata, data 0123456789abcdef. {place}?data=0123456789abcdef#A.b")
        );
    }

    #[test]
    fn what_is_searched_for_stays_in_the_address() {
        let place = Route::search("HANDLE").to_string();
        let text = citation("HANDLE · Search · Strata", &place, "0123456789abcdef0123");
        assert_eq!(
            text,
            format!(
                "HANDLE · Search. Strata, data 0123456789abcdef. {place}&data=0123456789abcdef"
            )
        );
    }
}
