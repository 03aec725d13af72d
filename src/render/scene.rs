/*!
A game's scene in words: the values its pages share, and the record that goes along.
*/

use super::Occasion;
use super::context::{Away, Changed, Clock, Game, GameOver, Hands, PlanLine};
use super::lines::clean_line;
use super::moves::{in_a_row, label, last};
use super::words::{Lack, Words};
use super::{ledger, position, rating, time};
use crate::club::Name;
use crate::game::{self, ClockFace, Origin, PlanSaid, Ply, Scene, Scope, Span, Stage, TimeControl};
use crate::mail::Attachment;
use crate::rules::notation::pgn::{self, Tags};
use crate::rules::notation::shogi;
use crate::rules::{BySide, DrawRules, Move, Outcome, Ruling, Side, Termination, View};

/// Everything pages say about a game.
pub(super) fn game(
    scene: &Scene,
    names: Option<&BySide<Name>>,
    zone: Option<chrono_tz::Tz>,
    words: Words,
) -> Result<Game, Lack> {
    let (mine, theirs) = (scene.side, scene.side.other());
    let variant = scene.view.variant();
    let words = words.of(variant);
    let sides = words.sides(variant)?;
    let name = |side: Side| names.map_or_else(|| Ok((*sides.of(side)).to_owned()), |names| words.name(names.of(side)));
    let clock = |side: Side| clock(scene.clocks.of(side), &scene.terms.time, zone, words);
    let (my_time, their_time, opponent) = (clock(mine)?, clock(theirs)?, name(theirs)?);
    let deadline = match scene.stage {
        Stage::Playing if scene.view.turn() == mine => deadline(my_time.as_ref(), "mine", &opponent, words)?,
        Stage::Playing if !scene.flag_fell => deadline(their_time.as_ref(), "theirs", &opponent, words)?,
        _ => None,
    };
    Ok(Game {
        id: scene.id.to_string(),
        variant: words.text(&["variants", variant.key, "name"])?.to_owned(),
        title: words.text(&["variants", variant.key, "title"])?.to_owned(),
        family: words.family(),
        rules: words.text(&["rules", variant.key])?.to_owned(),
        hands: hands(scene, words)?,
        opponent,
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
        open_until: scene.open_until.map(|until| time::moment(words, until, zone)).transpose()?,
        control: time::control(words, scene.terms.time)?,
        draws: draws(scene.terms.draws, words)?,
        rated: scene.terms.rated,
        scope: scope(scene.terms.scope),
        ratings: None,
        start: scene.terms.start.as_deref().map(clean_line),
        invited_by_me: scene.invited_by == mine,
        origin: origin(&scene.origin),
        twin: twin(&scene.origin),
        rematch_asked: *scene.rematch.of(mine),
        counter: scene.changed.any(),
        changed: changed(scene.changed),
        counter_example: counter_example(scene, words)?,
        drawn: scene.drawn,
        my_time,
        their_time,
        deadline,
        offer: whose(scene.draw_offer, mine),
        plan: scene.plan.iter().map(|line| plan_line(&scene.view, words, line)).collect::<Result<_, _>>()?,
        held: ready(scene, words)?,
        may_declare: scene.stage == Stage::Playing && scene.view.turn() == mine && scene.view.may_declare(),
        claims: claims(scene, words)?,
        takeback: whose(scene.takeback, mine),
        aborted_by_me: scene.stage == Stage::Aborted(mine),
        unreachable: *scene.unreachable.of(theirs),
        asked_again: scene
            .asked_again_at
            .filter(|_| scene.view.turn() == theirs)
            .map(|at| time::moment(words, at, zone))
            .transpose()?,
        flag_fell: scene.flag_fell && scene.view.turn() == theirs,
        weekends_off: scene.terms.weekends_off,
        my_leave: away(scene.clocks.of(mine), zone, words)?,
        their_leave: away(scene.clocks.of(theirs), zone, words)?,
        ledger: ledger::lines(scene, zone, words)?,
        seal: None,
        seed: None,
    })
}

fn origin(origin: &Origin) -> &'static str {
    match origin {
        Origin::Challenge => "challenge",
        Origin::Rematch(_) => "rematch",
        Origin::Seek => "seek",
        Origin::Pair(_) | Origin::Twin(_) => "pair",
    }
}

/// The other game of a pair.
fn twin(origin: &Origin) -> Option<String> {
    match origin {
        Origin::Pair(other) | Origin::Twin(other) => Some(other.to_string()),
        Origin::Challenge | Origin::Rematch(_) | Origin::Seek => None,
    }
}

fn scope(scope: Scope) -> &'static str {
    match (scope.own, scope.opponent) {
        (true, true) => "both",
        (true, false) => "own",
        (false, true) => "opponent",
        (false, false) => "none",
    }
}

