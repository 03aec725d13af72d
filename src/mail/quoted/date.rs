/*!
Whether a line holds a date, in any language that writes figures: all in figures, a year with a day, or a month's name
with a day.
*/

use std::collections::HashSet;

enum Token {
    Number { value: u32, digits: usize },
    Word(String),
    Sign(char),
}

/// Looks for a date in folded text.
pub(super) fn has_date(text: &str, months: &HashSet<String>) -> bool {
    let tokens = tokens(text);
    in_figures(&tokens) || year_and_day(&tokens) || month_and_day(&tokens, months)
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    // A blank divides, and is no token.
    let mut divided = true;
    for c in text.chars() {
        let last = if divided { None } else { tokens.last_mut() };
        divided = c == ' ';
        match (c.to_digit(10), last) {
            (Some(digit), Some(Token::Number { value, digits })) => {
                *value = value.saturating_mul(10).saturating_add(digit);
                *digits += 1;
            }
            (Some(digit), _) => tokens.push(Token::Number { value: digit, digits: 1 }),
            (None, Some(Token::Word(word))) if c.is_alphabetic() => word.push(c),
            (None, _) if c.is_alphabetic() => tokens.push(Token::Word(c.to_string())),
            (None, _) if !divided => tokens.push(Token::Sign(c)),
            _ => {}
        }
    }
    tokens
}

/// `11/12/26`, `12.11.2026`, `2026-11-12`: three numbers, of which two can be day and month. Castling is none.
fn in_figures(tokens: &[Token]) -> bool {
    tokens.windows(5).any(|window| match window {
        [
            Token::Number { value: a, .. },
            Token::Sign(first),
            Token::Number { value: b, .. },
            Token::Sign(second),
            Token::Number { value: c, digits },
        ] => {
            let year_last = is_day(*a) && is_day(*b) && (*digits == 2 || is_year(*c));
            first == second && "/.-".contains(*first) && (year_last || (is_year(*a) && is_day(*b) && is_day(*c)))
        }
        _ => false,
    })
}

/// `Nov 2, 2026`, `2026年11月2日`, `2 de noviembre de 2026`.
fn year_and_day(tokens: &[Token]) -> bool {
    let year = |token: &Token| matches!(token, Token::Number { value, digits: 4 } if is_year(*value));
    let day = |token: &Token| matches!(token, Token::Number { value, digits: 1 | 2 } if is_day(*value));
    tokens.iter().any(year) && tokens.iter().any(day)
}

/// `22 Nov`, `November 7th`, `11月2日`.
fn month_and_day(tokens: &[Token], months: &HashSet<String>) -> bool {
    let places =
        tokens.iter().enumerate().filter(|(_, token)| matches!(token, Token::Word(word) if months.contains(word)));
    places
        .map(|(at, _)| tokens.iter().skip(at.saturating_sub(2)).take(5))
        .any(|mut near| near.any(|token| matches!(token, Token::Number { value, digits: 1 | 2 } if is_day(*value))))
}

fn is_day(number: u32) -> bool {
    (1..=31).contains(&number)
}

fn is_year(number: u32) -> bool {
    (1970..2100).contains(&number)
}
