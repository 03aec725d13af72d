/*!
The sample games: what two players, and one who watches, write, line by line (`letters/`), carried out by the service.

A line names its writer and what they write on top of an answer to their newest mail. `|` ends a line of the letter, and
words in braces are filled in: the game's key or id, the next move, one that is not legal, squares, the code that confirms.
`later 40` lets so many hours pass; from `hold 600` on moves can be undone for so many minutes.
*/

use chrono::{TimeDelta, TimeZone, Utc};
use include_dir::{Dir, include_dir};

use super::service::Service;
use crate::cli::letter::{self, Letter};
use crate::cli::{Failure, code};
use crate::game::{ConfirmCode, Moment};
use crate::language::BASE;
use crate::mail::{self, Address, Opened};
use crate::rules::notation::{Notation, san, usi};
use crate::rules::{History, Move, Position, Side, Square, Variant, View};

/// What is written in each language, by its code; in the base language where there is none.
static LETTERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/cli/gallery/letters");

/// What parts the course through every page from the short one, and the games that take the first.
const OTHERS: &str = "=== other games ===";
pub(super) const WHOLE: [&str; 2] = ["chess", "shogi"];

/// Moves of the sample game as players write them, where they are not to be any.
const LINES: [(&str, &str); 2] = [
    ("chess", "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5 Nxf7 Qxg2 Rf1 Qxe4+ Be2 Nf3#"),
    (
        "shogi",
        "7g7f 3c3d 2g2f 4c4d 3i4h 3a3b 5g5f 3b4c 4h5g 8b4b 5i6h 5a6b 6h7h 6b7b 5g4f 7b8b 8h2b+ 4c5d 2b1a 5d4e 4f4e",
    ),
];

/// How the subject of an automatic answer begins.
const AUTOMATIC: &str = "Automatic reply:";

/// The pages that may ask for a code.
const CODED: [&str; 4] = ["confirm_address", "confirm_resign", "confirm_delete", "confirm_stop"];

/// Longer games are given up: a page shows what it has to show long before.
const PLIES_MAX: usize = 20;

/// Hours between two letters.
const PAUSE: i64 = 5;

/// Hours until a digest, so that it joins what two letters brought.
const DIGEST: i64 = 20;

/// A mail as its reader gets it.
pub(super) struct Shown {
    pub number: usize,
    pub reader: &'static str,
    /// The first line of the letter it answers; empty if its reader did not write it.
    pub letter: String,
    pub bytes: Vec<u8>,
    pub mail: Opened,
}

/// One player, or who watches.
struct Seat {
    name: &'static str,
    address: Address,
    written: u32,
    /// Mails got, the newest last.
    mails: Vec<Opened>,
}

/// A sample game under way.
struct Course {
    variant: &'static Variant,
    service: Service,
    seats: [Seat; 3],
    now: Moment,
    shown: Vec<Shown>,
}

/// Plays the sample games of one variant in one language; gives every mail that went out.
pub(super) fn play(variant: &'static Variant, language: &str) -> Result<Vec<Shown>, Failure> {
    let seat = |name: &'static str, address: &str| {
        let address = Address::parse(address)
            .ok_or_else(|| Failure::new(code::SOFTWARE, format!("{address} is no address; report this")))?;
        Ok::<Seat, Failure>(Seat { name, address, written: 0, mails: Vec::new() })
    };
    let now = Utc.with_ymd_and_hms(2026, 11, 30, 9, 0, 0).single().unwrap_or(Moment::UNIX_EPOCH);
    let mut course = Course {
        variant,
        service: Service::new(language)?,
        seats: [
            seat("Anna", "anna@example.net")?,
            seat("Ben", "ben@example.org")?,
            seat("Clara", "clara@example.com")?,
        ],
        now,
        shown: Vec::new(),
    };
    let letters = [language, BASE].into_iter().find_map(|code| LETTERS.get_file(format!("{code}.txt")));
    let text = letters.and_then(|file| file.contents_utf8()).unwrap_or_default();
    let (whole, short) = text.split_once(OTHERS).unwrap_or_default();
    let lines = if WHOLE.contains(&variant.key) { whole } else { short }.lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        course.step(line)?;
    }
    Ok(course.shown)
}

