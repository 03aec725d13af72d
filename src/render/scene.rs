/*!
A game's scene in words: the values its pages share, and the record that goes along.
*/

use super::context::{Clock, Game, GameOver, Last, PlanLine};
use super::lines::clean_line;
use super::time;
use super::words::{Form, Lack, Words};
use crate::game::{ClockFace, Moment, PlanSaid, Scene, Stage, TimeControl};
use crate::mail::{Address, Attachment};
use crate::rules::notation::pgn::Tags;
use crate::rules::{BySide, DrawRules, Outcome, Ruling, Side, Termination, View, Wing};

/// Everything pages say about a game.
pub(super) fn game(
    scene: &Scene,
    names: Option<&BySide<String>>,
    zone: Option<chrono_tz::Tz>,
    words: Words,
) -> Result<Game, Lack> {
    let (mine, theirs) = (scene.side, scene.side.other());
    let variant = scene.view.variant();
    let sides = words.sides(variant)?;
    let name = |side: Side| names.map_or_else(|| (*sides.of(side)).to_owned(), |names| clean_line(names.of(side)));
    let clock = |side: Side| clock(scene.clocks.of(side), &scene.terms.time, zone, words);
    Ok(Game {
        id: scene.id.to_string(),
        variant: words.text(&["variants", variant.key, "name"])?.to_owned(),
        title: words.text(&["variants", variant.key, "title"])?.to_owned(),
        opponent: name(theirs),
        mine: (*sides.of(mine)).to_owned(),
        theirs: (*sides.of(theirs)).to_owned(),
        first: sides.first.to_owned(),
        turn: (*sides.of(scene.view.turn())).to_owned(),
        my_turn: scene.stage == Stage::Playing && scene.view.turn() == mine,
        begin: scene.view.at(0).turn() == mine,
        number: scene.view.fullmove_number(),
        last: last(scene, words)?,
        check: scene.view.check().is_some(),
        stage: stage(scene.stage),
        control: time::control(words, scene.terms.time)?,
        draws: draws(scene.terms.draws, words)?,
        rated: scene.terms.rated,
        start: scene.terms.start.as_deref().map(clean_line),
        invited_by_me: scene.invited_by == mine,
        drawn: scene.drawn,
        my_time: clock(mine)?,
        their_time: clock(theirs)?,
        offer: match scene.draw_offer {
            Some(side) if side == mine => "mine",
            Some(_) => "theirs",
            None => "none",
        },
        plan: scene.plan.iter().map(|line| plan_line(&scene.view, line)).collect(),
        held: scene.held.as_ref().map(|san| label(&scene.view, scene.ply.0 as usize, san)),
        claims: claims(scene, words)?,
        unreachable: *scene.unreachable.of(theirs),
    })
}

/// One if-then line, its moves numbered from where the game stands. Blanks hold, so that no line of a mail is a move.
fn plan_line(view: &View, line: &PlanSaid) -> PlanLine {
    let ply = view.sans().len();
    PlanLine { when: line.when.as_ref().map(|san| label(view, ply, san)), then: in_a_row(view, ply + 1, &line.then) }
}

/// What was played since so many plies.
pub(super) fn moves_since(view: &View, ply: usize) -> String {
    in_a_row(view, ply, view.sans().get(ply..).unwrap_or_default())
}

/// `1... e5 2. Nf3 d6`: a number in front of the first move and of every move of the side that begins.
fn in_a_row(view: &View, ply: usize, sans: &[String]) -> String {
    let numbered = |(place, san): (usize, &String)| match numbered(view, ply + place) {
        (_, Side::Second) if place > 0 => san.clone(),
        _ => label(view, ply + place, san),
    };
    sans.iter().enumerate().map(numbered).collect::<Vec<_>>().join("\u{a0}")
}

/// A move with its number: `1... e5`.
fn label(view: &View, ply: usize, san: &str) -> String {
    let (number, side) = numbered(view, ply);
    let dots = if side == Side::First { "." } else { "..." };
    format!("{number}{dots}\u{a0}{san}")
}

fn claims(scene: &Scene, words: Words) -> Result<Vec<String>, Lack> {
    if scene.view.turn() != scene.side {
        return Ok(Vec::new());
    }
    scene.claims.iter().map(|claim| Ok(words.text(&["claims", claim.key()])?.to_owned())).collect()
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Offered => "offered",
        Stage::Declined => "declined",
        Stage::Playing => "playing",
        Stage::Over(_) => "over",
    }
}

/// One side's time; nothing in a game without limit.
pub(super) fn clock(
    face: &ClockFace,
    control: &TimeControl,
    zone: Option<chrono_tz::Tz>,
    words: Words,
) -> Result<Option<Clock>, Lack> {
    let Some(remaining) = face.remaining else { return Ok(None) };
    let left = time::left(words, remaining)?;
    let left = match (control, face.moves_left) {
        (TimeControl::Session { .. }, Some(moves)) => {
            words.count(&["time", "session_left"], u64::from(moves), &[("left", &left)])?
        }
        _ => left,
    };
    let until = face.until.map(|until| time::moment(words, until, zone)).transpose()?;
    Ok(Some(Clock { left, until }))
}

fn draws(draws: DrawRules, words: Words) -> Result<String, Lack> {
    let key = match (draws.threefold, draws.fifty) {
        (Ruling::Claim, Ruling::Claim) => "claim",
        (Ruling::Auto, Ruling::Auto) => "auto",
        (Ruling::Auto, Ruling::Claim) => "threefold_auto",
        (Ruling::Claim, Ruling::Auto) => "fifty_auto",
    };
    Ok(words.text(&["draws", key])?.to_owned())
}

