/*!
Everything the record has to say about one mail.
*/

use crate::club::{AnswerTo, Barred, Barrier, Name, Note, Player, Rating, RatingSeen, Standing, Standings};
use crate::game::{Ending, Event, Game, GameId, Moment, Notice, Origin, Page, Phase, Ply, Recorded, Refusal, Span};
use crate::render::{Dossier, KeptGame, SeekLine};
use crate::rules::{BySide, Side};
use crate::store::{Mail, Question, StoreError, Tx};

/// At most so many games stand in a list of games.
const GAMES_MAX: usize = 50;

/// At most so many seeks stand in a list of seeks.
const SEEKS_MAX: usize = 50;

/// From where the reader of a mail looks at its game.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seat {
    /// A player's.
    Player(Side),
    /// A spectator's, so many plies into it.
    Watcher(Ply),
}

/// A game as far as a mail may show it, from where its reader looks at it, and both names.
pub(super) type Seen = (Game, Seat, BySide<Name>);

/// What a mail about several games says of one.
#[derive(Debug)]
pub(super) struct Bundled {
    pub(super) notices: Vec<Notice>,
    /// How long the first of it waited for its reader's digest.
    pub(super) waits: Option<Span>,
    /// The newest mail about it.
    pub(super) member: Mail,
    pub(super) game: Game,
    pub(super) side: Side,
    pub(super) names: BySide<Name>,
}

/// All that the record has to say about one mail.
#[derive(Debug)]
pub struct Parcel {
    pub(super) mail: Mail,
    pub(super) reader: Player,
    pub(super) game: Option<Seen>,
    pub(super) games: Vec<(Game, Side, Name)>,
    pub(super) bundle: Vec<Bundled>,
    pub(super) dossier: Dossier,
    pub(super) standings: Option<Standings>,
    pub(super) ratings: Option<BySide<RatingSeen>>,
    /// The reader's own; none in a mail about a game that goes on, but the one that says they are kept.
    pub(super) notes: Vec<Note>,
    /// Of a game that is over: what its players wrote, without what the reader does not want to read.
    pub(super) said: Vec<(Ply, Side, String)>,
    /// No game of the reader's had a move before this one was offered.
    pub(super) first_game: bool,
    pub(super) barred: Vec<Barred>,
    pub(super) seeks: Vec<SeekLine>,
    /// What its reader is asked to confirm.
    pub(super) question: Option<Question>,
    /// The language of whoever invites its reader, who has never answered us.
    pub(super) guest_of: Option<String>,
}

impl Parcel {
    /// Gathers it.
    pub fn gather(tx: &Tx, mail: Mail) -> Result<Parcel, StoreError> {
        let reader = tx.player(mail.new.player)?;
        let game = seen(tx, &mail, &reader)?;
        let mut bundle: Vec<Bundled> = Vec::new();
        for member in tx.members(mail.id)? {
            let Some((game, Seat::Player(side), names)) = seen(tx, &member, &reader)? else { continue };
            match bundle.iter_mut().find(|known| known.member.new.game == member.new.game) {
                // What several of them tell of one game stands together, by its newest.
                Some(known) => {
                    known.notices.extend(member.new.notices.iter().cloned());
                    (known.member, known.game) = (member, game);
                }
                None => {
                    let (notices, waits) = (member.new.notices.clone(), member.new.waits);
                    bundle.push(Bundled { notices, waits, member, game, side, names });
                }
            }
        }
        let shows = |page: &Page| mail.new.notices.iter().any(|notice| notice.page == *page);
        let names_games = |notice: &Notice| matches!(notice.page, Page::Refused(Refusal::WhichGame { .. }));
        let lists = shows(&Page::Games) || mail.new.notices.iter().any(names_games);
        let games = if lists { listed(tx, &mail, &reader)? } else { Vec::new() };
        let export = shows(&Page::Export);
        let dossier = if export { dossier(tx, &reader, mail.new.queued_at)? } else { Dossier::default() };
        let asked = mail.new.notices.iter().find_map(|notice| match &notice.page {
            Page::Stats { variant } => Some(variant.as_deref()),
            Page::Export => Some(None),
            Page::GameOver => game.as_ref().map(|(game, ..)| Some(game.terms().variant.key)),
            _ => None,
        });
        let standings = asked.map(|variant| tx.standings(reader.id, variant, mail.new.queued_at)).transpose()?;
        let ratings = match &game {
            Some((game, ..)) => {
                let mut seen = tx.ratings_seen(game, mail.new.queued_at)?;
                if awaits_guest(tx, game, &reader)? {
                    // As of somebody who has never played.
                    *seen.of_mut(game.invited_by().other()) = RatingSeen { before: Rating::default(), after: None };
                }
                Some(seen)
            }
            None => None,
        };
        let shows_notes = |game: &Game| {
            let kept = mail.new.notices.iter().any(|notice| matches!(notice.page, Page::NoteKept { .. }));
            kept || matches!(game.phase(), Phase::Over(_))
        };
        let notes = match game.as_ref().filter(|(game, ..)| shows_notes(game)) {
            Some((game, ..)) => tx.notes(game.id(), reader.id, mail.new.queued_at)?,
            None => Vec::new(),
        };
        let said = match game.as_ref().filter(|(game, ..)| matches!(game.phase(), Phase::Over(_))) {
            Some((game, Seat::Player(side), _)) => remarks(tx, game, *side)?,
            _ => Vec::new(),
        };
        let first_game = match &game {
            Some((game, ..)) if shows(&Page::GameStarted) => is_first(tx, game.id(), &reader)?,
            _ => false,
        };
        let barred = if export || shows(&Page::Settings) { tx.barred(reader.id)? } else { Vec::new() };
        let seeks = sought(tx, &mail, &reader)?;
        let question = match mail.new.answer_to {
            AnswerTo::Question(id) => tx.question(id)?,
            _ => None,
        };
        let guest_of = match &game {
            Some((game, ..)) if shows(&Page::Invitation) && reader.standing == Standing::Unconfirmed => {
                Some(tx.player(game.player(game.invited_by()))?.language)
            }
            _ => None,
        };
        Ok(Parcel {
            mail,
            reader,
            game,
            games,
            bundle,
            dossier,
            standings,
            ratings,
            notes,
            said,
            first_game,
            barred,
            seeks,
            question,
            guest_of,
        })
    }

