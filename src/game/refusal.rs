/*!
Every reason a wish is not carried out. A player's affair, answered with a page; never the operator's.
*/

use super::{GameId, Ply};
use crate::rules::{Declaration, Move, MoveNumber, Square, Termination, Why};

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is the opponent's move.
    NotYourTurn,
    /// The game is over.
    GameOver,
    /// The invitation is not answered yet.
    NotStarted,
    /// The invitation was answered before.
    AlreadyAnswered,
    /// The invitation could be answered until before the letter came.
    InvitationExpired,
    /// Only the player who invites can take the invitation back.
    NotYourInvitation,
    /// The letter answers terms that others have taken the place of.
    TermsChanged,
    /// A counter-offer that offers what is offered already.
    NothingChanged,
    /// Terms have gone to and fro too often.
    TooManyCounters,
    /// The text is a move, but not a legal one.
    Illegal {
        /// As written.
        text: String,
        /// The reason.
        why: Why,
    },
    /// More than one legal move fits.
    Ambiguous {
        /// As written.
        text: String,
        /// Those that fit.
        moves: Vec<Move>,
    },
    /// The piece to promote to is missing.
    Promotion {
        /// As written.
        text: String,
        /// Those that fit.
        moves: Vec<Move>,
    },
    /// The number in front of the move is not the awaited one.
    WrongNumber {
        /// As written.
        text: String,
        /// What stood there.
        written: MoveNumber,
        /// What is awaited.
        awaited: MoveNumber,
    },
    /// The letter answers a mail from an earlier point of the game.
    Stale {
        /// The ply that mail was about.
        of: Ply,
    },
    /// The letter asks for the very move that was played from the position it answers.
    AlreadyPlayed {
        /// The ply of that position.
        of: Ply,
    },
    /// The question was answered before, and what waited for the answer was done.
    QuestionAnswered,
    /// The question was not answered in time.
    QuestionExpired,
    /// No command was found.
    NothingFound {
        /// First own line, as it arrived; empty if there was none.
        first_line: String,
    },
    /// No command was found, but one would have been but for a letter that only looks Latin.
    StrangeLetter {
        /// What would have been the command, as written.
        text: String,
        /// That letter.
        letter: char,
        /// The one it looks like.
        looks_like: char,
    },
    /// Commands that contradict each other.
    Several {
        /// As written.
        found: Vec<String>,
    },
    /// Commands beside words that may take them back or correct them.
    Doubted {
        /// As written.
        found: Vec<String>,
        /// Those words.
        doubt: String,
    },
    /// The letter says yes, and what is asked takes a word of its own; a rematch, if neither of these is.
    YesToWhat {
        /// The opponent offers a draw.
        draw: bool,
        /// The opponent asks for a move back.
        takeback: bool,
    },
    /// A legal move stands in the letter, but may not be meant: its writer is asked.
    Perhaps {
        /// As written.
        text: String,
        /// The move.
        mv: Move,
        /// Words beside it that may take it back, if they are the reason for asking.
        doubt: Option<String>,
    },
    /// Words behind `settings` that name no setting, or no value of one that this service has.
    UnknownSetting {
        /// The words.
        text: String,
    },
    /// A command this program understands but does not carry out yet.
    NotOffered {
        /// Its word.
        command: String,
    },
    /// A line of a plan cannot be kept, and so none of the plan is.
    Plan {
        /// Its moves, as written.
        line: String,
        /// What is wrong with it.
        fault: PlanFault,
    },
    /// A plan came on one's own move, without it.
    PlanWithoutMove,
    /// The last lines of a long letter did not go to the opponent with the others.
    MessageCut,
    /// The address named is the player's already, or one of ours.
    NotAnAddress,
    /// The address has changed a short while ago, and that can still be taken back.
    AddressJustChanged,
    /// There is no plan to drop.
    NoPlan,
    /// There is no draw offer to accept or decline.
    NoOffer,
    /// One's own offer stands already.
    AlreadyOffered,
    /// The opponent's offer is open: it wants an answer of its own, not an offer against it.
    OfferToAnswer,
    /// The next draw offer has to wait.
    OfferTooSoon {
        /// For so many moves of one's own.
        moves: u32,
    },
    /// Moves are not taken back in this game.
    TakebackOff,
    /// One has made no move to take back.
    NothingToTakeBack,
    /// One has asked already.
    TakebackAsked,
    /// One has asked, and was told no.
    TakebackDeclined,
    /// The opponent asks for a move back: that wants an answer first.
    TakebackToAnswer,
    /// No move is asked back.
    NoTakeback,
    /// One has made no move, or it was answered.
    NothingToUndo,
    /// The opponent's mail about the move has left, or something rests on the move already.
    TooLateToUndo,
    /// The last move was given ahead, and none of those is undone.
    PlannedToUndo,
    /// Both players have moved: the game is a game.
    TooLateToAbort,
    /// Nothing may be claimed here.
    NoClaim {
        /// What would have to be so.
        asked: Vec<Termination>,
    },
    /// The game cannot be declared won.
    CannotDeclare {
        /// How it stands with that; `None` where the game knows no declaration.
        declaration: Option<Declaration>,
    },
    /// No resignation was asked for, or it was withdrawn or lapsed.
    NothingToConfirm,
    /// The code is not the one that was sent.
    WrongCode,
    /// The opponent's time is not up.
    NoFlag,
    /// No time is counted in this game.
    NoClock,
    /// So much time cannot be given.
    GiftTooLarge {
        /// Days that can be given at once.
        most: u32,
    },
    /// The days of a leave could not be read, or have gone by.
    LeaveUnclear {
        /// As written.
        text: String,
        /// True if they can be read with the day or the month first.
        ambiguous: bool,
    },
    /// The year has not so many days of leave left.
    LeaveSpent {
        /// Days that are left.
        left: u32,
        /// Of which year.
        year: i32,
    },
    /// Nothing to be seen stands on a square whose scope was asked for.
    NoManThere {
        /// That square.
        square: Square,
    },
    /// The terms do not show where such a man may go.
    ScopeNotAgreed {
        /// True if it is one's own.
        own: bool,
    },
    /// A rematch comes when the game is over.
    RematchTooEarly,
    /// The writer has asked for a rematch of this game already.
    RematchAsked,
    /// No seek is open under that number, or none that its writer can take.
    SeekGone,
    /// That seek is for other ratings.
    OutsideRange {
        /// The writer's, in that game.
        rating: i64,
        /// Few games made it.
        provisional: bool,
        /// From this on; open if absent.
        from: Option<u32>,
        /// Up to this; open if absent.
        to: Option<u32>,
    },
    /// Nothing of the writer's is sought.
    NothingSought,
    /// The writer seeks enough games already.
    TooManySeeks,
    /// The writer has blocked the person they invite.
    Blocked,
    /// Nobody known is meant by `block`, `mute` or what ends them.
    WhomUnclear,
    /// Nobody can keep away more people than this.
    TooManyBarriers,
    /// A game is shown as a moving picture when it is over.
    NotOver,
    /// The token is good, the sender is not its player's address.
    WrongSender,
    /// Our own mail server says the sender is forged.
    Forged,
    /// The mail carries two different tokens of ours.
    TwoTokens,
    /// Nothing in the mail can be read (encrypted, opaque).
    Unreadable,
    /// The mail is too large to be read.
    TooLarge,
    /// A move or resignation came without the seat's reply address.
    NoToken,
    /// A letter about several games names one that its writer does not play in.
    NotYourGame {
        /// The name.
        game: GameId,
    },
    /// A letter names another game than the one whose mail it answers, and nothing vouches for its writer.
    NotVouched,
    /// The answer to a digest does not say which of its games it is about.
    WhichGame {
        /// What it asks for, as written.
        text: String,
        /// In which of them it could be done.
        games: Vec<GameId>,
    },
    /// A move in a game that the letter only names may be meant for another position.
    NumberNeeded {
        /// As written.
        text: String,
        /// The move that is awaited.
        awaited: MoveNumber,
    },
    /// A wish in a game that the letter only names was perhaps written before its latest news.
    NewsSince,
    /// Only an answer to the game's own mail does that.
    OwnMailOnly,
    /// What stands above the first name in a letter about several games.
    AboveGames,
    /// What stands below a game's name, but with something quoted in between, could be about another.
    BelowQuoted,
    /// A letter about more games than one letter may be about.
    TooManyGames {
        /// So many may be.
        most: u32,
    },
    /// The challenge names no game this service plays.
    UnknownVariant {
        /// As written.
        text: String,
    },
    /// A part of a challenge could not be read.
    BadTerms {
        /// The part, as written.
        text: String,
    },
    /// From the game that came with a challenge none can begin.
    BadRecord {
        /// Why not.
        fault: RecordFault,
    },
    /// The time control is shorter than this service allows.
    TimeTooShort,
    /// Nobody can play against oneself, or against the service.
    CannotInvite,
    /// The challenge names nobody to play with.
    NoOpponent {
        /// What the programs are called that play here.
        robots: Vec<String>,
    },
    /// The program does not play that.
    RobotDeclines {
        /// Its name.
        name: String,
        /// Keys of the games it plays.
        plays: Vec<String>,
    },
    /// The program plays no more games with one person at a time.
    RobotBusy {
        /// Its name.
        name: String,
        /// So many it plays.
        most: u32,
    },
    /// The invited person wants no invitations.
    InvitationsUnwanted,
    /// Too many invitations today.
    TooManyInvitations,
    /// Too many letters within an hour.
    TooMany,
    /// Too many letters within a day.
    TooManyToday,
    /// The mail that says so is the last that answers its reader for an hour, unless there is news.
    LastAnswer,
    /// Nothing was read again, and letters like that get no answer for an hour.
    UnreadAgain,
    /// There is no game of that name that the writer may watch; whether there is one at all is not told.
    CannotWatch,
    /// More spectators, or more games to watch, than there may be.
    TooManyWatchers,
    /// No more notes are kept about this game.
    NotesFull,
}

