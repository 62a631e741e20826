//! The kinds of evidence one by one, and what holds for all of them.

use super::Sign;
use crate::decode::finding::Rule;

#[test]
fn ids_are_distinct_and_words_are_there() {
    let mut ids: Vec<&str> = Sign::ALL.iter().map(|sign| sign.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), Sign::ALL.len());
    for sign in Sign::ALL {
        let facts = sign.facts();
        assert!(facts.words.0.ends_with("0x"), "{sign:?}");
        assert!(sign.weight(true) != 0, "{sign:?}");
        assert!(sign.weight(false).signum() * sign.weight(true).signum() >= 0);
        assert!(sign.weight(false).abs() <= sign.weight(true).abs().max(30));
    }
}

/// A sign that the decoder has a rule for goes by the rule's id.
#[test]
fn rules_of_the_decoder_keep_their_ids() {
    for rule in [
        Rule::TooFewBytes,
        Rule::AddressTooWide,
        Rule::AddressMisaligned,
        Rule::PaddingNotZero,
        Rule::BooleanAboveOne,
        Rule::NonCanonicalPointer,
        Rule::LengthAboveMaximum,
        Rule::LengthOdd,
        Rule::EnumValueUnknown,
        Rule::BitsWithoutName,
        Rule::ListLinksDisagree,
        Rule::ListEmpty,
    ] {
        let named = |sign: &Sign| sign.as_str() == rule.as_str();
        assert!(Sign::ALL.iter().any(named), "{rule}");
    }
}
