//! `strata export-site DIR`: the site as static files, for any file server.

use std::path::PathBuf;
use std::sync::Arc;

use strata_frontend::route::{BasePath, Files, SiteLocation};

use super::serve::Signals;
use super::{Data, Failure, output};
use crate::app::App;
use crate::export::{Folder, export};
use crate::settings::{self, PublicUrl};
use crate::site::Site;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder to write: a new one, or an earlier site, which is replaced as a whole once the new one is complete
    #[arg(value_name = "DIR")]
    to: PathBuf,

    /// The path of the site if it is not at the root of a host
    #[arg(
        long,
        value_name = "PATH",
        default_value = "",
        env = "STRATA_BASE_PATH"
    )]
    base_path: BasePath,

    /// The address of the site as visitors know it, for canonical links and previews. Its path is the base path
    #[arg(long, value_name = "URL", env = "STRATA_PUBLIC_URL")]
    public_url: Option<PublicUrl>,

    /// The files of the site, as `cargo xtask site` builds them; by default those in the binary
    #[arg(long, value_name = "DIR", env = "STRATA_SITE")]
    site: Option<PathBuf>,

    #[command(flatten)]
    data: Data,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let place = settings::site_location(&args.base_path, args.public_url.as_ref())?;
    let (raw, dataset) = args.data.load()?;
    let place = SiteLocation {
        files: Some(Files::of(&dataset)),
        ..place
    };
    place.init();
    let site = Site::of(args.site.as_deref())?;
    let app = Arc::new(App::new(&raw, dataset, site, true).map_err(Failure::Refused)?);
    let folder = Folder::begin(&args.to)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::Refused)?;
    let written = runtime.block_on(async {
        let mut signals = Signals::to_stop().map_err(Failure::Refused)?;
        tokio::select! {
            written = export(&app, &folder) => Ok(written?),
            () = signals.next() => bail!("interrupted: the earlier files are unchanged"),
        }
    })?;
    folder.put()?;
    let said = format!(
        "{}: {} files, {} bytes, data {}\n",
        args.to.display(),
        written.files,
        written.bytes,
        app.bundle().url().hash()
    );
    output::text(&said)
}