impl Refusal {
    /// True if it asks its reader which move was meant, and whether one was.
    pub fn is_question(&self) -> bool {
        matches!(self, Refusal::Perhaps { .. } | Refusal::Ambiguous { .. } | Refusal::Promotion { .. })
    }
}

/// What is wrong with a game that another should begin from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// There is no game in it.
    Unreadable,
    /// There is more than one game in it, or the challenge names another start position besides.
    Several,
    /// It is another game than the one to be played.
    OtherGame {
        /// Its name there.
        text: String,
    },
    /// The position it begins from is not lawful.
    Start,
    /// A move of it cannot be read, or cannot be played there.
    Move {
        /// Which ply, from 1.
        ply: u32,
        /// As written.
        text: String,
    },
    /// It is over.
    Over,
}

/// What is wrong with a line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// It could not be read.
    Unread,
    /// A move is not legal where the line has come to.
    Illegal {
        /// As written.
        text: String,
        /// The reason.
        why: Why,
    },
    /// More than one legal move fits.
    Ambiguous {
        /// As written.
        text: String,
    },
    /// The piece to promote to is missing.
    Promotion {
        /// As written.
        text: String,
    },
    /// The number in front is not that of the move.
    WrongNumber {
        /// As written.
        text: String,
    },
    /// It ends with a move of the opponent's.
    Unanswered,
    /// Another line answers the same move differently.
    TwoAnswers,
    /// It goes on behind an answer to any other move.
    BeyondOther,
    /// It is too long, or there are too many.
    TooLong,
}
