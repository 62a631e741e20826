//! `strata completions` and `strata man`: shell completions and manual pages from the command line's definition.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{Cli, Failure, output};

#[derive(Debug, clap::Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct Manual {
    /// The folder for a page of each command; by default the page of `strata` is printed
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(super) fn completions(args: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "strata", &mut script);
    output::text(&String::from_utf8_lossy(&script))
}

pub(super) fn manual(args: &Manual) -> Result<(), Failure> {
    let command = Cli::command();
    let Some(folder) = &args.folder else {
        return output::text(&page(command)?);
    };
    fs::create_dir_all(folder).map_err(Failure::unwritable(folder))?;
    let commands = command.get_subcommands().map(|sub| {
        let name = format!("strata-{}", sub.get_name());
        sub.clone().name(name.clone()).display_name(name)
    });
    for command in commands.chain([command.clone()]) {
        let path = folder.join(format!("{}.1", command.get_name()));
        output::file(&path, page(command)?.as_bytes())?;
    }
    Ok(())
}

fn page(command: Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
