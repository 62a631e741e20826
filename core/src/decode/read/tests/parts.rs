//! What each part of the reader makes of a text: a line for each, `text ⇒ result`.

use expect_test::expect_file;

use super::super::number_size::NumberSizeStats;
use super::super::text::{is_fence, is_gap, lines, uncoded};
use super::super::unsupported::{is_bits, is_repeated_format, unsupported_dialect};
use super::super::{broken, html, joined, prefix, prompt, rewrite, row_address};
use super::{NAME, READ_AS};

/// What stands for characters that a line cannot hold.
const VISIBLE: [(&str, &str); 4] = [("\n", "⏎"), ("\t", "⇥"), ("\r", "␍"), ("\u{1b}", "␛")];

fn visible(text: &str) -> String {
    let replaced = |text: String, (is, shown): &(&str, &str)| text.replace(is, shown);
    VISIBLE.iter().fold(text.to_owned(), replaced)
}

/// Shows what the part with this name makes of a text.
fn part(name: &str, text: &str) -> String {
    let none = || "none".to_owned();
    let all = || lines(text).unwrap();
    let quoted = |text: Option<&str>| text.map_or_else(none, |text| format!("`{text}`"));
    match name {
        "address" => row_address::parse_row_address(text)
            .map_or_else(none, |addr| format!("{:?} 0x{:x}", addr.kind, addr.value)),
        "prefix" => prefix::strip_prefixes(&all()).map_or_else(none, |clean| {
            let numbered = if clean.numbered { ", numbered" } else { "" };
            format!("`{}`{numbered}", clean.text())
        }),
        "prompt" => quoted(prompt::prompt(text)),
        "prompt after markers" => quoted(prompt::prompt_after_markers(text)),
        "command" => prompt::command(text, false).map_or_else(none, |command| {
            let unit = command.unit.map(|unit| format!(" {}", unit.bytes));
            format!("{:?}{}", command.dialect, unit.unwrap_or_default())
        }),
        "rewrite" => rewrite::plain(text).into_owned(),
        "rows in a line" => joined::split_rows(all()).lines.len().to_string(),
        "broken rows" => {
            let (rows, joined) = broken::join_wrapped(all());
            assert_eq!(joined.len(), text.lines().count() - rows.len());
            let rows: Vec<&str> = rows.iter().map(|line| &*line.text).collect();
            rows.join("\n")
        }
        "size of numbers" => {
            let mut number_sizes = NumberSizeStats::default();
            text.lines().for_each(|line| number_sizes.add(line));
            let unit = number_sizes.unit(None);
            let fixed = if unit.fixed { " fixed" } else { "" };
            format!("{}{fixed}", unit.bytes)
        }
        "unsupported" => unsupported_dialect(text).map_or_else(none, |found| format!("{found:?}")),
        "bits" => is_bits(text).to_string(),
        "repeated format" => {
            let (before, line) = text.split_once('\n').unwrap();
            is_repeated_format(before, line).to_string()
        }
        "html" => html::plain(text).into_owned(),
        "gap" => is_gap(text).to_string(),
        "fence" => is_fence(text).to_string(),
        "code" => uncoded(text).to_owned(),
        name => panic!("there is no part {name}"),
    }
}

#[test]
fn parts() {
    let mut name = "";
    let shown = include_str!("parts.txt").lines().map(|line| {
        let named = line.strip_prefix(NAME).map(|it| it.split(": ").next());
        name = named.flatten().unwrap_or(name);
        let Some((text, _)) = line.split_once(READ_AS) else {
            return format!("{line}\n");
        };
        let real = |text: String, (is, shown): &(&str, &str)| text.replace(shown, is);
        let found = part(name, &VISIBLE.iter().fold(text.to_owned(), real));
        format!("{text}{READ_AS}{}\n", visible(&found))
    });
    let shown: String = shown.collect();
    expect_file!["parts.txt"].assert_eq(&shown);
}

#[test]
fn lines_keep_their_numbers() {
    let text = "\u{feff}a\r\n\r\n b\u{a0}c\td \rd\n\u{a0}\ne\u{200b}f";
    let lines = lines(text).unwrap().into_iter();
    let lines: Vec<_> = lines.map(|it| (it.number, it.text.into_owned())).collect();
    let expected = [(1, "a"), (3, " b c  d"), (4, "d"), (6, "ef")];
    assert_eq!(lines, expected.map(|(n, text)| (n, text.to_owned())));
}

#[test]
fn rows_that_were_wrapped_are_whole_again() {
    #[track_caller]
    fn check(text: &str, rows: usize) {
        let found = joined::split_rows(lines(text).unwrap());
        assert_eq!(found.lines.len(), rows, "{text}");
    }
    let row = |address: u64| {
        format!(
            "ffffa80c`{address:08x}  82 b7 0e ee 7f 1a 50 39-be f0 7e c2 34 7f 06 6e  ......P9..~.4..n"
        )
    };
    let rows: Vec<String> = (0..4).map(|at| row(0x1a2b_3c40 + at * 16)).collect();
    for width in [40, 41, 42, 43, 44, 60, 61, 62] {
        let pieces = rows.iter().flat_map(|row| row.as_bytes().chunks(width));
        let pieces: Vec<&str> = pieces.map(|it| std::str::from_utf8(it).unwrap()).collect();
        check(&pieces.join("\n"), 4);
    }
    // A single row does not show its size; nor do rows that are complete without the text between them.
    check(&format!("{}\n06 6e", &rows[0][..60]), 2);
    check(&format!("{}\n06 6e\n{}\n06 6e", rows[0], rows[1]), 4);
}
