//! Drafts to bytes and back, read by a parser that is not ours and by our own reader.

use super::incoming;
use chrono::{DateTime, Utc};
use kingpost::mail::{Address, Attachment, Draft, Headers, Image, Incoming, MessageId, compose};
use mail_parser::{HeaderValue, MessageParser, MimeHeaders, PartType};

fn address(text: &str) -> Address {
    Address::parse(text).unwrap()
}

fn id(text: &str) -> MessageId {
    MessageId(text.to_owned())
}

fn headers() -> Headers {
    Headers {
        from: address("play@chess.example.org"),
        from_name: "Ben (kingpost)".to_owned(),
        to: address("anna@players.example.net"),
        reply_to: address("play+q7m2k5xv3tbn4dhz6wcy2rjpaf@chess.example.org"),
        date: DateTime::<Utc>::from_timestamp(1_796_000_000, 0).unwrap(),
        message_id: id("q7m2k5.your-move@chess.example.org"),
        in_reply_to: Some(id("anna.1@players.example.net")),
        references: (0..40).map(|n| id(&format!("ref-{n:02}@chess.example.org"))).collect(),
        unsubscribe: "stop mail",
        answers: true,
        extra: vec![("Kingpost-Page", "game_started, your_move".to_owned()), ("Kingpost-Ply", "0".to_owned())],
    }
}

fn draft() -> Draft {
    Draft {
        subject: "[kp-7f3k9] Chess with Ben".to_owned(),
        text: "Your move, Anna.\n\nFrom here on it is White's.\n.\n.dots\n-- \nMail 1\n".to_owned(),
        html: Some("<p>Your move, <b>Anna</b>.</p>\n<img src=\"cid:board.1@chess.example.org\" alt=\"\">".to_owned()),
        images: vec![Image {
            cid: "board.1@chess.example.org".to_owned(),
            filename: "board.png".to_owned(),
            mime: "image/png".to_owned(),
            bytes: (0..=255).cycle().take(5000).collect(),
        }],
        attachments: vec![Attachment {
            filename: "kp-7f3k9.pgn".to_owned(),
            mime: "application/vnd.chess-pgn".to_owned(),
            bytes: b"[Event \"?\"]\r\n\r\n1. e4 *\r\n".to_vec(),
        }],
        language: "en".to_owned(),
    }
}

/// What holds for every mail of ours.
fn sound(mail: &[u8]) {
    assert!(mail.is_ascii());
    let text = std::str::from_utf8(mail).unwrap();
    assert!(!text.replace("\r\n", "").contains(['\r', '\n', '\0']), "a bare line end");
    for line in text.split("\r\n") {
        assert!(line.len() <= 998, "a line of {} bytes", line.len());
        assert!(!line.starts_with("From ") && !line.starts_with('.'), "{line}");
    }
    let head = text.split("\r\n\r\n").next().unwrap();
    for line in head.split("\r\n") {
        assert!(!line.trim().is_empty(), "a blank line in a fold");
        assert!(line.bytes().all(|b| b == b'\t' || !b.is_ascii_control()), "{line}");
    }
    for name in ["From", "To", "Reply-To", "Subject", "Date", "Message-ID", "Content-Type", "MIME-Version"] {
        let count = head.split("\r\n").filter(|line| line.starts_with(&format!("{name}:"))).count();
        assert_eq!(count, 1, "{name}");
    }
}

