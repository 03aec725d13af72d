/*!
Notices to mails in the outbox. All notices of one transaction for one player about one game travel in one mail; where one
letter was about several games, so do its writer's mails about all of them; and news that can wait does so, where its
reader likes several mails in one (see `digest.rs`).
*/

use super::Arbiter;
use super::barriers::let_through;
use crate::club::{AnswerTo, Player, ReturnPath, Standing};
use crate::game::{Game, GameId, Moment, Notice, Page, PlayerId, Ply, Refusal};
use crate::mail::{Letter, MessageId};
use crate::rules::Side;
use crate::store::{NewMail, StoreError, Tx};
use std::cell::{Cell, RefCell};

/// The mails of one transaction.
pub(super) struct Mailbag<'a> {
    pub(super) arbiter: &'a Arbiter,
    pub(super) tx: &'a Tx<'a>,
    now: Moment,
    queued: Cell<bool>,
    summary: RefCell<Option<Summary>>,
    /// Whose next mail is the last answer for a while, and says so.
    last_for: Cell<Option<PlayerId>>,
}

/// One reader's mails about games, kept together.
struct Summary {
    reader: PlayerId,
    mails: Vec<NewMail>,
    /// Some of them tell of events.
    news: bool,
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
        Mailbag { arbiter, tx, now, queued: Cell::new(false), summary: RefCell::new(None), last_for: Cell::new(None) }
    }

    /// The next mail to `player` says that no further answers follow for a while.
    pub(super) fn fall_silent(&self, player: PlayerId) {
        self.last_for.set(Some(player));
    }

    /// True if any mail was queued.
    pub(super) fn queued(&self) -> bool {
        self.queued.get()
    }

    /// From here on the mails to `reader` about games are kept for [`Mailbag::send_summary`].
    pub(super) fn begin_summary(&self, reader: PlayerId) {
        *self.summary.borrow_mut() = Some(Summary { reader, mails: Vec::new(), news: false });
    }

    /// True while mails are kept for a summary.
    pub(super) fn sums_up(&self) -> bool {
        self.summary.borrow().is_some()
    }

    /// True if what is kept for the summary tells of events.
    pub(super) fn summary_has_news(&self) -> bool {
        self.summary.borrow().as_ref().is_some_and(|summary| summary.news)
    }

    /// Queues what was kept as one mail that answers `letter`, with `strays`, which are about no game; or, if it is not to
    /// be `sent`, forgets it.
    pub(super) fn send_summary(
        &self,
        reader: &Player,
        letter: &Letter,
        strays: Vec<Notice>,
        sent: bool,
    ) -> Result<(), StoreError> {
        let Some(summary) = self.summary.take().filter(|_| sent) else { return Ok(()) };
        let first = Notice { to: reader.id, about: None, seq: 0, page: Page::Summary, message: None };
        let notices = std::iter::once(first).chain(strays).collect();
        let cause = Cause::Answer(letter, reader.id);
        let Some(mail) = self.mail(reader, None, &AnswerTo::Desk, notices, &cause, self.now)? else { return Ok(()) };
        if self.tx.queue_bundle(&mail, &summary.mails)? {
            self.queued.set(true);
        }
        Ok(())
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
            let reader = self.tx.player(player)?;
            let Some(mut mail) = self.mail(&reader, about, &answer, notices, cause, until)? else { continue };
            mail.waits = self.waits(game, &reader, &mail)?;
            if mail.waits.is_none() {
                // News first: what waits about this game goes before what does not.
                self.tx.release(player, Some(game.id()), self.now)?;
            }
            if !self.keep(&mail, cause) {
                self.queue(&mail)?;
            }
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
        let about = Some((game.id(), game.seq(), ply));
        match self.mail(&player, about, answer, vec![notice], cause, self.now)? {
            Some(mail) => self.queue(&mail),
            None => Ok(()),
        }
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
        match self.mail(player, None, answer, pages.into_iter().map(notice).collect(), cause, self.now)? {
            Some(mail) => self.queue(&mail),
            None => Ok(()),
        }
    }

    /// Makes a reply address of `player` known.
    pub(super) fn enter_token(&self, player: &Player, answer: &AnswerTo) -> Result<(), StoreError> {
        match answer.token(self.arbiter.ids.key(), player) {
            Some(token) => self.tx.enter_token(token.hash(), player.id, answer),
            None => Ok(()),
        }
    }

    fn queue(&self, mail: &NewMail) -> Result<(), StoreError> {
        if self.tx.queue(mail)? {
            self.queued.set(true);
        }
        Ok(())
    }

    /// The mail that joins others.
    pub(super) fn digest(&self, reader: &Player, notice: Notice, answer_to: AnswerTo, id: MessageId) -> NewMail {
        NewMail {
            return_hash: ReturnPath::of(self.arbiter.ids.key(), &id.0).hash(),
            message_id: id,
            player: reader.id,
            game: None,
            seq: 0,
            ply: Ply(0),
            answer_to,
            notices: vec![notice],
            answers: false,
            in_reply_to: None,
            thread: Vec::new(),
            queued_at: self.now,
            hold_until: self.now,
            waits: None,
        }
    }

    /// Keeps a mail for the summary, if its reader gets one.
    fn keep(&self, mail: &NewMail, cause: &Cause) -> bool {
        let mut summary = self.summary.borrow_mut();
        let Some(summary) = summary.as_mut().filter(|summary| summary.reader == mail.player) else { return false };
        summary.news |= !matches!(cause, Cause::Answer(..));
        summary.mails.push(mail.clone());
        true
    }

    /// The one mail of those notices; none for who wants no mail.
    fn mail(
        &self,
        player: &Player,
        game: Option<(&GameId, u32, Ply)>,
        answer_to: &AnswerTo,
        mut notices: Vec<Notice>,
        cause: &Cause,
        hold_until: Moment,
    ) -> Result<Option<NewMail>, StoreError> {
        // Who wants no mail is told so, and is asked if they write again and our own server vouches that it is them.
        let due = |notice: &Notice| matches!(notice.page, Page::MailStopped | Page::ConfirmAddress | Page::Erased);
        if player.standing == Standing::Stopped && !notices.iter().any(due) {
            return Ok(None);
        }
        // Whose address answers by itself is asked once; not where everything is about one question.
        let plays = !matches!(answer_to, AnswerTo::Watch(_));
        if game.is_some() && plays && player.standing == Standing::Confirmed && self.tx.take_absence(player.id)? {
            let about = notices.first().and_then(|notice| notice.about.clone());
            let seq = game.map_or(0, |(_, seq, _)| seq);
            notices.push(Notice { to: player.id, about, seq, page: Page::LeaveOffered, message: None });
        }
        if self.last_for.get() == Some(player.id) {
            self.last_for.set(None);
            let (about, seq) = notices.first().map_or((None, 0), |notice| (notice.about.clone(), notice.seq));
            notices.push(Notice { to: player.id, about, seq, page: Page::Refused(Refusal::LastAnswer), message: None });
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
            (Cause::Events(None) | Cause::Beside(_), None) => return Ok(None),
        };
        let answered = match cause {
            Cause::Events(Some((letter, writer))) | Cause::Answer(letter, writer) if *writer == player.id => {
                Some(*letter)
            }
            _ => None,
        };
        let (in_reply_to, thread) = self.thread(player, game.map(|(id, ..)| id), &notices, answered)?;
        Ok(Some(NewMail {
            return_hash: ReturnPath::of(ids.key(), &message_id.0).hash(),
            message_id,
            player: player.id,
            game: game.map(|(id, ..)| id.clone()),
            seq: game.map_or(0, |(_, seq, _)| seq),
            ply: game.map_or(Ply(0), |(.., ply)| ply),
            answer_to: answer_to.clone(),
            notices,
            answers: answered.is_some(),
            in_reply_to,
            thread,
            queued_at: self.now,
            hold_until,
            waits: None,
        }))
    }

    /// What a mail replies to, and its thread: the game's; of a page about the service that was asked for within a game, none,
    /// since mail programs would show it among the game's moves.
    fn thread(
        &self,
        player: &Player,
        game: Option<&GameId>,
        notices: &[Notice],
        answered: Option<&Letter>,
    ) -> Result<(Option<MessageId>, Vec<MessageId>), StoreError> {
        let theirs = answered.and_then(|letter| letter.message_id.clone()).filter(presentable);
        let Some(game) = game else { return Ok((theirs.clone(), theirs.into_iter().collect())) };
        if Notice::are_of_the_service(notices) {
            return Ok((None, Vec::new()));
        }
        let before = self.tx.last_mail_id(player.id, game)?;
        let first = self.arbiter.ids.thread(game);
        let reply = theirs.clone().or(before.clone()).unwrap_or_else(|| first.clone());
        Ok((Some(reply), [Some(first), before, theirs].into_iter().flatten().collect()))
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
