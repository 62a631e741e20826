//! Limits on symbol files.

/// The maximum size of a file when decompressed, in bytes. The largest known has 9 MiB.
pub const TEXT_LIMIT: usize = 128 * 1024 * 1024;

/// The maximum size of the decompression dictionary, in KiB.
pub const XZ_MEMORY_KIB: u32 = 128 * 1024;

/// The maximum number of types in a file, including pointers and arrays.
pub const TYPES_LIMIT: usize = 400_000;

/// The maximum nesting of unnamed types.
pub const UNNAMED_LIMIT: usize = 16;

/// The maximum number of definitions of one name in a file. Compilers write two.
pub const VARIANTS_LIMIT: usize = 16;

/// The maximum nesting of skipped values in YAML.
pub const NESTING_LIMIT: usize = 64;

/// The maximum number of entries in a list of builds.
pub const BUILDS_LIMIT: usize = 100_000;

/// The maximum page size of a PDB file, in bytes. Microsoft's tools write up to 65,536.
pub const PAGE_SIZE_LIMIT: usize = 65_536;

/// The maximum number of streams in a PDB file: their numbers have 16 bits.
pub const STREAMS_LIMIT: usize = 65_536;

/// The maximum number of records in a PDB file for the members of one type. A record has at most 64 KiB, which is some
/// thousand members.
pub const FIELD_LISTS_LIMIT: usize = 64;

/// The maximum number of members and enumerators read from a PDB file, and of members of anonymous types read from an
/// ISF file. A kernel has some twenty thousand.
pub const FIELDS_LIMIT: usize = 2_000_000;

/// The maximum number of modifiers on one type of a PDB file.
pub const MODIFIERS_LIMIT: usize = 8;
