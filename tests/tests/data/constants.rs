//! Tests of errors about constants: file, line and expectation, in `constants.txt`.

use expect_test::expect_file;
use strata_core::constants::ConstantSet;
use strata_server::data::DataFiles;
use strata_tests::transcript;

/// The errors of loading after one text of a data file was replaced: `FILE: FROM → TO`.
fn mistakes(query: &str) -> String {
    let (file, replacement) = query.split_once(": ").expect("a file");
    let (from, to) = replacement.split_once(" → ").expect("two texts");
    let built_in = DataFiles::built_in();
    let text = built_in.text(file).unwrap_or_default();
    assert!(text.contains(from), "{file} has no {from}");
    let text = text.replacen(from, &to.replace("\\n", "\n"), 1);
    let mistakes = built_in.with(file, text).load().err().unwrap_or_default();
    mistakes.iter().map(ToString::to_string).collect()
}

#[test]
fn mistakes_are_underlined() {
    transcript::play(&expect_file!["constants.txt"], 14, mistakes);
}

#[test]
fn a_folder_of_ones_own_adds_to_the_constants() {
    let text = r#"
        [[constants]]
        set = "clock-type"
        source = "windows-sdk"
        values = ["OURS = 7"]
    "#;
    let own = DataFiles::default().with("constants.toml", text.to_owned());
    let files = DataFiles::built_in().overlaid(own);
    let (_, dataset) = files
        .load()
        .unwrap_or_else(|mistakes| panic!("{mistakes:#?}"));
    let clocks = dataset
        .catalogue()
        .constants()
        .sets()
        .find(|set| set.id.as_str() == "clock-type");
    let release = "6.1".parse().unwrap_or_else(|error| panic!("{error}"));
    let name = |set: &ConstantSet, number| set.named(number, release).map(|c| c.name.to_string());
    let names = clocks.map(|set| [1, 7].map(|number| name(set, number)));
    let expected = ["EVENT_TRACE_CLOCK_PERFCOUNTER", "OURS"].map(|name| Some(name.to_owned()));
    assert_eq!(names, Some(expected));
}
