/*!
Speed of the rules beside their peers, in one interleaved run, node counts compared.

`cargo bench --bench perft [-- ROUNDS] [WORD]` builds the peers (`benches/peers`, each a program of its own), starts every
engine as a process of its own, and asks all for the same trees in turn, round after round, so that a slow moment of the
machine falls on all. Only processor time counts, and of all rounds the best. WORD picks the contests whose title has it.
The tables are Markdown, speeds in million nodes a second; `docs/speed.md` shows such a run. A claim that is missed is
named, and the program then fails.
*/
#![allow(clippy::expect_used, clippy::panic, reason = "a bench may fail loudly")]

mod contests;
mod engine;

use contests::{CONTESTS, Claim, Contest};
use engine::{Engine, Running};
use std::collections::HashMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if let [serve, how] = words.as_slice()
        && serve == engine::SERVE
    {
        engine::serve(how == "sheet");
        return ExitCode::SUCCESS;
    }
    let rounds = words.iter().find_map(|word| word.parse().ok()).unwrap_or(7);
    let wanted = words.iter().find(|word| word.parse::<u32>().is_err());
    let mut engines = HashMap::new();
    let mut missed = Vec::new();
    for contest in CONTESTS.iter().filter(|contest| wanted.is_none_or(|word| contest.title.contains(word.as_str()))) {
        missed.extend(hold(contest, rounds, &mut engines));
    }
    for claim in &missed {
        println!("missed: {claim}");
    }
    if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a contest's table; what it claims and misses.
fn hold(contest: &Contest, rounds: u32, engines: &mut HashMap<Engine, Running>) -> Vec<String> {
    println!("### {}\n", contest.title);
    let runners = contest.runners.iter().map(|engine| format!(" {} |", engine.name()));
    let claims = contest.claims.iter().map(|claim| format!(" {} |", claim.title));
    println!("| |{}", runners.chain(claims).collect::<String>());
    println!("|---|{}", "--:|".repeat(contest.runners.len() + contest.claims.len()));
    let mut ratios = vec![Vec::new(); contest.claims.len()];
    for line in contest.lines {
        let mut best = vec![f64::INFINITY; contest.runners.len()];
        let mut counted = None;
        for _ in 0..rounds {
            for (engine, best) in contest.runners.iter().zip(&mut best) {
                let running = engines.entry(*engine).or_insert_with(|| Running::start(*engine));
                let (nodes, seconds) = running.count(contest.manner, line);
                assert_eq!(*counted.get_or_insert(nodes), nodes, "{}, {}: counts differ", line.name, engine.name());
                *best = best.min(seconds);
            }
        }
        let millions = counted.unwrap_or(0) as f64 / 1e6;
        let speeds: Vec<f64> = best.iter().map(|seconds| millions / seconds).collect();
        let mut row = format!("| {} |", line.name);
        row.extend(speeds.iter().map(|speed| format!(" {speed:.1} |")));
        for (claim, ratios) in contest.claims.iter().zip(&mut ratios) {
            let of = |engine| contest.runners.iter().position(|other| *other == engine).map_or(0.0, |at| speeds[at]);
            let ratio = of(claim.who) / claim.against.iter().map(|peer| of(*peer)).fold(0.0, f64::max);
            row.push_str(&format!(" {ratio:.2} |"));
            ratios.push(ratio);
        }
        println!("{row}");
    }
    let means: Vec<f64> = ratios.iter().map(|ratios| mean(ratios)).collect();
    let cells = means.iter().map(|mean| format!(" **{mean:.2}** |"));
    println!("| mean |{}{}\n", " |".repeat(contest.runners.len()), cells.collect::<String>());
    contest.claims.iter().zip(ratios).filter_map(|(claim, ratios)| judge(contest, claim, &ratios)).collect()
}

/// What a claim promises and the ratios do not keep.
fn judge(contest: &Contest, claim: &Claim, ratios: &[f64]) -> Option<String> {
    let (mean, least) = (mean(ratios), ratios.iter().copied().fold(f64::INFINITY, f64::min));
    let kept = mean >= claim.mean && least >= claim.least;
    let words = || {
        format!(
            "{}, {}: mean {mean:.2}, least {least:.2}; claimed {} and {}",
            contest.title, claim.title, claim.mean, claim.least
        )
    };
    (!kept).then(words)
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}
