//! Cases in a text file, answered and compared as a whole; `UPDATE_EXPECT=1` writes the answers.
//!
//! ```text
//! === the name of a section
//! what its questions share
//! --- the options of a question
//! the question
//! =>
//! its answer
//! ```

use expect_test::ExpectFile;

/// Answers each question of a file, given the shared text of its section and its options, and compares the answers.
#[track_caller]
pub(crate) fn play(cases: &ExpectFile, answer: impl Fn(&str, &str, &str) -> String) {
    let data = cases.data();
    let sections = data.split("\n=== ").map(|section| {
        let mut parts = section.split("\n---");
        let head = parts.next().unwrap();
        let given = head.split_once('\n').map_or("", |(_, given)| given);
        let answered = parts.map(|part| {
            let (asked, _) = part.split_once("\n=>").unwrap();
            let (options, question) = asked.split_once('\n').unwrap_or((asked, ""));
            let answer = answer(given, options.trim(), question);
            let is_text = |line: &str| !["=== ", "---", "=>"].iter().any(|it| line.starts_with(it));
            assert!(answer.lines().all(is_text), "{head}\n{answer}");
            format!("\n---{asked}\n=>\n{}\n", answer.trim_end())
        });
        let answered: String = answered.collect();
        head.to_owned() + &answered
    });
    cases.assert_eq(&sections.collect::<Vec<_>>().join("\n=== "));
}
