//! `--format` and `--json`: how an answer is written.

use clap::ValueEnum;

/// The formats of a command, of which one is the API's.
pub(super) trait Formats: ValueEnum + Default + Send + Sync + 'static {
    /// As the API gives it.
    const JSON: Self;
}

#[derive(Debug, clap::Args)]
pub(super) struct Written<F: Formats> {
    /// How to write it
    // Not `default_value_t`, which keeps the name in a static: one for all `F`.
    #[arg(long, value_enum, default_value = default_name::<F>())]
    format: F,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: Formats> Written<F> {
    /// The format that is asked for.
    pub(super) fn format(&self) -> F {
        match self.json {
            true => F::JSON,
            false => self.format.clone(),
        }
    }
}

fn default_name<F: Formats>() -> String {
    let value = F::default().to_possible_value();
    value.map_or_else(String::new, |it| it.get_name().to_owned())
}
