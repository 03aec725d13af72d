//! Every refusal and every reason a move is illegal, said in both languages.

use kingpost::game::{Notice, Page, PlanFault, PlayerId, Ply, Refusal};
use kingpost::rules::variants::CHESS;
use kingpost::rules::{Declaration, Move, MoveNumber, Piece, Role, Side, Square, Termination, Why, Wing};

use super::snapshots::compare_all;
use super::stage::{Case, pages};

fn square(name: &str) -> Square {
    CHESS.geometry.square(name).unwrap()
}

fn man(letter: char, side: Side, name: &str) -> (Piece, Square) {
    let role = CHESS.roles.iter().position(|sheet| sheet.letter == letter).unwrap();
    (Piece { side, role: Role(role as u8) }, square(name))
}

fn whys() -> Vec<Why> {
    let own = |letter, name| man(letter, Side::First, name);
    let other = |letter, name| man(letter, Side::Second, name);
    let (king, queen, knight, pawn) = (Role(0), Role(1), Role(4), Role(5));
    vec![
        Why::NoSuchMan { role: queen, file: None, rank: None },
        Why::NoSuchMan { role: knight, file: Some(0), rank: None },
        Why::NoSuchMan { role: knight, file: None, rank: Some(6) },
        Why::NoSuchMan { role: knight, file: Some(0), rank: Some(6) },
        Why::EmptySquare(square("e5")),
        Why::NotYours(other('N', "c6")),
        Why::OtherMan { role: knight, there: own('B', "c4") },
        Why::CannotReach { man: own('N', "f3"), to: square("e4") },
        Why::CannotReach { man: own('N', "f3"), to: square("a6") },
        Why::Blocked { man: own('B', "c1"), to: square("g5"), by: own('P', "d2") },
        Why::OwnManThere { man: own('N', "f3"), there: own('P', "d2") },
        Why::NothingToTake { man: own('P', "e4"), to: square("d5") },
        Why::OnlyByTaking { man: own('P', "e4"), there: other('P', "d5") },
        Why::EnPassantTooLate { man: own('P', "e5"), passed: other('P', "d5") },
        Why::EnPassantExposes { man: own('P', "e5"), by: other('R', "h5") },
        Why::Pinned { man: own('N', "f3"), by: other('B', "g4") },
        Why::IntoCheck { to: square("f2"), by: other('B', "c5") },
        Why::MustAnswerCheck { by: vec![other('N', "c6"), other('B', "c5")] },
        Why::CastlingRightLost(Wing::King),
        Why::CastlingRightLost(Wing::Queen),
        Why::CastlingOutOfCheck(other('B', "b4")),
        Why::CastlingThroughCheck { square: square("f1"), by: other('B', "a6") },
        Why::CastlingBlocked(own('B', "f1")),
        Why::NoSuchPromotion(king),
        Why::NoSuchPromotion(pawn),
        Why::NotPromoting { man: own('P', "e4") },
        Why::MustPromote { man: own('P', "e4"), to: square("e8") },
        Why::NotInHand(knight),
        Why::DropOccupied(own('P', "e4")),
        Why::DropDead { role: pawn, to: square("e8") },
        Why::TwoPawns(own('P', "e4")),
        Why::PawnDropMate(square("e8")),
        Why::MustCapture { man: own('N', "g1"), by: own('P', "e4"), there: other('P', "d5") },
        Why::GivesCheck { man: own('N', "f3"), by: own('N', "f3") },
        Why::GivesCheck { man: own('N', "f3"), by: own('R', "f1") },
        Why::NothingToBecome { man: own('P', "e7"), to: square("e8") },
        Why::OffBoard,
        Why::NotLegal,
    ]
}

