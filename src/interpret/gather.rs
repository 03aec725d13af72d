/*!
All that a letter says, brought together (`docs/reading.md`): the same command twice counts once, a move goes with
one word about a draw, and any other two commands contradict each other.
*/

use super::commands::Said;
use super::lines::{LineReading, Taken};
use super::request::{Ask, Deed, Deeds};
use crate::game::{DrawWord, PlanLine};
use crate::rules::{History, Move, WrittenMove};

/// No answer repeats more commands than this.
const SEVERAL_MAX: usize = 12;

/// No letter is shown more than this.
const ASKS_MAX: usize = 8;

/// Commands gathered line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    moves: Vec<(WrittenMove, Option<Move>)>,
    claims: Vec<(WrittenMove, Option<Move>)>,
    deeds: Vec<Deed>,
    asks: Vec<Ask>,
    /// Words for the writer alone, one note each.
    notes: Vec<String>,
    conditions: Vec<PlanLine>,
    /// Moves that stand in the text and may not be meant, and those that are named in it, with what they are legally.
    unsure: Vec<(WrittenMove, Move)>,
    /// Those of them that stand alone between signs, as written.
    rivals: Vec<(String, Move)>,
    /// One of them stands alone between signs.
    perhaps: bool,
    /// It stood in no doubt but for what is said around it, or something is taken back.
    judged: bool,
    beyond: bool,
    /// A line with conditions says something else as well.
    hedged: bool,
    /// The first words that take something back or correct it.
    doubt: Option<String>,
    /// A line takes something back, though perhaps nothing was there: the subject, which is older, does not count.
    withdrawn: bool,
    /// Every command as written.
    texts: Vec<String>,
}

impl Gathered {
    /// Adds what a line says.
    pub fn add(&mut self, reading: &LineReading, history: Option<&History>) {
        self.perhaps |= !reading.unsure.is_empty();
        self.judged |= reading.judged || reading.recalls.is_some() && reading.unsure.is_empty();
        for Taken { said, text } in &reading.rivals {
            if let (Said::Move(written) | Said::ClaimWith(written), Some(history)) = (said, history)
                && self.rivals.len() < SEVERAL_MAX
                && let Ok(found) = history.position().find(written)
            {
                self.rivals.push((text.clone(), found));
            }
        }
        let unsure = reading.unsure.iter().filter_map(|taken| match &taken.said {
            Said::Move(written) | Said::ClaimWith(written) => Some(written),
            _ => None,
        });
        unsure.chain(&reading.named).for_each(|written| self.add_unsure(written, history));
        for Taken { said, text } in &reading.taken {
            match said {
                Said::Move(written) => self.add_move(written, text, history, false),
                Said::ClaimWith(written) => self.add_move(written, text, history, true),
                Said::Deed(deed) if !self.deeds.contains(deed) => {
                    self.deeds.push(deed.clone());
                    self.text(text);
                }
                Said::Deed(_) => {}
                Said::Ask(ask) if self.asks.len() < ASKS_MAX && !self.asks.contains(ask) => self.asks.push(ask.clone()),
                Said::Ask(_) => {}
                Said::Note(text) => self.notes.push(text.clone()),
            }
        }
        if !reading.beyond.is_empty() {
            self.beyond = true;
            reading.beyond.iter().for_each(|text| self.text(text));
        }
        self.withdrawn |= reading.retracted || reading.corrects.is_some() || reading.recalls.is_some();
        let behind = !self.asks_nothing() || !self.conditions.is_empty();
        for words in reading.recalls.iter().chain(reading.corrects.iter().filter(|_| behind)) {
            self.doubt.get_or_insert_with(|| words.clone());
        }
        self.hedged |= !reading.conditions.is_empty() && !reading.rest.is_empty();
        self.conditions.extend(reading.conditions.iter().cloned());
    }

    /// The notes that say something.
    pub fn notes(&self) -> Vec<String> {
        self.notes.iter().filter(|note| !note.trim().is_empty()).cloned().collect()
    }

