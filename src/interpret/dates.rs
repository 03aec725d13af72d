/*!
Days of a leave as people write them: `3 Aug to 17 Aug`, `3-17 August`, `Aug 3 - 17`, `2026-08-03 to 2026-08-17`,
`8月3日から17日まで`.

Numbers are taken in their order and named by what stands beside them; what stands between is not looked at.
*/

use crate::club::{Absence, Day};

/// A number or the name of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Year(i32),
    Month(u32),
    Day(u32),
}

/// The leave meant; `months` are the names of months in every language we write, January first.
pub(super) fn read(text: &str, months: &[Vec<String>]) -> Option<Absence> {
    let tokens = tokens(text, months)?;
    let pick = |of: fn(&Token) -> Option<u32>| tokens.iter().filter_map(of).collect::<Vec<u32>>();
    let days = pick(|token| if let Token::Day(day) = token { Some(*day) } else { None });
    let months = pick(|token| if let Token::Month(month) = token { Some(*month) } else { None });
    let years: Vec<i32> =
        tokens.iter().filter_map(|token| if let Token::Year(year) = token { Some(*year) } else { None }).collect();
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
    Some(Absence::Dates(day(begins, from, first), day(ends, to, last)))
}

fn tokens(text: &str, months: &[Vec<String>]) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let (number, behind) = number(rest)?;
            if let Some(iso) = iso(number, behind) {
                tokens.extend([Token::Year(i32::try_from(number).ok()?), Token::Month(iso.0), Token::Day(iso.1)]);
                rest = iso.2;
                continue;
            }
            tokens.push(match behind.chars().next() {
                Some('月') => Token::Month(number),
                _ if number > 31 => Token::Year(i32::try_from(number).ok()?),
                _ => Token::Day(number),
            });
            rest = behind;
        } else if first.is_alphabetic() {
            let end = rest.find(|ch: char| !ch.is_alphabetic()).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            tokens.extend(month(word, months).map(Token::Month));
            rest = behind;
        } else {
            rest = rest.get(first.len_utf8()..)?;
        }
    }
    Some(tokens)
}

fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok().filter(|number| *number < 10_000)?, rest))
}

/// `-08-03` behind a year: month, day, and what follows.
fn iso(year: u32, behind: &str) -> Option<(u32, u32, &str)> {
    let (month, behind) = number(behind.strip_prefix('-')?)?;
    let (day, behind) = number(behind.strip_prefix('-')?)?;
    (year > 31).then_some((month, day, behind))
}

/// The month that a word of three letters or more begins the name of, or that its short name begins.
fn month(word: &str, months: &[Vec<String>]) -> Option<u32> {
    let word = word.to_lowercase();
    let named = |name: &String| {
        let name = name.to_lowercase();
        name.chars().all(char::is_alphabetic) && word.chars().count() >= 3 && word.starts_with(&name)
    };
    let place = months.iter().position(|names| names.iter().any(named))?;
    u32::try_from(place + 1).ok()
}
