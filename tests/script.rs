//! Conversations as files: who writes what to which mail, and who gets which pages.
//!
//! ```text
//! anna writes: new chess with ben@example.net as white     a new mail to the plain address
//! anna answers confirm_address: yes                        a reply to her newest mail with that page
//! anna answers confirm_resign: {code}                      … with what that mail asks her to confirm
//! anna answers your_move 1: e4                             … to her first mail with that page
//! anna answers your_move: e4 +pgn 1. e4 e5 2. Nf3           … with that file
//! anna writes: new shogi with … +kif 1 ７六歩(77)         … with one of shogi
//! clara writes: watch {game}                               the name of the newest mail's game
//! clara uses anna's your_move: e4                          from Clara to Anna's reply address
//! anna and ben's your_move: e4                             from Anna to both reply addresses
//! anna repeats                                             the same letter comes again, by another way
//! anna holiday your_move                                   an automatic reply to that mail
//! bounce ben your_move                                     that mail could not be delivered
//! auth pass | fail | none                                  what our own server stamps from now on
//! clocks stop | go                                      what anybody writes from now on bears this moment's Date, or its own
//! anna writes: {1}: 1. e4                                  {1}, {2} … are the ids of the games, the oldest first
//! later 1 days                                             time passes, the service reading its mail
//! asleep 1 days                                            time passes, the service not running
//! robot chess                                              the built-in player plays that game here from now on
//! limit letters_per_hour 5                                a number of `[limits]`, from now on
//! hold 10 minutes                                          moves can be undone so long from now on
//! game 1: e4 e5 playing                                    the record of the first game
//! some game: e4 e5 playing                                 the record of one of them, whichever began first
//!   ben gets your_move, draw_offered (ja)                  every mail that follows, in order
//!     with {text}                                          … and words it must hold
//!     without {text}
//! ```

use crate::world::{Sent, World};
use chrono::TimeDelta;
use kingpost::engine::EngineConfig;
use kingpost::game::Moment;
use kingpost::rules::variants;
use mail_parser::MessageParser;

/// A conversation under way.
pub struct Script {
    pub world: World,
    service: &'static str,
    auth: &'static str,
    written: u32,
    /// What stands in Date, if not the moment.
    written_at: Option<Moment>,
    last: Vec<u8>,
}

/// What a line makes happen.
pub enum Step {
    /// A letter lies in the mailbox.
    Letter,
    /// Time passed.
    Time,
    /// Something was looked at.
    Nothing,
}

impl Script {
    pub fn new() -> Script {
        Script::at("play@chess.example.org")
    }

    /// With a service of that address.
    pub fn at(service: &'static str) -> Script {
        Script { world: World::at(service), service, auth: "none", written: 0, written_at: None, last: Vec::new() }
    }

    /// Carries out one line, up to the letter lying in the mailbox.
    pub fn prepare(&mut self, line: &str) -> Step {
        if let Some(auth) = line.strip_prefix("auth ") {
            self.auth = ["pass", "fail", "none"].into_iter().find(|known| *known == auth).unwrap();
            return Step::Nothing;
        }
        if let Some(game) = line.strip_prefix("robot ") {
            let robot = crate::engine::robot(vec![variants::by_key(game).unwrap()]);
            self.world.hire(robot, EngineConfig::Builtin { nodes: 200 });
            return Step::Nothing;
        }
        if let Some(clocks) = line.strip_prefix("clocks ") {
            self.written_at = (clocks == "stop").then_some(self.world.now);
            return Step::Nothing;
        }
        if let Some((name, most)) = line.strip_prefix("limit ").and_then(|rest| rest.split_once(' ')) {
            let most = most.parse().unwrap();
            let limits = &mut self.world.house_mut().arbiter.limits;
            match name {
                "letters_per_hour" => limits.letters_per_hour = most,
                "breaker_per_hour" => limits.breaker_per_hour = most,
                other => panic!("no limit {other}"),
            }
            return Step::Nothing;
        }
        if let Some(minutes) = line.strip_prefix("hold ") {
            let minutes: i64 = minutes.strip_suffix(" minutes").unwrap().parse().unwrap();
            self.world.house_mut().arbiter.hold = TimeDelta::minutes(minutes);
            return Step::Nothing;
        }
        if let Some((awake, days)) = line
            .strip_prefix("later ")
            .map(|days| (true, days))
            .or(line.strip_prefix("asleep ").map(|days| (false, days)))
        {
            let (count, unit) = days.split_once(' ').unwrap();
            let count: i64 = count.parse().unwrap();
            let time = match unit {
                "minutes" => TimeDelta::minutes(count),
                "hours" => TimeDelta::hours(count),
                "days" => TimeDelta::days(count),
                other => panic!("no unit {other}"),
            };
            if awake {
                self.world.pass(time);
            } else {
                self.world.sleep(time);
            }
            return Step::Time;
        }
        if let Some(wanted) = line.strip_prefix("some game: ") {
            let games = self.world.games();
            assert!(games.iter().any(|game| game == wanted), "{line}: {games:?}");
            return Step::Nothing;
        }
        if let Some(rest) = line.strip_prefix("game ") {
            let (number, wanted) = rest.split_once(": ").unwrap();
            let games = self.world.games();
            let game = games.get(number.parse::<usize>().unwrap() - 1);
            assert_eq!(game.map(String::as_str), Some(wanted), "{line}");
            return Step::Nothing;
        }
        let bytes = self.letter(line);
        self.last.clone_from(&bytes);
        self.world.deliver(&bytes);
        Step::Letter
    }

