/*!
Stored, versioned forms of what the record holds. Domain types are never serialised: here, and only here, they are
written as JSON and read back, by names that outlive any renaming in the code.

A form that is changed gets a new `v`; the readers of the old ones stay. What cannot be read is [`Garbled`], an error of
that row, never a panic and never a guess.
*/

mod errand;
mod event;
mod notice;
mod parts;
mod plan;
mod refusal;

pub use errand::{read_answer_to, read_errands, read_settings, write_answer_to, write_errands, write_settings};
pub use event::{read_event, read_sought, write_event, write_sought};
pub use notice::{read_notices, write_notices};

use serde_json::{Map, Value};

/// A stored form that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stored form is garbled: {0}")]
pub struct Garbled(pub String);

/// The version this program writes.
const VERSION: u64 = 1;

/// A JSON object being read; what is missing or of another kind is an error that names it.
#[derive(Clone, Copy)]
struct Form<'a>(&'a Map<String, Value>);

impl<'a> Form<'a> {
    fn of(value: &'a Value) -> Result<Form<'a>, Garbled> {
        value.as_object().map(Form).ok_or_else(|| Garbled(format!("an object is awaited, not {}", short(value))))
    }

    /// Refuses forms this program does not know.
    fn check_version(self) -> Result<(), Garbled> {
        match self.u32("v")? {
            1 => Ok(()),
            other => Err(Garbled(format!("its version {other} is unknown"))),
        }
    }

    fn get(self, key: &str) -> Result<&'a Value, Garbled> {
        self.0.get(key).ok_or_else(|| Garbled(format!("`{key}` is missing")))
    }

    /// Absent and null are the same.
    fn find(self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    fn text(self, key: &str) -> Result<String, Garbled> {
        self.str(key).map(str::to_owned)
    }

    fn str(self, key: &str) -> Result<&'a str, Garbled> {
        self.get(key)?.as_str().ok_or_else(|| Garbled(format!("`{key}` is no text")))
    }

    fn find_text(self, key: &str) -> Result<Option<String>, Garbled> {
        self.find(key).map(|_| self.text(key)).transpose()
    }

    fn bool(self, key: &str) -> Result<bool, Garbled> {
        self.get(key)?.as_bool().ok_or_else(|| Garbled(format!("`{key}` is neither true nor false")))
    }

    fn i64(self, key: &str) -> Result<i64, Garbled> {
        self.get(key)?.as_i64().ok_or_else(|| Garbled(format!("`{key}` is no whole number")))
    }

    fn u32(self, key: &str) -> Result<u32, Garbled> {
        u32::try_from(self.i64(key)?).map_err(|_| Garbled(format!("`{key}` is out of range")))
    }

    fn list<T>(self, key: &str, read: impl Fn(&'a Value) -> Result<T, Garbled>) -> Result<Vec<T>, Garbled> {
        let list = self.get(key)?.as_array().ok_or_else(|| Garbled(format!("`{key}` is no list")))?;
        list.iter().map(read).collect()
    }

    fn with<T>(self, key: &str, read: impl Fn(&'a Value) -> Result<T, Garbled>) -> Result<T, Garbled> {
        read(self.get(key)?).map_err(|Garbled(why)| Garbled(format!("`{key}`: {why}")))
    }
}

/// Reads a stored text as JSON.
fn parse(text: &str) -> Result<Value, Garbled> {
    serde_json::from_str(text).map_err(|cause| Garbled(format!("it is no JSON ({cause})")))
}

/// Reads one text of a list.
fn text(value: &Value) -> Result<String, Garbled> {
    value.as_str().map(str::to_owned).ok_or_else(|| Garbled(format!("a text is awaited, not {}", short(value))))
}

/// A value as an error shows it: the record may hold anything, and a log line is no place for all of it.
fn short(value: &Value) -> String {
    value.to_string().chars().take(40).collect()
}
