//! The sources of settings: flags, environment variables, the file, the defaults.

use std::collections::BTreeMap;
use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command};
use thiserror::Error;
use toml_edit::{Document, Item, Key, Value};

use super::Settings;
use crate::data::{Diagnostic, Excerpt};

const FILE_LIMIT: u64 = 1024 * 1024;
/// The prefix of the settings' variables.
const PREFIX: &str = "STRATA_";
/// The flags that are no settings: one names the file, the other prints the settings instead of serving.
const CONFIG: &str = "config";
const PRINT: &str = "print_config";

#[derive(Debug, Error)]
pub enum SettingsError {
    #[error("the settings have errors:\n\n{0}")]
    File(Box<Diagnostic>),
    #[error("{0}")]
    Argument(#[from] clap::Error),
    #[error("{0}")]
    Together(&'static str),
}

/// A value as a flag has it, and its origin: a flag, a variable, a line of the file, or `default`.
type ValueWithOrigin = (OsString, String);

/// Every setting with its value in effect, if it has one.
#[derive(Clone, Debug)]
pub struct Sources {
    settings: Vec<(Arg, Option<ValueWithOrigin>)>,
    /// Whether to print the settings instead of serving.
    pub prints: bool,
}

impl Sources {
    /// Reads a command line and the environment, and the file that they name, if any.
    pub fn read(matches: &ArgMatches) -> Result<Self, SettingsError> {
        let file = match matches.get_one::<String>(CONFIG) {
            Some(path) => read_file(path).map_err(SettingsError::File)?,
            None => BTreeMap::new(),
        };
        let sourced = |argument: &Arg| {
            let (id, key) = (argument.get_id().as_str(), key(argument));
            let origin = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => Some(format!("--{key}")),
                Some(ValueSource::EnvVariable) => Some(variable(&key)),
                _ => None,
            };
            let given = origin.and_then(|it| Some((matches.get_raw(id)?.next()?.to_owned(), it)));
            let default = || {
                let value = argument.get_default_values().first()?;
                Some((OsString::from(value), "default".to_owned()))
            };
            given.or_else(|| file.get(id).cloned()).or_else(default)
        };
        let settings = arguments().into_iter();
        Ok(Self {
            settings: settings.map(|it| (it.clone(), sourced(&it))).collect(),
            prints: matches.get_flag(PRINT),
        })
    }

    /// The values in effect, parsed.
    pub(super) fn parse(&self) -> Result<ArgMatches, clap::Error> {
        let flags = self.settings.iter().filter_map(|(argument, sourced)| {
            let mut flag = OsString::from(format!("--{}=", key(argument)));
            flag.push(&sourced.as_ref()?.0);
            Some(flag)
        });
        let line = std::iter::once("strata".into()).chain(flags);
        without_environment().try_get_matches_from(line)
    }

    /// The settings as a file for `--config`, each with its source. Settings without a value are comments.
    pub fn print(&self) -> String {
        let line = |(argument, sourced): &(Arg, Option<ValueWithOrigin>)| {
            let key = key(argument);
            match sourced.as_ref().filter(|(value, _)| !value.is_empty()) {
                None => format!("# {key} is not set\n"),
                Some((value, origin)) => {
                    let value = written(argument, &value.to_string_lossy());
                    format!("{key} = {value} # {origin}\n")
                }
            }
        };
        self.settings.iter().map(line).collect()
    }
}

impl Default for Sources {
    fn default() -> Self {
        let matches = without_environment().get_matches_from(["strata"]);
        // Without a file, reading does not fail.
        Self::read(&matches).unwrap_or_else(|mistake| panic!("{mistake}"))
    }
}

/// Lets a setting be read from its variable. An empty variable counts as unset.
pub(super) fn from_environment(argument: Arg) -> Arg {
    let variable = variable(&key(&argument));
    let is_empty = std::env::var_os(&variable).is_some_and(|value| value.is_empty());
    match is_empty || argument.get_id() == PRINT {
        true => argument,
        false => argument.env(variable).hide_env_values(true),
    }
}

fn without_environment() -> Command {
    let command = Settings::augment_args(Command::new("strata"));
    command.mut_args(|argument| argument.env(Resettable::Reset))
}

/// Every setting, in the order of the documentation.
fn arguments() -> Vec<Arg> {
    let command = without_environment();
    let all = command.get_arguments().cloned();
    all.filter(|argument| ![CONFIG, PRINT].contains(&argument.get_id().as_str()))
        .collect()
}

/// The name on the command line and in the file.
fn key(argument: &Arg) -> String {
    argument.get_id().as_str().replace('_', "-")
}

fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('-', "_").to_uppercase())
}

fn form(argument: &Arg) -> &str {
    let names = argument.get_value_names().unwrap_or_default();
    names.first().map_or("", |name| name)
}

fn written(argument: &Arg, text: &str) -> String {
    let is_bare = text.parse::<u64>().is_ok() || text.parse::<bool>().is_ok();
    match form(argument).ends_with('…') {
        true => {
            let parts = text.split(',').map(str::trim).filter(|it| !it.is_empty());
            toml_edit::Array::from_iter(parts).to_string()
        }
        false if is_bare => text.to_owned(),
        false => Value::from(text).to_string(),
    }
}

