/*!
`kingpost position`: one position, looked at from all sides. Needs no configuration.
*/

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Failure, code, print};
use crate::interpret::{Context, Reader};
use crate::language::{BASE, Languages};
use crate::render::board::{self, Marks, Size};
use crate::render::diagram::{self, Style};
use crate::rules::notation::{Notation, fen, shogi};
use crate::rules::{
    DrawRules, History, Move, Outcome, Position, Side, Square, Termination, Unresolved, Variant, View, Why, variants,
};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Which game
    #[arg(value_name = "VARIANT", default_value = "chess")]
    variant: String,
    /// The position; without it, the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// A move as a player would write it; may be repeated
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    play: Vec<String>,
    /// The language moves are written in
    #[arg(long, value_name = "LANG", default_value = BASE)]
    language: String,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Count move sequences of N plies and print NODES SECONDS
    #[arg(long, value_name = "N")]
    perft: Option<u32>,
    /// Draw the board into a PNG file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Show where the man on SQUARE may go
    #[arg(long, value_name = "SQUARE")]
    scope: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let variant = variant(&arguments.variant)?;
    let mut history = History::new(start(variant, arguments.fen.as_deref())?);
    let scope = arguments.scope.as_deref().map(|name| square(variant, name)).transpose()?;
    if let Err(unplayed) = play(&mut history, arguments)? {
        return refuse(&history, &unplayed, arguments.json);
    }
    if let Some(depth) = arguments.perft {
        return perft(history.position(), depth, arguments.json);
    }
    let view = View::of(&history, history.position().turn());
    let scope = scope.map(|square| (square, view.scope(square)));
    if let Some(file) = &arguments.png {
        draw(&view, scope.as_ref(), file)?;
    }
    if arguments.json {
        let mut object = describe(&history);
        if let Some((_, targets)) = &scope {
            object["scope"] = targets.iter().map(|to| name(variant, *to)).collect();
        }
        if !arguments.play.is_empty() {
            object["played"] = history.written(Notation::plain(variant)).into();
        }
        return print(&format!("{object}\n"));
    }
    print(&sheet(&history, &view, scope.as_ref()))
}

pub(super) fn variant(key: &str) -> Result<&'static Variant, Failure> {
    variants::by_key(key).ok_or_else(|| {
        let known = variants::ALL.iter().map(|variant| variant.key).collect::<Vec<_>>().join(", ");
        Failure::new(code::USAGE, format!("there is no game called `{key}`; choose one of: {known}"))
    })
}

fn start(variant: &'static Variant, text: Option<&str>) -> Result<Position, Failure> {
    let Some(text) = text else { return Ok(Position::start(variant)) };
    fen::read(variant, text)
        .and_then(Position::for_study)
        .map_err(|error| Failure::new(code::DATA, format!("the FEN is no position of {}: {error}", variant.key)))
}

fn square(variant: &Variant, name: &str) -> Result<Square, Failure> {
    let plain = Notation::plain(variant).named(variant.geometry, &name.to_lowercase());
    let numbered = || shogi::numbered_square(variant.geometry, name).filter(|_| shogi::applies(variant));
    plain.or_else(numbered).ok_or_else(|| {
        let corner = |square| Notation::plain(variant).square(variant.geometry, Square(square));
        let (first, last) = (corner(0), corner(variant.geometry.area() - 1));
        Failure::new(code::USAGE, format!("`{name}` is no square of this board; they go from {first} to {last}"))
    })
}

fn name(variant: &Variant, square: Square) -> String {
    Notation::plain(variant).square(variant.geometry, square)
}

/// A text that was not played.
struct Unplayed {
    text: String,
    kind: &'static str,
    why: String,
    candidates: Vec<Move>,
}

