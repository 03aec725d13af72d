/*!
One queued mail: gathered from the record, drawn, composed, handed over.

What a mail shows is the game as it stood at the mail's own event, however late it is drawn; so the same mail drawn twice
gives the same bytes.

This room does not know the queue, nor whether a mail was sent before, and writes nothing.
*/

use crate::club::{Barred, Barrier, Name, Note, Player, RatingSeen, ReturnPath, Standings};
use crate::game::{Game, Page, Phase, Ply};
use crate::ids::Ids;
use crate::mail::{self, Address, Delivery, Draft, Envelope, Headers};
use crate::post::Courier;
use crate::render::{Chance, GameLine, Occasion, Pages, SeekLine, Service};
use crate::rules::notation::fen;
use crate::rules::{BySide, Position, Side};
use crate::store::{AnswerTo, Mail, StoreError, Tx};

/// At most so many games stand in a list of games.
const GAMES_MAX: usize = 50;

/// At most so many seeks stand in a list of seeks.
const SEEKS_MAX: usize = 50;

/// What mails are made with. Made once.
#[derive(Debug)]
pub struct Dispatch {
    /// Who we are.
    pub service: Service,
    /// What stands before a subaddress.
    pub separator: char,
    /// The key reply addresses are derived with.
    pub key: Key,
    /// What chance in a game follows from.
    pub ids: Ids,
    /// All pages.
    pub pages: Pages,
}

/// The service's key. Shows nothing in Debug.
#[derive(Clone, Copy)]
pub struct Key(pub [u8; 32]);

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// From where the reader of a mail looks at its game.
#[derive(Clone, Copy, Debug)]
enum Seat {
    /// A player's.
    Player(Side),
    /// A spectator's, so many plies into it.
    Watcher(Ply),
}

/// All that the record has to say about one mail.
#[derive(Debug)]
pub struct Parcel {
    mail: Mail,
    reader: Player,
    game: Option<(Game, Seat, BySide<Name>)>,
    games: Vec<(Game, Side, Name)>,
    standings: Option<Standings>,
    ratings: Option<BySide<RatingSeen>>,
    /// The reader's own; none in a mail about a game that goes on, but the one that says they are kept.
    notes: Vec<Note>,
    barred: Vec<Barred>,
    seeks: Vec<SeekLine>,
}