impl Course {
    fn step(&mut self, line: &str) -> Result<(), Failure> {
        if line == "play on" {
            return self.play_on();
        }
        if let Some(hours) = line.strip_prefix("later ").and_then(|hours| hours.parse().ok()) {
            self.now += TimeDelta::hours(hours);
            let mails = self.service.pass(self.now)?;
            return self.hang(mails, "", "");
        }
        if let Some(minutes) = line.strip_prefix("hold ").and_then(|minutes| minutes.parse().ok()) {
            self.service.hold(TimeDelta::minutes(minutes));
            return Ok(());
        }
        let (who, words) = line.split_once(' ').unwrap_or((line, ""));
        // `ben^` answers the mail before the newest.
        let (who, back) = who.strip_suffix('^').map_or((who, 0), |who| (who, 1));
        let Some(words) = self.filled(words, who)? else { return Ok(()) };
        self.write(who, &words, back)
    }

    /// Both play until the game is over, or it has lasted long enough.
    fn play_on(&mut self) -> Result<(), Failure> {
        let mut last = None;
        while let Some(game) = self.service.newest_game()?
            && game.playing().is_some()
            && game.history().moves().len() < PLIES_MAX
            // A move that was refused is not tried for ever.
            && last.replace(game.seq()) != Some(game.seq())
        {
            let Some(text) = self.ahead(game.history()).into_iter().next() else { break };
            self.write(who_plays(game.turn()), &text, 0)?;
        }
        Ok(())
    }

    /// The words with everything in braces filled in; `None` if a place has nothing to be filled with.
    fn filled(&self, words: &str, who: &str) -> Result<Option<String>, Failure> {
        let words = words.replace('|', "\n");
        let newest = self.service.newest_game()?;
        let id = newest.as_ref().map(|game| game.id().to_string());
        let game = newest.filter(|game| game.playing().is_some());
        let mut filled = words.replace("{game}", self.variant.key);
        let ahead = game.as_ref().map(|game| self.ahead(game.history())).unwrap_or_default();
        let [_, other] = self.service.newest_ids()?;
        let later = self.now + TimeDelta::hours(DIGEST);
        let places: [(&str, Option<String>); 11] = [
            ("{later}", Some(later.with_timezone(&self.service.zone()).format("%H:%M").to_string())),
            ("{other}", other),
            ("{ben}", Some(self.seats[1].address.to_string())),
            ("{id}", id),
            ("{move}", ahead.first().cloned()),
            ("{reply}", ahead.get(1).cloned()),
            ("{answer}", ahead.get(2).cloned()),
            ("{illegal}", game.as_ref().and_then(|game| illegal(game.history().position()))),
            ("{own}", game.as_ref().and_then(|game| busiest(game.history().position(), seat_of(who)))),
            ("{theirs}", game.as_ref().and_then(|game| busiest(game.history().position(), seat_of(who).other()))),
            ("{code}", self.code(who)),
        ];
        for (place, value) in places {
            if filled.contains(place) {
                let Some(value) = value else { return Ok(None) };
                filled = filled.replace(place, &value);
            }
        }
        Ok(Some(filled))
    }

    /// The next moves of the sample game, at most three.
    fn ahead(&self, history: &History) -> Vec<String> {
        let mut history = history.clone();
        let mut ahead = Vec::new();
        while ahead.len() < 3
            && let Some(mv) = self.next_move(history.position(), history.moves().len())
        {
            ahead.push(View::of(&history, history.position().turn()).coordinates(mv));
            if history.play(mv).is_err() {
                break;
            }
        }
        ahead
    }

    /// The move the sample game goes on with.
    fn next_move(&self, position: &Position, ply: usize) -> Option<Move> {
        let line = LINES.iter().find(|(key, _)| *key == self.variant.key);
        let written = line.and_then(|(_, moves)| moves.split(' ').nth(ply));
        let pattern = written.and_then(|text| san::read(self.variant, text).or_else(|| usi::read(self.variant, text)));
        let of_line = pattern.and_then(|pattern| position.find_pattern(&pattern).ok());
        of_line.or_else(|| any_move(position, ply))
    }

    /// The code in the newest mail that has one.
    fn code(&self, who: &str) -> Option<String> {
        let mails = &self.seat(who)?.mails;
        let mail = mails.iter().rev().find(|mail| mail.pages.iter().any(|page| CODED.contains(&page.as_str())))?;
        let words = mail.text.split(|ch: char| !ch.is_ascii_alphanumeric() && ch != '-');
        words.filter(|word| word.contains('-')).find_map(ConfirmCode::parse).map(|code| code.as_str().to_owned())
    }

