//! A whole service in one thread: the real loops, stepped, between a mailbox and a courier in memory.
//!
//! A table can be photographed and set up again from the picture, so that every hostile mail meets a fresh game.

use kingpost::club::{ReplyToken, ReturnPath};
use kingpost::config::Config;
use kingpost::daemon::{Alarm, Bell, Clock, House, Receive, Send, Stop, Time};
use kingpost::game::{Event, Game, GameId, Moment, Page, Refusal};
use kingpost::mail::{self, Address, Delivery, Envelope, Opened};
use kingpost::post::{Courier, Failure, Filing, Listed, MailKey, Mailbox};
use kingpost::rules::Side;
use kingpost::store::{Mail, Mark, Store, StoreError};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub const SERVICE: &str = "kingpost@chess.example.org";
const KEY: [u8; 32] = [7; 32];
pub const AUTHSERV: &str = "mx.chess.example.org";

/// The house everybody sits in; `authserv` as in `[service] authserv_id`.
pub fn house(authserv: bool) -> &'static House {
    static HOUSES: [OnceLock<House>; 2] = [OnceLock::new(), OnceLock::new()];
    HOUSES[usize::from(authserv)].get_or_init(|| {
        let line = if authserv { format!("authserv_id = \"{AUTHSERV}\"\n") } else { String::new() };
        let text = format!(
            "[service]\naddress = \"{SERVICE}\"\ndata = \"data\"\n{line}[mailbox]\nkind = \"maildir\"\npath = \"in\"\n\
             [courier]\nkind = \"folder\"\npath = \"out\"\n"
        );
        House::with_key(&Config::parse(&text, Path::new(".")).unwrap(), KEY).unwrap()
    })
}

/// A house that writes to three unknown addresses a day.
pub fn small_house() -> &'static House {
    static HOUSE: OnceLock<House> = OnceLock::new();
    HOUSE.get_or_init(|| {
        let text = format!(
            "[service]\naddress = \"{SERVICE}\"\ndata = \"data\"\nauthserv_id = \"{AUTHSERV}\"\n[mailbox]\n\
             kind = \"maildir\"\npath = \"in\"\n[courier]\nkind = \"folder\"\npath = \"out\"\n[limits]\n\
             unknown_mails_per_day = 3\n"
        );
        House::with_key(&Config::parse(&text, Path::new(".")).unwrap(), KEY).unwrap()
    })
}

/// A mail lying in the mailbox.
struct Lying {
    key: String,
    bytes: Vec<u8>,
    received_at: Option<Moment>,
}

/// The mailbox, and where it filed things.
#[derive(Clone, Default)]
struct Box_(Arc<Mutex<Inside>>);

#[derive(Default)]
struct Inside {
    lying: Vec<Lying>,
    filed: Vec<(String, Filing)>,
    /// A mail the server stumbles over whenever it is asked for.
    poison: Option<String>,
}

impl Mailbox for Box_ {
    fn list(&mut self, skip: &dyn Fn(&MailKey) -> bool) -> Result<Vec<Listed>, Failure> {
        let inside = self.0.lock().unwrap();
        let listed = inside.lying.iter().map(|mail| Listed {
            key: MailKey(mail.key.clone()),
            size: mail.bytes.len() as u64,
            received_at: mail.received_at,
        });
        Ok(listed.filter(|mail| !skip(&mail.key)).collect())
    }

    fn head(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        Ok(self.fetch(key)?.map(|bytes| bytes[..bytes.len().min(65536)].to_vec()))
    }

    fn fetch(&mut self, key: &MailKey) -> Result<Option<Vec<u8>>, Failure> {
        let inside = self.0.lock().unwrap();
        if inside.poison.as_ref() == Some(&key.0) {
            return Err(Failure { what: "malformed".into(), retry_after: Duration::from_secs(1) });
        }
        Ok(inside.lying.iter().find(|mail| mail.key == key.0).map(|mail| mail.bytes.clone()))
    }

    fn file(&mut self, keys: &[MailKey], to: Filing) -> Result<(), Failure> {
        let mut inside = self.0.lock().unwrap();
        for key in keys {
            inside.lying.retain(|mail| mail.key != key.0);
            inside.filed.push((key.0.clone(), to));
        }
        Ok(())
    }

    fn wait(&mut self, _: Duration, _: &dyn Fn() -> bool) -> Result<(), Failure> {
        Ok(())
    }

    fn describe(&mut self) -> Result<String, Failure> {
        Ok("memory".into())
    }
}

