//! Recognizes files that declare no structures, with advice on each.

use strata_core::decode::read::read;
use strata_core::decode::source::unmarked_utf_16;

/// The advice for a packed file.
macro_rules! packed {
    ($by:literal) => {
        concat!(
            "a file packed by ",
            $by,
            ": unpack it first (`",
            $by,
            " -d`)"
        )
    };
}

const PROGRAM: &str = "a program, not a header";
const PDB: &str = "a PDB: `strata import --check` shows where its types differ from the known ones";
const MEMORY_DUMP: &str = "a memory dump: `dt` of WinDbg shows the types of its modules";
const IDA: &str = "a database of IDA: export its local types as a header";

/// Signatures of binary files, and what those files are.
const MAGIC: [(&[u8], &str); 12] = [
    (b"MZ", PROGRAM),
    (b"\x7fELF", PROGRAM),
    (b"Microsoft C/C++ ", PDB),
    (b"\xfd7zXZ\0", packed!("xz")),
    (b"\x1f\x8b", packed!("gzip")),
    (b"BZh", packed!("bzip2")),
    (b"\x28\xb5\x2f\xfd", packed!("zstd")),
    (b"PK\x03\x04", "a ZIP archive: unpack it first"),
    (b"7z\xbc\xaf", "an archive of 7-Zip: unpack it first"),
    (b"MDMP", MEMORY_DUMP),
    (b"PAGEDU", MEMORY_DUMP),
    (b"IDA", IDA),
];

pub fn like_bytes(bytes: &[u8]) -> Option<&'static str> {
    let magic = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic));
    // A text of letters can begin like a program, but goes on without zero bytes.
    let binary = is_binary(bytes);
    match magic {
        Some((magic, what)) if binary || !magic.is_ascii() || magic.len() > 6 => Some(what),
        _ if binary => Some("bytes, not text"),
        _ => None,
    }
}

fn is_binary(bytes: &[u8]) -> bool {
    let marked = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    !marked && bytes.contains(&0) && unmarked_utf_16(bytes).is_none()
}

pub fn like_text(text: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().all(|word| text.contains(word));
    if text.trim().is_empty() {
        return Some("an empty file");
    }
    if has(&["[[row]]"]) || has(&["[[layout]]", "members"]) {
        return Some("a data file of Strata: pass its folder to `strata check`");
    }
    if has(&["meta:", "id:"]) && (has(&["seq:"]) || has(&["instances:"])) {
        return Some("a specification for Kaitai Struct, which is not supported");
    }
    if has(&["\"$STRUCTS\""]) {
        return Some("a profile of Rekall, which is not supported");
    }
    if has(&["#[repr(C"]) {
        return Some("Rust, which is not supported");
    }
    if text.trim_start().starts_with('<') {
        return Some("a page of HTML or XML: pass the text that it shows");
    }
    if read(text).is_ok() {
        return Some("a dump of bytes: `strata decode` and `strata identify` read those");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_files_look_like() {
        assert_eq!(like_bytes(b"struct X { int a; };"), None);
        assert_eq!(like_bytes(b"\xff\xfes\0t\0"), None);
        assert_eq!(like_bytes(b"MZ is how programs begin"), None);
        assert!(like_bytes(b"MZ\x90\0\x03\0").unwrap().contains("a program"));
        assert!(like_bytes(b"\xfd7zXZ\0\0\x04").unwrap().contains("xz -d"));
        assert!(
            like_bytes(b"Microsoft C/C++ MSF 7.00\r\n")
                .unwrap()
                .contains("PDB")
        );
        assert!(like_bytes(b"a\0b\x01\x02\x03").unwrap().contains("bytes"));
        for bytes in [b"E\0T\0W\0 \0".as_slice(), b"\0E\0T\0W\0 "] {
            assert_eq!(like_bytes(bytes), None);
        }
        assert!(
            like_text("4d 5a 90 00 03 00 00 00")
                .unwrap()
                .contains("strata decode")
        );
        assert!(like_text(" \n").unwrap().contains("empty"));
        assert_eq!(like_text("int main() { return 0; }"), None);
    }
}
