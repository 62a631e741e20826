//! How much of anything a symbol file may have.

/// How many bytes a file may have when decompressed. The largest that is known has 9 MiB.
pub const TEXT_LIMIT: usize = 128 * 1024 * 1024;

/// Maximum size of the decompression dictionary, in KiB.
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

/// How many bytes a page of a PDB file may have. Microsoft's tools write up to 65,536.
pub const PAGE_SIZE_LIMIT: usize = 65_536;

/// How many streams a PDB file may have: their numbers have 16 bits.
pub const STREAMS_LIMIT: usize = 65_536;

/// How many records of a PDB file the members of one type may be spread over. A record has at most 64 KiB, which is some
/// thousand members.
pub const FIELD_LISTS_LIMIT: usize = 64;

/// How many members and enumerators of all types of a PDB file are read, and how many members of anonymous types of an ISF file.
/// A kernel has some twenty thousand.
pub const FIELDS_LIMIT: usize = 2_000_000;

/// Maximum number of modifiers on one type of a PDB file.
pub const MODIFIERS_LIMIT: usize = 8;