/// Takes everything over.
#[derive(Clone, Default)]
struct Carrier(Arc<Mutex<Vec<Carried>>>);

type Carried = (Envelope, Vec<u8>);

impl Courier for Carrier {
    fn send(&mut self, envelope: &Envelope, _: &str, mail: &[u8]) -> Delivery {
        self.0.lock().unwrap().push((envelope.clone(), mail.to_vec()));
        Delivery::Accepted
    }

    fn describe(&mut self) -> Result<String, Failure> {
        Ok("memory".into())
    }
}

/// A mail the service sent.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The envelope's sender, where bounces go.
    pub from: String,
    pub to: String,
    pub bytes: Vec<u8>,
    pub mail: Opened,
}

impl Sent {
    pub fn has(&self, page: &str) -> bool {
        self.mail.pages.iter().any(|known| known == page)
    }

    pub fn reply_to(&self) -> String {
        self.mail.reply_to.to_string()
    }

    /// What a reader's eye and a program can find in it: headers, decoded text and HTML.
    pub fn all_text(&self) -> String {
        let raw = String::from_utf8_lossy(&self.bytes);
        let attached: String =
            self.mail.attachments.iter().map(|file| String::from_utf8_lossy(&file.bytes).into_owned()).collect();
        format!("{raw}\n{}\n{}\n{attached}", self.mail.text, self.mail.html.as_deref().unwrap_or_default())
    }
}

/// The service and its post.
pub struct Table {
    house: &'static House,
    data: TempDir,
    store: Store,
    mailbox: Box_,
    carrier: Carrier,
    pub now: Moment,
    keys: u32,
}

/// A record as it lay on the disk at one moment.
#[derive(Clone)]
pub struct Picture {
    database: Vec<u8>,
    now: Moment,
}

impl Table {
    pub fn new() -> Table {
        Table::in_house(house(true))
    }

    pub fn in_house(house: &'static House) -> Table {
        let now = "2026-11-29T12:00:00Z".parse().unwrap();
        let data = tempfile::tempdir().unwrap();
        let store = Store::open(data.path()).unwrap();
        Table { house, data, store, mailbox: Box_::default(), carrier: Carrier::default(), now, keys: 0 }
    }

    pub fn picture(&self) -> Picture {
        self.store.checkpoint().unwrap();
        Picture { database: std::fs::read(Store::file(self.data.path())).unwrap(), now: self.now }
    }

    pub fn from_picture(picture: &Picture) -> Table {
        let data = tempfile::tempdir().unwrap();
        std::fs::write(Store::file(data.path()), &picture.database).unwrap();
        let store = Store::connect(data.path()).unwrap();
        let (mailbox, carrier) = (Box_::default(), Carrier::default());
        Table { house: house(true), data, store, mailbox, carrier, now: picture.now, keys: 0 }
    }

    pub fn later(&mut self, minutes: i64) {
        self.now += chrono::TimeDelta::minutes(minutes);
        // The service reads its mail all the while.
        let now = self.now;
        self.store.write(|tx| tx.set_mark(Mark::Read, now)).unwrap();
    }

    /// Time passes while the service does not run; then it looks into its mailbox again.
    pub fn asleep(&mut self, minutes: i64) {
        self.now += chrono::TimeDelta::minutes(minutes);
        self.receive();
    }

    /// Lays a mail into the mailbox.
    pub fn lay(&mut self, bytes: &[u8]) {
        let received_at = self.now;
        self.lay_at(bytes, received_at);
    }

    pub fn lay_at(&mut self, bytes: &[u8], received_at: Moment) {
        self.put(bytes, Some(received_at));
    }

    /// Lays a mail into the mailbox of whose arrival the server tells nothing.
    pub fn lay_undated(&mut self, bytes: &[u8]) {
        self.put(bytes, None);
    }

    /// The envelope sender of the mail queued last.
    pub fn newest_return_path(&mut self) -> String {
        let path = ReturnPath::of(&KEY, &self.mails().last().unwrap().new.message_id.0);
        SERVICE.replacen('@', &format!("+{}@", path.expose()), 1)
    }

    /// Somebody takes a mail out of the mailbox.
    pub fn take_away(&mut self, key: &str) {
        self.mailbox.0.lock().unwrap().lying.retain(|mail| mail.key != key);
    }