    /// True if nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.asks_nothing() && self.notes.is_empty()
    }

    /// The same beside notes, which go with everything.
    pub fn asks_nothing(&self) -> bool {
        let nothing = self.moves.is_empty() && self.claims.is_empty() && self.deeds.is_empty() && self.asks.is_empty();
        nothing && !self.beyond && !self.perhaps
    }

    /// True if nothing was asked for, and nothing taken back either.
    pub fn is_silent(&self) -> bool {
        self.is_empty() && !self.withdrawn
    }

    /// True if there is a move for conditions to stand beside.
    pub fn has_move(&self) -> bool {
        !self.moves.is_empty()
    }

    /// True if the text of `body` names a legal move other than this one's.
    pub fn named_beside(&self, body: &Gathered) -> bool {
        let own = |found: &Move| self.moves.iter().chain(&self.claims).any(|(_, meant)| meant.as_ref() == Some(found));
        body.unsure.iter().any(|(_, found)| !own(found))
    }

    /// The move is in doubt: the writer is asked about it.
    pub fn leave_open(&mut self) {
        let moves = self.moves.drain(..).chain(self.claims.drain(..));
        self.rivals.clear();
        self.unsure.extend(moves.filter_map(|(written, found)| Some((written, found?))));
        self.perhaps = true;
    }

    /// True if there are if-then lines.
    pub fn has_conditions(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// True if more than one move was read, meant or not.
    pub fn has_several_moves(&self) -> bool {
        self.moves.len() + self.claims.len() + self.unsure.len() > 1
    }

    /// True if the plan is to be shown.
    pub fn asks_for_plans(&self) -> bool {
        self.asks.contains(&Ask::Plans)
    }

    /// The words of every `message: …`.
    pub fn words_to_say(&self) -> Vec<String> {
        let said = |deed: &Deed| if let Deed::Say(text) = deed { Some(text.clone()) } else { None };
        self.deeds.iter().filter_map(said).collect()
    }

    /// If-then lines where nothing else is asked for, and that say nothing else: a plan, if its writer waits.
    pub fn lone_conditions(&self) -> Vec<PlanLine> {
        if self.asks_nothing() && !self.hedged && self.doubt.is_none() { self.conditions.clone() } else { Vec::new() }
    }

    fn text(&mut self, text: &str) {
        if self.texts.len() < SEVERAL_MAX {
            self.texts.push(text.to_owned());
        }
    }

    fn add_unsure(&mut self, written: &WrittenMove, history: Option<&History>) {
        let Some(position) = history.map(History::position) else { return };
        let Ok(found) = position.find(written) else { return };
        let fits = written.number.is_none_or(|number| number.fits(position));
        if fits && self.unsure.len() < SEVERAL_MAX && !self.unsure.iter().any(|(_, known)| *known == found) {
            self.unsure.push((written.clone(), found));
        }
    }

    /// The one move that the text may mean.
    fn perhaps(&self) -> Deeds {
        match (self.unsure.as_slice(), &self.doubt) {
            ([(written, _)], doubt) if self.asks.is_empty() && self.notes.is_empty() => Deeds::Perhaps {
                written: written.clone(),
                text: written.text.clone(),
                doubt: doubt.clone().filter(|_| self.judged),
            },
            (found, Some(doubt)) if self.perhaps && found.len() > 1 => {
                let found = found.iter().map(|(written, _)| written.text.clone()).collect();
                Deeds::Doubted { found, doubt: doubt.clone() }
            }
            _ => Deeds::Nothing,
        }
    }

    /// The same move in another notation is the same move: what decides is the legal move it means.
    fn add_move(&mut self, written: &WrittenMove, text: &str, history: Option<&History>, claim: bool) {
        let found = history.and_then(|history| history.position().find(written).ok());
        let same = |(known, meant): &(WrittenMove, Option<Move>)| match (meant, &found) {
            (Some(meant), Some(found)) => meant == found,
            (None, None) => known.stages == written.stages || known.text == written.text,
            _ => false,
        };
        let list = if claim { &mut self.claims } else { &mut self.moves };
        if let Some((known, _)) = list.iter_mut().find(|known| same(known)) {
            known.number = known.number.or(written.number);
            return;
        }
        if list.len() < SEVERAL_MAX {
            list.push((written.clone(), found));
        }
        self.text(text);
    }

    /// What the letter wants done and shown.
    pub fn finish(self) -> (Deeds, Vec<Ask>) {
        let rivals = self.rivals();
        let several = Deeds::Several(self.texts.iter().cloned().chain(rivals.iter().cloned()).collect());
        let deeds = match (self.moves.as_slice(), self.claims.as_slice(), self.deeds.as_slice()) {
            _ if self.beyond || !rivals.is_empty() => several,
            ([], [], []) => self.perhaps(),
            _ if self.doubt.is_some() => self.doubted(),
            ([], [], [deed]) => Deeds::One(deed.clone()),
            ([(written, _)], [], []) => self.play(written, None),
            ([(written, _)], [], [deed]) => match draw_word(deed) {
                Some(draw) => self.play(written, Some(draw)),
                None => several,
            },
            ([], [(written, _)], [] | [Deed::ClaimDraw]) => self.play(written, Some(DrawWord::Claim)),
            ([(written, meant)], [(_, claimed)], [] | [Deed::ClaimDraw]) if meant == claimed && meant.is_some() => {
                self.play(written, Some(DrawWord::Claim))
            }
            _ => several,
        };
        (deeds, self.asks)
    }

    /// Other legal moves that stand alone between signs beside the one that is sure, or beside a resignation: one of the
    /// two is not meant, and only the writer knows which.
    fn rivals(&self) -> Vec<String> {
        let sure: Vec<Option<&Move>> = self.moves.iter().chain(&self.claims).map(|(_, found)| found.as_ref()).collect();
        let acts = !sure.is_empty() || self.deeds.contains(&Deed::Resign);
        let other = |(_, found): &&(String, Move)| acts && !sure.contains(&Some(found));
        self.rivals.iter().filter(other).map(|(text, _)| text.clone()).collect()
    }

    /// What words leave of the letter that may take it back: where it is one legal move and nothing else, a question.
    fn doubted(&self) -> Deeds {
        let doubt = self.doubt.clone().unwrap_or_default();
        match (self.moves.as_slice(), self.claims.as_slice(), self.deeds.as_slice()) {
            ([(written, Some(_))], [], []) => {
                let text = self.texts.first().cloned().unwrap_or_default();
                Deeds::Perhaps { written: written.clone(), text, doubt: Some(doubt) }
            }
            _ => Deeds::Doubted { found: self.texts.clone(), doubt },
        }
    }

    fn play(&self, written: &WrittenMove, draw: Option<DrawWord>) -> Deeds {
        Deeds::One(Deed::Play { written: written.clone(), draw, conditions: self.conditions.clone() })
    }
}

/// What of a move's companions is a word about a draw.
fn draw_word(deed: &Deed) -> Option<DrawWord> {
    match deed {
        Deed::OfferDraw => Some(DrawWord::Offer),
        Deed::DeclineDraw | Deed::Decline => Some(DrawWord::Decline),
        Deed::ClaimDraw => Some(DrawWord::Claim),
        _ => None,
    }
}