    fn letter(&mut self, line: &str) -> Vec<u8> {
        let (head, text) = line.split_once(": ").unwrap_or((line, ""));
        let mut text = text.replace("\\n", "\n").replace("{game}", &self.newest_game());
        for (place, id) in self.world.ids().iter().enumerate() {
            text = text.replace(&format!("{{{}}}", place + 1), id);
        }
        let words: Vec<&str> = head.split_whitespace().collect();
        match words.as_slice() {
            [who, "writes"] => self.compose(who, &[self.service.into()], "chess", &text, None, ""),
            [who, "answers", page] => self.answer(who, page, None, &text),
            [who, "answers", page, nth] => self.answer(who, page, Some(nth.parse().unwrap()), &text),
            [who, "uses", owner, page] => {
                let to = header(&self.mail_of(owner.trim_end_matches("'s"), page, None), "Reply-To");
                self.compose(who, &[to], "chess", &text, None, "")
            }
            [who, "and", other, page] => {
                let both =
                    [*who, other.trim_end_matches("'s")].map(|who| header(&self.mail_of(who, page, None), "Reply-To"));
                self.compose(who, &both, "chess", &text, None, "")
            }
            [who, "holiday", page] => {
                let mail = self.mail_of(who, page, None);
                let to = header(&mail, "Reply-To");
                self.compose(who, &[to], "away", "e4", Some(&mail), "Auto-Submitted: auto-replied\r\n")
            }
            [_, "repeats"] => {
                let mut bytes = b"Received: from elsewhere.example.org by mx.chess.example.org; now\r\n".to_vec();
                bytes.extend_from_slice(&self.last);
                bytes
            }
            ["bounce", who, page] => self.bounce(who, page),
            _ => panic!("no such line: {line}"),
        }
    }

    fn answer(&mut self, who: &str, page: &str, nth: Option<usize>, text: &str) -> Vec<u8> {
        let mail = self.mail_of(who, page, nth);
        let to = header(&mail, "Reply-To");
        let text = match text.contains("{code}") {
            true => text.replace("{code}", &code(&mail).unwrap_or_else(|| panic!("no code in that mail"))),
            false => text.to_owned(),
        };
        self.compose(who, &[to], "", &text, Some(&mail), "")
    }

