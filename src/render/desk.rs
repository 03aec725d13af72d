/*!
One reader's desk: an occasion's game, links and lists, made once and handed to every page of the mail.
*/

use super::context::{
    Action, ConfirmResign, Diagram, Example, Game, GameOver, GameRow, GameStartedPage, Games, LeaveBooked, Listing,
    PlanPlayed, RefusedPage, Service, UndoOpen, WatchedPage,
};
use super::diagram::Style;
use super::lines::clean_line;
use super::listing::{self, Choice, Spelling};
use super::position::{self, Described};
use super::refusal::{Ground, Refused};
use super::tap::Link;
use super::words::{Lack, Words};
use super::{GameLine, Occasion, diagram, moves, rating, scene as scenes, time};
use crate::club::{Name, Settings, Subject, TextBoard};
use crate::game::{Leave, Moment, Notice, Page, Ply, Refusal, Scene, Stage};
use crate::mail::Attachment;
use crate::rules::notation::Notation;
use crate::rules::{BySide, Side};

/// Links of a mail may take so many bytes of its HTML; beyond, their subject is cut to the game's tag.
const LINKS_MAX: usize = 40_000;

/// Bytes of a link beside its `href`, about.
const LINK_FRAME: usize = 50;

/// Up to so many moves, each link has its look within itself, for mail programs that drop style sheets.
const STYLED_MAX: usize = 90;

/// With more moves than this, drops are told in a sentence a kind: a mail has at most 250 links.
const LISTED_MAX: usize = 230;

pub(super) struct Desk<'a> {
    words: Words<'a>,
    pub service: Service,
    pub reader: String,
    /// The subject of the game's thread; empty without a game.
    pub thread: String,
    /// Links that answer this mail.
    pub link: Link,
    /// Links to the main address, good for ever.
    pub main: Link,
    /// The game as this mail shows it.
    pub scene: Option<Scene>,
    pub game: Option<Game>,
    /// True if `scene` was taken back to an earlier ply.
    pub earlier: bool,
    choices: Vec<Choice>,
    /// Drops are told in sentences.
    fold: bool,
    /// What the reader chose.
    settings: Settings,
}

impl<'a> Desk<'a> {
    pub(super) fn new(occasion: &Occasion, words: Words<'a>, native: bool) -> Result<Desk<'a>, Lack> {
        let (scene, earlier) = shown(occasion);
        let settings = occasion.reader.settings.clone();
        let words = words.liking(settings.notation);
        let words = scene.as_ref().map_or(words, |scene| words.of(scene.view.variant()));
        let mut game =
            scene.as_ref().map(|scene| scenes::game(scene, occasion.names, settings.zone, words)).transpose()?;
        if let (Some(game), Some(chance)) = (&mut game, &occasion.chance) {
            game.seal = Some(hexadecimal(&chance.seal));
            game.seed = chance.seed.as_ref().map(hexadecimal);
        }
        if let (Some(game), Some(scene)) = (&mut game, &scene) {
            game.ratings = rating::both(scene, occasion.ratings, words)?;
        }
        let thread = match (&game, occasion.names.filter(|_| watches(occasion.notices))) {
            (Some(game), Some(names)) => watched_thread(game, names, words)?,
            (Some(game), None) => thread(game, settings.subject, words)?,
            (None, _) => String::new(),
        };
        let service = Service {
            name: clean_line(&occasion.service.name),
            address: occasion.service.address.to_string(),
            host: occasion.service.address.domain().to_owned(),
        };
        let awaited = scene.as_ref().filter(|scene| scene.stage == Stage::Playing && scene.view.turn() == scene.side);
        let count = awaited.map_or(0, |scene| scene.view.moves().len());
        let subject = if thread.is_empty() { service.name.clone() } else { format!("Re: {thread}") };
        let mut link = Link::new(occasion.reply_to, &subject);
        if let Some(game) = game.as_ref().filter(|_| count * (link.start().len() + LINK_FRAME) > LINKS_MAX) {
            link = Link::new(occasion.reply_to, &format!("Re: [{}]", game.id));
        }
        let spelling = if native { Spelling::San } else { Spelling::Squares };
        let choices = awaited.map(|scene| listing::choices(&scene.view, &link, words, spelling)).transpose()?;
        let choices = choices.unwrap_or_default();
        let weight: usize = choices.iter().map(|choice| choice.tap.href.len() + LINK_FRAME).sum();
        let fold = choices.len() > LISTED_MAX || weight > LINKS_MAX;
        let main = Link::new(&occasion.service.address, &service.name);
        let reader = clean_line(&occasion.reader.name);
        Ok(Desk { words, service, reader, thread, link, main, scene, game, earlier, choices, fold, settings })
    }

    pub(super) fn words(&self) -> Words<'a> {
        self.words
    }

