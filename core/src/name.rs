//! Names of types, rows and sets of constants, and member paths. Each name is checked once, on input, and shared from
//! then on, because every decoded value carries several.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use thiserror::Error;

/// The maximum length of a name, in bytes.
pub const NAME_LIMIT: usize = 128;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseNameError {
    #[error("a name has at most {NAME_LIMIT} characters")]
    TooLong,
    #[error("`{0}` is not a name: expected a C identifier (letters, digits, underscores)")]
    NotAnIdentifier(String),
    /// Not a valid id of a row or of a set of constants.
    #[error("`{0}` is not an id: expected lower-case letters, digits and hyphens, as in logger-id")]
    NotAnId(String),
    #[error("`{0}` is not a module: expected letters, digits, `_`, `-` and `.`, as in ntoskrnl")]
    NotAModule(String),
    #[error(
        "`{0}` is not a member path: expected names joined by dots, each perhaps with an index"
    )]
    NotAPath(String),
}

fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The name of a type: with the underscore of its tag in symbol files (`_LIST_ENTRY`), without it in declarations
/// (`LIST_ENTRY`). Comparison ignores one leading underscore.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct TypeName(Arc<str>);

impl TypeName {
    /// Parses a name as symbols spell it.
    ///
    /// # Errors
    ///
    /// The text is too long, empty, or contains a character that names in symbols do not have.
    pub fn parse_symbol(text: &str) -> Result<Self, ParseNameError> {
        if text.len() > NAME_LIMIT {
            return Err(ParseNameError::TooLong);
        }
        // C++ and compilers use names that C lacks: `<unnamed-enum-KTMOH_CommitTransaction_Result>`, `A::B<int>`.
        let legal = |b: u8| {
            b.is_ascii_graphic() && !matches!(b, b'!' | b'~' | b'/' | b'"' | b'\\' | b'*' | b'[')
        };
        if text.is_empty() || !text.bytes().all(legal) {
            return Err(ParseNameError::NotAnIdentifier(text.to_owned()));
        }
        Ok(Self(text.into()))
    }

    /// Parses a type name with module and variant: `ntdll!_PEB`, `_KPRCB~2`. `None` if the name itself is not valid.
    pub fn parse_qualified(text: &str) -> Option<Self> {
        let name = text.split_once('!').map_or(text, |(_, name)| name);
        let name = name.split_once('~').map_or(name, |(name, _)| name);
        Self::parse_symbol(name).ok().map(|_| Self(text.into()))
    }

    /// Returns the name of an unnamed type: it contains a hash of the type's content.
    pub fn unnamed(hash: u64) -> Self {
        Self(format!("{UNNAMED}{hash:016x}>").into())
    }

    /// Returns the placeholder for a function type.
    pub fn function() -> Self {
        Self(FUNCTION.into())
    }

    /// Returns whether the type has no name in its source.
    pub fn is_unnamed(&self) -> bool {
        self.content_hash().is_some()
    }

    /// Returns the content hash in the name of an unnamed type: 16 hexadecimal digits.
    pub fn content_hash(&self) -> Option<&str> {
        let hash = self.0.strip_prefix(UNNAMED)?.strip_suffix('>')?;
        (hash.len() == 16 && hash.bytes().all(|b| b.is_ascii_hexdigit())).then_some(hash)
    }

    /// Returns whether this is the placeholder for a function type.
    pub fn is_function(&self) -> bool {
        &*self.0 == FUNCTION
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the name without the underscore of its tag, as in declarations.
    pub fn without_tag_underscore(&self) -> &str {
        without_tag_underscore(&self.0)
    }

    /// Returns the name as a C identifier: without the underscore of the tag; for an unnamed type, `Unnamed_` and eight
    /// digits of the content hash.
    pub fn c_identifier(&self) -> String {
        if let Some(hash) = self.content_hash() {
            return format!("Unnamed_{}", &hash[..8]);
        }
        let name = self.without_tag_underscore().trim_matches(['<', '>']);
        name.replace(
            |c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$',
            "_",
        )
    }

    /// Compares with `text`, ignoring case and one leading underscore.
    pub fn matches(&self, text: &str) -> bool {
        self.without_tag_underscore()
            .eq_ignore_ascii_case(without_tag_underscore(text))
    }
}

const UNNAMED: &str = "<unnamed-";
/// The placeholder for a function type.
const FUNCTION: &str = "()";

/// Returns whether a name is compiler-generated, such as `<unnamed-enum-…>`. Lists show these last.
pub fn is_generated(name: &str) -> bool {
    without_tag_underscore(name).starts_with('<')
}

/// Returns the name without the underscore of its tag.
pub fn without_tag_underscore(name: &str) -> &str {
    // Every comparison of names does this: without the machinery of patterns.
    match name.as_bytes() {
        [b'_', _, ..] => &name[1..],
        _ => name,
    }
}

impl PartialEq for TypeName {
    fn eq(&self, other: &Self) -> bool {
        self.without_tag_underscore() == other.without_tag_underscore()
    }
}

impl Eq for TypeName {}

impl PartialOrd for TypeName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TypeName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.without_tag_underscore()
            .cmp(other.without_tag_underscore())
    }
}

