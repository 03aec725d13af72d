//! Which text of a mail is read, and how it is decoded.

use super::{data, incoming, signs};
use kingpost::mail::{Incoming, Letter, Limits, Report, read};
use std::fs;

fn letter(mail: &[u8]) -> Letter {
    match incoming(mail) {
        Ok(Incoming::Letter(letter)) => *letter,
        other => panic!("no letter: {other:?}"),
    }
}

/// A mail from Anna with these further header lines and this body.
fn mail(head: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("From: anna@example.net\nTo: play@chess.example.org\n{head}\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

fn plain(head: &str, body: &[u8]) -> Option<String> {
    letter(&mail(head, body)).plain.map(|body| body.text)
}

fn html(source: &str) -> String {
    let letter = letter(&mail("Content-Type: text/html; charset=utf-8\n", source.as_bytes()));
    letter.html.unwrap().text
}

#[test]
fn html_becomes_what_is_seen() {
    let cases = fs::read_to_string(data("mail/html.txt")).unwrap();
    for case in cases.split("\n== ") {
        let (name, rest) = case.split_once('\n').unwrap();
        let (source, expected) = rest.split_once("\n--").unwrap();
        let found = html(source);
        assert_eq!(found.trim_end(), expected.strip_prefix('\n').unwrap_or_default().trim_end(), "{name}");
    }
}

#[test]
fn charsets_are_read_as_programs_use_them() {
    let sjis = b"\x83\x69\x83\x43\x83\x67\x82\x86\x82\x52\x87\x40\xFB\xFC";
    let cases: &[(&str, &[u8], &str)] = &[
        ("utf-8", "Grüße".as_bytes(), "Grüße"),
        ("\"UTF-8\"", b"\xEF\xBB\xBFNf3", "Nf3"),
        ("us-ascii", b"bient\xF4t\x85", "bientôt…"),
        ("us-ascii", "対局".as_bytes(), "対局"),
        ("iso-8859-1", b"\x80 5 \x93Nf3\x94", "€ 5 “Nf3”"),
        ("iso-8859-1", "naïve".as_bytes(), "naïve"),
        ("windows-1251", b"\xCA\xF0\xB3", "Крі"),
        ("koi8-r", b"\xF3b3", "Сb3"),
        ("iso-2022-jp", b"\x1B$B-!\x1B(B week \x1B$B|b\x1B(B", "① week 髙"),
        ("iso-2022-jp", b"\x1B(IE2D\x1B(Bf3", "ﾅｲﾄf3"),
        ("iso-2022-jp", b"\x0EE2D\x0Ff3", "ﾅｲﾄf3"),
        ("iso-2022-jp", b"\x1B$(D0!\x1B(B", "丂"),
        ("iso-2022-jp", b"\x1B$B#N#f\nf3", "Ｎｆ\nf3"),
        ("iso-2022-jp", "歩".as_bytes(), "歩"),
        ("ISO-2022-JP-MS", b"\x1B$B-!\x1B(B", "①"),
        ("shift_jis", sjis, "ナイトｆ３①髙"),
        ("windows-31j", sjis, "ナイトｆ３①髙"),
        ("euc-jp", b"\xCA\xE2", "歩"),
        ("gb2312", b"\xC2\xED\x8C\xA2", "马將"),
        ("ks_c_5601-1987", b"\xC3\xBC\x8Cc", "체똠"),
        ("utf-7", b"Sch+APY-ne +- 1+ADQ", "Schöne + 14"),
        ("utf-16", b"\xFF\xFEe\x004\x00", "e4"),
        ("utf-16", b"\xFE\xFF\x00e\x004", "e4"),
        ("utf-16", b"e\x004\x00", "e4"),
        ("utf-16le", b"e\x004\x00", "e4"),
        ("x-nobody-knows", b"e4 \xC3", "e4 \u{FFFD}"),
        ("", "対局".as_bytes(), "対局"),
        ("", b"\x1B$BBP6I\x1B(B", "対局"),
        ("", b"bient\xF4t", "bientôt"),
    ];
    for (label, bytes, expected) in cases {
        let head =
            if label.is_empty() { String::new() } else { format!("Content-Type: text/plain; charset={label}\n") };
        let found = plain(&head, bytes).unwrap();
        assert_eq!(found.trim_end(), *expected, "{label}: {bytes:?}");
    }
}

#[test]
fn transfer_encodings_are_forgiven_much() {
    let cases: &[(&str, &[u8], &str)] = &[
        ("base64", b"TmYz", "Nf3"),
        ("BASE64", b"T m\r\n*Yz=", "Nf3"),
        ("base64", b"TmYzCg==ZTQ=", "Nf3\ne4"),
        ("quoted-printable", b"O=2DO and=20\nmore =\nhere", "O-O and \nmore here"),
        ("quoted-printable", b"e4 =ZZ =e2=80=93 \t\n=", "e4 =ZZ –\n"),
        ("quoted-printable", b"O-=\r\nO\r\n", "O-O\n"),
        ("8bit", "für".as_bytes(), "für"),
        ("x-unheard-of", b"Nf3", "Nf3"),
    ];
    for (encoding, bytes, expected) in cases {
        let head = format!("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n");
        assert_eq!(plain(&head, bytes).as_deref(), Some(*expected), "{encoding}");
    }
}

#[test]
fn flowed_text_is_joined() {
    let flowed = "Content-Type: text/plain; format=flowed\n";
    let delsp = "Content-Type: text/plain; charset=utf-8; format=Flowed; DelSp=Yes\n";
    let cases = [
        (flowed, "one \ntwo\nthree\n", "one two\nthree\n"),
        (flowed, " From me\n >typed\n", "From me\n>typed\n"),
        (flowed, "> a \n> b\n>> c \n> d\n", "> a b\n>> c \n> d\n"),
        (flowed, "Nf3 \n> quoted\n", "Nf3 \n> quoted\n"),
        (flowed, "e4\n-- \nAnna\n", "e4\n-- \nAnna\n"),
        (flowed, "ends flowed ", "ends flowed \n"),
        (delsp, "指せると \n思います\n", "指せると思います\n"),
        ("Content-Type: text/plain\n", "one \ntwo\n", "one \ntwo\n"),
    ];
    for (head, body, expected) in cases {
        assert_eq!(plain(head, body.as_bytes()).as_deref(), Some(expected), "{body:?}");
    }
}

#[test]
fn unseen_characters_go_and_control_characters_do_not_join() {
    let cases = [
        ("\u{FEFF}N\u{200B}f\u{AD}3\u{200F}", "Nf3"),
        ("e8\u{2060}=\u{202E}Q\u{FE0F}", "e8=Q"),
        ("N\u{A0}f3\u{3000}!\u{2009}\t.", "N f3 ! ."),
        ("e4\u{2028}e5\u{B}d4\rd5", "e4\ne5\nd4\nd5"),
        ("e\u{7}4 \u{1B}[31md4", "e\u{FFFD}4 \u{FFFD}[31md4"),
    ];
    for (body, expected) in cases {
        let head = "Content-Type: text/plain; charset=utf-8\n";
        let found = plain(head, body.as_bytes()).unwrap();
        assert_eq!(found.split_whitespace().collect::<Vec<_>>(), expected.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn the_body_is_the_first_text() {
    let mixed = |parts: &[&str]| {
        let body: String = parts.iter().map(|part| format!("--b\n{part}\n")).collect();
        letter(&mail(
            "Content-Type: multipart/mixed; boundary=b\n",
            format!("preamble\n{body}--b--\nepilogue\n").as_bytes(),
        ))
    };
    let text = |letter: &Letter| letter.plain.as_ref().map(|body| body.text.trim().to_owned());
    let seen = |letter: &Letter| letter.html.as_ref().map(|body| body.text.trim().to_owned());

    let first = mixed(&["\nNf3", "Content-Type: text/plain\n\ne4 is a footer"]);
    assert_eq!(text(&first).as_deref(), Some("Nf3"));
    let attached = mixed(&["Content-Disposition: ATTACHMENT; filename=a.txt\n\ne4", "\nNf3"]);
    assert_eq!(text(&attached).as_deref(), Some("Nf3"));
    let html_first = mixed(&["Content-Type: text/html\n\n<p>Nf3</p>", "\ne4 is a footer"]);
    assert_eq!((text(&html_first), seen(&html_first).as_deref()), (None, Some("Nf3")));
    let inner = "Content-Type: multipart/alternative; boundary=bb\n\n--bb\n\nNf3\n--bb\nContent-Type: text/html\n\n\
                 <p>Nf3!</p>\n--bb--";
    let both = mixed(&[inner, "\ne4"]);
    assert_eq!((text(&both).as_deref(), seen(&both).as_deref()), (Some("Nf3"), Some("Nf3!")));
    // Nothing is read inside another mail, whatever it calls itself.
    for other in ["message/rfc822", "message/global", "message/partial; id=x; number=1", "application/pkcs7-mime"] {
        let opaque = mixed(&[&format!("Content-Type: {other}\n\nSubject: x\n\ne4")]);
        assert_eq!((text(&opaque), seen(&opaque), opaque.opaque), (None, None, true), "{other}");
    }
    let digest = letter(&mail("Content-Type: multipart/digest; boundary=b\n", b"--b\n\nSubject: x\n\ne4\n--b--\n"));
    assert_eq!((text(&digest), digest.opaque), (None, true));
    let signed = letter(&mail(
        "Content-Type: multipart/signed; boundary=b\n",
        b"--b\n\nNf3\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n",
    ));
    assert_eq!(text(&signed).as_deref(), Some("Nf3"));
    let nul = letter(&mail("", b"e\x004\n"));
    assert_eq!((text(&nul), nul.opaque), (None, true));
}

/// Seen in another program: an attached mail that is no mail.
#[test]
fn report_01_attached_mails_are_not_looked_into() {
    for inner in ["", "\n", "no header\n", "\n\n\n"] {
        let body = format!("--b\n\nNf3\n--b\nContent-Type: message/rfc822\n\n{inner}--b--\n");
        let letter = letter(&mail("Content-Type: multipart/mixed; boundary=b\n", body.as_bytes()));
        assert_eq!(letter.plain.unwrap().text.trim(), "Nf3");
    }
}

#[test]
fn armour_is_taken_off() {
    let signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nNf3\n- -- \nAnna\n-----BEGIN PGP SIGNATURE-----\n\ne4\n\
                  -----END PGP SIGNATURE-----\nlist footer\n";
    assert_eq!(plain("", signed.as_bytes()).as_deref(), Some("Nf3\n-- \nAnna\nlist footer\n"));
    let sealed = letter(&mail("", b"-----BEGIN PGP MESSAGE-----\n\ne4\n-----END PGP MESSAGE-----\n"));
    assert_eq!((sealed.plain.unwrap().text.trim(), sealed.opaque), ("", true));
}

#[test]
fn reports_say_what_became_of_a_mail() {
    let report = |status: &str| {
        let body = format!(
            "--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n{status}\n--b--\n"
        );
        incoming(&mail("Content-Type: multipart/report; report-type=delivery-status; boundary=b\n", body.as_bytes()))
    };
    let found = |result| match result {
        Ok(Incoming::Report(Report { failed, status, recipients, .. })) => {
            assert_eq!(recipients.len(), 1);
            Some((failed, status))
        }
        Ok(Incoming::Automatic { .. }) => None,
        other => panic!("{other:?}"),
    };
    let code = |code: &str| Some(code.to_owned());
    assert_eq!(found(report("Action: failed\nStatus: 5.1.1 (bad mailbox)")), Some((true, code("5.1.1"))));
    assert_eq!(found(report("Action: delayed\nStatus: 4.4.7")), Some((false, code("4.4.7"))));
    assert_eq!(found(report("Action: FAILED")), Some((true, None)));
    assert_eq!(found(report("Action: relayed\nStatus: 2.0.0")), None);
    assert_eq!(
        found(report("Action: delayed\nStatus: 4.4.1\n\nAction: failed\nStatus: 5.0.0")),
        Some((true, code("5.0.0")))
    );
    let text = |subject: &str, body: &str| {
        let head = format!("Return-Path: <>\nSubject: {subject}\n");
        let mail = mail(&head, body.as_bytes());
        let mail = String::from_utf8(mail).unwrap().replace("anna@example.net", "MAILER-DAEMON@example.net");
        found(incoming(mail.as_bytes()))
    };
    assert_eq!(text("failure notice", "no mailbox here by that name. (#5.1.1)\n"), Some((true, code("5.1.1"))));
    assert_eq!(text("Warning: message delayed 24 hours", "still trying\n"), Some((false, None)));
    assert_eq!(text("Returned mail", "421 4.3.2 try later\n"), Some((false, code("4.3.2"))));
    assert_eq!(text("Returned mail", "host 192.0.2.4 said no, version 5.1\n"), Some((true, None)));
}

/// The digest of a letter, by which a copy is known.
#[test]
fn a_digest_is_of_from_date_id_and_body() {
    let of = |mail: &str| match incoming(mail.as_bytes()) {
        Ok(Incoming::Letter(letter)) => letter.digest,
        other => panic!("{other:?}"),
    };
    let base = "Received: a\nFrom: anna@example.net\nDate: Mon, 2 Nov 2026 10:00:00 +0000\nMessage-ID: <1@example.net>\n\ne4\n";
    let same = [
        base.replace('\n', "\r\n"),
        base.replace("Received: a\n", "Received: b\nX-Spam: no\nDelivered-To: play@chess.example.org\n"),
        base.replace("Date: Mon,", "Date:\n Mon,"),
        format!("{base}\n\n"),
    ];
    for mail in &same {
        assert_eq!(of(mail), of(base), "{mail}");
    }
    for (from, to) in
        [("anna@", "ben@"), ("10:00:00", "10:00:01"), ("<1@", "<2@"), ("e4", "d4"), ("Date: ", "X-Date: ")]
    {
        assert_ne!(of(&base.replace(from, to)), of(base), "{to}");
    }
}

#[test]
fn what_goes_beyond_a_limit_keeps_its_sender() {
    let limits = Limits { mail_bytes: 4000, header_bytes: 1000, headers: 20, parts: 4, depth: 2, ..Limits::default() };
    let refused = |head: &str, body: &str| {
        let bytes = mail(head, body.as_bytes());
        match read(&bytes, &limits, signs(), "chess.example.org", &|_| false) {
            Err(unreadable) => {
                let letter = unreadable.letter.unwrap();
                assert!(letter.plain.is_none() && letter.html.is_none());
                assert!(format!("{:?}", letter.from).contains("anna"), "{letter:?}");
                unreadable.limit
            }
            Ok(other) => panic!("{other:?}"),
        }
    };
    assert_eq!(refused("", &"e4\n".repeat(2000)), "bytes");
    assert_eq!(refused(&format!("X: {}\n", "y".repeat(1000)), "e4\n"), "header bytes");
    assert_eq!(refused(&"X: y\n".repeat(30), "e4\n"), "headers");
    let many: String = "--b\n\nx\n".repeat(5);
    assert_eq!(refused("Content-Type: multipart/mixed; boundary=b\n", &many), "parts");
    let deep = "--a\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\ne4\n";
    assert_eq!(refused("Content-Type: multipart/mixed; boundary=a\n", deep), "depth");
    let two = "Content-Type: text/plain\nContent-Type: text/html\n";
    assert_eq!(refused(two, "e4\n"), "one Content-Type");
    // Automatic mail gets no answer, however long it is.
    let bytes = mail("Auto-Submitted: auto-replied\n", "e4\n".repeat(2000).as_bytes());
    assert!(matches!(read(&bytes, &limits, signs(), "h", &|_| false), Ok(Incoming::Automatic { .. })));
}

/// Half a line may say what its writer did not: text that is too long is cut at a line's end.
#[test]
fn long_text_is_cut_between_lines() {
    let limits = Limits { text_bytes: 20, ..Limits::default() };
    let text = |body: &str| match read(&mail("", body.as_bytes()), &limits, signs(), "h", &|_| false) {
        Ok(Incoming::Letter(letter)) => letter.plain.unwrap().text,
        other => panic!("{other:?}"),
    };
    assert_eq!(text("Nf3\nthanks\nresign from my job\n"), "Nf3\nthanks\n");
    assert_eq!(text(&"x".repeat(100)), "");
    assert_eq!(text("exactly 20 letters.\n"), "exactly 20 letters.\n");
}
