/*!
A whole letter: its own lines one by one, the HTML part if the plain one yields nothing, the subject if neither does.
*/

use super::assent;
use super::commands::Said;
use super::fold::Line;
use super::footers;
use super::game_file;
use super::gather::Gathered;
use super::leftover::Message;
use super::lines::{self, Above, LineReading, Taken};
use super::meant::{self, Piece};
use super::moves::Mover;
use super::numbers;
use super::pasted;
use super::premises;
use super::request::{Ask, Deed, Deeds, LineVerdict, Reading, Reply};
use super::strange::{self, Strange};
use super::subject;
use super::tongues::Hint;
use super::words::Words;
use super::wrapped;
use crate::club::{Errand, NewGame};
use crate::game::{EVENT, PlanLine};
use crate::mail::quoted::{self, Kind, Signs};
use crate::mail::{Body, Letter};
use crate::rules::{History, notation, variants};

/// Own lines read (`docs/threats.md`, poison); what stands below them is neither a command nor passed on.
pub(super) const OWN_LINES_MAX: usize = 100;

/// A name that greets is no longer than this.
const SALUTATION_MAX: usize = 24;

/// One part of a letter, read.
#[derive(Default)]
struct Part {
    gathered: Gathered,
    agrees: bool,
    message: Option<String>,
    /// Own lines stand below the last that is passed on.
    cut: bool,
    unread_plan: Option<String>,
    first_line: String,
    reply: Option<Reply>,
    strange: Option<Strange>,
    lines: Vec<LineVerdict>,
}

impl Part {
    /// The reading of a letter that asks for this, from its text. Where something is asked for, a letter that only looks
    /// Latin is not named, and a plain yes says nothing.
    fn reading(self, deeds: Deeds, asks: Vec<Ask>, plan: Vec<PlanLine>) -> Reading {
        let notes = self.gathered.notes();
        let silent = deeds == Deeds::Nothing && asks.is_empty();
        Reading {
            agrees: self.agrees && silent && plan.is_empty() && notes.is_empty(),
            strange: self.strange.filter(|_| silent),
            deeds,
            asks,
            plan,
            unread_plan: self.unread_plan,
            message: self.message,
            cut: self.cut,
            notes,
            first_line: self.first_line,
            lines: self.lines,
            from_subject: false,
            reply: self.reply,
        }
    }
}

/// Understands a letter.
pub(super) fn read(mover: Mover<'_>, history: Option<&History>, letter: &Letter) -> Reading {
    let reading = read_with(mover, history, letter, letter.cmail.as_deref());
    let challenges = matches!(reading.deeds, Deeds::One(Deed::Errand(Errand::Invite(_))));
    let body = letter.plain.as_ref().filter(|_| history.is_some() && letter.cmail.is_none() && !challenges);
    match body.and_then(|body| pasted::by_cmail(&body.text, &mover.words.signs)) {
        Some((game, around)) => {
            let plain = body.map(|body| Body { text: around, ..body.clone() });
            read_with(mover, history, &Letter { plain, html: None, ..letter.clone() }, Some(&game))
        }
        None => reading,
    }
}

