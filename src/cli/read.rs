/*!
`kingpost read`: how a mail would be understood in a game, and why. Needs no configuration.
*/

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Failure, code, print};
use crate::interpret::{Context, LineVerdict, Reader, Reading, Strange, answer};
use crate::language::{BASE, Languages};
use crate::mail::quoted::Kind;
use crate::mail::{self, Incoming, Limits};
use crate::rules::notation::fen;
use crate::rules::{History, Position, Variant, variants};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The mail, as a file
    #[arg(value_name = "MAIL", required_unless_present = "batch", conflicts_with = "batch")]
    mail: Option<PathBuf>,
    /// Which game
    #[arg(long, value_name = "VARIANT", default_value = "chess")]
    variant: String,
    /// The position the moves begin from; without it, the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves played so far
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// The player's language
    #[arg(long, value_name = "LANG", default_value = BASE)]
    language: String,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// A table of mails beside it, with columns file, language and game; prints a line a row: file, request, message
    #[arg(long, value_name = "TSV")]
    batch: Option<PathBuf>,
    /// Say which line was dropped as what, and which was taken
    #[arg(long)]
    explain: bool,
}

/// How one mail is understood.
struct Understood {
    kind: &'static str,
    /// What it asks for; nothing unless a person wrote it.
    reading: Option<Reading>,
    request: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let variant = variants::by_key(&arguments.variant).ok_or_else(|| {
        let known = variants::ALL.iter().map(|variant| variant.key).collect::<Vec<_>>().join(", ");
        let sentence = format!("there is no game called `{}`; choose one of: {known}", arguments.variant);
        Failure::new(code::USAGE, sentence)
    })?;
    let fault = |error: String| Failure::new(code::SOFTWARE, format!("the built-in languages are faulty ({error})"));
    let languages = Languages::built_in().map_err(|error| fault(error.to_string()))?;
    if languages.get(&arguments.language).is_none() && !languages.reading().contains_key(&arguments.language) {
        return Err(super::unknown_language(&languages, &arguments.language));
    }
    let reader = Reader::new(&languages).map_err(fault)?;
    let history = game(&reader, variant, arguments.fen.as_deref(), &arguments.moves)?;
    if let Some(table) = &arguments.batch {
        return batch(&reader, table, &history, arguments);
    }
    let Some(file) = &arguments.mail else { return Ok(()) };
    let understood = understand(&reader, &mail_bytes(file)?, &history, &arguments.language);
    print(&if arguments.json {
        format!("{}\n", object(&understood, arguments.explain))
    } else {
        sheet(&understood, arguments.explain)
    })
}

/// The game the mail is about.
fn game(reader: &Reader, variant: &'static Variant, start: Option<&str>, moves: &str) -> Result<History, Failure> {
    let wrong = |sentence: String| Failure::new(code::DATA, sentence);
    let start = match start {
        None => Position::start(variant),
        Some(text) => fen::read(variant, text)
            .and_then(Position::for_study)
            .map_err(|error| wrong(format!("the FEN is no position of {}: {error}", variant.key)))?,
    };
    let mut history = History::new(start);
    for text in moves.split_whitespace() {
        let context = Context { language: BASE, history: Some(&history), variant, numbers: false };
        let written = reader.read_move(text, &context);
        let found = written.map(|written| history.position().find(&written));
        let Some(Ok(mv)) = found else {
            let ply = history.moves().len() + 1;
            return Err(wrong(format!("`{text}` is not one legal move as ply {ply}; write the moves in SAN or UCI")));
        };
        history.play(mv).map_err(|error| wrong(format!("`{text}`: {error}")))?;
    }
    Ok(history)
}

fn bytes(file: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    File::open(file).and_then(|open| open.take(most).read_to_end(&mut bytes)).map_err(|error| {
        Failure::new(code::DATA, format!("{} cannot be read ({error}); name a mail as a file", file.display()))
    })?;
    Ok(bytes)
}

/// A mail; of one that is too large only so much that this shows.
fn mail_bytes(file: &Path) -> Result<Vec<u8>, Failure> {
    bytes(file, Limits::default().mail_bytes as u64 + 1)
}

/// Reads a mail as the daemon would, but for what only it knows: which Message-IDs are its own, and its host.
fn understand(reader: &Reader, bytes: &[u8], history: &History, language: &str) -> Understood {
    let letter = match mail::read(bytes, &Limits::default(), reader.signs(), "", &|_| false) {
        Ok(Incoming::Automatic { .. }) => return Understood { kind: "auto", reading: None, request: None },
        Ok(Incoming::Report(_)) => return Understood { kind: "bounce", reading: None, request: None },
        Ok(Incoming::Letter(letter)) => Some(letter),
        Err(beyond) => beyond.letter,
    };
    let context = Context { language, history: Some(history), variant: history.position().variant(), numbers: false };
    let reading = letter.map(|letter| reader.read(&letter, &context));
    let request = reading.as_ref().map_or_else(|| "none".to_owned(), |reading| answer::words(reading, Some(history)));
    Understood { kind: "person", reading, request: Some(request) }
}

fn object(understood: &Understood, explain: bool) -> Value {
    let message = understood.reading.as_ref().and_then(|reading| reading.message.clone());
    let mut object = json!({"kind": understood.kind, "request": understood.request, "message": message});
    if let Some(reading) = understood.reading.as_ref().filter(|_| explain) {
        let line = |verdict: &LineVerdict| json!({"as": name(verdict), "line": verdict.line, "taken": verdict.command});
        object["lines"] = reading.lines.iter().map(line).collect();
        object["from_subject"] = reading.from_subject.into();
        let strange = |strange: &Strange| json!({"text": strange.text, "letter": strange.letter, "looks_like": strange.looks_like});
        object["strange"] = reading.strange.as_ref().map(strange).into();
    }
    object
}

