//! Property tests for any text: it is parsed or refused, and the result keeps its limits.

use proptest::prelude::*;

use super::compare::Ours;
use super::limits::MEMBERS_LIMIT;
use super::*;
use crate::arch::Arch;
use crate::export::{self, Format, Options};
use crate::layout::Layout;
use crate::sample;

/// Pieces of headers, and other text.
const WORDS: &str = r#"struct union enum class typedef public X _X ULONG unsigned char void LIST_ENTRY sizeof offsetof
static_assert __declspec align 4 0 0x10 + * ( ) [ ] { } ; , : = " ' é /*"#;
const LINES: &str = "/* 0x10 */|#if X\n|#if 0\n|#else\n|#endif\n|#define X 3\n|#pragma pack(push, 1)\n|#pragma pack(pop)\n|//0x8\n\
                     |\n|\\\n";

fn soup() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = WORDS.split_whitespace().chain(LINES.split('|')).collect();
    let piece = prop::sample::select(pieces);
    prop::collection::vec(piece, 0..80).prop_map(|pieces| pieces.join(" "))
}

/// Returns the nearest character boundary at or before an index.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rfind(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Generates one of our headers with some text cut out, duplicated or moved.
fn mutated() -> impl Strategy<Value = String> {
    let whole = exported(&sample::consumer::x64_6_2());
    let length = whole.len();
    let cut = (0..length, 0..200_usize, 0..length);
    (prop::collection::vec(cut, 1..4), soup()).prop_map(move |(cuts, soup)| {
        let mut text = whole.clone();
        for (from, bytes, to) in cuts {
            let (from, end) = (floor(&text, from), floor(&text, from.saturating_add(bytes)));
            let taken = text[from..end].to_owned();
            if bytes % 2 == 0 {
                text.replace_range(from..end, if bytes % 3 == 0 { &soup } else { "" });
            }
            text.insert_str(floor(&text, to), &taken);
        }
        text
    })
}

fn exported(layout: &Layout) -> String {
    let types = sample::types();
    let definitions = export::definitions(layout, &types, 8, Format::C.reserved());
    let unit = export::Unit {
        provenance: export::Provenance::bare(layout),
        arch: layout.arch(),
        definitions,
        values: Vec::new(),
    };
    Format::C.write(&unit, Options::default())
}

/// Runs every operation on a text.
fn answers(text: &str) {
    let Ok(declared) = read(text) else { return };
    let types = sample::types();
    let pointees = HashSet::new();
    let layout = sample::consumer::x64_6_2();
    for definition in &declared.definitions {
        for arch in Arch::ALL {
            let context = TypeContext {
                types: &types,
                pointees: &pointees,
                scope: Scope::of_release(Release::FIRST, arch),
            };
            let name = layout.structure.clone();
            let Some(measured) = declared.measured(definition, &name, context) else {
                continue;
            };
            assert!(measured.listing.members.len() <= MEMBERS_LIMIT);
            let comparison = measured.compare(Ours::of(&layout), &types);
            assert!(!comparison.verdict().is_empty());
        }
    }
}

proptest! {
    #[test]
    fn soups_are_answered(text in soup()) {
        answers(&text);
    }

    #[test]
    fn anything_is_answered(text in any::<String>()) {
        answers(&text);
    }

    #[test]
    fn mutated_exports_are_answered(text in mutated()) {
        answers(&text);
    }
}

#[test]
fn an_export_agrees() {
    let layout = sample::consumer::x64_6_2();
    let text = exported(&layout);
    let declared = read(&text).unwrap();
    let is_it = |it: &&Definition| it.names.iter().any(|name| layout.structure.matches(name));
    let definition = declared.definitions.iter().find(is_it);
    let types = sample::types();
    let context = TypeContext {
        types: &types,
        pointees: &HashSet::new(),
        scope: layout.scope(),
    };
    let measured = declared.measured(definition.unwrap(), &layout.structure, context);
    let measured = measured.unwrap();
    let comparison = measured.compare(Ours::of(&layout), &types);
    assert!(comparison.agrees(), "{comparison}\n{text}");
    assert_eq!(measured.findings, []);
}
