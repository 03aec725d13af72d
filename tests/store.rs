//! The record: schema, round trips of every stored form, rows that make no sense.

use chrono::DateTime;
use kingpost::club::{
    Absence, Barrier, Colour, Day, NewGame, Picture, Player, RatingRange, Settings, Standing, TokenHash, Whom,
};
use kingpost::game::{Answer, Courtesy, Origin, Plan, PlanFault, RecordFault, When};
use kingpost::game::{ConfirmCode, Event, GameId, Moment, Notice, Page, PlayerId, Ply, Recorded, Refusal};
use kingpost::game::{Game, Habits, Leave, Refund, Reminder, Scope, Span, Terms, TimeControl};
use kingpost::mail::{Address, MessageId};
use kingpost::rules::{
    BySide, Declaration, DrawRules, Move, MoveNumber, Outcome, Piece, Role, Ruling, Side, Square, Termination, Why,
    Wing, variants,
};
use kingpost::store::{AnswerTo, Lock, Locked, NewMail, SCHEMA, State, Store, StoreError, Tx, Wish, backup, wire};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn at(seconds: i64) -> Moment {
    DateTime::from_timestamp(1_796_000_000 + seconds, 0).unwrap()
}

fn terms() -> Terms {
    Terms {
        variant: variants::by_key("chess").unwrap(),
        time: TimeControl::parse("30d+3d").unwrap(),
        draws: DrawRules { threefold: Ruling::Auto, fifty: Ruling::Claim },
        rated: true,
        weekends_off: false,
        scope: Scope { own: true, opponent: false },
        courtesy: Courtesy { takebacks: false, offer_gap: 10 },
        start: Some("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".into()),
    }
}

fn every_move() -> Vec<Move> {
    vec![
        Move::Step { from: Square(12), to: Square(28), promotion: None },
        Move::Step { from: Square(52), to: Square(60), promotion: Some(Role(1)) },
        Move::EnPassant { from: Square(36), to: Square(43) },
        Move::Castle { from: Square(4), to: Square(6), rook: Square(7), wing: Wing::King },
        Move::Castle { from: Square(4), to: Square(2), rook: Square(0), wing: Wing::Queen },
        Move::Drop { role: Role(4), to: Square(99) },
    ]
}

fn some_plan() -> Plan {
    let step = |from, to| Move::Step { from: Square(from), to: Square(to), promotion: None };
    let answer = |theirs: Option<Move>, mv| Answer { when: theirs.map_or(When::Other, When::Move), mv };
    Plan::of(&[
        vec![answer(Some(step(52, 36)), step(6, 21)), answer(Some(step(51, 43)), step(5, 33))],
        vec![answer(Some(step(52, 36)), step(6, 21)), answer(Some(step(57, 42)), step(5, 26))],
        vec![answer(None, step(11, 27))],
    ])
    .unwrap()
}