impl Parcel {
    /// Gathers it.
    pub fn gather(tx: &Tx, mail: Mail) -> Result<Parcel, StoreError> {
        let reader = tx.player(mail.new.player)?;
        let game = match &mail.new.game {
            None => None,
            Some(id) => tx.game_until(id, mail.new.seq)?,
        };
        let game = match game {
            None => None,
            Some(game) => {
                let names = BySide {
                    first: tx.player(game.player(Side::First))?.shown(),
                    second: tx.player(game.player(Side::Second))?.shown(),
                };
                // A spectator's mail says so by what its answer does, whoever reads it.
                let seat = match &mail.new.answer_to {
                    AnswerTo::Watch(_) => Some(Seat::Watcher(mail.new.ply)),
                    _ => game.seat_of(reader.id).map(Seat::Player),
                };
                seat.map(|seat| (game, seat, names))
            }
        };
        let mut games = Vec::new();
        if mail.new.notices.iter().any(|notice| notice.page == Page::Games) {
            for row in tx.games_of(reader.id)?.into_iter().filter(|row| row.phase != "over").take(GAMES_MAX) {
                // A move that its player may still undo is nobody else's to see.
                let known = tx.known_while_held(reader.id, &row.id, mail.new.queued_at)?;
                let game = match known {
                    Some(seq) => tx.game_until(&row.id, seq)?,
                    None => tx.game(&row.id)?,
                };
                let Some(game) = game else { continue };
                let Some(side) = game.seat_of(reader.id) else { continue };
                let opponent = tx.player(game.player(side.other()))?;
                // An invitation that was kept from its reader is not listed either.
                let kept = matches!(game.phase(), Phase::Offered) && side != game.invited_by() && game.offers() == 1;
                if kept && tx.is_barred(reader.id, opponent.id, Barrier::Block)? {
                    continue;
                }
                games.push((game, side, opponent.shown()));
            }
        }
        let asked = mail.new.notices.iter().find_map(|notice| match &notice.page {
            Page::Stats { variant } => Some(variant.as_deref()),
            _ => None,
        });
        let standings = asked.map(|variant| tx.standings(reader.id, variant, mail.new.queued_at)).transpose()?;
        let ratings = game.as_ref().map(|(game, ..)| tx.ratings_seen(game, mail.new.queued_at)).transpose()?;
        let shows_notes = |game: &Game| {
            let kept = mail.new.notices.iter().any(|notice| matches!(notice.page, Page::NoteKept { .. }));
            kept || matches!(game.phase(), Phase::Over(_))
        };
        let notes = match game.as_ref().filter(|(game, ..)| shows_notes(game)) {
            Some((game, ..)) => tx.notes(game.id(), reader.id, mail.new.queued_at)?,
            None => Vec::new(),
        };
        let listed = mail.new.notices.iter().any(|notice| notice.page == Page::Settings);
        let barred = if listed { tx.barred(reader.id)? } else { Vec::new() };
        let seeks = sought(tx, &mail, &reader)?;
        Ok(Parcel { mail, reader, game, games, standings, ratings, notes, barred, seeks })
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
            Page::SeekOpen => {
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

impl Dispatch {
    /// Draws and composes the mail; the error names the page or header that could not be made.
    pub fn pack(&self, parcel: &Parcel) -> Result<Vec<u8>, String> {
        let new = &parcel.mail.new;
        let reply_to = self.reply_to(&new.answer_to, &parcel.reader);
        let scene = parcel.game.as_ref().map(|(game, seat, _)| match seat {
            Seat::Player(side) => game.scene(*side, new.queued_at),
            Seat::Watcher(ply) => game.watched(*ply),
        });
        let games: Vec<GameLine> = parcel
            .games
            .iter()
            .map(|(game, side, opponent)| GameLine {
                scene: game.scene(*side, new.queued_at),
                opponent: opponent.clone(),
                reply_to: self.reply_to(&AnswerTo::of(game), &parcel.reader),
            })
            .collect();
        let draft = self
            .pages
            .draft(&Occasion {
                service: &self.service,
                reader: &parcel.reader,
                notices: &new.notices,
                scene: scene.as_ref(),
                names: parcel.game.as_ref().map(|(.., names)| names),
                games: &games,
                standings: parcel.standings.as_ref(),
                chance: parcel.game.as_ref().and_then(|(game, ..)| self.chance(game)),
                ratings: parcel.ratings.as_ref(),
                notes: &parcel.notes,
                barred: &parcel.barred,
                seeks: &parcel.seeks,
                reply_to: &reply_to,
                at: new.queued_at,
                number: parcel.mail.number,
            })
            .map_err(|error| error.to_string())?;
        self.compose(parcel, &draft, reply_to)
    }

    /// What a game whose array was drawn tells of the draw: the seal from the start, the seed when it is over. An array that a
    /// challenge named was not drawn.
    fn chance(&self, game: &Game) -> Option<Chance> {
        let (variant, start) = (game.terms().variant, game.terms().start.as_deref()?);
        let drawn = || fen::write(&Position::drawn(variant, &mut self.ids.chance(game.id())));
        let over = matches!(game.phase(), Phase::Over(_));
        let told = Chance { seal: self.ids.seal(game.id()), seed: over.then(|| self.ids.seed(game.id())) };
        (variant.draws_array() && drawn() == start).then_some(told)
    }

    /// Hands the mail over.
    pub fn hand_over(&self, courier: &mut dyn Courier, parcel: &Parcel, bytes: &[u8]) -> Delivery {
        let id = &parcel.mail.new.message_id.0;
        let path = ReturnPath::of(&self.key.0, id);
        let from = self.service.address.with_subaddress(self.separator, path.expose());
        courier.send(&Envelope { from: Some(from), to: parcel.reader.address.clone() }, id, bytes)
    }

    fn compose(&self, parcel: &Parcel, draft: &Draft, reply_to: Address) -> Result<Vec<u8>, String> {
        let new = &parcel.mail.new;
        let (from_name, unsubscribe) = match &parcel.game {
            Some((_, Seat::Player(side), names)) => {
                (format!("{} ({})", names.of(side.other()).text, self.service.name), "stop mail")
            }
            Some((_, Seat::Watcher(_), _)) => (self.service.name.clone(), "unwatch"),
            None => (self.service.name.clone(), "stop mail"),
        };
        let pages: Vec<&str> = new.notices.iter().map(|notice| notice.page.key()).collect();
        let mut extra = vec![("Kingpost-Page", pages.join(", "))];
        if let Some(game) = &new.game {
            extra.push(("Kingpost-Game", game.to_string()));
            extra.push(("Kingpost-Ply", new.ply.0.to_string()));
        }
        let headers = Headers {
            from: self.service.address.clone(),
            from_name,
            to: parcel.reader.address.clone(),
            reply_to,
            date: new.queued_at,
            message_id: new.message_id.clone(),
            in_reply_to: new.in_reply_to.clone(),
            references: new.thread.clone(),
            answers: new.answers,
            unsubscribe,
            extra,
        };
        mail::compose(draft, &headers)
    }

    fn reply_to(&self, answer_to: &AnswerTo, reader: &Player) -> Address {
        match answer_to.token(&self.key.0, reader) {
            Some(token) => self.service.address.with_subaddress(self.separator, token.expose()),
            None => self.service.address.clone(),
        }
    }
}
