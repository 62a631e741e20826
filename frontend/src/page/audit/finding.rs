//! What a rule found, in words.

use strata_core::audit::Finding;

/// What a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingLine {
    /// The rule.
    pub rule: String,
    /// Where: row, architecture, releases.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// What would be right, where that can be said.
    pub expected: Option<String>,
}

impl From<&Finding> for FindingLine {
    fn from(finding: &Finding) -> Self {
        let row = finding.row.as_ref().map(ToString::to_string);
        let arch = finding.arch.map(|arch| arch.to_string());
        let releases = match &finding.releases[..] {
            [] => None,
            [one] => Some(one.to_string()),
            [first, .., last] => Some(format!("{first} to {last}")),
        };
        let place: Vec<String> = [row, arch, releases].into_iter().flatten().collect();
        Self {
            rule: finding.rule.to_string(),
            place: place.join(", "),
            message: finding.message.clone(),
            expected: finding.expected.clone(),
        }
    }
}
