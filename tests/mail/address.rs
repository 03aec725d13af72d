//! Addresses: what is one, whose subaddress it is, and who a mail says it is from and for.

use super::{cell, incoming, table};
use kingpost::mail::auth::verdict;
use kingpost::mail::{Address, From, Incoming, Letter, recipients};

fn letter(mail: &str) -> Letter {
    match incoming(mail.as_bytes()) {
        Ok(Incoming::Letter(letter)) => *letter,
        other => panic!("no letter: {other:?}"),
    }
}

fn address(text: &str) -> Address {
    Address::parse(text).unwrap()
}

#[test]
fn only_plain_addresses_are_addresses() {
    for row in &table("mail/addresses.tsv") {
        let text = cell(row, "address");
        let parsed = Address::parse(text);
        assert_eq!(parsed.is_some(), cell(row, "plain") == "yes", "{text:?}");
        assert!(parsed.is_none_or(|parsed| parsed.to_string() == text), "{text:?} changed");
    }
}

#[test]
fn subaddresses_are_found_without_regard_to_case() {
    let service = address("play@chess.example.org");
    let cases = [
        ("play@chess.example.org", Some("")),
        ("PLAY+Q7M2@Chess.Example.ORG", Some("q7m2")),
        ("play+a+b@chess.example.org", Some("a+b")),
        ("play+@chess.example.org", Some("")),
        ("player@chess.example.org", None),
        ("play-q7m2@chess.example.org", None),
        ("pla+y@chess.example.org", None),
        ("play+q7m2@example.org", None),
    ];
    for (text, expected) in cases {
        assert_eq!(service.subaddress_of('+', &address(text)).as_deref(), expected, "{text}");
    }
    let reply = service.with_subaddress('-', "q7m2");
    assert_eq!(service.subaddress_of('-', &reply).as_deref(), Some("q7m2"));
    assert_eq!(service.masked(), "p…@….org");
    assert_eq!(service, address("Play@CHESS.example.org"));
}

#[test]
fn from_is_one_plain_address_or_unclear() {
    for row in &table("mail/from.tsv") {
        let value = cell(row, "from");
        let found = letter(&format!("From: {value}\nTo: play@chess.example.org\n\ne4\n")).from;
        let name = Some(cell(row, "name").to_owned()).filter(|name| !name.is_empty());
        let expected = match Address::parse(cell(row, "address")) {
            Some(address) => From::One(address, name),
            None => From::Unclear,
        };
        assert_eq!(found, expected, "{value}");
    }
}

/// Seen in another program: a second From escapes the check made on the other.
#[test]
fn report_10_two_from_headers_are_unclear_in_any_order() {
    let (anna, ben) = ("anna@example.net", "ben@example.org");
    for (first, second) in [(anna, ben), (ben, anna), (anna, anna)] {
        for name in ["From", "FROM", "from ", "fRoM\t"] {
            let mail = format!("From: {first}\nTo: play@chess.example.org\n{name}: {second}\n\ne4\n");
            assert_eq!(letter(&mail).from, From::Unclear, "{mail}");
        }
    }
    assert_eq!(letter("To: play@chess.example.org\n\ne4\n").from, From::Unclear);
}

#[test]
fn recipients_are_those_our_server_names() {
    let cases: [(&str, &[&str]); 7] = [
        (
            "To: Play <play+A@chess.example.org>, x@example.com\nCc: y@example.com\n",
            &["play+A@chess.example.org", "x@example.com", "y@example.com"],
        ),
        ("Delivered-To: play+B@chess.example.org\nTo: play+A@chess.example.org\n", &["play+B@chess.example.org"]),
        ("X-Original-To: play+B@chess.example.org\nTo: play+A@chess.example.org\n", &["play+B@chess.example.org"]),
        (
            "Envelope-To: play+B@chess.example.org\nDelivered-To: PLAY+b@chess.example.org\n",
            &["PLAY+b@chess.example.org"],
        ),
        ("To: \"play+A@chess.example.org\" <pLaY+B@chess.example.org>\n", &["pLaY+B@chess.example.org"]),
        (
            "To: Friends: a@example.com, b@example.com;, c@example.com\n",
            &["a@example.com", "b@example.com", "c@example.com"],
        ),
        (
            "Subject: play+A@chess.example.org\nBcc: play+A@chess.example.org\nReferences: <play+A@chess.example.org>\n",
            &[],
        ),
    ];
    for (head, expected) in cases {
        let found: Vec<String> = recipients(head.as_bytes()).iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{head}");
        // A header block alone, as a mailbox hands it out, and a whole mail are read alike.
        let whole = letter(&format!("From: anna@example.net\n{head}\nplay+A@chess.example.org\n"));
        assert_eq!(whole.recipients, recipients(head.as_bytes()));
    }
}

