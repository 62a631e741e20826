//! Findings of the decoder and evidence for layouts, in one table of rules.

use std::fmt;
use std::sync::Arc;

use super::limits::FINDINGS_LIMIT;
use crate::layout::GapKind;
use crate::release::Release;
use crate::units::ByteOffset;
use crate::words::words;

const ERROR: Option<Severity> = Some(Severity::Error);
const WARNING: Option<Severity> = Some(Severity::Warning);
const INFO: Option<Severity> = Some(Severity::Info);
/// Not a finding: it only counts when layouts are compared.
const EVIDENCE: Option<Severity> = None;

struct Facts {
    id: &'static str,
    severity: Option<Severity>,
    /// The weight as evidence, in tenths of a bit: with 64-bit and with 32-bit addresses, which look more like other
    /// numbers. 0 for none.
    weight: (i32, i32),
    /// The text before and after the value in a sentence about the evidence.
    words: (&'static str, &'static str),
}

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $severity:ident, $weight:expr, $words:expr;)*) => {
        /// A rule about bytes. The comments give the reasons for the weights.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $($(#[$doc])* $name,)*
        }

        impl Rule {
            pub const ALL: &[Self] = &[$(Self::$name),*];

            const fn facts(self) -> Facts {
                match self {
                    $(Self::$name => Facts {
                        id: $id,
                        severity: $severity,
                        weight: $weight,
                        words: $words,
                    },)*
                }
            }
        }
    };
}

