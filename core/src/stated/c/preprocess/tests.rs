//! The remaining text of headers, and the reported parts.

use expect_test::{Expect, expect};

use super::super::lex::lex;
use super::*;

/// Checks each line: a header with `\n` for a line end, the text that remains, and the reported conditions with their
/// lines.
#[track_caller]
fn check(expected: &Expect) {
    let lines = expected.data.lines();
    let headers = lines.filter_map(|line| line.trim_start().split_once(" → "));
    let shown = headers.map(|(text, _)| format!("{text} → {}\n", left(text, Arch::X64)));
    expected.assert_eq(&shown.collect::<String>());
}

fn left(text: &str, arch: Arch) -> String {
    let text = text.replace("\\n", "\n");
    let processed = process(&lex(&text).unwrap(), arch).unwrap();
    let show = |token: &Token<'_>| match token.kind {
        Kind::Word(text) | Kind::Number(text) | Kind::Punct(text) => text.to_owned(),
        Kind::Pack(pack) => format!("{pack:?}"),
        Kind::UnknownCondition(at) => format!("?{at}"),
        _ => "…".to_owned(),
    };
    let left: Vec<String> = processed.tokens.iter().map(show).collect();
    let unknown = processed.unknown_conditions.iter();
    let unknown = unknown.map(|it| format!("; {}-{} {}", it.from, it.to, it.condition));
    left.join(" ") + &unknown.collect::<String>()
}

#[test]
fn conditions_that_the_header_decides() {
    check(&expect![[r"
        #if 0\na\n#else\nb\n#endif → b
        #define A\n#ifdef A\na\n#else\nb\n#endif → a
        #define A 3\n#if A > 2 && defined(A)\na\n#elif A\nb\n#endif → a
        #define A B\n#define B 0x10\n#if A == 16\na A\n#endif → a 0x10
        #ifndef X_H\n#define X_H\na\n#endif → a
        #ifndef X_H\n#define X_H\na\n#endif\n#ifndef X_H\nb\n#endif → a
        #if !defined(X_H)\n// once\n#define X_H\na\n#endif → a
        #define A 1\n#undef A\n#define A 2\nA → 2
        #define F(x) x\n#define G (x)\nF G → F ( x )
        #define A A b\nA → A b
        #pragma pack(push, 1)\n#pragma once\n#include <poppack.h>\n#include <a.h> → Push(None, Some(1)) Pop(None, None)
        #if 0\n#if X\n#else\n#endif\n#else\nb\n#endif c → b
        #ifdef __cplusplus\na\n#endif\n#if _MSC_VER >= 1200\nb\n#endif → b
    "]]);
}

#[test]
fn conditions_that_the_architecture_decides() {
    let text = r"#ifdef _WIN64\na\n#else\nb\n#endif\n#if defined(_M_IX86)\nc\n#endif";
    assert_eq!(left(text, Arch::X64), "a");
    assert_eq!(left(text, Arch::X86), "b c");
}

#[test]
fn unknown_conditions_are_reported() {
    check(&expect![[r"
        a\n#if PHNT_VERSION >= PHNT_WIN8\nb\n#else\nc\n#endif\nd → a ?0 d; 2-6 #if PHNT_VERSION >= PHNT_WIN8
        #if 0\n#elif X\na\n#endif → ?0; 2-4 #if X
        #if (X) && (defined(Y))\n#endif → ?0; 1-2 #if (X) && (defined(Y))
        #define A 1 + 2\n#if A * 2 == 5\na\n#endif → a
        #if X && 0\na\n#endif\nb → b
        #ifdef X\n#define Y 1\n#endif\n#ifdef Y\na\n#endif Y → ?0 ?1; 1-3 #ifdef X; 4-6 #ifdef Y
        #ifndef X\na\n#endif → ?0; 1-3 #ifndef X
        #ifdef X\na → ?0; 1-2 #ifdef X
        #else\na\n#endif\n#elif 1\nb → a b
    "]]);
}

#[test]
fn macros_that_grow_are_cut() {
    let mut text = "#define A0 x\n".to_owned();
    for n in 1..60 {
        let before = n - 1;
        text += &format!("#define A{n} A{before} A{before}\n");
    }
    text += "A25 A30";
    let tokens = lex(&text).unwrap();
    let processed = process(&tokens, Arch::X64).unwrap();
    assert!(processed.is_cut);
    assert!(processed.tokens.len() < 3 * EXPANSION_LIMIT);
}

#[test]
fn the_stack_of_packing() {
    let mut packing = Packing::default();
    let mut after = |text: &'static str| {
        if let Some(pack) = Pack::read(&lex_body(text, 1).unwrap()) {
            packing.apply(pack);
        }
        packing.now()
    };
    assert_eq!(after("(push, 1)"), Some(1));
    assert_eq!(after("(push, here, 4)"), Some(4));
    assert_eq!(after("(push)"), Some(4));
    assert_eq!(after("(2)"), Some(2));
    assert_eq!(after("(show)"), Some(2));
    assert_eq!(after("(3)"), Some(2));
    assert_eq!(after("(pop, here)"), Some(1));
    assert_eq!(after("()"), None);
    assert_eq!(after("(pop)"), None);
    assert_eq!(after("(pop, nowhere, 8)"), Some(8));
    assert_eq!(after("(pop)"), Some(8));
    let included = Pack::of_include(" <pshpack4.h>");
    assert_eq!(included, Some(Pack::Push(None, Some(4))));
    assert_eq!(
        Pack::of_include(" \"sub/PopPack.h\""),
        Some(Pack::Pop(None, None))
    );
    assert_eq!(Pack::of_include(" <stddef.h>"), None);
}
