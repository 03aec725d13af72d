/*!
The deadline of a move for a calendar (RFC 5545): one event a game, with an alarm, moved on with every move and withdrawn once the
move is made.
*/

use chrono::TimeDelta;

use super::Occasion;
use super::desk::Desk;
use super::words::Lack;
use crate::game::{Moment, Page, Stage};
use crate::mail::Attachment;

/// A content line is folded after so many bytes (RFC 5545 3.1).
const FOLD: usize = 75;

/// How long before the deadline a calendar reminds its owner, in the form of RFC 5545.
const ALARM: &str = "-PT12H";

/// How long the event lasts; it ends with the time.
const LENGTH: TimeDelta = TimeDelta::hours(1);

impl Desk<'_> {
    /// The reader's deadline, where they want it and time is running for them; or its withdrawal, where their move has ended it.
    /// The event's UID stands for the game, and its SEQUENCE rises with the mails about the game, so that a calendar moves it
    /// on: time given or a move taken back changes the deadline too, and not the count of moves.
    pub(super) fn calendar(&self, occasion: &Occasion) -> Result<Option<Attachment>, Lack> {
        let scene = self.scene.as_ref().filter(|_| occasion.reader.settings.calendar && !self.earlier);
        let Some((scene, game)) = scene.zip(self.game.as_ref()) else { return Ok(None) };
        let face = scene.clocks.of(scene.side);
        // The mail that starts the clock is drawn before it runs: then the time left counts from the mail.
        let deadline = face.until.or_else(|| face.remaining.map(|left| occasion.at + left));
        let mine = scene.stage == Stage::Playing && scene.view.turn() == scene.side;
        let ended = occasion.notices.iter().any(|notice| {
            matches!(notice.page, Page::MoveTaken | Page::PlanPlayed { .. } | Page::GameOver | Page::GameAborted)
        });
        let (method, state) = match mine {
            true => ("PUBLISH", "CONFIRMED"),
            false if ended => ("CANCEL", "CANCELLED"),
            false => return Ok(None),
        };
        let Some(deadline) = deadline else { return Ok(None) };
        let summary =
            self.words().say(&["calendar", "summary"], &[("opponent", &game.opponent), ("Variant", &game.title)])?;
        let mut lines = vec![
            "BEGIN:VCALENDAR".to_owned(),
            "VERSION:2.0".to_owned(),
            format!("PRODID:-//{}//{}//", self.service.host, "kingpost"),
            format!("METHOD:{method}"),
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@{}", scene.id, self.service.host),
            format!("SEQUENCE:{}", occasion.number),
            format!("STATUS:{state}"),
            format!("DTSTAMP:{}", stamp(occasion.at)),
            format!("DTSTART:{}", stamp(deadline - LENGTH)),
            format!("DTEND:{}", stamp(deadline)),
            format!("SUMMARY:{}", escaped(&summary)),
            "TRANSP:TRANSPARENT".to_owned(),
        ];
        if mine {
            lines.extend(["BEGIN:VALARM", "ACTION:DISPLAY"].map(str::to_owned));
            lines.extend([format!("DESCRIPTION:{}", escaped(&summary)), format!("TRIGGER:{ALARM}")]);
            lines.push("END:VALARM".to_owned());
        }
        lines.extend(["END:VEVENT", "END:VCALENDAR"].map(str::to_owned));
        let bytes: String = lines.iter().map(|line| folded(line) + "\r\n").collect();
        let mime = format!("text/calendar; charset=utf-8; method={method}");
        Ok(Some(Attachment { filename: format!("{}.ics", scene.id), mime, bytes: bytes.into_bytes() }))
    }
}

fn stamp(at: Moment) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A value of type TEXT (RFC 5545 3.3.11).
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

/// The line in pieces, each behind the first begun by a blank; no letter is cut in two.
fn folded(line: &str) -> String {
    let mut folded = String::with_capacity(line.len() + 8);
    let mut bytes = 0;
    for letter in line.chars() {
        if bytes + letter.len_utf8() > FOLD {
            folded.push_str("\r\n ");
            bytes = 1;
        }
        folded.push(letter);
        bytes += letter.len_utf8();
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::{escaped, folded};

    #[test]
    fn lines_are_folded_and_text_is_escaped() {
        let long = folded(&"将".repeat(60));
        assert!(long.split("\r\n").all(|line| line.len() <= 75));
        assert_eq!(long.replace("\r\n ", ""), "将".repeat(60));
        assert_eq!(escaped("a,b;c\\"), "a\\,b\\;c\\\\");
    }
}
