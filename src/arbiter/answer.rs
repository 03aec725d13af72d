/*!
The answer to a letter from a seat that changes nothing: a refusal, or a question about the move, which stops the clock if it
is answered in time.
*/

use super::mailbag::Cause;
use super::seat::{at_seat, follow};
use super::{Case, Handled};
use crate::club::Player;
use crate::game::{Game, Page, Refusal};
use crate::interpret::Reading;
use crate::mail::Letter;
use crate::rules::Side;
use crate::store::StoreError;

impl Case<'_> {
    /// Tells its writer why a letter changes nothing, or asks what it means, with the pages that it asks for.
    #[expect(clippy::too_many_arguments, reason = "one letter's whole circumstances")]
    pub(super) fn answer_in_game(
        &mut self,
        letter: &Letter,
        player: &Player,
        game: &Game,
        side: Side,
        refusal: Refusal,
        reading: &Reading,
        handled: Handled,
    ) -> Result<Handled, StoreError> {
        let refusal = match refusal {
            Refusal::NothingFound { .. } if letter.opaque => Refusal::Unreadable,
            other => other,
        };
        let refusal = self.unread(player, refusal)?;
        let noted = self.keep_notes(game, player.id, reading, false)?;
        let refusal = match refusal {
            Some(refusal) if self.may_answer(player)? => refusal,
            _ => return Ok(Handled { outcome: "silent", ..handled }),
        };
        let asked = if refusal.is_question() { self.ask(game, player, side)? } else { None };
        let game = asked.as_ref().unwrap_or(game);
        let mut told = vec![at_seat(game, side, Page::Refused(refusal))];
        if told.iter().any(|notice| notice.page == Page::Refused(Refusal::GameOver)) {
            // How it ended, for who writes because they have not seen it.
            told.push(game.present(side));
        }
        let more = noted.map(|page| at_seat(game, side, page)).into_iter().chain(self.shown(game, side, &reading.asks));
        more.for_each(|notice| {
            if told.iter().all(|known| known.page != notice.page) {
                told.push(notice)
            }
        });
        self.bag.about_game(game, told, &Cause::Answer(letter, player.id))?;
        Ok(handled)
    }

    /// The game with a question to the side on move noted, so that its answer counts as of this letter.
    fn ask(&self, game: &Game, player: &Player, side: Side) -> Result<Option<Game>, StoreError> {
        let at = self.moment_of(game, player)?;
        let mut events = Vec::new();
        let mut after = game.clone();
        follow(&mut after, game.questioned(side, self.arbiter.grace, at, self.now), at, &mut events)?;
        self.tx.append(&after, &events)?;
        Ok((!events.is_empty()).then_some(after))
    }
}
