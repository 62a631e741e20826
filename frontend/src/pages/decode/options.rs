//! The decode options: where to decode and how many structures, as typed, parsed, and with the reasons for refusal; the
//! regions of the input, and the choice among several structures.

use crate::pages::prelude::*;
use strata_core::decode::memory::Memory;
use strata_core::decode::space::RegionOffset;
use strata_core::decode::{DecodeError, Instance, Options};
use strata_core::{MemberPath, numbers};

use super::action::{Action, button, performs};
use super::bytes::debugger_address;
use super::derived::Slice;
use super::state::ViewModel;
use super::words::{hex, signed_hex};
use crate::words::words;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypedOptions {
    /// The index of the region, from 0.
    pub region: usize,
    fields: [String; Field::ALL.len()],
}

words! {
    /// A field, in the order of the form; the word is its id.
    Field {
        /// The offset of the structure in the region. Empty: 0.
        At = "decode-at",
        /// The address of the structure. Empty: the offset decides.
        Address = "decode-address",
        /// The member with which the bytes begin. Empty: the bytes begin with the structure.
        From = "decode-from",
        /// The address of the region's first byte. Empty: the dump's own.
        Base = "decode-base",
        /// How many structures lie one after the other. Empty: one.
        Count = "decode-count",
    }
}

impl Field {
    /// The id of the field's error message.
    pub fn why_not_id(self) -> String {
        format!("{self}-why-not")
    }

