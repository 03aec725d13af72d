/*!
`lock`: a player fears that somebody else has read their mail. Every reply address sent so far becomes void, and nothing is
done for them until they have confirmed their address anew (`docs/threats.md`, stolen-mailbox).
*/

use super::{Case, Handled};
use crate::club::{AnswerTo, Authentication, Errand, Player, Standing};
use crate::mail::Letter;
use crate::store::StoreError;

impl Case<'_> {
    /// Makes the reply addresses of a player void and asks them to confirm.
    pub(super) fn lock(&mut self, letter: &Letter, mut player: Player) -> Result<(), StoreError> {
        player.epoch = player.epoch.saturating_add(1);
        player.standing = Standing::Unconfirmed;
        self.tx.update_player(&player)?;
        self.renew_addresses(&player)?;
        self.ask_to_unlock(letter, &player).map(|_| ())
    }

    /// Asks a player who has locked their reply addresses to confirm, as an answer to whatever they wrote.
    pub(super) fn ask_to_unlock(&mut self, letter: &Letter, player: &Player) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        let question = self.question_about(player, vec![Errand::Unlock], Authentication::None)?;
        if !self.may_answer(player)? {
            return Ok(done("silent"));
        }
        self.mail_question(letter, player, &question)?;
        Ok(done("locked"))
    }

    /// Makes the new reply addresses known that a list of games, and every mail from now on, shows.
    fn renew_addresses(&self, player: &Player) -> Result<(), StoreError> {
        for row in self.tx.games_of(player.id)? {
            if let Some(game) = self.tx.game(&row.id)? {
                self.bag.enter_token(player, &AnswerTo::of(&game))?;
            }
        }
        for game in self.tx.games_watched(player.id)? {
            self.bag.enter_token(player, &AnswerTo::Watch(game))?;
        }
        Ok(())
    }
}
