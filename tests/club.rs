//! The room `club`.

use chrono::NaiveDateTime;
use kingpost::club::{
    Absence, Admission, Authentication, Bearer, Colour, Errand, House, LeaveBook, NewGame, ReplyToken, ReturnPath,
    Sender, Setting, Tally, admit, display_name,
};
use kingpost::game::{GameId, Moment, PlayerId, Ply, Takebacks, TimeControl};
use kingpost::interpret::{Context, Deed, Deeds, Reader};
use kingpost::language::Languages;
use kingpost::mail::{Address, Body, From, Letter};
use kingpost::rules::{Ruling, variants};
use std::collections::HashSet;

/// Rows of a table: cells parted by tabs, `#` begins a remark, `\n` and the like as in Rust.
fn rows(table: &'static str) -> impl Iterator<Item = (usize, Vec<String>)> {
    table
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(n, line)| (n + 1, line.split('\t').map(unescaped).collect()))
}

/// `\u{202E}` and `\n` to the characters they stand for.
fn unescaped(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = cell.trim_matches(' ');
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(code) = rest.strip_prefix("u{") {
            let (hex, after) = code.split_once('}').unwrap();
            out.push(char::from_u32(u32::from_str_radix(hex, 16).unwrap()).unwrap());
            rest = after;
        } else {
            out.push(if rest.starts_with('n') { '\n' } else { '\\' });
            rest = &rest[1..];
        }
    }
    out + rest
}

#[test]
fn names_are_reduced_to_what_is_safe_to_show() {
    for (line, cells) in rows(include_str!("data/club/names.tsv")) {
        let [written, expected] = &cells[..] else { panic!("names.tsv:{line}: two cells") };
        let name = display_name(written, "Fallback");
        assert_eq!(&name, expected, "names.tsv:{line}: {written:?}");
        assert_eq!(display_name(&name, "Fallback"), name, "names.tsv:{line}: reducing twice changes nothing");
    }
}

#[test]
fn names_fall_back_and_never_come_out_empty() {
    assert_eq!(display_name("", "anna.example"), "NN", "a fallback that looks like a host is reduced too");
    assert_eq!(display_name("<>", "Clara"), "Clara");
    let long = display_name(&"a\u{301}\u{302}\u{303}".repeat(90), "x");
    assert!((1..=40).contains(&long.chars().count()), "{long}");
    assert_eq!(display_name(&"Ab ".repeat(40), "x").chars().count(), 39 + 1, "cut at forty");
}

/// Whatever a stranger writes: 1 to 40 characters of the promised kinds.
#[test]
fn names_hold_their_promise_on_any_text() {
    let signs: Vec<char> = "aÄя田アx7 .-'@/<>&\"\u{202E}\u{200B}\u{301}\u{302}\u{1F600}\n\t\0\\:،。".chars().collect();
    let mut seed = 7u64;
    for round in 0..4000 {
        let text: String = (0..round % 60).map(|_| signs[next(&mut seed) as usize % signs.len()]).collect();
        let name = display_name(&text, "");
        assert!((1..=40).contains(&name.chars().count()), "{text:?} gives {name:?}");
        let fine = |c: char| c.is_alphanumeric() || " .-'\u{301}\u{302}".contains(c);
        assert!(name.chars().all(fine), "{text:?} gives {name:?}");
        assert_eq!(name, name.trim(), "{text:?}");
    }
}

/// A small generator (xorshift), so that a failing run can be had again.
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

fn words<T: Copy>(table: &[(&str, T)], word: &str) -> Vec<T> {
    let meant: Vec<T> = table.iter().filter(|(name, _)| word == "any" || *name == word).map(|(_, t)| *t).collect();
    assert!(!meant.is_empty(), "{word} is no word of the table");
    meant
}