/// Understands a letter that XBoard's cmail may have put a game into.
fn read_with(mover: Mover<'_>, history: Option<&History>, letter: &Letter, cmail: Option<&str>) -> Reading {
    let plain = letter.plain.as_ref().map(|body| part(mover, history, body));
    let silent = plain.as_ref().is_none_or(|part| part.gathered.is_empty());
    let html = letter.html.as_ref().filter(|_| silent).map(|body| part(mover, history, body));
    let part = match (plain, html) {
        (Some(plain), Some(html)) if html.gathered.is_empty() => {
            // Where neither part asks for anything, the plain one has the writer's words, unless it is blank.
            if plain.message.is_some() { Some(plain) } else { Some(html) }
        }
        (_, Some(html)) => Some(html),
        (plain, None) => plain,
    };
    let part = part.unwrap_or_default();
    let cmail = history.and_then(|history| game_file::added(cmail?, history)).filter(|_| part.gathered.is_silent());
    let spoken = if part.gathered.is_silent() && cmail.is_none() {
        subject::read(mover, history, &letter.subject, &part.lines, &part.gathered)
    } else {
        None
    };
    let from_subject = spoken.is_some();
    let mut plan = part.gathered.lone_conditions();
    let (mut deeds, asks): (Deeds, Vec<Ask>) = spoken.unwrap_or_else(|| part.gathered.clone()).finish();
    if let Some(written) = cmail {
        deeds = Deeds::One(Deed::Play { written, draw: None, conditions: Vec::new() });
    } else if let (Some(file), Some(history)) = (&letter.pgn, history) {
        add_file(file, history, &mut deeds, &asks, &mut plan);
    }
    if let Deeds::One(Deed::Errand(Errand::Invite(game))) = &mut deeds
        && game.record.is_none()
    {
        game.record = sent_along(letter, game);
    }
    let noted = !part.gathered.notes().is_empty();
    let reading = part.reading(deeds, asks, plan);
    Reading { from_subject, strange: reading.strange.filter(|_| !noted), ..reading }
}

/// The languages a letter shows besides the player's, by its plain text or, without one, by its HTML.
pub(super) fn hint(words: &Words, letter: &Letter, language: &str) -> Hint {
    let body = [&letter.plain, &letter.html].into_iter().flatten().find(|body| !body.text.trim().is_empty());
    body.map_or_else(Hint::default, |body| words.tongues.hint(&sorted(&body.text, &words.signs), language))
}

/// A game file is a plan where the letter has no other, beside its move or alone.
fn add_file(file: &str, history: &History, deeds: &mut Deeds, asks: &[Ask], plan: &mut Vec<PlanLine>) {
    match deeds {
        Deeds::One(Deed::Play { written, conditions, .. }) if conditions.is_empty() => {
            *conditions = game_file::lines(file, history, Some(written));
        }
        Deeds::Nothing if asks.is_empty() && plan.is_empty() => *plan = game_file::lines(file, history, None),
        _ => {}
    }
}

/// The game that came with a challenge as a file: of shogi for shogi, else PGN. Mail programs send our own files back with an
/// answer, and then they say nothing.
fn sent_along(letter: &Letter, game: &NewGame) -> Option<String> {
    let shogi = variants::by_key(&game.variant).is_some_and(notation::shogi::applies);
    let (fitting, other) = if shogi { (&letter.kif, &letter.pgn) } else { (&letter.pgn, &letter.kif) };
    let file = fitting.as_ref().or(other.as_ref())?;
    let ours = file.contains("CmailGameName \"kp-") || file.contains(EVENT);
    (letter.references.is_empty() || !ours).then(|| file.clone())
}

/// Understands some own lines of a letter by themselves: those that are about one game (see [`super::blocks`]).
pub(super) fn read_lines(mover: Mover<'_>, history: Option<&History>, lines: &[String], file: Option<&str>) -> Reading {
    let sorted: Vec<(Kind, &str)> = lines.iter().map(|line| (Kind::Own, line.as_str())).collect();
    let part = part_of(mover, history, &sorted);
    let mut plan = part.gathered.lone_conditions();
    let (mut deeds, asks) = part.gathered.clone().finish();
    if let (Some(file), Some(history)) = (file, history) {
        add_file(file, history, &mut deeds, &asks, &mut plan);
    }
    part.reading(deeds, asks, plan)
}

/// Reads the own lines of one part.
fn part(mover: Mover<'_>, history: Option<&History>, body: &Body) -> Part {
    let mut part = part_of(mover, history, &sorted(&body.text, &mover.words.signs));
    // What a quotation lost is no loss.
    part.cut |= body.cut && part.lines.last().is_some_and(|line| line.kind == Kind::Own);
    part
}

/// The lines of one part, each with what it is.
pub(super) fn sorted<'t>(text: &'t str, signs: &Signs) -> Vec<(Kind, &'t str)> {
    let mut sorted = quoted::sort(text, signs);
    mend_attributions(&mut sorted);
    sorted
}

