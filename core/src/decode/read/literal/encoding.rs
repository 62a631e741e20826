//! Quoted texts that hold bytes in another notation: `bytes.fromhex("4d5a")`, `FromBase64String("TVo=")`.

use super::Stop;
use super::problem::Problem;
use crate::decode::read::base64::Decoder;

/// The notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Hex,
    Base64,
}

/// Functions, in lower case, and the notation of the text that they take.
const CALLS: [(&str, Encoding); 9] = [
    ("fromhex", Encoding::Hex),
    ("unhexlify", Encoding::Hex),
    ("a2b_hex", Encoding::Hex),
    ("fromhexstring", Encoding::Hex),
    ("frombase64string", Encoding::Base64),
    ("b64decode", Encoding::Base64),
    ("decodestring", Encoding::Base64),
    ("a2b_base64", Encoding::Base64),
    ("atob", Encoding::Base64),
];

impl Encoding {
    /// The notation of the text that a function of that name takes.
    pub(super) fn of_call(name: &str) -> Option<Self> {
        let found = CALLS
            .iter()
            .find(|(call, _)| call.eq_ignore_ascii_case(name));
        found.map(|(_, encoding)| *encoding)
    }

    const fn what(self) -> &'static str {
        match self {
            Self::Hex => "hexadecimal",
            Self::Base64 => "Base64",
        }
    }
}

/// Reads texts, each with the line in which it stands.
pub(super) fn read(
    encoding: Encoding,
    texts: &[(usize, &str)],
    push: &mut dyn FnMut(usize, u8) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut decoder = Decoder::default();
    let mut high: Option<u32> = None;
    let mut last = 0;
    for (first, text) in texts {
        last = *first;
        for c in text.chars() {
            let bad = || Stop::Problem(last, Problem::Encoding(encoding.what()));
            let byte = match encoding {
                _ if c == '\n' => {
                    last += 1;
                    None
                }
                _ if c.is_whitespace() => None,
                Encoding::Base64 => decoder.push(c).map_err(|_| bad())?,
                Encoding::Hex if ":-,.".contains(c) && high.is_none() => None,
                Encoding::Hex => {
                    let digit = c.to_digit(16).ok_or_else(bad)?;
                    match high.take() {
                        Some(high) => u8::try_from(high << 4 | digit).ok(),
                        None => {
                            high = Some(digit);
                            None
                        }
                    }
                }
            };
            byte.map_or(Ok(()), |byte| push(last, byte))?;
        }
    }
    let whole = high.is_none() && decoder.finish().is_ok();
    let broken = || Stop::Problem(last, Problem::Encoding(encoding.what()));
    whole.then_some(()).ok_or_else(broken)
}
