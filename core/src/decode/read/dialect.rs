//! The dialects that are read: their ids, whose they are, a sample of each, and where an authentic sample comes from.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

/// What a text was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub enum Dialect {
    /// No text at all: bytes.
    Raw,
    /// Hexadecimal digits without addresses, in the order of the bytes.
    Plain,
    /// The same behind the numbers of the lines.
    PlainNumbered,
    /// Numbers of several bytes without addresses, the lowest byte first.
    PlainWords,
    /// WinDbg's `db`: an address, bytes of two digits, perhaps their characters.
    WindbgDb,
    /// WinDbg's `dw`: words of two bytes.
    WindbgDw,
    /// WinDbg's `dd`: words of four bytes.
    WindbgDd,
    /// WinDbg's `dc`: words of four bytes and their characters.
    WindbgDc,
    /// WinDbg's `dq`: words of eight bytes.
    WindbgDq,
    /// WinDbg's `dqs` and `dps`: words of eight bytes and their symbols.
    WindbgDqs,
    /// WinDbg's `dds` and `dps`: words of four bytes and their symbols.
    WindbgDds,
    /// Rows of several WinDbg commands.
    WindbgMixed,
    /// WinDbg's `!db`, `!dw`, `!dd`, `!dc`, `!dq`: physical addresses.
    WindbgPhysical,
    /// `xxd`: groups in the order of the bytes.
    Xxd,
    /// `xxd -e`: words, the lowest byte last.
    XxdWords,
    /// `xxd -d`: groups in the order of the bytes behind decimal offsets.
    XxdDecimal,
    /// `xxd -b`: bytes in binary digits.
    XxdBits,
    /// `hexdump -C`: bytes, their characters between bars.
    HexdumpC,
    /// `hexdump`: words of two bytes behind hexadecimal offsets.
    Hexdump,
    /// `od`: words behind octal offsets.
    Od,
    /// `od -A x`: words behind hexadecimal offsets.
    OdHex,
    /// `od -A d`: words behind decimal offsets.
    OdDecimal,
    /// gdb's `x`: numbers with `0x`, or decimal and octal ones.
    Gdb,
    /// HxD: a heading, offsets, bytes in capitals.
    Hxd,
    /// ImHex's hex view.
    ImHex,
    /// radare2's `px`: pairs of bytes in their order.
    Radare2,
    /// radare2's `pxw` and `pxq`: words.
    Radare2Words,
    /// Volatility's `volshell`, and `malfind` with addresses.
    Volshell,
    /// SoftICE: segment and address.
    SoftIce,
    /// pwndbg's `db`, `dd`, `dq` and `hexdump`.
    Pwndbg,
    /// `telescope` of gef and pwndbg: one pointer a row.
    Telescope,
    /// x64dbg's copied dump.
    X64dbg,
    /// IDA's hex view.
    Ida,
    /// Ghidra's listing.
    Ghidra,
    /// Volatility's `malfind`: bytes and their characters, without addresses.
    Malfind,
    /// A short offset and bytes, as Wireshark and 010 Editor copy them.
    Offsets,
    /// The same with decimal offsets.
    OffsetsDecimal,
    /// An address and groups in the order of the bytes, of no tool in particular.
    Rows,
    /// An array in C or C++, as `xxd -i`, x64dbg, ImHex and Ghidra copy it.
    CArray,
    /// An array in C#, or in PowerShell.
    CSharpArray,
    /// An array in Java.
    JavaArray,
    /// An array or a text of bytes in Rust.
    RustArray,
    /// Bytes in Python.
    PythonBytes,
    /// An array in Pascal.
    PascalArray,
    /// An array in JavaScript.
    JavaScriptArray,
    /// A slice or an array in Go.
    GoSlice,
    /// Lines for an assembler.
    Assembler,
    /// Texts in quotation marks.
    StringLiteral,
    /// Base64.
    Base64,
    /// GUIDs in their usual notation.
    Guid,
    /// Intel HEX: records with an address and a checksum.
    IntelHex,
}

/// What there is to say of a dialect.
#[derive(Debug)]
struct Entry {
    dialect: Dialect,
    id: &'static str,
    title: &'static str,
    tool: &'static str,
    sample: &'static str,
    source: Option<&'static str>,
}

