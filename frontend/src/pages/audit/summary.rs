//! The abstract: the audit in numbers, each of them counted in the data.

use leptos::prelude::*;

use crate::page::audit::Numbers;

/// The audit in numbers.
#[component]
pub fn Summary(numbers: Numbers) -> impl IntoView {
    let sentences = sentences(&numbers).map(|text| view! { <p>{text}</p> });
    view! {
        <section aria-labelledby="abstract" class="abstract">
            <h2 id="abstract">"Abstract"</h2>
            {sentences.collect_view()}
        </section>
    }
}

/// What was read, what was found, what is left, what symbol files say.
fn sentences(numbers: &Numbers) -> std::array::IntoIter<String, 4> {
    let Numbers {
        structures,
        layouts,
        rows,
        cells,
        members,
        published,
        standing,
        open,
        notes,
        errata,
        described,
        files,
        compared,
        differences,
        types,
    } = *numbers;
    let read = format!(
        "The published tables of {structures} structures, {} with {}, give {} with {}. Every cell is kept as published and held by \
         a machine against the rules by which C compilers lay structures out, against the rest of its table, and against symbol \
         files where there are any.",
        many(rows, "row"),
        many(cells, "cell"),
        many(layouts, "layout"),
        many(members, "member"),
    );
    let found = format!(
        "As published, the tables break the rules in {}; {} account for what is wrong in them. Each erratum gives the row as \
         published and as corrected, the rule that fires where it is taken back, and the reason.",
        many(published, "place"),
        many(errata, "erratum"),
    );
    let account = match notes {
        1 => "a note says".to_owned(),
        _ => format!("{notes} notes say"),
    };
    let left = match open {
        0 => format!(
            "With the errata applied, {} {}: {account} what is known of each, and none is left that nothing accounts for.",
            many(standing, "finding"),
            if standing == 1 { "stands" } else { "stand" },
        ),
        _ => format!(
            "With the errata applied, {} stand: {account} what is known of some, and nothing accounts for {open}.",
            many(standing, "finding"),
        ),
    };
    let symbols = match (files, differences) {
        (0, _) => "No symbol file at hand describes any of these structures.".to_owned(),
        (_, 0) => format!(
            "{described} of the structures are in public symbol files: {} at hand, {}. With the errata applied, every name, \
             type, place and size agrees. Members are measured by {}.",
            many(files, "file"),
            many(compared, "member and bit field"),
            many(types, "nested type"),
        ),
        _ => format!(
            "{described} of the structures are in public symbol files: {} at hand, {}. With the errata applied, they differ in {}.",
            many(files, "file"),
            many(compared, "member and bit field"),
            many(differences, "place"),
        ),
    };
    [read, found, left, symbols].into_iter()
}

/// `1 row`, `1,806 offsets`.
fn many(count: usize, what: &str) -> String {
    let words = match (count, what) {
        (1, _) => what.to_owned(),
        (_, "erratum") => "errata".to_owned(),
        (_, "member and bit field") => "members and bit fields".to_owned(),
        _ => format!("{what}s"),
    };
    format!("{} {words}", grouped(count))
}

/// Digits by threes.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_by_threes_and_one_is_one() {
        assert_eq!(many(1, "row"), "1 row");
        assert_eq!(many(1806, "offset"), "1,806 offsets");
        assert_eq!(many(1_234_567, "cell"), "1,234,567 cells");
        assert_eq!(many(2, "erratum"), "2 errata");
        assert_eq!(many(999, "place"), "999 places");
    }

    #[test]
    fn what_is_open_and_what_differs_is_not_hidden() {
        let numbers = Numbers {
            standing: 3,
            open: 2,
            files: 1,
            differences: 4,
            ..Numbers::default()
        };
        let text: Vec<String> = sentences(&numbers).collect();
        assert!(text[2].contains("nothing accounts for 2"), "{}", text[2]);
        assert!(text[3].contains("differ in 4 places"), "{}", text[3]);
    }
}