/// The error of a command line; one about the value of a variable names the variable, in which clap sees the flag.
pub fn blame_variable(mut error: clap::Error, line: &[OsString]) -> clap::Error {
    if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
        && let Some(flag) = argument.split(' ').next()
        && let Some(key) = flag.strip_prefix("--")
        && std::env::var_os(variable(key)).is_some()
        && !line.iter().any(|it| it.to_string_lossy().starts_with(flag))
    {
        let variable = ContextValue::String(variable(key));
        error.insert(ContextKind::InvalidArg, variable);
    }
    error
}

/// A message for each environment variable with the prefix that is no setting, with a suggestion.
pub fn unknown_variables() -> Vec<String> {
    let mut known: Vec<String> = arguments().iter().map(|it| variable(&key(it))).collect();
    known.push(variable(CONFIG));
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let unknown = names.filter(|name| name.starts_with(PREFIX) && !known.contains(name));
    unknown
        .map(|name| {
            let key = name[PREFIX.len()..].to_lowercase().replace('_', "-");
            match nearest_setting(&key).map(|near| variable(&near)) {
                Some(near) => format!("unknown variable {name}; did you mean {near}?"),
                None => {
                    format!("unknown variable {name}: `strata serve --help` lists the settings")
                }
            }
        })
        .collect()
}

/// The table of settings for docs/operations.md: name, form, default, meaning.
pub fn manual() -> String {
    let mut out = "| setting | value | default | what it decides |\n|---|---|---|---|\n".to_owned();
    for argument in arguments() {
        let default = argument.get_default_values().first();
        let default = default.filter(|it| !it.is_empty());
        let default = default.map_or("not set".to_owned(), |it| format!("`{}`", it.display()));
        let form = form(&argument).replace('|', "\\|");
        let help = argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "| `{}` | `{form}` | {default} | {help}. |",
            key(&argument)
        );
    }
    out
}

/// Reads a file of settings: TOML, one key per setting. The values are by id.
fn read_file(path: &str) -> Result<BTreeMap<String, ValueWithOrigin>, Box<Diagnostic>> {
    let unreadable = |error: std::io::Error| Diagnostic::io(Path::new(path), &error);
    let length = std::fs::metadata(path).map_err(unreadable)?.len();
    if length > FILE_LIMIT {
        let message = format!("has more than {FILE_LIMIT} bytes: expected a file of settings");
        return Err(Diagnostic::refused(Path::new(path), message).into());
    }
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let mistake = |span: Option<Range<usize>>, message: &str| {
        Box::new(Diagnostic::at("settings", path, (&text, span), message))
    };
    let document =
        Document::parse(text.as_str()).map_err(|error| mistake(error.span(), error.message()))?;
    let mut values = BTreeMap::new();
    for (name, item) in document.as_table() {
        let span = document.as_table().key(name).and_then(Key::span);
        let mut arguments = arguments().into_iter();
        let argument = arguments.find(|argument| key(argument) == name);
        let argument = argument.ok_or_else(|| mistake(span.clone(), &unknown(name)))?;
        let span = item.span().or(span).unwrap_or_default();
        let value = plain(item).ok_or_else(|| {
            let expected = format!("expected {name} = {}", form(&argument));
            mistake(Some(span.clone()), &expected)
        })?;
        if let Err(error) = parse_value(name, &value) {
            return Err(mistake(Some(span), &wrong(name, &error, &argument)));
        }
        let origin = format!("{path}:{}", Excerpt::new(&text, &span).line);
        values.insert(argument.get_id().to_string(), (value.into(), origin));
    }
    Ok(values)
}

/// Parses a value like a flag's.
fn parse_value(key: &str, value: &str) -> Result<ArgMatches, clap::Error> {
    without_environment().try_get_matches_from(["strata", &format!("--{key}={value}")])
}

/// The message for an invalid value.
fn wrong(key: &str, error: &clap::Error, argument: &Arg) -> String {
    let expected = error.source().map(ToString::to_string);
    let expected =
        expected.unwrap_or_else(|| format!("expected {}", form(argument).replace('|', " or ")));
    format!("`{key}`: {expected}")
}

/// The setting nearest to an unknown key.
fn nearest_setting(key: &str) -> Option<String> {
    match parse_value(key, "").err()?.get(ContextKind::SuggestedArg)? {
        ContextValue::String(flag) => Some(flag.trim_start_matches('-').to_owned()),
        _ => None,
    }
}

/// The message for an unknown key, with a suggestion.
fn unknown(key: &str) -> String {
    match nearest_setting(key) {
        Some(near) => format!("unknown setting `{key}`; did you mean `{near}`?"),
        None => format!("unknown setting `{key}`: `strata serve --print-config` lists them"),
    }
}

/// A value in the form of a flag; `None` for other types.
fn plain(item: &Item) -> Option<String> {
    match item.as_value()? {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        Value::Boolean(yes) => Some(yes.value().to_string()),
        Value::Array(list) => {
            let parts: Option<Vec<&str>> = list.iter().map(Value::as_str).collect();
            Some(parts?.join(","))
        }
        _ => None,
    }
}
