/*!
One letter about several games: each game decides by itself, in the one transaction of the letter, and one mail tells its
writer what became of all of it.

The game whose mail the letter answers is known by the token, as ever. In the others the letter must be the writer's by the
word of our own mail server (`docs/threats.md`, forged-sender), and nothing there says which position it was written for:
so a move bears its number, or was written after its player had been told of the position and is not the one they played
last. What would bind its writer for good, and takes an answer to its own mail, is not to be had here.
*/

use super::intake::Intake;
use super::letter::holds;
use super::told::Told;
use super::{Case, Handled};
use crate::club::{Authentication, Errand, Player};
use crate::game::{Event, Game, Notice, Page, Phase, Refusal};
use crate::interpret::{Ask, Block, Blocks, Context, Deed, Deeds, Reading};
use crate::mail::Letter;
use crate::rules::WrittenMove;
use crate::store::StoreError;
use sha2::{Digest, Sha256};

/// How a letter about several games came.
pub(super) struct Bearing<'a> {
    /// The game whose present mail it answers.
    pub(super) own: Option<&'a Game>,
    /// The games of the digest it answers.
    pub(super) told: &'a [Told],
    /// Our own server vouches for its writer.
    pub(super) vouched: bool,
}

impl<'a> Bearing<'a> {
    pub(super) fn of(intake: &Intake, own: Option<&'a Game>) -> Bearing<'a> {
        Bearing { own, told: &[], vouched: intake.auth == Authentication::Pass }
    }
}

impl Case<'_> {
    /// The letter cut at the names of games, if it begins lines with any.
    pub(super) fn blocks(&self, letter: &Letter, player: &Player) -> Result<Option<Blocks>, StoreError> {
        let named = self.arbiter.reader.games_named(letter);
        let most = self.arbiter.limits.games_per_letter as usize;
        let mut games = Vec::new();
        // Beyond the limit nothing is carried out, whatever the names are.
        for id in named.iter().take(most) {
            games.extend(self.tx.game(id)?.filter(|game| game.seat_of(player.id).is_some()));
        }
        let context_of = |game| context(game, player);
        let of = |id: &_| games.iter().find(|game| game.id() == id).map(context_of);
        Ok(match named.is_empty() {
            true => None,
            false => self.arbiter.reader.blocks(letter, self.desk_context(player), &of),
        })
    }

    /// Carries out a letter about several games; one that is about its own alone is like any other.
    pub(super) fn in_games(
        &mut self,
        letter: &Letter,
        player: &Player,
        bearing: &Bearing,
        mut blocks: Blocks,
    ) -> Result<Handled, StoreError> {
        let done = |outcome| Handled { player: Some(player.id), ..Handled::new(outcome) };
        let mut strays = Vec::new();
        let stray =
            |refusal| Notice { to: player.id, about: None, seq: 0, page: Page::Refused(refusal), message: None };
        if self.asks(&blocks.above, player, bearing.own) {
            if self.stops(&blocks.above, player)
                && (bearing.vouched || bearing.own.is_some() || !bearing.told.is_empty())
            {
                return self.stop_mail(letter, player.clone());
            }
            match bearing.own {
                Some(game) => put_first(&mut blocks, game),
                None => strays.push(stray(Refusal::AboveGames)),
            }
        }
        let most = self.arbiter.limits.games_per_letter;
        if blocks.blocks.len() > most as usize {
            self.tell_at_desk(letter, player, Page::Refused(Refusal::TooManyGames { most }))?;
            return Ok(done("refused"));
        }
        if let (Some(game), [block]) = (bearing.own, blocks.blocks.as_mut_slice())
            && block.game == *game.id()
        {
            block.lines.append(&mut blocks.astray);
            let file = letter.pgn.as_deref();
            let reading = self.arbiter.reader.read_lines(&block.lines, file, &context(game, player));
            return self.in_game(letter, player, game, &reading);
        }
        let mut astray = self.asks(&blocks.astray, player, bearing.own);
        self.bag.begin_summary(player.id);
        for block in &blocks.blocks {
            let game = match bearing.own.filter(|own| *own.id() == block.game) {
                Some(own) => Some(own.clone()),
                None => self.tx.game(&block.game)?.filter(|game| game.seat_of(player.id).is_some()),
            };
            astray |= self.asks(&blocks.astray, player, game.as_ref());
            match game {
                Some(game) => self.in_block(letter, player, bearing, &game, block)?,
                None => strays.push(stray(Refusal::NotYourGame { game: block.game.clone() })),
            }
        }
        if astray {
            strays.push(stray(Refusal::BelowQuoted));
        }
        let sent = self.bag.summary_has_news() || self.may_tell(player)?;
        self.bag.send_summary(player, letter, strays, sent)?;
        Ok(done(if sent { "games" } else { "silent" }))
    }

