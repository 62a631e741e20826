//! What a row begins with: its address, in whatever way a tool writes it.

/// How an address is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// ``fffff803`451e0c86``
    Ticked,
    /// `8056e340`, `0000010`
    #[default]
    Bare,
    /// `00000010:`
    Colon,
    /// `0x7fffffffe710:`, `0x401000 <main+4>:`
    Hexed,
    /// `0x000007f3`
    Prefixed,
    /// `0010`, `10`, `0010h:`: so short that it may as well be bytes or the number of a line
    Short,
    /// `# e9000`
    Hash,
    /// `0023:0012f6c0`
    Segment,
    /// `.text:00401000`
    Section,
    /// `$+10`, `$ ==>`
    Relative,
    /// `<module.label>`, in the place of an address
    Label,
    /// `+0010 0x7fffffffe720`
    Counted,
    /// `0x00007fffffffe710│+0x0000:`, `0x7fffffffe710+0000 │`, `00:0000│ rsp 0x7fffffffe710 ◂—`
    Barred,
}

/// What relative addresses are counted from, so that those before it have a place, too.
pub(super) const MIDDLE: u64 = 1 << 63;

/// What a row begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead<'t> {
    pub(super) kind: Kind,
    /// The address, its digits taken as hexadecimal.
    pub(super) value: u64,
    /// The digits as they stand, where nothing divides them.
    pub(super) digits: &'t str,
    /// What a debugger says about the address: `main+4`; empty where it says nothing.
    pub(super) label: &'t str,
    /// What follows: empty, or blanks and the rest.
    pub(super) rest: &'t str,
}

/// The most digits of an address.
const DIGITS: usize = 16;
/// The fewest digits of an address with nothing before or behind it: fewer are a word.
const BARE_DIGITS: usize = 6;
/// How many digits the shortest address has that is filled up with zeros.
pub(super) const WHOLE_DIGITS: usize = 8;
/// The fewest digits of an address with a colon behind it: fewer are a line number.
const COLON_DIGITS: usize = 4;

/// How many characters a physical address has at least, the blanks before it among them; it may have lost some of those.
const HASH_WIDTH: usize = 6;

/// How addresses are written, in the order in which they are tried: `N` is the address, a back-tick its lower half, `n` another
/// number, `L` a label, `_` blanks or none, `A` an arrow; all else stands for itself.
const FORMS: [(Kind, &str); 19] = [
    (Kind::Hexed, "0xN:"),
    (Kind::Hexed, "0xN <L>:"),
    (Kind::Barred, "0xN_+n_│"),
    (Kind::Barred, "0xN_│+n:"),
    (Kind::Barred, "0xN_│+n"),
    (Kind::Prefixed, "0xN"),
    (Kind::Hash, "#_N`"),
    (Kind::Hash, "#_N"),
    (Kind::Relative, "$_==>"),
    (Kind::Relative, "$+N"),
    (Kind::Relative, "$-N"),
    (Kind::Label, "<L>"),
    (Kind::Counted, "+n 0xN"),
    (Kind::Barred, "n:n│L0xN_A"),
    (Kind::Ticked, "N`"),
    (Kind::Segment, "n:N"),
    (Kind::Colon, "N:"),
    (Kind::Bare, "N"),
    (Kind::Section, "L:N"),
];

/// The arrows behind the address of a telescope. A dash that was drawn has become a hyphen.
const ARROWS: [&str; 6] = ["-▸", "◂-", "->", "<-", "→", "←"];

/// The address with which `text` begins.
pub(super) fn lead(text: &str) -> Option<Lead<'_>> {
    let mut forms = FORMS.iter();
    forms.find_map(|(kind, form)| written(text, *kind, form))
}

/// The address, if it is written in that form.
fn written<'t>(text: &'t str, kind: Kind, form: &str) -> Option<Lead<'t>> {
    let (mut value, mut digits, mut label, mut rest) = (0, "", "", text);
    for (at, mark) in form.char_indices() {
        rest = match mark {
            'N' => {
                (value, digits, rest) = number(rest)?;
                rest
            }
            'n' => number(rest.strip_prefix("0x").unwrap_or(rest))?.2,
            '`' => {
                let (low, _, behind) = tick(rest).and_then(number).filter(|it| it.1.len() == 8)?;
                value = value << 32 | low;
                behind
            }
            'L' => {
                let mut ends = form.get(at + 1..)?.split(['N', '_']);
                let (name, _) = rest.split_once(ends.next()?)?;
                label = name.trim();
                rest.get(name.len()..)?
            }
            'A' => ARROWS.iter().find_map(|arrow| rest.strip_prefix(arrow))?,
            'x' => rest.strip_prefix(['x', 'X'])?,
            '_' => rest.trim_start_matches(' '),
            mark => rest.strip_prefix(mark)?,
        };
    }
    let count = digits.len();
    let is_that = match kind {
        Kind::Ticked => count == 8,
        Kind::Bare | Kind::Prefixed => count >= BARE_DIGITS,
        Kind::Colon => count >= COLON_DIGITS,
        Kind::Segment => {
            let is_segment = text.find(':') == Some(4) && !text.starts_with("0x");
            is_segment && matches!(count, 4 | 8 | 16)
        }
        Kind::Section => is_section(label) && matches!(count, 8 | 16),
        Kind::Label => label.contains('.') && !label.contains(' '),
        // A tool fills the column up with blanks: where it is narrower, `#` is the mark of a comment.
        Kind::Hash if !form.ends_with('`') => text.len() - rest.len() > HASH_WIDTH,
        Kind::Hash => count <= 8,
        _ => true,
    };
    let value = match form.as_bytes() {
        [b'$', b'-', ..] => MIDDLE.checked_sub(value)?,
        [b'$', ..] => MIDDLE.checked_add(value)?,
        _ => value,
    };
    let lead = new(kind, value, digits, rest).filter(|_| is_that)?;
    Some(match kind {
        Kind::Section => lead,
        _ => Lead { label, ..lead },
    })
}

