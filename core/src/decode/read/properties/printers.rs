//! Prints rows by the line formats of the dialect table.

use std::fmt::Write as _;

use super::super::cells::{Notation, Order};
use super::super::chars::Beside;
use super::super::dialect::formats;
use super::super::format::{LineFormat, Marks};
use super::super::lead::Kind;
use super::{Dialect, Places};

/// The notation of numbers.
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
    lead: Kind,
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

/// All address kinds but labels, which have no number.
const LEADS: [Kind; 12] = [
    Kind::Ticked,
    Kind::Bare,
    Kind::Colon,
    Kind::Hexed,
    Kind::Prefixed,
    Kind::Short,
    Kind::Hash,
    Kind::Segment,
    Kind::Section,
    Kind::Relative,
    Kind::Counted,
    Kind::Barred,
];

/// Returns a printer for every kind of row in the dialect table.
pub(super) fn printers() -> Vec<Printer> {
    let mut printers = Vec::new();
    // The explanation is required to find the end of the numbers; the printers have none.
    for format in formats().filter(|format| !format.explained) {
        let leads = LEADS.into_iter().filter(|lead| format.leads.contains(lead));
        for lead in leads {
            for unit in [1, 2, 4, 8].into_iter().filter(|unit| format.takes(*unit)) {
                if format.unit != 0 && format.unit != unit {
                    continue;
                }
                let usual = Printer {
                    format,
                    lead,
                    is_wide: lead != Kind::Segment,
                    unit,
                    written: Written::Usual,
                };
                printers.push(usual);
                if lead == Kind::Bare && format.places == Places::Addresses {
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
    fn likes(&self, mark: Marks) -> bool {
        self.format.likes.common(mark) > 0
    }

    /// Returns the mask of address bits.
    pub(super) fn addresses(&self) -> u64 {
        match self.format.places {
            Places::Addresses if self.lead == Kind::Relative => 0xf_ffff,
            Places::Addresses if self.is_wide => 0x7fff_ffff_ffff_ffff,
            Places::Addresses => 0x7fff_ffff,
            _ => 0xf_ffff,
        }
    }

    /// Whether it prints characters.
    pub(super) fn has_characters(&self) -> bool {
        match self.format.beside {
            Beside::Nothing => false,
            Beside::Framed => self.unit == 1 && self.written == Written::Usual,
            Beside::Characters if self.likes(Marks::BOX) => self.unit == 1,
            Beside::Characters if self.likes(Marks::HYPHEN) => matches!(self.unit, 1 | 4),
            Beside::Characters => true,
        }
    }

    /// Whether its addresses may be numbers if rows are not contiguous: a short offset may be one byte, six digits
    /// with a blank three.
    pub(super) fn may_be_plain(&self) -> bool {
        let is_even = self.format.digits.trailing_zeros().is_multiple_of(2);
        let is_close = self.format.blanks == 1 && self.unit > 1;
        self.format.is_short() || self.lead == Kind::Bare && is_even && is_close
    }

    /// Whether it prints unreadable bytes.
    pub(super) fn has_unknown(&self) -> bool {
        use Dialect::{Ida, WindbgDb, WindbgPhysical, X64dbg};
        matches!(
            self.format.dialect,
            WindbgDb | WindbgPhysical | X64dbg | Ida
        )
    }

    /// Returns the text before its rows.
    pub(super) fn head(&self) -> String {
        let letter = ["", "b", "h", "", "w", "", "", "", "g"][self.unit];
        match self.written {
            Written::Decimal => format!("(gdb) x/9d{letter} $rsp\n"),
            _ if self.format.indented => "Offset(h) 00 01 02 03\n\n".to_owned(),
            _ => String::new(),
        }
    }

    /// Returns the text after its rows.
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
            _ if self.likes(Marks::FAR) => "    ",
            _ if self.likes(Marks::CLOSE) => " ",
            _ => ["", " ", "  "][self.format.blanks],
        };
        let mut row = self.address(address, style) + blanks + &self.joined(&numbers);
        // The rows of these formats always have characters.
        let has_always = self.has_characters() && self.likes(Marks::CLOSE.and(Marks::BARS));
        if style.characters || has_always || self.format.requires == Marks::CHARACTERS {
            let full = vec![numbers[0].clone(); style.words.max(numbers.len())];
            let fill = self.joined(&full).len() - self.joined(&numbers).len();
            let gutter = match self.format.beside {
                Beside::Framed => 2,
                _ if self.likes(Marks::FAR) => 4,
                _ if self.likes(Marks::CLOSE) => 1,
                _ => self.separator().len() + 1,
            };
            let frame = match () {
                () if self.likes(Marks::BARS) => ["|", "|"],
                () if self.likes(Marks::ANGLES) => [">", "<"],
                () if self.likes(Marks::BOX) => ["│", "│"],
                () => ["", ""],
            };
            let fill = fill + gutter;
            let said = characters(bytes);
            write!(row, "{:fill$}{}{said}{}", "", frame[0], frame[1]).unwrap();
        }
        row
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
            1 if self.likes(Marks::HYPHEN) => "-",
            1 if self.likes(Marks::HALVES) => "  ",
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
        if self.unit == 8 && self.likes(Marks::HYPHEN) {
            number.insert(8, '`');
        }
        if self.likes(Marks::UPPER) {
            number = number.to_uppercase();
        }
        match self.format.notation {
            Notation::Prefixed | Notation::Numbers => format!("0x{number}"),
            _ => number,
        }
    }

    fn address(&self, address: u64, style: Style) -> String {
        let digits = self.format.digits.trailing_zeros() as usize;
        let whole = if self.is_wide && self.format.places == Places::Addresses {
            16
        } else {
            digits
        };
        let number = match self.format.radix {
            8 => format!("{address:0digits$o}"),
            10 if self.lead == Kind::Short => address.to_string(),
            10 => format!("{address:0digits$}"),
            _ if self.likes(Marks::UPPER) => format!("{address:0whole$X}"),
            _ => format!("{address:0whole$x}"),
        };
        match self.lead {
            Kind::Ticked => format!("{:08x}`{:08x}", address >> 32, address & 0xffff_ffff),
            Kind::Bare | Kind::Label => number,
            Kind::Colon => number + ":",
            Kind::Hexed if style.words.is_multiple_of(2) => {
                format!("0x{address:x} <buffer+{}>:", address % 100)
            }
            Kind::Hexed => format!("0x{address:x}:"),
            Kind::Prefixed => format!("0x{address:08x}"),
            Kind::Short if self.format.radix == 10 => number,
            Kind::Short => format!("{address:04x}"),
            Kind::Hash => format!("#{address:8x}"),
            Kind::Segment => format!("0023:{address:08X}"),
            Kind::Section => format!(".text:{number}"),
            Kind::Relative => format!("$+{address:x}"),
            Kind::Counted => format!("+0010 0x{address:x}"),
            Kind::Barred => format!("0x{address:016x}│+0x0000:"),
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
