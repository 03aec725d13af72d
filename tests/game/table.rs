//! One game on the table: its record beside the live game, and both asked the same.

use kingpost::game::{
    Command, DrawWord, Event, Game, GameId, Moment, Notice, Origin, PlanLine, PlayerId, Recorded, Refusal, Terms,
    notices,
};
use kingpost::rules::notation::{san, shogi, uci, usi};
use kingpost::rules::{BySide, MoveNumber, Side, Variant, WrittenMove};

/// The live game, its record, and the time of day.
pub struct Table {
    pub game: Game,
    pub record: Vec<Recorded<Event>>,
    pub now: Moment,
}

/// The moment every dialogue begins.
pub fn dawn() -> Moment {
    Moment::from_timestamp(1_800_000_000, 0).unwrap()
}

pub fn id() -> GameId {
    GameId::parse("kp-7f3k9").unwrap()
}

impl Table {
    /// A game offered by `by` on `terms`, and who is told of it.
    pub fn offered(by: Side, terms: Terms) -> (Table, Vec<Notice>) {
        let players = BySide { first: PlayerId(1), second: PlayerId(2) };
        let event = Event::Offered { players, by, drawn: false, terms, origin: Origin::Challenge };
        let record = vec![Recorded { seq: 1, at: dawn(), event }];
        let game = Game::replay(id(), &record).unwrap();
        let told = notices(&game, &record);
        (Table { game, record, now: dawn() }, told)
    }

    /// One letter with these wishes: its events and notices, or the first refusal; what stood before that stays done.
    pub fn letter(&mut self, by: Side, wishes: &[Command]) -> Result<(Vec<Event>, Vec<Notice>), Refusal> {
        let before = self.record.len();
        for wish in wishes {
            let events = self.game.decide(by, wish, self.now)?;
            self.take(events);
        }
        let planned = self.game.carry_on();
        self.take(planned);
        let new = &self.record[before..];
        Ok((new.iter().map(|recorded| recorded.event.clone()).collect(), notices(&self.game, new)))
    }

    /// Records and applies `events`; afterwards the record alone must give the same game.
    pub fn take(&mut self, events: Vec<Event>) {
        for event in events {
            let recorded = Recorded { seq: self.game.seq() + 1, at: self.now, event };
            self.game.apply(&recorded).unwrap();
            self.record.push(recorded);
        }
    }

    /// A replay of the record shows each side the same scene, now and later, as the live game.
    pub fn check_replay(&self) {
        let replayed = Game::replay(id(), &self.record).unwrap();
        assert_eq!(replayed.seq(), self.game.seq());
        for side in Side::BOTH {
            for at in [self.now, self.now + chrono::TimeDelta::hours(30)] {
                assert_eq!(format!("{:?}", replayed.scene(side, at)), format!("{:?}", self.game.scene(side, at)));
            }
            assert_eq!(replayed.present(side), self.game.present(side));
        }
    }
}

/// A move as written, `12... Nf6`, `e2e4`: its number, and its readings as SAN and UCI, or in shogi as USI.
pub fn written(variant: &'static Variant, text: &str) -> WrittenMove {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let dots = rest.chars().take_while(|c| *c == '.').count();
    let number = number.parse().ok().filter(|_| dots > 0).map(|number| MoveNumber { number, dots: dots > 1 });
    let token = if number.is_some() { rest[dots..].trim() } else { text };
    let readings = if shogi::applies(variant) {
        usi::read(variant, token)
    } else {
        uci::read(variant, token).or_else(|| san::read(variant, token))
    };
    WrittenMove { text: text.to_owned(), number, stages: vec![readings.into_iter().collect()] }
}

/// `e5 Nf3 d6 Bb5; c5 c3; else d4`: if-then lines, as wished for.
pub fn plan(variant: &'static Variant, text: &str, queen: bool) -> Command {
    let line = |text: &str| {
        let mut moves = text.split_whitespace();
        let when = moves.next().filter(|first| *first != "else").map(|first| written(variant, first));
        PlanLine { when, then: moves.map(|text| written(variant, text)).collect() }
    };
    Command::Plan { lines: text.split(';').map(line).collect(), queen }
}

/// A move and what goes with it.
pub fn play(variant: &'static Variant, text: &str, draw: Option<DrawWord>, queen: bool) -> Command {
    Command::Play { written: written(variant, text), draw, queen }
}