rules! {
    /// The bytes end before the structure does. Dumps are often truncated, but more often after the structure.
    TooFewBytes = "too-few-bytes", ERROR, (-10, -10), ("the structure has 0x", " bytes, but the input has fewer");
    /// Bytes remain after the structure.
    TrailingBytes = "trailing-bytes", INFO, (0, 0), ("", "");
    /// Bytes of the structure are unknown.
    UnreadableBytes = "unreadable-bytes", WARNING, (0, 0), ("", "");
    /// There are exactly as many bytes as the structure has: a dump of a structure usually has its size.
    ExactSize = "exact-size", EVIDENCE, (30, 30), ("the length, 0x", " bytes, is exactly that of the structure");
    /// There are as many bytes as several structures have, or as rows of 16 around one.
    WholeMultiple = "whole-multiple", EVIDENCE, (10, 10), ("0x", " bytes: whole structures, or one rounded up to a 16-byte row");
    /// There are as many bytes as the structure has with more elements of the array of any size at its end. Every
    /// fourth or eighth number of bytes meets that.
    WholeElements = "whole-elements", EVIDENCE, (10, 10), ("the length, 0x", " bytes, is that of the structure with more elements in the array at its end");
    /// An address above 32 bits on x86.
    AddressTooWide = "address-too-wide", WARNING, (-200, -200), ("the address 0x", " has more than 32 bits: these bytes are not from x86");
    /// The address is not a multiple of the alignment that compilers and pools guarantee.
    AddressMisaligned = "address-misaligned", WARNING, (-60, -60), ("the address 0x", " is not a multiple of the structure's alignment: the structure may begin elsewhere");
    /// The address belongs to the other processor mode than the structure.
    AddressOfOtherMode = "address-of-other-mode", EVIDENCE, (-60, -20), ("the address 0x", " is in the other half of the address space: kernel structures have kernel addresses");
    /// Padding is not zero. Pools are mostly cleared, but not always: one in 20 is right all the same.
    PaddingNotZero = "padding-not-zero", WARNING, (-45, -45), ("the padding is not zero at 0x", ": padding has no data");
    /// A hole is not zero.
    HoleNotZero = "hole-not-zero", INFO, (0, 0), ("", "");
    /// A `BOOLEAN` is above 1. Compilers write 0 and 1; code that writes something else is rare.
    BooleanAboveOne = "boolean-above-one", WARNING, (-60, -60), ("is 0x", ", but a BOOLEAN is 0 or 1");
    /// A pointer is not canonical: the processor would reject it. Very few are encoded or tagged.
    NonCanonicalPointer = "non-canonical-pointer", WARNING, (-80, -80), ("is 0x", ", which is not canonical: not a valid pointer on x64 or arm64");
    /// A pointer is not a multiple of its target's alignment. Some are tagged; with 32 bits, three in four other
    /// numbers are not multiples of 4.
    PointerMisaligned = "pointer-misaligned", WARNING, (-10, -30), ("is 0x", ", which is not aligned like its target");
    /// A pointer leads to the first 64 KiB, where Windows maps nothing: it is a number.
    PointerTooLow = "pointer-too-low", EVIDENCE, (-60, -60), ("is 0x", ": too low for a pointer, so probably a number");
    /// A pointer leads to the last 64 KiB: it is -1, or another small number below zero.
    PointerTooHigh = "pointer-too-high", EVIDENCE, (-20, -30), ("is 0x", ": too high for a pointer (last 64 KiB)");
    /// Both halves of a pointer are small: on x64, two adjacent numbers look so, addresses hardly ever.
    PointerHoldsTwo = "pointer-holds-two", EVIDENCE, (-50, 0), ("is 0x", ", which looks like two adjacent numbers");
    /// A user-mode structure holds a kernel address.
    KernelAddressInUserMode = "kernel-address-in-user-mode", EVIDENCE, (-80, -40), ("is 0x", ", a kernel address, but the structure is in user mode");
    /// A list of the kernel is linked to user mode.
    ListLinkInUserMode = "list-link-in-user-mode", EVIDENCE, (-60, -40), ("is 0x", ", a user-mode address, but this is a kernel list");
    /// A kernel structure points to a structure in user mode. That occurs, but less often than kernel pointers.
    StructureInUserMode = "structure-in-user-mode", EVIDENCE, (-15, -15), ("is 0x", ", a user-mode address, but this is a kernel structure");
    /// A list link is not a multiple of the pointer size.
    ListLinkMisaligned = "list-link-misaligned", EVIDENCE, (-50, -40), ("is 0x", ", but list entries are aligned to the size of a pointer");
    /// Only one link of a list is null, or only one points to the list itself.
    ListLinksDisagree = "list-links-disagree", WARNING, (-40, -40), ("has links that disagree: only one of them is 0x", "");
    /// The `Length` of a `UNICODE_STRING` is above its `MaximumLength`.
    LengthAboveMaximum = "length-above-maximum", WARNING, (-60, -60), ("has Length 0x", " above its MaximumLength: the text would not fit its buffer");
    /// The `Length` of a `UNICODE_STRING` is half a character too long.
    LengthOdd = "length-odd", WARNING, (-50, -50), ("has Length 0x", ", which is odd: UTF-16 characters have two bytes");
    /// A `UNICODE_STRING` has a length, but no buffer.
    TextWithoutBuffer = "text-without-buffer", WARNING, (-40, -40), ("has Length 0x", ", but no buffer");
    /// A handle is as large as an address.
    HandleHoldsPointer = "handle-holds-pointer", EVIDENCE, (-50, 0), ("is 0x", ", which is too large for a handle and looks like an address");
    /// Adjacent numbers form a kernel address.
    NumberHoldsPointer = "number-holds-pointer", EVIDENCE, (-60, -10), ("begins 0x", ", which is a kernel address, but this member is not a pointer");
    /// Both halves of a number are small and neither is zero: one number in thousands, but most pairs of numbers.
    NumberHoldsTwo = "number-holds-two", EVIDENCE, (-60, -60), ("is 0x", ", which looks like two adjacent numbers");
    /// A value of an enumeration is far beyond the known ones.
    EnumValueUnknown = "enum-value-unknown", INFO, (-20, -20), ("is 0x", ", far from the known values");
    /// Bits are set for which no bit field is known. Releases add flags, so that this is no evidence.
    BitsWithoutName = "bits-without-name", INFO, (0, 0), ("", "");
    /// A pointer leads to the kernel. With 64 bits, few other values look so; with 32, half of all numbers do.
    KernelAddress = "kernel-address", EVIDENCE, (40, 10), ("is 0x", ", a kernel address, as expected of a pointer");
    /// A user-mode pointer leads to user mode.
    UserAddress = "user-address", EVIDENCE, (15, 5), ("is 0x", ", a user address, as expected of a pointer");
    /// The 32-bit pointers of a structure in an unknown mode mostly belong to one mode. Counts for each but the first;
    /// each of the other mode cancels two.
    PointersOfOneMode = "pointers-of-one-mode", EVIDENCE, (5, 5), ("0x", " pointers are addresses of one mode, as usual in a structure");
    /// Both links of a list are addresses of the same mode.
    ListLinks = "list-links", EVIDENCE, (60, 25), ("has Flink 0x", " and a similar Blink, as expected of a list");
    /// A list head points to itself with both links, which is never a coincidence.
    ListEmpty = "list-empty", INFO, (80, 60), ("points to itself at 0x", ": if this is a list head, the list is empty");
    /// A `BOOLEAN` is 1.
    BooleanTrue = "boolean-true", EVIDENCE, (15, 15), ("is 0x", ", as expected of a BOOLEAN");
    /// Every set bit has a name. Counts for each bit that has none, up to six.
    BitsAllNamed = "bits-all-named", EVIDENCE, (5, 5), ("is 0x", ": all set bits have names");
    /// A value of an enumeration is a known one, and not 0.
    EnumValueKnown = "enum-value-known", EVIDENCE, (10, 10), ("is 0x", ", a known value of the enumeration");
    /// A `UNICODE_STRING` has even lengths in the right order and a buffer.
    TextSane = "text-sane", EVIDENCE, (40, 20), ("has Length 0x", " within its MaximumLength, and a buffer");
    /// A 64-bit value is a Windows time between 1995 and 2050.
    TimePlausible = "time-plausible", EVIDENCE, (20, 20), ("is 0x", ", a time between 1995 and 2050");
    /// A `GUID` has the version and variant of current generators; one in 13 has by chance.
    GuidVersion = "guid-version", EVIDENCE, (25, 25), ("is a GUID of version 0x", ", the usual one today");
    /// A handle is a small multiple of four, like handles of processes.
    HandleSmall = "handle-small", EVIDENCE, (15, 10), ("is 0x", ", a small multiple of four, as expected of a handle");
    /// A handle is a kernel handle: a small number in the upper half of the address space.
    HandleOfKernel = "handle-of-kernel", EVIDENCE, (40, 20), ("is 0x", ", as expected of a kernel handle");
    /// A size member contradicts the members from which it follows.
    SizeMismatch = "size-mismatch", WARNING, (0, 0), ("", "");
    /// Another layout of the structure has the same size, so the size does not distinguish them.
    SameSize = "same-size", INFO, (0, 0), ("", "");
    /// There are more findings than listed.
    MoreFindings = "more-findings", INFO, (0, 0), ("", "");
}

