//! What was set, and which of it counts: a flag before the environment before the file before the default.

use std::collections::BTreeMap;
use std::fmt;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use thiserror::Error;

use super::file::SettingsFile;
use super::public_url::TwoPaths;
use super::value::Setting;
use super::{Entry, TABLE};
use crate::data::Diagnostic;

/// The name of the file's own flag, and of what prints instead of serving.
const CONFIG: &str = "config";
const CONFIG_VARIABLE: &str = "STRATA_CONFIG";
const PRINT: &str = "print-config";

/// Why the settings do not hold.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file, or a value in it.
    #[error("the settings are not sound:\n\n{0}")]
    File(Box<Diagnostic>),
    /// A flag or a variable.
    #[error("{origin}: `{text}` makes no sense: {expected}")]
    Value {
        /// Where it was set.
        origin: Origin,
        /// What was set.
        text: String,
        /// What was expected.
        expected: String,
    },
    /// The site would be at two places.
    #[error(transparent)]
    TwoPaths(#[from] TwoPaths),
    /// Two settings that do not go together.
    #[error("{0}")]
    Together(&'static str),
}

/// Where a value is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody set it.
    Default,
    /// The file, with its line.
    File(String, usize),
    /// This variable.
    Environment(String),
    /// This flag.
    Flag(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path, line) => write!(f, "{path}:{line}"),
            Self::Environment(variable) => f.write_str(variable),
            Self::Flag(flag) => f.write_str(flag),
        }
    }
}

/// Everything that was set by somebody.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// By flag or environment, by the setting's name.
    values: BTreeMap<&'static str, (Origin, String)>,
    file: Option<SettingsFile>,
    config: Option<String>,
    prints: bool,
}

impl Given {
    /// Reads the file that was named, if any.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no TOML, or has a key that is no setting.
    pub fn with_file(mut self) -> Result<Self, SettingsError> {
        if let Some(path) = &self.config {
            self.file = Some(SettingsFile::read(path).map_err(SettingsError::File)?);
        }
        Ok(self)
    }

    /// Whether the settings shall be printed and nothing served.
    #[must_use]
    pub const fn prints(&self) -> bool {
        self.prints
    }

    /// Where a setting is from.
    #[must_use]
    pub fn origin(&self, name: &str) -> Origin {
        if let Some((origin, _)) = self.values.get(name) {
            return origin.clone();
        }
        let file = self.file.as_ref();
        file.and_then(|file| file.origin(name))
            .unwrap_or(Origin::Default)
    }

    pub(super) fn read<T: Setting>(&self, name: &str) -> Result<T, SettingsError> {
        if let Some((origin, text)) = self.values.get(name) {
            return T::read(text).map_err(|expected| SettingsError::Value {
                origin: origin.clone(),
                text: text.clone(),
                expected,
            });
        }
        if let Some((file, text)) = self
            .file
            .as_ref()
            .and_then(|file| Some((file, file.value(name)?)))
        {
            return T::read(text)
                .map_err(|expected| SettingsError::File(file.wrong_value(name, &expected)));
        }
        let default = TABLE.iter().find(|entry| entry.name == name);
        let text = default.map_or("", |entry| entry.default);
        T::read(text).map_err(|expected| SettingsError::Value {
            origin: Origin::Default,
            text: text.to_owned(),
            expected,
        })
    }
}

/// The variables of the environment that look like settings and are none: misspelt, it may be.
#[must_use]
pub fn unknown_variables() -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let known = |name: &String| {
        name == CONFIG_VARIABLE || TABLE.iter().any(|entry| entry.variable() == *name)
    };
    let alike = names.filter(|name| name.starts_with("STRATA_"));
    alike.filter(|name| !known(name)).collect()
}

impl Entry {
    fn argument(&self) -> Arg {
        let default = match self.default {
            "" => String::new(),
            default => format!(" [default: {default}]"),
        };
        let check = self.check;
        // A variable that is set to nothing is none; [`Self::given`] passes it over.
        let checked = move |text: &str| match text {
            "" => Ok(String::new()),
            text => check(text).map(|()| text.to_owned()),
        };
        let argument = Arg::new(self.name)
            .value_parser(checked)
            .long(self.key())
            .env(self.variable())
            .hide_env_values(true)
            .value_name(self.form)
            .help(format!(
                "{}{default}",
                self.sentence().trim_end_matches('.')
            ));
        if self.switch {
            argument
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("true")
        } else {
            argument
        }
    }

    fn given(&self, matches: &ArgMatches) -> Option<(Origin, String)> {
        let text = matches.get_one::<String>(self.name)?;
        let origin = match matches.value_source(self.name)? {
            // A variable that is set to nothing is as good as none.
            ValueSource::EnvVariable if text.is_empty() => return None,
            ValueSource::EnvVariable => Origin::Environment(self.variable()),
            _ => Origin::Flag(format!("--{}", self.key())),
        };
        Some((origin, text.clone()))
    }
}

impl clap::FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |entry: &Entry| Some((entry.name, entry.given(matches)?));
        let config = matches.get_one::<String>(CONFIG);
        Ok(Self {
            values: TABLE.iter().filter_map(given).collect(),
            file: None,
            config: config.filter(|path| !path.is_empty()).cloned(),
            prints: matches.get_flag(PRINT),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for Given {
    fn augment_args(command: Command) -> Command {
        let config = Arg::new(CONFIG)
            .long(CONFIG)
            .env(CONFIG_VARIABLE)
            .hide_env_values(true)
            .value_name("FILE")
            .help("A TOML file with the settings below, each by its name without dashes in front");
        let print = Arg::new(PRINT)
            .long(PRINT)
            .action(clap::ArgAction::SetTrue)
            .help("Print the settings that hold, as such a file, with where each is from; serve nothing");
        command
            .arg(config)
            .arg(print)
            .args(TABLE.iter().map(Entry::argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
