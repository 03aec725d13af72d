//! Every game that is played, some moves into a random game: its mail in both languages.

use kingpost::interpret::Reader;
use kingpost::language::Languages;
use kingpost::rules::notation::{san, shogi, usi};
use kingpost::rules::{Move, Position, Variant, variants};
use unicode_width::UnicodeWidthStr;

use super::readback::taps;
use super::stage::{Case, pages};

/// Plies of each game, so that both sides come to move.
const LENGTHS: [usize; 2] = [9, 14];

/// Moves of a game that `seed` chooses, as a case writes them; it is not over after the last.
fn moves(variant: &'static Variant, seed: u64, plies: usize) -> Vec<String> {
    let mut position = Position::start(variant);
    let mut written = Vec::new();
    let mut seed = seed;
    for _ in 0..plies {
        let legal = position.legal_moves();
        let goes_on = |mv: &Move| position.after(*mv).is_ok_and(|after| after.outcome().is_none());
        let open: Vec<Move> = legal.into_iter().filter(goes_on).collect();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Captures now and then, so that hands fill.
        let takes: Vec<Move> = open.iter().copied().filter(|mv| position.captured(*mv).is_some()).collect();
        let choice = if takes.is_empty() { &open } else { &takes };
        let Some(mv) = choice.get((seed >> 33) as usize % choice.len().max(1)).copied() else { break };
        let shogi = shogi::applies(variant);
        written.push(if shogi { usi::write(&position, mv) } else { san::write(&position, mv) });
        position = position.after(mv).unwrap();
    }
    written
}

#[test]
fn every_game_has_mails_in_both_languages() {
    let (pages, reader) = (pages(), Reader::new(&Languages::built_in().unwrap()).unwrap());
    for (place, variant) in variants::ALL.iter().enumerate() {
        for plies in LENGTHS {
            let moves = moves(variant, 20_261_130 + place as u64, plies);
            let side = if moves.len().is_multiple_of(2) { "First" } else { "Second" };
            let case = Case::named("move_taken").with("pages", "your_move").with("variant", variant.key);
            let case = case.with("moves", &moves.join(" ")).with("side", side);
            let position = super::stage::position(&case.scene().unwrap());
            for language in ["en", "ja"] {
                let name = format!("{} after {} in {language}", variant.key, moves.join(" "));
                let draft = case.draft(&pages, language);
                let html = draft.html.as_deref().unwrap();
                assert!(!draft.text.contains(['{', '}']) && !html.contains("{{"), "{name}");
                assert!(draft.text.lines().all(|line| line.width() <= 72 && !line.ends_with(' ')), "{name}");
                assert!(html.len() <= 60_000, "{name}: {} bytes", html.len());
                let mut played = taps(&reader, &name, &position, &draft);
                let count = played.len();
                played.sort_by_key(|mv| format!("{mv:?}"));
                played.dedup();
                assert_eq!(played.len(), count, "{name}: two taps play one move");
                let drops = position.legal_moves().iter().filter(|mv| matches!(mv, Move::Drop { .. })).count();
                let all = position.legal_moves().len();
                assert!(count == all || count == all - drops, "{name}: {count} taps for {all} moves");
            }
        }
    }
}
