/*!
All that is kept of its reader, as files: the games, and a text with everything else.
*/

use serde::Serialize;

use super::context::{Away, Message};
use super::desk::Desk;
use super::lines::clean_text;
use super::seeks::SeekRow;
use super::settings::{Person, SettingRow};
use super::stats::RatingRow;
use super::words::{Lack, Words};
use super::{KeptGame, Occasion, ledger, scene as scenes, time};
use crate::mail::Attachment;
use crate::rules::Side;

/// The file of all games that PGN can tell.
const GAMES: &str = "games.pgn";

/// The file of everything else.
const KEPT: &str = "kept.txt";

/// `export`
#[derive(Clone, Debug, Serialize)]
pub(super) struct Kept {
    pub at: String,
    pub address: String,
    pub settings: Vec<SettingRow>,
    pub zone: String,
    pub people: Vec<Person>,
    pub leave: Vec<Away>,
    pub ratings: Vec<RatingRow>,
    pub seeks: Vec<SeekRow>,
    /// Games watched.
    pub watched: Vec<String>,
    pub games: Vec<KeptLine>,
}

/// One game, beside its moves.
#[derive(Clone, Debug, Serialize)]
pub(super) struct KeptLine {
    pub id: String,
    pub title: String,
    pub opponent: String,
    pub begun: String,
    pub ended: Option<String>,
    pub ledger: Vec<String>,
    pub said: Vec<KeptWords>,
}

/// Words that a player wrote in it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct KeptWords {
    pub at: String,
    #[serde(flatten)]
    pub message: Message,
}

impl Desk<'_> {
    pub(super) fn kept(&self, occasion: &Occasion, written: &[&str]) -> Result<Kept, Lack> {
        let settings = self.settings(occasion, written, None)?;
        let zone = occasion.reader.settings.zone;
        let dossier = occasion.dossier;
        let leave = dossier.leave.iter().map(|span| scenes::away_span(*span, zone, self.words()));
        let ratings = occasion.standings.map(|standings| self.rating_rows(standings)).transpose()?;
        Ok(Kept {
            at: time::moment(self.words(), occasion.at, zone)?,
            address: occasion.reader.address.to_string(),
            settings: settings.rows,
            zone: settings.zone,
            people: settings.people,
            leave: leave.collect::<Result<_, _>>()?,
            ratings: ratings.unwrap_or_default(),
            seeks: self.seeks(occasion)?.rows,
            watched: dossier.watched.iter().map(ToString::to_string).collect(),
            games: dossier.games.iter().map(|game| line(game, zone, self.words())).collect::<Result<_, _>>()?,
        })
    }
}

fn line(game: &KeptGame, zone: Option<chrono_tz::Tz>, words: Words) -> Result<KeptLine, Lack> {
    let words = words.of(game.scene.view.variant());
    let shown = scenes::game(&game.scene, Some(&game.names), zone, words)?;
    let said = game.said.iter().map(|(at, by, text): &(_, Side, String)| {
        let message = Message { author: words.name(game.names.of(*by))?, lines: clean_text(text) };
        Ok(KeptWords { at: time::moment(words, *at, zone)?, message })
    });
    Ok(KeptLine {
        id: shown.id,
        title: shown.title,
        opponent: shown.opponent,
        begun: time::moment(words, game.scene.offered_at, zone)?,
        ended: game.scene.ended_at.map(|at| time::moment(words, at, zone)).transpose()?,
        ledger: ledger::lines(&game.scene, zone, words)?,
        said: said.collect::<Result<_, Lack>>()?,
    })
}

/// The games as files: those that PGN can tell in one, any other by itself.
pub(super) fn games(occasion: &Occasion, words: Words) -> Result<Vec<Attachment>, Lack> {
    let mut files: Vec<Attachment> = Vec::new();
    for KeptGame { scene, names, notes, .. } in
        occasion.dossier.games.iter().filter(|game| game.scene.started_at.is_some())
    {
        let words = words.of(scene.view.variant());
        let one = Occasion { scene: Some(scene), names: Some(names), ratings: None, notes, ..occasion.clone() };
        let file = scenes::attachment(scene, &one, words)?;
        if !file.filename.ends_with(".pgn") {
            files.push(file);
            continue;
        }
        match files.iter_mut().find(|known| known.filename == GAMES) {
            Some(all) => {
                all.bytes.push(b'\n');
                all.bytes.extend(file.bytes);
            }
            None => files.push(Attachment { filename: GAMES.into(), ..file }),
        }
    }
    Ok(files)
}

/// The text as a file.
pub(super) fn file(text: String) -> Attachment {
    Attachment { filename: KEPT.into(), mime: "text/plain; charset=utf-8".into(), bytes: text.into_bytes() }
}