fn every_event() -> Vec<Event> {
    let players = BySide { first: PlayerId(7), second: PlayerId(1) };
    let plain = Terms { start: None, time: TimeControl::Unlimited, ..terms() };
    let mut events = vec![
        Event::Offered { players, by: Side::Second, drawn: true, terms: terms(), origin: Origin::Challenge },
        Event::Offered { players, by: Side::First, drawn: false, terms: plain, origin: Origin::Challenge },
        Event::Started,
        Event::Declined,
        Event::Told { side: Side::First, ply: Ply(12), since: None },
        Event::Unreachable { side: Side::Second, back: Refund::Whole },
        Event::Said { by: Side::First, text: "Grüße \"{{ x }}\"\n> 引き分け".into() },
        Event::DrawOffered { by: Side::First },
        Event::DrawDeclined { by: Side::Second },
        Event::ClaimFailed { by: Side::First },
        Event::ResignAsked { by: Side::First, code: ConfirmCode::parse("kx7q24md").unwrap() },
    ];
    events.extend(every_move().into_iter().map(|mv| Event::Moved { by: Side::First, mv }));
    let winners = [None, Some(Side::First), Some(Side::Second)];
    let terminations = ["checkmate", "stalemate", "dead", "repetition", "fifty", "seventy-five", "agreement"];
    for key in terminations.into_iter().chain(["resign", "timeout"]) {
        let termination = Termination::from_key(key).unwrap();
        events.extend(winners.map(|winner| Event::Ended(Outcome { winner, termination })));
    }
    // As later releases added them.
    events.push(Event::OfferTooSoon { by: Side::First });
    events.push(Event::TakebackAsked { by: Side::First });
    events.push(Event::TakebackDeclined { by: Side::Second });
    events.push(Event::TakenBack { to: Ply(12) });
    events.push(Event::Aborted { by: Side::Second });
    events.push(Event::Undone { by: Side::First });
    let courtesy = Courtesy { takebacks: true, offer_gap: 0 };
    events.push(Event::Offered {
        players,
        by: Side::First,
        drawn: false,
        terms: Terms { courtesy, ..terms() },
        origin: Origin::Challenge,
    });
    events.push(Event::Planned { by: Side::First, plan: Plan::default() });
    events.push(Event::Planned { by: Side::Second, plan: some_plan() });
    let span = Span { from: at(0), to: at(86_400) };
    let (first, second) = (Side::First, Side::Second);
    let without_weekends = Terms { weekends_off: true, time: TimeControl::parse("30d+3d/40d").unwrap(), ..terms() };
    events.extend([
        Event::Offered { players, by: second, drawn: true, terms: without_weekends, origin: Origin::Challenge },
        Event::Bounced { side: first, back: Refund::Whole },
        Event::Asked { side: first },
        Event::Outage(span),
        Event::Away { side: second, span },
        Event::Back { side: second },
        Event::LeaveOver { side: second },
        Event::Weekends { side: first, zone: chrono_tz::Asia::Tokyo, from: None },
        Event::Gave { by: first, time: chrono::TimeDelta::days(2) },
        Event::FlagFell { side: first },
    ]);
    events.extend(Reminder::ALL.map(|step| Event::Reminded { side: first, step }));
    events.push(Event::Countered { players, by: second, drawn: true, terms: terms() });
    events.extend([
        Event::Bounced { side: first, back: Refund::Day },
        Event::Unreachable { side: second, back: Refund::Nothing },
        Event::LeaveEnds { side: first },
        Event::Weekends { side: second, zone: chrono_tz::Asia::Tokyo, from: Some(at(600)) },
        Event::Ended(Outcome { winner: None, termination: Termination::Abandoned }),
    ]);
    let id = GameId::parse("7f3k9").unwrap();
    events.push(Event::RematchAsked { by: second, game: id.clone() });
    events.push(Event::Offered { players, by: first, drawn: false, terms: terms(), origin: Origin::Rematch(id) });
    events.push(Event::Offered { players, by: first, drawn: false, terms: terms(), origin: Origin::Seek });
    events.push(Event::Told { side: first, ply: Ply(12), since: Some(at(7)) });
    let other = GameId::parse("7f3k9").unwrap();
    for origin in [Origin::Pair(other.clone()), Origin::Twin(other)] {
        events.push(Event::Offered { players, by: second, drawn: false, terms: terms(), origin });
    }
    events
}

#[test]
fn every_event_comes_back() {
    for event in every_event() {
        let stored = wire::write_event(&event);
        assert_eq!(wire::read_event(&stored).as_ref(), Ok(&event), "{stored}");
    }
}