fn refusals() -> Vec<Refusal> {
    let text = || "Nf3".to_owned();
    let number = |number, dots| MoveNumber { number, dots };
    let step = || Move::Step { from: Square(6), to: Square(21), promotion: None };
    let mut all: Vec<Refusal> = whys().into_iter().map(|why| Refusal::Illegal { text: text(), why }).collect();
    all.extend([
        Refusal::NotYourTurn,
        Refusal::GameOver,
        Refusal::NotStarted,
        Refusal::AlreadyAnswered,
        Refusal::TermsChanged,
        Refusal::SeekGone,
        Refusal::OutsideRange { rating: 1500, provisional: true, from: Some(1600), to: Some(1700) },
        Refusal::NothingSought,
        Refusal::TooManySeeks,
        Refusal::RematchTooEarly,
        Refusal::RematchAsked,
        Refusal::Blocked,
        Refusal::WhomUnclear,
        Refusal::TooManyBarriers,
        Refusal::NothingChanged,
        Refusal::TooManyCounters,
        Refusal::Ambiguous { text: text(), moves: Vec::new() },
        Refusal::Promotion { text: text(), moves: Vec::new() },
        Refusal::WrongNumber { text: text(), written: number(4, true), awaited: number(6, false) },
        Refusal::Stale { of: Ply(3) },
        Refusal::NothingFound { first_line: "hello".into() },
        Refusal::NothingFound { first_line: String::new() },
        Refusal::StrangeLetter { text: "е4".into(), letter: 'е', looks_like: 'e' },
        Refusal::Several { found: vec![text(), "resign".into()] },
        Refusal::Several { found: vec!["Nf3".into(), "e4".into()] },
        Refusal::Doubted { found: vec![text()], doubt: "sorry".into() },
        Refusal::Perhaps { text: text(), mv: step(), doubt: None },
        Refusal::Perhaps { text: text(), mv: step(), doubt: Some("sorry".into()) },
        Refusal::NotOffered { command: "takeback".into() },
        Refusal::Plan { line: "e5 Nf3".into(), fault: PlanFault::Illegal { text: text(), why: Why::OffBoard } },
        Refusal::Plan { line: "e5 Nf3".into(), fault: PlanFault::Ambiguous { text: text() } },
        Refusal::Plan { line: "e5 e8".into(), fault: PlanFault::Promotion { text: "e8".into() } },
        Refusal::Plan { line: "e5 Nf3".into(), fault: PlanFault::WrongNumber { text: text() } },
        Refusal::Plan { line: "e5 Nf3 d6".into(), fault: PlanFault::Unanswered },
        Refusal::Plan { line: "if d6 d4".into(), fault: PlanFault::Unread },
        Refusal::Plan { line: "e5 Nf3".into(), fault: PlanFault::TwoAnswers },
        Refusal::Plan { line: "d4 d5 c4".into(), fault: PlanFault::BeyondOther },
        Refusal::Plan { line: "e5 Nf3".into(), fault: PlanFault::TooLong },
        Refusal::OfferTooSoon { moves: 1 },
        Refusal::OfferTooSoon { moves: 9 },
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
        Refusal::NoOffer,
        Refusal::AlreadyOffered,
        Refusal::OfferToAnswer,
        Refusal::NoClaim { asked: vec![Termination::Repetition] },
        Refusal::NoClaim { asked: vec![Termination::Repetition, Termination::Fifty] },
        Refusal::CannotDeclare { declaration: None },
        Refusal::CannotDeclare {
            declaration: Some(Declaration {
                king_in_camp: false,
                men_in_camp: 9,
                checked: true,
                points: 26,
                needed: 28,
            }),
        },
        Refusal::NothingToConfirm,
        Refusal::WrongCode,
        Refusal::WrongSender,
        Refusal::Forged,
        Refusal::TwoTokens,
        Refusal::Unreadable,
        Refusal::TooLarge,
        Refusal::NoToken,
        Refusal::UnknownVariant { text: "ludo".into() },
        Refusal::BadTerms { text: "time soon".into() },
        Refusal::TimeTooShort,
        Refusal::NoOpponent { robots: Vec::new() },
        Refusal::NoOpponent { robots: vec!["stockfish".into(), "partner".into()] },
        Refusal::RobotDeclines { name: "Stockfish".into(), plays: vec!["chess".into(), "fischer-random".into()] },
        Refusal::RobotBusy { name: "Stockfish".into(), most: 5 },
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
    ]);
    all
}

#[test]
fn every_reason_is_said() {
    let pages = pages();
    let case = Case::named("your_move").with("picture", "off").with("says", "");
    let mut said = Vec::new();
    for language in ["en", "ja"] {
        let mut lines = String::new();
        for refusal in refusals() {
            let name = format!("{refusal:?}").split([' ', '{', '(']).next().unwrap().to_owned();
            let notice = Notice { to: PlayerId(1), about: None, seq: 1, page: Page::Refused(refusal), message: None };
            let draft = case.draft_of(&pages, language, vec![notice]);
            let end = if language == "en" { "\nTime in this game" } else { "\n持ち時間：" };
            let news = draft.text.split(end).next().unwrap().trim();
            assert!(!news.contains(['{', '}']), "{language}: {news}");
            assert!(news.lines().next().is_some_and(|head| !head.is_empty()), "{language}: {news}");
            lines += &format!("[{name}]\n{news}\n\n");
        }
        said.push((format!("reasons.{language}.txt"), lines.into_bytes()));
    }
    compare_all(said);
}

/// A plan has moves of both sides: a reason that says "your knight" is about the reader's.
#[test]
fn the_fault_in_a_plan_names_the_right_owner() {
    let pages = pages();
    let case = Case::named("plan_refused");
    let told = |side: Side, language: &str| {
        let why = Why::CannotReach { man: man('N', side, "g8"), to: square("e5") };
        let fault = PlanFault::Illegal { text: "Ne5".into(), why };
        let page = Page::Refused(Refusal::Plan { line: "Ne5 d4".into(), fault });
        let notice = Notice { to: PlayerId(1), about: None, seq: 1, page, message: None };
        case.draft_of(&pages, language, vec![notice]).text.replace('\n', " ")
    };
    assert!(told(Side::First, "en").contains("Your knight on g8 can’t reach e5"), "{}", told(Side::First, "en"));
    assert!(
        told(Side::Second, "en").contains("“Ne5” is not a legal move for Ben there."),
        "{}",
        told(Side::Second, "en")
    );
    assert!(told(Side::Second, "ja").contains("Benさん"), "{}", told(Side::Second, "ja"));
}