fn changed(changed: game::Changed) -> Changed {
    let game::Changed { variant, seats, time, rated, draws, scope, start } = changed;
    Changed { variant, seats, time, rated, draws, scope, start }
}

/// `counter as white time 3d`: one line, that does something as it stands and shows how to write another. Of a pair the
/// colours cannot be changed.
fn counter_example(scene: &Scene, words: Words) -> Result<String, Lack> {
    if twin(&scene.origin).is_some() {
        let other = ["5d", "3d"].into_iter().find(|time| *time != scene.terms.time.key()).unwrap_or("5d");
        return words.command("counter time", &[("time", other)]);
    }
    let side = words.side(scene.view.variant(), scene.side.other())?.to_lowercase();
    words.command("counter", &[("side", &side), ("time", &scene.terms.time.key())])
}

fn whose(side: Option<Side>, mine: Side) -> &'static str {
    match side {
        Some(side) if side == mine => "mine",
        Some(_) => "theirs",
        None => "none",
    }
}

/// One if-then line, its moves numbered from where the game stands. Blanks hold, so that no line of a mail is a move.
fn plan_line(view: &View, words: Words, line: &PlanSaid) -> Result<PlanLine, Lack> {
    let (notation, ply) = (words.notation()?, view.ply());
    let Some(when) = line.when else {
        let answer = line.then.first().and_then(|mv| view.written_answer(*mv, notation));
        return Ok(PlanLine { when: None, then: in_a_row(view, words, ply + 1, answer.as_slice())? });
    };
    let moves: Vec<Move> = std::iter::once(when).chain(line.then.iter().copied()).collect();
    let written = view.written_line(&moves, notation);
    let when = written.first().map(|text| label(view, words, ply, text)).transpose()?;
    Ok(PlanLine { when, then: in_a_row(view, words, ply + 1, written.get(1..).unwrap_or_default())? })
}

/// The planned move that is ready, numbered.
fn ready(scene: &Scene, words: Words) -> Result<Option<String>, Lack> {
    let Some(mv) = scene.held else { return Ok(None) };
    let written = scene.view.written_line(&[mv], words.notation()?);
    written.first().map(|text| label(&scene.view, words, scene.view.ply(), text)).transpose()
}

fn hands(scene: &Scene, words: Words) -> Result<Option<Hands>, Lack> {
    if scene.view.variant().hand_kinds().is_empty() {
        return Ok(None);
    }
    let held = |side| position::held(&scene.view, words, side);
    Ok(Some(Hands { mine: held(scene.side)?, theirs: held(scene.side.other())? }))
}

/// A leave that holds or lies ahead.
fn away(face: &ClockFace, zone: Option<chrono_tz::Tz>, words: Words) -> Result<Option<Away>, Lack> {
    face.away.map(|span| away_span(span, zone, words)).transpose()
}

/// A leave by the reader's wall.
pub(super) fn away_span(span: Span, zone: Option<chrono_tz::Tz>, words: Words) -> Result<Away, Lack> {
    Ok(Away { from: time::moment(words, span.from, zone)?, to: time::moment(words, span.to, zone)? })
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
        Stage::Withdrawn => "withdrawn",
        Stage::Expired => "expired",
        Stage::Playing => "playing",
        Stage::Over(_) => "over",
        Stage::Aborted(_) => "aborted",
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
    let near = face.until.map(|until| time::near(words, until, zone)).transpose()?;
    Ok(Some(Clock { left, until, near }))
}

