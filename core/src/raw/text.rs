//! The text of a data file: in memory, or built in and unpacked on first use.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use borsh::{BorshDeserialize, BorshSerialize};
use serde::Deserialize;

type Unpack = Box<dyn FnOnce() -> Cow<'static, str> + Send>;

/// A text, shared by all its clones.
#[derive(Clone, Deserialize)]
#[serde(from = "String")]
pub struct Text {
    text: Arc<LazyLock<Cow<'static, str>, Unpack>>,
    is_built_in: bool,
}

impl Text {
    /// A text that is part of the program.
    pub fn built_in(unpack: impl FnOnce() -> Cow<'static, str> + Send + 'static) -> Self {
        Self {
            text: Arc::new(LazyLock::new(Box::new(unpack))),
            is_built_in: true,
        }
    }

    /// Whether it is part of the program. Tests prove such texts sound, so that they are read lazily and without hashing.
    pub const fn is_built_in(&self) -> bool {
        self.is_built_in
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            is_built_in: false,
            ..Self::built_in(move || text.into())
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl Default for Text {
    fn default() -> Self {
        "".into()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text) || **self == **other
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", &**self)
    }
}

impl BorshSerialize for Text {
    fn serialize<W: borsh::io::Write>(&self, writer: &mut W) -> borsh::io::Result<()> {
        str::serialize(self, writer)
    }
}

impl BorshDeserialize for Text {
    fn deserialize_reader<R: borsh::io::Read>(reader: &mut R) -> borsh::io::Result<Self> {
        String::deserialize_reader(reader).map(Self::from)
    }
}
