//! Rows as each tool prints them.

use std::fmt::Write as _;

use super::Dialect;

/// How one tool prints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printer {
    pub(super) dialect: Dialect,
    /// How many bytes a number has.
    pub(super) unit: usize,
    /// Which bits its addresses may have.
    pub(super) addresses: u64,
    /// Whether it prints characters.
    pub(super) characters: bool,
    /// Whether there are bytes that it cannot read.
    pub(super) unknown: bool,
    /// What stands before its rows.
    pub(super) head: &'static str,
    pub(super) print: fn(u64, &[Option<u8>], Printer, Style) -> String,
}

/// How a text is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// How many numbers a full row has.
    pub(super) words: usize,
    pub(super) characters: bool,
    pub(super) crlf: bool,
}

const ADDRESS_32: u64 = 0x7fff_ffff;
const ADDRESS_64: u64 = 0x7fff_ffff_ffff_ffff;
const OFFSET: u64 = 0xf_ffff;

const WINDBG: Printer = Printer {
    dialect: Dialect::WindbgDb,
    unit: 1,
    addresses: ADDRESS_64,
    characters: false,
    unknown: true,
    head: "",
    print: windbg,
};

const FILE: Printer = Printer {
    addresses: OFFSET,
    unknown: false,
    ..WINDBG
};

pub(super) const PRINTERS: [Printer; 41] = [
    Printer {
        characters: true,
        ..WINDBG
    },
    Printer {
        characters: true,
        addresses: ADDRESS_32,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgDw,
        unit: 2,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgDd,
        unit: 4,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgDd,
        unit: 4,
        addresses: ADDRESS_32,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgDc,
        unit: 4,
        characters: true,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgDq,
        unit: 8,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgPhysical,
        characters: true,
        addresses: OFFSET,
        print: physical,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgPhysical,
        unit: 4,
        characters: true,
        addresses: OFFSET,
        print: physical,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::WindbgPhysical,
        unit: 8,
        addresses: OFFSET,
        print: physical,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Xxd,
        characters: true,
        print: xxd,
        ..FILE
    },
    Printer {
        dialect: Dialect::Xxd,
        unit: 2,
        characters: true,
        print: xxd,
        ..FILE
    },
    Printer {
        dialect: Dialect::Xxd,
        unit: 4,
        characters: true,
        print: xxd,
        ..FILE
    },
    Printer {
        dialect: Dialect::Xxd,
        unit: 8,
        characters: true,
        print: xxd,
        ..FILE
    },
    Printer {
        dialect: Dialect::XxdWords,
        unit: 2,
        characters: true,
        print: xxd_words,
        ..FILE
    },
    Printer {
        dialect: Dialect::XxdWords,
        unit: 4,
        characters: true,
        print: xxd_words,
        ..FILE
    },
    Printer {
        dialect: Dialect::XxdWords,
        unit: 8,
        characters: true,
        print: xxd_words,
        ..FILE
    },
    Printer {
        dialect: Dialect::HexdumpC,
        characters: true,
        print: hexdump_c,
        ..FILE
    },
    Printer {
        dialect: Dialect::Hexdump,
        unit: 2,
        print: hexdump,
        ..FILE
    },
    Printer {
        dialect: Dialect::Od,
        unit: 1,
        characters: true,
        print: od,
        ..FILE
    },
    Printer {
        dialect: Dialect::Od,
        unit: 2,
        print: od,
        ..FILE
    },
    Printer {
        dialect: Dialect::Od,
        unit: 4,
        print: od,
        ..FILE
    },
    Printer {
        dialect: Dialect::Od,
        unit: 8,
        print: od,
        ..FILE
    },
    Printer {
        dialect: Dialect::Od,
        unit: 2,
        print: od_octal,
        ..FILE
    },
    Printer {
        dialect: Dialect::OdHex,
        unit: 1,
        characters: true,
        print: od,
        ..FILE
    },
    Printer {
        dialect: Dialect::OdDecimal,
        unit: 4,
        print: od,
        ..FILE
    },
    Printer {
        dialect: Dialect::Gdb,
        unknown: false,
        print: gdb,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Gdb,
        unit: 2,
        unknown: false,
        print: gdb,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Gdb,
        unit: 4,
        unknown: false,
        print: gdb,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Gdb,
        unit: 8,
        unknown: false,
        print: gdb,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Gdb,
        unit: 4,
        unknown: false,
        head: "(gdb) x/9dw $rsp\n",
        print: gdb_decimal,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Hxd,
        characters: true,
        head: "Offset(h) 00 01 02 03\n\n",
        print: hxd,
        ..FILE
    },
    Printer {
        dialect: Dialect::Radare2,
        unit: 2,
        characters: true,
        unknown: false,
        print: px,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Radare2Words,
        unit: 4,
        characters: true,
        unknown: false,
        print: pxw,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Radare2Words,
        unit: 8,
        characters: true,
        unknown: false,
        print: pxw,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Volshell,
        characters: true,
        unknown: false,
        print: volshell,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Volshell,
        unit: 4,
        characters: true,
        unknown: false,
        print: volshell,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::SoftIce,
        characters: true,
        unknown: false,
        addresses: ADDRESS_32,
        print: softice,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Pwndbg,
        unit: 8,
        unknown: false,
        print: pwndbg,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::X64dbg,
        characters: true,
        unknown: true,
        print: x64dbg,
        ..WINDBG
    },
    Printer {
        dialect: Dialect::Ida,
        characters: true,
        unknown: true,
        print: ida,
        ..WINDBG
    },
];

