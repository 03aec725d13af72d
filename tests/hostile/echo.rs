//! No mail of ours may be taken for a command when it comes back: quoted, unquoted, wrapped anew, as HTML, or a line of it
//! alone. And every link of ours that writes an answer means exactly what it shows.

use super::pen::{ANA, BORIS, Pen, Round, answer, fresh, one};
use super::table::{SERVICE, Sent, Table};
use kingpost::club::Errand;
use kingpost::game::{DrawWord, Event, GameId};
use kingpost::interpret::{Ask, Context, Deed, Deeds, Reader, Reading};
use kingpost::language::Languages;
use kingpost::mail::{self, Incoming, Limits};
use kingpost::rules::History;
use kingpost::rules::notation::san;
use kingpost::rules::variants::CHESS;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// A mail of ours, in whose language, and the game as it stood then.
struct Page {
    sent: Sent,
    language: &'static str,
    history: History,
}

/// Everything one hears in a small life: every page, in both languages.
struct Life {
    table: Table,
    round: Round,
    language: &'static str,
    pages: Vec<Page>,
}

impl Life {
    fn new(language: &'static str) -> Life {
        let (table, round) = fresh();
        let mut life = Life { table, round, language, pages: Vec::new() };
        for who in [ANA, BORIS] {
            let address = if who == ANA { life.round.ana.reply_to() } else { life.round.boris.reply_to() };
            // Drawing takes most of the time, and pictures say nothing.
            life.say(Pen::new(who, &address, "settings picture off"));
            life.say(Pen::new(who, &address, &format!("settings language {language}")));
        }
        life.pages.clear();
        life
    }

    /// Keeps what comes of a letter.
    fn say(&mut self, pen: Pen) -> Vec<Sent> {
        // An hour later nothing is held back.
        self.table.later(61);
        let sent = self.table.deliver(&pen.bytes());
        let language = self.language;
        for sent in &sent {
            // Leaving tells of every game there is.
            let id = sent.mail.subject.rsplit_once('[').and_then(|(_, id)| GameId::parse(id.trim_end_matches(']')));
            let history = self.table.game(id.as_ref().map_or(&*self.round.id, |id| id.as_str())).history().clone();
            self.pages.push(Page { sent: sent.clone(), language, history });
        }
        sent
    }

    /// Says something at a seat, whoever's turn it is.
    fn seat(&mut self, who: (&str, &str), words: &str) -> Vec<Sent> {
        let side = if who == ANA { kingpost::rules::Side::First } else { kingpost::rules::Side::Second };
        let address = self.table.seat(&self.round.id, side);
        self.say(Pen::new(who, &address, words))
    }

    /// Goes on in another game, from a position.
    fn begin_at(&mut self, fen: &str) {
        let known = self.table.games_of(BORIS.1);
        let words = format!("new chess with {} as white fen {fen}", BORIS.1);
        let sent = self.say(Pen::new(ANA, SERVICE, &words));
        let invitation = one(&sent, BORIS, "invitation").clone();
        self.round.id = self.table.games_of(BORIS.1).into_iter().find(|id| !known.contains(id)).unwrap();
        self.say(answer(BORIS, &invitation, "accept"));
    }

    fn whole(language: &'static str) -> Vec<Page> {
        let mut life = Life::new(language);
        life.seat(ANA, "board");
        life.seat(ANA, "help");
        life.seat(ANA, "games");
        for words in ["Ke2", "hello there", "e4\nd4", "7. e4", "e9", "draw\nresign", "takeback", "accept", "N3"] {
            life.seat(ANA, words);
        }
        life.seat(ANA, "claim time");
        life.seat(BORIS, "give 2 days");
        life.seat(BORIS, "away 7 days");
        life.seat(BORIS, "away 300 days");
        life.seat(BORIS, "away off");
        life.seat(ANA, "Nf3 and I offer a draw\n\nresign\u{200b}ation is near, e5 is weak");
        life.seat(BORIS, "decline draw");
        life.seat(BORIS, "Nc6\n\nI thought of e5 and of\n\ndraws");
        life.seat(BORIS, "if Nc3 then Nf6 d4 d5; if d4 then d5\nelse e6");
        life.seat(ANA, "Nc3");
        life.seat(ANA, "takeback");
        life.seat(BORIS, "decline takeback");
        life.seat(BORIS, "draw");
        life.seat(BORIS, "resign\n\nAfter e5 I am lost");
        life.seat(ANA, "accept draw");
        life.seat(ANA, "e4");
        life.seat(ANA, "Thank you for the game.");
        // One legal move; two knights; a promotion.
        life.begin_at("k7/8/8/1Q6/8/8/8/K7 b - - 0 1");
        life.seat(BORIS, "Kb8");
        life.begin_at("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1");
        life.seat(ANA, "Ne2");
        life.begin_at("7k/P7/8/8/8/8/8/K7 w - - 0 1");
        life.seat(ANA, "a8");
        let sent = life.say(Pen::new(ANA, SERVICE, &format!("new chess with {}", BORIS.1)));
        let invitation = one(&sent, BORIS, "invitation").clone();
        life.say(answer(BORIS, &invitation, "decline"));
        life.say(Pen::new(ANA, SERVICE, "games").stamped(None));
        life.seat(ANA, "stop mail");
        life.say(Pen::new(("Clara", "clara@players.example.net"), SERVICE, "stop mail"));
        life.pages
    }
}