impl Rule {
    pub const fn as_str(self) -> &'static str {
        self.facts().id
    }

    /// Whether the decoder reports it.
    pub const fn is_finding(self) -> bool {
        self.facts().severity.is_some()
    }

    /// Whether it is evidence that distinguishes layouts.
    pub const fn is_evidence(self) -> bool {
        self.facts().weight.0 != 0
    }

    pub const fn severity(self) -> Severity {
        match self.facts().severity {
            Some(severity) => severity,
            None => Severity::Info,
        }
    }

    /// The weight as evidence, in tenths of a bit: positive for a layout, negative against it.
    pub const fn weight(self, wide: bool) -> i32 {
        let (of_wide, of_narrow) = self.facts().weight;
        if wide { of_wide } else { of_narrow }
    }

    /// The text before and after the value in a sentence about the evidence.
    pub(super) const fn words(self) -> (&'static str, &'static str) {
        self.facts().words
    }

    /// Whether it concerns the number of bytes.
    pub(super) const fn of_size(self) -> bool {
        matches!(
            self,
            Self::TooFewBytes | Self::ExactSize | Self::WholeMultiple | Self::WholeElements
        )
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

words! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Severity {
        Info = "info",
        /// The bytes may be those of another structure.
        Warning = "warning",
        /// The structure could not be decoded completely.
        Error = "error",
    }
}

/// An observation: the rule, the place, and the figures. The sentence is formatted on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub rule: Rule,
    /// The rule's severity, or [`Severity::Info`] if the bytes are ambiguous.
    pub severity: Severity,
    /// In bytes from the start of the instance.
    pub offset: ByteOffset,
    /// Member path, `Links.Flink`; `None` for the structure itself.
    pub path: Option<String>,
    /// The path for people, if a member on it has no name.
    pub title: Option<String>,
    pub detail: Detail,
    /// Whether other members share the bytes.
    pub shared: bool,
}

impl Finding {
    /// A finding about the structure itself.
    pub(super) fn about(offset: u32, detail: Detail) -> Self {
        let rule = detail.rule();
        Self {
            rule,
            severity: rule.severity(),
            offset: ByteOffset::new(offset),
            path: None,
            title: None,
            detail,
            shared: false,
        }
    }