    fn in_block(
        &mut self,
        letter: &Letter,
        player: &Player,
        bearing: &Bearing,
        game: &Game,
        block: &Block,
    ) -> Result<(), StoreError> {
        let reading = self.arbiter.reader.read_lines(&block.lines, None, &context(game, player));
        // Two mails about one letter are told apart by what is hashed into their ids.
        let digest = Sha256::new().chain_update(letter.digest).chain_update(block.game.as_str()).finalize().into();
        let letter = Letter { digest, ..letter.clone() };
        let own = bearing.own.is_some_and(|own| own.id() == game.id());
        let refusal = match bearing.told.iter().find(|told| told.game.id() == game.id()) {
            Some(told) if told.is_current() || holds(&reading) => self.beyond(&reading),
            Some(told) => {
                let read = |context: &Context| self.arbiter.reader.read_lines(&block.lines, None, context);
                match self.overtaken(player, game, &told.stands_for, &read) {
                    Refusal::Stale { .. } if bearing.vouched => {
                        self.by_name(&letter, player, bearing, game, &reading)?
                    }
                    refusal => Some(refusal),
                }
            }
            None if own => self.beyond(&reading),
            None => self.by_name(&letter, player, bearing, game, &reading)?,
        };
        match refusal {
            None => self.in_game(&letter, player, game, &reading).map(|_| ()),
            Some(refusal) => {
                let about = game.seat_of(player.id).map(|side| (game.id().clone(), side));
                let page = Page::Refused(refusal);
                let told = vec![Notice { to: player.id, about, seq: game.seq(), page, message: None }];
                self.show(&letter, player, game, told, Handled::new("refused")).map(|_| ())
            }
        }
    }

    /// What is no game's affair is none of a block's.
    fn beyond(&self, reading: &Reading) -> Option<Refusal> {
        match &reading.deeds {
            Deeds::One(Deed::Errand(_)) => Some(Refusal::OwnMailOnly),
            _ if !reading.asks.iter().all(of_a_game) => Some(Refusal::OwnMailOnly),
            _ => None,
        }
    }

    /// Why a block about a game whose token the letter does not bear is not carried out, if it is not.
    fn by_name(
        &self,
        letter: &Letter,
        player: &Player,
        bearing: &Bearing,
        game: &Game,
        reading: &Reading,
    ) -> Result<Option<Refusal>, StoreError> {
        if !bearing.vouched {
            return Ok(Some(Refusal::NotVouched));
        }
        Ok(match &reading.deeds {
            // Agreeing to terms or to a draw takes the mail that asks; a code proves itself.
            Deeds::One(Deed::Accept | Deed::AcceptDraw | Deed::Counter(_)) => Some(Refusal::OwnMailOnly),
            Deeds::One(Deed::Confirm(_)) => None,
            Deeds::One(Deed::Play { written, .. }) if written.number.is_some() => None,
            Deeds::One(Deed::Play { written, .. }) => {
                let sure = self.knew(letter, player, game)? && !played_last(game, written);
                let awaited = game.history().number_at(game.history().moves().len());
                (!sure).then(|| Refusal::NumberNeeded { text: written.text.clone(), awaited })
            }
            Deeds::One(_) if !self.knew(letter, player, game)? => self.beyond(reading).or(Some(Refusal::NewsSince)),
            Deeds::Nothing if !reading.plan.is_empty() && !self.knew(letter, player, game)? => Some(Refusal::NewsSince),
            Deeds::Nothing if reading.agrees && matches!(game.phase(), Phase::Offered) => Some(Refusal::OwnMailOnly),
            _ => self.beyond(reading),
        })
    }