fn part_of(mover: Mover<'_>, history: Option<&History>, sorted: &[(Kind, &str)]) -> Part {
    let mut part = Part {
        lines: sorted
            .iter()
            .map(|(kind, line)| LineVerdict { kind: *kind, line: (*line).to_owned(), command: None })
            .collect(),
        ..Part::default()
    };
    let mut pieces = pieces(mover, history, sorted, &mut part);
    meant::judge(mover, &mut pieces);
    numbers::judge(mover, &mut pieces);
    part.unread_plan = torn_plan(mover, history, sorted, &pieces);
    let moves = pieces.iter().any(|piece| piece.reading.taken.iter().any(Taken::moves));
    let mut rests: Vec<Option<String>> = vec![None; sorted.len()];
    let mut conditional: Vec<String> = Vec::new();
    for Piece { at, lines, mut reading, .. } in pieces {
        if moves {
            say_beside(&mut reading);
        }
        let command = command(&reading);
        if part.strange.is_none() && command.is_none() {
            part.strange = sorted.get(at).and_then(|(_, line)| strange::find(mover, history, line));
        }
        for verdict in part.lines.iter_mut().skip(at).take(lines) {
            verdict.command.clone_from(&command);
        }
        part.gathered.add(&reading, history);
        conditional.extend(reading.condition_words);
        if let Some(said) = rests.get_mut(at) {
            *said = Some(reading.rest);
        }
    }
    let mut message = Message::default();
    for ((kind, line), rest) in sorted.iter().zip(rests) {
        match (kind, rest) {
            (Kind::Own, Some(rest)) if !rest.is_empty() => message.add(&rest),
            (Kind::Own, None) if line.trim().is_empty() => message.add(line),
            (Kind::Own, _) => {}
            _ => message.part(),
        }
    }
    // Beside another wish they are words; beside a move, or alone, they are a plan, which is nobody else's.
    if !part.gathered.has_move() && !part.gathered.asks_nothing() {
        conditional.iter().for_each(|words| message.add(words));
    }
    part.message = message.text();
    if part.gathered.is_silent() {
        part.agrees = assent::agrees(mover, own_lines(sorted));
    }
    part.unread_plan = part.unread_plan.take().or_else(|| unread_plan(mover, &part, own_lines(sorted)));
    part
}

/// A plan that its last line leaves open, and that the line below may go on with, since it begins with a move that is not one of
/// the game: `if Nc6 then Bb5`, and below it `a6 Ba4`.
fn torn_plan(mover: Mover<'_>, history: Option<&History>, sorted: &[(Kind, &str)], pieces: &[Piece]) -> Option<String> {
    let plays = |piece: &Piece| match (piece.reading.taken.first().map(|taken| &taken.said), history) {
        (Some(Said::Move(written)), Some(history)) => history.position().find(written).is_ok(),
        _ => false,
    };
    let last_line = |piece: &Piece| sorted.get(piece.at + piece.lines - 1).map(|(_, line)| line.trim());
    pieces.windows(2).find_map(|two| {
        let [plan, below] = two else { return None };
        let end = last_line(plan).filter(|_| !plan.reading.conditions.is_empty() && !below.parted)?;
        let open = !end.ends_with(['.', ';', '!', '。', '；', '！']);
        let goes_on = !plays(below) && premises::begins_with_move(mover, &below.line);
        (open && goes_on).then(|| format!("{end} {}", below.line.trim()))
    })
}

/// `message: …` beside a move goes with it like all other words.
fn say_beside(reading: &mut LineReading) {
    reading.taken.retain(|taken| match &taken.said {
        Said::Deed(Deed::Say(text)) => {
            reading.rest.clone_from(text);
            false
        }
        _ => true,
    });
}

