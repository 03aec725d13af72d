/*!
Languages: the texts of the folders under `templates/`. A language we write has every file the others have; one we only
read has one file in `templates/reading/`. Adding a language touches no Rust.

This room does not know what any of the words are for.
*/

use std::collections::BTreeMap;

/// A language we write.
#[derive(Clone, Debug)]
pub struct Language {
    /// `en`, `ja`.
    pub code: String,
    /// Templates by path below the language's folder: `your_move/body.html`.
    pub templates: BTreeMap<String, String>,
    /// `words.toml`: words players write, names of men, sides, variants, reasons.
    pub words: toml::Table,
}

/// All of them.
#[derive(Clone, Debug)]
pub struct Languages {
    written: BTreeMap<String, Language>,
    reading: BTreeMap<String, toml::Table>,
}

/// A language lacks something, or a file cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Incomplete(pub String);

impl Languages {
    /// From the files under `templates/`, by relative path with `/`.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Languages, Incomplete> {
        let _ = files;
        todo!("P")
    }

    /// Those built into the program.
    pub fn built_in() -> Result<Languages, Incomplete> {
        todo!("P")
    }

    /// Languages we write, by code.
    pub fn written(&self) -> impl Iterator<Item = &Language> {
        self.written.values()
    }

    /// The language of that code if we write it.
    pub fn get(&self, code: &str) -> Option<&Language> {
        self.written.get(code)
    }

    /// Reading files by code: piece letters, opening phrases, attribution words.
    pub fn reading(&self) -> &BTreeMap<String, toml::Table> {
        &self.reading
    }
}