    /// True if a letter was written after its writer had been told how the game stands. Its Date is the writer's own claim:
    /// whoever forges it harms only themselves.
    fn knew(&self, letter: &Letter, player: &Player, game: &Game) -> Result<bool, StoreError> {
        // Not by a mail from before moves were taken back, though the board was the same.
        let changes = |event: &Event| {
            let moves = matches!(event, Event::Moved { .. } | Event::Undone { .. } | Event::TakenBack { .. });
            moves || matches!(event, Event::Offered { .. } | Event::Countered { .. } | Event::Started)
        };
        let events = self.tx.events(game.id(), u32::MAX)?;
        let since = events.iter().rev().find(|recorded| changes(&recorded.event)).map_or(0, |last| last.seq);
        let told = self.tx.told_since(player.id, game.id(), since)?;
        Ok(told.zip(letter.date).is_some_and(|(told, written)| told <= written.min(self.received_at)))
    }

    /// True if lines ask for no more mail.
    fn stops(&self, lines: &[String], player: &Player) -> bool {
        let reading = self.arbiter.reader.read_lines(lines, None, &self.desk_context(player));
        matches!(reading.deeds, Deeds::One(Deed::Errand(Errand::StopMail)))
    }

    /// True if lines say anything beside words.
    fn asks(&self, lines: &[String], player: &Player, own: Option<&Game>) -> bool {
        let desk = self.desk_context(player);
        let reading = self.arbiter.reader.read_lines(lines, None, &own.map_or(desk, |game| context(game, player)));
        reading.deeds != Deeds::Nothing || !reading.asks.is_empty() || !reading.plan.is_empty()
    }
}

/// What is said in `game`.
pub(super) fn context<'c>(game: &'c Game, player: &'c Player) -> Context<'c> {
    Context {
        language: player.writes(),
        history: Some(game.history()),
        variant: game.terms().variant,
        numbers: player.writes_numbers(),
    }
}

/// What can be shown of one game among others.
fn of_a_game(ask: &Ask) -> bool {
    match ask {
        Ask::Board(_) | Ask::Moves | Ask::Pgn | Ask::Plans | Ask::Scope(_) => true,
        Ask::Games | Ask::Seeks | Ask::Replay | Ask::Stats(_) | Ask::Rules(_) | Ask::Settings | Ask::Help(_) => false,
    }
}

/// Wishes above the first name are about the game whose mail the letter answers.
fn put_first(blocks: &mut Blocks, game: &Game) {
    let mut lines = std::mem::take(&mut blocks.above);
    match blocks.blocks.iter_mut().find(|block| block.game == *game.id()) {
        Some(block) => {
            lines.append(&mut block.lines);
            block.lines = lines;
        }
        None => blocks.blocks.insert(0, Block { game: game.id().clone(), lines }),
    }
}

/// True if a move is, as it is written, the one its side has played last: the same letter, sent twice.
fn played_last(game: &Game, written: &WrittenMove) -> bool {
    let history = game.history();
    let plies = history.moves().len();
    let before = plies.checked_sub(2).and_then(|at| Some((history.positions().get(at)?, history.moves().get(at)?)));
    before.is_some_and(|(position, played)| position.find(written).is_ok_and(|found| found == *played))
}
