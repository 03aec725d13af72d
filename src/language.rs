/*!
Languages: the texts of the folders under `templates/`. A language we write has every file the others have; one we only
read has one file in `templates/reading/`. Adding a language touches no Rust.

This room does not know what any of the words are for.
*/

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use include_dir::{Dir, include_dir};

static BUILT_IN: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The language that stands in where a reader's own is one we only read, and that a letter in Latin script is answered in where
/// its words show none.
pub const BASE: &str = "en";

/// The folder of the languages we only read.
const READING: &str = "reading";

/// The file of words in a language's folder.
const WORDS: &str = "words.toml";

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
    /// From the files under `templates/`, by relative path with `/`. Refuses a language that lacks a file another has.
    pub fn from_files(files: impl IntoIterator<Item = (String, String)>) -> Result<Languages, Incomplete> {
        let languages = sorted(files)?;
        languages.complete()?;
        Ok(languages)
    }

    /// From a folder laid out like `templates/`. Files that are no UTF-8 and hidden files are no templates.
    pub fn from_folder(folder: &Path) -> Result<Languages, Incomplete> {
        let mut files = Vec::new();
        gather(folder, "", &mut files)
            .map_err(|error| Incomplete(format!("cannot read the templates in {}: {error}", folder.display())))?;
        Languages::from_files(files)
    }

    /// Those built into the program. A test, not every start, holds them to being complete.
    pub fn built_in() -> Result<Languages, Incomplete> {
        let mut files = Vec::new();
        unpack(&BUILT_IN, &mut files);
        sorted(files)
    }

    /// Every language we write has every file the others have; the error names the first that is missing.
    pub fn complete(&self) -> Result<(), Incomplete> {
        if self.written.is_empty() {
            return Err(Incomplete("there is no folder of any language among the templates".into()));
        }
        let all: BTreeSet<&String> = self.written.values().flat_map(|language| language.templates.keys()).collect();
        for language in self.written.values() {
            if language.words.is_empty() {
                return Err(Incomplete(format!("the language {} lacks {WORDS}", language.code)));
            }
            if let Some(path) = all.iter().find(|path| !language.templates.contains_key(**path)) {
                return Err(Incomplete(format!("the language {} lacks {path}, which another has", language.code)));
            }
        }
        Ok(())
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

/// Files to languages, by the folder each lies in.
fn sorted(files: impl IntoIterator<Item = (String, String)>) -> Result<Languages, Incomplete> {
    let mut languages = Languages { written: BTreeMap::new(), reading: BTreeMap::new() };
    for (path, text) in files {
        let Some((code, below)) = path.split_once('/') else { continue };
        if code == READING {
            if let Some(code) = below.strip_suffix(".toml") {
                languages.reading.insert(code.to_owned(), table(&path, &text)?);
            }
            continue;
        }
        let language = languages.written.entry(code.to_owned()).or_insert_with(|| Language {
            code: code.to_owned(),
            templates: BTreeMap::new(),
            words: toml::Table::new(),
        });
        if below == WORDS {
            language.words = table(&path, &text)?;
        } else {
            language.templates.insert(below.to_owned(), text);
        }
    }
    Ok(languages)
}

fn table(path: &str, text: &str) -> Result<toml::Table, Incomplete> {
    text.parse().map_err(|error| Incomplete(format!("{path} is no TOML: {error}")))
}

fn unpack(folder: &Dir<'_>, files: &mut Vec<(String, String)>) {
    for file in folder.files() {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
            files.push((path.replace('\\', "/"), text.to_owned()));
        }
    }
    for folder in folder.dirs() {
        unpack(folder, files);
    }
}

fn gather(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), &path, files)?;
        } else if let Ok(text) = String::from_utf8(fs::read(entry.path())?) {
            files.push((path, text));
        }
    }
    Ok(())
}
