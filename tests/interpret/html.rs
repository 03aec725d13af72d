//! HTML replies of every program we know of, from a table and a seed: other names, languages, nesting, order and missing
//! parts. What stands in a quote is never read; what stands beside it always is.

use kingpost::mail::Letter;

use super::shapes::{DECOYS, Dice, NAMES, check_letter, filled, played};
use super::{incoming, reader, rows};
use kingpost::mail::Incoming;

/// Own lines, what they ask for, and what of them is for the opponent. `#` begins a line of an ordered list.
const OWN: [(&[&str], &str, &str); 11] = [
    (&[], "none", ""),
    (&["Nf3"], "move Nf3", ""),
    (&["2. Nf3"], "move Nf3", ""),
    (&["#2 Nf3"], "move Nf3", ""),
    (&["Nf3", "", "A fine opening, I think"], "move Nf3", "A fine opening, I think"),
    (&["Not today, more tomorrow"], "none", "Not today, more tomorrow"),
    (&["Hello Ben,", "", "I play Nf3."], "move Nf3", "Hello Ben,"),
    (&["resign"], "resign", ""),
    (&["引き分けを提案します"], "draw offer", ""),
    (&["いま考えています"], "none", "いま考えています"),
    (&["Ｎｆ３です"], "move Nf3", ""),
];

/// What may stand between own text and quote, or nothing.
const SIGNS: [&str; 8] = [
    "",
    "",
    "",
    "<div><br clear=\"all\"></div><span class=\"gmail_signature_prefix\">-- </span><br><div dir=\"ltr\" class=\"gmail_signature\"><div>Clara</div><div>e4</div></div>",
    "<div>-- <br></div><div>Clara</div><div>resign</div>",
    "<p>Viele Grüße</p><p>Clara</p><p>Nf3</p>",
    "<div dir=\"ltr\">Sent from my iPhone</div>",
    "<div dir=\"ltr\">iPhoneから送信</div>",
];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Lines in one of the ways in which programs make lines.
fn lines(list: &[&str], dice: &mut Dice) -> String {
    let way = dice.throw(5);
    let line = |text: &&str| {
        if let Some(item) = text.strip_prefix('#') {
            let (number, text) = item.split_once(' ').unwrap();
            return format!("<ol start=\"{number}\"><li>{}</li></ol>", escaped(text));
        }
        match way {
            _ if text.is_empty() && way != 1 => "<div><br></div>".to_owned(),
            0 => format!("<div>{}</div>\n", escaped(text)),
            1 => format!("{}<br>", escaped(text)),
            2 => format!(
                "<p class=\"MsoNormal\"><span style=\"mso-fareast-language:EN-US\">{}<o:p></o:p></span></p>\n",
                escaped(text)
            ),
            3 => format!("<div dir=\"auto\"><font face=\"Verdana\">{}</font></div>", escaped(text)),
            _ => format!("<p style=\"margin:0\"><span>{}</span><b></b></p>", escaped(text)),
        }
    };
    list.iter().map(line).collect()
}

/// Decoys, sometimes with an older quote inside.
fn quote(dice: &mut Dice, nests: bool) -> String {
    let decoys: Vec<&str> = (0..=dice.throw(7)).map(|_| dice.pick(&DECOYS)).collect();
    let text = lines(&decoys, dice);
    if nests && dice.throw(3) == 0 {
        let older: Vec<&str> = (0..=dice.throw(3)).map(|_| dice.pick(&DECOYS)).collect();
        let tag = dice.pick(&["<blockquote>", "<blockquote type=\"cite\">", "<blockquote class=\"gmail_quote\">"]);
        return format!("{text}{tag}{}</blockquote>{text}", lines(&older, dice));
    }
    text
}

