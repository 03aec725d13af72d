/*!
A challenge as written, to the terms of a game.
*/

use super::{NewGame, Robot, record};
use crate::game::{Courtesy, RecordFault, Refusal, Scope, Takebacks, Terms, TimeControl};
use crate::mail::Address;
use crate::rules::notation::fen;
use crate::rules::{DrawRules, History, Position, Ruling, Variant, variants};
use chrono::TimeDelta;

/// What the service plays, and on what terms where a challenge leaves them open.
#[derive(Clone, Debug)]
pub struct House {
    /// The time control of a challenge that names none.
    pub time: TimeControl,
    /// Nothing shorter, as a mean for one move, is accepted.
    pub shortest_time: TimeDelta,
    /// In which games a move may be asked back.
    pub takebacks: Takebacks,
    /// A side's own moves between two draw offers of its own; 0: any number of offers.
    pub offer_gap: u32,
    /// Days of leave a player has in a year.
    pub leave_days: u32,
    /// The games that may be played; the first is meant where none is named, if chess is not among them.
    pub variants: Vec<&'static Variant>,
    /// Programs that play here.
    pub robots: Vec<Robot>,
    /// Words for games beside their keys, in every language: `チェス`, `Schach`.
    pub names: Vec<(String, &'static Variant)>,
}

impl House {
    /// The terms a challenge asks for.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadTerms` (naming the part as written), `BadRecord` or `TimeTooShort`.
    pub fn terms(&self, wish: &NewGame) -> Result<Terms, Refusal> {
        let numbered = match wish.unread.as_slice() {
            [] => None,
            [number] if wish.fen.is_none() => Some(number),
            more => return Err(Refusal::BadTerms { text: more.join(" ") }),
        };
        let variant = self.known(&wish.variant)?;
        let numbered = numbered.map(|text| array(variant, text)).transpose()?;
        if numbered.is_some() && wish.record.is_some() {
            return Err(Refusal::BadRecord { fault: RecordFault::Several });
        }
        let terms = self.changed(&self.usual(variant), wish)?;
        Ok(Terms { start: terms.start.or(numbered), ..terms })
    }

    /// `terms` with all that a counter-offer names, and with nothing else changed; another game begins from its own array.
    ///
    /// # Errors
    /// As for a challenge.
    pub fn changed(&self, terms: &Terms, wish: &NewGame) -> Result<Terms, Refusal> {
        let variant = if wish.variant.is_empty() { terms.variant } else { self.known(&wish.variant)? };
        let rated = wish.rated.unwrap_or(terms.rated);
        let start_before = terms.start.clone().filter(|_| variant == terms.variant);
        Ok(Terms {
            variant,
            time: wish.time.as_deref().map_or(Ok(terms.time), |text| self.time(text))?,
            draws: match wish.draws.as_deref() {
                Some(text) => draw_rules(text, terms.draws).ok_or_else(|| bad("draws", text))?,
                None => terms.draws,
            },
            rated,
            weekends_off: wish.weekends_off.unwrap_or(terms.weekends_off),
            scope: wish.scope.as_deref().map_or(Ok(terms.scope), scope)?,
            courtesy: Courtesy { takebacks: self.takebacks.in_game(rated), offer_gap: self.offer_gap },
            start: match (wish.fen.as_deref(), wish.record.as_deref()) {
                (None, None) => start_before,
                (Some(text), None) => start(variant, text)?,
                (None, Some(text)) => Some(record::end(variant, text).map_err(|fault| Refusal::BadRecord { fault })?),
                (Some(_), Some(_)) => return Err(Refusal::BadRecord { fault: RecordFault::Several }),
            },
        })
    }

    /// The terms of a game about which nothing is said.
    fn usual(&self, variant: &'static Variant) -> Terms {
        Terms {
            variant,
            time: self.time,
            draws: DrawRules::default(),
            rated: false,
            weekends_off: false,
            scope: Scope::default(),
            courtesy: Courtesy { takebacks: self.takebacks.in_game(false), offer_gap: self.offer_gap },
            start: None,
        }
    }

    /// The robot of that address.
    pub fn robot_at(&self, address: &Address) -> Option<&Robot> {
        self.robots.iter().find(|robot| robot.address == *address)
    }