fn sheet(understood: &Understood, explain: bool) -> String {
    let mut page = format!("kind:     {}\n", understood.kind);
    if let Some(request) = &understood.request {
        page += &format!("request:  {request}\n");
    }
    let Some(reading) = &understood.reading else { return page };
    for (place, line) in reading.message.iter().flat_map(|message| message.lines()).enumerate() {
        page += &format!("{}{line}\n", if place == 0 { "message:  " } else { "          " });
    }
    if !explain {
        return page;
    }
    page.push('\n');
    for verdict in &reading.lines {
        let taken = verdict.command.as_ref().map(|command| format!("  <- {command}")).unwrap_or_default();
        page += format!("{:<12}| {}{taken}", name(verdict), verdict.line).trim_end();
        page.push('\n');
    }
    if let Some(Strange { text, letter, looks_like }) = &reading.strange {
        let code = u32::from(*letter);
        page += &format!(
            "`{text}` would be a command, but its `{letter}` (U+{code:04X}) only looks like `{looks_like}`.\n"
        );
    }
    if reading.from_subject {
        page += "No line asks for anything; the command stands in the subject.\n";
    }
    page
}

/// What a line was taken for.
fn name(verdict: &LineVerdict) -> &'static str {
    match verdict.kind {
        Kind::Own if verdict.command.is_some() => "taken",
        Kind::Own => "own",
        Kind::Quoted => "quote",
        Kind::Attribution => "attribution",
        Kind::Behind => "behind",
        Kind::Signature => "signature",
        Kind::SignOff => "sign-off",
        Kind::Tag => "tag",
    }
}

/// A table with named columns.
struct Table {
    head: HashMap<String, usize>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(file: &Path) -> Result<Table, Failure> {
        let text = String::from_utf8_lossy(&bytes(file, u64::MAX)?).into_owned();
        // Spreadsheets write a byte order mark.
        let mut lines = text
            .trim_start_matches('\u{feff}')
            .lines()
            .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<String>>());
        let head = lines.next().unwrap_or_default().into_iter().enumerate().map(|(at, name)| (name, at)).collect();
        Ok(Table { head, rows: lines.filter(|row| row.iter().any(|cell| !cell.is_empty())).collect() })
    }

    fn cell<'r>(&self, row: &'r [String], column: &str) -> Option<&'r str> {
        let cell = row.get(*self.head.get(column)?)?;
        (!cell.is_empty()).then_some(cell)
    }
}

/// A line a row. A mail that cannot be read is told of and does not stop the others.
fn batch(reader: &Reader, file: &Path, common: &History, arguments: &Arguments) -> Result<(), Failure> {
    let table = Table::read(file)?;
    if !table.head.contains_key("file") {
        let sentence = format!("{} has no column `file`; its first line names the columns", file.display());
        return Err(Failure::new(code::DATA, sentence));
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    let games = games(reader, &folder.join("games.tsv"), common.position().variant())?;
    let mut unread = 0_usize;
    for row in &table.rows {
        let Some(mail) = table.cell(row, "file") else { continue };
        let language = table.cell(row, "language").unwrap_or(&arguments.language);
        let game = table.cell(row, "game");
        let history = match game.map(|id| games.get(id).ok_or(id)) {
            None => common,
            Some(Ok(history)) => history,
            Some(Err(id)) => {
                super::complain(&format!("{mail}: games.tsv has no game `{id}`; add it or leave the column empty"));
                unread += 1;
                continue;
            }
        };
        match mail_bytes(&folder.join(mail)) {
            Ok(bytes) => print(&answered(mail, &understand(reader, &bytes, history, language), arguments))?,
            Err(failure) => {
                failure.sentence.iter().for_each(|sentence| super::complain(sentence));
                unread += 1;
            }
        }
    }
    if unread > 0 {
        return Err(Failure::new(code::DATA, format!("rows that could not be read: {unread}; see above for each")));
    }
    Ok(())
}

/// What is said of one row: a line; an object with `--json`; the sheet below the file's name with `--explain`.
fn answered(file: &str, understood: &Understood, arguments: &Arguments) -> String {
    match (arguments.json, arguments.explain) {
        (true, explain) => {
            let mut object = object(understood, explain);
            object["file"] = file.into();
            format!("{object}\n")
        }
        (false, true) => format!("file:     {file}\n{}\n", sheet(understood, true)),
        (false, false) => line(file, understood),
    }
}

/// File, answer and message; in a message `\n` is a line end, `\\` a backslash.
fn line(file: &str, understood: &Understood) -> String {
    let message = understood.reading.as_ref().and_then(|reading| reading.message.clone()).unwrap_or_default();
    let message = message.replace('\\', "\\\\").replace('\n', "\\n").replace(['\t', '\r'], " ");
    let answer = understood.request.as_deref().unwrap_or(understood.kind);
    format!("{file}\t{answer}\t{message}\n")
}

/// The games of `games.tsv`, if there is one: id, start position, moves.
fn games(reader: &Reader, file: &Path, variant: &'static Variant) -> Result<HashMap<String, History>, Failure> {
    if !file.exists() {
        return Ok(HashMap::new());
    }
    let table = Table::read(file)?;
    let mut games = HashMap::new();
    for row in &table.rows {
        let Some(id) = table.cell(row, "game") else { continue };
        let start = table.cell(row, "start_fen");
        games.insert(id.to_owned(), game(reader, variant, start, table.cell(row, "moves").unwrap_or_default())?);
    }
    Ok(games)
}