/// The own lines of a part, each read for itself with what those above leave to it.
fn pieces(mover: Mover<'_>, history: Option<&History>, sorted: &[(Kind, &str)], part: &mut Part) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut own) = (0, 0);
    let mut above = Above::default();
    let mut parted = true;
    let mut noting = false;
    while let Some((kind, line)) = sorted.get(at).copied() {
        at += 1;
        if kind != Kind::Own || line.trim().is_empty() || own >= OWN_LINES_MAX {
            part.cut |= kind == Kind::Own && !line.trim().is_empty();
            above = if kind == Kind::Own { above.parted() } else { Above::default() };
            parted = true;
            noting &= kind == Kind::Own && pieces.last().and_then(noted).is_some_and(|note| note.is_empty());
            continue;
        }
        own += 1;
        if part.first_line.is_empty() {
            line.trim().clone_into(&mut part.first_line);
            part.reply = mover.words.reply(line);
        }
        let behind = sorted.get(at..).unwrap_or_default();
        let (mut reading, mut wrapped) = wrapped::unwrapped(mover, history, line, behind, above);
        if above.torn
            && let Some(piece) = pieces.last_mut()
            && let Some(whole) = mended(mover, history, line, above, piece)
        {
            reading = whole;
        }
        if let Some(game) = wrapped::challenged(&mut reading)
            && let Some((text, lines)) = pasted::game(behind.get(wrapped..).unwrap_or_default())
        {
            game.record = Some(text);
            wrapped += lines;
        }
        let over = pieces.last().filter(|_| !parted).map(|piece| piece.line.as_str());
        let under = behind.get(wrapped).filter(|(kind, under)| *kind == Kind::Own && !under.trim().is_empty());
        if !footers::stands_alone(over, own == 2, line, under.map(|(_, under)| *under)) {
            reading.drop_far(line);
        }
        if under.is_some_and(|(_, under)| goes_on_below(mover, history, &reading, under)) {
            reading.drop_all(line);
        }
        let notes = matches!(reading.taken.last(), Some(Taken { said: Said::Note(_), .. }));
        if noting && !notes {
            // A note goes on to the end of its paragraph: mail programs break lines where they like, and half of a secret
            // must neither be sent to the opponent nor be played.
            note_on(&mut pieces, line);
            if let Some(verdict) = part.lines.get_mut(at - 1) {
                verdict.command = Some(line.trim().to_owned());
            }
            above = Above::default();
            continue;
        }
        noting = notes;
        reading.broken &= !(pieces.is_empty() && salutes(mover, line));
        above = reading.above(above);
        let line = Line::new(line).source;
        pieces.push(Piece { line, at: at - 1, lines: wrapped + 1, parted, reading });
        at += wrapped;
        parted = false;
    }
    pieces
}

/// What looks like a plan in the words that would go to the opponent, or in those round several moves. Behind a heading
/// (`conditional moves: …`), which is read as a command, two moves are enough.
fn unread_plan<'l>(mover: Mover<'_>, part: &Part, own: impl Iterator<Item = &'l str>) -> Option<String> {
    let planned = part.gathered.has_conditions();
    let paragraphs = part.message.iter().flat_map(|text| text.split("\n\n")).map(|text| text.replace('\n', " "));
    let mut words: Vec<String> = paragraphs.chain(part.gathered.words_to_say()).collect();
    if part.gathered.asks_for_plans()
        && let Some(line) = words.iter().find(|paragraph| premises::names_moves(mover, paragraph))
    {
        return Some(line.clone());
    }
    if part.gathered.has_several_moves() {
        words.push(own.collect::<Vec<_>>().join(" "));
    }
    words.iter().find_map(|paragraph| premises::find(mover, paragraph, planned))
}