#[test]
fn structure_and_headers_come_back() {
    let (draft, headers) = (draft(), headers());
    let mail = compose(&draft, &headers).unwrap();
    sound(&mail);
    assert_eq!(mail, compose(&draft, &headers).unwrap(), "the same input, the same bytes");
    let parsed = MessageParser::default().parse(&mail).unwrap();
    let types: Vec<String> = parsed
        .parts
        .iter()
        .map(|part| {
            let content = part.content_type().unwrap();
            format!("{}/{}", content.ctype(), content.subtype().unwrap())
        })
        .collect();
    assert_eq!(
        types,
        [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
            "application/vnd.chess-pgn",
        ]
    );
    assert_eq!(parsed.subject(), Some(draft.subject.as_str()));
    assert_eq!(parsed.body_text(0).unwrap().replace("\r\n", "\n"), draft.text);
    assert_eq!(parsed.body_html(0).unwrap().replace("\r\n", "\n"), *draft.html.as_ref().unwrap());
    assert_eq!(parsed.parts[5].content_id(), Some("board.1@chess.example.org"));
    assert!(
        matches!(&parsed.parts[5].body, PartType::Binary(b) | PartType::InlineBinary(b) if **b == draft.images[0].bytes)
    );
    assert_eq!(parsed.parts[6].contents(), draft.attachments[0].bytes);
    assert_eq!(parsed.parts[6].attachment_name(), Some("kp-7f3k9.pgn"));
    let from = parsed.from().and_then(|from| from.first()).unwrap();
    assert_eq!(from.name.as_deref(), Some("Ben (kingpost)"));
    assert_eq!(from.address.as_deref(), Some("play@chess.example.org"));
    let reply_to = parsed.reply_to().and_then(|to| to.first()).unwrap();
    assert_eq!(reply_to.address.as_deref(), Some(headers.reply_to.to_string().as_str()));
    assert_eq!(parsed.message_id(), Some(headers.message_id.0.as_str()));
    assert_eq!(parsed.in_reply_to().as_text(), Some("anna.1@players.example.net"));
    assert_eq!(parsed.date().unwrap().to_timestamp(), headers.date.timestamp());
    let HeaderValue::TextList(references) = parsed.references() else { panic!("no list") };
    let expected: Vec<String> =
        std::iter::once(0).chain(21..40).map(|n| format!("ref-{n:02}@chess.example.org")).collect();
    assert_eq!(references.iter().map(|id| id.to_string()).collect::<Vec<_>>(), expected);
    let raw = |name: &str| parsed.header_raw(name).map(|value| value.trim().to_owned());
    assert_eq!(raw("Auto-Submitted").as_deref(), Some("auto-replied"));
    assert_eq!(raw("X-Auto-Response-Suppress").as_deref(), Some("OOF, AutoReply"));
    assert_eq!(raw("List-Id").as_deref(), Some("<games.chess.example.org>"));
    let unsubscribe = "<mailto:play%2Bq7m2k5xv3tbn4dhz6wcy2rjpaf@chess.example.org?subject=stop%20mail>";
    assert_eq!(raw("List-Unsubscribe").as_deref(), Some(unsubscribe));
    assert_eq!(raw("Content-Language").as_deref(), Some("en"));
    assert_eq!(raw("Kingpost-Page").as_deref(), Some("game_started, your_move"));
}

#[test]
fn a_mail_of_ours_that_comes_back_is_automatic() {
    let mail = compose(&draft(), &headers()).unwrap();
    assert!(matches!(incoming(&mail), Ok(Incoming::Automatic { sign: "Kingpost-Page", .. })));
    let mut bare = headers();
    bare.extra.clear();
    let mail = compose(&draft(), &bare).unwrap();
    assert!(matches!(incoming(&mail), Ok(Incoming::Automatic { sign: "Auto-Submitted", .. })));
}

#[test]
fn less_of_a_draft_needs_less_structure() {
    let cases: [(bool, bool, bool, &str); 5] = [
        (false, false, false, "text/plain"),
        (true, false, false, "multipart/alternative text/plain text/html"),
        (true, true, false, "multipart/alternative text/plain multipart/related text/html image/png"),
        (false, false, true, "multipart/mixed text/plain application/vnd.chess-pgn"),
        (false, true, true, "multipart/mixed text/plain image/png application/vnd.chess-pgn"),
    ];
    for (html, images, attachments, expected) in cases {
        let mut draft = draft();
        draft.html = draft.html.filter(|_| html);
        draft.images.retain(|_| images);
        draft.attachments.retain(|_| attachments);
        let mail = compose(&draft, &headers()).unwrap();
        sound(&mail);
        let parsed = MessageParser::default().parse(&mail).unwrap();
        let types: Vec<String> = parsed
            .parts
            .iter()
            .map(|part| {
                let content = part.content_type().unwrap();
                format!("{}/{}", content.ctype(), content.subtype().unwrap())
            })
            .collect();
        assert_eq!(types.join(" "), expected);
    }
}

