/*!
Time controls, and the words for them: `3d`, `10/50d`, `30d+3d`, `30d+3d/40d`, `none`.
*/

use chrono::TimeDelta;

/// How much time players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    Unlimited,
    /// So much for every move.
    PerMove(TimeDelta),
    /// So much for every so many moves; what is left is carried on.
    Session {
        /// Moves in a session; never 0.
        moves: u32,
        /// Time for them.
        time: TimeDelta,
    },
    /// A bank, and so much more after each move.
    Fischer {
        /// At the start.
        bank: TimeDelta,
        /// Added by each own move.
        increment: TimeDelta,
        /// No increment brings more together than this; `30d+3d/40d`.
        cap: Option<TimeDelta>,
    },
}

/// The units of spans, longest first. Weeks are read and never written: nobody counts a deadline in them.
const UNITS: [(char, i64); 5] = [('w', 7 * 86_400), ('d', 86_400), ('h', 3600), ('m', 60), ('s', 1)];

/// Nothing longer than ten years is taken for a time control, so that no sum of spans can leave the calendar.
const LONGEST: TimeDelta = TimeDelta::days(3660);

/// How many moves a bank is spread over when its mean is asked for: the length of an average game.
const NOMINAL_MOVES: i32 = 40;

impl TimeControl {
    /// Reads `3d`, `10/50d`, `30d+3d`, `30d+3d/40d`, `none`; units s m h d w.
    pub fn parse(text: &str) -> Option<TimeControl> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_lowercase();
        if text == "none" {
            return Some(TimeControl::Unlimited);
        }
        if let Some((bank, rest)) = text.split_once('+') {
            return fischer(bank, rest);
        }
        if let Some((moves, time)) = text.split_once('/') {
            let moves = number(moves).and_then(|n| u32::try_from(n).ok()).filter(|n| (1..=1000).contains(n))?;
            return Some(TimeControl::Session { moves, time: span(time).filter(positive)? });
        }
        Some(TimeControl::PerMove(span(&text).filter(positive)?))
    }

    /// The word that [`TimeControl::parse`] reads back.
    pub fn key(&self) -> String {
        match self {
            TimeControl::Unlimited => "none".into(),
            TimeControl::PerMove(time) => word(*time),
            TimeControl::Session { moves, time } => format!("{moves}/{}", word(*time)),
            TimeControl::Fischer { bank, increment, cap } => {
                let cap = cap.map(|cap| format!("/{}", word(cap))).unwrap_or_default();
                format!("{}+{}{cap}", word(*bank), word(*increment))
            }
        }
    }

    /// The value of PGN's `TimeControl` tag: `1/259200`, `10/4320000`, `2592000+259200`, `-`. PGN has no word for a cap.
    pub fn pgn(&self) -> String {
        match self {
            TimeControl::Unlimited => "-".into(),
            TimeControl::PerMove(time) => format!("1/{}", time.num_seconds()),
            TimeControl::Session { moves, time } => format!("{moves}/{}", time.num_seconds()),
            TimeControl::Fischer { bank, increment, .. } => {
                format!("{}+{}", bank.num_seconds(), increment.num_seconds())
            }
        }
    }

    /// Mean time for one move, for comparing with the shortest allowed; `None` is no limit. A bank is spread over forty
    /// moves.
    pub fn per_move(&self) -> Option<TimeDelta> {
        match *self {
            TimeControl::Unlimited => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Session { moves, time } => Some(time / i32::try_from(moves.max(1)).unwrap_or(i32::MAX)),
            TimeControl::Fischer { bank, increment, .. } => Some(increment + bank / NOMINAL_MOVES),
        }
    }

    /// What each side has before its first move; nothing is counted where there is no limit.
    pub(super) fn first_allowance(&self) -> TimeDelta {
        match *self {
            TimeControl::Unlimited => TimeDelta::zero(),
            TimeControl::PerMove(time) | TimeControl::Session { time, .. } => time,
            TimeControl::Fischer { bank, .. } => bank,
        }
    }
}

/// What stands before and behind the `+` of a bank.
fn fischer(bank: &str, rest: &str) -> Option<TimeControl> {
    let (increment, cap) = rest.split_once('/').map_or((rest, None), |(increment, cap)| (increment, Some(cap)));
    let bank = span(bank).filter(positive)?;
    let cap = cap.map(|cap| span(cap).filter(|cap| *cap >= bank).ok_or(())).transpose().ok()?;
    Some(TimeControl::Fischer { bank, increment: span(increment)?, cap })
}

/// `3d` to a span; one number, one unit.
fn span(text: &str) -> Option<TimeDelta> {
    let unit = text.chars().last()?;
    let seconds = UNITS.iter().find(|(letter, _)| *letter == unit)?.1;
    let count = number(&text[..text.len() - unit.len_utf8()])?;
    TimeDelta::try_seconds(count.checked_mul(seconds)?).filter(|time| *time <= LONGEST)
}

fn number(digits: &str) -> Option<i64> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

fn positive(time: &TimeDelta) -> bool {
    *time > TimeDelta::zero()
}

/// A span to `3d`, in the longest unit that leaves no rest.
fn word(time: TimeDelta) -> String {
    let seconds = time.num_seconds();
    let (letter, unit) = UNITS.into_iter().skip(1).find(|(_, unit)| seconds % unit == 0).unwrap_or(('s', 1));
    format!("{}{letter}", seconds / unit)
}