    /// Formats the finding as one sentence.
    pub fn message(&self) -> String {
        let note = match self.shared {
            true => " (other members share these bytes and may be in use instead)",
            false => "",
        };
        match self.title.as_ref().or(self.path.as_ref()) {
            Some(path) => format!("`{path}` {}{note}", self.detail),
            None => self.detail.to_string(),
        }
    }
}

/// The figures of a finding. Displays as the text after the value's path, or as a sentence about the structure.
#[expect(missing_docs, reason = "its text says what each is")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    Boolean(u8),
    EnumValue {
        number: i64,
        bits: u64,
    },
    UnnamedBits(u64),
    UnknownFlags {
        bits: u64,
        /// The constants that later releases define for these bits.
        later: Vec<(Arc<str>, Release)>,
    },
    UnknownConstant(u64),
    NonCanonical(u64),
    Misaligned {
        address: u64,
        align: u32,
    },
    AboveMaximum {
        length: u16,
        maximum: u16,
    },
    OddLength(u16),
    NoBuffer(u16),
    PointsToItself,
    OneLinkToItself {
        flink: u64,
        blink: u64,
    },
    NotLedBack {
        entry: u64,
        link: &'static str,
        back: u64,
        here: u64,
    },
    /// A page count that differs from the size of its object in whole pages.
    Pages {
        member: String,
        pages: u64,
        of: String,
        bytes: u64,
        expected: u64,
    },
    /// A counter of the array at the end that exceeds the available bytes.
    FewerElements {
        stated: u64,
        array: String,
        there: u32,
    },
    Gap {
        kind: GapKind,
        size: usize,
        offset: ByteOffset,
        first: usize,
    },
    WideAddress(u64),
    MisalignedStructure {
        address: u64,
        align: u32,
    },
    TooShort {
        needed: usize,
        there: usize,
        end: usize,
    },
    /// Missing bytes of the structure before the first available one.
    Before(usize),
    Unreadable {
        count: usize,
        first: usize,
    },
    /// Bytes after the last structure, and the number of further structures that fit.
    Trailing {
        bytes: usize,
        more: u64,
        count: u32,
    },
    /// Another layout of the same size.
    SameSize(String),
    More(usize),
}

impl Detail {
    pub(super) const fn rule(&self) -> Rule {
        match self {
            Self::Boolean(_) => Rule::BooleanAboveOne,
            Self::EnumValue { .. } | Self::UnknownConstant(_) => Rule::EnumValueUnknown,
            Self::UnnamedBits(_) | Self::UnknownFlags { .. } => Rule::BitsWithoutName,
            Self::NonCanonical(_) => Rule::NonCanonicalPointer,
            Self::Misaligned { .. } => Rule::PointerMisaligned,
            Self::AboveMaximum { .. } => Rule::LengthAboveMaximum,
            Self::OddLength(_) => Rule::LengthOdd,
            Self::NoBuffer(_) => Rule::TextWithoutBuffer,
            Self::PointsToItself => Rule::ListEmpty,
            Self::OneLinkToItself { .. } | Self::NotLedBack { .. } => Rule::ListLinksDisagree,
            Self::Pages { .. } | Self::FewerElements { .. } => Rule::SizeMismatch,
            Self::Gap {
                kind: GapKind::Padding,
                ..
            } => Rule::PaddingNotZero,
            Self::Gap {
                kind: GapKind::Hole,
                ..
            } => Rule::HoleNotZero,
            Self::WideAddress(_) => Rule::AddressTooWide,
            Self::MisalignedStructure { .. } => Rule::AddressMisaligned,
            Self::TooShort { .. } => Rule::TooFewBytes,
            Self::Before(_) | Self::Unreadable { .. } => Rule::UnreadableBytes,
            Self::Trailing { .. } => Rule::TrailingBytes,
            Self::SameSize(_) => Rule::SameSize,
            Self::More(_) => Rule::MoreFindings,
        }
    }
}