/// Events as the first release wrote them, one a line: records outlive programs.
#[test]
fn the_first_records_stay_readable() {
    let path = "tests/data/store/events-v1.jsonl";
    let written: Vec<String> = every_event().iter().map(wire::write_event).collect();
    if std::env::var_os("KINGPOST_BLESS").is_some() {
        std::fs::write(path, written.join("\n") + "\n").unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap();
    for (line, event) in kept.lines().zip(every_event()) {
        assert_eq!(wire::read_event(line).as_ref(), Ok(&event), "{line}");
    }
    assert_eq!(kept.lines().count(), written.len(), "add new events at the end: KINGPOST_BLESS=1");
}

fn every_why() -> Vec<Why> {
    let man = (Piece { side: Side::First, role: Role(2) }, Square(3));
    let by = (Piece { side: Side::Second, role: Role(5) }, Square(60));
    let to = Square(17);
    vec![
        Why::NoSuchMan { role: Role(3), file: Some(2), rank: None },
        Why::EmptySquare(to),
        Why::NotYours(by),
        Why::OtherMan { role: Role(1), there: man },
        Why::CannotReach { man, to },
        Why::Blocked { man, to, by },
        Why::OwnManThere { man, there: by },
        Why::NothingToTake { man, to },
        Why::OnlyByTaking { man, there: by },
        Why::EnPassantTooLate { man, passed: by },
        Why::EnPassantExposes { man, by },
        Why::Pinned { man, by },
        Why::IntoCheck { to, by },
        Why::MustAnswerCheck { by: vec![by, man] },
        Why::CastlingRightLost(Wing::Queen),
        Why::CastlingOutOfCheck(by),
        Why::CastlingThroughCheck { square: to, by },
        Why::CastlingBlocked(man),
        Why::NoSuchPromotion(Role(0)),
        Why::NotPromoting { man },
        Why::MustPromote { man, to },
        Why::NotInHand(Role(7)),
        Why::DropOccupied(by),
        Why::DropDead { role: Role(6), to },
        Why::TwoPawns(man),
        Why::PawnDropMate(to),
        Why::OffBoard,
        Why::NotLegal,
    ]
}

fn every_refusal() -> Vec<Refusal> {
    let text = || "Nbd2?\u{202e}".to_owned();
    let number = |number, dots| MoveNumber { number, dots };
    let mut refusals = vec![
        Refusal::NotYourTurn,
        Refusal::NotYourGame { game: GameId::parse("kp-7f3k9").unwrap() },
        Refusal::NotVouched,
        Refusal::NumberNeeded { text: text(), awaited: MoveNumber { number: 12, dots: true } },
        Refusal::NewsSince,
        Refusal::OwnMailOnly,
        Refusal::AboveGames,
        Refusal::BelowQuoted,
        Refusal::TooManyGames { most: 20 },
        Refusal::GameOver,
        Refusal::NotStarted,
        Refusal::AlreadyAnswered,
        Refusal::TermsChanged,
        Refusal::SeekGone,
        Refusal::OutsideRange { rating: 1500, provisional: true, from: Some(1600), to: None },
        Refusal::OutsideRange { rating: 1812, provisional: false, from: None, to: Some(1700) },
        Refusal::NothingSought,
        Refusal::TooManySeeks,
        Refusal::RematchTooEarly,
        Refusal::RematchAsked,
        Refusal::Blocked,
        Refusal::WhomUnclear,
        Refusal::TooManyBarriers,
        Refusal::NothingChanged,
        Refusal::TooManyCounters,
        Refusal::Ambiguous { text: text(), moves: every_move() },
        Refusal::Promotion { text: text(), moves: every_move() },
        Refusal::WrongNumber { text: text(), written: number(12, true), awaited: number(13, false) },
        Refusal::OfferTooSoon { moves: 3 },
        Refusal::TakebackOff,
        Refusal::NothingToTakeBack,
        Refusal::TakebackAsked,
        Refusal::TakebackDeclined,
        Refusal::TakebackToAnswer,
        Refusal::NoTakeback,
        Refusal::TooLateToAbort,
        Refusal::NothingToUndo,
        Refusal::TooLateToUndo,
        Refusal::PlannedToUndo,
        Refusal::PlanWithoutMove,
        Refusal::NoPlan,
        Refusal::Stale { of: Ply(4) },
        Refusal::NothingFound { first_line: text() },
        Refusal::StrangeLetter { text: text(), letter: 'е', looks_like: 'e' },
        Refusal::Several { found: vec![text(), "resign".into()] },
        Refusal::Doubted { found: vec![text()], doubt: "sorry".into() },
        Refusal::NotOffered { command: text() },
        Refusal::NoOffer,
        Refusal::AlreadyOffered,
        Refusal::OfferToAnswer,
        Refusal::CannotDeclare { declaration: None },
        Refusal::CannotDeclare {
            declaration: Some(Declaration {
                king_in_camp: true,
                men_in_camp: 3,
                checked: false,
                points: 7,
                needed: 27,
            }),
        },
        Refusal::NoClaim { asked: vec![Termination::Fifty, Termination::Repetition] },
        Refusal::NoManThere { square: Square(36) },
        Refusal::ScopeNotAgreed { own: true },
        Refusal::ScopeNotAgreed { own: false },
        Refusal::NotOver,
        Refusal::NothingToConfirm,
        Refusal::WrongCode,
        Refusal::NoFlag,
        Refusal::NoClock,
        Refusal::GiftTooLarge { most: 30 },
        Refusal::LeaveUnclear { text: text() },
        Refusal::LeaveSpent { left: 3, year: 2027 },
        Refusal::WrongSender,
        Refusal::Forged,
        Refusal::TwoTokens,
        Refusal::Unreadable,
        Refusal::TooLarge,
        Refusal::NoToken,
        Refusal::UnknownVariant { text: text() },
        Refusal::BadTerms { text: text() },
        Refusal::BadRecord { fault: RecordFault::Unreadable },
        Refusal::BadRecord { fault: RecordFault::Several },
        Refusal::BadRecord { fault: RecordFault::OtherGame { text: text() } },
        Refusal::BadRecord { fault: RecordFault::Start },
        Refusal::BadRecord { fault: RecordFault::Move { ply: 7, text: text() } },
        Refusal::BadRecord { fault: RecordFault::Over },
        Refusal::TimeTooShort,
        Refusal::NoOpponent { robots: vec![text()] },
        Refusal::RobotDeclines { name: text(), plays: vec!["chess".into()] },
        Refusal::RobotBusy { name: text(), most: 5 },
        Refusal::CannotInvite,
        Refusal::InvitationsUnwanted,
        Refusal::TooManyInvitations,
        Refusal::TooMany,
    ];
    refusals.extend(every_why().into_iter().map(|why| Refusal::Illegal { text: text(), why }));
    let faults = [
        PlanFault::Illegal { text: text(), why: Why::OffBoard },
        PlanFault::Ambiguous { text: text() },
        PlanFault::Promotion { text: text() },
        PlanFault::WrongNumber { text: text() },
        PlanFault::Unanswered,
        PlanFault::TwoAnswers,
        PlanFault::BeyondOther,
        PlanFault::TooLong,
    ];
    refusals.extend(faults.map(|fault| Refusal::Plan { line: text(), fault }));
    refusals
}

fn every_notice() -> Vec<Notice> {
    let plain = [
        Page::ConfirmAddress,
        Page::Invitation,
        Page::InvitationSent,
        Page::InvitationDeclined,
        Page::GameStarted,
        Page::YourMove,
        Page::MoveTaken,
        Page::Plans,
        Page::PlanPlayed { from: Ply(7) },
        Page::DrawOffered,
        Page::DrawDeclined,
        Page::DrawOfferSent,
        Page::TakebackAsked,
        Page::TakebackSent,
        Page::TakebackDeclined,
        Page::TakenBack,
        Page::GameAborted,
        Page::MoveUndone,
        Page::UndoOpen { until: at(600) },
        Page::ConfirmResign,
        Page::GameOver,
        Page::Reminder,
        Page::FlagFallen,
        Page::Unreachable,
        Page::Away,
        Page::LeaveEnds,
        Page::Back,
        Page::LeaveBooked(Leave { span: Span { from: at(0), to: at(9) }, days_left: 12 }),
        Page::LeaveOff,
        Page::LeaveOffered,
        Page::TimeGiven,
        Page::Message,
        Page::MessageSent,
        Page::Board { ply: None },
        Page::Board { ply: Some(8) },
        Page::Scope { square: Square(21) },
        Page::Replay,
        Page::Games,
        Page::Stats { variant: None },
        Page::Stats { variant: Some("chess".into()) },
        Page::Settings,
        Page::Help,
        Page::MailStopped,
    ];
    let game = GameId::parse("7f3k9").unwrap();
    let pages = plain.into_iter().chain(every_refusal().into_iter().map(Page::Refused));
    pages
        .enumerate()
        .map(|(n, page)| Notice {
            to: PlayerId(n as i64),
            about: (n % 3 != 0).then(|| (game.clone(), if n % 2 == 0 { Side::First } else { Side::Second })),
            seq: n as u32,
            page,
            message: (n % 4 == 0).then(|| "Good luck!".to_owned()),
        })
        .collect()
}

#[test]
fn every_notice_comes_back() {
    for notice in every_notice() {
        let stored = wire::write_notices(std::slice::from_ref(&notice));
        assert_eq!(wire::read_notices(&stored).unwrap(), vec![notice], "{stored}");
    }
}

fn every_wish() -> Vec<Wish> {
    let full = NewGame {
        weekends_off: Some(true),
        variant: "チェス".into(),
        with: Address::parse("ben@example.org"),
        colour: Some(Colour::Second),
        time: Some("3d".into()),
        rated: Some(false),
        draws: Some("auto".into()),
        scope: Some("own".into()),
        fen: Some("8/8".into()),
        record: Some("1. e4 *\n".into()),
        range: RatingRange { from: Some(1400), to: None },
        pair: true,
        unread: vec!["please".into()],
    };
    let least = NewGame { colour: Some(Colour::First), ..NewGame::default() };
    let colourless = NewGame::default();
    let invites = [full, least, colourless].map(Wish::Invite);
    let day = |year| Day { year, month: 2, day: 29 };
    let leave =
        [Some(Absence::Dates(day(Some(2028)), day(None))), Some(Absence::For(chrono::TimeDelta::days(7))), None];
    let leave = leave.map(|absence| Wish::Away { text: "7 days".into(), absence });
    let invites = invites.into_iter().chain(leave).chain([Wish::AwayOff]);
    invites
        .chain([
            Wish::Bar { barrier: Barrier::Block, whom: Whom::Opponent, up: true },
            Wish::Bar { barrier: Barrier::Mute, whom: Whom::InGame(GameId::parse("7f3k9").unwrap()), up: false },
            Wish::Bar {
                barrier: Barrier::Mute,
                whom: Whom::Address(Address::parse("a@example.org").unwrap()),
                up: true,
            },
            Wish::Seek(NewGame::default()),
            Wish::TakeSeek(12),
            Wish::CancelSeek(None),
            Wish::CancelSeek(Some(7)),
            Wish::Seeks,
            Wish::StopMail,
            Wish::Watch(GameId::parse("kp-7f3k9").unwrap()),
            Wish::Unwatch(Some(GameId::parse("kp-7f3k9").unwrap())),
            Wish::Unwatch(None),
            Wish::Games,
            Wish::Help,
            Wish::Stats(None),
            Wish::Stats(Some("chess".into())),
            Wish::Settings,
            Wish::Setting("language ja".into()),
        ])
        .collect()
}

#[test]
fn wishes_settings_and_reply_addresses_come_back() {
    assert_eq!(wire::read_wishes(&wire::write_wishes(&every_wish())).unwrap(), every_wish());
    let game = GameId::parse("7f3k9").unwrap();
    let seats = [AnswerTo::Seat(game.clone(), Ply(3)), AnswerTo::Invitation(game.clone(), 2)];
    for answer_to in seats.into_iter().chain([AnswerTo::Question(9), AnswerTo::Watch(game), AnswerTo::Desk]) {
        assert_eq!(wire::read_answer_to(&wire::write_answer_to(&answer_to)).unwrap(), answer_to);
    }
    for picture in [Picture::Large, Picture::Small, Picture::Off] {
        for zone in [None, Some(chrono_tz::Asia::Tokyo)] {
            let habits = Habits { reminders: vec![Reminder::Fifth], claims_flags: zone.is_some() };
            let settings = Settings { picture, always_queen: zone.is_some(), zone, habits, ..Settings::default() };
            assert_eq!(wire::read_settings(&wire::write_settings(&settings)).unwrap(), settings);
        }
    }
}

/// Stored forms with one byte changed or cut off are read or refused, never a panic.
#[test]
fn garbled_forms_are_errors() {
    let mut refused = 0;
    let forms = every_event().iter().map(wire::write_event).collect::<Vec<_>>();
    let notices = every_notice().iter().map(|n| wire::write_notices(std::slice::from_ref(n))).collect::<Vec<_>>();
    for form in forms.iter().chain(&notices).chain(&[wire::write_wishes(&every_wish())]) {
        for place in (0..form.len()).filter(|place| form.is_char_boundary(*place)) {
            let mut other = form.clone();
            other.truncate(place);
            other.push('9');
            if let Some(rest) = form.get(place + 1..) {
                other.push_str(rest);
            }
            refused += usize::from(wire::read_event(&other).is_err());
            refused += usize::from(wire::read_notices(&other).is_err());
            refused += usize::from(wire::read_wishes(&other).is_err());
            assert!(wire::read_event(&form[..place]).is_err(), "cut short: {}", &form[..place]);
        }
    }
    assert!(refused > 1000, "{refused}");
    assert!(wire::read_event(r#"{"v":2,"is":"started"}"#).is_err(), "a version of the future");
}

fn player(name: &str, address: &str) -> Player {
    Player {
        id: PlayerId(0),
        address: Address::parse(address).unwrap(),
        name: name.into(),
        language: "ja".into(),
        standing: Standing::Confirmed,
        settings: Settings { picture: Picture::Small, ..Settings::default() },
        epoch: 3,
        robot: false,
    }
}

/// A record with Anna, Ben and one game offered by Anna.
fn record(folder: &Path) -> (Store, BySide<PlayerId>, GameId) {
    let mut store = Store::open(folder).unwrap();
    let id = GameId::parse("7f3k9").unwrap();
    let players = store
        .write(|tx| {
            let first = tx.enter_player(&player("Anna", "Anna@example.org"), at(0))?;
            let second = tx.enter_player(&player("Ben", "ben@example.net"), at(0))?;
            let players = BySide { first, second };
            let offered = Event::Offered {
                players,
                by: Side::First,
                drawn: false,
                terms: Terms { start: None, ..terms() },
                origin: Origin::Challenge,
            };
            let events = [Recorded { seq: 1, at: at(1), event: offered }];
            let game = Game::replay(id.clone(), &events).unwrap();
            tx.append(&game, &events)?;
            Ok::<_, StoreError>(players)
        })
        .unwrap();
    (store, players, id)
}

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
            let first = tx.due(at(0))?.unwrap();
            assert_eq!((first.new.clone(), first.number), (mail("1@x", players.first, Some(&id)), 1));
            tx.begin_sending(first.id, b"bytes")?;
            tx.begin_sending(first.id, b"other bytes")?;
            assert_eq!(
                tx.mail(first.id)?.unwrap().bytes.unwrap(),
                b"bytes",
                "a repeat has the bytes of the first attempt"
            );
            tx.postpone(first.id, "421 later", at(60))?;
            let other = tx.due(at(1))?.unwrap();
            assert_eq!(other.new.message_id.0, "333@x", "Anna's second mail waits for her first, Ben's does not");
            tx.settle(other.id, State::Sent, None, at(1))?;
            assert_eq!(tx.due(at(59))?, None);
            assert_eq!(tx.next_due(at(59))?, Some(at(60)), "what is held up behind a mail hides nothing that comes");
            let again = tx.due(at(60))?.unwrap();
            assert_eq!((again.id, again.attempts), (first.id, 1));
            tx.settle(again.id, State::Failed, Some("550"), at(61))?;
            let second = tx.due(at(61))?.unwrap();
            assert_eq!((second.new.message_id.0.as_str(), second.number), ("22@x", 2));
            assert_eq!(tx.mail(first.id)?.unwrap().bytes, None, "settled mail keeps no secrets");
            let queue = tx.queue_state()?;
            assert_eq!((queue.waiting, queue.sent, queue.failed, queue.oldest), (1, 1, 1, Some(at(0))));
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
            let question = tx.ask(players.first, &every_wish(), at(0))?;
            assert_eq!(tx.open_question(players.first, at(-1))?.unwrap().wishes, every_wish());
            assert_eq!(tx.open_question(players.first, at(1))?, None);
            assert_eq!(tx.unanswered_questions(players.first)?, 1);
            tx.answer_question(question, at(9))?;
            assert_eq!(tx.question(question)?.unwrap().answered_at, Some(at(9)));
            for (n, answer_to) in [AnswerTo::Seat(id.clone(), Ply(2)), AnswerTo::Question(question)].iter().enumerate()
            {
                tx.enter_token(TokenHash([n as u8; 32]), players.second, answer_to)?;
                assert_eq!(&tx.token(TokenHash([n as u8; 32]))?.unwrap().stands_for, answer_to);
            }
            assert_eq!(tx.token(TokenHash([9; 32]))?, None);
            for second in 0..5 {
                tx.note_rate("help", "1", at(second))?;
            }
            assert_eq!((tx.rate("help", "1", at(1))?, tx.rate("help", "2", at(0))?), (3, 0));
            assert_eq!(tx.forget_rates(at(3))?, 3);
            tx.tally("letters")?;
            tx.tally("letters")?;
            assert_eq!(tx.tallies()?, vec![("letters".to_owned(), 2)]);
            Ok::<_, StoreError>(())
        })
        .unwrap();
}

