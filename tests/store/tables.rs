//! What is entered comes back, whole or not at all, in the order promised.

use super::forms::{every_errand, every_notice};
use super::{at, player, record};
use kingpost::club::{AnswerTo, Errand, Player, TokenHash};
use kingpost::game::{Event, GameId, Moment, PlayerId, Ply, Recorded};
use kingpost::mail::{Address, MessageId};
use kingpost::store::{Mail, NewMail, State, Store, StoreError, Tx};
use std::collections::HashSet;

#[test]
fn players_games_and_events_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    drop(store);
    store = Store::open(folder.path()).unwrap();
    store
        .write(|tx| {
            let anna = tx.player_at(&Address::parse("ANNA@EXAMPLE.ORG").unwrap())?.unwrap();
            assert_eq!(anna, Player { id: players.first, ..player("Anna", "Anna@example.org") });
            let mut game = tx.game(&id)?.unwrap();
            let started = Recorded { seq: 2, at: at(60), event: Event::Started };
            game.apply(&started).unwrap();
            tx.append(&game, std::slice::from_ref(&started))?;
            assert_eq!(tx.events(&id, u32::MAX)?.last(), Some(&started));
            assert_eq!(tx.game_until(&id, 1)?.unwrap().seq(), 1);
            let row = tx.games_of(players.second)?.remove(0);
            assert_eq!((row.phase.as_str(), row.last_at), ("playing", at(60)));
            // The same event number cannot be written twice.
            assert!(tx.append(&game, &[started]).is_err());
            Ok::<_, StoreError>(())
        })
        .unwrap();
}

#[test]
fn a_failed_transaction_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, ..) = record(folder.path());
    let failed = store.write(|tx| {
        tx.note_letter(&[7; 32], "key", at(0), at(0), "played")?;
        Err::<(), _>(StoreError::Trouble("stop".into()))
    });
    assert!(failed.is_err());
    let known = store.read(|tx| tx.letter_outcome(&[7; 32])).unwrap();
    assert_eq!(known, None);
}

fn mail(id: &str, player: PlayerId, game: Option<&GameId>) -> NewMail {
    NewMail {
        message_id: MessageId(id.into()),
        player,
        game: game.cloned(),
        seq: 1,
        ply: Ply(0),
        answer_to: AnswerTo::Desk,
        notices: every_notice(),
        answers: true,
        in_reply_to: Some(MessageId("a@example.org".into())),
        thread: vec![MessageId("t@example.org".into())],
        queued_at: at(0),
        hold_until: at(0),
        waits: None,
        return_hash: TokenHash([id.len() as u8; 32]),
    }
}

/// The first mail to be handed over.
fn next(tx: &Tx, now: Moment) -> Result<Option<Mail>, StoreError> {
    Ok(tx.due(now, 1, &HashSet::new())?.pop())
}

#[test]
fn the_outbox_keeps_order_per_reader_and_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    store
        .write(|tx: &Tx| {
            assert!(tx.queue(&mail("1@x", players.first, Some(&id)))?);
            assert!(!tx.queue(&mail("1@x", players.first, Some(&id)))?, "the same id is the same mail");
            tx.queue(&mail("22@x", players.first, Some(&id)))?;
            tx.queue(&mail("333@x", players.second, Some(&id)))?;
            let first = next(tx, at(0))?.unwrap();
            assert_eq!((first.new.clone(), first.number), (mail("1@x", players.first, Some(&id)), 1));
            tx.begin_sending(first.id, b"bytes")?;
            tx.begin_sending(first.id, b"other bytes")?;
            assert_eq!(
                tx.mail(first.id)?.unwrap().bytes.unwrap(),
                b"bytes",
                "a repeat has the bytes of the first attempt"
            );
            tx.postpone(first.id, "421 later", at(60))?;
            let other = next(tx, at(1))?.unwrap();
            assert_eq!(other.new.message_id.0, "333@x", "Anna's second mail waits for her first, Ben's does not");
            tx.settle(other.id, State::Sent, None, at(1))?;
            assert_eq!(next(tx, at(59))?, None);
            assert_eq!(tx.next_due(at(59))?, Some(at(60)), "what is held up behind a mail hides nothing that comes");
            let again = next(tx, at(60))?.unwrap();
            assert_eq!((again.id, again.attempts), (first.id, 1));
            tx.settle(again.id, State::Failed, Some("550"), at(61))?;
            let second = next(tx, at(61))?.unwrap();
            assert_eq!((second.new.message_id.0.as_str(), second.number), ("22@x", 2));
            assert_eq!(tx.mail(first.id)?.unwrap().bytes, None, "settled mail keeps no secrets");
            let queue = tx.queue_state()?;
            assert_eq!((queue.waiting, queue.oldest, tx.settled()?), (1, Some(at(0)), (1, 1)));
            assert_eq!(tx.mail_by_return(TokenHash([4; 32]))?.unwrap().id, second.id);
            Ok::<_, StoreError>(())
        })
        .unwrap();
}

