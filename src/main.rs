//! Reads the arguments and hands over.

use std::process::ExitCode;

fn main() -> ExitCode {
    kingpost::cli::main()
}
