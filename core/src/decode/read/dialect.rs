//! The table of dialects: id, title, the tool that prints it, a sample, the commands and headings that name it, and
//! its line format. Detection, help texts, the API's list of dialects and the round-trip tests are derived from it: a
//! new dialect is one row and one fixture.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};

use super::cells::{Notation, Order};
use super::chars::CharacterColumn;
use super::format::{
    AddressKind, BASE, EIGHT, FOUR, LineFormat, OD, ONE, PREFIXED, RowFeatures, SHORT, TWO, WORDS,
    XXD, from,
};
use super::row_address::AddressNotation;

/// What follows the numbers of a row, where that distinguishes dialects with the same line format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrailingText {
    Nothing,
    Characters,
    Symbols,
}

#[derive(Debug)]
struct Row {
    id: &'static str,
    title: &'static str,
    tool: &'static str,
    sample: &'static str,
    source: Option<&'static str>,
    /// The commands that print it: a name, optionally with an option.
    commands: &'static [&'static str],
    /// The prefixes of its heading lines.
    headings: &'static [&'static str],
    /// Its line format, after `=>` in the table; `None` if its lines have no address, or `like` has the format.
    format: Option<LineFormat>,
    /// The dialect whose line format it shares.
    like: Option<Dialect>,
    /// The bytes per number; 0 where that does not distinguish dialects with the same line format.
    unit: usize,
    trailing: TrailingText,
}

impl Row {
    const NONE: Self = Self {
        id: "",
        title: "",
        tool: "",
        sample: "",
        source: None,
        commands: &[],
        headings: &[],
        format: None,
        like: None,
        unit: 0,
        trailing: TrailingText::Nothing,
    };
}

macro_rules! dialects {
    ($(
        $name:ident { $($field:ident: $value:expr),* $(,)? }
        $(=> $base:ident { $($column:ident: $is:expr),* $(,)? })?
    )*) => {
        /// The dialect of a text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
        pub enum Dialect {
            $($name,)*
        }

        impl Dialect {
            /// All dialects. Among those with the same address column, the likelier comes first.
            pub const ALL: [Self; ROWS.len()] = [$(Self::$name,)*];
        }

        static ROWS: [Row; [$(Dialect::$name,)*].len()] = [$(Row {
            $($field: $value,)*
            $(format: Some(LineFormat { dialect: Dialect::$name, $($column: $is,)* ..$base }),)?
            ..Row::NONE
        },)*];
    };
}

const X64DBG_1940: Option<&str> = Some("https://github.com/x64dbg/x64dbg/issues/1940");

