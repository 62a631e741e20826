//! Citations: a page's title, the hash of its data, and its permanent address.

use serde_json::Value;

use crate::figures::joined;
use crate::route::site_location;

/// How many digits of the data hash a citation has.
const DIGITS: usize = 16;

/// The hash of the data, shortened for citations.
pub fn short(hash: &str) -> &str {
    hash.get(..DIGITS).unwrap_or(hash)
}

/// `ETW_REALTIME_CONSUMER 6.2 x64. Strata, data 99a5a0533cbc7655. …?data=99a5a0533cbc7655`
///
/// `title` is the page's title, `place` its URL. The address leads to the page with the server's current data; the hash
/// tells whether they are the cited ones.
pub fn citation(title: &str, place: &str, hash: &str) -> String {
    // A title that is a question has its own punctuation.
    let stop = if title.ends_with(['?', '!', '.']) {
        ""
    } else {
        "."
    };
    let permalink = permalink(place, hash);
    format!("{title}{stop} Strata, data {}. {permalink}", short(hash))
}

/// The citation of a section of a page: `…/audit?data=99a5a0533cbc7655#anchor`.
pub fn citation_of_part(title: &str, place: &str, anchor: &str, hash: &str) -> String {
    format!("{}#{anchor}", citation(title, place, hash))
}

/// An entry that names the page by its path and the data by their hash, which every server with these data understands;
/// the host is only in the URL.
pub fn bibtex(title: &str, place: &str, hash: &str) -> String {
    format!(
        "@misc{{{key},\n  title = {{{title}}},\n  author = {{{{Strata}}}},\n  note = {{Data {hash}, {path}}},\n  url = {{{url}}}\n}}",
        key = key(title, hash),
        title = latex(title),
        hash = short(hash),
        path = latex(place),
        url = permalink(place, hash),
    )
}

/// A text with the special letters of LaTeX escaped.
fn latex(text: &str) -> String {
    let mut latex = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '{' | '}' | '_' | '$' | '&' | '#' | '%' => latex.extend(['\\', letter]),
            '\\' => latex.push_str("\\textbackslash{}"),
            '~' => latex.push_str("\\textasciitilde{}"),
            '^' => latex.push_str("\\textasciicircum{}"),
            _ => latex.push(letter),
        }
    }
    latex
}

pub fn csl(title: &str, place: &str, hash: &str) -> String {
    let quoted = |text: String| Value::from(text).to_string();
    format!(
        "{{\n  \"id\": {id},\n  \"type\": \"dataset\",\n  \"title\": {title},\n  \"author\": [{{ \"literal\": \"Strata\" }}],\n  \
         \"version\": {version},\n  \"note\": {path},\n  \"URL\": {url}\n}}",
        id = quoted(key(title, hash)),
        title = quoted(title.to_owned()),
        version = quoted(short(hash).to_owned()),
        path = quoted(place.to_owned()),
        url = quoted(permalink(place, hash)),
    )
}

fn permalink(place: &str, hash: &str) -> String {
    // A search address has a query already.
    let joint = if place.contains('?') { '&' } else { '?' };
    let origin = site_location().origin.as_deref();
    let origin = origin
        .filter(|_| place.starts_with('/'))
        .unwrap_or_default();
    format!("{origin}{place}{joint}data={}", short(hash))
}

/// The BibTeX key of the entry: `strata-EPROCESS-Token-99a5a0533cbc7655`.
fn key(title: &str, hash: &str) -> String {
    let words = title.split(|letter: char| !letter.is_ascii_alphanumeric());
    format!(
        "strata-{}-{}",
        joined(words.filter(|word| !word.is_empty()), "-"),
        short(hash)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::Route;

    const HASH: &str = "0123456789abcdef0123";

    #[test]
    fn a_citation_says_what_of_which_data_and_where() {
        let search = Route::search("HANDLE");
        for (title, route, cited, joint) in [
            ("Releases", Route::Releases, "Releases.", '?'),
            ("Right?", Route::Validity, "Right?", '?'),
            ("HANDLE · Search", search, "HANDLE · Search.", '&'),
        ] {
            let (place, data) = (route.to_string(), "data=0123456789abcdef");
            let cited = format!("{cited} Strata, data 0123456789abcdef. {place}{joint}{data}");
            assert_eq!(citation(title, &place, HASH), cited);
            let part = citation_of_part(title, &place, "A.b", HASH);
            assert_eq!(part, format!("{cited}#A.b"));
        }
        assert_eq!(short("0123"), "0123");
    }

    #[test]
    fn citation_managers_read_it() {
        let place = Route::Releases.to_string();
        let url = format!("{place}?data=0123456789abcdef");
        assert_eq!(
            bibtex("_EPROCESS.Token", &place, HASH),
            format!(
                "@misc{{strata-EPROCESS-Token-0123456789abcdef,\n  title = {{\\_EPROCESS.Token}},\n  author = {{{{Strata}}}},\n  \
                 note = {{Data 0123456789abcdef, {place}}},\n  url = {{{url}}}\n}}"
            )
        );
        let csl: Value = serde_json::from_str(&csl("A\"b", &place, HASH)).unwrap();
        assert_eq!(csl["id"], "strata-A-b-0123456789abcdef");
        assert_eq!(csl["title"], "A\"b");
        assert_eq!(csl["URL"], url);
        assert_eq!(csl["note"], place);
        assert_eq!(csl["author"][0]["literal"], "Strata");
    }
}
