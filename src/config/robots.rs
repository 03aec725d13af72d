/*!
`[[robots]]`: programs that play here, one table each.
*/

use super::keys::Keys;
use super::{ConfigError, Games, Service};
use crate::club::Robot;
use crate::engine::{Confinement, EngineConfig, LEVEL_MAX, ProgramConfig, Protocol, User, variant_name};
use crate::mail::Address;
use crate::partner;
use crate::rules::{Variant, variants};
use chrono::TimeDelta;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest name, in characters.
const NAME_MAX: usize = 40;
/// Nothing thinks longer about one move.
const MOVETIME_MAX: TimeDelta = TimeDelta::minutes(30);
/// Nothing is waited for longer beyond that.
const PATIENCE_MAX: TimeDelta = TimeDelta::minutes(5);

/// Megabytes of memory a program may use beside its tables, and for each thread of its own.
const MEMORY_USUAL: (u64, u64) = (2048, 128);

/// All robots and what each plays by; no two share a name, a word or an address. `hidden` is what their programs never see.
pub(super) fn read(
    root: &mut toml::Table,
    base: &Path,
    service: &Service,
    games: &Games,
    hidden: &[PathBuf],
) -> Result<Vec<(Robot, EngineConfig)>, ConfigError> {
    let mut robots: Vec<(Robot, EngineConfig)> = Vec::new();
    for keys in Keys::take_all(root, "robots")? {
        let (robot, mut engine) = robot(keys, base, service, games)?;
        if let EngineConfig::Program(program) = &mut engine {
            program.confinement.hidden = hidden.to_vec();
        }
        for (known, _) in &robots {
            let same = |one: &[String], other: &[String]| {
                one.iter().any(|word| other.iter().any(|w| w.to_lowercase() == word.to_lowercase()))
            };
            let alike = known.name == robot.name || known.address == robot.address || same(&known.words, &robot.words);
            if alike {
                return Err(ConfigError::new(format!(
                    "two [[robots]] are both called `{}`: give each its own `name`, `words` and `address`",
                    robot.words.first().unwrap_or(&robot.name)
                )));
            }
        }
        robots.push((robot, engine));
    }
    Ok(robots)
}

fn robot(mut keys: Keys, base: &Path, service: &Service, games: &Games) -> Result<(Robot, EngineConfig), ConfigError> {
    let name = keys.required("name", "Stockfish")?;
    if name.chars().count() > NAME_MAX || name.contains(|c: char| c.is_control() || c == '@' || c == '<') {
        return Err(keys.wrong("name", &name.into(), "a name of at most 40 characters, such as \"Stockfish\""));
    }
    let words = keys.texts("words")?.unwrap_or_else(|| vec![name.to_lowercase().replace(' ', "-")]);
    if let Some(word) = words.iter().find(|word| word.contains(char::is_whitespace) || word.contains('@')) {
        return Err(keys.wrong("words", &word.clone().into(), "single words such as \"stockfish\""));
    }
    let address = address(&mut keys, service, &words)?;
    let engine = engine(&mut keys, base)?;
    let variants = played(&mut keys, &engine, games)?;
    let games_each = keys.number("games_each", 5, 1, 10_000)? as u32;
    let resigns_at = match keys.number("resigns_at", 0, 0, 100_000)? {
        0 => None,
        behind => Some(behind as i32),
    };
    keys.finish()?;
    Ok((Robot { name, words, address, variants, games_each, resigns_at }, engine))
}

/// As given, or the first word behind the service's own address: `play+stockfish@…`.
fn address(keys: &mut Keys, service: &Service, words: &[String]) -> Result<Address, ConfigError> {
    let example = service.address.with_subaddress(service.separator, "stockfish");
    let wanted = format!("an address of the service's own such as \"{example}\"");
    let (own, separator) = (&service.address, service.separator);
    match keys.text("address")? {
        Some(text) => Address::parse(&text)
            .filter(|address| own.subaddress_of(separator, address).is_some_and(|sub| !sub.is_empty()))
            .ok_or_else(|| keys.wrong("address", &text.into(), &wanted)),
        None => {
            let made = words.iter().map(|word| own.with_subaddress(separator, word).to_string());
            made.into_iter().find_map(|text| Address::parse(&text)).ok_or_else(|| {
                ConfigError::new(format!(
                    "`address` is missing in [[robots]], and no word of it makes one: give {wanted}"
                ))
            })
        }
    }
}

