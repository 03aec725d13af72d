/*!
Days of a leave as people write them: `3 Aug to 17 Aug`, `3-17 August`, `Aug 3 - 17`, `24.12. to 31.12.`, `2026-08-03 to
2026-08-17`, `8月3日から17日まで`, `until 24 Dec`, `until Friday`.

Numbers are taken in their order and named by what stands beside them. What could be two days, as `3/4` is, is read as
neither.
*/

use super::fold::{plain_text, unspaced};
use crate::club::{Absence, Day};
use crate::game::TimeControl;
use chrono::{TimeDelta, Weekday};
use toml::{Table, Value};

/// The words of dates, in every language we write.
#[derive(Clone, Debug, Default)]
pub(super) struct DateWords {
    /// The names of each month, January first.
    months: Vec<Vec<String>>,
    /// The names of each day of the week, Monday first.
    weekdays: Vec<Vec<String>>,
    /// What stands beside a last day that has no first.
    until: Vec<String>,
    /// What stands beside a first day.
    from: Vec<String>,
}

/// A part of a text about days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Year(i32),
    Month(u32),
    Day(u32),
    /// `8/3`: which of them is the month shows elsewhere, or not at all.
    Either(u32, u32),
    Weekday(Weekday),
    Until,
    From,
    Other,
}

impl DateWords {
    /// Adds the words of one language, from its section `[time]`.
    pub fn add(&mut self, time: &Table) {
        let lists = |key: &str| time.get(key).and_then(Value::as_array).into_iter().flatten();
        let texts = |value: &Value| -> Vec<String> {
            let one = value.as_str().into_iter();
            let many = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            one.chain(many).map(plain_text).collect()
        };
        for (key, names) in [("months", &mut self.months), ("weekday_names", &mut self.weekdays)] {
            for (place, value) in lists(key).enumerate() {
                if names.len() <= place {
                    names.push(Vec::new());
                }
                names.get_mut(place).into_iter().for_each(|names| names.extend(texts(value)));
            }
        }
        self.until.extend(lists("until").flat_map(texts));
        self.from.extend(lists("from").flat_map(texts));
    }

    /// The leave meant.
    pub fn read(&self, text: &str) -> Option<Absence> {
        let text = plain_text(text);
        let tokens = self.tokens(&text)?;
        match tokens[..] {
            [Token::Until, Token::Weekday(day)] | [Token::Weekday(day), Token::Until] => {
                return Some(Absence::UntilWeekday(day));
            }
            // `until next Friday` may be one Friday or another.
            _ if tokens.iter().any(|token| matches!(token, Token::Weekday(_))) => return None,
            _ => {}
        }
        let Some(tokens) = ordered(tokens, text.chars().any(unspaced))? else { return Some(Absence::Ambiguous) };
        read_numbers(&tokens)
    }

    fn tokens(&self, text: &str) -> Option<Vec<Token>> {
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if first.is_ascii_digit() {
                rest = figures(rest, &mut tokens)?;
            } else if unspaced(first) {
                let (token, behind) = self.glued(rest)?;
                tokens.extend(token);
                rest = behind;
            } else if first.is_alphabetic() {
                let end = rest.find(|ch: char| !ch.is_alphabetic() || unspaced(ch)).unwrap_or(rest.len());
                let (word, behind) = rest.split_at(end);
                tokens.extend(self.word(word));
                rest = behind;
            } else {
                rest = rest.get(first.len_utf8()..)?;
            }
        }
        Some(tokens)
    }

    /// A word between blanks. One that joins two days, or says what no day is, stands for nothing.
    fn word(&self, word: &str) -> Option<Token> {
        let named = |names: &[Vec<String>]| names.iter().position(|names| names.iter().any(|name| name == word));
        if self.until.iter().any(|until| until == word) {
            return Some(Token::Until);
        }
        if self.from.iter().any(|from| from == word) {
            return Some(Token::From);
        }
        if let Some(day) = named(&self.weekdays) {
            return weekday(day).map(Token::Weekday);
        }
        // `August`, of which the list has the short name.
        let begins = |name: &String| name.chars().all(char::is_alphabetic) && word.starts_with(name.as_str());
        let month = self.months.iter().position(|names| names.iter().any(begins)).filter(|_| word.chars().count() >= 3);
        Some(month.and_then(|place| u32::try_from(place + 1).ok()).map_or(Token::Other, Token::Month))
    }

    /// A word that blanks do not part from others, at the front of `text`.
    fn glued<'t>(&self, text: &'t str) -> Option<(Option<Token>, &'t str)> {
        let front = |names: &[String]| {
            let found = names.iter().filter(|name| name.starts_with(unspaced) && text.starts_with(name.as_str()));
            found.map(String::len).max()
        };
        for (words, token) in [(&self.until, Token::Until), (&self.from, Token::From)] {
            if let Some(taken) = front(words) {
                return Some((Some(token), text.get(taken..)?));
            }
        }
        let days = self.weekdays.iter().enumerate();
        if let Some((day, taken)) = days.filter_map(|(day, names)| Some((day, front(names)?))).next() {
            return Some((weekday(day).map(Token::Weekday), text.get(taken..)?));
        }
        let first = text.chars().next()?;
        // The names of days and months stand behind their numbers.
        let token = (!matches!(first, '年' | '月' | '日')).then_some(Token::Other);
        Some((token, text.get(first.len_utf8()..)?))
    }
}

