//! What the reader of declarations takes at most. Whoever passes a limit is told so.

/// The longest file that is read, in bytes.
pub const SOURCE_LIMIT: usize = 32 << 20;

/// The most words, numbers and signs of a header.
pub const TOKENS_LIMIT: usize = 1 << 22;

/// Maximum nesting of structures, types and expressions, each.
pub const NESTING_LIMIT: usize = 32;

/// The most definitions of a file.
pub const DEFINITIONS_LIMIT: usize = 1 << 16;

/// The most members of one definition, those of its anonymous unions included.
pub const MEMBERS_LIMIT: usize = 1 << 13;

/// How many types that hold one another are followed.
pub const HOLDING_LIMIT: usize = 64;

/// The most names of constants or types that are followed, one to the next.
pub const ALIASES_LIMIT: usize = 32;

/// Maximum number of tokens in a macro.
pub const MACRO_LIMIT: usize = 64;

/// The most words that all uses of macros may come to.
pub const EXPANSION_LIMIT: usize = 1 << 20;

/// Maximum number of findings for one file; the number of further ones is stated.
pub const FINDINGS_LIMIT: usize = 1000;
