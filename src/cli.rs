/*!
The calls of the program.
*/

use std::process::ExitCode;

/// Runs the call the arguments name.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
