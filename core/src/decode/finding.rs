//! What the decoder noticed: which rule, how bad, where, and what it means in one sentence.

use std::fmt;

use super::limits::FINDINGS_LIMIT;
use crate::units::ByteOffset;

/// What can be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The bytes end before the structure does.
    TooFewBytes,
    /// Bytes are left over behind the structure.
    TrailingBytes,
    /// Bytes of the structure are unknown.
    UnreadableBytes,
    /// The address is no multiple of the structure's alignment.
    AddressMisaligned,
    /// The address does not fit the architecture.
    AddressTooWide,
    /// Padding is not zero.
    PaddingNotZero,
    /// A hole is not zero.
    HoleNotZero,
    /// A `BOOLEAN` is neither 0 nor 1.
    BooleanAboveOne,
    /// A pointer is no address that the processor would take.
    NonCanonicalPointer,
    /// The `Length` of a `UNICODE_STRING` is above its `MaximumLength`.
    LengthAboveMaximum,
    /// The `Length` of a `UNICODE_STRING` is half a character too long.
    LengthOdd,
    /// A value of an enumeration has no known name.
    EnumValueUnknown,
    /// Bits are set for which no bit field is known.
    BitsWithoutName,
    /// The head of a list points to itself.
    ListEmpty,
    /// Only one of the two links of a list's head points to itself, or a neighbour's link does not lead back.
    ListLinksDisagree,
    /// A pointer is no multiple of the alignment of what it points to.
    PointerMisaligned,
    /// A `UNICODE_STRING` has a length but no buffer.
    TextWithoutBuffer,
    /// A member that states a size states another one than the members that it follows from.
    SizeMismatch,
    /// Another layout of the structure has the same size: the size does not tell which it is.
    SameSize,
    /// There are more findings than are listed.
    MoreFindings,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 20] = [
        Self::TooFewBytes,
        Self::TrailingBytes,
        Self::UnreadableBytes,
        Self::AddressMisaligned,
        Self::AddressTooWide,
        Self::PaddingNotZero,
        Self::HoleNotZero,
        Self::BooleanAboveOne,
        Self::NonCanonicalPointer,
        Self::LengthAboveMaximum,
        Self::LengthOdd,
        Self::EnumValueUnknown,
        Self::BitsWithoutName,
        Self::ListEmpty,
        Self::ListLinksDisagree,
        Self::PointerMisaligned,
        Self::TextWithoutBuffer,
        Self::SizeMismatch,
        Self::SameSize,
        Self::MoreFindings,
    ];

    /// Its id.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TooFewBytes => "too-few-bytes",
            Self::TrailingBytes => "trailing-bytes",
            Self::UnreadableBytes => "unreadable-bytes",
            Self::AddressMisaligned => "address-misaligned",
            Self::AddressTooWide => "address-too-wide",
            Self::PaddingNotZero => "padding-not-zero",
            Self::HoleNotZero => "hole-not-zero",
            Self::BooleanAboveOne => "boolean-above-one",
            Self::NonCanonicalPointer => "non-canonical-pointer",
            Self::LengthAboveMaximum => "length-above-maximum",
            Self::LengthOdd => "length-odd",
            Self::EnumValueUnknown => "enum-value-unknown",
            Self::BitsWithoutName => "bits-without-name",
            Self::ListEmpty => "list-empty",
            Self::ListLinksDisagree => "list-links-disagree",
            Self::PointerMisaligned => "pointer-misaligned",
            Self::TextWithoutBuffer => "text-without-buffer",
            Self::SizeMismatch => "size-mismatch",
            Self::SameSize => "same-size",
            Self::MoreFindings => "more-findings",
        }
    }

    /// How bad it is.
    #[must_use]
    pub const fn severity(self) -> Severity {
        match self {
            Self::TooFewBytes => Severity::Error,
            Self::UnreadableBytes
            | Self::AddressMisaligned
            | Self::AddressTooWide
            | Self::PaddingNotZero
            | Self::BooleanAboveOne
            | Self::NonCanonicalPointer
            | Self::LengthAboveMaximum
            | Self::LengthOdd
            | Self::PointerMisaligned
            | Self::TextWithoutBuffer
            | Self::SizeMismatch
            | Self::ListLinksDisagree => Severity::Warning,
            Self::TrailingBytes
            | Self::HoleNotZero
            | Self::EnumValueUnknown
            | Self::BitsWithoutName
            | Self::ListEmpty
            | Self::SameSize
            | Self::MoreFindings => Severity::Info,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// The bytes may not be what they are taken for.
    Warning,
    /// The structure could not be read whole.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Something that was noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What.
    pub rule: Rule,
    /// How bad: the rule's severity, or [`Severity::Info`] where the bytes can be meant another way.
    pub severity: Severity,
    /// Where, from the start of the instance.
    pub offset: ByteOffset,
    /// The way to the value, such as `Links.Flink`; `None` where it is about the structure.
    pub path: Option<String>,
    /// What it is and what it means, in one sentence.
    pub message: String,
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

    /// What was noticed about the structure itself.
    pub(super) fn about(&mut self, rule: Rule, offset: u32, message: String) {
        self.push(|| Finding {
            rule,
            severity: rule.severity(),
            offset: ByteOffset::new(offset),
            path: None,
            message,
        });
    }

    /// All of them by offset, and a last one that tells how many more there are.
    pub(super) fn finish(self) -> Vec<Finding> {
        let mut findings = self.listed;
        findings.sort_by_key(|finding| finding.offset);
        if self.more > 0 {
            findings.push(Finding {
                rule: Rule::MoreFindings,
                severity: Rule::MoreFindings.severity(),
                offset: ByteOffset::ZERO,
                path: None,
                message: format!(
                    "{} more findings are not listed: so many suggest that the bytes are not this structure",
                    self.more
                ),
            });
        }
        findings
    }
}
