/*!
What a reader whose request was not carried out can write instead: the commands that the game waits for, or that are of use
as it stands.
*/

use serde::Serialize;

use super::desk::Desk;
use super::lines::clean_line;
use super::words::Lack;
use super::{GameLine, Occasion};
use crate::game::{GameId, Refusal};

/// A command with a word about it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Way {
    /// `accept draw`
    pub write: String,
    /// `to agree to the draw`
    pub says: String,
    /// What its button says.
    pub label: String,
    /// Writes it.
    pub href: String,
}

impl Desk<'_> {
    /// The commands that are right as the game stands; none where the refusal asks its reader to write no more.
    pub(super) fn ways(&self, refusal: &Refusal, occasion: &Occasion) -> Result<Vec<Way>, Lack> {
        if let Refusal::WhichGame { text, games } = refusal {
            return self.in_each(text, games, occasion.games);
        }
        let silent = matches!(
            refusal,
            Refusal::TooMany | Refusal::TooManyToday | Refusal::LastAnswer | Refusal::WrongSender | Refusal::Forged
        );
        if silent {
            return Ok(Vec::new());
        }
        let Some(game) = &self.game else { return self.listed(&["games", "help"]) };
        let waiting: &[&str] = match game.stage {
            "offered" if !game.invited_by_me => &["accept", "decline"],
            "offered" => &["withdraw"],
            "playing" if !game.my_turn && game.offer == "none" && game.takeback == "none" => &["draw", "resign"],
            "playing" => &[],
            "over" if !game.rematch_asked => &["rematch", "help"],
            _ => &["help"],
        };
        let answers = if game.stage == "playing" { self.open_answers(occasion.notices) } else { Vec::new() };
        self.listed(&answers.into_iter().chain(waiting.iter().copied()).collect::<Vec<_>>())
    }

    fn listed(&self, commands: &[&str]) -> Result<Vec<Way>, Lack> {
        let way = |command: &&str| {
            let text = |part| self.words().text(&["ways", command, part]).map(str::to_owned);
            let write = self.words().command(command, &[])?;
            Ok(Way { says: text("says")?, label: text("label")?, href: self.link.writing(&write), write })
        };
        commands.iter().map(way).collect()
    }

    /// `text` behind the name of each of those games.
    fn in_each(&self, text: &str, games: &[GameId], lines: &[GameLine]) -> Result<Vec<Way>, Lack> {
        let text = clean_line(text);
        let known = games.iter().filter_map(|id| lines.iter().find(|line| line.scene.id == *id));
        let way = |line: &GameLine| {
            let (words, opponent) = (self.words(), self.words().name(&line.opponent)?);
            let variant = words.text(&["variants", line.scene.view.variant().key, "name"])?;
            let id = line.scene.id.as_str();
            let values = [("text", &*text), ("id", id), ("opponent", &opponent), ("variant", variant)];
            let write = format!("{id}: {text}");
            Ok(Way {
                says: words.say(&["ways", "in_game", "says"], &values)?,
                label: words.say(&["ways", "in_game", "label"], &values)?,
                href: self.link.writing(&write),
                write,
            })
        };
        known.map(way).collect()
    }
}