#[test]
fn files_are_for_the_service_alone() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (store, ..) = record(&data);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let _lock = Lock::take(&data).unwrap();
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
    assert!(matches!(Lock::take(&data), Err(Locked::Taken(_))), "one daemon, no second");
    drop(store);
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(record(folder.path()));
    let conn = rusqlite::Connection::open(Store::file(folder.path())).unwrap();
    conn.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    drop(conn);
    let error = Store::open(folder.path()).err().unwrap();
    assert_eq!(error, StoreError::Newer { found: SCHEMA + 1, known: SCHEMA });
    assert!(error.to_string().contains("install the newer kingpost"));
}

/// One byte changed in each of many places: found at the start, or on use, or harmless; never a panic, never another game.
#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    let whole: Vec<_> = store.read(|tx| tx.events(&id, u32::MAX)).unwrap();
    store.checkpoint().unwrap();
    drop(store);
    let file = Store::file(folder.path());
    let sound = std::fs::read(&file).unwrap();
    let mut refused = 0;
    for place in (16..sound.len()).step_by(997) {
        let mut bytes = sound.clone();
        bytes[place] ^= 0x55;
        std::fs::write(&file, &bytes).unwrap();
        match Store::open(folder.path()) {
            Err(error) => {
                let said = error.to_string();
                assert!(!said.contains("damaged") || said.contains("backup"), "{said}");
                refused += 1;
            }
            Ok(mut store) => {
                let events = store.read(|tx| tx.events(&id, u32::MAX));
                assert!(events.as_ref().map_or(true, |events| events == &whole || events.len() < whole.len() + 1));
                let _ = store.read(|tx| tx.player(players.first));
            }
        }
        for name in ["kingpost.db-wal", "kingpost.db-shm"] {
            let _ = std::fs::remove_file(folder.path().join(name));
        }
    }
    assert!(refused > 0, "no damage was found at all");
    std::fs::write(&file, b"this is no database, but long enough to be looked at as one, page by page").unwrap();
    assert!(matches!(Store::open(folder.path()), Err(StoreError::Damaged { .. })));
}

