/*!
What a program says: its options, its opinion, its move. Anything else is passed over, as both protocols ask.
*/

use crate::club::WIN;

/// An option it offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offered {
    /// Its name, which may hold blanks.
    pub name: String,
    /// The values a combo knows; empty for other kinds.
    pub values: Vec<String>,
    /// The least and the greatest value of a number.
    pub bounds: Option<(i64, i64)>,
}

/// `option name UCI_Variant type combo default chess var 3check var …`
pub(super) fn option(line: &str) -> Option<Offered> {
    let rest = line.strip_prefix("option name ")?;
    let (name, kind) = rest.split_once(" type ")?;
    let words: Vec<&str> = kind.split_whitespace().collect();
    let values = words.windows(2).filter(|two| two.first() == Some(&"var")).filter_map(|two| two.get(1));
    let behind = |word: &str| {
        let at = words.iter().position(|w| *w == word)?;
        words.get(at + 1)?.parse::<i64>().ok()
    };
    let bounds = behind("min").zip(behind("max")).filter(|(min, max)| words.first() == Some(&"spin") && min <= max);
    Some(Offered { name: name.trim().to_owned(), values: values.map(|value| (*value).to_owned()).collect(), bounds })
}

/// How it judges the position for the side to move, in hundredths of a pawn, from `info … score cp 35` or `score mate -3`. Bounds are no opinion, and
/// of several lines of play only the first counts.
pub(super) fn worth(line: &str) -> Option<i32> {
    let words: Vec<&str> = line.strip_prefix("info ")?.split_whitespace().collect();
    let behind = |word: &str| words.iter().position(|w| *w == word).map(|at| words.get(at + 1..).unwrap_or_default());
    if behind("multipv").is_some_and(|rest| rest.first() != Some(&"1")) {
        return None;
    }
    match behind("score")? {
        [_, _, "lowerbound" | "upperbound", ..] => None,
        ["cp", count, ..] => count.parse::<i32>().ok().map(|worth| worth.clamp(-WIN, WIN)),
        // `mate -0` and USI's bare signs: it is lost, or won.
        ["mate", count, ..] => Some(if count.starts_with('-') { -WIN } else { WIN }),
        _ => None,
    }
}

/// The word behind `bestmove`.
pub(super) fn best_move(line: &str) -> Option<&str> {
    line.strip_prefix("bestmove")?.split_whitespace().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opinions_are_read_and_bounds_are_none() {
        for (line, wanted) in [
            ("info depth 9 seldepth 12 multipv 1 score cp -35 nodes 4000 pv e2e4", Some(-35)),
            ("info depth 9 score cp 12 upperbound nodes 4", None),
            ("info multipv 2 score cp 12", None),
            ("info score mate -3 pv h7h8", Some(-WIN)),
            ("info score mate +", Some(WIN)),
            ("info score cp 99999999999999999999", None),
            ("info string score", None),
            ("info score", None),
            ("score cp 3", None),
        ] {
            assert_eq!(worth(line), wanted, "{line}");
        }
    }

    #[test]
    fn options_may_have_blanks_in_their_names() {
        let level = option("option name Skill Level type spin default 20 min 0 max 20").unwrap();
        assert_eq!((level.name.as_str(), level.values.len(), level.bounds), ("Skill Level", 0, Some((0, 20))));
        assert_eq!(option("option name Odd type spin default 1 min 9 max 2").unwrap().bounds, None);
        let variant = option("option name UCI_Variant type combo default chess var 3check var chess").unwrap();
        assert_eq!(variant.values, ["3check", "chess"]);
        assert_eq!(option("option Hash"), None);
        assert_eq!(best_move("bestmove e2e4 ponder e7e5"), Some("e2e4"));
        assert_eq!(best_move("bestmove"), None);
    }
}