    fn seat(&self, who: &str) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.name.to_lowercase() == who)
    }

    fn write(&mut self, who: &str, words: &str, back: usize) -> Result<(), Failure> {
        let address = self.service.address().clone();
        let Some(seat) = self.seats.iter_mut().find(|seat| seat.name.to_lowercase() == who) else {
            return Err(Failure::new(code::SOFTWARE, format!("nobody is called {who} in the gallery; report this")));
        };
        seat.written += 1;
        let answered = seat.mails.len().checked_sub(1 + back).and_then(|place| seat.mails.get(place));
        let body = answered.map_or_else(|| format!("{words}\n"), |mail| letter::above_quotation(words, mail));
        // What a program answers by itself begins with that.
        let before = if words.starts_with(AUTOMATIC) { AUTOMATIC } else { "Re:" };
        let subject = answered.map_or_else(|| "A game by mail".to_owned(), |mail| format!("{before} {}", mail.subject));
        let letter = Letter {
            from: (seat.name, &seat.address),
            number: seat.written,
            to: answered.map_or(&address, |mail| &mail.reply_to),
            subject: &subject,
            body: &body,
            answers: answered.map(|mail| mail.message_id.as_str()),
        };
        let (writer, bytes) = (seat.name, letter.mail());
        self.now += TimeDelta::hours(PAUSE);
        let mails = self.service.receive(bytes.as_bytes(), self.now)?;
        self.hang(mails, writer, words)
    }

    /// Gives mails to their readers and shows them; `words` of `writer` brought them about.
    fn hang(&mut self, mails: Vec<Vec<u8>>, writer: &str, words: &str) -> Result<(), Failure> {
        for bytes in mails {
            let Some(mail) = mail::open(&bytes) else {
                return Err(Failure::new(code::SOFTWARE, "a mail of ours cannot be opened; report this"));
            };
            let Some(seat) = self.seats.iter_mut().find(|seat| seat.address == mail.to) else { continue };
            seat.mails.push(mail.clone());
            let first_line = words.lines().next().unwrap_or_default();
            let letter = if seat.name == writer { first_line.to_owned() } else { String::new() };
            self.shown.push(Shown { number: self.shown.len() + 1, reader: seat.name, letter, bytes, mail });
        }
        Ok(())
    }
}

/// A legal move, taking something where that is possible: quicker than the built-in player, who thinks.
fn any_move(position: &Position, ply: usize) -> Option<Move> {
    let moves = position.legal_moves();
    let taking = moves.iter().find(|mv| position.captured(**mv).is_some());
    taking.or_else(|| moves.get((ply * 11 + 5) % moves.len().max(1))).copied()
}

fn seat_of(who: &str) -> Side {
    if who == "anna" { Side::First } else { Side::Second }
}

fn who_plays(side: Side) -> &'static str {
    match side {
        Side::First => "anna",
        Side::Second => "ben",
    }
}

/// The square of the man with most squares to go to.
fn busiest(position: &Position, side: Side) -> Option<String> {
    let view = View::of(&History::new(position.clone()), side);
    let own = view.pieces().into_iter().filter(|(_, man)| man.side == side);
    let (square, _) = own.max_by_key(|(square, _)| (view.scope(*square).len(), std::cmp::Reverse(square.0)))?;
    let notation = [Notation::Western, Notation::San].into_iter().find(|notation| notation.serves(view.variant()))?;
    Some(notation.square(view.geometry(), square))
}

/// A move of a man that may move, to a square it may not go to.
fn illegal(position: &Position) -> Option<String> {
    let moves = position.legal_moves();
    let from = moves
        .iter()
        .filter_map(|mv| mv.from())
        .max_by_key(|from| (moves.iter().filter(|mv| mv.from() == Some(*from)).count(), std::cmp::Reverse(from.0)))?;
    let reached = |to: Square| moves.iter().any(|mv| mv.from() == Some(from) && mv.to() == to);
    let mut squares = position.geometry().squares();
    let to = squares.find(|to| position.piece_at(*to).is_none() && *to != from && !reached(*to))?;
    let name = |square| Notation::plain(position.variant()).square(position.geometry(), square);
    Some(name(from) + &name(to))
}
