/*!
Notices to mails in the outbox. All notices of one transaction for one player about one game travel in one mail.
*/

use super::Arbiter;
use super::barriers::let_through;
use crate::club::{Player, ReturnPath, Standing};
use crate::game::{Game, GameId, Moment, Notice, Page, PlayerId, Ply};
use crate::mail::{Letter, MessageId};
use crate::rules::Side;
use crate::store::{AnswerTo, NewMail, StoreError, Tx};
use std::cell::Cell;

/// The mails of one transaction.
pub(super) struct Mailbag<'a> {
    arbiter: &'a Arbiter,
    tx: &'a Tx<'a>,
    now: Moment,
    queued: Cell<bool>,
}

/// What the mails of a bag come from.
pub(super) enum Cause<'l> {
    /// Events of a game that a letter of that digest brought about beside what it was written for.
    Beside(&'l [u8; 32]),
    /// Events of a game; the letter that brought them about, if one did.
    Events(Option<(&'l Letter, PlayerId)>),
    /// A letter that changed nothing.
    Answer(&'l Letter, PlayerId),
    /// Time, and the seek of that number.
    Record(u32),
}

impl<'a> Mailbag<'a> {
    pub(super) fn new(arbiter: &'a Arbiter, tx: &'a Tx<'a>, now: Moment) -> Mailbag<'a> {
        Mailbag { arbiter, tx, now, queued: Cell::new(false) }
    }

    /// True if any mail was queued.
    pub(super) fn queued(&self) -> bool {
        self.queued.get()
    }

    /// Queues notices about a game, one mail a player.
    pub(super) fn about_game(&self, game: &Game, notices: Vec<Notice>, cause: &Cause) -> Result<(), StoreError> {
        self.about_game_held(game, notices, cause, None)
    }

    /// The same; the mail to one player does not leave before a moment.
    pub(super) fn about_game_held(
        &self,
        game: &Game,
        notices: Vec<Notice>,
        cause: &Cause,
        hold: Option<(PlayerId, Moment)>,
    ) -> Result<(), StoreError> {
        let answer = AnswerTo::of(game);
        // Both seats: a list of games shows the reply address of each, whoever is told.
        for side in Side::BOTH {
            self.enter_token(&self.tx.player(game.player(side))?, &answer)?;
        }
        for (player, notices) in by_reader(notices) {
            let notices = let_through(self.tx, game, player, notices)?;
            if notices.is_empty() {
                continue;
            }
            let until = hold.filter(|(held, _)| *held == player).map_or(self.now, |(_, until)| until);
            let about = Some((game.id(), game.seq(), game.ply()));
            self.queue(&self.tx.player(player)?, about, &answer, notices, cause, until)?;
        }
        match cause {
            Cause::Events(_) | Cause::Beside(_) => self.tell_watchers(game),
            Cause::Answer(..) | Cause::Record(_) => Ok(()),
        }
    }

    /// Queues a page for a spectator of a game, who is shown so many plies of it.
    pub(super) fn to_watcher(
        &self,
        game: &Game,
        watcher: PlayerId,
        page: Page,
        answer: &AnswerTo,
        ply: Ply,
        cause: &Cause,
    ) -> Result<(), StoreError> {
        let player = self.tx.player(watcher)?;
        self.enter_token(&player, answer)?;
        let notice = Notice { to: watcher, about: None, seq: game.seq(), page, message: None };
        self.queue(&player, Some((game.id(), game.seq(), ply)), answer, vec![notice], cause, self.now)
    }

    pub(super) fn tx(&self) -> &Tx<'a> {
        self.tx
    }

    pub(super) fn now(&self) -> Moment {
        self.now
    }

    pub(super) fn watch_delay(&self) -> u32 {
        self.arbiter.watch_delay
    }

    /// Queues pages that are about no game, in one mail.
    pub(super) fn at_desk(
        &self,
        player: &Player,
        pages: Vec<Page>,
        answer: &AnswerTo,
        cause: &Cause,
    ) -> Result<(), StoreError> {
        if pages.is_empty() {
            return Ok(());
        }
        self.enter_token(player, answer)?;
        let notice = |page| Notice { to: player.id, about: None, seq: 0, page, message: None };
        self.queue(player, None, answer, pages.into_iter().map(notice).collect(), cause, self.now)
    }

    fn enter_token(&self, player: &Player, answer: &AnswerTo) -> Result<(), StoreError> {
        match answer.token(self.arbiter.ids.key(), player) {
            Some(token) => self.tx.enter_token(token.hash(), player.id, answer),
            None => Ok(()),
        }
    }

    fn queue(
        &self,
        player: &Player,
        game: Option<(&GameId, u32, Ply)>,
        answer_to: &AnswerTo,
        mut notices: Vec<Notice>,
        cause: &Cause,
        hold_until: Moment,
    ) -> Result<(), StoreError> {
        // Who wants no mail is told so, and is asked if they write again and our own server vouches that it is them.
        let due = |notice: &Notice| matches!(notice.page, Page::MailStopped | Page::ConfirmAddress);
        if player.standing == Standing::Stopped && !notices.iter().any(due) {
            return Ok(());
        }
        // Whose address answers by itself is asked once; not where everything is about one question.
        let plays = !matches!(answer_to, AnswerTo::Watch(_));
        if game.is_some() && plays && player.standing == Standing::Confirmed && self.tx.take_absence(player.id)? {
            let about = notices.first().and_then(|notice| notice.about.clone());
            let seq = game.map_or(0, |(_, seq, _)| seq);
            notices.push(Notice { to: player.id, about, seq, page: Page::LeaveOffered, message: None });
        }
        let pages = notices.iter().map(|notice| notice.page.key()).collect::<Vec<_>>().join(",");
        let ids = &self.arbiter.ids;
        let message_id = match (cause, game) {
            (Cause::Events(None), Some((id, seq, _))) => ids.event_mail(id, seq, player.id, &pages),
            (Cause::Events(Some((letter, _))), Some((id, _, ply))) => {
                ids.news_mail(&letter.digest, id, ply, player.id, &pages)
            }
            (Cause::Beside(digest), Some((id, _, ply))) => ids.news_mail(digest, id, ply, player.id, &pages),
            (Cause::Events(Some((letter, _))) | Cause::Answer(letter, _), _) => {
                ids.answer_mail(&letter.digest, player.id, &pages)
            }
            (Cause::Record(number), _) => ids.seek_mail(*number, player.id, &pages),
            (Cause::Events(None) | Cause::Beside(_), None) => return Ok(()),
        };
        let answered = match cause {
            Cause::Events(Some((letter, writer))) | Cause::Answer(letter, writer) if *writer == player.id => {
                Some(*letter)
            }
            _ => None,
        };
        let before = self.tx.last_mail_id(player.id, game.map(|(id, ..)| id))?;
        let theirs = answered.and_then(|letter| letter.message_id.clone()).filter(presentable);
        let mut thread: Vec<MessageId> = game.map(|(id, ..)| ids.thread(id)).into_iter().collect();
        thread.extend(before.clone().filter(|_| game.is_some()));
        thread.extend(theirs.clone());
        let mail = NewMail {
            return_hash: ReturnPath::of(ids.key(), &message_id.0).hash(),
            message_id,
            player: player.id,
            game: game.map(|(id, ..)| id.clone()),
            seq: game.map_or(0, |(_, seq, _)| seq),
            ply: game.map_or(Ply(0), |(.., ply)| ply),
            answer_to: answer_to.clone(),
            notices,
            answers: answered.is_some(),
            in_reply_to: theirs.or(before.filter(|_| game.is_some())).or_else(|| thread.first().cloned()),
            thread,
            queued_at: self.now,
            hold_until,
        };
        if self.tx.queue(&mail)? {
            self.queued.set(true);
        }
        Ok(())
    }
}

/// A stranger's Message-ID that may stand in a header of ours.
fn presentable(id: &MessageId) -> bool {
    id.0.len() <= 250 && id.0.contains('@') && id.0.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'<' | b'>'))
}

/// Notices by reader, readers in the order of their first notice.
fn by_reader(notices: Vec<Notice>) -> Vec<(PlayerId, Vec<Notice>)> {
    let mut bags: Vec<(PlayerId, Vec<Notice>)> = Vec::new();
    for notice in notices {
        match bags.iter_mut().find(|(player, _)| *player == notice.to) {
            Some((_, bag)) => bag.push(notice),
            None => bags.push((notice.to, vec![notice])),
        }
    }
    bags
}