/// Plays the texts one after the other. The outer error is a fault of the call, the inner one of a text.
fn play(history: &mut History, arguments: &Arguments) -> Result<Result<(), Unplayed>, Failure> {
    if arguments.play.is_empty() {
        return Ok(Ok(()));
    }
    let fault = |error: String| Failure::new(code::SOFTWARE, format!("the built-in languages are faulty ({error})"));
    let languages = Languages::built_in().map_err(|error| fault(error.to_string()))?;
    if languages.get(&arguments.language).is_none() && !languages.reading().contains_key(&arguments.language) {
        return Err(super::unknown_language(&languages, &arguments.language));
    }
    let reader = Reader::new(&languages).map_err(fault)?;
    for text in &arguments.play {
        if let Err(unplayed) = play_one(history, &reader, &arguments.language, text) {
            return Ok(Err(unplayed));
        }
    }
    Ok(Ok(()))
}

fn play_one(history: &mut History, reader: &Reader, language: &str, text: &str) -> Result<(), Unplayed> {
    let position = history.position();
    let unplayed = |kind, why: String, candidates| Unplayed { text: text.to_owned(), kind, why, candidates };
    let context = Context { language, history: Some(history), variant: position.variant(), numbers: false };
    let Some(written) = reader.read_move(text, &context) else {
        return Err(unplayed("not-a-move", "this is no move in any notation".to_owned(), Vec::new()));
    };
    if written.number.is_some_and(|number| !number.fits(position)) {
        let awaited = position.awaited();
        let dots = if awaited.dots { "..." } else { "." };
        return Err(unplayed("wrong-number", format!("move {}{dots} is awaited", awaited.number), Vec::new()));
    }
    let mv = position.find(&written).map_err(|unresolved| match unresolved {
        Unresolved::Ambiguous(moves) => unplayed("ambiguous", "more than one legal move fits".to_owned(), moves),
        Unresolved::Promotion(moves) => unplayed("promotion", "the piece to promote to is missing".to_owned(), moves),
        Unresolved::Illegal => {
            let why = Why::of(position, &written).phrase(position.variant());
            unplayed("illegal", why, Vec::new())
        }
    })?;
    history.play(mv).map_err(|error| unplayed("illegal", error.to_string(), Vec::new()))
}

fn refuse(history: &History, unplayed: &Unplayed, as_json: bool) -> Result<(), Failure> {
    let position = history.position();
    let notation = Notation::plain(position.variant());
    let candidates: Vec<String> = unplayed.candidates.iter().map(|mv| notation.write(position, None, *mv)).collect();
    if as_json {
        let error =
            json!({"text": unplayed.text, "kind": unplayed.kind, "why": unplayed.why, "candidates": candidates});
        let object = json!({
            "variant": position.variant().key,
            "fen": fen::write(position),
            "side": position.turn().key(),
            "played": history.written(notation),
            "error": error,
        });
        print(&format!("{object}\n"))?;
        return Err(Failure { code: code::DATA, sentence: None });
    }
    let remedy = match candidates.as_slice() {
        [] => "leave --play out to see the legal moves".to_owned(),
        named => format!("write one of: {}", named.join(", ")),
    };
    let sentence = format!("`{}` cannot be played ({}: {}); {remedy}", unplayed.text, unplayed.kind, unplayed.why);
    Err(Failure::new(code::DATA, sentence))
}

fn perft(position: &Position, depth: u32, as_json: bool) -> Result<(), Failure> {
    let begun = cpu_time();
    let nodes = position.perft(depth);
    let seconds = cpu_time().saturating_sub(begun).as_secs_f64();
    print(&match as_json {
        true => format!("{}\n", json!({"nodes": nodes, "seconds": seconds})),
        false => format!("{nodes} {seconds:.6}\n"),
    })
}

/// Processor time this program has used.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Where the system does not tell processor time: time on the clock.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(std::time::Instant::now).elapsed()
}

