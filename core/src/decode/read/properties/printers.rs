//! Prints rows by the line formats of the dialect table.

use std::fmt::Write as _;

use super::super::cells::{Notation, Order};
use super::super::chars::CharacterColumn;
use super::super::dialect::formats;
use super::super::format::{LineFormat, RowFeatures};
use super::super::row_address::AddressNotation;
use super::{AddressKind, Dialect};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// Hexadecimal, or binary if the line format says so.
    Usual,
    Octal,
    Decimal,
}

/// Prints rows of a line format with one address kind and one number size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printer {
    pub(super) format: &'static LineFormat,
    lead: AddressNotation,
    /// Whether addresses have 64 bits.
    is_wide: bool,
    /// The bytes per number.
    pub(super) unit: usize,
    written: Written,
}

/// The layout of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The numbers in a full row.
    pub(super) words: usize,
    pub(super) characters: bool,
    pub(super) crlf: bool,
}

/// Returns a printer for every kind of row in the dialect table.
pub(super) fn printers() -> Vec<Printer> {
    let mut printers = Vec::new();
    // The explanation is required to find the end of the numbers; the printers have none.
    for format in formats().filter(|format| !format.explained) {
        // A label has no number.
        let leads = format.notations.iter().copied();
        for lead in leads.filter(|lead| *lead != AddressNotation::Label) {
            let is_size = |unit: &usize| format.unit == 0 || format.unit == *unit;
            let units = [1, 2, 4, 8].into_iter().filter(is_size);
            for unit in units.filter(|unit| format.accepts_size(*unit)) {
                let usual = Printer {
                    format,
                    lead,
                    is_wide: lead != AddressNotation::Segment,
                    unit,
                    written: Written::Usual,
                };
                printers.push(usual);
                if lead == AddressNotation::Bare && format.address_kind == AddressKind::Addresses {
                    let is_wide = false;
                    printers.push(Printer { is_wide, ..usual });
                }
                let written = match format.notation {
                    Notation::HexOrOctal => Written::Octal,
                    Notation::Numbers => Written::Decimal,
                    _ => continue,
                };
                printers.push(Printer { written, ..usual });
            }
        }
    }
    printers
}

impl Printer {
    fn likes(&self, mark: RowFeatures) -> bool {
        self.format.likes.common(mark) > 0
    }

    /// Returns the mask of address bits.
    pub(super) fn addresses(&self) -> u64 {
        match self.format.address_kind {
            AddressKind::Addresses if self.lead == AddressNotation::Relative => 0xf_ffff,
            AddressKind::Addresses if self.is_wide => 0x7fff_ffff_ffff_ffff,
            AddressKind::Addresses => 0x7fff_ffff,
            _ => 0xf_ffff,
        }
    }

    pub(super) fn has_characters(&self) -> bool {
        match self.format.characters {
            CharacterColumn::Nothing => false,
            CharacterColumn::Framed => self.unit == 1 && self.written == Written::Usual,
            CharacterColumn::Characters if self.likes(RowFeatures::BOX) => self.unit == 1,
            CharacterColumn::Characters if self.likes(RowFeatures::HYPHEN) => {
                matches!(self.unit, 1 | 4)
            }
            CharacterColumn::Characters | CharacterColumn::Grouped => true,
        }
    }

    /// Whether its addresses may be numbers if rows are not contiguous: a short offset may be one byte, six digits
    /// with a blank three.
    pub(super) fn may_be_plain(&self) -> bool {
        let is_even = self.format.digits.trailing_zeros().is_multiple_of(2);
        let is_close = self.format.blanks == 1 && self.unit > 1;
        self.format.is_short() || self.lead == AddressNotation::Bare && is_even && is_close
    }

    /// Whether it prints unreadable bytes.
    pub(super) fn has_unknown(&self) -> bool {
        use Dialect::{Ida, WindbgDb, WindbgPhysical, X64dbg};
        matches!(
            self.format.dialect,
            WindbgDb | WindbgPhysical | X64dbg | Ida
        )
    }

    pub(super) fn head(&self) -> String {
        let letter = ["", "b", "h", "", "w", "", "", "", "g"][self.unit];
        match self.written {
            Written::Decimal => format!("(gdb) x/9d{letter} $rsp\n"),
            _ if self.format.indented => "Offset(h) 00 01 02 03\n\n".to_owned(),
            _ => String::new(),
        }
    }

    pub(super) fn tail(&self, end: u64, style: Style) -> String {
        match self.format.notation {
            Notation::HexOrOctal => self.address(end, style),
            _ => String::new(),
        }
    }