/// The digits of the numbers of a row, each the lowest byte last, or as the bytes lie.
fn numbers(bytes: &[Option<u8>], unit: usize, in_order: bool) -> Vec<String> {
    let digits =
        |byte: &Option<u8>| byte.map_or_else(|| "??".to_owned(), |byte| format!("{byte:02x}"));
    let number = |word: &[Option<u8>]| -> String {
        match in_order {
            true => word.iter().map(digits).collect(),
            false => word.iter().rev().map(digits).collect(),
        }
    };
    bytes.chunks(unit).map(number).collect()
}

fn characters(bytes: &[Option<u8>]) -> String {
    let character = |byte: &Option<u8>| match byte {
        None => '?',
        Some(byte) if byte.is_ascii_graphic() || *byte == b' ' => char::from(*byte),
        Some(_) => '.',
    };
    bytes.iter().map(character).collect()
}

/// The numbers divided by blanks, filled up to the width of a full row, and the characters behind them.
fn columns(
    numbers: &[String],
    separator: &str,
    characters: Option<String>,
    style: Style,
    blanks: usize,
) -> String {
    let mut row = numbers.join(separator);
    if let Some(characters) = characters {
        let width = numbers[0].len() + separator.len();
        let fill = (style.words - numbers.len()) * width + blanks;
        write!(row, "{:fill$}{characters}", "").unwrap();
    }
    row
}

fn beside(bytes: &[Option<u8>], style: Style) -> Option<String> {
    style.characters.then(|| characters(bytes))
}

fn windbg(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let mut words = numbers(bytes, printer.unit, false);
    if printer.unit == 8 {
        for word in &mut words {
            word.insert(8, '`');
        }
    }
    let mut row = columns(&words, " ", beside(bytes, style), style, 2);
    if printer.unit == 1 && words.len() > 8 {
        row.replace_range(23..24, "-");
    }
    match printer.addresses {
        ADDRESS_32 => format!("{address:08x}  {row}"),
        _ => format!("{:08x}`{:08x}  {row}", address >> 32, address & 0xffff_ffff),
    }
}

fn physical(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let mut row = columns(
        &numbers(bytes, printer.unit, false),
        " ",
        (printer.unit < 8).then(|| characters(bytes)),
        style,
        1,
    );
    if printer.unit == 1 && bytes.len() > 8 {
        row.replace_range(23..24, "-");
    }
    format!("#{address:8x} {row}")
}

fn xxd(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let row = columns(
        &numbers(bytes, printer.unit, true),
        " ",
        beside(bytes, style),
        style,
        2,
    );
    format!("{address:08x}: {row}")
}

fn xxd_words(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let row = columns(
        &numbers(bytes, printer.unit, false),
        " ",
        beside(bytes, style),
        style,
        2,
    );
    format!("{address:08x}: {row}")
}

