//! Every stored form comes back as it went in; a garbled one is an error.

use super::{at, terms};
use kingpost::club::{
    Absence, AnswerTo, Barrier, Colour, Day, Errand, NewGame, Picture, RatingRange, Setting, Settings, Whom,
};
use kingpost::game::{
    AddressChange, Answer, ConfirmCode, Courtesy, Event, GameId, Habits, Leave, Notice, Origin, Page, Plan, PlanFault,
    PlayerId, Ply, RecordFault, Refund, Refusal, Reminder, Span, Terms, TimeControl, When,
};
use kingpost::mail::{Address, MessageId};
use kingpost::rules::{
    BySide, Declaration, Move, MoveNumber, Outcome, Piece, Role, Side, Square, Termination, Why, Wing,
};
use kingpost::store::wire;

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
    events.extend([Event::OpenUntil(at(900)), Event::Withdrawn, Event::Expired]);
    events.push(Event::Bounced { side: first, back: Refund::AtMost(chrono::TimeDelta::hours(5)) });
    events.push(Event::Arrived { side: first });
    events.push(Event::Questioned { side: second, grace: chrono::TimeDelta::hours(12) });
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
        Refusal::WhichGame { text: text(), games: vec![GameId::parse("kp-7f3k9").unwrap()] },
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
        Refusal::MessageCut,
        Refusal::NotAnAddress,
        Refusal::AddressJustChanged,
        Refusal::NoPlan,
        Refusal::Stale { of: Ply(4) },
        Refusal::NothingFound { first_line: text() },
        Refusal::StrangeLetter { text: text(), letter: 'е', looks_like: 'e' },
        Refusal::Several { found: vec![text(), "resign".into()] },
        Refusal::Doubted { found: vec![text()], doubt: "sorry".into() },
        Refusal::Perhaps { text: text(), mv: every_move()[0], doubt: None },
        Refusal::Perhaps { text: text(), mv: every_move()[0], doubt: Some("sorry".into()) },
        Refusal::UnknownSetting { text: text() },
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
        Refusal::LeaveUnclear { text: text(), ambiguous: false },
        Refusal::LeaveUnclear { text: text(), ambiguous: true },
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
        Refusal::InvitationExpired,
        Refusal::NotYourInvitation,
        Refusal::TooManyToday,
        Refusal::LastAnswer,
        Refusal::QuestionAnswered,
        Refusal::QuestionExpired,
        Refusal::AlreadyPlayed { of: Ply(3) },
        Refusal::YesToWhat { draw: true, takeback: false },
        Refusal::YesToWhat { draw: false, takeback: true },
        Refusal::YesToWhat { draw: true, takeback: true },
        Refusal::YesToWhat { draw: false, takeback: false },
        Refusal::UnreadAgain,
    ];
    refusals.extend(every_why().into_iter().map(|why| Refusal::Illegal { text: text(), why }));
    let faults = [
        PlanFault::Illegal { text: text(), why: Why::OffBoard },
        PlanFault::Ambiguous { text: text() },
        PlanFault::Promotion { text: text() },
        PlanFault::WrongNumber { text: text() },
        PlanFault::Unread,
        PlanFault::Unanswered,
        PlanFault::TwoAnswers,
        PlanFault::BeyondOther,
        PlanFault::TooLong,
    ];
    refusals.extend(faults.map(|fault| Refusal::Plan { line: text(), fault }));
    refusals
}