fn draw(view: &View, scope: Option<&(Square, Vec<Square>)>, file: &Path) -> Result<(), Failure> {
    let own = |square: Square| view.piece_at(square).is_some_and(|man| man.side == view.viewer());
    let (own_scope, opponent_scope) = match scope.cloned() {
        Some(scope) if own(scope.0) => (Some(scope), None),
        scope => (None, scope),
    };
    let png = board::png(view, view.viewer(), &Marks { own_scope, opponent_scope }, Size::Small);
    std::fs::write(file, png).map_err(|error| {
        let name = file.display();
        Failure::new(code::CANT_CREATE, format!("{name} cannot be written ({error}); name another file with --png"))
    })
}

/// The object of `--json`; in shogi `san` is the western notation and `uci` is USI. Claims are judged, never taken: threefold and fifty moves do not end the game here.
fn describe(history: &History) -> Value {
    let position = history.position();
    let view = View::of(history, position.turn());
    let moves = view.written_moves(Notation::plain(position.variant()));
    let moves = moves.into_iter().map(|(mv, san)| json!({"san": san, "uci": view.coordinates(mv)}));
    json!({
        "variant": position.variant().key,
        "fen": fen::write(position),
        "side": position.turn().key(),
        "moves": moves.collect::<Vec<_>>(),
        "check": !position.checkers().is_empty(),
        "outcome": outcome(history).map(|outcome| {
            json!({"result": outcome.result(), "termination": outcome.termination.key()})
        }),
        "claims": history.claims().into_iter().map(Termination::key).collect::<Vec<_>>(),
        "unwinnable": {
            "first": position.unwinnable(Side::First),
            "second": position.unwinnable(Side::Second),
        },
    })
}

fn outcome(history: &History) -> Option<Outcome> {
    history.outcome(DrawRules::default())
}

/// The text for people at a terminal.
fn sheet(history: &History, view: &View, scope: Option<&(Square, Vec<Square>)>) -> String {
    let position = history.position();
    let variant = position.variant();
    let notation = Notation::plain(variant);
    let mut lines = vec![diagram(view), String::new()];
    let mut line = |name: &str, value: String| lines.push(format!("{:<9}{value}", format!("{name}:")));
    line("variant", variant.key.to_owned());
    line("fen", fen::write(position));
    line("side", position.turn().key().to_owned());
    if !history.moves().is_empty() {
        line("played", history.written(notation).join(" "));
    }
    let moves: Vec<String> = view.written_moves(notation).into_iter().map(|(_, text)| text).collect();
    line("moves", format!("{} {}", moves.len(), moves.join(" ")).trim_end().to_owned());
    if !position.checkers().is_empty() {
        line("check", view.check().map_or(String::new(), |square| name(variant, square)));
    }
    if let Some(outcome) = outcome(history) {
        line("outcome", format!("{} {}", outcome.result(), outcome.termination.key()));
    }
    let claims: Vec<&str> = history.claims().into_iter().map(Termination::key).collect();
    if !claims.is_empty() {
        line("claims", claims.join(" "));
    }
    if let Some((square, targets)) = scope {
        let names: Vec<String> = targets.iter().map(|to| name(variant, *to)).collect();
        let from = name(variant, *square);
        line("scope", if names.is_empty() { format!("{from} -") } else { format!("{from} {}", names.join(" ")) });
    }
    lines.join("\n") + "\n"
}

/// The board with what is in hand, the opponent's hand above.
fn diagram(view: &View) -> String {
    let style = match Notation::plain(view.variant()) {
        Notation::Western => Style::Pairs,
        _ => Style::Plain,
    };
    let board = diagram::drawn(style, view, view.viewer());
    if view.variant().hand_kinds().is_empty() {
        return board;
    }
    let hand = |side: Side| format!("{}: {}", side.key(), diagram::held(style, view, side)).trim_end().to_owned();
    let (above, below) = (view.viewer().other(), view.viewer());
    format!("{}\n{board}\n{}", hand(above), hand(below))
}