    /// Every page it has, in order.
    pub(super) fn pages(&self) -> Vec<&'static str> {
        let members = self.bundle.iter().flat_map(|one| &one.notices);
        let mut pages: Vec<&str> = Vec::new();
        for page in self.mail.new.notices.iter().chain(members).map(|notice| notice.page.key()) {
            if !pages.contains(&page) {
                pages.push(page);
            }
        }
        pages
    }

    /// Its reader.
    pub fn reader(&self) -> &Player {
        &self.reader
    }
}

/// The seeks that a mail's pages show its reader: of others, none where one keeps the other away.
fn sought(tx: &Tx, mail: &Mail, reader: &Player) -> Result<Vec<SeekLine>, StoreError> {
    let mut seeks = Vec::new();
    for notice in &mail.new.notices {
        match notice.page {
            Page::Seeks => seeks.extend(tx.open_seeks(mail.new.queued_at)?),
            Page::SeekOpen | Page::Export => {
                let open = tx.open_seeks(mail.new.queued_at)?;
                seeks.extend(open.into_iter().filter(|seek| seek.player == reader.id));
            }
            Page::SeekClosed { number } => seeks.extend(tx.seek(number)?),
            _ => {}
        }
    }
    let mut lines: Vec<SeekLine> = Vec::new();
    for seek in seeks {
        let kept = tx.is_barred(reader.id, seek.player, Barrier::Block)?
            || tx.is_barred(seek.player, reader.id, Barrier::Block)?;
        if !kept && lines.len() < SEEKS_MAX && lines.iter().all(|line| line.seek.number != seek.number) {
            lines.push(SeekLine { player: tx.player(seek.player)?.name, mine: seek.player == reader.id, seek });
        }
    }
    Ok(lines)
}

/// The games of a list, as its reader may see them.
fn listed(tx: &Tx, mail: &Mail, reader: &Player) -> Result<Vec<(Game, Side, Name)>, StoreError> {
    let mut games = Vec::new();
    for row in tx.games_of(reader.id)?.into_iter().filter(|row| row.phase != "over").take(GAMES_MAX) {
        let Some((game, side)) = known(tx, reader, &row.id, mail.new.queued_at)? else { continue };
        let opponent = game.player(side.other());
        // An invitation that was kept from its reader is not listed either.
        let kept = matches!(game.phase(), Phase::Offered) && side != game.invited_by();
        if !(kept && tx.is_barred(reader.id, opponent, Barrier::Block)?) {
            let opponent = name(tx, &game, side.other(), reader)?;
            games.push((game, side, opponent));
        }
    }
    Ok(games)
}

/// A game as far as one of its players may know it: a move that its player may still undo is nobody else's to see.
fn known(tx: &Tx, reader: &Player, id: &GameId, at: Moment) -> Result<Option<(Game, Side)>, StoreError> {
    let seq = tx.known_while_held(reader.id, id, at)?.unwrap_or(u32::MAX);
    let game = tx.game_until(id, seq)?;
    Ok(game.and_then(|game| game.seat_of(reader.id).map(|side| (game, side))))
}

