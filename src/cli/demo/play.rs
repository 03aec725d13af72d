/*!
The demonstration on a terminal: you are Anna, and Ben is the built-in player. The board is drawn after each move; each line
you type is mailed as a reply to the newest email, which lies beside the board as `latest.html`.
*/

use super::screen::{Screen, wrapped};
use super::seat::{Received, Seat, unpack};
use super::service::Service;
use super::words::Told;
use crate::cli::{Failure, code, print};
use crate::game::Game;
use crate::partner;
use crate::rules::notation::{Notation, shogi};
use crate::rules::{Side, Variant, View};
use std::io::BufRead;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The post is quiet when nothing has come for so long.
const QUIET: Duration = Duration::from_millis(700);

/// Longer than any answer takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Pages that tell of something Ben answers.
const BEN_ANSWERS: [&str; 4] = ["move_taken", "draw_offer_sent", "takeback_sent", "invitation_sent"];

/// Paragraphs of an email that tell what is new: two pages with a headline each.
const NEWS: usize = 4;

/// How many positions Ben looks at before he answers a draw offer.
const BUDGET: u32 = 3_000;

/// Ben is content with a draw where he is a pawn behind, or from this ply on where he is not ahead.
const LATE: usize = 60;
const BEHIND: i32 = -100;

/// A game as it is played on the terminal.
struct Table<'a> {
    service: &'a Service,
    told: &'a Told,
    variant: &'static Variant,
    screen: Screen,
    you: Seat,
    ben: Seat,
}

/// Plays until the player has had enough.
pub fn play(service: &Service, told: &Told, variant: &'static Variant) -> Result<(), Failure> {
    let you = service.seat("Anna", "anna@example.net")?;
    let ben = service.seat("Ben", "ben@example.org")?;
    let challenge = told.challenge(variant, ben.address())?;
    let mut table = Table { service, told, variant, screen: Screen::of_this_terminal(), you, ben };
    let welcome = told.say("welcome", &[("latest", &table.latest().display().to_string())])?;
    table.you.write(service.address(), &challenge, &challenge)?;
    let (mut newest, mut sent): (Option<Received>, bool) = (None, true);
    let mut lines = std::io::stdin().lock().lines();
    loop {
        if let Some(received) = table.settle(std::mem::take(&mut sent))? {
            // The path of the latest email is told once, above the first board.
            let above = if newest.is_none() {
                format!("{welcome}\n{}", received.mail.subject)
            } else {
                received.mail.subject.clone()
            };
            table.show(&above, newest.insert(received))?;
        }
        print("> ")?;
        let Some(Ok(line)) = lines.next() else { break };
        match (line.trim(), &newest) {
            ("q" | "quit" | "exit", _) => break,
            ("m", _) => table.list_moves()?,
            ("t", Some(received)) => print(&format!("\n{}\n\n", received.mail.text.trim_end()))?,
            ("help" | "?", _) => print(&format!("{}\n", told.say("help", &[("move", &table.example())])?))?,
            ("", Some(received)) => table.show(&received.mail.subject, received)?,
            (words, Some(received)) => {
                table.you.reply(&received.mail, words)?;
                sent = true;
            }
            _ => {}
        }
    }
    print(&format!("\n{}\n", told.say("end", &[("folder", &service.dir().display().to_string())])?))
}

