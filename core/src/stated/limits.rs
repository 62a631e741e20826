//! The limits of the parsers of declarations. Errors state the limit that was exceeded.

/// The longest file, in bytes.
pub const SOURCE_LIMIT: usize = 32 << 20;

/// The most words, numbers and signs of a header.
pub const TOKENS_LIMIT: usize = 1 << 22;

/// Maximum nesting of structures, types and expressions, each.
pub const NESTING_LIMIT: usize = 32;

/// The most definitions of a file.
pub const DEFINITIONS_LIMIT: usize = 1 << 16;

/// The most members of one definition, those of its anonymous unions included.
pub const MEMBERS_LIMIT: usize = 1 << 13;

/// The most words between `struct` and the name of a structure: macros.
pub const MACRO_WORDS_LIMIT: usize = 64;

/// The most names of one definition.
pub const NAMES_LIMIT: usize = 64;

/// The deepest nesting of types by value.
pub const HOLDING_LIMIT: usize = 64;

/// The longest chain of names for constants or types.
pub const ALIASES_LIMIT: usize = 32;

/// Maximum number of tokens in a macro.
pub const MACRO_LIMIT: usize = 512;

/// The most tokens of all macro expansions together.
pub const EXPANSION_LIMIT: usize = 1 << 20;

/// Maximum number of findings for one file; the number of further ones is stated.
pub const FINDINGS_LIMIT: usize = 1000;