    fn compose(
        &mut self,
        who: &str,
        to: &[String],
        subject: &str,
        text: &str,
        on: Option<&Sent>,
        extra: &str,
    ) -> Vec<u8> {
        self.written += 1;
        let n = self.written;
        let from = address(who);
        let name = who[..1].to_uppercase() + &who[1..];
        let date = self.written_at.unwrap_or(self.world.now).to_rfc2822();
        let mut head = String::new();
        for to in to {
            head += &format!("Delivered-To: {to}\r\n");
        }
        if self.auth != "none" {
            let domain = from.split('@').nth(1).unwrap();
            head +=
                &format!("Authentication-Results: mx.chess.example.org; dmarc={} header.from={domain}\r\n", self.auth);
        }
        head +=
            &format!("From: {name} <{from}>\r\nTo: {}\r\nMessage-ID: <letter{n}@mail.example.org>\r\n", to.join(", "));
        head += &format!("Date: {date}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n");
        head += &format!("Content-Transfer-Encoding: 8bit\r\n{extra}");
        let (text, file) = text.split_once(" +pgn ").map_or((text, None), |(text, file)| (text, Some((file, "pgn"))));
        let (text, file) = text.split_once(" +kif ").map_or((text, file), |(text, kif)| (text, Some((kif, "kif"))));
        let mut body = text.replace('\n', "\r\n");
        match on {
            None => head += &format!("Subject: {subject}\r\n"),
            Some(mail) => {
                head += &format!("Subject: Re: {}\r\nIn-Reply-To: <{}>\r\n", header(mail, "Subject"), mail.id);
                body += "\r\n\r\nOn Wed, 1 Jan 2020 at 12:00, Kingpost <play@chess.example.org> wrote:\r\n";
                for line in plain(mail).lines() {
                    body += &format!("> {line}\r\n");
                }
            }
        }
        if let Some((file, ending)) = file {
            let file = file.replace('\n', "\r\n");
            head = head.replace("text/plain; charset=utf-8", "multipart/mixed; boundary=\"=_b\"");
            body = format!(
                "--=_b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n--=_b\r\n\
                 Content-Type: application/octet-stream; name=\"ideas.{ending}\"\r\n\
                 Content-Disposition: attachment; filename=\"ideas.{ending}\"\r\n\r\n{file}\r\n--=_b--"
            );
        }
        format!("{head}\r\n{body}\r\n").into_bytes()
    }

    fn bounce(&mut self, who: &str, page: &str) -> Vec<u8> {
        self.written += 1;
        let mail = self.mail_of(who, page, None);
        format!(
            "Return-Path: <>\r\nDelivered-To: {}\r\nFrom: MAILER-DAEMON@mx.example.net\r\nTo: {}\r\n\
             Message-ID: <bounce{}@mx.example.net>\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n\
             --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.net\r\n\r\n\
             Final-Recipient: rfc822; {}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n",
            mail.from, mail.from, self.written, mail.to
        )
        .into_bytes()
    }

    /// The name of the game that the newest mail about one is about.
    fn newest_game(&self) -> String {
        let sent = self.world.sent.lock().unwrap();
        let games = sent.iter().rev().map(|mail| header(mail, "Kingpost-Game"));
        games.into_iter().find(|game| !game.is_empty()).unwrap_or_default()
    }

    /// The newest, or the `nth`, mail to somebody with that page.
    pub fn mail_of(&self, who: &str, page: &str, nth: Option<usize>) -> Sent {
        let sent = self.world.sent.lock().unwrap();
        let to = address(who);
        let mut mails = sent.iter().filter(|mail| mail.to == to && pages(mail).iter().any(|p| p == page));
        let found = match nth {
            None => mails.next_back(),
            Some(nth) => mails.nth(nth - 1),
        };
        found.cloned().unwrap_or_else(|| panic!("{who} has no mail with the page {page}"))
    }
}

pub fn address(who: &str) -> String {
    match who {
        "ana" => "ana@players.example.net".into(),
        "boris" => "boris@club.example.com".into(),
        "anna" => "anna@example.org".into(),
        "ben" => "ben@example.net".into(),
        other => format!("{other}@example.com"),
    }
}

pub fn who(address: &str) -> String {
    address.split('@').next().unwrap().to_string()
}

pub fn pages(mail: &Sent) -> Vec<String> {
    header(mail, "Kingpost-Page").split(',').map(|page| page.trim().to_owned()).collect()
}

pub fn header(mail: &Sent, name: &str) -> String {
    let parsed = MessageParser::default().parse(&mail.bytes).unwrap();
    if name == "Subject" {
        return parsed.subject().unwrap_or_default().to_owned();
    }
    parsed.header_raw(name).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `confirm KX7Q-24MD`, as the mail asks for it, wherever its lines are broken.
pub fn code(mail: &Sent) -> Option<String> {
    let text = plain(mail);
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let found = words.windows(2).find(|two| matches!(two[0], "confirm" | "確認") && two[1].len() == 9)?;
    Some(found.join(" "))
}

pub fn plain(mail: &Sent) -> String {
    let parsed = MessageParser::default().parse(&mail.bytes).unwrap();
    parsed.body_text(0).unwrap_or_default().to_string()
}