/// The writer's own lines, as far as they are read.
fn own_lines<'l>(sorted: &'l [(Kind, &'l str)]) -> impl Iterator<Item = &'l str> {
    let own = sorted.iter().filter(|(kind, line)| *kind == Kind::Own && !line.trim().is_empty());
    own.map(|(_, line)| *line).take(OWN_LINES_MAX)
}

/// A line whose move, or the words that open it, begin in the sentence that the line above leaves open: `I` / `play Ba4`.
/// That line loses those words.
fn mended(
    mover: Mover<'_>,
    history: Option<&History>,
    line: &str,
    above: Above,
    piece: &mut Piece,
) -> Option<LineReading> {
    let open = meant::open_sentence(&piece.reading.rest).to_owned();
    // A move that the lines above left in doubt becomes none by a `です` below it.
    if piece.reading.unsure.iter().any(|taken| taken.text == open.trim()) {
        return None;
    }
    let joined = format!("{open} {line}");
    let mut whole = lines::read(mover, history, &joined, Above { torn: false, ..above });
    let first = whole.taken.first_mut().filter(|first| first.moves())?;
    let behind = first.text.strip_prefix(open.as_str()).filter(|_| !open.is_empty())?.trim_start().to_owned();
    first.text = behind;
    let rest = piece.reading.rest.len() - open.len();
    piece.reading.rest.truncate(rest);
    Some(whole)
}

/// True for a command of one word with a capital that the line below goes on with in small letters: `Draw` / `the curtains`.
fn goes_on_below(mover: Mover<'_>, history: Option<&History>, reading: &LineReading, under: &str) -> bool {
    let [Taken { said: Said::Deed(_), text }] = reading.taken.as_slice() else { return false };
    let capital = text.starts_with(char::is_uppercase) && text.chars().all(char::is_alphanumeric);
    let small = under.trim_start().starts_with(char::is_lowercase);
    capital
        && small
        && reading.rest.is_empty()
        && !mover.words.only_greets(under)
        && lines::read(mover, history, under, Above { open: true, ..Above::default() }).taken.is_empty()
}

/// The note that a line ends with.
fn noted(piece: &Piece) -> Option<&String> {
    match piece.reading.taken.last() {
        Some(Taken { said: Said::Note(note), .. }) => Some(note),
        _ => None,
    }
}

/// The last note goes on with another line.
fn note_on(pieces: &mut [Piece], line: &str) {
    let last = pieces.last_mut().and_then(|piece| piece.reading.taken.last_mut());
    let Some(Taken { said: Said::Note(note), .. }) = last else { return };
    if !note.is_empty() {
        note.push('\n');
    }
    note.push_str(line.trim());
}

/// True for a name with a comma behind it, which greets as the first line: `Ben,`.
fn salutes(mover: Mover<'_>, line: &str) -> bool {
    let line = Line::new(line);
    let name = line.source.trim().strip_suffix([',', '、', '，']);
    name.is_some_and(|name| name.split_whitespace().count() <= 3 && name.chars().count() <= SALUTATION_MAX)
        && !mover.mentions(&line, &line.glyphs)
}

/// A line with an address straight above an attribution was wrapped off it; it would tell the opponent an address.
fn mend_attributions(sorted: &mut [(Kind, &str)]) {
    for at in (1..sorted.len()).rev() {
        let below = sorted.get(at).map(|(kind, _)| *kind);
        if let Some((kind @ Kind::Own, line)) = sorted.get_mut(at - 1)
            && below == Some(Kind::Attribution)
            && holds_address(line)
        {
            *kind = Kind::Attribution;
        }
    }
}

/// `anna@example.org`; `N@f3` is a man from the hand.
fn holds_address(line: &str) -> bool {
    line.match_indices('@').any(|(at, _)| {
        let domain = line.get(at + 1..).unwrap_or_default();
        let end = domain.find(|ch: char| !(ch.is_alphanumeric() || matches!(ch, '.' | '-'))).unwrap_or(domain.len());
        domain.get(..end).is_some_and(|domain| domain.trim_end_matches('.').contains('.'))
    })
}

fn command(reading: &LineReading) -> Option<String> {
    let texts: Vec<&str> = reading
        .taken
        .iter()
        .map(|taken| taken.text.as_str())
        .chain(reading.beyond.iter().map(String::as_str))
        .chain(reading.condition_words.iter().map(String::as_str))
        .collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