fn engine(keys: &mut Keys, base: &Path) -> Result<EngineConfig, ConfigError> {
    let Some(word) = keys.word("engine", &["builtin", "uci", "usi"])? else {
        return Err(ConfigError::new(
            "`engine` is missing in [[robots]]: add engine = \"…\", one of builtin, uci, usi".to_owned(),
        ));
    };
    let protocol = match word {
        "uci" => Protocol::Uci,
        "usi" => Protocol::Usi,
        _ => {
            let nodes = keys.number("nodes", u64::from(partner::BUDGET), 1, 10_000_000)? as u32;
            return Ok(EngineConfig::Builtin { nodes });
        }
    };
    let mut command = keys.texts("command")?.unwrap_or_default().into_iter();
    // A program is never looked for: which one is meant must not hang on where the service was started.
    let path = match command.next() {
        Some(path) if path.contains('/') => base.join(path),
        Some(path) => {
            return Err(keys.wrong(
                "command",
                &path.into(),
                "the program's whole path, as in [\"/usr/games/stockfish\"]",
            ));
        }
        None => {
            return Err(ConfigError::new(
                "`command` is missing in [[robots]]: add a line such as command = [\"/usr/games/stockfish\"]"
                    .to_owned(),
            ));
        }
    };
    let movetime = keys.span("movetime", TimeDelta::seconds(1))?;
    if movetime > MOVETIME_MAX {
        return Err(keys.wrong("movetime", &format!("{}s", movetime.num_seconds()).into(), "at most \"30m\""));
    }
    let patience = keys.span("patience", TimeDelta::seconds(20))?;
    if patience > PATIENCE_MAX {
        return Err(keys.wrong("patience", &format!("{}s", patience.num_seconds()).into(), "at most \"5m\""));
    }
    let nodes = match keys.number("nodes", 0, 0, 1_000_000_000_000)? {
        0 => None,
        nodes => Some(nodes),
    };
    let level = match keys.number("level", 0, 0, u64::from(LEVEL_MAX))? {
        0 => None,
        level => Some(level as u32),
    };
    let mut options = Vec::new();
    for (key, name) in [("memory", if protocol == Protocol::Uci { "Hash" } else { "USI_Hash" }), ("threads", "Threads")]
    {
        if let number @ 1.. = keys.number(key, 0, 0, 1_000_000)? {
            options.push((name.to_owned(), number.to_string()));
        }
    }
    options.extend(keys.table("options")?);
    let confinement = confinement(keys, base, &options)?;
    let program = ProgramConfig {
        protocol,
        path,
        arguments: command.collect(),
        options,
        level,
        movetime: seconds(movetime),
        patience: seconds(patience),
        nodes,
        confinement,
    };
    Ok(EngineConfig::Program(Box::new(program)))
}

/// What its program may touch; `options` tell how much memory its tables and threads take.
fn confinement(keys: &mut Keys, base: &Path, options: &[(String, String)]) -> Result<Confinement, ConfigError> {
    let number = |names: [&str; 2]| {
        let mut values = options.iter().filter(|(name, _)| names.iter().any(|known| known.eq_ignore_ascii_case(name)));
        values.find_map(|(_, value)| value.parse::<u64>().ok()).unwrap_or_default()
    };
    let usual = number(["Hash", "USI_Hash"])
        .saturating_add(number(["Threads", "Threads"]).saturating_mul(MEMORY_USUAL.1))
        .saturating_add(MEMORY_USUAL.0);
    let megabytes = match keys.number("memory_limit", 0, 0, 100_000_000)? {
        0 => usual,
        given => given,
    };
    let mut paths = |key| -> Result<Vec<PathBuf>, ConfigError> {
        Ok(keys.texts(key)?.unwrap_or_default().iter().map(|path| base.join(path)).collect())
    };
    let (read, write) = (paths("read")?, paths("write")?);
    let user = match keys.text("user")? {
        Some(name) => match user(&name, &std::fs::read_to_string("/etc/passwd").unwrap_or_default()) {
            Some(user) => Some(user),
            None => return Err(keys.wrong("user", &name.into(), "the name of a user in /etc/passwd")),
        },
        None => None,
    };
    Ok(Confinement { user, memory: megabytes.saturating_mul(1 << 20), read, write, hidden: Vec::new() })
}

/// The user of that name in a text like /etc/passwd: `name:password:user:group:…`.
fn user(name: &str, users: &str) -> Option<User> {
    let mut fields = users.lines().map(|line| line.split(':')).find(|fields| fields.clone().next() == Some(name))?;
    let (id, group) = (fields.nth(2)?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(User { name: name.to_owned(), id, group })
}

fn seconds(delta: TimeDelta) -> Duration {
    delta.to_std().unwrap_or(Duration::from_secs(1))
}

/// Games its engine can play and the service offers; left out: all for the built-in player, else chess or shogi.
fn played(keys: &mut Keys, engine: &EngineConfig, games: &Games) -> Result<Vec<&'static Variant>, ConfigError> {
    let able = |variant: &Variant| match engine {
        EngineConfig::Builtin { .. } => true,
        EngineConfig::Program(program) => variant_name(program.protocol, variant).is_some(),
    };
    let names = match (keys.texts("variants")?, engine) {
        (Some(names), _) => names,
        (None, EngineConfig::Builtin { .. }) => return Ok(games.variants.clone()),
        (None, EngineConfig::Program(program)) => {
            let usual = if program.protocol == Protocol::Uci { &variants::CHESS } else { &variants::SHOGI };
            vec![usual.key.to_owned()]
        }
    };
    let mut played = Vec::new();
    for name in &names {
        let Some(variant) = variants::by_key(name).filter(|variant| able(variant)) else {
            let able: Vec<&str> = variants::ALL.iter().filter(|variant| able(variant)).map(|v| v.key).collect();
            return Err(keys.wrong("variants", &name.clone().into(), &format!("games out of {}", able.join(", "))));
        };
        if !games.variants.contains(&variant) {
            return Err(keys.wrong("variants", &name.clone().into(), "only games that [games] variants has as well"));
        }
        played.push(variant);
    }
    Ok(played)
}
