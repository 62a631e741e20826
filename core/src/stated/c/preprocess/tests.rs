//! The remaining text of headers, and the reported parts.

use super::super::lex::lex;
use super::*;

fn check_on(arch: Arch, text: &str, left: &str, unsettled: &[(usize, usize, &str)]) {
    let tokens = lex(text).unwrap();
    let processed = process(&tokens, arch).unwrap();
    let show = |token: &Token<'_>| match token.kind {
        Kind::Word(text) | Kind::Number(text) | Kind::Sign(text) => text.to_owned(),
        Kind::Pack(pack) => format!("{pack:?}"),
        Kind::Unsettled(at) => format!("?{at}"),
        _ => "…".to_owned(),
    };
    let is: Vec<String> = processed.tokens.iter().map(show).collect();
    assert_eq!(is.join(" "), left, "{text}");
    let told: Vec<(usize, usize, &str)> = processed
        .unknown_conditions
        .iter()
        .map(|it| (it.from, it.to, it.condition.as_str()))
        .collect();
    assert_eq!(told, unsettled, "{text}");
}

fn check_told(text: &str, left: &str, unsettled: &[(usize, usize, &str)]) {
    check_on(Arch::X64, text, left, unsettled);
}

fn check(text: &str, left: &str) {
    check_told(text, left, &[]);
}

#[test]
fn what_the_header_settles() {
    check("#if 0\na\n#else\nb\n#endif", "b");
    check("#define A\n#ifdef A\na\n#else\nb\n#endif", "a");
    check(
        "#define A 3\n#if A > 2 && defined(A)\na\n#elif A\nb\n#endif",
        "a",
    );
    check(
        "#define A B\n#define B 0x10\n#if A == 16\na A\n#endif",
        "a 0x10",
    );
    check("#ifndef X_H\n#define X_H\na\n#endif", "a");
    check(
        "#ifndef X_H\n#define X_H\na\n#endif\n#ifndef X_H\nb\n#endif",
        "a",
    );
    check("#if !defined(X_H)\n// once\n#define X_H\na\n#endif", "a");
    check("#define A 1\n#undef A\n#define A 2\nA", "2");
    check("#define F(x) x\n#define G (x)\nF G", "F ( x )");
    check("#define A A b\nA", "A b");
    check(
        "#pragma pack(push, 1)\n#pragma once\n#include <poppack.h>\n#include <a.h>",
        "Push(None, Some(1)) Pop(None, None)",
    );
    check("#if 0\n#if X\n#else\n#endif\n#else\nb\n#endif c", "b");
}

#[test]
fn what_the_architecture_settles() {
    let text = "#ifdef _WIN64\na\n#else\nb\n#endif\n#if defined(_M_IX86)\nc\n#endif";
    check_on(Arch::X64, text, "a", &[]);
    check_on(Arch::X86, text, "b c", &[]);
    check(
        "#ifdef __cplusplus\na\n#endif\n#if _MSC_VER >= 1200\nb\n#endif",
        "b",
    );
}

#[test]
fn what_nobody_settles_is_told() {
    check_told(
        "a\n#if PHNT_VERSION >= PHNT_WIN8\nb\n#else\nc\n#endif\nd",
        "a ?0 d",
        &[(2, 6, "#if PHNT_VERSION >= PHNT_WIN8")],
    );
    check_told("#if 0\n#elif X\na\n#endif", "?0", &[(2, 4, "#if X")]);
    check_told(
        "#if (X) && (defined(Y))\n#endif",
        "?0",
        &[(1, 2, "#if (X) && (defined(Y))")],
    );
    check("#define A 1 + 2\n#if A * 2 == 5\na\n#endif", "a");
    check("#if X && 0\na\n#endif\nb", "b");
    check_told(
        "#ifdef X\n#define Y 1\n#endif\n#ifdef Y\na\n#endif Y",
        "?0 ?1",
        &[(1, 3, "#ifdef X"), (4, 6, "#ifdef Y")],
    );
    check_told("#ifndef X\na\n#endif", "?0", &[(1, 3, "#ifndef X")]);
    check_told("#ifdef X\na", "?0", &[(1, 2, "#ifdef X")]);
    check("#else\na\n#endif\n#elif 1\nb", "a b");
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
