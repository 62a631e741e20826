//! A tokenizer without comments and directives, with a position.

/// A word, a number, a mark, or the content of a string.
#[derive(Clone, Debug, Default)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) string: bool,
}

pub(crate) struct Tokens {
    all: Vec<Token>,
    next: usize,
}

impl Tokens {
    /// The tokens of a text with these marks. `directive`, if given, must come first; no other is allowed.
    pub(crate) fn read(text: &str, marks: &str, directive: Option<&str>) -> Result<Self, String> {
        let mut all = Vec::new();
        let mut is_directed = directive.is_none();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let run = |holds: fn(char) -> bool| rest.find(|c| !holds(c)).unwrap_or(rest.len());
            let mut token = None;
            let length = match first {
                '\n' | ' ' => 1,
                '/' if rest.starts_with("/*") => {
                    let end = rest.find("*/").ok_or("a comment without an end")?;
                    end + 2
                }
                '#' if directive.is_some() => {
                    let line = rest.lines().next().unwrap_or_default();
                    is_directed |= Some(line) == directive;
                    match is_directed {
                        true => line.len(),
                        false => return Err(format!("`{line}`")),
                    }
                }
                '"' if marks.contains('"') => {
                    let (text, length) = string(rest)?;
                    token = Some(Token { text, string: true });
                    length
                }
                '_' | 'a'..='z' | 'A'..='Z' | '0'..='9' => {
                    run(|c| c == '_' || c.is_ascii_alphanumeric())
                }
                mark if marks.contains(mark) => 1,
                other => return Err(format!("`{other}` is no token")),
            };
            let (text, behind) = rest.split_at(length);
            rest = behind;
            let plain = !first.is_whitespace() && !matches!(first, '/' | '#' | '"');
            all.extend(token.or_else(|| {
                plain.then(|| Token {
                    text: text.to_owned(),
                    string: false,
                })
            }));
        }
        match is_directed {
            true => Ok(Self { all, next: 0 }),
            false => Err("it does not say how numbers lie".to_owned()),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|token| token.text.as_str())
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.next == self.all.len()
    }

    pub(crate) fn peek(&self, ahead: usize) -> &str {
        let token = self.all.get(self.next + ahead);
        token.map_or("", |token| token.text.as_str())
    }

    pub(crate) fn take(&mut self) -> Token {
        let token = self.all.get(self.next).cloned().unwrap_or_default();
        self.next += 1;
        token
    }

    pub(crate) fn expect(&mut self, expected: &str) -> Result<(), String> {
        match self.take() {
            token if token.text == expected && !token.string => Ok(()),
            token => Err(format!("`{}` where `{expected}` must be", token.text)),
        }
    }
}

/// The content of a string, and its length with quotation marks.
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