/// Reads the figures at the front of `text`; gives what stands behind.
fn figures<'t>(text: &'t str, tokens: &mut Vec<Token>) -> Option<&'t str> {
    let (first, behind) = number(text)?;
    if first > 31 {
        tokens.push(Token::Year(i32::try_from(first).ok()?));
        let day = ['-', '/'].iter().find_map(|sign| {
            let (month, behind) = number(behind.strip_prefix(*sign)?)?;
            let (day, behind) = number(behind.strip_prefix(*sign)?)?;
            Some((month, day, behind))
        });
        let Some((month, day, behind)) = day else { return Some(behind) };
        tokens.extend([Token::Month(month), Token::Day(day)]);
        return Some(behind);
    }
    let pair = |sign: char| number(behind.strip_prefix(sign)?).filter(|(second, _)| *second <= 31);
    if let Some((month, behind)) = pair('.') {
        tokens.extend([Token::Day(first), Token::Month(month)]);
        return year_behind(behind, '.', tokens);
    }
    if let Some((second, behind)) = pair('/') {
        tokens.push(Token::Either(first, second));
        return year_behind(behind, '/', tokens);
    }
    tokens.push(if behind.starts_with('月') { Token::Month(first) } else { Token::Day(first) });
    Some(behind)
}

/// Reads the year behind a day and a month: `24.12.2026`.
fn year_behind<'t>(text: &'t str, sign: char, tokens: &mut Vec<Token>) -> Option<&'t str> {
    let Some(behind) = text.strip_prefix(sign) else { return Some(text) };
    match number(behind) {
        Some((year, rest)) if year > 1000 => {
            tokens.push(Token::Year(i32::try_from(year).ok()?));
            Some(rest)
        }
        _ => Some(behind),
    }
}

/// Says of each pair such as `8/17` which is the month: in Japanese the first, elsewhere as one of them shows that can be no
/// month. `Some(None)` if nothing shows it; `None` if they contradict each other.
fn ordered(tokens: Vec<Token>, japanese: bool) -> Option<Option<Vec<Token>>> {
    let pairs: Vec<(u32, u32)> =
        tokens.iter().filter_map(|token| if let Token::Either(a, b) = token { Some((*a, *b)) } else { None }).collect();
    let (day_first, day_last) = (pairs.iter().any(|pair| pair.0 > 12), pairs.iter().any(|pair| pair.1 > 12));
    let month_first = match (day_first, day_last || japanese) {
        (true, true) => return None,
        (true, false) => false,
        (false, true) => true,
        (false, false) if pairs.iter().all(|(a, b)| a == b) => true,
        (false, false) => return Some(None),
    };
    let named = |token: Token| match token {
        Token::Either(month, day) if month_first => vec![Token::Month(month), Token::Day(day)],
        Token::Either(day, month) => vec![Token::Day(day), Token::Month(month)],
        other => vec![other],
    };
    Some(Some(tokens.into_iter().flat_map(named).collect()))
}

/// The leave that numbers and the names of months tell.
fn read_numbers(tokens: &[Token]) -> Option<Absence> {
    let pick = |of: fn(&Token) -> Option<u32>| tokens.iter().filter_map(of).collect::<Vec<u32>>();
    let days = pick(|token| if let Token::Day(day) = token { Some(*day) } else { None });
    let months = pick(|token| if let Token::Month(month) = token { Some(*month) } else { None });
    let years: Vec<i32> =
        tokens.iter().filter_map(|token| if let Token::Year(year) = token { Some(*year) } else { None }).collect();
    let until = tokens.contains(&Token::Until);
    let (first, last) = match days[..] {
        [day] => (day, day),
        [first, last] => (first, last),
        _ => return None,
    };
    let (from, to) = match months[..] {
        [month] => (month, month),
        [from, to] if days.len() == 2 => (from, to),
        _ => return None,
    };
    let (begins, ends) = match years[..] {
        [] => (None, None),
        [year] => (Some(year), Some(year)),
        [begins, ends] => (Some(begins), Some(ends)),
        _ => return None,
    };
    let day = |year, month, day| Day { year, month, day };
    match days.len() {
        1 if until => Some(Absence::Until(day(ends, to, last))),
        // `from 24 Dec` has no end.
        1 if tokens.contains(&Token::From) => None,
        _ => Some(Absence::Dates(day(begins, from, first), day(ends, to, last))),
    }
}

fn weekday(place: usize) -> Option<Weekday> {
    u8::try_from(place).ok().and_then(|place| Weekday::try_from(place).ok())
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok().filter(|number| *number < 10_000)?, rest))
}

/// Dates have a figure in their first two words, and are few words.
pub(super) fn looks_like_dates(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let figure = words.iter().take(2).any(|word| word.contains(|ch: char| ch.is_ascii_digit()));
    figure && (2..=9).contains(&words.len()) && text.chars().all(|ch| ch.is_alphanumeric() || " -./".contains(ch))
}

/// `2 days`, as `Commands::span` writes it.
pub(super) fn time_of(text: &str) -> Option<TimeDelta> {
    let (number, unit) = text.split_once(' ')?;
    match TimeControl::parse(&format!("{number}{}", unit.chars().next()?))? {
        TimeControl::PerMove(time) => Some(time),
        _ => None,
    }
}