#[rustfmt::skip]
impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(byte) => write!(f, "is 0x{byte:x}, but a BOOLEAN is 0 or 1"),
            Self::EnumValue { number, bits } => write!(f, "is {number} (0x{bits:x}), not a known value: others may have been added"),
            Self::UnnamedBits(bits) => write!(f, "has bits 0x{bits:x} set, which have no known bit field"),
            Self::UnknownFlags { bits, later } => {
                write!(f, "has bits 0x{bits:x} set, which have no known flag")?;
                for (name, since) in later {
                    write!(f, "; {name} exists from {since} on")?;
                }
                Ok(())
            }
            Self::UnknownConstant(number) => write!(f, "is {number} (0x{number:x}), not a known value"),
            Self::NonCanonical(address) => write!(f, "is 0x{address:x}, which is not canonical: not a valid pointer on x64 or arm64"),
            Self::Misaligned { address, align } => write!(f, "is 0x{address:x}, but its target is aligned to {align}"),
            Self::AboveMaximum { length, maximum } => write!(f, "has Length 0x{length:x} above MaximumLength 0x{maximum:x}: the text would not fit its buffer"),
            Self::OddLength(length) => write!(f, "has Length 0x{length:x}, which is odd: UTF-16 characters have two bytes"),
            Self::NoBuffer(length) => write!(f, "has Length 0x{length:x}, but its Buffer is null"),
            Self::PointsToItself => f.write_str("points to itself: if this is a list head, the list is empty"),
            Self::OneLinkToItself { flink, blink } => write!(f, "points to itself with only one link (Flink 0x{flink:x}, Blink 0x{blink:x}): in an empty list, both links do"),
            Self::NotLedBack { entry, link, back, here } => write!(f, "points to the entry at 0x{entry:x}, whose {link} is 0x{back:x} and does not point back to 0x{here:x}"),
            Self::Pages { member, pages, of, bytes, expected } => write!(f, "`{member}` is 0x{pages:x}, but {of}, 0x{bytes:x}, rounded up to whole pages is 0x{expected:x}"),
            Self::FewerElements { stated, array, there } => write!(f, "counts {stated} elements of `{array}`, but the input has only {there}"),
            Self::Gap { kind, size, offset, first } => {
                let meaning = match kind {
                    GapKind::Padding => "padding has no data, so this may be the layout of another version",
                    GapKind::Hole => "there is data here that no source describes",
                };
                write!(f, "the {} of {} at {offset} is not zero at 0x{first:02x}: {meaning}", kind.as_str(), bytes_of(*size))
            }
            Self::WideAddress(address) => write!(f, "the address 0x{address:x} has more than 32 bits: these bytes are not from x86"),
            Self::MisalignedStructure { address, align } => write!(f, "the address 0x{address:x} is not a multiple of {align}, the alignment of the structure: the structure may begin elsewhere"),
            Self::TooShort { needed, there, end } => write!(f, "the structure has 0x{needed:x} bytes, but the input has only 0x{there:x} of them: the rest, from 0x{end:02x} on, is unknown"),
            Self::Before(bytes) => write!(f, "unknown: the first {} of the structure, which are before the input", bytes_of(*bytes)),
            Self::Unreadable { count, first } => write!(f, "{} unknown, the first at 0x{first:02x}: marked ?? or missing in the dump, or two of its lines disagree", bytes_of(*count)),
            Self::Trailing { bytes, more, count } => {
                write!(f, "{} after the structure not decoded", bytes_of(*bytes))?;
                let all = more.saturating_add(u64::from(*count));
                match more {
                    0 => Ok(()),
                    1 => write!(f, ": 1 more structure fits: set the number to {all}"),
                    more => write!(f, ": {more} more structures fit: set the number to {all}"),
                }
            }
            Self::SameSize(text) => f.write_str(text),
            Self::More(count) => write!(f, "{count} more findings are not listed: with so many, the bytes are probably not this structure"),
        }
    }
}

/// Formats a count: `1 byte`, `0x18 bytes`.
fn bytes_of(count: usize) -> String {
    match count {
        1 => "1 byte".to_owned(),
        0..10 => format!("{count} bytes"),
        _ => format!("0x{count:x} bytes"),
    }
}

/// The findings of one instance, with a limit.
#[derive(Debug, Default)]
pub(super) struct Findings {
    listed: Vec<Finding>,
    more: usize,
}

impl Findings {
    pub(super) fn push(&mut self, finding: impl FnOnce() -> Finding) {
        if self.listed.len() < FINDINGS_LIMIT {
            self.listed.push(finding());
        } else {
            self.more += 1;
        }
    }

    /// Adds a finding about the structure itself.
    pub(super) fn about(&mut self, offset: u32, detail: Detail) {
        self.push(|| Finding::about(offset, detail));
    }

    /// Returns the findings by offset, with a final one for those beyond the limit.
    pub(super) fn finish(self) -> Vec<Finding> {
        let mut findings = self.listed;
        findings.sort_by_key(|finding| finding.offset);
        if self.more > 0 {
            findings.push(Finding::about(0, Detail::More(self.more)));
        }
        findings
    }
}
