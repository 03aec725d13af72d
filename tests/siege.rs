//! The hostile corpus (`hostile/README.md`) against the whole service: what each mail may change, and to whom mail may go.

use crate::dialogue::check_mail;
use crate::script::{Script, header};
use crate::world::World;
use std::collections::BTreeMap;

const SERVICE: &str = "kingpost@chess.example.org";
const ANA: &str = "ana@players.example.net";
const BORIS: &str = "boris@club.example.com";

/// A state of the corpus: a world, and the corpus's made-up secrets with the real ones.
struct State {
    world: World,
    secrets: Vec<(String, String)>,
}

fn state(name: &str) -> State {
    let mut script = Script::at(SERVICE);
    let mut secrets = Vec::new();
    let play = |script: &mut Script, line: &str| {
        script.prepare(line);
        script.world.run();
    };
    if name == "no_game" {
        return State { world: script.world, secrets };
    }
    for line in [
        "ana writes: new chess with boris@club.example.com as white",
        "ana answers confirm_address: yes",
        "boris answers invitation: accept",
    ] {
        play(&mut script, line);
    }
    let first = header(&script.mail_of("ana", "your_move", None), "Reply-To");
    match name {
        "stale" => {
            for line in ["ana answers your_move: e4", "boris answers your_move: e5"] {
                play(&mut script, line);
            }
            secrets.push(("kingpost+b3f5z7ja2pwr6mxk4tqd5nvcyh@chess.example.org".to_owned(), first));
        }
        "over" => {
            for line in ["boris answers game_started: draw", "ana answers draw_offered: accept draw"] {
                play(&mut script, line);
            }
            let over = header(&script.mail_of("ana", "game_over", None), "Reply-To");
            secrets.push(("kingpost+z2x4c6v3bnm5lkj7hgf2dsa4qw@chess.example.org".to_owned(), over));
        }
        _ => {}
    }
    let page = if name == "over" { "game_over" } else { "your_move" };
    let mail = script.mail_of("ana", page, None);
    secrets.push(("kingpost+q7m2k5xv3tbn4dhz6wcy2rjpaf@chess.example.org".to_owned(), header(&mail, "Reply-To")));
    secrets.push(("kingpost+c5r7n3fy2mat4kqz6pwx3hdjvb@chess.example.org".to_owned(), header(&mail, "Reply-To")));
    secrets.push(("g7.3.w.9c1f5b2e@chess.example.org".to_owned(), mail.id.clone()));
    let page = if name == "a_to_move" { "game_started" } else { "move_taken" };
    let page = if name == "over" { "game_over" } else { page };
    let reply = header(&script.mail_of("boris", page, None), "Reply-To");
    secrets.push(("kingpost+h4s6w2uy7gkd3nqx5vtz4mbrce@chess.example.org".to_owned(), reply));
    // A quiet hour, so that no limit has been used up by the way here.
    script.world.pass(chrono::TimeDelta::hours(25));
    State { world: script.world, secrets }
}

/// The bytes with one text for another; the corpus has bytes that are no text.
fn replaced(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        if rest.len() >= from.len() && rest[..from.len()].eq_ignore_ascii_case(from.as_bytes()) {
            out.extend_from_slice(to.as_bytes());
            rest = &rest[from.len()..];
        } else {
            out.push(rest[0]);
            rest = &rest[1..];
        }
    }
    out
}

fn moves(world: &World) -> usize {
    world.record().lines().filter(|line| line.starts_with("event") && !line.contains("\"told\"")).count()
}

#[test]
fn the_hostile_corpus_changes_nothing() {
    let states: BTreeMap<&str, State> =
        ["a_to_move", "stale", "over", "no_game"].into_iter().map(|name| (name, state(name))).collect();
    let mut wrong = Vec::new();
    let index = std::fs::read_to_string("tests/data/hostile/index.tsv").unwrap();
    let mut cases = 0;
    for row in index.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [id, file, class, also, change, max_out, to, deliver, name, ..] = cells[..] else { panic!("{row}") };
        let state = &states[name];
        let mut world = state.world.fork();
        let mut bytes = std::fs::read(format!("tests/data/hostile/{file}")).unwrap();
        for (from, to) in &state.secrets {
            bytes = replaced(&bytes, from, to);
        }
        let (events, sent) = (moves(&world), world.sent.lock().unwrap().len());
        for _ in 0..deliver.parse::<u32>().unwrap() {
            world.deliver(&bytes);
            world.run();
        }
        let gained = moves(&world) - events;
        let out = world.sent.lock().unwrap()[sent..].to_vec();
        let mut found = Vec::new();
        if gained != change.parse::<usize>().unwrap_or(0) {
            found.push(format!("{gained} events gained, {change} allowed"));
        }
        if out.len() > max_out.parse().unwrap() {
            found.push(format!("{} mails out, {max_out} allowed", out.len()));
        }
        let silent_is_fine = class == "ignored" || also.split(' ').any(|other| matches!(other, "ignored" | "refused"));
        if out.is_empty() && !silent_is_fine {
            found.push("no answer".to_owned());
        }
        if !out.is_empty() && class == "ignored" && also.is_empty() {
            found.push("an answer to what is to be ignored".to_owned());
        }
        for mail in &out {
            let allowed = match mail.to.as_str() {
                ANA => to.contains('A'),
                BORIS => to.contains('B'),
                _ => to.contains("sender"),
            };
            if !allowed {
                found.push(format!("a mail went to {}", mail.to));
            }
            check_mail(mail, &out);
        }
        if !found.is_empty() {
            let pages: Vec<String> = out.iter().map(|mail| header(mail, "Kingpost-Page")).collect();
            wrong.push(format!("{id} ({class} {also}): {} {pages:?}", found.join("; ")));
        }
        cases += 1;
    }
    assert!(cases >= 100, "{cases}");
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
}