impl Table<'_> {
    fn latest(&self) -> PathBuf {
        self.service.dir().join("latest.html")
    }

    /// Lets the post work until nothing more comes, Ben answering what he gets; gives the newest email to you. While an
    /// answer of the service or of Ben is `owed`, it is waited for however long the post is quiet.
    fn settle(&mut self, mut owed: bool) -> Result<Option<Received>, Failure> {
        let (mut newest, mut last): (Option<Received>, _) = (None, Instant::now());
        while last.elapsed() < QUIET || owed && last.elapsed() < PATIENCE {
            for received in self.you.fresh() {
                last = Instant::now();
                // The question whether the address is hers is answered for her.
                if received.mail.pages.iter().any(|page| page == "confirm_address") {
                    self.you.reply(&received.mail, &self.told.command("yes")?)?;
                } else {
                    self.keep(&received)?;
                    owed = received.mail.pages.iter().any(|page| BEN_ANSWERS.contains(&page.as_str()));
                    newest = Some(received);
                }
            }
            for received in self.ben.fresh() {
                last = Instant::now();
                if let Some(answer) = self.answer(&received)? {
                    self.ben.reply(&received.mail, &answer)?;
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(newest)
    }

    /// What Ben writes back, if anything.
    fn answer(&self, received: &Received) -> Result<Option<String>, Failure> {
        let has = |page: &str| received.mail.pages.iter().any(|p| p == page);
        if has("invitation") {
            return self.told.command("accept").map(Some);
        }
        if has("takeback_asked") {
            return self.told.command("accept takeback").map(Some);
        }
        let Some(game) = self.service.newest_game()? else { return Ok(None) };
        if has("draw_offered") && self.is_content(&game) {
            return self.told.command("accept draw").map(Some);
        }
        if has("your_move") {
            let position = game.history().position();
            let view = View::of(game.history(), position.turn());
            let notation = Notation::plain(self.variant);
            return Ok(partner::choose(position).map(|mv| view.written(mv, notation)));
        }
        if has("draw_offered") {
            return self.told.command("decline draw").map(Some);
        }
        Ok(None)
    }

    /// True where a draw is as much as Ben hopes for.
    fn is_content(&self, game: &Game) -> bool {
        let position = game.history().position();
        let Some((_, judged)) = partner::weigh(position, BUDGET) else { return false };
        let his = if self.your_side(game) == Some(position.turn()) { -judged } else { judged };
        his <= BEHIND || his <= 0 && View::of(game.history(), Side::First).ply() >= LATE
    }

    fn your_side(&self, game: &Game) -> Option<Side> {
        let owner = |side: &Side| self.service.address_of(game, *side).is_ok_and(|found| found == *self.you.address());
        Side::BOTH.into_iter().find(owner)
    }

    fn view(&self) -> Result<Option<View>, Failure> {
        let Some(game) = self.service.newest_game()? else { return Ok(None) };
        let view = self.your_side(&game).map(|side| View::of(game.history(), side));
        Ok(view.filter(|view| game.playing().is_some() || view.ply() > 0))
    }

    /// The email as a mail program shows it, under a name that stays.
    fn keep(&self, received: &Received) -> Result<(), Failure> {
        let kept = || {
            unpack(received)?;
            let folder = received.path.parent().and_then(std::path::Path::file_name).unwrap_or_default();
            let html = std::fs::read_to_string(received.path.with_extension("html")).unwrap_or_default();
            let html = html
                .replace("<img class=\"board\" src=\"", &format!("<img class=\"board\" src=\"{}/", folder.display()));
            std::fs::write(self.latest(), html)
        };
        kept().map_err(|cause: std::io::Error| {
            Failure::new(code::CANT_CREATE, format!("an email cannot be unpacked ({cause}); check the disk"))
        })
    }

    fn show(&self, above: &str, received: &Received) -> Result<(), Failure> {
        let lines: Vec<&str> = received.mail.text.lines().map(str::trim_end).collect();
        let news: Vec<&str> =
            lines.split(|line| line.is_empty()).filter(|part| !part.is_empty()).take(NEWS).flatten().copied().collect();
        let view = self.view()?;
        let hint = self.told.say("hint", &[])?;
        print(&self.screen.drawn(above, view.as_ref(), self.told.is_japanese(), &news.join("\n"), &hint))
    }

    fn list_moves(&self) -> Result<(), Failure> {
        let view = self.view()?.filter(|view| view.turn() == view.viewer());
        let Some(view) = view else { return print(&format!("{}\n", self.told.say("not_your_move", &[])?)) };
        let mut moves: Vec<String> = view.written_moves(self.notation()).into_iter().map(|(_, text)| text).collect();
        moves.sort();
        print(&format!("{}\n", wrapped(&moves.join("  ")).join("\n")))
    }

    fn notation(&self) -> Notation {
        let japanese = shogi::applies(self.variant) && self.told.is_japanese();
        if japanese { Notation::Japanese } else { Notation::plain(self.variant) }
    }

    /// A move that can be played, for the list of commands.
    fn example(&self) -> String {
        let view = self.view().ok().flatten();
        let first = view.and_then(|view| view.moves().first().map(|mv| view.written(*mv, self.notation())));
        first.unwrap_or_else(|| "e4".to_owned())
    }
}