    /// Every legal move of the reader's with its link.
    pub(super) fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Bytes that the links to the moves take, about.
    pub(super) fn weight(&self) -> usize {
        self.choices.iter().map(|choice| choice.tap.href.len() + LINK_FRAME).sum()
    }

    /// What refusals are explained from.
    pub(super) fn ground(&self) -> Ground<'_> {
        Ground {
            words: self.words,
            scene: self.scene.as_ref(),
            choices: &self.choices,
            opponent: self.game.as_ref().map_or("", |game| &game.opponent),
        }
    }

    pub(super) fn listing(&self) -> Result<Listing, Lack> {
        let Some(scene) = &self.scene else { return Err(Lack("a game to move in".into())) };
        let mut groups = listing::groups(&scene.view, self.words, &self.choices, self.fold)?;
        for group in &mut groups {
            group.href = self.scope_link(scene, group.square)?;
        }
        let taps = || groups.iter().flat_map(|group| &group.moves);
        let (captures, checks) = (taps().any(|tap| tap.capture), taps().any(|tap| tap.check));
        let styled = self.choices.len() <= STYLED_MAX;
        let western = self.words.notation()? == Notation::Western;
        let promotes = western && taps().any(|tap| tap.label.ends_with(['+', '=']));
        let example = Listing::example_of(&groups).and_then(|tap| {
            let choice = self.choices.iter().find(|choice| choice.tap.body == tap.body)?;
            let squares = scene.view.coordinates(choice.mv);
            Some(Example { body: tap.body.clone(), squares })
        });
        Ok(Listing { count: self.choices.len(), groups, styled, captures, checks, promotes, example })
    }

    /// What a player may also do, in small print at the end: call the game off, or once both have moved offer a draw or resign.
    pub(super) fn asides(&self, notices: &[Notice]) -> Result<Vec<Action>, Lack> {
        let (Some(game), Some(scene)) = (&self.game, &self.scene) else { return Ok(Vec::new()) };
        if scene.ply.0 < 2 {
            return Ok(vec![self.action("abort")?]);
        }
        let mut asides = if game.offer == "none" { vec![self.action("draw")?] } else { Vec::new() };
        if !notices.iter().any(|notice| notice.page == Page::ConfirmResign) {
            asides.push(self.action("resign")?);
        }
        Ok(asides)
    }

    /// Buttons for what the game waits for, or what is open for a time only; not those that a page of the mail has itself.
    pub(super) fn answers(&self, notices: &[Notice]) -> Result<Vec<Action>, Lack> {
        self.open_answers(notices).into_iter().map(|command| self.action(command)).collect()
    }

    /// The commands that give those answers.
    pub(super) fn open_answers(&self, notices: &[Notice]) -> Vec<&'static str> {
        let has = |page: &Page| notices.iter().any(|notice| notice.page == *page);
        let Some(game) = &self.game else { return Vec::new() };
        let mut commands = Vec::new();
        if game.offer == "theirs" && !has(&Page::DrawOffered) {
            commands.extend(["accept draw", "decline draw"]);
        }
        if game.takeback == "theirs" && !has(&Page::TakebackAsked) {
            commands.extend(["accept takeback", "decline takeback"]);
        }
        if !game.claims.is_empty() {
            commands.push("claim draw");
        }
        if game.may_declare {
            commands.push("declare");
        }
        if game.flag_fell && !has(&Page::FlagFallen) {
            commands.push("claim time");
        }
        commands
    }

    fn action(&self, command: &str) -> Result<Action, Lack> {
        let label = self.words.text(&["actions", command])?.to_owned();
        let write = self.words.command(command, &[])?;
        Ok(Action { label, href: self.link.writing(&write), write })
    }

    pub(super) fn described(&self) -> Result<Option<Described>, Lack> {
        self.scene
            .as_ref()
            .map(|scene| position::described(&scene.view, scene.stage == Stage::Playing, self.words))
            .transpose()
    }

    /// The board as this language likes it in text.
    pub(super) fn diagram(&self) -> Result<Option<Diagram>, Lack> {
        let Some(scene) = &self.scene else { return Ok(None) };
        let (view, words) = (&scene.view, self.words);
        let style = style(words.text(&["position", "diagram"])?, self.settings.board);
        let sides = words.sides(view.variant())?;
        let legend = format!("legend_{style}");
        let legend = words.say(&["position", &legend], &[("first", sides.first), ("second", sides.second)])?;
        let style = Style::from_key(style).ok_or_else(|| Lack("position.diagram".into()))?;
        let holds = |side: Side| {
            let men = match diagram::held(style, view, side) {
                men if men.is_empty() => words.text(&["position", "holds_nothing"])?.to_owned(),
                men => men,
            };
            words.say(&["position", "holds"], &[("side", sides.of(side)), ("men", &men)])
        };
        let mut lines = diagram::drawn(style, view, scene.side);
        if !view.variant().hand_kinds().is_empty() {
            let below = diagram::below(style, scene.side);
            lines = format!("{}\n{lines}\n{}", holds(below.other())?, holds(below)?);
        }
        Ok(Some(Diagram { lines, legend }))
    }

    pub(super) fn record(&self) -> Result<Option<Vec<String>>, Lack> {
        self.scene.as_ref().map_or(Ok(None), |scene| moves::record(&scene.view, self.words))
    }

    pub(super) fn undo_open(&self, until: Moment, zone: Option<chrono_tz::Tz>) -> Result<UndoOpen, Lack> {
        Ok(UndoOpen { until: time::moment(self.words, until, zone)? })
    }

    /// A refusal, with what can be written instead, and until when the answer to a question about a move counts as of the
    /// letter that was asked about.
    pub(super) fn refused(
        &self,
        refused: Refused,
        refusal: &Refusal,
        occasion: &Occasion<'_>,
    ) -> Result<RefusedPage, Lack> {
        let beside = !matches!(occasion.notices.first().map(|notice| &notice.page), Some(Page::Refused(_)));
        let until = self.scene.as_ref().filter(|_| refusal.is_question()).and_then(|scene| scene.answer_until);
        let zone = occasion.reader.settings.zone;
        let answer_until = until.map(|until| time::moment(self.words, until, zone)).transpose()?;
        Ok(RefusedPage { refused, beside, ways: self.ways(refusal, occasion)?, answer_until })
    }

    pub(super) fn plan_played(&self, from: Ply) -> Result<PlanPlayed, Lack> {
        let scene = self.scene.as_ref().ok_or_else(|| Lack("a game that goes on".into()))?;
        Ok(PlanPlayed { moves: moves::moves_since(&scene.view, self.words, from.0 as usize)? })
    }

    /// What a spectator is told about the game.
    pub(super) fn watched(&self, occasion: &Occasion) -> Result<WatchedPage, Lack> {
        let (Some(scene), Some(game)) = (&self.scene, &self.game) else { return Err(Lack("a game to watch".into())) };
        let ending = match scene.stage {
            Stage::Over(outcome) => Some(scenes::ending(scene, outcome, occasion.names, false, self.words)?),
            _ => None,
        };
        let name =
            |side: Side| occasion.names.map_or_else(|| Ok("?".to_owned()), |names| self.words.name(names.of(side)));
        Ok(WatchedPage { first: name(Side::First)?, second: name(Side::Second)?, stage: game.stage, ending })
    }

    /// The record of a game that has begun.
    pub(super) fn attachment(&self, occasion: &Occasion) -> Result<Option<Attachment>, Lack> {
        let shut_out = occasion.notices.iter().any(|notice| notice.page == Page::Unwatched);
        let scene = occasion.scene.filter(|scene| scene.started_at.is_some() && !shut_out);
        scene.map(|scene| scenes::attachment(scene, occasion, self.words)).transpose()
    }

    pub(super) fn leave_booked(&self, occasion: &Occasion, leave: &Leave) -> Result<LeaveBooked, Lack> {
        let leave_of = scenes::away_span(leave.span, occasion.reader.settings.zone, self.words)?;
        let days_left = self.words.count(&["time", "day"], u64::from(leave.days_left), &[])?;
        Ok(LeaveBooked { leave: leave_of, days_left })
    }

    pub(super) fn confirm_resign(&self) -> Result<ConfirmResign, Lack> {
        let scene = self.scene.as_ref().ok_or_else(|| Lack("a game to resign".into()))?;
        // A code that lapsed while the mail was waiting leaves nothing to confirm; the page then says so.
        let code = scene.resign_code.as_ref().map(|code| code.as_str().to_owned()).unwrap_or_default();
        let outcome = crate::rules::Outcome::win(scene.side.other(), crate::rules::Termination::Resign);
        Ok(ConfirmResign { code, result: self.words.result(outcome)?.to_owned() })
    }

    pub(super) fn game_over(&self, occasion: &Occasion) -> Result<GameOver, Lack> {
        match self.scene.as_ref().map(|scene| (scene, scene.stage)) {
            Some((scene, Stage::Over(outcome))) => {
                let mut page = scenes::ending(scene, outcome, occasion.names, true, self.words)?;
                page.noted = !occasion.notes.is_empty();
                page.said = !occasion.said.is_empty();
                page.file = self.attachment(occasion)?.map(|file| file.filename);
                let variant = scene.view.variant();
                page.record = occasion.standings.and_then(|standings| self.record_by_side(standings, variant));
                rating::changed(page, scene, occasion.ratings, self.words)
            }
            _ => Err(Lack("a game that is over".into())),
        }
    }

    /// A game that begins, with as much of its rules as whoever knows chess or shogi needs.
    pub(super) fn game_started(&self, occasion: &Occasion) -> Result<GameStartedPage, Lack> {
        let game = self.game.as_ref().ok_or_else(|| Lack("a game that begins".into()))?;
        let stop = self.words.text(&["position", "sentence_end"])?;
        let known = self.scene.as_ref().is_none_or(|scene| ["chess", "shogi"].contains(&scene.view.variant().key));
        let rules = game.rules.split_inclusive(stop).next().filter(|_| !known).map(|rule| rule.trim().to_owned());
        Ok(GameStartedPage { first_game: occasion.first_game, rules })
    }

    /// One's games, those with one's own move and least time first.
    pub(super) fn games(&self, occasion: &Occasion) -> Result<Games, Lack> {
        let mut lines: Vec<&GameLine> = occasion.games.iter().collect();
        let key = |line: &&GameLine| {
            let scene = &line.scene;
            let mine = scene.stage == Stage::Playing && scene.view.turn() == scene.side;
            let left = scene.clocks.of(scene.side).remaining.map_or(i64::MAX, |left| left.num_seconds());
            (!mine, scene.stage != Stage::Playing, left, scene.id.clone())
        };
        lines.sort_by_key(key);
        let rows = lines.into_iter().map(|line| self.row(line)).collect::<Result<_, _>>()?;
        Ok(Games { rows })
    }

    fn row(&self, line: &GameLine) -> Result<GameRow, Lack> {
        let scene = &line.scene;
        let mut game = scenes::game(scene, None, self.settings.zone, self.words)?;
        game.opponent = self.words.name(&line.opponent)?;
        let link = Link::new(&line.reply_to, &format!("Re: {}", thread(&game, self.settings.subject, self.words)?));
        let clock = if game.my_turn { game.my_time.clone() } else { game.their_time.clone() };
        let told_again = scene.asked_again_at.filter(|_| game.my_turn);
        let told_again = told_again.map(|at| time::moment(self.words, at, self.settings.zone)).transpose()?;
        Ok(GameRow { clock, told_again, href: link.writing(&self.words.command("board", &[])?), game })
    }
}