/// A line of the tables as programs set it: addresses as links or not, labels in bold or not.
fn set(template: &str, dice: &mut Dice) -> String {
    let bold = dice.throw(2) == 0;
    let link = dice.throw(2) == 0;
    let line = |line: &str| {
        let line = escaped(line);
        let line = match (link, line.find("&lt;").zip(line.find("&gt;"))) {
            (true, Some((start, end))) if start + 4 < end => {
                let address = &line[start + 4..end];
                format!("{}&lt;<a href=\"mailto:{address}\">{address}</a>{}", &line[..start], &line[end..])
            }
            _ => line,
        };
        match line.split_once(": ") {
            Some((label, value)) if bold && label.chars().count() < 20 => format!("<b>{label}:</b> {value}"),
            _ => line,
        }
    };
    let text = filled(template, dice);
    text.lines().map(line).collect::<Vec<_>>().join(dice.pick(&["<br>", "<br>\n"]))
}

/// A letter whose text is this page: alone, or beside a plain part that says nothing.
fn letter(page: &str, dice: &mut Dice) -> Letter {
    let head = "From: Anna <anna@example.org>\r\nTo: play@example.com\r\nSubject: Re: [kp-7f3k9] Chess with Ben\r\n\
                MIME-Version: 1.0\r\n";
    let html = "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n";
    let mail = match dice.throw(3) {
        0 => format!(
            "{head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\r\n\
             --b\r\n{html}{page}\r\n--b--\r\n"
        ),
        _ => format!("{head}{html}{page}\r\n"),
    };
    match incoming(mail.as_bytes()) {
        Incoming::Letter(letter) => *letter,
        other => panic!("{other:?}"),
    }
}

/// A page of a shape with these own lines.
fn page(shape: &str, own: &[&str], dice: &mut Dice) -> String {
    let (attributions, blocks) = (rows("interpret/attributions.tsv"), rows("interpret/blocks.tsv"));
    // An unmarked quote ends with the page, so nothing inside it needs to be told apart.
    let mut page = shape.replacen("{own}", &lines(own, dice), 1);
    page = page.replace("{sign}", dice.pick(&SIGNS));
    let attribution = &attributions[dice.throw(attributions.len())][1];
    page = page.replace("{attribution}", &set(attribution, dice));
    let block = &blocks[dice.throw(blocks.len())][1];
    page = page.replace("{block}", &set(block, dice));
    while page.contains("{quote}") {
        let quote = quote(dice, true);
        page = page.replacen("{quote}", &quote, 1);
    }
    page
}

#[test]
fn html_replies_of_every_shape_from_a_seed() {
    let (reader, shapes) = (reader(), rows("interpret/html.tsv"));
    let mut wrong = Vec::new();
    for (at, shape) in shapes.iter().enumerate() {
        for round in 0..16 {
            let seed = 1 + (at as u64) * 100 + round;
            let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let (own, expected, message) = OWN[dice.throw(OWN.len())];
            let page = page(&shape[1], own, &mut dice);
            let letter = letter(&page, &mut dice);
            let name = format!("seed {seed}, {}", shape[0]);
            check_letter(reader, &letter, played(), &name, (expected, message), &mut wrong);
        }
    }
    assert!(shapes.len() > 35 && NAMES.len() > 3);
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

/// Whatever the quote holds and however the page is cut off, without own words nothing is asked for.
#[test]
fn html_without_own_words_asks_for_nothing() {
    let (reader, shapes) = (reader(), rows("interpret/html.tsv"));
    let mut wrong = Vec::new();
    for (at, shape) in shapes.iter().enumerate() {
        for round in 0..8 {
            let seed = 7 + (at as u64) * 100 + round;
            let mut dice = Dice(seed.wrapping_mul(0xD134_2543_DE82_EF95));
            let mut page = page(&shape[1], &[], &mut dice);
            // Pages cut off in the middle of what they quote: closing tags are missing.
            if dice.throw(2) == 0 {
                let end = page.rfind("</").unwrap();
                page.truncate(end);
            }
            let letter = letter(&page, &mut dice);
            check_letter(reader, &letter, played(), &format!("seed {seed}, {}", shape[0]), ("none", ""), &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
