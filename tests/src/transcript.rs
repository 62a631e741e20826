//! Transcripts: queries, each with its whole answer. `UPDATE_EXPECT=1` writes the answers.
//!
//! A line that begins with `$` is a query; its answer follows, up to an empty line. Lines that begin with `#` are headings
//! and remarks.

use expect_test::ExpectFile;

/// Answers each query of a transcript, which has at least `least` of them, and compares the answers.
pub fn play(transcript: &ExpectFile, least: usize, answer: impl Fn(&str) -> String) {
    let mut played = String::new();
    let mut queries = 0;
    for line in transcript.data().lines() {
        if let Some(query) = line.strip_prefix('$') {
            let answer = answer(query.trim());
            let is_text = |line: &str| !line.starts_with(['$', '#']);
            assert!(answer.lines().all(is_text), "{line}\n{answer}");
            played += &format!("{line}\n{answer}\n");
            queries += 1;
        } else if line.starts_with('#') {
            played += &format!("{line}\n");
        }
    }
    assert!(queries >= least, "{queries} queries of {least}");
    // The file ends with the last answer.
    played.pop();
    transcript.assert_eq(&played);
}