    /// The label, and an example of the input.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::At => ("Structure starts at offset", "0x0"),
            Self::Address => ("or at address", "fffff803`451e0c80"),
            Self::From => ("The dump starts at member", "Links"),
            Self::Base => ("Address of first byte", "as in the dump"),
            Self::Count => ("Number of structures", "1"),
        }
    }

    /// The error for an invalid text: the field's subject, and the expected form.
    fn refuse(self, text: &str) -> Refused {
        let (what, expected) = match self {
            Self::At => ("offset", "hexadecimal such as 0x20, or decimal"),
            Self::Address | Self::Base => ("address", "hexadecimal such as fffff803`451e0c80"),
            Self::From => ("member", "a path such as Links or HookId[2]"),
            Self::Count => ("count", "a number such as 3"),
        };
        Refused {
            field: Some(self),
            why: format!("`{text}` is not a valid {what}: expected {expected}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub field: Option<Field>,
    pub why: String,
}

impl From<DecodeError> for Refused {
    fn from(error: DecodeError) -> Self {
        let field = match error {
            DecodeError::NoSuchMember { .. } | DecodeError::MemberTooFar { .. } => {
                Some(Field::From)
            }
            DecodeError::AddressNotThere { .. } => Some(Field::Address),
            DecodeError::BaseTooHigh { .. } => Some(Field::Base),
            DecodeError::AtBeyondEnd { .. } => Some(Field::At),
            DecodeError::CountZero
            | DecodeError::CountTooHigh { .. }
            | DecodeError::CountBeyondEnd { .. }
            | DecodeError::TooManyValues { .. } => Some(Field::Count),
            DecodeError::NoBytes
            | DecodeError::NoSuchRegion { .. }
            | DecodeError::EmptyLayout { .. }
            | DecodeError::TypesTooLarge { .. }
            | DecodeError::TooManyLeaves { .. }
            | DecodeError::TooManyJudged { .. }
            | DecodeError::Cancelled => None,
        };
        let why = error.to_string();
        Self { field, why }
    }
}

impl TypedOptions {
    pub fn field(&self, field: Field) -> &str {
        self.fields.get(field as usize).map_or("", String::as_str)
    }

    pub fn set(&mut self, field: Field, text: String) {
        if let Some(old) = self.fields.get_mut(field as usize) {
            *old = text;
        }
    }

    /// Selects one structure, or a member of it, at that offset of that region.
    pub fn go(&mut self, region: usize, at: u64, from: &str) {
        self.region = region;
        self.set(Field::At, format!("0x{at:x}"));
        self.set(Field::From, from.to_owned());
        for field in [Field::Address, Field::Base, Field::Count] {
            self.set(field, String::new());
        }
    }

    pub fn options(&self) -> Result<Options, Refused> {
        let defaults = Options::default();
        Ok(Options {
            region: self.region,
            at: self.read(Field::At, number)?.unwrap_or(defaults.at),
            address: self.read(Field::Address, address)?,
            from: self.read(Field::From, member)?,
            base: self.read(Field::Base, address)?,
            count: self.read(Field::Count, count)?.unwrap_or(defaults.count),
        })
    }

    /// Whether the text of a field is invalid, and why, whatever the other fields hold.
    fn refusal(&self, field: Field) -> Option<Refused> {
        match field {
            Field::At => self.read(field, number).err(),
            Field::Address | Field::Base => self.read(field, address).err(),
            Field::From => self.read(field, member).err(),
            Field::Count => self.read(field, count).err(),
        }
    }

    fn read<T>(&self, field: Field, read: fn(&str) -> Option<T>) -> Result<Option<T>, Refused> {
        let text = self.field(field).trim();
        match text.is_empty() {
            true => Ok(None),
            false => read(text).map(Some).ok_or_else(|| field.refuse(text)),
        }
    }
}

fn member(text: &str) -> Option<MemberPath> {
    text.parse().ok()
}

fn count(text: &str) -> Option<u32> {
    u32::try_from(number(text)?).ok()
}

fn number(text: &str) -> Option<u64> {
    numbers::offset(text).ok()
}

/// Parses hexadecimal, also without `0x`: the field takes nothing else.
fn address(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let digits = digits.unwrap_or(text).replace(['`', '_'], "");
    let is_hex = digits.chars().all(|c| c.is_ascii_hexdigit());
    is_hex.then(|| u64::from_str_radix(&digits, 16).ok())?
}

/// Why that field is refused; without a field, what is refused for another reason. Decoding stops at the first.
pub fn refused(model: ViewModel, field: Option<Field>) -> Option<Refused> {
    let decoding = model.decoding.read();
    let first = decoding.refused.as_ref()?;
    if first.field == field {
        return Some(first.clone());
    }
    model.options.read().asked.refusal(field?)
}

/// The error message for [`refused`].
pub fn why_not(model: ViewModel, field: Option<Field>) -> Option<AnyView> {
    let refused = refused(model, field)?;
    let stay = match model.decoding.read().slice {
        Some(_) => ". The values shown are still those of the previous setting.",
        None => "",
    };
    let why = format!("{}{stay}", refused.why);
    let id = field.map(Field::why_not_id);
    Some(any_view! { <p id=id class="decode-error" role="alert"><Inline text=why /></p> })
}

pub fn place(model: ViewModel) -> Option<AnyView> {
    let (decoding, options) = (model.decoding.read(), model.options.read());
    let paste = model.paste.read();
    let slice = decoding.slice.as_ref();
    let current = slice.map_or(options.asked.region, |slice| slice.decoded.region);
    let reading = paste.reading();
    let regions = reading.and_then(|reading| regions(reading.space.regions(), current));
    let shown = model.shown.get();
    let instances = slice.and_then(|slice| instances(slice, shown));
    let back = options.back.last().map(|before| {
        let at = before.asked.field(Field::At);
        let at = if at.is_empty() { "the beginning" } else { at };
        let place = format!("Back to region {}, {at}", before.asked.region + 1);
        view! { <p>{button("decode-back", Some(Action::Back), &place)}</p> }
    });
    Some(any_view! { {regions} {instances} {back} })
}

/// A button of several: its action, whether it is the current one, and its texts, by class.
fn choice(
    class: &'static str,
    action: Action,
    current: bool,
    said: Vec<(&'static str, String)>,
) -> AnyView {
    let said = said.into_iter();
    let said = said.map(|(class, text)| any_view! { <span class=class>{text}</span> });
    any_view! {
        <li>
            <button
                class=class
                type="button"
                aria-current=current.then_some("true")
                on:click=performs(Some(action))
            >
                {said.collect_view()}
            </button>
        </li>
    }
}

fn regions(regions: &[Memory], current: usize) -> Option<AnyView> {
    let entry = |(region, memory): (usize, &Memory)| {
        let address = memory.base().map(debugger_address).unwrap_or_default();
        let size = format!("{} bytes", hex(memory.len() as u64));
        let said = vec![
            ("region-number", format!("Region {}", region + 1)),
            ("region-address", address),
            ("region-size", size),
        ];
        let start = Action::Decode(RegionOffset { region, at: 0 });
        choice("region", start, region == current, said)
    };
    (regions.len() > 1).then(|| {
        any_view! {
            <section aria-label="Regions of the input">
                <ul class="regions">{regions.iter().enumerate().map(entry).collect_view()}</ul>
            </section>
        }
    })
}

fn instances(slice: &Slice, shown: u32) -> Option<AnyView> {
    let entry = |(number, instance): (u32, &Instance)| {
        let findings = match instance.findings.len() {
            0 => String::new(),
            count => counted(count, "finding"),
        };
        let address = instance.address().map(hex).unwrap_or_default();
        let said = vec![
            ("instance-number", format!("#{number}")),
            ("instance-offset", signed_hex(instance.offset)),
            ("instance-address", address),
            ("instance-findings", findings),
        ];
        choice("instance", Action::Show(number), number == shown, said)
    };
    let listed = &slice.decoded.instances;
    let last = (slice.first as usize + listed.len()).saturating_sub(1);
    let head = format!("Structures {} to {last} of {}", slice.first, slice.total);
    let leaf = |to: Option<u32>, label: &str| button("", to.map(Action::Show), label);
    let (previous, next) = (slice.previous(), slice.next());
    let leaves = (previous.is_some() || next.is_some()).then(|| {
        view! {
            <span class="instances-leaves">
                {leaf(previous, "Earlier")}
                {leaf(next, "Later")}
            </span>
        }
    });
    (slice.total > 1).then(|| {
        any_view! {
            <section aria-label="Structures">
                <p class="instances-head">
                    <span>{head}</span>
                    {leaves}
                </p>
                <ol class="instances">{(slice.first..).zip(listed).map(entry).collect_view()}</ol>
            </section>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(fields: &[(Field, &str)]) -> Result<Options, Refused> {
        let mut asked = TypedOptions::default();
        for (field, text) in fields {
            asked.set(*field, (*text).to_owned());
        }
        asked.options()
    }

    #[test]
    fn empty_fields_are_the_defaults() {
        let blank = Field::ALL.map(|field| (field, " "));
        assert_eq!(asked(&blank), Ok(Options::default()));
    }

    #[test]
    fn numbers_are_read_as_debuggers_write_them() {
        let options = Options {
            at: 0x20,
            base: Some(0xffff_f803_451e_0c80),
            count: 12,
            from: Some("Links.Blink".parse().unwrap()),
            ..Options::default()
        };
        for [at, base, count] in [
            ["0x20", "fffff803`451e0c80", "12"],
            ["32", "0xfffff803451e0c80", "0xc"],
        ] {
            let fields = [
                (Field::At, at),
                (Field::Base, base),
                (Field::Count, count),
                (Field::From, "Links.Blink"),
            ];
            assert_eq!(asked(&fields), Ok(options.clone()));
        }
    }

    #[test]
    fn what_is_no_number_is_said() {
        for (field, text, what) in [
            (Field::At, "2g", "offset"),
            (Field::Base, "+1", "address"),
            (Field::Address, "zz", "address"),
            (Field::From, "a b", "member"),
            (Field::Count, "99999999999", "count"),
        ] {
            let refused = asked(&[(field, text)]).unwrap_err();
            assert_eq!(refused.field, Some(field));
            let why = format!("`{text}` is not a valid {what}");
            assert!(refused.why.starts_with(&why), "{}", refused.why);
        }
    }

    #[test]
    fn every_invalid_field_is_refused_by_itself() {
        let mut asked = TypedOptions::default();
        asked.set(Field::At, "2g".to_owned());
        asked.set(Field::Count, "-1".to_owned());
        asked.set(Field::Base, "fffff803`451e0c80".to_owned());
        let invalid = Field::ALL.map(|field| asked.refusal(field).is_some());
        assert_eq!(invalid, [true, false, false, false, true]);
    }

    #[test]
    fn going_somewhere_leaves_nothing_of_where_one_was() {
        let mut asked = TypedOptions::default();
        asked.set(Field::Address, "fffff80345`1e0c80".to_owned());
        asked.set(Field::Count, "7".to_owned());
        asked.go(2, 0x40, "Links");
        let options = Options {
            region: 2,
            at: 0x40,
            from: Some("Links".parse().unwrap()),
            ..Options::default()
        };
        assert_eq!(asked.options(), Ok(options));
    }
}
