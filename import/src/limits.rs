//! How much of anything a symbol file may have.

/// How many bytes a file may have when decompressed. The largest that is known has 9 MiB.
pub const TEXT_LIMIT: usize = 128 * 1024 * 1024;

/// How much memory the decompression may use for its dictionary, in KiB.
pub const XZ_MEMORY_KIB: u32 = 128 * 1024;

/// How many types a file may have, pointers and arrays included.
pub const TYPES_LIMIT: usize = 400_000;

/// How many unnamed types may be nested in one another.
pub const UNNAMED_LIMIT: usize = 16;

/// How many definitions of one name a file may have. Compilers write two.
pub const VARIANTS_LIMIT: usize = 16;

/// How deeply values that are not read may be nested in YAML.
pub const NESTING_LIMIT: usize = 64;

/// How many entries a list of builds may have.
pub const BUILDS_LIMIT: usize = 100_000;
