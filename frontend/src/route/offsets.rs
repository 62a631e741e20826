//! What the page of members in every image is asked, as it stands in its address.

use std::fmt;

use super::segment::percent_encoded as encoded;
use super::text::values_of_query;

/// Members, images, and whether bracketed values are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OffsetsQuery {
    /// A member a line, or a text that has offsets.
    pub members: String,
    /// Which images, as the API reads it.
    pub images: String,
    /// Whether values that no source states are left out.
    pub exclude: bool,
}

impl OffsetsQuery {
    /// The parameter with the members, which may be given several times.
    pub const MEMBERS: &'static str = "m";
    pub const IMAGES: &'static str = "images";
    /// The parameter that says whether bracketed values are left out.
    pub const BRACKETED: &'static str = "bracketed";
    /// Its value where they are.
    pub const EXCLUDE: &'static str = "exclude";

    /// Reads a query, as forms and the API's clients write it.
    pub fn read(query: &str) -> Self {
        let one = |name| {
            values_of_query(query, name)
                .into_iter()
                .next()
                .unwrap_or_default()
        };
        Self {
            members: values_of_query(query, Self::MEMBERS).join("\n"),
            images: one(Self::IMAGES).trim().to_owned(),
            exclude: one(Self::BRACKETED) == Self::EXCLUDE,
        }
    }
}

/// Writes what the API is asked: each member of a list by itself.
impl fmt::Display for OffsetsQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, member) in self.members.split_whitespace().enumerate() {
            let joint = if at == 0 { "" } else { "&" };
            write!(f, "{joint}{}={}", Self::MEMBERS, encoded(member))?;
        }
        if !self.images.is_empty() {
            write!(f, "&{}={}", Self::IMAGES, encoded(&self.images))?;
        }
        if self.exclude {
            write!(f, "&{}={}", Self::BRACKETED, Self::EXCLUDE)?;
        }
        Ok(())
    }
}
