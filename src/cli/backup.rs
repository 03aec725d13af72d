/*!
`kingpost backup`: a consistent copy of the record while the daemon runs, checked before it is renamed into place.
*/

use super::record::ConfigFile;
use super::{Failure, print, private_files};
use crate::store;
use std::path::PathBuf;

/// What the call takes.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,
    /// The copy; one that is there already is replaced
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

/// Runs it.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    private_files();
    let config = arguments.config.load()?;
    store::backup(&config.service.data, &arguments.to)?;
    let key = store::key_file(&config.service.data);
    print(&format!(
        "{} holds the record; keep a copy of {} too, without which no reply address works\n",
        arguments.to.display(),
        key.display()
    ))
}
