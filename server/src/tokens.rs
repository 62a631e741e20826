//! The tokens of `--tokens FILE`: who has one reads the data of `--data`; who has none reads the built-in data.
//!
//! A request carries it as `Authorization: Bearer TOKEN`, or as the password of HTTP Basic, for which browsers ask by
//! themselves.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq as _;
use thiserror::Error;

use crate::error::Error;
use crate::limits::{TOKEN_LENGTH, TOKENS, TOKENS_BYTES};

/// Why a file of tokens is not taken. No message repeats a token.
#[derive(Debug, Error)]
#[error("{}{}: {why}", path.display(), line.map(|it| format!(":{it}")).unwrap_or_default())]
pub struct TokensError {
    path: PathBuf,
    line: Option<usize>,
    why: String,
}

/// The valid tokens, as hashes.
#[derive(Clone, Default)]
pub struct Tokens(Vec<(String, [u8; 32])>);

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|it| &it.0))
            .finish()
    }
}

impl Tokens {
    /// Reads a file, and warns if everybody may read it.
    pub fn read(path: &Path) -> Result<Self, TokensError> {
        let refused = |line, why| TokensError {
            path: path.to_owned(),
            line,
            why,
        };
        let unreadable = |error: io::Error| refused(None, format!("cannot be read: {error}"));
        let file = fs::File::open(path).map_err(unreadable)?;
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::mode(&file.metadata().map_err(unreadable)?) & 0o004 != 0
        {
            tracing::warn!(file = %path.display(), "every user of this machine may read the tokens");
        }
        let mut text = String::new();
        let read = file.take(TOKENS_BYTES + 1).read_to_string(&mut text);
        if read.map_err(unreadable)? as u64 > TOKENS_BYTES {
            return Err(refused(
                None,
                format!("has more than {TOKENS_BYTES} bytes (TOKENS_BYTES)"),
            ));
        }
        let tokens = Self::parse(&text).map_err(|(line, why)| refused(Some(line), why))?;
        if tokens.0.is_empty() {
            tracing::warn!(file = %path.display(), "there is no token: only the built-in data are served");
        }
        Ok(tokens)
    }

    /// Parses `TOKEN` or `NAME TOKEN`, one a line, with comments after `#`; an error with its line.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut tokens = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let (name, token) = match words[..] {
                [] => continue,
                [token] => (format!("line {number}"), token),
                [name, token] => (name.to_owned(), token),
                _ => return Err((number, "expected a token, or a name and a token".to_owned())),
            };
            // RFC 6750, 2.1.
            let is_legal = |it: u8| it.is_ascii_alphanumeric() || b"-._~+/=".contains(&it);
            if token.len() < TOKEN_LENGTH || !token.bytes().all(is_legal) {
                let expected = format!(
                    "a token has at least {TOKEN_LENGTH} (TOKEN_LENGTH) letters, digits or -._~+/=: expected one such as \
                     `openssl rand -hex 32` prints"
                );
                return Err((number, expected));
            }
            if tokens.0.len() == TOKENS {
                return Err((
                    number,
                    format!("there are more than {TOKENS} tokens (TOKENS)"),
                ));
            }
            tokens.0.push((name, Sha256::digest(token).into()));
        }
        Ok(tokens)
    }

    /// The name of the token that a request carries; `None` if it carries none.
    ///
    /// # Errors
    ///
    /// [`Error::Unauthorized`]: the header has anything but one valid token.
    pub(crate) fn holder(&self, headers: &HeaderMap) -> Result<Option<&str>, Error> {
        let mut given = headers.get_all(header::AUTHORIZATION).iter();
        let Some(first) = given.next() else {
            return Ok(None);
        };
        let text = first.to_str().unwrap_or_default();
        let (scheme, value) = text.split_once(' ').unwrap_or((text, ""));
        let is_basic = scheme.eq_ignore_ascii_case("basic");
        let token = match is_basic {
            _ if given.next().is_some() => None,
            true => password(value.trim()),
            false => Some(value.trim().as_bytes().to_vec())
                .filter(|_| scheme.eq_ignore_ascii_case("bearer")),
        };
        let named = token.and_then(|token| self.name_of(&token));
        named.map(Some).ok_or(Error::Unauthorized { is_basic })
    }

    /// Compares with every token, in a time that does not depend on them.
    fn name_of(&self, token: &[u8]) -> Option<&str> {
        let hash: [u8; 32] = Sha256::digest(token).into();
        let mut found = None;
        for (name, known) in &self.0 {
            if known.ct_eq(&hash).into() {
                found = Some(name.as_str());
            }
        }
        found
    }
}

fn password(credentials: &str) -> Option<Vec<u8>> {
    let decoded = BASE64_STANDARD.decode(credentials).ok()?;
    let colon = decoded.iter().position(|it| *it == b':')?;
    decoded.get(colon + 1..).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123";

    #[test]
    fn a_file_has_a_token_a_line_with_a_name_or_without() {
        let text = format!("# Ours\n\nann {TOKEN} # her own\n  {TOKEN}4==\n");
        let tokens = Tokens::parse(&text).unwrap();
        assert_eq!(format!("{tokens:?}"), r#"["ann", "line 4"]"#);
        assert_eq!(tokens.name_of(TOKEN.as_bytes()), Some("ann"));
        assert_eq!(tokens.name_of(&TOKEN.as_bytes()[1..]), None);
        for (text, line, says) in [
            (format!("{TOKEN}\nshort"), 2, "TOKEN_LENGTH"),
            (format!("a b {TOKEN}"), 1, "a name and a token"),
            (format!("{TOKEN}ä"), 1, "letters, digits"),
            (
                format!("{TOKEN}\n").repeat(TOKENS + 1),
                TOKENS + 1,
                "TOKENS",
            ),
        ] {
            let (at, why) = Tokens::parse(&text).unwrap_err();
            assert!(at == line && why.contains(says), "{at}: {why}");
            assert!(!why.contains(TOKEN));
        }
    }

    #[test]
    fn a_request_has_one_token_a_wrong_one_or_none() {
        let tokens = Tokens::parse(&format!("ann {TOKEN}")).unwrap();
        let holder = |given: &[&str]| {
            let given = given
                .iter()
                .map(|it| (header::AUTHORIZATION, it.parse().unwrap()));
            let mut headers = HeaderMap::new();
            for (name, value) in given {
                headers.append(name, value);
            }
            tokens.holder(&headers).map(|it| it.map(str::to_owned))
        };
        assert_eq!(holder(&[]).unwrap(), None);
        let basic = |credentials: &str| format!("Basic {}", BASE64_STANDARD.encode(credentials));
        let (bearer, lower) = (format!("Bearer {TOKEN}"), format!("bearer  {TOKEN}"));
        for right in [&bearer, &lower, &basic(&format!("any:{TOKEN}"))] {
            assert_eq!(holder(&[right]).unwrap().as_deref(), Some("ann"), "{right}");
        }
        for wrong in [
            "",
            "Bearer",
            "Bearer  ",
            TOKEN,
            "Basic !",
            "Negotiate YQ==",
            &format!("Digest {TOKEN}"),
            &format!("{bearer}0"),
            &basic(TOKEN),
            &basic(&format!("{TOKEN}:")),
        ] {
            let error = holder(&[wrong]).unwrap_err();
            let Error::Unauthorized { is_basic } = error else {
                panic!("{wrong}: {error}")
            };
            assert_eq!(is_basic, wrong.starts_with("Basic"), "{wrong}");
        }
        assert!(holder(&[&bearer, &bearer]).is_err());
    }
}