/// What the service could take a letter for that it sends nobody.
struct Judge(Reader);

impl Judge {
    fn new() -> Judge {
        Judge(Reader::new(&Languages::built_in().unwrap()).unwrap())
    }

    fn read(&self, page: &Page, pen: &Pen) -> Reading {
        let incoming = mail::read(&pen.bytes(), &Limits::default(), self.0.signs(), "chess.example.org", &|_| false);
        let Ok(Incoming::Letter(letter)) = incoming else { panic!("no letter") };
        let context =
            Context { language: page.language, history: Some(&page.history), variant: &CHESS, numbers: false };
        self.0.read(&letter, &context)
    }

    /// The deed that would be done without a word, if there is one.
    fn done(&self, page: &Page, pen: &Pen) -> Option<String> {
        match self.read(page, pen).deeds {
            Deeds::Nothing | Deeds::Several(_) | Deeds::Doubted { .. } | Deeds::Perhaps { .. } => None,
            Deeds::One(Deed::NotOffered(_) | Deed::UnknownSetting(_)) => None,
            Deeds::One(Deed::Play { written, .. }) => {
                let position = page.history.position();
                let number = written.number.is_none_or(|number| number.fits(position));
                let mv = position.find(&written).ok().filter(|_| number)?;
                Some(san::write(position, mv))
            }
            // A challenge with words that belong to no part of it is refused.
            Deeds::One(Deed::Errand(Errand::Invite(game))) if !game.unread.is_empty() => None,
            Deeds::One(deed) => Some(format!("{deed:?}")),
        }
    }
}

/// Breaks lines anew, as a narrow mail program does.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut used = 0;
        for word in line.split(' ') {
            let length = word.chars().count();
            if used > 0 && used + 1 + length > width {
                out.push('\n');
                used = 0;
            } else if used > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += length;
        }
        out.push('\n');
    }
    out
}

fn pages() -> &'static [Page] {
    static PAGES: OnceLock<Vec<Page>> = OnceLock::new();
    PAGES.get_or_init(all_pages)
}

fn all_pages() -> Vec<Page> {
    let pages: Vec<Page> = ["en", "ja"].into_iter().flat_map(Life::whole).collect();
    let seen: BTreeSet<&str> = pages.iter().flat_map(|page| page.sent.mail.pages.iter().map(String::as_str)).collect();
    let all = [
        "invitation",
        "invitation_sent",
        "invitation_declined",
        "game_started",
        "your_move",
        "move_taken",
        "refused",
        "draw_offered",
        "draw_declined",
        "draw_offer_sent",
        "plans",
        "plan_played",
        "takeback_asked",
        "takeback_sent",
        "takeback_declined",
        "confirm_resign",
        "game_over",
        "board",
        "games",
        "help",
        "mail_stopped",
        "confirm_address",
    ];
    for page in all {
        assert!(seen.contains(page), "{page} was not shown: {seen:?}");
    }
    pages
}