#[test]
fn questions_rates_and_tokens_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    store
        .write(|tx: &Tx| {
            let question = tx.ask(players.first, &every_errand(), at(0))?;
            let later = tx.ask(players.first, &[Errand::Help], at(1))?;
            let open: Vec<_> = tx.open_questions(players.first, at(-1))?.into_iter().map(|one| one.errands).collect();
            assert_eq!(open, [every_errand(), vec![Errand::Help]], "the oldest first");
            assert_eq!(tx.open_questions(players.first, at(1))?.len(), 1);
            tx.answer_question(later, at(2))?;
            assert_eq!(tx.open_questions(players.first, at(-1))?.len(), 1);
            tx.answer_question(question, at(9))?;
            assert_eq!(tx.question(question)?.unwrap().answered_at, Some(at(9)));
            for (n, answer_to) in
                [AnswerTo::Seat(id.clone(), Ply(2), 1), AnswerTo::Question(question)].iter().enumerate()
            {
                tx.enter_token(TokenHash([n as u8; 32]), players.second, answer_to)?;
                assert_eq!(&tx.token(TokenHash([n as u8; 32]))?.unwrap().stands_for, answer_to);
            }
            assert_eq!(tx.token(TokenHash([9; 32]))?, None);
            for second in 0..5 {
                tx.note_rate("help", "1", at(second))?;
            }
            assert_eq!((tx.rate("help", "1", at(1))?, tx.rate("help", "2", at(0))?), (3, 0));
            assert_eq!(tx.forget_rates(at(3), at(0))?, 3);
            tx.tally("letters")?;
            tx.tally("letters")?;
            assert_eq!(tx.tallies()?, vec![("letters".to_owned(), 2)]);
            Ok::<_, StoreError>(())
        })
        .unwrap();
}

/// What comes late to the addresses of somebody who is erased is still ours.
#[test]
fn addresses_of_an_erased_person_stand_for_nothing_and_stay_known() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    let [mine, asked, path, theirs, strange] = [1, 2, 5, 3, 4].map(|n| TokenHash([n; 32]));
    store
        .write(|tx: &Tx| {
            let question = tx.ask(players.first, &[Errand::Help], at(0))?;
            tx.enter_token(mine, players.first, &AnswerTo::Seat(id.clone(), Ply(2), 1))?;
            tx.enter_token(asked, players.first, &AnswerTo::Question(question))?;
            tx.enter_token(theirs, players.second, &AnswerTo::Seat(id.clone(), Ply(2), 1))?;
            tx.queue(&mail("333@x", players.first, None))?;
            let known = |hash| tx.is_of_erased(hash);
            assert!(!known(mine)? && !known(path)?);
            // It can be repeated.
            for _ in 0..2 {
                tx.erase_player(players.first)?;
                assert!(known(mine)? && known(asked)? && known(path)?);
            }
            assert_eq!((tx.token(mine)?, tx.token(asked)?), (None, None));
            assert_eq!(tx.mail_by_return(path)?, None);
            assert!(!known(theirs)? && !known(strange)?);
            assert!(tx.token(theirs)?.is_some());
            Ok::<_, StoreError>(())
        })
        .unwrap();
}