dialects! {
    Raw {
        id: "raw", title: "raw bytes", tool: "",
    }
    Plain {
        id: "plain-hex", title: "plain hexadecimal", tool: "any",
        sample: "4d 5a 90 00 03 00 00 00",
        commands: &["od -An"],
    }
    PlainNumbered {
        id: "plain-numbered", title: "plain hexadecimal after line numbers", tool: "any",
        sample: "1: 4d 5a 90 00\n2: 03 00 00 00",
    }
    PlainWords {
        id: "plain-words", title: "plain numbers, the lowest byte first", tool: "any",
        sample: "0x00905a4d 0x00000003",
    }
    WindbgDb {
        id: "windbg-db", title: "WinDbg `db`", tool: "WinDbg",
        sample: "00007ff8`02f42280  cc c3 cc cc cc cc cc cc-0f 1f 84 00 00 00 00 00  ................",
        source: X64DBG_1940, commands: &["db", "da", "du", "ds", "dS", "df", "dD", "dyb", "dyd"], unit: 1,
    } => BASE {
        notations: &[AddressNotation::Ticked, AddressNotation::Bare], address_kind: AddressKind::Addresses,
        likes: RowFeatures::HYPHEN.and(RowFeatures::APART).and(RowFeatures::LOWER),
    }
    WindbgDw {
        id: "windbg-dw", title: "WinDbg `dw`", tool: "WinDbg",
        sample: "00007ff8`02f42280  c3cc cccc cccc cccc 1f0f 0084 0000 0000",
        source: X64DBG_1940, commands: &["dw", "dW"], unit: 2, like: Some(Dialect::WindbgDb),
    }
    WindbgDd {
        id: "windbg-dd", title: "WinDbg `dd`", tool: "WinDbg",
        sample: "00007ff8`02f42280  ccccc3cc cccccccc 00841f0f 00000000",
        source: X64DBG_1940, commands: &["dd"], unit: 4, like: Some(Dialect::WindbgDb),
    }
    WindbgDc {
        id: "windbg-dc", title: "WinDbg `dc`", tool: "WinDbg",
        sample: "fffff802`5c000000  00905a4d 00000003 00000004 0000ffff  MZ..............",
        commands: &["dc"], unit: 4, trailing: TrailingText::Characters, like: Some(Dialect::WindbgDb),
    }
    WindbgDq {
        id: "windbg-dq", title: "WinDbg `dq`", tool: "WinDbg",
        sample: "fffff8a0`0006dd20  00000000`00000000 494c4556`49480008",
        source: Some("https://github.com/WerWolv/ImHex-Patterns/pull/404"), commands: &["dq"], unit: 8, like: Some(Dialect::WindbgDb),
    }
    WindbgDqs {
        id: "windbg-dqs", title: "WinDbg `dqs` or `dps`", tool: "WinDbg",
        sample: "fffff804`0de009e0  fffff804`0d6b6990 nt!HalpTimerQueryHostPerformanceCounter",
        commands: &["dqs", "dps", "dp", "dpa", "dpu", "dpp", "dqa", "dqu", "dqp"], unit: 8, trailing: TrailingText::Symbols, like: Some(Dialect::WindbgDb),
    }
    WindbgDds {
        id: "windbg-dds", title: "WinDbg `dds` or `dps`", tool: "WinDbg",
        sample: "8056e340  804e37c5 nt!KiServiceTable+0x10",
        commands: &["dds", "dda", "ddu", "ddp"], unit: 4, trailing: TrailingText::Symbols, like: Some(Dialect::WindbgDb),
    }
    WindbgMixed {
        id: "windbg-mixed", title: "WinDbg, several commands", tool: "WinDbg",
        sample: "8056e340  4d 5a 90 00                                      MZ..\n8056e344  00000003 00000004",
        like: Some(Dialect::WindbgDb),
    }
    WindbgPhysical {
        id: "windbg-physical", title: "WinDbg `!db`, `!dd` or `!dq` (physical memory)", tool: "WinDbg",
        sample: "# e9000 000ea002 000ea002 000ea002 000ea002 ................",
        source: Some("https://learn.microsoft.com/windows-hardware/drivers/debuggercmds/-db---dc---dd---dp---dq---du---dw"),
    } => BASE {
        notations: &[AddressNotation::Hash], names: "`#`, a physical address", address_kind: AddressKind::Physical,
        likes: RowFeatures::HYPHEN.and(RowFeatures::CLOSE),
    }
    XxdBits {
        id: "xxd-bits", title: "`xxd -b`", tool: "xxd",
        sample: "00000000: 01001101 01011010 10010000 00000000 00000011 00000000  MZ....",
        commands: &["xxd -b"],
    } => XXD { notations: &[AddressNotation::Colon], notation: Notation::Binary, order: Order::Number, units: ONE }
    GdbBits {
        id: "gdb-bits", title: "gdb `x/tb`", tool: "gdb",
        sample: "0x4010 <buf>:\t01001101\t01011010\t10010000\t00000000\t00000011\t00000000\t00000000\t00000000",
    } => BASE {
        notations: &[AddressNotation::Hexed], names: "an address with a colon", address_kind: AddressKind::Addresses,
        blanks: 1, notation: Notation::Binary, units: ONE, characters: CharacterColumn::Nothing,
    }
    Xxd {
        id: "xxd", title: "`xxd`", tool: "xxd",
        sample: "00000000: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............",
        source: Some("https://github.com/bats3c/darkarmour/issues/1"), commands: &["xxd", "memory read"],
    } => XXD {}
    XxdDecimal {
        id: "xxd-decimal", title: "`xxd -d`", tool: "xxd",
        sample: "00000000: 4d5a 9000 0300 0000 0400 0000 ffff 0000  MZ..............\n00000016: b800 0000 0000 0000                      ........",
        commands: &["xxd -d"],
    } => XXD { notations: &[AddressNotation::Colon], radix: 10, names: "a decimal offset with a colon" }
    XxdWords {
        id: "xxd-words", title: "`xxd -e`", tool: "xxd",
        sample: "00000000: 00905a4d 00000003 00000004 0000ffff  MZ..............",
        // U-Boot, the kernel's debugger `crash`; the stack in a report of the kernel or of an ESP8266.
        commands: &["xxd -e", "md", "md.w", "md.l", "md.q", "rd"], headings: &["Stack: (0x", ">>>stack>>>"],
    } => XXD {
        notations: &[AddressNotation::Colon], order: Order::Number, units: ONE | WORDS, likes: RowFeatures::NONE, cut: false, indented: true,
    }
    OpenOcd {
        id: "openocd", title: "OpenOCD `mdw` or `mdd`", tool: "OpenOCD",
        sample: "0x20000010: 00905a4d 00000003 00000004 0000ffff",
        headings: &["Top of Stack: (sp=0x"],
    } => BASE {
        notations: &[AddressNotation::Hexed], names: "an address with a colon", address_kind: AddressKind::Addresses,
        blanks: 1, units: ONE | FOUR | EIGHT, characters: CharacterColumn::Nothing,
    }
    HexdumpC {
        id: "hexdump-c", title: "`hexdump -C`", tool: "hexdump",
        sample: "00000030  c8 b7 eb 8f c8 b7 eb 8f  01 00 00 00 62 6f 6f 74  |............boot|",
        source: Some("https://github.com/openwrt/openwrt/issues/18808"), commands: &["hexdump -C", "hd"],
    } => BASE {
        digits: from(8), names: "an offset", units: ONE, refuses: RowFeatures::ANGLES.and(RowFeatures::BOX).and(RowFeatures::HYPHEN),
        likes: RowFeatures::HALVES.and(RowFeatures::BARS).and(RowFeatures::APART), stars: true,
    }
    Hexdump {
        id: "hexdump", title: "`hexdump`", tool: "hexdump",
        sample: "0000000 5a4d 0090 0003 0000 0004 0000 ffff 0000\n0000010",
        commands: &["hexdump"],
    } => OD { units: WORDS | ONE }
    Od {
        id: "od", title: "`od`", tool: "od",
        sample: "0000000 055115 000220 000003 000000 000004 000000 177777 000000\n0000020",
        commands: &["od"],
    } => OD { radix: 8, names: "an offset in octal" }
    OdHex {
        id: "od-hex", title: "`od -A x`", tool: "od",
        sample: "000000 4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00  >MZ..............<\n000010",
        commands: &["od -Ax"],
    } => OD { digits: from(6) }
    OdDecimal {
        id: "od-decimal", title: "`od -A d`", tool: "od",
        sample: "0000000 00905a4d 00000003 00000004 0000ffff\n0000016",
        commands: &["od -Ad"],
    } => OD { radix: 10, names: "an offset in decimal" }
    Gdb {
        id: "gdb", title: "gdb `x`", tool: "gdb",
        sample: "0x7fffffffe710: 0x0000001100000012      0x00005555555592a0",
    } => BASE {
        // QEMU's monitor prints no `0x` before the address.
        notations: &[AddressNotation::Colon, AddressNotation::Hexed], names: "an address with a colon", address_kind: AddressKind::Addresses,
        blanks: 1, notation: Notation::Numbers, characters: CharacterColumn::Nothing,
    }
    Hxd {
        id: "hxd", title: "HxD", tool: "HxD",
        sample: "Offset(h) 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n00000000  4D 5A 90 00 03 00 00 00 04 00 00 00 FF FF 00 00  MZ..........ÿÿ..",
        headings: &["Offset(h)", "Offset(d)", "Offset(o)"],
    } => BASE { digits: from(8), names: "an offset", units: ONE, indented: true }
    ImHex {
        id: "imhex", title: "ImHex", tool: "ImHex",
        sample: "Hex View  00 01 02 03 04 05 06 07  08 09 0A 0B 0C 0D 0E 0F\n\n00000000  4D 5A 90 00 03 00 00 00  04 00 00 00 FF FF 00 00  MZ..............",
        headings: &["Hex View"],
    } => BASE { digits: from(8), names: "an offset", units: ONE }
    Radare2 {
        id: "radare2", title: "radare2 `px`", tool: "radare2",
        sample: "- offset -   0 1  2 3  4 5  6 7  8 9  A B  C D  E F  0123456789ABCDEF\n0x000007f3  5fc3 9066 2e0f 1f84 0000 0000 00f3 c300  _..f............",
        headings: &["- offset -"],
    } => PREFIXED { order: Order::Memory, units: TWO, likes: RowFeatures::PAIRS }
    Radare2Words {
        id: "radare2-words", title: "radare2 `pxw` or `pxq`", tool: "radare2",
        sample: "0x00000000  0x00905a4d 0x00000003 0x00000004 0x0000ffff  MZ..............",
    } => PREFIXED { notation: Notation::Prefixed }
    Volshell {
        id: "volshell", title: "Volatility `volshell` or gef `hexdump`", tool: "Volatility",
        sample: "0x2505c140000    48 89 54 24 10 48 89 4c    H.T$.H.L",
    } => PREFIXED { likes: RowFeatures::FAR, characters: CharacterColumn::Grouped }
    SoftIce {
        id: "softice", title: "SoftICE", tool: "SoftICE",
        sample: "0023:0012F6C0 4D 5A 90 00 03 00 00 00-04 00 00 00 FF FF 00 00  MZ..............",
    } => BASE {
        notations: &[AddressNotation::Segment], names: "a segment and an address", address_kind: AddressKind::Addresses,
        blanks: 1, likes: RowFeatures::HYPHEN,
    }
    Pwndbg {
        id: "pwndbg", title: "pwndbg `dq` or `hexdump`", tool: "pwndbg",
        sample: "00007fffffffe1f8     00007fffffffe49d 00007fffffffe4ad\n00007fffffffe208     00007fffffffe4c9",
        source: Some("https://github.com/pwndbg/pwndbg/issues/3186"),
    } => BASE {
        notations: &[AddressNotation::Bare, AddressNotation::Counted], address_kind: AddressKind::Addresses, refuses: RowFeatures::BARS.and(RowFeatures::ANGLES),
        likes: RowFeatures::FAR.and(RowFeatures::APART).and(RowFeatures::LOWER).and(RowFeatures::BOX),
    }
    Telescope {
        id: "telescope", title: "gef or pwndbg `telescope`", tool: "gef",
        sample: "0x00000000006024e0│+0x00: 0x0000000000000000\n0x00000000006024e8│+0x08: 0x0000000000000000",
        source: Some("https://github.com/hugsy/gef/issues/197"),
    } => BASE {
        notations: &[AddressNotation::Barred], names: "an address with a bar", address_kind: AddressKind::Addresses,
        notation: Notation::Prefixed, characters: CharacterColumn::Nothing, unit: 8,
    }
    X64dbg {
        id: "x64dbg", title: "x64dbg", tool: "x64dbg",
        sample: "00007FF802F42280 CC C3 CC CC CC CC CC CC 0F 1F 84 00 00 00 00 00 ................",
    } => BASE {
        notations: &[AddressNotation::Bare, AddressNotation::Relative, AddressNotation::Label], address_kind: AddressKind::Addresses, units: ONE,
        likes: RowFeatures::UPPER.and(RowFeatures::CLOSE),
    }
    Ida {
        id: "ida", title: "hex view of IDA or HxD", tool: "IDA",
        sample: ".text:00401000  55 8B EC 83 EC 10 53 56  57 8B F9 33 DB 39 5F 08  U.....SVW..3.9_.",
    } => BASE {
        notations: &[AddressNotation::Bare, AddressNotation::Section], address_kind: AddressKind::Addresses, strict: true, units: ONE, indented: true,
        likes: RowFeatures::UPPER.and(RowFeatures::APART),
    }
    Ghidra {
        id: "ghidra", title: "Ghidra listing", tool: "Ghidra",
        sample: "00101000 55              PUSH       RBP\n00101001 48 89 e5        MOV        RBP,RSP",
    } => BASE { address_kind: AddressKind::Addresses, digits: from(8), blanks: 1, units: ONE, explained: true }
    Malfind {
        id: "volatility-malfind", title: "Volatility `malfind`", tool: "Volatility",
        sample: "48 89 54 24 10 48 89 4c\tH.T$.H.L",
    }
    Rows {
        id: "rows", title: "rows of an address and groups in byte order", tool: "any",
        sample: "00401000  4d5a9000 03000000", headings: &["Hex dump of section '", "Hex dump of section ["],
    } => BASE {
        notations: &[AddressNotation::Bare, AddressNotation::Prefixed], digits: from(8), address_kind: AddressKind::Addresses,
        order: Order::Memory, units: ONE | WORDS, refuses: RowFeatures::NONE,
    }
    Offsets {
        id: "offsets", title: "bytes after short offsets, as Wireshark copies them", tool: "Wireshark, 010 Editor",
        sample: "0000   4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00   MZ..............",
    } => SHORT {}
    OffsetsDecimal {
        id: "offsets-decimal", title: "bytes after short decimal offsets", tool: "any",
        sample: "0    4d 5a 90 00 03 00 00 00 04 00 00 00 ff ff 00 00\n16   b8 00 00 00 00 00 00 00",
    } => SHORT { radix: 10, names: "a short decimal offset" }
    Objdump {
        id: "objdump", title: "`objdump -s`", tool: "objdump",
        sample: " 0000 10a03412 01e0ffff 10983412 01e0ffff  ..4.......4.....\n 0010 4c0a0000                             L...",
        commands: &["objdump -s"], headings: &["Contents of section "],
    } => SHORT {
        // Groups after a short offset could also be numbers after a line number, so characters are required.
        order: Order::Memory, units: TWO | FOUR, requires: RowFeatures::CHARACTERS,
    }
    CArray {
        id: "c-array", title: "an array in C or C++", tool: "C, C++",
        sample: "unsigned char data[4] = {\n  0x4d, 0x5a, 0x90, 0x00\n};",
    }
    CSharpArray {
        id: "csharp-array", title: "an array in C#", tool: "C#",
        sample: "byte[] data = new byte[] { 0x4D, 0x5A, 0x90, 0x00 };",
    }
    JavaArray {
        id: "java-array", title: "an array in Java", tool: "Java",
        sample: "final byte[] data = { 0x4d, 0x5a, (byte)0x90, 0x00 };",
    }
    RustArray {
        id: "rust-array", title: "an array in Rust", tool: "Rust",
        sample: "let data: [u8; 4] = [0x4d, 0x5a, 0x90, 0x00];",
    }
    PythonBytes {
        id: "python-bytes", title: "bytes in Python", tool: "Python",
        sample: "b'\\x4d\\x5a\\x90\\x00'",
    }
    PascalArray {
        id: "pascal-array", title: "an array in Pascal", tool: "Pascal",
        sample: "Array [1..4] of Byte = (\n$4D, $5A, $90, $00\n);",
    }
    JavaScriptArray {
        id: "javascript-array", title: "an array in JavaScript", tool: "JavaScript",
        sample: "const data = new Uint8Array([0x4D, 0x5A, 0x90, 0x00]);",
    }
    GoSlice {
        id: "go-slice", title: "a slice in Go", tool: "Go",
        sample: "data := []byte{0x4d, 0x5a, 0x90, 0x00}",
    }
    Assembler {
        id: "assembler", title: "lines for an assembler", tool: "any",
        sample: "data db 4Dh, 5Ah, 90h, 0",
    }
    StringLiteral {
        id: "string-literal", title: "text in quotation marks", tool: "any",
        sample: "\"\\x4d\\x5a\\x90\\x00\"",
    }
    Base64 {
        id: "base64", title: "Base64", tool: "any",
        sample: "TVqQAAMAAAAEAAAA//8AAA==",
        source: Some("https://github.com/WerWolv/ImHex/issues/2317"),
    }
    Guid {
        id: "guid", title: "GUIDs", tool: "any",
        sample: "{68fdd900-4a3e-11d1-84f4-0000f80464e3}",
    }
    IntelHex {
        id: "intel-hex", title: "Intel HEX or S-records", tool: "any",
        sample: ":040000004D5A9000C5\n:00000001FF",
    }
}

