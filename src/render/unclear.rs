/*!
Letters that were read and still leave a question: a text that fits several moves, several texts, a mail from an earlier point
of the game.
*/

use super::lines::clean_line;
use super::listing::Choice;
use super::moves;
use super::position::standing;
use super::refusal::{Ground, Refused};
use super::words::{Form, Lack};
use crate::game::{Ply, Scene, Stage};
use crate::rules::Move;

/// So many of the last moves are told to somebody who answers an older mail.
const SINCE_MAX: u32 = 8;

impl Ground<'_> {
    /// A text that more than one legal move fits.
    pub(super) fn ambiguous(&self, text: &str, moves: &[Move]) -> Result<Refused, Lack> {
        let text = clean_line(text);
        let n = moves.len().to_string();
        let Some(view) = self.scene.map(|scene| &scene.view) else {
            return self.said("ambiguous_mixed", &[("text", &text), ("n", &n)]);
        };
        let role = |mv: &Move| mv.from().and_then(|from| view.piece_at(from)).map(|man| man.role);
        let alike = moves.windows(2).all(|two| two.iter().map(|mv| (role(mv), mv.to())).is_sorted_by(|a, b| a == b));
        let first = moves.first().and_then(|mv| Some((role(mv)?, mv.to())));
        let refused = match first.filter(|_| alike) {
            Some((role, to)) => {
                let (man, square) =
                    (self.words.man(view.variant(), role, Form::One)?, self.words.square(view.geometry(), to)?);
                self.said("ambiguous", &[("man", man), ("square", &square), ("text", &text), ("n", &n)])?
            }
            None => self.said("ambiguous_mixed", &[("text", &text), ("n", &n)])?,
        };
        let says = |mv: Move| match (role(&mv), mv.from()) {
            (Some(role), Some(from)) => standing(view, self.words, role, from, "standing"),
            _ => Ok(String::new()),
        };
        Ok(Refused { meant: self.meant(moves, says)?, choose: true, ..refused })
    }

    /// More than one thing. Where all of it are moves that could be played, the reader has only to choose.
    pub(super) fn several(&self, found: &[String]) -> Result<Refused, Lack> {
        let listed = |text: &String| {
            let text = text.trim();
            self.choices.iter().find(|choice| choice.tap.body == text || choice.tap.label == text)
        };
        let listed: Vec<&Choice> = found.iter().filter_map(listed).collect();
        let told = self.quoted(found)?;
        let Some(scene) = self.scene.filter(|_| listed.len() == found.len()) else {
            return self.said("several", &[("found", &told)]);
        };
        let moves: Vec<Move> = listed.iter().map(|choice| choice.mv).collect();
        let says = |mv: Move| moves::in_words(&scene.view, self.words, mv);
        Ok(Refused {
            meant: self.meant(&moves, says)?,
            choose: true,
            ..self.said("several_moves", &[("found", &told)])?
        })
    }

    /// A move that may not be meant: one tap plays it.
    pub(super) fn perhaps(&self, text: &str, mv: Move, doubt: Option<&str>) -> Result<Refused, Lack> {
        let text = clean_line(text);
        let refused = match doubt {
            Some(doubt) => self.said("perhaps_doubted", &[("text", &text), ("doubt", &clean_line(doubt))])?,
            None => self.said("perhaps", &[("text", &text)])?,
        };
        let Some(view) = self.scene.map(|scene| &scene.view) else { return Ok(refused) };
        let says = |mv: Move| moves::in_words(view, self.words, mv);
        Ok(Refused { meant: self.meant(&[mv], says)?, choose: true, ..refused })
    }

    /// `“Nf3” and “e4”`.
    pub(super) fn quoted(&self, texts: &[String]) -> Result<String, Lack> {
        let quoted = texts.iter().map(|text| self.words.say(&["refusal", "quoted"], &[("text", &clean_line(text))]));
        Ok(quoted.collect::<Result<Vec<_>, _>>()?.join(self.words.text(&["refusal", "between_found"])?))
    }

    /// A mail from an earlier point of the game: which, and what has been played since.
    pub(super) fn stale(&self, of: Ply) -> Result<Refused, Lack> {
        let Some(scene) = self.scene.filter(|scene| of < scene.ply) else { return self.said("stale_back", &[]) };
        let (number, moves) = (scene.view.number_at(of.0 as usize).number.to_string(), self.since(scene, of)?);
        self.said("stale", &[("number", &number), ("moves", &moves)])
    }

    /// A move that was played before, when the game stood at `of`: which, and what has been played since.
    pub(super) fn already_played(&self, of: Ply) -> Result<Refused, Lack> {
        let Some(scene) = self.scene.filter(|scene| of < scene.ply) else { return self.said("stale_back", &[]) };
        let record = self.words.record(&scene.view)?;
        let played = record.get(of.0 as usize).map_or("", String::as_str);
        let played = moves::label(&scene.view, self.words, of.0 as usize, played)?;
        let next = Ply(of.0 + 1);
        match next < scene.ply {
            true => self.said("already_played", &[("move", &played), ("moves", &self.since(scene, next)?)]),
            false => self.said("played_last", &[("move", &played), ("opponent", self.opponent)]),
        }
    }

    /// A yes where what is asked takes a word of its own.
    pub(super) fn yes_to_what(&self, draw: bool, takeback: bool) -> Result<Refused, Lack> {
        let key = match (draw, takeback) {
            (true, true) => "yes_to_both",
            (true, false) => "yes_to_draw",
            (false, true) => "yes_to_takeback",
            (false, false) => "yes_to_rematch",
        };
        self.said(key, &[("opponent", self.opponent)])
    }

    /// An invitation that was answered before: how.
    pub(super) fn already_answered(&self) -> Result<Refused, Lack> {
        match self.scene.map(|scene| scene.stage) {
            Some(Stage::Declined) => self.said("already_declined", &[]),
            Some(Stage::Withdrawn) => self.said("already_withdrawn", &[]),
            Some(Stage::Expired) => self.said("invitation_expired", &[]),
            Some(Stage::Playing) => self.said("already_accepted", &[]),
            _ => self.said("already_answered", &[]),
        }
    }

    /// The moves from `of` on, at most the last few.
    fn since(&self, scene: &Scene, of: Ply) -> Result<String, Lack> {
        let from = of.0.max(scene.ply.0.saturating_sub(SINCE_MAX));
        let moves = moves::moves_since(&scene.view, self.words, from as usize)?;
        Ok(if from > of.0 { format!("… {moves}") } else { moves })
    }
}