/// The table of the threat model, cell by cell; every combination has its row.
#[test]
fn admission_is_the_table() {
    let bearers = [
        ("current", Bearer::Current),
        ("older", Bearer::Older),
        ("two", Bearer::Two),
        ("unknown", Bearer::Unknown),
        ("none", Bearer::None),
    ];
    let senders = [("registered", Sender::Registered), ("other", Sender::Other), ("unreadable", Sender::Unreadable)];
    let auths = [("pass", Authentication::Pass), ("fail", Authentication::Fail), ("none", Authentication::None)];
    let admissions = [
        ("act", Admission::Act),
        ("tell-owner", Admission::TellOwner),
        ("stale", Admission::Stale),
        ("refuse", Admission::Refuse),
        ("help", Admission::Help),
        ("ignore", Admission::Ignore),
        ("desk", Admission::Desk),
        ("ask-first", Admission::AskFirst),
        ("sign-up", Admission::SignUp),
    ];
    let mut seen = 0;
    for (line, cells) in rows(include_str!("data/club/admission.tsv")) {
        let [bearer, sender, auth, expected] = &cells[..] else { panic!("admission.tsv:{line}: four cells") };
        for bearer in words(&bearers, bearer) {
            for sender in words(&senders, sender) {
                for auth in words(&auths, auth) {
                    seen += 1;
                    assert_eq!(admit(bearer, sender, auth), words(&admissions, expected)[0], "admission.tsv:{line}");
                }
            }
        }
    }
    assert_eq!(seen, 45, "every combination once");
}

const KEY: [u8; 32] = *b"a key of thirty-two bytes, no le";

/// Computed beside the program, with another implementation of HMAC-SHA256 and base32.
#[test]
fn tokens_are_derived_as_the_threat_model_says() {
    let game = GameId::parse("kp-7f3k9").unwrap();
    for (line, cells) in rows(include_str!("data/club/tokens.tsv")) {
        let [kind, expected, hash] = &cells[..] else { panic!("tokens.tsv:{line}: three cells") };
        let (text, found) = match kind.as_str() {
            "seat" => token(&ReplyToken::seat(&KEY, &game, PlayerId(12), Ply(3), 0, 0)),
            "seat, next ply" => token(&ReplyToken::seat(&KEY, &game, PlayerId(12), Ply(4), 0, 0)),
            "seat, next epoch" => token(&ReplyToken::seat(&KEY, &game, PlayerId(12), Ply(3), 0, 1)),
            "invitation" => token(&ReplyToken::invitation(&KEY, &game, PlayerId(12), 1, 0)),
            "question" => token(&ReplyToken::question(&KEY, PlayerId(12), 3, 0)),
            "return path" => {
                let path = ReturnPath::of(&KEY, "<0a1b@chess.example.org>");
                (path.expose().to_owned(), path.hash().0)
            }
            other => panic!("tokens.tsv:{line}: {other}"),
        };
        assert_eq!(&text, expected, "tokens.tsv:{line}");
        assert_eq!(&data_encoding::HEXLOWER.encode(&found), hash, "tokens.tsv:{line}");
    }
}

fn token(token: &ReplyToken) -> (String, [u8; 32]) {
    (token.expose().to_owned(), token.hash().0)
}

#[test]
fn tokens_survive_what_mail_servers_do_to_a_local_part() {
    let seat = ReplyToken::seat(&KEY, &GameId::parse("7f3k9").unwrap(), PlayerId(1), Ply(0), 0, 0);
    let shouted = ReplyToken::parse(&seat.expose().to_uppercase()).unwrap();
    assert_eq!(shouted, seat);
    assert_eq!(shouted.hash(), seat.hash());
    let path = ReturnPath::of(&KEY, "<1@chess.example.org>");
    assert_eq!(ReturnPath::parse(&path.expose().to_uppercase()).unwrap().hash(), path.hash());

    for damaged in
        ["", "b.", "x", &seat.expose()[1..], &format!("{}a", seat.expose()), &seat.expose().replace('a', "1")]
    {
        assert!(damaged == seat.expose() || ReplyToken::parse(damaged).is_none(), "{damaged:?}");
    }
    assert!(ReplyToken::parse(path.expose()).is_none(), "a return path is no reply token");
    assert!(ReturnPath::parse(seat.expose()).is_none(), "a reply token is no return path");
    assert!(ReplyToken::parse(&"é".repeat(13)).is_none(), "26 bytes that are no base32");
}

#[test]
fn tokens_of_different_meaning_differ_and_show_nothing() {
    let mut seen = HashSet::new();
    for id in ["kp-7f3k9", "kp-7f3ka"] {
        let game = GameId::parse(id).unwrap();
        for player in 1..=3 {
            for epoch in 0..2 {
                for ply in 0..40 {
                    assert!(seen.insert(ReplyToken::seat(&KEY, &game, PlayerId(player), Ply(ply), 0, epoch)));
                }
                for offer in 1..4 {
                    assert!(seen.insert(ReplyToken::invitation(&KEY, &game, PlayerId(player), offer, epoch)));
                }
            }
        }
    }
    for token in &seen {
        assert!(!format!("{token:?}").contains(token.expose()));
    }
    let path = ReturnPath::of(&KEY, "<1@chess.example.org>");
    assert!(!format!("{path:?}").contains(&path.expose()[2..]));
}