    pub(super) fn print(&self, address: u64, bytes: &[Option<u8>], style: Style) -> String {
        let numbers: Vec<String> = bytes.chunks(self.unit).map(|it| self.number(it)).collect();
        let blanks = match self.format.notation {
            Notation::Numbers => "\t",
            _ if self.likes(RowFeatures::FAR) => "    ",
            _ if self.likes(RowFeatures::CLOSE) => " ",
            _ => ["", " ", "  "][self.format.blanks],
        };
        let mut row = self.address(address, style) + blanks + &self.joined(&numbers);
        // The rows of these formats always have characters.
        let has_always =
            self.has_characters() && self.likes(RowFeatures::CLOSE.and(RowFeatures::BARS));
        if style.characters || has_always || self.format.requires == RowFeatures::CHARACTERS {
            let full = vec![numbers[0].clone(); style.words.max(numbers.len())];
            let fill = self.joined(&full).len() - self.joined(&numbers).len();
            let gutter = match self.format.characters {
                CharacterColumn::Framed => 2,
                _ if self.likes(RowFeatures::FAR) => 4,
                _ if self.likes(RowFeatures::CLOSE) => 1,
                _ => self.separator().len() + 1,
            };
            let frame = match () {
                () if self.likes(RowFeatures::BARS) => ["|", "|"],
                () if self.likes(RowFeatures::ANGLES) => [">", "<"],
                () if self.likes(RowFeatures::BOX) => ["│", "│"],
                () => ["", ""],
            };
            let fill = fill + gutter;
            let said = match self.format.characters {
                CharacterColumn::Grouped => self.grouped(bytes),
                _ => characters(bytes),
            };
            write!(row, "{:fill$}{}{said}{}", "", frame[0], frame[1]).unwrap();
        }
        row
    }

    /// Returns the characters of each number in the order of its digits.
    fn grouped(&self, bytes: &[Option<u8>]) -> String {
        let number = |number: &[Option<u8>]| characters(number).chars().rev().collect::<String>();
        let groups: Vec<String> = bytes.chunks(self.unit).map(number).collect();
        groups.join(if self.unit > 1 { " " } else { "" })
    }

    fn separator(&self) -> &'static str {
        match self.format.notation {
            Notation::Numbers => "\t",
            Notation::Prefixed if self.unit == 8 => "  ",
            _ => " ",
        }
    }

    /// Joins the numbers of a row, with the separator of its halves.
    fn joined(&self, numbers: &[String]) -> String {
        let (first, second) = numbers.split_at(numbers.len().min(8));
        let first = first.join(self.separator());
        if second.is_empty() {
            return first;
        }
        let middle = match self.unit {
            1 if self.likes(RowFeatures::HYPHEN) => "-",
            1 if self.likes(RowFeatures::HALVES) => "  ",
            _ => self.separator(),
        };
        first + middle + &second.join(self.separator())
    }

    fn number(&self, bytes: &[Option<u8>]) -> String {
        let mut eight = [0; 8];
        let known = bytes.iter().map(|byte| byte.unwrap_or(0));
        eight
            .iter_mut()
            .zip(known)
            .for_each(|(to, byte)| *to = byte);
        let number = u64::from_le_bytes(eight);
        match (self.written, self.format.notation) {
            (Written::Octal, _) => {
                let digits = [0, 3, 6, 0, 11, 0, 0, 0, 22][self.unit];
                return format!("{number:0digits$o}");
            }
            (Written::Decimal, _) => {
                let unused = 64 - 8 * self.unit;
                return (number.cast_signed() << unused >> unused).to_string();
            }
            (_, Notation::Binary) => return format!("{number:08b}"),
            _ => {}
        }
        let digits =
            |byte: &Option<u8>| byte.map_or_else(|| "??".to_owned(), |byte| format!("{byte:02x}"));
        let mut number: String = match self.format.order {
            Order::Memory => bytes.iter().map(digits).collect(),
            Order::Number => bytes.iter().rev().map(digits).collect(),
        };
        if self.unit == 8 && self.likes(RowFeatures::HYPHEN) {
            number.insert(8, '`');
        }
        if self.likes(RowFeatures::UPPER) {
            number = number.to_uppercase();
        }
        match self.format.notation {
            Notation::Prefixed | Notation::Numbers => format!("0x{number}"),
            _ => number,
        }
    }

    fn address(&self, address: u64, style: Style) -> String {
        let digits = self.format.digits.trailing_zeros() as usize;
        let whole = if self.is_wide && self.format.address_kind == AddressKind::Addresses {
            16
        } else {
            digits
        };
        let number = match self.format.radix {
            8 => format!("{address:0digits$o}"),
            10 if self.lead == AddressNotation::Short => address.to_string(),
            10 => format!("{address:0digits$}"),
            _ if self.likes(RowFeatures::UPPER) => format!("{address:0whole$X}"),
            _ => format!("{address:0whole$x}"),
        };
        match self.lead {
            AddressNotation::Ticked => {
                format!("{:08x}`{:08x}", address >> 32, address & 0xffff_ffff)
            }
            AddressNotation::Bare | AddressNotation::Label => number,
            AddressNotation::Colon => number + ":",
            AddressNotation::Hexed if style.words.is_multiple_of(2) => {
                format!("0x{address:x} <buffer+{}>:", address % 100)
            }
            AddressNotation::Hexed => format!("0x{address:x}:"),
            AddressNotation::Prefixed => format!("0x{address:08x}"),
            AddressNotation::Short if self.format.radix == 10 => number,
            AddressNotation::Short => format!("{address:04x}"),
            AddressNotation::Hash => format!("#{address:8x}"),
            AddressNotation::Segment => format!("0023:{address:08X}"),
            AddressNotation::Section => format!(".text:{number}"),
            AddressNotation::Relative => format!("$+{address:x}"),
            AddressNotation::Counted => format!("+0010 0x{address:x}"),
            AddressNotation::Barred => format!("0x{address:016x}│+0x0000:"),
        }
    }
}

fn characters(bytes: &[Option<u8>]) -> String {
    let character = |byte: &Option<u8>| match byte {
        None => '?',
        Some(byte) if byte.is_ascii_graphic() || *byte == b' ' => char::from(*byte),
        Some(_) => '.',
    };
    bytes.iter().map(character).collect()
}