    /// The robot a challenge is for, if it is for one, and the challenge without the word that named it.
    pub fn robot(&self, wish: &NewGame) -> Option<(&Robot, NewGame)> {
        if let Some(address) = &wish.with {
            return self.robot_at(address).map(|robot| (robot, wish.clone()));
        }
        let called = |(place, word): (usize, &String)| Some((place, self.robots.iter().find(|r| r.is_called(word))?));
        let (place, robot) = wish.unread.iter().enumerate().find_map(called)?;
        let mut rest = wish.clone();
        rest.unread.remove(place);
        Some((robot, rest))
    }

    /// The game that is meant where none is named: chess, or the first of those played here.
    pub fn usual_variant(&self) -> &'static Variant {
        let chess = self.variants.iter().find(|variant| **variant == &variants::CHESS);
        chess.or(self.variants.first()).copied().unwrap_or(&variants::CHESS)
    }

    /// The game of that name, if it may be played here; for no name, the usual one.
    pub fn variant(&self, written: &str) -> Option<&'static Variant> {
        let word = folded(written);
        let meant = match word.as_str() {
            "" => Some(self.usual_variant()),
            word => variants::by_key(word).or_else(|| self.named(word)),
        };
        meant.filter(|variant| self.variants.contains(variant))
    }

    fn known(&self, written: &str) -> Result<&'static Variant, Refusal> {
        self.variant(written).ok_or_else(|| Refusal::UnknownVariant { text: written.trim().to_owned() })
    }

    fn named(&self, word: &str) -> Option<&'static Variant> {
        self.names.iter().find(|(name, _)| folded(name) == word).map(|(_, variant)| *variant)
    }

    /// The operator's own default is not measured against the shortest time: it is the operator's word.
    fn time(&self, text: &str) -> Result<TimeControl, Refusal> {
        let time = TimeControl::parse(text).ok_or_else(|| bad("time", text))?;
        match time.per_move() {
            Some(mean) if mean < self.shortest_time => Err(Refusal::TimeTooShort),
            _ => Ok(time),
        }
    }
}

/// One word of a challenge and what is wrong with it, as the player wrote both.
fn bad(part: &str, text: &str) -> Refusal {
    Refusal::BadTerms { text: format!("{part} {}", text.trim()) }
}

fn folded(word: &str) -> String {
    word.trim().to_lowercase()
}

/// The rules for draws that a text asks for: `auto` and `claim` set both, `threefold auto` or `fifty claim` one of them, and
/// what it leaves out stays as in `before`. `None` if it says anything else, or the same twice.
pub fn draw_rules(written: &str, before: DrawRules) -> Option<DrawRules> {
    let ruling = |word: &str| match word {
        "claim" => Some(Ruling::Claim),
        "auto" => Some(Ruling::Auto),
        _ => None,
    };
    let text = folded(written);
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [both] => ruling(both).map(|ruling| DrawRules { threefold: ruling, fifty: ruling }),
        ["threefold", one] => ruling(one).map(|ruling| DrawRules { threefold: ruling, ..before }),
        ["fifty", one] => ruling(one).map(|ruling| DrawRules { fifty: ruling, ..before }),
        ["threefold", one, "fifty", other] | ["fifty", other, "threefold", one] => {
            Some(DrawRules { threefold: ruling(one)?, fifty: ruling(other)? })
        }
        _ => None,
    }
}

fn scope(written: &str) -> Result<Scope, Refusal> {
    match folded(written).as_str() {
        "none" => Ok(Scope { own: false, opponent: false }),
        "own" => Ok(Scope { own: true, opponent: false }),
        "opponent" => Ok(Scope { own: false, opponent: true }),
        "both" => Ok(Scope { own: true, opponent: true }),
        _ => Err(bad("scope", written)),
    }
}

/// The array of that number, where the game's arrays have numbers: `fischer-random 518`.
fn array(variant: &'static Variant, number: &str) -> Result<String, Refusal> {
    let found = number.parse().ok().and_then(|number| Position::numbered(variant, number));
    found.map(|position| fen::write(&position)).ok_or_else(|| Refusal::BadTerms { text: number.to_owned() })
}

/// A start position in the form the record keeps; `None` if it is the variant's own. One that is over before it begins
/// is no game.
fn start(variant: &'static Variant, text: &str) -> Result<Option<String>, Refusal> {
    let position = fen::read(variant, text.trim()).and_then(Position::try_from).map_err(|_| bad("fen", text))?;
    if History::new(position.clone()).outcome(DrawRules::default()).is_some() {
        return Err(bad("fen", text));
    }
    let written = fen::write(&position);
    Ok((written != fen::write(&Position::start(variant))).then_some(written))
}
