//! Words that cannot be names in Rust, of every edition.

/// Keywords, reserved words, and the types that definitions are made of.
pub(in super::super) const RESERVED: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "i16",
    "i32", "i64", "i8", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
    "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait",
    "true", "try", "type", "typeof", "u16", "u32", "u64", "u8", "union", "unsafe", "unsized",
    "use", "virtual", "where", "while", "yield",
];