const fn entry(
    dialect: Dialect,
    [id, title, tool, sample]: [&'static str; 4],
    source: Option<&'static str>,
) -> Entry {
    Entry {
        dialect,
        id,
        title,
        tool,
        sample,
        source,
    }
}

const X64DBG_1940: Option<&str> = Some("https://github.com/x64dbg/x64dbg/issues/1940");

/// In the order of the enumeration.
static ENTRIES: [Entry; 51] = [
    entry(Dialect::Raw, ["raw", "raw bytes", "", ""], None),
    entry(
        Dialect::Plain,
        [
            "plain-hex",
            "plain hexadecimal",
            "any",
            "4d 5a 90 00 03 00 00 00",
        ],
        None,
    ),
    entry(
        Dialect::PlainNumbered,
        [
            "plain-numbered",
            "plain hexadecimal behind line numbers",
            "any",
            "1: 4d 5a 90 00\n2: 03 00 00 00",
        ],
        None,
    ),
    entry(
        Dialect::PlainWords,
        [
            "plain-words",
            "plain numbers, the lowest byte first",
            "any",
            "0x00905a4d 0x00000003",
        ],
        None,
    ),
    entry(
        Dialect::WindbgDb,
        [
            "windbg-db",
            "WinDbg `db`",
            "WinDbg",
            "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................",
        ],
        X64DBG_1940,
    ),
    entry(
        Dialect::WindbgDw,
        [
            "windbg-dw",
            "WinDbg `dw`",
            "WinDbg",
            "00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000",
        ],
        X64DBG_1940,
    ),
    entry(
        Dialect::WindbgDd,
        [
            "windbg-dd",
            "WinDbg `dd`",
            "WinDbg",
            "00007ff8`02f42280  ccccc3cc cccccccc 00841f0f 00000000",
        ],
        X64DBG_1940,
    ),
    entry(
        Dialect::WindbgDc,
        [
            "windbg-dc",
            "WinDbg `dc`",
            "WinDbg",
            "fffff802`5c000000  00905a4d 00000003 00000004 0000ffff  MZ..............",
        ],
        None,
    ),
    entry(
        Dialect::WindbgDq,
        [
            "windbg-dq",
            "WinDbg `dq`",
            "WinDbg",
            "fffff8a0`0006dd20  00000000`00000000 494c4556`49480008",
        ],
        Some("https://github.com/WerWolv/ImHex-Patterns/pull/404"),
    ),
    entry(
        Dialect::WindbgDqs,
        [
            "windbg-dqs",
            "WinDbg `dqs` or `dps`",
            "WinDbg",
            "fffff804`0de009e0  fffff804`0d6b6990 nt!HalpTimerQueryHostPerformanceCounter",
        ],
        None,
    ),
    entry(
        Dialect::WindbgDds,
        [
            "windbg-dds",
            "WinDbg `dds` or `dps`",
            "WinDbg",
            "8056e340  804e37c5 nt!KiServiceTable+0x10",
        ],
        None,
    ),
    entry(
        Dialect::WindbgMixed,
        [
            "windbg-mixed",
            "WinDbg, several commands",
            "WinDbg",
            "8056e340  4d 5a 90 00                                      MZ..\n8056e344  00000003 00000004",
        ],
        None,
    ),
    entry(
        Dialect::WindbgPhysical,
        [
            "windbg-physical",
            "WinDbg `!db`, `!dd` or `!dq` (physical memory)",
            "WinDbg",
            "# e9000 000ea002 000ea002 000ea002 000ea002 ................",
        ],
        Some(
            "https://learn.microsoft.com/windows-hardware/drivers/debuggercmds/-db---dc---dd---dp---dq---du---dw",
        ),
    ),
    entry(
        Dialect::Xxd,
        [
            "xxd",
            "`xxd`",
            "xxd",
            "00000000: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............",
        ],
        Some("https://github.com/bats3c/darkarmour/issues/1"),
    ),
    entry(
        Dialect::XxdWords,
        [
            "xxd-words",
            "`xxd -e`",
            "xxd",
            "00000000: 00905a4d 00000003 00000004 0000ffff  MZ..............",
        ],
        None,
    ),
    entry(
        Dialect::XxdDecimal,
        [
            "xxd-decimal",
            "`xxd -d`",
            "xxd",
            "00000000: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............\n00000016: b800 0000 0000 0000                      ........",
        ],
        None,
    ),
    entry(
        Dialect::XxdBits,
        [
            "xxd-bits",
            "`xxd -b`",
            "xxd",
            "00000000: 01001101 01011010 10010000 00000000 00000011 00000000  MZ....",
        ],
        None,
    ),
    entry(
        Dialect::HexdumpC,
        [
            "hexdump-c",
            "`hexdump -C`",
            "hexdump",
            "00000030  c8 b7 eb 8f c8 b7 eb 8f  01 00 00 00 62 6f 6f 74  |............boot|",
        ],
        Some("https://github.com/openwrt/openwrt/issues/18808"),
    ),
    entry(
        Dialect::Hexdump,
        [
            "hexdump",
            "`hexdump`",
            "hexdump",
            "0000000 5a4d 0090 0003 0000 0004 0000 ffff 0000\n0000010",
        ],
        None,
    ),
    entry(
        Dialect::Od,
        [
            "od",
            "`od`",
            "od",
            "0000000 055115 000220 000003 000000 000004 000000 177777 000000\n0000020",
        ],
        None,
    ),
    entry(
        Dialect::OdHex,
        [
            "od-hex",
            "`od -A x`",
            "od",
            "000000 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00  >MZ..............<\n000010",
        ],
        None,
    ),
    entry(
        Dialect::OdDecimal,
        [
            "od-decimal",
            "`od -A d`",
            "od",
            "0000000 00905a4d 00000003 00000004 0000ffff\n0000016",
        ],
        None,
    ),
    entry(
        Dialect::Gdb,
        [
            "gdb",
            "gdb `x`",
            "gdb",
            "0x7fffffffe710: 0x0000001100000012      0x00005555555592a0",
        ],
        None,
    ),
    entry(
        Dialect::Hxd,
        [
            "hxd",
            "HxD",
            "HxD",
            "Offset(h) 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n00000000  4D 5A 90 00 03 00 00 00 04 00 00 00 FF FF 00 00  MZ..........ÿÿ..",
        ],
        None,
    ),
    entry(
        Dialect::ImHex,
        [
            "imhex",
            "ImHex",
            "ImHex",
            "Hex View  00 01 02 03 04 05 06 07  08 09 0A 0B 0C 0D 0E 0F\n\n00000000  4D 5A 90 00 03 00 00 00  04 00 00 00 FF FF 00 00  MZ..............",
        ],
        None,
    ),
    entry(
        Dialect::Radare2,
        [
            "radare2",
            "radare2 `px`",
            "radare2",
            "- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF\n0x000007f3  5fc3 9066 2e0f 1f84 0000 0000 00f3 c300  _..f............",
        ],
        None,
    ),
    entry(
        Dialect::Radare2Words,
        [
            "radare2-words",
            "radare2 `pxw` or `pxq`",
            "radare2",
            "0x00000000  0x00905a4d 0x00000003 0x00000004 0x0000ffff  MZ..............",
        ],
        None,
    ),
    entry(
        Dialect::Volshell,
        [
            "volshell",
            "Volatility `volshell` or gef `hexdump`",
            "Volatility",
            "0x2505c140000    48 89 54 24 10 48 89 4c    H.T$.H.L",
        ],
        None,
    ),
    entry(
        Dialect::SoftIce,
        [
            "softice",
            "SoftICE",
            "SoftICE",
            "0023:0012F6C0 4D 5A 90 00 03 00 00 00-04 00 00 00 FF FF 00 00  MZ..............",
        ],
        None,
    ),
    entry(
        Dialect::Pwndbg,
        [
            "pwndbg",
            "pwndbg `dq` or `hexdump`",
            "pwndbg",
            "00007fffffffe1f8     00007fffffffe49d 00007fffffffe4ad\n00007fffffffe208     00007fffffffe4c9",
        ],
        Some("https://github.com/pwndbg/pwndbg/issues/3186"),
    ),
    entry(
        Dialect::Telescope,
        [
            "telescope",
            "gef or pwndbg `telescope`",
            "gef",
            "0x00000000006024e0│+0x00: 0x0000000000000000\n0x00000000006024e8│+0x08: 0x0000000000000000",
        ],
        Some("https://github.com/hugsy/gef/issues/197"),
    ),
    entry(
        Dialect::X64dbg,
        [
            "x64dbg",
            "x64dbg",
            "x64dbg",
            "00007FF802F42280 CC C3 CC CC CC CC CC CC 0F 1F 84 00 00 00 00 00 ................",
        ],
        None,
    ),
    entry(
        Dialect::Ida,
        [
            "ida",
            "IDA hex view",
            "IDA",
            ".text:00401000  55 8B EC 83 EC 10 53 56  57 8B F9 33 DB 39 5F 08  U.....SVW..3.9_.",
        ],
        None,
    ),
    entry(
        Dialect::Ghidra,
        [
            "ghidra",
            "Ghidra listing",
            "Ghidra",
            "00101000 55              PUSH       RBP\n00101001 48 89 e5        MOV        RBP,RSP",
        ],
        None,
    ),
    entry(
        Dialect::Malfind,
        [
            "volatility-malfind",
            "Volatility `malfind`",
            "Volatility",
            "48 89 54 24 10 48 89 4c\tH.T$.H.L",
        ],
        None,
    ),
    entry(
        Dialect::Offsets,
        [
            "offsets",
            "bytes behind short offsets, as Wireshark copies them",
            "Wireshark, 010 Editor",
            "0000   4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00   MZ..............",
        ],
        None,
    ),
    entry(
        Dialect::OffsetsDecimal,
        [
            "offsets-decimal",
            "bytes behind short decimal offsets",
            "any",
            "0    4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n16   b8 00 00 00 00 00 00 00",
        ],
        None,
    ),
    entry(
        Dialect::Rows,
        [
            "rows",
            "rows of an address and groups in the order of the bytes",
            "any",
            "00401000  4d5a9000 03000000",
        ],
        None,
    ),
    entry(
        Dialect::CArray,
        [
            "c-array",
            "an array in C or C++",
            "C, C++",
            "unsigned char data[4] = {\n  0x4d, 0x5a, 0x90, 0x00\n};",
        ],
        None,
    ),
    entry(
        Dialect::CSharpArray,
        [
            "csharp-array",
            "an array in C#",
            "C#",
            "byte[] data = new byte[] { 0x4D, 0x5A, 0x90, 0x00 };",
        ],
        None,
    ),
    entry(
        Dialect::JavaArray,
        [
            "java-array",
            "an array in Java",
            "Java",
            "final byte[] data = { 0x4d, 0x5a, (byte)0x90, 0x00 };",
        ],
        None,
    ),
    entry(
        Dialect::RustArray,
        [
            "rust-array",
            "an array in Rust",
            "Rust",
            "let data: [u8; 4] = [0x4d, 0x5a, 0x90, 0x00];",
        ],
        None,
    ),
    entry(
        Dialect::PythonBytes,
        [
            "python-bytes",
            "bytes in Python",
            "Python",
            "b'\\x4d\\x5a\\x90\\x00'",
        ],
        None,
    ),
    entry(
        Dialect::PascalArray,
        [
            "pascal-array",
            "an array in Pascal",
            "Pascal",
            "Array [1..4] of Byte = (\n$4D, $5A, $90, $00\n);",
        ],
        None,
    ),
    entry(
        Dialect::JavaScriptArray,
        [
            "javascript-array",
            "an array in JavaScript",
            "JavaScript",
            "const data = new Uint8Array([0x4D, 0x5A, 0x90, 0x00]);",
        ],
        None,
    ),
    entry(
        Dialect::GoSlice,
        [
            "go-slice",
            "a slice in Go",
            "Go",
            "data := []byte{0x4d, 0x5a, 0x90, 0x00}",
        ],
        None,
    ),
    entry(
        Dialect::Assembler,
        [
            "assembler",
            "lines for an assembler",
            "any",
            "data db 4Dh, 5Ah, 90h, 0",
        ],
        None,
    ),
    entry(
        Dialect::StringLiteral,
        [
            "string-literal",
            "text in quotation marks",
            "any",
            "\"\\x4d\\x5a\\x90\\x00\"",
        ],
        None,
    ),
    entry(
        Dialect::Base64,
        ["base64", "Base64", "any", "TVqQAAMAAAAEAAAA//8AAA=="],
        Some("https://github.com/WerWolv/ImHex/issues/2317"),
    ),
    entry(
        Dialect::Guid,
        [
            "guid",
            "GUIDs",
            "any",
            "{68fdd900-4a3e-11d1-84f4-0000f80464e3}",
        ],
        None,
    ),
    entry(
        Dialect::IntelHex,
        [
            "intel-hex",
            "Intel HEX",
            "any",
            ":040000004D5A9000C5\n:00000001FF",
        ],
        None,
    ),
];

impl Dialect {
    /// Every one that is read.
    pub const ALL: [Self; ENTRIES.len()] = {
        let mut all = [Self::Raw; ENTRIES.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = ENTRIES[at].dialect;
            at += 1;
        }
        all
    };

    const fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// Its id: `raw`, `plain-hex`, `windbg-db`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.entry().id
    }

    /// The dialect of that id.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == id)
    }

    /// What to call it in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.entry().title
    }

    /// Whose it is; `any` where that is nobody in particular, empty for raw bytes.
    #[must_use]
    pub const fn tool(self) -> &'static str {
        self.entry().tool
    }

    /// A few rows of it; empty for raw bytes.
    #[must_use]
    pub const fn sample(self) -> &'static str {
        self.entry().sample
    }

    /// Where the sample was published; `None` where it is constructed.
    #[must_use]
    pub const fn provenance(self) -> Option<&'static str> {
        self.entry().source
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_its_own_entry_and_reads_its_sample() {
        for (at, dialect) in Dialect::ALL.into_iter().enumerate() {
            assert_eq!(dialect as usize, at, "{dialect}");
            assert_eq!(Dialect::of(dialect.as_str()), Some(dialect));
            if dialect != Dialect::Raw {
                let reading = super::super::read(dialect.sample());
                let reading = reading.unwrap_or_else(|error| panic!("{dialect}: {error}"));
                let also = reading.also.iter().any(|also| also.dialect == dialect);
                assert!(
                    reading.dialect == dialect || also,
                    "{dialect} is read as {}",
                    reading.dialect
                );
            }
        }
    }
}