#[test]
fn our_own_mails_command_nothing() {
    let judge = Judge::new();
    let (mut wrong, mut seen) = (Vec::new(), BTreeSet::new());
    for page in pages() {
        let mail = &page.sent.mail;
        let who = if page.sent.to == ANA.1 { ANA } else { BORIS };
        let pen = |body: &str| Pen::new(who, SERVICE, body).subject(&format!("Re: {}", mail.subject));
        let quoted: String = mail.text.lines().map(|line| format!("> {line}\n")).collect();
        let mut letters = vec![
            ("quoted".to_owned(), pen(&quoted)),
            ("unquoted".to_owned(), pen(&mail.text)),
            ("subject".to_owned(), pen("")),
            (
                "html".to_owned(),
                pen(mail.html.as_deref().unwrap_or_default()).with("Content-Type: text/html; charset=utf-8\n"),
            ),
        ];
        for width in [28, 32, 44, 58] {
            letters.push((format!("wrapped at {width}"), pen(&wrapped(&mail.text, width))));
        }
        for line in mail.text.lines().filter(|line| seen.insert((page.language, *line))) {
            letters.push((format!("the line {line:?}"), pen(line)));
        }
        for (how, pen) in letters {
            if let Some(deed) = judge.done(page, &pen) {
                wrong.push(format!("{} {:?} {how}: {deed}", page.language, mail.pages));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} letters would be carried out:\n{}", wrong.len(), wrong.join("\n"));
}

/// A link that writes an answer: its address, subject and body.
fn links(html: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    for link in html.split("href=\"mailto:").skip(1) {
        let link = link.split('"').next().unwrap().replace("&amp;", "&");
        let (address, rest) = link.split_once('?').unwrap_or((&link, ""));
        let part = |name: &str| {
            let value = rest.split('&').find_map(|part| part.strip_prefix(&format!("{name}=")));
            undone(value.unwrap_or_default())
        };
        found.push((undone(address), part("subject"), part("body")));
    }
    found
}

fn undone(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| std::str::from_utf8(&tail[..2]).unwrap());
        bytes.push(code.map_or(first, |code| u8::from_str_radix(code, 16).unwrap()));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn every_link_means_what_it_shows() {
    let judge = Judge::new();
    let (mut moves, mut others) = (0, BTreeSet::new());
    for page in pages() {
        let mail = &page.sent.mail;
        let who = if page.sent.to == ANA.1 { ANA } else { BORIS };
        let mut shown = BTreeSet::new();
        for (address, subject, body) in links(mail.html.as_deref().unwrap_or_default()) {
            assert!(!body.is_empty() && !body.contains('\n'), "{:?}: {address} {body:?}", mail.pages);
            let pen = Pen::new(who, &address, &body).subject(&subject);
            let reading = judge.read(page, &pen);
            match &reading.deeds {
                Deeds::One(Deed::Play { written, draw: None, conditions }) => {
                    assert!(conditions.is_empty());
                    let position = page.history.position();
                    let mv = position.find(written).unwrap_or_else(|why| panic!("{:?} {body}: {why:?}", mail.pages));
                    let san = san::write(position, mv);
                    let bare = san.replace(['+', '#', '=', '-'], "").to_lowercase();
                    let squares = kingpost::rules::notation::uci::write(position, mv);
                    let same = body.replace(['=', '-'], "").to_lowercase();
                    assert!(same == bare || same == squares, "{body} plays {san}");
                    shown.insert(san);
                    moves += 1;
                }
                Deeds::One(Deed::Play { draw: Some(DrawWord::Claim), .. }) => {}
                Deeds::One(deed) => {
                    others.insert(format!("{deed:?}").split(['(', ' ']).next().unwrap().to_owned());
                }
                // It confirms an address and is a command nowhere else.
                Deeds::Nothing if mail.pages == ["confirm_address"] && ["yes", "はい"].contains(&body.as_str()) => {
                    continue;
                }
                Deeds::Nothing => {
                    let known =
                        |ask: &Ask| matches!(ask, Ask::Help(_) | Ask::Games | Ask::Seeks | Ask::Board(_) | Ask::Moves);
                    assert!(reading.asks.len() == 1 && reading.asks.iter().all(known), "{:?} {body}", mail.pages);
                }
                Deeds::Perhaps { text, .. } => panic!("{:?} {body}: {text}", mail.pages),
                Deeds::Several(found) | Deeds::Doubted { found, .. } => panic!("{:?} {body}: {found:?}", mail.pages),
            }
            assert_eq!(reading.message, None, "{body}");
        }
        if mail.pages.iter().any(|name| name == "your_move") {
            assert_eq!(shown.len(), page.history.position().legal_moves().len(), "{}", mail.text);
        }
    }
    assert!(moves > 200, "{moves}");
    for deed in ["Resign", "OfferDraw", "Confirm", "AcceptDraw", "DeclineDraw"] {
        assert!(others.contains(deed), "{deed} is not among {others:?}");
    }
}

/// The same through the whole service, for every link of the first page of a game.
#[test]
fn every_link_of_a_first_page_does_its_deed() {
    let (_, round) = fresh();
    for (address, subject, body) in links(round.ana.mail.html.as_deref().unwrap()) {
        let (mut table, round) = fresh();
        let before = table.deeds(&round.id).len();
        table.post(&Pen::new(ANA, &address, &body).subject(&subject).bytes());
        let deeds = table.deeds(&round.id).split_off(before);
        match (body.as_str(), deeds.as_slice()) {
            ("draw", [Event::DrawOffered { .. }])
            | ("abort", [Event::Aborted { .. }])
            | ("resign", [Event::ResignAsked { .. }]) => {}
            ("help" | "games" | "board" | "stop mail", []) => {}
            (body, [Event::Moved { .. }]) => {
                let sans = table.game(&round.id).history().sans();
                assert_eq!(sans, [body], "{address}");
            }
            other => panic!("{other:?}"),
        }
    }
}