    /// When the last move of a game was made.
    pub fn moved_at(&mut self, id: &str) -> Option<Moment> {
        let id = GameId::parse(id).unwrap();
        let events = self.store.read(|tx| tx.events(&id, u32::MAX)).unwrap();
        events.iter().rev().find(|recorded| matches!(recorded.event, Event::Moved { .. })).map(|recorded| recorded.at)
    }

    fn put(&mut self, bytes: &[u8], received_at: Option<Moment>) {
        self.keys += 1;
        let key = format!("mail/{}", self.keys);
        self.mailbox.0.lock().unwrap().lying.push(Lying { key, bytes: bytes.to_vec(), received_at });
    }

    /// Reads the mailbox once; whatever is ours is filed.
    pub fn receive(&mut self) {
        let store = Store::connect(self.data.path()).unwrap();
        let mailbox = Box::new(self.mailbox.clone());
        let (bell, _heard) = Bell::new();
        let mut receive = Receive::new(self.house, store, mailbox, bell, Time::Fixed(self.now));
        receive.round(&Stop::default(), Instant::now()).unwrap();
    }

    /// The clock loop's round: games are judged, and old things forgotten.
    pub fn tick(&mut self) {
        let store = Store::connect(self.data.path()).unwrap();
        let mut clock = Clock::new(self.house, store, Bell::new().0, Alarm::default(), Time::Fixed(self.now));
        clock.tick(self.now, Instant::now()).unwrap();
    }

    /// The server stumbles over that mail from now on.
    pub fn poison(&mut self, key: &str) {
        self.mailbox.0.lock().unwrap().poison = Some(key.into());
    }

    /// The server hands every mail over again.
    pub fn heal(&mut self) {
        self.mailbox.0.lock().unwrap().poison = None;
    }

    /// Lets flags fall, as far as the mailbox has been read.
    pub fn judge(&mut self) {
        let store = Store::connect(self.data.path()).unwrap();
        let mut clock = Clock::new(self.house, store, Bell::new().0, Alarm::default(), Time::Fixed(self.now));
        clock.tick(self.now, Instant::now()).unwrap();
    }

    /// The record's tallies.
    pub fn tally(&mut self, name: &str) -> u64 {
        let tallies = self.store.read(|tx| tx.tallies()).unwrap();
        tallies.into_iter().find(|(known, _)| known == name).map_or(0, |(_, count)| count)
    }

    /// Goes on as the loop does, a few times with the same memory; between two rounds every pause is over.
    pub fn receive_stubbornly(&mut self) {
        let store = Store::connect(self.data.path()).unwrap();
        let mailbox = Box::new(self.mailbox.clone());
        let (bell, _heard) = Bell::new();
        let mut receive = Receive::new(self.house, store, mailbox, bell, Time::Fixed(self.now));
        let begun = Instant::now();
        for hours in 0..4 {
            let _ = receive.round(&Stop::default(), begun + Duration::from_secs(3600 * hours));
        }
    }

    /// Reads the mailbox once more; how many mails are queued because of it.
    pub fn answers_on_waking(&mut self) -> usize {
        let before = self.mails().len();
        self.receive();
        self.mails().len() - before
    }

    /// The same record after the program was ended and started again.
    pub fn restarted(self) -> Table {
        drop(self.store);
        let store = Store::open(self.data.path()).unwrap();
        Table { store, ..self }
    }

    /// The reply address of a seat at the present ply.
    pub fn seat(&mut self, id: &str, side: Side) -> String {
        self.seat_at(id, side, 0)
    }

    /// The same after its player has made so many void.
    pub fn seat_at(&mut self, id: &str, side: Side, epoch: u32) -> String {
        let game = self.game(id);
        let token = ReplyToken::seat(&KEY, game.id(), game.player(side), game.ply(), game.rewound(game.ply()), epoch);
        SERVICE.replacen('@', &format!("+{}@", token.expose()), 1)
    }

    /// The address that answers an invitation.
    pub fn invitation(&mut self, id: &str, side: Side) -> String {
        let game = self.game(id);
        let token = ReplyToken::invitation(&KEY, game.id(), game.player(side), 1, 0);
        SERVICE.replacen('@', &format!("+{}@", token.expose()), 1)
    }