#[test]
fn rows_that_make_no_sense_are_errors_of_their_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, players, id) = record(folder.path());
    let conn = rusqlite::Connection::open(Store::file(folder.path())).unwrap();
    for fact in ["", "{}", r#"{"v":1,"is":"sold"}"#, r#"{"v":1,"is":"declined"}"#] {
        conn.execute("UPDATE events SET fact = ?1", [fact]).unwrap();
        let error = store.read(|tx| tx.game(&id)).err().unwrap();
        assert!(matches!(&error, StoreError::Corrupt { place, .. } if place.contains("kp-7f3k9")), "{error}");
    }
    conn.execute("UPDATE players SET settings = 'x' WHERE id = ?1", [players.first.0]).unwrap();
    assert!(store.read(|tx| tx.player(players.first)).is_err());
    assert!(store.read(|tx| tx.player(players.second)).is_ok(), "the others go on");
}

#[test]
fn a_backup_is_one_sound_file() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, _, id) = record(&folder.path().join("data"));
    let copy = folder.path().join("kept/kingpost.db");
    std::fs::create_dir(folder.path().join("kept")).unwrap();
    backup(&folder.path().join("data"), &copy).unwrap();
    assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(std::fs::read_dir(folder.path().join("kept")).unwrap().count(), 1);
    let mut restored = Store::open(&folder.path().join("kept")).unwrap();
    assert_eq!(restored.read(|tx| tx.events(&id, u32::MAX)).unwrap().len(), 1);
}
