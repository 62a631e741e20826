//! A pattern as tokens, comments and directives left out.

/// A word, a number, a mark, or what a string holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) string: bool,
}

/// The tokens behind the one directive that says that numbers begin with their lowest byte.
pub(super) fn tokens(pattern: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut little = false;
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let run = |holds: fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
        let mut token = None;
        let length = match first {
            '\n' | ' ' => 1,
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").ok_or("a comment without an end")?;
                end + 2
            }
            '#' => {
                let line = rest.lines().next().unwrap_or_default();
                little |= line == "#pragma endian little";
                match little {
                    true => line.len(),
                    false => return Err(format!("`{line}`")),
                }
            }
            '"' => {
                let (text, length) = string(rest)?;
                token = Some(Token { text, string: true });
                length
            }
            '_' | 'a'..='z' | 'A'..='Z' | '0'..='9' => {
                run(|c| c == '_' || c.is_ascii_alphanumeric())
            }
            '[' | ']' | '{' | '}' | '(' | ')' | ';' | ':' | '@' => 1,
            other => return Err(format!("`{other}` is no token")),
        };
        let (text, behind) = rest.split_at(length);
        rest = behind;
        let plain = !first.is_whitespace() && !matches!(first, '/' | '#' | '"');
        tokens.extend(token.or_else(|| {
            plain.then(|| Token {
                text: text.to_owned(),
                string: false,
            })
        }));
    }
    match little {
        true => Ok(tokens),
        false => Err("it does not say how numbers lie".to_owned()),
    }
}

/// What a string holds, and how long it is with its quotation marks.
fn string(text: &str) -> Result<(String, usize), String> {
    let mut held = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((place, c)) = chars.next() {
        match c {
            '"' => return Ok((held, place + 1)),
            '\n' => break,
            '\\' => match chars.next() {
                Some((_, escaped @ ('\\' | '"'))) => held.push(escaped),
                _ => return Err("an escape that is not known".to_owned()),
            },
            c => held.push(c),
        }
    }
    Err("a string without an end".to_owned())
}
