//! `--format` and `--json`: the output format of a command. One format is always the API's `json`.

use clap::ValueEnum;

#[derive(Debug, clap::Args)]
pub(super) struct FormatArgs<F: ValueEnum + Default + Send + Sync + 'static> {
    /// How to write it
    // Not `default_value_t`, which keeps the name in a static: one for all `F`.
    #[arg(long, value_enum, default_value = default_name::<F>())]
    format: F,

    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl<F: ValueEnum + Default + Send + Sync + 'static> FormatArgs<F> {
    pub(super) fn get(&self) -> F {
        match self.json {
            true => F::from_str("json", false).unwrap_or_default(),
            false => self.format.clone(),
        }
    }
}

fn default_name<F: ValueEnum + Default>() -> String {
    let value = F::default().to_possible_value();
    value.map_or_else(String::new, |it| it.get_name().to_owned())
}