    /// Sends whatever is due; gives it.
    pub fn send(&mut self) -> Vec<Sent> {
        let store = Store::connect(self.data.path()).unwrap();
        let (_bell, heard) = Bell::new();
        let couriers: Vec<Box<dyn Courier>> = vec![Box::new(self.carrier.clone())];
        let mut send = Send::new(self.house, store, couriers, heard, Time::Fixed(self.now)).unwrap();
        while send.step().unwrap() {}
        let queue = self.store.read(|tx| tx.queue_state()).unwrap();
        assert_eq!(queue.waiting, 0, "a mail could not be made: {:?}", queue.trouble);
        let sent = std::mem::take(&mut *self.carrier.0.lock().unwrap());
        sent.into_iter()
            .map(|(envelope, bytes)| {
                let mail = mail::open(&bytes).expect("a mail of ours that cannot be opened");
                let from = envelope.from.map(|from| from.to_string()).unwrap_or_default();
                Sent { from, to: envelope.to.to_string(), bytes, mail }
            })
            .collect()
    }

    /// Delivers one mail and gives what comes of it. A minute passes.
    pub fn deliver(&mut self, bytes: &[u8]) -> Vec<Sent> {
        let left = self.left();
        let sent = self.deliver_strange(bytes);
        assert!(self.left() <= left, "a mail was left in the mailbox");
        sent
    }

    /// As [`Table::deliver`], for a mail that may stay where it is: its reply address may be another service's.
    pub fn deliver_strange(&mut self, bytes: &[u8]) -> Vec<Sent> {
        self.later(1);
        self.lay(bytes);
        self.receive();
        self.send()
    }

    /// Receives one mail and gives what is queued because of it, for whom and with which pages; sends none of it.
    pub fn post(&mut self, bytes: &[u8]) -> Vec<(String, Vec<&'static str>)> {
        self.later(1);
        let before = self.mails().len();
        self.lay(bytes);
        self.receive();
        let fresh = self.mails().split_off(before);
        let address = |mail: &Mail| self.store.read(|tx| tx.player(mail.new.player)).unwrap().address.to_string();
        let pages = |mail: &Mail| mail.new.notices.iter().map(|notice| notice.page.key()).collect();
        let queued: Vec<_> = fresh.iter().map(pages).collect();
        fresh.iter().map(address).zip(queued).collect()
    }

    /// All mails ever queued.
    fn mails(&mut self) -> Vec<Mail> {
        (1..).map_while(|id| self.store.read(|tx| tx.mail(id)).unwrap()).collect()
    }

    /// Mails set aside so far.
    pub fn set_aside(&self) -> usize {
        self.mailbox.0.lock().unwrap().filed.iter().filter(|(_, to)| *to == Filing::Failed).count()
    }

    /// Mails left where they lie: other people's.
    pub fn left(&self) -> usize {
        self.mailbox.0.lock().unwrap().lying.len()
    }

    pub fn game(&mut self, id: &str) -> Game {
        let id = GameId::parse(id).unwrap();
        self.store.read(|tx| tx.game(&id)).unwrap().unwrap()
    }

    /// What players did in a game: all events but the post's own reports.
    pub fn deeds(&mut self, id: &str) -> Vec<Event> {
        let id = GameId::parse(id).unwrap();
        let events = self.store.read(|tx| tx.events(&id, u32::MAX)).unwrap();
        let deeds = events.into_iter().map(|recorded| recorded.event);
        deeds.filter(|event| !matches!(event, Event::Told { .. } | Event::Unreachable { .. })).collect()
    }

    /// Every reason why something was refused, in all mails so far.
    pub fn refusals(&mut self) -> Vec<Refusal> {
        let notices = self.mails().into_iter().flat_map(|mail| mail.new.notices);
        notices
            .filter_map(|notice| if let Page::Refused(refusal) = notice.page { Some(refusal) } else { None })
            .collect()
    }

    /// How many people are in the record.
    pub fn people(&mut self) -> usize {
        self.store.read(|tx| tx.players()).unwrap().len()
    }

    pub fn person(&mut self, address: &str) -> Option<kingpost::club::Player> {
        let address = Address::parse(address).unwrap();
        self.store.read(|tx| tx.player_at(&address)).unwrap()
    }

    /// What the record says.
    pub fn read<T>(&mut self, look: impl FnOnce(&kingpost::store::Tx) -> Result<T, StoreError>) -> T {
        self.store.read(look).unwrap()
    }

    /// Ids of a person's games.
    pub fn games_of(&mut self, address: &str) -> Vec<String> {
        let Some(person) = self.person(address) else { return Vec::new() };
        let rows = self.store.read(|tx| tx.games_of(person.id)).unwrap();
        rows.into_iter().map(|row| row.id.to_string()).collect()
    }
}