/// Whether a section may be called so: `.text`. What begins with a mark of an address or with two characters is none.
fn is_section(name: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._$@?".contains(c);
    let is_other = name.starts_with('$') || name.starts_with("0x") || name.len() == 2;
    !name.is_empty() && name.chars().all(is_name) && !is_other
}

/// The short offset with which `text` begins.
pub(super) fn short(text: &str) -> Option<Lead<'_>> {
    let (value, digits, rest) =
        number(text).filter(|(_, digits, _)| digits.len() < WHOLE_DIGITS)?;
    // A blank behind the `h` makes it a byte.
    let behind = rest
        .strip_prefix(['h', 'H'])
        .filter(|behind| behind.starts_with(':'));
    let behind = behind.unwrap_or(rest);
    new(
        Kind::Short,
        value,
        digits,
        behind.strip_prefix(':').unwrap_or(behind),
    )
}

/// A lead; `None` where something else than a blank follows.
fn new<'t>(kind: Kind, value: u64, digits: &'t str, rest: &'t str) -> Option<Lead<'t>> {
    let ends = rest.is_empty() || rest.starts_with(' ');
    ends.then_some(Lead {
        kind,
        value,
        digits,
        label: "",
        rest,
    })
}

/// The hexadecimal digits with which `text` begins, one to sixteen, and what follows them.
fn number(text: &str) -> Option<(u64, &str, &str)> {
    let mut value = 0_u64;
    let mut count = 0;
    for byte in text.bytes() {
        let Some(digit) = char::from(byte).to_digit(16) else {
            break;
        };
        value = value << 4 | u64::from(digit);
        count += 1;
        if count > DIGITS {
            return None;
        }
    }
    let (digits, rest) = text.split_at_checked(count)?;
    (count > 0).then_some((value, digits, rest))
}

/// What follows a back-tick, or what became of it on its way: escaped, turned into an apostrophe, with a blank behind.
pub(super) fn tick(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\\').unwrap_or(text);
    let rest = text.strip_prefix(['`', '\'', '\u{2018}', '\u{2019}', '\u{b4}'])?;
    Some(rest.strip_prefix(' ').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, kind, value) in [
            ("fffff803`451e0c86  48", Kind::Ticked, 0xffff_f803_451e_0c86),
            ("fffff803\\`451e0c86", Kind::Ticked, 0xffff_f803_451e_0c86),
            ("ffff9285' 03dc69c0 4d", Kind::Ticked, 0xffff_9285_03dc_69c0),
            ("8056e340  4d 5a", Kind::Bare, 0x8056_e340),
            ("FFFFF803451E0C86 00", Kind::Bare, 0xffff_f803_451e_0c86),
            ("0000010 5a4d", Kind::Bare, 0x10),
            ("00000010: 4d5a", Kind::Colon, 0x10),
            ("0x7fffffffe710:  0x00", Kind::Hexed, 0x7fff_ffff_e710),
            ("0x401000 <main+4>:  0x02", Kind::Hexed, 0x40_1000),
            ("0x000007f3  5fc3", Kind::Prefixed, 0x7f3),
            ("# e9000 000ea002", Kind::Hash, 0xe_9000),
            ("#  1`2f3a5000 00", Kind::Hash, 0x1_2f3a_5000),
            ("0023:0012F6C0 4D", Kind::Segment, 0x12_f6c0),
            (".text:00401000  55", Kind::Section, 0x40_1000),
            ("DATA:00401000  55", Kind::Section, 0x40_1000),
            ("$ ==> 4D", Kind::Relative, MIDDLE),
            ("$+10 4D", Kind::Relative, MIDDLE + 0x10),
            ("$-8 4D", Kind::Relative, MIDDLE - 8),
            ("<ntdll.LdrInit> 4D", Kind::Label, 0),
            ("+0010 0x7fffffffe720  12", Kind::Counted, 0x7fff_ffff_e720),
            ("0x006024e0│+0x00: 0x00", Kind::Barred, 0x60_24e0),
            ("0x7ffff7a5c1c0+0000 │ 0x48", Kind::Barred, 0x7fff_f7a5_c1c0),
            (
                "00:0000│ rsp 0x7fffffffe710 ◂- 0x11",
                Kind::Barred,
                0x7fff_ffff_e710,
            ),
            (
                "01:0008│     0x7fffffffe718 -▸ 0x5555",
                Kind::Barred,
                0x7fff_ffff_e718,
            ),
        ] {
            let lead = lead(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((lead.kind, lead.value), (kind, value), "{text}");
        }
        for text in [
            "",
            "4d 5a",
            "4d:5a:90:00",
            "0x4d 0x5a",
            "fffff803`451e0c8",
            "fffff803`451e0c86:",
            "8056e34é",
            "ffffffff985'  03dc69c0",
            "# heading",
            "# a3 be 79 65",
            "#4d5a 9000",
            "12345678123456789",
        ] {
            assert_eq!(lead(text), None, "{text}");
        }
    }
}