fn hexdump_c(address: u64, bytes: &[Option<u8>], _: Printer, style: Style) -> String {
    let words = numbers(bytes, 1, true);
    let (first, second) = words.split_at(words.len().min(8));
    let row = match second {
        [] => first.join(" "),
        second => format!("{}  {}", first.join(" "), second.join(" ")),
    };
    format!(
        "{address:08x}  {row:49} |{}|{:2$}",
        characters(bytes),
        "",
        style.words % 2
    )
}

fn hexdump(address: u64, bytes: &[Option<u8>], _: Printer, _: Style) -> String {
    format!("{address:07x} {}", numbers(bytes, 2, false).join(" "))
}

fn od(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let framed = style.characters.then(|| format!(">{}<", characters(bytes)));
    let row = columns(&numbers(bytes, printer.unit, false), " ", framed, style, 2);
    match printer.dialect {
        Dialect::OdHex => format!("{address:06x} {row}"),
        Dialect::OdDecimal => format!("{address:07} {row}"),
        _ => format!("{address:07o} {row}"),
    }
}

fn od_octal(address: u64, bytes: &[Option<u8>], _: Printer, _: Style) -> String {
    let number = |word: &[Option<u8>]| {
        let [low, high] = word else {
            return String::new();
        };
        format!(
            "{:06o}",
            u16::from_le_bytes([low.unwrap_or(0), high.unwrap_or(0)])
        )
    };
    let numbers: Vec<String> = bytes.chunks(2).map(number).collect();
    format!("{address:07o} {}", numbers.join(" "))
}

fn gdb(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let label = if style.words.is_multiple_of(2) {
        format!(" <buffer+{}>", address % 100)
    } else {
        String::new()
    };
    format!(
        "0x{address:x}{label}:\t0x{}",
        numbers(bytes, printer.unit, false).join("\t0x")
    )
}

fn gdb_decimal(address: u64, bytes: &[Option<u8>], _: Printer, _: Style) -> String {
    let number = |word: &[Option<u8>]| {
        let mut four = [0; 4];
        four.iter_mut()
            .zip(word)
            .for_each(|(place, byte)| *place = byte.unwrap_or(0));
        i32::from_le_bytes(four).to_string()
    };
    let numbers: Vec<String> = bytes.chunks(4).map(number).collect();
    format!("0x{address:x}:\t{}", numbers.join("\t"))
}

fn hxd(address: u64, bytes: &[Option<u8>], _: Printer, style: Style) -> String {
    let row = columns(
        &numbers(bytes, 1, true),
        " ",
        beside(bytes, style),
        style,
        2,
    );
    format!("{address:08X}  {row}")
}

fn px(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let row = columns(
        &numbers(bytes, printer.unit, true),
        " ",
        beside(bytes, style),
        style,
        2,
    );
    format!("0x{address:08x}  {row}")
}

fn pxw(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let words: Vec<String> = numbers(bytes, printer.unit, false)
        .iter()
        .map(|word| format!("0x{word}"))
        .collect();
    let separator = if printer.unit == 8 { "  " } else { " " };
    format!(
        "0x{address:08x}  {}",
        columns(
            &words,
            separator,
            beside(bytes, style),
            style,
            2 + printer.unit / 8
        )
    )
}

fn volshell(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let row = columns(
        &numbers(bytes, printer.unit, false),
        " ",
        beside(bytes, style),
        style,
        4,
    );
    format!("0x{address:08x}    {row}")
}

fn softice(address: u64, bytes: &[Option<u8>], printer: Printer, style: Style) -> String {
    let printer = Printer { unit: 1, ..printer };
    let row = windbg(address, bytes, printer, style).split_off(10);
    format!("0023:{address:08X} {row}")
}

fn pwndbg(address: u64, bytes: &[Option<u8>], _: Printer, _: Style) -> String {
    format!("{address:016x}     {}", numbers(bytes, 8, false).join(" "))
}

fn x64dbg(address: u64, bytes: &[Option<u8>], _: Printer, _: Style) -> String {
    let row = numbers(bytes, 1, true).join(" ").to_uppercase();
    format!("{address:016X} {row} {}", characters(bytes))
}

fn ida(address: u64, bytes: &[Option<u8>], _: Printer, style: Style) -> String {
    let row = columns(
        &numbers(bytes, 1, true),
        " ",
        beside(bytes, style),
        style,
        2,
    );
    format!(".text:{address:016X}  {row}")
}
