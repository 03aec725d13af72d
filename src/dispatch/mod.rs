/*!
One queued mail: gathered from the record, drawn, composed, addressed.

What a mail shows is the game as it stood at the mail's own event, however late it is drawn; so the same mail drawn twice
gives the same bytes.

This room does not know the queue, nor whether a mail was sent before, and writes nothing.
*/

mod parcel;

pub use parcel::Parcel;

use crate::club::{AnswerTo, Asked, Errand, Player, ReturnPath};
use crate::game::{Game, Notice, Origin, Phase, Span};
use crate::ids::Ids;
use crate::mail::{self, Address, Draft, Envelope, Headers};
use crate::render::{Chance, GameLine, Occasion, Pages, Section, Service};
use crate::rules::Position;
use crate::rules::notation::fen;
use crate::store::Question;
use parcel::{Bundled, Seat};

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

impl Dispatch {
    /// Draws and composes the mail; the error names the page or header that could not be made.
    pub fn pack(&self, parcel: &Parcel) -> Result<Vec<u8>, String> {
        let new = &parcel.mail.new;
        let reply_to = self.reply_to(&new.answer_to, &parcel.reader);
        let scene = parcel.game.as_ref().map(|(game, seat, _)| match seat {
            Seat::Player(side) => game.scene_after(new.waits, *side, new.queued_at),
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
        let sections: Vec<Section> = parcel
            .bundle
            .iter()
            .map(|Bundled { notices, waits, member, game, side, names }| {
                let waited = waits.map(|span| Span { to: span.to.min(new.queued_at), ..span });
                Section {
                    notices,
                    scene: game.scene_after(waited, *side, new.queued_at),
                    names,
                    reply_to: self.reply_to(&member.new.answer_to, &parcel.reader),
                    number: member.number,
                }
            })
            .collect();
        let asked = parcel.question.as_ref().map(|question| self.asked(parcel, question));
        let draft = self
            .pages
            .draft(&Occasion {
                service: &self.service,
                reader: &parcel.reader,
                notices: &new.notices,
                scene: scene.as_ref(),
                names: parcel.game.as_ref().map(|(.., names)| names),
                games: &games,
                sections: &sections,
                dossier: &parcel.dossier,
                standings: parcel.standings.as_ref(),
                chance: parcel.game.as_ref().and_then(|(game, ..)| self.chance(game)),
                ratings: parcel.ratings.as_ref(),
                notes: &parcel.notes,
                said: &parcel.said,
                first_game: parcel.first_game,
                barred: &parcel.barred,
                seeks: &parcel.seeks,
                asked: asked.as_ref(),
                guest_of: parcel.guest_of.as_deref(),
                reply_to: &reply_to,
                at: new.queued_at,
                number: parcel.mail.number,
            })
            .map_err(|error| error.to_string())?;
        self.compose(parcel, &draft, reply_to)
    }

    /// What a question asks, with its code where a plain `yes` is not enough.
    fn asked(&self, parcel: &Parcel, question: &Question) -> Asked {
        let code = question.errands.iter().any(Errand::needs_code);
        let code = code.then(|| self.ids.question_code(parcel.reader.id, question.id)).flatten();
        Asked { errands: question.errands.clone(), code }
    }

    /// What a game whose array was drawn tells of the draw: the seal from the start, the seed when it is over. An array that a
    /// challenge named was not drawn.
    fn chance(&self, game: &Game) -> Option<Chance> {
        let (variant, start) = (game.terms().variant, game.terms().start.as_deref()?);
        // Both games of a pair have the one array that was drawn for the first.
        let id = if let Origin::Twin(lead) = game.origin() { lead } else { game.id() };
        let drawn = || fen::write(&Position::drawn(variant, &mut self.ids.chance(id)));
        let over = matches!(game.phase(), Phase::Over(_));
        let told = Chance { seal: self.ids.seal(id), seed: over.then(|| self.ids.seed(id)) };
        (variant.draws_array() && drawn() == start).then_some(told)
    }

    /// Who the mail is handed over for, and its Message-ID.
    pub fn address(&self, parcel: &Parcel) -> (Envelope, String) {
        let id = &parcel.mail.new.message_id.0;
        let path = ReturnPath::of(&self.key.0, id);
        let from = self.service.address.with_subaddress(self.separator, path.expose());
        (Envelope { from: Some(from), to: parcel.reader.address.clone() }, id.clone())
    }

    fn compose(&self, parcel: &Parcel, draft: &Draft, reply_to: Address) -> Result<Vec<u8>, String> {
        let new = &parcel.mail.new;
        let (from_name, unsubscribe) = match &parcel.game {
            Some((_, Seat::Player(side), names))
                if !Notice::are_of_the_service(&new.notices)
                    && !names.of(side.other()).text.is_empty()
                    && !names.of(side.other()).is_guest() =>
            {
                (format!("{} ({})", names.of(side.other()).text, self.service.name), "stop mail")
            }
            Some((_, Seat::Watcher(_), _)) => (self.service.name.clone(), "unwatch"),
            Some((_, Seat::Player(_), _)) | None => (self.service.name.clone(), "stop mail"),
        };
        let mut extra = vec![("Kingpost-Page", parcel.pages().join(", "))];
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