fn house() -> House {
    House {
        leave_days: 30,
        time: TimeControl::parse("3d").unwrap(),
        shortest_time: chrono::TimeDelta::days(1),
        takebacks: Takebacks::Unrated,
        offer_gap: 10,
        variants: vec![&variants::CHESS, &variants::FISCHER_RANDOM],
        robots: Vec::new(),
        names: vec![("チェス".into(), &variants::CHESS), ("Schach".into(), &variants::CHESS)],
    }
}

/// Each row: a challenge's parts `name=value`, and the terms they give or the refusal.
#[test]
fn challenges_become_terms_or_are_refused_by_part() {
    for (line, cells) in rows(include_str!("data/club/terms.tsv")) {
        let [parts, expected] = &cells[..] else { panic!("terms.tsv:{line}: two cells") };
        let found = match house().terms(&challenge(parts)) {
            Err(refusal) => format!("{refusal:?}"),
            Ok(terms) => {
                let auto = |ruling| if ruling == Ruling::Auto { "auto" } else { "claim" };
                format!(
                    "{} {} {}/{} rated={} own={} opponent={} start={}",
                    terms.variant.key,
                    terms.time.key(),
                    auto(terms.draws.threefold),
                    auto(terms.draws.fifty),
                    terms.rated,
                    terms.scope.own,
                    terms.scope.opponent,
                    terms.start.as_deref().unwrap_or("-"),
                )
            }
        };
        assert_eq!(&found, expected, "terms.tsv:{line}");
    }
}

fn challenge(parts: &str) -> NewGame {
    let mut wish =
        NewGame { with: Address::parse("ben@example.org"), colour: Some(Colour::Random), ..NewGame::default() };
    for part in parts.split(", ").filter(|part| *part != "-") {
        let (name, value) = part.split_once('=').unwrap();
        let value = value.to_owned();
        match name {
            "variant" => wish.variant = value,
            "time" => wish.time = Some(value),
            "rated" => wish.rated = Some(value == "yes"),
            "draws" => wish.draws = Some(value),
            "scope" => wish.scope = Some(value),
            "fen" => wish.fen = Some(value),
            "unread" => wish.unread = value.split(' ').map(str::to_owned).collect(),
            other => panic!("{other}"),
        }
    }
    wish
}

#[test]
fn settings_are_read_in_any_case() {
    for (line, cells) in rows(include_str!("data/club/settings.tsv")) {
        let [written, expected] = &cells[..] else { panic!("settings.tsv:{line}: two cells") };
        let found = Setting::parse(written).map_or("-".to_owned(), |setting| format!("{setting:?}"));
        assert_eq!(&found, expected, "settings.tsv:{line}");
    }
}

/// A daily mail leaves at the player's own time of day, also on days that are longer or shorter, or lack that time.
#[test]
fn a_digest_leaves_by_the_players_own_wall() {
    let at = |text: &str| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap().and_utc();
    for (written, zone, ready, leaves) in [
        ("daily 7:30", chrono_tz::Asia::Tokyo, "2027-01-01 22:29", Some("2027-01-01 22:30")),
        ("daily 7:30", chrono_tz::Asia::Tokyo, "2027-01-01 22:30", Some("2027-01-02 22:30")),
        ("daily 18:00", chrono_tz::UTC, "2028-02-28 20:00", Some("2028-02-29 18:00")),
        // Berlin skips 2:30 on 28 March 2027, and has it twice on 31 October.
        ("daily 2:30", chrono_tz::Europe::Berlin, "2027-03-27 20:00", Some("2027-03-28 01:30")),
        ("daily 2:30", chrono_tz::Europe::Berlin, "2027-03-28 01:30", Some("2027-03-29 00:30")),
        ("daily 2:30", chrono_tz::Europe::Berlin, "2027-10-30 20:00", Some("2027-10-31 00:30")),
        ("daily 2:30", chrono_tz::Europe::Berlin, "2027-10-31 00:30", Some("2027-11-01 01:30")),
        ("hourly", chrono_tz::UTC, "2027-01-01 23:30", Some("2027-01-02 00:30")),
        ("each", chrono_tz::UTC, "2027-01-01 23:30", None),
    ] {
        let Some(Setting::Mail(rhythm)) = Setting::parse(&format!("mail {written}")) else { panic!("{written}") };
        assert_eq!(rhythm.leaves(at(ready), zone), leaves.map(at), "{written} in {zone}, ready {ready}");
    }
}