impl Hash for TypeName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.without_tag_underscore().hash(state);
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for TypeName {
    type Err = ParseNameError;

    /// Parses a C identifier. One leading underscore is dropped, because `_X` is the tag of `X`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > NAME_LIMIT {
            return Err(ParseNameError::TooLong);
        }
        let name = text.strip_prefix('_').unwrap_or(text);
        if !is_identifier(name) {
            return Err(ParseNameError::NotAnIdentifier(text.to_owned()));
        }
        Ok(Self(name.into()))
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $check:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = ParseNameError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $check(text)?;
                Ok(Self(text.into()))
            }
        }
    };
}

fn check_kebab(text: &str) -> Result<(), ParseNameError> {
    if text.len() > NAME_LIMIT {
        return Err(ParseNameError::TooLong);
    }
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let good = !text.is_empty()
        && text.bytes().all(plain)
        && !text.starts_with('-')
        && !text.ends_with('-');
    match good {
        true => Ok(()),
        false => Err(ParseNameError::NotAnId(text.to_owned())),
    }
}

/// Checks a row id: one from an article, or a name from symbols.
fn check_row(text: &str) -> Result<(), ParseNameError> {
    if text.len() > NAME_LIMIT + 8 {
        return Err(ParseNameError::TooLong);
    }
    let legal = |b: u8| b.is_ascii_alphanumeric() || b"_-~$@<>:.".contains(&b);
    match !text.is_empty() && text.bytes().all(legal) {
        true => Ok(()),
        false => Err(ParseNameError::NotAnId(text.to_owned())),
    }
}

id! {
    /// The stable id of a row; a name can recur or be missing. In an article's table it is lower-case words joined by
    /// hyphens (`logger-id`), otherwise the member's name.
    RowId, check_row
}

id! {
    SetId, check_kebab
}

impl RowId {
    /// Returns whether the id has the form used in articles' tables.
    pub fn is_kebab(&self) -> bool {
        check_kebab(&self.0).is_ok()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathStep {
    /// A member of the structure reached so far.
    Member(Box<str>),
    /// An element of the array reached so far.
    Index(u32),
}

/// The path to a member inside a structure: `Links.Flink`, `EtwpGuidHashTable[3].ListHead[0].Flink`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberPath(Vec<PathStep>);

impl MemberPath {
    /// The steps, outermost first.
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// Returns this path extended by a member.
    pub fn member(&self, name: &str) -> Self {
        self.step(PathStep::Member(name.into()))
    }

    /// Returns this path extended by an array index.
    pub fn index(&self, index: u32) -> Self {
        self.step(PathStep::Index(index))
    }

    fn step(&self, step: PathStep) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

impl FromIterator<PathStep> for MemberPath {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

impl fmt::Display for MemberPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Member(name) if place == 0 => write!(f, "{name}")?,
                PathStep::Member(name) => write!(f, ".{name}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

impl FromStr for MemberPath {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseNameError::NotAPath(text.to_owned());
        if text.len() > NAME_LIMIT * 4 {
            return Err(ParseNameError::TooLong);
        }
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (name, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
            if !is_identifier(name) {
                return Err(error());
            }
            steps.push(PathStep::Member(name.into()));
            while !rest.is_empty() {
                let (index, after) = rest
                    .strip_prefix('[')
                    .and_then(|rest| rest.split_once(']'))
                    .ok_or_else(error)?;
                if index.is_empty() || !index.bytes().all(|b| b.is_ascii_digit()) {
                    return Err(error());
                }
                steps.push(PathStep::Index(index.parse().map_err(|_| error())?));
                rest = after;
            }
        }
        Ok(Self(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structure_names_match_without_case_or_underscore() {
        let name: TypeName = "_ETW_PMC_SUPPORT".parse().unwrap();
        assert_eq!(name.as_str(), "ETW_PMC_SUPPORT");
        assert!(name.matches("etw_pmc_support") && name.matches("_Etw_Pmc_Support"));
        assert!("ETW PMC".parse::<TypeName>().is_err());
        assert!("".parse::<TypeName>().is_err());
    }

    #[test]
    fn paths_round_trip() {
        for text in [
            "Links",
            "Links.Flink",
            "Table[3].ListHead[0].Flink",
            "M[1][2]",
        ] {
            assert_eq!(text.parse::<MemberPath>().unwrap().to_string(), text);
        }
        for text in ["", ".", "a.", "a[", "a[]", "a[1]b", "[1]", "a[+1]"] {
            assert!(text.parse::<MemberPath>().is_err(), "{text}");
        }
    }

    #[test]
    fn row_ids_of_articles_are_kebab_case() {
        assert!("logger-id".parse::<RowId>().unwrap().is_kebab());
        for text in ["Logger", "a_b", "-a", "a-"] {
            assert!(!text.parse::<RowId>().unwrap().is_kebab(), "{text}");
        }
        for text in ["", "a b", "a/b"] {
            assert!(text.parse::<RowId>().is_err(), "{text}");
        }
    }
}