pub fn every_notice() -> Vec<Notice> {
    let plain = [
        Page::ConfirmAddress,
        Page::Introduction,
        Page::Invitation,
        Page::InvitationSent,
        Page::InvitationDeclined,
        Page::InvitationWithdrawn,
        Page::InvitationExpired,
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
        Page::Rules { variant: "shogi".into() },
        Page::Stats { variant: None },
        Page::Stats { variant: Some("chess".into()) },
        Page::Settings,
        Page::SettingChanged { name: "picture".into() },
        Page::Help,
        Page::HelpOn { topic: "time".into() },
        Page::AddressChange(AddressChange::Asked),
        Page::AddressChange(AddressChange::Confirm(ConfirmCode::parse("KX7Q24MD").unwrap())),
        Page::AddressChange(AddressChange::Moved(ConfirmCode::parse("KX7Q24MD").unwrap())),
        Page::AddressChange(AddressChange::Here),
        Page::AddressChange(AddressChange::Back),
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
pub fn every_notice_comes_back() {
    for notice in every_notice() {
        let stored = wire::write_notices(std::slice::from_ref(&notice));
        assert_eq!(wire::read_notices(&stored).unwrap(), vec![notice], "{stored}");
    }
}

pub fn every_errand() -> Vec<Errand> {
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
    let invites = [full, least, colourless].map(Errand::Invite);
    let day = |year| Day { year, month: 2, day: 29 };
    let leave =
        [Some(Absence::Dates(day(Some(2028)), day(None))), Some(Absence::For(chrono::TimeDelta::days(7))), None];
    let leave = leave.map(|absence| Errand::Away { text: "7 days".into(), absence });
    let invites = invites.into_iter().chain(leave).chain([Errand::AwayOff]);
    invites
        .chain([
            Errand::Bar { barrier: Barrier::Block, whom: Whom::Opponent, up: true },
            Errand::Bar { barrier: Barrier::Mute, whom: Whom::InGame(GameId::parse("7f3k9").unwrap()), up: false },
            Errand::Bar {
                barrier: Barrier::Mute,
                whom: Whom::Address(Address::parse("a@example.org").unwrap()),
                up: true,
            },
            Errand::Seek(NewGame::default()),
            Errand::TakeSeek(12),
            Errand::CancelSeek(None),
            Errand::CancelSeek(Some(7)),
            Errand::Seeks,
            Errand::Lock,
            Errand::Unlock,
            Errand::ChangeAddress(Address::parse("new@example.org").unwrap()),
            Errand::MoveHere(PlayerId(7)),
            Errand::MoveBack(PlayerId(7)),
            Errand::StopMail,
            Errand::Watch(GameId::parse("kp-7f3k9").unwrap()),
            Errand::Unwatch(Some(GameId::parse("kp-7f3k9").unwrap())),
            Errand::Unwatch(None),
            Errand::Games,
            Errand::Help,
            Errand::Rules(None),
            Errand::Rules(Some("horde".into())),
            Errand::HelpOn("time".into()),
            Errand::Stats(None),
            Errand::Stats(Some("chess".into())),
            Errand::Settings,
            Errand::Setting(Setting::Language("ja".into())),
            Errand::Setting(Setting::parse("mail daily 7:30").unwrap()),
            Errand::Setting(Setting::parse("reminders fifth day").unwrap()),
            Errand::Setting(Setting::parse("name Anna B.").unwrap()),
        ])
        .collect()
}

#[test]
fn wishes_settings_and_reply_addresses_come_back() {
    assert_eq!(wire::read_errands(&wire::write_errands(&every_errand())).unwrap(), every_errand());
    let game = GameId::parse("7f3k9").unwrap();
    let seats = [
        AnswerTo::Seat(game.clone(), Ply(3), 0),
        AnswerTo::Seat(game.clone(), Ply(3), 2),
        AnswerTo::Invitation(game.clone(), 2),
    ];
    let digest = AnswerTo::Digest(MessageId("4f0a@chess.example.org".into()));
    for answer_to in seats.into_iter().chain([AnswerTo::Question(9), AnswerTo::Watch(game), digest, AnswerTo::Desk]) {
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
    for form in forms.iter().chain(&notices).chain(&[wire::write_errands(&every_errand())]) {
        for place in (0..form.len()).filter(|place| form.is_char_boundary(*place)) {
            let mut other = form.clone();
            other.truncate(place);
            other.push('9');
            if let Some(rest) = form.get(place + 1..) {
                other.push_str(rest);
            }
            refused += usize::from(wire::read_event(&other).is_err());
            refused += usize::from(wire::read_notices(&other).is_err());
            refused += usize::from(wire::read_errands(&other).is_err());
            assert!(wire::read_event(&form[..place]).is_err(), "cut short: {}", &form[..place]);
        }
    }
    assert!(refused > 1000, "{refused}");
    assert!(wire::read_event(r#"{"v":2,"is":"started"}"#).is_err(), "a version of the future");
}