/// From the words in a letter to the moments in the book.
#[test]
fn leave_is_read_by_the_players_own_wall() {
    let languages = Languages::built_in().unwrap();
    let reader = Reader::new(&languages).unwrap();
    let absence = |written: &str| -> Option<Absence> {
        let (text, language) = if written.is_ascii() {
            (format!("away {written}"), "en")
        } else {
            (format!("{written}休みます"), "ja")
        };
        let context = Context { language, history: None, variant: &variants::CHESS, numbers: false };
        match reader.read(&letter(&text), &context).deeds {
            Deeds::One(Deed::Errand(Errand::Away { absence, .. })) => absence,
            _ => None,
        }
    };
    let moment = |text: &str| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap().and_utc();
    for (line, cells) in rows(include_str!("data/club/leave.tsv")) {
        let place = format!("leave.tsv:{line}");
        let zone: chrono_tz::Tz = cells[1].parse().unwrap();
        let span = absence(&cells[0]).and_then(|absence| absence.span(zone, moment(&cells[2])));
        let booked = span.map(|span| LeaveBook { booked: &[], allowance: 30, zone }.book(span));
        let said = match booked {
            None => vec!["-".to_owned()],
            Some(Err(_)) => vec!["spent".to_owned()],
            Some(Ok(leave)) => {
                let said = |at: Moment| at.format("%Y-%m-%d %H:%M").to_string();
                vec![said(leave.span.from), said(leave.span.to), leave.days_left.to_string()]
            }
        };
        assert_eq!(said, cells[3..], "{place}: {}", cells[0]);
        // What is booked already counts once, and is not there a second time.
        if let Some(Ok(leave)) = booked {
            let again = LeaveBook { booked: &[leave.span], allowance: 30, zone }.book(leave.span);
            assert_eq!(again, Ok(leave), "{place}");
        }
    }
}

fn letter(text: &str) -> Letter {
    Letter {
        from: From::One(Address::parse("anna@example.com").unwrap(), None),
        recipients: Vec::new(),
        addressed: Vec::new(),
        subject: String::new(),
        message_id: None,
        date: None,
        references: Vec::new(),
        plain: Some(Body { text: text.into(), from_html: false, cut: false }),
        pgn: None,
        cmail: None,
        kif: None,
        html: None,
        opaque: false,
        authentication: Vec::new(),
        digest: [0; 32],
    }
}

/// Shares of wins add up to 100.00 whatever the counts, and none is more than a hundredth from the truth.
#[test]
fn shares_add_up() {
    assert_eq!(Tally { first: 1, drawn: 1, second: 1 }.shares(), [3334, 3333, 3333]);
    assert_eq!(Tally { first: 415, drawn: 301, second: 284 }.shares(), [4150, 3010, 2840]);
    assert_eq!(Tally { first: 0, drawn: 0, second: 7 }.shares(), [0, 0, 10_000]);
    assert_eq!(Tally { first: 1, drawn: 5, second: 1 }.shares(), [1429, 7143, 1428]);
    assert_eq!(Tally::default().shares(), [0; 3]);
    let most = u64::MAX / 4;
    assert_eq!(Tally { first: most, drawn: most, second: most }.shares().iter().sum::<u64>(), 10_000);
    for first in 0..40 {
        for drawn in 0..40 {
            for second in (0..1000).step_by(97) {
                let tally = Tally { first, drawn, second };
                let shares = tally.shares();
                let whole = if tally.total() == 0 { 0 } else { 10_000 };
                assert_eq!(shares.iter().sum::<u64>(), whole, "{tally:?}");
                for (share, count) in shares.into_iter().zip([first, drawn, second]) {
                    let exact = count as f64 * 10_000.0 / tally.total().max(1) as f64;
                    assert!((share as f64 - exact).abs() < 1.0, "{tally:?}: {share} for {exact}");
                }
            }
        }
    }
}