/// Characters that may precede a heading.
const OPENING: [char; 3] = ['[', '(', '`'];
/// The headings of dumps that name no tool.
const HEADINGS: [&str; 3] = ["Address  Hex", "Address   Hex", "Offset  0"];

impl Dialect {
    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns the id: `raw`, `plain-hex`, `windbg-db`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().id
    }

    /// Returns the dialect with this id.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.as_str() == id)
    }

    /// Returns the name for use in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// Returns the tool that prints it; `any` for no particular tool, empty for raw bytes.
    #[must_use]
    pub const fn tool(self) -> &'static str {
        self.row().tool
    }

    /// Returns a few sample rows; empty for raw bytes.
    #[must_use]
    pub const fn sample(self) -> &'static str {
        self.row().sample
    }

    /// Returns the URL of the published sample; `None` if the sample was constructed.
    #[must_use]
    pub const fn provenance(self) -> Option<&'static str> {
        self.row().source
    }

    /// Returns the bytes per number; 0 if they vary.
    pub(super) fn unit(self) -> usize {
        self.row().unit
    }

    /// Whether it is the source text of a programming language.
    pub(super) const fn is_language(self) -> bool {
        matches!(
            self,
            Self::CArray
                | Self::CSharpArray
                | Self::JavaArray
                | Self::RustArray
                | Self::PythonBytes
                | Self::PascalArray
                | Self::JavaScriptArray
                | Self::GoSlice
        )
    }

    /// Returns the line format; `None` if the lines have no addresses.
    pub(super) fn format(self) -> Option<&'static LineFormat> {
        let row = self.row();
        let like = || row.like?.row().format.as_ref();
        row.format.as_ref().or_else(like)
    }

    /// Returns the dialect that a heading line names; the inner `None` for a heading that names no tool.
    pub(super) fn of_heading(text: &str) -> Option<Option<Self>> {
        let text = text.trim_start_matches(OPENING);
        let begins = |heading: &&str| text.starts_with(*heading);
        let named = |dialect: &Self| dialect.row().headings.iter().any(begins);
        let found = Self::ALL.into_iter().find(named);
        (found.is_some() || HEADINGS.iter().any(begins)).then_some(found)
    }

    /// Returns the dialect that a command prints: the longest name that `says` accepts, options included.
    pub(super) fn of_command(says: impl Fn(&str) -> bool) -> Option<Self> {
        let options = |dialect: &Self| {
            let said = dialect.row().commands.iter().filter(|said| says(said));
            said.map(|said| said.len()).max()
        };
        let all = Self::ALL.into_iter();
        let said = all.filter_map(|it| Some((options(&it)?, it)));
        said.max_by_key(|(length, _)| *length).map(|(_, it)| it)
    }

    /// Returns the dialect with this line format whose numbers all have `unit` bytes, 0 if they vary, and with
    /// symbols or characters after them.
    pub(super) fn of_rows(
        format: &LineFormat,
        unit: usize,
        symbols: bool,
        characters: bool,
    ) -> Self {
        let fits = |dialect: &Self| {
            let row = dialect.row();
            let trailing = match row.trailing {
                TrailingText::Nothing => true,
                TrailingText::Characters => characters,
                TrailingText::Symbols => symbols,
            };
            row.like == Some(format.dialect) && row.unit == unit && trailing
        };
        let own = format.dialect.row().unit == unit;
        let found = Self::ALL.into_iter().rfind(fits);
        found.filter(|_| !own).unwrap_or(format.dialect)
    }
}

/// Iterates over all line formats.
pub(super) fn formats() -> impl Iterator<Item = &'static LineFormat> {
    ROWS.iter().filter_map(|row| row.format.as_ref())
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
    fn every_heading_is_recognised() {
        let all = ROWS.iter().flat_map(|row| row.headings);
        for heading in all.chain(&HEADINGS) {
            assert!(Dialect::of_heading(heading).is_some(), "{heading}");
        }
    }

    #[test]
    fn every_dialect_has_its_own_id_and_reads_its_sample() {
        for dialect in Dialect::ALL {
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