/// Names and subjects that broke other programs.
#[test]
fn report_04_and_08_names_and_subjects_come_back() {
    let cases = [
        ("Anna", "Anna"),
        ("", ""),
        ("Клара Иванова-Петрова Длинное-Имя Тестовая", "Клара Иванова-Петрова Длинное-Имя Тестовая"),
        ("佐久間 里奈さんとのチェスの対局、第十二手をお待ちしております。どうぞよろしくお願いいたします", ""),
        ("Ben \"Benny\" \\ Example", "Ben \"Benny\" \\ Example"),
        ("Ben, the <b> & Co; @home: (x)", "Ben, the <b> & Co; @home: (x)"),
        ("Anna\r\nBcc: victim@example.com", "Anna Bcc: victim@example.com"),
        ("An\0na\x1b[31m", "An\u{FFFD}na\u{FFFD}[31m"),
        ("\u{202E}annA\u{200B}", "annA"),
        ("=?utf-8?B?QW5uYQ==?=", "=?utf-8?B?QW5uYQ==?="),
        ("a  b   c", "a b c"),
    ];
    for (name, expected) in cases {
        let expected = if expected.is_empty() { name } else { expected };
        let (mut draft, mut headers) = (draft(), headers());
        draft.subject = format!("[kp-7f3k9] {name}");
        headers.from_name = name.to_owned();
        let mail = compose(&draft, &headers).unwrap();
        sound(&mail);
        let parsed = MessageParser::default().parse(&mail).unwrap();
        assert_eq!(parsed.subject().unwrap(), format!("[kp-7f3k9] {expected}").trim());
        let from = parsed.from().and_then(|from| from.first()).unwrap();
        assert_eq!(from.name.as_deref().unwrap_or_default(), expected);
        assert_eq!(from.address.as_deref(), Some("play@chess.example.org"));
    }
}

#[test]
fn long_headers_stay_within_their_lines() {
    let (mut draft, mut headers) = (draft(), headers());
    draft.subject = "x".repeat(5000);
    headers.from_name = "Ж".repeat(500);
    headers.references = (0..60).map(|n| id(&format!("{}{n}@chess.example.org", "r".repeat(800)))).collect();
    headers.references.push(id("not an id\r\nBcc: victim@example.com"));
    headers.extra = vec![("Kingpost-Game", "word ".repeat(400))];
    sound(&compose(&draft, &headers).unwrap());
    headers.message_id = id("broken\r\nid");
    assert!(compose(&draft, &headers).is_err());
}

/// Texts in each language come back as they were, in the encoding that suits them.
#[test]
fn texts_come_back() {
    let long = format!("{}\n", "e4 e5 Nf3 ".repeat(500));
    let cases = [
        ("plain ASCII\n", "quoted-printable"),
        ("Grüße aus Köln = fine\ttab \nblank behind \n\n", "quoted-printable"),
        ("あなたの番です。\n持ち時間は３日です。\n", "base64"),
        ("From here\nFrom\n.\n..\n>From\n", "quoted-printable"),
        (long.as_str(), "quoted-printable"),
        ("", "quoted-printable"),
        ("no end", "quoted-printable"),
        ("♔ ♚ 🙂 and CRLF\r\nlines\r", "base64"),
    ];
    for (text, encoding) in cases {
        let mut draft = draft();
        draft.text = text.to_owned();
        let mail = compose(&draft, &headers()).unwrap();
        sound(&mail);
        let parsed = MessageParser::default().parse(&mail).unwrap();
        let expected = text.replace("\r\n", "\n").replace('\r', "\n");
        assert_eq!(parsed.parts[2].text_contents().unwrap().replace("\r\n", "\n"), expected);
        let longest = std::str::from_utf8(&mail).unwrap().lines().map(str::len).max().unwrap();
        assert!(longest <= 100, "a line of {longest}");
        assert_eq!(parsed.parts[2].content_transfer_encoding(), Some(encoding), "{text}");
    }
}