/// `You have 3 days, until Thu 3 Dec, 23:27.`
fn deadline(clock: Option<&Clock>, key: &str, opponent: &str, words: Words) -> Result<Option<String>, Lack> {
    let Some((clock, near)) = clock.and_then(|clock| Some((clock, clock.near.as_deref()?))) else { return Ok(None) };
    let values = [("left", &*clock.left), ("until", near), ("opponent", opponent)];
    words.say(&["time", "deadline", key], &values).map(Some)
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

/// Result and reason of a game that is over. A player is `seated`: what is said of them says "you".
pub(super) fn ending(
    scene: &Scene,
    outcome: Outcome,
    names: Option<&BySide<Name>>,
    seated: bool,
    words: Words,
) -> Result<GameOver, Lack> {
    let sides = words.sides(scene.view.variant())?;
    let name = |side: Side| names.map_or_else(|| Ok((*sides.of(side)).to_owned()), |names| words.name(names.of(side)));
    let verdict = match outcome.winner {
        Some(side) if side == scene.side => "won",
        Some(_) => "lost",
        None => "drawn",
    };
    let key = match (outcome.termination, outcome.winner) {
        (Termination::Timeout, None) => "timeout_draw",
        (Termination::Abandoned, None) => "abandoned_draw",
        (Termination::Repetition, _) if scene.view.is_fivefold() => "fivefold",
        (termination, _) => termination.key(),
    };
    let own = format!("{key}_{verdict}");
    let key = if seated && words.text(&["ended", &own]).is_ok() { &own } else { key };
    let winner = outcome.winner.map_or_else(|| Ok(String::new()), name)?;
    let loser = outcome.winner.map_or_else(|| Ok(String::new()), |side| name(side.other()))?;
    let moves = match scene.ply.0.checked_sub(1) {
        Some(last) => scene.view.number_at(last as usize).number + 1 - scene.view.number_at(0).number,
        None => 0,
    };
    let number = scene.ply.0.checked_sub(1).map_or(0, |last| scene.view.number_at(last as usize).number);
    let last = words.record(&scene.view)?.pop().unwrap_or_default();
    let values = [("loser", &*loser), ("winner", &winner), ("n", &number.to_string()), ("move", &last)];
    // A game over within the same second lasted no time worth telling.
    let lasted = scene.started_at.zip(scene.ended_at).map(|(start, end)| end - start);
    let lasted = lasted.filter(|length| length.num_seconds() > 0).map(|length| time::left(words, length));
    Ok(GameOver {
        verdict,
        result: words.result(outcome)?.to_owned(),
        reason: words.say(&["ended", key], &values)?,
        moves,
        lasted: lasted.transpose()?,
        rated: None,
        too_short: false,
        noted: false,
        said: false,
        file: None,
        record: None,
    })
}

/// What was written during the game, for its file, each after its move and not before the game is over: messages with their
/// author's name, and the reader's notes.
fn noted(scene: &Scene, occasion: &Occasion, name: impl Fn(Side) -> Result<String, Lack>) -> Result<Remarks, Lack> {
    if !matches!(scene.stage, Stage::Over(_) | Stage::Aborted(_)) {
        return Ok(Vec::new());
    }
    let at = |ply: Ply| ply.min(scene.ply).0 as usize;
    let said = occasion.said.iter().map(|(ply, by, text)| Ok((at(*ply), format!("{}: {text}", name(*by)?))));
    let mut remarks = said.collect::<Result<Remarks, Lack>>()?;
    remarks.extend(occasion.notes.iter().map(|note| (at(note.ply), note.text.clone())));
    remarks.sort_by_key(|(ply, _)| *ply);
    Ok(remarks)
}

/// Comments, each with the plies played before it.
type Remarks = Vec<(usize, String)>;

/// The game as the file its players keep: KIF in shogi, else PGN that XBoard's cmail and Scid read, with their tags, and never a
/// player's address (`docs/threats.md`, who-plays).
pub(super) fn attachment(scene: &Scene, occasion: &Occasion, words: Words) -> Result<Attachment, Lack> {
    let (names, service, at) = (occasion.names, &occasion.service.address, occasion.at);
    let outcome = match scene.stage {
        Stage::Over(outcome) => Some(outcome),
        _ => None,
    };
    let kif = shogi::applies(scene.view.variant());
    let name = |side| match names.map(|names: &BySide<Name>| names.of(side)) {
        None => Ok("?".to_owned()),
        // PGN has a tag of its own for what KIF can only say in the name.
        Some(name) => words.bare_name(&Name { robot: name.robot && kif, ..name.clone() }),
    };
    let date = scene.started_at.unwrap_or(at).format("%Y.%m.%d").to_string();
    let mut tags: Vec<(&str, String)> = vec![
        ("Event", game::EVENT.into()),
        ("Site", "NET".into()),
        ("Date", date),
        ("Round", "-".into()),
        ("White", name(Side::First)?),
        ("Black", name(Side::Second)?),
        ("Result", outcome.map_or("*", Outcome::result).into()),
        ("BlackNA", service.to_string()),
        ("CmailGameName", scene.id.to_string()),
        ("Mode", "EM".into()),
        ("PlyCount", scene.ply.0.to_string()),
        ("Termination", pgn::termination(outcome).into()),
        ("TimeControl", scene.terms.time.pgn()),
        ("WhiteNA", service.to_string()),
    ];
    if let Some(names) = names.filter(|names| names.first.robot || names.second.robot) {
        tags.extend([("WhiteType", names.first.kind().into()), ("BlackType", names.second.kind().into())]);
    }
    tags.extend(rating::tags(occasion.ratings));
    let tags = Tags(tags.into_iter().map(|(tag, value)| (tag.to_owned(), value)).collect());
    let notes = noted(scene, occasion, name)?;
    let (ending, mime, text) = match scene.view.kif(&tags, outcome, &ledger::spent(scene), &notes) {
        Some(text) => ("kifu", "text/plain; charset=utf-8", text),
        None => {
            let mut comments = ledger::comments(scene, words)?;
            comments.extend(notes);
            ("pgn", "application/vnd.chess-pgn", scene.view.pgn(&tags, outcome, &comments))
        }
    };
    Ok(Attachment { filename: format!("{}.{ending}", scene.id), mime: mime.into(), bytes: text.into_bytes() })
}