/// In groups of sixteen figures, since a phone's line is short.
fn hexadecimal(bytes: &[u8; 32]) -> String {
    let groups = bytes.chunks(8).map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    groups.collect::<Vec<_>>().join(" ")
}

/// The same for all mails of a game to one reader, since mail programs keep together what is equal; or, where the reader
/// wants it so, the move just played.
fn thread(game: &Game, subject: Subject, words: Words) -> Result<String, Lack> {
    if let Some(last) = game.last.as_ref().filter(|_| subject == Subject::Move) {
        let key = if game.my_turn { "move_mine" } else { "move" };
        let label = last.label.replace('\u{a0}', " ");
        return words.say(&["subject", key], &[("id", &game.id), ("move", &label), ("opponent", &game.opponent)]);
    }
    let values =
        [("id", game.id.as_str()), ("variant", &game.variant), ("Variant", &game.title), ("opponent", &game.opponent)];
    words.say(&["subject", "game"], &values)
}

/// True if the mail is a spectator's.
fn watches(notices: &[Notice]) -> bool {
    notices.iter().any(|notice| matches!(notice.page, Page::Watched { .. } | Page::Unwatched))
}

/// The subject of a spectator's mails: who plays whom.
fn watched_thread(game: &Game, names: &BySide<Name>, words: Words) -> Result<String, Lack> {
    let (first, second) = (words.name(&names.first)?, words.name(&names.second)?);
    let values = [("id", game.id.as_str()), ("Variant", &game.title), ("first", &first), ("second", &second)];
    words.say(&["subject", "watched"], &values)
}

/// The style of a board in text: the reader's choice, over what is usual for the language and the game. Boards of shogi
/// have styles of their own for the same choices.
fn style(usual: &str, chosen: TextBoard) -> &str {
    let shogi = matches!(usual, "pairs" | "shogi");
    match chosen {
        TextBoard::Plain if shogi => "pairs",
        TextBoard::Wide if shogi => "shogi",
        TextBoard::Usual => usual,
        TextBoard::Figurine if shogi => usual,
        chosen => chosen.key(),
    }
}

/// The scene, taken back if a page asks for an earlier position, and whether it was.
fn shown(occasion: &Occasion) -> (Option<Scene>, bool) {
    let Some(scene) = occasion.scene else { return (None, false) };
    let wanted = occasion.notices.iter().find_map(|notice| match notice.page {
        Page::Board { ply } => ply,
        _ => None,
    });
    let Some(ply) = wanted.filter(|ply| *ply < scene.ply.0) else { return (Some(scene.clone()), false) };
    let mut scene = scene.clone();
    scene.view = scene.view.at(ply as usize);
    scene.ply = Ply(ply);
    (Some(scene), true)
}