/// All that is kept of a player beside what other pages show.
fn dossier(tx: &Tx, reader: &Player, at: Moment) -> Result<Dossier, StoreError> {
    let mut dossier =
        Dossier { leave: tx.leave_of(reader.id)?, watched: tx.games_watched(reader.id)?, games: Vec::new() };
    for row in tx.games_of(reader.id)? {
        let Some((game, side)) = known(tx, reader, &row.id, at)? else { continue };
        let names = names(tx, &game, reader)?;
        let said = heard(tx.events(&row.id, game.seq())?, side);
        let said = said.into_iter().map(|said| (said.at, said.by, said.text)).collect();
        let notes = tx.notes(&row.id, reader.id, at)?;
        dossier.games.push(KeptGame { scene: game.scene(side, at), names, said, notes });
    }
    Ok(dossier)
}

/// What was written in a game, by whom and after how many plies.
struct Heard {
    at: Moment,
    by: Side,
    ply: Ply,
    text: String,
}

/// What `side` has said in a game and has been told: words beside a move that was undone never left.
fn heard(events: Vec<Recorded<Event>>, side: Side) -> Vec<Heard> {
    let mut said: Vec<Heard> = Vec::new();
    let (mut moved, mut ply) = (None, Ply(0));
    for Recorded { at, event, .. } in events {
        match event {
            Event::Said { by, text } => said.push(Heard { at, by, ply, text }),
            Event::Moved { .. } => (moved, ply) = (Some(at), Ply(ply.0 + 1)),
            Event::TakenBack { to } => ply = to,
            Event::Undone { by } => {
                ply = Ply(ply.0.saturating_sub(1));
                if by != side {
                    said.retain(|words| words.by != by || Some(words.at) < moved);
                }
            }
            _ => {}
        }
    }
    said
}

/// What both players of a game wrote to each other; nothing by an opponent whom `side` has muted.
fn remarks(tx: &Tx, game: &Game, side: Side) -> Result<Vec<(Ply, Side, String)>, StoreError> {
    let muted = tx.is_barred(game.player(side), game.player(side.other()), Barrier::Mute)?;
    let said = heard(tx.events(game.id(), game.seq())?, side).into_iter();
    Ok(said.filter(|words| words.by == side || !muted).map(|words| (words.ply, words.by, words.text)).collect())
}

/// True if no game of `reader` that was offered before has a move.
fn is_first(tx: &Tx, id: &GameId, reader: &Player) -> Result<bool, StoreError> {
    let rows = tx.games_of(reader.id)?;
    let begun = rows.iter().find(|row| row.id == *id).map(|row| row.begun_at);
    Ok(!rows.iter().any(|row| row.id != *id && row.ply > 0 && Some(row.begun_at) <= begun))
}

/// The game a mail is about, as it stood at the mail's own event.
fn seen(tx: &Tx, mail: &Mail, reader: &Player) -> Result<Option<Seen>, StoreError> {
    let Some(id) = &mail.new.game else { return Ok(None) };
    let Some(game) = tx.game_until(id, mail.new.seq)? else { return Ok(None) };
    // A spectator's mail says so by what its answer does, whoever reads it.
    let seat = match &mail.new.answer_to {
        AnswerTo::Watch(_) => Some(Seat::Watcher(mail.new.ply)),
        _ => game.seat_of(reader.id).map(Seat::Player),
    };
    let names = names(tx, &game, reader)?;
    Ok(seat.map(|seat| (game, seat, names)))
}

/// Both names as `reader` may see them.
fn names(tx: &Tx, game: &Game, reader: &Player) -> Result<BySide<Name>, StoreError> {
    let name = |side| name(tx, game, side, reader);
    Ok(BySide { first: name(Side::First)?, second: name(Side::Second)? })
}

fn name(tx: &Tx, game: &Game, side: Side, reader: &Player) -> Result<Name, StoreError> {
    let player = tx.player(game.player(side))?;
    let own = player.id == reader.id;
    Ok(if !own && awaits_guest(tx, game, reader)? { Name::guest() } else { player.shown() })
}

/// True if `reader` has invited somebody by their address who has not answered, and whom they have never played. Nothing
/// they are shown tells whether the other plays here: neither a name nor a rating.
fn awaits_guest(tx: &Tx, game: &Game, reader: &Player) -> Result<bool, StoreError> {
    let by = game.invited_by();
    let unanswered = match game.phase() {
        Phase::Offered => game.offers() == 1,
        Phase::Over(over) => game.offers() == 1 && matches!(over.ending(), Ending::Expired | Ending::Withdrawn),
        Phase::Playing(_) => false,
    };
    let asked = unanswered && game.player(by) == reader.id;
    let by_address = matches!(game.origin(), Origin::Challenge | Origin::Pair(_));
    Ok(asked && by_address && !tx.have_played(reader.id, game.player(by.other()))?)
}