/// The last move, numbered, with a word about who went where.
pub(super) fn last(scene: &Scene, words: Words) -> Result<Option<Last>, Lack> {
    let view = &scene.view;
    let sans = view.sans();
    let Some(san) = sans.last() else { return Ok(None) };
    let (_, side) = numbered(view, sans.len() - 1);
    let label = label(view, sans.len() - 1, san);
    Ok(Some(Last { label, words: last_in_words(view, san, words)?, mine: side == scene.side }))
}

fn last_in_words(view: &View, san: &str, words: Words) -> Result<Option<String>, Lack> {
    for (wing, key) in [(Wing::Queen, "castled_queen"), (Wing::King, "castled_king")] {
        if san.starts_with(crate::rules::notation::san::castling(wing)) {
            return Ok(Some(words.text(&["position", key])?.to_owned()));
        }
    }
    let Some((last, from)) = view.last_move().and_then(|last| Some((last, last.from?))) else { return Ok(None) };
    // After a promotion the man that stands there is not the one that moved.
    let Some(man) = view.piece_at(last.to).filter(|_| !san.contains('=')) else { return Ok(None) };
    let (from, to) = (view.geometry().name(from), view.geometry().name(last.to));
    let man = words.man(view.variant(), man.role, Form::One)?;
    words.say(&["position", "moved"], &[("man", man), ("from", &from), ("to", &to)]).map(Some)
}

/// Number and side of the move after so many plies.
fn numbered(view: &View, plies: usize) -> (u32, Side) {
    let (first, side) = view.first_number();
    let half = plies + side.index();
    let number = first + u32::try_from(half / 2).unwrap_or(u32::MAX - first);
    (number, if half.is_multiple_of(2) { Side::First } else { Side::Second })
}

/// The moves so far, a full move each. Blanks within one hold, so that no line of a mail is a bare move.
pub(super) fn record(view: &View) -> Option<Vec<String>> {
    let mut turns: Vec<String> = Vec::new();
    for (ply, san) in view.sans().iter().enumerate() {
        let (number, side) = numbered(view, ply);
        match (side, turns.last_mut()) {
            (Side::First, _) => turns.push(format!("{number}.\u{a0}{san}")),
            (Side::Second, None) => turns.push(format!("{number}...\u{a0}{san}")),
            (Side::Second, Some(turn)) => *turn += &format!("\u{a0}{san}"),
        }
    }
    (!turns.is_empty()).then_some(turns)
}

/// Result and reason of a game that is over.
pub(super) fn ending(scene: &Scene, outcome: Outcome, words: Words) -> Result<GameOver, Lack> {
    let sides = words.sides(scene.view.variant())?;
    let (verdict, loser) = match outcome.winner {
        Some(side) if side == scene.side => ("won", Some(side.other())),
        Some(side) => ("lost", Some(side.other())),
        None => ("drawn", None),
    };
    let key = match (outcome.termination, outcome.winner) {
        (Termination::Timeout, None) => "timeout_draw",
        (termination, _) => termination.key(),
    };
    let loser = loser.map_or("", |side| *sides.of(side));
    let plies = u64::from(scene.ply.0) + scene.view.first_number().1.index() as u64;
    // A game over within the same second lasted no time worth telling.
    let lasted = scene.started_at.zip(scene.ended_at).map(|(start, end)| end - start);
    let lasted = lasted.filter(|length| length.num_seconds() > 0).map(|length| time::left(words, length));
    Ok(GameOver {
        verdict,
        result: outcome.result(),
        reason: words.say(&["ended", key], &[("loser", loser)])?,
        moves: u32::try_from(plies.div_ceil(2)).unwrap_or(u32::MAX),
        lasted: lasted.transpose()?,
    })
}

/// The game as a file that XBoard's cmail and Scid read: their tags, and never a player's address (`threat-model.md` T19).
pub(super) fn pgn(scene: &Scene, names: Option<&BySide<String>>, service: &Address, at: Moment) -> Attachment {
    let outcome = match scene.stage {
        Stage::Over(outcome) => Some(outcome),
        _ => None,
    };
    let name = |side| names.map_or_else(|| "?".to_owned(), |names: &BySide<String>| clean_line(names.of(side)));
    let termination = match outcome.map(|outcome| outcome.termination) {
        None => "unterminated",
        Some(Termination::Timeout) => "time forfeit",
        Some(_) => "normal",
    };
    let date = scene.started_at.unwrap_or(at).format("%Y.%m.%d").to_string();
    let mut tags: Vec<(&str, String)> = vec![
        ("Event", "Email correspondence game".into()),
        ("Site", "NET".into()),
        ("Date", date),
        ("Round", "-".into()),
        ("White", name(Side::First)),
        ("Black", name(Side::Second)),
        ("Result", outcome.map_or("*", Outcome::result).into()),
        ("BlackNA", service.to_string()),
        ("CmailGameName", scene.id.to_string()),
        ("Mode", "EM".into()),
        ("PlyCount", scene.ply.0.to_string()),
        ("Termination", termination.into()),
        ("TimeControl", scene.terms.time.pgn()),
        ("WhiteNA", service.to_string()),
    ];
    if scene.view.variant().key != "chess" {
        tags.push(("Variant", scene.view.variant().key.into()));
    }
    let tags = Tags(tags.into_iter().map(|(tag, value)| (tag.to_owned(), value)).collect());
    Attachment {
        filename: format!("{}.pgn", scene.id),
        mime: "application/vnd.chess-pgn".into(),
        bytes: scene.view.pgn(&tags, outcome).into_bytes(),
    }
}