#[test]
fn the_verdict_is_that_of_our_own_server() {
    for row in &table("mail/auth.tsv") {
        let stamps: Vec<String> = cell(row, "stamps").lines().map(str::to_owned).collect();
        let found = verdict(&stamps, Some("mx.example.org"), cell(row, "from"));
        assert_eq!(format!("{found:?}"), cell(row, "verdict"), "{stamps:?}");
        assert_eq!(format!("{:?}", verdict(&stamps, None, cell(row, "from"))), "None");
    }
}

/// Seen in another program: stamps are handed on topmost first, folded lines joined.
#[test]
fn report_11_stamps_keep_their_order() {
    let mail = "Authentication-Results: mx.example.org;\r\n\tdmarc=fail header.from=example.net\r\nReceived: x\r\n\
                Authentication-Results: mx.example.org; dmarc=pass header.from=example.net\r\n\
                From: anna@example.net\r\n\r\ne4\r\n";
    let letter = letter(mail);
    assert_eq!(letter.authentication.len(), 2);
    let found = verdict(&letter.authentication, Some("mx.example.org"), "example.net");
    assert_eq!(format!("{found:?}"), "Fail");
}

/// The name of the field is the same with a blank before the colon, and folded at any blank it says the same.
#[test]
fn a_stamp_is_found_however_its_field_is_written() {
    let below = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.net";
    for above in [
        "Authentication-Results : mx.example.org; dmarc=fail header.from=example.net",
        "AUTHENTICATION-RESULTS\t:mx.example.org;dmarc=fail header.from=example.net",
        "Authentication-Results:\r\n \"mx.example.org\"\r\n\t1;\r\n\tdmarc\r\n =\r\n fail\r\n header.from=example.net",
        "Authentication-Results: (\r\n\tfolded)\tmx.example.org\t;\tdmarc=fail\theader.from=example.net",
    ] {
        let letter = letter(&format!("{above}\r\n{below}\r\nFrom: anna@example.net\r\n\r\ne4\r\n"));
        let found = verdict(&letter.authentication, Some("mx.example.org"), "example.net");
        assert_eq!((letter.authentication.len(), format!("{found:?}").as_str()), (2, "Fail"), "{above}");
    }
}

/// Fields below the first one of our server change nothing, and no byte taken from a field makes it say more.
#[test]
fn nothing_below_and_nothing_torn_passes() {
    let said = |stamps: &[String]| verdict(stamps, Some("mx.example.org"), "example.net");
    let forged = "mx.example.org; dmarc=pass header.from=example.net".to_owned();
    for row in &table("mail/auth.tsv") {
        let own = cell(row, "stamps").lines().map(str::to_owned).collect::<Vec<_>>();
        let before = said(&own);
        if before != kingpost::mail::auth::Verdict::None || own.iter().any(|field| field.starts_with("mx.example.org;"))
        {
            let with: Vec<String> = own.iter().cloned().chain([forged.clone()]).collect();
            assert_eq!(said(&with), before, "{own:?}");
        }
    }
    let failing = "mx.example.org (us) 1; dkim=none; dmarc=fail (p=\"x\") reason=\"a; b\" header.from=example.net";
    for (at, c) in failing.char_indices() {
        for torn in [format!("{}{}", &failing[..at], &failing[at + c.len_utf8()..]), failing[..at].to_owned()] {
            let found = said(std::slice::from_ref(&torn));
            assert_ne!(format!("{found:?}"), "Pass", "{torn}");
        }
    }
}
