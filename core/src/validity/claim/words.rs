//! Vocabulary for structures, members and offsets in the files of tools.

/// Words without meaning in a claim: modules before `!`, keywords before constants, names of assertions.
const NOISE: &str = "\
    nt ntdll ntoskrnl ntkrnlmp const constexpr static auto pub public private internal readonly final inline let \
    var val int unsigned long usize u32 u64 i32 uint ulong dword uint32 uint64 uint32_t uint64_t std \
    ulong_ptr dword_ptr long_ptr size_t ulong64 dword64 qword nuint define typedef equ enum nint uintptr_t dt dict c_assert static_assert export \
    unsafe sealed partial fixed";

const CONTAINERS: &str = "offsets members fields structures structs points items layouts $structs user_types 字段偏移 偏移";

/// Keywords before the name of a structure.
const KEYWORDS: &str = "struct class union namespace mod module record impl";

fn among(words: &str, word: &str) -> bool {
    let mut words = words.split(' ');
    words.any(|known| known.eq_ignore_ascii_case(word))
}

/// Returns whether a word has no meaning in a claim.
pub(super) fn is_noise(word: &str) -> bool {
    among(NOISE, word)
}

/// Returns whether a word names a container of structures or members.
pub(super) fn is_container(word: &str) -> bool {
    among(CONTAINERS, word)
}

/// Returns whether the name of a structure follows a word.
pub(super) fn is_keyword(word: &str) -> bool {
    among(KEYWORDS, word)
}

/// A part of a claim, as named by a column or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Structure,
    Member,
    /// The name of a structure or member.
    Name,
    Offset,
    /// The claimed offset; an `Offset` column takes precedence.
    Claimed,
    Version,
    Arch,
    /// Version and architecture.
    Point,
    Type,
    Size,
    /// The lowest bit of a bit field.
    Bits,
    /// The number of bits.
    Width,
    /// Whether the member exists.
    State,
    /// Not part of a claim.
    Other,
}

const PARTS: [(Part, &str); 14] = [
    (Part::Structure, "structure struct"),
    (Part::Member, "member field 字段 成员"),
    (Part::Name, "name"),
    (Part::Offset, "offset off 偏移 偏移量"),
    (Part::Claimed, "claimed"),
    (Part::Version, "version release build"),
    (Part::Arch, "arch architecture machine"),
    (Part::Point, "point"),
    (Part::Type, "type"),
    (Part::Size, "size"),
    (Part::Bits, "bit bits bitfield_offset bit_position"),
    (Part::Width, "width bit_length"),
    (
        Part::Other,
        "line row source note notes comment remark description url title id module refused",
    ),
    (Part::State, "state verdict"),
];

/// The part that a column or a key names.
pub(super) fn part(word: &str) -> Option<Part> {
    let mut known = PARTS.iter();
    let found = known.find(|(_, words)| among(words, word));
    found.map(|(part, _)| *part)
}

/// Like [`part`], for a key: most capitalized keys are names of members.
pub(super) fn part_of_key(key: &str) -> Option<Part> {
    let found = part(key)?;
    let capital = matches!(found, Part::Structure | Part::Member | Part::Offset);
    let plain = !key.contains(|c: char| c.is_ascii_uppercase());
    (capital || plain).then_some(found)
}
